//! The scenario as plain data: a mirror of the JSON, nothing resolved and no default filled in.
//!
//! Written and read, it is the same text again: links, files and the page keep what their author wrote.

use super::forms::{CompareEntry, OneOrMany, Period, Rate, Rto, Spread, Ssthresh, Version};
use super::kinds::{BackLoss, Loss, Queue};
use super::leaf::{
    BitsPerSecond, Bytes, Measure, Seconds, Whole, WholePackets, WindowPackets, read_objects_only,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// An experiment: a line of hops, the flows over them, and the lanes to compare.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, remote = "Self")]
pub struct Scenario {
    /// Version of this format.
    pub version: Version,
    /// What it is about, in a few words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// Seed of every random stream; 1 where silent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<Whole>,
    /// How long to simulate.
    pub duration: Measure<Seconds>,
    /// The hops from left to right, between routers R0, R1, ….
    pub hops: Vec<Hop>,
    /// The groups of flows.
    pub flows: Vec<Flow>,
    /// One entry per lane; where silent, one lane: the scenario as it stands.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub compare: Option<Vec<CompareEntry>>,
    /// Measurement windows; where silent, the whole run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub measure: Option<Vec<Period>>,
}

/// A hop between two neighbouring routers: a forward and a backward channel.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, remote = "Self")]
pub struct Hop {
    /// A name for messages and paths.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Its rate, constant or over time.
    pub rate: Rate,
    /// One-way propagation delay.
    pub delay: Measure<Seconds>,
    /// The queue in front of the forward channel; drop-tail of one bandwidth-delay product where silent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub queue: Option<Queue>,
    /// What the forward channel loses; nothing where silent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub loss: Option<Loss>,
    /// The backward channel; where silent like the forward one, but without loss.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub back: Option<Back>,
    /// An agent at the left router that helps TCP over a lossy hop.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub agent: Option<String>,
    /// So many such hops in a row; 1 where silent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub repeat: Option<Whole>,
}

/// What differs on the way back.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, remote = "Self")]
pub struct Back {
    /// Its rate; the forward one where silent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rate: Option<Rate>,
    /// Its delay; the forward one where silent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub delay: Option<Measure<Seconds>>,
    /// Its queue; one like the forward one where silent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub queue: Option<Queue>,
    /// What it loses: nothing where silent; `"shared"` follows the forward model's state with draws of its own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub loss: Option<BackLoss>,
}

/// Where a loss model sits on a channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Position {
    /// After transmission and propagation: a lost packet has used queue and link.
    After,
    /// Before the queue: a lost packet has used neither.
    Before,
}

/// What a flow is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum FlowKind {
    /// A TCP connection.
    Tcp,
    /// UDP at a constant bit rate.
    Cbr,
}

/// Which way data goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(rename = "Direction")]
pub enum Way {
    /// Left to right.
    Forward,
    /// Right to left.
    Backward,
}

/// How a sender recovers from loss.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum RecoveryChoice {
    /// No fast recovery: Tahoe's own, which no other algorithm can choose.
    Tahoe,
    /// Fast recovery that ends with the first new ACK.
    Reno,
    /// RFC 6582.
    Newreno,
    /// RFC 6675.
    Sack,
}

/// A named departure from the recovery rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum RecoveryVariant {
    /// A fast retransmit may start when exactly the recorded data are acknowledged.
    LessCareful,
    /// Reno: the first new ACK ends the permission to re-enter below the gate.
    RenoGated,
    /// New Reno leaves recovery with at most the data in flight plus one.
    MinExit,
    /// New Reno as the classic agents of ns-2 leave recovery.
    Ns2Exit,
    /// The ACK that ends recovery does not grow the window.
    Rfc,
    /// Only the first partial ACK restarts the retransmission timer (the default, by name).
    Impatient,
    /// Every partial ACK restarts the retransmission timer.
    SlowButSteady,
    /// A repeated timeout recomputes ssthresh from the current window.
    Ns2Rto,
    /// SACK with ns-2's counter for the data in the pipe.
    Ns2Sack1,
    /// SACK as ns-2's TCP/Linux agent: forward acknowledgement, and a window that comes down over the RTT after a loss.
    Ns2Linux,
}

/// How ACKs are counted for window growth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum GrowthChoice {
    /// One step per ACK of new data, however much it acknowledges.
    PerAck,
    /// Every acknowledged segment counts.
    ByteCounting,
}

/// A preset of the retransmission timer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum RtoPreset {
    /// RFC 6298: minimum 1 s.
    #[serde(rename = "rfc6298")]
    Rfc6298,
    /// Exact samples, 10 ms granularity, minimum 0.2 s.
    #[serde(rename = "default")]
    Default,
    /// ns-2 of 2001: ticks of 100 ms.
    #[serde(rename = "ns2_2001")]
    Ns2Of2001,
    /// ns-2 of 2003: ticks of 10 ms, minimum 1 s.
    #[serde(rename = "ns2_2003")]
    Ns2Of2003,
    /// ns-2 of 2005 and later: ticks of 10 ms, minimum 0.2 s.
    #[serde(rename = "ns2_2005")]
    Ns2Of2005,
    /// Linux: the minimum is a floor of the variance.
    #[serde(rename = "linux")]
    Linux,
}

/// A group of flows that share one description.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, remote = "Self")]
pub struct Flow {
    /// A name for messages, paths and results.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// TCP where silent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<FlowKind>,
    /// The congestion-control algorithm.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub algorithm: Option<String>,
    /// How many such flows; 1 where silent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub count: Option<Whole>,
    /// Which way the data goes; forward where silent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub direction: Option<Way>,
    /// Left router of its stretch; the first one where silent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<Whole>,
    /// Right router of its stretch; the last one where silent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<Whole>,
    /// One such group over every hop of the stretch, numbered hop by hop.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub each_hop: Option<bool>,
    /// Two-way propagation delay without queueing; what the hops do not use is the access links.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rtt: Option<Spread>,
    /// One-way delay of the access link at each end, instead of `rtt`; 0 where both are silent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub access_delay: Option<Spread>,
    /// Share of the access delay that lies at the sender's end, 0 to 1; half where silent. With traffic both ways it
    /// matters where the delay is: it decides which packets and ACKs meet in the queues.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub access_at_sender: Option<f64>,
    /// Rate of the access links; ten times the fastest hop where silent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub access_rate: Option<Measure<BitsPerSecond>>,
    /// Rate on the wire, for constant bit rate.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rate: Option<Measure<BitsPerSecond>>,
    /// Data packets on the wire; 1500 where silent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub packet_bytes: Option<Measure<Bytes>>,
    /// ACKs on the wire; 40 where silent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ack_bytes: Option<Measure<Bytes>>,
    /// Initial window; 3 where silent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub initial_window: Option<Measure<WindowPackets>>,
    /// Initial slow-start threshold; infinite where silent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub initial_ssthresh: Option<Ssthresh>,
    /// Receive window; 10⁶ where silent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub receive_window: Option<Measure<WholePackets>>,
    /// When it starts; 0 where silent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<Measure<Seconds>>,
    /// When it stops; at the end of the run where silent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stop: Option<Measure<Seconds>>,
    /// When it is active, each period a new connection; always where silent, never if empty.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub active: Option<Vec<Period>>,
    /// Each start is delayed by a uniform draw up to this; 1 s where silent if `count` is above 1, else 0.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start_jitter: Option<Measure<Seconds>>,
    /// Each packet is delayed by a uniform draw up to this, order kept; 0 where silent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub send_jitter: Option<Measure<Seconds>>,
    /// A transfer of so many bytes; endless where silent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bytes: Option<Measure<Bytes>>,
    /// Whether the receiver delays ACKs; true where silent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub delayed_ack: Option<bool>,
    /// How long it delays one at most; 200 ms where silent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub delayed_ack_timeout: Option<Measure<Seconds>>,
    /// Timestamps: an RTT sample from every ACK of new data; true where silent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub timestamps: Option<bool>,
    /// Limited transmit; true where silent (false under the timer of 2001's ns-2, which had none).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limited_transmit: Option<bool>,
    /// Whether a connection starts with a SYN exchange; true where silent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub handshake: Option<bool>,
    /// Loss recovery; the algorithm's own where silent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub recovery: Option<RecoveryChoice>,
    /// Named departures of loss recovery.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub recovery_variant: Option<OneOrMany<RecoveryVariant>>,
    /// How ACKs are counted for window growth; per ACK where silent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub growth: Option<GrowthChoice>,
    /// The retransmission timer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rto: Option<Rto>,
    /// The algorithm's own parameters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parameters: Option<Map<String, Value>>,
    /// Estimators to record beside the algorithm's own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shadow: Option<Vec<String>>,
    /// Whether a lane's algorithm is put in its place; false where silent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub compared: Option<bool>,
}

read_objects_only! {
    Scenario: "an object with version, duration, hops and flows";
    Hop: "an object such as {\"rate\": \"2Mbps\", \"delay\": \"10ms\"}";
    Back: "an object with rate, delay, queue or loss";
    Flow: "an object such as {\"algorithm\": \"newreno\", \"rtt\": \"250ms\"}";
}
