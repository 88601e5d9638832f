//! Numbers that never decrease: the segments delivered by receivers.
//!
//! Within a bin, the first value of such a number is the smallest and the last value the largest. A
//! counter is therefore recorded only once per bin, when the bin ends or the trace is read, and a
//! segment costs only one comparison.

use super::bins::Bin;
use super::series::{Handle, Series};

/// Identifies a counter; `CounterHandle::NONE` records nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CounterHandle(u32);

impl CounterHandle {
    /// Values given to this handle are not kept.
    pub const NONE: CounterHandle = CounterHandle(u32::MAX);
}

/// The values of a counter in one bin, or since its last recording.
#[derive(Clone, Copy, Debug)]
pub struct CounterBin {
    /// The first value.
    pub first: f32,
    /// The last value.
    pub last: f32,
    /// Report number of the last value; reports are numbered over all counters.
    pub report: u64,
}

/// The counters of a recorder.
#[derive(Clone, Debug, Default)]
pub(super) struct Counters {
    /// Per counter: its own series, and the series of its group, to which other counters also
    /// report.
    series: Vec<[Handle; 2]>,
    /// Per band (by the series' handle) and bin: the report number of its last value. Receivers run
    /// ahead of each other; the latest value in a bin is the one with the highest report number.
    bands: Vec<(Handle, Vec<u64>)>,
}

impl Counters {
    /// Bytes of memory that it has allocated.
    pub fn bytes(&self) -> usize {
        let bins: usize = self.bands.iter().map(|band| band.1.capacity()).sum();
        bins * size_of::<u64>() + self.series.capacity() * size_of::<[Handle; 2]>()
    }

    /// Adds a counter that reports to two series.
    pub fn declare(&mut self, series: [Handle; 2]) -> CounterHandle {
        self.series.push(series);
        if series[1] != Handle::NONE && self.bands.iter().all(|band| band.0 != series[1]) {
            self.bands.push((series[1], Vec::new()));
        }
        CounterHandle(self.series.len() as u32 - 1)
    }

    /// The same counters without values.
    pub fn emptied(&self) -> Counters {
        let mut emptied = Counters::default();
        for &series in &self.series {
            emptied.declare(series);
        }
        emptied
    }

    /// Records the values of a counter in bin `index`.
    pub fn record(&mut self, handle: CounterHandle, index: u32, values: CounterBin, series: &mut [Series]) {
        let Some(&[own, band]) = self.series.get(handle.0 as usize) else {
            return;
        };
        let bin = Bin { index, min: values.first, max: values.last, last: values.last };
        if let Some(own) = series.get_mut(own.0 as usize) {
            own.sample_bin(bin, true);
        }
        if let Some((_, latest)) = self.bands.iter_mut().find(|known| known.0 == band) {
            let place = index as usize;
            if latest.len() <= place {
                latest.resize(place + 1, 0);
            }
            let is_last = values.report > latest[place];
            if is_last {
                latest[place] = values.report;
            }
            series[band.0 as usize].sample_bin(bin, is_last);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// Three counters, one of them without its own series and one without a band. They are
        /// recorded in pieces that end at or before the end of a bin, in any order of the three.
        /// The series must be the same as if every value were recorded.
        #[test]
        fn series_are_as_if_every_value_were_recorded(
            steps in prop::collection::vec((0usize..3, 0u32..3, 0u32..4, any::<bool>()), 0..80),
        ) {
            let handles = [[Handle(0), Handle(2)], [Handle::NONE, Handle(2)], [Handle(1), Handle::NONE]];
            let mut counters = Counters::default();
            let names = handles.map(|series| counters.declare(series));
            let mut series: [Series; 3] = Default::default();
            let mut expected: [Series; 3] = Default::default();
            // Per counter: its bin, its value, and the values that are not recorded yet.
            let mut state: [(u32, f32, Option<CounterBin>); 3] = Default::default();
            for (count, (number, later, more, looks)) in (1..).zip(steps) {
                let (bin, value, open) = &mut state[number];
                if let Some(values) = open.take_if(|_| later > 0) {
                    counters.record(names[number], *bin, values, &mut series);
                }
                *bin += later;
                *value += more as f32;
                let first = open.map_or(*value, |values| values.first);
                *open = Some(CounterBin { first, last: *value, report: count });
                for handle in handles[number].iter().filter(|&&handle| handle != Handle::NONE) {
                    expected[handle.0 as usize].sample(*bin, *value);
                }
                if looks {
                    for (name, (bin, _, open)) in names.iter().zip(&mut state) {
                        if let Some(values) = open.take() {
                            counters.record(*name, *bin, values, &mut series);
                        }
                    }
                    for (series, expected) in series.iter().zip(&expected) {
                        prop_assert!(series.view().bins(0).eq(expected.view().bins(0)));
                    }
                }
            }
        }
    }
}
