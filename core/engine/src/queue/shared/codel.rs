//! The state machine of CoDel (RFC 8289 §5), for a single queue or for each of several lines
//! (queues-and-links §6, ecn-and-l4s §1.3).

use super::marking::{CE_THRESHOLD, CE_THRESHOLD_FOR};
use crate::catalogue::{Param, Params};
use crate::choices::Ecn;
use crate::queue::{DequeueDecision, Marking, QueueView};
use crate::units::{Span, Time};

/// Acceptable queueing delay.
pub const TARGET: Param =
    Param::number("target", "s", 0.005, (1e-6, 10.0), "Acceptable standing queueing delay.", "RFC 8289 §4.3");
/// How long the delay may exceed the target.
pub const INTERVAL: Param = Param::number(
    "interval",
    "s",
    0.1,
    (1e-5, 100.0),
    "How long the delay may stay above the target. It should be the worst-case round-trip time.",
    "RFC 8289 §4.3",
);

/// CoDel's parameters, with `ecn` as the parameter that turns marks on.
pub const fn parameters(ecn: Param) -> [Param; 5] {
    [TARGET, INTERVAL, ecn, CE_THRESHOLD, CE_THRESHOLD_FOR]
}

/// The parameters of CoDel.
#[derive(Clone, Copy, Debug)]
pub struct Rules {
    target: Span,
    interval_s: f64,
    marks: bool,
    /// Packets that have waited longer than this are marked.
    ce_threshold: Option<Span>,
    /// `ce_threshold` marks only packets of L4S senders.
    only_l4s: bool,
    /// The largest packet so far: no packet is dropped if at most as many bytes wait behind it
    /// (`maxpacket_`, RFC 8289 §5.3).
    largest_bytes: u64,
}

impl Rules {
    /// Rules with checked parameters.
    pub fn new(params: &Params) -> Rules {
        Rules {
            target: Span::from_secs(params.number("target")),
            interval_s: params.number("interval"),
            marks: params.flag("ecn"),
            ce_threshold: params.optional_number("ce_threshold").map(Span::from_secs),
            only_l4s: params.choice("ce_threshold_for") == "ect1",
            largest_bytes: 0,
        }
    }

    /// A packet of this size comes to the head of the queue.
    pub fn see(&mut self, packet_bytes: u32) {
        self.largest_bytes = self.largest_bytes.max(packet_bytes.into());
    }

    pub fn marking(&self) -> Option<Marking> {
        (self.marks || self.ce_threshold.is_some()).then_some(Marking::ALWAYS)
    }

    /// A packet that CoDel passes is marked if it has waited longer than `ce_threshold`.
    fn pass(&self, view: &QueueView, arrived: Time) -> DequeueDecision {
        let is_meant = if self.only_l4s { view.ecn == Ecn::Capable1 } else { view.ecn.is_capable() };
        match self.ce_threshold {
            Some(threshold) if is_meant && view.now.since(arrived) > threshold => DequeueDecision::Mark,
            _ => DequeueDecision::Send,
        }
    }
}

/// State of a dequeue, which may take several packets from the head of the queue.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Look {
    /// The next packet is the first one of its dequeue.
    #[default]
    Fresh,
    /// The dequeue dropped a packet that starts the dropping state.
    Entering,
    /// The dequeue dropped a packet because a drop was due.
    Dropping,
}

/// State of CoDel in one queue.
#[derive(Clone, Copy, Debug, Default)]
pub struct Codel {
    first_above: Option<Time>,
    is_dropping: bool,
    drop_next: Time,
    count: u64,
    last_count: u64,
    look: Look,
}

impl Codel {
    /// Counts packets dropped for another reason: the next dropping state begins at a higher rate
    /// (Linux, fq_codel_drop()).
    pub fn count_dropped(&mut self, packets: u64) {
        self.count += packets;
    }

    /// True if queueing delays have been above the target for an interval.
    fn is_too_long(&mut self, rules: &Rules, view: &QueueView, arrived: Time) -> bool {
        if view.now.since(arrived) < rules.target || view.bytes <= rules.largest_bytes {
            self.first_above = None;
            return false;
        }
        match self.first_above {
            Some(first_above) => view.now >= first_above,
            None => {
                self.first_above = Some(view.now + Span::from_secs(rules.interval_s));
                false
            }
        }
    }

    /// Time of the next drop after one that was due at `from`.
    fn after(&self, rules: &Rules, from: Time) -> Time {
        from + Span::from_secs(rules.interval_s / (self.count as f64).sqrt())
    }

    fn drop_now(&mut self, look: Look) -> DequeueDecision {
        self.look = look;
        DequeueDecision::Drop
    }

    fn enter(&mut self, rules: &Rules, now: Time) {
        self.is_dropping = true;
        let delta = self.count.saturating_sub(self.last_count);
        let is_recent = now.since(self.drop_next) < Span::from_secs(16.0 * rules.interval_s);
        self.count = if delta > 1 && is_recent { delta } else { 1 };
        self.last_count = self.count;
        self.drop_next = self.after(rules, now);
    }

    /// Decides about a packet that has waited since `arrived`, when the transmitter is free. The
    /// view counts the packets behind it in this queue. The rules have seen the packet.
    pub fn release(&mut self, rules: &Rules, view: &QueueView, arrived: Time) -> DequeueDecision {
        let is_too_long = self.is_too_long(rules, view, arrived);
        let may_mark = rules.marks && view.ecn.is_capable();
        match std::mem::take(&mut self.look) {
            Look::Entering => {
                self.enter(rules, view.now);
                return rules.pass(view, arrived);
            }
            Look::Fresh if !self.is_dropping => {
                if !is_too_long {
                    return rules.pass(view, arrived);
                }
                if may_mark {
                    // The packet is sent, so this dequeue ends.
                    self.enter(rules, view.now);
                    return DequeueDecision::Mark;
                }
                return self.drop_now(Look::Entering);
            }
            Look::Dropping if is_too_long => self.drop_next = self.after(rules, self.drop_next),
            Look::Fresh | Look::Dropping => {}
        }
        if !is_too_long {
            self.is_dropping = false;
        } else if view.now >= self.drop_next {
            self.count += 1;
            if may_mark {
                self.drop_next = self.after(rules, self.drop_next);
                return DequeueDecision::Mark;
            }
            return self.drop_now(Look::Dropping);
        }
        rules.pass(view, arrived)
    }
}

#[cfg(test)]
mod tests {
    use super::super::marking::ECN;
    use super::*;
    use crate::catalogue::Setting;
    use crate::queue::testing::{capable, view};

    static DECLARED: &[Param] = &parameters(ECN);

    fn rules(set: &[(&str, Setting)]) -> Rules {
        let mut params = Params::defaults(DECLARED);
        for (name, setting) in set {
            params.set(name, setting.clone());
        }
        Rules::new(&params)
    }

    /// One queue with the default rules.
    struct Alone(Codel, Rules);

    impl Alone {
        fn release(&mut self, view: &QueueView, arrived: Time) -> DequeueDecision {
            self.1.see(view.packet_bytes);
            self.0.release(&self.1, view, arrived)
        }
    }

    fn codel() -> Alone {
        Alone(Codel::default(), rules(&[]))
    }

    /// The drop times from `from_s` to `to_s` in a standing queue, where a packet leaves every
    /// `spacing_s` after a wait of `wait_s`.
    fn drops(codel: &mut Alone, from_s: f64, to_s: f64, spacing_s: f64, wait_s: f64) -> Vec<f64> {
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
        // queues-and-links V6.2: count 9, last count 4, re-entry within 1.6 s.
        let reentered = |now_s: f64| {
            let drop_next = Time::from_secs(1.0);
            let mut codel = Codel { count: 9, last_count: 4, drop_next, ..Codel::default() };
            codel.enter(&rules(&[]), Time::from_secs(now_s));
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
    fn what_one_largest_packet_holds_is_no_queue() {
        // RFC 8289 §5.3: with 9000 bytes behind the head, packets of 9000 bytes pass for ever. Packets of 1500
        // bytes are dropped with the same bytes behind them, until one of 9000 bytes has come.
        let mut codel = codel();
        let dropped = |codel: &mut Alone, packet_bytes, from_ms: u32| {
            let times = (from_ms..from_ms + 1000).map(|ms| Time::from_secs(f64::from(ms) / 1e3));
            let waited = |now: Time| now - Span::from_millis(20);
            let views = times.map(|now| QueueView { now, bytes: 9000, packet_bytes, ..view(6) });
            views.filter(|view| codel.release(view, waited(view.now)) == DequeueDecision::Drop).count()
        };
        assert!(dropped(&mut codel, 1500, 1000) > 5);
        assert_eq!(dropped(&mut codel, 9000, 2000), 0);
        assert_eq!(dropped(&mut codel, 1500, 3000), 0, "it has seen a larger one");
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

    /// Packets leave every millisecond after a wait of `wait_s`. Returns the times of the wanted
    /// decision, in milliseconds.
    fn decided(codel: &mut Alone, behind: QueueView, wait_s: f64, wanted: DequeueDecision) -> Vec<u64> {
        let mut list = Vec::new();
        for ms in 1000..1600_u64 {
            let now = Time::from_nanos(ms * 1_000_000);
            let arrived = Time::from_nanos(ms * 1_000_000 - (wait_s * 1e9) as u64);
            let view = QueueView { now, bytes: 60_000, ..behind };
            loop {
                let decision = codel.release(&view, arrived);
                if decision == wanted {
                    list.push(ms);
                }
                if decision != DequeueDecision::Drop {
                    break;
                }
            }
        }
        list
    }

    #[test]
    fn marks_fall_where_drops_would_fall() {
        // ecn-and-l4s E1.6.
        let expected = [1100, 1200, 1271, 1329, 1379, 1424, 1464, 1502, 1538, 1571];
        let marking = || Alone(Codel::default(), rules(&[("ecn", Setting::Flag(true))]));
        assert_eq!(decided(&mut marking(), capable(40), 0.02, DequeueDecision::Mark), expected);
        assert!(decided(&mut marking(), capable(40), 0.02, DequeueDecision::Drop).is_empty());
        assert_eq!(decided(&mut marking(), view(40), 0.02, DequeueDecision::Drop), expected);
        assert_eq!(decided(&mut codel(), capable(40), 0.02, DequeueDecision::Drop), expected, "without ecn");
    }

    #[test]
    fn a_step_beside_codel_marks_what_has_waited_longer() {
        let with = |more: &[(&str, Setting)]| {
            let threshold = [("ce_threshold", Setting::Number(0.001))];
            Alone(Codel::default(), rules(&[&threshold, more].concat()))
        };
        let marks =
            |codel: &mut Alone, view, wait_s| decided(codel, view, wait_s, DequeueDecision::Mark).len();
        assert_eq!(marks(&mut with(&[]), capable(40), 0.001), 0, "not above it");
        assert_eq!(marks(&mut with(&[]), capable(40), 0.001_1), 600);
        assert_eq!(marks(&mut with(&[]), view(40), 0.002), 0, "not capable");
        let only = [("ce_threshold_for", Setting::Choice("ect1"))];
        assert_eq!(marks(&mut with(&only), capable(40), 0.002), 0);
        assert_eq!(marks(&mut with(&only), QueueView { ecn: Ecn::Capable1, ..view(40) }, 0.002), 600);
    }
}
