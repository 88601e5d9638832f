//! Segments that wait in queues, as delay tells.

/// Of `window` segments, those that wait in queues: the rest is what the path holds at its shortest
/// RTT. Zero while an RTT is unknown, negative where the base is above the RTT.
pub fn backlog(window: f64, base_s: f64, rtt_s: f64) -> f64 {
    if base_s.is_finite() && rtt_s > 0.0 { window * (1.0 - base_s / rtt_s) } else { 0.0 }
}
