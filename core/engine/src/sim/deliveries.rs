//! Segments delivered by a receiver, recorded once per bin of the trace.

use super::flow::Flow;
use crate::trace::{CounterBin, CounterHandle, Recorder, whole};
use crate::units::Time;

/// The current bin of the trace.
#[derive(Clone, Copy, Debug)]
pub struct Deliveries {
    /// End of the bin. `Time::ZERO` if no bin is open, `Time::NEVER` if nothing is recorded.
    until: Time,
    /// Segments delivered up to and including the first delivery in the bin.
    first: u64,
    /// Number of the last delivery in the bin, counted over all receivers.
    report: u64,
}

impl Deliveries {
    /// No bin is open.
    pub fn new(handle: CounterHandle) -> Deliveries {
        let until = if handle == CounterHandle::NONE { Time::NEVER } else { Time::ZERO };
        Deliveries { until, first: 0, report: 0 }
    }
}

impl Flow {
    /// At `now` the current connection has delivered `delivered` segments.
    #[inline(always)]
    pub(super) fn hand_over(&mut self, delivered: u64, now: Time, recorder: &mut Recorder) {
        if now >= self.deliveries.until {
            self.turn_deliveries(delivered, now, recorder);
        }
        self.deliveries.report = recorder.next_report();
        self.delivered_now = delivered;
    }

    /// Begins the bin that holds `now`.
    #[inline(never)]
    fn turn_deliveries(&mut self, delivered: u64, now: Time, recorder: &mut Recorder) {
        self.show_deliveries(recorder);
        let until = recorder.bin_end(recorder.bin(now));
        self.deliveries = Deliveries { until, first: self.before.delivered + delivered, report: 0 };
    }

    /// Records the deliveries since the bin began and closes the bin. Later deliveries open another
    /// bin, since a replay has other bins.
    pub(super) fn show_deliveries(&mut self, recorder: &mut Recorder) {
        let Deliveries { until, first, report } = self.deliveries;
        if until != Time::ZERO && until != Time::NEVER {
            let last = whole(self.before.delivered + self.delivered_now);
            let values = CounterBin { first: whole(first), last, report };
            let bin = recorder.bin(Time::from_nanos(until.nanos() - 1));
            recorder.record_counter(self.handles.delivered, bin, values);
            self.deliveries = Deliveries::new(self.handles.delivered);
        }
    }
}
