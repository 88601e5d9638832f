//! How the window is reduced after a loss (`reduction`), for every method of loss detection.

use super::decisions::{FAIR_SHARE, PRR, PRR_ARRIVED};
use super::options::RecoveryVariants;
use super::prr::{Progress, Prr};
use super::state::{MechanismSlot, Sender};
use crate::cc::{CongestionControl, Connection, Needs, Window};
use crate::choices::AckCounting;
use crate::mechanism::reduction::Value as Reduction;
use crate::trace::Decisions;

/// The algorithm reacts to a loss. The window is then reduced as `reduction` says.
pub(super) fn cut_for_loss(sender: &mut Sender, log: &mut Decisions) {
    let before = sender.w.cwnd;
    if let Some(rack) = sender.mechanisms.rack_mut() {
        rack.probe = None;
    }
    sender.measure.timed = None;
    if sender.mechanisms.reduces_for_marks() {
        // A reduction is already under way (Linux, tcp_enter_recovery).
        return;
    }
    sender.mechanisms.remember_windows(sender.c.una, sender.w);
    sender.cc.on_loss(&sender.c, &mut sender.w, log);
    if let Some(share) = share_segments(&sender.c, log) {
        (sender.w.cwnd, sender.w.ssthresh) = (share, share);
    }
    round_windows(sender.c.growth, &mut sender.w);
    sender.clamp();
    begin(sender, before, log);
}

/// True if the window is reduced in steps, with the delivered segments.
pub(super) fn is_in_steps(mechanisms: &MechanismSlot, needs: &Needs) -> bool {
    mechanisms.reduction() != Reduction::AtOnce && !needs.owns_cwnd
}

/// The algorithm has set the windows after a loss; `before` was the window.
pub(super) fn begin(sender: &mut Sender, before: f64, log: &mut Decisions) {
    let owns_cwnd = sender.needs.owns_cwnd;
    let Some(mechanisms) = sender
        .mechanisms
        .get_mut()
        .filter(|mechanisms| mechanisms.chosen.reduction != Reduction::AtOnce && !owns_cwnd)
    else {
        return;
    };
    let (before, ssthresh) = (before.floor(), sender.w.ssthresh.floor());
    mechanisms.prr = Some(Prr::begin(mechanisms.chosen.reduction, before, ssthresh));
    log.say(PRR, &[before, ssthresh, sender.pipe() as f64]);
}

/// An ACK of the recovery.
#[inline(never)]
pub(super) fn reduce(sender: &mut Sender, delivered: u64, advances: bool, log: &mut Decisions) {
    let (pipe, lost) = (sender.pipe(), sender.c.lost);
    let Some(prr) = sender.mechanisms.prr_mut() else {
        return;
    };
    if let Some(window) = prr.window(&Progress { delivered, advances, lost, pipe }) {
        sender.w.cwnd = window;
    }
    if prr.arrives(pipe) {
        let (delivered, out) = prr.totals();
        log.say(PRR_ARRIVED, &[pipe as f64, prr.ssthresh(), delivered as f64, out as f64]);
    }
}

/// The recovery is over.
pub(super) fn end(mechanisms: &mut MechanismSlot, w: &mut Window) {
    if let Some(prr) = mechanisms.take_prr() {
        w.cwnd = prr.ssthresh();
    }
}

/// Rounds the threshold down, for a sender that keeps it as a whole number.
pub(super) fn truncate_threshold(variants: &RecoveryVariants, w: &mut Window) {
    if variants.whole_threshold {
        w.ssthresh = w.ssthresh.floor();
    }
}

/// Rounds the windows down to whole segments, as Linux counts them.
pub(super) fn round_windows(growth: AckCounting, w: &mut Window) {
    if growth == AckCounting::LinuxCount {
        w.cwnd = w.cwnd.floor();
        w.ssthresh = w.ssthresh.floor();
    }
}

/// The window that the announced share fills, if routers announce one.
pub fn share_segments(c: &Connection, log: &mut Decisions) -> Option<f64> {
    let share_bps = c.fair_share_bps?;
    let window = (share_bps * c.min_rtt_s / c.segment_bits).max(2.0);
    log.say(FAIR_SHARE, &[window, share_bps, c.min_rtt_s]);
    Some(window)
}
