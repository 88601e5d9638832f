//! A measured curve as a table. From it a fit finds the network (docs/fit.md).

use crate::types::{
    ACKED_BYTES, ACKED_PACKETS, Curve, FLIGHT_BYTES, FLIGHT_PACKETS, Quantity, RETRANSMITTED, RTT_S,
};
use std::fmt::Write;

/// Payload of a segment of 1500 bytes with timestamps, where a file counts bytes beside a window in packets.
const PAYLOAD_BYTES: f64 = 1448.0;
/// A clock that begins before this counts from the start of the connection.
const BEGINS_S: f64 = 1.0;

impl Curve {
    /// The windows in packets.
    pub fn packets(&self) -> impl Iterator<Item = f64> {
        let bytes = self.segment.as_ref().map_or(1.0, |segment| segment.bytes);
        self.values.iter().map(move |value| value / bytes)
    }

    /// A table with a header, as `ackscope fit` takes it.
    pub fn table(&self) -> String {
        let per_byte = 1.0 / self.segment.as_ref().map_or(PAYLOAD_BYTES, |segment| segment.bytes);
        let window = if self.quantity == Quantity::Cwnd { "cwnd_packets" } else { "inflight_packets" };
        let columns: Vec<(&str, &Vec<f64>, f64)> = [
            ("time_s", &self.time_s, 1.0),
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
        let mut text = columns.iter().map(|(name, ..)| *name).collect::<Vec<_>>().join(",");
        // What was sent before a capture began is not in its first flights.
        let from =
            if self.is_from_start { 0 } else { self.time_s.partition_point(|time_s| *time_s < BEGINS_S) };
        for row in from..self.time_s.len() {
            for (at, (_, column, unit)) in columns.iter().enumerate() {
                text.push(if at == 0 { '\n' } else { ',' });
                if column[row].is_finite() {
                    let _ = write!(text, "{}", column[row] * unit);
                }
            }
        }
        text
    }
}
