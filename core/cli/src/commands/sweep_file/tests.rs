//! Files that were cut, changed, marked as older, or written in another order.

use super::*;
use ackscope_lab::sweep::{Axis, Sweep, grid};
use serde_json::json;
use std::fs;

struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Scratch {
        let name = format!("ackscope-sweep-file-{}-{name}", std::process::id());
        Scratch(std::env::temp_dir().join(name))
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

/// A header and two runs; the lane's label has characters of several bytes.
fn sweep() -> (Header, Vec<Run>) {
    let scenario = json!({ "version": 1, "duration": 0.2, "hops": [{ "rate": "1Mbps", "delay": "1ms" }],
        "flows": [{ "name": "α", "algorithm": "newreno" , "rtt": "50ms", "compared": true }],
        "compare": [{ "label": "größer 漢😀", "algorithm": "newreno" }] });
    let points = grid(&[Axis::read("hops.0.rate=1Mbps,2Mbps").unwrap()]).unwrap();
    let sweep = Sweep::new(&scenario, points, 1).unwrap();
    let runs = sweep.jobs().map(|job| sweep.run(&job).unwrap()).collect();
    (Header::new(&sweep), runs)
}

fn text(header: &Header, runs: &[Run]) -> String {
    let lines = runs.iter().map(|run| sealed::line(run).unwrap());
    core::iter::once(header.line().unwrap()).chain(lines).collect()
}

#[test]
fn a_file_that_was_cut_at_any_byte_holds_the_runs_before() {
    let (header, runs) = sweep();
    let whole = text(&header, &runs);
    let ends: Vec<usize> = (0..=runs.len()).map(|count| text(&header, &runs[..count]).len()).collect();
    assert!(
        !whole.is_char_boundary(whole.find('漢').unwrap() + 1),
        "cuts inside of characters are among them"
    );
    for cut in 0..=whole.len() {
        let content =
            read(&whole.as_bytes()[..cut], &header).unwrap_or_else(|error| panic!("{cut}: {error:#}"));
        let done = ends.iter().rposition(|&end| end <= cut);
        assert_eq!(content.whole, done.map_or(0, |done| ends[done]), "at {cut}");
        assert_eq!(content.runs, runs[..done.unwrap_or(0)], "at {cut}");
    }
}

#[test]
fn a_cut_file_goes_on_to_the_same_bytes() {
    let (header, runs) = sweep();
    let whole = text(&header, &runs);
    let inside = whole.rfind('漢').unwrap() + 1;
    for cut in [0, 5, 30, ends_of_first_line(&whole), inside, whole.len() - 1, whole.len()] {
        let scratch = Scratch::new(&format!("cut-{cut}"));
        fs::write(&scratch.0, &whole.as_bytes()[..cut]).unwrap();
        let mut known = Known::default();
        let mut file = SweepFile::open(&scratch.0, &header, true, &mut known).unwrap();
        for run in runs.iter().filter(|run| !known.0.contains_key(&run.key())) {
            file.add(run).unwrap();
        }
        assert_eq!(fs::read_to_string(&scratch.0).unwrap(), whole, "cut at {cut}");
    }
}

fn ends_of_first_line(text: &str) -> usize {
    text.find('\n').unwrap() + 1
}

#[test]
fn only_one_sweep_writes_a_file() {
    let (header, runs) = sweep();
    let scratch = Scratch::new("two-writers");
    let mut known = Known::default();
    let mut first = SweepFile::open(&scratch.0, &header, false, &mut known).unwrap();
    for resume in [false, true] {
        assert!(SweepFile::open(&scratch.0, &header, resume, &mut known).is_err());
    }
    first.add(&runs[0]).unwrap();
    drop(first);
    SweepFile::open(&scratch.0, &header, true, &mut known).unwrap();
    assert_eq!(known.into_runs().into_values().collect::<Vec<_>>(), runs[..1], "nothing was lost");
}

#[test]
fn runs_of_another_engine_or_scenario_are_refused_by_name() {
    let (header, runs) = sweep();
    let refused = |found: Header| {
        let scratch = Scratch::new("another");
        fs::write(&scratch.0, text(&found, &runs)).unwrap();
        let before = fs::read(&scratch.0).unwrap();
        let error =
            SweepFile::open(&scratch.0, &header, true, &mut Known::default()).map(|_| ()).unwrap_err();
        assert_eq!(fs::read(&scratch.0).unwrap(), before, "it stays as it was");
        format!("{error:#}")
    };
    let mut other = header.clone();
    other.provenance.as_mut().unwrap().engine.version = "0.0.9".to_owned();
    let message = refused(other);
    assert!(message.contains("0.0.9") && message.contains(env!("CARGO_PKG_VERSION")), "{message}");
    let mut other = header.clone();
    other.provenance.as_mut().unwrap().scenario_hash = "0123".to_owned();
    assert!(refused(other).contains("another scenario (0123"));
    let first = Header { ackscope_sweep: 1, provenance: None, ..header.clone() };
    assert!(refused(first).contains("earlier Ackscope"));
}

#[test]
fn a_file_that_is_no_sweep_is_left_alone() {
    let (header, _) = sweep();
    for text in ["notes", "{}\n", "\n", "{\"ackscope\": 1}"] {
        let scratch = Scratch::new("notes");
        fs::write(&scratch.0, text).unwrap();
        assert!(SweepFile::open(&scratch.0, &header, true, &mut Known::default()).is_err(), "{text:?}");
        assert_eq!(fs::read_to_string(&scratch.0).unwrap(), text);
    }
}

/// One to three changed bytes anywhere: numbers, labels, keys, the header.
#[test]
fn a_changed_line_is_refused_by_its_number() {
    let (header, runs) = sweep();
    let whole = text(&header, &runs);
    let mut state = 7_u64;
    let mut next = |below: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below
    };
    for case in 0..2000 {
        let mut changed = whole.clone().into_bytes();
        for _ in 0..=case % 3 {
            let place = next(changed.len());
            // A digit becomes another one, so that the line stays valid where it can.
            let other =
                if changed[place].is_ascii_digit() { b'0' + next(10) as u8 } else { b' ' + next(90) as u8 };
            if changed[place] != b'\n' {
                changed[place] = other;
            }
        }
        if changed == whole.as_bytes() {
            continue;
        }
        let first = changed.iter().zip(whole.as_bytes()).position(|(a, b)| a != b).unwrap();
        let line = whole.as_bytes()[..first].iter().filter(|byte| **byte == b'\n').count() + 1;
        let error = read(&changed, &header).map(|_| ()).expect_err("refused");
        let message = format!("{error:#}");
        assert!(line == 1 || message.contains(&format!("line {line}")), "{line}: {message}");
    }
}

#[test]
fn two_results_of_one_run_are_refused_with_both_places() {
    let (_, runs) = sweep();
    let mut other = runs.clone();
    other[1].report.engine.events += 1;
    let mut known = Known::default();
    known.add(Path::new("a"), runs.clone()).unwrap();
    known.add(Path::new("b"), runs[..1].to_vec()).expect("the same run counts once");
    let message = known.add(Path::new("c"), other).unwrap_err().to_string();
    assert!(message.contains("c, line 3") && message.contains("a, line 3"), "{message}");
}

#[test]
fn a_changed_scenario_under_its_old_hash_is_refused() {
    let (header, runs) = sweep();
    let mut changed = header.clone();
    changed.scenario["duration"] = json!(0.3);
    let error = read(text(&changed, &runs).as_bytes(), &header).map(|_| ()).unwrap_err();
    assert!(format!("{error:#}").contains("its scenario was changed"), "{error:#}");
}

/// Files of version 2 had no checksums. Who marks a file so cannot take the checksums away: this engine's files
/// all have them, and runs of other engines are refused.
#[test]
fn a_file_without_checksums_is_refused_whatever_its_version() {
    let (header, runs) = sweep();
    for version in 2..=VERSION {
        let marked = Header { ackscope_sweep: version, ..header.clone() };
        let plain = |value: String| value + "\n";
        let bare = plain(serde_json::to_string(&marked).unwrap());
        let lines: String = runs.iter().map(|run| plain(serde_json::to_string(run).unwrap())).collect();
        for text in [bare.clone() + &lines, marked.line().unwrap() + &lines, bare + &text(&header, &runs)] {
            let error = read(text.as_bytes(), &header).map(|_| ()).unwrap_err();
            assert!(format!("{error:#}").contains("has no checksum"), "{version}: {error:#}");
        }
        assert_eq!(read(text(&marked, &runs).as_bytes(), &header).unwrap().runs, runs);
    }
}

fn of_traces(gap_ms: u64) -> (Sweep, Vec<Run>) {
    let trace =
        |gap: u64| json!({ "opportunities_ms": (1..200).map(|place| place * gap).collect::<Vec<u64>>() });
    let scenario = json!({ "version": 1, "duration": 0.2, "hops": [{ "rate": "1Mbps", "delay": "1ms" }],
        "flows": [{ "name": "main", "algorithm": "newreno" , "rtt": "50ms" }] });
    let point = |value: Value| Point::from_iter([("hops.0.rate".to_owned(), value)]);
    let named = Point::from_iter([("down.trace".to_owned(), trace(gap_ms))]);
    let named = Named::from_iter([("hops.0.rate".to_owned(), named)]);
    let sweep = Sweep::with(&scenario, vec![point(json!("down.trace")), point(trace(3))], 2, named).unwrap();
    let runs = sweep.jobs().map(|job| sweep.run(&job).unwrap()).collect();
    (sweep, runs)
}

#[test]
fn a_trace_stands_once_in_the_file_and_a_changed_one_is_refused() {
    let (sweep, runs) = of_traces(5);
    let header = Header::new(&sweep);
    let scratch = Scratch::new("named");
    let mut file = SweepFile::open(&scratch.0, &header, false, &mut Known::default()).unwrap();
    runs.iter().for_each(|run| file.add(run).unwrap());
    drop(file);
    let whole = fs::read_to_string(&scratch.0).unwrap();
    assert_eq!(whole.matches("opportunities_ms\":").count(), 2, "each of the two traces");
    let mut known = Known::default();
    drop(SweepFile::open(&scratch.0, &header, true, &mut known).unwrap());
    assert_eq!((known.0.len(), fs::read_to_string(&scratch.0).unwrap()), (4, whole));
    let (other, _) = of_traces(6);
    let error = SweepFile::open(&scratch.0, &Header::new(&other), true, &mut Known::default())
        .map(|_| ())
        .unwrap_err();
    assert!(format!("{error:#}").contains("line 2: down.trace, a value of hops.0.rate"), "{error:#}");
    // A line of the version before held the trace itself.
    let old = Header { ackscope_sweep: 3, ..header.clone() };
    let mut long = runs[1].clone();
    assert!(long.set["hops.0.rate"].as_str().unwrap().starts_with("opportunities_ms "));
    long.set =
        Point::from_iter([("hops.0.rate".to_owned(), sweep.scenarios()[1]["hops"][0]["rate"].clone())]);
    assert_eq!(read(text(&old, &[long]).as_bytes(), &header).unwrap().runs, [runs[1].clone()]);
}

#[test]
fn a_finished_file_is_in_the_order_of_the_sweep_whatever_run_ended_first() {
    let (sweep, runs) = of_traces(5);
    let header = Header::new(&sweep);
    let written = |order: &[usize]| {
        let scratch = Scratch::new("order");
        let mut file = SweepFile::open(&scratch.0, &header, false, &mut Known::default()).unwrap();
        order.iter().for_each(|place| file.add(&runs[*place]).unwrap());
        file.sort(&Places::of(&sweep)).unwrap();
        fs::read_to_string(&scratch.0).unwrap()
    };
    let first = written(&[0, 1, 2, 3]);
    assert!(first == written(&[3, 1, 0, 2]) && first == written(&[1, 3, 2, 0]));
    let found = read(first.as_bytes(), &header).unwrap().runs;
    let order: Vec<(&str, u64)> =
        found.iter().map(|run| (run.set["hops.0.rate"].as_str().unwrap(), run.seed)).collect();
    let name = runs[1].set["hops.0.rate"].as_str().unwrap();
    assert_eq!(order, [("down.trace", 1), ("down.trace", 2), (name, 1), (name, 2)]);
}
