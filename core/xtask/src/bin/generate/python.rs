//! `core/python/ackscope/keys.py`: the keys of a scenario as types, by which an editor completes and a type
//! checker refuses them.

use serde_json::Value;
use std::collections::BTreeSet;
use std::fmt::Write;

const HEAD: &str =
    "\"\"\"The keys of a scenario, for editors and type checkers. At run time they are plain dicts.

>>> scenario: ackscope.keys.Scenario = {\"version\": 1, \"duration\": \"10s\", \"hops\": [], \"flows\": []}
\"\"\"

# Generated from Rust by `npm run generate`. Do not edit.
from __future__ import annotations

from typing import Any, Literal, Mapping, Sequence, TypedDict, Union
";

/// Words that cannot be the name of a class's member: all of Python's but the soft ones, such as `match`.
const KEYWORDS: [&str; 35] = [
    "False", "None", "True", "and", "as", "assert", "async", "await", "break", "class", "continue", "def",
    "del", "elif", "else", "except", "finally", "for", "from", "global", "if", "import", "in", "is",
    "lambda", "nonlocal", "not", "or", "pass", "raise", "return", "try", "while", "with", "yield",
];

pub fn module(schema: &Value) -> String {
    let mut text = HEAD.to_owned();
    for (name, schema) in schema["$defs"].as_object().into_iter().flatten() {
        declare(&mut text, name, schema);
    }
    declare(&mut text, "Scenario", schema);
    text
}

fn declare(text: &mut String, name: &str, schema: &Value) {
    let about = sentence(schema);
    let Some(properties) = schema["properties"].as_object().filter(|_| schema["type"] == "object") else {
        let comment = if about.is_empty() { String::new() } else { format!("#: {about}\n") };
        let _ = write!(text, "\n{comment}{name} = {}\n", type_of(schema));
        return;
    };
    let required: BTreeSet<&str> =
        schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    let is_keyword = |key: &str| KEYWORDS.contains(&key);
    let mut bases = Vec::new();
    for (kind, is_required) in [("Required", true), ("Words", false)] {
        let own = |key: &str| match is_required {
            true => required.contains(key),
            false => is_keyword(key),
        };
        let keys: Vec<String> = properties
            .iter()
            .filter(|(key, _)| own(key) && !(is_required && is_keyword(key)))
            .map(|(key, schema)| format!("    {key:?}: {},", type_of(schema)))
            .collect();
        if !keys.is_empty() {
            let base = format!("_{name}{kind}");
            let total = if is_required { "" } else { ", total=False" };
            let _ = write!(text, "\n{base} = TypedDict({base:?}, {{\n{}\n}}{total})\n", keys.join("\n"));
            bases.push(base);
        }
    }
    // What may be left out is a class of its own where there is more: a builder takes it as arguments.
    let own = if bases.is_empty() { name.to_owned() } else { format!("{name}Options") };
    let about = if about.is_empty() { name.to_owned() } else { about };
    let optional: Vec<(&String, &Value)> =
        properties.iter().filter(|(key, _)| !is_keyword(key) && !required.contains(key.as_str())).collect();
    if bases.is_empty() || !optional.is_empty() {
        let _ = writeln!(text, "\n\nclass {own}(TypedDict, total=False):\n    \"\"\"{about}\"\"\"\n");
        for (key, schema) in optional {
            let _ = writeln!(text, "    {key}: {}", type_of(schema));
            let about = sentence(schema);
            if !about.is_empty() {
                let _ = writeln!(text, "    \"\"\"{about}\"\"\"");
            }
        }
        bases.push(own.clone());
    }
    if own != name {
        let _ = writeln!(text, "\n\nclass {name}({}):\n    \"\"\"{about}\"\"\"", bases.join(", "));
    }
}

/// What a key is, as the text of a docstring.
fn sentence(schema: &Value) -> String {
    schema["description"].as_str().unwrap_or("").replace('\\', "\\\\").replace('"', "'")
}

fn type_of(schema: &Value) -> String {
    if let Some(name) = schema["$ref"].as_str().and_then(|path| path.strip_prefix("#/$defs/")) {
        return format!("\"{name}\"");
    }
    let literal = |value: &Value| format!("Literal[{value}]");
    if let Some(only) = schema.get("const") {
        return literal(only);
    }
    if let Some(words) = schema["enum"].as_array() {
        return one_of(words.iter().map(literal));
    }
    if let Some(forms) = schema["anyOf"].as_array().or(schema["oneOf"].as_array()) {
        return one_of(forms.iter().map(type_of));
    }
    match schema["type"].as_str() {
        Some("string") => "str".to_owned(),
        Some("integer") => "int".to_owned(),
        Some("number") => "float".to_owned(),
        Some("boolean") => "bool".to_owned(),
        Some("array") => {
            let parts = schema["prefixItems"].as_array();
            let items = match parts {
                Some(parts) => one_of(parts.iter().map(type_of)),
                None => type_of(&schema["items"]),
            };
            format!("Sequence[{items}]")
        }
        Some("object") => {
            let values = &schema["additionalProperties"];
            let inner = if values.is_object() { type_of(values) } else { "Any".to_owned() };
            format!("Mapping[str, {inner}]")
        }
        _ => "Any".to_owned(),
    }
}

/// The union of types, each once; literals come together.
fn one_of(types: impl Iterator<Item = String>) -> String {
    let (mut literals, mut others): (Vec<String>, Vec<String>) = (Vec::new(), Vec::new());
    for one in types {
        let list = if one.starts_with("Literal[") { &mut literals } else { &mut others };
        let one =
            one.strip_prefix("Literal[").and_then(|one| one.strip_suffix(']')).unwrap_or(&one).to_owned();
        if !list.contains(&one) {
            list.push(one);
        }
    }
    if !literals.is_empty() {
        others.insert(0, format!("Literal[{}]", literals.join(", ")));
    }
    if others.len() == 1 { others.remove(0) } else { format!("Union[{}]", others.join(", ")) }
}
