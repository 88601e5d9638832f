//! Chooses the next segments, and sends all that window, source and pacer allow.

use super::setup::TcpSetup;
use super::state::{Outgoing, Output, Sender};
use super::{gso, own, rack, rack_timer, recovery, undo, usage, wire};
use crate::cc::State;
use crate::choices::Recovery;
use crate::units::Time;

/// The most segments that one event sends.
pub const LONGEST_BURST: usize = 1 << 20;

impl Output {
    /// Nothing is sent yet.
    pub(super) fn new(setup: &TcpSetup) -> Output {
        Output {
            source_end: setup.segments.unwrap_or(u64::MAX),
            limited_transmit: setup.limited_transmit,
            window_limited: true,
            next_release: Time::ZERO,
            wake_at: Time::NEVER,
        }
    }
}

/// Sends all segments that window, source and pacer allow.
pub(super) fn pump(sender: &mut Sender, out: &mut Vec<Outgoing>) {
    if sender.mechanisms.is_used() {
        pump_as::<true>(sender, out);
    } else {
        pump_as::<false>(sender, out);
    }
}

/// The same for a sender that uses modern mechanisms, or for one that uses none.
#[inline(never)]
pub(super) fn pump_as<const MECHANISMS: bool>(sender: &mut Sender, out: &mut Vec<Outgoing>) {
    sender.output.wake_at = Time::NEVER;
    let mut paces = sender.pacing_rate().is_some();
    if MECHANISMS {
        if let Some(pacer) = sender.mechanisms.pacer_mut() {
            pacer.end_burst();
            paces = true;
        }
        if let Some(gso) = sender.mechanisms.gso_mut() {
            gso.end_burst();
        }
    }
    let mut is_held = false;
    let has_own = MECHANISMS && own::ask(sender, |own, s| own.before_burst(s, out)).is_some();
    loop {
        // The pacer is asked first, because `next_to_send` counts a segment chosen in recovery
        // as sent.
        if paces
            && sender.output.next_release > sender.now
            && !(MECHANISMS && sender.mechanisms.is_in_burst())
        {
            sender.output.wake_at = sender.output.next_release;
            break;
        }
        if MECHANISMS && gso::waits(sender) {
            // It is the window that lets no full burst go (tcp_tso_should_defer(),
            // `is_cwnd_limited`).
            sender.window_full();
            is_held = true;
            break;
        }
        if out.len() == LONGEST_BURST {
            // Another event at the same instant sends the rest. This bounds the memory of one
            // event.
            sender.output.wake_at = sender.now;
            break;
        }
        let Some(number) = next_to_send::<MECHANISMS>(sender) else {
            break;
        };
        wire::put_on_the_wire::<MECHANISMS>(sender, number, out);
        if has_own {
            own::ask(sender, |own, s| own.after_segment(s));
        }
    }
    if MECHANISMS {
        if let Some(prr) = sender.mechanisms.prr_mut() {
            prr.sent(out.len() as u64);
        }
        if sender.loss.kind == Recovery::Rack {
            rack_timer::after_burst(sender, out);
        }
        if sender.mechanisms.usage_mut().is_some() {
            usage::note(sender, !out.is_empty(), is_held);
        }
    }
}

/// The next segment that the window allows, if any.
#[inline]
fn next_to_send<const MECHANISMS: bool>(sender: &mut Sender) -> Option<u64> {
    if MECHANISMS {
        if sender.loss.kind == Recovery::Rack {
            return rack::next(sender);
        }
        if let Some(next) = own::ask(sender, |own, s| own.next(s)) {
            return next;
        }
    }
    let number = match (sender.loss.kind, sender.c.state) {
        (Recovery::Sack, State::Recovery) if MECHANISMS => {
            return recovery::next_in_sack_out_of_line(sender);
        }
        (Recovery::Sack, State::Recovery) => return recovery::next_in_sack(sender),
        (Recovery::Sack, State::Loss) => {
            if MECHANISMS && let Some(answer) = undo::next_by_frto(sender) {
                return answer;
            }
            if sender.outstanding() as f64 + 1.0 > sender.w.cwnd.max(1.0) {
                return sender.window_full();
            }
            let gap = sender.loss.board.next_gap(sender.c.next);
            // New data that F-RTO sent after the timeout is not lost with the data sent before
            // it.
            if MECHANISMS && gap >= sender.recover_point() { gap.max(sender.c.max) } else { gap }
        }
        (Recovery::Sack, _) if sender.output.limited_transmit || sender.loss.board.sacked() == 0 => {
            if (sender.loss.board.pipe(sender.c.max) as i64 + 1) as f64 > sender.w.cwnd {
                return sender.window_full();
            }
            sender.c.next
        }
        _ => return next_by_window(sender),
    };
    sender.within_source_and_receiver(number)
}

/// The next segment that the window allows, for a recovery that does not choose it.
#[inline(always)]
pub fn next_by_window(sender: &mut Sender) -> Option<u64> {
    if window_is_full(sender) {
        sender.window_full()
    } else {
        sender.within_source_and_receiver(sender.c.next)
    }
}

/// Looks whether the source leaves the window unused, before it writes and before each ACK and
/// timer (draft-ietf-ccwg-bbr §4.1.2.4): it has nothing more to send, the window has room, and
/// no lost segment waits.
pub(super) fn look_for_dry_source(sender: &mut Sender, pipe: u64) {
    let is_dry = sender.c.next >= sender.output.source_end && (pipe as i64 + 1) as f64 <= sender.w.cwnd;
    if !is_dry || has_lost_to_send(sender) {
        return;
    }
    if let Some(log) = &mut sender.measure.log {
        log.limit(pipe);
    }
}

/// A segment that was found lost waits for its retransmission.
fn has_lost_to_send(sender: &Sender) -> bool {
    match (sender.loss.kind, sender.mechanisms.own()) {
        (Recovery::Rack, _) => sender.mechanisms.rack().is_some_and(|rack| rack.board.next_lost().is_some()),
        (_, Some(own)) => own.next_lost(sender).is_some(),
        (Recovery::Sack, None) => sender.loss.board.next_lost().is_some(),
        _ => false,
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
