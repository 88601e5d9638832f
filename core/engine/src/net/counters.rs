//! What a channel counts, and what that says about any instant.
//!
//! A packet is counted where its fate is settled, which may be before the clock gets there:
//! counting costs least at arrival, when everything is at hand. Who asks for an instant takes away
//! what has not come yet. That is exact, because the packets it is about still stand in the queue.

use super::DelayHistogram;
use super::channel::Channel;
use super::lined::LineMeasures;
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
    /// Handed over behind a packet that was transmitted later.
    pub reordered: u64,
    /// ACKs left out because a later one says more.
    pub thinned: u64,
    /// Of these, how many left a header that travelled on.
    pub headers: u64,
    /// Bits of the settled packets.
    pub bits: u64,
    /// Packets whose start is settled.
    pub started: u64,
    /// Waiting time of those, in nanoseconds. It wraps around: the start of a packet in front of a
    /// transmitter that never sends again is at the end of time, and it is taken away again
    /// whenever somebody asks.
    pub wait_nanos: u64,
    /// Waiting time of the packets that were dropped after it, in nanoseconds.
    pub wasted_nanos: u64,
}

impl ChannelCounters {
    /// Packets that the queue dropped, for whatever reason.
    #[inline]
    pub fn drops(&self) -> u64 {
        self.overflows + self.early_drops
    }
}

/// What a channel had counted and measured at an instant.
#[derive(Clone, Debug)]
pub struct ChannelMeasures {
    /// Its counters; `started` and `wait_nanos` are those of the packets that had started.
    pub counters: ChannelCounters,
    /// Bits it had transmitted.
    pub bits_sent: f64,
    /// How long packets had waited that had started.
    pub waits: DelayHistogram,
    /// Integral of the queue over time, in packet seconds.
    pub queue_packet_s: f64,
    /// Its discipline marks packets.
    pub can_mark: bool,
    /// What each of its lines did, where they are measured each on its own.
    pub lines: Vec<LineMeasures>,
}

impl Channel {
    /// It is settled that a packet which arrived at `arrived` starts its transmission at `start`.
    #[inline(always)]
    pub(super) fn count_start(&mut self, arrived: Time, start: Time) {
        let wait_nanos = start.since(arrived).nanos();
        self.counters.wait_nanos = self.counters.wait_nanos.wrapping_add(wait_nanos);
        self.counters.started += 1;
        self.waits.count(wait_nanos);
    }

    /// Sums over its packets, settled starts included that are still to come.
    pub fn counters(&self) -> &ChannelCounters {
        &self.counters
    }

    /// What it had counted and measured at `now`, up to which it must have been drained.
    #[inline]
    pub fn measures(&self, now: Time) -> ChannelMeasures {
        let (mut counters, mut waits) = (self.counters, self.waits.clone());
        let mut waiting_nanos = 0;
        for packet in &self.waiting {
            waiting_nanos += now.since(packet.arrived).nanos();
            // Where the queue decides at dequeue, a waiting packet has no start yet and is not
            // counted.
            if !self.decides_at_dequeue {
                let wait_nanos = packet.start.since(packet.arrived).nanos();
                counters.wait_nanos = counters.wait_nanos.wrapping_sub(wait_nanos);
                counters.started -= 1;
                waits.discount(wait_nanos);
            }
        }
        let mut lined_bytes = 0;
        for packet in self.lines.iter().flat_map(|lines| lines.packets()) {
            waiting_nanos += now.since(packet.at).nanos();
            lined_bytes += u64::from(packet.bytes);
        }
        debug_assert!(self.lines.is_none() || lined_bytes == self.waiting_bytes, "bytes of the lines");
        // Each packet is one packet in the queue for as long as it waits.
        let queue_nanos = counters.wait_nanos + counters.wasted_nanos + waiting_nanos;
        // What was settled but is not through yet is exactly what the transmitter does from now
        // until it is free.
        let unsent = if self.free_at > now { self.transmitter.capacity_bits(now, self.free_at) } else { 0.0 };
        ChannelMeasures {
            counters,
            bits_sent: (counters.bits as f64 - unsent).max(0.0),
            waits,
            queue_packet_s: queue_nanos as f64 / 1e9,
            can_mark: self.can_mark(),
            lines: self.lines.as_ref().map_or_else(Vec::new, |lines| lines.measures.clone()),
        }
    }
}
