//! A measured curve as a table. From it a fit finds the network (docs/fit.md).

use crate::types::{
    ACKED_BYTES, ACKED_PACKETS, Curve, FLIGHT_BYTES, FLIGHT_PACKETS, MeasuredFile, Quantity, RETRANSMITTED,
    RTT_S, Refusal,
};
use std::fmt::Write;

/// Payload of a segment of 1500 bytes with timestamps, where a file counts bytes beside a window in packets.
const PAYLOAD_BYTES: f64 = 1448.0;
/// A clock that begins before this counts from the start of the connection.
const BEGINS_S: f64 = 1.0;
/// More samples are thinned: a fit needs no more.
const MAX_SAMPLES: usize = 4000;

/// What a fit reads: text with a header, in units of its own, and never more than some thousand lines.
#[derive(Clone, Debug, PartialEq)]
pub struct FitTable {
    pub text: String,
    /// The time of the curve at which the clock of the table is zero.
    pub zero_s: f64,
    pub samples: usize,
}

/// The window of one connection, for a fit or a comparison.
#[derive(Clone, Debug)]
pub struct Window {
    /// The kind of file, in words.
    pub kind: String,
    pub table: FitTable,
    /// What is to be known of it, in sentences.
    pub notes: Vec<String>,
}

impl MeasuredFile {
    /// That of a connection: number 1 has the largest window.
    ///
    /// # Errors
    /// If the file does not have so many.
    pub fn window(mut self, connection: usize) -> Result<Window, Refusal> {
        let all = self.curves.len();
        if !(1..=all).contains(&connection) {
            return Err(Refusal::new(format!("Connection {connection}: allowed are 1 to {all}.")));
        }
        let curve = self.curves.swap_remove(connection - 1);
        let mut notes = self.warnings;
        if all > 1 {
            notes.push(format!("{all} connections; read is “{}”, number {connection}", curve.name));
        }
        let table = curve.table();
        notes.extend(curve.warnings);
        Ok(Window { kind: self.kind, table, notes })
    }
}

impl Curve {
    /// The windows in packets.
    pub fn packets(&self) -> impl Iterator<Item = f64> {
        let bytes = self.segment.as_ref().map_or(1.0, |segment| segment.bytes);
        self.values.iter().map(move |value| value / bytes)
    }

    /// In packets, seconds and milliseconds. Of a capture that begins in the midst, without its first second.
    pub fn table(&self) -> FitTable {
        let per_byte = 1.0 / self.segment.as_ref().map_or(PAYLOAD_BYTES, |segment| segment.bytes);
        let window = if self.quantity == Quantity::Cwnd { "cwnd_packets" } else { "inflight_packets" };
        let columns: Vec<(&str, &Vec<f64>, f64)> = [
            (window, &self.values, if self.segment.is_some() { per_byte } else { 1.0 }),
            ("srtt_ms", &self.beside[RTT_S], 1000.0),
            ("inflight_packets", &self.beside[FLIGHT_PACKETS], 1.0),
            ("inflight_packets", &self.beside[FLIGHT_BYTES], per_byte),
            ("total_retrans", &self.beside[RETRANSMITTED], 1.0),
            ("acked_packets", &self.beside[ACKED_PACKETS], 1.0),
            ("acked_packets", &self.beside[ACKED_BYTES], per_byte),
        ]
        .into_iter()
        .filter(|(_, column, _)| !column.is_empty())
        .collect();
        let mut text = "time_s".to_owned();
        columns.iter().for_each(|(name, ..)| text.extend([",", name]));
        // What was sent before a capture began is not in its first flights.
        let from =
            if self.is_from_start { 0 } else { self.time_s.partition_point(|time_s| *time_s < BEGINS_S) };
        let count = self.time_s.len() - from;
        // A clock that begins with the connection stays: the first round trip shows the base RTT.
        let zero_s = self.time_s.get(from).copied().filter(|begin_s| *begin_s >= BEGINS_S).unwrap_or(0.0);
        let rows = (from..self.time_s.len()).step_by(count.div_ceil(MAX_SAMPLES).max(1));
        let samples = rows.len();
        for row in rows {
            let _ = write!(text, "\n{}", self.time_s[row] - zero_s);
            for (_, column, unit) in &columns {
                text.push(',');
                if column[row].is_finite() {
                    let _ = write!(text, "{}", column[row] * unit);
                }
            }
        }
        FitTable { text, zero_s, samples }
    }
}
