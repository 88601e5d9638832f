//! A lane running in the page.
//!
//! All engine calls of the page's runs are in this module. Code that a run executes only once is
//! compiled into the crate that calls it (see `ackscope_engine::sim`); calls from two crates would
//! duplicate that code.

use super::{Chunk, Cursor, LaneInfo, PacketColumns, info, packets, with_seed};
use crate::export::{Origin, qlog};
use crate::lanes::LanePlan;
use crate::provenance::Provenance;
use crate::report::LaneReport;
use crate::verdict::{self, Verdict};
use ackscope_engine::sim::{Ceiling, Replay, Simulation};
use ackscope_engine::trace::RecordOptions;
use ackscope_engine::units::Time;
use ackscope_scenario::{Compiled, Scenario, ScenarioError, read};
use std::sync::Arc;

/// A running lane of a scenario.
#[derive(Clone, Debug)]
pub struct Run {
    lane: usize,
    provenance: Provenance,
    /// The whole scenario and its compiled scripts, for the verdicts of the other lanes.
    scenario: Arc<(Scenario, Compiled)>,
    plan: LanePlan,
    simulation: Simulation,
    cursor: Cursor,
}

impl Run {
    /// Lane number `lane` of the scenario `text` at time zero, with `programs` for its scripts. The
    /// other lanes are not read: a worker holds only its own.
    ///
    /// # Errors
    /// If this lane is invalid, or the scenario has no such lane.
    pub fn new(text: &str, lane: usize, programs: Compiled) -> Result<Run, ScenarioError> {
        Run::of(read(text)?, lane, programs, &RecordOptions::PAGE)
    }

    /// The same lane with another seed and without recording, for sweeps.
    ///
    /// # Errors
    /// If this lane is invalid, or the scenario has no such lane.
    pub fn measuring(text: &str, lane: usize, seed: u64, programs: Compiled) -> Result<Run, ScenarioError> {
        Run::of(with_seed(text, seed)?, lane, programs, &RecordOptions::NOTHING)
    }

    fn of(
        scenario: Scenario,
        lane: usize,
        programs: Compiled,
        options: &RecordOptions,
    ) -> Result<Run, ScenarioError> {
        let plan = crate::lanes::one_with(&scenario, lane, &programs)?;
        let (provenance, mut simulation) = (Provenance::of(&scenario), plan.simulation(options));
        simulation.limit(Ceiling::PAGE);
        let scenario = Arc::new((scenario, programs));
        Ok(Run { lane, provenance, scenario, plan, simulation, cursor: Cursor::default() })
    }

    /// Describes the run.
    pub fn info(&self) -> LaneInfo {
        info(&self.plan, &self.simulation, self.provenance.clone())
    }

    /// Simulates until `until_s` or for about `max_events` events, and returns the simulated time
    /// in seconds.
    pub fn advance(&mut self, until_s: f64, max_events: u64) -> f64 {
        self.simulation.advance(Time::from_secs(until_s), max_events).time.secs()
    }

    /// True if the run is over.
    pub fn is_done(&self) -> bool {
        self.simulation.progress().done
    }

    /// The data recorded since the last call.
    pub fn take(&mut self) -> Chunk {
        self.cursor.take(&self.simulation)
    }

    /// The results so far: one lane of `ackscope run --json`.
    pub fn results(&self) -> LaneReport {
        LaneReport::new(&self.plan.label, self.simulation.setup(), &self.simulation.results())
    }

    /// The packets in transit between `from_s` and `to_s`, from a replay.
    pub fn packets(&self, from_s: f64, to_s: f64) -> PacketColumns {
        packets(&self.simulation, from_s, to_s)
    }

    /// How the algorithm of each lane of this run's scenario would react to the event at `time_s`.
    ///
    /// # Errors
    /// If another lane of the scenario is invalid.
    pub fn verdict(&self, time_s: f64) -> Result<Option<Verdict>, ScenarioError> {
        let (scenario, programs) = &*self.scenario;
        verdict::verdict(scenario, programs, self.lane, &self.simulation, time_s)
    }

    /// A flow between `from_s` and `to_s` as a qlog file for qvis. `titles` has one line per rule,
    /// in order, because the page's engine contains no texts.
    pub fn qlog(&self, flow: usize, from_s: f64, to_s: f64, origin: Origin, titles: &str) -> String {
        let window = (Time::from_secs(from_s), Time::from_secs(to_s));
        let origin = Origin { provenance: Some(&self.provenance), ..origin };
        let title_of = |rule| titles.lines().nth(usize::from(rule)).unwrap_or_default();
        qlog::flow(&self.simulation, flow, window, origin, qlog::Form::Qvis, title_of).text
    }

    /// Replays the window between `from_s` and `to_s`: series at full detail, events and, if
    /// `packets` is set, packets.
    pub fn replay(&self, from_s: f64, to_s: f64, packets: bool) -> Replay {
        self.simulation.replay(Time::from_secs(from_s), Time::from_secs(to_s), packets)
    }
}
