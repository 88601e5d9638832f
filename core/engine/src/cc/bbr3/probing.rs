//! The phases of BBR version 3 (draft-ietf-ccwg-bbr §5.3).

use super::decisions::{CRUISE, CYCLE, DOWN, DRAIN, DRAINED, FULL, PRECAUTION, PROBE_RTT, REFILL, UP};
use super::{AckPhase, Bounds, Full, Mode, Model, control};
use crate::cc::{Ack, Connection, RateSample, Window};
use crate::math::pow;
use crate::trace::Decisions;

const FULL_GROWTH: f64 = 1.25;
const FULL_ROUNDS: u32 = 3;
const DRAIN_ROUNDS: u64 = 3;
/// Age of the shortest RTT at which ProbeRTT starts, and duration of ProbeRTT, in seconds.
const PROBE_RTT_INTERVAL_S: f64 = 5.0;
const PROBE_RTT_S: f64 = 0.2;
/// Shortest wait before a probe; up to one more second is added (§5.3.3.5).
const MIN_WAIT_S: f64 = 2.0;
/// A probe starts after at most this many rounds.
const MAX_ROUNDS: f64 = 63.0;
/// The slope of a probe doubles every round, at most this many times.
const MAX_UP_ROUNDS: u32 = 30;

/// 4. Checks whether the delivery rate still grows, in Startup and in every probe.
pub(super) fn check_full(model: &mut Model, sample: &RateSample, log: &mut Decisions) {
    let is_limited = model.is_limited(sample.is_app_limited, sample.prior_delivered);
    if model.full.now || !model.round_start || is_limited {
        return;
    }
    if sample.rate >= FULL_GROWTH * model.full.bw {
        reset_full(&mut model.full, sample.rate);
        return;
    }
    model.full.rounds += 1;
    model.full.now = model.full.rounds >= FULL_ROUNDS;
    if model.full.now {
        model.full.reached = true;
        log.say(FULL, &[sample.rate, model.full.bw, f64::from(model.full.rounds)]);
    }
}

pub(super) fn reset_full(full: &mut Full, baseline: f64) {
    *full = Full { bw: baseline, rounds: 0, now: false, reached: full.reached };
}

/// 5. Ends Startup as soon as the pipe is full or losses end it (`check_startup_loss`).
pub(super) fn check_startup(model: &mut Model, c: &Connection, log: &mut Decisions) {
    if model.mode == Mode::Startup && model.full.reached {
        model.mode = Mode::Drain;
        model.drain_since = model.rounds;
        log.say(DRAIN, &[model.set.drain_pacing, model.bw(), c.pipe as f64]);
    }
}

/// 6. Ends Drain.
pub(super) fn check_drained(model: &mut Model, c: &Connection, log: &mut Decisions) {
    let (inflight, most) = (c.pipe as f64, control::inflight(model, c, model.bw(), 1.0));
    let rounds = model.rounds - model.drain_since;
    if model.mode == Mode::Drain && (inflight <= most || rounds > DRAIN_ROUNDS) {
        log.say(DRAINED, &[inflight, most, rounds as f64]);
        enter_down(model, c, log);
    }
}

/// 7. Advances ProbeBW and adapts the long-term bound.
pub(super) fn advance_cycle(
    model: &mut Model,
    c: &Connection,
    ack: &Ack,
    sample: &RateSample,
    w: &Window,
    log: &mut Decisions,
) {
    if !model.full.reached {
        return;
    }
    if adapt_long_term(model, c, ack, sample, w, log) {
        return;
    }
    match model.mode {
        Mode::Down => {
            if !is_time_to_probe(model, c, w, log) {
                check_cruise(model, c, log);
            }
        }
        Mode::Cruise => {
            is_time_to_probe(model, c, w, log);
        }
        Mode::Refill => {
            if model.round_start {
                model.is_probe_sample = true;
                enter_up(model, c, sample, w, log);
            }
        }
        Mode::Up => {
            if is_time_to_go_down(model, c, sample, w, log) {
                model.too_high = false;
                enter_down(model, c, log);
            }
        }
        Mode::Startup | Mode::Drain | Mode::ProbeRtt => {}
    }
}

/// Adapts the long-term bound to the ACKs of a probe (`BBRAdaptLongTermModel`); returns true if
/// the next probe begins.
fn adapt_long_term(
    model: &mut Model,
    c: &Connection,
    ack: &Ack,
    sample: &RateSample,
    w: &Window,
    log: &mut Decisions,
) -> bool {
    if model.phase == AckPhase::Starting && model.round_start {
        model.phase = AckPhase::Feedback;
    }
    if model.phase == AckPhase::Stopping && model.round_start {
        model.is_probe_sample = false;
        model.phase = AckPhase::Init;
        let is_limited = model.is_limited(sample.is_app_limited, sample.prior_delivered);
        if model.is_in_probe_bw() && !is_limited {
            model.cycles += 1;
            log.say(CYCLE, &[model.max_bw, model.cycles as f64]);
        }
        // The probe stopped as a precaution at the volume of the previous loss, and no loss
        // followed: probe again at once.
        if model.is_in_probe_bw() && model.precautionary && !model.too_high {
            enter_refill(model, c, w, log);
            return true;
        }
    }
    if model.is_too_high(sample.losses, sample.in_flight) || model.bounds.long.is_infinite() {
        return false;
    }
    model.bounds.long = model.bounds.long.max(sample.in_flight as f64);
    if model.mode == Mode::Up {
        probe_upward(model, ack.delivered as f64, w);
    }
    false
}

/// Raises the long-term bound while cwnd has reached it (`BBRProbeInflightLongtermUpward`).
pub(super) fn probe_upward(model: &mut Model, acked: f64, w: &Window) {
    if !is_cwnd_used(model) || w.cwnd < model.bounds.long {
        return;
    }
    model.up_acked += acked;
    let steps = (model.up_acked / model.acked_per_step).floor();
    if steps >= 1.0 {
        model.up_acked -= steps * model.acked_per_step;
        model.bounds.long += steps;
    }
    if model.round_start {
        raise_slope(model, w);
    }
}

/// Makes the bound grow by 1, 2, 4, … segments per round.
pub(super) fn raise_slope(model: &mut Model, w: &Window) {
    model.acked_per_step = (w.cwnd / pow(2.0, f64::from(model.up_rounds))).max(1.0);
    model.up_rounds = (model.up_rounds + 1).min(MAX_UP_ROUNDS);
}

/// True if cwnd was fully used at some time in the last round or in this one.
fn is_cwnd_used(model: &Model) -> bool {
    model.cwnd_used.0 || model.cwnd_used.1
}

/// Number of rounds after which a probe begins: as many as Reno needs to double the target.
pub(super) fn rounds_to_probe(model: &Model, w: &Window) -> f64 {
    model.target(w).min(MAX_ROUNDS)
}

fn is_time_to_probe(model: &mut Model, c: &Connection, w: &Window, log: &mut Decisions) -> bool {
    let is_time = c.now_s > model.cycle_since_s + model.wait_s
        || model.rounds_since_probe as f64 >= rounds_to_probe(model, w);
    if is_time {
        enter_refill(model, c, w, log);
    }
    is_time
}

/// Ends Down when the queue and the headroom are drained.
fn check_cruise(model: &mut Model, c: &Connection, log: &mut Decisions) {
    let most = control::with_headroom(model).min(control::inflight(model, c, model.max_bw, 1.0));
    if c.pipe as f64 <= most {
        model.mode = Mode::Cruise;
        log.say(CRUISE, &[c.pipe as f64, most, model.set.cruise_pacing, model.bw()]);
    }
}

/// Ends Up when the rate no longer grows, or at the volume where the last probe had losses.
fn is_time_to_go_down(
    model: &mut Model,
    c: &Connection,
    sample: &RateSample,
    w: &Window,
    log: &mut Decisions,
) -> bool {
    let inflight = c.pipe as f64;
    if model.too_high && inflight >= model.bounds.long {
        model.precautionary = true;
        log.say(PRECAUTION, &[inflight, model.bounds.long]);
        return true;
    }
    if is_cwnd_used(model) && w.cwnd >= model.bounds.long {
        // The limit is the bound and not the path, so this is no plateau.
        reset_full(&mut model.full, sample.rate);
        return false;
    }
    model.full.now
}

pub(super) fn enter_down(model: &mut Model, c: &Connection, log: &mut Decisions) {
    model.loss.has_loss = false;
    (model.bw_latest, model.inflight_latest) = (0.0, 0.0);
    model.acked_per_step = f64::INFINITY;
    pick_wait(model);
    model.cycle_since_s = c.now_s;
    model.phase = AckPhase::Stopping;
    model.start_round();
    model.mode = Mode::Down;
    let values = [model.set.down_pacing, model.bw(), c.pipe as f64, model.bounds.long, model.wait_s];
    log.say(DOWN, &values);
}

/// Draws the wait at random, so that flows do not probe in step. The order of the two draws is
/// fixed.
fn pick_wait(model: &mut Model) {
    if model.set.jitters {
        model.rounds_since_probe = model.random.below(2);
        model.wait_s = MIN_WAIT_S + model.random.uniform();
    } else {
        model.rounds_since_probe = 0;
        model.wait_s = MIN_WAIT_S + 0.5;
    }
}

pub(super) fn enter_refill(model: &mut Model, c: &Connection, w: &Window, log: &mut Decisions) {
    let waited_s = c.now_s - model.cycle_since_s;
    log.say(REFILL, &[waited_s, model.wait_s, model.rounds_since_probe as f64, rounds_to_probe(model, w)]);
    lift_short_term(&mut model.bounds);
    (model.up_rounds, model.up_acked) = (0, 0.0);
    model.precautionary = false;
    model.phase = AckPhase::Refilling;
    model.start_round();
    model.mode = Mode::Refill;
}

fn enter_up(model: &mut Model, c: &Connection, sample: &RateSample, w: &Window, log: &mut Decisions) {
    model.phase = AckPhase::Starting;
    model.start_round();
    reset_full(&mut model.full, sample.rate);
    raise_slope(model, w);
    model.mode = Mode::Up;
    log.say(UP, &[model.set.up_pacing, model.bw(), c.pipe as f64, model.bounds.long]);
}

fn lift_short_term(bounds: &mut Bounds) {
    (bounds.bw_short, bounds.short) = (f64::INFINITY, f64::INFINITY);
}

/// 8. Updates the shortest RTT of ten seconds and that of five seconds.
pub(super) fn update_min_rtt(model: &mut Model, c: &Connection, ack: &Ack) {
    let delay = &mut model.delay;
    let age_s = c.now_s - delay.probe_min_at_s;
    delay.expired = (age_s > PROBE_RTT_INTERVAL_S).then_some(age_s);
    // This is the RTT of the newest acknowledged segment, so it does not include the wait of a
    // delayed ACK.
    if let Some(rtt_s) = ack.segment_rtt_s {
        if rtt_s < delay.probe_min_s || delay.expired.is_some() {
            (delay.probe_min_s, delay.probe_min_at_s) = (rtt_s, c.now_s);
        }
    }
    let is_old = c.now_s > delay.min_rtt_at_s + model.set.min_rtt_window_s;
    if delay.probe_min_s < delay.min_rtt_s || (is_old && delay.probe_min_s.is_finite()) {
        (delay.min_rtt_s, delay.min_rtt_at_s) = (delay.probe_min_s, delay.probe_min_at_s);
    }
}

/// 9. Starts, continues and ends ProbeRTT.
pub(super) fn check_probe_rtt(
    model: &mut Model,
    c: &Connection,
    ack: &Ack,
    w: &mut Window,
    log: &mut Decisions,
) {
    let expired = model.delay.expired.filter(|_| model.mode != Mode::ProbeRtt && !model.idle_restart);
    if let Some(age_s) = expired {
        model.save_cwnd(c, w.cwnd);
        model.mode = Mode::ProbeRtt;
        model.delay.done_s = None;
        model.phase = AckPhase::Stopping;
        model.start_round();
        model.limited.0 = model.delivered;
        log.say(PROBE_RTT, &[age_s, PROBE_RTT_INTERVAL_S, control::probe_rtt_cwnd(model)]);
    }
    if model.mode == Mode::ProbeRtt {
        model.limited.1 = model.delivered + c.pipe;
        if model.delay.done_s.is_none() && c.pipe as f64 <= control::probe_rtt_cwnd(model) {
            model.delay.done_s = Some(c.now_s + PROBE_RTT_S);
            model.delay.round_done = false;
            model.start_round();
        } else if model.delay.done_s.is_some() {
            model.delay.round_done |= model.round_start;
            if model.delay.round_done {
                leave_probe_rtt(model, c, w, log);
            }
        }
    }
    if ack.delivered > 0 {
        model.idle_restart = false;
    }
}

/// Leaves ProbeRTT if its time is over.
fn leave_probe_rtt(model: &mut Model, c: &Connection, w: &mut Window, log: &mut Decisions) {
    if model.delay.done_s.is_none_or(|done_s| c.now_s <= done_s) {
        return;
    }
    model.delay.done_s = None;
    model.delay.probe_min_at_s = c.now_s;
    model.restore_cwnd(w, log);
    lift_short_term(&mut model.bounds);
    if model.full.reached {
        enter_down(model, c, log);
        model.mode = Mode::Cruise;
        let most = control::inflight(model, c, model.max_bw, 1.0);
        log.say(CRUISE, &[c.pipe as f64, most, model.set.cruise_pacing, model.bw()]);
    } else {
        model.mode = Mode::Startup;
    }
}

/// The source has data after an idle time (`BBRHandleRestartFromIdle`).
pub(super) fn restart_from_idle(model: &mut Model, c: &Connection, w: &mut Window, log: &mut Decisions) {
    model.idle_restart = true;
    model.extra.restart(c.now_s);
    if model.is_in_probe_bw() {
        control::pace_at(model, 1.0);
    } else if model.mode == Mode::ProbeRtt {
        leave_probe_rtt(model, c, w, log);
    }
}
