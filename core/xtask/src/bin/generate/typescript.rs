//! Converts a JSON schema to TypeScript, for the features that our own types use.

use serde_json::{Map, Value};
use std::fmt::Write;

/// One `export` per definition of `schema`, and one named `root` for the schema itself, in
/// alphabetical order.
pub fn declarations(schema: &Value, root: &str) -> Vec<(String, String)> {
    let none = Map::new();
    let definitions = schema["$defs"].as_object().unwrap_or(&none);
    let mut all: Vec<(String, String)> =
        definitions.iter().map(|(name, part)| (name.clone(), declaration(name, part))).collect();
    all.push((root.to_owned(), declaration(root, schema)));
    all.sort();
    all
}

fn declaration(name: &str, schema: &Value) -> String {
    let doc = doc(schema, "");
    if schema.get("properties").is_some() {
        return format!("{doc}export interface {name} {}\n", object(schema, ""));
    }
    format!("{doc}export type {name} = {};\n", expression(schema, ""))
}

/// A description as a comment. `*/` in the text is split, so that it does not end the comment.
fn doc(schema: &Value, indent: &str) -> String {
    match schema["description"].as_str() {
        None | Some("") => String::new(),
        Some(text) => format!("{indent}/** {} */\n", text.replace('\n', " ").replace("*/", "* /")),
    }
}

fn object(schema: &Value, indent: &str) -> String {
    let inner = format!("{indent}  ");
    let required: Vec<&str> =
        schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    let mut text = "{\n".to_owned();
    for (key, property) in schema["properties"].as_object().into_iter().flatten() {
        let mark = if required.contains(&key.as_str()) { "" } else { "?" };
        let name = if is_identifier(key) { key.clone() } else { format!("'{key}'") };
        let comment = doc(property, &inner);
        let _ = writeln!(text, "{comment}{inner}{name}{mark}: {};", expression(property, &inner));
    }
    text + indent + "}"
}

fn is_identifier(key: &str) -> bool {
    key.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
        && !key.starts_with(|c: char| c.is_ascii_digit())
}

fn literal(value: &Value) -> String {
    match value {
        Value::String(text) => format!("'{}'", text.replace('\\', "\\\\").replace('\'', "\\'")),
        other => other.to_string(),
    }
}

fn union<'a>(parts: impl Iterator<Item = String> + 'a) -> String {
    let mut all: Vec<String> = Vec::new();
    for part in parts {
        if !all.contains(&part) {
            all.push(part);
        }
    }
    if all.is_empty() { "never".to_owned() } else { all.join(" | ") }
}

/// The type of a value that `schema` describes.
fn expression(schema: &Value, indent: &str) -> String {
    if let Some(reference) = schema["$ref"].as_str() {
        return reference.trim_start_matches("#/$defs/").to_owned();
    }
    if let Some(value) = schema.get("const") {
        return literal(value);
    }
    if let Some(values) = schema["enum"].as_array() {
        return union(values.iter().map(literal));
    }
    if let Some(forms) = schema["anyOf"].as_array().or(schema["oneOf"].as_array()) {
        return union(forms.iter().map(|form| expression(form, indent)));
    }
    if schema.get("not").is_some() {
        return "never".to_owned();
    }
    match &schema["type"] {
        Value::Array(names) => union(names.iter().map(|name| {
            let mut one = schema.clone();
            one["type"] = name.clone();
            expression(&one, indent)
        })),
        Value::String(name) => of_type(name, schema, indent),
        _ => "unknown".to_owned(),
    }
}

fn of_type(name: &str, schema: &Value, indent: &str) -> String {
    match name {
        "string" | "boolean" | "null" => name.to_owned(),
        "number" | "integer" => "number".to_owned(),
        "array" => match schema["prefixItems"].as_array() {
            Some(items) => {
                let items: Vec<String> = items.iter().map(|item| expression(item, indent)).collect();
                format!("[{}]", items.join(", "))
            }
            None => {
                let item = expression(&schema["items"], indent);
                if item.contains(" | ") { format!("({item})[]") } else { format!("{item}[]") }
            }
        },
        "object" if schema.get("properties").is_some() => object(schema, indent),
        "object" => match schema.get("additionalProperties") {
            Some(values @ Value::Object(_)) => format!("Record<string, {}>", expression(values, indent)),
            _ => "Record<string, unknown>".to_owned(),
        },
        other => panic!("the schema has a type {other:?} that no type of ours has"),
    }
}
