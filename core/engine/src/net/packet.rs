//! Packets, and the first-in-first-out lines they travel in.

use std::collections::VecDeque;

use super::Flags;
use crate::units::Time;

/// The kind of a packet. Those that travel from receiver to sender have odd numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Kind {
    /// A data segment.
    Data,
    /// An acknowledgement.
    Ack,
    /// A request for a connection.
    Syn,
    /// The answer to a request for a connection.
    SynAck,
    /// A packet of a constant-bit-rate source.
    Cbr,
}

impl Kind {
    /// True if it opens a connection.
    #[inline]
    pub const fn is_handshake(self) -> bool {
        matches!(self, Kind::Syn | Kind::SynAck)
    }

    /// True if it travels from receiver to sender.
    #[inline]
    pub const fn is_backward(self) -> bool {
        self as u8 % 2 == 1
    }
}

const _: () = {
    assert!(Kind::Ack.is_backward() && Kind::SynAck.is_backward());
    assert!(!Kind::Data.is_backward() && !Kind::Syn.is_backward() && !Kind::Cbr.is_backward());
};

/// A packet on its way: 48 bytes, copied from line to line.
#[derive(Clone, Copy, Debug)]
pub struct Packet {
    /// When it reaches the end of the line it is in.
    pub at: Time,
    /// Data: when it was sent. ACK: the timestamp it echoes.
    pub stamp: Time,
    /// Data: the segment's number. ACK: the segment expected next.
    pub number: u64,
    /// How long it has waited in queues so far, in nanoseconds. The sum wraps around: a packet in
    /// front of a transmitter that never sends again waits for ever, and never arrives.
    pub waited_nanos: u64,
    pub flow: u32,
    /// ACK: the number of its entry in the flow's SACK store; 0 if it has none. Data: the share of
    /// a link that routers announce, as the bits of an `f32` in bit/s; 0 if none is announced.
    pub sack: u32,
    /// Size on the wire.
    pub bytes: u16,
    /// Which of the flow's connections it belongs to.
    pub epoch: u16,
    pub kind: Kind,
    /// True for a segment that was sent before.
    pub is_retransmission: bool,
    /// Its header bits. Queues and links on its path may change them.
    pub flags: Flags,
}

const _: () = assert!(size_of::<Packet>() == 48);

impl Packet {
    /// True for a data segment without header bits and without an announced share.
    #[inline]
    pub fn is_plain_segment(&self) -> bool {
        // One comparison instead of three, because every packet is checked here.
        u32::from(self.kind as u8) | u32::from(self.flags.bits()) | self.sack == 0
    }
}

const _: () = assert!(Kind::Data as u8 == 0);

/// A line keeps room for this many packets even if none is under way.
const SMALL_ROOM: usize = 64;

/// Packets under way between two places, in the order in which they arrive.
///
/// Links and access links never reorder, so a line needs one entry in the event queue and not one
/// per packet.
#[derive(Clone, Debug, Default)]
pub struct Line(VecDeque<Packet>);

/// Lists below this length do not matter.
const LARGE: usize = 1 << 16;

/// Bytes that a long list soon takes more: it doubles when it is full.
pub(super) fn growth_bytes<T>(list: &VecDeque<T>) -> usize {
    let (length, capacity) = (list.len(), list.capacity());
    if capacity > LARGE && length > capacity - capacity / 8 { capacity * size_of::<T>() } else { 0 }
}

impl Line {
    /// Bytes per packet.
    pub const PACKET_BYTES: usize = size_of::<Packet>();

    /// Adds a packet at the end. True if it is now the first one: the event queue must then be
    /// updated.
    #[inline]
    pub fn push(&mut self, packet: Packet) -> bool {
        debug_assert!(self.0.back().is_none_or(|last| last.at <= packet.at), "a line never reorders");
        self.0.push_back(packet);
        self.0.len() == 1
    }

    /// Takes the first packet and returns it with the arrival of the next one.
    #[inline]
    pub fn pop(&mut self) -> (Packet, Time) {
        let packet = self.0.pop_front().expect("the event queue names a line only while it holds a packet");
        (packet, self.0.front().map_or(Time::NEVER, |next| next.at))
    }

    /// Takes the first packet if it arrives no later than `until`.
    #[inline]
    pub fn pop_until(&mut self, until: Time) -> Option<Packet> {
        let is_due = self.0.front().is_some_and(|packet| packet.at <= until);
        if is_due { self.0.pop_front() } else { None }
    }

    /// The packet that arrives after `place` others.
    #[inline]
    pub fn get(&self, place: usize) -> Option<&Packet> {
        self.0.get(place)
    }

    /// How many packets are under way in it.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Memory of the line, in bytes.
    pub fn bytes(&self) -> usize {
        self.0.capacity() * size_of::<Packet>()
    }

    /// Bytes that it soon takes more.
    pub fn growth_bytes(&self) -> usize {
        growth_bytes(&self.0)
    }

    /// Frees the spare capacity that a burst has left. A line whose capacity is at most twice its
    /// packets plus `SMALL_ROOM` keeps it.
    #[inline]
    pub fn give_back(&mut self) {
        if self.0.capacity() > 2 * self.0.len() + SMALL_ROOM {
            self.0.shrink_to(self.0.len());
        }
    }

    /// True if nothing is under way.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// When the last packet in it arrives.
    pub fn last_arrival(&self) -> Option<Time> {
        self.0.back().map(|packet| packet.at)
    }

    /// The packets, first one first.
    pub fn iter(&self) -> impl Iterator<Item = &Packet> + '_ {
        self.0.iter()
    }
}
