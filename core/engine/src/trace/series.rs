//! Series: values over time, in a fixed number of min/max/last bins, whatever the length of the
//! run.

use super::bins::{Bin, RowBin, bytes_after, push_bin};
use crate::catalogue::text;

/// A series' declaration.
#[derive(Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, schemars::JsonSchema))]
pub struct SeriesDecl {
    /// Its identity in code.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub series: SeriesId,
    /// Its identifier in traces, links and the CLI.
    pub id: &'static str,
    /// The name for display.
    pub name: &'static str,
    pub unit: &'static str,
    /// What it shows, in one sentence.
    pub help: &'static str,
}

/// A series with its value in a `T`; `None` if this one has no such value.
pub type SeriesOf<T> = (SeriesId, fn(&T) -> Option<f64>);

/// Declares the series: `/// meaning` `Name = "id", "name", "unit";`.
macro_rules! series {
    ($($(#[doc = $help:literal])+ $series:ident = $id:literal, $name:literal, $unit:literal;)+) => {
        /// The quantity of a series.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[repr(u8)]
        pub enum SeriesId {
            $($(#[doc = $help])+ $series,)+
        }

        /// All series, in the order of [`SeriesId`].
        pub const SERIES: &[SeriesDecl] = &[$(SeriesDecl {
            series: SeriesId::$series,
            id: $id,
            name: text($name),
            unit: $unit,
            help: text(concat!($($help),+).trim_ascii()),
        }),+];
    };
}

series! {
    /// Number of segments that the sender may have in flight.
    Cwnd = "cwnd", "Congestion window", "segments";
    /// Below this value the window doubles every RTT.
    Ssthresh = "ssthresh", "Slow-start threshold", "segments";
    /// Segments sent and not yet cumulatively acknowledged.
    Flight = "flight", "In flight", "segments";
    /// RTT samples of the sender.
    Rtt = "rtt", "Round-trip time", "s";
    /// The estimator's result from the ACKs.
    Bwe = "bwe", "Bandwidth estimate", "bit/s";
    /// Segments delivered in order at the receiver, each counted once.
    Delivered = "delivered", "Delivered", "segments";
    /// Highest sequence number sent, plus one.
    Sent = "sent", "Sent", "segments";
    /// Cumulatively acknowledged segments.
    Acked = "acked", "Acknowledged", "segments";
    /// Waiting packets, without the one in transmission.
    Queue = "queue", "Queue", "packets";
    /// The average queue that the discipline uses.
    AqmAverage = "aqm-average", "Average queue", "packets";
    /// The current drop probability.
    AqmProbability = "aqm-probability", "Drop probability", "";
    /// Packets that the queue has marked so far.
    Marks = "marks", "Marked packets", "packets";
    /// Waiting packets of L4S flows, if they have their own queue.
    QueueL = "queue-l", "L4S queue", "packets";
    /// Waiting packets of all flows that are not L4S, if L4S flows have their own queue.
    QueueC = "queue-c", "Classic queue", "packets";
    /// The sender's estimate of the fraction of its segments that are marked (DCTCP, Prague).
    EcnAlpha = "ecn-alpha", "Marked fraction", "";
    /// Packets that the queue has let through so far, sampled whenever it marks one.
    Passed = "passed", "Packets let through", "packets";
    /// A state of a script that its `show` draws.
    Shown = "shown", "State", "";
    /// Time of each packet from the source to the receiver; of TCP with `measure_delay`.
    Delay = "delay", "Delay", "s";
}

impl SeriesId {
    /// The declaration of this series.
    pub fn decl(self) -> &'static SeriesDecl {
        &SERIES[self as usize]
    }
}

/// An integer as a sample. The conversion is signed, because processors have an instruction for
/// that.
#[inline]
pub fn whole(number: u64) -> f32 {
    number as i64 as f32
}

/// Identifies one series of a recorder; `Handle::NONE` records nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Handle(pub(super) u32);

impl Handle {
    /// Samples given to this handle are not kept.
    pub const NONE: Handle = Handle(u32::MAX);
}

/// One recorded series. Bins without samples are not stored.
#[derive(Clone, Debug)]
pub struct Series {
    open: Bin,
    closed: Vec<Bin>,
}

impl Default for Series {
    fn default() -> Series {
        Series { open: Bin::EMPTY, closed: Vec::new() }
    }
}

impl Series {
    /// Bytes of memory that it uses, including itself.
    pub(super) fn bytes(&self) -> usize {
        size_of::<Series>() + self.closed.capacity() * size_of::<Bin>()
    }

    /// Those after `times` as long a run.
    pub(super) fn bytes_after(&self, times: f64) -> f64 {
        size_of::<Series>() as f64 + bytes_after(&self.closed, times)
    }

    /// Records `value` in bin `index`.
    #[inline]
    pub fn sample(&mut self, index: u32, value: f32) {
        self.sample_range(index, value, value, value);
    }

    /// Records values in bin `index` that lie between `low` and `high`; the last one is `last`.
    #[inline(never)]
    pub fn sample_range(&mut self, index: u32, low: f32, high: f32, last: f32) {
        if index != self.open.index {
            if index < self.open.index && !self.open.is_empty() {
                return self.sample_earlier(Bin { index, min: low, max: high, last }, true);
            }
            self.turn(index);
        }
        self.open.min = if low < self.open.min { low } else { self.open.min };
        self.open.max = if high > self.open.max { high } else { self.open.max };
        self.open.last = last;
    }

    /// Records the bin of one of several sources. Its last value counts only if `is_last` among
    /// all.
    pub(super) fn sample_bin(&mut self, sample: Bin, is_last: bool) {
        if !is_last && sample.index < self.open.index {
            return self.sample_earlier(sample, false);
        }
        let last = if is_last { sample.last } else { self.open.last };
        self.sample_range(sample.index, sample.min, sample.max, last);
    }

    #[cold]
    fn turn(&mut self, index: u32) {
        if !self.open.is_empty() {
            push_bin(&mut self.closed, self.open);
        }
        self.open = Bin { index, ..Bin::EMPTY };
    }

    /// Records a sample that arrives after one of a later bin. Within a group some receivers run
    /// further ahead than others.
    #[inline(never)]
    fn sample_earlier(&mut self, sample: Bin, is_last: bool) {
        // If many sources write, no bin is missing, so the index is usually known.
        let back = (self.open.index - sample.index) as usize;
        let known = self.closed.len().checked_sub(back).filter(|&at| self.closed[at].index == sample.index);
        let place = known.or_else(|| self.closed.iter().rposition(|bin| bin.index <= sample.index));
        match place.map(|place| &mut self.closed[place]).filter(|bin| bin.index == sample.index) {
            Some(bin) => {
                bin.min = bin.min.min(sample.min);
                bin.max = bin.max.max(sample.max);
                bin.last = if is_last { sample.last } else { bin.last };
            }
            None => self.closed.insert(place.map_or(0, |place| place + 1), sample),
        }
    }

    /// A view of the recorded bins.
    pub fn view(&self) -> SeriesView<'_> {
        SeriesView::new(Closed::Alone(&self.closed), self.open)
    }
}

/// The closed bins of one series.
#[derive(Clone, Copy, Debug)]
enum Closed<'a> {
    /// The bins of a single series.
    Alone(&'a [Bin]),
    /// The bins of series number `lane` of a row. It has no sample in the rows at `gaps`.
    InRow { rows: &'a [RowBin], gaps: &'a [u32], lane: usize },
}

impl<'a> Closed<'a> {
    /// Number of bins, including empty ones.
    fn places(self) -> usize {
        match self {
            Closed::Alone(bins) => bins.len(),
            Closed::InRow { rows, .. } => rows.len(),
        }
    }

    /// Indices of the empty bins, in ascending order.
    fn gaps(self) -> &'a [u32] {
        match self {
            Closed::Alone(_) => &[],
            Closed::InRow { gaps, .. } => gaps,
        }
    }

    fn bin(self, place: usize) -> Bin {
        match self {
            Closed::Alone(bins) => bins[place],
            Closed::InRow { rows, lane, .. } => rows[place].lane(lane),
        }
    }

    /// Number of bins, including empty ones, before bin number `bin` of the trace.
    fn places_before(self, bin: u32) -> usize {
        match self {
            Closed::Alone(bins) => bins.partition_point(|closed| closed.index < bin),
            Closed::InRow { rows, .. } => rows.partition_point(|closed| closed.index < bin),
        }
    }
}

/// A view of the recorded bins of one series.
#[derive(Clone, Copy, Debug)]
pub struct SeriesView<'a> {
    closed: Closed<'a>,
    open: Option<Bin>,
}

impl<'a> SeriesView<'a> {
    fn new(closed: Closed<'a>, open: Bin) -> SeriesView<'a> {
        SeriesView { closed, open: (!open.is_empty()).then_some(open) }
    }

    /// The view of series number `lane` of a row, which has no sample in the rows at `gaps`.
    pub(super) fn of_lane(rows: &'a [RowBin], gaps: &'a [u32], lane: usize, open: &RowBin) -> SeriesView<'a> {
        SeriesView::new(Closed::InRow { rows, gaps, lane }, open.lane(lane))
    }

    /// Number of bins, including the open one.
    pub fn len(&self) -> usize {
        self.closed.places() - self.closed.gaps().len() + usize::from(self.open.is_some())
    }

    /// True if there is no sample yet.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The bins from number `from` on, the open one last.
    pub fn bins(self, from: usize) -> impl Iterator<Item = Bin> + 'a {
        let open = self.open.filter(|_| from < self.len());
        // A gap is before bin `from` if at most `from` bins are before the gap.
        let gaps = self.closed.gaps().iter().enumerate();
        let skipped = gaps.take_while(|&(gaps, &place)| place as usize - gaps <= from).count();
        let places = from + skipped..self.closed.places();
        places.map(move |place| self.closed.bin(place)).filter(|bin| !bin.is_empty()).chain(open)
    }

    /// Number of bins that will not change any more, provided that no samples of bins before `bin`
    /// follow.
    pub fn settled(&self, bin: u32) -> usize {
        let places = self.closed.places_before(bin);
        places - self.closed.gaps().partition_point(|&gap| (gap as usize) < places)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bin_keeps_the_extremes_and_the_last_value() {
        let mut series = Series::default();
        for (index, value) in [(0, 3.0), (0, 9.0), (0, 1.0), (0, 4.0), (2, 7.0)] {
            series.sample(index, value);
        }
        let series = series.view();
        let bins: Vec<Bin> = series.bins(0).collect();
        assert_eq!(
            bins,
            [
                Bin { index: 0, min: 1.0, max: 9.0, last: 4.0 },
                Bin { index: 2, min: 7.0, max: 7.0, last: 7.0 }
            ]
        );
        assert_eq!((series.settled(0), series.settled(1)), (0, 1));
        assert_eq!(series.bins(1).count(), 1);
        assert_eq!(series.bins(2).count(), 0);
    }

    #[test]
    fn a_sample_that_comes_late_stands_where_it_belongs() {
        let mut series = Series::default();
        for (index, value) in [(1, 1.0), (5, 5.0), (3, 3.0), (1, 9.0), (0, 2.0), (5, 4.0), (6, 6.0)] {
            series.sample(index, value);
        }
        let bins: Vec<(u32, f32, f32)> =
            series.view().bins(0).map(|bin| (bin.index, bin.min, bin.max)).collect();
        assert_eq!(bins, [(0, 2.0, 2.0), (1, 1.0, 9.0), (3, 3.0, 3.0), (5, 4.0, 5.0), (6, 6.0, 6.0)]);
    }
}
