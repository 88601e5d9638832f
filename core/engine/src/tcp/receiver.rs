//! The receiving end: reassembly, delayed ACKs, timestamps, SACK blocks (tcp-core §3).

mod blocks;
mod gro;
mod marks;

pub use self::blocks::SackBlocks;
use self::blocks::{EXPECTED_BLOCKS, MAX_BLOCKS, Stale};
use self::gro::Gro;
use super::Intervals;
use super::ReceiveBuffer;
use super::linux_acks::{Arrival, LinuxDelay};
use super::options::LinuxAcks;
use super::paws;
use super::quic::AckPolicy;
use super::state::MarkEcho;
use crate::choices::MarkFeedback;
use crate::units::{Span, Time};

/// What the receiver wants after a segment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AckPlan {
    /// Send an ACK now.
    Now,
    /// Send one at this instant unless another goes out before.
    At(Time),
    /// Send the ACK of earlier segments that waits, then take the segment again: it has not been taken.
    HeldFirst,
}

/// When a single segment in order is acknowledged.
#[derive(Clone, Debug)]
enum AckDelay {
    /// At once.
    None,
    /// After this time.
    Fixed(Span),
    /// As a Linux receiver does.
    Linux(Box<LinuxDelay>),
}

/// A receiver with a window of at most this many segments does not delay ACKs. One segment is then
/// at least half of the window. A receiver acknowledges at once what can open its window by half
/// (receiver's silly-window avoidance, RFC 9293 §3.8.6.2.2 with Fr = 1/2; Linux, tcp_cleanup_rbuf).
const AT_ONCE_UP_TO: u64 = 2;

/// True if a receiver with `receive_window` segments delays ACKs, where a flow has `delayed_ack`.
pub fn delays_acks(delayed_ack: bool, receive_window: u64) -> bool {
    delayed_ack && receive_window > AT_ONCE_UP_TO
}

/// The receiving end of one connection.
#[derive(Clone, Debug)]
pub struct Receiver {
    next: u64,
    beyond: Intervals,
    delay: AckDelay,
    /// A duplicate of the last in-order segment gets a delayed ACK.
    delays_last: bool,
    /// In-order segments not acknowledged yet.
    pending: u32,
    deadline: Time,
    /// Timestamp to echo (RFC 7323 §4.3).
    echo: Time,
    last_ack: u64,
    max_blocks: usize,
    /// Segments whose headers came without their payload (queues-and-links §11).
    corrupted: Intervals,
    /// The latest share that routers announce, as the bits of an `f32` (queues-and-links §12); 0 if
    /// none is announced.
    share: u32,
    /// The blocks that changed most recently, newest first. Only the newest one can change: a
    /// segment that extends another block makes that block the newest.
    recent: [(u64, u64); MAX_BLOCKS],
    recent_count: usize,
    /// The most blocks that are remembered.
    most_recent: usize,
    /// Segments that had arrived before: they were retransmitted needlessly.
    duplicates: u64,
    /// ACKs report segments that arrive twice (`dsack`; Linux, tcp_dsack_set).
    reports_duplicates: bool,
    /// One past the segment that arrived twice and that no ACK has reported yet; 0 if there is none.
    past_duplicate: u64,
    /// Segments with old timestamps are discarded (`paws`): how many were, and the latest one that no ACK has
    /// reported yet.
    discards_stale: bool,
    stale: u64,
    told_stale: Stale,
    /// Segments marked with Congestion Experienced.
    marked: u64,
    /// How the receiver reports marks, if it does.
    echo_of_marks: Option<MarkEcho>,
    /// The count of marks that ACKs carry; 0 if they carry none.
    reported_marks: u32,
    /// Segments that the network card holds, if it merges them.
    gro: Option<Box<Gro>>,
    /// The packets of a QUIC receiver.
    quic: Option<Box<AckPolicy>>,
    /// ACKs carry more than number and SACK blocks (marks, corruption or a share), or are delayed
    /// as in Linux.
    does_more: bool,
}

impl Receiver {
    /// Memory of the receiver's lists of segments, in bytes.
    pub fn bytes(&self) -> usize {
        self.beyond.bytes() + self.corrupted.bytes() + self.quic.as_ref().map_or(0, |quic| quic.bytes())
    }

    /// A receiver that delays ACKs by at most `delay`, or not at all.
    pub fn new(delay: Option<Span>, timestamps: bool) -> Receiver {
        Receiver {
            next: 0,
            beyond: Intervals::default(),
            delay: delay.map_or(AckDelay::None, AckDelay::Fixed),
            delays_last: false,
            pending: 0,
            deadline: Time::NEVER,
            echo: Time::ZERO,
            last_ack: 0,
            max_blocks: if timestamps { MAX_BLOCKS - 1 } else { MAX_BLOCKS },
            corrupted: Intervals::default(),
            share: 0,
            recent: [(0, 0); MAX_BLOCKS],
            recent_count: 0,
            most_recent: MAX_BLOCKS,
            duplicates: 0,
            reports_duplicates: false,
            past_duplicate: 0,
            discards_stale: false,
            stale: 0,
            told_stale: Stale::default(),
            marked: 0,
            echo_of_marks: None,
            reported_marks: 0,
            gro: None,
            quic: None,
            does_more: false,
        }
    }

    /// Treats a duplicate of the last in-order segment as new and delays its ACK.
    pub fn delay_last_again(mut self) -> Receiver {
        self.delays_last = true;
        self
    }

    /// Remembers no more blocks than an ACK carries.
    pub fn remembering_few(mut self) -> Receiver {
        self.most_recent = self.max_blocks;
        self
    }

    /// The first segment is a SYN, which is acknowledged at once (tcp-sink.cc,
    /// `SYN_immediate_ack_`).
    pub fn answering_first(mut self) -> Receiver {
        self.pending = 1;
        self
    }

    /// Acknowledges as a Linux receiver does, if the receiver delays ACKs at all.
    pub fn acknowledge_as_linux(mut self, setup: LinuxAcks) -> Receiver {
        if let AckDelay::Fixed(fixed) = self.delay {
            self.delay = AckDelay::Linux(Box::new(LinuxDelay::new(setup, fixed)));
            self.does_more = true;
        }
        self
    }

    /// Its network card merges the segments in order that come within `wait`, `most` at most.
    pub fn merging(mut self, wait: Span, most: u32) -> Receiver {
        self.gro = Some(Box::new(Gro::new(wait, most)));
        self.does_more = true;
        self
    }

    /// Acknowledges packets by their numbers, as a QUIC receiver does.
    pub fn numbering(mut self, policy: AckPolicy) -> Receiver {
        self.quic = Some(Box::new(policy));
        self.does_more = true;
        self
    }

    /// The packets of a QUIC receiver.
    #[inline]
    pub fn packets(&self) -> Option<&AckPolicy> {
        self.quic.as_deref()
    }

    /// Packet `number` of a QUIC connection arrives with segment `data`.
    pub fn on_packet(&mut self, number: u64, data: u64, now: Time) -> AckPlan {
        self.place(data);
        match self.quic.as_mut().and_then(|quic| quic.on_packet(number, now)) {
            None => AckPlan::Now,
            Some(due) => {
                self.deadline = self.deadline.min(due);
                AckPlan::At(self.deadline)
            }
        }
    }

    /// The receive buffer grows, if the receiver acknowledges as a Linux receiver does.
    pub fn growing(mut self, buffer: ReceiveBuffer) -> Receiver {
        if let AckDelay::Linux(linux) = &mut self.delay {
            linux.growing(buffer);
        }
        self
    }

    /// The window that was offered last, in segments, if it can grow.
    pub fn offered(&self) -> Option<u64> {
        match &self.delay {
            AckDelay::Linux(linux) => linux.offered(),
            _ => None,
        }
    }

    /// The window that the ACK that goes out now newly offers, in segments.
    pub fn offer(&mut self) -> Option<u64> {
        match &mut self.delay {
            AckDelay::Linux(linux) => linux.offer(),
            _ => None,
        }
    }

    pub fn answer_syn(&mut self, now: Time) {
        if let AckDelay::Linux(linux) = &mut self.delay {
            linux.answer_syn(now);
        }
    }

    /// Reports segments that arrive twice.
    pub fn telling_duplicates(mut self) -> Receiver {
        self.reports_duplicates = true;
        self.does_more = true;
        self
    }

    /// Reports marks with this kind of feedback.
    pub fn telling_marks(mut self, feedback: MarkFeedback) -> Receiver {
        self.echo_of_marks = MarkEcho::new(feedback);
        self.does_more |= self.tells_marks();
        self
    }

    /// Takes the share that routers announce, as the bits of an `f32` in bit/s. ACKs carry it to
    /// the sender.
    pub fn tell_share(&mut self, bits: u32) {
        self.share = bits;
        self.does_more = true;
    }

    /// A link has destroyed the payload of segment `number`.
    pub fn on_corrupted(&mut self, number: u64) {
        if number >= self.next && !self.beyond.contains(number) {
            self.corrupted.insert(number, number + 1);
            self.does_more = true;
        }
    }

    /// Segments that arrived with a mark.
    pub fn marked(&self) -> u64 {
        self.marked
    }

    /// True if the segment expected next is known to be corrupted: ACKs say so.
    pub fn misses_corrupted(&self) -> bool {
        !self.corrupted.is_empty() && self.corrupted.contains(self.next)
    }

    /// The segment expected next. It is the number of an ACK, and the count of segments delivered
    /// in order.
    #[inline]
    pub fn next(&self) -> u64 {
        self.next
    }

    /// Segments that have arrived beyond a gap.
    pub fn beyond_gap(&self) -> u64 {
        self.beyond.total()
    }

    /// Segments that had arrived before.
    pub fn duplicates(&self) -> u64 {
        self.duplicates
    }

    /// When the delayed ACK must go out.
    #[inline]
    pub fn deadline(&self) -> Time {
        self.deadline
    }

    /// The timestamp the next ACK echoes.
    #[inline]
    pub fn echo(&self) -> Time {
        self.echo
    }

    /// Segment `number`, stamped by the sender at `stamp`, arrives at the network card at `now`. One
    /// that merges segments holds it if it is in order.
    #[inline(always)]
    pub fn on_segment(&mut self, number: u64, stamp: Time, now: Time) -> AckPlan {
        if self.gro.is_none() || !self.is_in_order(number) {
            return self.take_segment(number, stamp, now);
        }
        if !self.takes_stamp(number, stamp) {
            return AckPlan::Now;
        }
        self.next += 1;
        self.hold(now)
    }

    fn is_in_order(&self, number: u64) -> bool {
        number == self.next && self.beyond.is_empty()
    }

    /// With delayed ACKs the earlier of two segments is echoed, so the RTT sample includes the wait. False if
    /// the segment is discarded.
    #[inline(always)]
    fn takes_stamp(&mut self, number: u64, stamp: Time) -> bool {
        if self.discards_stale && (stamp < self.echo || self.is_below_window(number)) {
            return self.takes_older(number, stamp);
        }
        if number <= self.last_ack {
            self.echo = stamp;
        }
        true
    }

    /// True if a segment ends below the last ACK. Where old timestamps count, it goes before its timestamp is looked
    /// at (RFC 7323 §5.3, R2 before R3; Linux, tcp_sequence).
    #[inline(always)]
    fn is_below_window(&self, number: u64) -> bool {
        number + 1 < self.last_ack
    }

    /// The same without a network card that merges segments.
    #[inline(always)]
    pub fn take_segment(&mut self, number: u64, stamp: Time, now: Time) -> AckPlan {
        if !self.takes_stamp(number, stamp) {
            return AckPlan::Now;
        }
        if self.is_in_order(number) {
            self.next += 1;
            return self.delay_every_other(1, stamp, now);
        }
        self.take_out_of_order(number, stamp, now)
    }

    /// A segment beyond a hole, one that fills a hole, or one that has arrived before.
    #[inline(never)]
    fn take_out_of_order(&mut self, number: u64, stamp: Time, now: Time) -> AckPlan {
        if number > self.next && self.holds_ack() && self.block_of(number) >= EXPECTED_BLOCKS {
            return AckPlan::HeldFirst;
        }
        let expected = self.next;
        self.place(number);
        if self.delays_last && number + 1 == self.next && self.beyond.is_empty() {
            return self.delay_every_other(1, stamp, now);
        }
        if let AckDelay::Linux(linux) = &mut self.delay {
            let arrival = arrival(stamp, now, self.next, &self.beyond);
            if number > expected {
                self.deadline = linux.beyond_hole(self.deadline, &arrival).unwrap_or(Time::NEVER);
                return if self.deadline == Time::NEVER { AckPlan::Now } else { AckPlan::At(self.deadline) };
            }
            if number == expected { linux.on_segment(now, || arrival) } else { linux.on_duplicate() }
        }
        AckPlan::Now
    }

    /// True if segments beyond a hole wait for a shared ACK.
    fn holds_ack(&self) -> bool {
        matches!(&self.delay, AckDelay::Linux(linux) if linux.holds_ack())
    }

    /// Discards segments with old timestamps.
    pub fn discarding_stale(mut self) -> Receiver {
        self.discards_stale = true;
        self.does_more = true;
        self
    }

    /// Segments that were discarded, if the receiver discards any.
    pub fn stale(&self) -> Option<u64> {
        self.discards_stale.then_some(self.stale)
    }

    /// True if a segment with this timestamp is discarded.
    #[inline]
    pub fn is_stale(&self, stamp: Time) -> bool {
        stamp < self.echo && self.discards_stale && paws::is_stale(stamp, self.echo)
    }

    /// A segment with an older timestamp than the one to echo, or one below the window. False if it is discarded; its
    /// ACK then goes at once (tcp_send_dupack).
    #[inline(never)]
    fn takes_older(&mut self, number: u64, stamp: Time) -> bool {
        if !paws::is_stale(stamp, self.echo) {
            let tells_time = number <= self.last_ack && !self.is_below_window(number);
            if tells_time && paws::stamp(stamp) == paws::stamp(self.echo) {
                self.echo = stamp;
            }
            return true;
        }
        self.stale += 1;
        self.told_stale = Stale { past: number + 1, age: self.echo.since(stamp) };
        if number < self.next {
            self.take_duplicate(number);
            if let AckDelay::Linux(linux) = &mut self.delay {
                linux.on_duplicate();
            }
        }
        false
    }

    /// The receiver's timer expired: that of its network card, or that of the delayed ACK, which
    /// then goes out now.
    pub fn expire(&mut self, now: Time) -> AckPlan {
        if self.gro.as_ref().is_some_and(|gro| gro.is_due(now)) {
            return self.deliver(now);
        }
        if let AckDelay::Linux(linux) = &mut self.delay {
            linux.expire();
        }
        AckPlan::Now
    }

    /// Segment `number` is about to arrive. If it cannot join those that the network card holds, TCP
    /// receives them first. Returns when their ACK is due.
    pub fn hands_over_before(&mut self, number: u64, marked: bool, now: Time) -> Option<AckPlan> {
        let in_order = self.is_in_order(number);
        self.gro.as_mut()?.meets_other(in_order, marked).then(|| self.deliver(now))
    }

    /// The network card holds a segment in order.
    #[inline(never)]
    fn hold(&mut self, now: Time) -> AckPlan {
        let due = self.gro.as_mut().and_then(|gro| gro.hold(now));
        let Some(due) = due else {
            return self.deliver(now);
        };
        self.deadline = self.deadline.min(due);
        AckPlan::At(self.deadline)
    }

    /// TCP receives what the network card holds, as one large segment.
    fn deliver(&mut self, now: Time) -> AckPlan {
        let segments = self.gro.as_mut().map_or(0, |gro| gro.deliver());
        // A receive buffer does not grow here, so that the way of a segment does not matter.
        self.delay_every_other(segments, now, now)
    }

    #[inline(always)]
    fn delay_every_other(&mut self, segments: u32, stamp: Time, now: Time) -> AckPlan {
        self.pending += segments;
        match &mut self.delay {
            AckDelay::Fixed(delay) if self.pending < 2 => {
                self.deadline = now + *delay;
                AckPlan::At(self.deadline)
            }
            AckDelay::Linux(_) => self.delay_as_linux(stamp, now),
            _ => AckPlan::Now,
        }
    }

    #[inline(never)]
    fn delay_as_linux(&mut self, stamp: Time, now: Time) -> AckPlan {
        let AckDelay::Linux(linux) = &mut self.delay else {
            return AckPlan::Now;
        };
        let due = linux.delay(self.pending, now, || arrival(stamp, now, self.next, &self.beyond));
        self.deadline = due.unwrap_or(self.deadline);
        due.map_or(AckPlan::Now, AckPlan::At)
    }

    /// Puts segment `number` where it belongs.
    fn place(&mut self, number: u64) {
        if number < self.next {
            self.take_duplicate(number);
            return;
        }
        if number > self.next {
            if self.beyond.insert(number, number + 1) == 0 {
                self.take_duplicate(number);
            }
            // The first block is that of the segment which triggers the ACK (RFC 2018 §4), even if
            // it had arrived before. Linux does the same (tcp_data_queue_ofo()).
            self.remember(number);
            return;
        }
        // A gap is filled: everything up to the next gap is delivered.
        self.next = self.beyond.next_gap(number + 1);
        self.beyond.remove_below(self.next);
        self.corrupted.remove_below(self.next);
    }

    fn take_duplicate(&mut self, number: u64) {
        self.duplicates += 1;
        if self.reports_duplicates {
            self.past_duplicate = number + 1;
        }
    }

    /// An ACK has reported the segment that arrived twice (RFC 2883 §4: once), and the one that was discarded.
    pub fn forget_duplicate(&mut self) {
        self.past_duplicate = 0;
        self.told_stale = Stale::default();
    }

    /// An ACK goes out: returns its number, the segment expected next. That of a QUIC receiver is one past the largest
    /// packet that has arrived.
    #[inline]
    pub fn acknowledge(&mut self) -> u64 {
        self.pending = 0;
        self.deadline = Time::NEVER;
        self.last_ack = self.next;
        if self.does_more {
            return self.count_ack();
        }
        self.next
    }

    /// True if ACKs may carry more than number and SACK blocks. The caller must then ask
    /// [`Receiver::has_ack_extras`].
    #[inline]
    pub fn does_more(&self) -> bool {
        self.does_more
    }

    /// True if the ACK that goes out now carries a share, a count of marks or a duplicate.
    pub fn has_ack_extras(&self) -> bool {
        (self.share | self.reported_marks) != 0 || (self.past_duplicate | self.told_stale.past) != 0
    }

    #[inline]
    fn count_ack(&mut self) -> u64 {
        // An ACK that goes out meanwhile also acknowledges what the card holds.
        if let Some(gro) = &mut self.gro {
            gro.deliver();
        }
        if let AckDelay::Linux(linux) = &mut self.delay {
            linux.acknowledge();
        }
        let Some(quic) = &mut self.quic else { return self.next };
        quic.acknowledge();
        quic.end()
    }

    /// The list of an ACK that goes out now: it holds the share, the count of marks and the
    /// duplicate, and no block yet.
    #[inline]
    pub fn start_telling(&self) -> SackBlocks {
        SackBlocks {
            share: self.share,
            marks: self.reported_marks,
            past_duplicate: self.past_duplicate,
            stale: self.told_stale,
            ..SackBlocks::default()
        }
    }
}

/// A segment stamped at `stamp` has arrived, as the Linux receiver sees it: `next` is the segment
/// expected next, `beyond` those that wait beyond a gap.
fn arrival(stamp: Time, now: Time, next: u64, beyond: &Intervals) -> Arrival {
    Arrival { now, way: now.since(stamp), next, held: beyond.total() }
}

#[cfg(test)]
mod tests;
