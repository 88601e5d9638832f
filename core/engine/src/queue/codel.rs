//! CoDel: drops from the head when packets have waited too long for too long.
//!
//! RFC 8289; queues-and-links §6.

use super::{ArrivalDecision, ChannelFacts, DequeueDecision, Discipline, QueueView};
use crate::catalogue::{Param, Params, Spec};
use crate::rng::Stream;
use crate::units::{Span, Time};

/// What this discipline declares.
pub const SPEC: Spec = Spec {
    id: "codel",
    name: "CoDel",
    summary: "Drops from the head when the minimum queueing delay of an interval exceeds the target. Drops become more frequent while it does.",
    source: "RFC 8289",
    parameters: &[
        Param::number(
            "target",
            "s",
            0.005,
            (1e-6, 10.0),
            "Acceptable standing queueing delay.",
            "RFC 8289 §4.3",
        ),
        Param::number(
            "interval",
            "s",
            0.1,
            (1e-5, 100.0),
            "How long the delay may stay above the target: the worst-case round-trip time.",
            "RFC 8289 §4.3",
        ),
    ],
    departures: &["It drops and never marks."],
    rules: &[],
};

/// With no more than this behind it a packet is never dropped.
const MTU_BYTES: u64 = 1500;

/// Where a look at the queue stands, which may take several packets from its head.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Look {
    /// The next packet is the first one of its look.
    Fresh,
    /// A drop has started the dropping state.
    Entering,
    /// A drop in the dropping state was due.
    Dropping,
}

/// The state machine of RFC 8289 §5.
#[derive(Clone, Copy, Debug)]
pub struct Queue {
    target: Span,
    interval_s: f64,
    first_above: Option<Time>,
    is_dropping: bool,
    drop_next: Time,
    count: u64,
    last_count: u64,
    look: Look,
}

impl Queue {
    /// A queue with checked parameters.
    #[inline]
    pub fn new(params: &Params, _facts: &ChannelFacts) -> Queue {
        Queue {
            target: Span::from_secs(params.number("target")),
            interval_s: params.number("interval"),
            first_above: None,
            is_dropping: false,
            drop_next: Time::ZERO,
            count: 0,
            last_count: 0,
            look: Look::Fresh,
        }
    }

    /// True if waits have been above the target for an interval.
    fn is_too_long(&mut self, view: &QueueView, arrived: Time) -> bool {
        if view.now.since(arrived) < self.target || view.bytes <= MTU_BYTES {
            self.first_above = None;
            return false;
        }
        match self.first_above {
            Some(first_above) => view.now >= first_above,
            None => {
                self.first_above = Some(view.now + Span::from_secs(self.interval_s));
                false
            }
        }
    }

    /// When to drop next, after a drop that was due at `from`.
    fn after(&self, from: Time) -> Time {
        from + Span::from_secs(self.interval_s / (self.count as f64).sqrt())
    }

    fn drop_now(&mut self, look: Look) -> DequeueDecision {
        self.look = look;
        DequeueDecision::Drop
    }

    fn enter(&mut self, now: Time) {
        self.is_dropping = true;
        let delta = self.count.saturating_sub(self.last_count);
        let is_recent = now.since(self.drop_next) < Span::from_secs(16.0 * self.interval_s);
        self.count = if delta > 1 && is_recent { delta } else { 1 };
        self.last_count = self.count;
        self.drop_next = self.after(now);
    }
}

impl Discipline for Queue {
    fn arrive(&mut self, view: &QueueView, _random: &mut Stream) -> ArrivalDecision {
        if view.full { ArrivalDecision::Overflow } else { ArrivalDecision::Accept }
    }

    fn decides_at_dequeue(&self) -> bool {
        true
    }

    fn release(&mut self, view: &QueueView, arrived: Time) -> DequeueDecision {
        let is_too_long = self.is_too_long(view, arrived);
        match std::mem::replace(&mut self.look, Look::Fresh) {
            Look::Entering => {
                self.enter(view.now);
                return DequeueDecision::Send;
            }
            Look::Fresh if !self.is_dropping => {
                return if is_too_long { self.drop_now(Look::Entering) } else { DequeueDecision::Send };
            }
            Look::Dropping if is_too_long => self.drop_next = self.after(self.drop_next),
            Look::Fresh | Look::Dropping => {}
        }
        if !is_too_long {
            self.is_dropping = false;
        } else if view.now >= self.drop_next {
            self.count += 1;
            return self.drop_now(Look::Dropping);
        }
        DequeueDecision::Send
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{facts, view};
    use super::*;

    fn codel() -> Queue {
        Queue::new(&Params::defaults(SPEC.parameters), &facts(1000.0))
    }

    /// Drop times within `to_s` of a standing queue whose packets leave every `spacing_s` after a
    /// wait of `wait_s`.
    fn drops(codel: &mut Queue, from_s: f64, to_s: f64, spacing_s: f64, wait_s: f64) -> Vec<f64> {
        let mut list = Vec::new();
        let mut at_s = from_s;
        while at_s < to_s {
            let now = Time::from_secs(at_s);
            let behind = QueueView { now, bytes: 60_000, ..view(40) };
            while codel.release(&behind, Time::from_secs(at_s - wait_s)) == DequeueDecision::Drop {
                list.push(at_s);
            }
            at_s += spacing_s;
        }
        list
    }

    #[test]
    fn drops_come_faster_with_the_square_root_of_their_number() {
        // queues-and-links V6.1: t0 + 0.1 after entry, then 0.1/√2, 0.1/√3, 0.1/√4.
        let spacing_s = 1e-5;
        let times = drops(&mut codel(), 1.0, 1.5, spacing_s, 0.02);
        assert!((times[0] - 1.1).abs() < 2.0 * spacing_s, "one interval above the target: {}", times[0]);
        let expected = [0.1, 0.070_710_7, 0.057_735_0, 0.05];
        for (gap, expected) in times.windows(2).map(|pair| pair[1] - pair[0]).zip(expected) {
            assert!((gap - expected).abs() < 2.0 * spacing_s, "{gap} against {expected}");
        }
        assert!(times.len() > 5);
    }

    #[test]
    fn a_new_dropping_state_takes_up_the_old_rate() {
        // queues-and-links V6.2: count 9, last count 4, within 1.6 s.
        let reentered = |now_s: f64| {
            let drop_next = Time::from_secs(1.0);
            let mut codel = Queue { count: 9, last_count: 4, drop_next, ..codel() };
            codel.enter(Time::from_secs(now_s));
            (codel.count, codel.last_count)
        };
        assert_eq!(reentered(2.5), (5, 5));
        assert_eq!(reentered(2.7), (1, 1));
    }

    #[test]
    fn waits_below_the_target_are_never_cut() {
        // queues-and-links V6.3.
        assert!(drops(&mut codel(), 1.0, 9.0, 1e-3, 0.004_9).is_empty());
    }

    #[test]
    fn one_short_wait_starts_the_interval_anew() {
        let mut codel = codel();
        assert!(drops(&mut codel, 1.0, 1.09, 1e-3, 0.02).is_empty());
        assert!(drops(&mut codel, 1.09, 1.091, 1e-3, 0.001).is_empty());
        assert!(drops(&mut codel, 1.091, 1.19, 1e-3, 0.02).is_empty());
    }

    #[test]
    fn the_last_packets_are_kept() {
        let mut codel = codel();
        for ms in 0..1000 {
            let now = Time::from_secs(1.0 + f64::from(ms) / 1e3);
            let last = QueueView { now, bytes: 1500, ..view(1) };
            assert_eq!(codel.release(&last, Time::from_secs(0.5)), DequeueDecision::Send);
        }
    }
}
