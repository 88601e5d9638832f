//! Recovery without SACK (`recovery: tahoe`, `reno`, `newreno`; RFC 5681 §3.2, RFC 6582 §3.2): the third
//! duplicate ACK shows the loss, and every further one lets the window grow for a while.

use crate::cc::State;
use crate::tcp::state::{NewRenoState, Outgoing, Sender};
use crate::tcp::wire;

/// The loss is found: the missing segment goes out, and the duplicates have left room.
pub(super) fn begin(sender: &mut Sender, out: &mut Vec<Outgoing>) {
    let inflation = i64::from(sender.loss.duplicates);
    sender.loss.new_reno = NewRenoState { inflation, partial_seen: false };
    let una = sender.c.una;
    wire::transmit(sender, una, out);
}

/// Retransmits the next hole and deflates by the acknowledged segments. True if the timer is
/// restarted (RFC 6582 §3.2 step 3).
#[inline(never)]
pub(super) fn partial_ack(sender: &mut Sender, acked: u64, out: &mut Vec<Outgoing>) -> bool {
    let NewRenoState { inflation, .. } = &mut sender.loss.new_reno;
    let excess = acked as i64 - *inflation;
    if sender.loss.variants.keeps_deflation && excess >= 0 {
        // What the inflation does not cover is taken from cwnd, for good.
        sender.w.cwnd = (sender.w.cwnd - excess as f64).max(1.0);
        *inflation = 1;
    } else {
        *inflation += 1 - acked as i64;
    }
    let una = sender.c.una;
    wire::transmit(sender, una, out);
    let first = !sender.loss.new_reno.partial_seen;
    sender.loss.new_reno.partial_seen = true;
    first || sender.loss.variants.slow_but_steady
}

/// The next segment that the window allows, for a recovery that does not choose it.
#[inline(always)]
pub fn next(sender: &mut Sender) -> Option<u64> {
    if window_is_full(sender) {
        sender.window_full()
    } else {
        sender.within_source_and_receiver(sender.c.next)
    }
}

/// True if the window is full. The window is the whole segments of cwnd, plus the inflation in
/// recovery, or plus what limited transmit allows on the first two duplicates (RFC 3042). One
/// segment may always be in flight.
#[inline]
fn window_is_full(sender: &Sender) -> bool {
    let extra = match sender.c.state {
        State::Recovery => sender.loss.new_reno.inflation,
        _ if sender.output.limited_transmit
            && sender.loss.answers_duplicate
            && sender.loss.duplicates <= 2 =>
        {
            i64::from(sender.loss.duplicates)
        }
        _ => 0,
    };
    // For whole numbers `flight + 1 > cwnd` is the same as `flight >= floor(cwnd)`. It avoids
    // the rounding, which is slow in a browser.
    let flight = sender.c.flight() as i64;
    (flight > 0 || sender.has_no_window()) && (flight - extra + 1) as f64 > sender.w.cwnd
}
