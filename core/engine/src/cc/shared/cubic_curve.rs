//! The cubic curve of both CUBICs: steep far from the last maximum, flat around it.

use crate::catalogue::{Rule, RuleKind, Term, term};
use crate::math::cbrt;

/// `W(t) = C·(t − K)³ + Wmax`, from `start` at t = 0.
#[derive(Clone, Copy, Debug)]
pub struct Curve {
    scale: f64,
    /// The window at which the curve is flat: Wmax.
    pub plateau: f64,
    /// Time from the start to the plateau, in seconds: K.
    pub k_s: f64,
    /// The window at the start.
    pub start: f64,
    /// Time of the start, in seconds since the start of the run.
    pub since_s: f64,
}

impl Curve {
    /// A curve from `start` up to `plateau` and beyond. If `start` is at or above `plateau`, the
    /// curve starts flat.
    pub fn new(scale: f64, plateau: f64, start: f64, since_s: f64) -> Curve {
        let plateau = plateau.max(start);
        Curve { scale, plateau, k_s: cbrt((plateau - start) / scale), start, since_s }
    }

    /// The window of the curve `t_s` after its start.
    pub fn at(&self, t_s: f64) -> f64 {
        let t_s = t_s - self.k_s;
        self.scale * t_s * t_s * t_s + self.plateau
    }

    /// The values of [`epoch_rule`].
    pub fn values(&self) -> [f64; 4] {
        [self.k_s, self.plateau, self.start, self.scale]
    }
}

/// The plateau after a loss at `window` that keeps the fraction `kept`. It is below `window` if the
/// window had not reached the previous plateau, so that a new flow gets room.
pub fn next_plateau(window: f64, previous: f64, kept: f64, fast_convergence: bool) -> f64 {
    if fast_convergence && window < previous { window * (1.0 + kept) / 2.0 } else { window }
}

const EPOCH: &[Term] = &[
    term("k", "K", "s", "When the curve reaches the old maximum."),
    term("plateau", r"W_{\max}", "segments", "The old maximum."),
    term("start", "W_0", "segments", "Where the curve starts."),
    term("scale", "C", "segments/s³", "Steepness of the curve."),
];

const PAST: &[Term] = &[
    term("elapsed", "t", "s", "Time since the curve began."),
    term("k", "K", "s", "When the curve reached the old maximum."),
    term("cwnd", r"\mathit{cwnd}", "segments", "The window."),
];
const AHEAD: &[Term] = &[
    term("reno", r"W_{\mathrm{est}}", "segments", "Reno's window."),
    term("cubic", "W", "segments", "The cubic window."),
];

/// A curve starts. Values: [`Curve::values`].
pub const fn epoch_rule(key: &'static str, source: &'static str) -> Rule {
    Rule {
        key,
        kind: RuleKind::Decision,
        title: "A new cubic curve starts. It is flat near the window of the last loss.",
        formula: r"{{k}} = \sqrt[3]{ \frac{ {{plateau}} - {{start}} }{ {{scale}} } },\quad W(t) = C (t - K)^3 + W_{\max}",
        terms: EPOCH,
        source,
    }
}

/// The curve passes the old maximum. Values: elapsed time, K, cwnd.
pub const fn probing_rule(key: &'static str, source: &'static str) -> Rule {
    Rule {
        key,
        kind: RuleKind::Phase,
        title: "The curve passes the old maximum: the growth accelerates.",
        formula: r"t = {{elapsed}} > K = {{k}},\quad {{cwnd}}",
        terms: PAST,
        source,
    }
}

/// Reno's window is larger. Values: Reno's window, the cubic window.
pub const fn friendly_rule(key: &'static str, source: &'static str) -> Rule {
    Rule {
        key,
        kind: RuleKind::Phase,
        title: "Reno's window would be larger: the window follows Reno's.",
        formula: r"{{reno}} > {{cubic}} \ \Rightarrow\ \mathit{cwnd} \leftarrow {{reno}}",
        terms: AHEAD,
        source,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_curve_starts_where_it_should_and_is_flat_at_its_plateau() {
        // algorithms.md V12.1
        let curve = Curve::new(0.4, 1000.0, 800.0, 0.0);
        assert!((curve.k_s - 7.937_005).abs() < 1e-6);
        assert!((curve.at(0.0) - 800.0).abs() < 1e-9);
        assert!((curve.at(5.0) - 989.866_16).abs() < 1e-5);
        assert!((curve.at(12.0) - 1_026.828_65).abs() < 1e-5);
    }

    #[test]
    fn a_loss_below_the_plateau_lowers_it() {
        // algorithms.md V12.4
        assert!((next_plateau(700.0, 1000.0, 0.8, true) - 630.0).abs() < 1e-9);
        assert_eq!(next_plateau(700.0, 1000.0, 0.8, false), 700.0);
        assert_eq!(next_plateau(1100.0, 1000.0, 0.8, true), 1100.0);
        let curve = Curve::new(0.4, 630.0, 560.0, 0.0);
        assert!((curve.k_s - 5.593_444_7).abs() < 1e-6);
    }
}
