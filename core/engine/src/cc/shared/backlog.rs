//! Queued segments, estimated from the delay.

/// The part of `window` that waits in queues. The rest is what the path holds at its shortest RTT.
/// Zero while an RTT is unknown, negative if the base is above the RTT.
pub fn backlog(window: f64, base_s: f64, rtt_s: f64) -> f64 {
    if base_s.is_finite() && rtt_s > 0.0 { window * (1.0 - base_s / rtt_s) } else { 0.0 }
}
