//! Limits of what a run records.

/// Limits of what a run records.
#[derive(Clone, Debug)]
pub struct RecordOptions {
    /// Maximum number of bins per series; 0 records no series at all.
    pub bins_per_series: u32,
    /// Maximum number of flows with their own series. Other flows appear only in their group's
    /// band.
    pub flows: usize,
    /// Maximum number of kept events per rule.
    pub events_per_rule: u64,
    /// Maximum number of kept events in total.
    pub events: usize,
    /// Maximum memory for checkpoints in bytes; 0 keeps none.
    pub checkpoint_bytes: usize,
}

impl RecordOptions {
    /// Limits for the page.
    pub const PAGE: RecordOptions = RecordOptions {
        bins_per_series: 4096,
        flows: 24,
        events_per_rule: 4_000,
        events: 60_000,
        checkpoint_bytes: 16 << 20,
    };

    /// Records only counters: for sweeps, reproductions and benchmarks.
    pub const NOTHING: RecordOptions =
        RecordOptions { bins_per_series: 0, flows: 0, events_per_rule: 0, events: 0, checkpoint_bytes: 0 };
}
