//! Segments delivered by a receiver, recorded once per bin of the trace.

use super::flow::Flow;
use crate::trace::{CounterBin, CounterHandle, Recorder, whole};
use crate::units::Time;

/// The bin of the trace under way.
#[derive(Clone, Copy, Debug)]
pub struct Deliveries {
    /// When it is over: at the start of time where none is open, never where nothing is recorded.
    until: Time,
    /// Segments handed over with its first delivery.
    first: u64,
    /// How many deliveries of all receivers there had been with its last one.
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
    /// At `now` the current connection has handed over `delivered` segments.
    #[inline(always)]
    pub(super) fn hand_over(&mut self, delivered: u64, now: Time, recorder: &mut Recorder) {
        if now >= self.deliveries.until {
            self.turn_deliveries(delivered, now, recorder);
        }
        self.deliveries.report = recorder.next_report();
        self.delivered_now = delivered;
    }

    /// The bin that holds `now` begins.
    #[inline(never)]
    fn turn_deliveries(&mut self, delivered: u64, now: Time, recorder: &mut Recorder) {
        self.show_deliveries(recorder);
        let until = recorder.bin_end(recorder.bin(now));
        self.deliveries = Deliveries { until, first: self.before.delivered + delivered, report: 0 };
    }

    /// Shows what was handed over since the bin began; what comes belongs to another one, if only
    /// because a replay has other bins.
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
