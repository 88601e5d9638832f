//! What JavaScript asks of the engine besides runs: text in, JSON text out.
//!
//! Like `ackscope-wasm` a thin door to `ackscope_lab::page`. A page loads it when the first
//! formula, export or sweep is asked for.

use ackscope_lab::export::Origin;
use ackscope_lab::json::write_json;
use ackscope_lab::page;
use ackscope_scenario::ScenarioError;
use wasm_bindgen::prelude::*;

/// Panics become readable errors in the console of whoever debugs.
#[wasm_bindgen(start)]
pub fn start() {
    console_error_panic_hook::set_once();
}

/// What a refused question throws: an error whose message is JSON `ScenarioError`.
fn thrown(error: ScenarioError) -> JsError {
    JsError::new(&write_json(&error))
}

/// A closed form at every combination of the given values, as JSON `TheoryTable`: `sets` is a JSON
/// object with a value or a list of values by parameter.
///
/// # Errors
/// Throws an error whose message is JSON `ScenarioError`.
#[wasm_bindgen]
pub fn theory(id: &str, sets: &str) -> Result<String, JsError> {
    let table = page::theory(id, sets).map_err(thrown)?;
    Ok(write_json(&table))
}

/// A lane as a program for ns-2 or ns-3 (`simulator`: `ns2` or `ns3`), as JSON `Exported`.
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

/// A script's mistakes, or what it declares, as JSON `ScriptReport`. Never throws.
#[wasm_bindgen]
pub fn script(source: &str) -> String {
    write_json(&page::script(source))
}

/// The mistakes of an expression, or what to compute, as JSON `ExpressionReport`; `of`: `rows` or
/// `run`. Never throws.
#[wasm_bindgen]
pub fn expression(of: &str, source: &str) -> String {
    let of = if of == "run" { page::ExpressionOf::Run } else { page::ExpressionOf::Rows };
    write_json(&page::expression(of, source))
}

/// Programs of scripts, for the engine: `texts` is a JSON list of their texts.
///
/// # Errors
/// Throws an error whose message is JSON `ScenarioError`.
#[wasm_bindgen]
pub fn compile_scripts(texts: &str) -> Result<Vec<u8>, JsError> {
    page::compile_scripts(texts).map_err(thrown)
}

/// A script as a program for another machine (`target`: `ns3-class` or `bpf`), as JSON
/// `ExportedScript`.
///
/// # Errors
/// Throws an error whose message is JSON `ScenarioError`.
#[wasm_bindgen]
pub fn export_script(id: &str, source: &str, target: &str) -> Result<String, JsError> {
    let exported = page::export_script(id, source, target).map_err(thrown)?;
    Ok(write_json(&exported))
}

/// The words of scripts with their meanings, as a JSON list of `ScriptWord`.
#[wasm_bindgen]
pub fn script_words() -> String {
    write_json(&page::script_words())
}

/// The sweep that scores what JSON `ScoreRequest` asks for, as JSON `SweepSpec`.
///
/// # Errors
/// Throws an error whose message is JSON `ScenarioError`.
#[wasm_bindgen]
pub fn score_spec(request: &str) -> Result<String, JsError> {
    let spec = page::score_spec(request).map_err(thrown)?;
    Ok(write_json(&spec))
}

/// A sweep whose runs are done elsewhere.
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

    /// What there is to do, as JSON `SweepPlan`.
    pub fn plan(&self) -> String {
        write_json(&self.0.plan())
    }

    /// Takes what `Run.results` gave for job number `place`; gives its point and lane so far, as
    /// JSON `PointReport`.
    ///
    /// # Errors
    /// Throws an error whose message is JSON `ScenarioError`.
    pub fn add(&mut self, place: u32, results: &str) -> Result<String, JsError> {
        let report = self.0.add(place as usize, results).map_err(thrown)?;
        Ok(write_json(&report))
    }

    /// Everything so far, as JSON `SweepReport`: what `ackscope sweep --json` prints.
    pub fn report(&self) -> String {
        write_json(&self.0.report())
    }

    /// The report card so far, as JSON `ScoreReport`, of a sweep by `score_spec`.
    ///
    /// # Errors
    /// Throws an error whose message is JSON `ScenarioError`.
    pub fn score(&self) -> Result<String, JsError> {
        let card = self.0.score().map_err(thrown)?;
        Ok(write_json(&card))
    }

    /// Everything so far as a table: what `ackscope sweep --csv` prints.
    pub fn csv(&self) -> String {
        self.0.report().csv()
    }
}
