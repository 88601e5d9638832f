//! A fork: the run is unchanged up to an instant and continues with other settings.

use crate::json_path::objects;
use crate::quantity::{Measure, Seconds};
use serde_json::{Map, Value};

objects! {
    /// What changes from a given time on. Until then the run is the same, packet by packet.
    pub struct Fork: "an object such as {\"at\": \"60s\", \"algorithm\": \"westwood+\"}" {
        /// From when on.
        pub at: Measure<Seconds>,
        /// The algorithm that takes the compared flows over, as a socket option does on a live
        /// connection: cwnd, ssthresh and loss recovery stay. Default: the one that they have.
        pub algorithm: Option<String>,
        /// Parameters of that algorithm, in place of those of the flows.
        pub parameters: Option<Map<String, Value>>,
        /// Values to put at paths: rates, delays, queue capacities and loss models of hops, algorithms
        /// and parameters of flows.
        pub set: Option<Map<String, Value>>,
    }
}
