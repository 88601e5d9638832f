//! Series: what is recorded over time, in a fixed budget of min/max/last bins however long the run.

/// What a series shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum SeriesId {
    /// Congestion window.
    Cwnd,
    /// Slow-start threshold.
    Ssthresh,
    /// Segments in flight.
    Flight,
    /// RTT samples.
    Rtt,
    /// A bandwidth estimate.
    Bwe,
    /// Segments handed over in order at the receiver.
    Delivered,
    /// Highest sequence number sent, plus one.
    Sent,
    /// Cumulatively acknowledged segments.
    Acked,
    /// Waiting packets.
    Queue,
    /// The average queue an AQM keeps.
    AqmAverage,
    /// The drop probability an AQM applies.
    AqmProbability,
}

/// A series' declaration.
#[derive(Debug)]
pub struct SeriesDecl {
    /// Its identity in code.
    pub series: SeriesId,
    /// Its identifier in traces, links and the CLI.
    pub id: &'static str,
    /// The name people use.
    pub name: &'static str,
    /// Its unit.
    pub unit: &'static str,
    /// What it shows, in one sentence.
    pub help: &'static str,
}

const fn decl(
    series: SeriesId,
    id: &'static str,
    name: &'static str,
    unit: &'static str,
    help: &'static str,
) -> SeriesDecl {
    SeriesDecl { series, id, name, unit, help }
}

/// Every series there is, in the order of [`SeriesId`].
pub const SERIES: &[SeriesDecl] = &[
    decl(
        SeriesId::Cwnd,
        "cwnd",
        "Congestion window",
        "segments",
        "How much the sender allows itself in flight.",
    ),
    decl(
        SeriesId::Ssthresh,
        "ssthresh",
        "Slow-start threshold",
        "segments",
        "Below it the window doubles every RTT.",
    ),
    decl(SeriesId::Flight, "flight", "In flight", "segments", "Sent and not yet cumulatively acknowledged."),
    decl(SeriesId::Rtt, "rtt", "Round-trip time", "s", "RTT samples as the sender takes them."),
    decl(SeriesId::Bwe, "bwe", "Bandwidth estimate", "bit/s", "What the estimator makes of the ACK stream."),
    decl(
        SeriesId::Delivered,
        "delivered",
        "Delivered",
        "segments",
        "Handed over in order at the receiver, each once.",
    ),
    decl(SeriesId::Sent, "sent", "Sent", "segments", "Highest sequence number sent, plus one."),
    decl(SeriesId::Acked, "acked", "Acknowledged", "segments", "Cumulatively acknowledged segments."),
    decl(
        SeriesId::Queue,
        "queue",
        "Queue",
        "packets",
        "Waiting packets, the one in transmission not counted.",
    ),
    decl(
        SeriesId::AqmAverage,
        "aqm-average",
        "Average queue",
        "packets",
        "The average queue the discipline acts on.",
    ),
    decl(
        SeriesId::AqmProbability,
        "aqm-probability",
        "Drop probability",
        "",
        "The drop probability in force.",
    ),
];

impl SeriesId {
    /// The declaration of this series.
    pub fn decl(self) -> &'static SeriesDecl {
        &SERIES[self as usize]
    }
}

/// What happened to a series during one bin.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bin {
    /// Number of the bin: its start is `index << shift` nanoseconds.
    pub index: u32,
    /// Smallest sample.
    pub min: f32,
    /// Largest sample.
    pub max: f32,
    /// Last sample; it holds until the next bin.
    pub last: f32,
}

/// One recorded series. Bins without a sample are left out.
#[derive(Clone, Debug)]
pub struct Series {
    open: Bin,
    closed: Vec<Bin>,
}

/// The open bin of a series that has no sample yet.
const EMPTY: Bin = Bin { index: u32::MAX, min: f32::INFINITY, max: f32::NEG_INFINITY, last: f32::NAN };

impl Default for Series {
    fn default() -> Series {
        Series { open: EMPTY, closed: Vec::new() }
    }
}

impl Series {
    /// Records `value` at `nanos` after the start of bin 0; times must not go back.
    #[inline]
    pub fn sample(&mut self, shift: u32, nanos: u64, value: f32) {
        let index = (nanos >> shift) as u32;
        if index != self.open.index {
            self.turn(index);
        }
        self.open.min = if value < self.open.min { value } else { self.open.min };
        self.open.max = if value > self.open.max { value } else { self.open.max };
        self.open.last = value;
    }

    #[cold]
    fn turn(&mut self, index: u32) {
        if self.open.index != EMPTY.index {
            self.closed.push(self.open);
        }
        self.open = Bin { index, ..EMPTY };
    }

    /// Number of bins, the open one included.
    pub fn len(&self) -> usize {
        self.closed.len() + usize::from(self.open.index != EMPTY.index)
    }

    /// True if there was no sample yet.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The bins from number `from` on, the open one last.
    pub fn bins(&self, from: usize) -> impl Iterator<Item = Bin> + '_ {
        let open = (self.open.index != EMPTY.index).then_some(self.open);
        self.closed[from.min(self.closed.len())..]
            .iter()
            .copied()
            .chain(open.filter(move |_| from < self.len()))
    }

    /// How many bins will never change again.
    pub fn settled(&self) -> usize {
        self.closed.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bin_keeps_the_extremes_and_the_last_value() {
        let mut series = Series::default();
        for (nanos, value) in [(0, 3.0), (1, 9.0), (2, 1.0), (3, 4.0), (40, 7.0)] {
            series.sample(4, nanos, value);
        }
        let bins: Vec<Bin> = series.bins(0).collect();
        assert_eq!(
            bins,
            [
                Bin { index: 0, min: 1.0, max: 9.0, last: 4.0 },
                Bin { index: 2, min: 7.0, max: 7.0, last: 7.0 }
            ]
        );
        assert_eq!(series.settled(), 1);
        assert_eq!(series.bins(1).count(), 1);
        assert_eq!(series.bins(2).count(), 0);
    }

    #[test]
    fn declarations_stand_in_the_order_of_their_ids() {
        for (place, decl) in SERIES.iter().enumerate() {
            assert_eq!(decl.series as usize, place, "{}", decl.id);
        }
    }
}
