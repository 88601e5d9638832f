//! Undoes the reaction to a spurious loss (`undo`, `frto`).
//!
//! Eifel (RFC 3522, RFC 4015; Linux tcp_may_undo): the ACK of the first retransmitted segment echoes
//! a time before its retransmission, so the original has arrived. F-RTO (RFC 5682 §3, with SACK; Linux
//! tcp_process_loss): after a timeout a segment arrives that was never retransmitted, so the
//! timeout was spurious. Undo by reports of the receiver is in `dsack`.

use super::decisions::{SPURIOUS, SPURIOUS_TIMEOUT};
use super::state::{AckArrival, Frto, Originals, Sender, Undo};
use crate::cc::{Ack, CongestionControl, Notice, State};
use crate::choices::Recovery;
use crate::trace::Decisions;

impl Sender {
    /// Stores the windows when a recovery begins, by ACKs or by the timer.
    pub(super) fn remember_windows(&mut self) {
        let from = self.c.una;
        let Some(mechanisms) = self.mechanisms.get_mut() else { return };
        if !(mechanisms.undoes || mechanisms.chosen.frto || mechanisms.undoes_by_reports) {
            return;
        }
        // Retransmissions of an earlier loss that are in the network (Linux, tcp_init_undo).
        let resent = mechanisms.rack.as_ref().map_or(0, |rack| rack.board.resent());
        mechanisms.undo = Some(Undo {
            cwnd: self.w.cwnd,
            ssthresh: self.w.ssthresh,
            resent: None,
            was_needed: false,
            from,
            unproven: (resent > 0).then_some(resent),
        });
    }

    /// Checks an ACK of new data during the reaction to a loss that may turn out to be spurious.
    #[inline(never)]
    pub(super) fn look_for_spurious(&mut self, arrival: &AckArrival, log: &mut Decisions) {
        if self.c.state == State::Loss {
            self.undo_by_reports(log);
        }
        let una = self.c.una;
        let mechanisms = self.mechanisms.get_mut().filter(|mechanisms| mechanisms.undoes);
        let Some(undo) = mechanisms.and_then(|mechanisms| mechanisms.undo.as_mut()) else {
            return;
        };
        // An ACK of older segments tells nothing about the retransmitted one.
        let Some((resent, number)) = undo.resent.filter(|(_, number)| una > *number && !undo.was_needed)
        else {
            return;
        };
        undo.was_needed = arrival.echo >= resent;
        if !undo.was_needed {
            let before = self.w.cwnd;
            let is_partial = self.c.state == State::Recovery && una < self.recover_point();
            if let Some(rack) = self.mechanisms.rack_mut().filter(|_| is_partial) {
                rack.board.note_overtaken(number);
            }
            self.restore_windows(true, log);
            log.say(SPURIOUS, &[before, self.w.cwnd, self.w.ssthresh]);
        }
    }

    /// Restores the windows, and treats no segment as lost if it `forgives`.
    pub(super) fn restore_windows(&mut self, forgives: bool, log: &mut Decisions) {
        let Some(undo) = self.mechanisms.take_undo() else {
            return;
        };
        self.mechanisms.take_prr();
        self.end_frto();
        self.w.cwnd = self.w.cwnd.max(undo.cwnd);
        self.w.ssthresh = self.w.ssthresh.max(undo.ssthresh);
        self.loss.duplicates = 0;
        self.loss.new_reno.inflation = 0;
        self.loss.board.forget_resent();
        self.c.next = self.c.max;
        self.c.state = State::Open;
        if let Some(rack) = self.mechanisms.rack_mut() {
            if forgives {
                rack.board.forgive();
            }
            if rack.board.sacked() > 0 {
                self.c.state = State::Disorder;
            }
        }
        self.restart_round();
        self.cc.on_notice(&self.c, Notice::Spurious, &mut self.w, log);
    }

    /// The timer has expired, and its retransmission is sent. F-RTO begins unless a recovery was
    /// under way (RFC 5682 §3.1 step 1).
    pub(super) fn begin_frto(&mut self, may_be_early: bool) {
        let originals = Originals { from: self.c.next, end: self.c.max };
        let arrived = self.arrived(originals);
        if let Some(mechanisms) = self.mechanisms.get_mut() {
            let begins = may_be_early && mechanisms.chosen.frto;
            mechanisms.frto = begins.then_some(Frto { originals, arrived, sends_new: false });
        }
    }

    /// Ends F-RTO: later ACKs no longer decide whether the timeout was spurious.
    pub(super) fn end_frto(&mut self) {
        if let Some(mechanisms) = self.mechanisms.get_mut() {
            mechanisms.frto = None;
        }
    }

    /// How many of these segments are acknowledged or SACKed. RACK does not use this: its board
    /// reads each ACK itself.
    fn arrived(&self, Originals { from, end }: Originals) -> u64 {
        let una = self.c.una.clamp(from, end.max(from));
        una - from + self.loss.board.sacked_in(una, end)
    }

    /// Handles an ACK after a timeout (RFC 5682 §3.1 steps 2 and 3). As in Linux, the first ACK
    /// already decides if it reports a segment that was never retransmitted. The first ACK of new
    /// data lets new data go instead of retransmissions.
    #[inline(never)]
    pub(super) fn follow_frto(&mut self, ack: &Ack, log: &mut Decisions) {
        let Some(mut frto) = self.mechanisms.get().and_then(|mechanisms| mechanisms.frto) else {
            return;
        };
        let arrived = self.arrived(frto.originals);
        let is_original = match self.mechanisms.rack() {
            Some(rack) => rack.news.is_original,
            None => arrived > frto.arrived,
        };
        let recover = self.recover_point();
        let has_sent_new = self.c.max > recover;
        if is_original {
            let before = self.w.cwnd;
            self.restore_windows(true, log);
            log.say(SPURIOUS_TIMEOUT, &[before, self.w.cwnd, self.w.ssthresh]);
        } else if has_sent_new && (ack.sacked > 0 || ack.acked == 0) {
            self.end_frto();
            if self.loss.kind != Recovery::Rack {
                // Everything sent before the timeout is lost and is retransmitted.
                self.c.next = self.c.una;
            }
        } else if let Some(mechanisms) = self.mechanisms.get_mut() {
            frto.sends_new = !has_sent_new && ack.acked > 0 && self.c.una < recover;
            mechanisms.frto = Some(Frto { arrived, ..frto });
        }
    }

    /// Up to two new segments instead of a retransmission. If there is no new data, F-RTO ends.
    /// `None` if F-RTO does not decide what is sent.
    pub(super) fn next_by_frto(&mut self) -> Option<Option<u64>> {
        let frto = self.mechanisms.get()?.frto.filter(|frto| frto.sends_new)?;
        let sent = self.c.max - frto.originals.end;
        if sent == 2 || (sent + 1) as f64 > self.w.cwnd {
            return Some(self.window_full());
        }
        let new = self.within_source_and_receiver(self.c.max);
        if new.is_none() && sent == 0 {
            self.end_frto();
            return None;
        }
        Some(new)
    }
}
