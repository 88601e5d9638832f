//! The application of a flow: when it acts, what it writes, and the results of its transfers.

use super::flow::{Flow, Phase, Source};
use super::network::Network;
use crate::application::{Action, FlowFacts, Model, Writes};
use crate::net::DelayHistogram;
use crate::rng::Stream;
use crate::setup::{FlowSetup, SourceSetup};
use crate::trace::Recorder;
use crate::units::Time;

/// Sums over completed transfers.
#[derive(Clone, Debug, Default)]
pub struct Transfers {
    /// How many.
    pub completed: u64,
    /// Sum of their durations, in seconds.
    pub sum_s: f64,
    /// Their durations.
    pub times: DelayHistogram,
    /// Video chunks that have arrived.
    pub chunks: u64,
    /// Sum of their encoding rates, in bit/s.
    pub chunk_rates_bps: f64,
    /// Time that playback was stalled, in seconds.
    pub stalled_s: f64,
}

impl Transfers {
    /// Upper bound of its bytes: the longest time of a run is below 2^63 ns.
    pub const MOST_BYTES: usize = size_of::<Transfers>() + DelayHistogram::MOST_BYTES;

    /// Adds the sums of another flow of the same group.
    pub fn add(&mut self, other: &Transfers) {
        self.completed += other.completed;
        self.sum_s += other.sum_s;
        self.times.add(&other.times);
        self.chunks += other.chunks;
        self.chunk_rates_bps += other.chunk_rates_bps;
        self.stalled_s += other.stalled_s;
    }
}

/// The application of a flow.
#[derive(Clone, Debug)]
pub struct Application {
    model: Model,
    random: Stream,
    /// Sums over its transfers so far.
    pub transfers: Transfers,
    /// True between the start of a connection and the end of its period.
    is_open: bool,
}

/// What an application knows of its flow.
pub fn facts(setup: &FlowSetup) -> FlowFacts {
    FlowFacts { segment_bits: f64::from(setup.packet_bytes) * 8.0, rtt: setup.rtt }
}

impl Application {
    /// The application of a flow, if it has one.
    pub fn of(setup: &FlowSetup, seed: u64) -> Option<Box<Application>> {
        let SourceSetup::Tcp(tcp) = &setup.source else { return None };
        let application = tcp.application.as_ref()?;
        Some(Box::new(Application {
            model: Model::new(application, facts(setup)),
            random: Stream::new(seed, &format!("flow {} application", setup.name)),
            transfers: Transfers::default(),
            is_open: false,
        }))
    }

    /// True if it begins when the handshake is over.
    pub fn waits_for_handshake(&self) -> bool {
        self.model.waits_for_handshake()
    }

    /// When it acts next.
    #[inline]
    pub fn next(&self) -> Time {
        if self.is_open { self.model.next() } else { Time::NEVER }
    }

    /// Its period is over: it does nothing more.
    pub fn close(&mut self) {
        self.is_open = false;
    }

    /// Memory of the application including itself, in bytes.
    pub fn bytes(&self) -> usize {
        size_of::<Application>() + self.transfers.times.bytes()
    }
}

impl Flow {
    /// A connection opens: its application writes for the first time.
    pub(super) fn open_application(&mut self, now: Time) {
        let (Some(application), Source::Tcp { sender, .. }) = (&mut self.application, &mut self.source)
        else {
            return;
        };
        application.is_open = true;
        let segments = application.model.open(now, &mut application.random);
        sender.give(segments);
        self.wanted_segments = segments;
    }

    /// The receiver has everything that was written: a transfer is complete.
    #[inline(never)]
    pub(super) fn complete(&mut self, now: Time) {
        let Some(application) = &mut self.application else {
            self.completed_at = Some(now);
            return;
        };
        let completed = application.model.completed(now, &mut application.random);
        let sums = &mut application.transfers;
        if let Some(took) = completed.took {
            sums.completed += 1;
            sums.sum_s += took.secs();
            sums.times.count(took.nanos());
        }
        if let Some(bps) = completed.chunk_rate_bps {
            sums.chunks += 1;
            sums.chunk_rates_bps += bps;
        }
        sums.stalled_s += completed.stalled_s;
        let end = self.stop_at;
        if let Some(at) = completed.reopens.filter(|at| application.is_open && *at < end) {
            self.schedule.push_front((at, end));
        }
    }
}

impl Network {
    /// The application of `flow` acts.
    #[inline(never)]
    pub(super) fn act(&mut self, flow: usize, recorder: &mut Recorder) {
        let now = self.now;
        let state = &mut self.flows[flow];
        let (Some(application), Source::Tcp { sender, .. }) = (&mut state.application, &mut state.source)
        else {
            return;
        };
        let before = sender.window().ssthresh;
        let all = match application.model.act(now, &mut application.random) {
            Action::Write(segments) => sender.given().saturating_add(segments),
            Action::Flood => u64::MAX,
            Action::Withdraw => {
                sender.withdraw();
                state.wanted_segments = sender.given();
                return;
            }
        };
        state.wanted_segments = all;
        if state.phase == Phase::Open {
            sender.extend(now, all, &mut self.outbox, &mut self.decisions);
            self.after_sender(flow, Some(before), recorder);
        } else {
            sender.give(all);
        }
    }
}

/// Statistics of the transfers completed in an interval.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct TransferStats {
    /// How many.
    pub completed: u64,
    /// Their mean duration, in seconds.
    pub mean_s: Option<f64>,
    /// The durations that half, 95 % and 99 % of them did not exceed, in seconds.
    pub quantiles_s: [Option<f64>; 3],
    /// The mean rate of a video's chunks, in bit/s.
    pub chunk_rate_bps: Option<f64>,
    /// Time that playback was stalled, in seconds; `None` without video.
    pub stalled_s: Option<f64>,
}

impl TransferStats {
    /// The statistics between two instants, from the sums at both.
    pub fn between(before: &Transfers, after: &Transfers) -> TransferStats {
        let completed = after.completed - before.completed;
        let chunks = after.chunks - before.chunks;
        TransferStats {
            completed,
            mean_s: (completed > 0).then(|| (after.sum_s - before.sum_s) / completed as f64),
            quantiles_s: [0.5, 0.95, 0.99].map(|p| after.times.quantile_s(&before.times, p)),
            chunk_rate_bps: (chunks > 0)
                .then(|| (after.chunk_rates_bps - before.chunk_rates_bps) / chunks as f64),
            stalled_s: (after.chunks > 0).then_some(after.stalled_s - before.stalled_s),
        }
    }
}
