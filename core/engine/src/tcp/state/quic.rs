//! What a QUIC sender keeps: its packets by number, and the data that they carry (quic §1).
//!
//! Every packet carries one segment of data. Packet numbers rise by one per packet, also for data that is sent again, so
//! a number is never ambiguous (RFC 9002 §3). `una`, `next` and `max` of a QUIC sender's connection are packet numbers:
//! rounds, samples and marks are counted by packets. The numbers of the data are here.

use std::collections::VecDeque;

use crate::tcp::intervals::Intervals;
use crate::tcp::options::QuicSetup;
use crate::tcp::state::Outgoing;
use crate::units::{Span, Time};

/// What became of a packet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    InFlight,
    Acked,
    Lost,
}

/// A packet that was sent.
#[derive(Clone, Copy, Debug)]
pub struct Sent {
    pub(in crate::tcp) at: Time,
    /// The segment that it carries.
    pub(in crate::tcp) data: u64,
    pub(in crate::tcp) fate: Fate,
    /// A probe carries its data again, and answers for it from now on.
    pub(in crate::tcp) is_copied: bool,
    /// There was an RTT sample when it left.
    pub(in crate::tcp) had_rtt: bool,
}

/// A packet that was declared lost, of which an ACK may still come.
#[derive(Clone, Copy, Debug)]
pub struct Given {
    pub(in crate::tcp) number: u64,
    pub(in crate::tcp) data: u64,
    pub(in crate::tcp) sent: Time,
    pub(in crate::tcp) given_up: Time,
}

/// Packets that were lost one after the other, with none acknowledged between them (RFC 9002 §7.6.2).
#[derive(Clone, Copy, Debug)]
pub struct LostRun {
    pub(in crate::tcp) first_sent: Time,
    pub(in crate::tcp) last: u64,
}

/// The state of a QUIC sender.
#[derive(Clone, Debug)]
pub struct Quic {
    pub(in crate::tcp) setup: QuicSetup,
    /// The packets from number `una` of the connection on.
    pub(in crate::tcp) sent: VecDeque<Sent>,
    pub(in crate::tcp) in_flight: u64,
    pub(in crate::tcp) largest_acked: Option<u64>,
    /// When the earliest packet that was overtaken counts as lost.
    pub(in crate::tcp) loss_time: Time,
    /// When the last packet left.
    pub(in crate::tcp) last_sent: Time,
    /// Packets sent up to this instant neither grow the window nor reduce it again (congestion_recovery_start_time).
    pub(in crate::tcp) recovery_start: Option<Time>,
    /// The sender repairs a loss until a packet that was sent after this is acknowledged.
    pub(in crate::tcp) entered: Time,
    /// A loss was found: one packet may leave whatever the window is (RFC 9002 §7.3.2).
    pub(in crate::tcp) must_send: bool,
    pub(in crate::tcp) lost_run: Option<LostRun>,
    /// Packets declared lost in the latest time, in the order of their numbers.
    pub(in crate::tcp) given_up: VecDeque<Given>,
    /// Packets that the latest ACK newly acknowledges, as half-open runs.
    pub(in crate::tcp) fresh: Vec<(u64, u64)>,
    /// The next new segment, and the first one that is not known to be delivered.
    pub(in crate::tcp) data_next: u64,
    pub(in crate::tcp) data_una: u64,
    /// Segments from `data_una` on that are known to be delivered, and those that wait to be sent again.
    pub(in crate::tcp) delivered: Intervals,
    pub(in crate::tcp) waiting: Intervals,
    /// The segment that the next packet carries.
    pub(in crate::tcp) chosen: u64,
}

impl Quic {
    /// Upper bound of the bytes of a packet in its lists.
    pub const PACKET_BYTES: usize =
        size_of::<Sent>() + size_of::<Given>() + 2 * Intervals::SEGMENT_BYTES + size_of::<(u64, u64)>();

    /// Nothing is sent yet.
    pub(in crate::tcp) fn new(setup: QuicSetup) -> Quic {
        Quic {
            setup,
            sent: VecDeque::new(),
            in_flight: 0,
            largest_acked: None,
            loss_time: Time::NEVER,
            last_sent: Time::ZERO,
            recovery_start: None,
            entered: Time::ZERO,
            must_send: false,
            lost_run: None,
            given_up: VecDeque::new(),
            fresh: Vec::new(),
            data_next: 0,
            data_una: 0,
            delivered: Intervals::default(),
            waiting: Intervals::default(),
            chosen: 0,
        }
    }

    /// Memory of its lists, in bytes.
    pub(in crate::tcp) fn bytes(&self) -> usize {
        self.sent.capacity() * size_of::<Sent>()
            + self.given_up.capacity() * size_of::<Given>()
            + self.fresh.capacity() * size_of::<(u64, u64)>()
            + self.delivered.bytes()
            + self.waiting.bytes()
    }

    /// A packet leaves at `now` with the segment that was chosen.
    pub(in crate::tcp) fn send(&mut self, now: Time, had_rtt: bool, outgoing: &mut Outgoing) {
        let data = self.chosen;
        outgoing.lag = (outgoing.number - data) as u32;
        outgoing.is_retransmission = data < self.data_next;
        if outgoing.is_retransmission {
            self.waiting.remove(data, data + 1);
        } else {
            self.data_next = data + 1;
        }
        self.sent.push_back(Sent { at: now, data, fate: Fate::InFlight, is_copied: false, had_rtt });
        self.in_flight += 1;
        self.last_sent = now;
        self.must_send = false;
    }

    /// True if a packet sent then is sent after the latest reduction of the window.
    pub(in crate::tcp) fn is_after_reduction(&self, sent: Time) -> bool {
        self.recovery_start.is_none_or(|start| sent > start)
    }

    /// True if segment `data` is known to be delivered.
    pub(in crate::tcp) fn has_delivered(&self, data: u64) -> bool {
        data < self.data_una || self.delivered.contains(data)
    }

    /// Segment `data` is known to be delivered.
    pub(in crate::tcp) fn deliver(&mut self, data: u64) {
        if data == self.data_una {
            self.data_una = self.delivered.next_gap(data + 1);
            self.delivered.remove_below(self.data_una);
        } else if data > self.data_una {
            self.delivered.insert(data, data + 1);
        }
        if !self.waiting.is_empty() {
            self.waiting.remove(data, data + 1);
        }
    }

    /// How long a packet may be overtaken (RFC 9002 §6.1.2), with these RTTs in seconds.
    pub(in crate::tcp) fn loss_delay(&self, latest_s: f64, srtt_s: f64) -> Span {
        let longest_s = crate::math::larger(latest_s, srtt_s);
        Span::from_secs(self.setup.time_threshold * longest_s).max(self.setup.granularity)
    }
}
