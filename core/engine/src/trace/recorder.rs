//! The recorder: the only writer of a trace.

use std::sync::Arc;

use super::bins::LANES;
use super::counter::{CounterBin, CounterHandle, Counters};
use super::events::{Decisions, Event, EventLog, MAX_TERMS, RuleNumbers, RuleRef};
use super::options::RecordOptions;
use super::packets::{FrameRecord, PacketLog, PacketRecord, SenderLog, SenderState};
use super::row::Row;
use super::series::{Handle, Series, SeriesId, SeriesView};
use super::shown::ShownState;
use crate::catalogue::Rule;
use crate::choices::Direction;
use crate::units::Time;

/// Maximum number of events in a replay.
const MAX_WINDOW_EVENTS: usize = 50_000;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SeriesSource {
    Flow(usize),
    /// All flows of a group: its minimum and maximum form a band around them.
    Group(usize),
    Hop(usize, Direction),
}

/// Description of a series.
#[derive(Clone, Debug)]
pub struct SeriesInfo {
    pub source: SeriesSource,
    /// The recorded quantity.
    pub series: SeriesId,
    /// The estimator, if it is an estimate.
    pub estimator: Option<&'static str>,
    /// The state, if an algorithm asks to plot it.
    pub shown: Option<Arc<ShownState>>,
}

impl SeriesInfo {
    /// Its id, extended to distinguish series with the same id, as used in tables: `bwe:ewma-0.9`,
    /// `shown:w_max`.
    pub fn full_id(&self) -> String {
        let id = self.series.decl().id;
        let state = self.shown.as_ref().map(|state| state.name.as_str());
        self.estimator.or(state).map_or_else(|| id.to_owned(), |which| format!("{id}:{which}"))
    }

    pub fn unit(&self) -> &str {
        self.shown.as_ref().map_or(self.series.decl().unit, |state| &state.unit)
    }
}

/// Identifies a row of series that are sampled together; `RowHandle::NONE` records nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RowHandle(u32);

impl RowHandle {
    /// Samples given to this handle are not kept.
    pub const NONE: RowHandle = RowHandle(u32::MAX);
}

/// Storage of a declared series.
#[derive(Clone, Copy, Debug)]
enum Storage {
    Alone(u32),
    InRow(u32, usize),
}

/// Records what the simulation reports, within the given limits.
#[derive(Clone, Debug)]
pub struct Recorder {
    /// A bin is `1 << shift` nanoseconds long.
    shift: u32,
    /// Start of bin 0. It is zero in a run. In a replay it is one bin before the window, so that
    /// bin 0 collects everything before the window.
    origin: Time,
    recording: bool,
    infos: Vec<SeriesInfo>,
    storage: Vec<Storage>,
    alone: Vec<Series>,
    rows: Vec<Row>,
    counters: Counters,
    reports: u64,
    events: EventLog,
    packets: Option<PacketLog>,
    /// The sender whose individual states are kept, by its row.
    followed: Option<(RowHandle, SenderLog)>,
}

impl Recorder {
    /// A recorder for a run of the given length, whose rules have these numbers.
    #[inline]
    pub fn new(options: &RecordOptions, duration: Time, rules: RuleNumbers) -> Recorder {
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
            storage: Vec::new(),
            alone: Vec::new(),
            rows: Vec::new(),
            counters: Counters::default(),
            reports: 0,
            events: EventLog::new(rules, options.events_per_rule, options.events),
            packets: None,
            followed: None,
        }
    }

    /// A recorder that keeps only the packets of one window of `run`, for replays.
    #[inline]
    pub fn of_packets(log: PacketLog, run: &Recorder) -> Recorder {
        let nothing = Recorder::new(&RecordOptions::NOTHING, Time::ZERO, run.events.rules);
        Recorder { packets: Some(log), ..nothing }
    }

    /// A recorder for a replay. It records the packets for `log` and, within its window, the series
    /// of `run` with up to `bins` bins each, whatever the length of the run.
    #[inline]
    pub fn of_window(log: PacketLog, run: &Recorder, bins: u64) -> Recorder {
        let length = log.to.nanos().saturating_sub(log.from.nanos());
        let mut shift = 0;
        while (length >> shift) >= bins.max(1) {
            shift += 1;
        }
        // One bin before the window. There is none if the window starts with the run.
        let origin = Time::from_nanos(log.from.nanos().saturating_sub(1 << shift));
        Recorder {
            shift,
            origin,
            recording: true,
            infos: run.infos.clone(),
            storage: run.storage.clone(),
            alone: vec![Series::default(); run.alone.len()],
            rows: vec![Row::default(); run.rows.len()],
            counters: run.counters.emptied(),
            reports: 0,
            events: EventLog::new(run.events.rules, u64::MAX, MAX_WINDOW_EVENTS),
            packets: Some(log),
            followed: None,
        }
    }

    /// The same recorder, which also keeps up to `cap` states of the sender that records into
    /// `row`.
    #[inline]
    pub fn following(self, row: RowHandle, cap: usize) -> Recorder {
        Recorder { followed: Some((row, SenderLog { cap, states: Vec::new(), left_out: 0 })), ..self }
    }

    /// Records a state of the sender that records into `row`, if that sender is followed.
    #[inline]
    pub fn follow(&mut self, row: RowHandle, state: impl FnOnce() -> SenderState) {
        let Some((followed, log)) = &mut self.followed else { return };
        if *followed != row || row == RowHandle::NONE {
            return;
        }
        if log.states.len() < log.cap {
            log.states.push(state());
        } else {
            log.left_out += 1;
        }
    }

    /// The states of the followed sender.
    pub fn followed(&self) -> Option<&SenderLog> {
        self.followed.as_ref().map(|(_, log)| log)
    }

    /// Declares a series and returns its handle.
    #[inline]
    pub fn declare(&mut self, info: SeriesInfo) -> Handle {
        if !self.recording {
            return Handle::NONE;
        }
        self.infos.push(info);
        self.alone.push(Series::default());
        let handle = Handle(self.alone.len() as u32 - 1);
        self.storage.push(Storage::Alone(handle.0));
        handle
    }

    /// Adds a row. Its series are then declared one by one with [`Recorder::declare_in_row`].
    #[inline]
    pub fn declare_row(&mut self) -> RowHandle {
        if !self.recording {
            return RowHandle::NONE;
        }
        self.rows.push(Row::default());
        RowHandle(self.rows.len() as u32 - 1)
    }

    /// Declares a series as number `lane` of a row.
    #[inline]
    pub fn declare_in_row(&mut self, row: RowHandle, lane: usize, info: SeriesInfo) {
        if row != RowHandle::NONE {
            self.infos.push(info);
            self.storage.push(Storage::InRow(row.0, lane));
        }
    }

    /// Declares a counter that reports to two declared series: its own, and its group's band.
    #[inline]
    pub fn declare_counter(&mut self, series: [Handle; 2]) -> CounterHandle {
        if series == [Handle::NONE; 2] { CounterHandle::NONE } else { self.counters.declare(series) }
    }

    /// Bytes that the trace takes after `times` as long a run, if it goes on as so far.
    pub(crate) fn bytes_after(&self, times: f64) -> f64 {
        self.alone.iter().map(|series| series.bytes_after(times)).sum::<f64>()
            + self.rows.iter().map(|row| row.bytes_after(times)).sum::<f64>()
            + self.counters.bytes() as f64
            + self.events.bytes_after(times)
    }

    /// Bytes of memory that the trace has allocated.
    pub fn bytes(&self) -> usize {
        self.alone.iter().map(Series::bytes).sum::<usize>()
            + self.rows.iter().map(Row::bytes).sum::<usize>()
            + self.counters.bytes()
            + self.events.bytes()
    }

    /// The number of the bin that holds `time`.
    #[inline]
    pub fn bin(&self, time: Time) -> u32 {
        (time.nanos().saturating_sub(self.origin.nanos()) >> self.shift) as u32
    }

    pub fn bin_end(&self, bin: u32) -> Time {
        Time::from_nanos(self.origin.nanos() + ((u64::from(bin) + 1) << self.shift))
    }

    /// Records one sample in bin `bin`.
    #[inline]
    pub fn sample(&mut self, handle: Handle, bin: u32, value: f32) {
        if let Some(series) = self.alone.get_mut(handle.0 as usize) {
            series.sample(bin, value);
        }
    }

    /// Records values in bin `bin` that lie between `low` and `high`; the last one is `last`.
    #[inline]
    pub fn sample_range(&mut self, handle: Handle, bin: u32, low: f32, high: f32, last: f32) {
        if let Some(series) = self.alone.get_mut(handle.0 as usize) {
            series.sample_range(bin, low, high, last);
        }
    }

    /// Records one sample of each series of both rows in bin `bin`.
    #[inline]
    pub fn sample_rows(&mut self, rows: [RowHandle; 2], bin: u32, values: [f32; LANES]) {
        for row in rows {
            if let Some(row) = self.rows.get_mut(row.0 as usize) {
                row.sample(bin, values);
            }
        }
    }

    /// Returns the report number of the next value of a counter.
    #[inline(always)]
    pub fn next_report(&mut self) -> u64 {
        self.reports += 1;
        self.reports
    }

    /// Records the values of a counter in bin `bin`.
    pub fn record_counter(&mut self, counter: CounterHandle, bin: u32, values: CounterBin) {
        self.counters.record(counter, bin, values, &mut self.alone);
    }

    pub fn decisions(&mut self, time: Time, source: u32, decisions: &mut Decisions) {
        for decision in decisions.drain() {
            self.event_with(time, source, decision.rule, decision.terms);
        }
    }

    pub fn event(&mut self, time: Time, source: u32, rule: &'static Rule, values: &[f64]) {
        let mut terms = [f64::NAN; MAX_TERMS];
        for (place, value) in terms.iter_mut().zip(values) {
            *place = *value;
        }
        self.event_with(time, source, RuleRef::BuiltIn(rule), terms);
    }

    fn event_with(&mut self, time: Time, source: u32, rule: RuleRef, terms: [f64; MAX_TERMS]) {
        if time < self.origin {
            return;
        }
        let rule = (self.events.rules.number)(rule);
        self.events.add(Event { time, rule, source, terms });
    }

    /// True while individual packets are recorded.
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

    /// Records an ACK frame that reaches its sender.
    pub fn frame(&mut self, frame: impl FnOnce() -> FrameRecord) {
        if let Some(log) = &mut self.packets {
            log.add_frame(frame());
        }
    }

    /// The descriptions of the series, in the same order as [`Recorder::series`].
    pub fn infos(&self) -> &[SeriesInfo] {
        &self.infos
    }

    /// The series, in the order of their declaration.
    pub fn series(&self) -> Vec<SeriesView<'_>> {
        let view = |stored: &Storage| match *stored {
            Storage::Alone(place) => self.alone[place as usize].view(),
            Storage::InRow(row, lane) => self.rows[row as usize].lane(lane),
        };
        self.storage.iter().map(view).collect()
    }

    /// Start of bin `index` in seconds.
    pub fn bin_start_s(&self, index: u32) -> f64 {
        Time::from_nanos(self.origin.nanos() + (u64::from(index) << self.shift)).secs()
    }

    pub fn events(&self) -> &EventLog {
        &self.events
    }

    /// Sorts the packets at the end of a replay.
    pub fn sort_packets(&mut self) {
        if let Some(log) = &mut self.packets {
            log.sort();
        }
    }

    /// The packets of a replay.
    pub fn packets(&self) -> Option<&PacketLog> {
        self.packets.as_ref()
    }

    /// Removes and returns the packets of a replay.
    pub fn take_packets(&mut self) -> Option<PacketLog> {
        self.packets.take()
    }
}
