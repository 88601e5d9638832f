//! The kernel's list: all cases agree, what was measured last is complete, and each figure that differs
//! has its cause.

use ackscope_lab::kernel::{By, Measured, cases, causes, measure};
use std::collections::BTreeSet;

fn measured() -> Measured {
    serde_json::from_str(include_str!("../reference/kernel-measured.json")).expect("JSON")
}

/// Runs the cases that are compared in this way.
#[track_caller]
fn agree(by: By) {
    let causes = causes();
    let mut wrong = Vec::new();
    for case in cases().into_iter().filter(|case| case.by == by) {
        let run = |scenario| measure(scenario, &case.figures).expect("a scenario");
        let runs: Vec<Vec<f64>> = case.runs.iter().map(run).collect();
        let known = |what: &str| causes.get(&case.name).is_some_and(|of| of.contains_key(what));
        for one in case.compare(&runs).iter().filter(|one| !one.agrees && !known(&one.figure.what)) {
            wrong.push(format!("{}: {:?}, here {:?}", case.name, one.figure, one.ours));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn every_figure_on_other_paths_agrees_with_the_kernel_unless_a_cause_says_why_not() {
    agree(By::Range);
}

/// Rate steps, reordering, a policer, aggregated and lost ACKs, marks, a source that pauses.
#[test]
fn every_figure_where_the_path_or_the_source_changes_agrees_unless_a_cause_says_why_not() {
    agree(By::Mean);
}

#[test]
fn every_case_is_measured_and_every_figure_that_differs_has_a_cause() {
    let (measured, causes) = (measured(), causes());
    let mut wrong = Vec::new();
    let mut differ = BTreeSet::new();
    let names: Vec<String> = cases().iter().map(|case| case.name.clone()).collect();
    assert_eq!(names.iter().collect::<BTreeSet<_>>(), measured.cases.keys().collect::<BTreeSet<_>>());
    assert_eq!(names.iter().collect::<BTreeSet<_>>().len(), names.len(), "a name is taken twice");
    for case in cases() {
        let runs = &measured.cases[&case.name];
        assert_eq!(runs.len(), case.runs.len(), "{}", case.name);
        assert!(runs.iter().all(|run| run.len() == case.figures.len()), "{}", case.name);
        for one in case.compare(runs).iter().filter(|one| !one.agrees) {
            let what = &one.figure.what;
            differ.insert((case.name.clone(), what.clone()));
            if !causes.get(&case.name).is_some_and(|of| of.contains_key(what)) {
                wrong.push(format!("{}: {what} differs and has no cause", case.name));
            }
        }
    }
    for (name, of) in &causes {
        for what in of.keys().filter(|what| !differ.contains(&(name.clone(), (*what).clone()))) {
            wrong.push(format!("{name}: {what} has a cause and agrees"));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}
