//! How the window is reduced in a recovery (`reduction`), for every method of loss detection.

use super::decisions::{PRR, PRR_ARRIVED};
use super::prr::{Progress, Prr};
use super::state::Sender;
use crate::choices::AckCounting;
use crate::mechanism::reduction::Value as Reduction;
use crate::trace::Decisions;

impl Sender {
    /// True if the window is reduced in steps, with the delivered segments.
    pub(super) fn reduces_in_steps(&self) -> bool {
        self.mechanisms.reduction() != Reduction::AtOnce && !self.needs.owns_cwnd
    }

    /// The algorithm has set the windows after a loss; `before` was the window.
    pub(super) fn begin_reduction(&mut self, before: f64, log: &mut Decisions) {
        let owns_cwnd = self.needs.owns_cwnd;
        let Some(mechanisms) = self
            .mechanisms
            .get_mut()
            .filter(|mechanisms| mechanisms.chosen.reduction != Reduction::AtOnce && !owns_cwnd)
        else {
            return;
        };
        let (before, ssthresh) = (before.floor(), self.w.ssthresh.floor());
        mechanisms.prr = Some(Prr::begin(mechanisms.chosen.reduction, before, ssthresh));
        log.say(PRR, &[before, ssthresh, self.pipe() as f64]);
    }

    /// An ACK of the recovery.
    #[inline(never)]
    pub(super) fn reduce(&mut self, delivered: u64, advances: bool, log: &mut Decisions) {
        let (pipe, lost) = (self.pipe(), self.c.lost);
        let Some(prr) = self.mechanisms.prr_mut() else {
            return;
        };
        if let Some(window) = prr.window(&Progress { delivered, advances, lost, pipe }) {
            self.w.cwnd = window;
        }
        if prr.arrives(pipe) {
            let (delivered, out) = prr.totals();
            log.say(PRR_ARRIVED, &[pipe as f64, prr.ssthresh(), delivered as f64, out as f64]);
        }
    }

    /// The recovery is over.
    pub(super) fn end_reduction(&mut self) {
        if let Some(prr) = self.mechanisms.take_prr() {
            self.w.cwnd = prr.ssthresh();
        }
    }

    /// Rounds the windows down to whole segments, as Linux counts them.
    pub(super) fn round_windows(&mut self) {
        if self.c.growth == AckCounting::LinuxCount {
            self.w.cwnd = self.w.cwnd.floor();
            self.w.ssthresh = self.w.ssthresh.floor();
        }
    }
}
