//! Programs on their way from what compiles them to what runs them.
//!
//! A page compiles scripts in a module of its own, so that a visit without scripts loads no
//! compiler. What arrives here is read as a stranger's: a program that could step out of its
//! registers, run on for ever or move a window past its bounds is refused.

use super::scripts::Programs;
use ackscope_program::Program;
use borsh::{BorshDeserialize, BorshSerialize};

/// The most bytes that are read: twenty scripts of the largest size, compiled, fit several times.
pub const LONGEST_BYTES: usize = 4 << 20;

/// Texts of scripts, each with its program or with its mistakes.
#[derive(Clone, Debug, Default, PartialEq, BorshSerialize, BorshDeserialize)]
pub struct Compiled(Vec<(String, Result<Program, Vec<String>>)>);

impl Compiled {
    /// What `programs` makes of each text.
    pub fn of(texts: Vec<String>, programs: &dyn Programs) -> Compiled {
        let pair = |text: String| {
            let program = programs.program(&text);
            (text, program)
        };
        Compiled(texts.into_iter().map(pair).collect())
    }

    /// As bytes.
    pub fn write(&self) -> Vec<u8> {
        let Ok(bytes) = borsh::to_vec(self) else { unreachable!("a vector takes every byte") };
        bytes
    }

    /// Reads what [`Compiled::write`] wrote.
    ///
    /// # Errors
    /// What is wrong with the bytes, in a sentence.
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
    fn program(&self, text: &str) -> Result<Program, Vec<String>> {
        let known = self.0.iter().find(|(known, _)| known == text);
        let missing = || Err(vec!["the scenario came without its compiled program".to_owned()]);
        known.map_or_else(missing, |(_, program)| program.clone())
    }
}
