use super::*;
use crate::lanes::plan;
use crate::stats::Summary;
use crate::sweep::{Cell, Sweep};
use ackscope_engine::net::Transmitter;
use ackscope_engine::units::Time;
use ackscope_scenario::read_value;
use std::collections::{BTreeMap, BTreeSet};

/// A complete report card.
fn score(algorithms: &[&str], scripts: &[(&str, &str)], seeds: u64) -> ScoreReport {
    let request = ScoreRequest {
        algorithms: algorithms.iter().map(|id| (*id).to_owned()).collect(),
        scripts: scripts.iter().map(|(id, text)| ((*id).to_owned(), json!(text))).collect(),
        seeds,
    };
    let sweep = spec(&request).sweep().expect("valid");
    report(&sweep, &cells(&sweep))
}

fn cells(sweep: &Sweep) -> BTreeMap<(usize, usize), Cell> {
    let runs: Vec<_> = sweep.jobs().map(|job| sweep.run(&job).expect("runs")).collect();
    sweep.cells(&runs, &[])
}

#[test]
fn the_paths_are_valid_scenarios_with_names_of_their_own() {
    let ids: BTreeSet<&str> = PATHS.iter().map(|path| path.id).collect();
    assert_eq!(ids.len(), PATHS.len());
    for path in &PATHS {
        let scenario = read_value(&path.scenario()).unwrap_or_else(|error| panic!("{}: {error}", path.id));
        assert_eq!(plan(&scenario).unwrap().len(), 1, "{}", path.id);
        assert!(path.name.chars().count() <= 16 && !path.about.is_empty(), "{}", path.id);
    }
}

/// The declared rate and fair share of a path agree with the engine: the rate between the edges,
/// and the number of flows that share it.
#[test]
fn rates_and_fair_parts_are_those_of_the_links() {
    for path in &PATHS {
        let lane = &plan(&read_value(&path.scenario()).unwrap()).unwrap()[0];
        let report = lane.measure();
        let window = &report.hops[0].windows[1];
        assert_eq!((window.from_s, window.to_s), (WARM_UP_S, DURATION_S), "{}", path.id);
        let (from, to) = (Time::from_secs(WARM_UP_S), Time::from_secs(DURATION_S));
        let transmitter = Transmitter::new(&lane.setup.hops[0].forward.rate);
        let rate_bps = transmitter.capacity_bits(from, to) / (DURATION_S - WARM_UP_S);
        assert!((rate_bps / path.rate_bps - 1.0).abs() < 1e-9, "{}: {rate_bps}", path.id);
        let flows: Vec<&str> =
            report.flows.iter().filter(|f| f.direction == "forward").map(|f| f.name.as_str()).collect();
        let own = flows.iter().filter(|name| **name == MAIN).count();
        assert_eq!(path.fair_part, own as f64 / flows.len() as f64, "{}", path.id);
        assert_eq!(path.is_shared, flows.len() > 1, "{}", path.id);
    }
}

/// The library's New Reno script sends the same packets as the built-in algorithm (laws.rs).
#[test]
fn new_reno_as_a_script_scores_as_the_built_in_one() {
    let text = include_str!("../../../script/library/newreno.ack");
    let card = score(&["newreno", "mine"], &[("mine", text)], 1);
    let [built_in, script] = &card.algorithms[..] else { panic!("two algorithms") };
    assert_eq!(built_in.cells, script.cells);
    assert!(built_in.cells.iter().all(Option::is_some));
    assert_eq!(
        (&built_in.goodput_share, &built_in.p95_delay_s),
        (&script.goodput_share, &script.p95_delay_s)
    );
    assert_eq!(built_in.script_hash, None);
    assert_eq!(script.script_hash.as_deref().map(str::len), Some(16));
}

/// Each number comes from the right place of the right run: every cell is compared with the reports
/// of the path's own scenario, for each seed.
#[test]
fn a_cell_says_what_the_runs_of_its_path_measured() {
    let card = score(&["newreno"], &[], 2);
    for (path, cell) in PATHS.iter().zip(&card.algorithms[0].cells) {
        let cell = cell.expect("run");
        let runs: Vec<crate::report::LaneReport> = [1, 2]
            .map(|seed| {
                let mut scenario = path.scenario();
                scenario["seed"] = json!(seed);
                scenario["flows"][0]["ecn"] = json!("classic");
                plan(&read_value(&scenario).unwrap()).unwrap()[0].measure()
            })
            .into();
        // One run that is repeated has no interval.
        let distinct = if runs[0].engine.trace_hash == runs[1].engine.trace_hash { 1 } else { 2 };
        let over = |of: &dyn Fn(&crate::report::LaneReport) -> Option<f64>| {
            Summary::of(runs.iter().map(of)).of_runs(distinct)
        };
        let close = |found: Summary, expected: Summary, what: &str| {
            let pairs = [(found.mean, expected.mean), (found.half_width, expected.half_width)];
            let fine = pairs.iter().all(|pair| match pair {
                (Some(a), Some(b)) => (a - b).abs() <= 1e-9 * b.abs().max(1e-9),
                (a, b) => a == b,
            });
            assert!(fine && found.count == expected.count, "{} {what}: {found:?} {expected:?}", path.id);
        };
        let goodput = over(&|run| Some(run.groups[0].windows[1].total_goodput_bps));
        close(cell.goodput_bps, goodput, "goodput");
        close(
            cell.goodput_share,
            over(&|run| Some(run.groups[0].windows[1].total_goodput_bps / path.fair_bps())),
            "share",
        );
        close(cell.p95_delay_s, over(&|run| run.hops[0].windows[1].p95_queueing_delay_s), "p95");
        close(cell.p99_delay_s, over(&|run| run.hops[0].windows[1].p99_queueing_delay_s), "p99");
        close(cell.loss_ratio, over(&|run| run.hops[0].windows[1].drop_ratio), "loss");
        close(cell.mark_ratio, over(&|run| run.hops[0].windows[1].mark_ratio), "marks");
        close(cell.convergence_s, over(&|run| run.groups[0].windows[0].fair_convergence_s), "convergence");
    }
}

/// Checks against the theory of New Reno on each path; a wrong column would fail.
#[test]
fn the_numbers_of_new_reno_are_those_of_theory() {
    let card = score(&["newreno"], &[], 3);
    let cell = |id: &str| {
        let place = card.paths.iter().position(|path| path.id == id).unwrap();
        card.algorithms[0].cells[place].unwrap()
    };
    // A buffer of one bandwidth-delay product keeps the link busy and fills: 60 packets of 1500
    // bytes take 60 ms at 12 Mbit/s.
    let clean = cell("clean");
    assert!(clean.goodput_share.mean > Some(0.98), "{clean:?}");
    let p99 = clean.p99_delay_s.mean.unwrap();
    assert!((0.054..=0.0605).contains(&p99), "{p99}");
    assert!(clean.p95_delay_s.mean < clean.p99_delay_s.mean);
    // After slow start cwnd is half of the 360 packets that path and buffer hold, of which 120 queue.
    // Growth counts bytes (RFC 5681 §3.1): dW = dt / RTT with RTT = W / 1000 s, so W² = 180² +
    // 2000 t reaches 360² after 49 s. In the two seconds before that, more than 293 of 300 packets
    // queue; one more is in transmission.
    let deep = cell("deep").p99_delay_s.mean.unwrap();
    assert!((0.293..=0.301).contains(&deep), "{deep}");
    // Without a buffer cwnd oscillates between W/2 and W, and W is about the bandwidth-delay
    // product: three quarters on average.
    let shallow = cell("shallow").goodput_share.mean.unwrap();
    assert!((0.7..0.9).contains(&shallow), "{shallow}");
    // Mathis, with bytes counted: 1.22 / sqrt(p) = 12.2 packets per round trip of 60 ms, or 2.45
    // Mbit/s; timeouts reduce it.
    let loss = cell("loss");
    let goodput = loss.goodput_bps.mean.unwrap();
    assert!((1.6e6..2.45e6).contains(&goodput), "{goodput}");
    // At a tenth of the loss rate the window is 3.16 times as large: 39 packets, 7.7 Mbit/s.
    let light = cell("light-loss").goodput_bps.mean.unwrap();
    assert!((2.5..4.0).contains(&(light / goodput)), "{light} and {goodput}");
    assert_eq!(loss.loss_ratio.max, Some(0.0), "what chance loses, the queue did not drop");
    let resent = loss.retransmission_ratio.mean.unwrap();
    assert!((0.008..0.013).contains(&resent), "{resent}");
    // New Reno is friendly to itself; a path with a single flow has no friendliness.
    let own = cell("newreno");
    assert!(own.friendliness.unwrap().mean.is_some_and(|ratio| (0.6..1.7).contains(&ratio)), "{own:?}");
    assert!(own.jain_index.unwrap().mean > Some(0.85));
    assert!(clean.jain_index.is_none() && clean.friendliness.is_none());
    // Only PIE marks on these paths.
    assert!(cell("flows-50").mark_ratio.mean > Some(0.0));
    assert_eq!(clean.mark_ratio.count, 0, "a queue that never marks has no such number");
    // A deep buffer: 426 packets take 3.4 s at 1.5 Mbit/s, and at least a third of it is used.
    let variable = cell("variable").p99_delay_s.mean.unwrap();
    assert!((1.14..=3.42).contains(&variable), "{variable}");
}

/// In the page, results arrive one by one.
#[test]
fn a_mean_over_the_paths_waits_for_all_of_them() {
    let request = ScoreRequest { algorithms: vec!["newreno".into()], scripts: Map::new(), seeds: 1 };
    let sweep = spec(&request).sweep().unwrap();
    let mut some = BTreeMap::new();
    let job = sweep.jobs().next().unwrap();
    let run = sweep.run(&job).unwrap();
    some.insert((job.point, job.lane), {
        let mut cell = Cell::default();
        cell.add(job.seed, &run.report, &[]);
        cell
    });
    let card = report(&sweep, &some);
    assert_eq!(card.algorithms[0].cells.iter().flatten().count(), 1);
    assert_eq!((card.algorithms[0].goodput_share, card.algorithms[0].p95_delay_s), (None, None));
}

#[test]
fn algorithms_with_marks_of_their_own_keep_them() {
    let ids = built_in();
    assert!(ids.contains(&"dctcp") && ids.contains(&"newreno") && !ids.contains(&"manual"));
    let request = ScoreRequest {
        algorithms: ids.iter().map(|id| (*id).to_owned()).collect(),
        scripts: Map::new(),
        seeds: 1,
    };
    let sweep = spec(&request).sweep().expect("every algorithm runs on every path");
    assert_eq!(sweep.runs(), PATHS.len() * ids.len());
}
