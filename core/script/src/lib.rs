//! Ackscript: congestion-control algorithms as texts, in the notation of textbooks.
//!
//! ```text
//! text ──token──> words ──parse──> syntax ──check──> meanings, units ──compile──> program
//!                     every mistake at once, each with its place            │
//!                                              ackscope-program runs it <────┘
//! ```
//!
//! Events without a hook behave as in New Reno. A script cannot do anything that is unsafe,
//! unbounded or different on another machine: there are no loops, values are 64-bit floats, and
//! mathematical functions come from the engine. The same expression grammar serves claims and
//! formulas ([`parse_claim`]), channels of charts ([`channel`]) and statements of lessons about a
//! run ([`measured`]).

pub mod channel;
pub mod error;
pub mod formula;
mod hint;
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
pub use error::{Error, MAX_ERRORS};
pub use parse::{Claim, MAX_DECLARATIONS, MAX_LETS, MAX_OPEN, MAX_OPERATIONS, parse_claim};
pub use units::{UnitAt, units};

use error::Mistakes;

/// Maximum length of a text, in bytes.
pub const LONGEST_SOURCE: usize = 8192;

/// The script printed in a canonical form, without its comments; `None` if it has mistakes.
pub fn printed(source: &str) -> Option<String> {
    let mut mistakes = Mistakes::default();
    let tree = parse::parse(source, &mut mistakes);
    mistakes.is_empty().then(|| print::print(&tree))
}

/// A script without mistakes: its syntax tree, and the meanings of its names.
#[derive(Debug)]
pub struct Checked<'a> {
    pub tree: syntax::Tree<'a>,
    /// The meanings of its names.
    pub meanings: check::Meanings,
}

/// Parses, checks and compiles a script.
///
/// # Errors
/// All mistakes in the order of their positions, at most [`MAX_ERRORS`].
pub fn compile(source: &str) -> Result<Program, Vec<Error>> {
    let Checked { tree, meanings } = checked(source)?;
    Ok(compile::compile(source, &tree, &meanings, false))
}

/// The doubtful places of a script that can run: plain numbers that are most likely meant in another
/// unit. Each is an [`Error`] by its form only.
pub fn doubts(source: &str) -> Vec<Error> {
    checked(source).map_or_else(|_| Vec::new(), |checked| checked.meanings.doubts.into_errors(source))
}

/// Parses and checks a script.
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
