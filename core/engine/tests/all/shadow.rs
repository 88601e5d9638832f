//! Watching changes nothing, and a watcher with the driver's algorithm decides as the driver does.

use ackscope_engine::catalogue::Params;
use ackscope_engine::cc::{Controller, REGISTRY};
use ackscope_engine::sim::Simulation;
use ackscope_engine::trace::RecordOptions;
use ackscope_engine::units::Time;
use ackscope_scenario::{compile_all, read};

fn run_of(algorithm: &str) -> Simulation {
    let text = format!(
        r#"{{"version":1,"duration":"40s",
            "hops":[{{"rate":"2Mbps","delay":"10ms","queue":{{"capacity":"10pkt"}},
                      "loss":{{"kind":"bernoulli","probability":0.003}}}}],
            "flows":[{{"name":"main","algorithm":"{algorithm}","rtt":"100ms"}},
                     {{"name":"back","algorithm":"newreno","direction":"backward","rtt":"80ms"}}]}}"#
    );
    let setups = compile_all(&read(&text).expect("read")).expect("valid");
    let mut simulation = Simulation::new(&setups[0], &RecordOptions::PAGE);
    simulation.advance(Time::NEVER, u64::MAX);
    simulation
}

#[test]
fn looking_on_changes_no_packet() {
    // Every algorithm watches, including those that ask for a segment log or for rate samples,
    // which the driver's sender lacks.
    let everyone: Vec<Controller> =
        REGISTRY.iter().map(|spec| Controller::new(spec.id, &Params::defaults(spec.parameters))).collect();
    for spec in REGISTRY {
        let simulation = run_of(spec.id);
        let shadows = simulation.watch(0, Time::from_secs(40.0), &everyone).expect("simulated");
        assert!(shadows.is_whole, "{}", spec.id);
        assert_eq!(shadows.digest.value(), simulation.results().engine.trace_hash, "{}", spec.id);
    }
}

#[test]
fn who_runs_the_same_algorithm_answers_the_same() {
    // A watcher that starts with the connection knows what the driver knows. One that starts in the
    // middle would not.
    for spec in REGISTRY {
        let simulation = run_of(spec.id);
        let same = Controller::new(spec.id, &Params::defaults(spec.parameters));
        let losses = simulation.recorder().events().kept().iter().filter(|event| {
            event.source == 0 && ackscope_engine::rules()[usize::from(event.rule)].model == Some(spec.id)
        });
        let mut seen = 0;
        for event in losses.rev().take(5) {
            let shadows = simulation.watch(0, event.time, std::slice::from_ref(&same)).expect("simulated");
            for comparison in shadows.comparisons {
                assert_eq!(comparison.others[0].window, comparison.driver.window, "{}", spec.id);
                seen += 1;
            }
        }
        assert!(seen > 0, "{} decided nothing", spec.id);
    }
}

#[test]
fn what_is_not_simulated_yet_is_not_judged() {
    let simulation = run_of("newreno");
    assert!(simulation.watch(0, Time::from_secs(41.0), &[]).is_none());
    assert!(simulation.watch(7, Time::from_secs(1.0), &[]).is_none());
}
