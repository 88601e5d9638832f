//! Individual packets per link. They are recorded only while a time window is replayed in full
//! detail.

use crate::choices::Ecn;
use crate::order::sorted;
use crate::units::{Span, Time};

/// The outcome of a packet on a link.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Fate {
    /// It reached the other end.
    Delivered = 0,
    /// The queue dropped it.
    Dropped = 1,
    /// The link lost it.
    Lost = 2,
    /// It reached the other end with a Congestion Experienced mark, set here or earlier.
    Marked = 3,
}

impl Fate {
    /// The fate of a packet that reached the other end with this ECN field.
    #[inline]
    pub fn of_arrival(ecn: Ecn) -> Fate {
        if ecn == Ecn::Experienced { Fate::Marked } else { Fate::Delivered }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum PacketKindCode {
    /// A segment sent for the first time, or a SYN.
    Data = 0,
    Ack = 1,
    /// A retransmitted segment.
    Retransmission = 2,
    /// A UDP packet.
    Cbr = 3,
}

/// A link of the network.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PacketLink {
    /// Channel 2·hop, plus 1 for backward.
    Channel(u32),
    /// An access link of a flow: 0 from the source, 1 to the receiver, 2 from the receiver (ACKs),
    /// 3 to the source (ACKs).
    Access {
        /// The flow's index.
        flow: u32,
        /// The index among its four links.
        link: u32,
    },
}

impl PacketLink {
    /// Set in the number of an access link.
    pub const ACCESS_BIT: u32 = 0x8000_0000;

    /// A number that identifies either kind: the channel's own, or for an access link `ACCESS_BIT`
    /// plus 4·flow + link.
    pub fn code(self) -> u32 {
        match self {
            PacketLink::Channel(channel) => channel,
            PacketLink::Access { flow, link } => PacketLink::ACCESS_BIT | (flow * 4 + link),
        }
    }
}

#[derive(Clone, Copy, Debug)]
pub struct PacketRecord {
    pub flow: u32,
    /// Segment number, or the ACK number.
    pub number: u64,
    pub kind: PacketKindCode,
    /// True if it opens a connection: a SYN or a SYN-ACK.
    pub is_handshake: bool,
    /// Size on the wire.
    pub bytes: u16,
    pub place: PacketLink,
    /// Arrival at the link's queue.
    pub enter: Time,
    /// Start of its transmission.
    pub start: Time,
    /// End of its transmission.
    pub depart: Time,
    /// Arrival at the other end.
    pub arrive: Time,
    /// Its outcome.
    pub fate: Fate,
    /// Of a packet of QUIC: by how much the number of its data is below its own.
    pub lag: u32,
}

/// An ACK frame that has reached a QUIC sender.
#[derive(Clone, Debug)]
pub struct FrameRecord {
    pub flow: u32,
    pub time: Time,
    /// Size of its packet on the wire.
    pub bytes: u16,
    /// The receiver's delay of the largest packet.
    pub delay: Span,
    /// Ranges of packet numbers, half-open, the newest first.
    pub ranges: Vec<(u64, u64)>,
}

/// State of a sender after an event.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SenderState {
    /// Time of the event.
    pub time: Time,
    /// Congestion window in segments.
    pub cwnd: f64,
    /// Slow-start threshold in segments, initially infinite.
    pub ssthresh: f64,
    /// Segments sent and not yet cumulatively acknowledged.
    pub flight: u64,
    /// The latest RTT sample in seconds.
    pub rtt_s: Option<f64>,
}

/// The states of one sender in a window.
#[derive(Clone, Debug)]
pub struct SenderLog {
    /// Maximum number of states to keep.
    pub cap: usize,
    /// The states, in order of time.
    pub states: Vec<SenderState>,
    /// Number of states that were not kept.
    pub left_out: u64,
}

/// The packets of a replayed window.
#[derive(Clone, Debug)]
pub struct PacketLog {
    /// Packets that reach the end of a link before this instant are not recorded for that link.
    pub from: Time,
    /// Packets that arrive at a link after this instant are not recorded for that link.
    pub to: Time,
    /// Maximum number of records to keep.
    pub cap: usize,
    /// If set, only packets on the access links of this flow are kept.
    pub only: Option<u32>,
    /// The records, ordered by the packets' arrivals at their links once [`PacketLog::sort`] was
    /// called.
    pub records: Vec<PacketRecord>,
    /// The ACK frames of QUIC that reach their senders between `from` and `to`, in order of time; at most as many as
    /// records.
    pub frames: Vec<FrameRecord>,
}

impl PacketLog {
    /// An empty log for packets that are on a link at some time between `from` and `to`.
    pub fn new(from: Time, to: Time, cap: usize) -> PacketLog {
        PacketLog { from, to, cap, only: None, records: Vec::new(), frames: Vec::new() }
    }

    /// Sorts the records by the packets' arrivals at their links. Access links and receivers run
    /// ahead of the clock, so the records are added in another order.
    #[inline]
    pub fn sort(&mut self) {
        self.records = sorted(&self.records, |record| (record.enter.nanos(), record.place.code()));
    }

    /// Keeps an ACK frame if it belongs to the window and the limit is not reached.
    pub fn add_frame(&mut self, frame: FrameRecord) {
        let is_wanted = self.only.is_none_or(|wanted| wanted == frame.flow);
        if is_wanted && (self.from..=self.to).contains(&frame.time) && self.frames.len() < self.cap {
            self.frames.push(frame);
        }
    }

    /// Keeps `record` if it belongs to the window and the limit is not reached.
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
