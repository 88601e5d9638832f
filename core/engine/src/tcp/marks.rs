//! Explicit congestion notification at both ends: how the receiver reports marks, and when the
//! sender reacts to them (ecn-and-l4s §2, §3).

use super::decisions::MARK_ANSWERED;
use super::reduction;
use super::setup::TcpSetup;
use super::state::{MarkReader, Sender};
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

/// Ends a reduction after marks, before loss detection (Linux, tcp_fastretrans_alert). It ends
/// when a segment that was sent after the reduction is acknowledged: the receiver has then seen
/// CWR. The same ACK may begin the next reduction.
#[inline(never)]
pub(super) fn end_reduction(sender: &mut Sender, log: &mut Decisions) {
    let una = sender.c.una;
    let Some(marks) = sender.mechanisms.marks_mut() else { return };
    if marks.point.is_some_and(|point| una <= point) {
        return;
    }
    marks.reduces = false;
    reduction::end(&mut sender.mechanisms, &mut sender.w);
    sender.cc.on_recovery_exit(&sender.c, &mut sender.w, log);
    sender.clamp();
}

/// Reacts to marks once per window, after loss detection, for a flow with ECN. True if the
/// window may grow with this ACK.
#[inline(never)]
pub(super) fn answer(sender: &mut Sender, ack: &Ack, log: &mut Decisions) -> bool {
    let Some(marks) = sender.mechanisms.marks_mut() else { return true };
    if sender.counters.fast_retransmits > marks.losses {
        // A loss also reduces the window once. Marks of the same window do not reduce it again.
        marks.losses = sender.counters.fast_retransmits;
        marks.close(sender.c.max);
    }
    let (point, reduces) = (marks.point, marks.reduces);
    if reduces {
        return false;
    }
    if !ack.ece {
        return true;
    }
    let may_reduce = !matches!(sender.c.state, State::Recovery | State::Loss);
    // Linux only checks whether a reduction is under way: a mark after a recovery is a new one.
    let in_steps = reduction::is_in_steps(&sender.mechanisms, &sender.needs);
    let point = point.filter(|_| !in_steps);
    if may_reduce && point.is_none_or(|point| sender.c.una > point) {
        let values = [sender.c.una as f64, point.unwrap_or(0) as f64, sender.c.max as f64];
        log.say(MARK_ANSWERED, &values);
        let before = sender.w.cwnd;
        if sender.cc.on_mark(&sender.c, ack, &mut sender.w, log) {
            sender.w.cwnd = sender.w.cwnd.max(2.0);
            sender.clamp();
            sender.counters.mark_reductions += 1;
            // A mark is proof of congestion: an earlier loss is no longer undone (tcp_enter_cwr).
            sender.mechanisms.take_undo();
            if let Some(marks) = sender.mechanisms.marks_mut() {
                marks.close(sender.c.max);
                marks.reduces = in_steps;
            }
            if in_steps {
                reduction::round_windows(sender.c.growth, &mut sender.w);
                reduction::begin(sender, before, log);
                return false;
            }
        }
    }
    sender.needs.grows_with_marks
}
