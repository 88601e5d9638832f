//! The dimensions of the search: one file and one word each. What a suspect of `causes` takes away, a dimension puts in.

use super::path::{BESIDE, Layout, MAIN, Place, SECOND};
use serde_json::{Value, json};

/// What may differ from the plain path.
#[derive(Debug)]
pub struct Dimension {
    pub id: &'static str,
    /// What it is called as a cause; nothing: its id.
    pub name: &'static str,
    /// Whose it is.
    pub side: Side,
    /// The value that changes nothing.
    pub plain: f64,
    /// The other values.
    pub range: (f64, f64),
    pub scale: Scale,
    /// Where it makes sense.
    pub layouts: &'static [Layout],
    /// Puts a value other than the plain one into a scenario.
    pub set: fn(&mut Value, f64, &Place),
    /// The value as a part of a sentence.
    pub says: fn(f64, &Place) -> String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    Network,
    Traffic,
    Receiver,
}

/// How values are drawn, and how they are rounded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    Log,
    /// A count.
    Whole,
    /// The number of a choice: it is not rounded, and no two are alike.
    Choice,
}

pub(super) const ALL: &[Layout] = &[Layout::Alone, Layout::Beside, Layout::Pair];

impl Dimension {
    /// One of the network, without its own parts.
    const NETWORK: Dimension = Dimension {
        id: "",
        name: "",
        side: Side::Network,
        plain: 0.0,
        range: (0.0, 0.0),
        scale: Scale::Log,
        layouts: ALL,
        set: |_, _, _| (),
        says: |_, _| String::new(),
    };

    /// A value written by people: with so many digits.
    pub(super) fn rounded(&self, value: f64, digits: i32) -> f64 {
        if self.scale != Scale::Log {
            return value;
        }
        let text = format!("{value:.*e}", (digits - 1).max(0) as usize);
        let (least, most) = self.range;
        ackscope_engine::math::within(text.parse().unwrap_or(value), least, most)
    }
}

/// All flows that the question is about.
fn own(scenario: &mut Value) -> impl Iterator<Item = &mut Value> {
    let flows = scenario["flows"].as_array_mut().into_iter().flatten();
    flows.filter(|flow| flow["name"] == MAIN || flow["name"] == SECOND)
}

/// The other flows along with them.
fn neighbours(scenario: &mut Value) -> impl Iterator<Item = &mut Value> {
    scenario["flows"].as_array_mut().into_iter().flatten().filter(|flow| flow["name"] == BESIDE)
}

/// All flows' RTTs, longer by `s`.
fn lengthen(scenario: &mut Value, s: f64) {
    for flow in scenario["flows"].as_array_mut().into_iter().flatten() {
        if let Some(rtt_s) = flow["rtt"].as_f64() {
            flow["rtt"] = json!(rtt_s + s);
        }
    }
}

/// A share of a link as a reader says it.
fn per_cent(share: f64) -> String {
    format!("{} %", ackscope_engine::units::decimal(short(100.0 * share)))
}

/// Milliseconds as a reader says them.
fn ms(s: f64) -> String {
    format!("{} ms", ackscope_engine::units::decimal(short(1e3 * s)))
}

/// A number without the tail of its binary form.
fn short(number: f64) -> f64 {
    format!("{number:.3e}").parse().unwrap_or(number)
}

macro_rules! dimensions {
    ($($module:ident),* $(,)?) => {
        $(mod $module;)*

        pub static DIMENSIONS: &[&Dimension] = &[$(&$module::DIMENSION),*];
    };
}

// The first three describe the path itself.
dimensions! {
    rate, rtt, buffer,
    loss, bursts, outage, rate_step, delay_step, handover, jitter, reordering, policer, queue,
    back_rate, back_delay, ack_aggregation, reverse, pulses,
    neighbour, neighbour_start, neighbours, other_rtt, later, pauses,
    window,
}

/// The number of a dimension with this id.
///
/// # Panics
/// If there is none.
pub fn number(id: &str) -> usize {
    DIMENSIONS.iter().position(|one| one.id == id).unwrap_or_else(|| panic!("no dimension {id}"))
}
