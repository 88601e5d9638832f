//! A run of a guess, looked at when the measured curve was.

use super::guess::Guess;
use super::summary::Summary;
use super::table::Curve;
use crate::sliced::Running as _;
use ackscope_engine::setup::Setup;
use ackscope_engine::sim::{Ceiling, Simulation};
use ackscope_engine::trace::RecordOptions;
use ackscope_engine::units::Time;
use ackscope_scenario::{ScenarioError, compile, read_value};
use std::sync::Arc;

/// The most that one run may cost.
const CEILING: Ceiling = Ceiling { packets: 8_000_000, events: 32_000_000, bytes: 500_000_000 };
const EVENTS: u64 = 5_000;
/// Steps of a slice: some milliseconds.
const STEPS: u32 = 10;

/// When a curve was measured.
#[derive(Debug)]
pub(super) struct Instants {
    pub time_s: Vec<f64>,
    /// It is of the flight: the window is not known.
    pub of_flight: bool,
    /// It begins with the connection.
    pub from_start: bool,
    /// How long a run goes on before it is looked at, if not.
    pub before_s: f64,
}

/// A run that is due.
#[derive(Clone, Debug)]
pub struct Job {
    pub(super) key: String,
    pub(super) guess: Guess,
    setup: Setup,
    instants: Arc<Instants>,
}

impl Job {
    pub(super) fn of(
        key: String,
        guess: &Guess,
        replicate: u64,
        instants: &Arc<Instants>,
    ) -> Result<Job, ScenarioError> {
        let length_s = instants.before_s + instants.time_s.last().copied().unwrap_or(0.0);
        // A run ends after the last look at it.
        let scenario = read_value(&guess.scenario(length_s + 0.01, replicate))?;
        Ok(Job { key, guess: guess.clone(), setup: compile(&scenario, 0)?, instants: Arc::clone(instants) })
    }

    /// Runs it while `goes_on` says so. The inner value is none if it ends before its time.
    pub fn run_while(&self, goes_on: &dyn Fn() -> bool) -> Option<Option<Summary>> {
        Running::whole(self, goes_on)
    }
}

/// A run on its way.
#[derive(Debug)]
pub struct Running {
    simulation: Simulation,
    curve: Curve,
}

impl crate::sliced::Running<Job> for Running {
    /// None of a run that ends before its time.
    type Outcome = Option<Summary>;

    fn new(job: &Job) -> Running {
        let mut simulation = Simulation::new(&job.setup, &RecordOptions::NOTHING);
        simulation.limit(CEILING);
        Running { simulation, curve: Curve::default() }
    }

    fn slice(&mut self, job: &Job) -> Option<Option<Summary>> {
        let instants = &job.instants;
        for _ in 0..STEPS {
            let Some(time_s) = instants.time_s.get(self.curve.time_s.len()) else {
                return Some(Some(Summary::of(&self.curve, instants.from_start)));
            };
            let until = Time::from_secs(instants.before_s + time_s);
            if self.simulation.progress().time < until {
                let is_over =
                    self.simulation.advance(until, EVENTS).done || self.simulation.stopped().is_some();
                if is_over {
                    return Some(None);
                }
                if self.simulation.progress().time < until {
                    continue;
                }
            }
            let Some(row) = look(&self.simulation, 0, *time_s, instants.of_flight) else { return Some(None) };
            self.curve.push(row);
        }
        None
    }
}

/// A flow as a measurement would find it now: a row of [`Curve`]. None of a flow without a window.
pub(super) fn look(simulation: &Simulation, flow: usize, time_s: f64, of_flight: bool) -> Option<[f64; 6]> {
    let sender = simulation.sender(flow)?;
    let rtt_s = if sender.srtt_s() > 0.0 { sender.srtt_s() } else { f64::NAN };
    let connection = sender.connection();
    let flight = connection.flight() as f64;
    let window = if of_flight { flight } else { sender.window().cwnd.floor() };
    let retransmitted = sender.counters().retransmitted as f64;
    Some([time_s, window, rtt_s, flight, retransmitted, connection.una as f64])
}
