//! Explicit congestion notification at both ends: how the receiver reports marks, and when the
//! sender reacts to them (ecn-and-l4s §2, §3).

use super::decisions::MARK_ANSWERED;
use super::setup::TcpSetup;
use super::state::{AckArrival, MarkReader, Sender};
use crate::cc::{Ack, CongestionControl, State};
use crate::choices::MarkFeedback;
use crate::trace::Decisions;

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
