//! The scenario as plain data: it mirrors the JSON, with no names resolved and no defaults filled
//! in.
//!
//! Reading and writing a scenario keeps its text: links, files and the page keep what their author
//! wrote.

use super::fork::Fork;
use super::json_path::{objects, words};
use super::kinds::{Application, BackLoss, Jitter, Loss, Queue};
use super::pacing::{Pacing, Quantum};
use super::quantity::{BitsPerSecond, Bytes, Measure, Seconds, Whole, WholePackets, WindowPackets};
use super::shorthand::{
    AckTimeout, CompareEntry, Delay, HandshakeChoice, OneOrMany, Period, Rate, ReceiveBuffer, Rto, Spread,
    Ssthresh, Version,
};
use serde_json::{Map, Value};

objects! {
    /// An experiment: a line of hops, the flows over them, and the lanes to compare.
    pub struct Scenario: "an object with version, duration, hops and flows" {
        /// Version of this format.
        pub version: Version,
        /// A short title.
        pub title: Option<String>,
        /// Seed of every random stream. Default: 1.
        pub seed: Option<Whole>,
        /// How long to simulate.
        pub duration: Measure<Seconds>,
        /// Events at the same instant follow the order of ns-2: first by its clock, a
        /// floating-point number whose sums are rounded, then by when they were scheduled.
        /// Default: true if a flow has the recovery of an agent of ns-2, else false. Without it,
        /// departures come before arrivals and arrivals before timers, each in the order of the
        /// scenario.
        pub ns2_order: Option<bool>,
        /// Losses draw from the generator of ns-2, so that an exported script loses the same
        /// packets. Default: false.
        pub ns2_losses: Option<bool>,
        /// The hops from left to right, between routers R0, R1, ….
        pub hops: Vec<Hop>,
        /// Algorithms that the scenario contains: texts in Ackscript, by their ids.
        pub scripts: Option<Map<String, Value>>,
        /// The groups of flows.
        pub flows: Vec<Flow>,
        /// One entry per lane. Default: one lane with the scenario itself.
        pub compare: Option<Vec<CompareEntry>>,
        /// Measurement intervals. Default: the whole run.
        pub measure: Option<Vec<Period>>,
        /// What changes from a given time on.
        pub fork: Option<Fork>,
    }
}

objects! {
    /// A hop between two neighbouring routers: a forward and a backward channel.
    pub struct Hop: "an object such as {\"rate\": \"2Mbps\", \"delay\": \"10ms\"}" {
        /// A name for messages and paths.
        pub name: Option<String>,
        /// Its rate, constant or over time.
        pub rate: Rate,
        /// One-way propagation delay, constant or over time. Where one number is needed, as for
        /// the RTT of a flow, the smallest delay counts.
        pub delay: Delay,
        /// The queue in front of the forward channel. Default: drop-tail of one bandwidth-delay
        /// product.
        pub queue: Option<Queue>,
        /// The loss model of the forward channel. Default: none.
        pub loss: Option<Loss>,
        /// The jitter model of the forward channel: an extra delay, reordering or aggregation.
        /// Default: none.
        pub jitter: Option<Jitter>,
        /// The backward channel. Default: like the forward one, without loss and jitter.
        pub back: Option<Back>,
        /// A proxy at the left router that helps TCP over a lossy hop.
        pub agent: Option<String>,
        /// Number of identical hops. Default: 1.
        pub repeat: Option<Whole>,
    }
}

objects! {
    /// The backward channel, where it differs from the forward one.
    #[derive(Default)]
    pub struct Back: "an object with rate, delay, queue, loss or jitter" {
        /// Its rate. Default: the forward one.
        pub rate: Option<Rate>,
        /// Its delay. Default: the forward one, also if a model draws it.
        pub delay: Option<Delay>,
        /// Its queue. Default: like the forward one.
        pub queue: Option<Queue>,
        /// Its loss model. Default: none. `"shared"` follows the forward model's state, but
        /// draws its own losses.
        pub loss: Option<BackLoss>,
        /// Its jitter model. Default: none.
        pub jitter: Option<Jitter>,
    }
}

words! {
    /// Where a loss model sits on a channel.
    pub enum Position {
        /// After transmission and propagation: a lost packet has used queue and link.
        After = "after",
        /// Before the queue: a lost packet has used neither.
        Before = "before",
    }
}

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
    }
}

words! {
    /// How the window is reduced in a recovery.
    pub enum ReductionChoice {
        /// With the first ACK that shows a loss.
        AtOnce = "at-once",
        /// Proportional rate reduction as in Linux: in proportion to the delivered segments, by ssthresh
        /// over the window before the loss (RFC 9937: over the data in flight).
        Prr = "prr",
        /// Like `prr`; below ssthresh it never sends more than was delivered, as the CRB of RFC 6937.
        PrrCrb = "prr-crb",
        /// Like `prr`; below ssthresh it sends one more than was delivered, as the SSRB of RFC 6937.
        PrrSsrb = "prr-ssrb",
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

words! {
    /// What happens to the window when a connection was idle for longer than its timeout.
    pub enum IdleRestartChoice {
        /// It stays.
        Off = "off",
        /// It is halved once per timeout, down to the initial window (RFC 2861, Linux).
        Halving = "halving",
        /// It falls to the initial window at once (RFC 5681 §4.1).
        AtOnce = "at-once",
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

words! {
    /// A preset of the retransmission timer.
    pub enum RtoPreset {
        /// RFC 6298: minimum 1 s.
        Rfc6298 = "rfc6298",
        /// Exact RTT samples, 10 ms granularity, minimum 0.2 s. While one segment is outstanding alone, the
        /// timeout also has the time of a delayed ACK.
        Default = "default",
        /// ns-2 of 2001: ticks of 100 ms.
        Ns2Of2001 = "ns2_2001",
        /// ns-2 of 2003: ticks of 10 ms, minimum 1 s.
        Ns2Of2003 = "ns2_2003",
        /// ns-2 of 2005 and later: ticks of 10 ms, minimum 0.2 s.
        Ns2Of2005 = "ns2_2005",
        /// Linux: the minimum applies to the variance term.
        Linux = "linux",
        /// Linux 6: like `linux`, in whole microseconds; the variance falls once per round.
        Linux6 = "linux6",
    }
}

objects! {
    /// A group of flows that share one description.
    pub struct Flow: "an object such as {\"algorithm\": \"newreno\", \"rtt\": \"250ms\"}" {
        /// A name for messages, paths and results.
        pub name: Option<String>,
        /// Default: TCP.
        pub kind: Option<FlowKind>,
        /// The congestion-control algorithm.
        pub algorithm: Option<String>,
        /// A set of mechanisms. `linux6` sets `recovery` to rack, `reduction` to prr, `growth` to
        /// linux-count, `rto` to linux6, `initial_window` to 10, `quick_acks` to 16,
        /// `delayed_ack_timeout` to linux, `undo` to timestamps, `idle_restart` to halving, `tlp`,
        /// `frto`, `dsack` and `cwnd_validation`, `ack_bytes` to 52 and `sack_block_bytes` to 8; with CUBIC `slow_start` to hystart and the variant linux.
        /// A key that the flow sets itself has priority.
        /// Default: classic.
        pub tcp: Option<TcpProfile>,
        /// Number of flows. Default: 1.
        pub count: Option<Whole>,
        /// Direction of the data. Default: forward.
        pub direction: Option<Way>,
        /// Left router of its range. Default: the first one.
        pub from: Option<Whole>,
        /// Right router of its range. Default: the last one.
        pub to: Option<Whole>,
        /// Whether every hop of the range has such a group, numbered hop by hop.
        pub each_hop: Option<bool>,
        /// Two-way propagation delay without queueing. The hops' delays are a part of it. The
        /// access links have the rest.
        pub rtt: Option<Spread>,
        /// One-way delay of the access link at each end, instead of `rtt`. Default: 0.
        pub access_delay: Option<Spread>,
        /// Share of the access delay at the sender's end, 0 to 1. Default: 0.5. With traffic in
        /// both directions the place of the delay matters: it decides which packets and ACKs meet
        /// in the queues.
        pub access_at_sender: Option<f64>,
        /// Whether the receiver has an access link. Without one it is at its router, and the sender
        /// has all of the access delay. Default: true.
        pub receiver_access: Option<bool>,
        /// Rate of the access links. Default: ten times the fastest hop.
        pub access_rate: Option<Measure<BitsPerSecond>>,
        /// Rate on the wire, for constant bit rate.
        pub rate: Option<Measure<BitsPerSecond>>,
        /// Size of a data packet on the wire. Default: 1500.
        pub packet_bytes: Option<Measure<Bytes>>,
        /// Size of an ACK on the wire. Default: 40; with `tcp: linux6` and timestamps, 52.
        pub ack_bytes: Option<Measure<Bytes>>,
        /// Size that each SACK block adds to an ACK, 0 to 1000 bytes. Default: 0; with `tcp: linux6`,
        /// 8.
        pub sack_block_bytes: Option<Measure<Bytes>>,
        /// Initial window. Default: 3.
        pub initial_window: Option<Measure<WindowPackets>>,
        /// Initial slow-start threshold. Default: infinite.
        pub initial_ssthresh: Option<Ssthresh>,
        /// Receive window. Default: 10⁶.
        pub receive_window: Option<Measure<WholePackets>>,
        /// A receive buffer that grows with the rate, as in Linux: while its window grows, the receiver
        /// acknowledges each segment at once. Not with `receive_window`. Default: `fixed`; with `tcp:
        /// linux6` it grows from 2 MiB.
        pub receive_buffer: Option<ReceiveBuffer>,
        /// Start time. Default: 0.
        pub start: Option<Measure<Seconds>>,
        /// Stop time. Default: the end of the run.
        pub stop: Option<Measure<Seconds>>,
        /// Periods of activity; each one is a new connection. Default: always. An empty list:
        /// never.
        pub active: Option<Vec<Period>>,
        /// Maximum of a random, uniform delay of each start. Default: 1 s if `count` is above 1,
        /// else 0.
        pub start_jitter: Option<Measure<Seconds>>,
        /// Maximum of a random, uniform delay of each packet. The order stays. Default: 0.
        pub send_jitter: Option<Measure<Seconds>>,
        /// Size of the transfer in bytes. Default: endless.
        pub bytes: Option<Measure<Bytes>>,
        /// The application that writes into the connection: on and off, requests, video. Default: a
        /// bulk transfer, of `bytes` or endless.
        pub application: Option<Application>,
        /// Whether the receiver delays ACKs. Default: true.
        pub delayed_ack: Option<bool>,
        /// Maximum delay of an ACK, or `linux`: it follows the time between segments. Default:
        /// 200 ms.
        pub delayed_ack_timeout: Option<AckTimeout>,
        /// Number of ACKs at the start that are not delayed, one per segment, 0 to 1000.
        /// Default: 0.
        pub quick_acks: Option<Whole>,
        /// Timestamps: an RTT sample from every ACK of new data. Default: true.
        pub timestamps: Option<bool>,
        /// Limited transmit. Default: true (false with the timer of ns-2 of 2001, which has none).
        pub limited_transmit: Option<bool>,
        /// Whether a connection starts with a SYN exchange. With `in-window` the SYN is the first
        /// segment of the initial window, and the others are sent together with it. Default: true.
        pub handshake: Option<HandshakeChoice>,
        /// Loss recovery. Default: the algorithm's own.
        pub recovery: Option<RecoveryChoice>,
        /// Named departures of loss recovery.
        pub recovery_variant: Option<OneOrMany<RecoveryVariant>>,
        /// How slow start ends. Default: as the algorithm says.
        pub slow_start: Option<SlowStartChoice>,
        /// Parameters of HyStart. Needs `slow_start` hystart.
        pub hystart: Option<HystartNumbers>,
        /// Whether segments are spread over the round trip. Default: off. An algorithm that paces
        /// (`bbr`) keeps its own rate.
        pub pacing: Option<Pacing>,
        /// Segments that the sender hands to its network card at once (segmentation offload), 2 to
        /// 64, or `tso`: those of about a millisecond. They leave at the rate of the access link.
        /// For a full burst the sender waits for the next ACK, if that is near. Needs `recovery`
        /// rack. Default: each segment leaves alone.
        pub gso: Option<Quantum>,
        /// How long the receiver's network card waits for more segments (receive offload), 0 to
        /// 10 ms. What has come in order until then, at most 64 KiB, gets one ACK. Default: 0.
        pub gro: Option<Measure<Seconds>>,
        /// Whether the window grows only while it is used, by the rule of Linux. Default: it
        /// grows while the window, and not the source or the receiver, limits the sender.
        pub cwnd_validation: Option<bool>,
        /// What happens to the window when the connection was idle for longer than its timeout.
        /// Default: off.
        pub idle_restart: Option<IdleRestartChoice>,
        /// How the window is reduced in a recovery. Needs `recovery` sack or rack. Default: at
        /// once.
        pub reduction: Option<ReductionChoice>,
        /// Tail loss probes: a probe after about two RTTs of silence. Needs `recovery` rack.
        /// Default: false.
        pub tlp: Option<bool>,
        /// After a timeout the sender first sends new data, to find out whether the timeout was too
        /// early (F-RTO). Needs `recovery` sack or rack. Default: false.
        pub frto: Option<bool>,
        /// Whether the receiver reports segments that arrive twice. RACK then waits longer for
        /// overtaken segments, and a recovery without a needed retransmission is undone, unless `undo`
        /// is none. Needs `recovery` sack or rack. Default: false.
        pub dsack: Option<bool>,
        /// What undoes a recovery after a false loss. Default: none; with `dsack`, its reports.
        pub undo: Option<UndoChoice>,
        /// Ticks per second of a kernel's clock, 100 to 10000. Default: 1000.
        pub clock_hz: Option<Whole>,
        /// How ACKs are counted for window growth. Default: per ACK.
        pub growth: Option<GrowthChoice>,
        /// Explicit congestion notification. Default: the algorithm's own: `accurate` for `dctcp`,
        /// `l4s` for `prague`, `off` for all others.
        pub ecn: Option<EcnChoice>,
        /// Alternative back-off: a mark reduces the window by less than a loss. Default: false.
        pub abe: Option<bool>,
        /// Fraction of the window that remains after a mark, with `abe`. Default: 0.8, CUBIC 0.85.
        pub beta_ecn: Option<f64>,
        /// Number of marked packets after which an accurate receiver reports at once, 2 to 7.
        /// Default: 2.
        pub ack_every_marks: Option<Whole>,
        /// Bits of the mark count that an ACK carries: 3 as in the header field of RFC 9768 (ACE) alone,
        /// where eight marks between two ACKs look like none. Default: all bits, as with its option.
        pub ace_bits: Option<Whole>,
        /// The retransmission timer. Default: `default`; with `tcp: linux6`, `linux6`.
        pub rto: Option<Rto>,
        /// The algorithm's own parameters.
        pub parameters: Option<Map<String, Value>>,
        /// Estimators to record in addition to the algorithm's own.
        pub shadow: Option<Vec<String>>,
        /// Whether each lane replaces its algorithm. Default: false.
        pub compared: Option<bool>,
    }
}
