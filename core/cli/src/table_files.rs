//! Tables that a command writes for other programs.

use crate::files::Output;
use ackscope_lab::frame::{Field, Frame, Texts};
use ackscope_lab::provenance::{Provenance, about};
use ackscope_lab::sweep::Sweep;
use ackscope_tables::Format;
use anyhow::{Result, anyhow};
use serde_json::Value;
use std::path::Path;

/// A file for a table. Made before the runs, so that a command does not work first and refuse then.
pub struct TableFile<'a> {
    output: Output<'a>,
    /// Its format.
    pub format: Format,
}

impl<'a> TableFile<'a> {
    /// # Errors
    /// If there can be no such file, or if its ending is no format.
    pub fn new(path: &'a Path) -> Result<TableFile<'a>> {
        let output = Output::new(path)?;
        Ok(TableFile { output, format: Format::of(path).map_err(|problem| anyhow!("{problem}"))? })
    }

    /// Writes the table. A text begins with lines of where it comes from.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn write(&self, frame: &Frame) -> Result<()> {
        self.output.write(|out| self.format.write(frame, out))
    }
}

/// Where the tables of a run come from.
pub fn about_run(provenance: &Provenance, scenario: &Value, left_out: &[String]) -> Vec<(String, String)> {
    // Where the program lies says nothing of the run.
    let words = std::iter::once("ackscope".to_owned()).chain(std::env::args().skip(1));
    let command = words.map(|word| if word.contains([' ', '\'']) { format!("{word:?}") } else { word });
    let mut about = about(provenance, scenario);
    about.push(("command".to_owned(), command.collect::<Vec<_>>().join(" ")));
    about.extend(left_out_of(left_out));
    about
}

/// Where the table of a sweep comes from. How its runs were spread is not in it: the same runs give the same bytes.
pub fn about_sweep(sweep: &Sweep, seeds: &[u64], left_out: &[String]) -> Vec<(String, String)> {
    let mut about = about(sweep.provenance(), sweep.scenario());
    if !sweep.named().is_empty() {
        about.push(("named".to_owned(), serde_json::json!(sweep.named()).to_string()));
    }
    if let [first, .., last] = seeds {
        about.push(("seeds".to_owned(), format!("{first} to {last}")));
    }
    about.extend(left_out_of(left_out));
    about
}

/// The table of a sweep for standard output: each row says which scenario, seeds and program it is of. Programs that
/// read it expect its header in the first line, so there are no lines before it.
pub fn with_origin(mut frame: Frame, sweep: &Sweep, seeds: &[u64]) -> Frame {
    let Provenance { engine, scenario_hash, .. } = sweep.provenance();
    let seeds = match seeds {
        [first, .., last] => format!("{first} to {last}"),
        seeds => seeds.iter().map(u64::to_string).collect(),
    };
    let rows = frame.rows();
    let texts = |text: &str| {
        let mut texts = Texts::default();
        (0..rows).for_each(|_| texts.push(text));
        texts.column()
    };
    frame.fields.extend([
        Field::new(
            "scenario_hash",
            "",
            "The scenario but for its title, its seed and the point.",
            texts(scenario_hash),
        ),
        Field::new("seeds", "", "The seeds.", texts(&seeds)),
        Field::new("ackscope_version", "", "The program.", texts(&engine.version)),
        Field::new("engine_fingerprint", "", "The engine's code.", texts(&engine.engine_fingerprint)),
    ]);
    frame
}

fn left_out_of(left_out: &[String]) -> Option<(String, String)> {
    (!left_out.is_empty()).then(|| ("left_out".to_owned(), left_out.join("; ")))
}
