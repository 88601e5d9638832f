//! Loss recovery: how a sender answers an ACK, and what all recoveries share (tcp-core §7).
//!
//! What differs stands in a file of each: `without_sack` for Tahoe, Reno and New Reno, `with_sack`, and
//! `rack`. Another crate may bring its own (`own`).

mod ending;
pub(super) mod own;
pub(super) mod rack;
pub(super) mod rack_timer;
pub(super) mod tlp;
pub(super) mod with_sack;
pub mod without_sack;

use super::decisions::{CORRUPTION_REPORTED, DECLARED_LOST, FAST_RETRANSMIT, THREE_SACKED};
use super::scoreboard::{DUP_THRESH, Scoreboard, Update};
use super::setup::TcpSetup;
use super::state::{AckArrival, Gate, LossRecovery, NewRenoState, Outgoing, Sender};
use super::{delivery, quic, reduction, wire};
use crate::cc::{Ack, CongestionControl, State};
use crate::choices::Recovery;
use crate::trace::Decisions;

/// What shows that a segment is lost.
#[derive(Clone, Copy, Debug)]
pub enum LossEvidence {
    /// Duplicate ACKs.
    Duplicates,
    /// SACK, before enough of them.
    Sack,
    Algorithm,
}

impl LossRecovery {
    /// Nothing is lost yet.
    pub(super) fn new(setup: &TcpSetup) -> LossRecovery {
        let (kind, variants) = (setup.recovery, setup.recovery_variants);
        LossRecovery {
            kind,
            variants,
            gate: Gate::default(),
            duplicates: 0,
            answers_duplicate: false,
            new_reno: NewRenoState::default(),
            board: Scoreboard::default(),
            acks_since_resend: 2,
            resent_corrupted: None,
        }
    }
}

/// True if a loss event may start at `una`.
pub fn gate_is_open(loss: &LossRecovery, una: u64) -> bool {
    let Some(recover) = loss.gate.recover else {
        return true;
    };
    if loss.kind == Recovery::Sack || loss.variants.less_careful {
        return una >= recover;
    }
    let reenter = loss.kind == Recovery::Reno && loss.gate.may_reenter && !loss.gate.after_timeout;
    una > recover || reenter
}

/// Takes the number and the SACK blocks of an ACK. Also returns how many segments the ACK newly reports
/// by SACK; a recovery with a board of its own may count them differently.
#[inline(always)]
pub(super) fn take<const MECHANISMS: bool>(
    sender: &mut Sender,
    arrival: &AckArrival,
    acked: u64,
) -> (Update, u64) {
    if MECHANISMS && sender.loss.kind == Recovery::Rack {
        let update = rack::advance(sender, arrival);
        return (update, update.newly_sacked);
    }
    let update = if sender.loss.kind == Recovery::Sack {
        sender.loss.board.update(arrival.number, arrival.blocks)
    } else {
        Update { newly_sacked: 0, delivered: acked }
    };
    sender.c.una = arrival.number;
    sender.c.next = sender.c.next.max(sender.c.una);
    let own = if MECHANISMS { own::ask(sender, |own, _| own.take_blocks(arrival)).flatten() } else { None };
    (update, own.unwrap_or(update.newly_sacked))
}

/// Takes the RTT sample of an ACK: its RTT, and that of the newest segment that it acknowledges.
#[inline(always)]
pub(super) fn sample<const MECHANISMS: bool>(
    sender: &mut Sender,
    arrival: &AckArrival,
    acked: u64,
) -> (Option<f64>, Option<f64>) {
    if !MECHANISMS {
        return delivery::sample_rtts(sender, arrival, acked);
    }
    if sender.loss.kind == Recovery::Rack {
        return rack::sample(sender, arrival, acked);
    }
    let own = own::ask(sender, |own, s| own.sample(s, arrival, acked));
    own.unwrap_or_else(|| delivery::sample_rtts_out_of_line(sender, arrival, acked))
}

/// Finds losses, and starts, continues or ends a recovery. True if the window may grow.
#[inline(always)]
pub(super) fn on_ack<const MECHANISMS: bool>(
    sender: &mut Sender,
    ack: &Ack,
    arrival: &AckArrival,
    out: &mut Vec<Outgoing>,
    log: &mut Decisions,
) -> bool {
    if MECHANISMS {
        if sender.loss.kind == Recovery::Rack {
            return rack::on_ack(sender, ack, arrival, log);
        }
        if let Some(grows) = own::ask(sender, |own, s| own.on_ack(s, ack, arrival, out, log)) {
            return grows;
        }
    }
    if ack.acked > 0 {
        return if MECHANISMS {
            on_new_ack_out_of_line(sender, ack, out, log)
        } else {
            on_new_ack(sender, ack, out, log)
        };
    }
    if ack.is_duplicate && !answer_corruption(sender, arrival, out, log) {
        if MECHANISMS {
            on_duplicate_out_of_line(sender, ack, out, log);
        } else {
            on_duplicate(sender, ack, out, log);
        }
    }
    false
}

/// The next segment that the window allows, if any.
#[inline]
pub(super) fn next<const MECHANISMS: bool>(sender: &mut Sender) -> Option<u64> {
    if MECHANISMS {
        match sender.loss.kind {
            Recovery::Rack => return rack::next(sender),
            Recovery::Quic => return quic::next(sender),
            _ => {}
        }
        if let Some(next) = own::ask(sender, |own, s| own.next(s)) {
            return next;
        }
    }
    if sender.loss.kind == Recovery::Sack {
        with_sack::next::<MECHANISMS>(sender)
    } else {
        without_sack::next(sender)
    }
}

/// The lowest segment that was found lost and waits for its retransmission.
pub(super) fn next_lost(sender: &Sender) -> Option<u64> {
    match (sender.mechanisms.own(), sender.loss.kind) {
        (Some(own), _) => own.next_lost(sender),
        (None, Recovery::Rack) => sender.mechanisms.rack()?.board.next_lost(),
        (None, Recovery::Quic) => sender.mechanisms.quic()?.waiting.first(),
        (None, Recovery::Sack) => sender.loss.board.next_lost(),
        _ => None,
    }
}

#[inline(always)]
fn on_duplicate(sender: &mut Sender, ack: &Ack, out: &mut Vec<Outgoing>, log: &mut Decisions) {
    sender.loss.duplicates += 1;
    if sender.c.state == State::Recovery {
        if sender.loss.kind != Recovery::Sack {
            sender.loss.new_reno.inflation += 1;
        }
        return;
    }
    if sender.c.state == State::Open {
        sender.c.state = State::Disorder;
    }
    let enough = match sender.loss.kind {
        Recovery::Sack => with_sack::shows_loss(sender),
        _ => u64::from(sender.loss.duplicates) == DUP_THRESH,
    };
    if enough && gate_is_open(&sender.loss, sender.c.una) {
        let evidence = if u64::from(sender.loss.duplicates) < DUP_THRESH {
            LossEvidence::Sack
        } else {
            LossEvidence::Duplicates
        };
        start(sender, evidence, out, log);
    } else {
        consider_early(sender, ack, out, log);
    }
}

/// True if a duplicate ACK reports that the missing segment was corrupted, and no recovery is under way.
/// The segment is then retransmitted, at most once per RTT, and cwnd does not change.
#[inline(always)]
pub fn answer_corruption(
    sender: &mut Sender,
    arrival: &AckArrival,
    out: &mut Vec<Outgoing>,
    log: &mut Decisions,
) -> bool {
    let is_reported = arrival.is_corruption_reported && sender.c.state != State::Recovery;
    if is_reported {
        resend_corrupted(sender, out, log);
    }
    is_reported
}

#[inline(never)]
fn resend_corrupted(sender: &mut Sender, out: &mut Vec<Outgoing>, log: &mut Decisions) {
    sender.loss.duplicates += 1;
    let una = sender.c.una;
    let is_resent = sender
        .loss
        .resent_corrupted
        .is_some_and(|(number, at)| number == una && sender.now.since(at).secs() < sender.c.srtt_s);
    if !is_resent {
        sender.loss.resent_corrupted = Some((una, sender.now));
        log.say(CORRUPTION_REPORTED, &[una as f64, sender.w.cwnd]);
        wire::transmit(sender, una, out);
        sender.restart_timer();
    }
}

/// Vegas may declare the oldest segment lost before the third duplicate.
pub fn consider_early(sender: &mut Sender, ack: &Ack, out: &mut Vec<Outgoing>, log: &mut Decisions) {
    let gate = !sender.loss.gate.after_timeout || gate_is_open(&sender.loss, sender.c.una);
    if gate && sender.c.una < sender.c.max && sender.cc.retransmit_early(&sender.c, ack) {
        start(sender, LossEvidence::Algorithm, out, log);
    }
}

/// A loss is found: the algorithm sets the windows, and a recovery starts.
#[inline(never)]
pub fn start(sender: &mut Sender, evidence: LossEvidence, out: &mut Vec<Outgoing>, log: &mut Decisions) {
    sender.measure.timed = None;
    sender.counters.fast_retransmits += 1;
    sender.loss.gate = sender.loss.gate.after_another(sender.c.max);
    let (una, max) = (sender.c.una, sender.c.max);
    let values =
        [f64::from(sender.loss.duplicates), una as f64, max as f64, sender.loss.board.sacked() as f64];
    match evidence {
        LossEvidence::Duplicates => log.say(FAST_RETRANSMIT, &values[..3]),
        LossEvidence::Sack => log.say(THREE_SACKED, &values),
        LossEvidence::Algorithm => log.say(DECLARED_LOST, &values[..3]),
    }
    let before = sender.w.cwnd;
    sender.mechanisms.remember_windows(sender.c.una, sender.w);
    sender.cc.on_loss(&sender.c, &mut sender.w, log);
    if let Some(share) = reduction::share_segments(&sender.c, log) {
        (sender.w.cwnd, sender.w.ssthresh) = (share, share);
    }
    reduction::truncate_threshold(&sender.loss.variants, &mut sender.w);
    reduction::round_windows(sender.c.growth, &mut sender.w);
    sender.clamp();
    sender.c.state = State::Recovery;
    match sender.loss.kind {
        Recovery::Tahoe => {
            // Go-back-N: slow start resends from the missing segment on.
            sender.c.state = State::Loss;
            sender.c.next = una;
        }
        Recovery::Reno | Recovery::NewReno => without_sack::begin(sender, out),
        Recovery::Sack => with_sack::begin(sender, before, out, log),
        Recovery::Rack | Recovery::Quic => {}
    }
    sender.restart_timer();
}

/// An ACK of new data: true if the window may grow with it.
#[inline(always)]
fn on_new_ack(sender: &mut Sender, ack: &Ack, out: &mut Vec<Outgoing>, log: &mut Decisions) -> bool {
    let (grow, restart) = advance(sender, ack, out, log);
    if sender.loss.variants.reno_gated {
        sender.loss.gate.may_reenter = false;
    }
    if restart {
        sender.restart_timer();
    }
    grow & consider_after_resend(sender, ack, out, log)
}

/// Soon after a retransmission the algorithm may declare the next segment lost. False if a
/// recovery starts.
#[inline(always)]
pub fn consider_after_resend(
    sender: &mut Sender,
    ack: &Ack,
    out: &mut Vec<Outgoing>,
    log: &mut Decisions,
) -> bool {
    if sender.c.state != State::Recovery && sender.loss.soon_after_resend() {
        consider_early(sender, ack, out, log);
        return sender.c.state != State::Recovery;
    }
    true
}

/// Goes on in the recovery, or ends it. True twice if the window may grow, and if the timer is
/// restarted.
#[inline(always)]
pub fn advance(sender: &mut Sender, ack: &Ack, out: &mut Vec<Outgoing>, log: &mut Decisions) -> (bool, bool) {
    let recover = sender.recover_point();
    let mut grow = true;
    let mut restart = true;
    match (sender.c.state, sender.loss.kind) {
        (State::Recovery, Recovery::NewReno) if sender.c.una < recover => {
            restart = without_sack::partial_ack(sender, ack.acked, out);
            grow = false;
        }
        (State::Recovery, Recovery::Sack) if sender.c.una < recover => grow = false,
        (State::Recovery, Recovery::Sack) => {
            ending::leave(sender, State::Open, log);
            sender.loss.board.forget_resent();
            grow = false;
        }
        (State::Recovery, _) => {
            if sender.loss.variants.min_exit {
                sender.w.cwnd = sender.w.ssthresh.min(sender.c.flight().max(1) as f64 + 1.0);
            }
            ending::leave(sender, State::Open, log);
            grow = !sender.loss.variants.rfc;
        }
        (State::Loss, _) => {
            sender.loss.duplicates = 0;
            if sender.c.una >= recover {
                ending::leave(sender, State::Open, log);
            }
        }
        (State::Open | State::Disorder, _) => {
            sender.loss.duplicates = 0;
            sender.c.state = if sender.loss.board.sacked() > 0 { State::Disorder } else { State::Open };
        }
    }
    (grow, restart)
}

/// The same as [`on_new_ack`], shared by all flows with mechanisms.
#[inline(never)]
pub fn on_new_ack_out_of_line(
    sender: &mut Sender,
    ack: &Ack,
    out: &mut Vec<Outgoing>,
    log: &mut Decisions,
) -> bool {
    on_new_ack(sender, ack, out, log)
}

/// The same as [`on_duplicate`], shared by all flows with mechanisms.
#[inline(never)]
fn on_duplicate_out_of_line(sender: &mut Sender, ack: &Ack, out: &mut Vec<Outgoing>, log: &mut Decisions) {
    on_duplicate(sender, ack, out, log);
}
