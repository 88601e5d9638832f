//! The text output of `reproduce`: the table of numbers, the claims and the notes.

use crate::output;
use crate::table::{Table, number};
use ackscope_lab::experiments::nearness::{Near, share};
use ackscope_lab::experiments::published::Settled;
use ackscope_lab::experiments::verdict::{ClaimVerdict, ValueVerdict, Verdict, printed_numbers};
use ackscope_lab::experiments::world::Key;
use ackscope_lab::experiments::{Experiment, Form, Numbers};
use anyhow::Result;

/// Prints one experiment.
pub fn print(
    experiment: &Experiment,
    numbers: &Numbers,
    variants: &[Numbers],
    verdict: &Verdict,
) -> Result<()> {
    output::line(&format!("{} · {} · {}", experiment.id, experiment.title, experiment.source()))?;
    output::line(&experiment.question)?;
    if !verdict.values.is_empty() {
        output::line(&format!("\n{}", values(&verdict.values)))?;
    }
    if !numbers.cells.is_empty() {
        output::line(&format!("\n{}", measured(numbers)))?;
    }
    for variant in variants {
        let label = variant.variant.as_deref().unwrap_or_default();
        output::line(&format!("\n{label}:\n{}", measured(variant)))?;
    }
    if !verdict.claims.is_empty() {
        output::line("")?;
        verdict.claims.iter().try_for_each(claim)?;
    }
    for value in &verdict.values {
        if let (Some(Near::Nothing), Some(settled)) = (value.near_to, &value.settled) {
            output::line(&format!("{}: {}", name(&value.metric, &value.keys), reason(settled)))?;
        }
    }
    output::line(&format!("\n{}\n", form(experiment, numbers)))
}

/// The form, and what the short form leaves out.
fn form(experiment: &Experiment, numbers: &Numbers) -> String {
    let left_out = experiment.short().filter(|_| numbers.form == Form::Quick);
    match left_out {
        None => format!("full form, {} seed(s)", numbers.seeds),
        Some(left_out) => {
            let windows = experiment.windows(Form::Quick).iter().filter_map(|short| {
                let full = experiment.windows(Form::Full).iter().find(|full| full.0 == short.0)?;
                let differs = (full.1, full.2) != (short.1, short.2);
                differs.then(|| format!("; {} stands for {} to {} s here", short.0, short.1, short.2))
            });
            format!("short form: {left_out}{}", windows.collect::<String>())
        }
    }
}

fn name(metric: &str, keys: &[Key]) -> String {
    let keys: Vec<String> = keys.iter().map(Key::to_string).collect();
    format!("{metric}[{}]", keys.join(", "))
}

/// Shows bit/s as Mbit/s.
fn scale(unit: &str) -> (f64, &str) {
    if unit == "bit/s" { (1e6, "Mbit/s") } else { (1.0, unit) }
}

fn values(values: &[ValueVerdict]) -> String {
    let with_kernel = values.iter().any(|value| value.kernel.is_some());
    let paper_and_ns2 =
        ["number", "unit", "paper", "ns-2", "measured", "±95 %", "to paper %", "to ns-2 %", "verdict"];
    let kernel =
        ["number", "unit", "kernel", "ns-2", "measured", "±95 %", "to kernel %", "to ns-2 %", "verdict"];
    let mut table = Table::new(2, if with_kernel { kernel } else { paper_and_ns2 });
    for value in values {
        let (scale, unit) = scale(&value.unit);
        let scaled = |x: Option<f64>| number(x.map(|x| x / scale));
        let sign = value.qualifier.sign();
        let percent = |x: Option<f64>| x.map_or_else(|| "–".to_owned(), |x| format!("{x:+.1}"));
        let published = value.paper.or(value.kernel);
        table.row([
            name(&value.metric, &value.keys),
            unit.to_owned(),
            published.map_or_else(|| "–".to_owned(), |it| format!("{sign}{}", number(Some(it / scale)))),
            scaled(value.ns2),
            scaled(value.measured),
            scaled(value.half_width),
            percent(value.percent_to_published()),
            percent(value.percent_to_ns2()),
            match value.near_to {
                Some(near) => near.words(value.paper.is_some()),
                None if value.needs_full => "undecided",
                None => "–",
            }
            .to_owned(),
        ]);
    }
    table.text()
}

/// Every measured number.
fn measured(numbers: &Numbers) -> String {
    let mut table = Table::new(1, ["measured", "mean", "±95 %", "min", "max"]);
    for cell in &numbers.cells {
        let of = &cell.summary;
        table.row([
            name(&cell.metric, &cell.keys),
            number(of.mean),
            number(of.half_width),
            number(of.min),
            number(of.max),
        ]);
    }
    table.text()
}

fn reason(settled: &Settled) -> String {
    format!("{}: {}", settled.by.words(), settled.why)
}

fn claim(claim: &ClaimVerdict) -> Result<()> {
    let word = match claim.holds {
        Some(true) => "holds",
        Some(false) => "FAILS",
        None if claim.unchecked.is_none() => "undecided",
        None => "–    ",
    };
    output::line(&format!("{word}  {}: {}", claim.id, claim.text))?;
    if let Some(numbers) = &claim.numbers {
        output::line(&format!("       {numbers}"))?;
    }
    for label in &claim.holds_under {
        output::line(&format!("       holds {label}"))?;
    }
    if let Some(settled) = &claim.settled {
        output::line(&format!("       {}", reason(settled)))?;
    }
    match claim.unchecked.as_ref().or(claim.unknown.as_ref()) {
        Some(why) => output::line(&format!("       {why}")),
        None => Ok(()),
    }
}

/// Prints how many numbers are near to what, and how many claims hold.
pub fn print_total<'a>(judged: impl Iterator<Item = (&'a Experiment, &'a Verdict)> + Clone) -> Result<()> {
    let claims = judged.clone().flat_map(|(_, verdict)| &verdict.claims).filter_map(|claim| claim.holds);
    let (held, all) = (claims.clone().filter(|holds| *holds).count(), claims.count());
    let printed = printed_numbers(judged);
    if printed.all() > 0 {
        output::line(&printed.sentences())?;
    }
    output::line(&format!("{held} of {all}{} checkable claims hold.", share(held, all)))
}
