//! What both ends of a connection know of marks (ecn-and-l4s §2, §3).

use crate::choices::MarkFeedback;

/// What a receiver remembers of marks to report them to the sender.
#[derive(Clone, Copy, Debug)]
pub enum MarkEcho {
    /// RFC 3168 §6.1.3.
    Classic {
        /// True if a mark has arrived and no CWR after it.
        is_latched: bool,
        /// A marked segment is among those that are not acknowledged yet.
        holds_marked: bool,
    },
    /// RFC 8257 §3.2.
    State {
        /// The latest segment was marked.
        is_marked: bool,
    },
    /// RFC 9768 §3.2.
    Count {
        /// One report covers this many marks.
        every: u32,
        /// Marks that no report covers yet.
        unreported: u32,
        /// The latest segment was marked.
        was_marked: bool,
    },
}

impl MarkEcho {
    /// The initial state for this kind of feedback.
    pub fn new(feedback: MarkFeedback) -> Option<MarkEcho> {
        match feedback {
            MarkFeedback::Off => None,
            MarkFeedback::Classic => Some(MarkEcho::Classic { is_latched: false, holds_marked: false }),
            MarkFeedback::State => Some(MarkEcho::State { is_marked: false }),
            MarkFeedback::Count { every, .. } => {
                Some(MarkEcho::Count { every, unreported: 0, was_marked: false })
            }
        }
    }

    /// True if pending in-order segments need their ACK before a segment with this mark is taken.
    /// The ECN-Echo of that ACK describes the pending segments.
    #[inline]
    pub fn is_other_state(&self, marked: bool) -> bool {
        matches!(self, MarkEcho::State { is_marked } if *is_marked != marked)
    }

    /// True if a mark has arrived and no CWR after it.
    pub fn is_latched(&self) -> bool {
        matches!(self, MarkEcho::Classic { is_latched: true, .. })
    }

    /// A data segment arrives; `reduced` if it carries CWR. True if it is acknowledged at once.
    pub fn on_segment(&mut self, marked: bool, reduced: bool) -> bool {
        match self {
            MarkEcho::Classic { is_latched, holds_marked } => {
                // CWR is applied first: a mark on the same segment is a new one.
                *is_latched = (*is_latched && !reduced) || marked;
                *holds_marked |= marked;
                false
            }
            MarkEcho::State { is_marked } => std::mem::replace(is_marked, marked) != marked,
            MarkEcho::Count { every, unreported, was_marked } => {
                let before = std::mem::replace(was_marked, marked);
                *unreported += u32::from(marked);
                marked && (!before || *unreported >= *every)
            }
        }
    }

    /// An ACK goes out: true if it carries ECN-Echo.
    pub fn on_ack(&mut self) -> bool {
        match self {
            MarkEcho::Classic { is_latched, holds_marked } => {
                std::mem::replace(holds_marked, false) || *is_latched
            }
            MarkEcho::State { is_marked } => *is_marked,
            MarkEcho::Count { unreported, .. } => {
                *unreported = 0;
                false
            }
        }
    }
}

/// What an ACK reports about marks.
#[derive(Clone, Copy, Debug, Default)]
pub struct MarkReport {
    /// ECN-Echo.
    pub echo: bool,
    /// The lowest three bits of the count.
    pub ace: u8,
    /// Marked segments that the receiver has counted.
    pub count: u32,
}

/// What a sender knows of marks.
#[derive(Clone, Copy, Debug)]
pub struct MarkReader {
    pub(in crate::tcp) feedback: MarkFeedback,
    /// Marks may reduce the window again once more than this is acknowledged: at most one reduction
    /// per window.
    pub(in crate::tcp) point: Option<u64>,
    /// The next new segment carries CWR.
    pub(in crate::tcp) reduced_is_due: bool,
    pub(in crate::tcp) count: u32,
    /// Segments that the latest ACK newly reported as marked, and as delivered.
    pub(in crate::tcp) latest: (u64, u64),
    /// Fast retransmits seen so far. A new one counts as a reduction of the window.
    pub(in crate::tcp) losses: u64,
    /// A reduction after marks is under way, with `reduction: prr` (Linux, TCP_CA_CWR).
    pub(in crate::tcp) reduces: bool,
}

/// The marks of an ACK of `delivered` segments whose three bits have grown by `delta`. Of more than seven segments
/// the count may have wrapped: as many are taken for marked as can be (RFC 9768 §3.2.2.5.2).
fn safe_delta(delivered: u32, delta: u32) -> u32 {
    if delivered > 7 { delivered - (delivered - delta) % 8 } else { delta }
}

impl MarkReader {
    /// Segments that an ACK newly reports as marked, and whether the sender must react. Classic
    /// feedback does not count segments.
    pub(in crate::tcp) fn read(&mut self, report: MarkReport, delivered: u64) -> (u64, bool) {
        match self.feedback {
            MarkFeedback::Off => (0, false),
            MarkFeedback::Classic => (0, report.echo),
            MarkFeedback::State if report.echo => (delivered, delivered > 0),
            MarkFeedback::State => (0, false),
            MarkFeedback::Count { three_bits, .. } => {
                let before = self.count;
                let new = if three_bits {
                    safe_delta(delivered as u32, u32::from(report.ace).wrapping_sub(before) % 8)
                } else {
                    report.count.max(before) - before
                };
                self.count = before.wrapping_add(new);
                (u64::from(new), new > 0)
            }
        }
    }

    /// True if the new segment that goes out now carries CWR.
    pub(in crate::tcp) fn takes_reduced(&mut self) -> bool {
        std::mem::replace(&mut self.reduced_is_due, false)
    }

    /// The window was reduced while everything below `max` had been sent.
    pub(in crate::tcp) fn close(&mut self, max: u64) {
        self.point = Some(max);
        self.reduces = false;
        self.reduced_is_due = self.feedback == MarkFeedback::Classic;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tcp::{AckPlan, Receiver};
    use crate::units::{Span, Time};

    const COUNT: MarkFeedback = MarkFeedback::Count { every: 2, three_bits: false };

    /// The ACKs of a receiver with delayed ACKs for `n` segments, one every millisecond: number and
    /// ECN-Echo or count of each ACK. Segments in `marked` carry a mark, those in `reduced` carry
    /// CWR.
    fn reports(feedback: MarkFeedback, n: u64, marked: &[u64], reduced: &[u64]) -> Vec<(u64, u32)> {
        let mut receiver = Receiver::new(Some(Span::from_millis(200)), true).telling_marks(feedback);
        let mut acks = Vec::new();
        let mut acknowledge = |receiver: &mut Receiver| {
            let marks = receiver.report_marks();
            let said =
                if matches!(feedback, MarkFeedback::Count { .. }) { marks.count } else { marks.echo.into() };
            acks.push((receiver.acknowledge(), said));
        };
        for number in 0..n {
            let now = Time::from_nanos(number * 1_000_000);
            let is_marked = marked.contains(&number);
            if receiver.acks_before(is_marked) {
                acknowledge(&mut receiver);
            }
            let at_once = receiver.on_headers(is_marked, reduced.contains(&number));
            if receiver.on_segment(number, now, now) == AckPlan::Now || at_once {
                acknowledge(&mut receiver);
            }
        }
        if receiver.deadline() != Time::NEVER {
            acknowledge(&mut receiver);
        }
        assert_eq!(receiver.marked(), marked.len() as u64);
        acks
    }

    #[test]
    fn a_classic_receiver_repeats_a_mark_until_it_hears_of_a_reduction() {
        // ecn-and-l4s E2.1 and E2.2.
        let classic = |marked: &[u64], reduced: &[u64]| reports(MarkFeedback::Classic, 10, marked, reduced);
        assert_eq!(classic(&[2, 3, 4, 7], &[]), [(2, 0), (4, 1), (6, 1), (8, 1), (10, 1)]);
        assert_eq!(classic(&[2, 3, 4], &[6]), [(2, 0), (4, 1), (6, 1), (8, 0), (10, 0)]);
        // The ACK of segment 4 waits for segment 5, whose CWR ends the latch. The ACK still reports
        // that 4 was marked.
        assert_eq!(classic(&[2, 3, 4], &[5]), [(2, 0), (4, 1), (6, 1), (8, 0), (10, 0)]);
        // A mark on the segment that carries CWR is a new one.
        assert_eq!(classic(&[2, 3, 4], &[4]), [(2, 0), (4, 1), (6, 1), (8, 1), (10, 1)]);
    }

    #[test]
    fn a_receiver_of_dctcp_acknowledges_at_every_change() {
        // ecn-and-l4s E3.1 and E3.3.
        let acks = reports(MarkFeedback::State, 10, &[2, 3, 4, 7], &[]);
        assert_eq!(acks, [(2, 0), (3, 1), (5, 1), (6, 0), (7, 0), (8, 1), (9, 0), (10, 0)]);
        let mut reader = reader(MarkFeedback::State);
        let mut before = 0;
        let sum: u64 = acks
            .iter()
            .map(|&(number, echo)| {
                let delivered = number - std::mem::replace(&mut before, number);
                reader.read(MarkReport { echo: echo == 1, ..MarkReport::default() }, delivered).0
            })
            .sum();
        assert_eq!(sum, 4);
        assert_eq!(
            reports(MarkFeedback::State, 6, &[0, 1, 2, 3, 4, 5], &[]),
            [(1, 1), (3, 1), (5, 1), (6, 1)]
        );
    }

    #[test]
    fn an_accurate_receiver_counts() {
        // ecn-and-l4s E3.2 and E3.3.
        let acks = reports(COUNT, 10, &[2, 3, 4, 7], &[]);
        assert_eq!(acks, [(2, 0), (3, 1), (5, 3), (7, 3), (8, 4), (10, 4)]);
        assert_eq!(reports(COUNT, 6, &[0, 1, 2, 3, 4, 5], &[]), [(1, 1), (3, 3), (5, 5), (6, 6)]);
        assert_eq!(reports(MarkFeedback::Classic, 6, &[0, 1, 2, 3, 4, 5], &[]), [(2, 1), (4, 1), (6, 1)]);
    }

    fn reader(feedback: MarkFeedback) -> MarkReader {
        MarkReader {
            feedback,
            point: None,
            reduced_is_due: false,
            count: 0,
            latest: (0, 0),
            losses: 0,
            reduces: false,
        }
    }

    #[test]
    fn r7_an_ack_of_more_than_seven_segments_counts_the_most_marks_that_three_bits_can_mean() {
        // RFC 9768 §3.2.2.5.2: n − ((n − d) mod 8).
        let vectors = [(7, 0, 0), (8, 0, 8), (11, 3, 11), (12, 4, 12), (20, 5, 13)];
        for (delivered, delta, marks) in vectors {
            let mut reader = reader(MarkFeedback::Count { every: 2, three_bits: true });
            let report = MarkReport { echo: false, ace: delta as u8, count: 0 };
            assert_eq!(reader.read(report, delivered).0, marks, "{delivered} with {delta}");
            assert_eq!(reader.count % 8, delta, "the next report continues from it");
        }
    }

    #[test]
    fn three_bits_lose_marks_when_acks_are_lost_and_few_segments_are_reported() {
        // ecn-and-l4s E3.4.
        let read = |three_bits| {
            let mut reader = reader(MarkFeedback::Count { every: 2, three_bits });
            [0_u32, 3, 6, 9, 17]
                .map(|count| reader.read(MarkReport { echo: false, ace: (count % 8) as u8, count }, 1).0)
        };
        assert_eq!(read(false), [0, 3, 3, 3, 8]);
        assert_eq!(read(true), [0, 3, 3, 3, 0]);
    }
}
