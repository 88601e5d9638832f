//! Compiled programs, on their way from the compiler to the engine.
//!
//! A page compiles scripts in a separate module, so that a visit without scripts loads no compiler.
//! The bytes that arrive here are untrusted. A program is refused if it could access memory beyond
//! its registers, run forever or move a window beyond its bounds.

use super::scripts::{Compiler, Programs};
use ackscope_program::Program;
use borsh::{BorshDeserialize, BorshSerialize};
use std::sync::Arc;

/// The maximum input size: more than the compiled size of forty scripts of maximum length.
pub const LONGEST_BYTES: usize = 4 << 20;

/// A program, or what is wrong with its text.
type Outcome = Result<Arc<Program>, Vec<String>>;

/// Texts of scripts, each with its program or its errors.
#[derive(Clone, Debug, Default, PartialEq, BorshSerialize, BorshDeserialize)]
pub struct Compiled(Vec<(String, Outcome)>);

impl Compiled {
    pub fn of(texts: Vec<String>) -> Compiled {
        let compiler = Compiler::default();
        let pair = |text: String| {
            let program = compiler.program(&text);
            (text, program)
        };
        Compiled(texts.into_iter().map(pair).collect())
    }

    /// A program without a text: an expression.
    pub fn one(program: Program) -> Compiled {
        Compiled(vec![(String::new(), Ok(program.into()))])
    }

    /// The program of [`Compiled::one`].
    pub fn only(&self) -> Option<&Program> {
        self.0.first().and_then(|(_, program)| program.as_deref().ok())
    }

    /// Serialises the programs.
    pub fn write(&self) -> Vec<u8> {
        let Ok(bytes) = borsh::to_vec(self) else { unreachable!("a vector takes every byte") };
        bytes
    }

    /// Reads the output of [`Compiled::write`].
    ///
    /// # Errors
    /// The fault of the bytes, as a sentence.
    pub fn read(bytes: &[u8]) -> Result<Compiled, &'static str> {
        if bytes.len() > LONGEST_BYTES {
            return Err("The compiled scripts take more than 4 MiB.");
        }
        let compiled = Compiled::try_from_slice(bytes).map_err(|_| "The compiled scripts are incomplete.")?;
        for (_, program) in &compiled.0 {
            if let Ok(program) = program {
                program.validate()?;
            }
        }
        Ok(compiled)
    }
}

impl Programs for Compiled {
    fn program(&self, text: &str) -> Result<Arc<Program>, Vec<String>> {
        let known = self.0.iter().find(|(known, _)| known == text);
        let missing = || Err(vec!["the scenario came without its compiled program".to_owned()]);
        known.map_or_else(missing, |(_, program)| program.clone())
    }
}
