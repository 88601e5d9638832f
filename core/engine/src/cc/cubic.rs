//! CUBIC as in the papers of 2005 and 2006: the window is a cubic function of the time since the
//! last loss.
//!
//! MV06 §II eq. (6), (7); Rhee & Xu 2005. t is the time since the last loss, Wmax the window before
//! it, W₀ the window after it.
//!
//! ```text
//! W(t) = C·(t − K)³ + Wmax,   K = ∛((Wmax − W₀)/C),   C = 0.4,   b = 0.2
//!                   without fast convergence K = ∛(b·Wmax/C)
//! ACK of new data   target = W(t + RTT):  cwnd ← cwnd + (target − cwnd)/cwnd,  at least 0.01/cwnd
//!                   Reno's window  W₀ + 3b/(2−b)·t/RTT  is a lower bound
//! loss              Wmax ← cwnd, or cwnd·(2−b)/2 if cwnd < Wmax
//!                   cwnd ← (1−b)·cwnd;  ssthresh ← cwnd
//! timeout           ssthresh ← max((1−b)·cwnd, 2);  cwnd ← 1;  the next curve starts flat
//! ```
//! `cubic-rfc9438` is the current standard.

use super::shared::{
    Curve, cut_by, epoch_rule, friendly_rule, in_slow_start, next_plateau, probing_rule, restart_to, rules,
    used,
};
use super::{Ack, CongestionControl, Connection, Features, MarkResponse, Needs, RecoverySupport, Window};
use crate::catalogue::{Param, Params, Rule, Spec, lean_rules};
use crate::choices::Recovery;
use crate::trace::Decisions;

/// MV06 used SACK-based code for the high-speed variants.
pub const RECOVERY: RecoverySupport = RecoverySupport::Default(Recovery::Sack);

/// Steepness of the curve.
pub const C: Param = Param::number(
    "c",
    "segments/s³",
    0.4,
    (1e-3, 100.0),
    "Steepness of the curve.",
    "MV06 §II; Rhee & Xu 2005",
);
/// Fraction of the window that a loss removes.
pub const B: Param = Param::number(
    "b",
    "",
    0.2,
    (0.01, 0.9),
    "Fraction of the window that a loss removes.",
    "MV06 §II; Linux of 2006, net/ipv4/tcp_cubic.c: 819/1024",
);
/// A lower plateau after a loss below the last maximum.
pub const FAST_CONVERGENCE: Param = Param::flag(
    "fast_convergence",
    true,
    "A loss below the last maximum lowers the plateau. This leaves room for new flows.",
    "Rhee & Xu 2005",
);
/// Upper bound of the growth.
pub const S_MAX_PER_S: Param = Param::number(
    "s_max_per_s",
    "segments/s",
    160.0,
    (1.0, 1e7),
    "Upper bound of the growth. Default: none. The code of 2005 has 16 segments per 0.1 s.",
    "Linux of 2006, net/ipv4/tcp_cubic.c",
)
.automatic();

const NOT_IN_LINUX: &str =
    "CUBIC of 2005 (β = 0.8), which Linux does not ship. The CUBIC of Linux is \"cubic-rfc9438\".";

/// What this algorithm declares.
pub const SPEC: Spec = Spec {
    id: "cubic",
    name: "CUBIC (2005)",
    summary: "The window is a cubic function of the time since the last loss. It is flat near the window of that loss.",
    source: "MV06 §II eq. (6), (7); Rhee & Xu 2005",
    parameters: &[
        Param::choice(
            "variant",
            &["mv06", "no_tcp", "direct"],
            "`mv06` approaches the curve ACK by ACK; `no_tcp` does the same without Reno's window as a lower bound; `direct` sets the window to the curve (the literal eq. (6)).",
            "MV06 eq. (6), (7)",
        ),
        C,
        B,
        FAST_CONVERGENCE,
        S_MAX_PER_S,
    ],
    departures: &[
        "MV06's K = ∛(b·Wmax/C) holds without fast convergence. With it, K follows from the actual gap, so that the curve starts at the window.",
        "The RTT in W(t + RTT) is the smoothed one.",
    ],
    rules: &RULES,
};

/// The decisions CUBIC explains.
pub static RULES: [Rule; 7] = lean_rules([
    rules::factor(
        "cubic.loss",
        "Loss detected: the window shrinks by a fixed fraction.",
        "MV06 §II; Rhee & Xu 2005",
    ),
    rules::timeout_own("cubic.timeout", "Rhee & Xu 2005"),
    rules::avoidance("cubic.avoidance", "Slow start ends: the window follows the cubic curve."),
    epoch_rule("cubic.epoch", "MV06 eq. (6), (7)"),
    probing_rule("cubic.probing", "MV06 eq. (6)"),
    friendly_rule("cubic.friendly", "Rhee & Xu 2005"),
    rules::marked("cubic.mark", "RFC 3168 §5; RFC 8511 §3"),
]);
pub static LOSS: &Rule = &RULES[0];
pub static TIMEOUT: &Rule = &RULES[1];
/// The end of slow start.
pub static AVOIDANCE: &Rule = &RULES[2];
/// A curve begins.
pub static EPOCH: &Rule = &RULES[3];
static PROBING: &Rule = &RULES[4];
static FRIENDLY: &Rule = &RULES[5];
pub static MARK: &Rule = &RULES[6];

/// CUBIC's state.
#[derive(Clone, Copy, Debug)]
pub struct Algorithm {
    direct: bool,
    friendly: bool,
    c: f64,
    b: f64,
    fast_convergence: bool,
    s_max_per_s: f64,
    /// The window before the last loss; 0 if there was none.
    plateau: f64,
    curve: Option<Curve>,
    /// Both are reported once per curve: Reno's window is larger, and the plateau is passed.
    is_friendly: bool,
    is_past: bool,
}

impl Algorithm {
    /// CUBIC with checked parameters.
    pub fn new(params: &Params) -> Algorithm {
        let variant = params.choice("variant");
        Algorithm {
            direct: variant == "direct",
            friendly: variant == "mv06",
            c: params.number("c"),
            b: params.number("b"),
            fast_convergence: params.flag("fast_convergence"),
            s_max_per_s: params.optional_number("s_max_per_s").unwrap_or(f64::INFINITY),
            plateau: 0.0,
            curve: None,
            is_friendly: false,
            is_past: false,
        }
    }

    fn begin(&mut self, plateau: f64, start: f64, now_s: f64, log: &mut Decisions) -> Curve {
        let curve = Curve::new(self.c, plateau, start, now_s);
        self.plateau = curve.plateau;
        self.curve = Some(curve);
        self.is_friendly = false;
        self.is_past = false;
        log.say(EPOCH, &curve.values());
        curve
    }

    /// Removes the fraction `b` of the window after a loss or a mark.
    fn cut(&mut self, b: f64, c: &Connection, w: &mut Window, log: &mut Decisions, rule: &'static Rule) {
        let window = used(c, w);
        let plateau = next_plateau(window, self.plateau, 1.0 - b, self.fast_convergence);
        cut_by(c, 1.0 - b, w, log, rule);
        self.begin(plateau, w.cwnd, c.now_s, log);
    }

    /// Reno's window `t_s` after the start of the curve.
    fn reno(&self, curve: &Curve, t_s: f64, rtt_s: f64) -> f64 {
        if rtt_s > 0.0 { curve.start + 3.0 * self.b / (2.0 - self.b) * t_s / rtt_s } else { curve.start }
    }
}

impl CongestionControl for Algorithm {
    fn features() -> &'static Features {
        const FEATURES: Features =
            Features { linux_hystart: true, not_in_linux: Some(NOT_IN_LINUX), ..Features::NONE };
        &FEATURES
    }

    fn needs(&self) -> Needs {
        Needs { marks: MarkResponse::BacksOff(0.85), ..Needs::default() }
    }

    fn on_increase(&mut self, c: &Connection, ack: &Ack, w: &mut Window, log: &mut Decisions) {
        if in_slow_start(c, ack, w, log, AVOIDANCE) {
            return;
        }
        // No loss preceded congestion avoidance: the curve starts flat at this window.
        let curve = match self.curve {
            Some(curve) => curve,
            None => self.begin(w.cwnd, w.cwnd, c.now_s, log),
        };
        let t_s = c.now_s - curve.since_s;
        if self.direct {
            w.cwnd = curve.at(t_s).max(1.0);
        } else {
            let gap = (curve.at(t_s + c.srtt_s) - w.cwnd).min(self.s_max_per_s * c.srtt_s);
            w.cwnd += gap.max(0.01) * ack.steps / w.cwnd;
        }
        if t_s > curve.k_s && !self.is_past && curve.k_s > 0.0 {
            self.is_past = true;
            log.say(PROBING, &[t_s, curve.k_s, w.cwnd]);
        }
        let reno = self.reno(&curve, t_s, c.srtt_s);
        if self.friendly && w.cwnd < reno {
            if !self.is_friendly {
                self.is_friendly = true;
                log.say(FRIENDLY, &[reno, w.cwnd]);
            }
            w.cwnd = reno;
        }
    }

    fn on_loss(&mut self, c: &Connection, w: &mut Window, log: &mut Decisions) {
        self.cut(self.b, c, w, log, LOSS);
    }

    fn on_mark(&mut self, c: &Connection, _ack: &Ack, w: &mut Window, log: &mut Decisions) -> bool {
        self.cut(c.beta_ecn.map_or(self.b, |kept| 1.0 - kept), c, w, log, MARK);
        true
    }

    fn on_timeout(&mut self, c: &Connection, repeated: bool, w: &mut Window, log: &mut Decisions) {
        restart_to(c, used(c, w) * (1.0 - self.b), repeated, w, log, TIMEOUT);
        self.curve = None;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::Setting;
    use crate::cc::script::Script;

    /// CUBIC right after a loss at `window`, with the given RTT.
    fn after_loss(variant: &'static str, window: f64, rtt_s: f64) -> Script {
        let settings = [("variant", Setting::Choice(variant))];
        let mut script = Script::with(SPEC.id, &settings, window, 2.0);
        script.c.srtt_s = rtt_s;
        script.lose();
        script
    }

    fn law(script: &Script) -> Algorithm {
        match &script.cc {
            crate::cc::Controller::cubic(inner) => *inner,
            _ => unreachable!(),
        }
    }

    #[test]
    fn the_curve_of_the_paper() {
        // algorithms.md V12.1
        let script = after_loss("mv06", 1000.0, 0.1);
        assert_eq!(script.w.cwnd, 800.0);
        let curve = law(&script).curve.expect("a curve");
        assert!((curve.k_s - 7.937_005).abs() < 1e-6);
        let mut direct = after_loss("direct", 1000.0, 0.1);
        direct.wait(5.0);
        direct.acks(1);
        assert!((direct.w.cwnd - 989.866_16).abs() < 1e-5);
        direct.wait(7.0);
        direct.acks(1);
        assert!((direct.w.cwnd - 1_026.828_65).abs() < 1e-5);
    }

    #[test]
    fn an_ack_closes_its_share_of_the_gap() {
        let mut script = after_loss("mv06", 1000.0, 0.1);
        script.wait(5.0);
        script.w.cwnd = 950.0;
        script.acks(1);
        let target = law(&script).curve.expect("a curve").at(5.1);
        assert!((script.w.cwnd - (950.0 + (target - 950.0) / 950.0)).abs() < 1e-9);
    }

    #[test]
    fn renos_window_is_a_lower_bound() {
        // algorithms.md V12.2
        let script = after_loss("mv06", 1000.0, 0.1);
        let law = law(&script);
        let curve = law.curve.expect("a curve");
        assert!((law.reno(&curve, 5.0, 0.1) - 816.666_67).abs() < 1e-5);
        assert!((law.reno(&curve, 5.0, 0.01) - 966.666_67).abs() < 1e-5);
        assert!((law.reno(&curve, 2.0, 0.02) - 833.333_33).abs() < 1e-5);
        // V12.3
        let mut small = after_loss("mv06", 100.0, 0.01);
        small.said();
        small.wait(1.0);
        small.acks(1);
        assert!((small.w.cwnd - 113.333_33).abs() < 1e-5);
        assert_eq!(small.said()[0].0, "cubic.friendly");
        let mut alone = after_loss("no_tcp", 100.0, 0.01);
        alone.wait(1.0);
        alone.acks(1);
        assert!(alone.w.cwnd < 93.0, "{}", alone.w.cwnd);
    }

    #[test]
    fn a_loss_below_the_plateau_gives_way() {
        // algorithms.md V12.4
        let mut script = after_loss("mv06", 1000.0, 0.1);
        script.w.cwnd = 700.0;
        script.lose();
        let curve = law(&script).curve.expect("a curve");
        assert!((curve.plateau - 630.0).abs() < 1e-9);
        assert!((script.w.cwnd - 560.0).abs() < 1e-9);
        assert!((curve.k_s - 5.593_444_7).abs() < 1e-6);
    }

    #[test]
    fn after_a_timeout_the_curve_starts_flat() {
        let mut script = after_loss("mv06", 1000.0, 0.1);
        script.time_out(false);
        assert_eq!((script.w.cwnd, script.w.ssthresh), (1.0, 640.0));
        script.w.cwnd = 640.0;
        script.said();
        script.acks(1);
        let said = script.said();
        assert_eq!((said[0].0, said[0].1[0]), ("cubic.epoch", 0.0));
    }

    #[test]
    fn the_growth_can_be_bounded() {
        let settings = [("s_max_per_s", Setting::Number(160.0)), ("variant", Setting::Choice("no_tcp"))];
        let mut script = Script::with(SPEC.id, &settings, 1000.0, 2.0);
        script.lose();
        script.wait(7.0);
        script.acks(1);
        // At most 16 segments per RTT of 0.1 s.
        assert!((script.w.cwnd - (800.0 + 16.0 / 800.0)).abs() < 1e-9);
    }
}
