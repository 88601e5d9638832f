//! Loss models: what a link loses that a queue did not drop. One model, one file, one word in the
//! list below.

mod timeline;

pub use timeline::Timeline;

use crate::catalogue::{Contradiction, Params, Spec};
use crate::choices::LossPosition;
use crate::rng::Stream;
use crate::units::Time;

/// A loss model with its parameters.
#[derive(Clone, Debug, PartialEq)]
pub struct LossSetup {
    /// The model's id, `none` included.
    pub kind: &'static str,
    /// Where it sits.
    pub position: LossPosition,
    /// True if this backward channel follows the state of the forward one, with draws of its own.
    pub shared: bool,
    /// Its checked parameters.
    pub params: Params,
}

/// A packet as a loss model sees it.
#[derive(Clone, Copy, Debug)]
pub struct LossView {
    /// When it reaches the model; never earlier than the packet before it.
    pub at: Time,
    /// End of its transmission; where the model sits before the queue, the same as `at`.
    pub transmitted: Time,
    /// Its size.
    pub bytes: u32,
    /// How many packets arrived at the channel before it.
    pub number: u64,
}

/// A change of a model's state, for shading in charts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StateChange {
    /// When.
    pub at: Time,
    /// True if the channel is bad from here on.
    pub bad: bool,
}

/// A loss model.
///
/// A packet is judged when its fate is settled, which may be before it reaches the model; a change
/// of state is shown when the clock reaches it. So a model keeps the changes it knows of until they
/// are taken.
pub trait Losses {
    /// True if the packet is lost. `draws` decides for the packet; a state process has a stream of
    /// its own.
    fn loses(&mut self, view: &LossView, draws: &mut Stream) -> bool;

    /// Its states, if they follow the clock alone.
    fn timeline(&mut self) -> Option<&mut Timeline> {
        None
    }

    /// True if it has states that change.
    fn has_states(&mut self) -> bool {
        self.timeline().is_some()
    }

    /// About how often its state changes: what it costs to walk along.
    fn changes_per_s(&mut self) -> f64 {
        self.timeline().map_or(0.0, |timeline| timeline.changes_per_s())
    }

    /// The next change of state that has not been taken.
    fn next_change(&mut self) -> Option<StateChange> {
        self.timeline()?.next_change()
    }

    /// The change that `next_change` names has been shown.
    fn take_change(&mut self) {
        if let Some(timeline) = self.timeline() {
            timeline.take_change();
        }
    }

    /// Parameters that make no sense together; `shared` if a backward channel is to follow the same
    /// states.
    #[inline]
    fn contradiction(_params: &Params, _shared: bool) -> Option<Contradiction>
    where
        Self: Sized,
    {
        None
    }
}

macro_rules! losses {
    ($($module:ident),* $(,)?) => {
        $(pub mod $module;)*

        /// Any loss model.
        #[derive(Clone, Debug)]
        #[allow(non_camel_case_types, missing_docs, clippy::large_enum_variant)]
        pub enum Loss { $($module($module::Loss)),* }

        /// What each model declares about itself.
        pub static REGISTRY: &[&Spec] = &[$(&$module::SPEC.lean()),*];

        impl Loss {
            /// The model that `setup` names; `state` is the stream of its state process.
            ///
            /// # Panics
            /// If there is none: ids are checked when a scenario is read.
            #[inline]
            pub fn new(setup: &LossSetup, state: Stream) -> Loss {
                let params: &Params = &setup.params;
                $(if setup.kind == $module::SPEC.id {
                    return Loss::$module($module::Loss::new(params, state));
                })*
                panic!("no loss model is called {}", setup.kind)
            }

            /// Parameters of the model called `kind` that make no sense together.
            #[inline]
            pub fn contradiction(kind: &str, params: &Params, shared: bool) -> Option<Contradiction> {
                $(if kind == $module::SPEC.id {
                    return <$module::Loss as Losses>::contradiction(params, shared);
                })*
                None
            }
        }

        impl Losses for Loss {
            #[inline]
            fn loses(&mut self, view: &LossView, draws: &mut Stream) -> bool {
                match self { $(Loss::$module(inner) => inner.loses(view, draws)),* }
            }
            fn has_states(&mut self) -> bool {
                match self { $(Loss::$module(inner) => inner.has_states()),* }
            }
            #[inline]
            fn changes_per_s(&mut self) -> f64 {
                match self { $(Loss::$module(inner) => inner.changes_per_s()),* }
            }
            fn next_change(&mut self) -> Option<StateChange> {
                match self { $(Loss::$module(inner) => inner.next_change()),* }
            }
            fn take_change(&mut self) {
                match self { $(Loss::$module(inner) => inner.take_change()),* }
            }
        }
    };
}

losses! { none, bernoulli, gilbert, markov, blackout, handoff, scripted }

#[cfg(test)]
mod testing {
    use super::*;

    /// A 1500-byte packet that reaches a model `at_s` seconds after the start.
    pub fn packet(number: u64, at_s: f64) -> LossView {
        let at = Time::from_secs(at_s);
        LossView { at, transmitted: at, bytes: 1500, number }
    }

    /// How many of `n` packets, one every `spacing_s`, the model loses.
    pub fn lost_of(model: &mut impl Losses, n: u64, spacing_s: f64, draws: &mut Stream) -> u64 {
        (0..n).filter(|&k| model.loses(&packet(k, k as f64 * spacing_s), draws)).count() as u64
    }

    /// The first `n` changes of state, as seconds and badness.
    pub fn changes(model: &mut impl Losses, n: usize) -> Vec<(f64, bool)> {
        let mut list = Vec::new();
        while let Some(change) = model.next_change().filter(|_| list.len() < n) {
            list.push((change.at.secs(), change.bad));
            model.take_change();
        }
        list
    }
}
