//! The path of the search: a plain one, and what a point changes in it.

use super::dimensions::{DIMENSIONS, number};
use super::point::Point;
use serde_json::{Map, Value, json};

/// The group that the question is about.
pub(super) const MAIN: &str = "main";
/// The second flow of a pair.
pub(super) const SECOND: &str = "second";
/// The group of another algorithm.
pub(super) const BESIDE: &str = "beside";
/// The algorithms that share the link with it, and that are its witnesses. The first is the plain neighbour.
pub(super) const NEIGHBOURS: [&str; 5] = ["cubic-rfc9438", "newreno", "bbr3", "bbr", "vegas"];
/// A window that limits nobody here: it only bounds what a script may send.
pub(super) const RECEIVE_WINDOW: f64 = 10_000.0;
/// Length of each run in seconds.
const DURATION_S: f64 = 20.0;
/// Where flows share, their start does not count.
const SHARED_FROM_S: f64 = 5.0;
const PACKET_BITS: f64 = 12_000.0;

/// Who is on the path besides what its dimensions bring.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Layout {
    /// The flow alone.
    Alone,
    /// With flows of another algorithm.
    Beside,
    /// Two flows of its own.
    Pair,
}

/// The path that a point describes, as its dimensions need it.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    pub rate_bps: f64,
    pub rtt_s: f64,
    /// One way over the hop; the rest of the RTT is at the ends.
    pub delay_s: f64,
    pub buffer_packets: u64,
    pub duration_s: f64,
    /// Start of the measurement.
    pub from_s: f64,
    /// When the path changes, if it does.
    pub change_s: f64,
}

impl Place {
    pub fn of(point: &Point, layout: Layout) -> Place {
        let value = |id: &str| point.value(number(id));
        let (rate_bps, rtt_s) = (value("rate").round(), value("rtt"));
        Place {
            rate_bps,
            rtt_s,
            delay_s: rtt_s / 4.0,
            buffer_packets: (value("buffer") * rate_bps * rtt_s / PACKET_BITS).round().max(1.0) as u64,
            duration_s: DURATION_S,
            from_s: if layout == Layout::Alone { 0.0 } else { SHARED_FROM_S },
            change_s: DURATION_S / 2.0,
        }
    }

    /// What a flow alone could get at most, as a mean over the measurement.
    pub fn possible_bps(&self, point: &Point) -> f64 {
        let value = |id: &str| point.value(number(id));
        let (length_s, after_s) = (self.duration_s - self.from_s, self.duration_s - self.change_s);
        let stepped = 1.0 + (value("rate-step") - 1.0) * after_s / length_s;
        let policed = if value("policer") > 0.0 { value("policer") } else { f64::INFINITY };
        let windowed = value("window") * PACKET_BITS / self.rtt_s;
        let up = 1.0 - value("outage") / length_s;
        let writes = 1.0 / (1.0 + value("pauses"));
        (self.rate_bps * stepped.min(policed) * up).min(windowed) * writes * (1.0 - value("loss"))
    }
}

/// Which algorithms run on it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cast<'a> {
    pub algorithm: &'a str,
    /// Texts of scripts by id.
    pub scripts: &'a Map<String, Value>,
}

/// The scenario of a point. Replicates after the first have another seed, slightly longer RTTs and a slightly later
/// start, as in `causes`: without chance a seed alone changes nothing.
pub(super) fn scenario(layout: Layout, point: &Point, cast: Cast, seed: u64, replicate: u64) -> Value {
    let place = Place::of(point, layout);
    let own = |name: &str| {
        json!({ "name": name, "algorithm": cast.algorithm, "tcp": "linux6", "rtt": place.rtt_s, "compared": true,
            "receive_window": RECEIVE_WINDOW as u64 })
    };
    let flows = match layout {
        Layout::Alone => json!([own(MAIN)]),
        Layout::Pair => json!([own(MAIN), own(SECOND)]),
        Layout::Beside => json!([own(MAIN), { "name": BESIDE, "algorithm": NEIGHBOURS[0], "tcp": "linux6",
            "rtt": place.rtt_s, "start_jitter": 0, "receive_window": RECEIVE_WINDOW as u64 }]),
    };
    let mut scenario = json!({ "version": 1, "seed": seed + replicate, "duration": place.duration_s,
        "hops": [{ "rate": place.rate_bps, "delay": place.delay_s,
            "queue": { "kind": "drop-tail", "capacity": place.buffer_packets } }],
        "flows": flows, "measure": [[place.from_s, place.duration_s]] });
    if !cast.scripts.is_empty() {
        scenario["scripts"] = Value::Object(cast.scripts.clone());
    }
    for (dimension, value) in point.deviations() {
        (DIMENSIONS[dimension].set)(&mut scenario, value, &place);
    }
    if replicate > 0 {
        nudge(&mut scenario, &place, replicate as f64);
    }
    scenario
}

/// By how much of itself an RTT grows from one replicate to the next, times the group's place from 1 on.
const RTT_STEP: f64 = 0.0005;
/// By how many packet times the flows in question start later from one replicate to the next.
const START_STEP: f64 = 0.37;

fn nudge(scenario: &mut Value, place: &Place, replicate: f64) {
    let later_s = START_STEP * replicate * PACKET_BITS / place.rate_bps;
    for (at, flow) in scenario["flows"].as_array_mut().into_iter().flatten().enumerate() {
        if let Some(rtt_s) = flow["rtt"].as_f64() {
            flow["rtt"] = json!(rtt_s * (1.0 + RTT_STEP * replicate * (at + 1) as f64));
        }
        if flow["compared"] == true {
            flow["start"] = json!(flow["start"].as_f64().unwrap_or(0.0) + later_s);
        }
    }
}
