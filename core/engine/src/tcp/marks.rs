//! Explicit congestion notification at both ends: how the receiver reports marks, and when the
//! sender reacts to them (ecn-and-l4s §2, §3).

use super::decisions::MARK_ANSWERED;
use super::sender::{AckArrival, Sender};
use super::setup::TcpSetup;
use crate::cc::{Ack, CongestionControl, State};
use crate::choices::MarkFeedback;
use crate::trace::Decisions;

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
    feedback: MarkFeedback,
    /// Marks may reduce the window again once more than this is acknowledged: at most one reduction
    /// per window.
    point: Option<u64>,
    /// The next new segment carries CWR.
    reduced_is_due: bool,
    count: u32,
    /// Segments that the latest ACK newly reported as marked, and as delivered.
    latest: (u64, u64),
    /// Fast retransmits seen so far. A new one counts as a reduction of the window.
    losses: u64,
    /// A reduction after marks is under way, with `reduction: prr` (Linux, TCP_CA_CWR).
    reduces: bool,
}

impl MarkReader {
    /// The initial state of a connection.
    pub fn new(setup: &TcpSetup) -> Option<MarkReader> {
        let feedback = setup.marks;
        (feedback != MarkFeedback::Off).then_some(MarkReader {
            feedback,
            point: None,
            reduced_is_due: false,
            count: 0,
            latest: (0, 0),
            losses: 0,
            reduces: false,
        })
    }

    /// Segments that an ACK newly reports as marked, and whether the sender must react. Classic
    /// feedback does not count segments.
    fn read(&mut self, report: MarkReport, delivered: u64) -> (u64, bool) {
        match self.feedback {
            MarkFeedback::Off => (0, false),
            MarkFeedback::Classic => (0, report.echo),
            MarkFeedback::State if report.echo => (delivered, delivered > 0),
            MarkFeedback::State => (0, false),
            MarkFeedback::Count { three_bits, .. } => {
                let before = self.count;
                let new = if three_bits {
                    u32::from(report.ace).wrapping_sub(before) % 8
                } else {
                    report.count.max(before) - before
                };
                self.count = before.wrapping_add(new);
                (u64::from(new), new > 0)
            }
        }
    }

    /// True if the new segment that goes out now carries CWR.
    pub(super) fn takes_reduced(&mut self) -> bool {
        std::mem::replace(&mut self.reduced_is_due, false)
    }

    /// The window was reduced while everything below `max` had been sent.
    pub(super) fn close(&mut self, max: u64) {
        self.point = Some(max);
        self.reduces = false;
        self.reduced_is_due = self.feedback == MarkFeedback::Classic;
    }
}

impl Sender {
    /// Segments that an ACK newly reports as marked, and whether the sender must react.
    pub(super) fn read_marks(&mut self, arrival: &AckArrival, delivered: u64) -> (u64, bool) {
        self.mechanisms.marks_mut().map_or((0, false), |marks| {
            let (marked, asks) = marks.read(arrival.marks, delivered);
            marks.latest = (marked, delivered);
            (marked, asks)
        })
    }

    /// Segments that the latest ACK newly reported as marked, and as delivered, if it reported any.
    #[cold]
    pub fn reported_marks(&mut self) -> Option<(u64, u64)> {
        let marks = self.mechanisms.marks_mut()?;
        Some(std::mem::take(&mut marks.latest)).filter(|latest| latest.0 > 0)
    }

    /// True while a reduction after marks is under way.
    #[inline]
    pub(super) fn reduces_for_marks(&mut self) -> bool {
        self.mechanisms.marks_mut().is_some_and(|marks| marks.reduces)
    }

    /// Ends a reduction after marks, before loss detection (Linux, tcp_fastretrans_alert). It ends
    /// when a segment that was sent after the reduction is acknowledged: the receiver has then seen
    /// CWR. The same ACK may begin the next reduction.
    #[inline(never)]
    pub(super) fn end_reduction_for_marks(&mut self, log: &mut Decisions) {
        let una = self.c.una;
        let Some(marks) = self.mechanisms.marks_mut() else { return };
        if marks.point.is_some_and(|point| una <= point) {
            return;
        }
        marks.reduces = false;
        self.end_reduction();
        self.cc.on_recovery_exit(&self.c, &mut self.w, log);
        self.clamp();
    }

    /// Reacts to marks once per window, after loss detection, for a flow with ECN. True if the
    /// window may grow with this ACK.
    #[inline(never)]
    pub(super) fn answer_marks(&mut self, ack: &Ack, log: &mut Decisions) -> bool {
        let Some(marks) = self.mechanisms.marks_mut() else { return true };
        if self.counters.fast_retransmits > marks.losses {
            // A loss also reduces the window once. Marks of the same window do not reduce it again.
            marks.losses = self.counters.fast_retransmits;
            marks.close(self.c.max);
        }
        let (point, reduces) = (marks.point, marks.reduces);
        if reduces {
            return false;
        }
        if !ack.ece {
            return true;
        }
        let may_reduce = !matches!(self.c.state, State::Recovery | State::Loss);
        // Linux only checks whether a reduction is under way: a mark after a recovery is a new one.
        let in_steps = self.reduces_in_steps();
        let point = point.filter(|_| !in_steps);
        if may_reduce && point.is_none_or(|point| self.c.una > point) {
            let values = [self.c.una as f64, point.unwrap_or(0) as f64, self.c.max as f64];
            log.say(MARK_ANSWERED, &values);
            let before = self.w.cwnd;
            if self.cc.on_mark(&self.c, ack, &mut self.w, log) {
                self.w.cwnd = self.w.cwnd.max(2.0);
                self.clamp();
                self.counters.mark_reductions += 1;
                // A mark is proof of congestion: an earlier loss is no longer undone (tcp_enter_cwr).
                self.mechanisms.take_undo();
                if let Some(marks) = self.mechanisms.marks_mut() {
                    marks.close(self.c.max);
                    marks.reduces = in_steps;
                }
                if in_steps {
                    self.round_windows();
                    self.begin_reduction(before, log);
                    return false;
                }
            }
        }
        self.needs.grows_with_marks
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
    fn three_bits_lose_marks_when_many_come_between_two_acks() {
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
