//! `cite`: how to cite this program.

use crate::args::CiteArgs;
use crate::output;
use ackscope_lab::cite::citation;
use anyhow::Result;

/// Prints the citation.
pub fn cite(args: &CiteArgs) -> Result<()> {
    let citation = citation();
    if args.json { output::json(&citation) } else { output::line(&citation.bibtex()) }
}
