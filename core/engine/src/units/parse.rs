//! Reads and writes quantities as people write them: `"250ms"`, `"2Mbps"`, `"40pkt"`, `"1bdp"`. One
//! table of units serves both directions.

use super::{Quoted, decimal, parse_number};

/// The dimension of a quantity, which determines its allowed units.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dimension {
    /// Seconds.
    Time,
    /// Bits per second.
    Rate,
    /// Bytes.
    Size,
    /// Whole packets; segments also count as packets.
    Packets,
    /// Capacity of a buffer: packets, bytes, or multiples of the bandwidth-delay product.
    Capacity,
    /// A plain number without a unit: a probability, a factor.
    Number,
}

/// The SI unit in which a parsed value is expressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BaseUnit {
    Seconds,
    BitsPerSecond,
    Bytes,
    Packets,
    /// Bandwidth-delay products of its channel.
    Bdp,
    /// A plain number.
    One,
}

/// A value and its SI unit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Quantity {
    /// The value, finite.
    pub value: f64,
    pub unit: BaseUnit,
}

/// The reason why a quantity is rejected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QuantityError {
    /// The text found there.
    pub found: String,
    /// What is allowed there.
    pub allowed: String,
    /// The nearest unit, if the unit is unknown.
    pub nearest: Option<String>,
}

/// A unit for input and output equals `over / under` base units. One of the two is 1, so that a
/// single correctly rounded operation reads `"250ms"` as exactly the same number as `0.25`.
struct Unit {
    name: &'static str,
    base: BaseUnit,
    over: f64,
    under: f64,
}

const fn unit(name: &'static str, base: BaseUnit, over: f64, under: f64) -> Unit {
    Unit { name, base, over, under }
}

/// All units, the largest of each kind first.
const UNITS: &[Unit] = &[
    unit("Gbps", BaseUnit::BitsPerSecond, 1e9, 1.0),
    unit("Mbps", BaseUnit::BitsPerSecond, 1e6, 1.0),
    unit("kbps", BaseUnit::BitsPerSecond, 1e3, 1.0),
    unit("bps", BaseUnit::BitsPerSecond, 1.0, 1.0),
    unit("s", BaseUnit::Seconds, 1.0, 1.0),
    unit("ms", BaseUnit::Seconds, 1.0, 1e3),
    unit("us", BaseUnit::Seconds, 1.0, 1e6),
    unit("ns", BaseUnit::Seconds, 1.0, 1e9),
    unit("MB", BaseUnit::Bytes, 1e6, 1.0),
    unit("kB", BaseUnit::Bytes, 1e3, 1.0),
    unit("B", BaseUnit::Bytes, 1.0, 1.0),
    unit("pkt", BaseUnit::Packets, 1.0, 1.0),
    unit("bdp", BaseUnit::Bdp, 1.0, 1.0),
];

impl Dimension {
    /// The unit of a number without a unit.
    pub const fn base(self) -> BaseUnit {
        match self {
            Dimension::Time => BaseUnit::Seconds,
            Dimension::Rate => BaseUnit::BitsPerSecond,
            Dimension::Size => BaseUnit::Bytes,
            Dimension::Packets | Dimension::Capacity => BaseUnit::Packets,
            Dimension::Number => BaseUnit::One,
        }
    }

    /// The dimension of a parameter with this declared unit. Units that strings do not support
    /// (`1/s`) count as plain numbers.
    pub fn of_unit(unit: &str) -> Dimension {
        match unit {
            "s" => Dimension::Time,
            "bit/s" => Dimension::Rate,
            "bytes" => Dimension::Size,
            "packets" | "segments" => Dimension::Packets,
            _ => Dimension::Number,
        }
    }

    /// The names of the units that a string of this dimension may have.
    pub fn units(self) -> impl Iterator<Item = &'static str> {
        UNITS.iter().filter(move |unit| self.takes(unit.base)).map(|unit| unit.name)
    }

    /// The same units, with how many base units each is.
    pub fn factors(self) -> impl Iterator<Item = (&'static str, f64)> {
        UNITS.iter().filter(move |unit| self.takes(unit.base)).map(|unit| (unit.name, unit.over / unit.under))
    }

    /// The allowed forms of this dimension, for a message.
    pub fn allowed(self) -> &'static str {
        match self {
            Dimension::Time => "seconds as a number, or a string with ns, us, ms or s such as \"250ms\"",
            Dimension::Rate => {
                "bit/s as a number, or a string with bps, kbps, Mbps or Gbps such as \"2Mbps\""
            }
            Dimension::Size => "bytes as a number, or a string with B, kB or MB such as \"64kB\"",
            Dimension::Packets => "packets as a number, or a string with pkt such as \"40pkt\"",
            Dimension::Capacity => {
                "packets as a number, or a string with pkt, B, kB, MB or bdp such as \"40pkt\" or \"1bdp\""
            }
            Dimension::Number => "a number",
        }
    }

    /// A regular expression for strings with a unit, for the JSON schema.
    pub fn pattern(self) -> String {
        let units: Vec<&str> = self.units().collect();
        format!(r"^\s*[0-9.][0-9.eE+-]*\s*({})\s*$", units.join("|"))
    }

    fn takes(self, base: BaseUnit) -> bool {
        match self {
            Dimension::Capacity => {
                matches!(base, BaseUnit::Packets | BaseUnit::Bytes | BaseUnit::Bdp)
            }
            _ => base == self.base(),
        }
    }
}

/// Reads `"250ms"` and similar texts. The number may be negative; the caller checks its range.
///
/// ```
/// use ackscope_engine::units::{Dimension, parse_quantity};
/// assert_eq!(parse_quantity("250ms", Dimension::Time).unwrap().value, 0.25);
/// assert!(parse_quantity("250ms", Dimension::Rate).is_err());
/// ```
#[inline]
pub fn parse_quantity(text: &str, dimension: Dimension) -> Result<Quantity, QuantityError> {
    let refuse = |nearest: Option<&str>| QuantityError {
        found: Quoted(text).to_string(),
        allowed: dimension.allowed().to_owned(),
        nearest: nearest.map(str::to_owned),
    };
    let trimmed = text.trim();
    let written = trimmed.trim_start_matches(|c| matches!(c, '0'..='9' | '.' | '+' | '-' | 'e' | 'E'));
    let number = trimmed.strip_suffix(written).and_then(parse_number);
    let written = written.trim_start();
    let Some(number) = number else {
        return Err(refuse(None));
    };
    if dimension == Dimension::Number && written.is_empty() && number.is_finite() {
        return Ok(Quantity { value: number, unit: BaseUnit::One });
    }
    let Some(unit) = UNITS.iter().find(|unit| unit.name == written && dimension.takes(unit.base)) else {
        return Err(refuse(nearest_unit(written, dimension)));
    };
    let value = number * unit.over / unit.under;
    if !value.is_finite() {
        return Err(refuse(None));
    }
    Ok(Quantity { value, unit: unit.base })
}

/// Other common spellings. They are rejected, because each unit has only one name, but they show
/// which unit was meant.
const SPELLINGS: &[(&str, &str)] = &[
    ("bit/s b/s", "bps"),
    ("kbit kbit/s kb/s", "kbps"),
    ("mbit mbit/s mb/s", "Mbps"),
    ("gbit gbit/s gb/s", "Gbps"),
    ("sec secs second seconds", "s"),
    ("msec msecs millis milliseconds", "ms"),
    ("usec usecs µs μs micros microseconds", "us"),
    ("nsec nanos nanoseconds", "ns"),
    ("byte bytes", "B"),
    ("kbyte kbytes kib", "kB"),
    ("mbyte mbytes mib", "MB"),
    ("p pk pkts packet packets segment segments", "pkt"),
    ("bdps", "bdp"),
];

/// The unit that was probably meant: first the same letters in another case (`mbps`), then another
/// spelling.
#[inline]
fn nearest_unit(written: &str, dimension: Dimension) -> Option<&'static str> {
    let spelt = |name: &&str| {
        let lower = written.to_ascii_lowercase();
        SPELLINGS.iter().any(|(others, meant)| meant == name && others.split(' ').any(|other| other == lower))
    };
    dimension
        .units()
        .find(|name| name.eq_ignore_ascii_case(written))
        .or_else(|| dimension.units().find(spelt))
}

/// `value` with `unit`, the unit of a parameter: empty, one of the scenario, or a word such as
/// `packets`.
pub fn format_in(value: f64, unit: &str) -> String {
    match Dimension::of_unit(unit) {
        Dimension::Number if !unit.is_empty() => decimal(value) + " " + unit,
        dimension => format_si(value, dimension),
    }
}

/// Writes `value`, which is in the base unit of `dimension`, in the form that [`parse_quantity`]
/// reads. It uses the largest unit with at least 1 before the point. Reading it back gives exactly
/// `value`: if rounding in a large unit would change it, a smaller unit is used.
#[inline]
pub fn format_si(value: f64, dimension: Dimension) -> String {
    let base = dimension.base();
    if base == BaseUnit::One || !value.is_finite() {
        return decimal(value);
    }
    let units = || UNITS.iter().filter(|unit| unit.base == base);
    for unit in units() {
        let scaled = value * unit.under / unit.over;
        let text = decimal(scaled) + unit.name;
        if scaled.abs() >= 1.0 && parse_quantity(&text, dimension).is_ok_and(|read| read.value == value) {
            return text;
        }
    }
    // For zero, values below the smallest unit, and values that no scaled unit represents exactly.
    let plain =
        units().find(|unit| unit.over == 1.0 && unit.under == 1.0).expect("every base unit has a plain name");
    decimal(value) + plain.name
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn read(text: &str, dimension: Dimension) -> f64 {
        parse_quantity(text, dimension).unwrap_or_else(|error| panic!("{text}: {error:?}")).value
    }

    #[test]
    fn every_unit_has_its_decimal_factor() {
        assert_eq!(read("2Mbps", Dimension::Rate), 2e6);
        assert_eq!(read("1.5Gbps", Dimension::Rate), 1.5e9);
        assert_eq!(read("64kbps", Dimension::Rate), 64e3);
        assert_eq!(read("9600bps", Dimension::Rate), 9600.0);
        assert_eq!(read("250ms", Dimension::Time), 0.25);
        assert_eq!(read("7us", Dimension::Time), 7e-6);
        assert_eq!(read("7ns", Dimension::Time), 7e-9);
        assert_eq!(read("64kB", Dimension::Size), 64_000.0);
        assert_eq!(read("1MB", Dimension::Size), 1e6);
        assert_eq!(read("1e3 s", Dimension::Time), 1000.0);
        assert_eq!(read("0.01", Dimension::Number), 0.01);
    }

    #[test]
    fn a_capacity_says_what_it_counts() {
        let unit = |text| parse_quantity(text, Dimension::Capacity).unwrap().unit;
        assert_eq!(
            [unit("40pkt"), unit("64kB"), unit("0.1bdp")],
            [BaseUnit::Packets, BaseUnit::Bytes, BaseUnit::Bdp]
        );
    }

    #[test]
    fn a_wrong_unit_is_refused_with_the_nearest_one() {
        let nearest = |text, dimension| parse_quantity(text, dimension).unwrap_err().nearest;
        assert_eq!(nearest("2mbps", Dimension::Rate).as_deref(), Some("Mbps"));
        assert_eq!(nearest("2Mbit", Dimension::Rate).as_deref(), Some("Mbps"));
        assert_eq!(nearest("10 msec", Dimension::Time).as_deref(), Some("ms"));
        assert_eq!(nearest("10parsec", Dimension::Time), None);
        assert_eq!(nearest("40pkts", Dimension::Capacity).as_deref(), Some("pkt"));
        for (text, dimension) in [
            ("250", Dimension::Time),
            ("250ms", Dimension::Rate),
            ("ms", Dimension::Time),
            ("", Dimension::Time),
            ("infs", Dimension::Time),
            ("nans", Dimension::Time),
            ("1e999s", Dimension::Time),
            ("1.2.3s", Dimension::Time),
            ("1 2s", Dimension::Time),
            ("1bdp", Dimension::Packets),
            ("5s", Dimension::Number),
        ] {
            assert!(parse_quantity(text, dimension).is_err(), "{text} as {dimension:?}");
        }
    }

    #[test]
    fn values_are_written_as_people_write_them() {
        assert_eq!(format_si(2e6, Dimension::Rate), "2Mbps");
        assert_eq!(format_si(1.5e9, Dimension::Rate), "1.5Gbps");
        assert_eq!(format_si(0.25, Dimension::Time), "250ms");
        assert_eq!(format_si(1000.0, Dimension::Time), "1000s");
        assert_eq!(format_si(0.0, Dimension::Time), "0s");
        assert_eq!(format_si(64_000.0, Dimension::Size), "64kB");
        assert_eq!(format_si(40.0, Dimension::Capacity), "40pkt");
        assert_eq!(format_si(0.01, Dimension::Number), "0.01");
    }

    proptest! {
        #[test]
        fn writing_and_reading_gives_the_same_number(value in 1e-9_f64..1e15, index in 0_usize..5) {
            let dimension = [Dimension::Time, Dimension::Rate, Dimension::Size, Dimension::Capacity, Dimension::Number][index];
            prop_assert_eq!(read(&format_si(value, dimension), dimension), value);
        }

        #[test]
        fn any_text_is_read_or_refused(text in ".{0,12}") {
            for dimension in [Dimension::Time, Dimension::Rate, Dimension::Capacity, Dimension::Number] {
                if let Ok(read) = parse_quantity(&text, dimension) {
                    prop_assert!(read.value.is_finite());
                }
            }
        }
    }
}
