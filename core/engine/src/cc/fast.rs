//! FAST: sets the window directly to the value that keeps a given number of segments in the queue.
//!
//! Jin, Wei & Low 2004. base is the shortest RTT, avg a smoothed RTT; α is the number of segments
//! to keep in the queue.
//!
//! ```text
//! per ACK           avg ← (1 − η)·avg + η·RTT,   η = min(3/cwnd, 1/4)
//!                   avg − base < 0.75 ms:  cwnd ← cwnd + 1                     (no queue yet)
//! once per round    otherwise  cwnd ← min(2·cwnd, (1−γ)·cwnd + γ·(base/avg·cwnd + α))     γ = 0.5
//! loss              ssthresh ← max(cwnd/2, 2);  cwnd ← ssthresh;  no update for a round
//! timeout           ssthresh ← max(cwnd/2, 2);  cwnd ← 1
//! ```

use super::shared::{halve, restart, rules};
use super::{Ack, CongestionControl, Connection, RecoverySupport, Round, Window};
use crate::catalogue::{Param, Params, Rule, RuleKind, Spec, lean_rules, term};
use crate::choices::Recovery;
use crate::trace::Decisions;

/// FAST uses SACK recovery unless the flow chooses another.
pub const RECOVERY: RecoverySupport = RecoverySupport::Default(Recovery::Sack);

/// Segments to keep in the queue.
pub const ALPHA: Param = Param::number(
    "alpha",
    "segments",
    20.0,
    (0.1, 1e5),
    "Segments to keep in the queue: 8 up to 10 Mbit/s, 20 at 100 Mbit/s, 200 from 1 Gbit/s.",
    "Jin, Wei & Low 2004",
);
/// Weight of the new window.
pub const GAMMA: Param =
    Param::number("gamma", "", 0.5, (0.01, 1.0), "Weight of the new window.", "Jin, Wei & Low 2004");
/// Queueing delay below which the window doubles per RTT.
pub const THRESHOLD: Param = Param::number(
    "threshold",
    "s",
    0.000_75,
    (0.0, 1.0),
    "Queueing delay below which the window doubles per RTT.",
    "Jin, Wei & Low 2004",
);

/// What this algorithm declares.
pub const SPEC: Spec = Spec {
    id: "fast",
    name: "FAST",
    summary: "Keeps a set number of segments in the queue. It moves directly to the window that does so.",
    source: "Jin, Wei & Low 2004",
    parameters: &[
        Param::choice(
            "variant",
            &["paper", "spread"],
            "`paper` sets the window at once; `spread` lets it grow over the next round's ACKs.",
            "Jin, Wei & Low 2004",
        ),
        ALPHA,
        GAMMA,
        THRESHOLD,
    ],
    departures: &[
        "One update per round, from the current window. The paper updates every 20 ms from the window of one RTT ago.",
        "α does not adapt to the measured rate.",
        "There is no slow start except the doubling without a queue. ssthresh is for display only.",
    ],
    rules: &RULES,
};

/// The decisions FAST explains.
pub static RULES: [Rule; 4] = lean_rules([
    rules::halving("fast.loss", "Jin, Wei & Low 2004; RFC 5681 eq. (4)"),
    rules::timeout("fast.timeout"),
    Rule {
        key: "fast.queue",
        kind: RuleKind::Phase,
        title: "A queue is detected: the window moves to the value that keeps α segments queued.",
        formula: r"{{average}} - {{base}} \ge {{threshold}}",
        terms: &[
            term("average", r"\overline{\mathit{RTT}}", "s", "Smoothed RTT."),
            term("base", r"\mathit{RTT}_{\mathrm{base}}", "s", "Shortest RTT."),
            term("threshold", r"\theta", "s", "The threshold."),
        ],
        source: "Jin, Wei & Low 2004",
    },
    Rule {
        key: "fast.update",
        kind: RuleKind::Decision,
        title: "End of a round: the window moves halfway to the value that keeps α segments queued.",
        formula: r"{{cwnd}} = \min\left( 2 {{window}},\ (1-\gamma) {{window}} + \gamma \left( \frac{ {{base}} }{ {{average}} } {{window}} + {{alpha}} \right) \right)",
        terms: &[
            term("cwnd", "w'", "segments", "The new window."),
            term("window", "w", "segments", "The window before."),
            term("base", r"\mathit{RTT}_{\mathrm{base}}", "s", "Shortest RTT."),
            term("average", r"\overline{\mathit{RTT}}", "s", "Smoothed RTT."),
            term("alpha", r"\alpha", "segments", "Segments to keep in the queue."),
        ],
        source: "Jin, Wei & Low 2004",
    },
]);
static LOSS: &Rule = &RULES[0];
static TIMEOUT: &Rule = &RULES[1];
static QUEUE: &Rule = &RULES[2];
static UPDATE: &Rule = &RULES[3];

/// FAST's state.
#[derive(Clone, Copy, Debug)]
pub struct Algorithm {
    spreads: bool,
    /// Upper bound of the weight of an RTT sample.
    largest_gain: f64,
    /// Rounds without an update after each update.
    rests: u32,
    alpha: f64,
    gamma: f64,
    threshold_s: f64,
    /// Smoothed RTT; 0 before the first sample.
    average_s: f64,
    window: f64,
    queue_seen: bool,
    /// Rounds to skip without an update; one after a loss.
    skip: u32,
    /// In `spread`: growth that remains from the last update, and growth per ACK.
    growth: (f64, f64),
}

impl Algorithm {
    /// FAST with checked parameters.
    pub fn new(params: &Params) -> Algorithm {
        Algorithm {
            spreads: params.choice("variant") == "spread",
            largest_gain: 0.25,
            rests: 0,
            alpha: params.number("alpha"),
            gamma: params.number("gamma"),
            threshold_s: params.number("threshold"),
            average_s: 0.0,
            window: 1.0,
            queue_seen: false,
            skip: 0,
            growth: (0.0, 0.0),
        }
    }

    /// The same law with a longer memory: at most the share `largest_gain` of an RTT sample enters the
    /// average, and `rests` rounds after an update have none.
    #[inline]
    pub fn slowed(self, largest_gain: f64, rests: u32) -> Algorithm {
        Algorithm { largest_gain, rests, ..self }
    }

    fn target(&self, window: f64, base_s: f64) -> f64 {
        let equilibrium = base_s / self.average_s * window + self.alpha;
        (2.0 * window).min((1.0 - self.gamma) * window + self.gamma * equilibrium)
    }

    fn has_queue(&self, base_s: f64) -> bool {
        self.average_s > 0.0 && self.average_s - base_s >= self.threshold_s
    }
}

impl CongestionControl for Algorithm {
    fn start(&mut self, c: &Connection, w: &mut Window) {
        self.average_s = c.last_rtt_s.unwrap_or(0.0);
        self.window = w.cwnd;
    }

    fn on_ack(&mut self, _c: &Connection, ack: &Ack) {
        let Some(rtt_s) = ack.rtt_s else { return };
        let gain = (3.0 / self.window).min(self.largest_gain);
        self.average_s =
            if self.average_s == 0.0 { rtt_s } else { (1.0 - gain) * self.average_s + gain * rtt_s };
    }

    fn on_increase(&mut self, c: &Connection, ack: &Ack, w: &mut Window, log: &mut Decisions) {
        self.window = w.cwnd;
        let queue = self.has_queue(c.min_rtt_s);
        if queue && !self.queue_seen {
            log.say(QUEUE, &[self.average_s, c.min_rtt_s, self.threshold_s]);
            w.ssthresh = w.ssthresh.min(w.cwnd.max(2.0));
        }
        self.queue_seen = queue;
        if !queue {
            w.cwnd += ack.steps;
        } else if self.growth.0 > 0.0 {
            let step = (self.growth.1 * ack.steps).min(self.growth.0);
            self.growth.0 -= step;
            w.cwnd += step;
        }
    }

    fn on_round(&mut self, c: &Connection, _round: &Round, w: &mut Window, log: &mut Decisions) {
        if self.skip > 0 {
            self.skip -= 1;
            return;
        }
        self.growth = (0.0, 0.0);
        if !self.has_queue(c.min_rtt_s) {
            return;
        }
        let before = w.cwnd;
        let target = self.target(before, c.min_rtt_s);
        if self.spreads && target > before {
            self.growth = (target - before, (target - before) / before);
        } else {
            w.cwnd = target.max(2.0);
        }
        self.skip = self.rests;
        log.say(UPDATE, &[target, before, c.min_rtt_s, self.average_s, self.alpha]);
    }

    fn on_loss(&mut self, c: &Connection, w: &mut Window, log: &mut Decisions) {
        self.growth = (0.0, 0.0);
        self.skip = 1;
        let before = halve(c, w);
        log.say(LOSS, &[w.ssthresh, before]);
    }

    fn on_timeout(&mut self, c: &Connection, repeated: bool, w: &mut Window, log: &mut Decisions) {
        self.growth = (0.0, 0.0);
        self.skip = 1;
        restart(c, repeated, w, log, TIMEOUT);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::Setting;
    use crate::cc::Controller;
    use crate::cc::script::Script;

    fn law(script: &mut Script) -> &mut Algorithm {
        match &mut script.cc {
            Controller::fast(inner) => inner,
            _ => unreachable!(),
        }
    }

    /// A connection with this smoothed RTT and a base of 0.1 s.
    fn queued(variant: &'static str, cwnd: f64, average_s: f64, alpha: f64) -> Script {
        let settings = [("variant", Setting::Choice(variant)), ("alpha", Setting::Number(alpha))];
        let mut script = Script::with(SPEC.id, &settings, cwnd, 2.0);
        law(&mut script).average_s = average_s;
        script
    }

    #[test]
    fn a_round_moves_the_window_to_its_equilibrium() {
        // algorithms.md V13.1, V13.2, V13.4
        for (cwnd, average_s, after) in
            [(100.0, 0.12, 101.666_67), (120.0, 0.12, 120.0), (200.0, 0.15, 176.666_67)]
        {
            let mut script = queued("paper", cwnd, average_s, 20.0);
            script.round(&[average_s; 5]);
            assert!((script.w.cwnd - after).abs() < 1e-5, "{}", script.w.cwnd);
        }
        // V13.3
        let mut script = queued("paper", 10.0, 0.1, 200.0);
        assert_eq!(law(&mut script).target(10.0, 0.1), 20.0);
    }

    #[test]
    fn without_a_queue_every_ack_adds_a_segment() {
        let mut script = queued("paper", 10.0, 0.1, 20.0);
        script.acks(3);
        assert_eq!(script.w.cwnd, 13.0);
        script.round(&[0.1; 10]);
        assert_eq!(script.w.cwnd, 13.0, "no update without a queue");
    }

    #[test]
    fn growth_can_be_spread_over_a_round() {
        let mut script = queued("spread", 100.0, 0.12, 20.0);
        script.c.last_rtt_s = Some(0.12);
        script.round(&[0.12; 5]);
        assert_eq!(script.w.cwnd, 100.0);
        script.acks(100);
        assert!((script.w.cwnd - 101.666_67).abs() < 1e-4, "{}", script.w.cwnd);
        script.acks(50);
        assert!((script.w.cwnd - 101.666_67).abs() < 1e-4, "no more than the update gave");
    }

    #[test]
    fn a_loss_skips_a_round() {
        let mut lossy = queued("paper", 100.0, 0.12, 20.0);
        lossy.lose();
        lossy.round(&[0.12; 5]);
        assert_eq!(lossy.w.cwnd, 50.0);
        lossy.round(&[0.12; 5]);
        assert!(lossy.w.cwnd > 50.0);
    }
}
