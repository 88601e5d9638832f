//! Compiles a fork: the setup with which a run continues.

use super::error::ScenarioError;
use super::lanes::{changed, needs_compared};
use super::models::Models;
use super::scripts::check_algorithm;
use super::types::{Fork, LaneChanges, Scenario};
use ackscope_engine::cc::CongestionControl;
use ackscope_engine::setup::{
    ChannelSetup, FlowSetup, ForkSetup, HopSetup, RateSetup, Recovery, Setup, SourceSetup, TcpSetup,
};
use ackscope_engine::units::{Quoted, Time};
use serde_json::Map;

/// The paths that a fork may set.
const ALLOWED: &str = "hops.N.rate, hops.N.delay, hops.N.queue.capacity or hops.N.loss, the same under hops.N.back, flows.N.algorithm or flows.N.parameters";

fn is_allowed(path: &str) -> bool {
    let keys: Vec<&str> = path.split('.').collect();
    match keys.as_slice() {
        ["hops", _, "back", rest @ ..] | ["hops", _, rest @ ..] => {
            matches!(rest, ["rate" | "delay" | "loss", ..] | ["queue", "capacity"])
        }
        ["flows", _, "algorithm"] | ["flows", _, "parameters", ..] => true,
        _ => false,
    }
}

/// Compiles the fork of `scenario`; `before` is the setup up to the fork, and `compile` makes that of
/// another scenario.
pub(crate) fn compile_fork(
    models: &Models,
    scenario: &Scenario,
    fork: &Fork,
    before: &Setup,
    compile: &dyn Fn(&Scenario) -> Result<Setup, ScenarioError>,
) -> Result<ForkSetup, ScenarioError> {
    let at = Time::from_secs(fork.at.si());
    if at == Time::ZERO || at >= before.duration {
        let allowed = format!("a time after 0 and before the end, {}", scenario.duration.written());
        return Err(ScenarioError::value("fork.at", fork.at.written(), allowed));
    }
    if let Some(path) = fork.set.iter().flat_map(Map::keys).find(|path| !is_allowed(path)) {
        return Err(ScenarioError::value("fork.set", Quoted(path).to_string(), ALLOWED));
    }
    if let Some(algorithm) = &fork.algorithm {
        check_algorithm(models, scenario, algorithm, "fork.algorithm")?;
        needs_compared(scenario, algorithm, "fork.algorithm")?;
    }
    let plain = Scenario { fork: None, ..scenario.clone() };
    let changes = LaneChanges {
        label: None,
        algorithm: fork.algorithm.clone(),
        parameters: fork.parameters.clone(),
        set: fork.set.clone(),
    };
    let after_fork = |error: ScenarioError| error.prefixed("After the fork, ");
    let other = changed(models, &plain, &changes, "fork.set", &after_fork)?;
    let mut after = compile(&other).map_err(after_fork)?;
    for (group, (old, new)) in scenario.flows.iter().zip(&other.flows).enumerate() {
        let changes = (&old.algorithm, &old.parameters) != (&new.algorithm, &new.parameters);
        for flow in before.members(group) {
            let new = std::mem::replace(&mut after.flows[flow], before.flows[flow].clone());
            if changes {
                after.flows[flow].source = taken_over(&before.flows[flow], new)?;
            }
        }
    }
    let resized = resized_hops(scenario, fork);
    for (hop, (old, new)) in before.hops.iter().zip(&mut after.hops).enumerate() {
        let forward = turned(&old.forward, &new.forward, resized[hop])?;
        let backward = turned(&old.backward, &new.backward, resized[hop])?;
        *new = HopSetup { forward, backward, ..old.clone() };
    }
    Ok(ForkSetup { at, after })
}

/// A channel after the fork: `old` with the rate, the delay and the loss model of `new`, and with its capacity if
/// `is_resized`.
fn turned(old: &ChannelSetup, new: &ChannelSetup, is_resized: bool) -> Result<ChannelSetup, ScenarioError> {
    let is_listed = |rate: &RateSetup| matches!(rate, RateSetup::Opportunities { .. });
    if old.rate != new.rate && (is_listed(&old.rate) || is_listed(&new.rate)) {
        let allowed = "a rate or steps, before the fork and after it";
        return Err(ScenarioError::value("fork.set", "a list of opportunities", allowed));
    }
    let mut turned = ChannelSetup {
        rate: new.rate.clone(),
        delay: new.delay.clone(),
        loss: new.loss.clone(),
        ..old.clone()
    };
    if is_resized {
        turned.queue.capacity = new.queue.capacity;
    }
    Ok(turned)
}

/// For each hop, with `repeat` expanded: whether the fork sets its queue capacity. If the fork
/// changes only the rate, a capacity in bandwidth-delay products keeps its number of packets.
fn resized_hops(scenario: &Scenario, fork: &Fork) -> Vec<bool> {
    let paths = || fork.set.iter().flat_map(Map::keys).filter(|path| path.ends_with(".capacity"));
    let items = scenario.hops.iter().enumerate();
    items
        .flat_map(|(item, hop)| {
            let keys = [Some(item.to_string()), hop.name.clone()];
            let is_named = |path: &String| {
                let key = path.split('.').nth(1);
                keys.iter().flatten().any(|name| key == Some(name))
            };
            let count = hop.repeat.map_or(1, |repeat| repeat.0 as usize);
            std::iter::repeat_n(paths().any(is_named), count)
        })
        .collect()
}

/// The source of a flow after the fork: the new algorithm continues the existing connection.
fn taken_over(before: &FlowSetup, after: FlowSetup) -> Result<SourceSetup, ScenarioError> {
    let (SourceSetup::Tcp(old), SourceSetup::Tcp(new)) = (&before.source, after.source) else {
        unreachable!("only TCP has an algorithm");
    };
    let refuse = |allowed: String| {
        let names = format!("{} after {}", Quoted(new.algorithm_id()), Quoted(old.algorithm_id()));
        Err(ScenarioError::value("fork.algorithm", names, allowed))
    };
    if before.ecn != after.ecn || old.marks != new.marks {
        return refuse(
            "an algorithm with the same ECN, which both ends agree on when they connect".to_owned(),
        );
    }
    for tcp in [old, &new] {
        if tcp.recovery == Recovery::Tahoe || tcp.controller().needs().answers_duplicates {
            let who = tcp.algorithm_id();
            return refuse(format!(
                "algorithms that leave loss recovery to the sender, which {who} here does not"
            ));
        }
    }
    Ok(SourceSetup::Tcp(Box::new(TcpSetup {
        algorithm: new.algorithm,
        params: new.params,
        own_algorithm: new.own_algorithm,
        mechanisms: new.mechanisms,
        beta_ecn: new.beta_ecn,
        ..(**old).clone()
    })))
}

#[cfg(test)]
mod tests {
    use crate::{compile_all, lanes, read};
    use ackscope_engine::setup::{Capacity, Recovery, Setup, SourceSetup, TcpSetup};

    fn scenario(rest: &str) -> String {
        format!(
            r#"{{"version":1,"duration":100,"hops":[{{"name":"pipe","rate":"2Mbps","delay":"10ms"}},{{"rate":"9Mbps","delay":"1ms","repeat":2}}],{rest}}}"#
        )
    }

    const FLOWS: &str = r#""flows":[{"name":"main","algorithm":"newreno","rtt":"100ms","compared":true},{"name":"other","algorithm":"sack","rtt":"90ms"}]"#;

    fn setups(rest: &str) -> Result<Vec<Setup>, crate::ScenarioError> {
        read(&scenario(rest)).and_then(|scenario| compile_all(&scenario))
    }

    fn after(fork: &str) -> Setup {
        let setup = setups(&format!(r#"{FLOWS},"fork":{fork}"#)).expect("valid").remove(0);
        setup.fork.expect("a fork").after
    }

    fn refused(rest: &str) -> (String, String) {
        let error = setups(rest).expect_err(rest);
        (error.path, error.message)
    }

    fn tcp(setup: &Setup, flow: usize) -> &TcpSetup {
        let SourceSetup::Tcp(tcp) = &setup.flows[flow].source else { panic!("TCP") };
        tcp
    }

    #[test]
    fn an_algorithm_takes_the_compared_flows_over_with_the_recovery_they_have() {
        let after = after(r#"{"at":"60s","algorithm":"cubic","parameters":{"c":0.3}}"#);
        assert_eq!((tcp(&after, 0).algorithm_id(), tcp(&after, 1).algorithm_id()), ("cubic", "sack"));
        assert_eq!(tcp(&after, 0).recovery, Recovery::NewReno, "cubic alone would bring SACK");
        assert_eq!(tcp(&after, 1).recovery, Recovery::Sack);
    }

    #[test]
    fn a_knob_turns_what_it_names_and_nothing_else() {
        let before = setups(FLOWS).expect("valid").remove(0);
        let slower = after(
            r#"{"at":60,"set":{"hops.pipe.rate":"1Mbps","hops.1.loss":{"kind":"bernoulli","probability":0.01}}}"#,
        );
        assert_ne!(slower.hops[0].forward.rate, before.hops[0].forward.rate);
        assert_eq!(
            slower.hops[0].forward.queue.capacity, before.hops[0].forward.queue.capacity,
            "1 bdp of before"
        );
        let kinds: Vec<&str> = slower.hops.iter().map(|hop| hop.forward.loss.kind).collect();
        assert_eq!(kinds, ["none", "bernoulli", "bernoulli"]);
        let larger = after(r#"{"at":60,"set":{"hops.1.queue.capacity":"77pkt"}}"#);
        assert_eq!(larger.hops[2].forward.queue.capacity, Capacity::Packets(77), "of each copy of the hop");
        assert_eq!(larger.hops[0].forward.queue.capacity, before.hops[0].forward.queue.capacity);
    }

    #[test]
    fn what_no_live_connection_can_do_is_refused_by_name() {
        let fork = |fork: &str| refused(&format!(r#"{FLOWS},"fork":{fork}"#));
        assert_eq!(fork(r#"{"algorithm":"cubic"}"#).1, "fork needs \"at\".");
        assert_eq!(fork(r#"{"at":0}"#).0, "fork.at");
        assert_eq!(fork(r#"{"at":100}"#).0, "fork.at");
        let (path, message) = fork(r#"{"at":60,"set":{"hops.0.jitter":{"kind":"uniform"}}}"#);
        assert_eq!(path, "fork.set");
        assert!(message.contains("\"hops.0.jitter\"") && message.contains("hops.N.rate"), "{message}");
        let (path, message) = fork(r#"{"at":60,"algorithm":"cubik"}"#);
        assert_eq!(path, "fork.algorithm");
        assert!(message.contains("did you mean \"cubic\""), "{message}");
        assert!(fork(r#"{"at":60,"algorithm":"dctcp"}"#).1.contains("ECN"));
        assert!(fork(r#"{"at":60,"algorithm":"tahoe"}"#).1.contains("loss recovery"));
        assert!(fork(r#"{"at":60,"set":{"hops.9.rate":1}}"#).1.contains("hops has no item"));
        assert!(
            fork(r#"{"at":60,"set":{"hops.0.rate":{"opportunities_ms":[1,2]}}}"#).1.contains("opportunities")
        );
        assert!(fork(r#"{"at":60,"parameters":{"c":1}}"#).1.contains("After the fork"));
        let nobody = r#""flows":[{"algorithm":"newreno","rtt":"1s"}],"fork":{"at":60,"algorithm":"cubic"}"#;
        assert!(refused(nobody).1.contains("compared"));
    }

    #[test]
    fn a_lane_forks_by_its_settings_and_is_called_after_it() {
        let mine = r#""scripts":{"mine":"on loss { cwnd = cwnd * 0.9 }"}"#;
        let compare = r#""compare":["newreno",{"algorithm":"newreno","set":{"fork":{"at":60,"algorithm":"mine"}}},{"set":{"fork":{"at":"1ms","set":{"hops.0.rate":"1Mbps"}}}}]"#;
        let rest = format!("{mine},{FLOWS},{compare}");
        let labels: Vec<String> =
            lanes(&read(&scenario(&rest)).expect("read")).into_iter().map(|lane| lane.label).collect();
        assert_eq!(labels, ["newreno", "newreno → mine at 60s", "newreno → hops.0.rate = 1Mbps at 1ms"]);
        let setups = setups(&rest).expect("valid");
        assert!(setups[0].fork.is_none());
        let after = &setups[1].fork.as_ref().expect("a fork").after;
        assert_eq!(tcp(after, 0).algorithm_id(), "mine");
        assert_eq!(after.own_rules.len(), setups[0].own_rules.len(), "one list for the whole run");
    }
}
