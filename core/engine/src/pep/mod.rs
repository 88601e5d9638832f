//! Performance-enhancing proxies (RFC 3135; ns-2 calls them agents): helpers of TCP at the router
//! in front of a lossy hop. One PEP, one file, one word in the list below.
//!
//! A PEP sits at a hop's left router. It sees the packets that are about to enter the hop's forward
//! channel, and those that come back over its backward channel; TCP at the ends knows nothing of it
//! (queues-and-links §10).

use crate::catalogue::Spec;
use crate::units::Time;

/// A segment of a connection, as a PEP keeps it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Segment {
    /// Its flow.
    pub flow: u32,
    /// Which of the flow's connections it belongs to.
    pub epoch: u16,
    /// Its number.
    pub number: u64,
    /// When its sender sent it.
    pub stamp: Time,
    /// Its size.
    pub bytes: u16,
}

/// An ACK on its way to the sender.
#[derive(Clone, Copy, Debug)]
pub struct AckSeen {
    /// Its flow.
    pub flow: u32,
    /// Which of the flow's connections it belongs to.
    pub epoch: u16,
    /// The segment expected next.
    pub number: u64,
}

/// What becomes of an ACK.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pass {
    /// It goes on to the sender.
    Forward,
    /// It ends here.
    Suppress,
}

/// A PEP at the left router of a hop.
pub trait Pep {
    /// A segment is about to enter the forward channel, which has room for it or not.
    fn on_segment(&mut self, segment: &Segment, has_room: bool, now: Time);

    /// An ACK has come over the backward channel. Segments put into `resend` enter the forward
    /// channel before all others.
    fn on_ack(&mut self, ack: &AckSeen, now: Time, resend: &mut Vec<Segment>) -> Pass;

    /// True if the hop's forward channel delivers what it has corrupted, payload lost and header
    /// intact.
    fn reports_corruption(&self) -> bool {
        false
    }

    /// A packet that is not TCP's is about to enter the forward channel.
    fn on_other(&mut self, _bytes: u32, _now: Time) {}

    /// What it writes into the headers of segments: a connection's share of the link, in bit/s.
    fn share_bps(&self) -> Option<f64> {
        None
    }

    /// A segment has come over the backward channel: its sender is beyond the hop.
    fn on_air_segment(&mut self, _segment: &Segment) {}

    /// An ACK is about to enter the forward channel; true if it asks for a segment that the
    /// backward channel has lost.
    fn marks_ack(&mut self, _ack: &AckSeen) -> bool {
        false
    }

    /// When it wants to be woken; it may be woken earlier.
    fn next_timer(&self) -> Time;

    /// It is woken.
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
