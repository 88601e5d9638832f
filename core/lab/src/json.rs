//! Writes data as JSON text with the engine's number format. serde_json's own number formatting has
//! tables that would add to the page's download.

use ackscope_scenario::json_number;
use serde::Serialize;
use serde_json::Serializer;
use serde_json::ser::Formatter;
use std::io::{self, Write};

/// `value` as JSON text. Numbers have the fewest digits that read back exactly, as in serde_json.
/// If two such texts exist, the choice may differ from serde_json's.
///
/// # Panics
/// If a map in `value` has keys that are not strings.
pub fn write_json<T: Serialize>(value: &T) -> String {
    let mut text = Vec::new();
    let written = value.serialize(&mut Serializer::with_formatter(&mut text, OwnNumbers)).is_ok();
    assert!(written, "plain data without maps of odd keys always serialises");
    String::from_utf8(text).unwrap_or_default()
}

/// A finite number as JSON; minus zero becomes zero, because the sign has no meaning in a
/// measurement.
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
        // Powers of two and their inverses have digits of every length; infinity becomes null.
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
