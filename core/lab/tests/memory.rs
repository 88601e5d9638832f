//! No experiment of the gallery takes more memory than a page allows, neither as a run nor as a
//! sweep on many workers.

use ackscope_engine::trace::RecordOptions;
use ackscope_lab::experiments::{Form, experiments};
use ackscope_lab::lanes::plan;
use ackscope_lab::overrides::apply_all;
use ackscope_scenario::read_value;

/// `POSSIBLE.memoryBytes` of `web/model/src/limits.ts`.
const PAGE_BYTES: f64 = 1.5e9;
/// Runs of a sweep that are active at once on a large machine.
const WORKERS: f64 = 16.0;

#[test]
fn every_experiment_can_be_run_and_swept_in_a_page() {
    let mut judged = 0;
    for experiment in experiments() {
        let Some(scenario) = experiment.scenario(Form::Full, None).expect("a scenario") else { continue };
        let points =
            experiment.axes.iter().flat_map(|axis| experiment.points(axis, Form::Full)).map(|point| {
                let mut changed = scenario.clone();
                apply_all(&mut changed, &point.set).map(|()| changed)
            });
        for scenario in points.flatten().chain([scenario.clone()]) {
            // A point of one axis alone need not be a valid scenario.
            let Ok(lanes) = read_value(&scenario).and_then(|scenario| plan(&scenario)) else { continue };
            judged += 1;
            let bytes = |options: &RecordOptions| {
                lanes.iter().map(|lane| lane.cost(options).bytes).collect::<Vec<_>>()
            };
            let run: f64 = bytes(&RecordOptions::PAGE).iter().sum();
            let largest = bytes(&RecordOptions::NOTHING).into_iter().fold(0.0, f64::max);
            assert!(run < PAGE_BYTES, "{}: {run} bytes in {} lanes", experiment.id, lanes.len());
            assert!(largest * WORKERS < PAGE_BYTES, "{}: {largest} bytes on each worker", experiment.id);
        }
    }
    assert!(judged > 200, "{judged} scenarios");
}
