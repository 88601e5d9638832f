//! What is odd about a scenario but not wrong: things in it that will not happen.

use super::ecn::{brought_by, marks_by_default};
use super::shorthand::{Period, Rate};
use super::types::{EcnChoice, Flow, FlowKind, Hop, Scenario};

/// One sentence for each thing in a valid scenario that its run will not show.
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

/// Whether a flow of BBR version 3 takes marks in, and its receiver counts them.
fn answers_marks(flow: &Flow) -> bool {
    let asked = flow.parameters.as_ref().and_then(|own| own.get("ecn")?.as_str());
    asked == Some("linux-v3") && flow.ecn == Some(EcnChoice::Accurate)
}

/// Marks that nobody makes, or nobody answers.
fn of_marks(said: &mut Vec<String>, scenario: &Scenario) {
    let marks = |hop: &Hop| {
        let queues = [hop.queue.as_ref(), hop.back.as_ref().and_then(|back| back.queue.as_ref())];
        queues.into_iter().flatten().any(|queue| {
            let given = queue.parameters.get("ecn").and_then(serde_json::Value::as_bool);
            given.unwrap_or(marks_by_default(queue.kind.as_deref().unwrap_or_default()))
        })
    };
    let anywhere = scenario.hops.iter().any(marks);
    for (index, flow) in scenario.flows.iter().enumerate() {
        let algorithm = flow.algorithm.as_deref().unwrap_or_default();
        let own = brought_by(algorithm);
        let choice = flow.ecn.unwrap_or(own);
        if choice == EcnChoice::Off {
            if own != EcnChoice::Off {
                said.push(format!("flows.{index}: {algorithm} without ECN follows New Reno's law."));
            }
        } else if !anywhere {
            said.push(format!("flows.{index}.ecn: no queue marks packets."));
        } else if algorithm == "prague" && choice == EcnChoice::Accurate {
            said.push(format!("flows.{index}.ecn: accurate puts prague into the queue of classic flows."));
        } else if algorithm == "bbr" {
            said.push(format!(
                "flows.{index}: BBR v1 does not answer marks; packets that are marked instead of dropped cost it nothing."
            ));
        } else if algorithm == "bbr3" && !answers_marks(flow) {
            said.push(format!(
                "flows.{index}: bbr3 answers marks only with the parameter ecn: linux-v3 and with ecn: accurate."
            ));
        }
    }
    let answers = |flow: &Flow| {
        flow.ecn.unwrap_or(brought_by(flow.algorithm.as_deref().unwrap_or_default())) != EcnChoice::Off
    };
    let lanes_may = scenario.compare.as_ref().is_some_and(|lanes| lanes.len() > 1);
    let has_tcp = scenario.flows.iter().any(|flow| flow.kind != Some(FlowKind::Cbr));
    if anywhere && has_tcp && !lanes_may && !scenario.flows.iter().any(answers) {
        said.push("A queue marks packets, but no flow uses ECN.".to_owned());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read_value;
    use serde_json::{Value, json};

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
        assert_eq!(with("red", flow("newreno", json!("classic"))), ["flows.0.ecn: no queue marks packets."]);
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
}
