//! The phases of BBR version 3 (draft-ietf-ccwg-bbr §5.3), and the order of the steps for an ACK.

use super::decisions::{CRUISE, CYCLE, DOWN, DRAIN, DRAINED, FULL, PRECAUTION, PROBE_RTT, REFILL, UP};
use super::{AckPhase, Full, MIN_PIPE, Mode, Model};
use crate::cc::{Ack, Connection, RateSample, Window};
use crate::math::pow;
use crate::trace::Decisions;

const FULL_GROWTH: f64 = 1.25;
const FULL_ROUNDS: u32 = 3;
const DRAIN_ROUNDS: u64 = 3;
/// Age of the shortest RTT at which ProbeRTT starts, and duration of ProbeRTT, in seconds.
const PROBE_RTT_INTERVAL_S: f64 = 5.0;
const PROBE_RTT_S: f64 = 0.2;
const PROBE_RTT_CWND_GAIN: f64 = 0.5;
/// Shortest wait before a probe; up to one more second is added (§5.3.3.5).
const LEAST_WAIT_S: f64 = 2.0;
/// A probe starts after at most this many rounds.
const MOST_ROUNDS: f64 = 63.0;
/// The slope of a probe doubles every round, at most this many times.
const MOST_UP_ROUNDS: u32 = 30;

impl Model {
    /// Processes an ACK (`BBRUpdateModelAndState`, `BBRUpdateControlParameters`).
    pub(super) fn on_ack(&mut self, c: &Connection, ack: &Ack, w: &mut Window, log: &mut Decisions) {
        self.take_nameless(c, ack, w, log);
        (self.round_start, self.loss.starts) = (false, false);
        if let Some(sample) = &ack.rate {
            self.take_sample(c, sample, w, log);
        }
        self.take_marks(c, ack, w, log);
        self.measure_aggregation(c, ack.delivered as f64, w);
        if let Some(sample) = &ack.rate {
            self.check_full(sample, log);
            self.check_startup(c, log);
            self.check_drained(c, log);
            self.advance_cycle(c, ack, sample, w, log);
        }
        self.update_min_rtt(c, ack);
        self.check_probe_rtt(c, ack, w, log);
        if let Some(sample) = ack.rate.as_ref().filter(|_| self.loss.starts) {
            self.bw_latest = sample.rate;
            self.inflight_latest = (sample.delivered - sample.prior_delivered) as f64;
        }
        self.set_pacing(c);
        self.set_window(c, ack, w);
    }

    /// 4. Checks whether the delivery rate still grows, in Startup and in every probe.
    fn check_full(&mut self, sample: &RateSample, log: &mut Decisions) {
        let is_limited = self.is_limited(sample.is_app_limited, sample.prior_delivered);
        if self.full.now || !self.round_start || is_limited {
            return;
        }
        if sample.rate >= FULL_GROWTH * self.full.bw {
            self.reset_full(sample.rate);
            return;
        }
        self.full.rounds += 1;
        self.full.now = self.full.rounds >= FULL_ROUNDS;
        if self.full.now {
            self.full.reached = true;
            log.say(FULL, &[sample.rate, self.full.bw, f64::from(self.full.rounds)]);
        }
    }

    pub(super) fn reset_full(&mut self, baseline: f64) {
        self.full = Full { bw: baseline, rounds: 0, now: false, reached: self.full.reached };
    }

    /// 5. Ends Startup as soon as the pipe is full or losses end it (`check_startup_loss`).
    fn check_startup(&mut self, c: &Connection, log: &mut Decisions) {
        if self.mode == Mode::Startup && self.full.reached {
            self.mode = Mode::Drain;
            self.drain_since = self.rounds;
            log.say(DRAIN, &[self.set.drain_pacing, self.bw(), c.pipe as f64]);
        }
    }

    /// 6. Ends Drain.
    fn check_drained(&mut self, c: &Connection, log: &mut Decisions) {
        let (inflight, most) = (c.pipe as f64, self.inflight(c, self.bw(), 1.0));
        let rounds = self.rounds - self.drain_since;
        if self.mode == Mode::Drain && (inflight <= most || rounds > DRAIN_ROUNDS) {
            log.say(DRAINED, &[inflight, most, rounds as f64]);
            self.enter_down(c, log);
        }
    }

    /// 7. Advances ProbeBW and adapts the long-term bound.
    fn advance_cycle(
        &mut self,
        c: &Connection,
        ack: &Ack,
        sample: &RateSample,
        w: &Window,
        log: &mut Decisions,
    ) {
        if !self.full.reached {
            return;
        }
        if self.adapt_long_term(c, ack, sample, w, log) {
            return;
        }
        match self.mode {
            Mode::Down => {
                if !self.is_time_to_probe(c, w, log) {
                    self.check_cruise(c, log);
                }
            }
            Mode::Cruise => {
                self.is_time_to_probe(c, w, log);
            }
            Mode::Refill => {
                if self.round_start {
                    self.is_probe_sample = true;
                    self.enter_up(c, sample, w, log);
                }
            }
            Mode::Up => {
                if self.is_time_to_go_down(c, sample, w, log) {
                    self.too_high = false;
                    self.enter_down(c, log);
                }
            }
            Mode::Startup | Mode::Drain | Mode::ProbeRtt => {}
        }
    }

    /// Adapts the long-term bound to the ACKs of a probe (`BBRAdaptLongTermModel`); returns true if
    /// the next probe begins.
    fn adapt_long_term(
        &mut self,
        c: &Connection,
        ack: &Ack,
        sample: &RateSample,
        w: &Window,
        log: &mut Decisions,
    ) -> bool {
        if self.phase == AckPhase::Starting && self.round_start {
            self.phase = AckPhase::Feedback;
        }
        if self.phase == AckPhase::Stopping && self.round_start {
            self.is_probe_sample = false;
            self.phase = AckPhase::Init;
            let is_limited = self.is_limited(sample.is_app_limited, sample.prior_delivered);
            if self.is_in_probe_bw() && !is_limited {
                self.cycles += 1;
                log.say(CYCLE, &[self.max_bw, self.cycles as f64]);
            }
            // The probe stopped as a precaution at the volume of the previous loss, and no loss
            // followed: probe again at once.
            if self.is_in_probe_bw() && self.precautionary && !self.too_high {
                self.enter_refill(c, w, log);
                return true;
            }
        }
        if self.is_too_high(sample.losses, sample.in_flight) || self.bounds.long.is_infinite() {
            return false;
        }
        self.bounds.long = self.bounds.long.max(sample.in_flight as f64);
        if self.mode == Mode::Up {
            self.probe_upward(ack.delivered as f64, w);
        }
        false
    }

    /// Raises the long-term bound while cwnd has reached it (`BBRProbeInflightLongtermUpward`).
    pub(super) fn probe_upward(&mut self, acked: f64, w: &Window) {
        if !self.is_cwnd_used() || w.cwnd < self.bounds.long {
            return;
        }
        self.up_acked += acked;
        let steps = (self.up_acked / self.acked_per_step).floor();
        if steps >= 1.0 {
            self.up_acked -= steps * self.acked_per_step;
            self.bounds.long += steps;
        }
        if self.round_start {
            self.raise_slope(w);
        }
    }

    /// Makes the bound grow by 1, 2, 4, … segments per round.
    pub(super) fn raise_slope(&mut self, w: &Window) {
        self.acked_per_step = (w.cwnd / pow(2.0, f64::from(self.up_rounds))).max(1.0);
        self.up_rounds = (self.up_rounds + 1).min(MOST_UP_ROUNDS);
    }

    /// True if cwnd was fully used at some time in the last round or in this one.
    fn is_cwnd_used(&self) -> bool {
        self.cwnd_used.0 || self.cwnd_used.1
    }

    /// Number of rounds after which a probe begins: as many as Reno needs to double the target.
    pub(super) fn rounds_to_probe(&self, w: &Window) -> f64 {
        self.target(w).min(MOST_ROUNDS)
    }

    fn is_time_to_probe(&mut self, c: &Connection, w: &Window, log: &mut Decisions) -> bool {
        let is_time = c.now_s > self.cycle_since_s + self.wait_s
            || self.rounds_since_probe as f64 >= self.rounds_to_probe(w);
        if is_time {
            self.enter_refill(c, w, log);
        }
        is_time
    }

    /// Ends Down when the queue and the headroom are drained.
    fn check_cruise(&mut self, c: &Connection, log: &mut Decisions) {
        let most = self.with_headroom().min(self.inflight(c, self.max_bw, 1.0));
        if c.pipe as f64 <= most {
            self.mode = Mode::Cruise;
            log.say(CRUISE, &[c.pipe as f64, most, self.set.cruise_pacing, self.bw()]);
        }
    }

    /// Ends Up when the rate no longer grows, or at the volume where the last probe had losses.
    fn is_time_to_go_down(
        &mut self,
        c: &Connection,
        sample: &RateSample,
        w: &Window,
        log: &mut Decisions,
    ) -> bool {
        let inflight = c.pipe as f64;
        if self.too_high && inflight >= self.bounds.long {
            self.precautionary = true;
            log.say(PRECAUTION, &[inflight, self.bounds.long]);
            return true;
        }
        if self.is_cwnd_used() && w.cwnd >= self.bounds.long {
            // The limit is the bound and not the path, so this is no plateau.
            self.reset_full(sample.rate);
            return false;
        }
        self.full.now
    }

    pub(super) fn enter_down(&mut self, c: &Connection, log: &mut Decisions) {
        self.loss.has_loss = false;
        (self.bw_latest, self.inflight_latest) = (0.0, 0.0);
        self.acked_per_step = f64::INFINITY;
        self.pick_wait();
        self.cycle_since_s = c.now_s;
        self.phase = AckPhase::Stopping;
        self.start_round();
        self.mode = Mode::Down;
        let values = [self.set.down_pacing, self.bw(), c.pipe as f64, self.bounds.long, self.wait_s];
        log.say(DOWN, &values);
    }

    /// Draws the wait at random, so that flows do not probe in step. The order of the two draws is
    /// fixed.
    fn pick_wait(&mut self) {
        if self.set.jitters {
            self.rounds_since_probe = self.random.below(2);
            self.wait_s = LEAST_WAIT_S + self.random.uniform();
        } else {
            self.rounds_since_probe = 0;
            self.wait_s = LEAST_WAIT_S + 0.5;
        }
    }

    pub(super) fn enter_refill(&mut self, c: &Connection, w: &Window, log: &mut Decisions) {
        let waited_s = c.now_s - self.cycle_since_s;
        log.say(REFILL, &[waited_s, self.wait_s, self.rounds_since_probe as f64, self.rounds_to_probe(w)]);
        self.lift_short_term();
        (self.up_rounds, self.up_acked) = (0, 0.0);
        self.precautionary = false;
        self.phase = AckPhase::Refilling;
        self.start_round();
        self.mode = Mode::Refill;
    }

    fn enter_up(&mut self, c: &Connection, sample: &RateSample, w: &Window, log: &mut Decisions) {
        self.phase = AckPhase::Starting;
        self.start_round();
        self.reset_full(sample.rate);
        self.raise_slope(w);
        self.mode = Mode::Up;
        log.say(UP, &[self.set.up_pacing, self.bw(), c.pipe as f64, self.bounds.long]);
    }

    fn lift_short_term(&mut self) {
        (self.bounds.bw_short, self.bounds.short) = (f64::INFINITY, f64::INFINITY);
    }

    /// 8. Updates the shortest RTT of ten seconds and that of five seconds.
    fn update_min_rtt(&mut self, c: &Connection, ack: &Ack) {
        let delay = &mut self.delay;
        let age_s = c.now_s - delay.probe_min_at_s;
        delay.expired = (age_s > PROBE_RTT_INTERVAL_S).then_some(age_s);
        // This is the RTT of the newest acknowledged segment, so it does not include the wait of a
        // delayed ACK.
        if let Some(rtt_s) = ack.segment_rtt_s {
            if rtt_s < delay.probe_min_s || delay.expired.is_some() {
                (delay.probe_min_s, delay.probe_min_at_s) = (rtt_s, c.now_s);
            }
        }
        let is_old = c.now_s > delay.min_rtt_at_s + self.set.min_rtt_window_s;
        if delay.probe_min_s < delay.min_rtt_s || (is_old && delay.probe_min_s.is_finite()) {
            (delay.min_rtt_s, delay.min_rtt_at_s) = (delay.probe_min_s, delay.probe_min_at_s);
        }
    }

    /// The window of ProbeRTT.
    pub(super) fn probe_rtt_cwnd(&self) -> f64 {
        (PROBE_RTT_CWND_GAIN * self.bdp(self.bw())).max(MIN_PIPE)
    }

    /// 9. Starts, continues and ends ProbeRTT.
    fn check_probe_rtt(&mut self, c: &Connection, ack: &Ack, w: &mut Window, log: &mut Decisions) {
        let expired = self.delay.expired.filter(|_| self.mode != Mode::ProbeRtt && !self.idle_restart);
        if let Some(age_s) = expired {
            self.save_cwnd(c, w.cwnd);
            self.mode = Mode::ProbeRtt;
            self.delay.done_s = None;
            self.phase = AckPhase::Stopping;
            self.start_round();
            self.limited.0 = self.delivered;
            log.say(PROBE_RTT, &[age_s, PROBE_RTT_INTERVAL_S, self.probe_rtt_cwnd()]);
        }
        if self.mode == Mode::ProbeRtt {
            self.limited.1 = self.delivered + c.pipe;
            if self.delay.done_s.is_none() && c.pipe as f64 <= self.probe_rtt_cwnd() {
                self.delay.done_s = Some(c.now_s + PROBE_RTT_S);
                self.delay.round_done = false;
                self.start_round();
            } else if self.delay.done_s.is_some() {
                self.delay.round_done |= self.round_start;
                if self.delay.round_done {
                    self.leave_probe_rtt(c, w, log);
                }
            }
        }
        if ack.delivered > 0 {
            self.idle_restart = false;
        }
    }

    /// Leaves ProbeRTT if its time is over.
    fn leave_probe_rtt(&mut self, c: &Connection, w: &mut Window, log: &mut Decisions) {
        if self.delay.done_s.is_none_or(|done_s| c.now_s <= done_s) {
            return;
        }
        self.delay.done_s = None;
        self.delay.probe_min_at_s = c.now_s;
        self.restore_cwnd(w, log);
        self.lift_short_term();
        if self.full.reached {
            self.enter_down(c, log);
            self.mode = Mode::Cruise;
            let most = self.inflight(c, self.max_bw, 1.0);
            log.say(CRUISE, &[c.pipe as f64, most, self.set.cruise_pacing, self.bw()]);
        } else {
            self.mode = Mode::Startup;
        }
    }

    /// The source has data after an idle time (`BBRHandleRestartFromIdle`).
    pub(super) fn restart_from_idle(&mut self, c: &Connection, w: &mut Window, log: &mut Decisions) {
        self.idle_restart = true;
        self.extra.restart(c.now_s);
        if self.is_in_probe_bw() {
            self.pace_at(1.0);
        } else if self.mode == Mode::ProbeRtt {
            self.leave_probe_rtt(c, w, log);
        }
    }
}
