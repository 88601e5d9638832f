//! `windowed_max` and `windowed_min` in scripts: spans in time and in rounds, and the two filters
//! for which they are there, BBR's bandwidth and Copa's standing RTT.

use ackscope_engine::setup::Setup;
use ackscope_engine::sim::Simulation;
use ackscope_engine::trace::RecordOptions;
use ackscope_engine::units::Time;
use ackscope_program::MAX_FILTERS;
use ackscope_program::program::Filter;
use ackscope_scenario::{compile_all, read};
use ackscope_script::{compile, printed};
use serde_json::json;

fn filters(span: &str) -> Vec<Filter> {
    let source = format!(
        "param win = 10 rounds in 1..50\nparam part = 0.5\nstate x = 0\non ack {{ x = windowed_min(x, {span}) }}"
    );
    let program = compile(&source).unwrap_or_else(|errors| panic!("{errors:?}\n{source}"));
    let again = compile(&printed(&source).expect("no mistakes")).expect("no mistakes");
    assert_eq!(again.filters, program.filters);
    program.filters
}

#[test]
fn the_unit_of_a_span_says_whether_it_is_in_time_or_in_rounds() {
    for span in ["10 s", "300 ms", "srtt / 2", "max(rtt_min, 1 s)", "part * srtt", "part * part * 2 s"] {
        assert_eq!(filters(span), [Filter { is_max: false, by_rounds: false }], "{span}");
    }
    for span in ["10 rounds", "win", "2 * win + 1", "part * win"] {
        assert_eq!(filters(span), [Filter { is_max: false, by_rounds: true }], "{span}");
    }
}

#[test]
fn a_script_may_still_have_a_state_called_rounds() {
    let source = "state rounds = 0\non round { rounds += 1; cwnd = 2 * rounds / 1; cwnd = cwnd / rounds }";
    assert!(compile(source).is_ok(), "{:?}", compile(source));
}

#[test]
fn a_script_has_so_many_filters_and_no_more() {
    let text = |count: usize| {
        format!("on loss {{ cwnd = max(2, {}) }}", ["windowed_max(flight, 1 s)"].repeat(count).join(", "))
    };
    assert_eq!(compile(&text(MAX_FILTERS)).expect("no mistakes").filters.len(), MAX_FILTERS);
    let errors = compile(&text(2 * MAX_FILTERS)).expect_err("too many");
    assert_eq!(errors.len(), 1, "{errors:?}");
    assert!(errors[0].message.contains("at 16 places at most"), "{}", errors[0]);
}

/// A run of a script over 10 Mbit/s and 40 ms that falls to 2 Mbit/s at 10 s.
fn run(source: &str, shift: f64) -> Simulation {
    let scenario = json!({
        "version": 1, "duration": 20.0 + shift,
        "hops": [{ "rate": [["0s", "10Mbps"], [format!("{}s", 10.0 + shift), "2Mbps"]], "delay": "20ms",
            "queue": { "capacity": 40 } }],
        "scripts": { "mine": source },
        "flows": [{ "algorithm": "mine", "recovery": "sack", "start": shift }],
    });
    let setup: Setup =
        compile_all(&read(&scenario.to_string()).expect("a scenario")).expect("a setup").remove(0);
    Simulation::new(&setup, &RecordOptions::PAGE)
}

/// The values of the shown states at this instant.
fn shown(simulation: &mut Simulation, at_s: f64) -> Vec<f64> {
    simulation.advance(Time::from_secs(at_s), u64::MAX);
    let sender = simulation.sender(0).expect("a TCP flow");
    (0..2).filter_map(|place| sender.shown(place)).collect()
}

/// BBR's bandwidth filter over ten rounds, and Copa's standing RTT over half a smoothed RTT.
const FILTERS: &str = "state btl_bw = 0 segments/s
state standing = 0 s
state least = 0 s
on ack {
  if delivery_rate > 0 { btl_bw = windowed_max(delivery_rate, 10 rounds) }
  if new_rtt {
    standing = windowed_min(rtt, srtt / 2)
    least = windowed_min(rtt, 10 s)
  }
}
show standing
show least
show btl_bw as BWE
";

#[test]
fn bbrs_bandwidth_and_copas_standing_rtt_follow_the_path() {
    let mut simulation = run(FILTERS, 0.0);
    let [standing, least] = shown(&mut simulation, 9.9)[..] else { panic!("two states") };
    // The path has 40 ms and the queue holds up to 40 packets of 1.2 ms.
    assert!((0.0412..0.0436).contains(&least), "{least}");
    assert!(standing > least && standing < 0.095, "{standing}");
    let rate =
        |simulation: &Simulation| simulation.sender(0).expect("a flow").estimate().expect("an estimate").1;
    let before = rate(&simulation);
    assert!((before * 12_000.0 - 10e6).abs() < 0.05 * 10e6, "{before} segments/s");
    // A round of 40 packets at 2 Mbit/s takes 0.3 s: after ten of them only the new rate is left.
    shown(&mut simulation, 19.0);
    let after = rate(&simulation);
    assert!((after * 12_000.0 - 2e6).abs() < 0.1 * 2e6, "{after} segments/s");
}

#[test]
fn a_later_start_is_the_same_run() {
    let source = "state least = 0 s\non ack { if new_rtt { least = windowed_min(rtt, 1.2 s) } }
on avoidance { cwnd += rtt > 1.5 * least ? 0.01 : 0.2 }\nshow least";
    let at = |shift: f64| {
        let mut simulation = run(source, shift);
        let values = shown(&mut simulation, 19.5 + shift);
        (values[0].to_bits(), simulation.sender(0).expect("a flow").window().cwnd.to_bits())
    };
    assert_eq!(at(0.0), at(7.0));
}
