//! Exports a script to other systems: a class for ns-3, a BPF program for Linux.
//!
//! Features that a target lacks are refused by name. Features that behave differently are listed in
//! the header of the output.

mod bpf;
mod bpf_glue;
mod c;
mod memory;
mod ns3;

use ackscope_engine::VERSION;
use ackscope_script::syntax::DeclarationKind;
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
    pub const fn name(self) -> &'static str {
        match self {
            ScriptTarget::Ns3Class => "a class of ns-3",
            ScriptTarget::Bpf => "a BPF program",
        }
    }

    /// The file name extension.
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

/// The features that a target lacks, without duplicates.
#[derive(Debug, Default)]
pub struct Refusals(Vec<String>);

impl Refusals {
    /// Adds a feature.
    pub fn add(&mut self, what: String) {
        if !self.0.contains(&what) {
            self.0.push(what);
        }
    }
}

/// Translates the script `id` for another system.
///
/// # Errors
/// All mistakes of the script.
pub fn script(id: &str, source: &str, target: ScriptTarget) -> Result<ExportedScript, Vec<Error>> {
    let script = checked(source)?;
    let (text, Refusals(cannot), differs) = match target {
        ScriptTarget::Ns3Class => ns3::program(id, &script),
        ScriptTarget::Bpf => bpf::program(id, &script),
    };
    let mut differs: Vec<String> = differs.iter().map(|text| (*text).to_owned()).collect();
    let params =
        script.tree.declarations.iter().filter(|one| matches!(one.kind, DeclarationKind::Param { .. }));
    let params: Vec<&str> = params.map(|one| one.name).collect();
    if !params.is_empty() {
        differs.push(format!(
            "{} as the text says; the parameters of a flow in a scenario do not count here",
            params.join(", ")
        ));
    }
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

/// Makes text safe after `//`: a backslash at the end would continue the comment.
fn line(text: &str) -> String {
    text.chars().map(|sign| if sign.is_control() || sign == '\\' { ' ' } else { sign }).collect()
}

/// The first `most` characters of `id`; each that C does not allow in a name becomes `_`.
fn identifier(id: &str, most: usize) -> String {
    let sign = |sign: char| if sign.is_ascii_alphanumeric() { sign } else { '_' };
    id.chars().map(sign).take(most).collect()
}

#[cfg(test)]
mod tests;
