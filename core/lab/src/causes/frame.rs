//! A fair comparison: everything that a scenario derives becomes explicit. Else a new RTT resizes the
//! buffers, and a new buffer changes the way back as well.

use ackscope_engine::setup::{Capacity, ChannelSetup, Setup};
use ackscope_scenario::{Scenario, ScenarioError, read_value};
use serde_json::{Map, Value, json};

/// The lane's scenario until the end of the interval, in seconds, with nothing left to derive. `setup`
/// is what it compiles to.
pub(super) fn explicit(
    lane: &Scenario,
    setup: &Setup,
    (from_s, to_s): (f64, f64),
) -> Result<Value, ScenarioError> {
    let Ok(mut scenario) = serde_json::to_value(lane) else { unreachable!("a scenario is always JSON") };
    for (item, first) in first_copies(lane).enumerate() {
        let compiled = &setup.hops[first];
        let hop = &mut scenario["hops"][item];
        let queue = with_capacity(&hop["queue"], &compiled.forward);
        let back = match &hop["back"]["queue"] {
            Value::Null => with_capacity(&queue, &compiled.backward),
            own => with_capacity(own, &compiled.backward),
        };
        if hop["back"]["rate"].is_null() {
            hop["back"]["rate"] = hop["rate"].clone();
        }
        hop["queue"] = queue;
        hop["back"]["queue"] = back;
    }
    scenario["ns2_order"] = setup.ties.is_some().into();
    scenario["duration"] = to_s.into();
    scenario["measure"] = json!([[from_s, to_s]]);
    if setup.fork.as_ref().is_some_and(|fork| fork.at.secs() >= to_s) {
        scenario["fork"] = Value::Null;
    }
    read_value(&scenario)?;
    Ok(scenario)
}

/// The place of each hop's first copy among the compiled hops.
pub(super) fn first_copies(scenario: &Scenario) -> impl Iterator<Item = usize> {
    scenario.hops.iter().scan(0, |next, hop| {
        let first = *next;
        *next += hop.repeat.map_or(1, |repeat| repeat.0 as usize);
        Some(first)
    })
}

/// The queue with the capacity that it has in the compiled channel.
fn with_capacity(queue: &Value, channel: &ChannelSetup) -> Value {
    let mut queue = queue.as_object().cloned().unwrap_or_else(Map::new);
    queue.entry("kind").or_insert_with(|| channel.queue.kind.into());
    queue.insert("capacity".to_owned(), written(channel.queue.capacity));
    Value::Object(queue)
}

/// A capacity as a scenario writes it.
fn written(capacity: Capacity) -> Value {
    match capacity {
        Capacity::Packets(packets) => format!("{packets}pkt").into(),
        Capacity::Bytes(bytes) => format!("{bytes}B").into(),
    }
}
