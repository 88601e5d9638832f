//! One run that the search needs, and what it reads from it.

use super::path::{BESIDE, MAIN, SECOND};
use crate::report::{FlowWindow, LaneReport};
use crate::sliced::Running as _;
use ackscope_engine::setup::Setup;
use ackscope_engine::sim::{Ceiling, Simulation};
use ackscope_engine::trace::RecordOptions;
use ackscope_engine::units::Time;
use serde::{Deserialize, Serialize};

/// A run that is due.
#[derive(Clone, Debug)]
pub struct Job {
    /// Which run of the search it is; none of a question about causes.
    pub(super) key: Option<String>,
    pub(super) setup: Setup,
}

/// What a run gave.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Outcome {
    pub(super) events: u64,
    /// None if the run ended early.
    pub(super) measured: Option<Measured>,
    /// What a question about causes reads; none for other runs.
    pub(super) report: Option<LaneReport>,
}

/// The most that one run may cost: the fastest link takes a tenth of it.
const CEILING: Ceiling = Ceiling { packets: 2_000_000, events: 8_000_000, bytes: 300_000_000 };
/// How often a run is looked at.
const STEP_S: f64 = 0.1;
const EVENTS: u64 = 50_000;
/// Steps of a slice: some milliseconds. Each slice is a message to the page, and so must not be too short.
const STEPS: u32 = 30;

impl Job {
    pub fn run(&self) -> Outcome {
        let Some(outcome) = self.run_while(&|| true) else { unreachable!("nothing stops it") };
        outcome
    }

    /// Runs it while `goes_on` says so.
    pub fn run_while(&self, goes_on: &dyn Fn() -> bool) -> Option<Outcome> {
        Running::whole(self, goes_on)
    }
}

/// A run on its way.
#[derive(Debug)]
pub struct Running {
    simulation: Simulation,
    /// The flow that is watched for standing still.
    own: Option<usize>,
    /// What of it is acknowledged, and since when.
    known: u64,
    since_s: f64,
    stuck_s: f64,
    step: u32,
}

impl crate::sliced::Running<Job> for Running {
    type Outcome = Outcome;

    fn new(job: &Job) -> Running {
        let mut simulation = Simulation::new(&job.setup, &RecordOptions::NOTHING);
        simulation.limit(CEILING);
        let own = job.setup.flows.iter().position(|flow| flow.tcp().is_some());
        Running { simulation, own, known: 0, since_s: 0.0, stuck_s: 0.0, step: 1 }
    }

    fn slice(&mut self, job: &Job) -> Option<Outcome> {
        for _ in 0..STEPS {
            let until = Time::from_secs(f64::from(self.step) * STEP_S);
            let progress = self.simulation.advance(until, EVENTS);
            if progress.time >= until || progress.done {
                self.look(progress.time.secs());
                self.step += 1;
            }
            if progress.done {
                let report = LaneReport::new("", &job.setup, &self.simulation.results());
                let measured = Measured::of(&report, self.stuck_s);
                let events = report.engine.events;
                return Some(Outcome { events, measured, report: job.key.is_none().then_some(report) });
            }
        }
        None
    }
}

impl Running {
    fn look(&mut self, now_s: f64) {
        let sender = self.own.and_then(|flow| self.simulation.sender(flow));
        let Some(connection) = sender.map(|sender| sender.connection()) else { return };
        // A flow with nothing in flight waits for its application.
        if connection.una != self.known || connection.flight() == 0 {
            (self.known, self.since_s) = (connection.una, now_s);
        }
        self.stuck_s = self.stuck_s.max(now_s - self.since_s);
    }
}

/// What the objectives read.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Measured {
    /// Of the first flow in question.
    pub goodput_bps: f64,
    /// The mean of its neighbours.
    pub beside_bps: f64,
    /// Of the second flow of a pair.
    pub second_bps: f64,
    /// What 95 of 100 packets did not wait longer at the bottleneck.
    pub p95_s: f64,
    /// Part of its segments that it sends again although the link has lost none.
    pub waste: f64,
    /// The longest time without an ACK of new data while data waited.
    pub stuck_s: f64,
}

impl Measured {
    /// `None` if the run ended early.
    fn of(report: &LaneReport, stuck_s: f64) -> Option<Measured> {
        if report.engine.stopped.is_some() {
            return None;
        }
        let flows = |group: &str| -> Vec<&FlowWindow> {
            let flows = report.flows.iter().filter(|flow| flow.name == group);
            flows.filter_map(|flow| flow.windows.first()).collect()
        };
        let mean = |group: &str| {
            let flows = flows(group);
            flows.iter().map(|flow| flow.goodput_bps).sum::<f64>() / flows.len().max(1) as f64
        };
        let forward = report.hops.iter().find(|hop| hop.direction == "forward")?.windows.first()?;
        let link_losses = forward.channel_losses as f64 / (forward.arrivals as f64).max(1.0);
        let again = flows(MAIN).first()?.retransmission_ratio.unwrap_or(0.0);
        Some(Measured {
            goodput_bps: mean(MAIN),
            beside_bps: mean(BESIDE),
            second_bps: mean(SECOND),
            p95_s: forward.p95_queueing_delay_s.unwrap_or(0.0),
            waste: (again - link_losses).max(0.0),
            stuck_s,
        })
    }

    /// Jain's index of a pair.
    pub fn jain(&self) -> f64 {
        let (a, b) = (self.goodput_bps, self.second_bps);
        if a + b > 0.0 { (a + b) * (a + b) / (2.0 * (a * a + b * b)) } else { 1.0 }
    }

    /// What it has of what it and a neighbour have together.
    pub fn share(&self) -> f64 {
        self.goodput_bps / (self.goodput_bps + self.beside_bps).max(1.0)
    }
}
