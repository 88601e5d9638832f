//! Writes JSON values for messages and files.

use ackscope_engine::units::{Quoted, decimal_scientific};
use serde_json::{Number, Value};

/// `value` as quoted in a message: JSON without spaces.
pub(crate) fn quoted(value: &Value) -> String {
    match value {
        Value::Null => "null".to_owned(),
        Value::Bool(flag) => flag.to_string(),
        Value::Number(number) => number_text(number),
        Value::String(text) => Quoted(text).to_string(),
        Value::Array(list) => format!("[{}]", list.iter().map(quoted).collect::<Vec<_>>().join(",")),
        Value::Object(object) => {
            let entries = object.iter().map(|(key, value)| format!("{}:{}", Quoted(key), quoted(value)));
            format!("{{{}}}", entries.collect::<Vec<_>>().join(","))
        }
    }
}

/// A finite number as JSON, with the fewest digits that read back exactly.
pub fn json_number(number: f64) -> String {
    decimal_scientific(number)
}

/// A number as JSON.
pub(crate) fn number_text(number: &Number) -> String {
    match (number.as_u64(), number.as_i64()) {
        (Some(whole), _) => whole.to_string(),
        (None, Some(whole)) => whole.to_string(),
        (None, None) => json_number(number.as_f64().unwrap_or(f64::NAN)),
    }
}
