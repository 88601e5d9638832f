//! One file per command.

mod bench;
mod r#break;
mod check;
mod check_scenario;
mod cite;
mod codes;
mod compare;
mod export;
mod fit;
mod grade;
mod lesson;
mod list;
mod rate_trace;
mod reproduce;
mod reproduce_runs;
mod reproduce_tables;
mod run;
mod run_tables;
mod run_trace;
mod schema;
mod score;
mod sweep;
mod sweep_cache;
mod sweep_file;
mod sweep_tables;
mod theory;
mod variants;
mod why;

use crate::args::Command;
use anyhow::Result;

/// Runs the command.
pub fn dispatch(command: Command) -> Result<()> {
    match command {
        Command::Run(args) => run::run(&args),
        Command::Check(args) => check::check(&args),
        Command::Codes(args) => codes::codes(&args),
        Command::Grade(args) => grade::grade(&args),
        Command::Variants(args) => variants::variants(&args),
        Command::Lesson(args) => lesson::lesson(&args),
        Command::List(args) => list::list(&args),
        Command::Sweep(args) => sweep::sweep(&args),
        Command::Score(args) => score::score(&args),
        Command::Reproduce(args) => reproduce::reproduce(&args),
        Command::Theory(args) => theory::theory(&args),
        Command::Why(args) => why::why(&args),
        Command::Break(args) => r#break::break_it(&args),
        Command::Compare(args) => compare::compare(&args),
        Command::Fit(args) => fit::fit(&args),
        Command::Export(args) => export::export(&args),
        #[cfg(feature = "mcp")]
        Command::Mcp(args) => crate::mcp::mcp(&args),
        Command::RateTrace(args) => rate_trace::rate_trace(&args),
        Command::Cite(args) => cite::cite(&args),
        Command::Schema => schema::schema(),
        Command::Bench(args) => bench::bench(&args),
    }
}
