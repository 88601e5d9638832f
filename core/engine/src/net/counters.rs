//! What a channel counts, and how to get the counts at any instant.
//!
//! A packet is counted when its fate is settled, which may be ahead of the clock: counting is
//! cheapest at arrival, when all values are at hand. The measures at an instant subtract what has
//! not happened yet. This is exact, because the packets concerned are still in the queue.

use super::channel::{Arrival, Channel};
use super::lined::LineMeasures;
use super::{DelayHistogram, Packet};
use crate::trace::Digest;
use crate::units::Time;

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
    /// Delivered after a packet that was transmitted later.
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
    fn count_wait(&mut self, packet: &Packet, nanos: u64) {
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
    /// Its discipline marks packets.
    pub can_mark: bool,
    /// The measures of each of its lines, if they are measured separately.
    pub lines: Vec<LineMeasures>,
}

impl Channel {
    /// Counts the packet of `arrival`, which arrived at `arrived` and whose transmission starts at
    /// `start`: for the channel and for the packet's flow.
    #[inline(always)]
    pub(super) fn count_start(&mut self, arrival: &mut Arrival, arrived: Time, start: Time) {
        let wait_nanos = start.since(arrived).nanos();
        self.counters.wait_nanos = self.counters.wait_nanos.wrapping_add(wait_nanos);
        self.waits.count(wait_nanos);
        arrival.tally.count_wait(arrival.packet, wait_nanos);
    }

    /// The waiting packets whose start is settled, which are counted already: each with its flow and
    /// its waiting time in nanoseconds.
    pub fn settled_ahead(&self) -> impl Iterator<Item = (u32, u64)> {
        let waiting = self.waiting.iter().filter(|_| !self.decides_at_dequeue);
        waiting.map(|packet| (packet.flow, packet.start.since(packet.arrived).nanos()))
    }

    /// Sums over its packets. They include settled starts that are still in the future.
    pub fn counters(&self) -> &ChannelCounters {
        &self.counters
    }

    /// The counts and measures at `now`. The channel must be drained up to `now`.
    #[inline]
    pub fn measures(&self, now: Time) -> ChannelMeasures {
        let (mut counters, mut waits) = (self.counters, self.waits.clone());
        let (mut started, mut waiting_nanos) = (counters.accepted, 0);
        for packet in &self.waiting {
            waiting_nanos += now.since(packet.arrived).nanos();
            // If the queue decides at dequeue, a waiting packet has no start yet and is not
            // counted.
            if !self.decides_at_dequeue {
                let wait_nanos = packet.start.since(packet.arrived).nanos();
                counters.wait_nanos = counters.wait_nanos.wrapping_sub(wait_nanos);
                started -= 1;
                waits.discount(wait_nanos);
            }
        }
        let mut lined_bytes = 0;
        for packet in self.lines.iter().flat_map(|lines| lines.packets()) {
            waiting_nanos += now.since(packet.at).nanos();
            lined_bytes += u64::from(packet.bytes);
        }
        debug_assert!(self.lines.is_none() || lined_bytes == self.waiting_bytes, "bytes of the lines");
        // Each packet adds its waiting time to the integral of the queue.
        let queue_nanos = counters.wait_nanos + counters.wasted_nanos + waiting_nanos;
        // The settled bits that are not sent yet are exactly what the transmitter sends from now
        // until it is free.
        let unsent = if self.free_at > now { self.transmitter.capacity_bits(now, self.free_at) } else { 0.0 };
        ChannelMeasures {
            counters,
            started,
            bits_sent: (counters.bits as f64 - unsent).max(0.0),
            waits,
            queue_packet_s: queue_nanos as f64 / 1e9,
            can_mark: self.can_mark(),
            lines: self.lines.as_ref().map_or_else(Vec::new, |lines| lines.measures.clone()),
        }
    }
}
