//! Measures `ackscope fit` on paths that are known, and writes `core/lab/reference/fit-measured.json`, from which
//! `generate` makes a part of docs/validation.md: own runs of every algorithm over random paths, and the curves of a
//! kernel in the tests.

use ackscope_engine::FINGERPRINT;
use ackscope_engine::math::exp;
use ackscope_engine::rng::Stream;
use ackscope_engine::sim::Simulation;
use ackscope_engine::trace::RecordOptions;
use ackscope_engine::units::Time;
use ackscope_lab::fit::{Curve, Fit, Interval, Job, laws};
use ackscope_scenario::{ScenarioError, compile, read_value};
use rayon::prelude::*;
use serde_json::{Value, json};
use std::error::Error;
use std::fmt::Write as _;
use std::path::Path;

/// Paths for each algorithm.
const PATHS: u64 = 2;
const SECONDS: u32 = 30;
/// As `ackscope fit` has it.
const MAX_RUNS: u64 = 3000;

/// A path that is known.
struct Truth {
    name: String,
    law: String,
    rate_bps: f64,
    rtt_s: f64,
    buffer: f64,
    loss: f64,
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut rows = String::new();
    // Of these only, and nothing is written.
    let only: Vec<String> = std::env::args().skip(1).collect();
    for (truth, curve) in kernel()?.into_iter().chain(own()?) {
        if !only.is_empty() && !only.contains(&truth.name) {
            continue;
        }
        let row = measured(&truth, &curve);
        eprintln!("{}: {row}", truth.name);
        let _ = write!(rows, "{}\n{}: {row}", if rows.is_empty() { "" } else { "," }, json!(truth.name));
    }
    if !only.is_empty() {
        return Ok(());
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../lab/reference/fit-measured.json");
    std::fs::write(path, format!("{{\"engine\": {}, \"curves\": {{{rows}\n}}}}\n", json!(FINGERPRINT)))?;
    Ok(())
}

/// Linux 6.18 behind an emulated bottleneck.
fn kernel() -> Result<Vec<(Truth, Curve)>, Box<dyn Error>> {
    let files = [
        ("newreno", include_str!("../../../lab/tests/fit/reno-b83.csv")),
        ("cubic-rfc9438", include_str!("../../../lab/tests/fit/cubic-b83.csv")),
    ];
    let known = files.map(|(law, text)| {
        let (name, law) = (format!("kernel {law}"), law.to_owned());
        Ok((Truth { name, law, rate_bps: 10e6, rtt_s: 0.1, buffer: 83.0, loss: 0.0 }, Curve::read(text)?))
    });
    known.into_iter().collect()
}

/// Own runs: half of the paths lose packets at random.
fn own() -> Result<Vec<(Truth, Curve)>, Box<dyn Error>> {
    let mut random = Stream::new(56, "paths of the fit");
    let mut between =
        |low: f64, high: f64| low * exp(random.uniform() * ackscope_engine::math::ln(high / low));
    let mut known = Vec::new();
    for law in laws() {
        for at in 0..PATHS {
            let (rate_bps, rtt_s) = (between(3e6, 20e6), between(0.02, 0.15));
            let buffer = (between(0.3, 2.0) * rate_bps * rtt_s / 12_000.0).max(8.0).round();
            let loss = if at == 0 { 0.0 } else { between(0.001, 0.01) };
            let truth =
                Truth { name: format!("{law} {at}"), law: law.to_owned(), rate_bps, rtt_s, buffer, loss };
            let curve = Curve::read(&table(&truth)?)?;
            known.push((truth, curve));
        }
    }
    Ok(known)
}

/// What a poll of the kernel ten times a second has.
fn table(truth: &Truth) -> Result<String, ScenarioError> {
    let mut hop =
        json!({ "rate": truth.rate_bps, "delay": truth.rtt_s / 4.0, "queue": { "capacity": truth.buffer } });
    if truth.loss > 0.0 {
        hop["loss"] = json!({ "kind": "bernoulli", "probability": truth.loss });
    }
    let scenario = json!({ "version": 1, "seed": 77, "duration": SECONDS, "hops": [hop],
        "flows": [{ "name": "main", "algorithm": truth.law, "tcp": "linux6", "rtt": truth.rtt_s }] });
    let mut simulation = Simulation::new(&compile(&read_value(&scenario)?, 0)?, &RecordOptions::NOTHING);
    let mut text = "time_s,cwnd_packets,srtt_ms,inflight_packets,total_retrans,acked_packets\n".to_owned();
    for at in 2..10 * SECONDS {
        let time_s = f64::from(at) / 10.0;
        while simulation.progress().time < Time::from_secs(time_s) {
            simulation.advance(Time::from_secs(time_s), 100_000);
        }
        let Some(sender) = simulation.sender(0) else { continue };
        let connection = sender.connection();
        let (cwnd, srtt_ms) = (sender.window().cwnd.floor(), 1e3 * sender.srtt_s());
        let (flight, again) = (connection.flight(), sender.counters().retransmitted);
        let _ = writeln!(text, "{time_s},{cwnd},{srtt_ms:.3},{flight},{again},{}", connection.una);
    }
    Ok(text)
}

/// The answer beside what is true: the place of the algorithm's group, each parameter as a part of the true one, and
/// whether its interval holds that.
fn measured(truth: &Truth, curve: &Curve) -> Value {
    let mut fit = Fit::new(curve, MAX_RUNS);
    while !fit.due().is_empty() {
        let run = |job: &Job| job.run_while(&|| true).unwrap_or_default();
        let outcomes = fit.due().par_iter().map(run).collect();
        fit.take(outcomes);
    }
    let Some(report) = fit.report() else { return Value::Null };
    let place = report.laws.iter().position(|group| group.contains(&truth.law));
    let found = |Interval { value, low, high }: Interval, is: f64| {
        let part = if is > 0.0 { format!("{:.3}", value / is).parse().unwrap_or(value) } else { value };
        json!([part, low <= is && high.is_none_or(|high| is <= high)])
    };
    let of = &report.parameters;
    json!({
        "answer": report.answer, "place": place.map(|at| at + 1), "loses": truth.loss > 0.0, "runs": report.runs,
        "rate": found(of.rate_bps, truth.rate_bps), "rtt": found(of.base_rtt_s, truth.rtt_s),
        "buffer": found(of.buffer_packets, truth.buffer), "loss": found(of.loss, truth.loss),
    })
}
