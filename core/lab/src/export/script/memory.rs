//! The private memory of a connection that runs a script as a BPF program: only the fields that the
//! script needs.

/// A field that a connection keeps besides cwnd and the states, if the script needs it.
#[derive(Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum MemoryField {
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
pub const FIELDS: [(MemoryField, &str, usize, &str); 17] = [
    (MemoryField::RoundSum, "round_sum_us", 8, "__u64"),
    (MemoryField::Rtt, "rtt_us", 4, "__u32"),
    (MemoryField::Smoothed, "srtt8_us", 4, "__u32"),
    (MemoryField::RttMin, "rtt_min_us", 4, "__u32"),
    (MemoryField::RttMax, "rtt_max_us", 4, "__u32"),
    (MemoryField::Sample, "sample_us", 4, "__s32"),
    (MemoryField::Acked, "acked", 4, "__u32"),
    (MemoryField::Delivered, "delivered", 4, "__u32"),
    (MemoryField::DeliveredAtStart, "delivered_at_start", 4, "__u32"),
    (MemoryField::Initial, "initial", 4, "__u32"),
    (MemoryField::Round, "round_end", 4, "__u32"),
    (MemoryField::Rounds, "rounds", 4, "__u32"),
    (MemoryField::RoundStart, "round_start_us", 4, "__u32"),
    (MemoryField::RoundAcked, "round_acked", 4, "__u32"),
    (MemoryField::RoundSent, "round_sent", 4, "__u32"),
    (MemoryField::RoundSamples, "round_samples", 4, "__u32"),
    (MemoryField::RoundMin, "round_min_us", 4, "__u32"),
];
