//! Segmentation offload at the sender (`gso`): segments are handed to the network card in bursts,
//! which leave at the rate of the access link. For the sake of a full burst the sender may wait for
//! the next ACK, if that is expected soon (Linux, tcp_output.c: tcp_tso_autosize,
//! tcp_tso_should_defer).

use super::decisions::BURST;
use super::options::{Pacing, PacingQuantum};
use super::pacing;
use super::state::Sender;
use crate::cc::State;
use crate::trace::Decisions;
use crate::units::Span;

/// A sender waits only if it wrote within this time, and if the next ACK is expected within it.
const SOON: Span = Span::from_millis(1);
/// The part of the window that is worth a burst (`tcp_tso_win_divisor`).
const WORTH: f64 = 3.0;

/// Segments that the next burst may have. Linux keeps a pacing rate of senders that do not pace,
/// too; it is unbounded before the first RTT sample.
fn burst_size(sender: &Sender, size: PacingQuantum) -> u32 {
    let facts = pacing::facts(&sender.c, sender.w);
    let by_window = facts.rate(&Pacing::LINUX).map_or(f64::INFINITY, |(rate, _)| rate);
    facts.quantum(size, sender.pacing_rate().unwrap_or(by_window))
}

/// True if the sender waits for the next ACK, for a larger burst.
#[inline]
pub(super) fn waits(sender: &Sender) -> bool {
    sender.mechanisms.gso().is_some_and(|gso| !gso.is_in_burst() && is_worth_waiting(sender, gso.size))
}

fn is_worth_waiting(sender: &Sender, size: PacingQuantum) -> bool {
    let rack = sender.mechanisms.rack().expect("`gso` runs over RACK");
    if matches!(sender.c.state, State::Recovery | State::Loss) || rack.board.next_lost().is_some() {
        return false;
    }
    let (Some(sent), Some(last)) = (rack.board.oldest_sent(), sender.mechanisms.last_sent()) else {
        return false;
    };
    let by_window = (sender.w.cwnd - rack.board.pipe() as f64).max(0.0) as u64;
    let by_receiver = (sender.c.una + sender.c.receive_window).saturating_sub(sender.c.next);
    let room = by_window.min(by_receiver);
    let by_source = sender.output.source_end - sender.c.next;
    let window = sender.w.cwnd.min(sender.c.receive_window as f64);
    if room == 0
        || room >= by_source
        || room >= u64::from(burst_size(sender, size))
        || room as f64 >= window / WORTH
    {
        return false;
    }
    let srtt = Span::from_secs(sender.c.srtt_s);
    let soon = SOON.min(Span::from_nanos(srtt.nanos() / 2));
    sender.now.since(last) <= SOON && sent + srtt <= sender.now + soon
}

/// A segment leaves: counts it in its burst.
#[inline]
pub(super) fn count(sender: &mut Sender) {
    let Some(gso) = sender.mechanisms.gso() else { return };
    let left = if gso.is_in_burst() { gso.left } else { burst_size(sender, gso.size) };
    if let Some(gso) = sender.mechanisms.gso_mut() {
        gso.left = left - 1;
    }
}

/// The window or the RTT may have changed: tells the size of the bursts if that changes it.
pub(super) fn tell(sender: &mut Sender, log: &mut Decisions) {
    let Some(gso) = sender.mechanisms.gso() else { return };
    let size = burst_size(sender, gso.size);
    if size == gso.told {
        return;
    }
    if let Some(gso) = sender.mechanisms.gso_mut() {
        gso.told = size;
    }
    log.say(BURST, &[f64::from(size), sender.w.cwnd, sender.c.srtt_s]);
}
