//! Tables that a command writes for other programs.

use crate::files::Output;
use ackscope_lab::frame::Frame;
use ackscope_lab::provenance::Provenance;
use ackscope_tables::Format;
use anyhow::{Result, anyhow};
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

    /// Writes the table. With `about`, a text begins with lines of where it comes from.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn write(&self, frame: &Frame, about: bool) -> Result<()> {
        self.output.write(|out| self.format.write(frame, about, out))
    }
}

/// Where a table comes from, with all seeds if there are several.
pub fn about(provenance: &Provenance, seeds: Option<&[u64]>) -> Vec<(String, String)> {
    // Where the program lies says nothing of the run.
    let words = std::iter::once("ackscope".to_owned()).chain(std::env::args().skip(1));
    let command = words.map(|word| if word.contains([' ', '\'']) { format!("{word:?}") } else { word });
    let mut about = ackscope_lab::provenance::about(provenance, &command.collect::<Vec<_>>().join(" "));
    if let Some([first, .., last]) = seeds {
        about.push(("seeds".to_owned(), format!("{first} to {last}")));
    }
    about
}
