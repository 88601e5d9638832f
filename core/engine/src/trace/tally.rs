//! Numbers that only grow: what every segment changes of what a receiver has handed over.
//!
//! While such a number stays in one bin its first value is the smallest and its last one the largest, so its series hear of a bin once,
//! when it is over, and a segment costs a comparison.

use super::recorder::Handle;
use super::series::{Bin, Series};

/// Names a tally; `TallyHandle::NONE` records nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TallyHandle(u32);

impl TallyHandle {
    /// Samples given to this handle are not kept.
    pub const NONE: TallyHandle = TallyHandle(u32::MAX);
}

/// One number, and the bin in which it is.
#[derive(Clone, Copy, Debug)]
struct Tally {
    index: u32,
    first: f32,
    last: f32,
    /// Its series know all of it.
    is_shown: bool,
    /// How many samples of all tallies there had been with its last one.
    told: u64,
    /// Its own series, and that of its group, to which others report too.
    series: [Handle; 2],
}

/// The tallies of a recorder.
#[derive(Clone, Debug, Default)]
pub(super) struct Tallies {
    tallies: Vec<Tally>,
    told: u64,
    /// By band (the series' number) and bin: when its last value was told. Receivers run ahead of each other, and of the values in a bin
    /// the last one told is the last.
    bands: Vec<(Handle, Vec<u64>)>,
}

impl Tallies {
    /// One more, which reports to two series.
    pub fn declare(&mut self, series: [Handle; 2]) -> TallyHandle {
        let Bin { index, last, .. } = Bin::EMPTY;
        self.tallies.push(Tally { index, first: last, last, is_shown: true, told: 0, series });
        if series[1] != Handle::NONE && self.bands.iter().all(|band| band.0 != series[1]) {
            self.bands.push((series[1], Vec::new()));
        }
        TallyHandle(self.tallies.len() as u32 - 1)
    }

    /// The same, without a sample.
    pub fn anew(&self) -> Tallies {
        let mut anew = Tallies::default();
        for tally in &self.tallies {
            anew.declare(tally.series);
        }
        anew
    }

    /// Records `value` in bin `index`.
    #[inline]
    pub fn sample(&mut self, handle: TallyHandle, index: u32, value: f32, series: &mut [Series]) {
        let place = handle.0 as usize;
        let Some(tally) = self.tallies.get_mut(place) else {
            return;
        };
        self.told += 1;
        if tally.index == index {
            (tally.last, tally.is_shown, tally.told) = (value, false, self.told);
        } else {
            self.turn(place, index, value, series);
        }
    }

    /// Reports all bins, those too that are not over.
    #[inline(never)]
    pub fn settle(&mut self, series: &mut [Series]) {
        for place in 0..self.tallies.len() {
            self.report(place, series);
        }
    }

    #[inline(never)]
    fn turn(&mut self, place: usize, index: u32, value: f32, series: &mut [Series]) {
        self.report(place, series);
        let tally = &mut self.tallies[place];
        *tally = Tally { index, first: value, last: value, is_shown: false, told: self.told, ..*tally };
    }

    #[inline(never)]
    fn report(&mut self, place: usize, series: &mut [Series]) {
        let Tally { index, first, last, is_shown, told, series: [own, band] } = self.tallies[place];
        if is_shown {
            return;
        }
        self.tallies[place].is_shown = true;
        let bin = Bin { index, min: first, max: last, last };
        if let Some(own) = series.get_mut(own.0 as usize) {
            own.sample_bin(bin, true);
        }
        if let Some((_, told_last)) = self.bands.iter_mut().find(|known| known.0 == band) {
            let place = index as usize;
            if told_last.len() <= place {
                told_last.resize(place + 1, 0);
            }
            let is_last = told > told_last[place];
            if is_last {
                told_last[place] = told;
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
        /// Three numbers that grow, of which one has no series of its own and one no band, told in whatever order and looked at now and
        /// then: the series are those that would have been told of every sample.
        #[test]
        fn series_are_as_if_told_of_every_sample(
            steps in prop::collection::vec((0usize..3, 0u32..3, 0u32..4, any::<bool>()), 0..80),
        ) {
            let handles = [[Handle(0), Handle(2)], [Handle::NONE, Handle(2)], [Handle(1), Handle::NONE]];
            let mut tallies = Tallies::default();
            let names = handles.map(|series| tallies.declare(series));
            let mut told: [Series; 3] = Default::default();
            let mut expected: [Series; 3] = Default::default();
            let mut at = [(0, 0.0); 3];
            for (number, later, more, looks) in steps {
                let (index, value) = (at[number].0 + later, at[number].1 + more as f32);
                at[number] = (index, value);
                tallies.sample(names[number], index, value, &mut told);
                for handle in handles[number].iter().filter(|&&handle| handle != Handle::NONE) {
                    expected[handle.0 as usize].sample(index, value);
                }
                if looks {
                    tallies.settle(&mut told);
                    for (told, expected) in told.iter().zip(&expected) {
                        prop_assert!(told.view().bins(0).eq(expected.view().bins(0)));
                    }
                }
            }
        }
    }
}
