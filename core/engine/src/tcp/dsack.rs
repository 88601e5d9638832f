//! Reports of segments that arrived twice (`dsack`; RFC 2883): what the sender learns from them.
//!
//! A retransmission that arrives beside its original was needless. If all retransmissions since the
//! last loss were, the loss was spurious (RFC 3708; Linux tcp_try_undo_dsack), also after the
//! recovery has ended. And if the path reorders, RACK waits longer for overtaken segments (RFC 8985
//! §6.2 step 4). A kernel also counts a duplicate as delivered; here it is not.

use super::decisions::{DUPLICATE_REPORTED, REORDERING_WIDENED, SPURIOUS_BY_REPORTS};
use super::state::Sender;
use crate::cc::State;
use crate::trace::Decisions;
use crate::units::Span;

impl Sender {
    /// An ACK reports that segment `number` has arrived twice. The ACK's other news are known.
    #[inline(never)]
    pub(super) fn note_duplicate(&mut self, number: u64, log: &mut Decisions) {
        let next = self.c.next;
        let srtt = Span::from_secs(self.c.srtt_s);
        let Some(mechanisms) = self.mechanisms.get_mut().filter(|mechanisms| mechanisms.chosen.dsack) else {
            return;
        };
        log.say(DUPLICATE_REPORTED, &[number as f64]);
        if let Some(undo) = &mut mechanisms.undo {
            undo.note_duplicate(number);
        }
        if let Some(rack) = &mut mechanisms.rack {
            // A probe goes by the clock: it says nothing about reordering.
            let is_probe = rack.probe.is_some_and(|probe| probe.is(number));
            if rack.board.note_duplicate(number, next, is_probe) {
                let (steps, window) = rack.board.widest_window(srtt);
                log.say(REORDERING_WIDENED, &[steps as f64, window.secs()]);
            }
        }
        if self.c.state != State::Loss {
            self.undo_by_reports(log);
        }
    }

    /// Restores the windows if all retransmissions since the loss have arrived twice.
    pub(super) fn undo_by_reports(&mut self, log: &mut Decisions) {
        let is_proven = self.mechanisms.get().is_some_and(|mechanisms| {
            mechanisms.undoes_by_reports && mechanisms.undo.is_some_and(|undo| undo.are_all_duplicates())
        });
        if !is_proven || self.reduces_for_marks() {
            return;
        }
        let before = self.w.cwnd;
        // What is still found lost stays so: another loss may be real.
        let forgives = self.c.state == State::Loss;
        self.restore_windows(forgives, log);
        if let Some(rack) = self.mechanisms.rack_mut() {
            rack.board.look_again();
        }
        log.say(SPURIOUS_BY_REPORTS, &[before, self.w.cwnd, self.w.ssthresh]);
    }

    /// A recovery ends. Reports of its retransmissions may still come.
    pub(super) fn end_undo(&mut self) {
        if !self.mechanisms.get().is_some_and(|mechanisms| mechanisms.chosen.dsack) {
            self.mechanisms.take_undo();
        } else if let Some(rack) = self.mechanisms.rack_mut() {
            rack.board.end_recovery();
        }
    }
}
