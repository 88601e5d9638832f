//! A script as a program for other machines: a class for ns-3, a BPF program for Linux.
//!
//! What a target cannot say is refused by name. What it does in another way stands in the head of
//! what is written.

mod bpf;
mod c;
mod memory;
mod ns3;

use ackscope_engine::VERSION;
use ackscope_script::{Error, checked};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What a script can be written as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ScriptTarget {
    /// A C++ class for ns-3.
    Ns3Class,
    /// A C program for Linux, loaded as BPF.
    Bpf,
}

impl ScriptTarget {
    /// What people call it.
    pub const fn name(self) -> &'static str {
        match self {
            ScriptTarget::Ns3Class => "a class of ns-3",
            ScriptTarget::Bpf => "a BPF program",
        }
    }

    /// What a file's name ends in.
    pub const fn extension(self) -> &'static str {
        match self {
            ScriptTarget::Ns3Class => "h",
            ScriptTarget::Bpf => "bpf.c",
        }
    }
}

/// A program, or why there is none.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ExportedScript {
    /// The program; null if the script needs what the target does not have.
    pub program: Option<String>,
    /// What the target cannot say, each once.
    pub cannot: Vec<String>,
    /// What it does in another way.
    pub differs: Vec<String>,
}

/// What a target cannot say, each once.
#[derive(Debug, Default)]
pub struct Refusals(Vec<String>);

impl Refusals {
    /// One more.
    pub fn add(&mut self, what: String) {
        if !self.0.contains(&what) {
            self.0.push(what);
        }
    }
}

/// Writes the script `id` for another machine.
///
/// # Errors
/// All mistakes of the script.
pub fn script(id: &str, source: &str, target: ScriptTarget) -> Result<ExportedScript, Vec<Error>> {
    let script = checked(source)?;
    let (text, Refusals(cannot), differs) = match target {
        ScriptTarget::Ns3Class => ns3::program(id, &script),
        ScriptTarget::Bpf => bpf::program(id, &script),
    };
    let differs: Vec<String> = differs.iter().map(|text| (*text).to_owned()).collect();
    let program = cannot.is_empty().then(|| {
        let mut head = format!("// {} from Ackscript, written by Ackscope {VERSION}.\n", line(id));
        for remark in &differs {
            head += &format!("// Differs from the simulator: {remark}\n");
        }
        for one in source.lines() {
            head += &format!("// | {}\n", line(one));
        }
        head + &text
    });
    Ok(ExportedScript { program, cannot, differs })
}

/// What may stand behind `//`: a backslash at its end would continue it.
fn line(text: &str) -> String {
    text.chars().map(|sign| if sign.is_control() || sign == '\\' { ' ' } else { sign }).collect()
}

/// A name that C takes: letters, digits and `_`, at most `most` of them.
fn identifier(id: &str, most: usize) -> String {
    let sign = |sign: char| if sign.is_ascii_alphanumeric() { sign } else { '_' };
    id.chars().map(sign).take(most).collect()
}

#[cfg(test)]
mod tests;
