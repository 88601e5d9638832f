//! CUBIC as in RFC 9438: the window is a cubic function of the time since congestion avoidance
//! began, and never below Reno's window.
//!
//! RFC 9438 §4. t is the time since the first ACK of congestion avoidance, without the time in which
//! the source limits the flow (§4.2, §5.8), and Wmax is the window before the last loss. A loss that
//! turns out to be spurious gives Wmax, K, t and West back (§4.9).
//!
//! ```text
//! W(t) = C·(t − K)³ + Wmax,   K = ∛((Wmax − cwnd₀)/C)                          C = 0.4,  β = 0.7
//! ACK of new data   target = W(t + SRTT), between cwnd and 1.5·cwnd
//!                   Westi ← Westi + α·acked/cwnd,   α = 3(1−β)/(1+β), 1 from the old window on
//!                   W(t) < Westi:  cwnd ← Westi;   otherwise  cwnd ← cwnd + (target − cwnd)/cwnd
//! loss              Wmax ← cwnd, or cwnd·(1+β)/2 if cwnd < Wmax
//!                   ssthresh ← max(β·cwnd, 2);  cwnd ← ssthresh
//! timeout           ssthresh ← max(β·cwnd, 2);  cwnd ← 1;  the next curve starts flat
//! ```

mod linux;

use super::shared::{
    Curve, cut_by, cut_to, epoch_rule, friendly_rule, in_slow_start, left_of_slow_start, next_plateau,
    probing_rule, restart_to, rules, used,
};
use super::{
    Ack, CongestionControl, Connection, Features, MarkResponse, Needs, Notice, RecoverySupport, Window,
};
use crate::catalogue::{Param, Params, Rule, Spec, lean_rules};
use crate::choices::{AckCounting, Recovery};
use crate::trace::Decisions;
use linux::Kernel;

/// CUBIC uses SACK recovery unless the flow chooses another.
pub const RECOVERY: RecoverySupport = RecoverySupport::Default(Recovery::Sack);

/// What this algorithm declares.
pub const SPEC: Spec = Spec {
    id: "cubic-rfc9438",
    name: "CUBIC (RFC 9438)",
    summary: "A loss cuts the window by 30 %. Then it grows as a cubic function of time, never below Reno's window.",
    source: "RFC 9438 §4",
    parameters: &[
        Param::choice(
            "variant",
            &["rfc", "linux"],
            "`rfc` follows the standard; `linux` matches the kernel to the segment: whole numbers, β = 717/1024, C = 410/1024, the clock's ticks.",
            "RFC 9438 §4; Linux 6, net/ipv4/tcp_cubic.c",
        ),
        Param::number("c", "segments/s³", 0.4, (1e-3, 100.0), "Steepness of the curve.", "RFC 9438 §5.1"),
        Param::number(
            "beta",
            "",
            0.7,
            (0.1, 0.99),
            "Fraction of the window that remains after a loss (`linux`: 717/1024).",
            "RFC 9438 §4.6",
        ),
        Param::flag(
            "fast_convergence",
            true,
            "A loss below the last maximum lowers the plateau. This leaves room for new flows.",
            "RFC 9438 §4.7",
        ),
    ],
    departures: &[
        "The flow sets slow start (`slow_start`). The RFC recommends HyStart++.",
        "The reduction starts from min(cwnd, receive window). For a greedy sender this equals the data in flight.",
        "Where Reno's estimate is above the cubic curve but below cwnd, cwnd stays: an ACK never shrinks the window.",
        "A period is limited by the source if it ends at an ACK with nothing more to send and an open window, or if nothing is in flight. In `linux` the curve pauses only while nothing is in flight, as in the kernel.",
        "`linux` restores only the window after a spurious loss, as the kernel does; `rfc` also restores the curve.",
        "`linux` computes the cube root exactly. The kernel uses a table and one step of Newton's method: K differs by less than 0.1 %. `linux` does not depend on `c` and `beta`.",
    ],
    rules: &RULES,
};

/// The decisions CUBIC explains.
pub static RULES: [Rule; 7] = lean_rules([
    rules::factor("cubic-rfc9438.loss", "Loss detected: the window is multiplied by β.", "RFC 9438 §4.6"),
    rules::timeout_own("cubic-rfc9438.timeout", "RFC 9438 §4.8"),
    rules::avoidance("cubic-rfc9438.avoidance", "Slow start ends: the window follows the cubic curve."),
    epoch_rule("cubic-rfc9438.epoch", "RFC 9438 §4.2"),
    probing_rule("cubic-rfc9438.probing", "RFC 9438 §4.5"),
    friendly_rule("cubic-rfc9438.friendly", "RFC 9438 §4.3"),
    rules::marked("cubic-rfc9438.mark", "RFC 9438 §4.6; RFC 8511 §3"),
]);
static LOSS: &Rule = &RULES[0];
static TIMEOUT: &Rule = &RULES[1];
static AVOIDANCE: &Rule = &RULES[2];
static EPOCH: &Rule = &RULES[3];
static PROBING: &Rule = &RULES[4];
static FRIENDLY: &Rule = &RULES[5];
static MARK: &Rule = &RULES[6];

/// A shorter time without data in flight is a difference of rounding.
const ROUNDING_S: f64 = 1e-6;

/// State of one stage of congestion avoidance.
#[derive(Clone, Copy, Debug)]
struct Stage {
    curve: Curve,
    /// Estimate of Reno's window.
    estimate: f64,
    is_friendly: bool,
    is_past: bool,
}

/// CUBIC's state.
#[derive(Clone, Copy, Debug)]
pub struct Algorithm {
    kernel: Option<Kernel>,
    c: f64,
    beta: f64,
    fast_convergence: bool,
    /// The plateau of the next curve; 0 if there is none.
    plateau: f64,
    /// The window before the last loss; 0 if there was none.
    prior: f64,
    stage: Option<Stage>,
    /// When the last ACK came, and whether it left nothing in flight.
    last_ack_s: f64,
    was_empty: bool,
    /// The curve before the last loss: its plateau, the window before the loss before, its stage.
    before_loss: Option<(f64, f64, Option<Stage>)>,
}

impl Algorithm {
    /// CUBIC with checked parameters.
    pub fn new(params: &Params) -> Algorithm {
        let fast_convergence = params.flag("fast_convergence");
        Algorithm {
            kernel: (params.choice("variant") == "linux").then(|| Kernel::new(fast_convergence)),
            c: params.number("c"),
            beta: params.number("beta"),
            fast_convergence,
            plateau: 0.0,
            prior: 0.0,
            stage: None,
            last_ack_s: 0.0,
            was_empty: false,
            before_loss: None,
        }
    }

    /// α: the growth per RTT of a Reno flow that keeps β at a loss and gets the same rate; 1 as
    /// soon as the window before the last loss is reached.
    fn reno_step(&self, estimate: f64) -> f64 {
        if estimate >= self.prior { 1.0 } else { 3.0 * (1.0 - self.beta) / (1.0 + self.beta) }
    }

    /// Starts a stage of congestion avoidance.
    fn begin(&mut self, now_s: f64, cwnd: f64, log: &mut Decisions) -> Stage {
        if self.plateau <= cwnd {
            self.plateau = cwnd;
            if self.prior == 0.0 {
                self.prior = cwnd;
            }
        }
        let curve = Curve::new(self.c, self.plateau, cwnd, now_s);
        log.say(EPOCH, &curve.values());
        Stage { curve, estimate: cwnd, is_friendly: false, is_past: false }
    }

    /// Leaves out of t the time since the last ACK, as far as the source limited the flow (RFC 9438
    /// §4.2, §5.8).
    fn leave_out_unused(&mut self, c: &Connection, ack: &Ack) {
        let since_ack_s = c.now_s - self.last_ack_s;
        let unused_s = match () {
            _ if c.app_limited => since_ack_s,
            // Nothing was in flight until the segment left that is acknowledged now.
            _ if self.was_empty => (since_ack_s - ack.rtt_s.unwrap_or(c.srtt_s)).max(0.0),
            _ => 0.0,
        };
        if let Some(stage) = self.stage.as_mut().filter(|_| unused_s > ROUNDING_S) {
            stage.curve.since_s = (stage.curve.since_s + unused_s).min(c.now_s);
        }
        self.last_ack_s = c.now_s;
        self.was_empty = c.una == c.max;
    }

    /// Reduces the window after a loss or a mark to the fraction `beta`; `None` means the
    /// algorithm's own or the kernel's fraction.
    fn cut(
        &mut self,
        beta: Option<f64>,
        c: &Connection,
        w: &mut Window,
        log: &mut Decisions,
        rule: &'static Rule,
    ) {
        let window = used(c, w);
        self.before_loss = Some((self.plateau, self.prior, self.stage.take()));
        if let Some(kernel) = &mut self.kernel {
            let kept = kernel.lose(window);
            let target = beta.map_or(kept, |beta| (window * beta).floor());
            let before = cut_to(c, target, w);
            return log.say(rule, &[w.cwnd, before, beta.unwrap_or(linux::KEPT)]);
        }
        let beta = beta.unwrap_or(self.beta);
        self.prior = window;
        self.plateau = next_plateau(window, self.plateau, beta, self.fast_convergence);
        cut_by(c, beta, w, log, rule);
    }

    /// Window growth of `linux`.
    fn increase_by_kernel(&mut self, c: &Connection, ack: &Ack, w: &mut Window, log: &mut Decisions) {
        let Some(kernel) = &mut self.kernel else {
            return;
        };
        let mut acked = if c.growth == AckCounting::LinuxCount { ack.steps } else { ack.acked as f64 };
        if w.cwnd < w.ssthresh {
            if c.growth != AckCounting::LinuxCount {
                in_slow_start(c, ack, w, log, AVOIDANCE);
                return;
            }
            acked = left_of_slow_start(ack, w, log, AVOIDANCE);
            if acked == 0.0 {
                return;
            }
        }
        let found = kernel.increase(c.now_s, c.clock_hz, acked, w);
        if let Some([k_s, plateau, start]) = found.begins {
            log.say(EPOCH, &[k_s, plateau, start, self.c]);
            let mut curve = Curve::new(self.c, plateau, start, c.now_s);
            curve.k_s = k_s;
            self.stage = Some(Stage { curve, estimate: start, is_friendly: false, is_past: false });
        }
        let Some(stage) = &mut self.stage else {
            return;
        };
        if let Some(reno) = found.friendly.filter(|_| !stage.is_friendly) {
            stage.is_friendly = true;
            log.say(FRIENDLY, &[reno, found.target.min(reno)]);
        }
        if found.elapsed_s > stage.curve.k_s && stage.curve.k_s > 0.0 && !stage.is_past {
            stage.is_past = true;
            log.say(PROBING, &[found.elapsed_s, stage.curve.k_s, w.cwnd]);
        }
    }
}

impl CongestionControl for Algorithm {
    fn features() -> &'static Features {
        const FEATURES: Features =
            Features { linux_hystart: true, linux_variant: Some("linux"), ..Features::NONE };
        &FEATURES
    }

    fn needs(&self) -> Needs {
        Needs { silences: self.kernel.is_some(), marks: MarkResponse::BacksOff(0.85), ..Needs::default() }
    }

    /// The kernel's curve pauses during an idle time (Linux, cubictcp_cwnd_event). A spurious loss
    /// gives the curve back (RFC 9438 §4.9).
    fn on_notice(&mut self, c: &Connection, notice: Notice, _w: &mut Window, _log: &mut Decisions) {
        match (&mut self.kernel, notice) {
            (Some(kernel), Notice::Restart { idle_s }) => kernel.rest(c.now_s, idle_s, c.clock_hz),
            (None, Notice::Spurious) => {
                if let Some(before) = self.before_loss.take() {
                    (self.plateau, self.prior, self.stage) = before;
                }
            }
            _ => {}
        }
    }

    fn on_ack(&mut self, c: &Connection, ack: &Ack) {
        let Some(kernel) = &mut self.kernel else {
            return self.leave_out_unused(c, ack);
        };
        if let Some(rtt_s) = ack.segment_rtt_s.or(ack.rtt_s) {
            kernel.sample(rtt_s, c.now_s, c.clock_hz);
        }
    }

    fn on_increase(&mut self, c: &Connection, ack: &Ack, w: &mut Window, log: &mut Decisions) {
        if self.kernel.is_some() {
            return self.increase_by_kernel(c, ack, w, log);
        }
        if in_slow_start(c, ack, w, log, AVOIDANCE) {
            return;
        }
        let mut stage = match self.stage {
            Some(stage) => stage,
            None => self.begin(c.now_s, w.cwnd, log),
        };
        let t_s = c.now_s - stage.curve.since_s;
        stage.estimate += self.reno_step(stage.estimate) * ack.acked as f64 / w.cwnd;
        let target = stage.curve.at(t_s + c.srtt_s);
        let target = target.max(w.cwnd).min(1.5 * w.cwnd);
        let cubic = stage.curve.at(t_s);
        if cubic < stage.estimate && !stage.is_friendly && stage.estimate > w.cwnd {
            stage.is_friendly = true;
            log.say(FRIENDLY, &[stage.estimate, cubic]);
        }
        if cubic < stage.estimate {
            w.cwnd = w.cwnd.max(stage.estimate);
        } else {
            w.cwnd += (target - w.cwnd) * ack.steps / w.cwnd;
        }
        if t_s > stage.curve.k_s && stage.curve.k_s > 0.0 && !stage.is_past {
            stage.is_past = true;
            log.say(PROBING, &[t_s, stage.curve.k_s, w.cwnd]);
        }
        self.stage = Some(stage);
    }

    fn on_loss(&mut self, c: &Connection, w: &mut Window, log: &mut Decisions) {
        self.cut(None, c, w, log, LOSS);
    }

    fn on_mark(&mut self, c: &Connection, _ack: &Ack, w: &mut Window, log: &mut Decisions) -> bool {
        self.cut(c.beta_ecn, c, w, log, MARK);
        true
    }

    fn on_timeout(&mut self, c: &Connection, repeated: bool, w: &mut Window, log: &mut Decisions) {
        let window = used(c, w);
        let kept = match &mut self.kernel {
            Some(kernel) => {
                let kept = kernel.lose(window);
                kernel.clear();
                kept
            }
            None => window * self.beta,
        };
        restart_to(c, kept, repeated, w, log, TIMEOUT);
        if !repeated {
            self.before_loss = Some((self.plateau, self.prior, self.stage));
        }
        self.prior = 0.0;
        self.plateau = 0.0;
        self.stage = None;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::Setting;
    use crate::cc::script::Script;

    fn after_loss(settings: &[(&str, Setting)], window: f64) -> Script {
        let mut script = Script::with(SPEC.id, settings, window, 2.0);
        script.lose();
        script.acks(1);
        script
    }

    fn law(script: &Script) -> Algorithm {
        match &script.cc {
            crate::cc::Controller::cubic_rfc9438(inner) => *inner,
            _ => unreachable!(),
        }
    }

    #[test]
    fn the_curve_and_renos_step() {
        // algorithms.md V12.5
        let script = after_loss(&[], 1000.0);
        let law = law(&script);
        let curve = law.stage.expect("a stage").curve;
        assert!((curve.k_s - 9.085_603).abs() < 1e-6);
        assert!((curve.at(2.0) - 857.704_74).abs() < 1e-5);
        assert!((law.reno_step(700.0) - 0.529_411_8).abs() < 1e-7);
        assert_eq!(law.reno_step(1000.0), 1.0);
    }

    #[test]
    fn an_ack_closes_its_share_of_the_gap() {
        // algorithms.md V12.6
        let mut script = after_loss(&[], 1000.0);
        script.wait(2.0);
        script.w.cwnd = 850.0;
        script.acks(1);
        assert!((script.w.cwnd - 850.016_05).abs() < 1e-5, "{}", script.w.cwnd);
    }

    #[test]
    fn the_target_is_at_most_half_as_much_again() {
        let mut script = after_loss(&[], 1000.0);
        script.wait(60.0);
        script.w.cwnd = 800.0;
        script.acks(1);
        assert!((script.w.cwnd - 800.5).abs() < 1e-9, "{}", script.w.cwnd);
    }

    #[test]
    fn renos_window_is_followed_where_it_is_larger() {
        let mut script = after_loss(&[], 20.0);
        script.acks(300);
        assert!(script.w.cwnd > 20.0, "{}", script.w.cwnd);
        assert!(script.said().iter().any(|(key, _)| *key == "cubic-rfc9438.friendly"));
    }

    #[test]
    fn the_kernels_whole_numbers() {
        // algorithms.md V12.7
        let linux = [("variant", Setting::Choice("linux"))];
        let mut script = after_loss(&linux, 1000.0);
        assert_eq!(script.w.ssthresh, 700.0);
        script.w.cwnd = 700.0;
        script.lose();
        assert_eq!((script.w.cwnd, script.w.ssthresh), (490.0, 490.0));
    }

    #[test]
    fn the_time_in_which_the_source_limits_the_flow_is_not_counted() {
        // RFC 9438 §4.2, §5.8: the same window as without the ten seconds.
        let grow = |pause_s: f64, is_limited: bool| {
            let mut script = after_loss(&[], 1000.0);
            script.wait(1.0);
            script.acks(1);
            script.c.app_limited = is_limited;
            script.wait(pause_s);
            script.acks(1);
            script.c.app_limited = false;
            script.wait(1.0);
            script.acks(1);
            script.w.cwnd
        };
        assert!((grow(10.0, true) - grow(0.0, true)).abs() < 1e-9);
        assert!(grow(10.0, false) > grow(0.0, false) + 0.1, "a pause of the path counts");
    }

    #[test]
    fn a_spurious_loss_gives_the_curve_back() {
        // RFC 9438 §4.9: Wmax, K, t and West; the sender restores the windows. The kernel restores only
        // those.
        for (variant, restores) in [("rfc", true), ("linux", false)] {
            let mut script = after_loss(&[("variant", Setting::Choice(variant))], 1000.0);
            script.wait(2.0);
            script.acks(1);
            let before = law(&script);
            script.lose();
            script.cc.on_notice(&script.c, Notice::Spurious, &mut script.w, &mut script.log);
            let after = law(&script);
            assert_eq!(after.stage.is_some(), restores, "{variant}");
            if restores {
                let curve = |law: Algorithm| law.stage.map(|stage| (stage.curve.since_s, stage.curve.k_s));
                assert_eq!((after.plateau, after.prior), (before.plateau, before.prior));
                assert_eq!(curve(after), curve(before));
            }
        }
    }

    #[test]
    fn after_a_timeout_the_curve_starts_flat() {
        let mut script = after_loss(&[], 1000.0);
        script.w.cwnd = 1000.0;
        script.time_out(false);
        assert_eq!((script.w.cwnd, script.w.ssthresh), (1.0, 700.0));
        script.w.cwnd = 700.0;
        script.acks(1);
        let curve = law(&script).stage.expect("a stage").curve;
        assert_eq!((curve.k_s, curve.plateau), (0.0, 700.0));
    }
}
