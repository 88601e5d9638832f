//! Series that are always sampled together: what every ACK writes about its sender.

use super::series::{Bin, SeriesView};

/// Series in a row.
pub const LANES: usize = 6;

/// What a series has no value for is not a number.
pub const NO_SAMPLE: f32 = f32::NAN;

/// A row of series with one open bin, side by side: a sample of each costs little more than a sample of one.
#[derive(Clone, Debug)]
#[repr(C, align(64))]
pub struct Row {
    index: u32,
    min: [f32; LANES],
    max: [f32; LANES],
    last: [f32; LANES],
    closed: [Vec<Bin>; LANES],
}

impl Default for Row {
    fn default() -> Row {
        let Bin { index, min, max, last } = Bin::EMPTY;
        Row { index, min: [min; LANES], max: [max; LANES], last: [last; LANES], closed: Default::default() }
    }
}

impl Row {
    /// Records one value of each series, or [`NO_SAMPLE`], in bin `index`; bins must not go back.
    // In its caller the values come in registers. Out of it they would be written one by one and read four at a time, for which a
    // processor waits until the writes are done.
    #[inline(always)]
    pub fn sample(&mut self, index: u32, values: [f32; LANES]) {
        if index != self.index {
            self.turn(index);
        }
        for (min, value) in self.min.iter_mut().zip(values) {
            *min = if value < *min { value } else { *min };
        }
        for (max, value) in self.max.iter_mut().zip(values) {
            *max = if value > *max { value } else { *max };
        }
        for (last, value) in self.last.iter_mut().zip(values) {
            *last = if value.is_nan() { *last } else { value };
        }
    }

    #[cold]
    fn turn(&mut self, index: u32) {
        for lane in 0..LANES {
            let open = self.open(lane);
            if !open.is_empty() {
                self.closed[lane].push(open);
            }
        }
        let closed = std::mem::take(&mut self.closed);
        *self = Row { index, closed, ..Row::default() };
    }

    fn open(&self, lane: usize) -> Bin {
        Bin { index: self.index, min: self.min[lane], max: self.max[lane], last: self.last[lane] }
    }

    /// One series of it.
    pub fn lane(&self, lane: usize) -> SeriesView<'_> {
        SeriesView::new(&self.closed[lane], self.open(lane))
    }
}

#[cfg(test)]
mod tests {
    use super::super::Series;
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_row_is_as_many_series(
            samples in prop::collection::vec((0u32..3, prop::array::uniform6(prop::option::of(-9.0f32..9.0))), 0..60),
        ) {
            let mut row = Row::default();
            let mut alone: [Series; LANES] = Default::default();
            let mut index = 0;
            for (step, values) in samples {
                index += step;
                row.sample(index, values.map(|value| value.unwrap_or(NO_SAMPLE)));
                for (series, value) in alone.iter_mut().zip(values) {
                    value.into_iter().for_each(|value| series.sample(index, value));
                }
            }
            for (lane, series) in alone.iter().enumerate() {
                prop_assert_eq!(row.lane(lane).len(), series.view().len());
                prop_assert!(row.lane(lane).bins(0).eq(series.view().bins(0)));
            }
        }
    }
}
