//! Bandwidth estimators: they estimate a flow's bandwidth from its ACK stream.
//!
//! Estimators are independent of algorithms: an algorithm may use one, and any lane may show others
//! for comparison. To add an estimator, write its file and add its word to the list below.

mod acked_count;
#[cfg(test)]
pub mod script;

pub use acked_count::AckedCount;

use crate::catalogue::{Params, Spec};

/// The part of an ACK that an estimator sees.
#[derive(Clone, Copy, Debug)]
pub struct AckView {
    /// Arrival of the ACK, in seconds.
    pub now_s: f64,
    /// Segments it newly acknowledges cumulatively; 0 for a duplicate.
    pub acked: u64,
    /// True for a duplicate ACK that reports a delivered segment.
    pub is_duplicate: bool,
    /// Segments newly delivered as far as the sender knows, SACK included.
    pub delivered: u64,
    /// RTT sample of this ACK, in seconds.
    pub rtt_s: Option<f64>,
    /// The latest RTT sample of the connection, in seconds, if there was one.
    pub last_rtt_s: Option<f64>,
    /// Smallest RTT sample of the connection, in seconds; infinite before the first.
    pub min_rtt_s: f64,
    /// Smoothed RTT, in seconds.
    pub srtt_s: f64,
    /// Size of a segment on the wire, in bits.
    pub segment_bits: f64,
    /// Congestion window, in segments.
    pub cwnd: f64,
    /// Rate sample of the newest delivered segment, in segments per second.
    pub delivery_rate: Option<f64>,
    /// The source and not the path limits what was delivered.
    pub is_app_limited: bool,
    /// Number of completed rounds.
    pub round: u64,
}

/// A bandwidth estimator.
pub trait Estimate {
    /// A connection starts: the handshake is over, or the first segment is about to be sent.
    fn start(&mut self, now_s: f64);

    /// An ACK arrives, duplicate or not. Returns true if the estimate was updated.
    fn on_ack(&mut self, ack: &AckView) -> bool;

    /// The estimate in segments per second at `now_s`.
    fn estimate(&self, now_s: f64) -> f64;
}

macro_rules! estimators {
    ($($module:ident),* $(,)?) => {
        $(pub mod $module;)*

        /// Any estimator.
        #[derive(Clone, Debug)]
        #[allow(non_camel_case_types, missing_docs)]
        pub enum Estimator { $($module($module::Estimator)),* }

        /// What each estimator declares about itself.
        pub static REGISTRY: &[&Spec] = &[$(&$module::SPEC.lean()),*];

        impl Estimator {
            /// The estimator called `id` with its defaults.
            ///
            /// # Panics
            /// If there is none: ids are checked when a scenario is read.
            pub fn new(id: &str) -> Estimator {
                $(if id == $module::SPEC.id {
                    return Estimator::$module($module::Estimator::new(&Params::defaults($module::SPEC.parameters)));
                })*
                panic!("no estimator is called {id}")
            }

            pub fn id(&self) -> &'static str {
                match self { $(Estimator::$module(_) => $module::SPEC.id),* }
            }
        }

        impl Estimate for Estimator {
            fn start(&mut self, now_s: f64) {
                match self { $(Estimator::$module(inner) => inner.start(now_s)),* }
            }
            fn on_ack(&mut self, ack: &AckView) -> bool {
                match self { $(Estimator::$module(inner) => inner.on_ack(ack)),* }
            }
            fn estimate(&self, now_s: f64) -> f64 {
                match self { $(Estimator::$module(inner) => inner.estimate(now_s)),* }
            }
        }
    };
}

estimators! {
    westwood_filter, rtt_sampled_filter, ewma_0_9, linux_double, cwnd_over_rtt, vegas_backlog, delivery_rate,
}
