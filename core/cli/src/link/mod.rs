//! What is in a link to the page (web/model/src/link/v1.ts writes and reads them): the scripts of a hand-in, the
//! scenario of a lesson's run.

mod scenario;

pub use scenario::scenario;

use anyhow::{Context, Result, bail};
use miniz_oxide::deflate::compress_to_vec;
use miniz_oxide::inflate::TINFLStatus;
use miniz_oxide::inflate::core::inflate_flags::TINFL_FLAG_USING_NON_WRAPPING_OUTPUT_BUF;
use miniz_oxide::inflate::core::{DecompressorOxide, decompress};
use serde_json::{Map, Value};

/// The preset dictionary of compressed links: a copy of web/model/src/link/dictionary-v1.ts, which never changes.
const DICTIONARY: &[u8] = include_bytes!("dictionary-v1.txt");
/// A longer scenario is refused, as in the page.
const INFLATED_BYTES: usize = 65_536;

/// The link that opens a scenario in the page: what follows the page's address.
pub fn of(scenario: &Value) -> String {
    format!("#v1/~{}", base64url(&compress_to_vec(scenario.to_string().as_bytes(), 9)))
}

fn base64url(bytes: &[u8]) -> String {
    const SIGNS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    let sign = |three: &[u8], at: usize| {
        let bits =
            three.iter().fold(0_u32, |bits, byte| bits << 8 | u32::from(*byte)) << (8 * (3 - three.len()));
        char::from(SIGNS[(bits >> (18 - 6 * at)) as usize & 63])
    };
    bytes.chunks(3).flat_map(|three| (0..=three.len()).map(move |at| sign(three, at))).collect()
}

/// The part of a text that is a link to the page: what follows `v1/`.
pub fn find(text: &str) -> Option<&str> {
    let text = text.trim();
    let at = match text.starts_with("v1/") {
        true => 0,
        false => text.find("#v1/")? + 1,
    };
    let is_one_line = !text.contains(char::is_whitespace);
    is_one_line.then(|| &text[at + 3..])
}

/// The scripts of the scenario in a link, by id.
///
/// # Errors
/// If the link is damaged.
pub fn scripts(link: &str) -> Result<Map<String, Value>> {
    let (subject, query) = link.split_once('?').unwrap_or((link, ""));
    let mut scripts = match subject.strip_prefix('~') {
        Some(packed) => match inflated(packed)?.get("scripts") {
            Some(Value::Object(scripts)) => scripts.clone(),
            _ => Map::new(),
        },
        None => Map::new(),
    };
    for pair in pairs(query) {
        let (key, value) = pair?;
        if let Some(id) = key.strip_prefix("scripts.") {
            scripts.insert(id.to_owned(), Value::String(value));
        }
    }
    Ok(scripts)
}

/// The settings of a link: key and value.
fn pairs(query: &str) -> impl Iterator<Item = Result<(String, String)>> + '_ {
    query.split('&').filter(|pair| !pair.is_empty()).map(|pair| {
        let (key, value) = pair.split_once('=').unwrap_or((pair, ""));
        Ok((unescaped(key)?, unescaped(value)?))
    })
}

/// The scenario of a compressed link.
fn inflated(packed: &str) -> Result<Value> {
    let bytes = from_base64url(packed).context("the link is damaged")?;
    let mut out = vec![0; DICTIONARY.len() + INFLATED_BYTES];
    out[..DICTIONARY.len()].copy_from_slice(DICTIONARY);
    let flags = TINFL_FLAG_USING_NON_WRAPPING_OUTPUT_BUF;
    let mut state = DecompressorOxide::new();
    let (status, _, written) = decompress(&mut state, &bytes, &mut out, DICTIONARY.len(), flags);
    if status != TINFLStatus::Done {
        bail!("the link is damaged");
    }
    let text = &out[DICTIONARY.len()..DICTIONARY.len() + written];
    serde_json::from_slice(text).context("the link is damaged")
}

fn from_base64url(text: &str) -> Option<Vec<u8>> {
    let (mut bytes, mut bits, mut width) = (Vec::new(), 0_u32, 0);
    for sign in text.bytes() {
        let value = match sign {
            b'A'..=b'Z' => sign - b'A',
            b'a'..=b'z' => sign - b'a' + 26,
            b'0'..=b'9' => sign - b'0' + 52,
            b'-' => 62,
            b'_' => 63,
            _ => return None,
        };
        bits = bits << 6 | u32::from(value);
        width += 6;
        if width >= 8 {
            width -= 8;
            bytes.push((bits >> width) as u8);
            bits &= (1 << width) - 1;
        }
    }
    Some(bytes)
}

/// `%0A` is a line break.
fn unescaped(text: &str) -> Result<String> {
    let bytes = text.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while at < bytes.len() {
        let code = (bytes[at] == b'%').then(|| bytes.get(at + 1..at + 3)).flatten();
        let code = code
            .and_then(|two| std::str::from_utf8(two).ok())
            .and_then(|two| u8::from_str_radix(two, 16).ok());
        match code {
            Some(byte) => {
                out.push(byte);
                at += 3;
            }
            None if bytes[at] == b'%' => bail!("the link is damaged at {}", at + 1),
            None => {
                out.push(bytes[at]);
                at += 1;
            }
        }
    }
    String::from_utf8(out).context("the link is no text in UTF-8")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_dictionary_is_that_of_the_page() {
        let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("../../web/model/src/link/dictionary-v1.ts");
        let page = std::fs::read_to_string(path).expect("the page's");
        let lines = page.lines().filter_map(|line| line.strip_prefix("  '")?.strip_suffix("',"));
        assert_eq!(lines.collect::<String>().as_bytes(), DICTIONARY);
    }

    #[test]
    fn a_written_link_is_read_again() {
        for length in 0..5 {
            let scenario =
                serde_json::json!({ "version": 1, "title": "x".repeat(length), "hops": [{ "rate": 2e6 }] });
            let link = of(&scenario);
            let packed = link.strip_prefix("#v1/~").expect("a compressed one");
            assert_eq!(inflated(packed).expect("read"), scenario);
        }
    }

    #[test]
    fn the_scripts_of_a_readable_link_are_found() {
        let text = "https://ackscope.example/#v1/sawtooth?compare=mine&scripts.mine=on%20loss%20%7B%0A%20cwnd%20=%202%20%7D";
        let scripts = scripts(find(text).expect("a link")).expect("read");
        assert_eq!(scripts["mine"], "on loss {\n cwnd = 2 }");
        assert_eq!(find("on loss { cwnd = 2 } # see #v1/sawtooth"), None);
        assert!(super::scripts("sawtooth?scripts.mine=%F").is_err() && super::scripts("~A!").is_err());
        assert!(super::scripts("~AAAA").is_err());
    }
}
