//! Recovery with SACK (`recovery: sack`; RFC 6675): the board shows what is lost, how much is in the
//! network, and what is sent next.

use super::without_sack;
use crate::cc::State;
use crate::mechanism::reduction::Value as Reduction;
use crate::tcp::scoreboard::DUP_THRESH;
use crate::tcp::state::{Outgoing, Sender};
use crate::tcp::{delivery, reduction, undo, wire};
use crate::trace::Decisions;

/// True if the oldest segment is lost: by the duplicates, or by what is SACKed above it.
pub(super) fn shows_loss(sender: &Sender) -> bool {
    u64::from(sender.loss.duplicates) >= DUP_THRESH || sender.loss.board.is_lost(sender.c.una)
}

/// The loss is found; `before` was the window. If the window shrinks at once, the missing segment
/// goes out; else cwnd decides when, as for all later ones.
pub(super) fn begin(sender: &mut Sender, before: f64, out: &mut Vec<Outgoing>, log: &mut Decisions) {
    let una = sender.c.una;
    declare_lost(sender, una + 1, log);
    if sender.mechanisms.reduction() == Reduction::AtOnce {
        sender.loss.board.enter(una);
        wire::transmit(sender, una, out);
    } else {
        sender.loss.board.enter_before_resend(una);
        reduction::begin(sender, before, log);
    }
}

/// Segments newly declared lost: those that have three SACKed segments above them.
#[inline]
pub(in crate::tcp) fn count_lost(sender: &mut Sender, log: &mut Decisions) {
    if let Some(limit) = sender.loss.board.lost_below() {
        declare_lost(sender, limit, log);
    }
}

/// Declares every segment below `limit` lost unless it is SACKed.
pub(in crate::tcp) fn declare_lost(sender: &mut Sender, limit: u64, log: &mut Decisions) {
    let (from, lost) = sender.loss.board.count_lost(limit);
    let before = sender.c.lost;
    sender.c.lost += lost;
    if sender.needs.notices {
        let board = &sender.loss.board;
        let lost = (from..limit).filter(|number| !board.is_sacked(*number)).collect();
        delivery::tell_lost(sender, lost, before, log);
    }
}

/// The next segment that the window allows.
#[inline(always)]
pub(in crate::tcp) fn next<const MECHANISMS: bool>(sender: &mut Sender) -> Option<u64> {
    let number = match sender.c.state {
        State::Recovery if MECHANISMS => return next_in_recovery_out_of_line(sender),
        State::Recovery => return next_in_recovery(sender),
        State::Loss => {
            if MECHANISMS && let Some(answer) = undo::next_by_frto(sender) {
                return answer;
            }
            if sender.outstanding() as f64 + 1.0 > sender.w.cwnd.max(1.0) {
                return sender.window_full();
            }
            let gap = sender.loss.board.next_gap(sender.c.next);
            // New data that F-RTO sent after the timeout is not lost with the data sent before
            // it.
            if MECHANISMS && gap >= sender.recover_point() { gap.max(sender.c.max) } else { gap }
        }
        _ if sender.output.limited_transmit || sender.loss.board.sacked() == 0 => {
            if (sender.loss.board.pipe(sender.c.max) as i64 + 1) as f64 > sender.w.cwnd {
                return sender.window_full();
            }
            sender.c.next
        }
        _ => return without_sack::next(sender),
    };
    sender.within_source_and_receiver(number)
}

/// RFC 6675 NextSeg, while `cwnd − pipe ≥ 1`.
#[inline(always)]
fn next_in_recovery(sender: &mut Sender) -> Option<u64> {
    if (sender.loss.board.pipe(sender.c.max) as i64 + 1) as f64 > sender.w.cwnd {
        return None;
    }
    let number = sender.loss.board.next_lost();
    if let Some(number) = number {
        sender.loss.board.resend(number);
        return Some(number);
    }
    if let Some(number) = sender.within_source_and_receiver(sender.c.max) {
        return Some(number);
    }
    if let Some(number) = sender.loss.board.next_hole() {
        sender.loss.board.resend(number);
        return Some(number);
    }
    sender.loss.board.rescue(sender.c.max, sender.recover_point())
}

/// The same, shared by all flows with mechanisms. The other flows have it inlined in their path.
#[inline(never)]
fn next_in_recovery_out_of_line(sender: &mut Sender) -> Option<u64> {
    next_in_recovery(sender)
}
