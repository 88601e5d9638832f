//! What the page needs from the engine: checks of a scenario, descriptions of a run, and its new
//! data since the last call.
//!
//! The WebAssembly crate only wraps this module, so all of it is tested natively.

mod check;
mod classwork;
mod columns;
mod expression;
mod info;
mod measured;
mod names;
mod programs;
mod replayed;
mod run;
mod script;
mod sweep;

pub use check::{ABOUT_AS_LONG, Check, Estimate, LaneName, Passed, Trial, check, check_with, estimate, lane};
pub use classwork::{Classwork, classwork};
pub use columns::{Chunk, Cursor, PacketColumns, packets};
pub use expression::{ExpressionOf, ExpressionReport, evaluate, expression};
pub use info::{ChannelInfo, FlowInfo, LaneInfo, SeriesInfo, SourceInfo, info};
pub use measured::{Measured, MeasuredOf};
pub use names::ExpressionName;
pub use programs::{compile_scripts, programs};
pub use replayed::{replayed_packets, replayed_series};
pub use run::Run;
pub use script::{
    ScriptEquation, ScriptError, ScriptReport, ScriptValue, ScriptWord, export_script, script, script_words,
};
pub use sweep::{PlannedPoint, SweepPlan, SweepRun, score_spec};

use crate::export::{Exported, Origin, Simulator};
use crate::json::write_json;
use crate::provenance::Provenance;
use crate::theory::{Table, table};
use ackscope_engine::units::Quoted;
use ackscope_scenario::{Compiler, Scenario, ScenarioError, read, read_json};
use serde_json::Value;

/// Reads a scenario with another seed.
fn with_seed(text: &str, seed: u64) -> Result<Scenario, ScenarioError> {
    crate::overrides::with_seed(&read_json(text)?, seed)
}

/// A formula at every combination of the values in `sets`, which is a JSON object.
pub fn theory(id: &str, sets: &str) -> Result<Table, ScenarioError> {
    match read_json(sets)? {
        Value::Object(sets) => table(id, &sets),
        other => Err(ScenarioError::value("", write_json(&other), "an object with values by parameter")),
    }
}

/// A lane as a program for another simulator.
///
/// # Errors
/// If the scenario is invalid or the simulator is unknown.
pub fn program(text: &str, index: usize, simulator: &str, origin: Origin) -> Result<Exported, ScenarioError> {
    let simulator = match simulator {
        "ns2" => Simulator::Ns2,
        "ns3" => Simulator::Ns3,
        "mahimahi" => Simulator::Mahimahi,
        other => {
            return Err(ScenarioError::value("simulator", Quoted(other).to_string(), "ns2, ns3 or mahimahi"));
        }
    };
    let scenario = read(text)?;
    let provenance = Provenance::of(&scenario);
    let origin = Origin { provenance: Some(&provenance), ..origin };
    Ok(crate::export::export(
        &crate::lanes::one_with(&scenario, index, &Compiler::default())?,
        simulator,
        origin,
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lanes::LanePlan;
    use ackscope_engine::sim::Simulation;
    use ackscope_engine::trace::RecordOptions;
    use ackscope_engine::units::Time;
    use ackscope_scenario::apply_set;

    const SCENARIO: &str = r#"{"version":1,"duration":20,"hops":[{"rate":"2Mbps","delay":"10ms","queue":{"capacity":20}}],
        "flows":[{"name":"main","algorithm":"newreno","rtt":"100ms","compared":true,"shadow":["ewma-0.9"]},
                 {"name":"back","algorithm":"newreno","count":3,"direction":"backward","rtt":"100ms"}],
        "compare":["newreno","westwood+"]}"#;

    fn started() -> (LanePlan, Simulation) {
        let plan = lane(SCENARIO, 1).expect("valid");
        let simulation = plan.simulation(&RecordOptions::PAGE);
        (plan, simulation)
    }

    #[test]
    fn a_check_says_what_will_run_or_where_it_is_wrong() {
        let Check::Passed(passed) = check(SCENARIO) else { panic!("refused") };
        assert_eq!(passed.lanes.len(), 2);
        assert_eq!(passed.duration_s, 20.0);
        // Two lanes, two directions, 2 Mbit/s in packets of 12000 bits for 20 s, and an ACK for
        // each packet: the estimate is an upper bound, and at most four times too large.
        let carried = 2.0 * 2.0 * 2.0 * 3333.0;
        assert!((carried..4.0 * carried).contains(&passed.estimate.segments), "{:?}", passed.estimate);
        let Check::Failed { ok, error } = check(&SCENARIO.replace("\"rate\"", "\"rat\"")) else {
            panic!("accepted")
        };
        assert!(!ok);
        assert_eq!(error.nearest.as_deref(), Some("rate"));
    }

    /// A page begins such runs before they are checked.
    #[test]
    fn what_makes_a_run_about_as_long_does_so() {
        let packets = |text: &str| match check(text) {
            Check::Passed(passed) => passed.estimate.segments,
            Check::Failed { error, .. } => panic!("{}", error.message),
        };
        let plain = packets(SCENARIO);
        let cases: [(&str, &[&str]); 4] = [
            ("hops.*.queue", &[r#"{"capacity":5}"#, r#"{"capacity":2000,"kind":"codel"}"#]),
            ("hops.*.loss", &[r#"{"kind":"bernoulli","probability":0.3}"#]),
            ("flows.*.rtt", &["0.03", "0.4"]),
            ("flows.*.delayed_ack", &["false"]),
        ];
        assert_eq!(cases.map(|(path, _)| path), ABOUT_AS_LONG);
        for (path, values) in cases {
            for value in values {
                let mut changed = serde_json::from_str(SCENARIO).unwrap();
                let value = serde_json::from_str(value).unwrap();
                apply_set(&mut changed, &path.replace('*', "0"), value).unwrap();
                let found = packets(&changed.to_string()) / plain;
                assert!((0.3..3.0).contains(&found), "{path}: {found}");
            }
        }
    }

    /// A bound of gigabytes for runs of a second, each with some hundred packets per flow.
    #[test]
    fn a_high_bound_is_replaced_by_trial_runs() {
        let lanes: Vec<String> =
            (0..40).map(|lane| format!(r#"{{"label":"{lane}","algorithm":"newreno"}}"#)).collect();
        let scenario = format!(
            r#"{{"version":1,"duration":"1s","hops":[{{"rate":"2Mbps","delay":"10ms","queue":{{"capacity":40}}}}],
                "flows":[{{"algorithm":"newreno","rtt":"250ms","compared":true}},
                         {{"name":"reverse","algorithm":"newreno","count":2000,"direction":"backward","rtt":"250ms"}}],
                "compare":[{}]}}"#,
            lanes.join(",")
        );
        let Check::Passed(passed) = check(&scenario) else { panic!("refused") };
        assert!(
            passed.estimate.trial == Some(Trial::Needed) && passed.estimate.memory_bytes > 2e9,
            "{:?}",
            passed.estimate
        );
        let found = estimate(&scenario).expect("valid");
        assert!(found.trial == Some(Trial::Made) && found.memory_bytes < 1e9, "{found:?}");
        assert!(found.segments < passed.estimate.segments / 10.0, "{found:?}");
    }

    #[test]
    fn ten_thousand_flows_are_run_unasked() {
        let Check::Passed(passed) = check(&SCENARIO.replace(r#""count":3"#, r#""count":10000"#)) else {
            panic!("refused")
        };
        // For one lane.
        assert!(passed.estimate.memory_bytes / 2.0 < 4e8, "{:?}", passed.estimate);
        assert!(passed.estimate.segments / 2.0 < 2e8, "{:?}", passed.estimate);
    }

    #[test]
    fn info_names_what_chunks_number() {
        let (plan, mut simulation) = started();
        simulation.advance(Time::NEVER, u64::MAX);
        let provenance = Provenance::of(&read(SCENARIO).expect("valid"));
        let info = info(&plan, &simulation, provenance);
        assert_eq!(info.algorithm, "westwood+");
        assert_eq!(info.flows.len(), 4);
        assert_eq!(info.hops.len(), 2);
        let estimates: Vec<_> = info.series.iter().filter(|series| series.series == "bwe").collect();
        assert!(estimates.iter().all(|series| series.estimator.as_deref() == Some("ewma-0.9")));
        assert!(!estimates.is_empty());
        let bands =
            info.series.iter().filter(|s| matches!(&s.source, SourceInfo::Group { name } if name == "back"));
        assert!(bands.count() > 0, "a group of several flows has a band");
    }

    #[test]
    fn a_lane_that_counts_delayed_acks_grows_by_half() {
        // RFC 5681 §3.1: an ACK of two segments adds as much as an ACK of one, unless bytes are counted.
        let half = |of_main: &str| {
            let text = SCENARIO.replacen(r#""rtt":"100ms","#, &format!(r#""rtt":"100ms",{of_main}"#), 1);
            let plan = lane(&text, 0).expect("valid");
            let simulation = plan.simulation(&RecordOptions::PAGE);
            info(&plan, &simulation, Provenance::of(&read(&text).expect("valid"))).half_growth
        };
        assert!(half(""));
        assert!(half(r#""tcp":"linux6","growth":"per-ack","#));
        for settings in [r#""delayed_ack":false,"#, r#""growth":"byte-counting","#, r#""tcp":"linux6","#] {
            assert!(!half(settings), "{settings}");
        }
    }

    #[test]
    fn chunks_put_together_are_the_whole_trace() {
        let (_, mut simulation) = started();
        let mut cursor = Cursor::default();
        let mut grown: Vec<Vec<(f64, f32)>> = Vec::new();
        let mut events = 0;
        loop {
            let progress = simulation.advance(Time::NEVER, 997);
            let chunk = cursor.take(&simulation);
            let mut at = 0;
            for part in chunk.index.chunks(3) {
                let (id, from, count) = (part[0] as usize, part[1] as usize, part[2] as usize);
                grown.resize(grown.len().max(id + 1), Vec::new());
                grown[id].truncate(from);
                grown[id].extend((at..at + count).map(|place| (chunk.time_s[place], chunk.last[place])));
                at += count;
            }
            events += chunk.event_rule.len();
            if progress.done {
                break;
            }
        }
        let whole = Cursor::default().take(&simulation);
        let mut at = 0;
        for part in whole.index.chunks(3) {
            let count = part[2] as usize;
            let series: Vec<_> = (at..at + count).map(|p| (whole.time_s[p], whole.last[p])).collect();
            assert_eq!(grown[part[0] as usize], series, "series {}", part[0]);
            at += count;
        }
        assert_eq!(events, whole.event_rule.len());
        assert!(events > 0 && at > 1000);
    }

    #[test]
    fn a_replayed_window_shows_every_packet_on_its_links() {
        let (_, mut simulation) = started();
        simulation.advance(Time::NEVER, u64::MAX);
        let log = packets(&simulation, 10.0, 10.5);
        assert!(log.flow.len() > 100);
        assert!(log.arrive_s.iter().all(|&t| t >= 10.0));
        assert!(log.enter_s.iter().all(|&t| t <= 10.5));
        for place in 0..log.flow.len() {
            assert!(log.enter_s[place] <= log.start_s[place] && log.start_s[place] <= log.depart_s[place]);
            assert!(log.depart_s[place] <= log.arrive_s[place]);
        }
        assert_eq!(packets(&simulation, 10.0, 10.5).enter_s, log.enter_s, "a replay repeats");
    }
}
