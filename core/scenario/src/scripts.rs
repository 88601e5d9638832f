//! The scripts of a scenario: algorithms given as text, compiled, with their declared parameters.

use super::error::{ScenarioError, describe, unknown_name};
use super::limits::{MAX_NAME_CHARS, MAX_SCRIPTS, at_most};
use super::models::Models;
use super::parameters::{flag, number};
use super::types::Scenario;
use ackscope_engine::catalogue::{OwnRules, Spec};
use ackscope_engine::cc::own::RegisteredAlgorithm;
use ackscope_engine::units::Quoted;
use ackscope_program::input::Kind;
use ackscope_program::{Program, Script};
use ackscope_script::compile;
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

/// Provides the programs of scripts.
pub trait Programs {
    /// The program of a script, or its errors as text.
    fn program(&self, text: &str) -> Result<Arc<Program>, Vec<String>>;
}

/// Compiles scripts on demand, each text once. Clones share the programs, so that all lanes and all runs of one
/// question have one.
#[derive(Clone, Debug, Default)]
pub struct Compiler(Arc<Mutex<BTreeMap<String, Answer>>>);

type Answer = Result<Arc<Program>, Vec<String>>;

impl Programs for Compiler {
    fn program(&self, text: &str) -> Answer {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(answer) = known.get(text) {
            return answer.clone();
        }
        let told = |errors: Vec<ackscope_script::Error>| errors.iter().map(ToString::to_string).collect();
        let answer = compile(text).map(Arc::new).map_err(told);
        known.insert(text.to_owned(), answer.clone());
        answer
    }
}

/// The scripts of a scenario, ready for its flows.
pub(crate) struct Scripts<'a> {
    scripts: Vec<(&'a str, Arc<Program>, RegisteredAlgorithm)>,
}

impl<'a> Scripts<'a> {
    /// Gets the programs of all scripts and registers their rules in `rules`. Every lane registers
    /// all of them, so that a rule has the same number in all lanes.
    pub fn of(
        models: &Models,
        programs: &dyn Programs,
        scenario: &'a Scenario,
        rules: &mut OwnRules,
    ) -> Result<Scripts<'a>, ScenarioError> {
        let count = scenario.scripts.as_ref().map_or(0, Map::len);
        at_most("scripts", "scripts", count as u64, MAX_SCRIPTS as u64)?;
        let mut scripts = Vec::new();
        for (id, text) in scenario.scripts.iter().flatten() {
            let path = format!("scripts.{id}");
            check_id(models, id)?;
            let Value::String(text) = text else {
                return Err(ScenarioError::value(path, describe(text), "the text of a script"));
            };
            let program = programs.program(text).map_err(|mistakes| {
                let first = mistakes.first().cloned().unwrap_or_default();
                let mut error = ScenarioError::value(path.as_str(), first, "a script without mistakes");
                error.message = format!("{path}, {}.", mistakes.join("; "));
                error
            })?;
            let defaults: Vec<f64> = program.params.iter().map(|param| param.default).collect();
            let script = Arc::new(Script::new(id, program.clone(), &defaults));
            scripts.push((id.as_str(), program, RegisteredAlgorithm::new(script, rules)));
        }
        Ok(Scripts { scripts })
    }

    /// The built-in algorithm `id`, named at `path`. The refusal of an unknown one also lists the
    /// scripts.
    pub fn spec(&self, models: &Models, id: &str, path: &str) -> Result<&'static Spec, ScenarioError> {
        models.algorithm(id, path).map_err(|error| {
            if self.scripts.is_empty() {
                return error;
            }
            let scripts = self.scripts.iter().map(|(id, _, _)| *id);
            let known = models.algorithms.iter().map(|spec| spec.id).chain(scripts);
            unknown_name("the algorithm", id, known).at(path.to_owned())
        })
    }

    /// The script `id` with the parameters `given` at `path`; `None` if there is none.
    pub fn algorithm(
        &self,
        id: &str,
        given: &Map<String, Value>,
        path: &str,
    ) -> Option<Result<RegisteredAlgorithm, ScenarioError>> {
        let (id, program, registered) = self.scripts.iter().find(|(known, _, _)| *known == id)?;
        if given.is_empty() {
            return Some(Ok(registered.clone()));
        }
        let values = values(id, program, given, path);
        Some(values.map(|values| registered.with(Arc::new(Script::new(id, program.clone(), &values)))))
    }
}

/// The values of all parameters, in declared order.
fn values(
    id: &str,
    program: &Program,
    given: &Map<String, Value>,
    path: &str,
) -> Result<Vec<f64>, ScenarioError> {
    let mut values: Vec<f64> = program.params.iter().map(|param| param.default).collect();
    for (name, value) in given {
        let Some(place) = program.params.iter().position(|param| param.name == *name) else {
            let known = program.params.iter().map(|param| param.name.as_str());
            return Err(unknown_name(&format!("the parameter of {id}"), name, known).at(path.to_owned()));
        };
        if value.is_null() {
            continue;
        }
        let param = &program.params[place];
        let (low, high) = param.range.unwrap_or((f64::NEG_INFINITY, f64::INFINITY));
        let read = match param.kind {
            Kind::Condition => flag(value).map(|flag| f64::from(u8::from(flag))),
            Kind::Number(unit) => number(unit.of_term(), value, low, high, false),
        };
        values[place] = read.map_err(|refusal| refusal.at(format!("{path}.{name}")))?;
    }
    Ok(values)
}

/// Checks an id: it has the characters of built-in ids and differs from all of them.
fn check_id(models: &Models, id: &str) -> Result<(), ScenarioError> {
    let refuse = |allowed: &str| Err(ScenarioError::value("scripts", Quoted(id).to_string(), allowed));
    let letters = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || matches!(c, '-' | '+');
    if id.is_empty() || id.len() > MAX_NAME_CHARS || !id.chars().all(letters) {
        return refuse("an id of up to 100 letters a to z, digits, - and +");
    }
    if !id.starts_with(|c: char| c.is_ascii_lowercase()) {
        return refuse("an id that begins with a letter");
    }
    if models.algorithms.iter().any(|spec| spec.id == id) || id == "cbr" {
        return refuse("an id of its own, because this one is built in");
    }
    Ok(())
}

/// Checks that the algorithm `id` is built in or a script.
pub(crate) fn check_algorithm(
    models: &Models,
    scenario: &Scenario,
    id: &str,
    path: &str,
) -> Result<(), ScenarioError> {
    let scripts = || scenario.scripts.iter().flat_map(Map::keys).map(String::as_str);
    let known = || models.algorithms.iter().map(|spec| spec.id).chain(scripts());
    if known().any(|known| known == id) {
        return Ok(());
    }
    Err(unknown_name("the algorithm", id, known()).at(path.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::{Arc, Compiler, Programs};
    use crate::{compile_all, lanes, read};
    use ackscope_engine::setup::{Recovery, SourceSetup, TcpSetup};

    fn scenario(rest: &str) -> String {
        format!(r#"{{"version":1,"duration":10,"hops":[{{"rate":"2Mbps","delay":"10ms"}}],{rest}}}"#)
    }

    const MINE: &str = r#""scripts":{"mine":"param gain = 0.9 in 0..1\nparam t = 25ms in 1..100\nparam f = true\non loss { cwnd = cwnd * gain }"}"#;

    fn refused(rest: &str) -> (String, String) {
        let error = read(&scenario(rest)).and_then(|scenario| compile_all(&scenario)).expect_err(rest);
        (error.path, error.message)
    }

    fn tcp(rest: &str, lane: usize) -> TcpSetup {
        let setups = read(&scenario(rest)).and_then(|scenario| compile_all(&scenario)).expect("valid");
        let SourceSetup::Tcp(tcp) = &setups[lane].flows[0].source else { panic!("TCP") };
        (**tcp).clone()
    }

    #[test]
    fn a_flow_and_a_lane_name_a_script_like_any_algorithm() {
        let flows = r#""flows":[{"algorithm":"mine","rtt":"100ms","compared":true,"parameters":{"gain":0.5,"t":"50ms","f":false}}]"#;
        let alone = tcp(&format!("{MINE},{flows}"), 0);
        assert_eq!(alone.algorithm_id(), "mine");
        assert_eq!(alone.recovery, Recovery::NewReno, "where the flow says nothing");
        let compare = r#""compare":["newreno","mine",{"algorithm":"mine","parameters":{"gain":0.25}}]"#;
        let rest = format!("{MINE},{flows},{compare}");
        assert_eq!(tcp(&rest, 0).algorithm_id(), "newreno");
        assert_eq!(tcp(&rest, 2).algorithm_id(), "mine");
        let labels: Vec<String> =
            lanes(&read(&scenario(&rest)).expect("read")).into_iter().map(|lane| lane.label).collect();
        assert_eq!(labels, ["newreno", "mine", "mine, gain = 0.25"]);
        let setups = read(&scenario(&rest)).and_then(|scenario| compile_all(&scenario)).expect("valid");
        let counts: Vec<usize> = setups.iter().map(|setup| setup.own_rules.len()).collect();
        assert!(counts[0] > 0 && counts.iter().all(|count| *count == counts[0]), "one list for all lanes");
    }

    #[test]
    fn a_script_is_compiled_once() {
        let compiler = Compiler::default();
        let program = |text| compiler.clone().program(text);
        let (first, again) = (program("on loss { cwnd = 1 }"), program("on loss { cwnd = 1 }"));
        assert!(Arc::ptr_eq(&first.expect("valid"), &again.expect("valid")));
        assert_eq!(program("on loss {").map(|_| ()), program("on loss {").map(|_| ()), "mistakes, too");
    }

    #[test]
    fn what_is_wrong_with_a_script_is_told_with_its_line() {
        let (path, message) = refused(
            r#""scripts":{"mine":"on loss {\n  cwnd = rtt_mn\n}\nshow x"},"flows":[{"algorithm":"mine","rtt":"100ms"}]"#,
        );
        assert_eq!(path, "scripts.mine");
        assert!(message.starts_with("scripts.mine, line 2, column 10: unknown name \"rtt_mn\""), "{message}");
        assert!(message.contains("line 4, column 6"), "all mistakes at once: {message}");
    }

    #[test]
    fn ids_params_and_names_are_checked() {
        let flow = |algorithm: &str, parameters: &str| {
            format!(
                r#"{MINE},"flows":[{{"algorithm":"{algorithm}","rtt":"100ms","parameters":{{{parameters}}}}}]"#
            )
        };
        assert_eq!(refused(r#""scripts":{"newreno":""},"flows":[]"#).0, "scripts");
        assert_eq!(refused(r#""scripts":{"My own":""},"flows":[]"#).0, "scripts");
        assert_eq!(refused(r#""scripts":{"mine":7},"flows":[]"#).0, "scripts.mine");
        let (path, message) = refused(&flow("min", ""));
        assert_eq!(path, "flows.0.algorithm");
        assert!(message.contains("did you mean \"mine\""), "{message}");
        assert_eq!(refused(&flow("mine", r#""gain":1.5"#)).0, "flows.0.parameters.gain");
        assert_eq!(refused(&flow("mine", r#""t":"200ms""#)).0, "flows.0.parameters.t");
        assert_eq!(refused(&flow("mine", r#""f":1"#)).0, "flows.0.parameters.f");
        let (path, message) = refused(&flow("mine", r#""gian":1"#));
        assert_eq!(path, "flows.0.parameters");
        assert!(message.contains("did you mean \"gain\""), "{message}");
        assert!(
            refused(r#""flows":[{"algorithm":"newreno","rtt":"1s","compared":true}],"compare":["mine"]"#)
                .1
                .contains("mine")
        );
    }
}
