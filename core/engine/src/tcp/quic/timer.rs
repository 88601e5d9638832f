//! The one timer of a QUIC sender: the next packet counts as lost, or a probe is due (quic §4; RFC 9002 §6.2, A.8).

use crate::math::larger;
use crate::tcp::state::{Purpose, Sender};
use crate::units::{Span, Time};

/// The longest probe timeout. RFC 9002 has none: a connection ends by its idle timeout first.
const LONGEST_PTO: Span = Span::from_millis(60_000);

/// What the probe timeout adds up: RTT, variation and the receiver's longest delay, in seconds. Before the first sample
/// the initial RTT counts, and the receiver does not delay: it acknowledges what opens the connection at once.
fn parts_s(sender: &Sender) -> [f64; 3] {
    let Some(quic) = sender.mechanisms.quic() else { return [0.0; 3] };
    let initial_s = quic.setup.initial_rtt.secs();
    match sender.c.srtt_s {
        0.0 => [initial_s, initial_s / 2.0, 0.0],
        srtt_s => [srtt_s, sender.c.rttvar_s, quic.setup.max_ack_delay.secs()],
    }
}

/// The probe timeout without its back-off (RFC 9002 §6.2.1).
fn base(sender: &Sender) -> Span {
    let [srtt_s, rttvar_s, delay_s] = parts_s(sender);
    let granularity = sender.mechanisms.quic().map_or(Span::ZERO, |quic| quic.setup.granularity);
    Span::from_secs(srtt_s + larger(4.0 * rttvar_s, granularity.secs()) + delay_s)
}

/// The probe timeout.
pub(in crate::tcp) fn probe_timeout(sender: &Sender) -> Span {
    let doubled = base(sender).nanos().saturating_mul(u64::from(sender.timer.rto.back_off()));
    Span::from_nanos(doubled).min(LONGEST_PTO)
}

/// The terms of the rule of a probe timeout that expired.
pub(in crate::tcp) fn values(sender: &Sender, timeout: Span, back_off: f64, probes: f64) -> [f64; 6] {
    let [srtt_s, rttvar_s, delay_s] = parts_s(sender);
    [timeout.secs(), srtt_s, rttvar_s, delay_s, back_off, probes]
}

/// Losses in a row over more than this are persistent congestion (RFC 9002 §7.6.1).
pub(in crate::tcp) fn persistent_after(sender: &Sender) -> Span {
    Span::from_nanos(3 * base(sender).nanos())
}

/// Sets the timer. For use once everything that leaves now is sent.
pub(in crate::tcp) fn set(sender: &mut Sender) {
    let Some(quic) = sender.mechanisms.quic() else { return };
    let (loss_time, in_flight, last_sent) = (quic.loss_time, quic.in_flight, quic.last_sent);
    let (deadline, purpose) = if loss_time != Time::NEVER {
        (loss_time, Purpose::Reordering)
    } else if in_flight == 0 {
        (Time::NEVER, Purpose::Probe)
    } else {
        ((last_sent + probe_timeout(sender)).max(sender.now), Purpose::Probe)
    };
    sender.timer.deadline = deadline;
    sender.timer.purpose = purpose;
}
