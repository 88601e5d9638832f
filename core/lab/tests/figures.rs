//! Figures of GM04 and GM02 about the estimators and Reno, measured by the engine: the short form
//! of their entries, claim by claim.

use ackscope_engine::sim::Simulation;
use ackscope_engine::trace::RecordOptions;
use ackscope_lab::experiments::verdict::judge;
use ackscope_lab::experiments::world::Key;
use ackscope_lab::experiments::{Experiment, Form, Numbers, experiments, measure};
use ackscope_scenario::{compile, read};
use serde_json::{Value, json};

/// The entry `id`.
fn entry(id: &str) -> Experiment {
    experiments().into_iter().find(|entry| entry.id == id).unwrap_or_else(|| panic!("no {id}"))
}

/// The mean of a metric.
fn number(numbers: &Numbers, metric: &str, keys: &[&str]) -> f64 {
    let keys: Vec<Key> = keys.iter().map(|key| Key::Text((*key).to_owned())).collect();
    let summary = numbers.get(metric, &keys).unwrap_or_else(|| panic!("no {metric}"));
    summary.mean.unwrap_or_else(|| panic!("{metric} was not measured"))
}

/// The short form of an entry as a separate entry that can be judged. The claims checked here hold
/// in it too.
fn shortened(experiment: &Experiment) -> Experiment {
    let mut short = experiment.clone();
    short.scenario = experiment.scenario(Form::Quick, None).expect("a valid scenario");
    short.windows = experiment.windows(Form::Quick).to_vec();
    short.seeds = experiment.seeds(Form::Quick);
    for axis in &mut short.axes {
        axis.points = experiment.points(axis, Form::Quick).cloned().collect();
    }
    short
}

/// Runs the short form and requires the claims `claims`; returns the numbers.
#[track_caller]
fn holds(experiment: &Experiment, claims: &[&str]) -> Numbers {
    let experiment = shortened(experiment);
    let numbers = measure(&experiment, Form::Full, None).unwrap_or_else(|error| panic!("{error}"));
    let verdict = judge(&experiment, &numbers, &[], &[]);
    for id in claims {
        let claim = verdict.claims.iter().find(|claim| claim.id == *id).unwrap_or_else(|| panic!("no {id}"));
        assert_eq!(claim.holds, Some(true), "{}: {}", claim.id, claim.text);
    }
    numbers
}

#[test]
fn gm04_figure_1_the_per_ack_filter_overestimates_and_westwood_plus_does_not() {
    let numbers = holds(&entry("gm04-fig1"), &["plus-near-fair-share", "westwood-overestimates"]);
    // Twenty flows on 10 Mbit/s: the fair share is 0.5.
    let worst = number(&numbers, "bwe_at_loss_max", &["westwood"]) / 0.5e6;
    assert!(worst > 50.0, "{worst} fair shares");
    assert!(number(&numbers, "bwe_at_loss_mean", &["westwood"]) > 10e6, "on average above the link itself");
}

#[test]
fn gm02_figure_1_the_rtt_sampled_filter_tracks_where_the_per_ack_filter_overestimates() {
    let entry = entry("gm02-fig1");
    holds(&entry, &["new-below-old"]);
    // Both filters over one stream of ACKs, beside the real goodput of the flow.
    let mut shadowed: Value =
        serde_json::from_str(include_str!("../experiments/gm02-fig1.json")).expect("JSON");
    shadowed["scenario"]["flows"][0]["shadow"] = json!(["rtt-sampled-filter"]);
    shadowed["scenario"]["compare"] = json!(["westwood"]);
    let of = |measure: Value| json!({ "about": "", "unit": "bit/s", "keys": ["udp"], "measure": measure });
    let metrics = shadowed["metrics"].as_array_mut().expect("metrics");
    for (id, measure) in [
        ("old", json!({ "of": ["tcp"], "series": "bwe", "stat": "mean" })),
        ("new", json!({ "of": ["tcp"], "series": "bwe:rtt-sampled-filter", "stat": "mean" })),
        ("goodput", json!({ "of": ["tcp"], "number": "goodput_bps" })),
    ] {
        let mut metric = of(measure);
        metric["id"] = json!(id);
        metrics.push(metric);
    }
    let shadowed: Experiment = serde_json::from_value(shadowed).expect("an entry");
    let numbers = measure(&shadowed, Form::Quick, None).expect("it runs");
    for udp in ["off", "on"] {
        let [old, new, goodput] = ["old", "new", "goodput"].map(|metric| number(&numbers, metric, &[udp]));
        assert!(old > 5.0 * goodput, "UDP {udp}: {old} for {goodput}");
        assert!((new / goodput - 1.0).abs() < 0.25, "UDP {udp}: {new} for {goodput}");
    }
}

#[test]
fn gm04_figure_2_delivered_data_gives_a_better_estimate_than_the_window_over_the_rtt() {
    let claims = ["input-rate-overestimates", "ack-rate-accurate", "ack-rate-less-oscillating"];
    holds(&entry("gm04-fig2"), &claims);
}

#[test]
fn gm04_figures_4_to_8_windows_under_reverse_traffic() {
    let claims = [
        "loss-based-reach-pipe-plus-buffer",
        "larger-windows-when-quiet",
        "vegas-collapses",
        "reno-heavily-affected",
    ];
    holds(&entry("gm04-fig4-8"), &claims);
}

/// Figure 8's collapse alone: four losses in one window of about 40 segments.
#[test]
fn reno_collapses_where_new_reno_halves() {
    let run = |recovery: &str| {
        let scenario = json!({ "version": 1, "duration": 6,
            "hops": [{ "rate": "4Mbps", "delay": "10ms", "queue": { "kind": "drop-tail", "capacity": 200 },
                "loss": { "kind": "scripted", "packets": [1000, 1004, 1008, 1012] } }],
            "flows": [{ "name": "main", "algorithm": "westwood+", "compared": true, "rtt": "100ms", "initial_ssthresh": 20,
                "delayed_ack": false, "rto": "ns2_2003" }], "compare": [recovery], "measure": [[0, 6]] });
        let scenario = read(&scenario.to_string()).unwrap_or_else(|error| panic!("{error}"));
        let setup = compile(&scenario, 0).unwrap_or_else(|error| panic!("{error}"));
        let mut simulation = Simulation::new(&setup, &RecordOptions::PAGE);
        let results = simulation.run();
        let recorder = simulation.recorder();
        let cwnd =
            recorder.infos().iter().zip(recorder.series()).find(|(info, _)| info.series.decl().id == "cwnd");
        let bins: Vec<_> = cwnd.expect("a window").1.bins(0).collect();
        let peak = bins.iter().map(|bin| bin.max).fold(0.0, f32::max);
        let after = bins.iter().skip_while(|bin| bin.max < peak).map(|bin| bin.min).fold(peak, f32::min);
        (peak, after, results.flows[0].windows[0])
    };
    let (peak, after, new_reno) = run("newreno");
    assert!((after / peak - 0.5).abs() < 0.03, "New Reno: {peak} to {after}");
    assert_eq!((new_reno.fast_retransmits, new_reno.timeouts), (1, 0));
    let (peak, after, reno) = run("reno");
    assert!(after < 0.3 * peak, "Reno: {peak} to {after}");
    assert!(reno.fast_retransmits > 1 || reno.timeouts > 0, "more than one loss event");
}
