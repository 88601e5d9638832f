//! Step: marks every packet that finds more than a threshold in the queue, as DCTCP requires.
//!
//! DCTCP (SIGCOMM 2010) §3.1, RFC 8257 §3.1; ecn-and-l4s §1.4.

use super::shared::marking::{self, ECN_ON};
use super::{ArrivalDecision, ChannelFacts, DequeueDecision, Discipline, Features, Marking, QueueView};
use crate::catalogue::{Contradiction, Param, Params, Spec};
use crate::rng::Stream;
use crate::units::{Span, Time, decimal};

const SOURCE: &str = "DCTCP (SIGCOMM 2010) §3.1; RFC 8257 §3.1";
/// Default threshold, in packets.
const PACKETS: f64 = 65.0;

/// What this discipline declares.
pub const SPEC: Spec = Spec {
    id: "step",
    name: "Step marking",
    summary: "Marks every packet that finds more than a threshold in the queue. It uses neither an average nor randomness.",
    source: SOURCE,
    parameters: &[
        Param::number(
            "threshold",
            "packets",
            PACKETS,
            (0.0, 1e9),
            "Waiting packets above which arrivals are marked. Default: 65 packets, if threshold_time is not given.",
            "DCTCP (SIGCOMM 2010): 65 at 10 Gbit/s, 20 at 1 Gbit/s",
        )
        .automatic(),
        Param::number(
            "threshold_time",
            "s",
            0.001,
            (1e-6, 10.0),
            "Queueing delay above which arrivals are marked, instead of threshold.",
            "ours",
        )
        .automatic(),
        Param::choice(
            "non_ect",
            &["drop", "pass"],
            "What happens above the threshold to packets that are not ECN-capable. `drop` drops them. With `pass` only a full queue drops them.",
            "ours",
        ),
        ECN_ON,
    ],
    departures: &[
        "The packet in transmission does not count, so marks begin one packet later than in SIGCOMM 2010.",
    ],
    rules: &[],
};

/// The threshold above which packets are marked.
#[derive(Clone, Copy, Debug)]
enum Threshold {
    Packets(f64),
    Wait(Span),
}

/// The marker. It has no state.
#[derive(Clone, Copy, Debug)]
pub struct Queue {
    threshold: Threshold,
    drops_others: bool,
    marking: Option<Marking>,
}

impl Queue {
    /// A queue with checked parameters.
    #[inline]
    pub fn new(params: &Params, _facts: &ChannelFacts) -> Queue {
        Queue {
            threshold: match params.optional_number("threshold_time") {
                Some(wait_s) => Threshold::Wait(Span::from_secs(wait_s)),
                None => Threshold::Packets(params.optional_number("threshold").unwrap_or(PACKETS)),
            },
            drops_others: params.choice("non_ect") == "drop",
            marking: marking::unlimited(params),
        }
    }

    /// True if the discipline acts on this packet when the queue is above the threshold.
    fn answers(&self, view: &QueueView) -> bool {
        view.ecn.is_capable() || self.drops_others
    }
}

impl Discipline for Queue {
    fn features() -> Features {
        Features { marks_by_default: true, serves_l4s: true, ..Features::NONE }
    }

    fn arrive(&mut self, view: &QueueView, _random: &mut Stream) -> ArrivalDecision {
        let is_above = match self.threshold {
            Threshold::Packets(packets) => view.packets as f64 > packets,
            Threshold::Wait(most) => view.wait.is_some_and(|wait| wait > most),
        };
        if view.full {
            ArrivalDecision::Overflow
        } else if is_above && self.answers(view) {
            ArrivalDecision::Early.or_mark(self.marking.is_some())
        } else {
            ArrivalDecision::Accept
        }
    }

    fn release(&mut self, view: &QueueView, arrived: Time) -> DequeueDecision {
        match self.threshold {
            Threshold::Wait(most) if view.now.since(arrived) > most && self.answers(view) => {
                if self.marking.is_some() { DequeueDecision::Mark } else { DequeueDecision::Drop }
            }
            _ => DequeueDecision::Send,
        }
    }

    #[inline]
    fn contradiction(params: &Params) -> Option<Contradiction> {
        let (_, threshold) =
            (params.optional_number("threshold_time")?, params.optional_number("threshold")?);
        Some(Contradiction {
            parameter: "threshold",
            found: decimal(threshold),
            allowed: "one of threshold and threshold_time".to_owned(),
        })
    }

    fn marking(&self) -> Option<Marking> {
        self.marking
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{capable, facts, view};
    use super::*;
    use crate::catalogue::Setting;

    fn step(set: &[(&str, Setting)]) -> Queue {
        let mut params = Params::defaults(SPEC.parameters);
        for (name, setting) in set {
            params.set(name, setting.clone());
        }
        assert!(<Queue as Discipline>::contradiction(&params).is_none());
        Queue::new(&params, &facts(1000.0))
    }

    fn decided(mut step: Queue, view: &QueueView) -> ArrivalDecision {
        step.arrive(view, &mut Stream::new(1, "step"))
    }

    #[test]
    fn what_finds_more_than_the_threshold_is_marked() {
        // ecn-and-l4s E1.7.
        let at_20 = || step(&[("threshold", Setting::Number(20.0))]);
        let passing = || step(&[("threshold", Setting::Number(20.0)), ("non_ect", Setting::Choice("pass"))]);
        for (packets, is_above) in [(19, false), (20, false), (21, true), (60, true)] {
            let expected = |above| if is_above { above } else { ArrivalDecision::Accept };
            assert_eq!(decided(at_20(), &capable(packets)), expected(ArrivalDecision::Mark));
            // The discipline only decides to mark; the channel drops packets that cannot be marked.
            assert_eq!(decided(at_20(), &view(packets)), expected(ArrivalDecision::Mark));
            assert_eq!(decided(passing(), &view(packets)), ArrivalDecision::Accept);
            assert_eq!(decided(passing(), &capable(packets)), expected(ArrivalDecision::Mark));
        }
        let full = QueueView { full: true, ..capable(60) };
        assert_eq!(decided(at_20(), &full), ArrivalDecision::Overflow);
        let dropping = step(&[("ecn", Setting::Flag(false))]);
        assert_eq!(decided(dropping, &capable(66)), ArrivalDecision::Early);
        assert_eq!(decided(dropping, &capable(65)), ArrivalDecision::Accept, "65 packets by default");
    }

    #[test]
    fn the_threshold_may_be_a_time() {
        // ecn-and-l4s E1.8: the wait is 0.96 ms behind 7 packets and the one in transmission, and
        // 1.08 ms behind 8.
        let at_1ms = step(&[("threshold_time", Setting::Number(0.001))]);
        let behind = |us: u64| QueueView { wait: Some(Span::from_nanos(us * 1000)), ..capable(7) };
        assert_eq!(decided(at_1ms, &behind(960)), ArrivalDecision::Accept);
        assert_eq!(decided(at_1ms, &behind(1000)), ArrivalDecision::Accept);
        assert_eq!(decided(at_1ms, &behind(1080)), ArrivalDecision::Mark);
        // If the queue decides at dequeue, the wait is known only when it is over.
        assert_eq!(decided(at_1ms, &capable(1000)), ArrivalDecision::Accept);
        let mut late = at_1ms;
        let now = Time::from_secs(1.0);
        let released = |late: &mut Queue, wait_s: f64| {
            late.release(&QueueView { now, ..capable(7) }, Time::from_secs(1.0 - wait_s))
        };
        assert_eq!(released(&mut late, 0.000_96), DequeueDecision::Send);
        assert_eq!(released(&mut late, 0.001_08), DequeueDecision::Mark);
    }

    #[test]
    fn two_thresholds_contradict_each_other() {
        let mut params = Params::defaults(SPEC.parameters);
        params.set("threshold", Setting::Number(5.0));
        params.set("threshold_time", Setting::Number(0.001));
        let refused = <Queue as Discipline>::contradiction(&params).expect("both are given");
        assert_eq!((refused.parameter, refused.found.as_str()), ("threshold", "5"));
    }
}
