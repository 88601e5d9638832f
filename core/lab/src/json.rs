//! Data to JSON text, with numbers as the engine writes them: serde_json brings tables of its own
//! for that, which a page would load.

use ackscope_scenario::json_number;
use serde::Serialize;
use serde_json::Serializer;
use serde_json::ser::Formatter;
use std::io::{self, Write};

/// `value` as JSON text. Numbers have the fewest digits that give them back, as serde_json's have;
/// of two such writings it may be the other.
///
/// # Panics
/// If `value` is not plain data: if it has a map whose keys are no strings.
pub fn write_json<T: Serialize>(value: &T) -> String {
    let mut text = Vec::new();
    let written = value.serialize(&mut Serializer::with_formatter(&mut text, OwnNumbers)).is_ok();
    assert!(written, "plain data without maps of odd keys always serialises");
    String::from_utf8(text).unwrap_or_default()
}

/// A finite number as JSON; minus zero is zero, because nobody who reads a measurement means the
/// other.
pub fn number(number: f64) -> String {
    json_number(number + 0.0)
}

struct OwnNumbers;

impl Formatter for OwnNumbers {
    fn write_f64<W: Write + ?Sized>(&mut self, text: &mut W, number: f64) -> io::Result<()> {
        text.write_all(self::number(number).as_bytes())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_as_they_were_written() {
        // Powers of two have digits of every length, and so have their inverses; infinity is null.
        for power in -1074..=1024 {
            let data = [2_f64.powi(power), -3.0 * 2_f64.powi(power)];
            let read: serde_json::Value = serde_json::from_str(&write_json(&data)).unwrap();
            assert_eq!(read, serde_json::to_value(data).unwrap(), "2^{power}");
        }
        assert_eq!(
            write_json(&(0.1, -0.0, 1e15, 1e-5, u64::MAX, "é\n")),
            r#"[0.1,0.0,1000000000000000.0,1e-5,18446744073709551615,"é\n"]"#
        );
    }
}
