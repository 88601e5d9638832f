//! Undoes the reaction to a spurious loss (`undo`, `frto`).
//!
//! Eifel (RFC 3522, RFC 4015): the ACK of the first retransmitted segment echoes a time before its
//! retransmission, so the original has arrived. With RACK it is each ACK of new data, as in Linux
//! (tcp_packet_delayed), and while other segments are retransmitted such an ACK undoes nothing
//! (tcp_try_undo_partial). F-RTO (RFC 5682 §3, with SACK; Linux
//! tcp_process_loss): after a timeout a segment arrives that was never retransmitted, so the
//! timeout was spurious. Reports of the receiver (`dsack`) prove it if all retransmissions have arrived
//! twice.

use super::decisions::{SPURIOUS, SPURIOUS_BY_REPORTS, SPURIOUS_TIMEOUT, UNDO_HELD};
use super::state::{AckArrival, Frto, Originals, Sender};
use crate::cc::{Ack, CongestionControl, Notice, State};
use crate::choices::Recovery;
use crate::trace::Decisions;

/// Restores the windows if all retransmissions since the loss have arrived twice.
pub(super) fn by_reports(sender: &mut Sender, log: &mut Decisions) {
    let is_proven = sender.mechanisms.get().is_some_and(|mechanisms| {
        mechanisms.undoes_by_reports && mechanisms.undo.is_some_and(|undo| undo.are_all_duplicates())
    });
    if !is_proven || sender.mechanisms.reduces_for_marks() {
        return;
    }
    let before = sender.w.cwnd;
    let has_ended = sender.c.state == State::Recovery && sender.c.una >= sender.recover_point();
    // What is still found lost stays so: another loss may be real.
    let forgives = sender.c.state == State::Loss;
    restore_windows(sender, forgives, log);
    if let Some(rack) = sender.mechanisms.rack_mut().filter(|_| !forgives && !has_ended) {
        rack.board.undone_by_reports();
    }
    log.say(SPURIOUS_BY_REPORTS, &[before, sender.w.cwnd, sender.w.ssthresh]);
}

/// Checks an ACK of new data during the reaction to a loss that may turn out to be spurious.
#[inline(never)]
pub(super) fn look_for_spurious(sender: &mut Sender, arrival: &AckArrival, acked: u64, log: &mut Decisions) {
    if sender.c.state == State::Loss {
        by_reports(sender, log);
    }
    let una = sender.c.una;
    let is_partial = sender.c.state == State::Recovery && una < sender.recover_point();
    let Some(mechanisms) = sender.mechanisms.get_mut().filter(|mechanisms| mechanisms.undoes) else {
        return;
    };
    let Some(undo) = &mut mechanisms.undo else { return };
    let is_spurious = match &mut mechanisms.rack {
        None => undo.is_spurious(una, arrival.echo),
        Some(rack) if !rack.is_before_resends(arrival.echo) => false,
        Some(rack) if is_partial => {
            rack.board.note_overtaken(una - acked);
            let resent = rack.board.resent();
            rack.holds = resent > 0;
            if rack.holds {
                log.say(UNDO_HELD, &[resent as f64, sender.w.cwnd]);
            }
            !rack.holds
        }
        Some(_) => true,
    };
    if is_spurious {
        let before = sender.w.cwnd;
        let forgives = is_partial || sender.c.state == State::Loss;
        restore_windows(sender, forgives, log);
        log.say(SPURIOUS, &[before, sender.w.cwnd, sender.w.ssthresh]);
    }
}

/// Restores the windows, and treats no segment as lost if it `forgives`.
pub(super) fn restore_windows(sender: &mut Sender, forgives: bool, log: &mut Decisions) {
    let Some(undo) = sender.mechanisms.take_undo() else {
        return;
    };
    sender.mechanisms.take_prr();
    sender.mechanisms.end_frto();
    sender.w.cwnd = sender.w.cwnd.max(undo.cwnd);
    sender.w.ssthresh = sender.w.ssthresh.max(undo.ssthresh);
    sender.loss.duplicates = 0;
    sender.loss.new_reno.inflation = 0;
    sender.loss.board.forget_resent();
    sender.c.next = sender.c.max;
    sender.c.state = State::Open;
    if let Some(rack) = sender.mechanisms.rack_mut() {
        if forgives {
            rack.board.forgive();
        }
        rack.forget_resends();
        rack.board.look_again();
        sender.c.state = rack.settled();
    }
    sender.restart_round();
    sender.cc.on_notice(&sender.c, Notice::Spurious, &mut sender.w, log);
}

/// The timer has expired, and its retransmission is sent. F-RTO begins unless a recovery was
/// under way (RFC 5682 §3.1 step 1).
pub(super) fn begin_frto(sender: &mut Sender, may_be_early: bool) {
    let originals = Originals { from: sender.c.next, end: sender.c.max };
    let arrived = arrived(sender, originals);
    if let Some(mechanisms) = sender.mechanisms.get_mut() {
        let begins = may_be_early && mechanisms.chosen.frto;
        mechanisms.frto = begins.then_some(Frto { originals, arrived, sends_new: false });
    }
}

/// How many of these segments are acknowledged or SACKed. RACK does not use this: its board
/// reads each ACK itself.
fn arrived(sender: &Sender, Originals { from, end }: Originals) -> u64 {
    let una = sender.c.una.clamp(from, end.max(from));
    una - from + sender.loss.board.sacked_in(una, end)
}

/// Handles an ACK after a timeout (RFC 5682 §3.1 steps 2 and 3). As in Linux, the first ACK
/// already decides if it reports a segment that was never retransmitted. The first ACK of new
/// data lets new data go instead of retransmissions.
#[inline(never)]
pub(super) fn follow_frto(sender: &mut Sender, ack: &Ack, log: &mut Decisions) {
    let Some(mut frto) = sender.mechanisms.get().and_then(|mechanisms| mechanisms.frto) else {
        return;
    };
    let arrived = arrived(sender, frto.originals);
    let is_original = match sender.mechanisms.rack() {
        Some(rack) => rack.news.is_original,
        None => arrived > frto.arrived,
    };
    let recover = sender.recover_point();
    let has_sent_new = sender.c.max > recover;
    if is_original {
        let before = sender.w.cwnd;
        restore_windows(sender, true, log);
        log.say(SPURIOUS_TIMEOUT, &[before, sender.w.cwnd, sender.w.ssthresh]);
    } else if has_sent_new && (ack.sacked > 0 || ack.acked == 0) {
        sender.mechanisms.end_frto();
        if sender.loss.kind != Recovery::Rack {
            // Everything sent before the timeout is lost and is retransmitted.
            sender.c.next = sender.c.una;
        }
    } else if let Some(mechanisms) = sender.mechanisms.get_mut() {
        frto.sends_new = !has_sent_new && ack.acked > 0 && sender.c.una < recover;
        mechanisms.frto = Some(Frto { arrived, ..frto });
    }
}

/// Up to two new segments instead of a retransmission. If there is no new data, F-RTO ends.
/// `None` if F-RTO does not decide what is sent.
pub(super) fn next_by_frto(sender: &mut Sender) -> Option<Option<u64>> {
    let frto = sender.mechanisms.get()?.frto.filter(|frto| frto.sends_new)?;
    let sent = sender.c.max - frto.originals.end;
    if sent == 2 || (sent + 1) as f64 > sender.w.cwnd {
        return Some(sender.window_full());
    }
    let new = sender.within_source_and_receiver(sender.c.max);
    if new.is_none() && sent == 0 {
        sender.mechanisms.end_frto();
        return None;
    }
    Some(new)
}
