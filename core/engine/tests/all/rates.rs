//! Rates that a model draws for a seed: their laws over long runs, their streams, and what is refused.

use std::collections::BTreeSet;

use crate::common::shape::{self, shape};
use ackscope_engine::catalogue::{Params, Setting};
use ackscope_engine::math::exp;
use ackscope_engine::rate;
use ackscope_engine::setup::{Direction, RateSetup, Setup};
use ackscope_engine::sim::Simulation;
use ackscope_engine::trace::{Fate, PacketLink, RecordOptions};
use ackscope_engine::units::{BitRate, Time};
use ackscope_scenario::{compile, read};
use proptest::prelude::*;
use serde_json::{Value, json};

fn compiled(scenario: &Value) -> Setup {
    let text = scenario.to_string();
    let scenario = read(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    compile(&scenario, 0).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// Path, found and allowed of the refusal.
fn refused(rate: &Value, duration: &str) -> (String, String, String) {
    let scenario = json!({ "version": 1, "duration": duration, "hops": [{ "rate": rate, "delay": "10ms" }],
        "flows": [{ "algorithm": "newreno" }] });
    let error = read(&scenario.to_string()).and_then(|read| compile(&read, 0)).expect_err("refused");
    (error.path, error.found, error.allowed)
}

type Steps = Vec<(Time, BitRate)>;

fn drawn(rate: &RateSetup) -> Steps {
    let RateSetup::Drawn(drawn) = rate else { panic!("{rate:?}") };
    drawn.steps.clone()
}

/// Forward and backward rates of the first hop.
fn both(setup: &Setup) -> [Steps; 2] {
    [drawn(&setup.hops[0].forward.rate), drawn(&setup.hops[0].backward.rate)]
}

/// The rates of a long run of `kind` with these numbers.
fn long(kind: &str, set: &[(&str, f64)], seed: u64, duration_s: f64) -> Steps {
    let spec = rate::REGISTRY.iter().find(|spec| spec.id == kind).expect("a model");
    let mut params = Params::defaults(spec.parameters);
    for (name, value) in set {
        params.set(name, Setting::Number(*value));
    }
    rate::draw(spec.id, &params, (0, Direction::Forward), seed, Time::from_secs(duration_s)).steps
}

/// Each step until `end_s`: from, to and rate, in seconds and bit/s.
fn pieces(steps: &Steps, end_s: f64) -> Vec<(f64, f64, f64)> {
    let ends = steps.iter().skip(1).map(|step| step.0.secs()).chain([f64::INFINITY]);
    let all = steps.iter().zip(ends).map(|((at, rate), end)| (at.secs(), end.min(end_s), rate.bps() as f64));
    all.filter(|(from, to, _)| from < to).collect()
}

fn mean(pieces: &[(f64, f64, f64)], of: impl Fn(f64) -> f64) -> f64 {
    let last = pieces.last().expect("a step").1;
    pieces.iter().map(|(from, to, bps)| (to - from) * of(*bps)).sum::<f64>() / last
}

/// The autocorrelation of the rate over `lag_s`, sampled every tenth of it.
fn autocorrelation(steps: &Steps, duration_s: f64, lag_s: f64) -> f64 {
    let pieces = pieces(steps, duration_s);
    let mut place = 0;
    let samples: Vec<f64> = (0..(10.0 * duration_s / lag_s) as usize)
        .map(|sample| {
            // Between two samples, so that the edge of a fixed period belongs to neither.
            while pieces[place].1 < (sample as f64 + 0.5) * lag_s / 10.0 {
                place += 1;
            }
            pieces[place].2
        })
        .collect();
    let mean = samples.iter().sum::<f64>() / samples.len() as f64;
    let square = samples.iter().map(|x| (x - mean) * (x - mean)).sum::<f64>() / samples.len() as f64;
    let pairs = samples.iter().zip(&samples[10..]).map(|(x, y)| (x - mean) * (y - mean));
    pairs.sum::<f64>() / (samples.len() - 10) as f64 / square
}

/// Levels in the long runs of these tests.
const LEVELS: f64 = 20_000.0;

/// Kurtosis of a log-normal quantity with this share of the standard deviation in the mean.
fn kurtosis(spread: f64) -> f64 {
    let w = 1.0 + spread * spread;
    w.powi(4) + 2.0 * w.powi(3) + 3.0 * w.powi(2) - 3.0
}

proptest! {
    #![proptest_config(shape::config(48))]

    /// The standard error of the mean over T is s √(2 τ/T) if the autocorrelation is exp(-t/τ), and s √(τ/T) if it
    /// is 1 - t/τ. That of the standard deviation is √(kurtosis · 2 τ/T)/2 of it, at most. The autocorrelation over a
    /// lag is the share of pairs within one level, weighted by the squared distance from the mean, and what pairs of
    /// other levels leave: its standard error is below √((kurtosis/4 + 1) · 2 τ/T). Five of them are allowed, and
    /// what the cut at ten times the mean takes: with a spread of 1 0.2 % of the mean.
    #[test]
    fn mean_spread_and_correlation_are_those_of_the_scenario(
        kind in prop_oneof![Just("cellular"), Just("wifi"), Just("leo")],
        mbps in 1.0f64..500.0, spread in 0.1f64..1.0, hold_s in 0.05f64..60.0, seed: u64,
    ) {
        let is_fixed = kind == "leo";
        let hold = if is_fixed { "period" } else { "correlation" };
        let set = [("mean", mbps * 1e6), ("spread", spread), (hold, hold_s), ("outage", 0.0)];
        let duration_s = LEVELS * hold_s;
        let steps = long(kind, &set, seed, duration_s);
        let pieces = pieces(&steps, duration_s);
        let found = mean(&pieces, |bps| bps) / (mbps * 1e6);
        let error = (if is_fixed { 1.0 } else { 2.0 } / LEVELS).sqrt();
        prop_assert!((found - 1.0).abs() < 5.0 * spread * error + 0.002, "mean {found}");
        let deviation = mean(&pieces, |bps| (bps / (mbps * 1e6) - found).powi(2)).sqrt();
        let of_square = 5.0 * kurtosis(spread).sqrt() * error / 2.0;
        // The cut takes more of the square than of the mean: 6 % of the deviation with a spread of 1.
        prop_assert!((deviation / spread - 1.0).abs() < of_square + 0.06 * spread.powi(4), "spread {deviation} not {spread}");
        let (at_one, at_half) = if is_fixed { (0.0, 0.5) } else { (exp(-1.0), exp(-0.5)) };
        for (lag, expected) in [(1.0, at_one), (0.5, at_half)] {
            let found = autocorrelation(&steps, duration_s, lag * hold_s);
            let error = (kurtosis(spread) / 4.0 + 1.0).sqrt() * error;
            prop_assert!((found - expected).abs() < 5.0 * error, "autocorrelation over {lag} of it: {found}");
        }
    }

    /// Over T there are n = T/every outages. The standard error of the time in them is below length √(2n), that of
    /// their number √n. The mean of the rate, which includes them, adds that of its levels.
    #[test]
    fn outages_have_their_share_and_the_mean_stays(
        kind in prop_oneof![Just("cellular"), Just("wifi"), Just("leo")],
        share in 0.01f64..0.5, every_s in 1.0f64..100.0, spread in 0.0f64..0.7, seed: u64,
    ) {
        let hold = if kind == "leo" { "period" } else { "correlation" };
        let set = [("mean", 8e6), ("spread", spread), (hold, every_s / 4.0), ("outage", share * every_s),
            ("outage_every", every_s)];
        let outages = 5000.0;
        let duration_s = outages * every_s;
        let steps = long(kind, &set, seed, duration_s);
        let pieces = pieces(&steps, duration_s);
        let out = mean(&pieces, |bps| f64::from(bps == 0.0));
        let error = share * (2.0 / outages).sqrt();
        prop_assert!((out - share).abs() < 5.0 * error, "{out} of the time, not {share}");
        let count = pieces.iter().filter(|piece| piece.2 == 0.0).count() as f64;
        prop_assert!((count - outages).abs() < 5.0 * outages.sqrt(), "{count} outages");
        let found = mean(&pieces, |bps| bps) / 8e6;
        let of_levels = spread * (0.5 / outages).sqrt() / (1.0 - share).sqrt();
        prop_assert!((found - 1.0).abs() < 5.0 * (of_levels + error / (1.0 - share)) + 0.001, "mean {found}");
        prop_assert!(steps[0].1.bps() > 0 && steps.last().expect("steps").1.bps() > 0, "an outage ends");
        prop_assert!(steps.iter().all(|step| step.1.bps() <= 80_000_000), "at most ten times the mean");
    }

    /// Whatever else is in the scenario, a link has the rates of its seed, its place and its direction.
    #[test]
    fn a_direction_has_a_stream_of_its_own(shape in shape(), kind in kind()) {
        let mut scenario = shape.scenario();
        let hops = scenario["hops"].as_array().expect("a list").len();
        scenario["hops"][0]["rate"] = kind.clone();
        let [forward, backward] = both(&compiled(&scenario));
        prop_assert_ne!(&forward, &backward);
        prop_assert_eq!(&both(&compiled(&scenario)), &[forward.clone(), backward.clone()]);

        let with = |path: &[&str], value: Value| {
            let mut other = scenario.clone();
            let place = path.iter().fold(&mut other["hops"][0], |at, key| &mut at[key]);
            *place = value;
            both(&compiled(&other))
        };
        let mut faster = kind.clone();
        faster["mean"] = json!("33Mbps");
        faster["outage"] = json!(0);
        let [same, other] = with(&["back"], json!({ "rate": faster.clone() }));
        prop_assert!(same == forward && other != backward, "the way back changes nothing of the way there");
        let [other, same] = {
            let mut turned = scenario.clone();
            turned["hops"][0]["rate"] = faster;
            turned["hops"][0]["back"] = json!({ "rate": kind });
            both(&compiled(&turned))
        };
        prop_assert!(same == backward && other != forward, "nor does the way there of the way back");
        prop_assert_eq!(&with(&["loss"], json!({ "kind": "gilbert" }))[0], &forward);

        let mut more = scenario.clone();
        more["flows"].as_array_mut().expect("a list").push(json!({ "name": "more", "kind": "cbr", "rate": "10kbps" }));
        more["hops"].as_array_mut().expect("a list").push(json!({ "name": "more", "rate": "1Gbps", "delay": 0 }));
        for flow in more["flows"].as_array_mut().expect("a list") {
            flow["from"] = json!(0);
            flow["to"] = json!(hops);
        }
        prop_assert_eq!(&both(&compiled(&more))[0], &forward, "nor does another flow or another hop");
        scenario["seed"] = json!(scenario["seed"].as_u64().expect("a seed") + 1);
        prop_assert_ne!(&both(&compiled(&scenario))[0], &forward, "another seed has another link");
    }

    /// A run over drawn rates is the same twice, and nothing leaves a transmitter in an outage.
    #[test]
    fn nothing_leaves_in_an_outage(shape in shape(), kind in kind(), ms in 5u64..400) {
        let mut scenario = shape.scenario();
        let mut rate = kind;
        rate["mean"] = scenario["hops"][0]["rate"].clone();
        rate["outage"] = json!(format!("{ms}ms"));
        rate["outage_every"] = json!("1s");
        scenario["hops"][0]["rate"] = rate;
        let setup = compiled(&scenario);
        let run = || {
            let mut simulation = Simulation::new(&setup, &RecordOptions::PAGE);
            simulation.advance(Time::NEVER, 2_000_000);
            simulation
        };
        let (simulation, again) = (run(), run());
        prop_assert_eq!(simulation.results().engine.trace_hash, again.results().engine.trace_hash);
        let [forward, _] = both(&setup);
        let log = simulation.packets(Time::ZERO, Time::NEVER);
        let mut seen = 0;
        let here = log.records.iter().filter(|record| record.place == PacketLink::Channel(0));
        for record in here.filter(|record| record.fate != Fate::Dropped) {
            let next = forward.partition_point(|step| step.0 < record.depart);
            let rate = forward[next.max(1) - 1].1;
            prop_assert!(record.depart == Time::NEVER || rate.bps() > 0, "{:?} at {:?}", rate, record.depart);
            seen += 1;
        }
        prop_assert!(seen > 0 || log.records.is_empty(), "packets cross the link");
    }
}

/// Every model, with changes so frequent that a short run has many.
fn kind() -> impl Strategy<Value = Value> {
    (
        prop_oneof![
            Just(("cellular", "correlation")),
            Just(("wifi", "correlation")),
            Just(("leo", "period"))
        ],
        50u64..500,
    )
        .prop_map(|((kind, hold), ms)| json!({ "kind": kind, hold: format!("{ms}ms"), "spread": 0.5 }))
}

#[test]
fn both_directions_have_the_same_outages() {
    let outages = |steps: &Steps| -> BTreeSet<Time> {
        steps.iter().filter(|step| step.1.bps() == 0).map(|step| step.0).collect()
    };
    let scenario = |back: Value| {
        json!({ "version": 1, "duration": "1000s", "flows": [{ "algorithm": "newreno" }],
        "hops": [{ "rate": { "kind": "cellular" }, "delay": "10ms", "back": back }] })
    };
    let [forward, backward] = both(&compiled(&scenario(json!({}))));
    assert!(outages(&forward).len() > 5, "1000 s have 17 outages on average");
    assert_eq!(outages(&forward), outages(&backward));
    let [forward, slower] =
        both(&compiled(&scenario(json!({ "rate": { "kind": "cellular", "mean": "1Mbps" } }))));
    assert_eq!(outages(&forward), outages(&slower), "also of another mean");
    let [forward, own] =
        both(&compiled(&scenario(json!({ "rate": { "kind": "cellular", "outage": "2s" } }))));
    assert_ne!(outages(&forward), outages(&own));
}

#[test]
fn where_one_number_is_needed_it_is_the_mean() {
    let setup = |seed: u64| {
        compiled(
            &json!({ "version": 1, "seed": seed, "duration": "60s", "flows": [{ "algorithm": "newreno", "rtt": "60ms" }],
            "hops": [{ "rate": { "kind": "cellular", "mean": "10Mbps" }, "delay": "10ms" }] }),
        )
    };
    let (one, two) = (setup(1), setup(2));
    assert_ne!(one.hops[0].forward.rate, two.hops[0].forward.rate);
    // 10 Mbit/s · 60 ms are 50 packets of 1500 bytes, whatever is drawn.
    for setup in [one, two] {
        assert_eq!(setup.hops[0].forward.queue.capacity, ackscope_engine::setup::Capacity::Packets(50));
        assert_eq!(setup.flows[0].access_rate.bps(), 100_000_000);
    }
}

#[test]
fn a_hop_that_is_repeated_draws_for_each_copy() {
    let setup = compiled(&json!({ "version": 1, "duration": "60s", "flows": [{ "algorithm": "newreno" }],
        "hops": [{ "rate": { "kind": "wifi" }, "delay": "10ms", "repeat": 3 }] }));
    let rates: Vec<Steps> = setup.hops.iter().map(|hop| drawn(&hop.forward.rate)).collect();
    assert!(rates[0] != rates[1] && rates[1] != rates[2] && rates[0] != rates[2]);
}

#[test]
fn what_a_rate_model_does_not_allow_is_refused_with_its_place() {
    let cases = [
        (json!({ "kind": "celular" }), "60s", "hops.0.rate.kind", "cellular"),
        (json!({ "kind": "cellular", "mean": "1bps" }), "60s", "hops.0.rate.mean", "1kbps to 1"),
        (json!({ "kind": "cellular", "spread": 1.5 }), "60s", "hops.0.rate.spread", "0 to 1"),
        (json!({ "kind": "cellular", "correlation": "0s" }), "60s", "hops.0.rate.correlation", "1ms to"),
        (json!({ "kind": "cellular", "period": "1s" }), "60s", "hops.0.rate", "correlation"),
        (json!({ "kind": "leo", "period": -1 }), "60s", "hops.0.rate.period", "1ms to"),
        (json!({ "kind": "leo", "outage": "2s", "outage_every": "3s" }), "60s", "hops.0.rate.outage", "1.5"),
        (json!({ "kind": "wifi", "correlation": "1ms" }), "2000s", "hops.0.rate.correlation", "at least 4ms"),
        (
            json!({ "kind": "wifi", "outage": "1ms", "outage_every": "2ms" }),
            "2000s",
            "hops.0.rate.outage_every",
            "at least 4ms",
        ),
    ];
    for (rate, duration, path, allowed) in cases {
        let (found_path, found, message) = refused(&rate, duration);
        assert!(
            found_path == path && message.contains(allowed) && !found.is_empty(),
            "{found_path}: {found}; {message}"
        );
    }
}
