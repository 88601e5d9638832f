//! The algorithm of a learning flow: it holds the rate or the window that was set, and keeps the RTT samples
//! of a step.

use ackscope_engine::catalogue::OwnRule;
use ackscope_engine::cc::own::{AlgorithmSource, OwnAlgorithm};
use ackscope_engine::cc::{Ack, CongestionControl, Connection, Controller, Needs, Window};
use ackscope_engine::sim::Simulation;
use ackscope_engine::trace::Decisions;
use std::sync::Arc;

/// What is set, and what was measured since.
#[derive(Clone, Debug)]
pub struct Learner {
    pub cwnd: f64,
    /// In segments per second, if a rate is set.
    pub pacing: Option<f64>,
    pub rtts_s: Vec<f64>,
    pub marked: u64,
}

impl Learner {
    pub fn of(simulation: &mut Simulation, flow: usize) -> Option<&mut Learner> {
        match simulation.algorithm_mut(flow)? {
            Controller::Own(own) => own.as_any().downcast_mut(),
            _ => None,
        }
    }
}

impl CongestionControl for Learner {
    fn needs(&self) -> Needs {
        Needs { owns_cwnd: true, paces: self.pacing.is_some(), ..Needs::default() }
    }

    fn start(&mut self, _c: &Connection, w: &mut Window) {
        w.cwnd = self.cwnd;
    }

    fn on_ack(&mut self, _c: &Connection, ack: &Ack) {
        self.rtts_s.extend(ack.rtt_s);
        self.marked += ack.marked;
    }

    fn on_increase(&mut self, _c: &Connection, _ack: &Ack, w: &mut Window, _log: &mut Decisions) {
        w.cwnd = self.cwnd;
    }

    fn on_loss(&mut self, _c: &Connection, w: &mut Window, _log: &mut Decisions) {
        w.cwnd = self.cwnd;
    }

    fn on_recovery_exit(&mut self, _c: &Connection, w: &mut Window, _log: &mut Decisions) {
        w.cwnd = self.cwnd;
    }

    fn on_timeout(&mut self, _c: &Connection, _repeated: bool, w: &mut Window, _log: &mut Decisions) {
        w.cwnd = self.cwnd;
    }

    fn pacing_rate(&self) -> Option<f64> {
        self.pacing
    }
}

/// A learner for each connection, as it is at first.
#[derive(Debug)]
pub struct Source(pub Learner);

impl AlgorithmSource for Source {
    fn name(&self) -> &str {
        "learner"
    }

    fn rules(&self) -> Arc<[OwnRule]> {
        Arc::new([])
    }

    fn algorithm(&self) -> Box<dyn OwnAlgorithm> {
        Box::new(self.0.clone())
    }
}
