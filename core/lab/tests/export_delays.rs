//! Delays that change, in programs for other simulators.

use ackscope_lab::export::{Exported, Origin, Simulator, export};
use ackscope_lab::lanes::plan;
use ackscope_scenario::read_value;
use serde_json::{Value, json};

fn exported(delay: Value, back: Value, simulator: Simulator) -> Exported {
    let scenario = json!({ "version": 1, "seed": 3, "duration": 40,
        "hops": [{ "rate": "5Mbps", "delay": delay, "back": back, "queue": { "capacity": 30 } }],
        "flows": [{ "name": "main", "algorithm": "newreno", "rtt": "100ms" }] });
    let scenario = read_value(&scenario).unwrap_or_else(|error| panic!("{error}"));
    let lane = plan(&scenario).unwrap_or_else(|error| panic!("{error}")).remove(0);
    export(&lane, simulator, Origin::default())
}

/// The lines of a program that contain `word`.
fn lines(exported: &Exported, word: &str) -> Vec<String> {
    let text = exported.program.as_ref().unwrap_or_else(|| panic!("{:?}", exported.cannot));
    text.lines().filter(|line| line.contains(word)).map(str::to_owned).collect()
}

#[test]
fn each_change_has_its_line_and_a_note_says_that_packets_may_overtake() {
    let steps = json!([[0, "20ms"], [10, "45ms"], ["25s", "20ms"]]);
    let ns2 = exported(steps.clone(), json!({}), Simulator::Ns2);
    assert_eq!(
        lines(&ns2, "link] set delay_"),
        [
            "$ns at 10 \"[[$ns link $router(0) $router(1)] link] set delay_ 0.045\"",
            "$ns at 25 \"[[$ns link $router(0) $router(1)] link] set delay_ 0.02\"",
            "$ns at 10 \"[[$ns link $router(1) $router(0)] link] set delay_ 0.045\"",
            "$ns at 25 \"[[$ns link $router(1) $router(0)] link] set delay_ 0.02\"",
        ]
    );
    let ns3 = exported(steps, json!({}), Simulator::Ns3);
    assert_eq!(lines(&ns3, "SetAttribute(\"Delay\", TimeValue(Seconds(delayS)))").len(), 2);
    assert_eq!(lines(&ns3, "}, hop0.Get(0), 0.045);").len(), 1);
    for exported in [&ns2, &ns3] {
        assert!(exported.differs.iter().any(|note| note.contains("overtake")), "{:?}", exported.differs);
    }
    assert!(lines(&exported(json!("20ms"), json!({}), Simulator::Ns2), "link] set delay_").is_empty());
}

#[test]
fn drawn_delays_are_those_of_the_run_and_the_same_both_ways() {
    let model = json!({ "kind": "handover", "period": "10s", "min": "10ms", "max": "45ms" });
    let ns2 = exported(model.clone(), json!({}), Simulator::Ns2);
    let changes = lines(&ns2, "link] set delay_");
    assert_eq!(changes.len(), 6, "at 10, 20 and 30 s, both ways: {changes:?}");
    let value = |line: &String| line.rsplit(' ').next().map(str::to_owned);
    assert_eq!(value(&changes[0]), value(&changes[3]));
    assert!(exported(model.clone(), json!({}), Simulator::Ns3).cannot.is_empty());
    let apart = exported(model.clone(), json!({ "delay": "20ms" }), Simulator::Ns3);
    assert!(apart.cannot.iter().any(|what| what.contains("back.delay")), "{:?}", apart.cannot);
    let often = json!({ "kind": "handover", "period": "1ms" });
    assert!(
        exported(often, json!({}), Simulator::Ns2).cannot.iter().any(|what| what.contains("10000 times"))
    );
    let trace = exported(model, json!({}), Simulator::Mahimahi);
    assert!(trace.differs.iter().any(|note| note.contains("mm-delay")), "{:?}", trace.differs);
}
