//! Taking back what was done for a loss that was none (`undo`, `frto`).
//!
//! Eifel (RFC 3522, RFC 4015; Linux tcp_may_undo): an ACK echoes a time before the first
//! retransmission, so the original has arrived. F-RTO (RFC 5682 §3, with SACK; Linux
//! tcp_process_loss): after a timeout a segment arrives that was never sent again, so the timer was
//! too early. There is no undo by DSACK: the receiver reports none.

use super::rules::{SPURIOUS, SPURIOUS_TIMEOUT};
use super::sender::{AckArrival, Sender};
use crate::cc::{CongestionControl, Notice, State};
use crate::trace::Decisions;
use crate::units::Time;

/// The windows before a loss was found, for as long as it may turn out to be none.
#[derive(Clone, Copy, Debug)]
pub struct Undo {
    cwnd: f64,
    ssthresh: f64,
    /// When the first retransmission went out.
    pub(super) resent: Option<Time>,
}

impl Sender {
    /// A recovery begins, by ACKs or by the timer.
    pub(super) fn remember_windows(&mut self) {
        if let Some(modern) = self.modern.get_mut().filter(|modern| modern.undoes || modern.frto) {
            modern.undo = Some(Undo { cwnd: self.w.cwnd, ssthresh: self.w.ssthresh, resent: None });
        }
    }

    /// An ACK of new data while a loss may turn out to be none.
    #[inline(never)]
    pub(super) fn look_for_spurious(&mut self, arrival: &AckArrival, log: &mut Decisions) {
        let is_recovering = matches!(self.c.state, State::Recovery | State::Loss);
        let modern = self.modern.get().filter(|modern| is_recovering && modern.undoes);
        let Some(undo) = modern.and_then(|modern| modern.undo) else {
            return;
        };
        if undo.resent.is_some_and(|resent| arrival.echo < resent) {
            let before = self.w.cwnd;
            self.restore_windows(log);
            log.say(SPURIOUS, &[before, self.w.cwnd, self.w.ssthresh]);
        }
    }

    /// The windows are what they were, and nothing is lost.
    fn restore_windows(&mut self, log: &mut Decisions) {
        let Some(undo) = self.modern.take_undo() else {
            return;
        };
        self.modern.take_prr();
        self.w.cwnd = self.w.cwnd.max(undo.cwnd);
        self.w.ssthresh = self.w.ssthresh.max(undo.ssthresh);
        self.loss.duplicates = 0;
        self.loss.new_reno.inflation = 0;
        self.loss.board.forget_resent();
        self.c.next = self.c.max;
        self.c.state = State::Open;
        if let Some(rack) = self.modern.rack_mut() {
            rack.board.forgive();
            rack.frto = None;
            if rack.board.sacked() > 0 {
                self.c.state = State::Disorder;
            }
        }
        self.restart_round();
        if self.needs.notices {
            self.cc.on_notice(&self.c, Notice::Spurious, &mut self.w, log);
        }
    }

    /// An ACK after a timeout, with RACK (RFC 5682 §3.1). First new data goes out instead of
    /// retransmissions; what arrives then decides.
    pub(super) fn follow_frto(&mut self, acked: u64, log: &mut Decisions) {
        let recover = self.recover_point();
        let Some(rack) = self.modern.rack_mut() else {
            return;
        };
        let Some(frto) = &mut rack.frto else {
            return;
        };
        frto.sends_new = false;
        if rack.news.is_original {
            let before = self.w.cwnd;
            self.restore_windows(log);
            log.say(SPURIOUS_TIMEOUT, &[before, self.w.cwnd, self.w.ssthresh]);
        } else if self.c.next > recover {
            if rack.news.sacked > 0 || acked == 0 {
                rack.frto = None;
            }
        } else if acked > 0 && self.c.una < recover {
            frto.sends_new = true;
            self.loss.gate = super::recovery::Gate::after_loss(self.c.next);
        }
    }
}

/// F-RTO is under way.
#[derive(Clone, Copy, Debug, Default)]
pub struct Frto {
    /// This ACK lets new data go, and no retransmission.
    pub(super) sends_new: bool,
}
