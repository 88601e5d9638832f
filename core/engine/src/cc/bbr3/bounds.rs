//! How losses and marks bound BBR version 3 (draft-ietf-ccwg-bbr §5.5.10).

use super::decisions::{ALPHA, MARKED, SHORT_TERM, STARTUP_LOSS, TOO_HIGH};
use super::{Mode, Model, probing};
use crate::cc::{Ack, Connection, LostSegment, RateSample, State, Window};
use crate::trace::Decisions;

/// Largest RTT at which BBR responds to marks, in seconds.
const LONGEST_RTT_OF_MARKS_S: f64 = 5e-3;

/// The number of segments in flight at which the losses passed the threshold
/// (`BBRInflightAtLoss`). The lost segment was the last of `in_flight` segments, `lost` of
/// which are lost now.
fn inflight_at_loss(model: &Model, in_flight: u64, lost: u64) -> f64 {
    let (before, lost_before) = (in_flight as f64 - 1.0, lost as f64 - 1.0);
    before + (model.set.loss_thresh * before - lost_before) / (1.0 - model.set.loss_thresh)
}

/// At the first loss of a round, saves the bounds in case the loss is spurious. Those saved for
/// this recovery stay: the first of its losses may already have ended a probe and lowered them.
fn note_loss(model: &mut Model, c: &Connection) {
    if !model.loss.has_loss {
        model.loss.end = c.delivered;
        let is_new = matches!(c.state, State::Open | State::Disorder) && c.now_s > model.undo_s;
        if is_new {
            model.undo = (model.bounds, None);
            model.undo_s = c.now_s;
        }
    }
    model.loss.has_loss = true;
}

/// A segment is lost (`BBRHandleLostPacket`). Called before the steps of an ACK.
pub(super) fn take_lost(
    model: &mut Model,
    c: &Connection,
    lost: &LostSegment,
    w: &Window,
    log: &mut Decisions,
) {
    model.loss.seen += 1;
    model.delivered = model.delivered.max(c.delivered);
    note_loss(model, c);
    model.loss.ranges += u32::from(model.loss.ranges == 0 || lost.number != model.loss.next);
    model.loss.next = lost.number + 1;
    if model.is_probe_sample && model.is_too_high(lost.losses, lost.in_flight) {
        let at_loss = inflight_at_loss(model, lost.in_flight, lost.losses);
        let is_limited = model.is_limited(lost.is_app_limited, lost.prior_delivered);
        handle_too_high(model, c, (lost.losses, lost.in_flight), at_loss, is_limited, w, log);
    }
}

/// Handles losses whose segment numbers are unknown: they are judged by the newest acknowledged
/// segment.
pub(super) fn take_nameless(model: &mut Model, c: &Connection, ack: &Ack, w: &Window, log: &mut Decisions) {
    let new = c.lost.saturating_sub(model.loss.seen);
    model.loss.seen = c.lost;
    if new == 0 {
        return;
    }
    note_loss(model, c);
    model.loss.ranges += 1;
    let Some(sample) = &ack.rate else { return };
    if model.is_probe_sample && model.is_too_high(sample.losses, sample.in_flight) {
        let at_loss = inflight_at_loss(model, sample.in_flight, sample.losses);
        let is_limited = model.is_limited(sample.is_app_limited, sample.prior_delivered);
        handle_too_high(model, c, (sample.losses, sample.in_flight), at_loss, is_limited, w, log);
    }
}

/// The losses of a probe exceed the threshold (`BBRHandleInflightTooHigh`).
pub(super) fn handle_too_high(
    model: &mut Model,
    c: &Connection,
    (lost, in_flight): (u64, u64),
    at_loss: f64,
    is_limited: bool,
    w: &Window,
    log: &mut Decisions,
) {
    model.too_high = true;
    model.is_probe_sample = false;
    let (before, least) = (model.bounds.long, model.set.beta * model.target(w));
    if !is_limited {
        model.bounds.long = at_loss.max(least);
        let values =
            [lost as f64, model.set.loss_thresh, in_flight as f64, before, model.bounds.long, at_loss, least];
        log.say(TOO_HIGH, &values);
    }
    if model.mode == Mode::Up {
        model.undo.1 = Some(Mode::Up);
        probing::enter_down(model, c, log);
    }
}

/// Sets the short-term bounds after a round with losses or marks (`BBRAdaptLowerBounds`).
pub(super) fn lower_bounds(model: &mut Model, w: &Window, log: &mut Decisions) {
    let short = if model.bounds.short.is_finite() { model.bounds.short } else { w.cwnd };
    model.bounds.short = short;
    if model.loss.has_loss {
        let bw_short = if model.bounds.bw_short.is_finite() { model.bounds.bw_short } else { model.max_bw };
        model.bounds.bw_short = model.bw_latest.max(model.set.beta * bw_short);
        model.bounds.short = model.inflight_latest.max(model.set.beta * short);
    }
    if model.marks.in_loss_round {
        model.bounds.short = model.bounds.short.min(short * (1.0 - model.marks.alpha / 3.0));
    }
    log.say(SHORT_TERM, &[model.bounds.bw_short, model.bw_latest, model.bounds.short]);
}

/// Losses end Startup: after a whole round of recovery, too many segments are lost in too many
/// ranges.
pub(super) fn check_startup_loss(
    model: &mut Model,
    c: &Connection,
    sample: &RateSample,
    log: &mut Decisions,
) {
    let enough = model.set.startup_loss_ranges;
    let is_high = model.mode == Mode::Startup
        && !model.full.reached
        && c.state == State::Recovery
        && model.loss.ranges >= enough
        && model.is_too_high(sample.losses, sample.in_flight);
    if !is_high {
        return;
    }
    model.undo.1 = Some(Mode::Startup);
    (model.full.reached, model.full.now) = (true, true);
    model.bounds.long = model.bdp(model.bw()).max(model.inflight_latest);
    let values = [
        sample.losses as f64,
        model.set.loss_thresh,
        sample.in_flight as f64,
        f64::from(model.loss.ranges),
        f64::from(enough),
        model.bounds.long,
    ];
    log.say(STARTUP_LOSS, &values);
}

/// Processes the marks of this ACK and, at the end of a round, the marked fraction of that
/// round.
pub(super) fn take_marks(model: &mut Model, c: &Connection, ack: &Ack, w: &Window, log: &mut Decisions) {
    let is_short = model.delay.min_rtt_s <= LONGEST_RTT_OF_MARKS_S;
    if !model.set.answers_marks || !is_short {
        return;
    }
    model.marks.marked += ack.marked;
    model.marks.delivered += ack.delivered;
    model.marks.in_loss_round |= ack.marked > 0;
    if !model.round_start || model.marks.delivered == 0 {
        return;
    }
    let ratio = (model.marks.marked as f64 / model.marks.delivered as f64).min(1.0);
    let old = model.marks.alpha;
    model.marks.alpha = old * 15.0 / 16.0 + ratio / 16.0;
    (model.marks.marked, model.marks.delivered) = (0, 0);
    if ratio > 0.0 {
        log.say(ALPHA, &[old, ratio, model.marks.alpha]);
    }
    if ratio <= 0.5 {
        model.marks.rounds = 0;
        return;
    }
    model.marks.rounds += 1;
    log.say(MARKED, &[ratio, f64::from(model.marks.rounds)]);
    if model.mode == Mode::Startup && model.marks.rounds >= 2 {
        (model.full.reached, model.full.now) = (true, true);
        model.bounds.long = model.bdp(model.bw()).max(model.inflight_latest);
    }
    if let Some(sample) = ack.rate.filter(|_| model.is_probe_sample) {
        let is_limited = model.is_limited(sample.is_app_limited, sample.prior_delivered);
        let in_flight = sample.in_flight as f64;
        handle_too_high(model, c, (sample.losses, sample.in_flight), in_flight, is_limited, w, log);
    }
}

/// The losses of the round were spurious (`BBRHandleSpuriousLossDetection`).
pub(super) fn forget_loss(model: &mut Model, c: &Connection, w: &mut Window, log: &mut Decisions) {
    model.loss.has_loss = false;
    probing::reset_full(&mut model.full, 0.0);
    let (before, ended) = model.undo;
    model.bounds.bw_short = model.bounds.bw_short.max(before.bw_short);
    model.bounds.short = model.bounds.short.max(before.short);
    model.bounds.long = model.bounds.long.max(before.long);
    model.restore_cwnd(w, log);
    if model.mode != Mode::ProbeRtt && ended.is_some_and(|mode| mode != model.mode) {
        model.undo.1 = None;
        if ended == Some(Mode::Startup) {
            model.full.reached = false;
            model.mode = Mode::Startup;
        } else {
            probing::enter_refill(model, c, w, log);
        }
    }
}
