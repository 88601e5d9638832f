//! What a point says about an algorithm.

use super::dimensions::number;
use super::job::{Job, Measured};
use super::objectives::{OBJECTIVES, Objective};
use super::path::{Cast, Layout, NEIGHBOURS, Place, scenario};
use super::point::Point;
use ackscope_engine::setup::Setup;
use ackscope_scenario::{Compiler, ScenarioError, compile_with, read_value};
use serde_json::{Map, Value};
use std::collections::{BTreeMap, BTreeSet};

/// A network on which an algorithm fails and a witness does not.
#[derive(Clone, Debug)]
pub(super) struct Find {
    pub objective: usize,
    pub point: Point,
    pub witness: String,
    /// By which factor the algorithm is worse than its witness.
    pub factor: f64,
    /// The smallest and the largest of the replicates.
    pub range: (f64, f64),
    /// The deviation without which least is left.
    pub strongest: Option<usize>,
}

impl Find {
    pub fn objective(&self) -> &'static Objective {
        &OBJECTIVES[self.objective]
    }
}

/// The algorithm under test.
#[derive(Clone, Debug)]
pub(super) struct Subject {
    pub algorithm: String,
    /// Texts of scripts by id.
    pub scripts: Map<String, Value>,
    pub seed: u64,
    /// The numbers of the objectives that are asked for.
    pub objectives: Vec<usize>,
    pub compiler: Compiler,
}

impl Subject {
    /// The scenario of a point with any algorithm in its place.
    pub fn scenario(&self, layout: Layout, point: &Point, algorithm: &str, replicate: u64) -> Value {
        scenario(layout, point, Cast { algorithm, scripts: &self.scripts }, self.seed, replicate)
    }

    pub fn setup(&self, scenario: &Value) -> Result<Setup, ScenarioError> {
        compile_with(&read_value(scenario)?, 0, &self.compiler)
    }

    /// Who can bear witness on a point: beside a neighbour its algorithm, else all others.
    pub fn witnesses(&self, layout: Layout, point: &Point) -> Vec<&'static str> {
        let others = match layout {
            Layout::Beside => vec![NEIGHBOURS[point.value(number("neighbour")) as usize]],
            Layout::Alone | Layout::Pair => NEIGHBOURS.to_vec(),
        };
        others.into_iter().filter(|other| !self.is_same_sender(other)).collect()
    }

    /// With Linux's sender three ids are one algorithm.
    fn is_same_sender(&self, other: &str) -> bool {
        const RENO: [&str; 3] = ["reno", "newreno", "sack"];
        self.algorithm == other || (RENO.contains(&self.algorithm.as_str()) && RENO.contains(&other))
    }
}

/// The runs that are known, and those that are missing.
#[derive(Debug, Default)]
pub(super) struct Memo {
    known: BTreeMap<String, Option<Measured>>,
    asked: BTreeSet<String>,
    missing: Vec<Job>,
}

impl Memo {
    /// What a run measured; the inner value is none if it cannot run to its end. `None` if the run is missing: it is
    /// due then.
    fn measured(
        &mut self,
        subject: &Subject,
        (layout, point): (Layout, &Point),
        algorithm: &str,
        replicate: u64,
    ) -> Option<Option<Measured>> {
        let key = format!("{layout:?} {algorithm} {replicate} {point:?}");
        if let Some(known) = self.known.get(&key) {
            return Some(*known);
        }
        if self.asked.contains(&key) {
            return None;
        }
        match subject.setup(&subject.scenario(layout, point, algorithm, replicate)) {
            Ok(setup) => {
                self.asked.insert(key.clone());
                self.missing.push(Job { key: Some(key), setup });
                None
            }
            // Two deviations that do not go together.
            Err(_) => {
                self.known.insert(key, None);
                Some(None)
            }
        }
    }

    /// The runs that were asked for and are not known.
    pub fn missing(&mut self) -> Vec<Job> {
        std::mem::take(&mut self.missing)
    }

    pub fn learn(&mut self, key: String, measured: Option<Measured>) {
        self.asked.remove(&key);
        self.known.insert(key, measured);
    }

    /// Forgets all runs: what is asked next has nothing to do with them.
    pub fn clear(&mut self) {
        self.known.clear();
    }
}

/// The failures at a point, one for each objective of its layout at most; `None` if a run is missing.
pub(super) fn evaluate(
    subject: &Subject,
    memo: &mut Memo,
    layout: Layout,
    point: &Point,
) -> Option<Vec<Find>> {
    let witnesses = subject.witnesses(layout, point);
    if witnesses.is_empty() {
        return Some(Vec::new());
    }
    let Some(own) = memo.measured(subject, (layout, point), &subject.algorithm, 0)? else {
        return Some(Vec::new());
    };
    let possible_bps = Place::of(point, layout).possible_bps(point);
    let is_wanted =
        |at: &usize| OBJECTIVES[*at].layout == layout && (OBJECTIVES[*at].suspicious)(&own, possible_bps);
    let suspected: Vec<usize> = subject.objectives.iter().copied().filter(is_wanted).collect();
    if suspected.is_empty() {
        return Some(Vec::new());
    }
    let ask = |witness: &&'static str| memo.measured(subject, (layout, point), witness, 0);
    let seen: Vec<Option<Option<Measured>>> = witnesses.iter().map(ask).collect();
    let seen: Vec<Option<Measured>> = seen.into_iter().collect::<Option<_>>()?;
    let found = suspected.into_iter().filter_map(|objective| {
        let factors = witnesses.iter().zip(&seen).filter_map(|(witness, measured)| {
            let factor = (OBJECTIVES[objective].factor)(&own, measured.as_ref()?, possible_bps)?;
            (factor >= OBJECTIVES[objective].least).then_some((*witness, factor))
        });
        let (witness, factor) = factors.max_by(|a, b| a.1.total_cmp(&b.1))?;
        let (point, witness) = (point.clone(), witness.to_owned());
        Some(Find { objective, point, witness, factor, range: (factor, factor), strongest: None })
    });
    Some(found.collect())
}

/// The find's algorithm and its witness at another point or in another replicate. Beside a neighbour its algorithm is
/// the witness.
pub(super) fn both(
    subject: &Subject,
    memo: &mut Memo,
    find: &Find,
    point: &Point,
    replicate: u64,
) -> Option<Option<(Measured, Measured)>> {
    let layout = find.objective().layout;
    let witness = match layout {
        Layout::Beside => match subject.witnesses(layout, point).first() {
            Some(witness) => *witness,
            None => return Some(None),
        },
        Layout::Alone | Layout::Pair => find.witness.as_str(),
    };
    let own = memo.measured(subject, (layout, point), &subject.algorithm, replicate);
    let other = memo.measured(subject, (layout, point), witness, replicate);
    let (own, other) = (own?, other?);
    Some(own.zip(other))
}

/// By which factor it fails there; 0 if it does not, or if its witness does, too.
pub(super) fn factor(
    subject: &Subject,
    memo: &mut Memo,
    find: &Find,
    point: &Point,
    replicate: u64,
) -> Option<f64> {
    let Some((own, witness)) = both(subject, memo, find, point, replicate)? else { return Some(0.0) };
    let possible_bps = Place::of(point, find.objective().layout).possible_bps(point);
    let is_failure = (find.objective().suspicious)(&own, possible_bps);
    let factor = (find.objective().factor)(&own, &witness, possible_bps);
    Some(factor.filter(|_| is_failure).unwrap_or(0.0))
}
