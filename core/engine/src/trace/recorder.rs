//! The only way to write a trace.

use super::{Decisions, Event, EventLog, MAX_TERMS, PacketLog, PacketRecord, Series, SeriesId};
use crate::catalogue::Rule;
use crate::setup::Direction;
use crate::units::Time;

/// A replay keeps at most this many events.
const MAX_WINDOW_EVENTS: usize = 50_000;

/// How much a run keeps.
#[derive(Clone, Debug)]
pub struct RecordOptions {
    /// Upper bound of bins per series; 0 records no series at all.
    pub bins_per_series: u32,
    /// Flows with series of their own, at most; the others show in their group's band.
    pub flows: usize,
    /// Kept events per rule, at most.
    pub events_per_rule: u64,
    /// Kept events in all, at most.
    pub events: usize,
    /// Bytes that checkpoints may use; 0 keeps none.
    pub checkpoint_bytes: usize,
}

impl RecordOptions {
    /// What the page records.
    pub const PAGE: RecordOptions = RecordOptions {
        bins_per_series: 4096,
        flows: 24,
        events_per_rule: 4_000,
        events: 60_000,
        checkpoint_bytes: 16 << 20,
    };

    /// Nothing but counters: sweeps, reproductions and benchmarks.
    pub const NOTHING: RecordOptions =
        RecordOptions { bins_per_series: 0, flows: 0, events_per_rule: 0, events: 0, checkpoint_bytes: 0 };
}

/// Where a series was recorded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SeriesSource {
    /// In a flow.
    Flow(usize),
    /// In all flows of a group: its minimum and maximum are a band around them.
    Group(usize),
    /// On one direction of a hop.
    Hop(usize, Direction),
}

/// What a series is.
#[derive(Clone, Debug)]
pub struct SeriesInfo {
    /// Where it was recorded.
    pub source: SeriesSource,
    /// What it shows.
    pub series: SeriesId,
    /// Which estimator made it, if it is an estimate.
    pub estimator: Option<&'static str>,
}

/// Names one series of a recorder; `Handle::NONE` records nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Handle(u32);

impl Handle {
    /// Samples given to this handle are not kept.
    pub const NONE: Handle = Handle(u32::MAX);
}

/// Takes what the simulation reports and keeps it within its budget.
#[derive(Clone, Debug)]
pub struct Recorder {
    /// A bin is `1 << shift` nanoseconds long.
    shift: u32,
    /// Where bin 0 begins. Zero in a run; in a replay one bin before its window, so that bin 0 gathers all that came before.
    origin: Time,
    recording: bool,
    infos: Vec<SeriesInfo>,
    series: Vec<Series>,
    events: EventLog,
    packets: Option<PacketLog>,
}

impl Recorder {
    /// A recorder for a run of the given length.
    pub fn new(options: &RecordOptions, duration: Time) -> Recorder {
        let bins = u64::from(options.bins_per_series.max(1));
        let mut shift = 0;
        while (duration.nanos() >> shift) >= bins {
            shift += 1;
        }
        Recorder {
            shift,
            origin: Time::ZERO,
            recording: options.bins_per_series > 0,
            infos: Vec::new(),
            series: Vec::new(),
            events: EventLog::new(options.events_per_rule, options.events),
            packets: None,
        }
    }

    /// A recorder that keeps nothing but the packets of one window: for replays.
    pub fn of_packets(log: PacketLog) -> Recorder {
        let nothing = Recorder::new(&RecordOptions::NOTHING, Time::ZERO);
        Recorder { packets: Some(log), ..nothing }
    }

    /// A recorder for a replay: the packets that belong to `log`, and between its ends the series of a run at up to
    /// `bins` bins each, whatever the length of the run.
    pub fn of_window(log: PacketLog, infos: &[SeriesInfo], bins: u64) -> Recorder {
        let length = log.to.nanos().saturating_sub(log.from.nanos());
        let mut shift = 0;
        while (length >> shift) >= bins.max(1) {
            shift += 1;
        }
        // A bin before the window; where the window begins with the run there is nothing before it.
        let origin = Time::from_nanos(log.from.nanos().saturating_sub(1 << shift));
        Recorder {
            shift,
            origin,
            recording: true,
            infos: infos.to_vec(),
            series: vec![Series::default(); infos.len()],
            events: EventLog::new(u64::MAX, MAX_WINDOW_EVENTS),
            packets: Some(log),
        }
    }

    /// Declares a series and gives its handle.
    pub fn declare(&mut self, info: SeriesInfo) -> Handle {
        if !self.recording {
            return Handle::NONE;
        }
        self.infos.push(info);
        self.series.push(Series::default());
        Handle(self.series.len() as u32 - 1)
    }

    /// Records one sample.
    #[inline]
    pub fn sample(&mut self, handle: Handle, time: Time, value: f64) {
        if let Some(series) = self.series.get_mut(handle.0 as usize) {
            series.sample(self.shift, time.nanos().saturating_sub(self.origin.nanos()), value as f32);
        }
    }

    /// Records what was decided.
    pub fn decisions(&mut self, time: Time, source: u32, decisions: &mut Decisions) {
        for (rule, terms) in decisions.drain() {
            self.event_with(time, source, rule, terms);
        }
    }

    /// Records one event.
    pub fn event(&mut self, time: Time, source: u32, rule: &'static Rule, values: &[f64]) {
        let mut terms = [f64::NAN; MAX_TERMS];
        for (place, value) in terms.iter_mut().zip(values) {
            *place = *value;
        }
        self.event_with(time, source, rule, terms);
    }

    fn event_with(&mut self, time: Time, source: u32, rule: &'static Rule, terms: [f64; MAX_TERMS]) {
        if time < self.origin {
            return;
        }
        self.events.add(Event { time, rule: crate::rule_id(rule), source, terms });
    }

    /// True while single packets are recorded.
    #[inline]
    pub fn wants_packets(&self) -> bool {
        self.packets.is_some()
    }

    /// Records one packet on one link.
    pub fn packet(&mut self, record: PacketRecord) {
        if let Some(log) = &mut self.packets {
            log.add(record);
        }
    }

    /// What each series is, by handle.
    pub fn infos(&self) -> &[SeriesInfo] {
        &self.infos
    }

    /// The series, by handle.
    pub fn series(&self) -> &[Series] {
        &self.series
    }

    /// Start of bin `index` in seconds.
    pub fn bin_start_s(&self, index: u32) -> f64 {
        Time::from_nanos(self.origin.nanos() + (u64::from(index) << self.shift)).secs()
    }

    /// The last instant of the bin that holds the instant after `now`; never, if nothing is recorded.
    pub fn end_of_next_bin(&self, now: Time) -> Time {
        if self.series.is_empty() {
            return Time::NEVER;
        }
        let bin = (now.nanos() + 1) >> self.shift;
        Time::from_nanos(((bin + 1) << self.shift) - 1)
    }

    /// The events.
    pub fn events(&self) -> &EventLog {
        &self.events
    }

    /// Puts the packets of a replay in order: it is over.
    pub fn settle_packets(&mut self) {
        if let Some(log) = &mut self.packets {
            log.sort();
        }
    }

    /// The packets of a replay.
    pub fn packets(&self) -> Option<&PacketLog> {
        self.packets.as_ref()
    }

    /// The packets of a replay, taken out.
    pub fn take_packets(&mut self) -> Option<PacketLog> {
        self.packets.take()
    }
}
