//! Compiled scripts, for a page: one WebAssembly module compiles them, another one runs them.

use ackscope_engine::units::Quoted;
use ackscope_scenario::{Compiled, ScenarioError, read_json};
use serde_json::Value;

/// Compiles `texts`, a JSON list of scripts. An invalid script is included with its errors.
///
/// # Errors
/// If `texts` is not a list of strings.
pub fn compile_scripts(texts: &str) -> Result<Vec<u8>, ScenarioError> {
    let refuse = || ScenarioError::value("", Quoted(texts).to_string(), "a list of scripts");
    let Value::Array(texts) = read_json(texts)? else { return Err(refuse()) };
    let texts = texts.into_iter().map(|text| match text {
        Value::String(text) => Ok(text),
        _ => Err(refuse()),
    });
    let texts: Vec<String> = texts.collect::<Result<_, _>>()?;
    Ok(Compiled::of(texts).write())
}

/// Reads the output of [`compile_scripts`]; empty input means no programs.
///
/// # Errors
/// If the bytes are damaged, or a program in them is not safe to run.
pub fn programs(bytes: &[u8]) -> Result<Compiled, ScenarioError> {
    if bytes.is_empty() {
        return Ok(Compiled::default());
    }
    Compiled::read(bytes).map_err(refused)
}

/// The fault of something compiled.
pub(super) fn refused(wrong: &str) -> ScenarioError {
    let mut error = ScenarioError::value("scripts", "", "compiled scripts");
    error.message = wrong.to_owned();
    error
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::write_json;
    use crate::page::{Check, Run, check, check_with};
    use crate::report::{EngineReport, LaneReport};

    const SCENARIO: &str = r#"{"version":1,"duration":5,"hops":[{"rate":"2Mbps","delay":"10ms","queue":{"capacity":20}}],
        "scripts":{"mine":"SOURCE"},
        "flows":[{"algorithm":"mine","rtt":"100ms","compared":true}],"compare":["mine","newreno"]}"#;

    fn scenario(source: &str) -> String {
        SCENARIO.replace("SOURCE", source)
    }

    fn compiled(source: &str) -> Compiled {
        let bytes = compile_scripts(&write_json(&[source])).expect("a list");
        programs(&bytes).expect("what was written is read")
    }

    #[test]
    fn a_program_that_comes_compiled_runs_as_one_that_is_compiled_here() {
        let source = "on avoidance { cwnd += 0.01 }";
        let text = scenario(source);
        let mut run = Run::new(&text, 0, compiled(source)).expect("valid");
        run.advance(f64::INFINITY, u64::MAX);
        let here = crate::page::lane(&text, 0).expect("valid").measure();
        // How often a timer looks in vain depends on what is recorded, and is no part of the run.
        let same = |report: LaneReport| {
            let engine = EngineReport { events: 0, ..report.engine };
            write_json(&LaneReport { engine, ..report })
        };
        assert_eq!(same(run.results()), same(here));
        assert!(run.verdict(1.0).is_ok(), "its lanes are read again with the same programs");
    }

    #[test]
    fn mistakes_come_with_their_place_and_a_missing_program_is_named() {
        let source = "on loss { cwnd = rtt_mn }";
        let (text, programs) = (scenario(source), compiled(source));
        let said = |check: Check| match check {
            Check::Failed { error, .. } => error.message,
            Check::Passed(_) => panic!("accepted"),
        };
        assert_eq!(said(check_with(&text, &programs)), said(check(&text)), "as where it is compiled");
        let missing = said(check_with(&scenario(""), &programs));
        assert_eq!(missing, "scripts.mine, the scenario came without its compiled program.");
    }

    #[test]
    fn what_is_no_list_of_scripts_or_damaged_is_refused() {
        for wrong in ["", "{}", "[1]", "[\"on loss {}\",null]"] {
            assert!(compile_scripts(wrong).is_err(), "{wrong}");
        }
        assert_eq!(programs(&[]).expect("none"), Compiled::default());
        assert_eq!(programs(&[1]).expect_err("damaged").message, "The compiled scripts are incomplete.");
    }
}
