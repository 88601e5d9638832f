//! A lesson's file, as far as its variants, their solutions and its check need it. The page reads the whole of it
//! (web/app/src/course/foreign/reader.ts); docs/adding-a-lesson.md is the guide.

mod checked;
mod claims;
mod parts;
mod yaml;

pub use checked::{Checked, check};

use crate::link;
use ackscope_engine::sim::Ceiling;
use ackscope_engine::trace::RecordOptions;
use ackscope_lab::codes::Vary;
use ackscope_lab::columns::csv_number;
use ackscope_lab::lanes::plan;
use ackscope_lab::page::{ExpressionOf, ExpressionReport, evaluate, expression};
use ackscope_lab::provenance::Provenance;
use ackscope_lab::tasks::{Lane, value};
use ackscope_scenario::read_value;
use anyhow::{Context, Result, anyhow, bail};
use serde::Deserialize;
use serde_json::{Map, Value};
use yaml::Block;

pub struct Lesson {
    /// What variants change, and the text that the hash of a student's number begins with.
    pub head: Head,
    steps: Vec<Step>,
}

/// Its front matter.
#[derive(Deserialize)]
pub struct Head {
    /// What variants change.
    #[serde(default)]
    pub vary: Vary,
    /// A student's variant is a hash of this and the student's number.
    #[serde(default)]
    pub salt: String,
}

/// A block `lab`.
#[derive(Deserialize)]
struct Lab {
    run: String,
    predict: Option<Value>,
}

/// A step that asks for a choice or a number.
struct Step {
    /// Its number, from 1.
    number: usize,
    run: String,
    asks: Asks,
}

enum Asks {
    Number(Asked),
    /// The options, and which is right: `most`, `least` or `true`.
    Choice(Vec<(String, Asked)>, String),
}

/// An expression about a run.
struct Asked(String, ExpressionReport);

impl Lesson {
    /// Reads a lesson.
    ///
    /// # Errors
    /// The step and what is wrong in it.
    pub fn read(text: &str) -> Result<Lesson> {
        let parts = parts::Parts::read(text)?;
        let head: Head =
            Block::read(&parts.head, 2).and_then(|head| head.get(&[])).context("front matter")?;
        head.vary.check()?;
        let mut steps = Vec::new();
        for (at, (block, line)) in parts.steps.iter().filter_map(|step| step.lab.as_ref()).enumerate() {
            let step = || format!("step {}", at + 1);
            let Lab { run, predict } =
                Block::read(block, *line).and_then(|lab| lab.get(&[])).with_context(step)?;
            if let Some(asks) = predict.as_ref().map(Asks::read).transpose().with_context(step)?.flatten() {
                steps.push(Step { number: at + 1, run: run.trim().to_owned(), asks });
            }
        }
        Ok(Lesson { head, steps })
    }

    /// The steps that have an answer in the table.
    pub fn asked(&self) -> impl Iterator<Item = usize> + '_ {
        self.steps.iter().map(|step| step.number)
    }

    /// What the runs with these values answer, by step.
    ///
    /// # Errors
    /// A run that cannot be, or gives no answer.
    pub fn answers(&self, values: &Map<String, Value>) -> Result<Vec<String>> {
        self.steps
            .iter()
            .map(|step| step.answer(values).with_context(|| format!("step {}", step.number)))
            .collect()
    }
}

impl Step {
    fn answer(&self, values: &Map<String, Value>) -> Result<String> {
        let lanes = lanes(&link::scenario(&self.run, values)?)?;
        let lanes: Vec<&Lane> = lanes.iter().collect();
        match &self.asks {
            // As the page writes it: six digits.
            Asks::Number(asked) => Ok(csv_number(format!("{:.5e}", asked.of(&lanes)?).parse()?)),
            Asks::Choice(options, right) => {
                let numbers: Vec<f64> =
                    options.iter().map(|(_, asked)| asked.of(&lanes)).collect::<Result<_>>()?;
                let best = match right.as_str() {
                    "most" => numbers.iter().copied().fold(f64::NEG_INFINITY, f64::max),
                    "least" => numbers.iter().copied().fold(f64::INFINITY, f64::min),
                    _ if numbers.iter().filter(|&&holds| holds == 1.0).count() == 1 => 1.0,
                    _ => bail!("of its options exactly one has to hold"),
                };
                let at = numbers.iter().position(|&number| number == best).context("no option is right")?;
                Ok(filled(&options[at].0, values))
            }
        }
    }
}

/// What a lesson's run records. States of a run are for the page, which goes back in it.
const RECORDS: RecordOptions = RecordOptions { checkpoint_bytes: 0, ..RecordOptions::PAGE };

/// The finished lanes of a scenario.
fn lanes(scenario: &Value) -> Result<Vec<Lane>> {
    let scenario = read_value(scenario)?;
    let provenance = Provenance::of(&scenario);
    let run = |lane| Lane::run(lane, provenance.clone(), &RECORDS, Ceiling::PAGE, &mut || true);
    Ok(plan(&scenario)?.iter().filter_map(run).collect())
}

impl Asks {
    /// A curve and a rule have no cell in a table.
    fn read(predict: &Value) -> Result<Option<Asks>> {
        if let Some(estimate) = predict["estimate"].as_str() {
            return Asked::read(estimate, false).map(Asks::Number).map(Some);
        }
        let Some(options) = predict["pick"].as_object() else { return Ok(None) };
        let right = predict["right"].as_str().unwrap_or_default().to_owned();
        if !["most", "least", "true"].contains(&right.as_str()) {
            bail!("right: found {}, allowed are most, least and 'true'", predict["right"]);
        }
        let each = options.iter().map(|(name, value)| {
            let value = value.as_str().with_context(|| format!("{name}: no expression"))?;
            Ok((name.clone(), Asked::read(value, right == "true")?))
        });
        Ok(Some(Asks::Choice(each.collect::<Result<_>>()?, right)))
    }
}

impl Asked {
    fn read(text: &str, is_condition: bool) -> Result<Asked> {
        let report = expression(ExpressionOf::Run, text);
        match report.errors.first() {
            Some(error) => bail!("{text}: column {}: {}", error.column, error.message),
            None if report.is_condition != is_condition => {
                bail!("{text} is no {}", if is_condition { "comparison" } else { "number" })
            }
            None => Ok(Asked(text.to_owned(), report)),
        }
    }

    fn of(&self, lanes: &[&Lane]) -> Result<f64> {
        let Asked(text, report) = self;
        let inputs =
            report.measured.iter().map(|measured| value(lanes, measured)).collect::<Result<Vec<_>, _>>();
        let inputs = inputs.map_err(|reason| anyhow!("{text}: {reason}"))?;
        let found = evaluate(&report.program, &inputs, 1)?;
        match found[..] {
            [number, by_zero] if by_zero.is_nan() && !number.is_nan() => Ok(number),
            _ => bail!("the run gives no number for {text}"),
        }
    }
}

/// A text with the values in their places, as the page writes them: “10 Mbit/s”.
fn filled(text: &str, values: &Map<String, Value>) -> String {
    let mut filled = text.to_owned();
    for (path, value) in values {
        let words = in_words(&plain(value));
        filled = filled.replace(&format!("{{{path}}}"), &words);
        if values.len() == 1 {
            filled = filled.replace("{value}", &words);
        }
    }
    filled
}

/// A value as a cell.
pub fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

fn in_words(value: &str) -> String {
    let at = value.find(|sign: char| !sign.is_ascii_digit() && sign != '.').unwrap_or(value.len());
    let (number, unit) = value.split_at(at);
    if number.is_empty() || unit.is_empty() || !unit.chars().all(|sign| sign.is_ascii_alphabetic()) {
        return value.to_owned();
    }
    let unit = match unit {
        "pkt" if number == "1" => "packet",
        "pkt" => "packets",
        "bdp" => "BDP",
        "bps" => "bit/s",
        "kbps" => "kbit/s",
        "Mbps" => "Mbit/s",
        "Gbps" => "Gbit/s",
        "us" => "µs",
        other => other,
    };
    format!("{number} {unit}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_lesson_of_the_site_is_read_and_its_runs_can_be_compiled() {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/lessons");
        let (mut asked, mut runs) = (0, 0);
        for file in std::fs::read_dir(folder).expect("the lessons") {
            let path = file.expect("a file").path();
            let text = std::fs::read_to_string(&path).expect("a lesson");
            asked +=
                Lesson::read(&text).unwrap_or_else(|error| panic!("{path:?}: {error:#}")).asked().count();
            for (block, line) in
                parts::Parts::read(&text).expect("parts").steps.iter().filter_map(|step| step.lab.as_ref())
            {
                let Lab { run, .. } = Block::read(block, *line).and_then(|lab| lab.get(&[])).expect("YAML");
                let scenario = link::scenario(run.trim(), &Map::new()).expect(&run);
                assert!(!plan(&read_value(&scenario).expect(&run)).expect(&run).is_empty(), "{run}");
                runs += 1;
            }
        }
        assert!(asked > 50 && runs > asked, "{asked} of {runs}");
    }
}
