//! A receive buffer that grows (`receive_buffer`; Linux 6.18 tcp_input.c: tcp_grow_window,
//! tcp_rcv_space_adjust, tcp_rcvbuf_grow).
//!
//! Two sizes grow. The *buffer* follows what the application reads per round trip: it allows twice as
//! much, and four times as much while the rate still doubles. The *window* that ACKs offer follows the
//! buffer by two segments per arriving segment. While the window grows, each segment is acknowledged
//! at once, so the number of such ACKs follows the window.
//!
//! The application reads at once. A kernel measures the RTT of the receiver by its own timestamps that
//! come back; here it is the RTT of the handshake and what the way of the data takes longer since then.

use super::options::ReceiveBufferSetup;
use crate::units::{Span, Time};

/// The share of the buffer that holds payload, in 256ths, before the first segment
/// (`TCP_DEFAULT_SCALING_RATIO`).
const FIRST_SHARE: u64 = 128;
/// Segments that count as read in the round trip before the first one (`TCP_INIT_CWND`).
const FIRST_READ: u64 = 10;
/// A shorter RTT does not let the sender double its rate (`tcp_rcvbuf_low_rtt`).
const LOW_RTT: Span = Span::from_millis(1);
/// What a packet takes in memory beside its buffer: `sk_buff` and `skb_shared_info`.
const DESCRIPTORS: u64 = 256;
const SHARED_INFO: u64 = 320;
const HEADROOM: u64 = 64;

/// The memory that a packet of this size takes (`truesize`): a buffer of the next power of two, and
/// its descriptor.
fn memory_of(packet_bytes: u64) -> u64 {
    (packet_bytes + HEADROOM + SHARED_INFO).next_power_of_two() + DESCRIPTORS
}

/// The receive buffer of a connection. Sizes are in bytes of payload, unless memory is meant.
#[derive(Clone, Debug)]
pub struct ReceiveBuffer {
    payload: u64,
    /// The largest memory (`tcp_rmem[2]`), and the memory now (`sk_rcvbuf`).
    most: u64,
    memory: u64,
    /// Memory per packet, and the payload's share of memory (`scaling_ratio`, in 1/256).
    packet: u64,
    share: u64,
    /// The window that ACKs offer (`rcv_ssthresh`), and its whole segments.
    window: u64,
    segments: u64,
    /// Neither of the two sizes can grow any more.
    is_grown: bool,
    /// The most that was read in a round trip (`rcvq_space.space`).
    read: u64,
    /// When the round trip began, and the segment that was expected then.
    since: Time,
    from: u64,
    /// RTT of the handshake, eight times the smoothed RTT in nanoseconds, and the fastest way of a
    /// segment to the receiver.
    base: Span,
    rtt8: u64,
    fastest: Span,
    /// When the segment left that gave the latest sample.
    sampled: Time,
}

impl ReceiveBuffer {
    /// Before the SYN, for segments of this size.
    pub fn new(setup: ReceiveBufferSetup, packet_bytes: u32, payload: u32) -> ReceiveBuffer {
        let payload = u64::from(payload).max(1);
        let window = (setup.initial * FIRST_SHARE / 256).max(payload) / payload * payload;
        let packet = memory_of(packet_bytes.into());
        ReceiveBuffer {
            payload,
            most: setup.most,
            memory: setup.initial,
            packet,
            share: (payload * 256 / packet).max(1),
            window,
            segments: window / payload,
            is_grown: false,
            read: window.min(FIRST_READ * payload),
            since: Time::ZERO,
            from: 0,
            base: Span::ZERO,
            rtt8: 0,
            fastest: Span::from_nanos(u64::MAX),
            sampled: Time::NEVER,
        }
    }

    /// The handshake is over: its RTT is known.
    pub fn open(&mut self, rtt: Span, now: Time) {
        self.base = rtt;
        self.rtt8 = 8 * rtt.nanos();
        self.since = now;
    }

    /// How much payload the buffer can hold beside this many packets (`tcp_space`).
    fn room(&self, packets: u64) -> u64 {
        self.memory.saturating_sub(packets * self.packet) * self.share / 256
    }

    /// Segments that the receiver now allows beyond those delivered in order.
    pub fn segments(&self) -> u64 {
        self.segments
    }

    /// True if neither the buffer nor the window can grow any more: arriving segments then change
    /// nothing.
    pub fn is_grown(&self) -> bool {
        self.is_grown
    }

    /// How many segments at least it acknowledges one by one: those of half a window
    /// (tcp_incr_quickack).
    pub fn quick(&self, most: u32) -> u32 {
        (self.window / (2 * self.payload)).max(2).min(most.into()) as u32
    }

    /// A segment arrives that took `way` from the sender; `held` segments wait beyond a gap. True if
    /// the window grows.
    pub fn on_segment(&mut self, way: Span, held: u64, now: Time) -> bool {
        self.fastest = self.fastest.min(way);
        if self.base == Span::ZERO {
            // There was no handshake.
            self.open(way + way, now);
        }
        // Segments that leave together echo one timestamp, and each timestamp counts once
        // (tcp_rcv_rtt_measure_ts).
        let sent = now - way;
        if sent != self.sampled {
            self.sampled = sent;
            let sample = (self.base + (way - self.fastest)).nanos();
            self.rtt8 = if 8 * sample < self.rtt8 { 8 * sample } else { self.rtt8 - self.rtt8 / 8 + sample };
        }
        // The packet that arrives is in the buffer too: it is read afterwards.
        let room = self.room(held + 1).saturating_sub(self.window);
        if room == 0 {
            // With more packets beside it there is even less room.
            self.is_grown = held == 0 && self.memory >= self.most;
            return false;
        }
        self.window += room.min(2 * self.payload);
        self.segments = self.window / self.payload;
        true
    }

    /// The application has read everything up to segment `next` at `now`.
    pub fn on_read(&mut self, next: u64, now: Time) {
        if now.since(self.since).nanos() < self.rtt8 / 8 {
            return;
        }
        let read = (next - self.from) * self.payload;
        if read > self.read {
            self.grow(read, 0);
        }
        (self.since, self.from) = (now, next);
    }

    /// A segment waits beyond a gap; the last one waits `span` segments beyond what was delivered.
    pub fn on_gap(&mut self, span: u64) {
        self.grow(self.read, span * self.payload);
    }

    fn grow(&mut self, read: u64, beyond: u64) {
        // The square of what a link of terabits delivers in a second has more than 64 bits.
        let [before, now, beyond] = [self.read, read, beyond].map(u128::from);
        self.read = read;
        // What is measured is a round trip old.
        let wanted = 2 * now;
        let low_rtt = u128::from(LOW_RTT.nanos());
        let more = match u128::from(self.rtt8 / 8) {
            rtt if rtt < low_rtt => wanted * rtt / low_rtt,
            _ => 2 * wanted * (now - before) / before,
        };
        let memory = (wanted + more + beyond) * 256 / u128::from(self.share);
        self.memory = self.memory.max(memory.min(self.most.into()) as u64);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Segments of 1500 bytes with 1448 of payload, and the memory that Linux 6.18 gives by default.
    fn buffer() -> ReceiveBuffer {
        let mut buffer = ReceiveBuffer::new(ReceiveBufferSetup::LINUX, 1500, 1448);
        buffer.open(Span::from_millis(80), Time::ZERO);
        buffer
    }

    #[test]
    fn a_packet_takes_a_buffer_and_its_descriptors() {
        // 1500 + 64 + 320 bytes fit into 2 KiB: SKB_TRUESIZE of 2304.
        assert_eq!((memory_of(1500), memory_of(9000)), (2304, 16_640));
        assert_eq!(buffer().share, 1448 * 256 / 2304);
    }

    #[test]
    fn the_first_window_is_half_of_the_buffer() {
        // Linux 6.18 with these values of tcp_rmem offers 65,160, 262,088 and 1,048,352 bytes.
        let first = |initial| ReceiveBuffer::new(ReceiveBufferSetup { initial, most: 1 << 21 }, 1500, 1448);
        let windows = [131_072, 524_288, 1 << 21].map(|initial| first(initial).window);
        assert_eq!(windows, [65_160, 262_088, 1_048_352]);
        assert_eq!((first(131_072).quick(16), first(4096).quick(16)), (16, 2));
    }

    #[test]
    fn a_packet_without_room_for_payload_takes_a_256th_of_it() {
        let large = ReceiveBufferSetup { initial: 1 << 21, ..ReceiveBufferSetup::LINUX };
        let mut tiny = ReceiveBuffer::new(large, 40, 1);
        tiny.open(Span::from_millis(80), Time::ZERO);
        tiny.on_gap(10);
        tiny.on_read(5000, Time::from_nanos(80_000_000));
        assert!(tiny.segments() > 0);
    }

    #[test]
    fn the_window_follows_the_buffer_by_two_segments_at_a_time() {
        // (131,072 − 2304) · 160/256 = 80,480 bytes of payload; from 65,160 on by 2896: 6 segments.
        let mut buffer = buffer();
        let grows = (0..30).filter(|_| buffer.on_segment(Span::from_millis(40), 0, Time::ZERO)).count();
        assert_eq!((grows, buffer.window), (6, 80_480));
    }

    #[test]
    fn the_buffer_allows_twice_what_was_read_and_more_while_the_rate_doubles() {
        let mut buffer = buffer();
        let at = |ms: u64| Time::from_nanos(ms * 1_000_000);
        buffer.on_read(11, at(40));
        assert_eq!(buffer.from, 0, "no round trip has passed");
        // 20 segments, 10 before: 2 · 28,960 and 2 · 57,920 · (28,960 − 14,480)/14,480.
        buffer.on_read(20, at(80));
        assert_eq!((buffer.read, buffer.room(0)), (28_960, (57_920 + 115_840) * 256 / 160 * 160 / 256));
        // As much again: twice what was read is less than before.
        buffer.on_read(40, at(160));
        assert_eq!((buffer.from, buffer.room(0)), (40, 173_760));
        // Segments beyond a gap need room too.
        buffer.on_gap(100);
        assert_eq!(buffer.room(0), 57_920 + 144_800);
    }

    #[test]
    fn what_arrives_changes_nothing_once_both_sizes_are_grown() {
        let mut buffer = buffer();
        let at = |ms: u64| Time::from_nanos(ms * 1_000_000);
        let way = Span::from_millis(40);
        while buffer.on_segment(way, 0, at(40)) {}
        assert!(!buffer.is_grown(), "the buffer may still grow");
        buffer.on_read(100_000, at(120));
        while buffer.on_segment(way, 0, at(120)) {}
        assert!(buffer.is_grown());
        let sizes = (buffer.memory, buffer.window, buffer.segments());
        for (held, ms) in [(0, 130), (70, 500), (2, 9000)] {
            assert!(!buffer.on_segment(way + way, held, at(ms)));
            buffer.on_gap(held);
            buffer.on_read(100_000 + 100 * ms, at(ms));
        }
        assert_eq!((buffer.memory, buffer.window, buffer.segments()), sizes);
    }

    #[test]
    fn what_a_link_of_terabits_delivers_does_not_overflow() {
        // 2^30 segments in a round trip after ten: four times their bytes times 2^30/10 is 2^69.
        let mut buffer = buffer();
        buffer.on_read(1 << 30, Time::from_nanos(80_000_000));
        assert_eq!(buffer.memory, ReceiveBufferSetup::LINUX.most);
        buffer.on_gap(1 << 50);
        assert_eq!(buffer.memory, ReceiveBufferSetup::LINUX.most);
    }

    #[test]
    fn the_buffer_has_a_limit() {
        let mut buffer = buffer();
        buffer.on_read(100_000, Time::from_nanos(80_000_000));
        assert_eq!(buffer.memory, ReceiveBufferSetup::LINUX.most);
    }
}
