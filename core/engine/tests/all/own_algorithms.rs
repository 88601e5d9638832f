//! Algorithms that are made at run time drive flows, explain their decisions, and are cloned with
//! the run.

use std::sync::{Arc, Weak};

use crate::common::declared;
use crate::common::run::{assert_conserved, setup};
use ackscope_engine::catalogue::{OwnRule, OwnTerm, RuleKind};
use ackscope_engine::cc::own::{AlgorithmSource, OwnAlgorithm, RegisteredAlgorithm};
use ackscope_engine::cc::{Ack, CongestionControl, Connection, Controller, Window};
use ackscope_engine::setup::{Setup, SourceSetup};
use ackscope_engine::sim::Simulation;
use ackscope_engine::trace::{Decisions, Event, RecordOptions};
use ackscope_engine::units::Time;
use serde_json::{Value, json};

/// Additive increase, and a cut by the factor `keep`. It counts its cuts.
#[derive(Clone, Debug)]
struct Aimd {
    keep: f64,
    cuts: u64,
}

/// The places of its rules in the list.
const LOSS: usize = 0;
const TIMEOUT: usize = 1;

impl CongestionControl for Aimd {
    fn on_increase(&mut self, _c: &Connection, ack: &Ack, w: &mut Window, _log: &mut Decisions) {
        w.cwnd += if w.cwnd < w.ssthresh { 1.0 } else { ack.steps / w.cwnd };
    }

    fn on_loss(&mut self, _c: &Connection, w: &mut Window, log: &mut Decisions) {
        self.cuts += 1;
        let before = w.cwnd;
        w.ssthresh = (before * self.keep).max(2.0);
        w.cwnd = w.ssthresh;
        log.say_own(LOSS, &[before, w.cwnd, self.cuts as f64]);
    }

    fn on_timeout(&mut self, _c: &Connection, _repeated: bool, w: &mut Window, log: &mut Decisions) {
        w.ssthresh = (w.cwnd * self.keep).max(2.0);
        w.cwnd = 1.0;
        log.say_own(TIMEOUT, &[w.ssthresh]);
    }
}

/// An algorithm as a user writes it: texts and a number.
#[derive(Debug)]
struct Written {
    name: String,
    keep: f64,
    rules: Arc<[OwnRule]>,
}

impl Written {
    fn new(name: &str, keep: f64) -> Arc<Written> {
        let term = |name: &str, unit: &str| OwnTerm {
            name: name.to_owned(),
            symbol: name.to_owned(),
            unit: unit.to_owned(),
            help: String::new(),
        };
        let rule = |key: &str, kind, title: &str, formula: &str, terms| OwnRule {
            key: format!("{name}.{key}"),
            kind,
            title: title.to_owned(),
            formula: formula.to_owned(),
            terms,
            source: "line 7".to_owned(),
        };
        let segments = "segments";
        let rules = vec![
            rule(
                "loss",
                RuleKind::WindowCut,
                &format!("{name} cuts its window."),
                &format!("{{{{after}}}} = {keep} \\cdot {{{{before}}}},\\quad \\text{{cut}}\\ {{{{cuts}}}}"),
                vec![term("before", segments), term("after", segments), term("cuts", "")],
            ),
            rule(
                "timeout",
                RuleKind::Timeout,
                "The timer expired.",
                "{{ssthresh}}",
                vec![term("ssthresh", segments)],
            ),
        ];
        Arc::new(Written { name: name.to_owned(), keep, rules: rules.into() })
    }
}

impl AlgorithmSource for Written {
    fn name(&self) -> &str {
        &self.name
    }

    fn rules(&self) -> Arc<[OwnRule]> {
        self.rules.clone()
    }

    fn algorithm(&self) -> Box<dyn OwnAlgorithm> {
        Box::new(Aimd { keep: self.keep, cuts: 0 })
    }
}

fn scenario(duration_s: f64) -> Value {
    json!({
        "version": 1, "seed": 2, "duration": duration_s,
        "hops": [{ "rate": "20Mbps", "delay": "10ms", "queue": { "capacity": 60 } }],
        "flows": [{ "name": "main", "algorithm": "newreno", "rtt": "50ms" },
                  { "name": "other", "algorithm": "newreno", "rtt": "70ms" }],
    })
}

/// Gives these algorithms to the flows of the scenario. `None` leaves a flow as it is.
fn drive(setup: &mut Setup, algorithms: [Option<&RegisteredAlgorithm>; 2]) {
    for (flow, own) in setup.flows.iter_mut().zip(algorithms) {
        let SourceSetup::Tcp(tcp) = &mut flow.source else { panic!("a TCP flow") };
        tcp.own_algorithm = own.cloned();
    }
}

fn finished(setup: &Setup) -> Simulation {
    let mut simulation = Simulation::new(setup, &RecordOptions::PAGE);
    simulation.advance(Time::NEVER, u64::MAX);
    assert_conserved(&simulation);
    simulation
}

/// Key and event of every decision in `flow` by a rule of the run's own.
fn own_events(simulation: &Simulation, flow: u32) -> Vec<(String, Event)> {
    let all = simulation.rules();
    let events = simulation.recorder().events().kept().iter();
    events
        .filter(|event| event.source == flow && usize::from(event.rule) >= declared::count())
        .map(|event| (all[usize::from(event.rule)].key.to_owned(), *event))
        .collect()
}

#[test]
fn an_algorithm_made_at_run_time_drives_a_flow_and_explains_itself() {
    let mut setup = setup(&scenario(30.0)).expect("valid");
    let gentle = setup.register(Written::new("gentle", 0.8));
    drive(&mut setup, [Some(&gentle), None]);
    let simulation = finished(&setup);
    let said = own_events(&simulation, 0);
    assert!(said.len() > 5 && own_events(&simulation, 1).is_empty());
    let all = simulation.rules();
    assert_eq!(all.len(), declared::count() + 2, "the run's own rules stand behind the declared ones");
    assert_eq!(all[0].key, ackscope_engine::rules()[0].rule.key);
    let mut cuts = 0.0;
    for (key, event) in &said {
        let rule = &all[usize::from(event.rule)];
        assert_eq!((rule.model, rule.source), (Some("gentle"), "line 7"));
        if key == "gentle.loss" {
            cuts += 1.0;
            let [before, after, number, ..] = event.terms;
            assert_eq!((after, number), ((before * 0.8).max(2.0), cuts));
            assert_eq!(rule.title, "gentle cuts its window.");
            assert_eq!(rule.kind, RuleKind::WindowCut);
            assert_eq!(rule.formula, r"{{after}} = 0.8 \cdot {{before}},\quad \text{cut}\ {{cuts}}");
            let names: Vec<_> = rule.terms.iter().map(|term| (term.name, term.unit)).collect();
            assert_eq!(names, [("before", "segments"), ("after", "segments"), ("cuts", "")]);
        }
    }
    assert_eq!(simulation.recorder().events().counts()[declared::count()], cuts as u64);
}

#[test]
fn the_law_of_new_reno_written_by_a_user_sends_new_renos_packets() {
    let mut setup = setup(&scenario(30.0)).expect("valid");
    let built_in = finished(&setup);
    let halving = setup.register(Written::new("halving", 0.5));
    drive(&mut setup, [Some(&halving), None]);
    let own = finished(&setup);
    for flow in 0..2 {
        let (own, built_in) = (own.flow_counters(flow), built_in.flow_counters(flow));
        assert_eq!(own.delivered, built_in.delivered);
        assert_eq!(own.sender.sent, built_in.sender.sent);
        assert_eq!(own.sender.fast_retransmits, built_in.sender.fast_retransmits);
    }
}

#[test]
fn it_is_cloned_with_the_run() {
    // The run is long enough for several checkpoints.
    let mut setup = setup(&scenario(100.0)).expect("valid");
    let gentle = setup.register(Written::new("gentle", 0.8));
    drive(&mut setup, [Some(&gentle), None]);
    let simulation = finished(&setup);
    let (from, to) = (Time::from_secs(90.0), Time::from_secs(100.0));
    let mut replay = simulation.replay(from, to, false);
    replay.advance(u64::MAX);
    let of = |events: &[Event]| -> Vec<(u64, u16, String)> {
        let own =
            events.iter().filter(|event| usize::from(event.rule) >= declared::count() && event.time >= from);
        // Missing values are NaN, which equals nothing. So the values are compared as text.
        own.map(|event| (event.time.nanos(), event.rule, format!("{:?}", event.terms))).collect()
    };
    let again = of(replay.recorder().events().kept());
    assert!(again.len() > 1, "{again:?}");
    assert_eq!(
        again,
        of(simulation.recorder().events().kept()),
        "the count of cuts too goes on from the checkpoint"
    );
    // The run is repeated from the beginning, and other algorithms watch.
    let others = [gentle.controller(), Controller::new("newreno", &newreno_params())];
    let seen = simulation.watch(0, to, &others).expect("simulated");
    assert_eq!(seen.digest.value(), simulation.results().engine.trace_hash);
    // The run is cut into slices.
    let mut sliced = Simulation::new(&setup, &RecordOptions::PAGE);
    while !sliced.progress().done {
        sliced.advance(Time::NEVER, 12_345);
    }
    assert_eq!(sliced.results().engine.trace_hash, simulation.results().engine.trace_hash);
}

fn newreno_params() -> ackscope_engine::catalogue::Params {
    let spec = ackscope_engine::cc::REGISTRY.iter().find(|spec| spec.id == "newreno").expect("registered");
    ackscope_engine::catalogue::Params::defaults(spec.parameters)
}

#[test]
fn it_looks_on_and_says_what_it_would_have_done() {
    let mut setup = setup(&scenario(30.0)).expect("valid");
    let gentle = setup.register(Written::new("gentle", 0.8));
    drive(&mut setup, [Some(&gentle), None]);
    let simulation = finished(&setup);
    let harsh = setup.register(Written::new("harsh", 0.25));
    let (_, cut) = own_events(&simulation, 0).pop().expect("a cut");
    let seen = simulation.watch(0, cut.time, &[gentle.controller(), harsh.controller()]).expect("simulated");
    let asked = seen.comparisons.iter().find(|asked| !asked.driver.decisions.is_empty()).expect("the cut");
    let ids = |decisions: &[ackscope_engine::trace::Decision]| -> Vec<u16> {
        decisions.iter().map(|decision| ackscope_engine::rule_id(decision.rule)).collect()
    };
    assert_eq!(ids(&asked.driver.decisions), [cut.rule]);
    assert_eq!(ids(&asked.others[0].decisions), [cut.rule]);
    assert_eq!(
        ids(&asked.others[1].decisions),
        [cut.rule + 2],
        "registered after the two rules of the first"
    );
    assert_eq!(asked.others[0].window, asked.driver.window);
    assert_eq!(asked.others[1].window.cwnd, asked.before.cwnd * 0.25);
    assert_eq!(asked.others[1].decisions[0].values().len(), 3);
}

#[test]
fn two_of_them_in_two_lanes_and_in_one_run_keep_apart() {
    // All lanes share one list of rules, so rules that are shown together have one id.
    let mut lane = setup(&scenario(30.0)).expect("valid");
    let gentle = lane.register(Written::new("gentle", 0.8));
    let harsh = lane.register(Written::new("harsh", 0.25));
    let keys = |algorithms: [Option<&RegisteredAlgorithm>; 2]| {
        let mut lane = lane.clone();
        drive(&mut lane, algorithms);
        let simulation = finished(&lane);
        let keys = [0, 1].map(|flow| {
            let mut keys: Vec<String> = own_events(&simulation, flow)
                .into_iter()
                .map(|(key, _)| key)
                .filter(|key| key.ends_with(".loss"))
                .collect();
            keys.dedup();
            keys
        });
        (keys, simulation.results().engine.trace_hash)
    };
    let none: Vec<String> = Vec::new();
    let (first, first_hash) = keys([Some(&gentle), None]);
    let (second, second_hash) = keys([Some(&harsh), None]);
    assert_eq!(first, [vec!["gentle.loss".to_owned()], none.clone()]);
    assert_eq!(second, [vec!["harsh.loss".to_owned()], none]);
    assert_ne!(first_hash, second_hash);
    let (both, _) = keys([Some(&gentle), Some(&harsh)]);
    assert_eq!(both, [vec!["gentle.loss".to_owned()], vec!["harsh.loss".to_owned()]]);
}

#[test]
fn nothing_is_left_of_it_when_its_runs_are_gone() {
    let written = Written::new("gentle", 0.8);
    let (left, rules): (Weak<Written>, Weak<[OwnRule]>) =
        (Arc::downgrade(&written), Arc::downgrade(&written.rules));
    let mut setup = setup(&scenario(5.0)).expect("valid");
    let own = setup.register(written);
    drive(&mut setup, [Some(&own), None]);
    let simulation = finished(&setup);
    assert!(left.upgrade().is_some());
    drop((simulation, setup, own));
    assert!(left.upgrade().is_none() && rules.upgrade().is_none());
}
