//! BBR's parameters.

use crate::catalogue::Param;

const LINUX: &str = "Linux, net/ipv4/tcp_bbr.c";

/// BBR's parameters.
pub const PARAMETERS: &[Param] = &[
    Param::number(
        "startup_gain",
        "",
        2.885,
        (1.0, 10.0),
        "Rate and window in Startup, over the model; Drain paces at one over it. 2/ln 2 doubles the rate per round.",
        LINUX,
    ),
    Param::number(
        "probe_gain",
        "",
        1.25,
        (1.0, 2.0),
        "Rate of the probing phase of ProbeBW, over the model; the draining phase is as far below it.",
        LINUX,
    ),
    Param::number("cwnd_gain", "", 2.0, (1.0, 10.0), "Window in ProbeBW, over the modelled pipe.", LINUX),
    Param::number(
        "pacing_margin",
        "",
        0.01,
        (0.0, 0.5),
        "How far the pacing rate stays below the model, so that a standing queue drains.",
        LINUX,
    ),
    Param::integer(
        "bandwidth_rounds",
        "",
        10.0,
        (1.0, 1000.0),
        "Rounds over which the largest delivery rate is the bandwidth.",
        LINUX,
    ),
    Param::number("min_rtt_window", "s", 10.0, (1.0, 1e4), "How long a shortest RTT is believed.", LINUX),
    Param::number(
        "probe_rtt_duration",
        "s",
        0.2,
        (0.01, 10.0),
        "How long the window is small to find it anew.",
        LINUX,
    ),
];
