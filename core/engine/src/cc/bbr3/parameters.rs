//! BBR version 3's parameters.

use crate::catalogue::{Param, Params};

const PACING: &str = "draft-ietf-ccwg-bbr §2.4";
const WINDOW: &str = "draft-ietf-ccwg-bbr §2.5";
const LIMITS: &str = "draft-ietf-ccwg-bbr §2.7";
const PHASES: &str = "draft-ietf-ccwg-bbr §5.3.3";
const KERNEL: &str = "google/bbr, branch v3, tcp_bbr.c";

/// BBR version 3's parameters.
pub const PARAMETERS: &[Param] = &[
    Param::number("startup_pacing_gain", "", 2.77, (1.5, 4.0), "Pacing gain in Startup: 4·ln 2.", PACING),
    Param::number("startup_cwnd_gain", "", 2.0, (1.0, 4.0), "Window gain in Startup and Drain.", WINDOW),
    Param::number("drain_pacing_gain", "", 0.5, (0.1, 1.0), "Pacing gain in Drain.", PACING),
    Param::number("cwnd_gain", "", 2.0, (1.0, 4.0), "Window gain in ProbeBW, relative to the BDP.", WINDOW),
    Param::number(
        "down_pacing_gain",
        "",
        0.9,
        (0.5, 2.0),
        "Pacing gain while a probe's queue drains.",
        PHASES,
    ),
    Param::number("cruise_pacing_gain", "", 1.0, (0.5, 2.0), "Pacing gain between two probes.", PHASES),
    Param::number(
        "refill_pacing_gain",
        "",
        1.0,
        (0.5, 2.0),
        "Pacing gain in the round before a probe.",
        PHASES,
    ),
    Param::number("up_pacing_gain", "", 1.25, (0.5, 2.0), "Pacing gain of a probe.", PHASES),
    Param::number(
        "up_cwnd_gain",
        "",
        2.25,
        (2.0, 4.0),
        "Window gain of a probe.",
        "draft-ietf-ccwg-bbr §5.6.1",
    ),
    Param::number(
        "pacing_margin",
        "",
        0.01,
        (0.0, 0.1),
        "Margin of the pacing rate below the estimate. It drains a standing queue.",
        PACING,
    ),
    Param::number(
        "loss_thresh",
        "",
        0.02,
        (0.0, 0.5),
        "Fraction of the data in flight that a probe may lose.",
        LIMITS,
    ),
    Param::integer(
        "startup_loss_ranges",
        "",
        6.0,
        (1.0, 100.0),
        "Separate ranges lost in a round of Startup before losses end it.",
        "draft-ietf-ccwg-bbr §5.3.1.3",
    ),
    Param::number(
        "beta",
        "",
        0.7,
        (0.1, 1.0),
        "Fraction of the short-term bounds that remains after a round with losses.",
        LIMITS,
    ),
    Param::number(
        "headroom",
        "",
        0.15,
        (0.0, 0.5),
        "Fraction of the long-term bound that is left to other flows between probes.",
        LIMITS,
    ),
    Param::number(
        "min_rtt_window",
        "s",
        10.0,
        (1.0, 100.0),
        "How long a minimum RTT is valid. ProbeRTT measures it again after 5 s.",
        "draft-ietf-ccwg-bbr §2.13.1",
    ),
    Param::choice(
        "probe_jitter",
        &["random", "none"],
        "`random` waits a random time of 2 to 3 s before each probe; `none` always waits 2.5 s.",
        "draft-ietf-ccwg-bbr §5.3.3.5",
    ),
    Param::choice(
        "offload",
        &["none", "draft"],
        "`none` paces single segments and needs no budget for bursts; `draft` keeps room for three bursts, each of 1 ms but at least two segments.",
        "draft-ietf-ccwg-bbr §5.5.8",
    ),
    Param::choice(
        "ecn",
        &["off", "linux-v3"],
        "`linux-v3` responds to marks on paths of up to 5 ms, as version 3 in Linux does. It needs `ecn: accurate`: feedback that counts marks.",
        KERNEL,
    ),
];

/// The parameters as numbers and flags.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    pub startup_pacing: f64,
    pub startup_cwnd: f64,
    pub drain_pacing: f64,
    pub cwnd: f64,
    pub down_pacing: f64,
    pub cruise_pacing: f64,
    pub refill_pacing: f64,
    pub up_pacing: f64,
    pub up_cwnd: f64,
    /// Fraction of the pacing rate that remains after `pacing_margin`.
    pub margin: f64,
    pub loss_thresh: f64,
    pub startup_loss_ranges: u32,
    pub beta: f64,
    pub headroom: f64,
    pub min_rtt_window_s: f64,
    pub jitters: bool,
    pub has_offload: bool,
    pub answers_marks: bool,
}

impl Settings {
    /// The settings of checked parameters.
    pub fn new(params: &Params) -> Settings {
        Settings {
            startup_pacing: params.number("startup_pacing_gain"),
            startup_cwnd: params.number("startup_cwnd_gain"),
            drain_pacing: params.number("drain_pacing_gain"),
            cwnd: params.number("cwnd_gain"),
            down_pacing: params.number("down_pacing_gain"),
            cruise_pacing: params.number("cruise_pacing_gain"),
            refill_pacing: params.number("refill_pacing_gain"),
            up_pacing: params.number("up_pacing_gain"),
            up_cwnd: params.number("up_cwnd_gain"),
            margin: 1.0 - params.number("pacing_margin"),
            loss_thresh: params.number("loss_thresh"),
            startup_loss_ranges: params.number("startup_loss_ranges") as u32,
            beta: params.number("beta"),
            headroom: params.number("headroom"),
            min_rtt_window_s: params.number("min_rtt_window"),
            jitters: params.choice("probe_jitter") == "random",
            has_offload: params.choice("offload") == "draft",
            answers_marks: params.choice("ecn") == "linux-v3",
        }
    }
}
