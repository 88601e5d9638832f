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
        "Pacing gain and window gain in Startup; Drain uses the inverse. 2/ln 2 doubles the rate per round.",
        LINUX,
    ),
    Param::number(
        "probe_gain",
        "",
        1.25,
        (1.0, 2.0),
        "Pacing gain of the probing phase of ProbeBW. The gain of the draining phase is below 1 by the same amount.",
        LINUX,
    ),
    Param::number(
        "cwnd_gain",
        "",
        2.0,
        (1.0, 10.0),
        "Window gain in ProbeBW, relative to the estimated BDP.",
        LINUX,
    ),
    Param::number(
        "pacing_margin",
        "",
        0.01,
        (0.0, 0.5),
        "Margin of the pacing rate below the estimate. It drains a standing queue.",
        LINUX,
    ),
    Param::integer(
        "bandwidth_rounds",
        "",
        10.0,
        (1.0, 1000.0),
        "Length of the maximum filter for the delivery rate, in rounds.",
        LINUX,
    ),
    Param::number("min_rtt_window", "s", 10.0, (1.0, 1e4), "How long a minimum RTT is valid.", LINUX),
    Param::number(
        "probe_rtt_duration",
        "s",
        0.2,
        (0.01, 10.0),
        "How long the window stays small to measure the minimum RTT again.",
        LINUX,
    ),
    Param::flag(
        "aggregation",
        true,
        "The window has room for the segments that ACKs acknowledge at once beyond what the bandwidth explains.",
        LINUX,
    ),
    Param::flag(
        "long_term_rate",
        true,
        "Two intervals in a row with a fifth of the segments lost and the same rate show a policer: BBR paces at that rate for 48 rounds.",
        LINUX,
    ),
    Param::flag(
        "departure_time",
        true,
        "The end of a phase is judged by what is in the network when pacing lets the next segment go, not by what is there now.",
        LINUX,
    ),
    Param::flag(
        "idle_restart",
        true,
        "After a pause BBR paces at the bandwidth, and an expired minimum RTT does not start ProbeRTT.",
        LINUX,
    ),
];
