//! The examples in the docs are scenarios that run: each is read, compiled and run for one second.

use ackscope_engine::trace::RecordOptions;
use ackscope_engine::units::Time;
use ackscope_lab::lanes::plan;
use ackscope_scenario::read;
use std::path::Path;

#[test]
fn every_example_of_the_scenario_page_runs() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/scenario.md");
    let page = std::fs::read_to_string(page).expect("the page is there");
    let examples: Vec<&str> =
        page.split("```json\n").skip(1).filter_map(|rest| rest.split("\n```").next()).collect();
    assert!(examples.len() >= 4, "{}", examples.len());
    for example in examples {
        let scenario = read(example).unwrap_or_else(|error| panic!("{error}\n{example}"));
        for lane in plan(&scenario).unwrap_or_else(|error| panic!("{error}\n{example}")) {
            let mut simulation = lane.simulation(&RecordOptions::NOTHING);
            assert!(simulation.advance(Time::from_secs(1.0), u64::MAX).time >= Time::from_secs(1.0));
        }
    }
}
