//! What Ackscope takes from ns-2 and from the kernel modules of Linux 2.6.22 that ns-2 runs: the
//! papers measured with both.
//!
//! The engine knows neither. This crate adds variants to its algorithms: a scenario gets an algorithm
//! from [`controller`], and its catalogue from [`algorithms`]. All other algorithms and variants are
//! the engine's own. A setup may carry the loss recovery of an agent, the order of events at one
//! instant ([`ORDER`]) and ns-2's random numbers for losses ([`draw_losses`]). `core/scenario` asks for
//! all this only with its feature `ns2`.

mod laws;
mod order;
#[cfg(test)]
mod played;
mod random;
mod recovery;
mod rules;

pub use laws::{algorithms, controller, declared_recovery, recovery};
pub use order::ORDER;
pub use random::{draw_losses, object_stream, script_stream};
pub use recovery::{LINUX, SACK1, VEGAS};
pub use rules::{own_rules, rules};
