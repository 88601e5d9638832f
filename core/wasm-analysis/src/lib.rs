//! The engine's functions for JavaScript other than runs: text in, JSON text out.
//!
//! Like `ackscope-wasm`, it only wraps `ackscope_lab::page`. A page loads it with the first
//! formula, export or sweep.

use ackscope_lab::causes::Inquiry;
use ackscope_lab::export::Origin;
use ackscope_lab::export::pcapng;
use ackscope_lab::fit::SlicedFit;
use ackscope_lab::json::write_json;
use ackscope_lab::page;
use ackscope_lab::search::SlicedSearch;
use ackscope_scenario::ScenarioError;
use wasm_bindgen::prelude::*;

/// Shows panics as readable errors in the browser's console.
#[wasm_bindgen(start)]
pub fn start() {
    console_error_panic_hook::set_once();
}

/// Converts a refusal to an error whose message is JSON `ScenarioError`.
fn thrown(error: ScenarioError) -> JsError {
    JsError::new(&write_json(&error))
}

/// A closed form at every combination of the given values, as JSON `TheoryTable`. `sets` is a JSON
/// object with a value or a list of values for each parameter.
///
/// # Errors
/// Throws an error whose message is JSON `ScenarioError`.
#[wasm_bindgen]
pub fn theory(id: &str, sets: &str) -> Result<String, JsError> {
    let table = page::theory(id, sets).map_err(thrown)?;
    Ok(write_json(&table))
}

/// Exports a lane to another simulator (`simulator`: `ns2`, `ns3` or `mahimahi`), as JSON
/// `Exported`.
///
/// # Errors
/// Throws an error whose message is JSON `ScenarioError`.
#[wasm_bindgen]
pub fn program(
    scenario: &str,
    lane: u32,
    simulator: &str,
    title: &str,
    link: &str,
) -> Result<String, JsError> {
    page::program(scenario, lane as usize, simulator, Origin { title, link, ..Origin::default() })
        .map(|exported| write_json(&exported))
        .map_err(thrown)
}

/// A script's errors, or its declarations, as JSON `ScriptReport`. Never throws.
#[wasm_bindgen]
pub fn script(source: &str) -> String {
    write_json(&page::script(source))
}

/// An expression's errors, or its operations, as JSON `ExpressionReport`; `of` is `rows` or `run`.
/// Never throws.
#[wasm_bindgen]
pub fn expression(of: &str, source: &str) -> String {
    let of = if of == "run" { page::ExpressionOf::Run } else { page::ExpressionOf::Rows };
    write_json(&page::expression(of, source))
}

/// Compiles scripts for the engine; `texts` is a JSON list of their texts.
///
/// # Errors
/// Throws an error whose message is JSON `ScenarioError`.
#[wasm_bindgen]
pub fn compile_scripts(texts: &str) -> Result<Vec<u8>, JsError> {
    page::compile_scripts(texts).map_err(thrown)
}

/// Exports a script to another system (`target`: `ns3-class` or `bpf`), as JSON `ExportedScript`.
///
/// # Errors
/// Throws an error whose message is JSON `ScenarioError`.
#[wasm_bindgen]
pub fn export_script(id: &str, source: &str, target: &str) -> Result<String, JsError> {
    let exported = page::export_script(id, source, target).map_err(thrown)?;
    Ok(write_json(&exported))
}

/// The words of the script language with their meanings, as a JSON list of `ScriptWord`.
#[wasm_bindgen]
pub fn script_words() -> String {
    write_json(&page::script_words())
}

/// What a run of a scenario will cost by trial runs, as JSON `Estimate`.
///
/// # Errors
/// Throws an error whose message is JSON `ScenarioError`.
#[wasm_bindgen]
pub fn estimate(scenario: &str) -> Result<String, JsError> {
    let estimate = page::estimate(scenario).map_err(thrown)?;
    Ok(write_json(&estimate))
}

/// The sweep for a report card, as JSON `SweepSpec`; `request` is JSON `ScoreRequest`.
///
/// # Errors
/// Throws an error whose message is JSON `ScenarioError`.
#[wasm_bindgen]
pub fn score_spec(request: &str) -> Result<String, JsError> {
    let spec = page::score_spec(request).map_err(thrown)?;
    Ok(write_json(&spec))
}

/// What a class asks of codes; `request` is JSON `Classwork`. The answer is JSON: a code, a list of
/// `CodeLine`, or a variant.
///
/// # Errors
/// Throws an error whose message is JSON `ScenarioError`.
#[wasm_bindgen]
pub fn classwork(request: &str) -> Result<String, JsError> {
    page::classwork(request).map_err(thrown)
}

/// Why a lane is slow, late or unfair: an inquiry that goes on in slices.
#[wasm_bindgen]
pub struct Why(Inquiry);

#[wasm_bindgen]
impl Why {
    /// The question about a lane of a scenario, about the quantity `of` in an interval. The answer calls the
    /// lane `name`.
    ///
    /// # Errors
    /// Throws an error whose message is JSON `ScenarioError`.
    #[wasm_bindgen(constructor)]
    pub fn new(
        scenario: &str,
        lane: u32,
        name: &str,
        from_s: f64,
        to_s: f64,
        of: &str,
    ) -> Result<Why, JsError> {
        Inquiry::new(scenario, lane as usize, name, (from_s, to_s), of).map(Why).map_err(thrown)
    }

    /// The same question, and why the lane is less than lane `other`.
    ///
    /// # Errors
    /// As the constructor.
    pub fn than(self, other: u32, name: &str) -> Result<Why, JsError> {
        self.0.than(other as usize, name).map(Why).map_err(thrown)
    }

    /// Simulates about `max_events` more events, and returns how many runs are over.
    pub fn advance(&mut self, max_events: u32) -> u32 {
        self.0.advance(u64::from(max_events)) as u32
    }

    /// True once there is an answer.
    pub fn done(&self) -> bool {
        self.0.report().is_some()
    }

    /// The answer, as JSON `CausesReport`; null before it is there.
    pub fn report(&self) -> String {
        write_json(&self.0.report())
    }
}

/// What breaks an algorithm: a search that goes on in slices.
#[wasm_bindgen]
pub struct Break(SlicedSearch);

#[wasm_bindgen]
impl Break {
    /// `request` is JSON `BreakRequest`.
    ///
    /// # Errors
    /// Throws an error whose message is JSON `ScenarioError`.
    #[wasm_bindgen(constructor)]
    pub fn new(request: &str) -> Result<Break, JsError> {
        SlicedSearch::new(request).map(Break).map_err(thrown)
    }

    /// Shares the runs with others: this is number `part` of `parts`.
    pub fn share(&mut self, part: u32, parts: u32) {
        self.0.share(part as usize, parts as usize);
    }

    /// What the runs gave that are over since the last call, for the others.
    pub fn found(&mut self) -> Option<String> {
        self.0.found()
    }

    /// Takes what another one found, which is not run here, then.
    pub fn learn(&mut self, found: &str) {
        self.0.learn(found);
    }

    /// Simulates for a moment, and returns how many runs are over.
    pub fn advance(&mut self) -> u32 {
        self.0.advance() as u32
    }

    pub fn done(&self) -> bool {
        self.0.is_over()
    }

    /// What is known so far, as JSON `SoFar`, if that is more than at the last call.
    pub fn news(&mut self) -> Option<String> {
        self.0.news().map(|so_far| write_json(&so_far))
    }

    /// What it found, as JSON `BreakReport`.
    pub fn report(&self) -> String {
        write_json(&self.0.report())
    }
}

/// The network behind a measured curve: a fit that goes on in slices.
#[wasm_bindgen]
pub struct Fit(SlicedFit);

#[wasm_bindgen]
impl Fit {
    /// `table` has a header: `time_s`, `cwnd_packets` and more.
    ///
    /// # Errors
    /// Throws an error whose message is JSON `ScenarioError`.
    #[wasm_bindgen(constructor)]
    pub fn new(table: &str, max_runs: u32) -> Result<Fit, JsError> {
        SlicedFit::new(table, u64::from(max_runs)).map(Fit).map_err(thrown)
    }

    /// Shares the runs with others: this is number `part` of `parts`.
    pub fn share(&mut self, part: u32, parts: u32) {
        self.0.share(part as usize, parts as usize);
    }

    /// What the runs gave that are over since the last call, for the others.
    pub fn found(&mut self) -> Option<String> {
        self.0.found()
    }

    /// Takes what another one found, which is not run here, then.
    pub fn learn(&mut self, found: &str) {
        self.0.learn(found);
    }

    /// Simulates for a moment, and returns how many runs are over.
    pub fn advance(&mut self) -> u32 {
        self.0.advance() as u32
    }

    pub fn done(&self) -> bool {
        self.0.report().is_some()
    }

    /// What is known so far, as JSON `FitSoFar`, if that is more than at the last call.
    pub fn news(&mut self) -> Option<String> {
        self.0.news().map(|so_far| write_json(&so_far))
    }

    /// The answer, as JSON `Fit`; null before it is there.
    pub fn report(&self) -> String {
        write_json(&self.0.report())
    }
}

/// A lane's run as a file of packets: it goes on in slices.
#[wasm_bindgen]
pub struct Capture(pcapng::Capture);

#[wasm_bindgen]
impl Capture {
    /// # Errors
    /// Throws an error whose message is JSON `ScenarioError`.
    #[wasm_bindgen(constructor)]
    pub fn new(scenario: &str, lane: u32, title: &str, link: &str) -> Result<Capture, JsError> {
        let origin = Origin { title, link, ..Origin::default() };
        pcapng::Capture::of_page(scenario, lane as usize, origin).map(Capture).map_err(thrown)
    }

    /// Simulates about `max_events` more events, and returns the share of the run that is over.
    pub fn advance(&mut self, max_events: u32) -> f64 {
        self.0.advance(u64::from(max_events));
        self.0.share()
    }

    pub fn done(&self) -> bool {
        self.0.is_done()
    }

    /// The file.
    pub fn file(&mut self) -> Vec<u8> {
        self.0.take()
    }

    /// What it leaves out.
    pub fn left_out(&self) -> Vec<String> {
        self.0.left_out().to_vec()
    }
}

/// A sweep whose runs are done by the caller.
#[wasm_bindgen]
pub struct Sweep(page::SweepRun);

#[wasm_bindgen]
impl Sweep {
    /// Reads JSON `SweepSpec` and checks every point.
    ///
    /// # Errors
    /// Throws an error whose message is JSON `ScenarioError`.
    #[wasm_bindgen(constructor)]
    pub fn new(spec: &str) -> Result<Sweep, JsError> {
        page::SweepRun::new(spec).map(Sweep).map_err(thrown)
    }

    /// The plan, as JSON `SweepPlan`.
    pub fn plan(&self) -> String {
        write_json(&self.0.plan())
    }

    /// Adds the output of `Run.results` for job number `place`.
    ///
    /// # Errors
    /// Throws an error whose message is JSON `ScenarioError`.
    pub fn add(&mut self, place: u32, results: &str) -> Result<(), JsError> {
        self.0.add(place as usize, results).map_err(thrown)
    }

    /// The results of the point and lane of job number `place` so far, as JSON `PointReport`.
    ///
    /// # Errors
    /// Throws an error whose message is JSON `ScenarioError`.
    pub fn point(&self, place: u32) -> Result<String, JsError> {
        Ok(write_json(&self.0.point(place as usize).map_err(thrown)?))
    }

    /// The results so far, as JSON `SweepReport`: the output of `ackscope sweep --json`.
    pub fn report(&self) -> String {
        write_json(&self.0.report())
    }

    /// The report card so far, as JSON `ScoreReport`; the sweep must be one of `score_spec`.
    ///
    /// # Errors
    /// Throws an error whose message is JSON `ScenarioError`.
    pub fn score(&self) -> Result<String, JsError> {
        let card = self.0.score().map_err(thrown)?;
        Ok(write_json(&card))
    }

    /// The results so far as a table: the output of `ackscope sweep --csv`.
    pub fn csv(&self) -> String {
        self.0.report().csv()
    }
}
