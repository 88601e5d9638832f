//! What a flow chooses by a word.

use crate::json_path::{objects, words};
use crate::quantity::{Measure, Seconds, Whole, WindowPackets};

words! {
    /// The kind of a flow.
    pub enum FlowKind {
        /// A TCP connection.
        Tcp = "tcp",
        /// UDP at a constant bit rate.
        Cbr = "cbr",
    }
}

words! {
    /// The direction of the data.
    #[schemars(rename = "Direction")]
    pub enum Way {
        /// Left to right.
        Forward = "forward",
        /// Right to left.
        Backward = "backward",
    }
}

words! {
    /// How a sender recovers from loss.
    pub enum RecoveryChoice {
        /// No fast recovery. Only Tahoe has it; no other algorithm can choose it.
        Tahoe = "tahoe",
        /// Fast recovery that ends with the first new ACK.
        Reno = "reno",
        /// RFC 6582.
        Newreno = "newreno",
        /// RFC 6675.
        Sack = "sack",
        /// RFC 8985: a segment is lost if a segment sent later has arrived. Needs timestamps.
        Rack = "rack",
    }
}

words! {
    /// A set of mechanisms that belong together.
    pub enum TcpProfile {
        /// A sender and a receiver like Linux 6.
        #[schemars(title = "Like Linux today")]
        Linux6 = "linux6",
        /// No set: each mechanism follows its own key.
        #[schemars(title = "Classic")]
        Classic = "classic",
    }
}

words! {
    /// The transport protocol.
    pub enum Transport {
        /// TCP.
        Tcp = "tcp",
        /// QUIC: packet numbers, loss detection and ACK frames of RFC 9000 and RFC 9002.
        Quic = "quic",
    }
}

objects! {
    /// Numbers of a QUIC connection.
    #[derive(Default)]
    pub struct QuicNumbers: "an object" {
        /// A packet is lost if one with a number this much higher is acknowledged, 1 to 1000. Default: 3.
        pub packet_threshold: Option<Whole>,
        /// It is lost after this many RTTs if any higher one is acknowledged, 1 to 8. Default: 1.125.
        pub time_threshold: Option<f64>,
        /// RTT before the first sample, 1 ms to 10 s. Default: 333 ms.
        pub initial_rtt: Option<Measure<Seconds>>,
        /// Most probes that a probe timeout sends, 1 or 2. Default: 2.
        pub probes: Option<Whole>,
        /// Packets that the receiver acknowledges at once, 1 to 1000; the sender may ask for it by ACK_FREQUENCY.
        /// Default: 2; without `delayed_ack`, 1.
        pub ack_every: Option<Whole>,
        /// The receiver acknowledges at once if a packet is missing and one with a number this much higher has
        /// arrived, up to 1000. 0: never for that reason. Default: 1.
        pub reordering_threshold: Option<Whole>,
    }
}

words! {
    /// How slow start ends, or how fast it grows.
    pub enum SlowStartChoice {
        /// With the first loss, or as the algorithm says.
        Standard = "standard",
        /// Linux: on ACKs that come back to back, or on a rising RTT.
        Hystart = "hystart",
        /// RFC 9406: a rising RTT slows it down first.
        HystartPlusPlus = "hystart++",
        /// RFC 3742: above 100 segments the window grows by about 50 segments per RTT.
        Limited = "limited",
        /// SEARCH: when what is delivered no longer doubles per RTT.
        Search = "search",
        /// RFC 9959: with half of the window of an earlier connection, once the initial window has arrived.
        CarefulResume = "careful-resume",
        /// Rapid Start: with twice the initial window over an RTT; then it triples per RTT until a queue builds up.
        RapidStart = "rapid-start",
        /// Jump Start: with all that the source has and the receiver takes, spread over an RTT.
        JumpStart = "jump-start",
    }
}

words! {
    /// Which of HyStart's two signs ends slow start.
    pub enum HystartSigns {
        /// Whichever comes first.
        Both = "both",
        /// ACKs that come back to back.
        Train = "train",
        /// A rising RTT.
        Delay = "delay",
    }
}

words! {
    /// When HyStart's rounds begin.
    pub enum HystartRounds {
        /// When all data sent before the round is acknowledged, as in Linux since 6.14.
        Every = "every",
        /// Like `every`, but no round begins below `low_window`. A round may therefore begin in the
        /// middle of a flight (Linux 5.6 to 6.13).
        Gated = "gated",
    }
}

objects! {
    /// Parameters of HyStart.
    #[derive(Default)]
    pub struct HystartNumbers: "an object" {
        /// Slow start does not end below this window, 1 to 1000 segments. Default: 16.
        pub low_window: Option<Whole>,
        /// ACKs at most this far apart are back to back, up to 100 ms. Default: 2 ms.
        pub ack_delta: Option<Measure<Seconds>>,
        /// Which sign ends slow start. Default: both.
        pub detect: Option<HystartSigns>,
        /// When rounds begin. Default: every.
        pub rounds: Option<HystartRounds>,
    }
}

objects! {
    /// What Careful Resume knows of an earlier connection.
    #[derive(Default)]
    pub struct CarefulResumeNumbers: "an object" {
        /// Its window. Default: 200 segments.
        pub window: Option<Measure<WindowPackets>>,
        /// Its smallest RTT. Default: 100 ms.
        pub rtt: Option<Measure<Seconds>>,
        /// The window of the jump is no larger. Default: no bound but half of `window`.
        pub max_jump: Option<Measure<WindowPackets>>,
        /// The part of what has arrived that is the threshold after a retreat, 0.5 to 1. Default: 0.5.
        pub beta: Option<f64>,
    }
}

objects! {
    /// Parameters of Rapid Start.
    #[derive(Default)]
    pub struct RapidStartNumbers: "an object" {
        /// The first window in initial windows, 1 to 2. Default: 2.
        pub initial_windows: Option<f64>,
        /// The constant K of the draft, 0 to 1: how much of the reduction waits for what arrives. Default: 11/18.
        pub drain: Option<f64>,
    }
}

words! {
    /// What undoes a recovery after a false loss.
    pub enum UndoChoice {
        /// Nothing.
        None = "none",
        /// An ACK that echoes a timestamp from before the first retransmission (RFC 3522).
        Timestamps = "timestamps",
    }
}

words! {
    /// A named departure from the recovery rules.
    pub enum RecoveryVariant {
        /// A fast retransmit may start when exactly the recorded data is acknowledged.
        LessCareful = "less_careful",
        /// Reno: after the first new ACK, no new recovery starts until the data recorded at the loss
        /// is acknowledged.
        RenoGated = "reno_gated",
        /// New Reno leaves recovery with a window of at most the data in flight plus one segment.
        MinExit = "min_exit",
        /// New Reno as the classic agents of ns-2 leave recovery.
        Ns2Exit = "ns2_exit",
        /// The ACK that ends recovery does not grow the window.
        Rfc = "rfc",
        /// Only the first partial ACK restarts the retransmission timer (the default, by name).
        Impatient = "impatient",
        /// Every partial ACK restarts the retransmission timer.
        SlowButSteady = "slow_but_steady",
        /// ssthresh as ns-2's agents set it: in whole segments. A repeated timeout sets it again
        /// from the current window.
        Ns2Rto = "ns2_rto",
        /// SACK with ns-2's counter for the data in flight.
        Ns2Sack1 = "ns2_sack1",
        /// SACK as ns-2's TCP/Linux agent, exact to the segment: forward acknowledgement, a window
        /// that shrinks gradually over the RTT after a loss, whole windows and RTTs.
        Ns2Linux = "ns2_linux",
        /// The older name of `ns2_linux`, for old links.
        Ns2LinuxWhole = "ns2_linux_whole",
        /// A receiver as in ns-2: it delays the ACK of a repeated last in-order segment.
        Ns2Sink = "ns2_sink",
    }
}

impl RecoveryVariant {
    /// The word of an agent of ns-2 that has a scoreboard of its own.
    pub(crate) fn own_board(self) -> Option<&'static str> {
        match self {
            RecoveryVariant::Ns2Sack1 => Some("ns2_sack1"),
            RecoveryVariant::Ns2Linux => Some("ns2_linux"),
            RecoveryVariant::Ns2LinuxWhole => Some("ns2_linux_whole"),
            _ => None,
        }
    }
}

words! {
    /// How ACKs are counted for window growth.
    pub enum GrowthChoice {
        /// One step per ACK of new data, whatever amount it acknowledges.
        PerAck = "per-ack",
        /// Every acknowledged segment counts.
        ByteCounting = "byte-counting",
        /// Like `byte-counting` in whole segments, as Linux counts them.
        LinuxCount = "linux-count",
    }
}

words! {
    /// How a flow uses explicit congestion notification.
    pub enum EcnChoice {
        /// Not at all: queues can only drop its packets.
        Off = "off",
        /// The receiver reports a mark in every ACK until the sender has reduced its window (RFC
        /// 3168).
        Classic = "classic",
        /// The receiver reports how many packets were marked: the whole count, as RFC 9768 with its
        /// option. With `ace_bits` 3 it is the header field of RFC 9768 alone. `dctcp` has its own
        /// feedback.
        Accurate = "accurate",
        /// Like `accurate`, for an L4S sender: a queue can recognize its packets (RFC 9331).
        L4s = "l4s",
        /// Constant bit rate: its packets can be marked, but it does not react.
        Ect0 = "ect0",
        /// Like `ect0`, but with the ECN field of an L4S sender.
        Ect1 = "ect1",
    }
}
