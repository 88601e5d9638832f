//! Segments delivered by a receiver, recorded once per bin of the trace.

use crate::trace::CounterHandle;
use crate::units::Time;

/// The current bin of the trace.
#[derive(Clone, Copy, Debug)]
pub struct Deliveries {
    /// End of the bin. `Time::ZERO` if no bin is open, `Time::NEVER` if nothing is recorded.
    pub until: Time,
    /// Segments delivered up to and including the first delivery in the bin.
    pub first: u64,
    /// Number of the last delivery in the bin, counted over all receivers.
    pub report: u64,
}

impl Deliveries {
    /// No bin is open.
    pub fn new(handle: CounterHandle) -> Deliveries {
        let until = if handle == CounterHandle::NONE { Time::NEVER } else { Time::ZERO };
        Deliveries { until, first: 0, report: 0 }
    }
}
