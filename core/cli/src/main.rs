//! `ackscope`: the engine on the command line.

mod args;
mod commands;
mod cost;
mod files;
mod hand_in;
mod input;
mod lesson;
mod link;
#[cfg(feature = "mcp")]
mod mcp;
mod measured;
mod output;
mod processor;
mod script_files;
mod sealed;
mod table;
mod table_files;

use clap::Parser;
use std::process::ExitCode;

/// The exit status after an error.
const FAILURE: u8 = 2;

fn main() -> ExitCode {
    let args = args::Args::parse();
    match commands::dispatch(args.command) {
        Ok(()) => ExitCode::SUCCESS,
        // The reader of our output has closed the pipe (`| head`): this is not a failure, and no
        // message could be shown.
        Err(error) if output::is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            output::say(&format!("{error:#}"));
            ExitCode::from(FAILURE)
        }
    }
}
