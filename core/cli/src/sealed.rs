//! Lines of result files: a JSON object that ends with a checksum of what stands before it.

use ackscope_lab::provenance::checksum;
use anyhow::{Result, bail};
use serde::Serialize;

/// What stands between an object and its checksum.
const KEY: &str = ",\"checksum\":\"";
/// What ends the line.
const END: &str = "\"}";
const DIGITS: usize = 16;

/// `object` as a line with its checksum.
pub fn line(object: &impl Serialize) -> Result<String> {
    let text = serde_json::to_string(object)?;
    let body = text.strip_suffix('}').unwrap_or(&text);
    Ok(format!("{body}{KEY}{}{END}\n", checksum(body.as_bytes())))
}

/// Whether a line has a checksum.
///
/// # Errors
/// If it is not that of the line.
pub fn check(line: &[u8]) -> Result<bool> {
    let line = line.strip_suffix(b"\n").unwrap_or(line);
    let Some(rest) = line.strip_suffix(END.as_bytes()) else { return Ok(false) };
    let Some((rest, digits)) = rest.split_at_checked(rest.len().saturating_sub(DIGITS)) else {
        return Ok(false);
    };
    let Some(body) = rest.strip_suffix(KEY.as_bytes()) else { return Ok(false) };
    if checksum(body).as_bytes() == digits {
        return Ok(true);
    }
    bail!("it was changed after it was written: its checksum is another one")
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn any_changed_byte_is_seen() {
        let whole = line(&json!({ "lane": "größer", "value": 1.25, "list": [1, 2] })).unwrap();
        assert!(check(whole.as_bytes()).unwrap());
        serde_json::from_str::<serde_json::Value>(&whole).expect("still JSON");
        for place in 0..whole.len() - 1 {
            for other in [b'0', b'1', b' ', b'"'] {
                let mut changed = whole.clone().into_bytes();
                if changed[place] != other {
                    changed[place] = other;
                    assert!(!check(&changed).unwrap_or(false), "{place}");
                }
            }
        }
        for line in ["", "}", "\"}", "{}\n", "{\"a\":1}"] {
            assert!(!check(line.as_bytes()).unwrap(), "{line:?}");
        }
    }
}
