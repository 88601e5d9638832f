//! Snoop: caches segments on their way to a mobile host and retransmits them over the radio link
//! itself, so that the sender does not take losses of the radio link for congestion.
//!
//! Balakrishnan, Seshan, Amir and Katz 1995; CGMSW02 compares with it; queues-and-links §10.

use std::collections::VecDeque;

use super::{AckSeen, Pass, Pep as Helper, Segment};
use crate::catalogue::Spec;
use crate::units::{Span, Time};

/// What this PEP declares.
pub const SPEC: Spec = Spec {
    id: "snoop",
    name: "Snoop",
    summary: "Caches unacknowledged segments at the base station, retransmits those that the radio link loses and suppresses their duplicate ACKs.",
    source: "Balakrishnan, Seshan, Amir and Katz, Improving TCP/IP Performance over Wireless Networks (1995)",
    parameters: &[],
    departures: &[
        "It acts on the first duplicate ACK.",
        "A new RTT sample has weight 1/8.",
        "Before the first RTT sample, its timer is one second.",
    ],
    rules: &[],
};

/// Maximum number of cached segments per connection.
const MOST_SEGMENTS: usize = 100;
/// Lower bound of the timer.
const SHORTEST_TIMEOUT: Span = Span::from_millis(100);
/// The timer before the first RTT sample.
const FIRST_TIMEOUT: Span = Span::from_millis(1000);
/// Maximum number of retransmissions because of duplicates; further duplicates are forwarded to the
/// sender.
const MAX_AFTER_DUPLICATES: u32 = 2;
/// Maximum number of retransmissions in total.
const MAX_RESENDS: u32 = 10;

/// A cached segment.
#[derive(Clone, Copy, Debug)]
struct CachedSegment {
    segment: Segment,
    sent: Time,
    /// How often snoop has retransmitted it.
    resends: u32,
    /// True if its sender has sent it twice, or if it was lost before it reached snoop. Its
    /// duplicate ACKs are then forwarded to the sender.
    is_senders: bool,
}

/// State of one connection.
#[derive(Clone, Debug)]
struct Connection {
    epoch: u16,
    /// Cached segments in the order of their numbers.
    kept: VecDeque<CachedSegment>,
    /// The segment after the highest one seen.
    seen: u64,
    last_ack: u64,
    /// Duplicates of `last_ack` so far, and the number of further duplicates that a retransmission
    /// still explains.
    duplicates: u64,
    expected_duplicates: u64,
    /// Smoothed RTT over the radio link and its variation, in seconds; `None` before the first
    /// sample.
    rtt_s: Option<(f64, f64)>,
    deadline: Time,
}

impl Connection {
    fn new(epoch: u16) -> Connection {
        Connection {
            epoch,
            kept: VecDeque::new(),
            seen: 0,
            last_ack: 0,
            duplicates: 0,
            expected_duplicates: 0,
            rtt_s: None,
            deadline: Time::NEVER,
        }
    }

    fn timeout(&self) -> Span {
        match self.rtt_s {
            Some((smoothed, variation)) => Span::from_secs(smoothed + 4.0 * variation).max(SHORTEST_TIMEOUT),
            None => FIRST_TIMEOUT,
        }
    }

    fn restart_timer(&mut self, now: Time) {
        self.deadline = if self.kept.is_empty() { Time::NEVER } else { now + self.timeout() };
    }

    fn sample(&mut self, rtt_s: f64) {
        self.rtt_s = Some(match self.rtt_s {
            None => (rtt_s, rtt_s / 2.0),
            Some((smoothed, variation)) => {
                (0.875 * smoothed + 0.125 * rtt_s, 0.75 * variation + 0.25 * (smoothed - rtt_s).abs())
            }
        });
    }

    fn keep(&mut self, segment: &Segment, has_room: bool, now: Time) {
        if segment.number < self.last_ack {
            return;
        }
        let is_new = segment.number >= self.seen;
        self.seen = self.seen.max(segment.number + 1);
        let place = self.kept.partition_point(|kept| kept.segment.number < segment.number);
        if let Some(kept) = self.kept.get_mut(place).filter(|kept| kept.segment.number == segment.number) {
            *kept = CachedSegment { segment: *segment, sent: now, resends: 0, is_senders: true };
        } else if has_room && self.kept.len() < MOST_SEGMENTS {
            self.kept.insert(
                place,
                CachedSegment { segment: *segment, sent: now, resends: 0, is_senders: !is_new },
            );
        }
        if self.deadline == Time::NEVER {
            self.restart_timer(now);
        }
    }

    fn take_ack(&mut self, number: u64, now: Time, resend: &mut Vec<Segment>) -> Pass {
        if number < self.last_ack {
            return Pass::Forward;
        }
        if number > self.last_ack {
            self.free_below(number, now);
            return Pass::Forward;
        }
        self.duplicates += 1;
        let beyond = self.kept.len().saturating_sub(1) as u64;
        let Some(missing) = self.kept.front_mut().filter(|kept| kept.segment.number == number) else {
            return Pass::Forward;
        };
        if missing.is_senders {
            return Pass::Forward;
        }
        if self.expected_duplicates > 0 {
            self.expected_duplicates -= 1;
            return Pass::Suppress;
        }
        if missing.resends >= MAX_AFTER_DUPLICATES {
            return Pass::Forward;
        }
        missing.resends += 1;
        resend.push(missing.segment);
        self.expected_duplicates = beyond.saturating_sub(self.duplicates);
        self.restart_timer(now);
        Pass::Suppress
    }

    fn free_below(&mut self, number: u64, now: Time) {
        let mut newest = None;
        while let Some(kept) = self.kept.front().copied().filter(|kept| kept.segment.number < number) {
            self.kept.pop_front();
            newest = Some(kept);
        }
        if let Some(kept) = newest.filter(|kept| kept.resends == 0 && !kept.is_senders) {
            self.sample(now.since(kept.sent).secs());
        }
        self.last_ack = number;
        self.duplicates = 0;
        self.expected_duplicates = 0;
        self.restart_timer(now);
    }

    fn expire(&mut self, now: Time, resend: &mut Vec<Segment>) {
        let last_ack = self.last_ack;
        let missing = self
            .kept
            .front_mut()
            .filter(|kept| kept.segment.number == last_ack && kept.resends < MAX_RESENDS);
        match missing {
            Some(kept) => {
                kept.resends += 1;
                resend.push(kept.segment);
                self.restart_timer(now);
            }
            // The cached segment was not lost here, or retransmissions do not help. The next ACK or
            // segment restarts the timer.
            None => self.deadline = Time::NEVER,
        }
    }
}

/// Snoop at one base station.
#[derive(Clone, Debug, Default)]
pub struct Pep {
    /// Connections by flow.
    connections: Vec<Option<Connection>>,
}

impl Pep {
    /// Snoop with an empty cache.
    pub fn new(_rate_bps: f64) -> Pep {
        Pep::default()
    }

    /// The connection `epoch` of `flow`. The cache of an earlier connection is discarded.
    fn connection(&mut self, flow: u32, epoch: u16) -> &mut Connection {
        let place = flow as usize;
        if place >= self.connections.len() {
            self.connections.resize(place + 1, None);
        }
        let known = self.connections[place].take().filter(|connection| connection.epoch == epoch);
        self.connections[place].insert(known.unwrap_or_else(|| Connection::new(epoch)))
    }
}

impl Helper for Pep {
    fn on_segment(&mut self, segment: &Segment, has_room: bool, now: Time) {
        self.connection(segment.flow, segment.epoch).keep(segment, has_room, now);
    }

    fn on_ack(&mut self, ack: &AckSeen, now: Time, resend: &mut Vec<Segment>) -> Pass {
        self.connection(ack.flow, ack.epoch).take_ack(ack.number, now, resend)
    }

    fn next_timer(&self) -> Time {
        self.connections.iter().flatten().map(|connection| connection.deadline).min().unwrap_or(Time::NEVER)
    }

    fn on_timer(&mut self, now: Time, resend: &mut Vec<Segment>) {
        for connection in self.connections.iter_mut().flatten() {
            if connection.deadline <= now {
                connection.expire(now, resend);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(ms: u64) -> Time {
        Time::from_nanos(ms * 1_000_000)
    }

    fn segment(number: u64) -> Segment {
        Segment { flow: 0, epoch: 0, number, stamp: Time::ZERO, bytes: 1500 }
    }

    fn snoop_that_saw(numbers: impl IntoIterator<Item = u64>) -> Pep {
        let mut snoop = Pep::default();
        for number in numbers {
            snoop.on_segment(&segment(number), true, at(number));
        }
        snoop
    }

    /// The decision about an ACK, and the segments that are retransmitted.
    fn ack(snoop: &mut Pep, number: u64, ms: u64) -> (Pass, Vec<u64>) {
        let mut resend = Vec::new();
        let pass = snoop.on_ack(&AckSeen { flow: 0, epoch: 0, number }, at(ms), &mut resend);
        (pass, resend.iter().map(|segment| segment.number).collect())
    }

    #[test]
    fn a_loss_on_the_air_is_repaired_without_the_sender() {
        // queues-and-links V10.1: number 2 of 0…5 is lost; 3, 4 and 5 cause duplicates.
        let mut snoop = snoop_that_saw(0..6);
        assert_eq!(ack(&mut snoop, 2, 10), (Pass::Forward, vec![]));
        assert_eq!(ack(&mut snoop, 2, 11), (Pass::Suppress, vec![2]));
        assert_eq!(snoop.connection(0, 0).expected_duplicates, 2);
        assert_eq!(ack(&mut snoop, 2, 12), (Pass::Suppress, vec![]));
        assert_eq!(ack(&mut snoop, 2, 13), (Pass::Suppress, vec![]));
        assert_eq!(ack(&mut snoop, 6, 14), (Pass::Forward, vec![]));
    }

    #[test]
    fn a_loss_before_the_base_station_is_the_senders() {
        // queues-and-links V10.2.
        let mut snoop = snoop_that_saw([0, 1, 3, 4, 5]);
        for ms in 10..14 {
            assert_eq!(ack(&mut snoop, 2, ms), (Pass::Forward, vec![]));
        }
        // Its retransmission passes and is lost on the radio link; the sender must retransmit it
        // again.
        snoop.on_segment(&segment(2), true, at(15));
        assert_eq!(ack(&mut snoop, 2, 16), (Pass::Forward, vec![]));
    }

    #[test]
    fn the_rtt_is_smoothed_with_an_eighth() {
        // queues-and-links V10.3.
        let mut connection = Connection { rtt_s: Some((0.02, 0.0)), ..Connection::new(0) };
        connection.sample(0.1);
        let (smoothed, _) = connection.rtt_s.expect("two samples");
        assert!((smoothed - 0.03).abs() < 1e-12);
    }

    #[test]
    fn after_two_resends_the_sender_hears_of_it() {
        let mut snoop = snoop_that_saw(0..3);
        assert_eq!(ack(&mut snoop, 1, 10), (Pass::Forward, vec![]));
        assert_eq!(ack(&mut snoop, 1, 11), (Pass::Suppress, vec![1]));
        assert_eq!(ack(&mut snoop, 1, 12), (Pass::Suppress, vec![1]));
        assert_eq!(ack(&mut snoop, 1, 13), (Pass::Forward, vec![]));
    }

    #[test]
    fn without_duplicates_the_timer_resends() {
        let mut snoop = snoop_that_saw(0..2);
        ack(&mut snoop, 1, 20);
        assert_eq!(snoop.next_timer(), at(120), "20 ms and 4 · 10 ms are below the shortest timeout");
        let mut resend = Vec::new();
        for k in 1..=12 {
            let now = snoop.next_timer().min(at(9999));
            snoop.on_timer(now, &mut resend);
            assert_eq!(resend.len(), k.min(10), "ten resends at most");
        }
        assert_eq!(snoop.next_timer(), Time::NEVER);
    }

    #[test]
    fn a_new_connection_starts_with_nothing() {
        let mut snoop = snoop_that_saw(0..6);
        let mut resend = Vec::new();
        let new = AckSeen { flow: 0, epoch: 1, number: 0 };
        assert_eq!(snoop.on_ack(&new, at(9), &mut resend), Pass::Forward);
        assert!(resend.is_empty() && snoop.next_timer() == Time::NEVER);
    }
}
