//! Jitter: extra delay of a packet on a link, on top of the propagation delay. One file per model,
//! and one word per model in the list below.
//!
//! The delay of a packet is computed together with its transmission. Models that keep the order
//! need nothing else. If packets overtake each other, or only the last ACK of a batch is delivered,
//! the far end of the channel holds packets until they are due (`net/far_end.rs`).

use crate::catalogue::{Contradiction, Params, Spec};
use crate::rng::Stream;
use crate::units::{Span, Time};

/// A jitter model with its parameters.
#[derive(Clone, Debug)]
pub struct JitterSetup {
    /// The model's id, which may be `none`.
    pub kind: &'static str,
    /// Its checked parameters.
    pub params: Params,
}

/// A jitter model.
pub trait Jitters {
    /// Delivery time of a packet that would reach the far end at `at`, which never decreases from
    /// call to call. The result is between `at` and `at` plus [`Jitters::longest`].
    fn deliver_at(&mut self, at: Time, draws: &mut Stream) -> Time;

    /// The largest extra delay of a packet.
    fn longest(&self) -> Span;

    /// True if packets may overtake each other.
    fn reorders(&self) -> bool {
        false
    }

    /// True if only the last ACK of each flow is delivered among ACKs that are due together.
    fn thins_acks(&self) -> bool {
        false
    }

    #[inline]
    fn contradiction(_params: &Params) -> Option<Contradiction>
    where
        Self: Sized,
    {
        None
    }
}

macro_rules! jitters {
    ($($module:ident),* $(,)?) => {
        $(pub mod $module;)*

        /// Any jitter model.
        #[derive(Clone, Debug)]
        #[allow(non_camel_case_types, missing_docs)]
        pub enum Jitter { $($module($module::Jitter)),* }

        /// What each model declares about itself.
        pub static REGISTRY: &[&Spec] = &[$(&$module::SPEC.lean()),*];

        impl Jitter {
            /// The model that `setup` names.
            ///
            /// # Panics
            /// If there is none: ids are checked when a scenario is read.
            #[inline]
            pub fn new(setup: &JitterSetup) -> Jitter {
                $(if setup.kind == $module::SPEC.id {
                    return Jitter::$module($module::Jitter::new(&setup.params));
                })*
                panic!("no jitter model is called {}", setup.kind)
            }

            /// Parameters of the model called `kind` that make no sense together.
            #[inline]
            pub fn contradiction(kind: &str, params: &Params) -> Option<Contradiction> {
                $(if kind == $module::SPEC.id {
                    return <$module::Jitter as Jitters>::contradiction(params);
                })*
                None
            }
        }

        impl Jitters for Jitter {
            #[inline]
            fn deliver_at(&mut self, at: Time, draws: &mut Stream) -> Time {
                match self { $(Jitter::$module(inner) => inner.deliver_at(at, draws)),* }
            }
            fn longest(&self) -> Span {
                match self { $(Jitter::$module(inner) => inner.longest()),* }
            }
            fn reorders(&self) -> bool {
                match self { $(Jitter::$module(inner) => inner.reorders()),* }
            }
            fn thins_acks(&self) -> bool {
                match self { $(Jitter::$module(inner) => inner.thins_acks()),* }
            }
        }
    };
}

jitters! { none, uniform, reorder, aggregation }

#[cfg(test)]
mod testing {
    use super::*;

    /// Delivery times of packets that would reach the far end at these times, in seconds.
    pub fn handed_over(model: &mut impl Jitters, at_s: &[f64]) -> Vec<f64> {
        let mut draws = Stream::new(5, "jitter");
        at_s.iter().map(|&at_s| model.deliver_at(Time::from_secs(at_s), &mut draws).secs()).collect()
    }

    /// Sends a packet per millisecond for a minute. Returns the delays in seconds, and checks that
    /// all are within the model's bounds.
    pub fn delays(model: &mut impl Jitters) -> Vec<f64> {
        let at_s: Vec<f64> = (0..60_000).map(|k| f64::from(k) * 1e-3).collect();
        let longest_s = model.longest().secs();
        let late = handed_over(model, &at_s);
        let delays: Vec<f64> = late.iter().zip(&at_s).map(|(late, at)| late - at).collect();
        assert!(delays.iter().all(|delay| (-1e-9..=longest_s + 1e-9).contains(delay)));
        delays
    }
}
