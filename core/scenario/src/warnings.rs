//! Warnings about a valid scenario: settings that have no effect in its run.

use super::ecn::{brought_by, marks_by_default, serves_l4s};
use super::limits::MAX_HOPS;
use super::quantity::Whole;
use super::types::{CompareEntry, EcnChoice, Flow, FlowKind, Hop, Period, Queue, Rate, Scenario, Way};
use ackscope_engine::cc::features_of;
use ackscope_engine::units::Quoted;
use serde_json::Value;

/// One sentence for each setting of a valid scenario that has no effect in its run.
pub fn warnings(scenario: &Scenario) -> Vec<String> {
    let end_s = scenario.duration.si();
    let mut said = Vec::new();
    for (index, hop) in scenario.hops.iter().enumerate() {
        of_hop(&mut said, hop, &format!("hops.{index}"), end_s);
    }
    for (index, flow) in scenario.flows.iter().enumerate() {
        of_flow(&mut said, flow, &format!("flows.{index}"), end_s);
    }
    of_marks(&mut said, scenario);
    of_other_than_linux(&mut said, scenario);
    let compares = scenario.compare.as_ref().is_some_and(|lanes| lanes.len() > 1);
    let compared = || scenario.flows.iter().filter(|flow| flow.compared == Some(true));
    if compares
        && compared().next().is_some()
        && compared().all(|flow| flow.count.is_some_and(|count| count.0 == 0))
    {
        said.push("The compared flows have a count of 0: the lanes compare nothing.".to_owned());
    }
    said
}

/// A sender like Linux with an algorithm that Linux does not ship, where it ships another of its family.
fn of_other_than_linux(said: &mut Vec<String>, scenario: &Scenario) {
    let is_linux = |flow: &&Flow| flow.is_linux();
    let named = |lane: &CompareEntry| match lane {
        CompareEntry::Id(id) => Some(id.clone()),
        CompareEntry::Changes(lane) => lane.algorithm.clone(),
    };
    let mut check = |algorithm: Option<String>, path: String| {
        let why = algorithm.as_deref().and_then(|id| Some((id, features_of(id).not_in_linux?)));
        said.extend(why.map(|(id, why)| format!("{path}: {} is {why}", Quoted(id))));
    };
    let lanes = scenario.compare.as_deref().unwrap_or_default();
    for (index, flow) in scenario.flows.iter().enumerate().filter(|(_, flow)| is_linux(flow)) {
        let is_compared = flow.compared == Some(true) && !lanes.is_empty();
        if !is_compared || lanes.iter().any(|lane| named(lane).is_none()) {
            check(flow.algorithm.clone(), format!("flows.{index}.algorithm"));
        }
    }
    if scenario.flows.iter().filter(is_linux).any(|flow| flow.compared == Some(true)) {
        for (index, lane) in lanes.iter().enumerate() {
            check(named(lane), format!("compare.{index}"));
        }
    }
}

fn of_hop(said: &mut Vec<String>, hop: &Hop, path: &str, end_s: f64) {
    let back = hop.back.as_ref().and_then(|back| back.rate.as_ref());
    for (rate, path) in [(Some(&hop.rate), format!("{path}.rate")), (back, format!("{path}.back.rate"))] {
        let Some(Rate::Steps(steps)) = rate else { continue };
        if let Some(late) = steps.iter().position(|step| step.0.si() >= end_s) {
            said.push(format!("{path}.{late} is after the end of the run."));
        }
    }
}

fn of_flow(said: &mut Vec<String>, flow: &Flow, path: &str, end_s: f64) {
    if flow.count.is_some_and(|count| count.0 == 0) {
        return;
    }
    if flow.start.as_ref().is_some_and(|start| start.si() >= end_s) {
        said.push(format!("{path} starts after the end of the run."));
        return;
    }
    let late = |Period(from, _): &Period| from.si() >= end_s;
    match flow.active.as_deref().unwrap_or_default() {
        periods if !periods.is_empty() && periods.iter().all(late) => {
            said.push(format!("{path} is active only after the end of the run."));
        }
        periods => {
            if let Some(index) = periods.iter().position(late) {
                said.push(format!("{path}.active.{index} is after the end of the run."));
            }
        }
    }
}

/// What to say of a flow whose algorithm does not answer marks. Some do with a parameter and a receiver that
/// counts them.
fn unanswered_by(flow: &Flow, algorithm: &str) -> Option<&'static str> {
    let ignores = features_of(algorithm).ignores_marks?;
    let answers = ignores.unless.is_some_and(|(parameter, value)| {
        let asked = flow.parameters.as_ref().and_then(|own| own.get(parameter)?.as_str());
        asked == Some(value) && flow.ecn == Some(EcnChoice::Accurate)
    });
    (!answers).then_some(ignores.warning)
}

/// The ECN mode of a flow: its own, or that of its algorithm.
fn ecn_of(flow: &Flow) -> EcnChoice {
    flow.ecn.unwrap_or(brought_by(flow.algorithm.as_deref().unwrap_or_default()))
}

/// The queue of a hop in this direction; the backward queue defaults to the forward one.
fn queue_of(hop: &Hop, way: Way) -> Option<&Queue> {
    let back = hop.back.as_ref().and_then(|back| back.queue.as_ref()).filter(|_| way == Way::Backward);
    back.or(hop.queue.as_ref())
}

/// The marking queues on the path of `flow`'s data, by hop and kind.
fn markers<'a>(line: &[&'a Hop], flow: &Flow) -> Vec<(usize, &'a str)> {
    let way = flow.direction.unwrap_or(Way::Forward);
    let end = |place: Option<&Whole>, silent: usize| {
        place.and_then(|place| usize::try_from(place.0).ok()).unwrap_or(silent).min(line.len())
    };
    let (from, to) = (end(flow.from.as_ref(), 0), end(flow.to.as_ref(), line.len()));
    let marks =
        |queue: &&Queue| is_marker(queue.kind.as_deref().unwrap_or_default(), queue.parameters.get("ecn"));
    let kind = |place: usize| {
        let queue = queue_of(line[place], way).filter(marks)?;
        Some((place, queue.kind.as_deref().unwrap_or_default()))
    };
    (from.min(to)..from.max(to)).filter_map(kind).collect()
}

/// Whether a queue of this kind marks, given its parameter `ecn`.
fn is_marker(kind: &str, ecn: Option<&Value>) -> bool {
    ecn.and_then(Value::as_bool).unwrap_or(marks_by_default(kind))
}

/// Whether a lane adds a queue that marks, at any hop.
fn a_lane_marks(scenario: &Scenario) -> bool {
    let brings = |(path, value): (&String, &Value)| {
        let kind = value.get("kind").and_then(Value::as_str).unwrap_or_default();
        (path.ends_with(".queue") && is_marker(kind, value.get("ecn")))
            || (path.ends_with(".queue.ecn") && *value == true)
    };
    let changes = scenario.compare.iter().flatten().filter_map(|entry| match entry {
        CompareEntry::Changes(changes) => changes.set.as_ref(),
        CompareEntry::Id(_) => None,
    });
    changes.flatten().any(brings)
}

/// Warns about marks that no queue sets or no flow answers, and about queues that mark an L4S flow
/// like a classic one.
fn of_marks(said: &mut Vec<String>, scenario: &Scenario) {
    let copies = |hop: &Hop| hop.repeat.map_or(1, |repeat| repeat.0.min(MAX_HOPS)) as usize;
    let line: Vec<&Hop> =
        scenario.hops.iter().flat_map(|hop| std::iter::repeat_n(hop, copies(hop))).collect();
    let mut unanswered = false;
    let mut answered = false;
    for (index, flow) in scenario.flows.iter().enumerate() {
        let algorithm = flow.algorithm.as_deref().unwrap_or_default();
        let (own, choice) = (brought_by(algorithm), ecn_of(flow));
        let markers = markers(&line, flow);
        if choice == EcnChoice::Off {
            unanswered |= !markers.is_empty() && flow.kind != Some(FlowKind::Cbr);
            if own != EcnChoice::Off {
                said.push(format!("flows.{index}: {algorithm} without ECN follows New Reno's law."));
            }
            continue;
        }
        answered = true;
        if markers.is_empty() && a_lane_marks(scenario) {
            continue;
        }
        if markers.is_empty() {
            said.push(format!("flows.{index}.ecn: no queue on its way marks packets."));
        } else if own == EcnChoice::L4s && choice == EcnChoice::Accurate {
            said.push(format!(
                "flows.{index}.ecn: accurate puts {algorithm} into the queue of classic flows."
            ));
        } else if let Some(warning) = unanswered_by(flow, algorithm) {
            said.push(format!("flows.{index}: {warning}"));
        }
        // The queue marks an L4S flow as rarely as a classic flow (RFC 9331 §5.1).
        let classic = markers.iter().find(|(_, kind)| !serves_l4s(kind));
        if let Some((_, kind)) = classic.filter(|_| choice == EcnChoice::L4s) {
            said.push(format!(
                "flows.{index}.ecn: {kind} marks as for classic flows, to which {algorithm} leaves little there."
            ));
        }
    }
    let lanes_may = scenario.compare.as_ref().is_some_and(|lanes| lanes.len() > 1);
    if unanswered && !answered && !lanes_may {
        said.push("A queue marks packets, but no flow uses ECN.".to_owned());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read_value;
    use serde_json::json;

    fn of(changes: &[(&str, Value)]) -> Vec<String> {
        let mut value = json!({ "version": 1, "duration": "10s", "hops": [{ "rate": "2Mbps", "delay": "10ms" }],
            "flows": [{ "name": "main", "algorithm": "newreno", "compared": true }], "compare": ["newreno", "vegas"] });
        for (path, change) in changes {
            crate::apply_set(&mut value, path, change.clone()).unwrap();
        }
        warnings(&read_value(&value).unwrap())
    }

    #[test]
    fn what_will_not_happen_is_said() {
        assert_eq!(of(&[]), [""; 0]);
        let active = |periods: Value| of(&[("flows.main.active", periods)]);
        assert_eq!(active(json!([[1, 5], [8, 99]])), [""; 0], "the second one happens, cut");
        assert_eq!(active(json!([[1, 5], [10, 20]])), ["flows.0.active.1 is after the end of the run."]);
        assert_eq!(active(json!([[10, 20]])), ["flows.0 is active only after the end of the run."]);
        assert_eq!(of(&[("flows.main.start", json!("10s"))]), ["flows.0 starts after the end of the run."]);
        let steps = json!([[0, "2Mbps"], ["30s", "1Mbps"]]);
        assert_eq!(of(&[("hops.0.rate", steps)]), ["hops.0.rate.1 is after the end of the run."]);
        let nobody = of(&[("flows.main.count", json!(0))]);
        assert_eq!(nobody, ["The compared flows have a count of 0: the lanes compare nothing."]);
    }

    #[test]
    fn marks_that_nobody_makes_or_answers_are_said() {
        let flow = |algorithm: &str, ecn: Value| json!([{ "name": "main", "algorithm": algorithm, "ecn": ecn, "compared": true }]);
        let with = |kind: &str, flows: Value| {
            of(&[("hops.0.queue", json!({ "kind": kind })), ("flows", flows), ("compare", json!([]))])
        };
        assert_eq!(with("step", flow("newreno", json!("classic"))), [""; 0]);
        assert_eq!(with("step", flow("dctcp", Value::Null)), [""; 0]);
        let nobody = ["flows.0.ecn: no queue on its way marks packets."];
        assert_eq!(with("red", flow("newreno", json!("classic"))), nobody);
        assert_eq!(
            with("step", flow("newreno", Value::Null)),
            ["A queue marks packets, but no flow uses ECN."]
        );
        assert_eq!(
            with("step", flow("dctcp", json!("off"))),
            [
                "flows.0: dctcp without ECN follows New Reno's law.",
                "A queue marks packets, but no flow uses ECN."
            ]
        );
        assert!(
            with("step", flow("bbr", json!("classic")))[0].starts_with("flows.0: BBR v1 does not answer")
        );
        assert!(
            with("step", flow("bbr3", json!("accurate")))[0].starts_with("flows.0: bbr3 answers marks only")
        );
        let mut asked = flow("bbr3", json!("accurate"));
        asked[0]["parameters"] = json!({ "ecn": "linux-v3" });
        assert!(with("step", asked).is_empty());
    }

    #[test]
    fn lanes_that_bring_other_queues_are_compared_without_a_warning() {
        let with = |compare: Value| {
            let flows =
                json!([{ "name": "main", "algorithm": "newreno", "ecn": "classic", "compared": true }]);
            of(&[("flows", flows), ("compare", compare)])
        };
        let nobody = ["flows.0.ecn: no queue on its way marks packets."];
        let lanes = |set: Value| json!([{ "label": "drop-tail" }, { "label": "other", "set": set }]);
        assert_eq!(
            with(lanes(json!({ "hops.0.queue": { "kind": "red" } }))),
            nobody,
            "RED drops unless asked"
        );
        assert_eq!(with(lanes(json!({ "hops.0.queue": { "kind": "red", "ecn": true } }))), [""; 0]);
        assert_eq!(with(lanes(json!({ "hops.0.queue": { "kind": "dualpi2" } }))), [""; 0]);
        assert_eq!(with(lanes(json!({ "hops.0.rate": "1Mbps" }))), nobody);
    }

    #[test]
    fn linux_with_the_cubic_of_2005_is_said() {
        let with = |algorithm: &str, tcp: &str, compare: Value| {
            let flows = json!([{ "name": "main", "algorithm": algorithm, "tcp": tcp, "compared": true }]);
            let said = of(&[("flows", flows), ("compare", compare)]);
            said.iter().map(|text| text.split(':').next().unwrap().to_owned()).collect::<Vec<_>>()
        };
        assert_eq!(with("cubic", "linux6", json!([])), ["flows.0.algorithm"]);
        assert_eq!(with("cubic", "classic", json!(["cubic"])), [""; 0]);
        assert_eq!(with("cubic", "linux6", json!(["newreno", "cubic-rfc9438"])), [""; 0]);
        let lanes = json!(["newreno", "cubic", { "label": "own" }]);
        assert_eq!(with("cubic", "linux6", lanes), ["flows.0.algorithm", "compare.1"]);
    }

    #[test]
    fn marks_count_on_the_way_of_the_data() {
        let hop = |kind: &str| json!({ "rate": "2Mbps", "delay": "10ms", "queue": { "kind": kind } });
        let with = |hops: Value, flow: Value| {
            let mut one =
                json!({ "name": "main", "algorithm": "newreno", "ecn": "classic", "compared": true });
            for (key, value) in flow.as_object().unwrap() {
                one[key] = value.clone();
            }
            of(&[("hops", hops), ("flows", json!([one])), ("compare", json!([]))])
        };
        let line = || json!([hop("drop-tail"), hop("drop-tail"), hop("step")]);
        assert_eq!(with(line(), json!({})), [""; 0]);
        let nobody = ["flows.0.ecn: no queue on its way marks packets."];
        assert_eq!(with(line(), json!({ "to": 2 })), nobody);
        assert_eq!(with(line(), json!({ "from": 2, "to": 3 })), [""; 0]);
        assert_eq!(with(line(), json!({ "direction": "backward" })), [""; 0], "as forward");
        let mut one_way = line();
        one_way[2]["back"] = json!({ "queue": { "kind": "drop-tail" } });
        assert_eq!(with(one_way, json!({ "direction": "backward" })), nobody);
        let mut repeated = json!([hop("drop-tail"), hop("step")]);
        repeated[0]["repeat"] = json!(3);
        assert_eq!(with(repeated.clone(), json!({ "to": 3 })), nobody);
        assert_eq!(with(repeated, json!({ "to": 4 })), [""; 0]);
        let off = with(line(), json!({ "ecn": "off", "to": 2 }));
        assert_eq!(off, [""; 0], "nothing that it crosses marks");
    }

    #[test]
    fn a_classic_marker_under_prague_is_said() {
        let prague = |queue: Value| {
            let flow = json!([{ "name": "main", "algorithm": "prague", "compared": true }]);
            of(&[("hops.0.queue", queue), ("flows", flow), ("compare", json!([]))])
        };
        for kind in ["red", "gentle-red", "adaptive-red", "easy-red", "pie", "codel"] {
            let expected = format!(
                "flows.0.ecn: {kind} marks as for classic flows, to which prague leaves little there."
            );
            assert_eq!(prague(json!({ "kind": kind, "ecn": true })), [expected]);
        }
        for kind in ["dualpi2", "fq-codel", "step"] {
            assert_eq!(prague(json!({ "kind": kind })), [""; 0]);
        }
    }
}
