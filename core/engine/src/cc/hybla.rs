//! Hybla: a flow with a long RTT grows over time as fast as a reference flow with a short RTT.
//!
//! Caini & Firrincieli 2004; Linux, net/ipv4/tcp_hybla.c. ρ is the flow's RTT divided by the
//! reference RTT, at least 1.
//!
//! ```text
//! ρ = max(RTTmin/RTT₀, 1)                                                     RTT₀ = 25 ms
//! ACK of new data   cwnd < ssthresh:  cwnd ← cwnd + 2^ρ − 1, not above ssthresh
//!                   otherwise:        cwnd ← cwnd + ρ²/cwnd
//! loss              ssthresh ← max(cwnd/2, 2);  cwnd ← ssthresh
//! timeout           ssthresh ← max(cwnd/2, 2);  cwnd ← 1
//! ```
//!
//! `linux` has the kernel's integer arithmetic: ρ comes from the shortest smoothed RTT and is
//! rounded down to eighths, and the growth is rounded down to 128ths of a segment.

use super::shared::{halve, restart, rules};
use super::{Ack, CongestionControl, Connection, Features, RecoverySupport, Window};
use crate::catalogue::{Param, Params, Rule, RuleKind, Spec, lean_rules, term};
use crate::choices::Recovery;
use crate::math::{pow, whole_part, within};
use crate::trace::Decisions;

/// The paper recommends SACK.
pub const RECOVERY: RecoverySupport = RecoverySupport::Default(Recovery::Sack);

/// Upper bound of ρ, so that 2^ρ remains a valid window.
const RHO_MAX: f64 = 16.0;

/// What this algorithm declares.
pub const SPEC: Spec = Spec {
    id: "hybla",
    name: "Hybla",
    summary: "Compensates for a long RTT: over time the window grows like that of a flow with a short RTT.",
    source: "Caini & Firrincieli 2004; Linux, net/ipv4/tcp_hybla.c",
    parameters: &[
        Param::choice(
            "variant",
            &["plain", "paper", "linux"],
            "How a connection starts: `plain` with the flow's initial window; `paper` with window and threshold times ρ; `linux` with ρ segments. `linux` also counts ACKs one by one and uses the kernel's whole numbers.",
            "Caini & Firrincieli 2004; Linux, net/ipv4/tcp_hybla.c",
        ),
        Param::number(
            "rtt0",
            "s",
            0.025,
            (1e-4, 10.0),
            "RTT of the reference flow.",
            "Linux, net/ipv4/tcp_hybla.c; ns-3 has 50 ms",
        ),
    ],
    departures: &[
        "ρ is at most 16. With a larger ρ, slow start would add more segments per ACK than any path holds.",
        "Without `linux`, ρ uses the shortest RTT sample; the kernel uses the shortest smoothed RTT.",
        "Packets are not paced. The paper recommends pacing.",
    ],
    rules: &RULES,
};

/// The decisions Hybla explains.
pub static RULES: [Rule; 4] = lean_rules([
    rules::halving("hybla.loss", "RFC 5681 eq. (4)"),
    rules::timeout("hybla.timeout"),
    rules::avoidance("hybla.avoidance", "Slow start ends: the window grows by ρ² segments per RTT."),
    Rule {
        key: "hybla.rho",
        kind: RuleKind::Decision,
        title: "A shorter RTT is measured: the growth is rescaled.",
        formula: r"{{rho}} = \max\left( \frac{ {{rtt}} }{ {{rtt0}} },\ 1 \right)",
        terms: &[
            term("rho", r"\rho", "", "Growth per RTT, as a multiple of Reno's."),
            term("rtt", r"\mathit{RTT}_{\min}", "s", "The shortest RTT that this sender has measured."),
            term("rtt0", r"\mathit{RTT}_0", "s", "RTT of the reference flow."),
        ],
        source: "Caini & Firrincieli 2004",
    },
]);
static LOSS: &Rule = &RULES[0];
static TIMEOUT: &Rule = &RULES[1];
static AVOIDANCE: &Rule = &RULES[2];
static RHO: &Rule = &RULES[3];

/// The kernel's fractions of a segment (`snd_cwnd_cents`).
const PARTS: f64 = 128.0;

/// Rounds `x` down to multiples of 1/`of_one`. The small addend compensates for rounding errors of
/// an exact multiple.
fn parts(x: f64, of_one: f64) -> f64 {
    whole_part(x * of_one + 1e-9) / of_one
}

/// How a connection starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Start {
    Plain,
    Paper,
    Linux,
}

/// Hybla's state.
#[derive(Clone, Copy, Debug)]
pub struct Algorithm {
    variant: Start,
    rtt0_s: f64,
    /// The RTT from which `rho` was computed.
    rtt_s: f64,
    rho: f64,
    /// `linux`: the remaining fraction of a segment. A loss does not reset it.
    left: f64,
}

impl Algorithm {
    /// Hybla with checked parameters.
    pub fn new(params: &Params) -> Algorithm {
        Algorithm {
            variant: match params.choice("variant") {
                "paper" => Start::Paper,
                "linux" => Start::Linux,
                _ => Start::Plain,
            },
            rtt0_s: params.number("rtt0"),
            rtt_s: f64::INFINITY,
            rho: 1.0,
            left: 0.0,
        }
    }

    /// Updates ρ from the connection's RTT; returns true if ρ has changed.
    fn scale(&mut self, c: &Connection) -> bool {
        let is_linux = self.variant == Start::Linux;
        let rtt_s = if is_linux && c.srtt_s > 0.0 { c.srtt_s } else { c.min_rtt_s };
        if rtt_s >= self.rtt_s {
            return false;
        }
        self.rtt_s = rtt_s;
        let before = self.rho;
        let rho = rtt_s / self.rtt0_s;
        self.rho = within(if is_linux { parts(rho, 8.0) } else { rho }, 1.0, RHO_MAX);
        self.rho != before
    }

    /// Growth for an ACK in the kernel (`hybla_cong_avoid`). Its table holds 2^(i/8) in whole
    /// 128ths.
    #[inline(never)]
    fn linux_step(&mut self, w: &Window) -> f64 {
        let whole = whole_part(self.rho);
        let mut step = if w.cwnd < w.ssthresh {
            pow(2.0, whole) * parts(pow(2.0, self.rho - whole), PARTS) - 1.0
        } else {
            parts(self.rho * self.rho / w.cwnd, PARTS)
        };
        if step == 0.0 {
            // The kernel then adds one segment per window of ACKs.
            step = 1.0 / w.cwnd;
        }
        self.left += step;
        let segments = whole_part(self.left);
        self.left -= segments;
        segments
    }
}

/// Per ACK the window grows by 2^ρ - 1. ρ follows the shortest RTT seen so far, and that one may have
/// been measured with all queues full.
fn largest_factor(params: &Params, longest_s: f64) -> f64 {
    pow(2.0, within(longest_s / params.number("rtt0"), 1.0, RHO_MAX))
}

impl CongestionControl for Algorithm {
    fn features() -> &'static Features {
        const FEATURES: Features = Features { slow_start_factor: Some(largest_factor), ..Features::NONE };
        &FEATURES
    }

    fn start(&mut self, c: &Connection, w: &mut Window) {
        self.scale(c);
        match self.variant {
            Start::Plain => {}
            Start::Paper => {
                w.cwnd *= self.rho;
                w.ssthresh *= self.rho;
            }
            // A connection without a handshake sends its first window before the module knows an RTT.
            Start::Linux if self.rtt_s.is_finite() => w.cwnd = whole_part(self.rho),
            Start::Linux => {}
        }
    }

    fn on_increase(&mut self, c: &Connection, ack: &Ack, w: &mut Window, log: &mut Decisions) {
        if self.scale(c) {
            log.say(RHO, &[self.rho, self.rtt_s, self.rtt0_s]);
        }
        let is_slow_start = w.cwnd < w.ssthresh;
        let step = if self.variant == Start::Linux {
            self.linux_step(w)
        } else if is_slow_start {
            (pow(2.0, self.rho) - 1.0) * ack.steps
        } else {
            self.rho * self.rho * ack.steps / w.cwnd
        };
        if !is_slow_start {
            w.cwnd += step;
            return;
        }
        w.cwnd = (w.cwnd + step).min(w.ssthresh);
        if w.cwnd >= w.ssthresh {
            log.say(AVOIDANCE, &[w.cwnd, w.ssthresh]);
        }
    }

    fn on_loss(&mut self, c: &Connection, w: &mut Window, log: &mut Decisions) {
        let before = halve(c, w);
        log.say(LOSS, &[w.ssthresh, before]);
    }

    fn on_timeout(&mut self, c: &Connection, repeated: bool, w: &mut Window, log: &mut Decisions) {
        restart(c, repeated, w, log, TIMEOUT);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::Setting;
    use crate::cc::script::Script;

    fn with_rtt(rtt_s: f64, cwnd: f64, ssthresh: f64) -> Script {
        let mut script = Script::new(SPEC.id, cwnd, ssthresh);
        if let crate::cc::Controller::hybla(inner) = &mut script.cc {
            inner.rtt_s = f64::INFINITY;
        }
        script.c.min_rtt_s = rtt_s;
        script
    }

    #[track_caller]
    fn grows(rtt_s: f64, cwnd: f64, ssthresh: f64, step: f64) {
        let mut script = with_rtt(rtt_s, cwnd, ssthresh);
        script.acks(1);
        assert!((script.w.cwnd - cwnd - step).abs() < 1e-9, "{}", script.w.cwnd - cwnd);
    }

    #[test]
    fn growth_is_scaled_by_the_rtt() {
        // algorithms.md V18.1 to V18.3
        grows(0.25, 3.0, f64::INFINITY, 1023.0);
        grows(0.25, 50.0, 2.0, 2.0);
        grows(0.05, 3.0, f64::INFINITY, 3.0);
        grows(0.05, 50.0, 2.0, 0.08);
        grows(0.02, 3.0, f64::INFINITY, 1.0);
        grows(0.02, 50.0, 2.0, 0.02);
    }

    #[test]
    fn slow_start_does_not_pass_the_threshold() {
        let mut script = with_rtt(0.25, 3.0, 100.0);
        script.acks(1);
        assert_eq!(script.w.cwnd, 100.0);
        let said: Vec<&str> = script.said().iter().map(|(key, _)| *key).collect();
        assert_eq!(said, ["hybla.rho", "hybla.avoidance"]);
    }

    #[test]
    fn the_kernel_grows_in_whole_numbers() {
        // tcp_hybla.c: `rho_3ls` is 8·65.5/25 = 20, so ρ is 2.5.
        let mut script = Script::with(SPEC.id, &[("variant", Setting::Choice("linux"))], 3.0, f64::INFINITY);
        script.c.srtt_s = 0.0655;
        script.acks(1);
        // 4 · 181/128 − 1 = 4 + 84/128. The table has 181 for 128·√2 = 181.02.
        assert_eq!(script.w.cwnd, 7.0);
        // 84/128 remain. Each ACK adds ⌊128·6.25/100⌋ = 8 (128ths): five ACKs give no segment, six
        // do.
        script.w = Window { cwnd: 100.0, ssthresh: 2.0 };
        script.acks(5);
        assert_eq!(script.w.cwnd, 100.0);
        script.acks(1);
        assert_eq!(script.w.cwnd, 101.0);
        // 4/128 remain, also after a loss. ⌊800/101⌋ = 7: 17 ACKs give 123/128, and one more gives
        // a segment.
        script.lose();
        script.w = Window { cwnd: 101.0, ssthresh: 2.0 };
        script.acks(17);
        assert_eq!(script.w.cwnd, 101.0);
        script.acks(1);
        assert_eq!(script.w.cwnd, 102.0);
    }

    #[test]
    fn the_start_depends_on_the_variant() {
        for (variant, cwnd, ssthresh) in [("plain", 3.0, 20.0), ("paper", 12.0, 80.0), ("linux", 4.0, 20.0)] {
            let script = Script::with(SPEC.id, &[("variant", Setting::Choice(variant))], 3.0, 20.0);
            let mut cc = script.cc.clone();
            let mut w = Window { cwnd: 3.0, ssthresh: 20.0 };
            cc.start(&script.c, &mut w);
            assert_eq!((w.cwnd, w.ssthresh), (cwnd, ssthresh), "{variant}");
        }
    }
}
