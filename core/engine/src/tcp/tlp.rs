//! Tail loss probes (`tlp`; RFC 8985 §7, Linux tcp_schedule_loss_probe, tcp_send_loss_probe).
//!
//! If the last segments of a flight are lost, no later segment reveals the loss. After about two
//! RTTs of silence the sender sends a probe. Its ACK starts a fast recovery and so avoids a
//! timeout.

use super::decisions::PROBE;
use super::state::{AckArrival, Outgoing, Probe, Purpose, Sender};
use crate::cc::State;
use crate::trace::Decisions;
use crate::units::Span;

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

impl Sender {
    /// True if a probe may be sent instead of waiting for a timeout.
    #[inline]
    pub(super) fn may_probe(&self) -> bool {
        self.c.state == State::Open
            && self.mechanisms.rack().is_some_and(|rack| rack.sends_probes && rack.board.outstanding() > 0)
    }

    /// Sets the probe's timer instead of the retransmission timer, which would expire after
    /// `timeout`.
    pub(super) fn set_probe_timer(&mut self, timeout: Span) {
        let Some(rack) = self.mechanisms.rack() else {
            return;
        };
        let srtt = self.timer.rto.srtt();
        self.timer.deadline = self.now + wait(srtt, rack.board.outstanding(), rack.slack, timeout);
        self.timer.purpose = Purpose::Probe;
    }

    /// The probe's timer expires: sends a new segment if there is one, whatever the window is, or
    /// else retransmits the highest one. At most one probe is sent per flight.
    pub(super) fn send_probe(&mut self, out: &mut Vec<Outgoing>, log: &mut Decisions) {
        if self.mechanisms.rack().is_none_or(|rack| rack.probe.is_some()) {
            self.timer.purpose = Purpose::Probe;
            return self.rearm_timeout();
        }
        let outstanding = self.c.max - self.c.una;
        let new = self.within_source_and_receiver(self.c.next);
        let number = new.unwrap_or(self.c.max.saturating_sub(1));
        let waited = self.mechanisms.rack().and_then(|rack| rack.board.sent_at(self.c.max.saturating_sub(1)));
        let waited_s = self.now.since(waited.unwrap_or(self.now)).secs();
        log.say(PROBE, &[number as f64, waited_s, self.c.srtt_s, outstanding as f64]);
        let log = self.measure.log.as_ref().filter(|_| self.needs.notices && new.is_none());
        let original = log.and_then(|sent| sent.lost(number, self.c.lost + 1));
        self.transmit(number, out);
        if let Some(rack) = self.mechanisms.rack_mut() {
            let resent = new.is_none().then_some(self.now);
            rack.probe = Some(Probe { end: self.c.next, resent, original });
        }
        self.restart_timer();
        self.timer.purpose = Purpose::Retransmission;
    }

    /// Checks whether an ACK answers the probe. If its echoed time shows that a retransmitted probe
    /// arrived, the original was lost.
    #[inline]
    pub(super) fn look_at_probe(&mut self, arrival: &AckArrival, log: &mut Decisions) {
        let Some(rack) = self.mechanisms.rack_mut() else {
            return;
        };
        let Some(probe) = rack.probe.filter(|probe| self.c.una >= probe.end) else {
            return;
        };
        rack.probe = None;
        if probe.resent.is_some_and(|sent| arrival.echo >= sent) {
            self.pay_for_probe(probe.end - 1, probe.original, log);
        }
    }
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
