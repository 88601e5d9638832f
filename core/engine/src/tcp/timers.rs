//! What a sender does when its timer expires: a timeout, and the other purposes of the timer under RACK.

use super::decisions::TIMEOUT;
use super::recovery::rack::Expiry;
use super::recovery::{own, rack, tlp, with_sack};
use super::state::{Gate, Outgoing, Purpose, Sender};
use super::{frames, reduction, sending, slow_start, undo};
use crate::cc::{CongestionControl, State};
use crate::choices::Recovery;
use crate::trace::Decisions;
use crate::units::Time;

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
    if sender.mechanisms.quic().is_some() {
        return frames::expire(sender, out, log);
    }
    if let Some(rack) = sender.mechanisms.rack_mut() {
        rack.holds = false;
    }
    match sender.timer.purpose {
        Purpose::Retransmission => time_out(sender, out, log),
        Purpose::Reordering => {
            rack::on_reordering(sender, log);
            sending::pump(sender, out);
        }
        Purpose::Probe => tlp::send(sender, out, log),
    }
}

/// A timeout without RACK: everything that was outstanding counts as lost.
fn of_all(sender: &Sender) -> Expiry {
    Expiry {
        repeats: !sender.loss.variants.cuts_again && sender.loss.gate.timed_out == Some(sender.c.una),
        // RFC 5682 §3.1 step 1: no F-RTO while an earlier loss is still being repaired.
        may_be_early: matches!(sender.c.state, State::Open | State::Disorder),
        lost: 0,
    }
}

fn time_out(sender: &mut Sender, out: &mut Vec<Outgoing>, log: &mut Decisions) {
    say(sender, log);
    sender.counters.timeouts += 1;
    sender.measure.timed = None;
    if let Some(marks) = sender.mechanisms.marks_mut() {
        marks.close(sender.c.max);
    }
    own::ask(sender, |own, s| own.before_timeout(s));
    let is_rack = sender.loss.kind == Recovery::Rack;
    let expiry = rack::on_timeout(sender).unwrap_or_else(|| of_all(sender));
    sender.mechanisms.take_prr();
    sender.mechanisms.end_frto();
    if !expiry.repeats {
        sender.mechanisms.remember_windows(sender.c.una, sender.w);
    }
    sender.c.pipe = sender.mechanisms.rack_pipe();
    rack::count_found(sender, expiry.lost, log);
    sender.cc.on_timeout(&sender.c, expiry.repeats, &mut sender.w, log);
    let share = reduction::share_segments(&sender.c, log);
    if let Some(share) = share {
        sender.w.ssthresh = share;
    }
    if is_rack {
        if !sender.needs.owns_cwnd {
            sender.w.cwnd = sender.c.pipe as f64 + 1.0;
        }
    } else {
        if share.is_some() {
            sender.w.cwnd = 1.0;
        }
        reduction::truncate_threshold(&sender.loss.variants, &mut sender.w);
    }
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
        with_sack::declare_lost(sender, sender.c.max, log);
    }
    sender.loss.board.forget_resent();
    slow_start::restart(&mut sender.mechanisms, &sender.c, sender.now);
    sender.timer.rto.expire();
    let goes_back = own::ask(sender, |own, s| own.after_timeout(s)).unwrap_or(!is_rack);
    if goes_back {
        sender.c.next = sender.c.una;
    }
    // Pacing never holds back the segment that timed out.
    sender.output.next_release = sender.now;
    sending::pump(sender, out);
    debug_assert!(is_rack || sender.timer.deadline != Time::NEVER, "a timeout always resends");
    if sender.timer.deadline == Time::NEVER {
        sender.restart_timer();
    }
    undo::begin_frto(sender, expiry.may_be_early);
    sender.restart_round();
}
