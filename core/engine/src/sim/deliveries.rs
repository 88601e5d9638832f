//! Segments delivered by a receiver, recorded once per bin of the trace.

use crate::trace::{CounterBin, CounterHandle, Recorder, whole};
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

    /// Records the deliveries since the bin began, `delivered` segments in all, and closes the bin.
    /// Later deliveries open another bin, since a replay has other bins.
    pub fn show(&mut self, delivered: u64, handle: CounterHandle, recorder: &mut Recorder) {
        let Deliveries { until, first, report } = *self;
        if until != Time::ZERO && until != Time::NEVER {
            let values = CounterBin { first: whole(first), last: whole(delivered), report };
            let bin = recorder.bin(Time::from_nanos(until.nanos() - 1));
            recorder.record_counter(handle, bin, values);
            *self = Deliveries::new(handle);
        }
    }
}
