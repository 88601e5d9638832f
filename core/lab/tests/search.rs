//! The search for the networks that break an algorithm.

use ackscope_lab::lanes::plan;
use ackscope_lab::search::{
    BreakReport, DIMENSIONS, Job, OBJECTIVES, Outcome, Request, Search, SlicedSearch,
};
use ackscope_scenario::read_value;
use rayon::prelude::*;
use serde_json::{Map, Value, json};

fn request_of(algorithm: &str, max_runs: u64) -> Request {
    Request {
        algorithm: algorithm.to_owned(),
        scripts: Map::new(),
        objectives: Vec::new(),
        seed: 1,
        max_runs,
        other: None,
    }
}

fn script(text: &str, max_runs: u64) -> Request {
    let scripts = [("mine".to_owned(), json!(text))].into_iter().collect();
    Request { scripts, ..request_of("mine", max_runs) }
}

fn only(objective: &str, of: Request) -> Request {
    Request { objectives: vec![objective.to_owned()], ..of }
}

fn searched(request: Request) -> BreakReport {
    let mut search = Search::new(request).expect("a request");
    while !search.due().is_empty() {
        let outcomes = search.due().par_iter().map(Job::run).collect();
        search.take(outcomes);
    }
    search.report()
}

/// The goodput of the first flow of each lane of a find, run by other means than the search's own.
fn goodputs_mbps(scenario: &Value) -> Vec<f64> {
    let plans = plan(&read_value(scenario).expect("a scenario")).expect("valid");
    plans.iter().map(|lane| lane.measure().flows[0].windows[0].goodput_bps / 1e6).collect()
}

/// It stands still where the RTT is long: nothing but the RTT breaks it.
const STALLS: &str = "on avoidance { if rtt_min > 0.15 { cwnd = 2 } else { cwnd += steps / cwnd } }
on slow_start { if rtt_min > 0.15 { cwnd = 2 } else { cwnd += steps } }";

#[test]
fn a_planted_weakness_is_found_and_nothing_stays_with_it_that_is_not_needed() {
    let report = searched(only("starved", script(STALLS, 1500)));
    let find = report.finds.iter().find(|find| find.cause == "rtt");
    let find = find.unwrap_or_else(|| panic!("{:?}", report.finds));
    let rtt = find.changes.iter().find(|one| one.dimension == "rtt").expect("it");
    assert!(rtt.value > 0.15, "{rtt:?}");
    // The strongest find leads: a rise of the rate stays, since it makes the factor larger.
    assert!(
        find.changes.iter().all(|one| ["rtt", "rate-step"].contains(&one.dimension.as_str())),
        "{:?}",
        find.changes
    );
    assert!(find.low >= 1.5 && find.low <= find.factor && find.factor <= find.high);
    assert!(find.network.contains("an RTT of"), "{}", find.network);
}

/// Two versions of a script: the second one is mended.
#[test]
fn of_two_versions_it_says_at_what_one_fails_and_the_other_does_not() {
    let text = |id: &str, text: &str| (id.to_owned(), json!(text));
    let mended =
        "on avoidance { cwnd += steps / cwnd }\non slow_start { cwnd += steps }\non loss { cwnd = cwnd / 2 }";
    let broken = format!("{STALLS}\non loss {{ cwnd = cwnd / 2 }}");
    let of = |algorithm: &str, other: &str| Request {
        scripts: [text("first", &broken), text("second", mended)].into_iter().collect(),
        other: Some(other.to_owned()),
        ..only("starved", request_of(algorithm, 900))
    };
    let (first, second) = (searched(of("first", "second")), searched(of("second", "first")));
    assert_eq!(first.other.as_deref(), Some("second"));
    let stalls = first.finds.iter().find(|find| find.cause == "rtt").expect("a find");
    assert_eq!(stalls.other_fails, Some(0), "{stalls:?}");
    // What the mended one cannot, the first one cannot either.
    assert!(second.finds.iter().any(|find| find.other_fails == Some(5)), "{:?}", second.finds);
    let itself = searched(of("first", "first"));
    assert!(!itself.finds.is_empty() && itself.finds.iter().all(|find| find.other_fails == Some(5)));
    let refused = Search::new(of("first", "third")).map(|_| ()).expect_err("refused").to_string();
    assert!(refused.contains("second"), "{refused}");
}

#[test]
fn an_algorithm_that_never_works_fails_on_the_plain_network() {
    let report =
        searched(only("starved", script("on avoidance { cwnd = 2 }\non slow_start { cwnd = 2 }", 700)));
    let plain = report.finds.iter().find(|find| find.changes.is_empty());
    assert!(plain.is_some_and(|find| find.factor > 5.0), "{:?}", report.finds);
}

/// Each find is run again by other means, with its witness.
#[test]
fn a_find_breaks_its_algorithm_and_not_its_witness_when_its_scenario_is_run_again() {
    let report = searched(Request {
        objectives: vec!["starved".to_owned(), "crowded".to_owned()],
        ..request_of("vegas", 2000)
    });
    assert!(report.finds.len() >= 2, "{:?}", report.finds);
    for find in &report.finds {
        let objective = OBJECTIVES.iter().find(|one| one.id == find.objective).expect("known");
        assert!(find.changes.len() <= 3 && find.low >= 1.5, "{find:?}");
        let again = goodputs_mbps(&find.scenario);
        assert_eq!(again.len(), 2);
        for (again, known) in again.iter().zip([find.value, find.witness_value]) {
            assert!((again - known).abs() < 1e-9 * known, "{} {again} {known}", objective.about);
        }
        assert!(again[1] > 1.2 * again[0], "{find:?}");
    }
    let first = report.finds.windows(2).all(|pair| pair[0].low >= pair[1].low);
    assert!(first, "the strongest first");
}

#[test]
fn what_is_found_does_not_depend_on_the_order_of_the_runs() {
    let of = || request_of("bbr", 500);
    let side_by_side = searched(of());
    let mut search = Search::new(of()).expect("a request");
    while !search.due().is_empty() {
        let mut outcomes: Vec<Outcome> = search.due().iter().rev().map(Job::run).collect();
        outcomes.reverse();
        search.take(outcomes);
    }
    assert_eq!(json!(side_by_side), json!(search.report()));
    assert!(!side_by_side.finds.is_empty());
}

/// As a page does it: in slices, from text.
#[test]
fn in_slices_it_finds_the_same_and_tells_more_on_the_way() {
    let request =
        json!({ "algorithm": "bbr", "scripts": {}, "objectives": ["late"], "seed": 3, "max_runs": 300 });
    let mut sliced = SlicedSearch::new(&request.to_string()).expect("a request");
    let (mut news, mut runs) = (Vec::new(), 0);
    while !sliced.is_over() {
        let now = sliced.advance();
        assert!(now >= runs, "{now} after {runs}");
        runs = now;
        news.extend(sliced.news());
    }
    let report = searched(Request { seed: 3, ..only("late", request_of("bbr", 300)) });
    assert_eq!(json!(sliced.report()), json!(report));
    assert!(!report.finds.is_empty() && runs == report.runs);
    let stages: Vec<&str> = news.iter().map(|one| one.stage.as_str()).collect();
    assert!(
        stages.contains(&"explore") && stages.contains(&"shrink") && stages.contains(&"name"),
        "{stages:?}"
    );
    let best = news.iter().find_map(|one| one.best.as_ref()).expect("something was seen before the end");
    assert!(best.objective == "late" && best.factor >= 2.0 && best.network.contains("Mbit/s"), "{best:?}");
    assert!(SlicedSearch::new("{}").is_err());
}

/// As workers of a page do it: each tells the others what its runs gave. One begins late, one hears late, and some of what
/// it is told cannot be read.
#[test]
fn several_that_share_the_runs_find_the_same_as_one() {
    let request =
        json!({ "algorithm": "bbr", "scripts": {}, "objectives": ["late"], "seed": 3, "max_runs": 300 });
    let alone = searched(Request { seed: 3, ..only("late", request_of("bbr", 300)) });
    for parts in [2, 3] {
        let one = |part| {
            let mut sliced = SlicedSearch::new(&request.to_string()).expect("a request");
            sliced.share(part, parts);
            sliced
        };
        let mut all: Vec<SlicedSearch> = (0..parts).map(one).collect();
        let mut own = vec![0_u64; parts];
        let mut heard = vec![String::new(); parts];
        for turn in 0.. {
            for (part, sliced) in all.iter_mut().enumerate() {
                if turn % 7 == 0 || part == 0 {
                    sliced.learn(&std::mem::take(&mut heard[part]));
                }
                if part > 0 && turn < 200 {
                    continue;
                }
                sliced.advance();
                let found = sliced.found().unwrap_or_default();
                own[part] += found.lines().count() as u64;
                for (other, mail) in heard.iter_mut().enumerate() {
                    *mail += if other == part { "[[0,0],null]\n[[1,\n" } else { &found };
                }
            }
            if all.iter().all(SlicedSearch::is_over) {
                break;
            }
        }
        for sliced in &all {
            assert_eq!(json!(sliced.report()), json!(alone));
        }
        // Little is done twice, and everyone does a part.
        let done: u64 = own.iter().sum();
        assert!(done >= alone.runs && done < alone.runs * 5 / 4, "{own:?} of {}", alone.runs);
        assert!(own.iter().all(|runs| *runs > alone.runs / (2 * parts as u64)), "{own:?}");
    }
}

/// The page finds the same (e2e/tests/break.spec.ts), in WebAssembly.
#[test]
fn a_search_finds_what_is_recorded() {
    let recorded: Value = serde_json::from_str(include_str!("search.json")).expect("JSON");
    let number = |key: &str| recorded[key].as_u64().expect("a number");
    let algorithm = recorded["algorithm"].as_str().expect("an id");
    let objective = recorded["objectives"][0].as_str().expect("an id");
    let request = only(objective, request_of(algorithm, number("max_runs")));
    let report = searched(Request { seed: number("seed"), ..request });
    let finds: Vec<String> = report
        .finds
        .iter()
        .map(|find| format!("{} {} {:.4}", find.objective, find.cause, find.low))
        .collect();
    assert!(finds.len() >= 2);
    assert_eq!(json!(finds), recorded["finds"]);
}

#[test]
fn it_keeps_to_its_number_of_runs_and_can_be_stopped() {
    for max_runs in [100, 230] {
        let report = searched(only("late", request_of("cubic", max_runs)));
        assert!(report.runs <= max_runs && report.runs > max_runs / 4, "{}", report.runs);
    }
    let mut search = Search::new(request_of("vegas", 100_000)).expect("a request");
    let outcomes = search.due().par_iter().map(Job::run).collect();
    search.stop_exploring();
    search.take(outcomes);
    while !search.due().is_empty() {
        let outcomes = search.due().par_iter().map(Job::run).collect();
        search.take(outcomes);
    }
    assert!(search.runs() < 5000, "{}", search.runs());
}

/// A run that is stopped gives no outcome, and the search can be dropped.
#[test]
fn a_run_is_stopped_from_outside() {
    let search = Search::new(request_of("cubic", 100)).expect("a request");
    assert!(search.due().iter().all(|job| job.run_while(&|| false).is_none()));
}

#[test]
fn what_is_not_known_is_refused() {
    let refused = |request: Request| Search::new(request).map(|_| ()).expect_err("refused").to_string();
    assert!(refused(request_of("vegsa", 100)).contains("vegas"));
    assert!(refused(only("starving", request_of("vegas", 100))).contains("starved"));
    assert!(refused(script("on avoidance { cwnd = }", 100)).contains("mine"));
}

/// Each dimension changes the scenario, and its words say something.
#[test]
fn each_dimension_has_its_own_id_range_and_layout() {
    for (at, one) in DIMENSIONS.iter().enumerate() {
        assert!(DIMENSIONS[..at].iter().all(|other| other.id != one.id), "{}", one.id);
        assert!(one.range.0 < one.range.1 && !one.layouts.is_empty(), "{}", one.id);
    }
}
