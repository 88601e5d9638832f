//! A group of flows.

use super::choices::{
    CarefulResumeNumbers, EcnChoice, FlowKind, GrowthChoice, HystartNumbers, QuicNumbers, RapidStartNumbers,
    RecoveryChoice, RecoveryVariant, SlowStartChoice, TcpProfile, Transport, UndoChoice, Way,
};
use super::kinds::Application;
use super::pacing::{Pacing, Quantum};
use super::requested::RequestedMechanism;
use super::shorthand::{
    AccessRate, AckTimeout, HandshakeChoice, OneOrMany, Period, ReceiveBuffer, Rto, Spread, Ssthresh,
};
use crate::error::ScenarioError;
use crate::json_path::objects;
use crate::quantity::{BitsPerSecond, Bytes, Measure, Seconds, Whole, WholePackets, WindowPackets};
use ackscope_engine::mechanism::{self, Mechanism, MechanismSettings, Value as _};
use serde_json::{Map, Value};

/// Declares a flow: its keys, and one for each mechanism that the engine declares.
macro_rules! flow {
    ($($mechanism:ident),+) => {
    objects! {
        /// A group of flows that share one description.
        pub struct Flow: "an object such as {\"algorithm\": \"newreno\", \"rtt\": \"250ms\"}" {
            /// A name for messages, paths and results.
            pub name: Option<String>,
            /// Default: TCP.
            pub kind: Option<FlowKind>,
            /// The congestion-control algorithm.
            pub algorithm: Option<String>,
            /// A set of mechanisms. `linux6` sets {profile}; with CUBIC
            /// `slow_start` to hystart and the variant linux. It leaves to `bbr`, `bbr3` and `prague` what their
            /// kernel modules do themselves. A key that the flow sets itself has priority.
            /// Default: classic.
            pub tcp: Option<TcpProfile>,
            /// The transport protocol. With `quic`, `tcp`, `recovery_variant` and the algorithm's own recovery have no
            /// effect, and other keys have other defaults: `growth` byte-counting, `pacing` of 1.25 windows per round trip,
            /// `delayed_ack_timeout` 25 ms, `ack_bytes` 60, `sack_block_bytes` 2, an initial window of 14720 bytes, 10
            /// packets at most. Default: tcp.
            pub transport: Option<Transport>,
            /// Numbers of a QUIC connection. Needs `transport` quic.
            pub quic: Option<QuicNumbers>,
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
            /// Rate of the access links, or `none`: they transmit in no time. Default: ten times the fastest hop.
            pub access_rate: Option<AccessRate>,
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
            /// Whether the delay of each packet that arrives is counted, for the series and the
            /// percentiles of the delay. Default: true for constant bit rate, false for TCP.
            pub measure_delay: Option<bool>,
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
            /// What Careful Resume knows of an earlier connection. Needs `slow_start` careful-resume.
            pub careful_resume: Option<CarefulResumeNumbers>,
            /// Parameters of Rapid Start. Needs `slow_start` rapid-start.
            pub rapid_start: Option<RapidStartNumbers>,
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
            $(
                    #[doc = concat!("The mechanism `", stringify!($mechanism), "`.")]
                    pub $mechanism: Option<RequestedMechanism<mechanism::$mechanism::Value>>,
                )+
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

        impl Flow {
            /// True for a QUIC connection.
            pub(crate) fn is_quic(&self) -> bool {
                self.transport == Some(Transport::Quic)
            }

            /// True for a sender like Linux 6.
            pub(crate) fn is_linux(&self) -> bool {
                self.tcp == Some(TcpProfile::Linux6) && !self.is_quic()
            }

            /// What the flow has of each mechanism: the index of the `value` that it gets, given the index of
            /// what it asks for.
            pub(crate) fn chosen(
                &self,
                value: &dyn Fn(&Mechanism, Option<usize>) -> Result<usize, ScenarioError>,
            ) -> Result<MechanismSettings, ScenarioError> {
                Ok(MechanismSettings {
                    $($mechanism: mechanism::$mechanism::Value::at(value(
                        &mechanism::$mechanism::MECHANISM,
                        self.$mechanism.map(|requested| requested.0.index()),
                    )?),)+
                })
            }
        }
    };
}
ackscope_engine::with_mechanisms!(flow);
