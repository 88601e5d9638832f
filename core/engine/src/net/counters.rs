//! What a channel counts, and how to get the counts at any instant.
//!
//! A packet is counted when its fate is settled, which may be ahead of the clock: counting is
//! cheapest at arrival, when all values are at hand. The measures at an instant subtract what has
//! not happened yet. This is exact, because the packets concerned are still in the queue.

use super::line_store::LineMeasures;
use super::{DelayHistogram, Packet};
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

/// Waiting times of a flow's packets in all channels that carry them: those of its data, and those
/// of its ACKs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Queued {
    /// Their sums in nanoseconds. They wrap around, like that of a channel.
    pub nanos: [u64; 2],
    /// Packets whose start is settled, each counted at every hop.
    pub starts: [u64; 2],
}

impl Queued {
    /// Removes a packet that was counted ahead of the clock.
    pub fn discount(&mut self, is_backward: bool, nanos: u64) {
        let side = usize::from(is_backward);
        self.nanos[side] = self.nanos[side].wrapping_sub(nanos);
        self.starts[side] -= 1;
    }
}

/// What all channels count together.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    /// The fingerprint of the run.
    pub digest: Digest,
    /// By flow: the waiting times of its packets, some of them ahead of the clock.
    pub queued: Vec<Queued>,
}

impl Tally {
    /// Before the first packet of this many flows.
    pub fn of(flows: usize) -> Tally {
        Tally { digest: Digest::default(), queued: vec![Queued::default(); flows] }
    }

    /// Counts the waiting time of a packet.
    #[inline(always)]
    pub(super) fn count_wait(&mut self, packet: &Packet, nanos: u64) {
        let side = usize::from(packet.kind.is_backward());
        let queued = &mut self.queued[packet.flow as usize];
        queued.nanos[side] = queued.nanos[side].wrapping_add(nanos);
        queued.starts[side] += 1;
    }
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
