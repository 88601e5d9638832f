//! Loss models: what a link loses that a queue did not drop. One model, one file, one word in the list below.

use crate::catalogue::{Params, Spec};
use crate::rng::Stream;
use crate::setup::LossSetup;
use crate::units::Time;

/// A packet as a loss model sees it.
#[derive(Clone, Copy, Debug)]
pub struct LossView {
    /// When it reaches the model; never earlier than the packet before it.
    pub at: Time,
    /// Its size.
    pub bytes: u32,
    /// How many packets reached the model before it.
    pub number: u64,
}

/// A change of a model's state, for shading in charts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StateChange {
    /// When.
    pub at: Time,
    /// True if the channel is bad from here on.
    pub bad: bool,
}

/// A loss model.
pub trait Losses {
    /// True if the packet is lost. `draws` decides for the packet; a state process has a stream of its own.
    fn loses(&mut self, view: &LossView, draws: &mut Stream) -> bool;

    /// State changes since the last call, in the order of time.
    fn take_changes(&mut self) -> Vec<StateChange> {
        Vec::new()
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
        pub const REGISTRY: &[&Spec] = &[$(&$module::SPEC),*];

        impl Loss {
            /// The model that `setup` names; `state` is the stream of its state process.
            ///
            /// # Panics
            /// If there is none: ids are checked when a scenario is read.
            pub fn new(setup: &LossSetup, state: Stream) -> Loss {
                let params: &Params = &setup.params;
                $(if setup.kind == $module::SPEC.id {
                    return Loss::$module($module::Loss::new(params, state));
                })*
                panic!("no loss model is called {}", setup.kind)
            }
        }

        impl Losses for Loss {
            #[inline]
            fn loses(&mut self, view: &LossView, draws: &mut Stream) -> bool {
                match self { $(Loss::$module(inner) => inner.loses(view, draws)),* }
            }
            fn take_changes(&mut self) -> Vec<StateChange> {
                match self { $(Loss::$module(inner) => inner.take_changes()),* }
            }
        }
    };
}

losses! { none, bernoulli }
