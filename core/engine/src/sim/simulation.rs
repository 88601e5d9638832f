//! A run: it is built from a setup, advanced in slices, read at any time, and replayed for any
//! window.

use super::ceiling::{Ceiling, Excess, Stopped};
use super::convergence::ConvergenceSampler;
use super::flow::{FlowCounters, FlowFacts, Source};
use super::handles::{FlowHandles, OF_ALGORITHM};
use super::network::{Network, PacketAccount};
use super::replay::Replay;
use super::results::{RunResults, measure};
use super::snapshots::{Snapshot, Snapshots};
use crate::catalogue::RuleTexts;
use crate::cc::{CongestionControl, Controller};
use crate::net::{Channel, ChannelCounters, ChannelHandles};
use crate::setup::{Direction, FlowSetup, Setup, SourceSetup};
use crate::tcp::Sender;
use crate::trace::{Handle, PacketLog, RecordOptions, Recorder, SeriesId, SeriesInfo, SeriesSource};
use crate::units::{Span, Time};

/// A run keeps checkpoints at no more than this many instants.
pub(super) const MAX_CHECKPOINTS: u64 = 128;
/// Minimum number of events between two checkpoints. A browser replays that many in twenty
/// milliseconds. With more frequent checkpoints a run would spend more time on first touches of new
/// memory than on its curves.
const EVENTS_BETWEEN_CHECKPOINTS: u64 = 200_000;
/// A replay keeps at most this many packet records.
const MAX_PACKET_RECORDS: usize = 200_000;
/// A replay records a series in at most this many bins, several for each pixel of a screen.
const REPLAY_BINS: u64 = 8192;
/// A replay keeps at most this many states of the sender that it follows.
const MAX_SENDER_STATES: usize = 500_000;

/// How far a run has come.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Progress {
    /// Simulated time.
    pub time: Time,
    /// True if the run is over.
    pub done: bool,
}

/// Events between two checks of the ceiling.
const EVENTS_BETWEEN_LOOKS: u64 = 1 << 16;

/// One run of one setup.
#[derive(Clone, Debug)]
pub struct Simulation {
    pub(super) setup: Setup,
    pub(super) network: Network,
    recorder: Recorder,
    snapshots: Snapshots,
    convergence: ConvergenceSampler,
    pub(super) facts: Vec<FlowFacts>,
    pub(super) checkpoints: Vec<Network>,
    /// Bytes of each checkpoint.
    checkpoint_sizes: Vec<usize>,
    checkpoint_bytes: usize,
    checkpoint_every: Span,
    next_checkpoint: Time,
    ceiling: Ceiling,
    /// Events until the next check of the ceiling.
    until_look: u64,
    stopped: Option<Stopped>,
}

impl Simulation {
    /// A run of `setup` at time zero.
    #[inline]
    pub fn new(setup: &Setup, options: &RecordOptions) -> Simulation {
        let mut network = Network::new(setup);
        let mut recorder = Recorder::new(options, setup.duration, crate::rule_numbers());
        declare_channels(&mut network, &mut recorder);
        declare_flows(setup, options, &mut network, &mut recorder);
        let facts = network
            .flows
            .iter()
            .map(|flow| FlowFacts { active: flow.schedule.iter().copied().collect() })
            .collect();
        let every = Span::from_nanos((setup.duration.nanos() / MAX_CHECKPOINTS).max(1));
        let mut simulation = Simulation {
            setup: setup.clone(),
            network,
            recorder,
            snapshots: Snapshots::new(setup),
            convergence: ConvergenceSampler::new(setup),
            facts,
            checkpoints: Vec::new(),
            checkpoint_sizes: Vec::new(),
            checkpoint_bytes: options.checkpoint_bytes,
            checkpoint_every: every,
            next_checkpoint: if options.checkpoint_bytes > 0 { Time::ZERO } else { Time::NEVER },
            ceiling: Ceiling::HARD,
            until_look: EVENTS_BETWEEN_LOOKS,
            stopped: None,
        };
        simulation.pass_stops();
        simulation
    }

    /// The setup of the run.
    #[inline]
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// Every rule that its events may name, by id: the built-in ones, followed by those of its own
    /// models.
    pub fn rules(&self) -> Vec<RuleTexts<'_>> {
        crate::rules_with(&self.setup.own_rules).collect()
    }

    /// The facts about each flow that its setup does not contain.
    #[inline]
    pub fn facts(&self) -> &[FlowFacts] {
        &self.facts
    }

    /// The sender of `flow` as it is now; `None` for one that is not TCP.
    pub fn sender(&self, flow: usize) -> Option<&Sender> {
        match &self.network.flows[flow].source {
            Source::Tcp { sender, .. } => Some(sender),
            Source::Cbr(_) => None,
        }
    }

    /// The algorithm of `flow`, for a caller who steers it between two slices of the run; `None` for
    /// a flow that is not TCP. What it then says takes effect as in Linux: a window with the next
    /// ACK or timer, a pacing rate with the next segment.
    pub fn algorithm_mut(&mut self, flow: usize) -> Option<&mut Controller> {
        match &mut self.network.flows[flow].source {
            Source::Tcp { sender, .. } => Some(sender.algorithm_mut()),
            Source::Cbr(_) => None,
        }
    }

    /// The counters of flow number `flow` so far, over all its connections.
    #[inline]
    pub fn flow_counters(&self, flow: usize) -> FlowCounters {
        self.network.flow_counters(flow)
    }

    /// The counters of channel number `index` (2·hop, plus 1 for backward) so far. They include
    /// settled transmission starts that are still in the future.
    #[inline]
    pub fn channel_counters(&self, index: usize) -> &ChannelCounters {
        self.network.channels[index].counters()
    }

    /// What was recorded so far.
    #[inline]
    pub fn recorder(&self) -> &Recorder {
        &self.recorder
    }

    /// Where all packets are.
    #[inline]
    pub fn census(&self) -> PacketAccount {
        self.network.census()
    }

    /// How far the run has come.
    #[inline]
    pub fn progress(&self) -> Progress {
        Progress {
            time: self.network.now,
            done: self.stopped.is_some() || self.network.now >= self.setup.duration,
        }
    }

    /// Simulates until `until` or the end of the run, or about `max_events` events, whichever comes
    /// first.
    ///
    /// Cutting a run into slices changes nothing: neither its trace nor its results.
    #[inline]
    pub fn advance(&mut self, until: Time, max_events: u64) -> Progress {
        let until = until.min(self.setup.duration);
        let mut left = max_events;
        while left > 0 && self.network.now < until && self.stopped.is_none() {
            let stops = self.snapshots.next().min(self.convergence.next()).min(self.next_checkpoint);
            let stop = stops.min(until);
            let slice = left.min(self.until_look);
            let done = self.network.advance(stop, slice, &mut self.recorder);
            left = left.saturating_sub(done);
            self.until_look = self.until_look.saturating_sub(done);
            self.pass_stops();
            if self.until_look == 0 {
                self.look_at_ceiling();
            }
        }
        if self.network.now >= self.setup.duration {
            self.network.drain(&mut self.recorder);
        }
        self.network.show_open_bins(&mut self.recorder);
        self.progress()
    }

    /// From now on packets are captured. A checkpoint would copy them: for runs without.
    #[cfg(feature = "capture")]
    pub fn capture(&mut self) {
        self.network.capture = Some(Vec::new());
    }

    /// The packets that were captured since the last call, in the order of time.
    #[cfg(feature = "capture")]
    pub fn take_captured(&mut self) -> Vec<super::Captured> {
        self.network.capture.as_mut().map(std::mem::take).unwrap_or_default()
    }

    /// Sets the ceiling from now on.
    #[inline]
    pub fn limit(&mut self, ceiling: Ceiling) {
        self.ceiling = ceiling;
    }

    /// Why the run ended early, if it did.
    #[inline]
    pub fn stopped(&self) -> Option<Stopped> {
        self.stopped
    }

    /// Bytes in use: state, checkpoints, trace and measurements.
    #[inline]
    pub fn bytes(&self) -> usize {
        self.state_bytes() + self.copied_bytes() + self.kept_bytes()
    }

    /// Bytes of the state alone.
    pub(super) fn state_bytes(&self) -> usize {
        self.network.state_bytes()
    }

    /// Bytes of the checkpoints.
    pub(super) fn copied_bytes(&self) -> usize {
        self.checkpoint_sizes.iter().sum()
    }

    /// Packets that have arrived at channels, each counted once per channel.
    pub(super) fn packet_hops(&self) -> u64 {
        self.network.packet_hops()
    }

    /// Segments that the flows have sent, retransmissions included.
    pub(super) fn segments_sent(&self) -> u64 {
        self.network.flows.iter().map(|flow| flow.counters().sender.sent).sum()
    }

    /// Bytes of trace and measurements.
    fn kept_bytes(&self) -> usize {
        self.recorder.bytes() + self.snapshots.bytes() + self.convergence.bytes()
    }

    /// Bytes of trace and measurements after `times` as long a run.
    pub(super) fn kept_bytes_after(&self, times: f64) -> f64 {
        self.recorder.bytes_after(times) + times * (self.snapshots.bytes() + self.convergence.bytes()) as f64
    }

    #[inline]
    fn look_at_ceiling(&mut self) {
        self.until_look = EVENTS_BETWEEN_LOOKS;
        self.network.give_back();
        let (packets, at) = (self.network.packet_hops(), self.network.now);
        // Results are read from a copy of the state.
        let bytes = self.bytes() + self.network.growth_bytes() + self.state_bytes();
        if packets > self.ceiling.packets {
            self.stopped = Some(Stopped { at, of: Excess::Packets(packets, self.ceiling.packets) });
        } else if self.network.events > self.ceiling.events {
            let excess = Excess::Events(self.network.events, self.ceiling.events);
            self.stopped = Some(Stopped { at, of: excess });
        } else if bytes > self.ceiling.bytes {
            self.stopped = Some(Stopped { at, of: Excess::Bytes(bytes, self.ceiling.bytes) });
        }
    }

    /// Simulates to the end.
    #[inline]
    pub fn run(&mut self) -> RunResults {
        self.advance(Time::NEVER, u64::MAX);
        self.results()
    }

    /// Takes the snapshot, the convergence sample and the checkpoint that are due now.
    #[inline]
    fn pass_stops(&mut self) {
        if self.network.now == self.snapshots.next() {
            self.network.drain(&mut self.recorder);
            self.snapshots.take(Snapshot::of(&self.network));
            self.network.channels.iter_mut().for_each(Channel::begin_interval);
        }
        if self.network.now == self.convergence.next() {
            self.convergence.sample(&self.setup, &self.facts, &self.network);
        }
        if self.network.now == self.next_checkpoint {
            let last = self.checkpoints.last().map(|checkpoint| checkpoint.events);
            if last.is_none_or(|last| self.network.events - last >= EVENTS_BETWEEN_CHECKPOINTS) {
                self.keep_checkpoint();
            } else {
                self.next_checkpoint += self.checkpoint_every;
            }
        }
    }

    /// Keeps a clone of the state. If the checkpoints take too much memory, every second one is
    /// dropped and the interval between them doubles.
    #[inline]
    fn keep_checkpoint(&mut self) {
        self.network.show_open_bins(&mut self.recorder);
        // A copy has no spare capacity.
        let copy = self.network.clone();
        self.checkpoint_sizes.push(copy.state_bytes());
        self.checkpoints.push(copy);
        let used: usize = self.checkpoint_sizes.iter().sum();
        if used > self.checkpoint_bytes && self.checkpoints.len() > 2 {
            let mut place = 0;
            self.checkpoints.retain(|_| {
                place += 1;
                place % 2 == 1
            });
            self.checkpoint_sizes = self.checkpoint_sizes.iter().copied().step_by(2).collect();
            self.checkpoint_every = self.checkpoint_every + self.checkpoint_every;
        }
        let last = self.checkpoints.last().map_or(Time::ZERO, |checkpoint| checkpoint.now);
        self.next_checkpoint = last.max(self.network.now) + self.checkpoint_every;
    }

    /// What was measured so far.
    #[inline]
    pub fn results(&self) -> RunResults {
        // Draining the queues changes the counters, so it is done on a copy. It does not change
        // later events.
        let mut network = self.network.clone();
        network.drain(&mut Recorder::new(&RecordOptions::NOTHING, Time::ZERO, crate::rule_numbers()));
        let mut results = measure(&self.setup, &network, &self.snapshots, &self.convergence);
        results.engine.stopped = self.stopped;
        results
    }

    /// The packets under way between `from` and `to` (at most until now), link by link, replayed
    /// from the nearest checkpoint.
    #[inline]
    pub fn packets(&self, from: Time, to: Time) -> PacketLog {
        let to = to.min(self.network.now);
        let log = PacketLog::new(from, to, MAX_PACKET_RECORDS);
        let mut replay =
            Replay::new(self.state_in_full_view(from), Recorder::of_packets(log, &self.recorder), to);
        replay.advance(u64::MAX);
        replay.into_packets()
    }

    /// Replays the window between `from` and `to` (at most until now), with its series at full
    /// detail, its events and, if `packets` is set, every packet in it. The replay begins at the
    /// nearest checkpoint, and the caller advances it.
    #[inline]
    pub fn replay(&self, from: Time, to: Time, packets: bool) -> Replay {
        // Only what has been simulated can be replayed.
        let from = from.min(self.network.now);
        let to = to.min(self.network.now).max(from);
        let log = PacketLog::new(from, to, if packets { MAX_PACKET_RECORDS } else { 0 });
        let recorder = Recorder::of_window(log, &self.recorder, REPLAY_BINS);
        Replay::new(self.state_in_full_view(from), recorder, to)
    }

    /// Replays the window between `from` and `to` (at most until now) as the sender of `flow` sees
    /// it: the packets on its access links, its decisions, and each of its states.
    #[inline]
    pub fn replay_sender(&self, flow: usize, from: Time, to: Time) -> Replay {
        let from = from.min(self.network.now);
        let to = to.min(self.network.now).max(from);
        let log = PacketLog { only: Some(flow as u32), ..PacketLog::new(from, to, MAX_PACKET_RECORDS) };
        let state = self.state_in_full_view(from);
        let row = state.flows[flow].handles.own_row();
        let recorder =
            Recorder::of_window(log, &self.recorder, REPLAY_BINS).following(row, MAX_SENDER_STATES);
        Replay::new(state, recorder, to)
    }

    /// The nearest state from which a replay sees everything in a window that begins at `from`.
    #[inline]
    fn state_in_full_view(&self, from: Time) -> Network {
        // A replay does not see packets whose fate was settled before its checkpoint. They must all
        // have arrived when the window begins.
        let nearest = self.checkpoints.iter().rev().find(|checkpoint| checkpoint.horizon() < from);
        // The first checkpoint is the state before the first event, with the series declared.
        match nearest.or(self.checkpoints.first()) {
            Some(checkpoint) => checkpoint.clone(),
            None => Network::new(&self.setup),
        }
    }
}

#[inline]
fn declare_channels(network: &mut Network, recorder: &mut Recorder) {
    for index in 0..network.channels.len() {
        let direction = if index % 2 == 0 { Direction::Forward } else { Direction::Backward };
        let of_discipline = network.channels[index].series_of_discipline();
        let can_mark = network.channels[index].can_mark();
        let has_lines = network.channels[index].measures_lines();
        let mut declare = |wanted: bool, series| {
            if !wanted {
                return Handle::NONE;
            }
            recorder.declare(SeriesInfo {
                source: SeriesSource::Hop(index / 2, direction),
                series,
                estimator: None,
                shown: None,
            })
        };
        let handles = ChannelHandles {
            queue: declare(true, SeriesId::Queue),
            of_discipline: of_discipline.map(|(series, has_it)| declare(has_it, series)),
            marks: declare(can_mark, SeriesId::Marks),
            passed: declare(can_mark, SeriesId::Passed),
            lines: [SeriesId::QueueL, SeriesId::QueueC].map(|series| declare(has_lines, series)),
        };
        network.record_channel(index, handles);
    }
}

/// Every flow gets its own series up to the limit, compared flows first. A group of several flows
/// gets a band.
#[inline]
fn declare_flows(setup: &Setup, options: &RecordOptions, network: &mut Network, recorder: &mut Recorder) {
    if options.bins_per_series == 0 {
        return;
    }
    let is_compared = |flow: &usize| setup.groups[setup.flows[*flow].group].compared;
    let compared = (0..setup.flows.len()).filter(is_compared);
    let others = (0..setup.flows.len()).filter(|flow| !is_compared(flow));
    let mut own = vec![false; setup.flows.len()];
    for flow in compared.chain(others).take(options.flows) {
        own[flow] = true;
    }
    let after = |flow: usize| setup.fork.as_ref().map(|fork| &fork.after.flows[flow].source);
    let bands: Vec<Option<(FlowHandles, Handle)>> = (0..setup.groups.len())
        .map(|group| {
            let mut members = setup.flows[setup.members(group)].iter();
            let (index, first) = (setup.members(group).start, members.next()?);
            members.next()?;
            Some(declare_flow(first, after(index), SeriesSource::Group(group), 1, recorder))
        })
        .collect();
    for (index, flow) in setup.flows.iter().enumerate() {
        let (mut handles, delivered) = if own[index] {
            declare_flow(flow, after(index), SeriesSource::Flow(index), 0, recorder)
        } else {
            (FlowHandles::none(), Handle::NONE)
        };
        let mut counter = [delivered, Handle::NONE];
        if let Some((band, delivered)) = &bands[flow.group] {
            join(&mut handles, band);
            counter[1] = *delivered;
        }
        handles.delivered = recorder.declare_counter(counter);
        network.flows[index].record_to(handles);
    }
}

/// Declares the series of a flow or of a group's band, in place 0 or 1 of each handle pair, and the
/// series of delivered segments. `after` is the source after a fork: its algorithm may be another
/// one with its own estimate.
#[inline]
fn declare_flow(
    flow: &FlowSetup,
    after: Option<&SourceSetup>,
    place: SeriesSource,
    side: usize,
    recorder: &mut Recorder,
) -> (FlowHandles, Handle) {
    let info = |series, estimator| SeriesInfo { source: place.clone(), series, estimator, shown: None };
    let pair = |recorder: &mut Recorder, series, estimator| {
        let mut pair = [Handle::NONE; 2];
        pair[side] = recorder.declare(info(series, estimator));
        pair
    };
    let mut handles = FlowHandles::none();
    let delivered = recorder.declare(info(SeriesId::Delivered, None));
    if flow.measures_delay {
        handles.delay = pair(recorder, SeriesId::Delay, None);
    }
    let SourceSetup::Tcp(tcp) = &flow.source else {
        return (handles, delivered);
    };
    let row = recorder.declare_row();
    handles.row[side] = row;
    let in_row = |recorder: &mut Recorder, info: SeriesInfo| {
        let known = FlowHandles::ROW.iter().position(|&known| known == info.series);
        recorder.declare_in_row(row, known.expect("a series of the row"), info);
    };
    in_row(recorder, info(SeriesId::Cwnd, None));
    handles.ssthresh = pair(recorder, SeriesId::Ssthresh, None);
    for series in [SeriesId::Flight, SeriesId::Rtt, SeriesId::Acked, SeriesId::Sent] {
        in_row(recorder, info(series, None));
    }
    let mut controllers = vec![tcp.controller()];
    if let Some(SourceSetup::Tcp(after)) = after {
        controllers.push(after.controller());
    }
    let shown = tcp.shown();
    if let Some((estimator, _)) = controllers.iter().find_map(|one| one.estimate(0.0)) {
        handles.has_estimate = true;
        in_row(recorder, SeriesInfo { shown: shown.estimate, ..info(SeriesId::Bwe, Some(estimator)) });
    }
    for ((series, value), handles) in OF_ALGORITHM.iter().zip(&mut handles.of_algorithm) {
        if controllers.iter().any(|one| value(one).is_some()) {
            *handles = pair(recorder, *series, None);
        }
    }
    let shadows = tcp.shadow.iter();
    handles.shadows = shadows.map(|estimator| pair(recorder, SeriesId::Bwe, Some(estimator))).collect();
    let others = shown.others.into_iter().map(|state| {
        let mut pair = [Handle::NONE; 2];
        pair[side] = recorder.declare(SeriesInfo { shown: Some(state), ..info(SeriesId::Shown, None) });
        pair
    });
    handles.shown = others.collect();
    (handles, delivered)
}

#[inline]
fn join(own: &mut FlowHandles, band: &FlowHandles) {
    own.row[1] = band.row[1];
    own.has_estimate |= band.has_estimate;
    own.ssthresh[1] = band.ssthresh[1];
    own.delay[1] = band.delay[1];
    for (pair, band) in own.of_algorithm.iter_mut().zip(&band.of_algorithm) {
        pair[1] = band[1];
    }
    for (own, band) in [(&mut own.shadows, &band.shadows), (&mut own.shown, &band.shown)] {
        own.resize(own.len().max(band.len()), [Handle::NONE; 2]);
        for (pair, band) in own.iter_mut().zip(band) {
            pair[1] = band[1];
        }
    }
}
