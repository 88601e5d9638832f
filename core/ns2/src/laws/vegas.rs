//! Vegas as in ns-2.35: its agent, which GM04 used, its rounding, and the module of Linux 2.6.22 that
//! its TCP/Linux agent runs.

mod agent;
mod linux2622;
mod rounded;

pub use agent::Agent;
pub use linux2622::Linux2622;
pub use rounded::end_round;

use ackscope_engine::catalogue::{OwnRuleRange, Param, Rule, Spec, Term, lean_rules, term};
use ackscope_engine::cc::RecoverySupport;
use ackscope_engine::cc::vegas::{self, ALPHA, BETA, Decision, GAMMA, SHORTEST};
use ackscope_engine::choices::Recovery;
use ackscope_engine::vegas_decisions;

pub const ID: &str = "vegas";

/// Vegas has Reno's recovery; the kernels' modules use SACK unless the flow chooses another.
pub const RECOVERY: RecoverySupport = RecoverySupport::FixedUnless {
    recovery: Recovery::Reno,
    free: &["linux", "linux2622"],
    default: Recovery::Sack,
};

/// Vegas with all its variants.
pub const SPEC: Spec = Spec {
    id: ID,
    source: "Brakmo & Peterson 1995; ns-2.35's agent, which GM04 used",
    parameters: &[
        Param::choice(
            "variant",
            &["gm04", "ns2_round", "linux", "linux2622", "ns2_agent"],
            "`gm04` is ns-2 without its rounding; `ns2_round` rounds too; `ns2_agent` is all of ns-2's agent, including its response to losses; `linux` and `linux2622` are the kernels' modules, which follow Reno in recovery.",
            "GM04; ns-2.35; Linux, net/ipv4/tcp_vegas.c",
        ),
        ALPHA,
        BETA,
        GAMMA,
    ],
    departures: &[
        "In ns-2 a connection sends one segment in each of its first two rounds, and its initial window from the third. A timeout changes neither the round nor the increment of the window. Every retransmission doubles the retransmission timeout. A window inflated by more than three duplicate ACKs after a timeout is deflated to zero. `variant: ns2_agent` does all this. The other variants start again after a loss.",
        "ns-2 rounds diff to whole segments before it compares. This engine does not, so a diff of 0.77 counts as below α = 1. `variant: ns2_round` rounds.",
        "Expected and actual rate are computed from cwnd, as in the paper. ns-2 and `ns2_round` use the segments in flight and those sent in the round. Both agree while every segment has its own ACK. With lost or delayed ACKs, ns-2 finds fewer queued segments.",
        "The Linux variants use SACK unless another recovery is set. Their RTT is that of the newest acknowledged segment, so it excludes the wait of a delayed ACK.",
        "`linux2622` agrees with its module in ns-2.35 within 5 %, except for one row: at 10 Mbit/s without loss, ns-2 gives 7.0 Mbit/s, and this engine gives 10.0, as 72 variations of that path in ns-2 itself do (docs/fidelity.md).",
    ],
    ..vegas::SPEC
};

static IN_FLIGHT: [Term; 7] = [
    term("diff", r"\mathit{diff}", "segments", "Segments queued along the path, rounded."),
    term(
        "flight",
        r"\mathit{flight}",
        "segments",
        "Segments in flight when the round ends, including the one just acknowledged.",
    ),
    term("base", r"\mathit{RTT}_{\mathrm{base}}", "s", "The shortest RTT that this sender has measured."),
    term("rtt", r"\mathit{RTT}", "s", "Mean RTT of the round."),
    term("threshold", r"\theta", "segments", "The threshold that decided."),
    term("cwnd", r"\mathit{cwnd}'", "segments", "The new window."),
    term("sent", r"n_{\mathrm{sent}}", "segments", "Segments sent in the round."),
];

/// The decisions of the added variants: first in whole segments, then as in Linux 2.6.22. The others are
/// the engine's.
pub static RULES: [Rule; 8] = {
    let [a0, a1, a2, a3] = lean_rules(vegas_decisions!(
        "-rounded",
        r"\left\lfloor {{flight}} - {{sent}} \cdot \frac{ {{base}} }{ {{rtt}} } + 0.5 \right\rfloor",
        IN_FLIGHT,
        "Brakmo & Peterson 1995 §3.2; ns-2.35, tcp/tcp-vegas.cc"
    ));
    let [b0, b1, b2, b3] = lean_rules(vegas_decisions!(
        "-linux2622",
        r"{{window}} - 0.5 \left\lfloor 2 \cdot {{window}} \cdot \frac{ {{base}} }{ {{rtt}} } \right\rfloor",
        SHORTEST,
        "Linux 2.6.22, net/ipv4/tcp_vegas.c"
    ));
    [a0, a1, a2, a3, b0, b1, b2, b3]
};

/// Their places among the rules of this crate.
pub const RANGE: OwnRuleRange = OwnRuleRange::of(0, RULES.len() as u16);

/// The place of a decision that counts whole segments.
const fn rounded(decision: Decision) -> usize {
    decision as usize
}

/// The place of a decision of the module.
const fn linux2622(decision: Decision) -> usize {
    4 + decision as usize
}
