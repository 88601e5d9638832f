//! Adaptive RED: Gentle RED that adapts its drop probability to keep the average queue between the
//! thresholds.
//!
//! Floyd, Gummadi and Shenker 2001, and the earlier rule of Feng et al. that GM02 cites;
//! queues-and-links §5.

use super::shared::marking;
use super::shared::red::{self, Red, Thresholds};
use super::{ArrivalDecision, ChannelFacts, Discipline, Marking, QueueView};
use crate::catalogue::{Contradiction, Param, Params, Spec, text};
use crate::math::exp;
use crate::rng::Stream;
use crate::units::{Span, Time};

const FLOYD: &str = "Floyd, Gummadi and Shenker, Adaptive RED (2001)";

/// What this discipline declares.
pub const SPEC: Spec = Spec {
    id: "adaptive-red",
    name: "Adaptive RED",
    summary: "Gentle RED that adapts max_p so that the average queue stays between the thresholds.",
    source: "Floyd, Gummadi and Shenker, Adaptive RED (2001)",
    parameters: &[
        red::MIN_TH.automatic().sourced(FLOYD),
        red::MAX_TH.automatic().sourced(FLOYD),
        Param { help: text("Initial drop probability at max_th."), ..red::MAX_P }.sourced(FLOYD),
        red::W_Q.automatic().sourced(FLOYD),
        Param::number(
            "target_delay",
            "s",
            0.005,
            (1e-6, 100.0),
            "Queueing delay that determines min_th, if min_th is not given.",
            FLOYD,
        ),
        Param::choice(
            "adapt",
            &["floyd", "feng"],
            "How max_p adapts. `floyd`: every half second by a step or a factor. `feng`: divided by three when the average falls below min_th, doubled when it rises above max_th.",
            "Floyd, Gummadi and Shenker 2001; Feng et al. 1999, which GM02 cites",
        ),
        red::WAIT,
        red::MEAN_PACKET_BYTES,
        marking::ECN,
        red::MARK_LIMIT,
    ],
    departures: &[],
    rules: &[],
};

/// With `floyd`, at least this much time passes between two changes of max_p.
const INTERVAL: Span = Span::from_millis(500);

/// Gentle RED and the state of its adaptation.
#[derive(Clone, Copy, Debug)]
pub struct Queue {
    red: Red,
    by_feng: bool,
    moved_at: Time,
    /// Position of the average at the last arrival: −1 below, 0 between, 1 above the thresholds.
    side: i8,
}

impl Queue {
    /// A queue with checked parameters.
    #[inline]
    pub fn new(params: &Params, facts: &ChannelFacts) -> Queue {
        let packets_per_s = red::packets_per_s(params, facts);
        let automatic_min_th = (params.number("target_delay") * packets_per_s / 2.0).max(5.0);
        let min_th = params.optional_number("min_th").unwrap_or(automatic_min_th);
        let thresholds = Thresholds {
            min_th,
            max_th: params.optional_number("max_th").unwrap_or(3.0 * min_th).max(min_th),
            max_p: params.number("max_p"),
            w_q: params.optional_number("w_q").unwrap_or(1.0 - exp(-1.0 / packets_per_s)),
            gentle: true,
            wait: params.flag("wait"),
            packets_per_s,
            marking: marking::limited(params),
        };
        Queue {
            red: Red::new(thresholds),
            by_feng: params.choice("adapt") == "feng",
            moved_at: Time::ZERO,
            side: 0,
        }
    }

    fn adapt_by_floyd(&mut self, now: Time) {
        if now.since(self.moved_at) <= INTERVAL {
            return;
        }
        self.moved_at = now;
        let thresholds = self.red.thresholds();
        let (margin, max_p) = (0.4 * (thresholds.max_th - thresholds.min_th), thresholds.max_p);
        if self.red.average() > thresholds.max_th - margin && max_p < 0.5 {
            self.red.set_max_p(max_p + (max_p / 4.0).min(0.01));
        } else if self.red.average() < thresholds.min_th + margin && max_p > 0.01 {
            self.red.set_max_p(max_p * 0.9);
        }
    }

    fn adapt_by_feng(&mut self) {
        let thresholds = self.red.thresholds();
        let (average, max_p) = (self.red.average(), thresholds.max_p);
        let side = i8::from(average > thresholds.max_th) - i8::from(average < thresholds.min_th);
        if side != self.side {
            match side {
                -1 => self.red.set_max_p(max_p / 3.0),
                1 => self.red.set_max_p((max_p * 2.0).min(1.0)),
                _ => {}
            }
        }
        self.side = side;
    }
}

impl Discipline for Queue {
    fn arrive(&mut self, view: &QueueView, random: &mut Stream) -> ArrivalDecision {
        self.red.update(view);
        if self.by_feng {
            self.adapt_by_feng();
        } else {
            self.adapt_by_floyd(view.now);
        }
        self.red.decide(view, random)
    }

    #[inline]
    fn contradiction(params: &Params) -> Option<Contradiction> {
        red::contradiction(params)
    }

    fn average(&self) -> Option<f64> {
        Some(self.red.average())
    }

    fn probability(&self) -> Option<f64> {
        Some(self.red.probability())
    }

    fn marking(&self) -> Option<Marking> {
        self.red.thresholds().marking
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{facts, view};
    use super::*;
    use crate::catalogue::Setting;

    fn queue(rate_bps: f64, set: &[(&str, Setting)]) -> Queue {
        let mut params = Params::defaults(SPEC.parameters);
        for (name, setting) in set {
            params.set(name, setting.clone());
        }
        Queue::new(&params, &ChannelFacts { rate_bps, ..facts(200.0) })
    }

    fn close(value: f64, expected: f64) {
        assert!((value - expected).abs() < 1e-6, "{value} against {expected}");
    }

    /// max_p after one arrival at `now_s`, with the average at `average`.
    fn moved(max_p: f64, average: u64, now_s: f64) -> f64 {
        let w_q = ("w_q", Setting::Number(1.0));
        let mut queue = queue(10e6, &[w_q, ("max_p", Setting::Number(max_p))]);
        let at = QueueView { now: Time::from_secs(now_s), ..view(average) };
        queue.arrive(&at, &mut Stream::new(1, "adaptive"));
        queue.red.thresholds().max_p
    }

    #[test]
    fn max_p_rises_by_steps_and_falls_by_a_factor() {
        // queues-and-links V5.1 and V5.2, with thresholds 5 and 15.
        close(moved(0.1, 14, 0.6), 0.11);
        close(moved(0.02, 14, 0.6), 0.025);
        close(moved(0.1, 6, 0.6), 0.09);
        close(moved(0.1, 10, 0.6), 0.1);
        close(moved(0.1, 14, 0.4), 0.1);
        close(moved(0.5, 14, 0.6), 0.5);
        close(moved(0.01, 6, 0.6), 0.01);
    }

    #[test]
    fn weight_and_thresholds_follow_the_rate() {
        // queues-and-links V5.3.
        let slow = queue(10e6, &[]);
        close(slow.red.thresholds().w_q, 0.001_199_28);
        close(slow.red.thresholds().min_th, 5.0);
        close(slow.red.thresholds().max_th, 15.0);
        assert!((queue(100e6, &[]).red.thresholds().min_th - 20.833_3).abs() < 1e-4);
    }

    #[test]
    fn feng_moves_once_per_crossing() {
        let mut queue = queue(10e6, &[("w_q", Setting::Number(1.0)), ("adapt", Setting::Choice("feng"))]);
        let mut random = Stream::new(1, "adaptive");
        let steps = [(20, 0.2), (25, 0.2), (10, 0.2), (3, 0.2 / 3.0), (2, 0.2 / 3.0), (20, 0.4 / 3.0)];
        for (packets, max_p) in steps {
            queue.arrive(&view(packets), &mut random);
            close(queue.red.thresholds().max_p, max_p);
        }
    }
}
