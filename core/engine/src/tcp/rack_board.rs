//! What a RACK sender knows of each segment in flight (RFC 8985 §5, §6; Linux tcp_recovery.c).
//!
//! A segment is lost when a segment sent later has arrived and a reordering time has passed. This
//! also holds for retransmissions, so a lost retransmission does not have to wait for the timer.

mod overtaken;
mod widening;

use self::widening::Widening;
use super::Intervals;
use crate::cc::State;
use crate::units::{Span, Time};
use std::collections::VecDeque;

/// With this many SACKed segments RACK waits no reordering time (RFC 8985 §6.2 step 4).
const DUP_THRESH: u64 = 3;
/// The smallest RTT expires after this time (Linux, tcp_min_rtt_wlen).
const MIN_RTT_WINDOW: Span = Span::from_millis(300_000);

/// A segment in flight.
#[derive(Clone, Copy, Debug)]
struct Segment {
    /// When it was sent first. These times have the order of the numbers.
    first_sent: Time,
    /// When it was sent last.
    sent: Time,
    is_sacked: bool,
    /// Found lost, whether or not it was retransmitted since.
    is_lost: bool,
    /// A retransmission of it is in the network.
    is_resent: bool,
    was_resent: bool,
    /// An undo took back that it is lost: it is not looked at before it is sent again or the timer expires.
    is_excused: bool,
}

impl Segment {
    /// Sent for the first time.
    #[inline]
    fn new(now: Time) -> Segment {
        Segment {
            first_sent: now,
            sent: now,
            is_sacked: false,
            is_lost: false,
            is_resent: false,
            was_resent: false,
            is_excused: false,
        }
    }

    /// Sent once, and neither SACKed nor found lost.
    #[inline]
    fn is_plain(&self) -> bool {
        !(self.is_sacked | self.is_lost | self.is_resent | self.was_resent | self.is_excused)
    }
}

/// The input of the board from an ACK.
#[derive(Clone, Copy, Debug)]
pub struct Acked<'a> {
    /// The cumulative ACK.
    pub una: u64,
    /// Its SACK blocks.
    pub blocks: &'a [(u64, u64)],
    pub echo: Time,
    /// When it comes.
    pub now: Time,
    /// One past the highest segment sent when the last loss was found.
    pub recover: u64,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct News {
    /// Segments newly SACKed.
    pub sacked: u64,
    /// Segments newly delivered, cumulatively or by SACK.
    pub delivered: u64,
    /// When the first and the last of the newly acknowledged segments were sent, among those sent
    /// once.
    pub acked_sent: Option<(Time, Time)>,
    /// One of the newly acknowledged segments had been retransmitted.
    pub acks_resent: bool,
    /// The same as `acked_sent` for the newly SACKed segments.
    pub sacked_sent: Option<(Time, Time)>,
    /// One past the highest newly delivered segment.
    forward: u64,
    /// A segment below the recovery point that was never retransmitted is newly delivered.
    pub is_original: bool,
}

/// A segment found lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lost {
    pub number: u64,
    /// When it was sent last.
    pub sent: Time,
}

/// The result of a check of the segments in flight.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Detection {
    /// Segments newly lost.
    pub lost: u64,
    pub first: Option<Lost>,
    /// The first lost retransmission among them.
    pub retransmission: Option<Lost>,
    /// How long to wait before the next check: some segments are overtaken, but not for long
    /// enough.
    pub wait: Option<Span>,
}

/// The segments from the first unacknowledged one on.
#[derive(Clone, Debug, Default)]
pub struct RackBoard {
    una: u64,
    segments: VecDeque<Segment>,
    /// No segment below this one is still to be checked among those sent once: they have arrived or
    /// are lost. Segments sent once were sent in the order of their numbers.
    looked: u64,
    /// Retransmissions in the order of sending. An entry is out of date if its segment was sent
    /// again, has arrived or is lost.
    resends: VecDeque<(Time, u64)>,
    sacked: Intervals,
    to_resend: Intervals,
    lost: u64,
    resent: u64,
    /// Of the segments that have arrived, the one that was sent last.
    newest: (Time, u64),
    rtt: Span,
    /// The smallest RTT and when it was seen.
    min_rtt: Option<(Span, Time)>,
    /// One past the highest segment that has arrived.
    forward: u64,
    is_reordered: bool,
    /// By how many segments one was overtaken at most (Linux, `reordering`).
    overtaken_by: u64,
    /// How much longer than one step RACK waits for overtaken segments, since reports of duplicates.
    widening: Widening,
    has_advanced: bool,
    /// Segments found lost, for an algorithm that reacts to each of them.
    named: Option<Vec<u64>>,
}

fn widen(range: &mut Option<(Time, Time)>, sent: Time) {
    *range = Some((range.map_or(sent, |(first, _)| first), sent));
}

impl RackBoard {
    /// Upper bound of the bytes that a segment in flight takes in the lists.
    pub const SEGMENT_BYTES: usize =
        size_of::<Segment>() + 2 * size_of::<(Time, u64)>() + 2 * Intervals::SEGMENT_BYTES;

    /// A board; if `names` is true, it lists the segments that it finds lost.
    pub fn naming(names: bool) -> RackBoard {
        RackBoard { named: names.then(Vec::new), ..RackBoard::default() }
    }

    /// Turns the list of segments found lost on or off.
    pub fn name_lost(&mut self, names: bool) {
        self.named = names.then(Vec::new);
    }

    /// Segments found lost since the last call, if the board lists them.
    pub fn take_named(&mut self) -> Vec<u64> {
        self.named.as_mut().map(std::mem::take).unwrap_or_default()
    }

    /// Memory of the lists, in bytes.
    pub fn bytes(&self) -> usize {
        self.segments.capacity() * size_of::<Segment>()
            + self.resends.capacity() * size_of::<(Time, u64)>()
            + self.sacked.bytes()
            + self.to_resend.bytes()
    }

    /// Segments that are SACKed.
    pub fn sacked(&self) -> u64 {
        self.sacked.total()
    }

    /// Segments that are lost and have not arrived since.
    pub fn lost(&self) -> u64 {
        self.lost
    }

    /// Segments of which a retransmission is in the network.
    pub fn resent(&self) -> u64 {
        self.resent
    }

    /// True if a retransmission is in the network, or the oldest segment was retransmitted (Linux,
    /// tcp_any_retrans_done).
    pub fn has_resent(&self) -> bool {
        self.resent > 0 || self.segments.front().is_some_and(|segment| segment.was_resent)
    }

    /// Segments believed to be in the network.
    pub fn pipe(&self) -> u64 {
        self.segments.len() as u64 - self.sacked.total() - self.lost + self.resent
    }

    /// Segments sent and not yet acknowledged.
    pub fn outstanding(&self) -> u64 {
        self.segments.len() as u64
    }

    /// RTT of the segment that was sent last among those that have arrived.
    pub fn rtt(&self) -> Span {
        self.rtt
    }

    /// The lowest lost segment that waits for its retransmission.
    pub fn next_lost(&self) -> Option<u64> {
        self.to_resend.first()
    }

    /// When the oldest segment in flight was sent last.
    pub fn oldest_sent(&self) -> Option<Time> {
        self.segments.front().map(|segment| segment.sent)
    }

    /// When segment `number` was sent last.
    pub fn sent_at(&self, number: u64) -> Option<Time> {
        Some(self.segments.get(number.checked_sub(self.una)? as usize)?.sent)
    }

    /// Segment `number` is sent or retransmitted.
    #[inline]
    pub fn sent(&mut self, number: u64, now: Time) {
        let place = (number - self.una) as usize;
        if place < self.segments.len() {
            self.resend(number, now);
        } else {
            self.segments.push_back(Segment::new(now));
        }
    }

    #[inline(never)]
    fn resend(&mut self, number: u64, now: Time) {
        self.resends.push_back((now, number));
        let segment = &mut self.segments[(number - self.una) as usize];
        segment.sent = now;
        segment.was_resent = true;
        segment.is_excused = false;
        if !segment.is_resent {
            segment.is_resent = true;
            self.resent += 1;
        }
        if segment.is_lost {
            self.to_resend.remove(number, number + 1);
        }
    }

    /// Takes an ACK and writes what is new in it to `news`.
    pub fn update(&mut self, ack: &Acked, news: &mut News) {
        *news = News::default();
        let Acked { una, blocks, echo, now, recover } = *ack;
        for &(start, end) in blocks {
            let end = end.min(self.una + self.segments.len() as u64);
            // ACKs repeat their blocks: only the new part of a block is processed.
            let mut number = self.sacked.next_gap(start.max(self.una).max(una));
            let from = number;
            while number < end {
                self.sack(number, now, recover, news);
                number = self.sacked.next_gap(number + 1);
            }
            if from < end {
                self.sacked.insert(from, end);
            }
        }
        self.acknowledge_row(una, now, recover, news);
        while self.una < una {
            let Some(segment) = self.segments.pop_front() else {
                self.una = una;
                break;
            };
            let number = self.una;
            self.una += 1;
            if segment.is_sacked {
                continue;
            }
            news.delivered += 1;
            if segment.was_resent {
                news.acks_resent = true;
            } else {
                widen(&mut news.acked_sent, segment.sent);
            }
            let is_original = segment.was_resent && echo < segment.sent;
            self.deliver(number, segment, is_original, now, recover, news);
        }
        // The segments of one ACK have no order among each other, so `forward` changes at the end.
        self.forward = self.forward.max(news.forward);
        if !self.sacked.is_empty() {
            self.sacked.remove_below(self.una);
        }
        if !self.to_resend.is_empty() {
            self.to_resend.remove_below(self.una);
        }
    }

    fn sack(&mut self, number: u64, now: Time, recover: u64, news: &mut News) {
        let place = (number - self.una) as usize;
        let segment = self.segments[place];
        news.sacked += 1;
        news.delivered += 1;
        if !segment.was_resent {
            widen(&mut news.sacked_sent, segment.sent);
        }
        self.deliver(number, segment, false, now, recover, news);
        if segment.is_lost {
            self.to_resend.remove(number, number + 1);
        }
        self.segments[place] = Segment { is_sacked: true, is_lost: false, is_resent: false, ..segment };
    }

    /// Acknowledges the segments up to the first one that was retransmitted, SACKed or lost. Most
    /// ACKs do nothing else. The first and the last segment give the same result as
    /// [`RackBoard::deliver`] for each segment.
    #[inline]
    fn acknowledge_row(&mut self, una: u64, now: Time, recover: u64, news: &mut News) {
        let first = self.una;
        let Some(first_sent) = self.segments.front().map(|segment| segment.sent) else {
            return;
        };
        let mut last_sent = first_sent;
        while self.una < una {
            let Some(segment) = self.segments.front().filter(|segment| segment.is_plain()) else {
                break;
            };
            last_sent = segment.sent;
            self.segments.pop_front();
            self.una += 1;
        }
        if self.una == first {
            return;
        }
        news.delivered += self.una - first;
        news.acked_sent = Some((first_sent, last_sent));
        news.is_original |= first < recover;
        if first < self.forward {
            self.note_overtaken(first);
        }
        news.forward = news.forward.max(self.una);
        self.rtt = now.since(last_sent);
        self.has_advanced = true;
        self.newest = self.newest.max((last_sent, self.una - 1));
    }

    /// A segment has arrived: RACK's newest delivery (RFC 8985 §6.2 steps 2 and 3).
    ///
    /// If a segment was retransmitted, the ACK does not show which copy has arrived. Such a segment
    /// is left out if its RTT would be below the smallest RTT, or if the ACK echoes a time before
    /// the retransmission (`is_original`). The echoed time of an ACK does not apply to its SACKed
    /// segments.
    fn deliver(
        &mut self,
        number: u64,
        segment: Segment,
        is_original: bool,
        now: Time,
        recover: u64,
        news: &mut News,
    ) {
        self.lost -= u64::from(segment.is_lost);
        self.resent -= u64::from(segment.is_resent);
        if !segment.was_resent {
            news.is_original |= number < recover;
            if number < self.forward {
                self.note_overtaken(number);
            }
        }
        news.forward = news.forward.max(number + 1);
        let rtt = now.since(segment.sent);
        let is_soon = self.min_rtt.is_some_and(|(least, _)| rtt < least);
        let is_doubtful = is_original || segment.was_resent && is_soon;
        if !is_doubtful {
            self.rtt = rtt;
            self.has_advanced = true;
            self.newest = self.newest.max((segment.sent, number));
        }
    }

    pub fn sample(&mut self, rtt: Span, now: Time) {
        if self.min_rtt.is_none_or(|(least, at)| rtt <= least || now.since(at) > MIN_RTT_WINDOW) {
            self.min_rtt = Some((rtt, now));
        }
    }

    /// How long a segment may be overtaken before it counts as lost (RFC 8985 §6.2 step 4).
    pub fn reordering_window(&self, state: State, srtt: Span) -> Span {
        let in_recovery = matches!(state, State::Recovery | State::Loss);
        if !self.is_reordered && (in_recovery || self.sacked.total() >= DUP_THRESH) {
            return Span::ZERO;
        }
        self.widest_window(srtt).1
    }

    /// True if a segment has newly arrived. Only then can an ACK show a loss.
    pub fn take_advance(&mut self) -> bool {
        std::mem::take(&mut self.has_advanced)
    }
}

#[cfg(test)]
mod tests;
