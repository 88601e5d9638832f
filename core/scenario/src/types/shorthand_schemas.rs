//! JSON schemas of the parts that have more than one written form, which serde cannot describe.

use super::kinds::{Application, BackLoss, DelayModel, Jitter, Loss, Position, Queue, RateModel};
use super::shorthand::{
    AccessRate, AckTimeout, CompareEntry, Delay, DelayStep, DelayTrace, FORMAT_VERSION, HandshakeChoice,
    LaneChanges, Opportunities, Period, Rate, RateStep, ReceiveBuffer, ReceiveBufferNumbers, Rto, RtoNumbers,
    RtoPreset, Spread, Ssthresh, Version,
};
use crate::quantity::{BitsPerSecond, BufferCapacity, Measure, Seconds, WindowPackets};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use std::borrow::Cow;

/// Implements `JsonSchema` by hand for a type whose forms serde cannot describe.
macro_rules! schema_by_hand {
    ($($name:ident: |$generator:ident| $schema:expr;)+) => {$(
        impl JsonSchema for $name {
            fn schema_name() -> Cow<'static, str> {
                Cow::Borrowed(stringify!($name))
            }

            fn json_schema($generator: &mut SchemaGenerator) -> Schema {
                $schema
            }
        }
    )+};
}

schema_by_hand! {
    Version: |_g| json_schema!({ "const": FORMAT_VERSION, "description": "The version of this format." });
    Rate: |g| json_schema!({
        "description": "A rate: constant, a list of steps from 0 s on, a trace of sending opportunities, or a model that draws it.",
        "anyOf": [g.subschema_for::<Measure<BitsPerSecond>>(), g.subschema_for::<Vec<RateStep>>(), g.subschema_for::<Opportunities>(), g.subschema_for::<RateModel>()]
    });
    RateStep: |g| json_schema!({
        "description": "From this time on, this rate.",
        "type": "array",
        "prefixItems": [g.subschema_for::<Measure<Seconds>>(), g.subschema_for::<Measure<BitsPerSecond>>()],
        "minItems": 2, "maxItems": 2
    });
    Delay: |g| json_schema!({
        "description": "A propagation delay: constant, a list of steps from 0 s on, a trace, or a model that draws it.",
        "anyOf": [g.subschema_for::<Measure<Seconds>>(), g.subschema_for::<Vec<DelayStep>>(), g.subschema_for::<DelayTrace>(), g.subschema_for::<DelayModel>()]
    });
    DelayStep: |g| json_schema!({
        "description": "From this time on, this delay.",
        "type": "array",
        "prefixItems": [g.subschema_for::<Measure<Seconds>>(), g.subschema_for::<Measure<Seconds>>()],
        "minItems": 2, "maxItems": 2
    });
    Period: |g| json_schema!({
        "description": "From a time to a later one.",
        "type": "array",
        "prefixItems": [g.subschema_for::<Measure<Seconds>>(), g.subschema_for::<Measure<Seconds>>()],
        "minItems": 2, "maxItems": 2
    });
    Spread: |g| {
        let time = g.subschema_for::<Measure<Seconds>>();
        json_schema!({
            "description": "One time for all flows of a group, a list taken in turn, or evenly spaced times: from…to with both ends, above…to without the lower one.",
            "anyOf": [
                time,
                { "type": "array", "items": time, "minItems": 1 },
                { "type": "object", "properties": { "from": time, "to": time }, "required": ["from", "to"], "additionalProperties": false },
                { "type": "object", "properties": { "above": time, "to": time }, "required": ["above", "to"], "additionalProperties": false }
            ]
        })
    };
    Ssthresh: |g| json_schema!({ "anyOf": [{ "const": "infinite" }, g.subschema_for::<Measure<WindowPackets>>()] });
    HandshakeChoice: |_g| json_schema!({ "anyOf": [{ "type": "boolean" }, { "const": "in-window" }] });
    AccessRate: |g| json_schema!({ "anyOf": [{ "const": "none" }, g.subschema_for::<Measure<BitsPerSecond>>()] });
    AckTimeout: |g| json_schema!({ "anyOf": [{ "const": "linux" }, g.subschema_for::<Measure<Seconds>>()] });
    ReceiveBuffer: |g| json_schema!({ "anyOf": [{ "enum": ["auto", "fixed"] }, g.subschema_for::<ReceiveBufferNumbers>()] });
    Rto: |g| json_schema!({ "anyOf": [g.subschema_for::<RtoPreset>(), g.subschema_for::<RtoNumbers>()] });
    CompareEntry: |g| json_schema!({
        "description": "A lane: an algorithm's id, or an object that may also change other settings.",
        "anyOf": [{ "type": "string" }, g.subschema_for::<LaneChanges>()]
    });
    Queue: |g| json_schema!({
        "type": "object",
        "properties": { "kind": { "type": "string" }, "capacity": g.subschema_for::<Measure<BufferCapacity>>() }
    });
    Loss: |g| json_schema!({
        "type": "object",
        "properties": { "kind": { "type": "string" }, "position": g.subschema_for::<Position>() },
        "required": ["kind"]
    });
    Application: |_g| json_schema!({
        "type": "object",
        "properties": { "kind": { "type": "string" } },
        "required": ["kind"]
    });
    DelayModel: |_g| json_schema!({
        "type": "object",
        "properties": { "kind": { "type": "string" } },
        "required": ["kind"]
    });
    RateModel: |_g| json_schema!({
        "type": "object",
        "properties": { "kind": { "type": "string" } },
        "required": ["kind"]
    });
    Jitter: |_g| json_schema!({
        "type": "object",
        "properties": { "kind": { "type": "string" } },
        "required": ["kind"]
    });
    BackLoss: |g| json_schema!({ "anyOf": [{ "const": "shared" }, g.subschema_for::<Loss>()] });
}
