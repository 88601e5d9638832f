//! Vegas: uses the RTT to keep between α and β segments queued.
//!
//! Brakmo & Peterson 1995 with the thresholds of GM04 (α = 1, β = 3, γ = 1).
//!
//! ```text
//! once per RTT     diff = cwnd·(1 − baseRTT/RTT)      segments waiting in queues
//!   slow start     every second round: diff > γ → cwnd ← cwnd − cwnd/8, leave slow start
//!   avoidance      diff < α: +1 over the next RTT;   diff > β: −1;   else hold
//! duplicate ACK    oldest segment older than the fine timer: retransmit it before the third one
//! loss             cwnd ← cwnd − ⌊cwnd/4⌋ (sent once) or ⌊cwnd/2⌋, at most once per window
//! timeout          ssthresh ← cwnd/2;  cwnd ← 2
//! ```

mod linux;
mod timer;
mod waiting;

use super::shared::{backlog, rules};
use super::{Ack, CongestionControl, Connection, Needs, RecoverySupport, Round, Window};
use crate::catalogue::{Param, Params, Rule, RuleKind, Spec, Term, lean_rules, term};
use crate::choices::Recovery;
use crate::trace::Decisions;
use linux::Kernel;
pub use timer::FineTimer;
use waiting::Waiting;
pub use waiting::{Decision, SHORTEST};

/// Vegas has Reno's recovery; the kernels' modules use SACK unless the flow chooses another.
pub const RECOVERY: RecoverySupport =
    RecoverySupport::FixedUnless { recovery: Recovery::Reno, free: &["linux"], default: Recovery::Sack };

/// A threshold whose default depends on the variant.
const fn threshold(name: &'static str, default: f64, help: &'static str) -> Param {
    Param::number(
        name,
        "segments",
        default,
        (0.0, 1e4),
        help,
        "Brakmo & Peterson 1995 §3.2; Linux, net/ipv4/tcp_vegas.c",
    )
    .automatic()
}

/// Below this many queued segments the window grows.
pub const ALPHA: Param =
    threshold("alpha", 1.0, "With fewer queued segments than this, the window grows (1; kernels: 2).");
/// Above this many queued segments the window shrinks.
pub const BETA: Param =
    threshold("beta", 3.0, "With more queued segments than this, the window shrinks (3; kernels: 4).");
/// Above this many queued segments slow start ends.
pub const GAMMA: Param = threshold("gamma", 1.0, "With more queued segments than this, slow start ends (1).");

/// What this algorithm declares.
pub const SPEC: Spec = Spec {
    id: "vegas",
    name: "Vegas",
    summary: "Measures the RTT and keeps one to three packets in the queue.",
    source: "Brakmo & Peterson 1995",
    parameters: &[
        Param::choice(
            "variant",
            &["gm04", "linux"],
            "`gm04` is the law of the paper; `linux` is the kernel's module, which follows Reno in recovery.",
            "GM04; Linux, net/ipv4/tcp_vegas.c",
        ),
        ALPHA,
        BETA,
        GAMMA,
    ],
    departures: &[
        "Expected and actual rate are computed from cwnd, as in the paper.",
        "`linux` uses SACK unless another recovery is set. Its RTT is that of the newest acknowledged segment, so it excludes the wait of a delayed ACK.",
    ],
    rules: &RULES,
};

const CUT: &[Term] = &[
    term("cwnd", r"\mathit{cwnd}'", "segments", "The new window."),
    term("window", r"\mathit{cwnd}", "segments", "The window before."),
    term("sent", r"n_{\mathrm{sent}}", "", "Number of times the lost segment was sent."),
];

/// The decisions Vegas explains.
pub static RULES: [Rule; 14] = waiting::and(lean_rules([
    Rule {
        key: "vegas.early",
        kind: RuleKind::Decision,
        title: "Vegas fine-grained timeout: retransmit before three duplicate ACKs.",
        formula: r"{{age}} \ge {{timer}}",
        terms: &[
            term("age", r"\mathit{age}", "s", "Time since the segment was sent."),
            term("timer", r"\mathit{vto}", "s", "The fine-grained timer."),
        ],
        source: "Brakmo & Peterson 1995 §3.1",
    },
    Rule {
        key: "vegas.loss",
        kind: RuleKind::WindowCut,
        title: "A segment was lost: the window shrinks by a quarter, or by half if the segment was a retransmission.",
        formula: r"{{cwnd}} = {{window}} - \left\lfloor \frac{ {{window}} }{4} \right\rfloor \ \text{or}\ \left\lfloor \frac{ {{window}} }{2} \right\rfloor,\quad {{sent}}",
        terms: CUT,
        source: "the simulator of GM04",
    },
    Rule {
        key: "vegas.timeout",
        kind: RuleKind::WindowCut,
        title: "Retransmission timeout: the window is two segments, and slow start runs to half of the old window.",
        formula: r"\mathit{ssthresh} = \frac{ {{window}} }{2},\quad {{cwnd}} = 2,\quad {{sent}}",
        terms: CUT,
        source: "the simulator of GM04",
    },
    rules::halving("vegas.half", "Linux, net/ipv4/tcp_vegas.c"),
    rules::timeout("vegas.restart"),
    rules::avoidance("vegas.threshold", "Slow start ends: the threshold is reached."),
]));
/// A segment is overdue by the fine-grained timer.
pub static EARLY: &Rule = &RULES[0];
pub static LOSS: &Rule = &RULES[1];
pub static TIMEOUT: &Rule = &RULES[2];
/// A loss in a kernel.
pub static HALF: &Rule = &RULES[3];
/// A timeout in a kernel.
pub static RESTART: &Rule = &RULES[4];
/// Slow start of a kernel reaches the threshold.
pub static THRESHOLD: &Rule = &RULES[5];

/// What the end of a round does.
pub type RoundLaw = fn(&mut Algorithm, &Connection, &Round, &mut Window, &mut Decisions);

/// Vegas' state.
#[derive(Clone, Copy, Debug)]
pub struct Algorithm {
    round: RoundLaw,
    kernel: Option<Kernel>,
    alpha: f64,
    beta: f64,
    gamma: f64,
    base_rtt_s: f64,
    /// Window increment per ACK during this round.
    increment: f64,
    in_slow_start: bool,
    /// True if the window grows in this round of slow start; it does so in every second round.
    growing_round: bool,
    timer: FineTimer,
    /// Time of the last reduction of the window.
    last_cut_s: f64,
}

/// What a round decides.
#[derive(Clone, Copy, Debug)]
pub struct Decided {
    pub decision: Decision,
    pub threshold: f64,
    /// The window that follows, over the next round where it grows.
    pub after: f64,
}

/// The thresholds α, β and γ that are given, or else their defaults.
#[inline]
pub fn thresholds(params: &Params, defaults: [f64; 3]) -> [f64; 3] {
    let given = |place: usize, name| params.optional_number(name).unwrap_or(defaults[place]);
    [given(0, "alpha"), given(1, "beta"), given(2, "gamma")]
}

/// The default thresholds of the paper's law.
pub const DEFAULTS: [f64; 3] = [1.0, 3.0, 1.0];

/// The default thresholds of the kernels.
pub const KERNEL_DEFAULTS: [f64; 3] = [2.0, 4.0, 1.0];

impl Algorithm {
    /// Vegas with checked parameters.
    pub fn new(params: &Params) -> Algorithm {
        let is_kernel = params.choice("variant") == "linux";
        let defaults = if is_kernel { KERNEL_DEFAULTS } else { DEFAULTS };
        let [alpha, beta, gamma] = thresholds(params, defaults);
        Algorithm {
            round: Algorithm::end_round,
            kernel: is_kernel.then(|| Kernel::new([alpha, beta, gamma])),
            alpha,
            beta,
            gamma,
            base_rtt_s: f64::INFINITY,
            increment: 0.0,
            in_slow_start: true,
            growing_round: true,
            timer: FineTimer::default(),
            last_cut_s: f64::NEG_INFINITY,
        }
    }

    /// The same law, which counts the queued segments in another way at the end of a round.
    #[inline]
    pub fn with_round(self, round: RoundLaw) -> Algorithm {
        Algorithm { round, ..self }
    }

    fn end_round(&mut self, _c: &Connection, round: &Round, w: &mut Window, log: &mut Decisions) {
        let Some((rtt_s, base_s)) = self.measure(round) else { return };
        let window = w.cwnd;
        let diff = backlog(window, base_s, rtt_s);
        if let Some(Decided { decision, threshold, after }) = self.decide(diff, w) {
            log.say(Waiting::Exact.rule(decision), &[diff, window, base_s, rtt_s, threshold, after]);
        }
    }

    /// The mean RTT of a round, and the base RTT with it; `None` before both are known.
    pub fn measure(&mut self, round: &Round) -> Option<(f64, f64)> {
        let rtt_s =
            if round.samples > 0 { round.sum_rtt_s / f64::from(round.samples) } else { round.duration_s };
        // A round with a single segment causes no queue of its own, so it may also raise the base
        // RTT.
        if round.sent <= 1 {
            self.base_rtt_s = rtt_s;
        }
        (rtt_s > 0.0 && self.base_rtt_s.is_finite()).then_some((rtt_s, self.base_rtt_s))
    }

    /// What follows from `diff` queued segments at the end of a round.
    #[inline(never)]
    pub fn decide(&mut self, diff: f64, w: &mut Window) -> Option<Decided> {
        if self.in_slow_start { self.slow_start_round(diff, w) } else { Some(self.avoidance_round(diff, w)) }
    }

    fn slow_start_round(&mut self, diff: f64, w: &mut Window) -> Option<Decided> {
        self.growing_round = !self.growing_round;
        self.increment = 0.0;
        if !self.growing_round {
            return None;
        }
        if diff > self.gamma {
            w.cwnd = (w.cwnd - w.cwnd / 8.0).max(2.0);
            w.ssthresh = 2.0;
            self.in_slow_start = false;
            return Some(Decided { decision: Decision::Avoid, threshold: self.gamma, after: w.cwnd });
        }
        self.increment = 1.0;
        None
    }

    fn avoidance_round(&mut self, diff: f64, w: &mut Window) -> Decided {
        let before = w.cwnd;
        self.increment = 0.0;
        let (decision, threshold, after) = if diff > self.beta {
            w.cwnd = (before - 1.0).max(2.0);
            (Decision::Down, self.beta, w.cwnd)
        } else if diff < self.alpha {
            self.increment = 1.0 / before;
            (Decision::Up, self.alpha, before + 1.0)
        } else {
            (Decision::Hold, self.beta, before)
        };
        Decided { decision, threshold, after }
    }
}

impl CongestionControl for Algorithm {
    fn needs(&self) -> Needs {
        Needs { segment_log: true, own_slow_start: self.kernel.is_none(), ..Needs::default() }
    }

    fn on_ack(&mut self, _c: &Connection, ack: &Ack) {
        if let Some(kernel) = &mut self.kernel {
            return kernel.on_ack(ack);
        }
        // Every segment is timed. What counts is the newest one that an ACK acknowledges.
        if let Some(rtt_s) = ack.segment_rtt_s {
            self.base_rtt_s = self.base_rtt_s.min(rtt_s);
            self.timer.sample(rtt_s);
        }
    }

    fn on_increase(&mut self, c: &Connection, ack: &Ack, w: &mut Window, log: &mut Decisions) {
        if let Some(kernel) = &mut self.kernel {
            return kernel.on_increase(c, ack, w, log);
        }
        // The window grows only while it is used, that is, while at most two of its segments are
        // unused.
        if w.cwnd - (c.flight() + 1) as f64 <= 2.0 {
            w.cwnd += self.increment;
        }
        if self.in_slow_start && w.cwnd >= w.ssthresh {
            self.in_slow_start = false;
            self.increment = 0.0;
        }
    }

    fn on_round(&mut self, c: &Connection, round: &Round, w: &mut Window, log: &mut Decisions) {
        if let Some(kernel) = &mut self.kernel {
            return kernel.on_round(c, w, log);
        }
        (self.round)(self, c, round, w, log);
    }

    fn retransmit_early(&mut self, c: &Connection, _ack: &Ack) -> bool {
        self.kernel.is_none()
            && c.oldest.is_some_and(|oldest| c.now_s - oldest.last_sent_s >= self.timer.timeout_s)
    }

    /// The same reduction as for the loss of a segment that was sent once. The fine-grained timer
    /// does not change.
    fn on_mark(&mut self, c: &Connection, _ack: &Ack, w: &mut Window, log: &mut Decisions) -> bool {
        if let Some(kernel) = &mut self.kernel {
            kernel.on_loss(c, w, log);
            return true;
        }
        let before = w.cwnd;
        w.cwnd = (before - (before / 4.0).floor()).max(2.0);
        w.ssthresh = 2.0;
        (self.last_cut_s, self.in_slow_start, self.increment) = (c.now_s, false, 0.0);
        log.say(LOSS, &[w.cwnd, before, 1.0]);
        true
    }

    fn on_loss(&mut self, c: &Connection, w: &mut Window, log: &mut Decisions) {
        if let Some(kernel) = &mut self.kernel {
            return kernel.on_loss(c, w, log);
        }
        let Some(oldest) = c.oldest else { return };
        let age_s = c.now_s - oldest.last_sent_s;
        if age_s >= self.timer.timeout_s {
            log.say(EARLY, &[age_s, self.timer.timeout_s]);
        }
        // At most one reduction per window: a segment that was sent before the last reduction
        // belongs to the same congestion.
        if oldest.last_sent_s > self.last_cut_s {
            let before = w.cwnd;
            w.cwnd = if before <= 3.0 {
                2.0
            } else if oldest.times_sent > 1 {
                (before / 2.0).floor()
            } else {
                before - (before / 4.0).floor()
            }
            .max(2.0);
            self.last_cut_s = c.now_s;
            log.say(LOSS, &[w.cwnd, before, f64::from(oldest.times_sent)]);
        }
        self.timer.back_off(oldest.times_sent);
        w.ssthresh = 2.0;
        self.in_slow_start = false;
        self.increment = 0.0;
    }

    fn on_recovery_exit(&mut self, _c: &Connection, _w: &mut Window, _log: &mut Decisions) {
        if let Some(kernel) = &mut self.kernel {
            kernel.on_recovery_exit();
        }
    }

    fn on_timeout(&mut self, c: &Connection, repeated: bool, w: &mut Window, log: &mut Decisions) {
        if let Some(kernel) = &mut self.kernel {
            return kernel.on_timeout(c, repeated, w, log);
        }
        let before = w.cwnd;
        if !repeated {
            w.ssthresh = (before / 2.0).max(2.0);
        }
        w.cwnd = 2.0;
        self.in_slow_start = true;
        self.growing_round = true;
        self.increment = 0.0;
        self.last_cut_s = c.now_s;
        log.say(TIMEOUT, &[w.cwnd, before, c.oldest.map_or(1.0, |oldest| f64::from(oldest.times_sent))]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cc::Oldest;
    use crate::cc::script::Script;

    /// Vegas in congestion avoidance with a base RTT of 0.1 s.
    fn avoiding(cwnd: f64) -> Script {
        let mut script = Script::new(SPEC.id, cwnd, 2.0);
        script.acks(1);
        script.w.cwnd = cwnd;
        script
    }

    #[test]
    fn more_than_beta_waiting_takes_one_off() {
        // algorithms.md V3.1
        let mut script = avoiding(20.0);
        script.round(&[0.125; 20]);
        assert_eq!(script.w.cwnd, 19.0);
        let said = script.said();
        assert_eq!(said[0].0, "vegas.down");
        assert!((said[0].1[0] - 4.0).abs() < 1e-9);
    }

    #[test]
    fn between_alpha_and_beta_the_window_holds() {
        // algorithms.md V3.2
        let mut script = avoiding(20.0);
        script.round(&[0.11; 20]);
        script.acks(20);
        assert_eq!(script.w.cwnd, 20.0);
        assert_eq!(script.said()[0].0, "vegas.hold");
    }

    #[test]
    fn fewer_than_alpha_waiting_adds_one_over_a_round() {
        // algorithms.md V3.3: increment 1/20 per ACK
        let mut script = avoiding(20.0);
        script.round(&[0.104; 20]);
        script.acks(1);
        assert!((script.w.cwnd - 20.05).abs() < 1e-12, "{}", script.w.cwnd);
    }

    #[test]
    fn slow_start_grows_every_second_round_and_ends_before_a_loss() {
        // algorithms.md V3.4
        let mut script = Script::new(SPEC.id, 16.0, f64::INFINITY);
        script.acks(1);
        script.w.cwnd = 16.0;
        script.round(&[0.1; 16]);
        script.acks(16);
        assert_eq!(script.w.cwnd, 16.0, "the first closed round is off");
        script.round(&[0.1; 16]);
        script.acks(1);
        assert_eq!(script.w.cwnd, 17.0, "the second is on");
        script.w.cwnd = 16.0;
        script.round(&[0.1; 16]);
        script.round(&[0.11; 16]);
        assert_eq!((script.w.cwnd, script.w.ssthresh), (14.0, 2.0));
    }

    #[test]
    fn a_loss_costs_a_quarter_once_per_window() {
        // algorithms.md V3.5
        let lose = |times_sent| {
            let mut script = avoiding(20.0);
            script.wait(1.0);
            script.c.oldest = Some(Oldest { first_sent_s: 0.8, last_sent_s: 0.9, times_sent });
            script.lose();
            script
        };
        assert_eq!(lose(2).w.cwnd, 10.0);
        let mut script = lose(1);
        assert_eq!(script.w.cwnd, 15.0);
        script.lose();
        assert_eq!(script.w.cwnd, 15.0, "the segment was sent before the cut");
    }

    #[test]
    fn the_fine_timer_resends_before_the_third_duplicate() {
        let mut script = avoiding(20.0);
        script.wait(1.0);
        let ack = Ack {
            acked: 0,
            is_duplicate: true,
            delivered: 1,
            sacked: 0,
            window: Window { cwnd: 100.0, ssthresh: 2.0 },
            duplicates: 1,
            rtt_s: None,
            segment_rtt_s: None,
            steps: 0.0,
            flight_before: 20,
            rate: None,
            marked: 0,
            ece: false,
        };
        // There is one sample of 0.1 s so far, so the timer is 1.5 × 0.1 s.
        script.c.oldest = Some(Oldest { first_sent_s: 0.86, last_sent_s: 0.86, times_sent: 1 });
        assert!(!script.cc.retransmit_early(&script.c, &ack));
        script.c.oldest = Some(Oldest { first_sent_s: 0.84, last_sent_s: 0.84, times_sent: 1 });
        assert!(script.cc.retransmit_early(&script.c, &ack));
    }

    #[test]
    fn the_wait_of_a_delayed_ack_is_no_queue() {
        // The timestamps give 0.3 s, of which 0.2 s are the receiver's wait. The newest segment
        // itself took 0.1 s.
        let mut script = avoiding(20.0);
        let ack = Ack {
            acked: 2,
            is_duplicate: false,
            delivered: 2,
            sacked: 0,
            window: Window { cwnd: 100.0, ssthresh: 2.0 },
            duplicates: 0,
            rtt_s: Some(0.3),
            segment_rtt_s: Some(0.1),
            steps: 1.0,
            flight_before: 20,
            rate: None,
            marked: 0,
            ece: false,
        };
        script.cc.on_ack(&script.c, &ack);
        // The fine timer is at most one and a half times the RTT of the segments.
        script.c.oldest = Some(Oldest { first_sent_s: -0.16, last_sent_s: -0.16, times_sent: 1 });
        assert!(script.cc.retransmit_early(&script.c, &ack));
    }

    #[test]
    fn a_timeout_leaves_two_segments() {
        let mut script = avoiding(20.0);
        script.time_out(false);
        assert_eq!((script.w.cwnd, script.w.ssthresh), (2.0, 10.0));
    }
}
