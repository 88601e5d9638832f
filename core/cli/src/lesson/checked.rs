//! Whether a lesson holds: its form, its runs, and what it claims and asks of them. The page checks the same
//! (web/app/src/lesson/check.ts), and a test compares both.

use super::claims::{Claim, Draw, MAX_EXPRESSIONS, Predict, Question, StepClaims, keep, texts};
use super::parts::Parts;
use super::yaml::{Block, Fault};
use super::{Asked, Asks, Head, RECORDS, filled, lanes, plain};
use crate::{cost, link};
use ackscope_engine::sim::Cost;
use ackscope_lab::codes::{VARIANT_BITS, Vary};
use ackscope_lab::experiments::{Experiment, experiments};
use ackscope_lab::lanes::plan;
use ackscope_lab::page::Measured;
use ackscope_lab::tasks::{Lane, value};
use ackscope_scenario::read_value;
use anyhow::{Result, bail};
use rayon::prelude::*;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The page reads no longer lesson: web/app/src/base/remoteText.ts, course/foreign/foreignText.ts.
const MAX_BYTES: usize = 262_144;
const MAX_STEPS: usize = 12;
/// What the page runs unasked: web/model/src/limits.ts.
const UNASKED: Cost = Cost { packets: 6e7, bytes: 4e8 };
/// What a lesson says “over twelve seeds”.
const SEEDS: u64 = 12;
/// Points of a curve, and means that a verdict compares: web/model/src/lesson/verdict.ts.
const POINTS: usize = 240;
const MEANS: usize = 12;
/// Of the chart's height: nearer than this on average is close.
const CLOSE: f64 = 0.08;

/// What a check found.
pub struct Checked {
    /// In the order of their lines.
    pub faults: Vec<Fault>,
    pub steps: usize,
    /// Comparisons of `expect` and `seeds`.
    pub comparisons: usize,
    /// Runs that were made, each with all its lanes.
    pub runs: usize,
}

/// Checks a lesson's text.
pub fn check(text: &str) -> Checked {
    let runs = AtomicUsize::new(0);
    let (mut faults, steps) = read(text, &runs);
    faults.sort_by_key(|fault| fault.line);
    let comparisons = steps.iter().map(StepClaims::comparisons).sum();
    Checked { faults, steps: steps.len(), comparisons, runs: runs.into_inner() }
}

fn read(text: &str, runs: &AtomicUsize) -> (Vec<Fault>, Vec<StepClaims>) {
    let mut parts = match Parts::read(text) {
        Ok(parts) => parts,
        Err(fault) => return (vec![fault], Vec::new()),
    };
    let mut faults = Vec::new();
    let mut refuse = |line: usize, message: String| faults.push(Fault::new(line, message));
    if text.len() > MAX_BYTES {
        refuse(1, format!("it is longer than {} kB", MAX_BYTES / 1024));
    }
    if parts.steps.is_empty() {
        refuse(1, "it has no steps".to_owned());
    }
    if parts.steps.len() > MAX_STEPS {
        refuse(
            parts.steps[MAX_STEPS].line,
            format!("it has {} steps, at most {MAX_STEPS}", parts.steps.len()),
        );
    }
    if !parts.has_note {
        refuse(text.lines().count(), "it has no section “For the teacher”".to_owned());
    }
    let (vary, given, summary) = head(&parts, &mut faults).unwrap_or_default();
    parts.texts.push(summary);
    let mut steps = Vec::new();
    for (at, step) in parts.steps.iter().enumerate() {
        let part = format!("step {}", at + 1);
        let mut own = Vec::new();
        match &step.lab {
            None => own.push(Fault::new(step.line, format_args!("“{}” has no block `lab`", step.title))),
            Some((block, line)) => {
                let read = keep(Block::read(block, *line), &mut own);
                steps.extend(
                    read.and_then(|block| StepClaims::read(&block, &mut own))
                        .map(|claims| (part.clone(), claims)),
                );
            }
        }
        faults.extend(own.into_iter().map(|fault| fault.of(&part)));
    }
    let expressions: usize = steps.iter().map(|(_, step)| step.expressions()).sum();
    if expressions > MAX_EXPRESSIONS {
        faults
            .push(Fault::new(1, format_args!("it has {expressions} expressions, at most {MAX_EXPRESSIONS}")));
    }
    let quotes = given.into_iter().chain(steps.iter().flat_map(|(_, step)| step.quotes.iter().cloned()));
    let asked: Vec<String> = steps.iter().filter_map(|(_, step)| step.ask().map(str::to_owned)).collect();
    parts.texts.extend(asked);
    for (quote, line) in quotes.filter(|(quote, _)| !parts.says(quote)) {
        faults.push(Fault::new(line, format_args!("it does not say “{quote}”")));
    }
    faults.extend(parts.faults);
    // What is not bounded is not run.
    if parts.steps.len() <= MAX_STEPS && expressions <= MAX_EXPRESSIONS {
        let variants = variants(&vary);
        let each: Vec<_> =
            steps.iter().flat_map(|step| variants.iter().map(move |values| (step, values))).collect();
        let found = each.par_iter().flat_map_iter(|((part, step), values)| {
            let in_variant = match values.is_empty() {
                true => part.clone(),
                false => format!("{part}, {}", with(values)),
            };
            let found = step.check(values, runs).into_iter();
            found.map(|fault| fault.of(&in_variant)).collect::<Vec<_>>()
        });
        faults.extend(found.collect::<Vec<_>>());
    }
    (faults, steps.into_iter().map(|(_, step)| step).collect())
}

type Quotes = Vec<(String, usize)>;

/// What variants change, what the front matter quotes, and the summary.
fn head(parts: &Parts, faults: &mut Vec<Fault>) -> Option<(Vary, Quotes, String)> {
    let part = "front matter";
    let mut own = Vec::new();
    let read = keep(Block::read(&parts.head, 2), &mut own);
    let found = read.and_then(|block| {
        if block.value["title"].as_str().is_none_or(str::is_empty) {
            own.push(Fault::new(block.line(&["title"]), "title: a text is needed"));
        }
        let given =
            texts(&block, &["given"], &mut own).into_iter().map(|(_, says, line)| (says, line)).collect();
        let Head { vary, .. } = keep(block.get(&[]), &mut own)?;
        keep(vary.check().map_err(|error| Fault::new(block.line(&["vary"]), error)), &mut own)?;
        Some((vary, given, block.value["summary"].as_str().unwrap_or_default().to_owned()))
    });
    faults.extend(own.into_iter().map(|fault| fault.of(part)));
    found
}

/// The values of each different variant; one without values if there are none.
fn variants(vary: &Vary) -> Vec<Map<String, Value>> {
    let all = (0..1 << VARIANT_BITS).map(|variant| (vary.combination(variant), variant));
    // The first number of each combination: later ones have the same values.
    let first = all.rev().collect::<BTreeMap<usize, u16>>();
    first.into_values().map(|variant| vary.of(variant)).collect()
}

fn with(values: &Map<String, Value>) -> String {
    let each: Vec<String> = values.iter().map(|(path, value)| format!("{path}={}", plain(value))).collect();
    format!("with {}", each.join(" "))
}

impl StepClaims {
    /// What its runs do not fulfil.
    fn check(&self, values: &Map<String, Value>, runs: &AtomicUsize) -> Vec<Fault> {
        let of_run = |error: anyhow::Error| Fault::new(self.run_line, format_args!("run: {error:#}"));
        let run = |scenario: &Value| {
            runs.fetch_add(1, Ordering::Relaxed);
            lanes(scenario).map_err(of_run)
        };
        let scenario_of = |link: &str| -> Result<Value, Fault> {
            let found = on_page(link)
                .and_then(|()| link::scenario(link, values))
                .and_then(|scenario| bounded(&scenario).map(|is| (scenario, is)));
            match found {
                Ok((scenario, true)) => Ok(scenario),
                Ok(_) => Err(Fault::new(self.run_line, "its run is too long for a lesson")),
                Err(error) => Err(of_run(error)),
            }
        };
        let scenario = match scenario_of(&self.run) {
            Ok(scenario) => scenario,
            Err(fault) => return vec![fault],
        };
        let lanes = match run(&scenario) {
            Ok(lanes) => lanes,
            Err(fault) => return vec![fault],
        };
        let lanes: Vec<&Lane> = lanes.iter().collect();
        let mut faults = broken(&self.held, &lanes, values, "");
        faults.extend(self.asked(&lanes, &scenario, &run, values));
        for (link, claims) in &self.elsewhere {
            match scenario_of(link).and_then(|other| run(&other)) {
                Ok(other) => faults.extend(broken(claims, &other.iter().collect::<Vec<_>>(), values, "")),
                Err(fault) => faults.push(fault),
            }
        }
        // The first seed of each comparison that one of them breaks.
        let mut first: BTreeMap<usize, Fault> = BTreeMap::new();
        for seed in if self.always.is_empty() { 0..0 } else { 1..SEEDS + 1 } {
            let mut seeded = scenario.clone();
            seeded["seed"] = seed.into();
            let found = match run(&seeded) {
                Ok(lanes) => {
                    broken(&self.always, &lanes.iter().collect::<Vec<_>>(), values, &format!("seed {seed}: "))
                }
                Err(fault) => vec![fault],
            };
            for fault in found {
                first.entry(fault.line).or_insert(fault);
            }
        }
        faults.into_iter().chain(first.into_values()).collect()
    }

    /// What is wrong with the question.
    fn asked(
        &self,
        lanes: &[&Lane],
        scenario: &Value,
        run: &dyn Fn(&Value) -> Result<Vec<Lane>, Fault>,
        values: &Map<String, Value>,
    ) -> Vec<Fault> {
        let found = match &self.predict {
            None => Ok(Vec::new()),
            Some(Predict::Draw(draw, curve)) => drawn(draw, &curve.1.measured[0], lanes),
            Some(Predict::Ask(asks, question)) => asks.faults(question, lanes, values),
            Some(Predict::Write(write, test)) => {
                let passes = |lanes: &[&Lane]| -> Result<bool> {
                    let mut holds = test.iter().map(|text| Ok(Asked::read(text, true)?.of(lanes)? == 1.0));
                    holds.try_fold(true, |all, one: Result<bool>| Ok(all && one?))
                };
                let mut solved = scenario.clone();
                solved["scripts"][&write.write] = json!(write.solution);
                match run(&solved) {
                    Err(fault) => Ok(vec![format!("the solution: {}", fault.message)]),
                    Ok(solved) => passes(lanes).and_then(|given| {
                        let solved = passes(&solved.iter().collect::<Vec<_>>())?;
                        let given = given.then(|| format!("the given text passes: {}", write.ask));
                        let solved = (!solved).then(|| format!("the solution does not pass: {}", write.ask));
                        Ok(given.into_iter().chain(solved).collect())
                    }),
                }
            }
        };
        let found = found.unwrap_or_else(|error| vec![format!("{error:#}")]);
        found.into_iter().map(|message| Fault::new(self.predict_line, message)).collect()
    }
}

/// The page has the scenarios of its menu alone.
fn on_page(run: &str) -> Result<()> {
    let id = run.split(['?', '~']).next().and_then(|start| start.strip_prefix("v1/")).unwrap_or_default();
    let is_known = |one: &Experiment| one.id == id && one.page.is_some();
    match id.is_empty() || experiments().iter().any(is_known) {
        true => Ok(()),
        false => bail!("there is no scenario named {id:?} in the page"),
    }
}

/// Whether the page runs a scenario unasked.
fn bounded(scenario: &Value) -> Result<bool> {
    let cost = cost::of(&plan(&read_value(scenario)?)?, |_| RECORDS);
    Ok(!cost.is_tried || (cost.cost.packets <= UNASKED.packets && cost.cost.bytes <= UNASKED.bytes))
}

/// The comparisons that do not hold, with the numbers that they read.
fn broken(claims: &[Claim], lanes: &[&Lane], values: &Map<String, Value>, seed: &str) -> Vec<Fault> {
    let fault = |Claim { says, holds, line }: &Claim| {
        let text = placed(holds, values);
        let wrong = match Asked::read(&text, true).and_then(|asked| Ok((asked.of(lanes)?, asked))) {
            Ok((1.0, _)) => return None,
            Ok((_, asked)) => format!("“{says}” does not hold: {text}{}", asked.read_numbers(lanes)),
            Err(error) => format!("“{says}”: {error:#}"),
        };
        Some(Fault::new(*line, format_args!("{seed}{wrong}")))
    };
    claims.iter().filter_map(fault).collect()
}

/// A comparison with the values of a variant, as an expression has them.
fn placed(text: &str, values: &Map<String, Value>) -> String {
    values.iter().fold(text.to_owned(), |text, (path, value)| {
        let text = text.replace(&format!("{{{path}}}"), &plain(value));
        if values.len() == 1 { text.replace("{value}", &plain(value)) } else { text }
    })
}

/// Four digits are enough to see how far it is off.
fn number(value: f64) -> String {
    ackscope_lab::columns::csv_number(format!("{value:.3e}").parse().unwrap_or(value))
}

impl Asked {
    /// What it reads in this run: `; goodput_bps(newreno) is 9569000`.
    fn read_numbers(&self, lanes: &[&Lane]) -> String {
        let each = self.1.measured.iter().filter_map(|measured| {
            let at = measured.series.as_ref().map(|series| match &measured.which {
                Some(which) => format!("{series}:{which} of "),
                None => format!("{series} of "),
            });
            let (name, of) =
                measured.text().split_once('(').map(|(name, of)| (name.to_owned(), of.to_owned()))?;
            Some(format!("{name}({}{of} is {}", at.unwrap_or_default(), number(value(lanes, measured).ok()?)))
        });
        let each: Vec<String> = each.collect();
        if each.is_empty() { String::new() } else { format!("; {}", each.join(", ")) }
    }
}

impl Asks {
    fn faults(
        &self,
        question: &Question,
        lanes: &[&Lane],
        values: &Map<String, Value>,
    ) -> Result<Vec<String>> {
        let ask = filled(&question.ask, values);
        match self {
            Asks::Number(asked) => {
                let [low, high] = question.slider.unwrap_or_default();
                let values = std::iter::once(asked).chain(&question.textbook).map(|one| one.of(lanes));
                let off = |value: &f64| !(low..=high).contains(value);
                let values = values.collect::<Result<Vec<f64>>>()?;
                let say = |value| format!("{} is off the slider: {ask}", number(value));
                Ok(values.into_iter().filter(off).map(say).collect())
            }
            Asks::Choice(options, right) => {
                let numbers =
                    options.iter().map(|(_, asked)| asked.of(lanes)).collect::<Result<Vec<f64>>>()?;
                if right == "true" {
                    let holding = numbers.iter().filter(|&&holds| holds == 1.0).count();
                    let wrong =
                        (holding != 1).then(|| format!("of the options of “{ask}” exactly one has to hold"));
                    return Ok(wrong.into_iter().collect());
                }
                let pick = if right == "most" { f64::max } else { f64::min };
                let best = numbers.iter().copied().reduce(pick).unwrap_or(f64::NAN);
                let several = numbers.iter().filter(|&&number| number == best).count() > 1;
                Ok(several.then(|| format!("two answers are right: {ask}")).into_iter().collect())
            }
        }
    }
}

/// The curve of a run against its chart and its shapes.
fn drawn(draw: &Draw, curve: &Measured, lanes: &[&Lane]) -> Result<Vec<String>> {
    let [from, to] = curve.interval_s.unwrap_or_default();
    let at = |parts: usize| -> Result<Vec<f64>> {
        let middle = |part: usize| from + (part as f64 + 0.5) * (to - from) / parts as f64;
        let read = |part| {
            let time = middle(part);
            let one = Measured { number: "at".to_owned(), interval_s: Some([time, time]), ..curve.clone() };
            value(lanes, &one).map_err(anyhow::Error::msg)
        };
        let each = (0..parts).map(read).collect::<Result<Vec<f64>>>()?;
        Ok(each.into_iter().map(|value| if value.is_finite() { value } else { 0.0 }).collect())
    };
    let mut faults = Vec::new();
    let top = at(400)?.into_iter().fold(f64::NEG_INFINITY, f64::max);
    if top > draw.top {
        faults.push(format!("the curve reaches {}, above the chart’s {}", number(top), number(draw.top)));
    }
    if draw.shapes.is_empty() {
        return Ok(faults);
    }
    let run = means(&at(POINTS)?);
    let mut gaps = Vec::new();
    for points in draw.shapes.values() {
        let points: Vec<(f64, f64)> = serde_json::from_value(points.clone())
            .map_err(|error| anyhow::anyhow!("a shape is a list of [time, value]: {error}"))?;
        let is_whole = points.first().is_some_and(|&(time, _)| time == from)
            && points.last().is_some_and(|&(time, _)| time == to);
        if !is_whole || draw.shapes.len() != 4 {
            faults.push(format!("it needs four shapes from {from} to {to} s: {}", draw.ask));
            return Ok(faults);
        }
        let value = |part: usize| on_line(&points, from + (part as f64 + 0.5) * (to - from) / POINTS as f64);
        let drawn = means(&(0..POINTS).map(value).collect::<Vec<f64>>());
        let off: f64 = drawn.iter().zip(&run).map(|(drawn, run)| (drawn - run).abs()).sum();
        gaps.push(off / MEANS as f64);
    }
    gaps.sort_by(f64::total_cmp);
    if gaps[0] > CLOSE * draw.top {
        faults.push(format!("no shape is the run’s: {}", draw.ask));
    } else if gaps[0] > 0.7 * gaps[1] {
        faults.push(format!("two shapes are the run’s: {}", draw.ask));
    }
    Ok(faults)
}

fn means(values: &[f64]) -> Vec<f64> {
    let part = values.len() / MEANS;
    values.chunks(part).map(|part| part.iter().sum::<f64>() / part.len() as f64).collect()
}

/// The value of a line through points.
fn on_line(points: &[(f64, f64)], time: f64) -> f64 {
    let next = points.iter().position(|&(at, _)| at >= time).unwrap_or(0).max(1);
    let ((from_s, from), (to_s, to)) = (points[next - 1], points[next]);
    from + (to - from) * (time - from_s) / (to_s - from_s)
}
