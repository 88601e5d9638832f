//! ACKs for the estimators' unit tests.

use super::AckView;

/// Size of a segment in bits. The specification's test vectors are in bit/s.
pub const SEGMENT_BITS: f64 = 12_000.0;

/// An ACK of `acked` new segments at `now_s`; the RTT is always 0.1 s.
pub fn ack(now_s: f64, acked: u64) -> AckView {
    AckView {
        now_s,
        acked,
        is_duplicate: acked == 0,
        delivered: acked.max(1),
        rtt_s: (acked > 0).then_some(0.1),
        last_rtt_s: Some(0.1),
        min_rtt_s: 0.1,
        srtt_s: 0.1,
        segment_bits: SEGMENT_BITS,
        cwnd: 10.0,
        delivery_rate: None,
        is_app_limited: false,
        round: 0,
    }
}
