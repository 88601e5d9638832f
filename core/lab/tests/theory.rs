//! Simulations against the closed forms, under their conditions: single losses, no timeouts, and an
//! RTT that does not depend on the window. The inputs of a formula (p, the mean RTT) are measured
//! in the run.

use ackscope_engine::math::ln;
use ackscope_engine::rules;
use ackscope_engine::trace::RecordOptions;
use ackscope_lab::lanes::plan;
use ackscope_lab::report::FlowWindow;
use ackscope_lab::theory::table;
use ackscope_scenario::read;
use serde_json::{Value, json};

/// The measurements of a flow after its start-up, as the mean over the seeds.
struct Measured {
    /// Window reductions / segments sent.
    p: f64,
    rtt_s: f64,
    /// Segments per second that arrive, each counted once.
    rate: f64,
    timeouts: u64,
}

/// A single flow with a loss model on a path of 100 ms that never fills.
fn alone(flow: Value, loss: &Value, seeds: u64, duration_s: f64) -> Measured {
    let hop = json!({ "rate": "1Gbps", "delay": "10ms", "queue": { "capacity": 10_000 }, "loss": loss });
    over(&hop, flow, seeds, duration_s)
}

/// A flow that loses at the same window in every cycle: a full pipe of 1000 segments in 100 ms with
/// a small buffer.
fn saw_tooth(flow: Value, buffer: u64) -> Measured {
    over(&json!({ "rate": "120Mbps", "delay": "10ms", "queue": { "capacity": buffer } }), flow, 1, 600.0)
}

fn over(hop: &Value, flow: Value, seeds: u64, duration_s: f64) -> Measured {
    let mut one = json!({ "rtt": "100ms", "delayed_ack": false });
    one.as_object_mut().unwrap().extend(flow.as_object().unwrap().clone());
    let windows: Vec<FlowWindow> = (1..=seeds)
        .map(|seed| {
            let scenario = json!({ "version": 1, "seed": seed, "duration": duration_s,
                "hops": [hop], "flows": [one], "measure": [[duration_s / 4.0, duration_s]] });
            let lanes = plan(&read(&scenario.to_string()).unwrap_or_else(|error| panic!("{error}"))).unwrap();
            let report = lanes[0].measure();
            assert!(hop["loss"].is_null() || report.hops[0].windows[0].drops == 0, "the queue takes no part");
            report.flows[0].windows[0]
        })
        .collect();
    let mean = |of: fn(&FlowWindow) -> f64| windows.iter().map(of).sum::<f64>() / windows.len() as f64;
    Measured {
        p: mean(|window| window.loss_event_rate.unwrap()),
        rtt_s: mean(|window| window.mean_rtt_s.unwrap()),
        rate: mean(|window| window.goodput_bps / 12_000.0),
        timeouts: windows.iter().map(|window| window.timeouts).sum(),
    }
}

/// The first number of a formula.
fn formula(id: &str, inputs: &Value) -> f64 {
    let table = table(id, inputs.as_object().unwrap()).unwrap_or_else(|error| panic!("{id}: {error}"));
    table.points[0].numbers[0]
}

/// The formulas of a deterministic cycle leave out the recovery. It lasts one RTT, in which no
/// segment is added to the 1/p segments of a cycle.
fn with_recovery(rate: f64, run: &Measured) -> f64 {
    1.0 / (1.0 / rate + run.p * run.rtt_s)
}

#[track_caller]
fn close(found: f64, expected: f64, tolerance: f64) {
    let off = found / expected - 1.0;
    assert!(off.abs() <= tolerance, "{found:.2} for {expected:.2}: {:+.1} %", 100.0 * off);
}

fn every(packets: u64) -> Value {
    json!({ "kind": "scripted", "every": packets })
}

fn bernoulli(probability: f64) -> Value {
    json!({ "kind": "bernoulli", "probability": probability })
}

/// theory.md §8: 1.225/√p, the mean of the saw-tooth.
#[test]
fn reno_under_periodic_loss() {
    let run = alone(json!({ "algorithm": "sack" }), &every(1000), 1, 400.0);
    assert_eq!(run.timeouts, 0);
    close(
        run.rate,
        with_recovery(formula("reno-response", &json!({ "p": run.p, "rtt": run.rtt_s })), &run),
        0.01,
    );
}

/// theory.md §1 and §7. Kelly's fluid counts each loss separately, so its rate is higher. Padhye's
/// model has the rounds and timeouts of a real run.
#[test]
fn reno_under_random_loss() {
    let run = alone(json!({ "algorithm": "sack" }), &bernoulli(0.001), 8, 1000.0);
    let padhye = json!({ "p": run.p, "rtt": run.rtt_s, "rto": "300ms", "segments_per_ack": 1 });
    close(run.rate, formula("padhye", &padhye), 0.05);
    let kelly = formula("reno", &json!({ "p": run.p, "rtt": run.rtt_s, "segments_per_ack": 1 }));
    assert!(run.rate < kelly, "{} of {kelly}", run.rate);
    close(run.rate, kelly, 0.15);
}

/// theory.md §8: 0.12/p^0.835.
#[test]
fn hstcp_under_periodic_loss() {
    let run = alone(json!({ "algorithm": "hstcp" }), &every(10_000), 1, 400.0);
    close(run.rate, with_recovery(formula("hstcp", &json!({ "p": run.p, "rtt": run.rtt_s })), &run), 0.02);
}

/// theory.md §8: with periodic losses, 0.08·(1−p)/p is the window before a loss. The saw-tooth
/// climbs to it exponentially from 7/8 of it, and its mean is b/ln(1/(1−b)) of it.
#[test]
fn stcp_under_periodic_loss() {
    let run = alone(json!({ "algorithm": "stcp" }), &every(2000), 1, 400.0);
    let top = formula("stcp", &json!({ "p": run.p, "rtt": run.rtt_s }));
    close(run.rate, with_recovery(top * 0.125 / ln(8.0 / 7.0), &run), 0.02);
}

/// theory.md §8: the formulas of CUBIC and BIC assume that each loss comes at the old maximum.
/// Periodic losses do not: a cycle that ends elsewhere moves the plateau of the next one. BIC needs
/// a buffer for the 32 segments that it adds in an RTT.
#[test]
fn the_saw_teeth_of_a_full_pipe() {
    let plain = |id: &str| json!({ "algorithm": id, "parameters": { "fast_convergence": false } });
    for (flow, buffer, id, own) in [
        (json!({ "algorithm": "sack" }), 20, "reno-response", json!({})),
        (json!({ "algorithm": "hstcp" }), 20, "hstcp", json!({})),
        (plain("cubic"), 20, "cubic", json!({ "beta": 0.8 })),
        (plain("cubic-rfc9438"), 20, "cubic", json!({ "beta": 0.7 })),
        (
            json!({ "algorithm": "bic", "parameters": { "b": 0.125 } }),
            60,
            "bic",
            json!({ "decrease": 0.125 }),
        ),
    ] {
        let run = saw_tooth(flow, buffer);
        assert_eq!(run.timeouts, 0, "{id}");
        let mut inputs = own;
        inputs["p"] = json!(run.p);
        inputs["rtt"] = json!(run.rtt_s);
        close(run.rate, with_recovery(formula(id, &inputs), &run), 0.03);
    }
}

/// A path whose jitter keeps the RTT above its minimum by a time that does not depend on the
/// window: the T_q of GM02.
fn jittered(algorithm: &str, jitter: &str) -> Measured {
    // Both use the same recovery, so they differ only in the rule for a loss.
    let flow = json!({ "algorithm": algorithm, "recovery": "sack", "send_jitter": jitter });
    alone(flow, &bernoulli(0.001), 8, 1000.0)
}

fn westwood_inputs(run: &Measured) -> Value {
    json!({ "p": run.p, "rtt": run.rtt_s, "rtt_min": 0.1, "segments_per_ack": 1 })
}

/// theory.md §3: GM02 Theorem 2, and the ratio of Westwood to Reno that it gives, in which the
/// common error of the fluid cancels.
#[test]
fn westwood_plus_by_theorem_2() {
    let theorem = |run: &Measured| formula("gm02-theorem-2", &westwood_inputs(run));
    let [near, far] =
        ["40ms", "80ms"].map(|jitter| (jittered("westwood+", jitter), jittered("sack", jitter)));
    for (westwood, reno) in [&near, &far] {
        close(westwood.rate, theorem(westwood), 0.17);
        let kelly = formula("reno", &json!({ "p": reno.p, "rtt": reno.rtt_s, "segments_per_ack": 1 }));
        close(westwood.rate / reno.rate, theorem(westwood) / kelly, 0.05);
    }
    // With twice the T_q, the rate falls as 1/√(RTT·T_q).
    close(near.0.rate / far.0.rate, theorem(&near.0) / theorem(&far.0), 0.03);
}

/// theory.md §2: GM02 Theorem 1. The estimator finds the flow's own mean rate, because losses come
/// faster than its filter forgets. With this rate as the known bandwidth, the theorem gives the
/// same rate again.
#[test]
fn westwood_plus_by_theorem_1() {
    for jitter in ["40ms", "80ms"] {
        let run = jittered("westwood+", jitter);
        let mut inputs = westwood_inputs(&run);
        inputs["bandwidth"] = json!(run.rate);
        close(run.rate, formula("gm02-theorem-1", &inputs), 0.1);
    }
}

/// theory.md §4: the climb on which KGM08's propositions are built. (They keep W_max and α
/// constant. In a run, both change at every loss.) It leads from the loss of one packet back to
/// W_max: the gap shrinks by (1−1/α)ⁿ down to α, and then by a segment per RTT.
#[test]
fn logwestwood_plus_climbs_as_its_rule_says() {
    for alpha in [2.0, 8.0, 16.0] {
        let scenario = json!({ "version": 1, "duration": 20,
            "hops": [{ "rate": "1Gbps", "delay": "10ms", "queue": { "capacity": 10_000 },
                       "loss": { "kind": "scripted", "packets": [20_000] } }],
            "flows": [{ "algorithm": "logwestwood+", "parameters": { "alpha": alpha }, "rtt": "100ms",
                "delayed_ack": false, "send_jitter": "40ms", "initial_ssthresh": 400 }], "measure": [[8, 20]] });
        let lanes = plan(&read(&scenario.to_string()).unwrap()).unwrap();
        let mut simulation = lanes[0].simulation(&RecordOptions::PAGE);
        let rtt_s = simulation.run().flows[0].windows[0].mean_rtt_s.unwrap();
        let event = |key: &str| {
            let mut all = simulation.recorder().events().kept().iter();
            let found = all.find(|event| rules()[usize::from(event.rule)].rule.key == key);
            found.unwrap_or_else(|| panic!("{key} did not happen"))
        };
        // The window before the loss and after it.
        let loss = event("logwestwood+.loss").terms;
        let gap = loss[4] - loss[5];
        assert!(gap > 100.0, "{loss:?}");
        let climb_s = event("logwestwood+.faster").time.secs() - event("tcp.recovered").time.secs();
        let gap_after =
            |round: f64| formula("kgm08-climb", &json!({ "gap": gap, "alpha": alpha, "round": round }));
        let rounds = (1..200).find(|&round| gap_after(f64::from(round)) <= 0.0).expect("it arrives");
        // ACK by ACK, the gap shrinks by e^(−1/α) per round, for which the formula has (1−1/α).
        // With α = 2, the run is slower by a third.
        let by_acks = -1.0 / (alpha * ln(1.0 - 1.0 / alpha));
        let (fewest, most) = (f64::from(rounds - 1) * rtt_s, f64::from(rounds + 1) * rtt_s / by_acks * 1.02);
        assert!((fewest..=most).contains(&climb_s), "α = {alpha}: {climb_s} s of {fewest} to {most}");
    }
}
