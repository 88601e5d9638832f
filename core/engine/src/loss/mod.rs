//! Loss models: packets that a link loses, apart from the drops of queues. One file per model, and
//! one word per model in the list below.

mod timeline;

pub use timeline::Timeline;

use crate::catalogue::{Contradiction, Params, Spec};
use crate::choices::LossPosition;
use crate::rng::{OtherStream, Stream};
use crate::units::Time;

/// A loss model with its parameters.
#[derive(Clone, Debug, PartialEq)]
pub struct LossSetup {
    /// The model's id, which may be `none`.
    pub kind: &'static str,
    /// Its position on the channel.
    pub position: LossPosition,
    /// True if this backward channel shares the state of the forward channel. Its draws are its
    /// own.
    pub shared: bool,
    /// Its checked parameters.
    pub params: Params,
    /// The streams of another simulator that it draws from; `None` for the engine's own. It then
    /// loses a packet at the far end of the link: all its states are those at the arrival.
    pub streams: Option<LossStreams>,
}

/// The streams of another simulator for one loss model.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LossStreams {
    /// The stream of the state process.
    pub state: OtherStream,
    /// The stream of the packets' draws.
    pub draws: OtherStream,
}

/// The state process's stream of a model on the channel called `name`, in a run with `seed`.
pub fn state_stream(setup: &LossSetup, name: &str, seed: u64) -> Stream {
    setup.streams.map_or_else(
        || Stream::new(seed, &format!("{name} loss state")),
        |streams| Stream::other(streams.state),
    )
}

/// The stream for packets of a model on the channel called `name`, in a run with `seed`.
pub fn draws_stream(setup: &LossSetup, name: &str, seed: u64) -> Stream {
    setup
        .streams
        .map_or_else(|| Stream::new(seed, &format!("{name} loss")), |streams| Stream::other(streams.draws))
}

/// A packet as a loss model sees it.
#[derive(Clone, Copy, Debug)]
pub struct LossView {
    /// Time at which it reaches the model; never earlier than for the previous packet.
    pub at: Time,
    /// End of its transmission; equal to `at` if the model is before the queue.
    pub transmitted: Time,
    /// Its size.
    pub bytes: u32,
    /// Number of packets that arrived at the channel before it.
    pub number: u64,
}

/// A change of a model's state, for the shading in charts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StateChange {
    pub at: Time,
    /// True if the channel is bad from then on.
    pub bad: bool,
}

/// A loss model.
///
/// A model decides about a packet when the packet's outcome is computed, which may be before the
/// packet reaches the model. A change of state is reported when the clock reaches it. A model
/// therefore stores known changes until they are taken.
pub trait Losses {
    /// Returns true if the packet is lost. `draws` is the stream for packets; a state process has
    /// its own stream.
    fn loses(&mut self, view: &LossView, draws: &mut Stream) -> bool;

    /// Its states, if they depend only on the clock.
    fn timeline(&mut self) -> Option<&mut Timeline> {
        None
    }

    /// True if it has states that change.
    fn has_states(&mut self) -> bool {
        self.timeline().is_some()
    }

    /// Approximate rate of its state changes, which determines the cost of simulating them.
    fn changes_per_s(&mut self) -> f64 {
        self.timeline().map_or(0.0, |timeline| timeline.changes_per_s())
    }

    /// The next change of state that is not taken yet.
    fn next_change(&mut self) -> Option<StateChange> {
        self.timeline()?.next_change()
    }

    /// Takes the change that `next_change` returns.
    fn take_change(&mut self) {
        if let Some(timeline) = self.timeline() {
            timeline.take_change();
        }
    }

    /// Parameters that contradict each other; `shared` is true if a backward channel shares the
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

    /// Number of packets that the model loses among `n` packets sent every `spacing_s`.
    pub fn lost_of(model: &mut impl Losses, n: u64, spacing_s: f64, draws: &mut Stream) -> u64 {
        (0..n).filter(|&k| model.loses(&packet(k, k as f64 * spacing_s), draws)).count() as u64
    }

    /// The first `n` changes of state: seconds, and whether the state is bad.
    pub fn changes(model: &mut impl Losses, n: usize) -> Vec<(f64, bool)> {
        let mut list = Vec::new();
        while let Some(change) = model.next_change().filter(|_| list.len() < n) {
            list.push((change.at.secs(), change.bad));
            model.take_change();
        }
        list
    }
}
