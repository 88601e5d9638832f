//! The scenario as plain data: it mirrors the JSON, with no names resolved and no defaults filled
//! in.
//!
//! Reading and writing a scenario keeps its text: links, files and the page keep what their author
//! wrote.

mod choices;
mod flow;
mod fork;
mod kinds;
mod pacing;
mod requested;
mod shorthand;
mod shorthand_schemas;

pub use choices::{
    EcnChoice, FlowKind, GrowthChoice, HystartRounds, HystartSigns, QuicNumbers, RecoveryChoice,
    RecoveryVariant, SlowStartChoice, UndoChoice, Way,
};
pub use flow::Flow;
pub use fork::Fork;
pub use kinds::{Application, BackLoss, DelayModel, Jitter, Kind, Loss, Position, Queue, RateModel};
pub use requested::RequestedMechanism;
pub use shorthand::{
    AccessRate, AckTimeout, CompareEntry, Delay, DelayPoint, DelayStep, FORMAT_VERSION, HandshakeChoice,
    LaneChanges, OneOrMany, Opportunities, Period, Rate, RateStep, ReceiveBuffer, ReceiveBufferNumbers, Rto,
    RtoNumbers, RtoPreset, Spread, Ssthresh, Version,
};

use super::json_path::objects;
use super::quantity::{Measure, Seconds, Whole};
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
