//! What a channel counts, and how to get the counts at any instant.
//!
//! A packet is counted when its fate is settled, which may be ahead of the clock: counting is
//! cheapest at arrival, when all values are at hand. The measures at an instant subtract what has
//! not happened yet. This is exact, because the packets concerned are still in the queue.

use super::DelayHistogram;
use super::line_store::LineMeasures;
use crate::trace::Digest;

/// Sums over the packets of a channel.
#[derive(Clone, Copy, Debug, Default)]
pub struct ChannelCounters {
    /// Packets that arrived.
    pub arrivals: u64,
    /// Packets whose transmission was settled.
    pub accepted: u64,
    /// Dropped because the queue was full.
    pub overflows: u64,
    /// Dropped by the discipline although there was room.
    pub early_drops: u64,
    /// Marked by the discipline instead of dropped, or marked once more.
    pub marks: u64,
    /// Lost by the link.
    pub losses: u64,
    /// Delivered after a packet that was transmitted later (RFC 4737 §3.3).
    pub reordered: u64,
    /// ACKs left out because a later one acknowledges more.
    pub thinned: u64,
    /// Lost packets whose header travelled on.
    pub headers: u64,
    /// Bits of the settled packets.
    pub bits: u64,
    /// Waiting time of the settled packets, in nanoseconds. The sum wraps around: a packet that waits for a
    /// transmitter that never sends again starts at the end of time. [`Channel::measures`]
    /// subtracts this part again.
    pub wait_nanos: u64,
    /// Waiting time of the packets that waited before they were dropped, in nanoseconds.
    pub wasted_nanos: u64,
}

impl ChannelCounters {
    /// Packets that the queue dropped, for whatever reason.
    #[inline]
    pub fn drops(&self) -> u64 {
        self.overflows + self.early_drops
    }
}

/// What all channels count together.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    /// The fingerprint of the run.
    pub digest: Digest,
}

/// The counts and measures of a channel at an instant.
#[derive(Clone, Debug)]
pub struct ChannelMeasures {
    /// Its counters; `wait_nanos` is that of the packets that had started.
    pub counters: ChannelCounters,
    /// Packets whose transmission had started.
    pub started: u64,
    /// Bits it had transmitted.
    pub bits_sent: f64,
    /// Waiting times of the packets that had started.
    pub waits: DelayHistogram,
    /// Integral of the queue over time, in packet seconds.
    pub queue_packet_s: f64,
    /// The most packets that waited since the snapshot before.
    pub longest: usize,
    /// Its discipline marks packets.
    pub can_mark: bool,
    /// The measures of each of its lines, if they are measured separately.
    pub lines: Vec<LineMeasures>,
}
