//! HSTCP (HighSpeed TCP): a larger window has a larger increase and a smaller decrease.
//!
//! MV06 §II eq. (3), (4); RFC 3649.
//!
//! ```text
//! w ≤ 38            a = 1,  b = 1/2: Reno
//! w > 38            b(w) = 0.5 + (0.1 − 0.5)·(ln w − ln 38)/(ln 83000 − ln 38)
//!                   a(w) = 2·w²·p(w)·b(w)/(2 − b(w)),   p(w) = 0.078/w^1.2
//! ACK of new data   cwnd ← cwnd + a(cwnd)/cwnd
//! loss              cwnd ← (1 − b(cwnd))·cwnd;  ssthresh ← cwnd
//! timeout           ssthresh ← max(cwnd/2, 2);  cwnd ← 1
//! ```

use super::shared::{AckCounter, cut_by, in_slow_start_of, restart, restart_to, rules, used};
use super::{Ack, CongestionControl, Connection, RecoverySupport, Window};
use crate::catalogue::{Param, Params, Rule, Spec, lean_rules};
use crate::choices::Recovery;
use crate::math::{exp, ln, pow};
use crate::trace::Decisions;

/// MV06 used SACK-based code for the high-speed variants.
pub const RECOVERY: RecoverySupport = RecoverySupport::Default(Recovery::Sack);

/// Up to this window, Reno's rules apply.
pub const LOW_WINDOW: Param = Param::number(
    "low_window",
    "segments",
    38.0,
    (2.0, 1e4),
    "Up to this window, Reno's rules apply.",
    "RFC 3649 §5",
);
/// The window with the smallest decrease.
pub const HIGH_WINDOW: Param = Param::number(
    "high_window",
    "segments",
    83_000.0,
    (2e4, 1e7),
    "The window with the smallest decrease.",
    "RFC 3649 §5",
);
/// The decrease at that window.
pub const HIGH_DECREASE: Param =
    Param::number("high_decrease", "", 0.1, (0.01, 0.5), "The decrease at that window.", "RFC 3649 §5");
/// The loss rate at that window.
pub const HIGH_P: Param = Param::number(
    "high_p",
    "",
    1e-7,
    (1e-9, 1e-4),
    "The loss rate at that window (`rfc3649`).",
    "RFC 3649 §5",
);

/// What this algorithm declares.
pub const SPEC: Spec = Spec {
    id: "hstcp",
    name: "HighSpeed TCP",
    summary: "Increase and decrease depend on the window. A small window follows Reno. A large window has a larger increase and a smaller decrease.",
    source: "MV06 §II eq. (3), (4); RFC 3649",
    parameters: &[
        Param::choice(
            "variant",
            &["mv06", "rfc3649", "linux"],
            "Loss rate p(w) that gives the increase: `mv06` 0.078/w^1.2; `rfc3649` a line in log-log through its two anchors; `linux` the table of RFC 3649 appendix B.",
            "MV06 eq. (4)",
        ),
        LOW_WINDOW,
        HIGH_WINDOW,
        HIGH_DECREASE,
        HIGH_P,
    ],
    departures: &[
        "MV06 eq. (4) gives the growth per RTT; its rule (1) adds a to the window per ACK, which must read a(w)/w.",
        "p(w) = 0.078/w^1.2 is used as printed: just above 38 segments it gives a = 0.955, slightly less than Reno's 1.",
        "In congestion avoidance `linux` counts ACKs and ignores `growth`, and its window grows by whole segments, as the kernel's module.",
    ],
    rules: &RULES,
};

/// The decisions HighSpeed TCP explains.
pub static RULES: [Rule; 3] = lean_rules([
    rules::factor(
        "hstcp.loss",
        "Loss detected: the larger the window, the smaller the reduction.",
        "MV06 eq. (2), (3)",
    ),
    rules::timeout("hstcp.timeout"),
    rules::avoidance("hstcp.avoidance", "Slow start ends: the increase depends on the window."),
]);
pub static LOSS: &Rule = &RULES[0];
pub static TIMEOUT: &Rule = &RULES[1];
/// The end of slow start.
pub static AVOIDANCE: &Rule = &RULES[2];

/// RFC 3649 appendix B. Row n holds the largest window whose increase is n segments, and the
/// decrease in 256ths.
pub static TABLE: [(f64, f64); 72] = [
    (38.0, 128.0),
    (118.0, 112.0),
    (221.0, 104.0),
    (347.0, 98.0),
    (495.0, 93.0),
    (663.0, 89.0),
    (851.0, 86.0),
    (1058.0, 83.0),
    (1284.0, 81.0),
    (1529.0, 78.0),
    (1793.0, 76.0),
    (2076.0, 74.0),
    (2378.0, 72.0),
    (2699.0, 71.0),
    (3039.0, 69.0),
    (3399.0, 68.0),
    (3778.0, 66.0),
    (4177.0, 65.0),
    (4596.0, 64.0),
    (5036.0, 62.0),
    (5497.0, 61.0),
    (5979.0, 60.0),
    (6483.0, 59.0),
    (7009.0, 58.0),
    (7558.0, 57.0),
    (8130.0, 56.0),
    (8726.0, 55.0),
    (9346.0, 54.0),
    (9991.0, 53.0),
    (10661.0, 52.0),
    (11358.0, 52.0),
    (12082.0, 51.0),
    (12834.0, 50.0),
    (13614.0, 49.0),
    (14424.0, 48.0),
    (15265.0, 48.0),
    (16137.0, 47.0),
    (17042.0, 46.0),
    (17981.0, 45.0),
    (18955.0, 45.0),
    (19965.0, 44.0),
    (21013.0, 43.0),
    (22101.0, 43.0),
    (23230.0, 42.0),
    (24402.0, 41.0),
    (25618.0, 41.0),
    (26881.0, 40.0),
    (28193.0, 39.0),
    (29557.0, 39.0),
    (30975.0, 38.0),
    (32450.0, 38.0),
    (33986.0, 37.0),
    (35586.0, 36.0),
    (37253.0, 36.0),
    (38992.0, 35.0),
    (40808.0, 35.0),
    (42707.0, 34.0),
    (44694.0, 33.0),
    (46776.0, 33.0),
    (48961.0, 32.0),
    (51258.0, 32.0),
    (53677.0, 31.0),
    (56230.0, 30.0),
    (58932.0, 30.0),
    (61799.0, 29.0),
    (64851.0, 28.0),
    (68113.0, 28.0),
    (71617.0, 27.0),
    (75401.0, 26.0),
    (79517.0, 26.0),
    (84035.0, 25.0),
    (89053.0, 24.0),
];

/// The source of p(w).
#[derive(Clone, Copy, Debug, PartialEq)]
enum LossRate {
    /// c / w^1.2
    Power,
    /// A line in log-log through (low, p_low) and (high, p_high); holds ln p_low and the slope.
    LogLine { ln_low: f64, slope: f64 },
    /// The rows of the table replace p(w).
    Table,
}

/// HighSpeed TCP's response function. Besides a cache, only the kernel's variant has state.
#[derive(Clone, Copy, Debug)]
pub struct Algorithm {
    low: f64,
    ln_low: f64,
    ln_span: f64,
    high_decrease: f64,
    loss_rate: LossRate,
    counter: AckCounter,
    /// The last window and its increase. The increase changes slowly, and computing it costs a
    /// logarithm.
    cached: (f64, f64),
}

impl Algorithm {
    /// HighSpeed TCP with checked parameters.
    pub fn new(params: &Params) -> Algorithm {
        let low = params.number("low_window");
        let ln_span = ln(params.number("high_window")) - ln(low);
        let algorithm = Algorithm {
            low,
            ln_low: ln(low),
            ln_span,
            high_decrease: params.number("high_decrease"),
            loss_rate: match params.choice("variant") {
                "linux" => LossRate::Table,
                _ => LossRate::Power,
            },
            counter: AckCounter::default(),
            cached: (f64::NAN, 1.0),
        };
        if params.choice("variant") == "rfc3649" { algorithm.through(1e-3, params) } else { algorithm }
    }

    /// The same law, whose loss rate is a line in log-log that begins with `p_low`.
    #[inline]
    pub fn through(self, p_low: f64, params: &Params) -> Algorithm {
        let ln_low = ln(p_low);
        let slope = (ln(params.number("high_p")) - ln_low) / self.ln_span;
        Algorithm { loss_rate: LossRate::LogLine { ln_low, slope }, ..self }
    }

    /// The row of the table for a window.
    #[inline]
    pub fn row(window: f64) -> usize {
        TABLE.partition_point(|row| row.0 < window).min(TABLE.len() - 1)
    }

    /// b(w), the fraction of the window that a loss removes.
    fn decrease(&self, window: f64) -> f64 {
        if self.loss_rate == LossRate::Table {
            return TABLE[Algorithm::row(window.floor())].1 / 256.0;
        }
        if window <= self.low {
            return 0.5;
        }
        let part = (ln(window) - self.ln_low) / self.ln_span;
        (0.5 + (self.high_decrease - 0.5) * part).max(self.high_decrease)
    }

    /// The window that remains after a loss; a kernel subtracts whole segments.
    fn kept(&self, window: f64) -> f64 {
        let cut = window * self.decrease(window);
        window - if self.loss_rate == LossRate::Table { cut.floor() } else { cut }
    }

    /// a(w), the increase per RTT.
    fn step(&self, window: f64) -> f64 {
        let p = match self.loss_rate {
            LossRate::Table => return Algorithm::row(window.floor()) as f64 + 1.0,
            _ if window <= self.low => return 1.0,
            LossRate::Power => 0.078 / pow(window, 1.2),
            LossRate::LogLine { ln_low, slope } => exp(ln_low + slope * (ln(window) - self.ln_low)),
        };
        let b = self.decrease(window);
        2.0 * window * window * p * b / (2.0 - b)
    }

    /// a(w) for the integer part of the window. The error is below a thousandth.
    fn cached_step(&mut self, window: f64) -> f64 {
        let whole = window.floor();
        if self.cached.0 != whole {
            self.cached = (whole, self.step(whole));
        }
        self.cached.1
    }
}

impl CongestionControl for Algorithm {
    fn on_increase(&mut self, c: &Connection, ack: &Ack, w: &mut Window, log: &mut Decisions) {
        if in_slow_start_of(self.loss_rate == LossRate::Table, c, ack, w, log, AVOIDANCE) {
            return;
        }
        let step = self.cached_step(w.cwnd);
        if self.loss_rate == LossRate::Table {
            self.counter.count(step, w.cwnd.floor() - step, w);
        } else {
            w.cwnd += step * ack.steps / w.cwnd;
        }
    }

    fn on_loss(&mut self, c: &Connection, w: &mut Window, log: &mut Decisions) {
        let window = used(c, w);
        self.counter.clear();
        cut_by(c, self.kept(window) / window, w, log, LOSS);
    }

    fn on_timeout(&mut self, c: &Connection, repeated: bool, w: &mut Window, log: &mut Decisions) {
        if self.loss_rate == LossRate::Table {
            self.counter.clear();
            restart_to(c, self.kept(used(c, w)), repeated, w, log, TIMEOUT);
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

    fn law(variant: &'static str) -> Algorithm {
        let mut params = Params::defaults(SPEC.parameters);
        params.set("variant", Setting::Choice(variant));
        Algorithm::new(&params)
    }

    #[track_caller]
    fn close(found: f64, expected: f64) {
        assert!((found / expected - 1.0).abs() < 1e-5, "{found} is not {expected}");
    }

    #[test]
    fn up_to_38_segments_it_is_reno() {
        // algorithms.md V9.1
        let mut script = Script::new(SPEC.id, 38.0, 2.0);
        script.acks(1);
        close(script.w.cwnd, 38.0 + 1.0 / 38.0);
        script.w.cwnd = 38.0;
        script.lose();
        assert_eq!(script.w.cwnd, 19.0);
    }

    #[test]
    fn step_and_cut_of_the_paper() {
        // algorithms.md V9.2, V9.3, V9.4
        let mv06 = law("mv06");
        close(mv06.decrease(118.0), 0.441_054);
        close(mv06.step(118.0), 2.005_81);
        close(mv06.step(118.0) / 118.0, 0.016_998_4);
        close(mv06.decrease(1000.0), 0.329_878);
        close(mv06.step(1000.0), 7.739_81);
        close(mv06.decrease(83_000.0), 0.1);
        close(mv06.step(83_000.0), 70.734_9);
        close(mv06.decrease(1e6), 0.1);
        let mut script = Script::new(SPEC.id, 1000.0, 2.0);
        script.acks(1);
        close(script.w.cwnd, 1000.0 + 7.739_81 / 1000.0);
        script.w.cwnd = 1000.0;
        script.lose();
        close(script.w.cwnd, 670.122);
    }

    #[test]
    fn the_other_response_functions() {
        // algorithms.md V9.3, V9.4
        close(law("rfc3649").step(1000.0), 7.859_92);
        close(law("rfc3649").step(83_000.0), 72.515_8);
    }

    #[test]
    fn the_table_agrees_with_the_formula_it_was_made_from() {
        // RFC 3649 appendix B: at the largest window of row n, the increase is about n.
        let (table, formula) = (law("linux"), law("rfc3649"));
        for (row, &(window, cut)) in TABLE.iter().enumerate() {
            assert_eq!(table.step(window), row as f64 + 1.0);
            // Above its upper anchor the formula keeps the decrease constant, but the table
            // continues.
            if window > 83_000.0 {
                continue;
            }
            assert!(
                (formula.step(window) / (row as f64 + 1.0) - 1.0).abs() < 0.03,
                "row {row}: {}",
                formula.step(window)
            );
            assert!(
                (formula.decrease(window) - cut / 256.0).abs() < 0.006,
                "row {row}: {} and {}",
                formula.decrease(window),
                cut / 256.0
            );
        }
        let mut script = Script::with(SPEC.id, &[("variant", Setting::Choice("linux"))], 1000.0, 2.0);
        script.lose();
        // 1000·83/256 = 324.2 in whole segments
        assert_eq!(script.w.cwnd, 1000.0 - 324.0);
    }
}
