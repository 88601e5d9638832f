//! Westwood+: a loss sets the window to what the path delivers, and not to half of what was sent.
//!
//! GM04 §2.1. The sender keeps an end-to-end estimate BWE of its bandwidth from the ACK stream,
//! with one sample per RTT through a 0.9 filter (estimator `ewma-0.9`). A loss sets the window to
//! the estimated pipe.
//!
//! ```text
//! ACK of new data   as Reno
//! loss              ssthresh ← max(BWE·RTTmin/seg_size, 2);  cwnd ← min(cwnd, ssthresh)
//! timeout           ssthresh as above;  cwnd ← 1
//! ```
//! With BWE in segments per second the segment size cancels. Linux (`variant: linux`) sets the
//! window at a loss to its half or to the pipe, whichever is larger, and to the pipe when recovery
//! ends. It smooths twice (`linux-double`). At a timeout it halves ssthresh and measures RTTmin
//! again.

use super::shared::{
    KernelReno, Pipe, cut_to, pipe_loss, pipe_set, pipe_timeout, reno_increase, restart, rules, used,
};
use super::{Ack, CongestionControl, Connection, RecoverySupport, Window, ack_view};
use crate::catalogue::{Param, Params, Rule, RuleKind, Spec, lean_rules, term};
use crate::choices::Recovery;
use crate::estimator::{Estimate, ewma_0_9, linux_double};
use crate::trace::Decisions;

/// The Westwood family uses New Reno recovery.
pub const RECOVERY: RecoverySupport = RecoverySupport::Default(Recovery::NewReno);

/// What this algorithm declares.
pub const SPEC: Spec = Spec {
    id: "westwood+",
    name: "Westwood+",
    summary: "A loss sets the window to bandwidth estimate × minimum RTT.",
    source: "GM04 §2.1 and eq. (1)",
    parameters: &[
        Param::choice(
            "variant",
            &["paper", "paper_uncond", "linux"],
            "`paper` never raises the window at a loss; `paper_uncond` always sets it to ssthresh; `linux` sets it when recovery ends, from a twice smoothed estimate.",
            "GM04 §2.1 prints the unconditional form; the module it cites only lowers",
        ),
        ewma_0_9::FILTER_GAIN,
        ewma_0_9::FILTER_START,
    ],
    departures: &[
        "After a loss cwnd may fall to ssthresh but never rises to it. The paper's pseudo-code is unconditional, but a larger window at a loss is unsafe. `variant: paper_uncond` follows the paper.",
        "The estimate starts from zero; the paper does not say. During the first ten RTTs it is far too low. `filter_start: first_sample` starts as Linux does.",
        "`linux` has its own filters: filter_gain and filter_start do not apply. Its RTTmin is the minimum of the smoothed RTT, in whole milliseconds. It sets the window to the BDP when recovery ends, as a kernel does.",
    ],
    rules: &RULES,
};

/// The decisions Westwood+ explains.
pub static RULES: [Rule; 6] = lean_rules([
    pipe_loss("westwood+.loss", "GM04 §2.1"),
    pipe_timeout("westwood+.timeout", "GM04 §2.1"),
    rules::avoidance("westwood+.avoidance", "Slow start ends: congestion avoidance begins."),
    Rule {
        key: "westwood+.half",
        kind: RuleKind::WindowCut,
        title: "Loss detected: until recovery ends, the window is half, but not less than the estimated BDP.",
        formula: r"{{ssthresh}} = \max\left( \frac{ {{window}} }{2},\ 2 \right),\quad {{cwnd}} = \max\left( \mathit{ssthresh},\ \mathit{pipe} \right)",
        terms: &[
            term("ssthresh", r"\mathit{ssthresh}", "segments", "The threshold during recovery."),
            term("window", r"\mathit{cwnd}", "segments", "The window before."),
            term("cwnd", r"\mathit{cwnd}'", "segments", "The window during recovery."),
        ],
        source: "Linux, net/ipv4/tcp_westwood.c",
    },
    pipe_set(
        "westwood+.recovered",
        "Recovery ends: the window is set to the estimated BDP.",
        "Linux, net/ipv4/tcp_westwood.c",
    ),
    rules::timeout("westwood+.restart"),
]);
static LOSS: &Rule = &RULES[0];
static TIMEOUT: &Rule = &RULES[1];
/// The end of slow start.
pub static AVOIDANCE: &Rule = &RULES[2];
/// A loss in a kernel.
pub static HALF: &Rule = &RULES[3];
/// The end of recovery in a kernel.
pub static SET: &Rule = &RULES[4];
/// A timeout in a kernel.
pub static RESTART: &Rule = &RULES[5];

/// State of the kernel's Westwood+.
#[derive(Clone, Copy, Debug)]
struct Kernel {
    growth: KernelReno,
    estimator: linux_double::Estimator,
    rtt_min_s: f64,
    in_recovery: bool,
}

/// Westwood+'s state: the estimator.
#[derive(Clone, Copy, Debug)]
pub struct Algorithm {
    unconditional: bool,
    estimator: ewma_0_9::Estimator,
    kernel: Option<Kernel>,
}

impl Algorithm {
    /// Westwood+ with checked parameters.
    pub fn new(params: &Params) -> Algorithm {
        let variant = params.choice("variant");
        Algorithm {
            unconditional: variant == "paper_uncond",
            estimator: ewma_0_9::Estimator::new(params),
            kernel: (variant == "linux").then(|| Kernel {
                growth: KernelReno::default(),
                estimator: linux_double::Estimator::new(params),
                rtt_min_s: f64::INFINITY,
                in_recovery: false,
            }),
        }
    }

    fn pipe(&self, c: &Connection) -> Pipe {
        match &self.kernel {
            Some(kernel) => {
                Pipe { rate: kernel.estimator.estimate(c.now_s), rtt_min_s: kernel.rtt_min_s, whole: true }
            }
            None => Pipe { rate: self.estimator.estimate(c.now_s), rtt_min_s: c.min_rtt_s, whole: false },
        }
    }
}

impl Algorithm {
    /// The window that this recovery leads to, at a sender that does not tell when it ends.
    pub fn skip_recovery_exit(&mut self, c: &Connection, w: &Window) -> f64 {
        let pipe = self.pipe(c).segments(c, w);
        let Some(kernel) = &mut self.kernel else { return w.cwnd };
        kernel.in_recovery = false;
        pipe
    }
}

impl CongestionControl for Algorithm {
    fn start(&mut self, c: &Connection, _w: &mut Window) {
        self.estimator.start(c.now_s);
        if let Some(kernel) = &mut self.kernel {
            kernel.estimator.start(c.now_s);
            kernel.estimator.begin_with_next_ack(true);
        }
    }

    #[inline]
    fn on_ack(&mut self, c: &Connection, ack: &Ack) {
        let view = ack_view(c, ack, 0.0);
        match &mut self.kernel {
            Some(kernel) => {
                kernel.growth.on_ack(ack);
                kernel.estimator.on_ack(&view);
                if let Some(rtt_s) = kernel.estimator.rtt_s() {
                    kernel.rtt_min_s = kernel.rtt_min_s.min(rtt_s);
                }
            }
            None => {
                self.estimator.on_ack(&view);
            }
        }
    }

    fn on_increase(&mut self, c: &Connection, ack: &Ack, w: &mut Window, log: &mut Decisions) {
        match &mut self.kernel {
            Some(kernel) => kernel.growth.increase(c, ack, w, log, AVOIDANCE),
            None => reno_increase(c, ack, w, log, AVOIDANCE),
        }
    }

    fn on_loss(&mut self, c: &Connection, w: &mut Window, log: &mut Decisions) {
        let pipe = self.pipe(c).segments(c, w);
        if let Some(kernel) = &mut self.kernel {
            kernel.growth.clear();
            kernel.in_recovery = true;
            let before = cut_to(c, (used(c, w) / 2.0).floor(), w);
            // The kernel reduces the window towards the half, but not below the pipe.
            w.cwnd = pipe.max(w.cwnd).min(before.max(w.cwnd));
            log.say(HALF, &[w.ssthresh, before, w.cwnd]);
        } else {
            self.pipe(c).cut(c, self.unconditional, w, log, LOSS);
        }
    }

    fn on_recovery_exit(&mut self, c: &Connection, w: &mut Window, log: &mut Decisions) {
        let pipe = self.pipe(c);
        if let Some(kernel) = &mut self.kernel {
            if std::mem::take(&mut kernel.in_recovery) {
                pipe.cut(c, true, w, log, SET);
            }
        }
    }

    fn on_timeout(&mut self, c: &Connection, repeated: bool, w: &mut Window, log: &mut Decisions) {
        match &mut self.kernel {
            Some(kernel) => {
                kernel.growth.clear();
                restart(c, repeated, w, log, RESTART);
                kernel.in_recovery = false;
                kernel.rtt_min_s = f64::INFINITY;
            }
            None => self.pipe(c).restart(c, w, log, TIMEOUT),
        }
    }

    fn estimate(&self, now_s: f64) -> Option<(&'static str, f64)> {
        Some(match &self.kernel {
            Some(kernel) => (linux_double::SPEC.id, kernel.estimator.estimate(now_s)),
            None => (ewma_0_9::SPEC.id, self.estimator.estimate(now_s)),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::Setting;
    use crate::cc::script::Script;

    /// A connection with an estimate of `bwe_bps` and a shortest RTT of 0.25 s.
    fn settled(variant: &'static str, cwnd: f64, bwe_bps: f64) -> Script {
        let mut script = Script::with(SPEC.id, &[("variant", Setting::Choice(variant))], cwnd, 1.0e9);
        script.c.min_rtt_s = 0.25;
        if let crate::cc::Controller::westwood_plus(inner) = &mut script.cc {
            inner.estimator = ewma_0_9::Estimator::settled_at(bwe_bps / 12_000.0);
        }
        script
    }

    /// The same for Linux, at 2 Mbit/s, with a window of 80 segments.
    fn settled_kernel() -> Script {
        let mut script = settled("linux", 80.0, 0.0);
        if let crate::cc::Controller::westwood_plus(inner) = &mut script.cc {
            let kernel = inner.kernel.as_mut().expect("the kernel's state");
            kernel.estimator = linux_double::Estimator::settled_at(2e6 / 12_000.0);
            kernel.rtt_min_s = 0.25;
        }
        script
    }

    #[test]
    fn a_loss_sets_the_window_to_the_estimated_pipe() {
        // algorithms.md V6.3: BWE 1 Mbit/s, RTTmin 0.25 s, 12000-bit segments.
        let mut script = settled("paper", 80.0, 1e6);
        script.lose();
        assert!((script.w.ssthresh - 20.8333).abs() < 1e-4, "{}", script.w.ssthresh);
        assert!((script.w.cwnd - 20.8333).abs() < 1e-4);
    }

    #[test]
    fn a_loss_never_raises_the_window_but_in_the_printed_form() {
        let mut lowers = settled("paper", 15.0, 1e6);
        lowers.lose();
        assert_eq!(lowers.w.cwnd, 15.0);
        let mut printed = settled("paper_uncond", 15.0, 1e6);
        printed.lose();
        assert!((printed.w.cwnd - 20.8333).abs() < 1e-4);
    }

    #[test]
    fn at_capacity_the_cycle_is_close_to_new_renos() {
        // algorithms.md V6.5: BWE 2 Mbit/s, RTTmin 0.25 s.
        let mut script = settled("paper", 81.7, 2e6);
        script.lose();
        assert!((script.w.cwnd - 41.6667).abs() < 1e-4);
    }

    #[test]
    fn a_timeout_keeps_the_estimate_and_restarts_from_one() {
        let mut script = settled("paper", 80.0, 1e6);
        script.time_out(false);
        assert_eq!(script.w.cwnd, 1.0);
        assert!((script.w.ssthresh - 20.8333).abs() < 1e-4);
        assert_eq!(script.said()[0].0, "westwood+.timeout");
    }

    #[test]
    fn without_bandwidth_the_threshold_is_two() {
        let mut script = Script::new(SPEC.id, 10.0, 1.0e9);
        script.lose();
        assert_eq!((script.w.cwnd, script.w.ssthresh), (2.0, 2.0));
    }

    #[test]
    fn linux_halves_at_the_loss_and_sets_the_pipe_when_recovery_is_over() {
        let mut script = settled_kernel();
        script.lose();
        assert_eq!(script.w.cwnd, 41.0, "not below the pipe");
        assert_eq!(script.w.ssthresh, 40.0);
        script.recover();
        assert_eq!(script.w.cwnd, 41.0);
        script.w.cwnd = 50.0;
        script.recover();
        assert_eq!(script.w.cwnd, 50.0, "only the first exit after a loss");
        script.time_out(false);
        assert_eq!(script.w.ssthresh, 25.0);
        script.recover();
        assert_eq!(script.w.cwnd, 1.0, "the exit after a timeout is not one");
        script.rtt(0.4);
        script.acks(1);
        script.w = Window { cwnd: 80.0, ssthresh: 80.0 };
        script.lose();
        script.recover();
        assert_eq!(script.w.cwnd, 66.0, "RTTmin is learnt anew");
    }

    #[test]
    fn a_recovery_whose_end_is_not_told_leads_to_the_pipe_as_it_was_at_the_loss() {
        let mut script = settled_kernel();
        script.lose();
        let crate::cc::Controller::westwood_plus(law) = &mut script.cc else { panic!("another law") };
        assert_eq!(law.skip_recovery_exit(&script.c, &script.w), 41.0);
        script.w.cwnd = 60.0;
        script.recover();
        assert_eq!(script.w.cwnd, 60.0, "the end of recovery leaves it");
    }
}
