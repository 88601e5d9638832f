//! Applications: how much data a TCP flow has to send, and when. One file per model, and one word
//! per model in the list below.
//!
//! An application writes segments into a connection, or opens a new connection for each transfer.
//! It is notified when the receiver has delivered everything that it has written, and it has a
//! timer. A flow without an application is a bulk transfer: endless, or of given `bytes`.

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

/// Facts about its flow that an application knows.
#[derive(Clone, Copy, Debug)]
pub struct FlowFacts {
    /// Size of a segment on the wire, in bits.
    pub segment_bits: f64,
    /// Two-way propagation delay.
    pub rtt: Span,
}

impl FlowFacts {
    /// Number of segments for this many bits, at least one.
    pub fn segments(&self, bits: f64) -> u64 {
        ((bits / self.segment_bits).ceil() as u64).max(1)
    }
}

/// The action of an application when its timer fires.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// It writes this many further segments.
    Write(u64),
    /// From now on it always has data to send.
    Flood,
    /// Data that is not sent yet is withdrawn.
    Withdraw,
}

impl Action {
    /// What a connection has to send at first if it opens with this action: `u64::MAX` is endless.
    fn at_first(self) -> u64 {
        match self {
            Action::Write(segments) => segments,
            Action::Flood | Action::Withdraw => u64::MAX,
        }
    }
}

/// Results of an application when everything that it has written has been delivered.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Completed {
    /// Duration of the transfer that is now complete, if it counts as a transfer.
    pub took: Option<Span>,
    /// For a video chunk: its encoding rate in bit/s.
    pub chunk_rate_bps: Option<f64>,
    /// How long playback stalled before this, in seconds.
    pub stalled_s: f64,
    /// Time at which the next connection opens, if each transfer has its own.
    pub reopens: Option<Time>,
}

/// An application.
pub trait Writes {
    /// A connection opens at `now`. Returns the number of segments to send at once, or `u64::MAX`
    /// for an endless source.
    fn open(&mut self, now: Time, random: &mut Stream) -> u64;

    /// True if it begins when the handshake is over, as a program does that writes at its own rate.
    /// Otherwise it begins with the SYN.
    fn waits_for_handshake(&self) -> bool {
        false
    }

    /// The time of its next action.
    fn next(&self) -> Time;

    /// Performs the action.
    fn act(&mut self, now: Time, random: &mut Stream) -> Action;

    /// Everything written has been delivered at `now`.
    fn completed(&mut self, now: Time, random: &mut Stream) -> Completed;

    /// Upper bounds of the number of connections and of the number of actions within this many
    /// seconds.
    fn most(&self, seconds: f64, facts: &FlowFacts) -> (f64, f64);

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
            fn waits_for_handshake(&self) -> bool {
                match self { $(Model::$module(inner) => inner.waits_for_handshake()),* }
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

applications! { on_off, phases, requests, video }

/// One write contains the data that a rate yields in this time, but at least one segment.
const WRITE_EVERY: Span = Span::from_millis(1);

/// Segments per write at a rate, and the time between writes.
fn write_size(bps: f64, facts: &FlowFacts) -> (u64, Span) {
    let segments = (bps * WRITE_EVERY.secs() / facts.segment_bits).floor().max(1.0);
    (segments as u64, Span::from_secs(segments * facts.segment_bits / bps))
}

#[cfg(test)]
mod testing {
    use super::*;

    /// Segments of 1500 bytes and an RTT of 100 ms.
    pub const FACTS: FlowFacts = FlowFacts { segment_bits: 12_000.0, rtt: Span::from_millis(100) };

    /// The random stream of the tests.
    pub fn random() -> Stream {
        Stream::new(9, "application")
    }
}
