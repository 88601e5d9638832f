//! Performance-enhancing proxies (RFC 3135): helpers of TCP at the router
//! before a lossy hop. One file per PEP, and one word per PEP in the list below.
//!
//! A PEP is at the left router of a hop. It sees the packets that are about to enter the hop's
//! forward channel, and the packets that arrive over its backward channel. TCP at the end points
//! does not know about it (queues-and-links §10).

use crate::catalogue::Spec;
use crate::units::Time;

/// A segment of a connection, as a PEP stores it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Segment {
    /// Its flow.
    pub flow: u32,
    /// Index of its connection among those of the flow.
    pub epoch: u16,
    /// Its number.
    pub number: u64,
    /// Time at which the sender sent it.
    pub stamp: Time,
    /// Its size.
    pub bytes: u16,
}

/// An ACK on its way to the sender.
#[derive(Clone, Copy, Debug)]
pub struct AckSeen {
    /// Its flow.
    pub flow: u32,
    /// Index of its connection among those of the flow.
    pub epoch: u16,
    /// The next expected segment.
    pub number: u64,
}

/// The decision about an ACK.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pass {
    /// It is forwarded to the sender.
    Forward,
    /// It is discarded.
    Suppress,
}

/// A PEP at the left router of a hop.
pub trait Pep {
    /// A segment is about to enter the forward channel; `has_room` tells whether it fits into the
    /// queue.
    fn on_segment(&mut self, segment: &Segment, has_room: bool, now: Time);

    /// An ACK has arrived over the backward channel. Segments added to `resend` enter the forward
    /// channel before all others.
    fn on_ack(&mut self, ack: &AckSeen, now: Time, resend: &mut Vec<Segment>) -> Pass;

    /// True if the hop's forward channel delivers the header of a corrupted segment without its
    /// payload.
    fn reports_corruption(&self) -> bool {
        false
    }

    /// A packet of another protocol is about to enter the forward channel.
    fn on_other(&mut self, _bytes: u32, _now: Time) {}

    /// The share of the link that it writes into the headers of segments, in bit/s per connection.
    fn share_bps(&self) -> Option<f64> {
        None
    }

    /// A segment has arrived over the backward channel: its sender is on the other side of the hop.
    fn on_air_segment(&mut self, _segment: &Segment) {}

    /// An ACK is about to enter the forward channel. Returns true if it asks for a segment that the
    /// backward channel has lost.
    fn marks_ack(&mut self, _ack: &AckSeen) -> bool {
        false
    }

    /// The time of its next timer. The timer may also fire earlier.
    fn next_timer(&self) -> Time;

    /// Its timer fires.
    fn on_timer(&mut self, now: Time, resend: &mut Vec<Segment>);
}

macro_rules! peps {
    ($($module:ident),* $(,)?) => {
        $(pub mod $module;)*

        /// Any PEP.
        #[derive(Clone, Debug)]
        #[allow(non_camel_case_types, missing_docs)]
        pub enum AnyPep { $($module($module::Pep)),* }

        /// What each PEP declares about itself.
        pub static REGISTRY: &[&Spec] = &[$(&$module::SPEC.lean()),*];

        impl AnyPep {
            /// The PEP called `id` in front of a channel of `rate_bps`.
            ///
            /// # Panics
            /// If there is none: ids are checked when a scenario is read.
            #[inline]
            pub fn new(id: &str, rate_bps: f64) -> AnyPep {
                $(if id == $module::SPEC.id {
                    return AnyPep::$module($module::Pep::new(rate_bps));
                })*
                panic!("no PEP is called {id}")
            }
        }

        impl Pep for AnyPep {
            fn on_segment(&mut self, segment: &Segment, has_room: bool, now: Time) {
                match self { $(AnyPep::$module(inner) => inner.on_segment(segment, has_room, now)),* }
            }
            fn on_ack(&mut self, ack: &AckSeen, now: Time, resend: &mut Vec<Segment>) -> Pass {
                match self { $(AnyPep::$module(inner) => inner.on_ack(ack, now, resend)),* }
            }
            fn on_other(&mut self, bytes: u32, now: Time) {
                match self { $(AnyPep::$module(inner) => inner.on_other(bytes, now)),* }
            }
            fn share_bps(&self) -> Option<f64> {
                match self { $(AnyPep::$module(inner) => inner.share_bps()),* }
            }
            fn reports_corruption(&self) -> bool {
                match self { $(AnyPep::$module(inner) => inner.reports_corruption()),* }
            }
            fn on_air_segment(&mut self, segment: &Segment) {
                match self { $(AnyPep::$module(inner) => inner.on_air_segment(segment)),* }
            }
            fn marks_ack(&mut self, ack: &AckSeen) -> bool {
                match self { $(AnyPep::$module(inner) => inner.marks_ack(ack)),* }
            }
            fn next_timer(&self) -> Time {
                match self { $(AnyPep::$module(inner) => inner.next_timer()),* }
            }
            fn on_timer(&mut self, now: Time, resend: &mut Vec<Segment>) {
                match self { $(AnyPep::$module(inner) => inner.on_timer(now, resend)),* }
            }
        }
    };
}

peps! { snoop, eln, ba_tcp }
