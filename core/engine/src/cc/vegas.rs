//! Vegas: uses the RTT to keep between α and β segments queued.
//!
//! Brakmo & Peterson 1995 as in the ns-2 agent that GM04 used (α = 1, β = 3, γ = 1), without its
//! integer rounding.
//!
//! ```text
//! once per RTT     diff = cwnd·(1 − baseRTT/RTT)      segments waiting in queues
//!   slow start     every second round: diff > γ → cwnd ← cwnd − cwnd/8, leave slow start
//!   avoidance      diff < α: +1 over the next RTT;   diff > β: −1;   else hold
//! duplicate ACK    oldest segment older than the fine timer: retransmit it before the third one
//! loss             cwnd ← cwnd − ⌊cwnd/4⌋ (sent once) or ⌊cwnd/2⌋, at most once per window
//! timeout          ssthresh ← cwnd/2;  cwnd ← 2
//! ```

mod agent;
mod linux;
mod timer;
mod waiting;

use super::shared::{backlog, half_of_threshold, rules};
use super::{Ack, CongestionControl, Connection, Needs, RecoverySupport, Round, Window};
use crate::catalogue::{Param, Params, Rule, RuleKind, Spec, Term, lean_rules, term};
use crate::choices::Recovery;
use crate::trace::Decisions;
use agent::Agent;
use linux::Kernel;
use timer::FineTimer;
use waiting::{Decision, Seen, Waiting};

/// Vegas has Reno's recovery; the kernels' modules use SACK unless the flow chooses another.
pub const RECOVERY: RecoverySupport = RecoverySupport::FixedUnless {
    recovery: Recovery::Reno,
    free: &["linux", "linux2622"],
    default: Recovery::Sack,
};

/// A threshold whose default depends on the variant.
const fn threshold(name: &'static str, default: f64, help: &'static str) -> Param {
    Param::number(name, "segments", default, (0.0, 1e4), help, "ns-2.35; Linux, net/ipv4/tcp_vegas.c")
        .automatic()
}

/// What this algorithm declares.
pub const SPEC: Spec = Spec {
    id: "vegas",
    name: "Vegas",
    summary: "Measures the RTT and keeps one to three segments in the queue.",
    source: "Brakmo & Peterson 1995; ns-2.35's agent, which GM04 used",
    parameters: &[
        Param::choice(
            "variant",
            &["gm04", "ns2_round", "linux", "linux2622", "ns2_agent"],
            "`gm04` is ns-2 without its rounding; `ns2_round` rounds too; `ns2_agent` is all of ns-2's agent, including its response to losses; `linux` and `linux2622` are the kernels' modules, which follow Reno in recovery.",
            "GM04; ns-2.35; Linux, net/ipv4/tcp_vegas.c",
        ),
        threshold("alpha", 1.0, "With fewer queued segments than this, the window grows (1; kernels: 2)."),
        threshold("beta", 3.0, "With more queued segments than this, the window shrinks (3; kernels: 4)."),
        threshold("gamma", 1.0, "With more queued segments than this, slow start ends (1)."),
    ],
    departures: &[
        "In ns-2 a connection sends one segment in each of its first two rounds, and its initial window from the third. A timeout changes neither the round nor the increment of the window. Every retransmission doubles the retransmission timeout. A window inflated by more than three duplicate ACKs after a timeout is deflated to zero. `variant: ns2_agent` does all this. The other variants start again after a loss.",
        "ns-2 rounds diff to whole segments before it compares. This engine does not, so a diff of 0.77 counts as below α = 1. `variant: ns2_round` rounds.",
        "Expected and actual rate are computed from cwnd, as in the paper. ns-2 and `ns2_round` use the segments in flight and those sent in the round. Both agree while every segment has its own ACK. With lost or delayed ACKs, ns-2 finds fewer queued segments.",
        "The Linux variants use SACK unless another recovery is set. Their RTT is that of the newest acknowledged segment, so it excludes the wait of a delayed ACK.",
        "`linux2622` agrees with its module in ns-2.35 within 5 %, except for one row: at 10 Mbit/s without loss, ns-2 gives 7.0 Mbit/s, and this engine gives 10.0, as 72 variations of that path in ns-2 itself do (docs/fidelity.md).",
    ],
    rules: &RULES,
};

const CUT: &[Term] = &[
    term("cwnd", r"\mathit{cwnd}'", "segments", "The new window."),
    term("window", r"\mathit{cwnd}", "segments", "The window before."),
    term("sent", r"n_{\mathrm{sent}}", "", "Number of times the lost segment was sent."),
];

/// The decisions Vegas explains.
pub static RULES: [Rule; 22] = waiting::and(lean_rules([
    Rule {
        key: "vegas.early",
        kind: RuleKind::Decision,
        title: "Vegas fine-grained timeout: retransmit before three duplicate ACKs.",
        formula: r"{{age}} \ge {{timer}}",
        terms: &[
            term("age", r"\mathit{age}", "s", "Time since the segment was sent."),
            term("timer", r"\mathit{vto}", "s", "The fine-grained timer."),
        ],
        source: "Brakmo & Peterson 1995 §3.1; ns-2.35",
    },
    Rule {
        key: "vegas.loss",
        kind: RuleKind::WindowCut,
        title: "A segment was lost: the window shrinks by a quarter, or by half if the segment was a retransmission.",
        formula: r"{{cwnd}} = {{window}} - \left\lfloor \frac{ {{window}} }{4} \right\rfloor \ \text{or}\ \left\lfloor \frac{ {{window}} }{2} \right\rfloor,\quad {{sent}}",
        terms: CUT,
        source: "ns-2.35",
    },
    Rule {
        key: "vegas.timeout",
        kind: RuleKind::WindowCut,
        title: "Retransmission timeout: the window is two segments, and slow start runs to half of the old window.",
        formula: r"\mathit{ssthresh} = \frac{ {{window}} }{2},\quad {{cwnd}} = 2,\quad {{sent}}",
        terms: CUT,
        source: "ns-2.35",
    },
    rules::halving("vegas.half", "Linux, net/ipv4/tcp_vegas.c"),
    rules::timeout("vegas.restart"),
    rules::avoidance("vegas.threshold", "Slow start ends: the threshold is reached."),
]));
static EARLY: &Rule = &RULES[0];
static LOSS: &Rule = &RULES[1];
static TIMEOUT: &Rule = &RULES[2];
static HALF: &Rule = &RULES[3];
static RESTART: &Rule = &RULES[4];
static THRESHOLD: &Rule = &RULES[5];

/// Vegas' state.
#[derive(Clone, Copy, Debug)]
pub struct Algorithm {
    kernel: Option<Kernel>,
    agent: Option<Agent>,
    waiting: Waiting,
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

impl Algorithm {
    /// Vegas with checked parameters.
    pub fn new(params: &Params) -> Algorithm {
        let variant = params.choice("variant");
        let is_kernel = variant.starts_with("linux");
        let defaults = if is_kernel { Kernel::THRESHOLDS } else { [1.0, 3.0, 1.0] };
        let given = |name: &str, default: f64| params.optional_number(name).unwrap_or(default);
        let [alpha, beta, gamma] =
            [given("alpha", defaults[0]), given("beta", defaults[1]), given("gamma", defaults[2])];
        Algorithm {
            kernel: is_kernel.then(|| Kernel::new(variant == "linux2622", [alpha, beta, gamma])),
            agent: (variant == "ns2_agent").then(|| Agent::new([alpha, beta, gamma])),
            waiting: if variant == "ns2_round" { Waiting::Rounded } else { Waiting::Exact },
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

    /// Reports a decision: the queued segments, the threshold, and the window after.
    fn say(&self, decision: Decision, seen: &Seen, threshold: f64, after: f64, log: &mut Decisions) {
        let Seen { diff, basis, rtt_s, sent } = *seen;
        let values = [diff, basis, self.base_rtt_s, rtt_s, threshold, after, sent];
        let known = if self.waiting == Waiting::Rounded { values.len() } else { values.len() - 1 };
        log.say(self.waiting.rule(decision), &values[..known]);
    }

    fn slow_start_round(&mut self, seen: &Seen, w: &mut Window, log: &mut Decisions) {
        self.growing_round = !self.growing_round;
        self.increment = 0.0;
        if !self.growing_round {
            return;
        }
        if seen.diff > self.gamma {
            w.cwnd = (w.cwnd - w.cwnd / 8.0).max(2.0);
            w.ssthresh = 2.0;
            self.in_slow_start = false;
            self.say(Decision::Avoid, seen, self.gamma, w.cwnd, log);
        } else {
            self.increment = 1.0;
        }
    }

    fn avoidance_round(&mut self, seen: &Seen, w: &mut Window, log: &mut Decisions) {
        let before = w.cwnd;
        self.increment = 0.0;
        let (decision, threshold, after) = if seen.diff > self.beta {
            w.cwnd = (before - 1.0).max(2.0);
            (Decision::Down, self.beta, w.cwnd)
        } else if seen.diff < self.alpha {
            self.increment = 1.0 / before;
            (Decision::Up, self.alpha, before + 1.0)
        } else {
            (Decision::Hold, self.beta, before)
        };
        self.say(decision, seen, threshold, after, log);
    }
}

impl CongestionControl for Algorithm {
    fn needs(&self) -> Needs {
        let is_agent = self.agent.is_some();
        Needs {
            segment_log: true,
            owns_cwnd: is_agent,
            answers_duplicates: is_agent,
            own_slow_start: self.kernel.is_none(),
            ..Needs::default()
        }
    }

    fn start(&mut self, c: &Connection, w: &mut Window) {
        if let Some(agent) = &mut self.agent {
            agent.start(c, w);
        }
    }

    fn on_duplicate(&mut self, c: &Connection, may_resend: bool, w: &mut Window) -> bool {
        self.agent.as_mut().is_some_and(|agent| agent.on_duplicate(c, may_resend, w))
    }

    fn resends_more(&mut self, c: &Connection) -> bool {
        self.agent.as_mut().is_some_and(|agent| agent.resends_more(c))
    }

    fn on_ack(&mut self, _c: &Connection, ack: &Ack) {
        if let Some(kernel) = &mut self.kernel {
            return kernel.on_ack(ack);
        }
        // ns-2's agent times every segment itself. It uses the newest segment that an ACK
        // acknowledges.
        if let Some(rtt_s) = ack.segment_rtt_s {
            self.base_rtt_s = self.base_rtt_s.min(rtt_s);
            self.timer.sample(rtt_s);
        }
    }

    fn on_increase(&mut self, c: &Connection, ack: &Ack, w: &mut Window, log: &mut Decisions) {
        if let Some(kernel) = &mut self.kernel {
            return kernel.on_increase(c, ack, w, log);
        }
        if let Some(agent) = &mut self.agent {
            if ack.acked > 0 {
                agent.on_new_ack(c, ack, w, log);
            }
            return;
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
        if self.agent.is_some() {
            return;
        }
        let rtt_s =
            if round.samples > 0 { round.sum_rtt_s / f64::from(round.samples) } else { round.duration_s };
        // A round with a single segment causes no queue of its own, so it may also raise the base
        // RTT.
        if round.sent <= 1 {
            self.base_rtt_s = rtt_s;
        }
        if !(rtt_s > 0.0 && self.base_rtt_s.is_finite()) {
            return;
        }
        let sent = round.sent as f64;
        let (basis, diff) = if self.waiting == Waiting::Rounded {
            // ns-2's agent uses the segments in flight, including the one just acknowledged, and
            // the segments sent in the round. After an ACK for many segments this is less than the
            // window. With lost or delayed ACKs it therefore finds fewer queued segments.
            let basis = (c.flight() + 1) as f64;
            (basis, (basis - sent * self.base_rtt_s / rtt_s + 0.5).floor())
        } else {
            (w.cwnd, backlog(w.cwnd, self.base_rtt_s, rtt_s))
        };
        let seen = Seen { diff, basis, rtt_s, sent };
        if self.in_slow_start {
            self.slow_start_round(&seen, w, log);
        } else {
            self.avoidance_round(&seen, w, log);
        }
    }

    fn retransmit_early(&mut self, c: &Connection, _ack: &Ack) -> bool {
        self.kernel.is_none()
            && self.agent.is_none()
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
        if let Some(agent) = &mut self.agent {
            return agent.on_loss(c, w, log);
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

    fn on_recovery_exit(&mut self, c: &Connection, _w: &mut Window, _log: &mut Decisions) {
        if let Some(kernel) = &mut self.kernel {
            kernel.on_recovery_exit(c);
        }
    }

    fn halving_floor(&mut self, _c: &Connection, w: &Window) -> f64 {
        half_of_threshold(w)
    }

    fn on_timeout(&mut self, c: &Connection, repeated: bool, w: &mut Window, log: &mut Decisions) {
        if let Some(kernel) = &mut self.kernel {
            return kernel.on_timeout(c, repeated, w, log);
        }
        if let Some(agent) = &mut self.agent {
            return agent.on_timeout(c, w, log);
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
    fn ns2_rounds_before_it_compares() {
        // algorithms.md V3.3: int(0.769 + 0.5) = 1, not below α
        let rounding = [("variant", crate::catalogue::Setting::Choice("ns2_round"))];
        let rounded = |in_flight: u64| {
            let mut script = Script::with(SPEC.id, &rounding, 20.0, 2.0);
            script.acks(1);
            script.w.cwnd = 20.0;
            // At the end of a round, nothing has been sent yet in response to the ACK that ends it.
            script.c.next = script.c.una + in_flight;
            script.round(&[0.104; 20]);
            script.said()[0].0
        };
        assert_eq!(rounded(19), "vegas.hold-rounded");
        // An ACK of three segments leaves 17 in flight: int(18 − 19.23 + 0.5) = −1.
        assert_eq!(rounded(17), "vegas.up-rounded");
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
