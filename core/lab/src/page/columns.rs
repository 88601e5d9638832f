//! The news of a run since the last call, and the packets of a window, as columns.

use ackscope_engine::sim::Simulation;
use ackscope_engine::trace::{MAX_TERMS, PacketLog, Recorder};
use ackscope_engine::units::Time;

/// The data recorded since the last call, as columns.
#[derive(Clone, Debug, Default)]
pub struct Chunk {
    /// Three numbers per series with new data: its id, the number of its first bin here, and the
    /// number of its bins here.
    pub index: Vec<u32>,
    /// Start of each bin in seconds; the bins of all series follow each other.
    pub time_s: Vec<f64>,
    /// Smallest sample of each bin.
    pub min: Vec<f32>,
    /// Largest sample of each bin.
    pub max: Vec<f32>,
    /// Last sample of each bin.
    pub last: Vec<f32>,
    pub event_time_s: Vec<f64>,
    pub event_rule: Vec<u16>,
    /// The event's flow, or the channel bit with its channel.
    pub event_source: Vec<u32>,
    /// Eight values per event, in the order of the rule's terms.
    pub event_terms: Vec<f64>,
    /// How often each rule was applied so far, by rule id; events that were not kept count too.
    pub event_counts: Vec<f64>,
}

/// The position of a reader in a run.
#[derive(Clone, Debug, Default)]
pub struct Cursor {
    /// For each series, the first bin that may still change.
    series: Vec<usize>,
    events: usize,
}

impl Cursor {
    /// The new data; the bin that was still open at the last call is given again.
    pub fn take(&mut self, simulation: &Simulation) -> Chunk {
        self.take_from(simulation.recorder(), simulation.progress().time)
    }

    /// Like [`Self::take`], for a recorder at time `now`.
    pub(super) fn take_from(&mut self, recorder: &Recorder, now: Time) -> Chunk {
        self.series.resize(recorder.series().len(), 0);
        let mut chunk = Chunk::default();
        for (id, (series, settled)) in recorder.series().iter().zip(&mut self.series).enumerate() {
            let from = *settled;
            let before = chunk.time_s.len();
            for bin in series.bins(from) {
                chunk.time_s.push(recorder.bin_start_s(bin.index));
                chunk.min.push(bin.min);
                chunk.max.push(bin.max);
                chunk.last.push(bin.last);
            }
            let count = chunk.time_s.len() - before;
            if count > 0 {
                chunk.index.extend([id as u32, from as u32, count as u32]);
            }
            *settled = series.settled(recorder.bin(now));
        }
        for event in &recorder.events().kept()[self.events..] {
            chunk.event_time_s.push(event.time.secs());
            chunk.event_rule.push(event.rule);
            chunk.event_source.push(event.source);
            chunk.event_terms.extend_from_slice(&event.terms);
        }
        debug_assert_eq!(chunk.event_terms.len(), chunk.event_rule.len() * MAX_TERMS);
        self.events = recorder.events().kept().len();
        chunk.event_counts = recorder.events().counts().iter().map(|&count| count as f64).collect();
        chunk
    }
}

/// The packets of a window of a run, as columns.
#[derive(Clone, Debug, Default)]
pub struct PacketColumns {
    pub flow: Vec<u32>,
    /// The segment number, or the acknowledgement number of an ACK.
    pub sequence: Vec<f64>,
    /// 0 data, 1 ACK, 2 retransmission, 3 constant bit rate.
    pub kind: Vec<u8>,
    /// The link: see [`ackscope_engine::trace::PacketLink::code`].
    pub place: Vec<u32>,
    /// Arrival at the link's queue, in seconds.
    pub enter_s: Vec<f64>,
    /// Start of its transmission.
    pub start_s: Vec<f64>,
    /// End of its transmission.
    pub depart_s: Vec<f64>,
    /// Arrival at the other end.
    pub arrive_s: Vec<f64>,
    /// 0 delivered, 1 dropped at the queue, 2 lost on the link, 3 delivered with a CE mark.
    pub fate: Vec<u8>,
}

/// The packets in transit between two instants, from a replay.
pub fn packets(simulation: &Simulation, from_s: f64, to_s: f64) -> PacketColumns {
    columns(&simulation.packets(Time::from_secs(from_s), Time::from_secs(to_s)))
}

pub(super) fn columns(log: &PacketLog) -> PacketColumns {
    let mut columns = PacketColumns::default();
    for record in &log.records {
        columns.flow.push(record.flow);
        columns.sequence.push(record.number as f64);
        columns.kind.push(record.kind as u8);
        columns.place.push(record.place.code());
        columns.enter_s.push(record.enter.secs());
        columns.start_s.push(record.start.secs());
        columns.depart_s.push(record.depart.secs());
        columns.arrive_s.push(record.arrive.secs());
        columns.fate.push(record.fate as u8);
    }
    columns
}
