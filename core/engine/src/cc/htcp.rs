//! H-TCP: the window grows faster with the time since the last loss; a loss reduces it just enough
//! to empty the queue.
//!
//! MV06 §II eq. (5); Leith & Shorten 2004. Δ is the time since the last loss, rttmin the shortest
//! RTT of the connection, rttmax the longest RTT since that loss.
//!
//! ```text
//! ACK of new data   cwnd ← cwnd + a/cwnd,  a = 1                                  Δ ≤ 1 s
//!                                          a = 1 + 10·(Δ−1) + ((Δ−1)/2)²          Δ > 1 s
//! loss              cwnd ← cwnd·rttmin/rttmax;  ssthresh ← cwnd
//! timeout           ssthresh ← max(cwnd/2, 2);  cwnd ← 1
//! ```
//! `draft` and `linux` bound the decrease and compensate for it in the growth (`adaptive.rs`).

mod adaptive;

use super::shared::{AckCounter, cut_to, in_slow_start_of, restart, restart_to, rules, used};
use super::{Ack, CongestionControl, Connection, RecoverySupport, Round, State, Window};
use crate::catalogue::{Param, Params, Rule, RuleKind, Spec, lean_rules, term};
use crate::choices::Recovery;
use crate::trace::Decisions;
use adaptive::Adaptive;

/// MV06 used SACK-based code for the high-speed variants.
pub const RECOVERY: RecoverySupport = RecoverySupport::Default(Recovery::Sack);

/// Time of growth as in Reno.
pub const LOW_PERIOD: Param = Param::number(
    "low_period",
    "s",
    1.0,
    (0.0, 100.0),
    "Time after a loss during which the window grows as in Reno.",
    "MV06 §II",
);

/// What this algorithm declares.
pub const SPEC: Spec = Spec {
    id: "htcp",
    name: "H-TCP",
    summary: "Grows faster with the time since the last loss. A loss reduces the window just enough to empty the queue.",
    source: "MV06 §II eq. (5); Leith & Shorten 2004",
    parameters: &[
        Param::choice(
            "variant",
            &["mv06", "draft", "linux"],
            "`mv06` as printed; `draft` keeps between 0.5 and 0.8 of the window, and 0.5 when the throughput changes by a fifth; `linux` also scales the growth with the RTT.",
            "MV06 eq. (5)",
        ),
        LOW_PERIOD,
    ],
    departures: &[
        "In MV06 the decrease has no bounds: without any queue (rttmax = rttmin) a loss does not change the window. `draft` and `linux` bound it.",
        "`draft` compares the throughput of the last complete round before a loss. `linux` takes the largest smoothed rate since the last loss, as the module does, over rounds of this engine.",
        "`linux` keeps rates and factors as real numbers; its window has whole segments, as the kernel's.",
    ],
    rules: &RULES,
};

/// The decisions H-TCP explains.
pub static RULES: [Rule; 4] = lean_rules([
    Rule {
        key: "htcp.loss",
        kind: RuleKind::WindowCut,
        title: "Loss detected: the window shrinks by the part that fills the queue.",
        formula: concat!(
            r"{{cwnd}} = \beta \cdot {{window}},\quad ",
            r"\frac{ {{rtt_min}} }{ {{rtt_max}} } \rightarrow \beta = {{factor}}"
        ),
        terms: &[
            term("cwnd", r"\mathit{cwnd}'", "segments", "The new window."),
            term("window", r"\mathit{cwnd}", "segments", "The window before."),
            term("rtt_min", r"\mathit{RTT}_{\min}", "s", "The shortest RTT of the connection."),
            term("rtt_max", r"\mathit{RTT}_{\max}", "s", "The longest RTT since the last loss."),
            term("factor", r"\beta", "", "Fraction of the window that remains, within its bounds."),
        ],
        source: "MV06 §II; Leith & Shorten 2004",
    },
    rules::timeout_own("htcp.timeout", "MV06 §II; RFC 5681 §3.1"),
    rules::avoidance("htcp.avoidance", "Slow start ends: the time since the last loss sets the increase."),
    Rule {
        key: "htcp.high-speed",
        kind: RuleKind::Phase,
        title: "The time of growth as in Reno is over: the growth accelerates.",
        formula: r"\Delta = {{elapsed}} > {{low_period}} \ \Rightarrow\ a = 1 + 10 (\Delta - \Delta_L) + \left( \frac{\Delta - \Delta_L}{2} \right)^2",
        terms: &[
            term("elapsed", r"\Delta", "s", "Time since the last loss."),
            term("low_period", r"\Delta_L", "s", "Time of growth as in Reno."),
        ],
        source: "MV06 eq. (5)",
    },
]);
pub static LOSS: &Rule = &RULES[0];
pub static TIMEOUT: &Rule = &RULES[1];
/// The end of slow start.
pub static AVOIDANCE: &Rule = &RULES[2];
/// Growth as in Reno is over.
pub static HIGH_SPEED: &Rule = &RULES[3];

/// H-TCP's state.
#[derive(Clone, Copy, Debug)]
pub struct Algorithm {
    adaptive: Option<Adaptive>,
    low_period_s: f64,
    /// Time of the last loss (Linux: of the end of its recovery).
    lost_s: f64,
    rtt_max_s: f64,
    fast: bool,
    counter: AckCounter,
}

impl Algorithm {
    /// H-TCP with checked parameters.
    pub fn new(params: &Params) -> Algorithm {
        Algorithm {
            adaptive: match params.choice("variant") {
                "draft" => Some(Adaptive::new(false)),
                "linux" => Some(Adaptive::new(true)),
                _ => None,
            },
            low_period_s: params.number("low_period"),
            lost_s: 0.0,
            rtt_max_s: 0.0,
            fast: false,
            counter: AckCounter::default(),
        }
    }

    fn is_linux(&self) -> bool {
        self.adaptive.as_ref().is_some_and(|adaptive| adaptive.linux)
    }

    /// The growth per RTT `elapsed_s` after the last loss, eq. (5).
    fn step(&self, elapsed_s: f64, rtt_min_s: f64) -> f64 {
        let past_s = (elapsed_s - self.low_period_s).max(0.0);
        let a = 1.0 + 10.0 * past_s + (past_s / 2.0) * (past_s / 2.0);
        match &self.adaptive {
            Some(adaptive) => a * adaptive.scale(rtt_min_s),
            None => a,
        }
    }

    /// The fraction of `window` that remains, and the two RTTs that determine it.
    fn back_off(&mut self, c: &Connection, window: f64) -> (f64, f64, f64) {
        let rtt_min_s = c.min_rtt_s;
        let rtt_max_s = if self.rtt_max_s > 0.0 { self.rtt_max_s } else { c.last_rtt_s.unwrap_or(rtt_min_s) };
        let factor = match &mut self.adaptive {
            Some(adaptive) => adaptive.on_loss(rtt_min_s, rtt_max_s),
            None => rtt_min_s / rtt_max_s,
        };
        self.lost_s = c.now_s;
        self.fast = false;
        self.counter.clear();
        self.rtt_max_s = if self.is_linux() {
            // In Linux rttmax decays slowly: by 5 % of its distance to rttmin per loss.
            rtt_min_s + 0.95 * (rtt_max_s - rtt_min_s).max(0.0)
        } else {
            0.0
        };
        // Without an RTT sample the factor is not finite.
        let factor = if factor.is_finite() { factor } else { 0.5 };
        let factor = if self.is_linux() { (window * factor).floor() / window } else { factor };
        (factor, rtt_min_s, rtt_max_s)
    }
}

impl CongestionControl for Algorithm {
    fn start(&mut self, c: &Connection, _w: &mut Window) {
        self.lost_s = c.now_s;
    }

    fn on_ack(&mut self, c: &Connection, ack: &Ack) {
        let Some(rtt_s) = ack.rtt_s else { return };
        if !self.is_linux() {
            self.rtt_max_s = self.rtt_max_s.max(rtt_s);
        } else if c.state == State::Open {
            let srtt_s = c.srtt_s;
            self.rtt_max_s = self.rtt_max_s.max(c.min_rtt_s);
            if srtt_s > self.rtt_max_s && srtt_s <= self.rtt_max_s + 0.02 {
                self.rtt_max_s = srtt_s;
            }
        }
    }

    fn on_increase(&mut self, c: &Connection, ack: &Ack, w: &mut Window, log: &mut Decisions) {
        if in_slow_start_of(self.is_linux(), c, ack, w, log, AVOIDANCE) {
            return;
        }
        let elapsed_s = c.now_s - self.lost_s;
        if elapsed_s > self.low_period_s && !self.fast {
            self.fast = true;
            log.say(HIGH_SPEED, &[elapsed_s, self.low_period_s]);
        }
        let step = self.step(elapsed_s, c.min_rtt_s);
        if self.is_linux() {
            self.counter.count(ack.acked as f64, w.cwnd.floor() / step, w);
        } else {
            w.cwnd += step * ack.steps / w.cwnd;
        }
    }

    fn on_round(&mut self, _c: &Connection, round: &Round, _w: &mut Window, _log: &mut Decisions) {
        if let Some(adaptive) = &mut self.adaptive {
            if round.duration_s > 0.0 {
                adaptive.take_rate(round.acked as f64 / round.duration_s);
            }
        }
    }

    fn on_loss(&mut self, c: &Connection, w: &mut Window, log: &mut Decisions) {
        let before = used(c, w);
        let (factor, rtt_min_s, rtt_max_s) = self.back_off(c, before);
        cut_to(c, before * factor, w);
        log.say(LOSS, &[w.cwnd, before, rtt_min_s, rtt_max_s, factor]);
    }

    fn on_recovery_exit(&mut self, c: &Connection, _w: &mut Window, _log: &mut Decisions) {
        if self.is_linux() {
            self.lost_s = c.now_s;
        }
    }

    fn on_timeout(&mut self, c: &Connection, repeated: bool, w: &mut Window, log: &mut Decisions) {
        let before = used(c, w);
        let (factor, ..) = self.back_off(c, before);
        if self.is_linux() {
            restart_to(c, before * factor, repeated, w, log, TIMEOUT);
        } else {
            restart(c, repeated, w, log, TIMEOUT);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::Setting;
    use crate::cc::script::Script;

    fn avoiding(variant: &'static str, cwnd: f64) -> Script {
        Script::with(SPEC.id, &[("variant", Setting::Choice(variant))], cwnd, 2.0)
    }

    #[test]
    fn the_growth_follows_the_time_since_the_last_loss() {
        // algorithms.md V10.1, V10.5
        let law = Algorithm::new(&Params::defaults(SPEC.parameters));
        for (elapsed_s, a) in [(0.3, 1.0), (1.0, 1.0), (1.5, 6.0625), (2.0, 11.25), (5.0, 45.0)] {
            assert_eq!(law.step(elapsed_s, 0.1), a, "after {elapsed_s} s");
        }
        // V10.2
        let mut script = avoiding("mv06", 100.0);
        script.wait(2.0);
        script.acks(1);
        assert!((script.w.cwnd - 100.1125).abs() < 1e-9);
        assert_eq!(script.said()[0].0, "htcp.high-speed");
    }

    #[test]
    fn a_loss_takes_what_fills_the_queue() {
        // algorithms.md V10.3, V10.4
        for (variant, rtt_s, after) in
            [("mv06", 0.2, 500.0), ("mv06", 0.11, 909.0909), ("draft", 0.11, 800.0)]
        {
            let mut script = avoiding(variant, 1000.0);
            script.rtt(rtt_s);
            script.acks(1);
            script.w.cwnd = 1000.0;
            script.lose();
            assert!((script.w.cwnd - after).abs() < 1e-4, "{variant}: {}", script.w.cwnd);
        }
    }

    #[test]
    fn the_draft_makes_up_for_a_small_cut_with_slower_growth() {
        // algorithms.md V10.4: a is scaled by 2(1 − 0.8) = 0.4
        let mut script = avoiding("draft", 1000.0);
        script.rtt(0.11);
        script.acks(1);
        script.lose();
        script.w = Window { cwnd: 100.0, ssthresh: 2.0 };
        script.acks(1);
        assert!((script.w.cwnd - 100.004).abs() < 1e-9, "{}", script.w.cwnd);
    }

    #[test]
    fn a_change_of_throughput_by_a_fifth_makes_the_cut_a_half() {
        let mut script = avoiding("draft", 1000.0);
        script.rtt(0.11);
        script.acks(1);
        script.round(&[0.11; 500]);
        script.lose();
        assert_eq!(script.said().last().map(|said| said.1[4]), Some(0.5));
        script.round(&[0.11; 500]);
        script.acks(1);
        script.lose();
        assert_eq!(script.said().last().map(|said| said.1[4]), Some(0.8));
    }

    #[test]
    fn linux_scales_the_growth_with_the_rtt_and_starts_from_a_half() {
        let mut script = avoiding("linux", 100.0);
        script.c.min_rtt_s = 0.05;
        // 0.1 s / 0.05 s = 2: half the growth at the reference RTT. β = 0.5 does not change a.
        script.acks(200);
        assert_eq!(script.w.cwnd, 100.0);
        script.acks(1);
        assert_eq!(script.w.cwnd, 101.0);
        script.w.cwnd = 100.0;
        script.lose();
        assert_eq!(script.w.cwnd, 50.0);
    }

    #[test]
    fn the_longest_rtt_counts_from_the_last_loss_on() {
        let mut script = avoiding("mv06", 1000.0);
        script.rtt(0.4);
        script.acks(1);
        script.lose();
        script.rtt(0.2);
        script.acks(1);
        script.w.cwnd = 1000.0;
        script.lose();
        assert_eq!(script.w.cwnd, 500.0);
    }
}
