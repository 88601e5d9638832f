//! Declared parameters, and the checking of values against the declaration.

use super::text;
use crate::units::decimal;

/// What values a parameter takes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Kind {
    /// A number in `min..=max`; a string with a unit of the parameter's dimension is read too.
    Number {
        /// Smallest allowed value.
        min: f64,
        /// Largest allowed value.
        max: f64,
    },
    /// A whole number in `min..=max`.
    Integer {
        /// Smallest allowed value.
        min: f64,
        /// Largest allowed value.
        max: f64,
    },
    /// True or false.
    Flag,
    /// One of a few words.
    Choice(&'static [&'static str]),
    /// A list of numbers (packet numbers, for example), each at least zero.
    Numbers,
    /// A list of `[from, to]` instants in seconds.
    Periods,
}

/// A value of a parameter, in SI units.
#[derive(Clone, Debug, PartialEq)]
pub enum Setting {
    /// A number.
    Number(f64),
    /// True or false.
    Flag(bool),
    /// A word.
    Choice(&'static str),
    /// A list of numbers.
    Numbers(Vec<f64>),
    /// A list of periods in seconds.
    Periods(Vec<(f64, f64)>),
    /// Not given, and the model finds its own value (a third of the capacity, for example).
    Automatic,
}

/// A parameter's declaration.
#[derive(Clone, Debug)]
pub struct Param {
    /// Its key in a scenario.
    pub name: &'static str,
    /// `s`, `packets`, `segments`, `bit/s`, `bytes`, `1/s` or empty.
    pub unit: &'static str,
    /// What values it takes.
    pub kind: Kind,
    /// Its value where a scenario is silent.
    pub default: ParamDefault,
    /// What it does, in one sentence.
    pub help: &'static str,
    /// Where its default is from.
    pub source: &'static str,
}

/// A default that a constant can hold.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ParamDefault {
    /// A number.
    Number(f64),
    /// True or false.
    Flag(bool),
    /// A word.
    Choice(&'static str),
    /// The model finds its own value.
    Automatic,
}

impl Param {
    /// A number in `min..=max`.
    pub const fn number(
        name: &'static str,
        unit: &'static str,
        default: f64,
        (min, max): (f64, f64),
        help: &'static str,
        source: &'static str,
    ) -> Param {
        Param {
            name,
            unit,
            kind: Kind::Number { min, max },
            default: ParamDefault::Number(default),
            help: text(help),
            source: text(source),
        }
    }

    /// A switch.
    pub const fn flag(name: &'static str, default: bool, help: &'static str, source: &'static str) -> Param {
        Param {
            name,
            unit: "",
            kind: Kind::Flag,
            default: ParamDefault::Flag(default),
            help: text(help),
            source: text(source),
        }
    }

    /// One of a few words, the first of which is the default.
    pub const fn choice(
        name: &'static str,
        words: &'static [&'static str],
        help: &'static str,
        source: &'static str,
    ) -> Param {
        Param {
            name,
            unit: "",
            kind: Kind::Choice(words),
            default: ParamDefault::Choice(words[0]),
            help: text(help),
            source: text(source),
        }
    }

    /// A whole number in `min..=max`.
    pub const fn integer(
        name: &'static str,
        unit: &'static str,
        default: f64,
        (min, max): (f64, f64),
        help: &'static str,
        source: &'static str,
    ) -> Param {
        Param {
            kind: Kind::Integer { min, max },
            ..Param::number(name, unit, default, (min, max), help, source)
        }
    }

    /// A list of numbers, empty where a scenario is silent.
    pub const fn numbers(name: &'static str, help: &'static str, source: &'static str) -> Param {
        Param {
            name,
            unit: "",
            kind: Kind::Numbers,
            default: ParamDefault::Automatic,
            help: text(help),
            source: text(source),
        }
    }

    /// A list of `[from, to]` in seconds, empty where a scenario is silent.
    pub const fn periods(name: &'static str, help: &'static str, source: &'static str) -> Param {
        Param { unit: "s", kind: Kind::Periods, ..Param::numbers(name, help, source) }
    }

    /// The same declaration without a default: the model finds its own value where a scenario is
    /// silent.
    pub const fn automatic(self) -> Param {
        Param { default: ParamDefault::Automatic, ..self }
    }

    /// The same declaration with its default from elsewhere.
    pub const fn sourced(self, source: &'static str) -> Param {
        Param { source: text(source), ..self }
    }

    /// The default as a setting.
    pub fn default_setting(&self) -> Setting {
        match self.default {
            ParamDefault::Number(x) => Setting::Number(x),
            ParamDefault::Flag(x) => Setting::Flag(x),
            ParamDefault::Choice(x) => Setting::Choice(x),
            ParamDefault::Automatic => Setting::Automatic,
        }
    }
}

/// The checked parameters of one model, complete: every declared parameter has a setting.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Params(Vec<(&'static str, Setting)>);

/// Parameters that are each allowed and make no sense together.
#[derive(Clone, Debug, PartialEq)]
pub struct Contradiction {
    /// The parameter to change.
    pub parameter: &'static str,
    /// What stood there.
    pub found: String,
    /// What is allowed there, given the others.
    pub allowed: String,
}

impl Params {
    /// All defaults of `declared`.
    pub fn defaults(declared: &'static [Param]) -> Params {
        Params(declared.iter().map(|param| (param.name, param.default_setting())).collect())
    }

    /// Puts `setting` in the place of the parameter `name`. The caller has checked it against the
    /// declaration.
    ///
    /// # Panics
    /// If no such parameter is declared.
    pub fn set(&mut self, name: &str, setting: Setting) {
        let place = self.0.iter_mut().find(|(key, _)| *key == name).expect("a declared parameter");
        place.1 = setting;
    }

    // Asked a few times for each model of a run.
    #[cold]
    fn get(&self, name: &str) -> &Setting {
        &self
            .0
            .iter()
            .find(|(key, _)| *key == name)
            .unwrap_or_else(|| panic!("parameter {name} is not declared"))
            .1
    }

    /// The number `name`.
    ///
    /// # Panics
    /// If it is not declared as a number with a default: a mistake in a model, found by the
    /// catalogue's tests.
    pub fn number(&self, name: &str) -> f64 {
        self.optional_number(name).unwrap_or_else(|| panic!("parameter {name} has no number"))
    }

    /// The number `name`, or `None` where the model finds its own value.
    #[cold]
    pub fn optional_number(&self, name: &str) -> Option<f64> {
        match self.get(name) {
            Setting::Number(x) => Some(*x),
            _ => None,
        }
    }

    /// The switch `name`; false where it is automatic.
    pub fn flag(&self, name: &str) -> bool {
        matches!(self.get(name), Setting::Flag(true))
    }

    /// The word `name`; empty where it is automatic.
    pub fn choice(&self, name: &str) -> &'static str {
        match self.get(name) {
            Setting::Choice(word) => word,
            _ => "",
        }
    }

    /// The word of the parameter `variant`, empty for a model that has one form only.
    pub fn variant(&self) -> &'static str {
        let has_several = self.0.iter().any(|(key, _)| *key == "variant");
        if has_several { self.choice("variant") } else { "" }
    }

    /// The list of numbers `name`, empty if not given.
    pub fn numbers(&self, name: &str) -> &[f64] {
        match self.get(name) {
            Setting::Numbers(list) => list,
            _ => &[],
        }
    }

    /// The list of periods `name` in seconds, empty if not given.
    pub fn periods(&self, name: &str) -> &[(f64, f64)] {
        match self.get(name) {
            Setting::Periods(list) => list,
            _ => &[],
        }
    }

    /// Refuses `low` above `high`, two numbers of which both are given.
    #[inline]
    pub fn in_order(&self, low: &'static str, high: &'static str) -> Option<Contradiction> {
        let (low_value, high_value) = (self.optional_number(low)?, self.optional_number(high)?);
        (low_value > high_value).then(|| Contradiction {
            parameter: low,
            found: decimal(low_value),
            allowed: format!("at most {high}, which is {}", decimal(high_value)),
        })
    }

    /// Name and setting of every parameter, in the order of the declaration.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, &Setting)> {
        self.0.iter().map(|(name, setting)| (*name, setting))
    }
}

/// The known name nearest to `found`, if any is near enough to be what was meant.
pub fn nearest<'a>(found: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    known
        .into_iter()
        .map(|name| (strsim::jaro_winkler(found, name), name))
        .filter(|(likeness, _)| *likeness > 0.7)
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(_, name)| name)
}
