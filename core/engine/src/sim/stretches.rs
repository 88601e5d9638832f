//! Sums and minima over stretches of hops, in one or two steps for any length: a hundred thousand
//! flows may each cross a thousand hops.

use crate::setup::{Direction, FlowSetup};

/// The minimum of some values over any stretch. Row k holds the minimum of each 2^k neighbours, and
/// two entries of a row cover a stretch.
pub struct RangeMin {
    rows: Vec<Vec<(f64, usize)>>,
}

impl RangeMin {
    /// From one value per hop.
    pub fn of(values: impl Iterator<Item = f64>) -> RangeMin {
        let mut rows = vec![values.zip(0..).collect::<Vec<(f64, usize)>>()];
        let hops = rows[0].len();
        let mut width = 1;
        while 2 * width <= hops {
            let last = &rows[rows.len() - 1];
            let row = (0..=hops - 2 * width).map(|at| lesser(last[at], last[at + width])).collect();
            rows.push(row);
            width *= 2;
        }
        RangeMin { rows }
    }

    /// The minimum from hop `from` to before `to`, and the first hop that has it. The stretch must
    /// not be empty.
    pub fn over(&self, from: usize, to: usize) -> (f64, usize) {
        let row = (to - from).ilog2() as usize;
        lesser(self.rows[row][from], self.rows[row][to - (1 << row)])
    }
}

fn lesser(a: (f64, usize), b: (f64, usize)) -> (f64, usize) {
    if b.0 < a.0 { b } else { a }
}

/// Sums per channel, to which values are added over stretches: channel 2·hop is forward, 2·hop + 1
/// backward.
///
/// The added values are whole numbers of bits or flows. So their sums do not depend on the order,
/// as long as they are below 2^53.
pub struct RangeAdded(Vec<f64>);

impl RangeAdded {
    /// Zero on every hop.
    pub fn new(hops: usize) -> RangeAdded {
        RangeAdded(vec![0.0; 2 * hops + 2])
    }

    /// Adds `value` on every channel that the data of `flow` crosses.
    pub fn add(&mut self, flow: &FlowSetup, value: f64) {
        let side = usize::from(flow.direction == Direction::Backward);
        self.0[2 * flow.from + side] += value;
        self.0[2 * flow.to + side] -= value;
    }

    /// The sum on every channel.
    pub fn sums(mut self) -> Vec<f64> {
        for channel in 2..self.0.len() {
            self.0[channel] += self.0[channel - 2];
        }
        self.0.truncate(self.0.len() - 2);
        self.0
    }
}

/// Values per hop that are lowered over stretches. It has the rows of [`RangeMin`]; `values` carries
/// them down from the widest row.
pub struct RangeLowered {
    rows: Vec<Vec<f64>>,
}

impl RangeLowered {
    /// Infinite on every hop.
    pub fn new(hops: usize) -> RangeLowered {
        let rows =
            (0..=hops.max(1).ilog2()).map(|row| vec![f64::INFINITY; (hops + 1).saturating_sub(1 << row)]);
        RangeLowered { rows: rows.collect() }
    }

    /// Lowers every hop of a stretch to at most `value`. The stretch must not be empty.
    pub fn lower(&mut self, from: usize, to: usize, value: f64) {
        let row = (to - from).ilog2() as usize;
        for at in [from, to - (1 << row)] {
            self.rows[row][at] = self.rows[row][at].min(value);
        }
    }

    /// The value of every hop.
    pub fn values(mut self) -> Vec<f64> {
        for row in (1..self.rows.len()).rev() {
            for at in 0..self.rows[row].len() {
                let value = self.rows[row][at];
                for below in [at, at + (1 << (row - 1))] {
                    self.rows[row - 1][below] = self.rows[row - 1][below].min(value);
                }
            }
        }
        self.rows.swap_remove(0)
    }
}

/// Sums of values per hop. Values may be infinite.
pub struct RangeSum(Vec<(f64, u32)>);

impl RangeSum {
    /// From one value per hop.
    pub fn of(values: impl Iterator<Item = f64>) -> RangeSum {
        let mut sums = vec![(0.0, 0)];
        let (mut sum, mut infinite) = (0.0, 0);
        for value in values {
            if value.is_finite() {
                sum += value
            } else {
                infinite += 1
            }
            sums.push((sum, infinite));
        }
        RangeSum(sums)
    }

    /// The sum from hop `from` to before `to`.
    pub fn over(&self, from: usize, to: usize) -> f64 {
        if self.0[to].1 > self.0[from].1 { f64::INFINITY } else { self.0[to].0 - self.0[from].0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn stretches_have_what_their_hops_have(
            values in prop::collection::vec(0_u32..50, 1..40), ends in prop::collection::vec((0_usize..40, 1_usize..40, 0_u32..50), 1..30),
        ) {
            let hops = values.len();
            let numbers = || values.iter().map(|&value| f64::from(value));
            let (least, sums) = (RangeMin::of(numbers()), RangeSum::of(numbers()));
            let (mut lowered, mut expected) = (RangeLowered::new(hops), vec![f64::INFINITY; hops]);
            for (from, length, value) in ends {
                let from = from % hops;
                let to = (from + length).min(hops);
                let first = (from..to).min_by_key(|&hop| values[hop]).expect("not empty");
                prop_assert_eq!(least.over(from, to), (f64::from(values[first]), first));
                prop_assert_eq!(sums.over(from, to), f64::from(values[from..to].iter().sum::<u32>()));
                lowered.lower(from, to, f64::from(value));
                expected[from..to].iter_mut().for_each(|hop| *hop = hop.min(f64::from(value)));
            }
            prop_assert_eq!(lowered.values(), expected);
        }
    }

    #[test]
    fn what_is_infinite_is_so_only_where_it_is() {
        let sums = RangeSum::of([1.0, f64::INFINITY, 2.0, 3.0].into_iter());
        assert_eq!([(0, 1), (0, 2), (2, 4)].map(|(from, to)| sums.over(from, to)), [1.0, f64::INFINITY, 5.0]);
    }
}
