//! Execution of compiled scripts: register code, the machine that runs it, and the algorithm that a
//! sender sees. `ackscope-script` compiles texts to programs.
//!
//! This crate is separate from the language, because it runs for every ACK, whereas compilation
//! runs once.

pub mod expression;
pub mod hooks;
pub mod input;
pub mod machine;
pub mod program;
pub mod unit;
pub mod windowed;

mod validate;

pub use validate::MAX_FILTERS;

mod algorithm;
mod rules;

pub use algorithm::{SHOWN_ESTIMATE, Script};
pub use program::Program;

/// Whether this program carries the descriptions of names and the texts of equations; see
/// `ackscope_engine::catalogue::TEXTS`.
pub const TEXTS: bool = cfg!(feature = "texts");
