//! Every file that records decisions names those of an algorithm made at run time.

use std::sync::Arc;

use ackscope_engine::catalogue::{OwnRule, RuleKind};
use ackscope_engine::cc::own::{AlgorithmSource, OwnAlgorithm};
use ackscope_engine::cc::{Ack, CongestionControl, Connection, Window};
use ackscope_engine::setup::SourceSetup;
use ackscope_engine::sim::Simulation;
use ackscope_engine::trace::{Decisions, RecordOptions};
use ackscope_engine::units::Time;
use ackscope_lab::columns::table;
use ackscope_lab::export::{Origin, qlog};
use ackscope_lab::selection::Selection;
use ackscope_scenario::{compile, read};

/// Additive increase and halving.
#[derive(Clone, Debug)]
struct Mine;

impl CongestionControl for Mine {
    fn on_increase(&mut self, _c: &Connection, ack: &Ack, w: &mut Window, _log: &mut Decisions) {
        w.cwnd += if w.cwnd < w.ssthresh { 1.0 } else { ack.steps / w.cwnd };
    }

    fn on_loss(&mut self, _c: &Connection, w: &mut Window, log: &mut Decisions) {
        w.ssthresh = (w.cwnd / 2.0).max(2.0);
        w.cwnd = w.ssthresh;
        log.say_own(0, &[]);
    }

    fn on_timeout(&mut self, _c: &Connection, _repeated: bool, w: &mut Window, _log: &mut Decisions) {
        w.cwnd = 1.0;
    }
}

impl AlgorithmSource for Mine {
    fn name(&self) -> &str {
        "mine"
    }

    fn rules(&self) -> Arc<[OwnRule]> {
        Arc::new([OwnRule {
            key: "mine.loss".to_owned(),
            kind: RuleKind::WindowCut,
            title: "My window is halved.".to_owned(),
            formula: String::new(),
            terms: Vec::new(),
            source: "a test".to_owned(),
        }])
    }

    fn algorithm(&self) -> Box<dyn OwnAlgorithm> {
        Box::new(self.clone())
    }
}

#[test]
fn its_decisions_are_in_the_columns_and_in_the_qlog() {
    let text = r#"{"version":1,"duration":30,"hops":[{"rate":"2Mbps","delay":"10ms","queue":{"capacity":10}}],
        "flows":[{"name":"main","algorithm":"newreno","rtt":"100ms"}]}"#;
    let mut setup = compile(&read(text).expect("read"), 0).expect("valid");
    let mine = setup.register(Arc::new(Mine));
    let SourceSetup::Tcp(tcp) = &mut setup.flows[0].source else { panic!("a TCP flow") };
    tcp.own_algorithm = Some(mine);
    let mut simulation = Simulation::new(&setup, &RecordOptions::PAGE);
    simulation.advance(Time::NEVER, u64::MAX);
    let names = table(&simulation, &Selection::default()).names;
    assert!(names.contains(&("main".to_owned(), "event:mine.loss".to_owned())), "{names:?}");
    let origin = Origin::default();
    let whole = (Time::ZERO, Time::from_secs(30.0));
    let written = qlog::flow(&simulation, 0, whole, origin, qlog::Form::Json, qlog::declared_title);
    assert!(written.text.contains(r#""name":"ackscope:mine.loss""#));
    assert!(written.text.contains("My window is halved."));
}
