//! `rate-trace`: the rate of a changing link, drawn from a model, in mahimahi's format.

use crate::args::RateTraceArgs;
use crate::table::Table;
use crate::{files, input, output};
use ackscope_lab::rate_trace::{models, write};
use anyhow::{Result, bail};

/// The maximum duration of a trace, in seconds.
const LONGEST_S: f64 = 3600.0;

/// Writes a trace, or lists the models.
pub fn rate_trace(args: &RateTraceArgs) -> Result<()> {
    let Some(id) = &args.model else {
        let mut table = Table::new(2, ["id", "what it is like"]);
        for model in models() {
            table.row([model.id, model.summary]);
        }
        return output::line(&table.text());
    };
    let models = models();
    let Some(model) = models.iter().find(|model| model.id == id) else {
        let known: Vec<&str> = models.iter().map(|model| model.id).collect();
        let hint = input::meant(id, known.iter().copied());
        bail!("found the model {id:?}, allowed are {}{hint}", known.join(", "));
    };
    let duration_s = input::duration(&args.duration)?.si();
    if !(1.0..=LONGEST_S).contains(&duration_s) {
        bail!("--duration: found {:?}, allowed is 1s to {LONGEST_S}s", args.duration);
    }
    let text = write(model.trace(args.seed, duration_s));
    match &args.out {
        Some(path) => files::Output::new(path)?.write(|out| out.write_all(text.as_bytes())),
        None => output::raw(&text),
    }
}
