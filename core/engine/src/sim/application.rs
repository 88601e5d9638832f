//! The application of a flow, and the results of its transfers.

use crate::application::{FlowFacts, Model, Writes};
use crate::net::DelayHistogram;
use crate::rng::Stream;
use crate::setup::{FlowSetup, SourceSetup};
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
    pub const MAX_BYTES: usize = size_of::<Transfers>() + DelayHistogram::MAX_BYTES;

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
    pub(super) model: Model,
    pub(super) random: Stream,
    /// Sums over its transfers so far.
    pub transfers: Transfers,
    /// True between the start of a connection and the end of its period.
    pub(super) is_open: bool,
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
