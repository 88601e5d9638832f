//! What runs: a setup in, a trace out. Nothing here knows of JSON; `ackscope-engine` reads scenarios and passes all of this on
//! under its own name. See core/engine/simulator/Cargo.toml for why it is a crate.

pub mod catalogue;
pub mod cc;
pub mod estimator;
pub mod loss;
pub mod math;
pub mod net;
pub mod order;
pub mod pep;
pub mod queue;
pub mod rng;
pub mod setup;
pub mod sim;
pub mod tcp;
pub mod trace;
pub mod units;

mod rules;

pub use rules::{RuleEntry, rule_id, rules};
