//! Declared parameters, and the check of values against their declaration.

use super::text;
use crate::units::format_in;

/// The values that a parameter accepts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Kind {
    /// A number in `min..=max`. A string with a unit of the parameter's dimension is accepted as
    /// well.
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
    /// A list of `[time, rate]`; the rate may be `greedy` or `pause`.
    Phases,
}

/// A value of a parameter, in SI units.
#[derive(Clone, Debug, PartialEq)]
pub enum Setting {
    Number(f64),
    /// True or false.
    Flag(bool),
    /// A word.
    Choice(&'static str),
    Numbers(Vec<f64>),
    /// A list of periods in seconds.
    Periods(Vec<(f64, f64)>),
    /// A list of times in seconds with a rate in bit/s, infinite if greedy and zero in a pause.
    Phases(Vec<(f64, f64)>),
    /// Not given: the model computes its own value (a third of the capacity, for example).
    Automatic,
}

/// A parameter's declaration.
#[derive(Clone, Debug)]
pub struct Param {
    /// Its key in a scenario.
    pub name: &'static str,
    /// `s`, `packets`, `segments`, `bit/s`, `bytes`, `1/s` or empty.
    pub unit: &'static str,
    /// The values that it accepts.
    pub kind: Kind,
    /// Its value if a scenario does not set it.
    pub default: ParamDefault,
    /// What it does, in one sentence.
    pub help: &'static str,
    /// The source of its default.
    pub source: &'static str,
}

/// A default that can be written as a constant.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ParamDefault {
    Number(f64),
    /// True or false.
    Flag(bool),
    /// A word.
    Choice(&'static str),
    /// The model computes its own value.
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

    /// A list of numbers, empty by default.
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

    /// A list of `[from, to]` in seconds, empty by default.
    pub const fn periods(name: &'static str, help: &'static str, source: &'static str) -> Param {
        Param { unit: "s", kind: Kind::Periods, ..Param::numbers(name, help, source) }
    }

    /// A list of phases, empty by default.
    pub const fn phases(name: &'static str, help: &'static str, source: &'static str) -> Param {
        Param { kind: Kind::Phases, ..Param::numbers(name, help, source) }
    }

    /// The same declaration without a default: if a scenario does not set it, the model computes
    /// its own value.
    pub const fn automatic(self) -> Param {
        Param { default: ParamDefault::Automatic, ..self }
    }

    /// The same declaration with another source of its default.
    pub const fn sourced(self, source: &'static str) -> Param {
        Param { source: text(source), ..self }
    }

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

/// Parameters that are allowed individually but contradict each other.
#[derive(Clone, Debug, PartialEq)]
pub struct Contradiction {
    /// The parameter to change.
    pub parameter: &'static str,
    /// The value found there.
    pub found: String,
    /// The values allowed there, given the other parameters.
    pub allowed: String,
}

impl Params {
    /// All defaults of `declared`.
    pub fn defaults(declared: &'static [Param]) -> Params {
        Params(declared.iter().map(|param| (param.name, param.default_setting())).collect())
    }

    /// Sets the parameter `name`. The caller has checked `setting` against the declaration.
    ///
    /// # Panics
    /// If no such parameter is declared.
    pub fn set(&mut self, name: &str, setting: Setting) {
        let place = self.0.iter_mut().find(|(key, _)| *key == name).expect("a declared parameter");
        place.1 = setting;
    }

    // Called only a few times for each model of a run.
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
    /// If it is not declared as a number with a default. That is a mistake in a model; the
    /// catalogue's tests find it.
    pub fn number(&self, name: &str) -> f64 {
        self.optional_number(name).unwrap_or_else(|| panic!("parameter {name} has no number"))
    }

    /// The number `name`, or `None` if the model computes its own value.
    #[cold]
    pub fn optional_number(&self, name: &str) -> Option<f64> {
        match self.get(name) {
            Setting::Number(x) => Some(*x),
            _ => None,
        }
    }

    /// The flag `name`; false if it is automatic.
    pub fn flag(&self, name: &str) -> bool {
        matches!(self.get(name), Setting::Flag(true))
    }

    /// The word `name`; empty if it is automatic.
    pub fn choice(&self, name: &str) -> &'static str {
        match self.get(name) {
            Setting::Choice(word) => word,
            _ => "",
        }
    }

    /// The word of the parameter `variant`; empty for a model with a single form.
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

    /// The list of phases `name`, empty if not given.
    pub fn phases(&self, name: &str) -> &[(f64, f64)] {
        match self.get(name) {
            Setting::Phases(list) => list,
            _ => &[],
        }
    }

    /// Returns a contradiction if both numbers are given and `low` is above `high`. Both
    /// are in `unit`.
    #[inline]
    pub fn in_order(&self, low: &'static str, high: &'static str, unit: &str) -> Option<Contradiction> {
        let (low_value, high_value) = (self.optional_number(low)?, self.optional_number(high)?);
        (low_value > high_value).then(|| Contradiction {
            parameter: low,
            found: format_in(low_value, unit),
            allowed: format!("at most {high}, which is {}", format_in(high_value, unit)),
        })
    }

    /// Names and settings of all parameters, in the order of their declaration.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, &Setting)> {
        self.0.iter().map(|(name, setting)| (*name, setting))
    }
}

/// The known name that is most similar to `found`, if it is similar enough to be the intended one.
pub fn nearest<'a>(found: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    known
        .into_iter()
        .map(|name| (strsim::jaro_winkler(found, name), name))
        .filter(|(likeness, _)| *likeness > 0.7)
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(_, name)| name)
}
