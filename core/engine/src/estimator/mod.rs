//! Bandwidth estimators: what the ACK stream says about the bandwidth a flow gets.
//!
//! An estimator is a thing of its own: an algorithm may use one, and any lane may show one as a
//! shadow beside it. To add one, write its file and add its word below.

mod acked_count;
#[cfg(test)]
pub mod script;

pub use acked_count::AckedCount;

use crate::catalogue::{Params, Spec};

/// What an estimator sees of an ACK.
#[derive(Clone, Copy, Debug)]
pub struct AckView {
    /// Arrival of the ACK, in seconds.
    pub now_s: f64,
    /// Segments it newly acknowledges cumulatively; 0 for a duplicate.
    pub acked: u64,
    /// True for a duplicate ACK that reports a delivered segment.
    pub is_duplicate: bool,
    /// Segments newly delivered as far as the sender can know, SACK included.
    pub delivered: u64,
    /// RTT sample of this ACK, in seconds.
    pub rtt_s: Option<f64>,
    /// The latest RTT sample of the connection, in seconds, if there was one.
    pub last_rtt_s: Option<f64>,
    /// Smallest RTT sample of the connection, in seconds; infinite before the first.
    pub min_rtt_s: f64,
    /// Smoothed RTT, in seconds.
    pub srtt_s: f64,
    /// Bits of a segment on the wire.
    pub segment_bits: f64,
    /// Congestion window, in segments.
    pub cwnd: f64,
    /// Rate sample of the newest delivered segment, in segments per second.
    pub delivery_rate: Option<f64>,
    /// Number of completed rounds.
    pub round: u64,
}

/// A bandwidth estimator.
pub trait Estimate {
    /// A connection starts: the handshake is over, or the first segment is about to be sent.
    fn start(&mut self, now_s: f64);

    /// An ACK arrived, duplicate or not. True if the estimate was brought up to date.
    fn on_ack(&mut self, ack: &AckView) -> bool;

    /// The estimate in segments per second, as it stands at `now_s`.
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

            /// Its id.
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
