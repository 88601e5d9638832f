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
    pub slope: Slope,
    pub marked: u64,
    /// When the step began, as the connection counts.
    pub began_s: f64,
    /// Where steps end with an ACK.
    pub by_ack: Option<ByAck>,
}

/// A step that ends with an ACK, which is when a kernel's module or a script is called. What is then
/// chosen holds from the next ACK on.
#[derive(Clone, Debug, Default)]
pub struct ByAck {
    pub paces: bool,
    /// The window and the pacing rate from the next ACK on.
    pub next: Option<(f64, Option<f64>)>,
    pub length_s: f64,
    pub timeouts: u64,
    /// What the connection was when the ACK came that ended the step.
    pub ended: Option<Seen>,
}

/// What a step reads from a connection.
#[derive(Clone, Copy, Debug)]
pub struct Seen {
    pub now_s: f64,
    pub sent: u64,
    pub delivered: u64,
    pub lost: u64,
    pub timeouts: u64,
    pub cwnd: f64,
    pub srtt_s: f64,
    pub min_rtt_s: f64,
    pub pipe: u64,
}

impl Seen {
    pub fn of(c: &Connection, timeouts: u64, cwnd: f64) -> Seen {
        Seen {
            now_s: c.clock_zero_s + c.now_s,
            sent: c.sent,
            delivered: c.delivered,
            lost: c.lost,
            timeouts,
            cwnd,
            srtt_s: c.srtt_s,
            min_rtt_s: if c.min_rtt_s.is_finite() { c.min_rtt_s } else { 0.0 },
            pipe: c.pipe,
        }
    }
}

/// Least squares of RTT samples over their times. Sums alone, so that a script can compute the same.
#[derive(Clone, Copy, Debug, Default)]
pub struct Slope {
    samples: f64,
    times: f64,
    rtts: f64,
    products: f64,
    squares: f64,
}

impl Slope {
    fn add(&mut self, time_s: f64, rtt_s: f64) {
        self.samples += 1.0;
        self.times += time_s;
        self.rtts += rtt_s;
        self.products += time_s * rtt_s;
        self.squares += time_s * time_s;
    }

    /// In seconds per second; 0 where all samples are of one instant.
    pub fn value(&self) -> f64 {
        let spread = self.samples * self.squares - self.times * self.times;
        if spread > 0.0 { (self.samples * self.products - self.times * self.rtts) / spread } else { 0.0 }
    }
}

impl Learner {
    pub fn of(simulation: &mut Simulation, flow: usize) -> Option<&mut Learner> {
        match simulation.algorithm_mut(flow)? {
            Controller::Own(own) => own.as_any().downcast_mut(),
            _ => None,
        }
    }
}

impl Learner {
    fn set(&self, w: &mut Window) {
        // Before the first choice a window is what it was.
        if self.cwnd > 0.0 {
            w.cwnd = self.cwnd;
        }
    }

    /// Outside growth a window by ACKs is the sender's own, as it is for a script that leaves it alone.
    fn hold(&self, w: &mut Window) {
        if self.by_ack.is_none() {
            self.set(w);
        }
    }
}

impl CongestionControl for Learner {
    fn needs(&self) -> Needs {
        let paces = self.by_ack.as_ref().map_or(self.pacing.is_some(), |by_ack| by_ack.paces);
        Needs { owns_cwnd: self.by_ack.is_none(), paces, ..Needs::default() }
    }

    fn start(&mut self, c: &Connection, w: &mut Window) {
        if self.by_ack.is_some() {
            self.began_s = c.clock_zero_s + c.now_s;
        }
        self.hold(w);
    }

    fn on_ack(&mut self, c: &Connection, ack: &Ack) {
        let now_s = c.clock_zero_s + c.now_s;
        if let Some((cwnd, pacing)) = self.by_ack.as_mut().and_then(|by_ack| by_ack.next.take()) {
            (self.cwnd, self.pacing) = (cwnd, pacing);
        }
        self.marked += ack.marked;
        let Some(rtt_s) = ack.rtt_s else { return };
        self.rtts_s.push(rtt_s);
        self.slope.add(now_s - self.began_s, rtt_s);
        if let Some(by_ack) = &mut self.by_ack
            && now_s - self.began_s >= by_ack.length_s
        {
            by_ack.ended = Some(Seen::of(c, by_ack.timeouts, ack.window.cwnd));
        }
    }

    fn on_increase(&mut self, _c: &Connection, _ack: &Ack, w: &mut Window, _log: &mut Decisions) {
        self.set(w);
    }

    fn on_loss(&mut self, _c: &Connection, w: &mut Window, _log: &mut Decisions) {
        self.hold(w);
    }

    fn on_recovery_exit(&mut self, _c: &Connection, w: &mut Window, _log: &mut Decisions) {
        self.hold(w);
    }

    fn on_timeout(&mut self, _c: &Connection, _repeated: bool, w: &mut Window, _log: &mut Decisions) {
        if let Some(by_ack) = &mut self.by_ack {
            by_ack.timeouts += 1;
        }
        self.hold(w);
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
