//! The timer of a sender with RACK. It serves one purpose at a time: a timeout, a probe (`tlp`), or
//! overtaken segments that may be lost (Linux, tcp_rearm_rto, tcp_schedule_loss_probe).

use crate::cc::{Connection, State};
use crate::tcp::state::{MechanismSlot, Outgoing, Purpose, Sender, Timer};
use crate::units::{Span, Time};

/// The longest time that a receiver waits for a second segment (Linux: the smallest timeout).
const MAX_ACK_DELAY: Span = Span::from_millis(200);
/// The wait before the first RTT sample.
const INITIAL: Span = Span::from_millis(1000);

/// How long to wait before a probe, with `outstanding` unacknowledged segments and a retransmission
/// timer that expires after `timeout`.
fn wait(srtt: Span, outstanding: u64, slack: Span, timeout: Span) -> Span {
    let wait = match (srtt, outstanding) {
        (Span::ZERO, _) => INITIAL,
        (srtt, 1) => srtt + srtt + MAX_ACK_DELAY,
        (srtt, _) => srtt + srtt + slack,
    };
    if timeout == Span::ZERO { wait } else { wait.min(timeout) }
}

/// True if a probe may be sent instead of waiting for a timeout.
#[inline]
pub(in crate::tcp) fn may_probe(c: &Connection, mechanisms: &MechanismSlot) -> bool {
    c.state == State::Open
        && mechanisms.rack().is_some_and(|rack| rack.sends_probes && rack.board.outstanding() > 0)
}

/// Sets the probe's timer instead of the retransmission timer, which would expire after
/// `timeout`.
fn set_probe(sender: &mut Sender, timeout: Span) {
    let Some(rack) = sender.mechanisms.rack() else {
        return;
    };
    let srtt = sender.timer.rto.srtt();
    sender.timer.deadline = sender.expiry(wait(srtt, rack.board.outstanding(), rack.slack, timeout));
    sender.timer.purpose = Purpose::Probe;
}

/// The probe's timer is set once per ACK, after the burst: segments sent in the burst would set
/// it again.
pub(in crate::tcp) fn restart_probe_after_burst(mechanisms: &mut MechanismSlot, timer: &mut Timer) {
    timer.purpose = Purpose::Probe;
    if let Some(rack) = mechanisms.rack_mut() {
        rack.restarts_probe = true;
    }
}

/// Segments were sent: sets the timer as Linux does (tcp_event_new_data_sent, tcp_write_xmit,
/// tcp_xmit_retransmit_queue).
#[inline]
pub(in crate::tcp) fn after_burst(sender: &mut Sender, out: &[Outgoing]) {
    let restarts_probe =
        sender.mechanisms.rack_mut().is_some_and(|rack| std::mem::take(&mut rack.restarts_probe));
    // Lost segments are sent in the order of their numbers, before new data.
    let resends_oldest =
        out.first().is_some_and(|sent| sent.is_retransmission && sent.number == sender.c.una);
    let sends_new = out.last().is_some_and(|sent| !sent.is_retransmission);
    if resends_oldest && sender.timer.purpose != Purpose::Reordering {
        sender.restart_timer();
        sender.timer.purpose = Purpose::Retransmission;
    }
    if sends_new && may_probe(&sender.c, &sender.mechanisms) {
        let expiry = oldest_sent(sender) + sender.timer.rto.timeout();
        let timeout = expiry.since(sender.now);
        set_probe(sender, timeout);
    } else if sends_new && sender.timer.purpose == Purpose::Probe {
        rearm(sender);
    } else if restarts_probe && !resends_oldest {
        let timeout = sender.timer.rto.timeout();
        set_probe(sender, timeout);
    }
}

/// Sets the retransmission timer. If it replaces another timer, the timeout counts from when
/// the oldest segment was sent.
pub(in crate::tcp) fn rearm(sender: &mut Sender) {
    if sender.timer.purpose == Purpose::Retransmission {
        sender.restart_timer();
    } else {
        sender.start_timer_at(oldest_sent(sender));
    }
    sender.timer.purpose = Purpose::Retransmission;
}

/// When the oldest segment was sent that is outstanding.
fn oldest_sent(sender: &Sender) -> Time {
    sender.mechanisms.rack().and_then(|rack| rack.board.oldest_sent()).unwrap_or(sender.now)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_rtts_and_the_receivers_wait_but_not_beyond_the_timeout() {
        let ms = Span::from_millis;
        let linux = ms(2);
        assert_eq!(wait(ms(100), 5, linux, ms(300)), ms(202));
        assert_eq!(wait(ms(100), 5, Span::ZERO, ms(300)), ms(200));
        assert_eq!(wait(ms(100), 1, linux, ms(300)), ms(300));
        assert_eq!(wait(Span::ZERO, 10, linux, ms(1000)), ms(1000));
        assert_eq!(wait(ms(30), 1, linux, ms(230)), ms(230));
        assert_eq!(wait(ms(30), 4, linux, ms(230)), ms(62));
        assert_eq!(wait(ms(30), 4, Span::ZERO, ms(230)), ms(60));
    }
}
