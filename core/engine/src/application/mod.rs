//! Applications: what a TCP flow has to send, and when. One model, one file, one word in the list
//! below.
//!
//! An application writes segments into a connection, or opens a new one for each transfer. It
//! learns when the receiver has delivered all that it has written, and has a timer. A flow
//! without one is a bulk transfer: endless, or of given `bytes`.

use crate::catalogue::{Contradiction, Params, Spec};
use crate::rng::Stream;
use crate::units::{Span, Time};

/// An application with its parameters.
#[derive(Clone, Debug)]
pub struct ApplicationSetup {
    /// The model's id.
    pub kind: &'static str,
    /// Its checked parameters.
    pub params: Params,
}

/// What an application knows of its flow.
#[derive(Clone, Copy, Debug)]
pub struct FlowFacts {
    /// Bits of a segment on the wire.
    pub segment_bits: f64,
    /// Two-way propagation delay.
    pub rtt: Span,
}

impl FlowFacts {
    /// Segments that hold this many bits, at least one.
    pub fn segments(&self, bits: f64) -> u64 {
        ((bits / self.segment_bits).ceil() as u64).max(1)
    }
}

/// What an application does when its time has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// It writes this many segments more.
    Write(u64),
    /// From now on there is always more to send.
    Flood,
    /// What was not sent yet is not sent.
    Withdraw,
}

/// What an application knows when all that it has written has been handed over.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Completed {
    /// How long the transfer took that is complete now, if it counts as one.
    pub took: Option<Span>,
    /// Of a chunk of video, the rate at which it was encoded, in bit/s.
    pub chunk_rate_bps: Option<f64>,
    /// How long playback stood still before it, in seconds.
    pub stalled_s: f64,
    /// When the next connection opens, if each transfer has one of its own.
    pub reopens: Option<Time>,
}

/// An application.
pub trait Writes {
    /// A connection opens at `now`: the segments it has to send at once, or `u64::MAX` for no end.
    fn open(&mut self, now: Time, random: &mut Stream) -> u64;

    /// When it acts next.
    fn next(&self) -> Time;

    /// It acts now.
    fn act(&mut self, now: Time, random: &mut Stream) -> Action;

    /// All that was written had been handed over at `now`.
    fn completed(&mut self, now: Time, random: &mut Stream) -> Completed;

    /// The most connections it opens and the most times it acts, in this many seconds.
    fn most(&self, seconds: f64, facts: &FlowFacts) -> (f64, f64);

    /// Parameters that make no sense together.
    #[inline]
    fn contradiction(_params: &Params) -> Option<Contradiction>
    where
        Self: Sized,
    {
        None
    }
}

macro_rules! applications {
    ($($module:ident),* $(,)?) => {
        $(pub mod $module;)*

        /// Any application.
        #[derive(Clone, Debug)]
        #[allow(non_camel_case_types, missing_docs)]
        pub enum Model { $($module($module::Application)),* }

        /// What each model declares about itself.
        pub static REGISTRY: &[&Spec] = &[$(&$module::SPEC.lean()),*];

        impl Model {
            /// The model that `setup` names, for a flow of these facts.
            ///
            /// # Panics
            /// If there is none: ids are checked when a scenario is read.
            #[inline]
            pub fn new(setup: &ApplicationSetup, facts: FlowFacts) -> Model {
                $(if setup.kind == $module::SPEC.id {
                    return Model::$module($module::Application::new(&setup.params, facts));
                })*
                panic!("no application is called {}", setup.kind)
            }

            /// Parameters of the model called `kind` that make no sense together.
            #[inline]
            pub fn contradiction(kind: &str, params: &Params) -> Option<Contradiction> {
                $(if kind == $module::SPEC.id {
                    return <$module::Application as Writes>::contradiction(params);
                })*
                None
            }
        }

        impl Writes for Model {
            fn open(&mut self, now: Time, random: &mut Stream) -> u64 {
                match self { $(Model::$module(inner) => inner.open(now, random)),* }
            }
            fn next(&self) -> Time {
                match self { $(Model::$module(inner) => inner.next()),* }
            }
            fn act(&mut self, now: Time, random: &mut Stream) -> Action {
                match self { $(Model::$module(inner) => inner.act(now, random)),* }
            }
            fn completed(&mut self, now: Time, random: &mut Stream) -> Completed {
                match self { $(Model::$module(inner) => inner.completed(now, random)),* }
            }
            fn most(&self, seconds: f64, facts: &FlowFacts) -> (f64, f64) {
                match self { $(Model::$module(inner) => inner.most(seconds, facts)),* }
            }
        }
    };
}

applications! { on_off, requests, video }

#[cfg(test)]
mod testing {
    use super::*;

    /// Segments of 1500 bytes over an RTT of 100 ms.
    pub const FACTS: FlowFacts = FlowFacts { segment_bits: 12_000.0, rtt: Span::from_millis(100) };

    /// What is drawn from.
    pub fn random() -> Stream {
        Stream::new(9, "application")
    }
}
