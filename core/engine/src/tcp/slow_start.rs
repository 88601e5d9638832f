//! Slow start by another rule than the algorithm's (`slow_start`).

use super::careful_resume::{Progress, Turn as Resume};
use super::decisions::{
    SLOW_START_CSS, SLOW_START_DELAY, SLOW_START_ENDED, SLOW_START_FACTOR, SLOW_START_JUMP,
    SLOW_START_LANDED, SLOW_START_LEFT, SLOW_START_REFUSED, SLOW_START_RESUMED, SLOW_START_RETREAT,
    SLOW_START_SEARCH, SLOW_START_SETTLED, SLOW_START_SILENCE, SLOW_START_TRAIN, SLOW_START_VALIDATED,
};
use super::hystart::{Exit, Sample};
use super::hystart_plus_plus::Turn;
use super::search::Search;
use super::state::{MechanismSlot, Sender, SlowStart};
use super::{jump_start, rapid_start};
use crate::cc::{Ack, CongestionControl, Connection, Notice, State};
use crate::trace::Decisions;
use crate::units::{Span, Time};

/// Up to this window limited slow start is the standard one, in segments (RFC 3742 §2).
const MAX_SSTHRESH: f64 = 100.0;

/// The increase of limited slow start per acknowledged segment.
fn limited_step(cwnd: f64) -> f64 {
    if cwnd <= MAX_SSTHRESH { 1.0 } else { 1.0 / (cwnd / (0.5 * MAX_SSTHRESH)).floor() }
}

/// The connection opens, or a timeout begins another slow start.
pub(super) fn restart(mechanisms: &mut MechanismSlot, c: &Connection, now: Time) {
    let (next, is_first) = (c.next, c.max == 0);
    let mut ends_jump = false;
    match mechanisms.slow_start_mut() {
        Some(SlowStart::HyStart(hystart)) => *hystart = hystart.anew(now, next),
        Some(SlowStart::HyStartPlusPlus(hystart)) if !is_first => hystart.end(),
        Some(SlowStart::Search(search)) => *search = Search::default(),
        Some(start) if !is_first => ends_jump = start.stop(),
        _ => {}
    }
    if ends_jump {
        mechanisms.spread(false);
    }
}

/// The connection opens, and its window is that of the algorithm: a start may have a larger one, which is spread over
/// the RTT of the handshake. After a lost SYN none has.
pub(super) fn begin(sender: &mut Sender, log: &mut Decisions) {
    let w = &mut sender.w;
    if sender.c.srtt_s <= 0.0 || w.cwnd < sender.c.initial_window {
        return;
    }
    let most = sender.output.source_end.min(sender.c.receive_window) as f64;
    match sender.mechanisms.slow_start_mut() {
        Some(SlowStart::RapidStart(rapid)) => w.cwnd = rapid.begin(w.cwnd),
        Some(SlowStart::JumpStart(jump)) if most > w.cwnd => {
            w.cwnd = most;
            jump.begin(most, w.ssthresh);
        }
        _ => return,
    }
    sender.clamp();
    sender.mechanisms.spread(true);
    log.say(SLOW_START_JUMP, &[0.0, sender.w.cwnd, sender.c.srtt_s]);
}

/// Handles an ACK before the window grows; `highest` is the end of what it acknowledges, blocks included. True if the
/// algorithm's rule grows the window. If the start grows it instead, an algorithm that paces gets a notice.
#[inline(never)]
pub(super) fn watch(
    sender: &mut Sender,
    ack: &Ack,
    highest: u64,
    may_grow: bool,
    log: &mut Decisions,
) -> bool {
    let before = sender.w.cwnd;
    let may_grow = follow(sender, ack, highest, may_grow, log);
    if sender.needs.paces && sender.w.cwnd > before {
        sender.cc.on_notice(&sender.c, Notice::Grown, &mut sender.w, log);
    }
    may_grow
}

fn follow(sender: &mut Sender, ack: &Ack, highest: u64, may_grow: bool, log: &mut Decisions) -> bool {
    let is_slow_start = sender.w.cwnd < sender.w.ssthresh;
    let is_paced = is_paced(sender);
    match sender.mechanisms.slow_start_mut() {
        None => may_grow,
        Some(SlowStart::HyStart(_)) => {
            watch_hystart(sender, ack, is_paced, log);
            let is_reduced = sender.c.state == State::Recovery || sender.mechanisms.reduces_for_marks();
            if let Some(SlowStart::HyStart(hystart)) = sender.mechanisms.slow_start_mut() {
                hystart.follow(sender.now, is_reduced, may_grow && !is_slow_start);
            }
            may_grow
        }
        Some(SlowStart::HyStartPlusPlus(hystart)) => {
            if matches!(sender.c.state, State::Recovery | State::Loss) {
                hystart.end();
            }
            if hystart.has_ended() || !is_slow_start {
                may_grow
            } else {
                follow_hystart_plus_plus(sender, ack, may_grow, is_paced, log)
            }
        }
        Some(SlowStart::Limited) if is_slow_start && sender.w.cwnd > MAX_SSTHRESH => {
            if may_grow {
                sender.w.cwnd += limited_step(sender.w.cwnd) * ack.acked as f64;
            }
            false
        }
        Some(SlowStart::Limited) => may_grow,
        Some(SlowStart::Search(search)) => {
            if !is_slow_start {
                return may_grow;
            }
            if sender.c.app_limited {
                // What a pausing source sends says nothing about the path: it starts over.
                *search = Search::default();
                return may_grow;
            }
            let rtt = Span::from_secs(sender.c.last_rtt_s.unwrap_or_default());
            if let Some(exit) = search.on_ack(sender.now, rtt, sender.c.delivered) {
                sender.w.ssthresh = sender.w.cwnd;
                log.say(SLOW_START_SEARCH, &[exit.before, exit.current, exit.part, sender.w.cwnd]);
            }
            may_grow
        }
        Some(SlowStart::CarefulResume(_)) => resume(sender, ack, highest, log) && may_grow,
        Some(SlowStart::RapidStart(_)) => start_rapidly(sender, ack, may_grow, log) && may_grow,
        Some(SlowStart::JumpStart(_)) => follow_jump(sender, ack, log) && may_grow,
    }
}

/// The first acknowledged segment ends the spreading of the first window.
fn end_spreading(sender: &mut Sender, ack: &Ack) {
    if ack.acked > 0 && ack.acked == sender.c.una {
        sender.mechanisms.spread(false);
    }
}

/// True if a loss or a mark has reduced the window since the connection began.
fn is_congested(sender: &Sender) -> bool {
    sender.counters.fast_retransmits + sender.counters.mark_reductions > 0
}

/// Handles an ACK for Rapid Start. True if the algorithm's rule grows the window.
fn start_rapidly(sender: &mut Sender, ack: &Ack, may_grow: bool, log: &mut Decisions) -> bool {
    use rapid_start::{Progress, Turn};
    end_spreading(sender, ack);
    let (c, is_congested, pipe) = (&sender.c, is_congested(sender), sender.pipe());
    let progress = Progress {
        rtt_s: ack.segment_rtt_s.or(ack.rtt_s),
        least_rtt_s: c.min_rtt_s,
        una: c.una,
        next: c.next,
        acked: ack.acked as f64,
        delivered: ack.delivered as f64,
        lost: c.lost as f64,
        pipe: pipe as f64,
        may_grow,
        is_congested,
    };
    let Some(SlowStart::RapidStart(rapid)) = sender.mechanisms.slow_start_mut() else { return true };
    let (turn, grows) = rapid.on_ack(&progress, &mut sender.w);
    let cwnd = sender.w.cwnd;
    match turn {
        None => {}
        Some(Turn::Factor { floor_s, limit_s, factor }) => {
            log.say(SLOW_START_FACTOR, &[floor_s, limit_s, factor, cwnd]);
        }
        Some(Turn::Silence { before, beta, part }) => {
            log.say(SLOW_START_SILENCE, &[before, part, beta, cwnd]);
            reduce_alone(sender);
        }
        Some(Turn::Settled { before, arrived, lost }) => {
            log.say(SLOW_START_SETTLED, &[before, arrived, lost, cwnd]);
        }
    }
    grows
}

/// Handles an ACK for Jump Start. True if the algorithm's rule grows the window.
fn follow_jump(sender: &mut Sender, ack: &Ack, log: &mut Decisions) -> bool {
    use jump_start::{Progress, Turn};
    end_spreading(sender, ack);
    let progress = Progress {
        delivered: sender.c.delivered as f64,
        // RFC 6675 also sends again what it has not found lost.
        lost: sender.c.lost.max(sender.c.sent.saturating_sub(sender.c.max)) as f64,
        initial_window: sender.c.initial_window,
        is_congested: is_congested(sender),
        una: sender.c.una as f64,
    };
    let Some(SlowStart::JumpStart(jump)) = sender.mechanisms.slow_start_mut() else { return true };
    let (turn, grows) = jump.on_ack(&progress, &mut sender.w);
    let w = sender.w;
    match turn {
        None => {}
        Some(Turn::Validated) => log.say(SLOW_START_VALIDATED, &[w.cwnd, w.cwnd]),
        Some(Turn::Retreated { arrived }) => {
            log.say(SLOW_START_RETREAT, &[arrived, w.cwnd]);
            reduce_alone(sender);
        }
        Some(Turn::Left { arrived }) => log.say(SLOW_START_LEFT, &[arrived, w.ssthresh]),
    }
    grows
}

/// The window has just been set by a start after a loss: no other rule reduces it, and one segment is resent at once
/// (RFC 9959 §4.5, RFC 6675 §5).
fn reduce_alone(sender: &mut Sender) {
    sender.mechanisms.take_prr();
    if let Some(rack) = sender.mechanisms.rack_mut() {
        rack.must_resend = sender.c.state == State::Recovery;
    }
}

/// Handles an ACK for Careful Resume. True if the algorithm's rule grows the window.
fn resume(sender: &mut Sender, ack: &Ack, highest: u64, log: &mut Decisions) -> bool {
    let is_congested = is_congested(sender);
    let (c, w) = (&sender.c, &mut sender.w);
    let progress = Progress {
        now: sender.now,
        rtt: Span::from_secs(c.srtt_s),
        least_rtt: Span::from_secs(c.min_rtt_s),
        acked: ack.steps,
        delivered: ack.delivered as f64,
        una: c.una,
        highest,
        next: c.next,
        flight_before: ack.flight_before as f64,
        flight: c.flight() as f64,
        initial_window: c.initial_window,
        is_limited: sender.output.window_limited,
        is_congested,
    };
    let Some(SlowStart::CarefulResume(resume)) = sender.mechanisms.slow_start_mut() else { return true };
    let (turn, grows) = resume.on_ack(&progress, w);
    let (pipe, target) = (resume.pipe(), resume.target());
    match turn {
        None => {}
        Some(Resume::Refused) => log.say(SLOW_START_REFUSED, &[target, c.min_rtt_s, w.cwnd]),
        Some(Resume::Jumped) => {
            log.say(SLOW_START_JUMP, &[pipe, w.cwnd, c.srtt_s]);
            sender.mechanisms.spread(true);
        }
        Some(Resume::Landed { flight }) => {
            log.say(SLOW_START_LANDED, &[flight, pipe, w.cwnd]);
            sender.mechanisms.spread(false);
        }
        Some(Resume::Retreated) => {
            log.say(SLOW_START_RETREAT, &[pipe, w.cwnd]);
            sender.mechanisms.spread(false);
            reduce_alone(sender);
        }
        Some(Resume::Validated) => log.say(SLOW_START_VALIDATED, &[pipe, w.cwnd]),
        Some(Resume::Left) => log.say(SLOW_START_LEFT, &[pipe, w.ssthresh]),
    }
    grows
}

fn is_paced(sender: &Sender) -> bool {
    sender.pacing_rate().is_some() || sender.mechanisms.pacer().is_some()
}

fn watch_hystart(sender: &mut Sender, ack: &Ack, is_paced: bool, log: &mut Decisions) {
    let Some(rtt_s) = ack.segment_rtt_s.or(ack.rtt_s) else {
        return;
    };
    let ratio = if sender.w.cwnd < sender.w.ssthresh / 2.0 { 2.0 } else { 1.2 };
    let segments = sender.w.cwnd.max(sender.c.flight() as f64);
    let bytes = sender.c.segment_bits / 8.0;
    let sample = Sample {
        now: sender.now,
        rtt: Span::from_secs(rtt_s),
        una: sender.c.una,
        next: sender.c.next,
        cwnd: sender.w.cwnd,
        ssthresh: sender.w.ssthresh,
        rate: if sender.c.srtt_s > 0.0 { ratio * segments * bytes / sender.c.srtt_s } else { 0.0 },
        is_paced,
    };
    let Some(SlowStart::HyStart(hystart)) = sender.mechanisms.slow_start_mut() else {
        return;
    };
    match hystart.on_ack(&sample) {
        Some(Exit::Train { elapsed, limit }) => {
            sender.w.ssthresh = sender.w.cwnd;
            log.say(SLOW_START_TRAIN, &[elapsed.secs(), limit.secs(), sender.w.cwnd]);
        }
        Some(Exit::Delay { rtt, least, rise }) => {
            sender.w.ssthresh = sender.w.cwnd;
            log.say(SLOW_START_DELAY, &[rtt.secs(), least.secs(), rise.secs(), sender.w.cwnd]);
        }
        None => {}
    }
}

fn follow_hystart_plus_plus(
    sender: &mut Sender,
    ack: &Ack,
    may_grow: bool,
    is_paced: bool,
    log: &mut Decisions,
) -> bool {
    let Some(SlowStart::HyStartPlusPlus(hystart)) = sender.mechanisms.slow_start_mut() else {
        return may_grow;
    };
    if let Some(Turn::Ended { rounds }) = hystart.end_round(sender.c.una, sender.c.next) {
        sender.w.ssthresh = sender.w.cwnd;
        log.say(SLOW_START_ENDED, &[f64::from(rounds), sender.w.cwnd]);
        return may_grow;
    }
    if may_grow {
        sender.w.cwnd += hystart.growth(ack.acked as f64, is_paced);
    }
    let rtt = ack.segment_rtt_s.or(ack.rtt_s).map(Span::from_secs);
    match rtt.and_then(|rtt| hystart.sample(rtt)) {
        Some(Turn::Slower { rtt, last, rise }) => {
            log.say(SLOW_START_CSS, &[rtt.secs(), last.secs(), rise.secs(), sender.w.cwnd]);
        }
        Some(Turn::Resumed { rtt, baseline }) => {
            log.say(SLOW_START_RESUMED, &[rtt.secs(), baseline.secs(), sender.w.cwnd]);
        }
        Some(Turn::Ended { .. }) | None => {}
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limited_slow_start_adds_less_and_less_above_100_segments() {
        let steps = [50.0, 100.0, 150.0, 400.0].map(limited_step);
        assert_eq!(steps, [1.0, 1.0, 1.0 / 3.0, 0.125]);
    }
}
