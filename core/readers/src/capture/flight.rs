//! Data in flight of one flow: what was sent and is not acknowledged. A damaged packet contradicts its neighbours: its
//! time lies outside of theirs, its bytes join no other segment, or its ACK ends no segment. Such packets are left out
//! and counted. What was acknowledged and is not in the capture is missing, which is no damage.

use std::collections::BTreeMap;

/// The packets of a flow in the order of the file: its segments, and the ACKs that come back.
#[derive(Default)]
pub(super) struct Story {
    pub time_s: Vec<f64>,
    /// Of a segment its first byte, of an ACK the next expected byte.
    pub sequence: Vec<u32>,
    /// 0 for an ACK.
    pub payload: Vec<u32>,
}

#[derive(Default)]
pub(super) struct Flight {
    pub time_s: Vec<f64>,
    pub bytes: Vec<f64>,
    /// At the same times: the smoothed RTT, what is acknowledged, segments sent again.
    pub rtt_s: Vec<f64>,
    pub acked: Vec<f64>,
    pub retransmitted: Vec<f64>,
    /// Packets that contradict their neighbours.
    pub damaged: usize,
    /// ACKs that acknowledge something new.
    pub advancing: usize,
    /// Bytes that were acknowledged and are not in the capture.
    pub missing: i64,
    /// The shortest time from a segment to the ACK of its last byte; infinite without any.
    pub least_ack_s: f64,
}

/// Several queues of a network card may change the order by less than this.
const DISORDER_S: f64 = 1e-3;
/// No window is larger (RFC 7323 §2.3).
const LARGEST_WINDOW: i64 = 1 << 30;
/// If more of the ACKs end within a segment, the receiver or a middlebox acknowledges parts.
const MAX_ODD_ACKS: f64 = 0.05;

/// Values in order.
struct Sorted(Vec<i64>);

impl Sorted {
    fn of(values: impl Iterator<Item = i64>) -> Sorted {
        let mut sorted: Vec<i64> = values.collect();
        sorted.sort_unstable();
        Sorted(sorted)
    }

    /// How many values are not above this one.
    fn up_to(&self, value: i64) -> usize {
        self.0.partition_point(|one| *one <= value)
    }

    fn count(&self, value: i64) -> usize {
        self.up_to(value) - self.up_to(value - 1)
    }

    fn has(&self, value: i64) -> bool {
        self.count(value) > 0
    }
}

/// A flow whose packets are marked as they contradict.
struct Marked<'a> {
    story: &'a Story,
    is_out: Vec<bool>,
    /// Places of sequence numbers, without their wrap at 2³², from the first one on.
    begin: Vec<i64>,
    starts: Sorted,
    ends: Sorted,
}

pub(super) fn flight_of(story: &Story, segment_bytes: i64) -> Flight {
    let is_out = out_of_time(&story.time_s);
    let mut marked =
        Marked { story, is_out, begin: Vec::new(), starts: Sorted(Vec::new()), ends: Sorted(Vec::new()) };
    marked.unwrap();
    let segments: Vec<usize> =
        (0..story.payload.len()).filter(|at| marked.bytes(*at) > 0 && !marked.is_out[*at]).collect();
    marked.starts = Sorted::of(segments.iter().map(|at| marked.begin[*at]));
    marked.ends = Sorted::of(segments.iter().map(|at| marked.begin[*at] + marked.bytes(*at)));
    for at in segments.iter().skip(1).rev().skip(1) {
        let (from, to) = (marked.begin[*at], marked.begin[*at] + marked.bytes(*at));
        let joins = marked.ends.has(from)
            || marked.starts.has(to)
            || marked.starts.count(from) > 1
            || marked.ends.count(to) > 1;
        marked.is_out[*at] = !joins;
    }
    marked.mark_acks(segment_bytes);
    marked.replay(&segments)
}

/// Times outside of those of both neighbours, and impossible ones.
fn out_of_time(time_s: &[f64]) -> Vec<bool> {
    let mut is_out = vec![false; time_s.len()];
    let mut before = f64::NEG_INFINITY;
    // The next time that is one, for each packet.
    let mut nexts = vec![f64::INFINITY; time_s.len()];
    for at in (1..time_s.len()).rev() {
        nexts[at - 1] = if time_s[at].is_finite() { time_s[at] } else { nexts[at] };
    }
    for (at, time) in time_s.iter().copied().enumerate() {
        let next = nexts[at];
        let is_between = time >= before - DISORDER_S && (before > next || time <= next + DISORDER_S);
        // The last one has no neighbour: a pause of this length and more is no pause.
        let is_last = at + 1 == time_s.len() && at > 2;
        let is_late = is_last && time - before > 1000.0 + 10.0 * (before - time_s[0]);
        is_out[at] = !is_between || is_late;
        if !is_out[at] {
            before = before.max(time);
        }
    }
    is_out
}

impl Marked<'_> {
    fn bytes(&self, at: usize) -> i64 {
        i64::from(self.story.payload[at])
    }

    fn unwrap(&mut self) {
        let sequence = &self.story.sequence;
        let first = (0..sequence.len()).find(|at| self.bytes(*at) > 0 && !self.is_out[*at]);
        let mut anchor = first.map_or(0, |at| sequence[at]);
        let mut reached = 0;
        for (at, number) in sequence.iter().enumerate() {
            // Taken as a signed difference of 32 bits.
            let step = i64::from(number.wrapping_sub(anchor) as i32);
            self.begin.push(reached + step);
            if step.abs() > LARGEST_WINDOW {
                self.is_out[at] = true;
            } else if self.bytes(at) > 0 && !self.is_out[at] && (1..LARGEST_WINDOW / 16).contains(&step) {
                (anchor, reached) = (*number, reached + step);
            }
        }
    }

    /// Marks ACKs of what was not sent, and ACKs that end no segment.
    fn mark_acks(&mut self, segment_bytes: i64) {
        // If two ACKs have the same number, that segment was sent, and the capture does not have it.
        let mut told: BTreeMap<i64, usize> = BTreeMap::new();
        for at in (0..self.begin.len()).filter(|at| self.bytes(*at) == 0 && !self.is_out[*at]) {
            *told.entry(self.begin[at]).or_default() += 1;
        }
        let (mut odd, mut acks, mut sent) = (Vec::new(), 0, i64::MIN);
        for at in 0..self.begin.len() {
            let (place, bytes) = (self.begin[at], self.bytes(at));
            if self.is_out[at] {
                continue;
            }
            if bytes > 0 {
                sent = sent.max(place + bytes);
                continue;
            }
            acks += 1;
            // A FIN takes a sequence number after the last byte.
            if place <= 0 || place - 1 == sent || self.ends.has(place) || self.starts.has(place) {
                continue;
            }
            if place > sent {
                self.is_out[at] = sent > i64::MIN && told[&place] < 2;
                continue;
            }
            // Within a bundle that the network card divided, an ACK ends one of its segments.
            let bundle = self.starts.up_to(place).checked_sub(1).map_or(0, |at| self.starts.0[at]);
            if (place - bundle) % segment_bytes != 0 {
                odd.push(at);
            }
        }
        if odd.len() as f64 <= (f64::from(acks) * MAX_ODD_ACKS).max(3.0) {
            odd.into_iter().for_each(|at| self.is_out[at] = true);
        }
    }

    fn replay(&self, segments: &[usize]) -> Flight {
        let mut flight = Flight { least_ack_s: f64::INFINITY, ..Flight::default() };
        let (mut sent, mut first): (Option<i64>, Option<i64>) = (None, None);
        let (mut acked, mut now_s, mut retransmitted, mut srtt_s) = (0, f64::NEG_INFINITY, 0.0, f64::NAN);
        // Ends of segments that are sent for the first time, until they are acknowledged.
        let mut waiting: Vec<(i64, f64)> = Vec::new();
        let mut oldest = 0;
        // What was sent when a segment was sent again: until its ACK a time to an ACK is no RTT (Karn; RFC 6298 §3).
        let mut repairing = i64::MIN;
        for at in 0..self.begin.len() {
            if self.is_out[at] {
                flight.damaged += 1;
                continue;
            }
            let (place, bytes, time_s) = (self.begin[at], self.bytes(at), self.story.time_s[at]);
            if bytes > 0 {
                match sent {
                    None => acked = acked.min(place),
                    Some(sent) if place + bytes <= sent => {
                        retransmitted += 1.0;
                        repairing = sent;
                    }
                    _ => {}
                }
                first.get_or_insert(place);
                if sent.is_none_or(|sent| place + bytes > sent) {
                    waiting.push((place + bytes, time_s));
                }
                sent = Some(sent.unwrap_or(0).max(place + bytes));
            } else {
                let Some(before) = sent else { continue };
                // What is acknowledged was sent, even if the capture misses it.
                sent = Some(before.max(place));
                if place > acked {
                    acked = place;
                    flight.advancing += 1;
                    while let Some((end, sent_s)) = waiting.get(oldest).filter(|(end, _)| *end <= place) {
                        oldest += 1;
                        if *end != place {
                            continue;
                        }
                        let rtt_s = time_s - sent_s;
                        flight.least_ack_s = flight.least_ack_s.min(rtt_s);
                        // RFC 6298 §2.
                        if place > repairing {
                            srtt_s = if srtt_s.is_nan() { rtt_s } else { srtt_s + (rtt_s - srtt_s) / 8.0 };
                        }
                    }
                }
            }
            now_s = now_s.max(time_s);
            flight.time_s.push(now_s);
            flight.bytes.push((sent.unwrap_or(0) - acked).max(0) as f64);
            flight.rtt_s.push(srtt_s);
            flight.acked.push((acked - first.unwrap_or(0)) as f64);
            flight.retransmitted.push(retransmitted);
        }
        flight.missing = self.missing(segments, acked);
        flight
    }

    /// The holes between the segments, as far as they were acknowledged.
    fn missing(&self, segments: &[usize], acked: i64) -> i64 {
        let mut in_order = segments.to_vec();
        in_order.sort_by_key(|at| self.begin[*at]);
        let mut reach = in_order.first().map_or(0, |at| self.begin[*at]);
        let mut missing = 0;
        for at in in_order {
            missing += (self.begin[at].min(acked) - reach).max(0);
            reach = reach.max(self.begin[at] + self.bytes(at));
        }
        missing + (acked - reach).max(0)
    }
}
