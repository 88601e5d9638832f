//! Units: the units in which numbers are written, and the units of formulas.

use borsh::{BorshDeserialize, BorshSerialize};

/// Exponents of seconds, segments, bits and rounds.
pub type Powers = [i8; 4];

/// The unit of a value, as far as it is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, BorshSerialize, BorshDeserialize)]
pub enum Unit {
    /// A number without a unit. It is compatible with every unit.
    Plain,
    /// Nothing is known. It is compatible with every unit, and so is every product with it.
    Free,
    /// A product of powers of seconds, segments, bits and rounds; at least one exponent is not zero.
    Of(Powers),
}

pub const SECONDS: Unit = Unit::Of([1, 0, 0, 0]);
pub const SEGMENTS: Unit = Unit::Of([0, 1, 0, 0]);
/// Segments per second.
pub const RATE: Unit = Unit::Of([-1, 1, 0, 0]);
/// The unit of `bps`.
pub const BIT_RATE: Unit = Unit::Of([-1, 0, 1, 0]);
/// Bits per segment.
pub const SIZE: Unit = Unit::Of([0, -1, 1, 0]);
/// Rounds, for the span of a filter.
pub const ROUNDS: Unit = Unit::Of([0, 0, 0, 1]);

/// The largest literal exponent for which units are computed.
const MAX_POWER: f64 = 9.0;

/// A unit that can follow a number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spelling {
    pub word: &'static str,
    /// Its factor to s, segments, bits, rounds.
    pub factor: f64,
    /// Its exponents.
    pub powers: Powers,
}

const fn spelling(word: &'static str, factor: f64, powers: Powers) -> Spelling {
    Spelling { word, factor, powers }
}

/// All units that can follow a number.
pub static SPELLINGS: [Spelling; 16] = [
    spelling("s", 1.0, [1, 0, 0, 0]),
    spelling("ms", 1e-3, [1, 0, 0, 0]),
    spelling("us", 1e-6, [1, 0, 0, 0]),
    spelling("ns", 1e-9, [1, 0, 0, 0]),
    spelling("segments", 1.0, [0, 1, 0, 0]),
    spelling("segments/s", 1.0, [-1, 1, 0, 0]),
    spelling("segments/s^2", 1.0, [-2, 1, 0, 0]),
    spelling("segments/s^3", 1.0, [-3, 1, 0, 0]),
    spelling("bps", 1.0, [-1, 0, 1, 0]),
    spelling("kbps", 1e3, [-1, 0, 1, 0]),
    spelling("Mbps", 1e6, [-1, 0, 1, 0]),
    spelling("Gbps", 1e9, [-1, 0, 1, 0]),
    spelling("B", 8.0, [0, 0, 1, 0]),
    spelling("kB", 8e3, [0, 0, 1, 0]),
    spelling("MB", 8e6, [0, 0, 1, 0]),
    spelling("rounds", 1.0, [0, 0, 0, 1]),
];

/// Words of other programs, and the corresponding words here.
static OTHER_WORDS: &[(&str, &str)] = &[
    ("sec", "s"),
    ("secs", "s"),
    ("second", "s"),
    ("seconds", "s"),
    ("msec", "ms"),
    ("millis", "ms"),
    ("usec", "us"),
    ("nsec", "ns"),
    ("segs", "segments"),
    ("seg", "segments"),
    ("pkt", "segments"),
    ("pkts", "segments"),
    ("packet", "segments"),
    ("packets", "segments"),
    ("bit/s", "bps"),
    ("bits/s", "bps"),
    ("kbit/s", "kbps"),
    ("Mbit/s", "Mbps"),
    ("Gbit/s", "Gbps"),
    ("byte", "B"),
    ("bytes", "B"),
    ("KB", "kB"),
    ("round", "rounds"),
    ("rtts", "rounds"),
    ("RTTs", "rounds"),
];

/// The unit at the start of `text`: the longest one that is not followed by a letter, digit or `_`.
pub fn unit_at(text: &str) -> Option<&'static Spelling> {
    let fits = |spelling: &&Spelling| {
        let rest = text.strip_prefix(spelling.word);
        rest.is_some_and(|rest| !rest.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '_'))
    };
    SPELLINGS.iter().filter(fits).max_by_key(|spelling| spelling.word.len())
}

/// Whether `word` is a unit that cannot be a name. States of older scripts are called `rounds`.
pub fn is_unit(word: &str) -> bool {
    word != "rounds" && SPELLINGS.iter().any(|spelling| spelling.word == word)
}

/// The correct word for a word of other programs.
pub fn right_word(word: &str) -> Option<&'static str> {
    if !crate::TEXTS {
        return None;
    }
    OTHER_WORDS.iter().find(|(other, _)| *other == word).map(|(_, right)| *right)
}

impl Unit {
    /// The unit with these exponents; plain if all are zero.
    pub fn of(powers: Powers) -> Unit {
        if powers == [0; 4] { Unit::Plain } else { Unit::Of(powers) }
    }

    /// The unit as text.
    pub fn written(self) -> String {
        if !crate::TEXTS {
            return String::new();
        }
        let Unit::Of(powers) = self else {
            return "a plain number".to_owned();
        };
        if let Some(known) = SPELLINGS.iter().find(|known| known.powers == powers && known.factor == 1.0) {
            return known.word.to_owned();
        }
        let part = |name: &str, power: i8| match power {
            1 => name.to_owned(),
            other => format!("{name}^{other}"),
        };
        let names = ["s", "segments", "bits", "rounds"];
        let of = |sign: i8| -> Vec<String> {
            let all = (0..4).rev().filter(|place| powers[*place] * sign > 0);
            all.map(|place| part(names[place], powers[place] * sign)).collect()
        };
        let (over, under) = (of(1), of(-1));
        let over = if over.is_empty() { "1".to_owned() } else { over.join("*") };
        if under.is_empty() { over } else { format!("{over}/{}", under.join("/")) }
    }

    /// The unit as in the texts of a rule's term: `segments`, `s`, `bit/s`, `segments/s` or empty.
    pub fn of_term(self) -> &'static str {
        match self {
            Unit::Of([1, 0, 0, 0]) => "s",
            Unit::Of([0, 1, 0, 0]) => "segments",
            Unit::Of([-1, 1, 0, 0]) => "segments/s",
            Unit::Of([-1, 0, 1, 0]) => "bit/s",
            _ => "",
        }
    }

    /// The unit of a product; `sign` is −1 for a quotient.
    pub fn times(self, other: Unit, sign: i8) -> Unit {
        match (self, other) {
            (Unit::Free, _) | (_, Unit::Free) => Unit::Free,
            (known, Unit::Plain) => known,
            (Unit::Plain, Unit::Of(_)) if sign < 0 => Unit::Free,
            (Unit::Plain, known) => known,
            (Unit::Of(a), Unit::Of(b)) => {
                let mut powers = a;
                for (power, other) in powers.iter_mut().zip(b) {
                    let Some(sum) = power.checked_add(other * sign).filter(|sum| sum.abs() < 64) else {
                        return Unit::Free;
                    };
                    *power = sum;
                }
                Unit::of(powers)
            }
        }
    }

    /// The unit of a power. `exponent` is set if the exponent is a literal.
    pub fn power(self, exponent: Option<f64>) -> Unit {
        let (Unit::Of(powers), Some(exponent)) = (self, exponent) else {
            return if self == Unit::Plain { Unit::Plain } else { Unit::Free };
        };
        if exponent.fract() != 0.0 || exponent.abs() > MAX_POWER {
            return Unit::Free;
        }
        let all = powers.map(|power| i32::from(power) * exponent as i32);
        if all.iter().any(|power| power.abs() >= 64) {
            return Unit::Free;
        }
        Unit::of(all.map(|power| power as i8))
    }

    pub fn root(self, degree: i8) -> Unit {
        match self {
            Unit::Of(powers) if powers.iter().all(|power| power % degree == 0) => {
                Unit::of(powers.map(|power| power / degree))
            }
            Unit::Of(_) => Unit::Free,
            other => other,
        }
    }

    /// The common unit of two values that must have the same unit, or `None` if their units differ.
    pub fn same(self, other: Unit) -> Option<Unit> {
        match (self, other) {
            (Unit::Of(a), Unit::Of(b)) => (a == b).then_some(self),
            (Unit::Of(_), _) => Some(self),
            (_, Unit::Of(_)) => Some(other),
            (Unit::Plain, Unit::Plain) => Some(Unit::Plain),
            _ => Some(Unit::Free),
        }
    }
}
