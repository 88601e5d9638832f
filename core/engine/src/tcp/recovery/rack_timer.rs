//! The timer of a sender with RACK. It serves one purpose at a time: a timeout, a probe (`tlp`), or
//! overtaken segments that may be lost (Linux, tcp_rearm_rto, tcp_schedule_loss_probe).

use crate::tcp::state::{Outgoing, Purpose, Rack, Sender, Timer};
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

/// Sets the probe's timer instead of the retransmission timer, which would expire after
/// `timeout`.
fn set_probe(timer: &mut Timer, rack: &Rack, now: Time, timeout: Span) {
    timer.deadline = timer.expiry(now, wait(timer.rto.srtt(), rack.board.outstanding(), rack.slack, timeout));
    timer.purpose = Purpose::Probe;
}

/// New segments are acknowledged: a probe waits for what is outstanding, or else the timeout does. The
/// probe's timer is set once per ACK, after the burst: segments sent in the burst would set it again.
#[inline]
pub(in crate::tcp) fn restart(sender: &mut Sender) {
    match sender.mechanisms.rack_mut() {
        Some(rack) if rack.may_probe(sender.c.state) => {
            sender.timer.purpose = Purpose::Probe;
            rack.restarts_probe = true;
        }
        _ => rearm(sender),
    }
}

/// Segments were sent: sets the timer as Linux does (tcp_event_new_data_sent, tcp_write_xmit,
/// tcp_xmit_retransmit_queue).
#[inline]
pub(in crate::tcp) fn after_burst(sender: &mut Sender, out: &[Outgoing]) {
    // Lost segments are sent in the order of their numbers, before new data.
    let resends_oldest =
        out.first().is_some_and(|sent| sent.is_retransmission && sent.number == sender.c.una);
    let sends_new = out.last().is_some_and(|sent| !sent.is_retransmission);
    if resends_oldest && sender.timer.purpose != Purpose::Reordering {
        sender.restart_timer();
        sender.timer.purpose = Purpose::Retransmission;
    }
    let Some(rack) = sender.mechanisms.rack_mut() else { return };
    let restarts_probe = std::mem::take(&mut rack.restarts_probe);
    let (timer, now) = (&mut sender.timer, sender.now);
    if sends_new && rack.may_probe(sender.c.state) {
        let expiry = rack.board.oldest_sent().unwrap_or(now) + timer.rto.timeout();
        set_probe(timer, rack, now, expiry.since(now));
    } else if sends_new && timer.purpose == Purpose::Probe {
        rearm(sender);
    } else if restarts_probe && !resends_oldest {
        let timeout = timer.rto.timeout();
        set_probe(timer, rack, now, timeout);
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
