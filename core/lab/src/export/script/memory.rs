//! The private memory of a connection that runs a script as a BPF program: only the fields that the
//! script needs.

/// A field that a connection keeps besides cwnd and the states, if the script needs it.
#[derive(Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Kept {
    Rtt,
    Smoothed,
    RttMin,
    RttMax,
    Sample,
    Acked,
    Delivered,
    DeliveredAtStart,
    Initial,
    Round,
    Rounds,
    RoundStart,
    RoundAcked,
    RoundSent,
    RoundSamples,
    RoundSum,
    RoundMin,
}

/// Each field with its name, size in bytes and type.
pub const FIELDS: [(Kept, &str, usize, &str); 17] = [
    (Kept::RoundSum, "round_sum_us", 8, "__u64"),
    (Kept::Rtt, "rtt_us", 4, "__u32"),
    (Kept::Smoothed, "srtt8_us", 4, "__u32"),
    (Kept::RttMin, "rtt_min_us", 4, "__u32"),
    (Kept::RttMax, "rtt_max_us", 4, "__u32"),
    (Kept::Sample, "sample_us", 4, "__s32"),
    (Kept::Acked, "acked", 4, "__u32"),
    (Kept::Delivered, "delivered", 4, "__u32"),
    (Kept::DeliveredAtStart, "delivered_at_start", 4, "__u32"),
    (Kept::Initial, "initial", 4, "__u32"),
    (Kept::Round, "round_end", 4, "__u32"),
    (Kept::Rounds, "rounds", 4, "__u32"),
    (Kept::RoundStart, "round_start_us", 4, "__u32"),
    (Kept::RoundAcked, "round_acked", 4, "__u32"),
    (Kept::RoundSent, "round_sent", 4, "__u32"),
    (Kept::RoundSamples, "round_samples", 4, "__u32"),
    (Kept::RoundMin, "round_min_us", 4, "__u32"),
];
