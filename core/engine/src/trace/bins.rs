//! Bins: the samples of a series, or of a row of series, in one interval of time; and the lists that
//! hold closed bins.

use super::options::RecordOptions;

/// Number of series in a row.
pub const LANES: usize = 6;

/// The samples of a series in one bin.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bin {
    /// Number of the bin. It starts `index << shift` nanoseconds after the recorder's origin.
    pub index: u32,
    /// Smallest sample.
    pub min: f32,
    /// Largest sample.
    pub max: f32,
    /// Last sample; it is valid until the next bin.
    pub last: f32,
}

impl Bin {
    /// The open bin of a series without samples.
    pub(super) const EMPTY: Bin =
        Bin { index: u32::MAX, min: f32::INFINITY, max: f32::NEG_INFINITY, last: f32::NAN };

    /// True if it has no sample.
    pub(super) fn is_empty(&self) -> bool {
        self.min > self.max
    }
}

/// A series with more bins than this is expected to continue to the end of the run.
const FEW_BINS: usize = 64;
/// Such a series gets memory for as many bins as a series on the page can have.
const MANY_BINS: usize = RecordOptions::PAGE.bins_per_series as usize;

/// Adds a closed bin to the bins of a series or of a row.
#[inline]
pub(super) fn push_bin<T>(bins: &mut Vec<T>, bin: T) {
    if bins.len() == bins.capacity() {
        make_room(bins);
    }
    bins.push(bin);
}

/// Grows the memory in two steps instead of ten. Each step copies everything into memory that is
/// touched for the first time.
#[cold]
#[inline(never)]
fn make_room<T>(bins: &mut Vec<T>) {
    bins.reserve_exact(room_for(bins.len()) - bins.len());
}

/// Bins for which there is memory once there are more than `bins` of them.
fn room_for(bins: usize) -> usize {
    match bins {
        0..FEW_BINS => FEW_BINS,
        FEW_BINS..MANY_BINS => MANY_BINS,
        more => 2 * more,
    }
}

/// Bytes of the bins after `times` as long a run, if they go on as so far.
pub(super) fn bytes_after<T>(bins: &[T], times: f64) -> f64 {
    let later = (bins.len() as f64 * times) as usize;
    let room = if later == 0 { 0 } else { room_for(later - 1) };
    (room * size_of::<T>()) as f64
}

/// One bin of all series of a row: a [`Bin`] per series, stored side by side.
#[derive(Clone, Copy, Debug)]
pub(super) struct RowBin {
    pub index: u32,
    pub min: [f32; LANES],
    pub max: [f32; LANES],
    pub last: [f32; LANES],
}

impl RowBin {
    /// The open bin of a row without samples.
    pub const EMPTY: RowBin = RowBin {
        index: Bin::EMPTY.index,
        min: [Bin::EMPTY.min; LANES],
        max: [Bin::EMPTY.max; LANES],
        last: [Bin::EMPTY.last; LANES],
    };

    /// The bin of one series.
    #[inline]
    pub fn lane(&self, lane: usize) -> Bin {
        Bin { index: self.index, min: self.min[lane], max: self.max[lane], last: self.last[lane] }
    }
}
