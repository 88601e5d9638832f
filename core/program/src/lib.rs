//! Compiled scripts at work: register code, the machine that runs it, and the algorithm that it is to
//! a sender. `ackscope-script` makes programs from texts.
//!
//! Apart from the language because it is run with every ACK, and the language once.

pub mod input;
pub mod machine;
pub mod program;
pub mod unit;

mod validate;

mod algorithm;
mod rules;

pub use algorithm::{SHOWN_ESTIMATE, Script};
pub use program::Program;

/// Whether this program tells people what names mean and how equations look; see
/// `ackscope_engine::catalogue::TEXTS`.
pub const TEXTS: bool = cfg!(feature = "texts");
