//! Numbers that only grow: how much receivers have handed over.
//!
//! While such a number stays in one bin its first value is the smallest and its last one the largest. So whoever counts tells of a bin
//! once, when it is over or somebody looks, and a segment costs a comparison.

use super::recorder::Handle;
use super::series::{Bin, Series};

/// Names a tally; `TallyHandle::NONE` records nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TallyHandle(u32);

impl TallyHandle {
    /// What is told to this handle is not kept.
    pub const NONE: TallyHandle = TallyHandle(u32::MAX);
}

/// What a number was in one bin, or since it was told last.
#[derive(Clone, Copy, Debug)]
pub struct Growth {
    /// Its first value there.
    pub first: f32,
    /// Its last one.
    pub last: f32,
    /// The number of that one among the values of all tallies.
    pub told: u64,
}

/// The tallies of a recorder.
#[derive(Clone, Debug, Default)]
pub(super) struct Tallies {
    /// By tally: its own series, and that of its group, to which others report too.
    series: Vec<[Handle; 2]>,
    /// By band (the series' number) and bin: the number of its last value. Receivers run ahead of each other, and of the values in a bin
    /// the last one told is the last.
    bands: Vec<(Handle, Vec<u64>)>,
}

impl Tallies {
    /// Bytes it has taken.
    pub fn bytes(&self) -> usize {
        let bins: usize = self.bands.iter().map(|band| band.1.capacity()).sum();
        bins * size_of::<u64>() + self.series.capacity() * size_of::<[Handle; 2]>()
    }

    /// One more, which reports to two series.
    pub fn declare(&mut self, series: [Handle; 2]) -> TallyHandle {
        self.series.push(series);
        if series[1] != Handle::NONE && self.bands.iter().all(|band| band.0 != series[1]) {
            self.bands.push((series[1], Vec::new()));
        }
        TallyHandle(self.series.len() as u32 - 1)
    }

    /// The same, of which nothing was told.
    pub fn anew(&self) -> Tallies {
        let mut anew = Tallies::default();
        for &series in &self.series {
            anew.declare(series);
        }
        anew
    }

    /// Records what a number was in bin `index`.
    pub fn tell(&mut self, handle: TallyHandle, index: u32, growth: Growth, series: &mut [Series]) {
        let Some(&[own, band]) = self.series.get(handle.0 as usize) else {
            return;
        };
        let bin = Bin { index, min: growth.first, max: growth.last, last: growth.last };
        if let Some(own) = series.get_mut(own.0 as usize) {
            own.sample_bin(bin, true);
        }
        if let Some((_, latest)) = self.bands.iter_mut().find(|known| known.0 == band) {
            let place = index as usize;
            if latest.len() <= place {
                latest.resize(place + 1, 0);
            }
            let is_last = growth.told > latest[place];
            if is_last {
                latest[place] = growth.told;
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
        /// Three numbers that grow, of which one has no series of its own and one no band. Each is told in pieces that end with a bin or
        /// before, in whatever order the three come: the series are those that would have been told of every value.
        #[test]
        fn series_are_as_if_told_of_every_value(
            steps in prop::collection::vec((0usize..3, 0u32..3, 0u32..4, any::<bool>()), 0..80),
        ) {
            let handles = [[Handle(0), Handle(2)], [Handle::NONE, Handle(2)], [Handle(1), Handle::NONE]];
            let mut tallies = Tallies::default();
            let names = handles.map(|series| tallies.declare(series));
            let mut told: [Series; 3] = Default::default();
            let mut expected: [Series; 3] = Default::default();
            // By number: its bin, its value, and what is not told yet.
            let mut state: [(u32, f32, Option<Growth>); 3] = Default::default();
            for (count, (number, later, more, looks)) in (1..).zip(steps) {
                let (bin, value, open) = &mut state[number];
                if let Some(growth) = open.take_if(|_| later > 0) {
                    tallies.tell(names[number], *bin, growth, &mut told);
                }
                *bin += later;
                *value += more as f32;
                let first = open.map_or(*value, |growth| growth.first);
                *open = Some(Growth { first, last: *value, told: count });
                for handle in handles[number].iter().filter(|&&handle| handle != Handle::NONE) {
                    expected[handle.0 as usize].sample(*bin, *value);
                }
                if looks {
                    for (name, (bin, _, open)) in names.iter().zip(&mut state) {
                        if let Some(growth) = open.take() {
                            tallies.tell(*name, *bin, growth, &mut told);
                        }
                    }
                    for (told, expected) in told.iter().zip(&expected) {
                        prop_assert!(told.view().bins(0).eq(expected.view().bins(0)));
                    }
                }
            }
        }
    }
}
