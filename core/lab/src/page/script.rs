//! Checks a script for an editor: its errors, or its declarations and rendered equations.

use crate::export::script::{ExportedScript, ScriptTarget};
use ackscope_engine::cc::own::AlgorithmSource;
use ackscope_engine::units::Quoted;
use ackscope_program::Script;
use ackscope_program::input::{EVENT_NAMES, INPUTS, Kind};
use ackscope_program::unit::{SPELLINGS, Unit};
use ackscope_scenario::ScenarioError;
use ackscope_script::name::{FUNCTIONS, WORDS};
use ackscope_script::{UnitAt, compile, units};
use schemars::JsonSchema;
use serde::Serialize;

/// What a script is, or what is wrong with it.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ScriptReport {
    /// Its mistakes in the order of their places; empty if it can run.
    pub errors: Vec<ScriptError>,
    /// Doubtful places of a script that can run: numbers that are most likely meant in another unit.
    pub doubts: Vec<ScriptError>,
    /// The name it gives itself.
    pub name: String,
    pub params: Vec<ScriptValue>,
    pub states: Vec<ScriptValue>,
    /// Instructions of its longest event.
    pub instructions: usize,
    /// What its names and operators are worth, in the order of their places. Known with
    /// mistakes too.
    pub units: Vec<ScriptUnit>,
    /// Its decisions, each with its equation, in the order of the run's rules.
    pub equations: Vec<ScriptEquation>,
}

/// A mistake.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ScriptError {
    /// The line, from 1.
    pub line: u32,
    /// The column, in characters from 1.
    pub column: u32,
    /// What was found, and what is allowed.
    pub message: String,
    /// The known word that is nearest to the one that stands there.
    pub nearest: Option<String>,
}

impl From<ackscope_script::Error> for ScriptError {
    fn from(error: ackscope_script::Error) -> ScriptError {
        let ackscope_script::Error { line, column, message, nearest } = error;
        ScriptError { line, column, message, nearest }
    }
}

/// The unit of a name or of an operator's result.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ScriptUnit {
    /// The line, from 1.
    pub line: u32,
    /// The column, in characters from 1.
    pub column: u32,
    /// As in `segments/s`; `condition`; empty for a plain number.
    pub unit: String,
}

/// A param or a state.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ScriptValue {
    pub name: String,
    /// Its unit; empty for a plain number.
    pub unit: String,
    /// True for a switch.
    pub is_condition: bool,
    /// A param's default in base units; 0 or 1 for a switch.
    pub default: f64,
    /// A param's range in base units.
    pub range: Option<(f64, f64)>,
    /// A param's help text.
    pub help: String,
}

/// A decision's equation.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ScriptEquation {
    /// The key of its rule without the script's id.
    pub key: String,
    /// LaTeX, each quantity as its term's name in doubled braces.
    pub formula: String,
    /// The names of its terms, in their order.
    pub terms: Vec<String>,
    /// Their symbols in LaTeX.
    pub symbols: Vec<String>,
}

/// A word of the language.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ScriptWord {
    pub word: String,
    /// `event`, `name`, `function`, `unit` or `word`.
    pub kind: &'static str,
    /// The unit of a name, the shape of a function.
    pub detail: String,
    /// What it means.
    pub help: String,
}

fn unit_of(kind: Kind) -> String {
    match kind {
        Kind::Number(unit @ Unit::Of(_)) => unit.written(),
        _ => String::new(),
    }
}

/// Checks a script.
pub fn script(source: &str) -> ScriptReport {
    let mut report = ScriptReport {
        errors: Vec::new(),
        doubts: ackscope_script::doubts(source).into_iter().map(ScriptError::from).collect(),
        name: String::new(),
        params: Vec::new(),
        states: Vec::new(),
        instructions: 0,
        units: units(source)
            .into_iter()
            .map(|UnitAt { line, column, unit }| ScriptUnit { line, column, unit })
            .collect(),
        equations: Vec::new(),
    };
    let program = match compile(source) {
        Ok(program) => program,
        Err(errors) => {
            report.errors = errors.into_iter().map(ScriptError::from).collect();
            return report;
        }
    };
    report.name.clone_from(&program.name);
    report.instructions = program.longest_hook();
    report.params = program
        .params
        .iter()
        .map(|param| ScriptValue {
            name: param.name.clone(),
            unit: unit_of(param.kind),
            is_condition: param.kind == Kind::Condition,
            default: param.default,
            range: param.range,
            help: param.help.clone(),
        })
        .collect();
    report.states = program
        .states
        .iter()
        .map(|state| ScriptValue {
            name: state.name.clone(),
            unit: unit_of(state.kind),
            is_condition: state.kind == Kind::Condition,
            default: 0.0,
            range: None,
            help: String::new(),
        })
        .collect();
    let defaults: Vec<f64> = program.params.iter().map(|param| param.default).collect();
    let rules = Script::new("", program.into(), &defaults).rules();
    let equations = rules.iter().filter(|rule| !rule.formula.is_empty()).map(|rule| ScriptEquation {
        key: rule.key.clone(),
        formula: rule.formula.clone(),
        terms: rule.terms.iter().map(|term| term.name.clone()).collect(),
        symbols: rule.terms.iter().map(|term| term.symbol.clone()).collect(),
    });
    report.equations = equations.collect();
    report
}

/// Exports a script to another system; `target` is `ns3-class` or `bpf`.
///
/// # Errors
/// If the target is unknown, or the script has errors.
pub fn export_script(id: &str, source: &str, target: &str) -> Result<ExportedScript, ScenarioError> {
    let target = match target {
        "ns3-class" => ScriptTarget::Ns3Class,
        "bpf" => ScriptTarget::Bpf,
        other => return Err(ScenarioError::value("target", Quoted(other).to_string(), "ns3-class or bpf")),
    };
    crate::export::script::script(id, source, target).map_err(|errors| {
        let first = errors.first().map(ToString::to_string).unwrap_or_default();
        ScenarioError::value("script", first, "a script without mistakes")
    })
}

/// All words of the language, for completion.
pub fn script_words() -> Vec<ScriptWord> {
    let word = |word: &str, kind, detail: &str, help: &str| ScriptWord {
        word: word.to_owned(),
        kind,
        detail: detail.to_owned(),
        help: help.to_owned(),
    };
    let windows = [
        ("cwnd", "Congestion window. A script may set it."),
        ("ssthresh", "Slow-start threshold. A script may set it."),
    ];
    let mut words: Vec<ScriptWord> = windows.map(|(name, help)| word(name, "name", "segments", help)).into();
    words.extend(INPUTS.iter().map(|known| word(known.word, "name", &unit_of(known.kind), known.help)));
    words.extend(EVENT_NAMES.iter().map(|known| word(known.word, "event", "", known.help)));
    words.extend(FUNCTIONS.iter().map(|known| word(known.word, "function", known.shape, "")));
    words.extend(SPELLINGS.iter().map(|known| word(known.word, "unit", "", "")));
    words.extend(WORDS.iter().map(|known| word(known, "word", "", "")));
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_report_has_mistakes_or_declarations_and_equations() {
        let report = script(
            "param gain = 0.9 in 0..1 \"weight\"\nstate t = 0 s\non loss { cwnd = max(2, window * gain) }",
        );
        assert!(report.errors.is_empty());
        assert_eq!((report.params[0].name.as_str(), report.params[0].range), ("gain", Some((0.0, 1.0))));
        assert_eq!((report.states[0].name.as_str(), report.states[0].unit.as_str()), ("t", "s"));
        let equation = report.equations.iter().find(|it| it.key == ".loss-0").expect("the decision");
        assert_eq!(equation.symbols.len(), 3, "{equation:?}");
        let broken = script("on loss { cwnd = 2 * rtt }");
        assert_eq!((broken.errors[0].line, broken.errors[0].column), (1, 16));
    }

    #[test]
    fn every_name_is_offered_with_its_meaning() {
        let words = script_words();
        let rtt = words.iter().find(|word| word.word == "rtt_min").expect("offered");
        assert_eq!((rtt.kind, rtt.detail.as_str()), ("name", "s"));
        assert!(words.iter().any(|word| word.kind == "event" && word.word == "avoidance"));
    }
}
