//! A run of a guess, looked at when the measured curve was.

use super::guess::Guess;
use super::summary::Summary;
use super::table::Curve;
use ackscope_engine::setup::Setup;
use ackscope_engine::sim::{Ceiling, Simulation};
use ackscope_engine::trace::RecordOptions;
use ackscope_engine::units::Time;
use ackscope_scenario::{ScenarioError, compile, read_value};
use std::sync::Arc;

/// The most that one run may cost.
const CEILING: Ceiling = Ceiling { packets: 8_000_000, events: 32_000_000, bytes: 500_000_000 };
const EVENTS: u64 = 50_000;

/// When a curve was measured.
#[derive(Debug)]
pub(super) struct Instants {
    pub time_s: Vec<f64>,
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
        match self.curve(goes_on) {
            Ok(curve) => Some(curve.map(|curve| Summary::of(&curve, self.instants.from_start))),
            Err(Stopped) => None,
        }
    }

    /// The curve of its run, as the measured file has it.
    pub(super) fn curve(&self, goes_on: &dyn Fn() -> bool) -> Result<Option<Curve>, Stopped> {
        let mut simulation = Simulation::new(&self.setup, &RecordOptions::NOTHING);
        simulation.limit(CEILING);
        let mut curve = Curve::default();
        for time_s in &self.instants.time_s {
            let until = Time::from_secs(self.instants.before_s + time_s);
            while simulation.progress().time < until {
                if simulation.advance(until, EVENTS).done || simulation.stopped().is_some() {
                    return Ok(None);
                }
                if !goes_on() {
                    return Err(Stopped);
                }
            }
            let Some(sender) = simulation.sender(0) else { return Ok(None) };
            let rtt_s = if sender.srtt_s() > 0.0 { sender.srtt_s() } else { f64::NAN };
            let connection = sender.connection();
            curve.push([
                *time_s,
                sender.window().cwnd.floor(),
                rtt_s,
                connection.flight() as f64,
                sender.counters().retransmitted as f64,
                connection.una as f64,
            ]);
        }
        Ok(Some(curve))
    }
}

/// The run was stopped from outside.
#[derive(Debug)]
pub(super) struct Stopped;
