//! Queue disciplines: who waits, and who is dropped. One discipline, one file, one word in the list below.

use crate::catalogue::{Params, Spec};
use crate::rng::Stream;
use crate::setup::QueueSetup;
use crate::units::Time;

/// What a discipline sees when a packet arrives or leaves.
#[derive(Clone, Copy, Debug)]
pub struct QueueView {
    /// Now.
    pub now: Time,
    /// Waiting packets, this one and the one in transmission not counted.
    pub packets: u64,
    /// Waiting bytes, counted alike.
    pub bytes: u64,
    /// No room is left for this packet.
    pub full: bool,
    /// Size of this packet.
    pub packet_bytes: u32,
    /// Its flow.
    pub flow: u32,
    /// Since when the transmitter has had nothing to send, if it has nothing to send.
    pub idle_since: Option<Time>,
}

/// What a discipline needs to know of its channel when it is built.
#[derive(Clone, Copy, Debug)]
pub struct ChannelFacts {
    /// Peak rate of the channel.
    pub rate_bps: f64,
    /// One-way propagation delay of the channel, in seconds.
    pub delay_s: f64,
    /// Capacity in packets (a capacity in bytes divided by the packet size).
    pub capacity_packets: f64,
    /// Size of the largest data packet that crosses the channel.
    pub packet_bytes: u32,
}

/// What becomes of an arriving packet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It joins the queue.
    Accept,
    /// It is dropped because the queue is full.
    Overflow,
    /// It is dropped although there is room.
    Early,
}

/// A queue discipline that decides when a packet arrives.
pub trait Discipline {
    /// A packet arrives. If `view.full` the packet cannot be kept, whatever is answered.
    fn arrive(&mut self, view: &QueueView, random: &mut Stream) -> Verdict;

    /// A packet starts its transmission after having waited since `arrived`; the view counts what is left behind it.
    fn depart(&mut self, _view: &QueueView, _arrived: Time) {}

    /// The average queue it acts on, in packets.
    fn average(&self) -> Option<f64> {
        None
    }

    /// The drop probability in force.
    fn probability(&self) -> Option<f64> {
        None
    }
}

macro_rules! disciplines {
    ($($module:ident),* $(,)?) => {
        $(pub mod $module;)*

        /// Any discipline.
        #[derive(Clone, Debug)]
        #[allow(non_camel_case_types, missing_docs, clippy::large_enum_variant)]
        pub enum Queue { $($module($module::Queue)),* }

        /// What each discipline declares about itself.
        pub const REGISTRY: &[&Spec] = &[$(&$module::SPEC),*];

        impl Queue {
            /// The discipline that `setup` names.
            ///
            /// # Panics
            /// If there is none: ids are checked when a scenario is read.
            pub fn new(setup: &QueueSetup, facts: &ChannelFacts) -> Queue {
                let params: &Params = &setup.params;
                $(if setup.kind == $module::SPEC.id {
                    return Queue::$module($module::Queue::new(params, facts));
                })*
                panic!("no queue discipline is called {}", setup.kind)
            }
        }

        impl Discipline for Queue {
            #[inline]
            fn arrive(&mut self, view: &QueueView, random: &mut Stream) -> Verdict {
                match self { $(Queue::$module(inner) => inner.arrive(view, random)),* }
            }
            #[inline]
            fn depart(&mut self, view: &QueueView, arrived: Time) {
                match self { $(Queue::$module(inner) => inner.depart(view, arrived)),* }
            }
            fn average(&self) -> Option<f64> {
                match self { $(Queue::$module(inner) => inner.average()),* }
            }
            fn probability(&self) -> Option<f64> {
                match self { $(Queue::$module(inner) => inner.probability()),* }
            }
        }
    };
}

disciplines! { drop_tail }
