//! The Ackscope engine for JavaScript: text and numbers in, JSON text and typed arrays out.
//!
//! A page loads this module to run scenarios; formulas, exports and sweeps are in
//! `ackscope-wasm-analysis`.
//!
//! This module contains no logic and only wraps `ackscope_lab::page`. Scenarios arrive as JSON
//! text, so that the page, the command line and the tests give the same message for the same
//! mistake. Arrays are copied once and then belong to JavaScript, because a view into this module's
//! memory becomes invalid when the memory grows.

use ackscope_lab::export::Origin;
use ackscope_lab::json::write_json;
use ackscope_lab::page;
use ackscope_scenario::{Compiled, ScenarioError};
use wasm_bindgen::prelude::*;

/// Shows panics as readable errors in the browser's console.
#[wasm_bindgen(start)]
pub fn start() {
    console_error_panic_hook::set_once();
}

/// Checks a scenario, as JSON `Check`. Never throws. `programs` are its compiled scripts, from
/// `compile_scripts` of the second module.
#[wasm_bindgen]
pub fn check(scenario: &str, programs: Option<Box<[u8]>>) -> String {
    let check = match compiled(programs) {
        Ok(programs) => page::check_with(scenario, &programs),
        Err(error) => page::Check::Failed { ok: false, error },
    };
    write_json(&check)
}

fn compiled(programs: Option<Box<[u8]>>) -> Result<Compiled, ScenarioError> {
    page::programs(programs.as_deref().unwrap_or_default())
}

/// Converts a refusal to an error whose message is JSON `ScenarioError`.
fn thrown(error: ScenarioError) -> JsError {
    JsError::new(&write_json(&error))
}

/// Evaluates an expression that the second module compiled, on `count` samples: the values, then the
/// number of the first sample that divides by zero, or NaN. `columns` holds all samples of the first
/// input, then those of the next one.
///
/// # Errors
/// Throws an error whose message is JSON `ScenarioError`.
#[wasm_bindgen]
pub fn evaluate(program: &[u8], columns: &[f64], count: u32) -> Result<Vec<f64>, JsError> {
    page::evaluate(program, columns, count as usize).map_err(thrown)
}

/// A running lane of a scenario.
#[wasm_bindgen]
pub struct Run(page::Run);

#[wasm_bindgen]
impl Run {
    /// Lane number `lane` of a scenario at time zero, with its compiled scripts.
    ///
    /// # Errors
    /// Throws an error whose message is JSON `ScenarioError`.
    #[wasm_bindgen(constructor)]
    pub fn new(scenario: &str, lane: u32, programs: Option<Box<[u8]>>) -> Result<Run, JsError> {
        let run = compiled(programs).and_then(|programs| page::Run::new(scenario, lane as usize, programs));
        run.map(Run).map_err(thrown)
    }

    /// Lane number `lane` of a scenario with another seed and without recording, for sweeps.
    ///
    /// # Errors
    /// Throws an error whose message is JSON `ScenarioError`.
    pub fn measuring(
        scenario: &str,
        lane: u32,
        seed: f64,
        programs: Option<Box<[u8]>>,
    ) -> Result<Run, JsError> {
        let measuring = |programs| page::Run::measuring(scenario, lane as usize, seed as u64, programs);
        compiled(programs).and_then(measuring).map(Run).map_err(thrown)
    }

    /// Describes the run, as JSON `LaneInfo`.
    pub fn info(&self) -> String {
        write_json(&self.0.info())
    }

    /// Simulates until `until_s` or for about `max_events` events, and returns the simulated time
    /// in seconds.
    pub fn advance(&mut self, until_s: f64, max_events: u32) -> f64 {
        self.0.advance(until_s, u64::from(max_events))
    }

    /// True if the run is over.
    pub fn done(&self) -> bool {
        self.0.is_done()
    }

    /// The data recorded since the last call.
    pub fn take(&mut self) -> Chunk {
        Chunk(self.0.take())
    }

    /// The results so far: one lane of `ackscope run --json`.
    pub fn results(&self) -> String {
        write_json(&self.0.results())
    }

    /// The packets in transit between `from_s` and `to_s`, from a replay.
    pub fn packets(&self, from_s: f64, to_s: f64) -> Packets {
        Packets(self.0.packets(from_s, to_s))
    }

    /// How the algorithm of each lane of this run's scenario would react to the event at `time_s`: JSON
    /// `Verdict` or null.
    ///
    /// # Errors
    /// Throws an error whose message is JSON `ScenarioError`.
    pub fn verdict(&self, time_s: f64) -> Result<String, JsError> {
        self.0.verdict(time_s).map(|verdict| write_json(&verdict)).map_err(thrown)
    }

    /// A flow between `from_s` and `to_s` as a qlog file; `titles` has one line per rule, in order.
    pub fn qlog(&self, flow: u32, from_s: f64, to_s: f64, title: &str, link: &str, titles: &str) -> String {
        self.0.qlog(flow as usize, from_s, to_s, Origin { title, link, ..Origin::default() }, titles)
    }

    /// Replays the window between `from_s` and `to_s`: series at full detail, events and, if
    /// `packets` is set, packets.
    pub fn replay(&self, from_s: f64, to_s: f64, packets: bool) -> Replay {
        Replay(self.0.replay(from_s, to_s, packets))
    }
}

/// A replay of a window, independent of its run.
#[wasm_bindgen]
pub struct Replay(ackscope_engine::sim::Replay);

#[wasm_bindgen]
impl Replay {
    /// Simulates about `max_events` more events, and returns the finished share of the replay.
    pub fn advance(&mut self, max_events: u32) -> f64 {
        self.0.advance(u64::from(max_events));
        self.0.share()
    }

    /// True once the whole window is recorded.
    pub fn done(&self) -> bool {
        self.0.is_done()
    }

    /// Series and events of the window; complete once it is done.
    pub fn series(&self) -> Chunk {
        Chunk(page::replayed_series(&self.0))
    }

    /// The packets of the window, if they were requested.
    pub fn packets(&self) -> Packets {
        Packets(page::replayed_packets(&self.0))
    }
}

/// The data recorded since the last call; each getter returns a copy of its column.
#[wasm_bindgen]
pub struct Chunk(page::Chunk);

#[wasm_bindgen]
impl Chunk {
    /// Three numbers per series: id, first bin, count.
    #[wasm_bindgen(getter)]
    pub fn index(&self) -> Vec<u32> {
        self.0.index.clone()
    }
    /// Start of each bin, in seconds.
    #[wasm_bindgen(getter)]
    pub fn time_s(&self) -> Vec<f64> {
        self.0.time_s.clone()
    }
    /// Smallest sample of each bin.
    #[wasm_bindgen(getter)]
    pub fn min(&self) -> Vec<f32> {
        self.0.min.clone()
    }
    /// Largest sample of each bin.
    #[wasm_bindgen(getter)]
    pub fn max(&self) -> Vec<f32> {
        self.0.max.clone()
    }
    /// Last sample of each bin.
    #[wasm_bindgen(getter)]
    pub fn last(&self) -> Vec<f32> {
        self.0.last.clone()
    }
    /// Time of each event, in seconds.
    #[wasm_bindgen(getter)]
    pub fn event_time_s(&self) -> Vec<f64> {
        self.0.event_time_s.clone()
    }
    /// The rule of each event.
    #[wasm_bindgen(getter)]
    pub fn event_rule(&self) -> Vec<u16> {
        self.0.event_rule.clone()
    }
    /// The event's flow, or the channel bit with its channel.
    #[wasm_bindgen(getter)]
    pub fn event_source(&self) -> Vec<u32> {
        self.0.event_source.clone()
    }
    /// Eight values per event.
    #[wasm_bindgen(getter)]
    pub fn event_terms(&self) -> Vec<f64> {
        self.0.event_terms.clone()
    }
    /// How often each rule was applied so far; events that were not kept count too.
    #[wasm_bindgen(getter)]
    pub fn event_counts(&self) -> Vec<f64> {
        self.0.event_counts.clone()
    }
}

/// Packets, one record per link; each getter returns a copy of its column.
#[wasm_bindgen]
pub struct Packets(page::PacketColumns);

#[wasm_bindgen]
impl Packets {
    /// The flow of each packet.
    #[wasm_bindgen(getter)]
    pub fn flow(&self) -> Vec<u32> {
        self.0.flow.clone()
    }
    /// Segment numbers, or acknowledgement numbers of ACKs.
    #[wasm_bindgen(getter)]
    pub fn sequence(&self) -> Vec<f64> {
        self.0.sequence.clone()
    }
    /// The kind of each packet.
    #[wasm_bindgen(getter)]
    pub fn kind(&self) -> Vec<u8> {
        self.0.kind.clone()
    }
    /// The link of each record.
    #[wasm_bindgen(getter)]
    pub fn place(&self) -> Vec<u32> {
        self.0.place.clone()
    }
    /// Arrival at the link's queue, in seconds.
    #[wasm_bindgen(getter)]
    pub fn enter_s(&self) -> Vec<f64> {
        self.0.enter_s.clone()
    }
    /// Start of the transmission.
    #[wasm_bindgen(getter)]
    pub fn start_s(&self) -> Vec<f64> {
        self.0.start_s.clone()
    }
    /// End of the transmission.
    #[wasm_bindgen(getter)]
    pub fn depart_s(&self) -> Vec<f64> {
        self.0.depart_s.clone()
    }
    /// Arrival at the other end.
    #[wasm_bindgen(getter)]
    pub fn arrive_s(&self) -> Vec<f64> {
        self.0.arrive_s.clone()
    }
    /// The fate of each packet.
    #[wasm_bindgen(getter)]
    pub fn fate(&self) -> Vec<u8> {
        self.0.fate.clone()
    }
}
