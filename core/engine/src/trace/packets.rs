//! Single packets, link by link: recorded only while a window of time is replayed at full detail.

use crate::choices::Ecn;
use crate::order::sorted;
use crate::units::Time;

/// What became of a packet on a link.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Fate {
    /// It reached the other end.
    Delivered = 0,
    /// The queue dropped it.
    Dropped = 1,
    /// The link lost it.
    Lost = 2,
    /// It reached the other end, marked with Congestion Experienced here or before.
    Marked = 3,
}

impl Fate {
    /// The fate of a packet that reached the other end with this ECN field.
    #[inline]
    pub fn of_arrival(ecn: Ecn) -> Fate {
        if ecn == Ecn::Experienced { Fate::Marked } else { Fate::Delivered }
    }
}

/// What kind of packet it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum PacketKindCode {
    /// A segment sent for the first time, or a SYN.
    Data = 0,
    /// An ACK.
    Ack = 1,
    /// A segment sent again.
    Retransmission = 2,
    /// A UDP packet.
    Cbr = 3,
}

/// A link of the network.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PacketLink {
    /// Channel 2·hop, plus 1 for backward.
    Channel(u32),
    /// An access link of a flow: 0 source out, 1 receiver in, 2 receiver out (ACKs), 3 source in
    /// (ACKs).
    Access {
        /// The flow's index.
        flow: u32,
        /// Which of its links.
        link: u32,
    },
}

impl PacketLink {
    /// Set in the number of an access link.
    pub const ACCESS_BIT: u32 = 0x8000_0000;

    /// One number for both kinds: a channel's own, or for an access link `ACCESS_BIT` and 4·flow +
    /// link.
    pub fn code(self) -> u32 {
        match self {
            PacketLink::Channel(channel) => channel,
            PacketLink::Access { flow, link } => PacketLink::ACCESS_BIT | (flow * 4 + link),
        }
    }
}

/// One packet on one link.
#[derive(Clone, Copy, Debug)]
pub struct PacketRecord {
    /// Its flow.
    pub flow: u32,
    /// Segment number, or the number an ACK carries.
    pub number: u64,
    /// What it is.
    pub kind: PacketKindCode,
    /// Whether it opens a connection: a SYN, or the answer to one.
    pub is_handshake: bool,
    /// Size on the wire.
    pub bytes: u16,
    /// Where.
    pub place: PacketLink,
    /// Arrival at the link's queue.
    pub enter: Time,
    /// Start of its transmission.
    pub start: Time,
    /// End of its transmission.
    pub depart: Time,
    /// Arrival at the other end.
    pub arrive: Time,
    /// What became of it.
    pub fate: Fate,
}

/// Where a sender stands after something happened to it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SenderState {
    /// When.
    pub time: Time,
    /// Congestion window in segments.
    pub cwnd: f64,
    /// Slow-start threshold in segments, infinite at first.
    pub ssthresh: f64,
    /// Segments sent and not yet cumulatively acknowledged.
    pub flight: u64,
    /// The latest RTT sample in seconds.
    pub rtt_s: Option<f64>,
}

/// What one sender did in a window, state by state.
#[derive(Clone, Debug)]
pub struct SenderLog {
    /// At most this many states are kept.
    pub cap: usize,
    /// The states, in the order of time.
    pub states: Vec<SenderState>,
    /// How many were not kept.
    pub left_out: u64,
}

/// The packets of a replayed window.
#[derive(Clone, Debug)]
pub struct PacketLog {
    /// Packets that reach the end of a link before this instant are left out there.
    pub from: Time,
    /// Packets that come to a link after this instant are left out there.
    pub to: Time,
    /// At most this many records are kept.
    pub cap: usize,
    /// Nothing but what crosses the access links of this flow is kept; `None` keeps all.
    pub only: Option<u32>,
    /// The records, in the order in which the packets entered their links.
    pub records: Vec<PacketRecord>,
}

impl PacketLog {
    /// An empty log for packets that are on a link at some instant between `from` and `to`.
    pub fn new(from: Time, to: Time, cap: usize) -> PacketLog {
        PacketLog { from, to, cap, only: None, records: Vec::new() }
    }

    /// Puts the records in the order in which packets came to their links: access links and
    /// receivers run ahead of the clock, so that they were settled in another.
    #[inline]
    pub fn sort(&mut self) {
        self.records = sorted(&self.records, |record| (record.enter.nanos(), record.place.code()));
    }

    /// Keeps `record` if it belongs to the window and there is room.
    pub fn add(&mut self, record: PacketRecord) {
        let is_wanted = match (self.only, record.place) {
            (None, _) => true,
            (Some(wanted), PacketLink::Access { flow, .. }) => flow == wanted,
            (Some(_), PacketLink::Channel(_)) => false,
        };
        if is_wanted && record.arrive >= self.from && record.enter <= self.to && self.records.len() < self.cap
        {
            self.records.push(record);
        }
    }
}
