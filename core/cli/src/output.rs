//! All output on the terminal goes through this module: commands compute, this module writes.

use ackscope_lab::frame::Frame;
use ackscope_lab::provenance::EngineId;
use anyhow::{Result, bail};
use serde::Serialize;
use serde_json::ser::{Formatter, PrettyFormatter};
use serde_json::{Serializer, Value};
use std::io::{self, BufWriter, ErrorKind, Write, stdout};

/// Prints `text` and a line break. Control characters, for example in a label, could control the
/// terminal; they are replaced by U+FFFD.
pub fn line(text: &str) -> Result<()> {
    raw(&(printable(text) + "\n"))
}

/// Prints a file's text unchanged, with one line break at its end.
pub fn raw(text: &str) -> Result<()> {
    let mut out = stdout().lock();
    out.write_all(text.trim_end_matches('\n').as_bytes())?;
    out.write_all(b"\n")?;
    Ok(out.flush()?)
}

/// Prints a table as comma-separated text.
pub fn frame(frame: &Frame) -> Result<()> {
    let mut out = BufWriter::new(stdout().lock());
    frame.csv(false, |part| out.write_all(part.as_bytes()))?;
    Ok(out.flush()?)
}

/// `text` with control characters replaced, except line breaks.
fn printable(text: &str) -> String {
    let seen = |sign: char| if sign.is_control() && sign != '\n' { '\u{fffd}' } else { sign };
    text.chars().map(seen).collect()
}

/// Prints `value` as indented JSON.
pub fn json(value: &impl Serialize) -> Result<()> {
    let mut out = BufWriter::new(stdout().lock());
    write_json(&mut out, value)?;
    out.write_all(b"\n")?;
    out.flush()?;
    Ok(())
}

/// Writes `value` as indented JSON.
fn write_json(out: &mut dyn Write, value: &impl Serialize) -> io::Result<()> {
    let form = Plain(PrettyFormatter::new());
    Ok(value.serialize(&mut Serializer::with_formatter(out, form))?)
}

/// Indented JSON without minus zero and with every control character escaped. JSON requires this
/// only for characters below the space.
struct Plain(PrettyFormatter<'static>);

impl Formatter for Plain {
    fn write_f64<W: Write + ?Sized>(&mut self, out: &mut W, number: f64) -> io::Result<()> {
        self.0.write_f64(out, number + 0.0)
    }

    fn write_string_fragment<W: Write + ?Sized>(&mut self, out: &mut W, fragment: &str) -> io::Result<()> {
        for part in fragment.split_inclusive(char::is_control) {
            match part.char_indices().next_back() {
                Some((at, sign)) if sign.is_control() => {
                    write!(out, "{}\\u{:04x}", &part[..at], u32::from(sign))?;
                }
                _ => out.write_all(part.as_bytes())?,
            }
        }
        Ok(())
    }

    fn begin_array<W: Write + ?Sized>(&mut self, out: &mut W) -> io::Result<()> {
        self.0.begin_array(out)
    }

    fn end_array<W: Write + ?Sized>(&mut self, out: &mut W) -> io::Result<()> {
        self.0.end_array(out)
    }

    fn begin_array_value<W: Write + ?Sized>(&mut self, out: &mut W, first: bool) -> io::Result<()> {
        self.0.begin_array_value(out, first)
    }

    fn end_array_value<W: Write + ?Sized>(&mut self, out: &mut W) -> io::Result<()> {
        self.0.end_array_value(out)
    }

    fn begin_object<W: Write + ?Sized>(&mut self, out: &mut W) -> io::Result<()> {
        self.0.begin_object(out)
    }

    fn end_object<W: Write + ?Sized>(&mut self, out: &mut W) -> io::Result<()> {
        self.0.end_object(out)
    }

    fn begin_object_key<W: Write + ?Sized>(&mut self, out: &mut W, first: bool) -> io::Result<()> {
        self.0.begin_object_key(out, first)
    }

    fn begin_object_value<W: Write + ?Sized>(&mut self, out: &mut W) -> io::Result<()> {
        self.0.begin_object_value(out)
    }

    fn end_object_value<W: Write + ?Sized>(&mut self, out: &mut W) -> io::Result<()> {
        self.0.end_object_value(out)
    }
}

/// `object` as JSON, with the identity of the engine.
pub fn with_engine(object: impl Serialize) -> Result<Value> {
    let mut value = serde_json::to_value(object)?;
    if let (Some(own), Value::Object(engine)) =
        (value.as_object_mut(), serde_json::to_value(EngineId::own())?)
    {
        own.extend(engine);
    }
    Ok(value)
}

/// Ends a check: an error if it has found mistakes.
///
/// # Errors
/// How many there are.
pub fn refuse(mistakes: usize) -> Result<()> {
    match mistakes {
        0 => Ok(()),
        1 => bail!("1 mistake"),
        several => bail!("{several} mistakes"),
    }
}

/// Writes a note to standard error, beside the result.
pub fn note(text: &str) {
    say(&format!("note: {text}"));
}

/// Writes a message to standard error. A failure to write it is ignored.
pub fn say(text: &str) {
    let _ = writeln!(io::stderr(), "ackscope: {}", printable(text));
}

/// Whether an error only says that the reader has closed the pipe.
pub fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error
        .chain()
        .filter_map(|cause| cause.downcast_ref::<io::Error>())
        .any(|cause| cause.kind() == ErrorKind::BrokenPipe)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn json_has_no_minus_zero_and_no_bare_control_character() {
        let value =
            json!({ "zero": -0.0, "below": -0.5, "list": [], "\u{7f}": "é\n\u{1b}[31m\u{9b}2J\u{85}漢" });
        let mut text = Vec::new();
        write_json(&mut text, &value).expect("written");
        let text = String::from_utf8(text).expect("UTF-8");
        assert!(text.contains("\"zero\": 0.0,") && text.contains("\"below\": -0.5,"), "{text}");
        assert!(!text.chars().any(|sign| sign.is_control() && sign != '\n'), "{text:?}");
        assert_eq!(serde_json::from_str::<Value>(&text).expect("JSON"), value);
    }
}
