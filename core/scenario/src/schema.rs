//! The scenario's JSON schema: generated from the types, extended with the ids and parameters of
//! the registered models.

use super::models::Models;
use super::profiles::LINUX6;
use super::quantity::{BitsPerSecond, BufferCapacity, Measure, Seconds};
use super::types::Scenario;
use ackscope_engine::catalogue::{Kind, Param, ParamDefault, Spec};
use ackscope_engine::mechanism;
use ackscope_engine::units::Dimension;
use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde_json::{Map, Value, json};

/// The JSON schema (draft 2020-12) of everything that [`super::read`] and [`super::compile`] check
/// without a run.
pub fn schema() -> Value {
    let models = Models::registered();
    let generator = SchemaSettings::draft2020_12().into_generator();
    let mut schema = generator.into_root_schema_for::<Scenario>().to_value();
    tidy(&mut schema);
    schema["title"] = json!("Ackscope scenario");
    schema["properties"]["scripts"]["additionalProperties"] =
        json!({ "type": "string", "maxLength": ackscope_script::LONGEST_SOURCE });
    let definitions = schema["$defs"].as_object_mut().expect("the scenario has parts");
    describe_mechanisms(&mut definitions["Flow"]["properties"]);

    let capacity = reference(&Measure::<BufferCapacity>::schema_name());
    let of_queue = |spec: &Spec| {
        let required = if spec.id == crate::hops::DEFAULT_QUEUE { json!([]) } else { json!(["kind"]) };
        kind_schema(spec, json!({ "capacity": capacity }), required)
    };
    let of_loss =
        |spec: &Spec| kind_schema(spec, json!({ "position": reference("Position") }), json!(["kind"]));
    put_kinds(definitions, "Queue", "A queue discipline with its parameters.", models.queues, &of_queue);
    put_kinds(definitions, "Loss", "A loss model with its parameters.", models.losses, &of_loss);
    let of_kind = |spec: &Spec| kind_schema(spec, json!({}), json!(["kind"]));
    put_kinds(definitions, "Jitter", "A jitter model with its parameters.", models.jitters, &of_kind);
    put_kinds(definitions, "DelayModel", "A model that draws the delay.", models.delays, &of_kind);
    put_kinds(definitions, "RateModel", "A model that draws the rate.", models.rates, &of_kind);
    put_kinds(
        definitions,
        "Application",
        "An application with its parameters.",
        models.applications,
        &of_kind,
    );

    let mut algorithms = id_schema("The congestion-control algorithm.", models.algorithms);
    let built_in: Vec<&str> = models.algorithms.iter().map(|spec| spec.id).collect();
    if let Some(forms) = algorithms["oneOf"].as_array_mut() {
        forms.push(json!({
            "type": "string", "pattern": "^[a-z][a-z0-9+-]*$", "not": { "enum": built_in },
            "title": "A script", "description": "The id of one of the scenario's scripts.",
        }));
    }
    definitions.insert("Algorithm".to_owned(), algorithms);
    definitions.insert("Estimator".to_owned(), id_schema("A bandwidth estimator.", models.estimators));
    for (owner, key) in [("Flow", "algorithm"), ("LaneChanges", "algorithm")] {
        put_type(&mut definitions[owner]["properties"][key], reference("Algorithm"));
    }
    definitions["CompareEntry"]["anyOf"][0] = reference("Algorithm");
    put_type(
        &mut definitions["Flow"]["properties"]["shadow"],
        json!({ "type": "array", "items": reference("Estimator") }),
    );
    put_type(&mut definitions["Hop"]["properties"]["agent"], id_or_nothing(models.agents));
    definitions["Flow"]["allOf"] =
        Value::Array(models.algorithms.iter().map(|spec| parameters_of(spec)).collect());
    schema
}

/// Gives each mechanism's key its help, and names in that of the profile what it sets.
fn describe_mechanisms(properties: &mut Value) {
    for mechanism in mechanism::REGISTRY {
        properties[mechanism.key]["description"] = json!(mechanism.help);
    }
    let mut set: Vec<String> = LINUX6.usual().collect();
    if let Value::String(text) = &mut properties["tcp"]["description"] {
        let last = set.pop().unwrap_or_default();
        *text = text.replace("{profile}", &format!("{} and {last}", set.join(", ")));
    }
}

fn reference(name: &str) -> Value {
    json!({ "$ref": format!("#/$defs/{name}") })
}

/// Makes a schema readable. An optional field may also be `null` for programs, which the schema
/// does not show. Line breaks of source comments become spaces.
fn tidy(schema: &mut Value) {
    match schema {
        Value::Object(object) => {
            if let Some(Value::String(text)) = object.get_mut("description") {
                *text = text.replace('\n', " ");
            }
            if let Some(Value::Array(types)) = object.get_mut("type") {
                types.retain(|name| name != "null");
                if let [only] = &types[..] {
                    let only = only.clone();
                    object.insert("type".to_owned(), only);
                }
            }
            if let Some(Value::Array(forms)) = object.get_mut("anyOf") {
                forms.retain(|form| form.get("type") != Some(&json!("null")));
                if let [Value::Object(only)] = &forms[..] {
                    let only = only.clone();
                    object.remove("anyOf");
                    object.extend(only);
                }
            }
            object.values_mut().for_each(tidy);
        }
        Value::Array(list) => list.iter_mut().for_each(tidy),
        _ => {}
    }
}

/// Replaces the type of a property and keeps its description.
fn put_type(property: &mut Value, schema: Value) {
    let mut schema = schema;
    if let Some(description) = property.get("description") {
        schema["description"] = description.clone();
    }
    *property = schema;
}

fn id_schema(description: &str, models: &[&Spec]) -> Value {
    let each = models
        .iter()
        .map(|spec| json!({ "const": spec.id, "title": spec.name, "description": spec.summary }));
    json!({ "description": description, "oneOf": each.collect::<Vec<_>>() })
}

fn id_or_nothing(models: &[&Spec]) -> Value {
    if models.is_empty() { json!({ "not": {} }) } else { id_schema("", models) }
}

/// Adds one definition per model, and their union under `name`.
fn put_kinds(
    definitions: &mut Map<String, Value>,
    name: &str,
    description: &str,
    models: &[&Spec],
    of: &dyn Fn(&Spec) -> Value,
) {
    let mut forms = Vec::new();
    for spec in models {
        let own = format!("{}{name}", camel(spec.id));
        forms.push(reference(&own));
        definitions.insert(own, of(spec));
    }
    definitions.insert(name.to_owned(), json!({ "description": description, "anyOf": forms }));
}

/// Converts `drop-tail` to `DropTail`.
fn camel(id: &str) -> String {
    let words = id.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    words.map(|word| word[..1].to_ascii_uppercase() + &word[1..]).collect()
}

fn kind_schema(spec: &Spec, common: Value, required: Value) -> Value {
    let mut properties = json!({ "kind": { "const": spec.id } });
    let object = properties.as_object_mut().expect("an object");
    object.extend(common.as_object().expect("an object").clone());
    object.extend(spec.parameters.iter().map(|param| (param.name.to_owned(), parameter_schema(param))));
    json!({ "title": spec.name, "description": spec.summary, "type": "object", "properties": properties,
            "required": required, "additionalProperties": false })
}

/// The schema of the parameters for this algorithm.
fn parameters_of(spec: &Spec) -> Value {
    let properties: Map<String, Value> =
        spec.parameters.iter().map(|param| (param.name.to_owned(), parameter_schema(param))).collect();
    json!({
        "if": { "properties": { "algorithm": { "const": spec.id } }, "required": ["algorithm"] },
        "then": { "properties": { "parameters": { "type": "object", "properties": properties, "additionalProperties": false } } }
    })
}

fn parameter_schema(param: &Param) -> Value {
    let mut schema = match param.kind {
        Kind::Number { min, max } => number_schema(param, "number", min, max),
        Kind::Integer { min, max } => number_schema(param, "integer", min, max),
        Kind::Flag => json!({ "type": "boolean" }),
        Kind::Choice(words) => json!({ "enum": words }),
        Kind::Numbers => json!({ "type": "array", "items": { "type": "number", "minimum": 0 } }),
        Kind::Periods => json!({ "type": "array", "items": reference("Period") }),
        Kind::Phases => {
            let rate = json!({ "anyOf": [reference(&Measure::<BitsPerSecond>::schema_name()), { "enum": ["greedy", "pause"] }] });
            let pair = [reference(&Measure::<Seconds>::schema_name()), rate];
            json!({ "type": "array", "items": { "type": "array", "prefixItems": pair, "minItems": 2, "maxItems": 2 } })
        }
    };
    schema["description"] = json!(param.help);
    match param.default {
        ParamDefault::Number(x) => schema["default"] = json!(x),
        ParamDefault::Flag(x) => schema["default"] = json!(x),
        ParamDefault::Choice(x) => schema["default"] = json!(x),
        ParamDefault::Automatic => {}
    }
    schema
}

fn number_schema(param: &Param, kind: &str, min: f64, max: f64) -> Value {
    let mut number = json!({ "type": kind });
    if min.is_finite() {
        number["minimum"] = json!(min);
    }
    if max.is_finite() {
        number["maximum"] = json!(max);
    }
    match Dimension::of_unit(param.unit) {
        Dimension::Number => number,
        dimension => json!({ "anyOf": [number, { "type": "string", "pattern": dimension.pattern() }] }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_reference_leads_somewhere() {
        let schema = schema();
        let text = schema.to_string();
        let names: Vec<&str> =
            text.split("\"#/$defs/").skip(1).filter_map(|rest| rest.split('"').next()).collect();
        assert!(names.len() > 20);
        for name in names {
            assert!(schema["$defs"].get(name).is_some(), "{name}");
        }
    }

    #[test]
    fn it_knows_the_registered_ids_and_no_null() {
        let schema = schema();
        let ids: Vec<&str> = schema["$defs"]["Algorithm"]["oneOf"]
            .as_array()
            .unwrap()
            .iter()
            .filter_map(|id| id["const"].as_str())
            .collect();
        assert!(["newreno", "vegas", "westwood+"].iter().all(|id| ids.contains(id)), "{ids:?}");
        assert_eq!(schema["$defs"]["BernoulliLoss"]["properties"]["probability"]["maximum"], 1.0);
        assert_eq!(schema["$defs"]["Flow"]["properties"]["name"]["type"], "string");
        assert!(!schema.to_string().contains("\"null\""));
    }

    #[test]
    fn unknown_keys_are_closed_out_everywhere() {
        let schema = schema();
        for (name, part) in schema["$defs"].as_object().unwrap() {
            if part.get("properties").is_some() {
                assert_eq!(part["additionalProperties"], false, "{name}");
            }
        }
        assert_eq!(schema["additionalProperties"], false);
    }
}
