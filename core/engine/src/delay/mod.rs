//! Propagation delays that change. Steps and traces are lists; everything else is a model. One file
//! per model, and one word per model in the list below.

use crate::catalogue::{Contradiction, Params, Spec};
use crate::units::{Span, Time};

/// A channel's propagation delay over time. That of a packet is the delay at the instant at which
/// it leaves the transmitter.
#[derive(Clone, Debug, PartialEq)]
pub enum DelaySetup {
    /// The same delay always.
    Constant(Span),
    /// Piecewise constant, right-continuous.
    Steps {
        /// Sorted, the first at zero.
        steps: Vec<(Time, Span)>,
        /// After how long the list starts again, if it does.
        period: Option<Span>,
    },
    /// Drawn by a model.
    Model(DelayModelSetup),
}

impl DelaySetup {
    /// The smallest and the largest delay it ever has.
    pub fn bounds(&self) -> (Span, Span) {
        match self {
            DelaySetup::Constant(delay) => (*delay, *delay),
            DelaySetup::Steps { steps, .. } => {
                let delays = || steps.iter().map(|(_, delay)| *delay);
                (delays().min().unwrap_or_default(), delays().max().unwrap_or_default())
            }
            DelaySetup::Model(model) => Delay::new(model, 0).bounds(),
        }
    }

    /// The smallest delay it ever has. It counts wherever one number is needed: for the RTT of a
    /// flow, and for what follows from it.
    pub fn least(&self) -> Span {
        self.bounds().0
    }

    /// The same delay for a backward channel: one that is drawn is that of the forward channel.
    pub fn shared(self) -> DelaySetup {
        match self {
            DelaySetup::Model(model) => DelaySetup::Model(DelayModelSetup { shared: true, ..model }),
            other => other,
        }
    }

    /// The list items that it holds.
    pub fn items(&self) -> usize {
        if let DelaySetup::Steps { steps, .. } = self { steps.len() } else { 0 }
    }
}

/// A delay model with its parameters.
#[derive(Clone, Debug, PartialEq)]
pub struct DelayModelSetup {
    /// The model's id.
    pub kind: &'static str,
    /// Its checked parameters.
    pub params: Params,
    /// Whether a backward channel has the delays of the forward one. Otherwise it draws its own.
    pub shared: bool,
}

/// A delay that holds for some time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HeldDelay {
    pub delay: Span,
    /// When the next one begins; `NEVER` after the last one.
    pub until: Time,
}

/// A model of a propagation delay that changes.
pub trait Delays {
    /// The delay of packets that leave the transmitter at `at`. It depends on `at` only, not on
    /// earlier calls.
    fn at(&self, at: Time) -> HeldDelay;

    /// The smallest and the largest delay that it ever has.
    fn bounds(&self) -> (Span, Span);

    #[inline]
    fn contradiction(_params: &Params) -> Option<Contradiction>
    where
        Self: Sized,
    {
        None
    }
}

macro_rules! delays {
    ($($module:ident),* $(,)?) => {
        $(pub mod $module;)*

        /// Any delay model.
        #[derive(Clone, Debug)]
        #[allow(non_camel_case_types, missing_docs)]
        pub enum Delay { $($module($module::Delay)),* }

        /// What each model declares about itself.
        pub static REGISTRY: &[&Spec] = &[$(&$module::SPEC.lean()),*];

        impl Delay {
            /// The model that `setup` names. `seed` is that of its draws.
            ///
            /// # Panics
            /// If there is none: ids are checked when a scenario is read.
            pub fn new(setup: &DelayModelSetup, seed: u64) -> Delay {
                $(if setup.kind == $module::SPEC.id {
                    return Delay::$module($module::Delay::new(&setup.params, seed));
                })*
                panic!("no delay model is called {}", setup.kind)
            }

            /// Parameters of the model called `kind` that make no sense together.
            pub fn contradiction(kind: &str, params: &Params) -> Option<Contradiction> {
                $(if kind == $module::SPEC.id {
                    return <$module::Delay as Delays>::contradiction(params);
                })*
                None
            }
        }

        impl Delays for Delay {
            fn at(&self, at: Time) -> HeldDelay {
                match self { $(Delay::$module(inner) => inner.at(at)),* }
            }
            fn bounds(&self) -> (Span, Span) {
                match self { $(Delay::$module(inner) => inner.bounds()),* }
            }
        }
    };
}

delays! { handover }
