//! From a curve back to its network: curves of known networks, of our own runs and of a kernel.

use ackscope_engine::rng::Stream;
use ackscope_engine::sim::Simulation;
use ackscope_engine::trace::RecordOptions;
use ackscope_engine::units::Time;
use ackscope_lab::fit::{Curve, Fit, FitAnswer, FitReport, FitStage, Interval, Job, SlicedFit};
use ackscope_scenario::{compile, read_value};
use proptest::prelude::*;
use rayon::prelude::*;
use serde_json::{Value, json};

/// True in `npm run test:matrix`. A fit takes some thousand runs: without it, one case of each kind is fitted.
fn is_whole() -> bool {
    std::env::var("ACKSCOPE_MATRIX").is_ok_and(|word| word == "1")
}

fn fitted(curve: &Curve, max_runs: u64) -> FitReport {
    let mut fit = Fit::new(curve, max_runs);
    while !fit.due().is_empty() {
        let run = |job: &Job| job.run_while(&|| true).expect("nothing stops it");
        let outcomes = fit.due().par_iter().map(run).collect();
        fit.take(outcomes);
    }
    fit.report().expect("an answer").clone()
}

/// The curve of a scenario as a file has it: every 50 ms, with noise of so much of each value.
fn table(scenario: &Value, noise: f64) -> String {
    let setup = compile(&read_value(scenario).expect("a scenario"), 0).expect("valid");
    let mut simulation = Simulation::new(&setup, &RecordOptions::NOTHING);
    let mut random = Stream::new(7, "noise");
    let mut text = "time_s,cwnd_packets,srtt_ms,inflight_packets,total_retrans,acked_packets\n".to_owned();
    let end_s = setup.duration.secs();
    for at in 4..(end_s / 0.05) as u32 {
        let time_s = f64::from(at) * 0.05;
        while simulation.progress().time < Time::from_secs(time_s) {
            let _ = simulation.advance(Time::from_secs(time_s), 100_000);
        }
        let sender = simulation.sender(0).expect("TCP");
        let connection = sender.connection();
        let mut noisy = |value: f64| value * (1.0 + noise * (random.uniform() - 0.5));
        let (cwnd, srtt_ms) = (noisy(sender.window().cwnd).round(), noisy(1e3 * sender.srtt_s()));
        let counts = [connection.flight(), sender.counters().retransmitted, connection.una];
        text += &format!("{time_s:.3},{cwnd},{srtt_ms:.3},{},{},{}\n", counts[0], counts[1], counts[2]);
    }
    text
}

fn path(algorithm: &str, rate_bps: f64, rtt_s: f64, buffer: u64, loss: f64, seconds: f64) -> Value {
    let mut hop = json!({ "rate": rate_bps, "delay": rtt_s / 4.0, "queue": { "capacity": buffer } });
    if loss > 0.0 {
        hop["loss"] = json!({ "kind": "bernoulli", "probability": loss });
    }
    json!({ "version": 1, "seed": 77, "duration": seconds, "hops": [hop],
        "flows": [{ "name": "main", "algorithm": algorithm, "tcp": "linux6", "rtt": rtt_s }] })
}

fn holds(interval: Interval, value: f64) -> bool {
    interval.low <= value && interval.high.is_none_or(|high| value <= high)
}

fn is_first(report: &FitReport, law: &str) -> bool {
    report.laws[0].iter().any(|one| one == law)
}

#[test]
fn a_run_of_a_known_path_with_noise_gives_its_path_and_its_algorithm() {
    let cases = [
        ("newreno", 8e6, 0.06, 40),
        ("cubic-rfc9438", 15e6, 0.08, 100),
        ("vegas", 5e6, 0.12, 60),
        ("westwood+", 6e6, 0.1, 25),
    ];
    for (law, rate_bps, rtt_s, buffer) in cases.into_iter().take(if is_whole() { 4 } else { 1 }) {
        let curve =
            Curve::read(&table(&path(law, rate_bps, rtt_s, buffer, 0.0, 40.0), 0.02)).expect("a curve");
        let report = fitted(&curve, 3000);
        let found = &report.parameters;
        assert_eq!(report.answer, FitAnswer::Fit, "{law}: {}", report.reason);
        assert!(is_first(&report, law), "{law}: {:?}", report.laws);
        assert!((found.rate_bps.value / rate_bps - 1.0).abs() < 0.05, "{law}: {:?}", found.rate_bps);
        // Where the queue is never empty a curve tells what path and buffer hold together.
        let holds_packets = |rate: f64, rtt: f64, buffer: f64| rate * rtt / 12_000.0 + buffer;
        let whole = holds_packets(found.rate_bps.value, found.base_rtt_s.value, found.buffer_packets.value);
        let is = holds_packets(rate_bps, rtt_s, buffer as f64);
        assert!(law == "vegas" || (whole / is - 1.0).abs() < 0.05, "{law}: {whole} packets, not {is}");
        assert!(holds(found.rate_bps, rate_bps) && holds(found.base_rtt_s, rtt_s), "{law}: {found:?}");
        // The noise of this curve of New Reno hides its parts.
        if law != "newreno" {
            assert!((found.base_rtt_s.value / rtt_s - 1.0).abs() < 0.03, "{law}: {:?}", found.base_rtt_s);
            // Vegas never fills its buffer: nothing but a lower bound can be known.
            let is_near = (found.buffer_packets.value / buffer as f64 - 1.0).abs() < 0.12;
            assert!(law == "vegas" || is_near, "{law}: {found:?}");
        }
        assert!(holds(found.buffer_packets, buffer as f64), "{law}: {:?}", found.buffer_packets);
        assert!(found.loss.value < 1e-3, "{law}: {:?}", found.loss);
    }
}

#[test]
fn random_losses_are_told_from_a_full_buffer_and_the_rate_above_them_is_open() {
    if !is_whole() {
        return;
    }
    let curve = Curve::read(&table(&path("newreno", 20e6, 0.08, 150, 0.005, 60.0), 0.0)).expect("a curve");
    let report = fitted(&curve, 3000);
    let found = &report.parameters;
    assert!(is_first(&report, "newreno"), "{:?}", report.laws);
    assert!(found.loss.value > 0.005 / 1.5 && found.loss.value < 0.005 * 1.5, "{:?}", found.loss);
    assert!(holds(found.loss, 0.005) && holds(found.rate_bps, 20e6), "{found:?}");
}

/// Linux 6.18 behind an emulated bottleneck of 10 Mbit/s, 100 ms and 83 packets: `reference` of this crate says how these
/// were measured.
#[test]
fn a_kernels_curve_gives_the_emulated_path() {
    let files =
        [("newreno", include_str!("fit/reno-b83.csv")), ("cubic-rfc9438", include_str!("fit/cubic-b83.csv"))];
    for (law, text) in files.into_iter().skip(if is_whole() { 0 } else { 1 }) {
        let report = fitted(&Curve::read(text).expect("a curve"), 3000);
        let found = &report.parameters;
        assert!(is_first(&report, law), "{law}: {:?}", report.laws);
        assert!((found.rate_bps.value / 10e6 - 1.0).abs() < 0.05, "{law}: {:?}", found.rate_bps);
        assert!((found.base_rtt_s.value / 0.1 - 1.0).abs() < 0.03, "{law}: {:?}", found.base_rtt_s);
        assert!((found.buffer_packets.value / 83.0 - 1.0).abs() < 0.12, "{law}: {:?}", found.buffer_packets);
        assert!(holds(found.rate_bps, 10e6) && holds(found.base_rtt_s, 0.1), "{law}: {found:?}");
        if law == "cubic-rfc9438" {
            is_recorded(&report);
        }
    }
}

/// The page finds the same (e2e/tests/fit.spec.ts), in WebAssembly.
fn is_recorded(report: &FitReport) {
    let recorded: Value = serde_json::from_str(include_str!("fit.json")).expect("JSON");
    let number = |value: f64| format!("{value:.3e}");
    let interval =
        |Interval { value, low, high }: Interval| json!([number(value), number(low), high.map(number)]);
    let found = &report.parameters;
    let found = json!({
        "answer": report.answer, "laws": report.laws[0],
        "rate_bps": interval(found.rate_bps), "base_rtt_s": interval(found.base_rtt_s),
        "buffer_packets": interval(found.buffer_packets), "loss": interval(found.loss),
    });
    assert_eq!(found, recorded);
}

/// A capture of packets tells no window.
#[test]
fn the_data_in_flight_alone_give_the_path() {
    let whole = table(&path("newreno", 4e6, 0.05, 20, 0.0, 15.0), 0.0);
    let without = |line: &str| {
        let cells: Vec<&str> = line.split(',').collect();
        [&cells[..1], &cells[2..]].concat().join(",")
    };
    let text: Vec<String> = whole.lines().map(without).collect();
    let curve = Curve::read(&text.join("\n")).expect("a curve");
    assert!(curve.of_flight);
    let report = fitted(&curve, 3000);
    assert!(is_first(&report, "newreno"), "{:?}", report.laws);
    assert!((report.parameters.rate_bps.value / 4e6 - 1.0).abs() < 0.05, "{:?}", report.parameters);
}

/// A file that begins in the midst of a connection is compared with a run that is on its way as well.
#[test]
fn a_curve_from_the_midst_begins_later_in_its_scenario() {
    let whole = table(&path("newreno", 4e6, 0.05, 20, 0.0, 15.0), 0.0);
    let mut lines = whole.lines();
    let mut text = lines.next().expect("a header").to_owned();
    // Row 80 is 4.15 s after the start; a table without the start counts from its first row.
    for (time_s, rest) in lines.skip(80).filter_map(|line| line.split_once(',')) {
        text += &format!("\n{:.3},{rest}", time_s.parse::<f64>().expect("a number") - 4.2);
    }
    let report = fitted(&Curve::read(&text).expect("a curve"), 400);
    assert!(report.begins_s > 0.0);
    let duration_s = report.scenario["duration"].as_f64().expect("a number");
    assert!((duration_s - report.begins_s - report.seconds).abs() < 1e-9, "{duration_s}");
}

/// Half of the run has another path: no single one gives such a curve.
#[test]
fn a_path_that_changes_is_not_explained_and_what_changes_is_named() {
    let mut scenario = path("cubic-rfc9438", 10e6, 0.04, 60, 0.0, 40.0);
    scenario["hops"][0]["delay"] = json!([[0, 0.01], [20, 0.12]]);
    let report = fitted(&Curve::read(&table(&scenario, 0.0)).expect("a curve"), 2000);
    assert_eq!(report.answer, FitAnswer::None, "{}", report.reason);
    assert!(report.reason.contains("the least RTT changes"), "{}", report.reason);
}

#[test]
fn the_answer_does_not_depend_on_the_order_of_the_runs_and_keeps_to_their_number() {
    let curve = Curve::read(&table(&path("newreno", 4e6, 0.05, 20, 0.0, 15.0), 0.0)).expect("a curve");
    let side_by_side = fitted(&curve, 700);
    assert!(side_by_side.runs <= 700, "{}", side_by_side.runs);
    let mut fit = Fit::new(&curve, 700);
    while !fit.due().is_empty() {
        let mut outcomes: Vec<_> =
            fit.due().iter().rev().map(|job| job.run_while(&|| true).expect("nothing stops it")).collect();
        outcomes.reverse();
        fit.take(outcomes);
    }
    assert_eq!(json!(fit.report().expect("an answer")), json!(side_by_side));
    // As a page does it: in slices, from text.
    let mut sliced = SlicedFit::new(&curve.csv(), 700).expect("a curve");
    let (mut news, mut runs) = (Vec::new(), 0);
    while sliced.report().is_none() {
        let now = sliced.advance();
        assert!(now >= runs, "{now} after {runs}");
        runs = now;
        news.extend(sliced.news());
    }
    assert_eq!(json!(sliced.report()), json!(side_by_side));
    assert!(news.iter().any(|one| one.stage == FitStage::Refine && one.near.is_some()), "{news:?}");
    // Two that share the runs, each of which hears of the other's.
    let mut two = [0, 1].map(|part| {
        let mut sliced = SlicedFit::new(&curve.csv(), 700).expect("a curve");
        sliced.share(part, 2);
        sliced
    });
    let mut own = [0_u64, 0];
    while two.iter().any(|one| one.report().is_none()) {
        for (part, own) in own.iter_mut().enumerate() {
            two[part].advance();
            let found = two[part].found().unwrap_or_default();
            *own += found.lines().count() as u64;
            two[1 - part].learn(&found);
        }
    }
    assert!(two.iter().all(|one| json!(one.report()) == json!(side_by_side)));
    assert!(own.iter().all(|runs| *runs < side_by_side.runs * 3 / 4), "{own:?} of {}", side_by_side.runs);
    assert!(SlicedFit::new("time_s,cwnd_packets\n1,2\n", 400).is_err());
    let mut stopped = Fit::new(&curve, 400);
    stopped.stop();
    assert_eq!(stopped.report().map(|report| report.answer), Some(FitAnswer::None));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    /// A file is a stranger's: whatever it contains, there is an answer or a refusal, and no run is needed for either.
    #[test]
    fn a_hostile_table_is_refused_or_answered(
        header in "time_s,(cwnd|inflight)_packets(,(srtt_ms|inflight_packets|acked_mbytes|x)){0,3}",
        rows in prop::collection::vec(prop::collection::vec(prop_oneof![
            any::<f64>().prop_map(|value| value.to_string()), (0.0..1e4_f64).prop_map(|value| value.to_string()),
            Just(String::new()), "[ -~]{0,6}"], 1..6), 0..60),
        ordered in any::<bool>(),
    ) {
        let width = header.split(',').count();
        let mut text = header.clone() + "\n";
        for (at, row) in rows.iter().enumerate() {
            let mut row = row.clone();
            row.resize(width, "7".to_owned());
            if ordered {
                row[0] = at.to_string();
                row[1] = (at + 1).to_string();
            }
            text += &(row.join(",") + "\n");
        }
        if let Ok(curve) = Curve::read(&text) {
            let mut fit = Fit::new(&curve, 100);
            fit.stop();
            prop_assert!(fit.report().is_some());
        }
    }
}
