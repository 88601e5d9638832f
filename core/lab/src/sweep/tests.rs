//! Sweeps, point by point and seed by seed.

use super::*;
use serde_json::json;

fn scenario() -> Value {
    json!({ "version": 1, "seed": 7, "duration": 10, "hops": [{ "rate": "2Mbps", "delay": "10ms",
        "loss": { "kind": "bernoulli", "probability": 0 } }],
        "flows": [{ "name": "main", "algorithm": "newreno", "rtt": "50ms", "compared": true }],
        "compare": ["newreno", "westwood+"] })
}

#[test]
fn the_outcome_does_not_depend_on_the_order_of_the_runs() {
    let points = grid(&[Axis::read("hops.0.loss.probability=0,0.02").unwrap()]).unwrap();
    let sweep = Sweep::new(&scenario(), points, 3).unwrap();
    let jobs: Vec<Job> = sweep.jobs().collect();
    assert_eq!((jobs.len(), sweep.seeds()), (2 * 3 * 2, &[7, 8, 9][..]));
    let mut runs: Vec<Run> = jobs.iter().map(|job| sweep.run(job).unwrap()).collect();
    assert!(jobs.iter().zip(&runs).all(|(job, run)| sweep.key(job) == run.key()));
    let report = sweep.report(&sweep.cells(&runs, &[]));
    runs.reverse();
    assert_eq!(sweep.report(&sweep.cells(&runs, &[])), report);
    runs.extend(runs.clone());
    assert_eq!(sweep.report(&sweep.cells(&runs, &[])), report, "a run counts once");
    assert_eq!(report.points.len(), 4);
    let goodput = |place: usize| report.points[place].measures[0].summary;
    assert_eq!(goodput(0).count, 3);
    assert_eq!(goodput(0).min, goodput(0).max, "without loss nothing is left to chance");
    assert!(goodput(2).mean < goodput(0).mean && goodput(2).half_width > Some(0.0), "{:?}", goodput(2));
}

#[test]
fn a_trace_is_an_axis_whose_points_have_short_names() {
    let trace = |gap_ms: u64| json!({ "opportunities_ms": (1..400).map(|place| place * gap_ms).collect::<Vec<u64>>() });
    let point = |value: Value| Point::from_iter([("hops.0.rate".to_owned(), value)]);
    let named = Named::from_iter([(
        "hops.0.rate".to_owned(),
        Point::from_iter([("day.trace".to_owned(), trace(5))]),
    )]);
    let points = vec![point(trace(10)), point(json!("day.trace")), point(json!("3Mbps"))];
    let sweep = Sweep::with(&scenario(), points, 1, named).unwrap();
    assert_eq!(sweep.scenarios()[0]["hops"][0]["rate"], trace(10));
    assert_eq!(sweep.scenarios()[1]["hops"][0]["rate"], trace(5));
    let runs: Vec<Run> = sweep.jobs().map(|job| sweep.run(&job).unwrap()).collect();
    let name = runs[0].set["hops.0.rate"].as_str().unwrap();
    assert!(name.starts_with("opportunities_ms ") && name.len() < 40, "{name}");
    assert_eq!(runs[2].set["hops.0.rate"], "day.trace");
    let report = sweep.report(&sweep.cells(&runs, &[]));
    assert_eq!(report.named["hops.0.rate"][name], trace(10));
    // 1500 bytes each 5 ms are 2.4 Mbit/s, each 10 ms the half.
    let goodputs = [0, 2].map(|place| report.points[place].measures[0].summary.mean.unwrap());
    assert!((0.45..0.55).contains(&(goodputs[0] / goodputs[1])), "{goodputs:?}");
    assert!(report.csv().lines().all(|line| line.len() < 200));
}

#[test]
fn what_is_not_random_has_no_interval_and_says_so() {
    let points = grid(&[Axis::read("hops.0.loss.probability=0,0.02").unwrap()]).unwrap();
    let sweep = Sweep::new(&scenario(), points, 3).unwrap();
    let runs: Vec<Run> = sweep.jobs().map(|job| sweep.run(&job).unwrap()).collect();
    let report = sweep.report(&sweep.cells(&runs, &[]));
    let of = |place: usize| (report.points[place].distinct_runs, report.points[place].measures[0].summary);
    assert_eq!((of(0).0, of(0).1.count, of(0).1.half_width), (1, 3, None));
    assert_eq!((of(2).0, of(2).1.count), (3, 3));
    assert!(of(2).1.half_width > Some(0.0));
    let pairs = sweep.pairs(&runs, "newreno", &["goodput_bps".to_owned()]).unwrap().pairs;
    assert_eq!(pairs.iter().map(|pair| pair.summary.half_width.is_some()).collect::<Vec<_>>(), [false, true]);
}

#[test]
fn a_place_is_changed_once_and_the_seed_is_no_place() {
    let refused = |point: Value| {
        let point = point.as_object().unwrap().clone();
        Sweep::new(&scenario(), vec![Point::new(), point], 1).unwrap_err().message
    };
    assert!(
        refused(json!({ "flows.0.rtt": "60ms", "flows.main.rtt": "70ms" })).contains("also as flows.0.rtt")
    );
    assert!(
        refused(json!({ "hops.0.loss.probability": 0.1, "hops.0.loss": { "kind": "none" } }))
            .contains("twice")
    );
    assert!(refused(json!({ "seed": 3 })).contains("--seeds N"));
    let both = json!({ "scenario": scenario(), "axes": ["hops.0.rate=1Mbps,2Mbps"], "points": [{ "hops.0.rate": "3Mbps" }] });
    assert!(
        serde_json::from_value::<SweepSpec>(both).unwrap().sweep().unwrap_err().message.contains("twice")
    );
    // A change of a part after that of the whole counts.
    let parts = json!({ "hops.0.loss": { "kind": "bernoulli" }, "hops.0.loss.probability": 0.1 });
    Sweep::new(&scenario(), vec![parts.as_object().unwrap().clone()], 1).unwrap();
}

#[test]
fn a_point_that_cannot_be_is_refused_before_anything_runs() {
    let points = grid(&[Axis::read("hops.0.loss.probability=0.1,1.5").unwrap()]).unwrap();
    let error = Sweep::new(&scenario(), points, 1).unwrap_err();
    assert!(
        error.message.starts_with("point 1 (hops.0.loss.probability = 1.5): hops.0.loss.probability"),
        "{error}"
    );
}

#[test]
fn points_and_axes_of_a_specification_are_combined() {
    let spec: SweepSpec = serde_json::from_value(json!({ "scenario": scenario(), "seeds": 2,
        "axes": ["hops.0.loss.probability=0..0.02:2"],
        "points": [{ "hops.0.rate": "1Mbps", "flows.main.rtt": "200ms" }, { "hops.0.rate": "4Mbps" }] }))
    .unwrap();
    let sweep = spec.sweep().unwrap();
    assert_eq!((sweep.points().len(), sweep.jobs().count()), (4, 4 * 2 * 2));
    let both = json!({ "hops.0.rate": "1Mbps", "flows.main.rtt": "200ms", "hops.0.loss.probability": 0.02 });
    assert_eq!(Value::from(sweep.points()[1].clone()), both);
    assert_eq!(
        sweep.scenarios()[3]["hops"][0],
        json!({ "rate": "4Mbps", "delay": "10ms",
        "loss": { "kind": "bernoulli", "probability": 0.02 } })
    );
    // Four times the rate has about four times the packets.
    let ratio = sweep.lanes()[3][0].cost / sweep.lanes()[0][0].cost;
    assert!((3.9..=4.0).contains(&ratio), "{ratio}");
}
