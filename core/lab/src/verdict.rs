//! How each lane's algorithm would have reacted to an event of one lane.

use ackscope_engine::cc::Controller;
use ackscope_engine::cc::shadow::{Answer, Comparison as Asked};
use ackscope_engine::setup::{Setup, TcpSetup};
use ackscope_engine::sim::Simulation;
use ackscope_engine::units::Time;
use ackscope_scenario::{Lane, Programs, Scenario, ScenarioError, compile_sender, lanes};
use schemars::JsonSchema;
use serde::Serialize;

/// The state at an event of a lane, and what the algorithm of each lane makes of it.
///
/// The run is repeated with the other algorithms looking on: they hear every ACK of this lane's
/// connection and meet its window, so that what they remember and what they answer comes from the
/// same history.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Verdict {
    pub time_s: f64,
    pub flow: usize,
    /// What the algorithms were asked.
    #[schemars(with = "OccasionId")]
    pub occasion: &'static str,
    /// Since when the other algorithms have followed the connection, in seconds.
    pub since_s: f64,
    /// They have followed it from its first segment on.
    pub is_whole: bool,
    /// The connection before the decision.
    pub state: ConnectionState,
    /// One per lane, in the order of the lanes; that of the lane itself is what happened.
    pub lanes: Vec<LaneAnswer>,
}

/// What algorithms are asked, for the schema of [`Verdict::occasion`].
#[derive(JsonSchema)]
#[schemars(rename = "Occasion", rename_all = "kebab-case")]
#[allow(dead_code)]
enum OccasionId {
    Timeout,
    Loss,
    RecoveryExit,
    Round,
    Growth,
}

/// A connection as its algorithm sees it.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ConnectionState {
    /// Congestion window, in segments.
    pub cwnd: f64,
    /// Slow-start threshold, in segments; null while there is none.
    pub ssthresh: Option<f64>,
    /// Segments sent and not yet cumulatively acknowledged.
    pub flight: u64,
    /// First of them.
    pub una: u64,
    /// Smoothed RTT, in seconds; null before the first sample.
    pub srtt_s: Option<f64>,
    /// Latest RTT sample, in seconds.
    pub last_rtt_s: Option<f64>,
    /// Smallest RTT sample, in seconds.
    pub min_rtt_s: Option<f64>,
}

/// What the algorithm of a lane makes of the state.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct LaneAnswer {
    /// The lane's label.
    pub label: String,
    pub algorithm: String,
    /// The window it sets, in segments.
    pub cwnd: f64,
    /// The threshold it sets, in segments; null while there is none.
    pub ssthresh: Option<f64>,
    /// Its bandwidth estimate, in bit/s, if it keeps one.
    pub estimate_bps: Option<f64>,
    /// The rules it applied, with their numbers.
    pub decisions: Vec<AppliedRule>,
}

/// A rule with the values of its terms.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct AppliedRule {
    /// The rule's id.
    pub rule: u32,
    /// Values in the order of the rule's terms; null where infinite or unused.
    pub terms: Vec<Option<f64>>,
}

/// The verdict on the event of lane `lane` at `time_s`; `None` if the lane's compared flow decided
/// nothing at that time. Of the other lanes only the compared flow's sender is compiled: with many
/// flows a whole lane takes long. `scenario` has passed the check.
pub fn verdict(
    scenario: &Scenario,
    programs: &dyn Programs,
    lane: usize,
    simulation: &Simulation,
    time_s: f64,
) -> Result<Option<Verdict>, ScenarioError> {
    let named = lanes(scenario);
    let senders: Option<Vec<TcpSetup>> =
        (0..named.len()).map(|at| compile_sender(scenario, at, programs)).collect::<Result<_, _>>()?;
    Ok(senders.and_then(|senders| of_senders(&named, &senders, lane, simulation, time_s)))
}

fn of_senders(
    named: &[Lane],
    senders: &[TcpSetup],
    lane: usize,
    simulation: &Simulation,
    time_s: f64,
) -> Option<Verdict> {
    let flow = compared_flow(simulation.setup())?;
    let others: Vec<Controller> = senders.iter().map(TcpSetup::controller).collect();
    let watching = simulation.watch(flow, Time::from_secs(time_s), &others)?;
    let asked = most_serious(&watching.comparisons)?;
    let segment_bits = asked.connection.segment_bits;
    let lanes = named.iter().zip(&asked.others).enumerate().map(|(index, (named, other))| {
        // The lane's own algorithm drove the connection, so its answer is what happened.
        let answer = if index == lane { &asked.driver } else { other };
        LaneAnswer {
            label: named.label.clone(),
            algorithm: named.algorithm.clone(),
            cwnd: answer.window.cwnd,
            ssthresh: finite(answer.window.ssthresh),
            estimate_bps: answer.estimate.map(|rate| rate * segment_bits),
            decisions: applied(answer),
        }
    });
    let c = &asked.connection;
    Some(Verdict {
        time_s: c.clock_zero_s + c.now_s,
        flow,
        occasion: asked.occasion.id(),
        since_s: watching.since.secs(),
        is_whole: watching.is_whole,
        state: ConnectionState {
            cwnd: asked.before.cwnd,
            ssthresh: finite(asked.before.ssthresh),
            flight: c.flight(),
            una: c.una,
            srtt_s: c.last_rtt_s.map(|_| c.srtt_s),
            last_rtt_s: c.last_rtt_s,
            min_rtt_s: finite(c.min_rtt_s),
        },
        lanes: lanes.collect(),
    })
}

fn compared_flow(setup: &Setup) -> Option<usize> {
    setup.flows.iter().position(|flow| setup.groups[flow.group].compared).or(Some(0))
}

/// The most serious of the occasions at one instant: a loss ranks above the ACK that reported it.
fn most_serious(asked: &[Asked]) -> Option<&Asked> {
    asked.iter().min_by_key(|verdict| verdict.occasion)
}

fn applied(answer: &Answer) -> Vec<AppliedRule> {
    let applied = answer.decisions.iter().map(|decision| AppliedRule {
        rule: u32::from(ackscope_engine::rule_id(decision.rule)),
        terms: decision.values().iter().map(|&value| finite(value)).collect(),
    });
    applied.collect()
}

fn finite(value: f64) -> Option<f64> {
    value.is_finite().then_some(value)
}

#[cfg(test)]
mod tests {
    use super::*;
    use ackscope_engine::trace::RecordOptions;
    use ackscope_scenario::{Compiler, read};

    const SCENARIO: &str = r#"{"version":1,"duration":"60s",
        "hops":[{"rate":"2Mbps","delay":"10ms","queue":{"capacity":"10pkt"}}],
        "flows":[{"name":"main","algorithm":"newreno","rtt":"100ms","compared":true},
                 {"name":"back","algorithm":"newreno","count":3,"direction":"backward","rtt":"100ms"}],
        "compare":["newreno","westwood+","vegas","bbr","tahoe"]}"#;

    fn finished(text: &str, lane: usize) -> Simulation {
        let plan =
            crate::lanes::one_with(&read(text).expect("read"), lane, &Compiler::default()).expect("valid");
        let mut simulation = plan.simulation(&RecordOptions::PAGE);
        simulation.advance(Time::NEVER, u64::MAX);
        simulation
    }

    fn verdict_at(simulation: &Simulation, time_s: f64) -> Option<Verdict> {
        verdict(&read(SCENARIO).expect("read"), &Compiler::default(), 0, simulation, time_s).expect("valid")
    }

    /// The times at which the algorithm of flow 0 applied a rule with this key.
    fn times_of(simulation: &Simulation, key: &str) -> Vec<f64> {
        let rules = ackscope_engine::rules();
        let of_flow = simulation.recorder().events().kept().iter().filter(|event| event.source == 0);
        let of_key = of_flow.filter(|event| rules[usize::from(event.rule)].rule.key == key);
        of_key.map(|event| event.time.secs()).collect()
    }

    #[test]
    fn what_happened_is_what_the_trace_says() {
        let simulation = finished(SCENARIO, 0);
        let losses = times_of(&simulation, "newreno.loss");
        assert!(losses.len() > 5);
        for time_s in losses {
            let verdict = verdict_at(&simulation, time_s).expect("a verdict");
            assert_eq!((verdict.occasion, verdict.time_s), ("loss", time_s));
            let own = &verdict.lanes[0];
            // RFC 5681 eq. (4), applied to the state before the event.
            assert_eq!(own.cwnd, (verdict.state.cwnd / 2.0).max(2.0));
            let rule = own.decisions[0].rule as usize;
            assert_eq!(ackscope_engine::rules()[rule].rule.key, "newreno.loss");
            assert!(verdict.is_whole, "a minute is repeated from its beginning");
        }
    }

    #[test]
    fn the_others_answer_by_their_own_rules_from_the_same_history() {
        let simulation = finished(SCENARIO, 0);
        let time_s = *times_of(&simulation, "newreno.loss").last().expect("a loss");
        let verdict = verdict_at(&simulation, time_s).expect("a verdict");
        let by = |id: &str| verdict.lanes.iter().find(|lane| lane.algorithm == id).expect("a lane");
        // GM04 §2.1: ssthresh = BWE · RTTmin / segment, and cwnd is lowered to it.
        let plus = by("westwood+");
        let pipe =
            plus.estimate_bps.expect("an estimate") * verdict.state.min_rtt_s.expect("an RTT") / 12_000.0;
        let ssthresh = plus.ssthresh.expect("a threshold");
        assert!((ssthresh - pipe.max(2.0)).abs() < 1e-9, "{ssthresh} {pipe}");
        assert_eq!(plus.cwnd, ssthresh.min(verdict.state.cwnd));
        assert!(plus.estimate_bps.expect("an estimate") > 2e5, "it has heard the ACKs of a minute");
        assert_eq!(by("tahoe").cwnd, 1.0);
        assert!(by("bbr").estimate_bps.is_some_and(|bps| bps > 2e5), "rate samples are taken for it");
    }

    #[test]
    fn a_moment_without_a_decision_has_no_verdict() {
        let simulation = finished(SCENARIO, 0);
        assert!(verdict_at(&simulation, 0.0).is_none());
        assert!(verdict_at(&simulation, 61.0).is_none());
    }

    /// So a lane with thousands of flows does not delay the verdict: its other flows and its hops
    /// are not even read, here because both are invalid.
    #[test]
    fn of_the_other_lanes_only_the_sender_is_compiled() {
        let invalid = SCENARIO.replace(
            r#""tahoe"]"#,
            r#""tahoe",{"algorithm":"vegas","parameters":{"alpha":3},"set":{"flows.back.rtt":"1ms"}},
            {"label":"wide","algorithm":"cubic","set":{"hops.0.queue.capacity":"0pkt","flows.back.count":5}}]"#,
        );
        let scenario = read(&invalid).expect("read");
        assert!(crate::lanes::one_with(&scenario, 5, &Compiler::default()).is_err());
        let simulation = finished(&invalid, 0);
        let time_s = *times_of(&simulation, "newreno.loss").last().expect("a loss");
        let all = verdict(&scenario, &Compiler::default(), 0, &simulation, time_s)
            .expect("valid")
            .expect("a verdict");
        assert_eq!(all.lanes.len(), 7);
        let fewer = verdict_at(&simulation, time_s).expect("a verdict");
        assert_eq!(format!("{:?}", &all.lanes[..5]), format!("{:?}", fewer.lanes));
    }
}
