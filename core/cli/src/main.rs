//! `ackscope`: the engine without a browser.

mod args;
mod commands;
mod input;
mod output;
mod processor;
mod script_files;
mod table;

use clap::Parser;
use std::process::ExitCode;

/// What went wrong was said; what a shell sees of it.
const FAILURE: u8 = 2;

fn main() -> ExitCode {
    let args = args::Args::parse();
    match commands::dispatch(args.command) {
        Ok(()) => ExitCode::SUCCESS,
        // Whoever reads our output has had enough of it (`| head`): not a failure, and nobody is
        // left to tell.
        Err(error) if output::is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            output::say(&format!("{error:#}"));
            ExitCode::from(FAILURE)
        }
    }
}
