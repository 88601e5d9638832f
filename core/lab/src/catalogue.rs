//! The catalogue lists every choice a scenario has, as data for the page, `list` and the docs.

use ackscope_engine::catalogue::{Kind, Param, ParamDefault, RuleKind, RuleTexts, Spec};
use ackscope_engine::trace::{SERIES, SeriesDecl};
use ackscope_engine::{VERSION, rules_with};
use ackscope_scenario::{Models, defaults};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value};

use crate::theory::{self, Formula, Input};

/// Everything that is registered.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Catalogue {
    /// The engine's version.
    pub version: String,
    /// Congestion-control algorithms.
    pub algorithms: Vec<Model>,
    /// Queue disciplines.
    pub queues: Vec<Model>,
    /// Loss models.
    pub losses: Vec<Model>,
    pub delays: Vec<Model>,
    pub rates: Vec<Model>,
    pub jitters: Vec<Model>,
    /// Applications of TCP flows.
    pub applications: Vec<Model>,
    /// Bandwidth estimators.
    pub estimators: Vec<Model>,
    /// What a run can record over time.
    pub series: &'static [SeriesDecl],
    /// The decisions a run explains; an event's rule is a position in this list.
    pub rules: Vec<RuleDeclaration>,
    /// The papers' closed forms and fluid models.
    pub theory: Vec<FormulaDeclaration>,
    /// What a scenario means where it is silent: a hop, a flow, and the scenario itself with every
    /// key that has a fixed default.
    pub scenario_defaults: Map<String, Value>,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Model {
    /// The identifier used in scenarios.
    pub id: String,
    /// The name people use.
    pub name: String,
    /// What it does, in one sentence.
    pub summary: String,
    /// Where its rules are from.
    pub source: String,
    pub parameters: Vec<Parameter>,
    /// Where it departs from its source, and why.
    pub departures: Vec<String>,
}

/// What values a parameter takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ParameterKind {
    Number,
    /// A whole number.
    Integer,
    /// True or false.
    Boolean,
    /// One of `choices`.
    Choice,
    /// A list of numbers.
    Numbers,
    /// A list of pairs of times.
    Periods,
    /// A list of pairs of a time and a rate, `greedy` or `pause`.
    Phases,
}

/// A parameter of a model.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Parameter {
    /// Its key in a scenario.
    pub name: String,
    /// Its unit, empty for a plain number.
    pub unit: String,
    /// What values it takes.
    pub kind: ParameterKind,
    /// Its value where a scenario is silent; null where the model finds its own.
    #[schemars(with = "Option<ParameterValue>")]
    pub default: Value,
    /// The smallest allowed value, if there is one.
    pub min: Option<f64>,
    /// The largest allowed value, if there is one.
    pub max: Option<f64>,
    /// The allowed words of a choice.
    pub choices: Vec<String>,
    /// What it does, in one sentence.
    pub help: String,
    /// Where its default is from.
    pub source: String,
}

/// A value of a parameter, for the schema of [`Parameter::default`].
#[derive(JsonSchema)]
#[serde(untagged)]
#[allow(dead_code)]
enum ParameterValue {
    Number(f64),
    Boolean(bool),
    Choice(String),
}

/// A decision that a run explains.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "Rule")]
pub struct RuleDeclaration {
    /// Its number in events.
    pub id: u32,
    /// Its stable key.
    pub key: String,
    /// What it is about.
    pub kind: RuleKind,
    /// The id of the model it belongs to, an algorithm mostly; null for what all flows share.
    pub algorithm: Option<String>,
    /// What happened, in a short sentence.
    pub title: String,
    /// The equation in LaTeX, each quantity as its term's name in doubled braces.
    pub formula: String,
    /// The quantities, in the order in which an event carries their values.
    pub terms: Vec<TermDeclaration>,
    /// Where the rule is from.
    pub source: String,
}

impl RuleDeclaration {
    /// Declares `rule`, whose number is `id`.
    pub fn of(id: usize, rule: &RuleTexts) -> RuleDeclaration {
        let terms = rule.terms.iter().map(|term| TermDeclaration {
            name: term.name.to_owned(),
            symbol: term.symbol.to_owned(),
            unit: term.unit.to_owned(),
            help: term.help.to_owned(),
        });
        RuleDeclaration {
            id: id as u32,
            key: rule.key.to_owned(),
            kind: rule.kind,
            algorithm: rule.model.map(str::to_owned),
            title: rule.title.to_owned(),
            formula: rule.formula.to_owned(),
            terms: terms.collect(),
            source: rule.source.to_owned(),
        }
    }
}

/// A quantity of a rule.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "RuleTerm")]
pub struct TermDeclaration {
    /// Its name in the formula.
    pub name: String,
    /// Its symbol in LaTeX.
    pub symbol: String,
    /// Its unit, empty for a plain number.
    pub unit: String,
    pub help: String,
}

/// A closed form or a fluid model of a paper.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "Formula")]
pub struct FormulaDeclaration {
    pub id: String,
    /// What people call it.
    pub name: String,
    /// What it says, in a sentence.
    pub summary: String,
    /// The equation in LaTeX.
    pub latex: String,
    /// What it depends on.
    pub parameters: Vec<FormulaParameter>,
    pub outputs: Vec<FormulaOutput>,
    /// The parameter that is drawn along the axis unless somebody chooses another.
    pub axis: String,
    /// Under which circumstances it holds.
    pub assumptions: Vec<String>,
    /// What can be tested of them: a point names those it breaks.
    pub conditions: Vec<String>,
    /// Paper and equation, or RFC and section.
    pub source: String,
    /// What is wrong in print, and what is computed instead.
    pub corrections: Vec<String>,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct FormulaOutput {
    pub name: String,
    /// What people call it.
    pub label: String,
    /// Its symbol in LaTeX.
    pub symbol: String,
    /// Its unit, empty for a plain number.
    pub unit: String,
    pub help: String,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct FormulaParameter {
    pub name: String,
    /// What people call it.
    pub label: String,
    /// Its symbol in LaTeX.
    pub symbol: String,
    /// Its unit, empty for a plain number.
    pub unit: String,
    /// Its value where none is given.
    pub default: f64,
    /// The smallest allowed value.
    pub min: f64,
    /// The largest allowed value.
    pub max: f64,
    /// Where a curve along it begins.
    pub plot_from: f64,
    /// Where it ends.
    pub plot_to: f64,
    /// Whether that axis is logarithmic.
    pub logarithmic: bool,
    /// Whether it must be a whole number.
    pub whole: bool,
    pub help: String,
}

/// The catalogue of this version.
pub fn catalogue() -> Catalogue {
    let models = Models::registered();
    let all = |specs: &[&'static Spec]| specs.iter().map(|spec| Model::of(spec)).collect();
    let declared = ackscope_scenario::ns2::own_rules();
    let rules = rules_with(&declared).enumerate().map(|(id, rule)| RuleDeclaration::of(id, &rule));
    Catalogue {
        version: VERSION.to_owned(),
        algorithms: all(models.algorithms),
        queues: all(models.queues),
        losses: all(models.losses),
        delays: all(models.delays),
        rates: all(models.rates),
        jitters: all(models.jitters),
        applications: all(models.applications),
        estimators: all(models.estimators),
        series: SERIES,
        rules: rules.collect(),
        theory: theory::formulas().map(FormulaDeclaration::of).collect(),
        scenario_defaults: defaults(),
    }
}

impl Model {
    fn of(spec: &Spec) -> Model {
        Model {
            id: spec.id.to_owned(),
            name: spec.name.to_owned(),
            summary: spec.summary.to_owned(),
            source: spec.source.to_owned(),
            parameters: spec.parameters.iter().map(Parameter::of).collect(),
            departures: spec.departures.iter().map(|text| (*text).to_owned()).collect(),
        }
    }
}

impl Parameter {
    fn of(param: &Param) -> Parameter {
        let bounds = |min: f64, max: f64| (min.is_finite().then_some(min), max.is_finite().then_some(max));
        let (kind, (min, max), choices) = match param.kind {
            Kind::Number { min, max } => (ParameterKind::Number, bounds(min, max), &[][..]),
            Kind::Integer { min, max } => (ParameterKind::Integer, bounds(min, max), &[][..]),
            Kind::Flag => (ParameterKind::Boolean, (None, None), &[][..]),
            Kind::Choice(words) => (ParameterKind::Choice, (None, None), words),
            Kind::Numbers => (ParameterKind::Numbers, (Some(0.0), None), &[][..]),
            Kind::Periods => (ParameterKind::Periods, (Some(0.0), None), &[][..]),
            Kind::Phases => (ParameterKind::Phases, (Some(0.0), None), &[][..]),
        };
        Parameter {
            name: param.name.to_owned(),
            unit: param.unit.to_owned(),
            kind,
            default: match param.default {
                ParamDefault::Number(x) => Value::from(x),
                ParamDefault::Flag(x) => Value::from(x),
                ParamDefault::Choice(x) => Value::from(x),
                ParamDefault::Automatic => Value::Null,
            },
            min,
            max,
            choices: choices.iter().map(|word| (*word).to_owned()).collect(),
            help: param.help.to_owned(),
            source: param.source.to_owned(),
        }
    }
}

impl FormulaDeclaration {
    /// Declares `formula`.
    pub fn of(formula: &'static Formula) -> FormulaDeclaration {
        let texts = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect();
        FormulaDeclaration {
            id: formula.id.to_owned(),
            name: formula.name.to_owned(),
            summary: formula.summary.to_owned(),
            latex: formula.latex.to_owned(),
            parameters: formula.all_inputs().map(FormulaParameter::of).collect(),
            outputs: formula.all_outputs().map(FormulaOutput::of).collect(),
            axis: formula.axis.to_owned(),
            assumptions: texts(formula.assumptions),
            conditions: formula.conditions.iter().map(|condition| condition.text.to_owned()).collect(),
            source: formula.source.to_owned(),
            corrections: texts(formula.corrections),
        }
    }
}

impl FormulaOutput {
    fn of(term: &ackscope_engine::catalogue::Term) -> FormulaOutput {
        FormulaOutput {
            name: term.name.to_owned(),
            label: theory::label(term.name),
            symbol: term.symbol.to_owned(),
            unit: term.unit.to_owned(),
            help: term.help.to_owned(),
        }
    }
}

impl FormulaParameter {
    fn of(input: &Input) -> FormulaParameter {
        FormulaParameter {
            name: input.term.name.to_owned(),
            label: theory::label(input.term.name),
            symbol: input.term.symbol.to_owned(),
            unit: input.term.unit.to_owned(),
            default: input.default,
            min: input.range.0,
            max: input.range.1,
            plot_from: input.plot.0,
            plot_to: input.plot.1,
            logarithmic: input.logarithmic,
            whole: input.whole,
            help: input.term.help.to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_kind_of_rule_is_written_by_its_id() {
        for RuleDeclaration { kind, .. } in catalogue().rules {
            assert_eq!(serde_json::to_value(kind).unwrap(), kind.id());
        }
    }

    #[test]
    fn every_model_is_there_once_and_tells_where_it_is_from() {
        let Catalogue { algorithms, queues, losses, estimators, .. } = catalogue();
        for models in [algorithms, queues, losses, estimators] {
            assert!(!models.is_empty());
            for (place, model) in models.iter().enumerate() {
                assert!(models[..place].iter().all(|other| other.id != model.id), "{} twice", model.id);
                assert!(!model.source.is_empty(), "{} has no source", model.id);
            }
        }
    }

    #[test]
    fn a_rule_stands_where_its_id_says() {
        assert!(catalogue().rules.iter().enumerate().all(|(place, rule)| rule.id as usize == place));
    }
}
