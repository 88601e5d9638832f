//! How losses and marks bound BBR version 3 (draft-ietf-ccwg-bbr §5.5.10).

use super::decisions::{ALPHA, MARKED, SHORT_TERM, STARTUP_LOSS, TOO_HIGH};
use super::{Mode, Model};
use crate::cc::{Ack, Connection, LostSegment, RateSample, State, Window};
use crate::trace::Decisions;

/// Largest RTT at which BBR responds to marks, in seconds.
const LONGEST_RTT_OF_MARKS_S: f64 = 5e-3;

impl Model {
    /// The number of segments in flight at which the losses passed the threshold
    /// (`BBRInflightAtLoss`). The lost segment was the last of `in_flight` segments, `lost` of
    /// which are lost now.
    fn inflight_at_loss(&self, in_flight: u64, lost: u64) -> f64 {
        let (before, lost_before) = (in_flight as f64 - 1.0, lost as f64 - 1.0);
        before + (self.set.loss_thresh * before - lost_before) / (1.0 - self.set.loss_thresh)
    }

    /// At the first loss of a round, saves the bounds in case the loss is spurious. Those saved for
    /// this recovery stay: the first of its losses may already have ended a probe and lowered them.
    fn note_loss(&mut self, c: &Connection) {
        if !self.loss.has_loss {
            self.loss.end = c.delivered;
            let is_new = matches!(c.state, State::Open | State::Disorder) && c.now_s > self.undo_s;
            if is_new {
                self.undo = (self.bounds, None);
                self.undo_s = c.now_s;
            }
        }
        self.loss.has_loss = true;
    }

    /// A segment is lost (`BBRHandleLostPacket`). Called before the steps of an ACK.
    pub(super) fn take_lost(&mut self, c: &Connection, lost: &LostSegment, w: &Window, log: &mut Decisions) {
        self.loss.seen += 1;
        self.delivered = self.delivered.max(c.delivered);
        self.note_loss(c);
        self.loss.ranges += u32::from(self.loss.ranges == 0 || lost.number != self.loss.next);
        self.loss.next = lost.number + 1;
        if self.is_probe_sample && self.is_too_high(lost.losses, lost.in_flight) {
            let at_loss = self.inflight_at_loss(lost.in_flight, lost.losses);
            let is_limited = self.is_limited(lost.is_app_limited, lost.prior_delivered);
            self.handle_too_high(c, (lost.losses, lost.in_flight), at_loss, is_limited, w, log);
        }
    }

    /// Handles losses whose segment numbers are unknown: they are judged by the newest acknowledged
    /// segment.
    pub(super) fn take_nameless(&mut self, c: &Connection, ack: &Ack, w: &Window, log: &mut Decisions) {
        let new = c.lost.saturating_sub(self.loss.seen);
        self.loss.seen = c.lost;
        if new == 0 {
            return;
        }
        self.note_loss(c);
        self.loss.ranges += 1;
        let Some(sample) = &ack.rate else { return };
        if self.is_probe_sample && self.is_too_high(sample.losses, sample.in_flight) {
            let at_loss = self.inflight_at_loss(sample.in_flight, sample.losses);
            let is_limited = self.is_limited(sample.is_app_limited, sample.prior_delivered);
            self.handle_too_high(c, (sample.losses, sample.in_flight), at_loss, is_limited, w, log);
        }
    }

    /// The losses of a probe exceed the threshold (`BBRHandleInflightTooHigh`).
    pub(super) fn handle_too_high(
        &mut self,
        c: &Connection,
        (lost, in_flight): (u64, u64),
        at_loss: f64,
        is_limited: bool,
        w: &Window,
        log: &mut Decisions,
    ) {
        self.too_high = true;
        self.is_probe_sample = false;
        let (before, least) = (self.bounds.long, self.set.beta * self.target(w));
        if !is_limited {
            self.bounds.long = at_loss.max(least);
            let values = [
                lost as f64,
                self.set.loss_thresh,
                in_flight as f64,
                before,
                self.bounds.long,
                at_loss,
                least,
            ];
            log.say(TOO_HIGH, &values);
        }
        if self.mode == Mode::Up {
            self.undo.1 = Some(Mode::Up);
            self.enter_down(c, log);
        }
    }

    /// Sets the short-term bounds after a round with losses or marks (`BBRAdaptLowerBounds`).
    pub(super) fn lower_bounds(&mut self, w: &Window, log: &mut Decisions) {
        let short = if self.bounds.short.is_finite() { self.bounds.short } else { w.cwnd };
        self.bounds.short = short;
        if self.loss.has_loss {
            let bw_short = if self.bounds.bw_short.is_finite() { self.bounds.bw_short } else { self.max_bw };
            self.bounds.bw_short = self.bw_latest.max(self.set.beta * bw_short);
            self.bounds.short = self.inflight_latest.max(self.set.beta * short);
        }
        if self.marks.in_loss_round {
            self.bounds.short = self.bounds.short.min(short * (1.0 - self.marks.alpha / 3.0));
        }
        log.say(SHORT_TERM, &[self.bounds.bw_short, self.bw_latest, self.bounds.short]);
    }

    /// Losses end Startup: after a whole round of recovery, too many segments are lost in too many
    /// ranges.
    pub(super) fn check_startup_loss(&mut self, c: &Connection, sample: &RateSample, log: &mut Decisions) {
        let enough = self.set.startup_loss_ranges;
        let is_high = self.mode == Mode::Startup
            && !self.full.reached
            && c.state == State::Recovery
            && self.loss.ranges >= enough
            && self.is_too_high(sample.losses, sample.in_flight);
        if !is_high {
            return;
        }
        self.undo.1 = Some(Mode::Startup);
        (self.full.reached, self.full.now) = (true, true);
        self.bounds.long = self.bdp(self.bw()).max(self.inflight_latest);
        let values = [
            sample.losses as f64,
            self.set.loss_thresh,
            sample.in_flight as f64,
            f64::from(self.loss.ranges),
            f64::from(enough),
            self.bounds.long,
        ];
        log.say(STARTUP_LOSS, &values);
    }

    /// Processes the marks of this ACK and, at the end of a round, the marked fraction of that
    /// round.
    pub(super) fn take_marks(&mut self, c: &Connection, ack: &Ack, w: &Window, log: &mut Decisions) {
        let is_short = self.delay.min_rtt_s <= LONGEST_RTT_OF_MARKS_S;
        if !self.set.answers_marks || !is_short {
            return;
        }
        self.marks.marked += ack.marked;
        self.marks.delivered += ack.delivered;
        self.marks.in_loss_round |= ack.marked > 0;
        if !self.round_start || self.marks.delivered == 0 {
            return;
        }
        let ratio = (self.marks.marked as f64 / self.marks.delivered as f64).min(1.0);
        let old = self.marks.alpha;
        self.marks.alpha = old * 15.0 / 16.0 + ratio / 16.0;
        (self.marks.marked, self.marks.delivered) = (0, 0);
        if ratio > 0.0 {
            log.say(ALPHA, &[old, ratio, self.marks.alpha]);
        }
        if ratio <= 0.5 {
            self.marks.rounds = 0;
            return;
        }
        self.marks.rounds += 1;
        log.say(MARKED, &[ratio, f64::from(self.marks.rounds)]);
        if self.mode == Mode::Startup && self.marks.rounds >= 2 {
            (self.full.reached, self.full.now) = (true, true);
            self.bounds.long = self.bdp(self.bw()).max(self.inflight_latest);
        }
        if let Some(sample) = ack.rate.filter(|_| self.is_probe_sample) {
            let is_limited = self.is_limited(sample.is_app_limited, sample.prior_delivered);
            let in_flight = sample.in_flight as f64;
            self.handle_too_high(c, (sample.losses, sample.in_flight), in_flight, is_limited, w, log);
        }
    }

    /// The losses of the round were spurious (`BBRHandleSpuriousLossDetection`).
    pub(super) fn forget_loss(&mut self, c: &Connection, w: &mut Window, log: &mut Decisions) {
        self.loss.has_loss = false;
        self.reset_full(0.0);
        let (before, ended) = self.undo;
        self.bounds.bw_short = self.bounds.bw_short.max(before.bw_short);
        self.bounds.short = self.bounds.short.max(before.short);
        self.bounds.long = self.bounds.long.max(before.long);
        self.restore_cwnd(w, log);
        if self.mode != Mode::ProbeRtt && ended.is_some_and(|mode| mode != self.mode) {
            self.undo.1 = None;
            if ended == Some(Mode::Startup) {
                self.full.reached = false;
                self.mode = Mode::Startup;
            } else {
                self.enter_refill(c, w, log);
            }
        }
    }
}
