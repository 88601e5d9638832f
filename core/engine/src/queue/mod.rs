//! Queue disciplines: which packets wait, and which are dropped. One file per discipline, and one
//! word per discipline in the list below.

pub mod lines;
pub mod own;
mod shared;

use std::sync::Arc;

use self::lines::Lines;
use self::own::DisciplineSource;
use crate::catalogue::{Contradiction, Params, Spec};
use crate::choices::{Capacity, Ecn};
use crate::rng::Stream;
use crate::units::{Span, Time};

/// A queue discipline with its parameters.
#[derive(Clone, Debug)]
pub struct QueueSetup {
    /// The discipline's id.
    pub kind: &'static str,
    /// Capacity, not counting the packet in transmission.
    pub capacity: Capacity,
    /// Its checked parameters.
    pub params: Params,
    /// A discipline made at run time that replaces `kind`.
    pub own: Option<Arc<dyn DisciplineSource>>,
}

/// What a discipline sees when a packet arrives or leaves.
#[derive(Clone, Copy, Debug)]
pub struct QueueView {
    pub now: Time,
    /// Waiting packets, without this one and the one in transmission.
    pub packets: u64,
    /// Waiting bytes, counted in the same way.
    pub bytes: u64,
    /// True if there is no room for this packet.
    pub full: bool,
    /// Size of this packet.
    pub packet_bytes: u32,
    pub flow: u32,
    /// Its ECN field.
    pub ecn: Ecn,
    /// How long it will wait if it joins the queue. `None` if the queue decides at dequeue, because
    /// the wait is then unknown at arrival.
    pub wait: Option<Span>,
    /// If the transmitter is idle: since when.
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

/// The decision about an arriving packet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ArrivalDecision {
    /// It joins the queue.
    Accept,
    /// It is dropped because the queue is full.
    Overflow,
    /// It is dropped although there is room.
    Early,
    /// It joins the queue, marked with Congestion Experienced. A packet that is not ECN-capable is
    /// dropped early instead. A full queue drops the packet all the same.
    Mark,
    /// It joins the queue; if the queue is full, its oldest packets are dropped to make room. Only
    /// for disciplines that decide at dequeue.
    PushOut,
}

impl ArrivalDecision {
    /// Replaces an early drop by a mark if the discipline `marks` now.
    #[inline]
    fn or_mark(self, marks: bool) -> ArrivalDecision {
        if marks && self == ArrivalDecision::Early { ArrivalDecision::Mark } else { self }
    }

    /// Overflow if there is no room; otherwise an early drop with probability `p`.
    fn drawn(view: &QueueView, p: f64, random: &mut Stream) -> ArrivalDecision {
        if view.full {
            ArrivalDecision::Overflow
        } else if p > 0.0 && random.chance(p) {
            ArrivalDecision::Early
        } else {
            ArrivalDecision::Accept
        }
    }
}

/// The decision about the packet at the head of the queue when the transmitter is free.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DequeueDecision {
    /// It is transmitted.
    Send,
    /// It is transmitted, marked with Congestion Experienced. A packet that is not ECN-capable is
    /// dropped instead, and the next one is examined.
    Mark,
    /// It is dropped, and the next one is examined.
    Drop,
}

/// A queue discipline.
///
/// Most disciplines decide when a packet arrives. A discipline that may drop packets after they
/// have waited returns true from `decides_at_dequeue`; its channel then calls `release` instead of
/// `depart`.
pub trait Discipline {
    /// A packet arrives. If `view.full`, the packet cannot join the queue, whatever the answer,
    /// except with `PushOut`.
    fn arrive(&mut self, view: &QueueView, random: &mut Stream) -> ArrivalDecision;

    /// A packet that has waited since `arrived` starts its transmission. The view counts the
    /// packets behind it.
    fn depart(&mut self, _view: &QueueView, _arrived: Time) {}

    /// True if it may drop packets after they have waited.
    fn decides_at_dequeue(&self) -> bool {
        false
    }

    /// Decides about a packet that has waited since `arrived`, when the transmitter is free. The
    /// view counts the packets behind it.
    fn release(&mut self, _view: &QueueView, _arrived: Time) -> DequeueDecision {
        DequeueDecision::Send
    }

    /// This discipline as one with several lines, if it is one. The channel then calls the methods
    /// of [`Lines`] instead of `arrive` and `release`. Such a discipline decides at dequeue.
    fn lines(&mut self) -> Option<&mut dyn Lines> {
        None
    }

    /// What others must know of it.
    fn features() -> Features
    where
        Self: Sized,
    {
        Features::NONE
    }

    #[inline]
    fn contradiction(_params: &Params) -> Option<Contradiction>
    where
        Self: Sized,
    {
        None
    }

    /// The average queue that it uses, in packets.
    fn average(&self) -> Option<f64> {
        None
    }

    /// The current drop probability.
    fn probability(&self) -> Option<f64> {
        None
    }

    /// How it marks ECN-capable packets, if it marks.
    fn marking(&self) -> Option<Marking> {
        None
    }
}

/// What others must know of a discipline before there is a queue: the channel, the bound of memory,
/// the reader of scenarios.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Features {
    /// It accepts whatever has room, and reports nothing but its length.
    pub only_overflows: bool,
    /// Its packets wait in several lines, at most one per flow and two that are measured.
    pub has_lines: bool,
    /// Its parameter `ecn` is on unless a scenario sets it, or it marks only.
    pub marks_by_default: bool,
    /// It marks for L4S flows, or isolates them from classic flows.
    pub serves_l4s: bool,
    /// It drops what exceeds its parameter `rate`.
    pub polices: bool,
}

impl Features {
    /// Nothing of this.
    pub const NONE: Features = Features {
        only_overflows: false,
        has_lines: false,
        marks_by_default: false,
        serves_l4s: false,
        polices: false,
    };
}

/// The largest number of bytes that a discipline keeps per line.
pub const LINE_STATE_BYTES: usize = shared::fair::LINE_BYTES;

/// How a discipline marks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Marking {
    /// Above this probability it drops the packets that it would mark; infinite if it always marks.
    pub limit: f64,
}

impl Marking {
    /// Always marks, whatever the probability.
    pub const ALWAYS: Marking = Marking { limit: f64::INFINITY };
}

macro_rules! disciplines {
    ($($module:ident),* $(,)?) => {
        $(pub mod $module;)*

        /// Any discipline.
        #[derive(Clone, Debug)]
        #[allow(non_camel_case_types, missing_docs, clippy::large_enum_variant)]
        pub enum Queue {
            $($module($module::Queue),)*
            /// One that was made at run time.
            Own(own::Own),
        }

        /// What each discipline declares about itself.
        pub static REGISTRY: &[&Spec] = &[$(&$module::SPEC.lean()),*];

        impl Queue {
            /// The discipline that `setup` names.
            ///
            /// # Panics
            /// If there is none: ids are checked when a scenario is read.
            #[inline]
            pub fn new(setup: &QueueSetup, facts: &ChannelFacts) -> Queue {
                if let Some(source) = &setup.own {
                    return Queue::Own(own::Own::new(source.as_ref(), facts));
                }
                let params: &Params = &setup.params;
                $(if setup.kind == $module::SPEC.id {
                    return Queue::$module($module::Queue::new(params, facts));
                })*
                panic!("no queue discipline is called {}", setup.kind)
            }

            /// What the discipline called `kind` declares; the default if there is none.
            pub fn features_of(kind: &str) -> Features {
                $(if kind == $module::SPEC.id {
                    return <$module::Queue as Discipline>::features();
                })*
                Features::NONE
            }

            /// Parameters of the discipline called `kind` that make no sense together.
            #[inline]
            pub fn contradiction(kind: &str, params: &Params) -> Option<Contradiction> {
                $(if kind == $module::SPEC.id {
                    return <$module::Queue as Discipline>::contradiction(params);
                })*
                None
            }
        }

        impl Discipline for Queue {
            #[inline]
            fn arrive(&mut self, view: &QueueView, random: &mut Stream) -> ArrivalDecision {
                match self {
                    $(Queue::$module(inner) => inner.arrive(view, random),)*
                    Queue::Own(inner) => inner.arrive(view, random),
                }
            }
            #[inline]
            fn depart(&mut self, view: &QueueView, arrived: Time) {
                match self {
                    $(Queue::$module(inner) => inner.depart(view, arrived),)*
                    Queue::Own(inner) => inner.depart(view, arrived),
                }
            }
            fn decides_at_dequeue(&self) -> bool {
                match self {
                    $(Queue::$module(inner) => inner.decides_at_dequeue(),)*
                    Queue::Own(inner) => inner.decides_at_dequeue(),
                }
            }
            fn release(&mut self, view: &QueueView, arrived: Time) -> DequeueDecision {
                match self {
                    $(Queue::$module(inner) => inner.release(view, arrived),)*
                    Queue::Own(inner) => inner.release(view, arrived),
                }
            }
            fn lines(&mut self) -> Option<&mut dyn Lines> {
                match self {
                    $(Queue::$module(inner) => inner.lines(),)*
                    Queue::Own(_) => None,
                }
            }
            fn average(&self) -> Option<f64> {
                match self {
                    $(Queue::$module(inner) => inner.average(),)*
                    Queue::Own(inner) => inner.average(),
                }
            }
            fn probability(&self) -> Option<f64> {
                match self {
                    $(Queue::$module(inner) => inner.probability(),)*
                    Queue::Own(inner) => inner.probability(),
                }
            }
            fn marking(&self) -> Option<Marking> {
                match self {
                    $(Queue::$module(inner) => inner.marking(),)*
                    Queue::Own(inner) => inner.marking(),
                }
            }
        }
    };
}

disciplines! {
    drop_tail, red, gentle_red, adaptive_red, easy_red, sred, fred, bred, dred, pie, codel, policer, step, fq,
    fq_codel, dualpi2
}

#[cfg(test)]
mod example;

#[cfg(test)]
mod testing {
    use super::*;

    /// A 10 Mbit/s channel with room for this many packets of 1500 bytes.
    pub fn facts(capacity_packets: f64) -> ChannelFacts {
        ChannelFacts { rate_bps: 10e6, delay_s: 0.01, capacity_packets, packet_bytes: 1500 }
    }

    /// A packet of flow 0 behind `packets` others, at the start of a run. The link is busy, and
    /// there is room.
    pub fn view(packets: u64) -> QueueView {
        QueueView {
            now: Time::ZERO,
            packets,
            bytes: packets * 1500,
            full: false,
            packet_bytes: 1500,
            flow: 0,
            ecn: Ecn::NotCapable,
            wait: None,
            idle_since: None,
        }
    }

    /// The same for an ECN-capable packet.
    pub fn capable(packets: u64) -> QueueView {
        QueueView { ecn: Ecn::Capable0, ..view(packets) }
    }

    /// Number of drops among `n` such arrivals.
    pub fn drops_of(queue: &mut impl Discipline, view: &QueueView, n: u32) -> usize {
        let mut random = Stream::new(8, "queue");
        (0..n).filter(|_| queue.arrive(view, &mut random) != ArrivalDecision::Accept).count()
    }
}
