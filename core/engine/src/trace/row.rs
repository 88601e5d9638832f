//! Rows of series that are always sampled together: the values that every ACK records for its
//! sender.

use super::bins::{Bin, LANES, RowBin, bytes_after, push_bin};
use super::series::SeriesView;

/// Value of a series without a sample: NaN.
pub const NO_SAMPLE: f32 = f32::NAN;

/// Series with one open bin each, stored side by side: sampling all of them costs little more than
/// sampling one.
#[derive(Clone, Debug)]
#[repr(C, align(64))]
pub struct Row {
    open: RowBin,
    closed: Vec<RowBin>,
    /// Per series, the indices in `closed` at which it has no sample, in ascending order.
    gaps: [Vec<u32>; LANES],
}

impl Default for Row {
    fn default() -> Row {
        Row { open: RowBin::EMPTY, closed: Vec::new(), gaps: Default::default() }
    }
}

impl Row {
    /// Bytes of memory that it uses, including itself.
    pub fn bytes(&self) -> usize {
        let gaps: usize = self.gaps.iter().map(Vec::capacity).sum();
        size_of::<Row>() + self.closed.capacity() * size_of::<RowBin>() + gaps * size_of::<u32>()
    }

    /// Those after `times` as long a run.
    pub(super) fn bytes_after(&self, times: f64) -> f64 {
        let gaps: usize = self.gaps.iter().map(Vec::len).sum();
        size_of::<Row>() as f64 + bytes_after(&self.closed, times) + times * (gaps * size_of::<u32>()) as f64
    }

    /// Records one value per series, or [`NO_SAMPLE`], in bin `index`. The index must not decrease.
    // Most samples change no extreme. A correctly predicted comparison costs less than writing back
    // the old value, above all in WebAssembly, which does not process four series at once here.
    #[inline(always)]
    pub fn sample(&mut self, index: u32, values: [f32; LANES]) {
        if index != self.open.index {
            return self.turn(index, values);
        }
        let open = &mut self.open;
        for (lane, value) in values.into_iter().enumerate() {
            if value < open.min[lane] {
                open.min[lane] = value;
            }
            if value > open.max[lane] {
                open.max[lane] = value;
            }
            if !value.is_nan() {
                open.last[lane] = value;
            }
        }
    }

    /// Closes the open bin and starts the next one with its first sample.
    #[cold]
    #[inline(never)]
    fn turn(&mut self, index: u32, values: [f32; LANES]) {
        if self.open.index != Bin::EMPTY.index {
            let place = self.closed.len() as u32;
            for (lane, gaps) in self.gaps.iter_mut().enumerate() {
                if self.open.lane(lane).is_empty() {
                    gaps.push(place);
                }
            }
            push_bin(&mut self.closed, self.open);
        }
        let Bin { min, max, .. } = Bin::EMPTY;
        let or = |none: f32| values.map(|value| if value.is_nan() { none } else { value });
        self.open = RowBin { index, min: or(min), max: or(max), last: values };
    }

    /// One series of the row.
    pub fn lane(&self, lane: usize) -> SeriesView<'_> {
        SeriesView::of_lane(&self.closed, &self.gaps[lane], lane, &self.open)
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
                let (lane, series) = (row.lane(lane), series.view());
                prop_assert_eq!(lane.len(), series.len());
                for from in 0..=series.len() {
                    prop_assert!(lane.bins(from).eq(series.bins(from)));
                }
                for bin in 0..=index + 1 {
                    let over = lane.bins(0).filter(|over| over.index < bin.min(index)).count();
                    prop_assert_eq!(lane.settled(bin), over);
                }
            }
        }
    }
}
