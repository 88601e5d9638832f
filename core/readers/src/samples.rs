//! Samples by connection, which every reader of texts collects.

use crate::types::{BESIDE, Curve, MeasuredFile, Opened, Quantity, Refusal, SegmentSize, Told, shortened};
use std::collections::BTreeMap;

/// A poll every millisecond for ten minutes: more than any screen has pixels.
pub(crate) const MAX_SAMPLES: usize = 600_000;
/// The connections among which the page lets choose.
const MAX_CURVES: usize = 50;
/// The page lists the connections by their names.
const LONGEST_NAME: usize = 200;
/// From this value on (a tenth of a year) a time counts as a calendar clock, not as run time.
const CALENDAR_S: f64 = 3e6;
/// The largest window: the sequence space of TCP, in bytes.
const MAX_WINDOW: f64 = 4_294_967_296.0;

#[derive(Default)]
struct Connection {
    name: String,
    time_s: Vec<f64>,
    values: Vec<f64>,
    told: Vec<Told>,
}

#[derive(Default)]
pub(crate) struct Samples {
    places: BTreeMap<String, usize>,
    connections: Vec<Connection>,
    count: usize,
    pub warnings: Vec<String>,
}

impl Samples {
    /// `at` is the line or the record in which the sample stands, in words.
    pub(crate) fn add(
        &mut self,
        name: &str,
        time_s: f64,
        value: f64,
        at: impl Fn() -> String,
        told: Told,
    ) -> Result<(), Refusal> {
        if !time_s.is_finite() {
            return Err(Refusal::new(format!("{}: the time is not a number.", at())));
        }
        if !(0.0..=MAX_WINDOW).contains(&value) {
            return Err(Refusal::new(format!("{}: a window of {value} is not possible.", at())));
        }
        let place = match self.places.get(name) {
            Some(place) => *place,
            None => {
                self.connections.push(Connection { name: name.to_owned(), ..Connection::default() });
                self.places.insert(name.to_owned(), self.connections.len() - 1);
                self.connections.len() - 1
            }
        };
        let connection = &mut self.connections[place];
        if let Some(before) = connection.time_s.last().filter(|before| time_s < **before) {
            return Err(Refusal::new(format!(
                "{}: the time {time_s} is before {before}, the time of the sample before. Times must not decrease.",
                at()
            )));
        }
        self.count += 1;
        if self.count > MAX_SAMPLES {
            return Err(Refusal::new(format!(
                "It has more than {MAX_SAMPLES} samples, which is the most that is read."
            )));
        }
        connection.time_s.push(time_s);
        connection.values.push(value);
        connection.told.push(told);
        Ok(())
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// The time of a connection's last sample.
    pub(crate) fn last_s(&self, name: &str) -> Option<f64> {
        self.connections[*self.places.get(name)?].time_s.last().copied()
    }

    /// The file with the connection of the largest window first; all connections have one clock.
    pub(crate) fn file(
        mut self,
        kind: &str,
        segment_of: impl Fn(&[f64], &str) -> Option<SegmentSize>,
    ) -> Result<MeasuredFile, Refusal> {
        if self.is_empty() {
            return Err(Refusal::new(format!("It is {kind}, but it has no sample of cwnd.")));
        }
        let peak = |connection: &Connection| connection.values.iter().copied().fold(0.0, f64::max);
        let first_s = self.connections.iter().map(|one| one.time_s[0]).fold(f64::INFINITY, f64::min);
        let zero_s = if (0.0..=CALENDAR_S).contains(&first_s) { 0.0 } else { first_s };
        if first_s < 0.0 {
            self.warnings.push(format!("Its times begin at {first_s} s. The first sample is at 0 s."));
        }
        self.connections.sort_by(|a, b| peak(b).total_cmp(&peak(a)));
        let left = self.connections.len().saturating_sub(MAX_CURVES);
        if left > 0 {
            self.warnings.push(format!("It has {left} more connections, with smaller windows."));
        }
        self.connections.truncate(MAX_CURVES);
        let curve = |one: Connection| Curve {
            name: shortened(&one.name, LONGEST_NAME),
            quantity: Quantity::Cwnd,
            time_s: one.time_s.into_iter().map(|time_s| time_s - zero_s).collect(),
            segment: segment_of(&one.values, &one.name),
            values: one.values,
            beside: columns(&one.told),
            is_from_start: true,
            warnings: Vec::new(),
        };
        let curves = self.connections.into_iter().map(curve).collect();
        Ok(MeasuredFile { kind: kind.to_owned(), curves, warnings: self.warnings, may_be_rate: false })
    }

    pub(crate) fn opened(
        self,
        kind: &str,
        segment_of: impl Fn(&[f64], &str) -> Option<SegmentSize>,
    ) -> Result<Opened, Refusal> {
        self.file(kind, segment_of).map(Opened::Measured)
    }
}

/// The columns that have a value.
fn columns(told: &[Told]) -> [Vec<f64>; BESIDE.len()] {
    std::array::from_fn(|of| match told.iter().any(|one| one[of].is_finite()) {
        true => told.iter().map(|one| one[of]).collect(),
        false => Vec::new(),
    })
}
