//! What a sender does when its timer expires: a timeout, and the other purposes of the timer under RACK.

use super::decisions::{RACK_TIMER, TIMEOUT};
use super::state::{Gate, Outgoing, Purpose, Sender};
use super::{delivery, own, rack, rack_timer, recovery, reduction, sending, slow_start, tlp, undo};
use crate::cc::{CongestionControl, State};
use crate::choices::Recovery;
use crate::trace::Decisions;
use crate::units::{Span, Time};

/// The reordering timer expires.
fn on_reordering(sender: &mut Sender, out: &mut Vec<Outgoing>, log: &mut Decisions) {
    let Some(rack) = sender.mechanisms.rack_mut() else {
        return;
    };
    let window = rack.board.reordering_window(sender.c.state, Span::from_secs(sender.c.srtt_s));
    let found = rack.board.detect(sender.now, window);
    rack::count_found(sender, found.lost, log);
    if let Some(lost) = found.first {
        log.say(RACK_TIMER, &[lost.number as f64, sender.now.since(lost.sent).secs(), window.secs()]);
        if sender.c.state != State::Recovery {
            rack::enter(sender, Some(&found), log);
            sender.c.pipe = sender.pipe();
            reduction::reduce(sender, 1, false, log);
        }
    }
    match found.wait {
        Some(wait) => {
            let expires = sender.mechanisms.rack().map(|rack| rack.reordering_timer(sender.now, wait));
            sender.timer.deadline = expires.unwrap_or(Time::NEVER);
        }
        None => {
            sender.timer.purpose = Purpose::Reordering;
            rack_timer::rearm(sender);
        }
    }
    sending::pump(sender, out);
}

/// The retransmission timer expires: segments sent long enough ago are lost, the rest stays in
/// the network (RFC 8985 §6.3; Linux, tcp_enter_loss).
fn on_rack_timeout(sender: &mut Sender, out: &mut Vec<Outgoing>, log: &mut Decisions) {
    say(sender, log);
    sender.counters.timeouts += 1;
    sender.measure.timed = None;
    let recover = sender.recover_point();
    let Some(rack) = sender.mechanisms.rack_mut() else {
        return;
    };
    if matches!(sender.c.state, State::Open | State::Disorder) {
        rack.board.note_timeout();
    }
    let lost = rack.board.give_up(sender.now);
    let is_new = match sender.c.state {
        State::Open | State::Disorder => true,
        State::Recovery => sender.c.una >= recover,
        State::Loss => sender.c.una >= recover || rack.expiries == 0,
    };
    // RFC 5682 §3.1 step 1: not if a recovery was under way.
    let may_be_early = sender.c.state != State::Recovery || rack.expiries > 0;
    rack.expiries += 1;
    rack.probe = None;
    sender.mechanisms.take_prr();
    sender.mechanisms.end_frto();
    let max = sender.c.max;
    if let Some(marks) = sender.mechanisms.marks_mut() {
        marks.close(max);
    }
    if is_new {
        sender.mechanisms.remember_windows(sender.c.una, sender.w);
    }
    sender.c.pipe = sender.pipe();
    rack::count_found(sender, lost, log);
    sender.cc.on_timeout(&sender.c, !is_new, &mut sender.w, log);
    if let Some(share) = reduction::share_segments(&sender.c, log) {
        sender.w.ssthresh = share;
    }
    if !sender.needs.owns_cwnd {
        sender.w.cwnd = sender.c.pipe as f64 + 1.0;
    }
    reduction::round_windows(sender.c.growth, &mut sender.w);
    sender.clamp();
    sender.loss.gate = Gate::after_loss(sender.c.max);
    sender.c.state = State::Loss;
    sender.loss.duplicates = 0;
    slow_start::restart(&mut sender.mechanisms, &sender.c, sender.now);
    sender.timer.rto.expire();
    // Pacing never holds back the segment that timed out.
    sender.output.next_release = sender.now;
    sending::pump(sender, out);
    undo::begin_frto(sender, may_be_early);
    if sender.timer.deadline == Time::NEVER {
        sender.restart_timer();
    }
    sender.restart_round();
}

fn say(sender: &Sender, log: &mut Decisions) {
    let rto = &sender.timer.rto;
    let values = [
        sender.timeout().secs(),
        rto.srtt_s(),
        rto.rttvar_s(),
        f64::from(rto.back_off()),
        sender.c.una as f64,
    ];
    log.say(TIMEOUT, &values);
}

/// The retransmission timer expires.
pub(super) fn expire(sender: &mut Sender, now: Time, out: &mut Vec<Outgoing>, log: &mut Decisions) {
    sender.set_now(now);
    sender.timer.deadline = Time::NEVER;
    if sender.c.una >= sender.c.max && !sender.has_no_window() {
        return;
    }
    if sender.needs.rate_samples {
        let pipe = sender.pipe();
        sending::look_for_dry_source(sender, pipe);
    }
    if sender.loss.kind == Recovery::Rack {
        return match sender.timer.purpose {
            Purpose::Retransmission => on_rack_timeout(sender, out, log),
            Purpose::Reordering => on_reordering(sender, out, log),
            Purpose::Probe => tlp::send(sender, out, log),
        };
    }
    sender.counters.timeouts += 1;
    if let Some(marks) = sender.mechanisms.marks_mut() {
        marks.close(sender.c.max);
    }
    say(sender, log);
    sender.measure.timed = None;
    own::ask(sender, |own, s| own.before_timeout(s));
    sender.mechanisms.take_prr();
    sender.mechanisms.end_frto();
    // RFC 5682 §3.1 step 1: no F-RTO while an earlier loss is still being repaired.
    let may_be_early = matches!(sender.c.state, State::Open | State::Disorder);
    let repeated = !sender.loss.variants.cuts_again && sender.loss.gate.timed_out == Some(sender.c.una);
    if !repeated {
        sender.mechanisms.remember_windows(sender.c.una, sender.w);
    }
    // Everything that was outstanding counts as lost.
    sender.c.pipe = 0;
    sender.cc.on_timeout(&sender.c, repeated, &mut sender.w, log);
    if let Some(share) = reduction::share_segments(&sender.c, log) {
        (sender.w.cwnd, sender.w.ssthresh) = (1.0, share);
    }
    recovery::truncate_threshold(&sender.loss.variants, &mut sender.w);
    reduction::round_windows(sender.c.growth, &mut sender.w);
    sender.clamp();
    sender.loss.gate = Gate {
        recover: Some(sender.c.max),
        after_timeout: true,
        may_reenter: false,
        timed_out: Some(sender.c.una),
    };
    sender.c.state = State::Loss;
    if !sender.loss.variants.counts_across_timeouts {
        sender.loss.duplicates = 0;
    }
    sender.loss.answers_duplicate = false;
    sender.loss.new_reno.inflation = 0;
    if sender.loss.kind == Recovery::Sack {
        let max = sender.c.max;
        delivery::declare_lost(sender, max, log);
    }
    sender.loss.board.forget_resent();
    slow_start::restart(&mut sender.mechanisms, &sender.c, sender.now);
    sender.timer.rto.expire();
    if own::ask(sender, |own, s| own.after_timeout(s)).unwrap_or(true) {
        sender.c.next = sender.c.una;
    }
    // Pacing never holds back the segment that timed out.
    sender.output.next_release = now;
    sending::pump(sender, out);
    debug_assert!(sender.timer.deadline != Time::NEVER, "a timeout always resends");
    undo::begin_frto(sender, may_be_early);
    sender.restart_round();
}
