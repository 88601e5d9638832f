//! Ackscript: a congestion-control algorithm as a text, in the textbook's own terms.
//!
//! ```text
//! text ──token──> words ──parse──> syntax ──check──> meanings, units ──compile──> program
//!                     every mistake at once, each with its place            │
//!                                              ackscope-program runs it <────┘
//! ```
//!
//! What is left out behaves as New Reno. Nothing that can be written is unsafe, unbounded or
//! different on another machine: there are no loops, values are 64-bit floats, and mathematics comes
//! from the engine. The same grammar of expressions serves claims and formulas ([`parse_claim`]),
//! channels of charts ([`channel`]) and what lessons say of a run ([`measured`]).

pub mod channel;
pub mod error;
pub mod formula;
pub mod measured;
pub mod name;
pub mod syntax;

pub mod check;
mod compile;
mod parse;
mod print;
mod token;
mod units;

pub use ackscope_program::Program;
pub use error::{Error, MOST_ERRORS};
pub use parse::{Claim, MOST_DECLARATIONS, MOST_LETS, MOST_OPEN, MOST_OPERATIONS, parse_claim};
pub use units::{UnitAt, units};

use error::Mistakes;

/// The longest text, in bytes.
pub const LONGEST_SOURCE: usize = 8192;

/// A script written out again in one way, without its comments; `None` if it has mistakes.
pub fn printed(source: &str) -> Option<String> {
    let mut mistakes = Mistakes::default();
    let tree = parse::parse(source, &mut mistakes);
    mistakes.is_empty().then(|| print::print(&tree))
}

/// A script without mistakes: what was read, and what its names mean.
#[derive(Debug)]
pub struct Checked<'a> {
    /// What was read.
    pub tree: syntax::Tree<'a>,
    /// What its names mean.
    pub meanings: check::Meanings,
}

/// Reads, checks and compiles a script.
///
/// # Errors
/// All mistakes in the order of their places, at most [`MOST_ERRORS`].
pub fn compile(source: &str) -> Result<Program, Vec<Error>> {
    let Checked { tree, meanings } = checked(source)?;
    Ok(compile::compile(source, &tree, &meanings))
}

/// Reads and checks a script.
///
/// # Errors
/// As [`compile`].
pub fn checked(source: &str) -> Result<Checked<'_>, Vec<Error>> {
    let mut mistakes = Mistakes::default();
    if source.len() > LONGEST_SOURCE {
        mistakes.add(0, "the text is longer than 8 KiB");
        return Err(mistakes.into_errors(source));
    }
    let tree = parse::parse(source, &mut mistakes);
    let meanings = check::check(&tree, &mut mistakes);
    if !mistakes.is_empty() {
        return Err(mistakes.into_errors(source));
    }
    Ok(Checked { tree, meanings })
}
