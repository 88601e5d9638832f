//! When and how often each outstanding segment was sent, and delivery-rate samples from it
//! (tcp-core §10).
//!
//! Kept only for algorithms that ask for it, and for RTT sampling without timestamps.

use std::collections::VecDeque;

use super::Intervals;
use crate::cc::{LostSegment, Oldest, RateSample};

#[derive(Clone, Copy, Debug)]
struct Record {
    first_sent_s: f64,
    last_sent_s: f64,
    times_sent: u32,
    counted: bool,
    app_limited: bool,
    delivered: u64,
    delivered_s: f64,
    window_start_s: f64,
    lost: u64,
    in_flight: u64,
}

/// The records of the segments from the first unacknowledged one on.
#[derive(Clone, Debug, Default)]
pub struct SegmentLog {
    base: u64,
    /// The sending times of segments below this are not known.
    known_from: u64,
    records: VecDeque<Record>,
    /// Segments that are SACKed. ACKs repeat their blocks: only the new part of a block is
    /// processed.
    known: Intervals,
    delivered: u64,
    delivered_s: f64,
    window_start_s: f64,
    /// The source has not used the window: segments sent until this many are delivered tell of the
    /// source and not of the path. 0 if it has.
    limited_until: u64,
    newest: Option<Record>,
}

impl SegmentLog {
    /// Upper bound of the bytes per segment in the log.
    pub const SEGMENT_BYTES: usize = size_of::<Record>() + Intervals::SEGMENT_BYTES;

    /// A log that begins in the middle of a connection. Of the outstanding segments it only knows
    /// that they were sent.
    pub fn since(now_s: f64, una: u64, max: u64) -> SegmentLog {
        let mut log = SegmentLog { base: una, known_from: max, ..SegmentLog::default() };
        for number in una..max {
            log.sent(number, now_s, 0, 0);
        }
        log
    }

    /// Memory of the log, in bytes.
    pub fn bytes(&self) -> usize {
        self.records.capacity() * size_of::<Record>() + self.known.bytes()
    }

    /// Segment `number` is sent. `lost` segments were found lost so far, and `in_flight` segments
    /// are in flight, including this one.
    pub fn sent(&mut self, number: u64, now_s: f64, lost: u64, in_flight: u64) {
        if self.records.is_empty() {
            self.delivered_s = now_s;
            self.window_start_s = now_s;
        }
        let snapshot = Record {
            first_sent_s: now_s,
            last_sent_s: now_s,
            times_sent: 1,
            counted: false,
            app_limited: self.limited_until > 0,
            delivered: self.delivered,
            delivered_s: self.delivered_s,
            window_start_s: self.window_start_s,
            lost,
            in_flight,
        };
        let place = (number - self.base) as usize;
        match self.records.get_mut(place) {
            Some(record) => {
                let (first_sent_s, times_sent, counted) =
                    (record.first_sent_s, record.times_sent + 1, record.counted);
                *record = Record { first_sent_s, times_sent, counted, ..snapshot };
            }
            None => self.records.push_back(snapshot),
        }
    }

    /// The source has nothing to send although the window has room, with `in_flight` segments in
    /// flight. What is sent until these are delivered and one more is limited by the source
    /// (draft-ietf-ccwg-bbr §4.1.2.4; Linux, tcp_rate_check_app_limited).
    pub fn limit(&mut self, in_flight: u64) {
        self.limited_until = (self.delivered + in_flight).max(1);
    }

    /// The oldest outstanding segment.
    pub fn oldest(&self) -> Option<Oldest> {
        self.records.front().map(|record| Oldest {
            first_sent_s: record.first_sent_s,
            last_sent_s: record.last_sent_s,
            times_sent: record.times_sent,
        })
    }

    /// When segment `number` was sent, if it was sent exactly once.
    pub fn sent_once_at(&self, number: u64) -> Option<f64> {
        let record = self.records.get(number.checked_sub(self.base)? as usize)?;
        (record.times_sent == 1 && number >= self.known_from).then_some(record.first_sent_s)
    }

    fn deliver(&mut self, record: Record, now_s: f64) {
        self.delivered += 1;
        self.delivered_s = now_s;
        if self.delivered > self.limited_until {
            self.limited_until = 0;
        }
        let newer = self.newest.is_none_or(|newest| record.last_sent_s >= newest.last_sent_s);
        if newer {
            self.newest = Some(record);
        }
    }

    /// Segments `[start, end)` are newly reported as delivered by SACK.
    pub fn sacked(&mut self, start: u64, end: u64, now_s: f64) {
        let end = end.min(self.base + self.records.len() as u64);
        let mut number = self.known.next_gap(start.max(self.base));
        let first = number;
        while number < end {
            let Some(record) = self.records.get_mut((number - self.base) as usize) else {
                break;
            };
            if !record.counted {
                record.counted = true;
                let record = *record;
                self.deliver(record, now_s);
            }
            number = self.known.next_gap(number + 1);
        }
        self.known.insert(first, end);
    }

    /// Segment `number` will never be delivered: a QUIC packet is lost for good.
    pub fn forget(&mut self, number: u64) {
        let place = number.checked_sub(self.base);
        if let Some(record) = place.and_then(|place| self.records.get_mut(place as usize)) {
            record.counted = true;
        }
    }

    /// Everything below `una` is acknowledged.
    pub fn acked(&mut self, una: u64, now_s: f64) {
        self.known.remove_below(una);
        while self.base < una {
            self.base += 1;
            match self.records.pop_front() {
                Some(record) if !record.counted => self.deliver(record, now_s),
                Some(_) => {}
                None => self.base = una,
            }
        }
    }

    /// The rate sample of this ACK, from the most recently sent of the segments it delivered.
    pub fn rate_sample(
        &mut self,
        now_s: f64,
        min_rtt_s: f64,
        lost: u64,
        prior_flight: u64,
    ) -> Option<RateSample> {
        let newest = self.newest.take()?;
        let send_elapsed_s = newest.last_sent_s - newest.window_start_s;
        let ack_elapsed_s = now_s - newest.delivered_s;
        self.window_start_s = newest.last_sent_s;
        let interval_s = send_elapsed_s.max(ack_elapsed_s);
        // Shorter than the shortest RTT: compressed ACKs, not bandwidth.
        if interval_s <= 0.0 || interval_s < min_rtt_s {
            return None;
        }
        Some(RateSample {
            rate: (self.delivered - newest.delivered) as f64 / interval_s,
            delivered: self.delivered,
            prior_delivered: newest.delivered,
            is_app_limited: newest.app_limited,
            losses: lost - newest.lost,
            prior_flight,
            in_flight: newest.in_flight,
        })
    }

    /// Segment `number` is found lost, as the `lost`th of the connection.
    pub fn lost(&self, number: u64, lost: u64) -> Option<LostSegment> {
        let record = self.records.get(number.checked_sub(self.base)? as usize)?;
        Some(LostSegment {
            number,
            in_flight: record.in_flight,
            losses: lost - record.lost,
            prior_delivered: record.delivered,
            is_app_limited: record.app_limited,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rate_sample_takes_the_longer_of_send_and_ack_time() {
        // tcp-core C11, moved to the start of a connection: a segment sent at 1.02 when 100 were
        // delivered (at 1.00, the window's first segment sent at 0.98), acknowledged at 1.10 as the
        // 120th.
        let mut log = SegmentLog {
            base: 100,
            delivered: 100,
            delivered_s: 1.0,
            window_start_s: 0.98,
            ..SegmentLog::default()
        };
        log.records.push_back(Record {
            first_sent_s: 0.99,
            last_sent_s: 0.99,
            times_sent: 1,
            counted: false,
            app_limited: false,
            delivered: 90,
            delivered_s: 0.9,
            window_start_s: 0.9,
            lost: 0,
            in_flight: 1,
        });
        for number in 101..120 {
            log.sent(number, 1.02, 0, 0);
        }
        log.acked(120, 1.1);
        let sample = log.rate_sample(1.1, 0.05, 0, 20).expect("a sample");
        assert_eq!(sample.prior_delivered, 100);
        assert!((sample.rate - 200.0).abs() < 1e-9, "{}", sample.rate);
    }

    /// Every ACK repeats the whole block. Only the new segment may be processed: processing the
    /// whole block each time would take 2 x 10^10 steps.
    #[test]
    fn a_block_that_grows_is_looked_at_where_it_is_new() {
        const N: u64 = 200_000;
        let mut log = SegmentLog::default();
        for number in 0..N {
            log.sent(number, 0.0, 0, 0);
        }
        for end in 2..=N {
            log.sacked(1, end, 0.1);
            assert_eq!(log.delivered, end - 1);
        }
        log.acked(N, 0.2);
        assert_eq!((log.delivered, log.known.total()), (N, 0));
    }

    #[test]
    fn a_log_that_begins_in_the_middle_times_no_segment_from_before() {
        let mut log = SegmentLog::since(5.0, 10, 12);
        log.sent(12, 5.5, 0, 3);
        assert_eq!([10, 11, 12].map(|number| log.sent_once_at(number)), [None, None, Some(5.5)]);
    }

    #[test]
    fn a_sacked_segment_is_delivered_once() {
        let mut log = SegmentLog::default();
        for number in 0..4 {
            log.sent(number, 0.0, 0, 0);
        }
        log.sacked(1, 3, 0.1);
        log.acked(4, 0.2);
        assert_eq!(log.delivered, 4);
    }
    /// Ten segments are in flight when the source has no more. Those sent until all ten and one
    /// more are delivered are limited by the source.
    #[test]
    fn segments_are_marked_until_one_sent_after_the_dry_time_is_delivered() {
        let mut log = SegmentLog::default();
        (0..10).for_each(|number| log.sent(number, 0.0, 0, 0));
        log.limit(10);
        let marked = |log: &SegmentLog, number| log.lost(number, 0).expect("a record").is_app_limited;
        log.sent(10, 0.01, 0, 0);
        assert_eq!([9, 10].map(|number| marked(&log, number)), [false, true]);
        log.acked(10, 0.1);
        log.sent(11, 0.1, 0, 0);
        assert!(marked(&log, 11), "ten are delivered, not one more");
        log.acked(11, 0.11);
        log.sent(12, 0.11, 0, 0);
        assert!(!marked(&log, 12));
    }
}
