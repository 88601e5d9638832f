//! Every check expresses its claim: for every number that it reads, some wrong value changes the
//! verdict.

use crate::matrix::share;
use ackscope_lab::experiments::evaluate::truth;
use ackscope_lab::experiments::expression::{Expression, parse};
use ackscope_lab::experiments::measured::Measured;
use ackscope_lab::experiments::recorded::Recorded;
use ackscope_lab::experiments::world::{Bound, EvalError, Key, World};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::Path;

/// A number that a check reads: its experiment (the check's own if none), its metric or constant,
/// and its keys.
type Input = (Option<String>, String, Vec<Key>);

/// The recorded numbers, some of them replaced. It remembers which numbers are read.
struct Shaken<'a> {
    inner: Measured<'a>,
    changed: BTreeMap<String, f64>,
    intervals: bool,
    read: RefCell<Vec<(Input, f64)>>,
}

impl Shaken<'_> {
    fn give(&self, input: Input, found: Result<f64, EvalError>) -> Result<f64, EvalError> {
        if let Some(number) = self.changed.get(&format!("{input:?}")) {
            return Ok(*number);
        }
        let found = found?;
        let mut read = self.read.borrow_mut();
        if read.iter().all(|(known, _)| *known != input) {
            read.push((input, found));
        }
        Ok(found)
    }
}

impl World for Shaken<'_> {
    fn metric(&self, metric: &str, keys: &[Key]) -> Result<f64, EvalError> {
        self.give((None, metric.to_owned(), keys.to_vec()), self.inner.metric(metric, keys))
    }
    fn constant(&self, name: &str) -> Option<f64> {
        let number = self.inner.constant(name)?;
        if name == "tol" {
            return Some(number);
        }
        self.give((None, name.to_owned(), Vec::new()), Ok(number)).ok()
    }
    fn domain(&self, name: &str) -> Option<Vec<Key>> {
        self.inner.domain(name)
    }
    fn half_width(&self, expression: &Expression, bound: &Bound) -> Option<f64> {
        // Only a tie is judged by intervals, which take long to compute.
        self.intervals.then(|| World::half_width(&self.inner, expression, bound)).flatten()
    }
    fn elsewhere(&self, id: &str, metric: &str, keys: &[Key]) -> Result<f64, EvalError> {
        let found = self.inner.elsewhere(id, metric, keys);
        self.give((Some(id.to_owned()), metric.to_owned(), keys.to_vec()), found)
    }
}

/// Wrong values for a right one: zero, far too small or too large, slightly off, of the wrong sign,
/// something else.
const WRONG: [fn(f64) -> f64; 16] = [
    |_| 0.0,
    |right| right * 1e-3,
    |right| right * 0.5,
    |right| right * 0.9,
    |right| right * 1.1,
    |right| right * 2.0,
    |right| right * 1e3,
    |right| -right,
    |right| -1e3 * right,
    |right| right + 1.0,
    |_| 0.5,
    |_| 1.0,
    |_| 2.0,
    |_| -1.0,
    |_| 1e12,
    |_| -1e12,
];

#[test]
fn every_number_that_a_check_reads_can_turn_its_verdict() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let recorded = Recorded::of(|file| std::fs::read_to_string(folder.join(file)).ok());
    let (mut checks, mut faults) = (0, Vec::new());
    for (experiment, numbers) in share(0, &recorded.all) {
        for claim in &experiment.claims {
            let Some(expression) = claim.expression.as_ref().map(|text| parse(text).expect("it was checked"))
            else {
                continue;
            };
            let all = &recorded.all;
            let inner =
                Measured { experiment, numbers, all, tolerance: claim.tolerance, judging: true, watch: None };
            let intervals = claim.expression.as_ref().is_some_and(|text| text.contains("ties("));
            let verdict = |changed| {
                let world = Shaken { inner, changed, intervals, read: RefCell::default() };
                let verdict = truth(&expression, &world, &mut Bound::new());
                (verdict, world.read.into_inner())
            };
            let (Ok(holds), read) = verdict(BTreeMap::new()) else { continue };
            checks += 1;
            // Whether the verdict changes if all of these inputs are wrong in the same way.
            let turn = |inputs: &[&(Input, f64)]| {
                (0..WRONG.len()).any(|way| {
                    let wrong =
                        inputs.iter().map(|(input, right)| (format!("{input:?}"), WRONG[way](*right)));
                    // An undecided verdict counts as a change: the subject of a claim may be gone.
                    verdict(wrong.collect()).0 != Ok(holds)
                })
            };
            let of_claim = format!("{}.{}", experiment.id, claim.id);
            if read.is_empty() {
                faults.push(format!("{of_claim} reads nothing"));
            }
            // If a verdict fails for several reasons, no single number changes it.
            if holds {
                // One of several equal inputs changes nothing alone (the place of a peak, the
                // smallest of several).
                let constant = |input: &Input| experiment.constants.contains_key(&input.1);
                let idle: Vec<&(Input, f64)> =
                    read.iter().filter(|one| !constant(&one.0) && !turn(&[*one])).collect();
                if !idle.is_empty() && !turn(&idle) {
                    faults.push(format!(
                        "{of_claim}: {} of {} numbers turn nothing: {idle:?}",
                        idle.len(),
                        read.len()
                    ));
                }
            }
        }
    }
    println!("{checks} checks");
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
