//! YAML of a lesson as data, with the line of each key in the lesson's file.

use serde::de::DeserializeOwned;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt::{self, Display, Formatter};
use yaml_rust2::parser::{Event, Parser};
use yaml_rust2::{ScanError, Yaml, YamlLoader};

/// Lists and keys within each other, as in the page (web/app/src/course/foreign/yamlText.ts).
const DEEPEST: usize = 8;

/// A mistake in a lesson.
#[derive(Debug)]
pub struct Fault {
    /// In the lesson's file, from 1.
    pub line: usize,
    /// With the step, where it is in one.
    pub message: String,
}

impl Fault {
    pub fn new(line: usize, message: impl Display) -> Fault {
        Fault { line, message: message.to_string() }
    }

    /// The same, of this part of the lesson.
    pub fn of(self, part: &str) -> Fault {
        Fault { message: format!("{part}: {}", self.message), ..self }
    }
}

impl Display for Fault {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        write!(out, "line {}: {}", self.line, self.message)
    }
}

impl std::error::Error for Fault {}

/// The front matter or a block `lab`.
pub struct Block {
    pub value: Value,
    /// By path.
    lines: BTreeMap<Vec<String>, usize>,
    first: usize,
}

impl Block {
    /// `first` is the line of the file in which the text begins.
    pub fn read(text: &str, first: usize) -> Result<Block, Fault> {
        let scan = |error: ScanError| {
            Fault::new(first + error.marker().line().max(1) - 1, format_args!("YAML: {}", error.info()))
        };
        let lines = lines(text, first)?;
        let documents = YamlLoader::load_from_str(text).map_err(scan)?;
        let value = json(documents.first().unwrap_or(&Yaml::Null)).map_err(|what| Fault::new(first, what))?;
        Ok(Block { value, lines, first })
    }

    /// The line of what is at a path, or of what holds it.
    pub fn line(&self, path: &[&str]) -> usize {
        let known =
            |upto: usize| self.lines.get(&path[..upto].iter().map(|&key| key.to_owned()).collect::<Vec<_>>());
        (1..=path.len()).rev().find_map(known).copied().unwrap_or(self.first)
    }

    /// What is at a path of keys and places in lists; null without it.
    pub fn at(&self, path: &[&str]) -> &Value {
        path.iter().fold(&self.value, |value, &key| match key.parse::<usize>() {
            Ok(place) if value.is_array() => value.get(place).unwrap_or(&Value::Null),
            _ => &value[key],
        })
    }

    /// What is at a path, read. A mistake has the line of the key that it names.
    pub fn get<T: DeserializeOwned>(&self, path: &[&str]) -> Result<T, Fault> {
        serde_json::from_value(self.at(path).clone()).map_err(|error| {
            let message = error.to_string();
            let named = message.split('`').nth(1).unwrap_or_default();
            Fault::new(self.line(&[path, &[named]].concat()), message)
        })
    }
}

/// Where a node of the text is: in a list, at its next item, or in keys, after a key or before one.
enum Within {
    List(usize),
    Keys(Option<String>),
}

/// The lines of all keys and items. Refuses what a short text can blow up: the loader copies what an anchor names, and
/// recurses.
fn lines(text: &str, first: usize) -> Result<BTreeMap<Vec<String>, usize>, Fault> {
    let mut parser = Parser::new_from_str(text);
    let (mut lines, mut within) = (BTreeMap::new(), Vec::<Within>::new());
    loop {
        let (event, at) = parser.next_token().map_err(|error| {
            Fault::new(first + error.marker().line().max(1) - 1, format_args!("YAML: {}", error.info()))
        })?;
        let line = first + at.line().max(1) - 1;
        let path = |within: &[Within]| -> Vec<String> {
            let part = |one: &Within| match one {
                Within::List(next) => Some(next.to_string()),
                Within::Keys(key) => key.clone(),
            };
            within.iter().filter_map(part).collect()
        };
        let (is_keys, text) = match event {
            Event::Alias(_) => return Err(Fault::new(line, "YAML: anchors are not allowed")),
            Event::SequenceStart(anchor, _)
            | Event::MappingStart(anchor, _)
            | Event::Scalar(_, _, anchor, _)
                if anchor > 0 =>
            {
                return Err(Fault::new(line, "YAML: anchors are not allowed"));
            }
            Event::SequenceStart(..) | Event::MappingStart(..) if within.len() == DEEPEST => {
                return Err(Fault::new(line, format_args!("YAML: at most {DEEPEST} levels are allowed")));
            }
            Event::SequenceStart(..) => (Some(false), None),
            Event::MappingStart(..) => (Some(true), None),
            Event::Scalar(text, ..) => (None, Some(text)),
            Event::SequenceEnd | Event::MappingEnd => {
                within.pop();
                step(&mut within);
                continue;
            }
            Event::StreamEnd => return Ok(lines),
            _ => continue,
        };
        if let (Some(Within::Keys(key @ None)), Some(text)) = (within.last_mut(), &text) {
            *key = Some(text.clone());
            lines.insert(path(&within), line);
            continue;
        }
        lines.entry(path(&within)).or_insert(line);
        match is_keys {
            Some(true) => within.push(Within::Keys(None)),
            Some(false) => within.push(Within::List(0)),
            None => step(&mut within),
        }
    }
}

/// A value is over.
fn step(within: &mut [Within]) {
    match within.last_mut() {
        Some(Within::List(next)) => *next += 1,
        Some(Within::Keys(key)) => *key = None,
        None => {}
    }
}

fn json(yaml: &Yaml) -> Result<Value, String> {
    Ok(match yaml {
        Yaml::Null => Value::Null,
        Yaml::Boolean(is) => (*is).into(),
        Yaml::Integer(number) => (*number).into(),
        Yaml::Real(text) => text.parse::<f64>().map_err(|error| format!("YAML: {text}: {error}"))?.into(),
        Yaml::String(text) => text.as_str().into(),
        Yaml::Array(items) => items.iter().map(json).collect::<Result<Vec<_>, _>>()?.into(),
        Yaml::Hash(pairs) => {
            let pair = |(key, value): (&Yaml, &Yaml)| Ok((super::plain(&json(key)?), json(value)?));
            Value::Object(pairs.iter().map(pair).collect::<Result<_, String>>()?)
        }
        Yaml::Alias(_) | Yaml::BadValue => return Err("YAML: no value".to_owned()),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_short_text_takes_no_memory_and_no_stack() {
        let refused = |text: &str| Block::read(text, 10).err().expect(text).to_string();
        assert_eq!(refused("a: &a [x, x]\nb: [*a, *a]"), "line 10: YAML: anchors are not allowed");
        assert!(refused(&("[".repeat(9) + &"]".repeat(9))).contains("at most 8 levels"));
        refused(&"[".repeat(100_000));
        assert!(Block::read("a: [{b: [{c: [1]}]}]", 1).is_ok());
    }

    #[test]
    fn a_key_has_its_line_in_the_file() {
        let text = "run: x\npredict:\n  ask: y\n  pick:\n    - a\n    - b: c\nexpect: {}\n";
        let block = Block::read(text, 100).unwrap();
        let lines = [
            (&["run"][..], 100),
            (&["predict", "pick"], 103),
            (&["predict", "pick", "1"], 105),
            (&["predict", "pick", "1", "b"], 105),
            (&["expect"], 106),
            // What is not there has the line of what would hold it.
            (&["predict", "right"], 101),
            (&["none"], 100),
        ];
        for (path, line) in lines {
            assert_eq!(block.line(path), line, "{path:?}");
        }
        assert_eq!(Block::read("a: b\nc: [d\n", 20).err().unwrap().line, 22);
    }
}
