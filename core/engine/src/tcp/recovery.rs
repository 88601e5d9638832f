//! Loss recovery: duplicate ACKs, fast retransmit, and the four classic recoveries (tcp-core §7).

use super::decisions::{
    CORRUPTION_REPORTED, DECLARED_LOST, FAST_RETRANSMIT, RECOVERED, RECOVERY_LEFT, THREE_SACKED,
};
use super::options::RecoveryVariants;
use super::scoreboard::{DUP_THRESH, Scoreboard};
use super::setup::TcpSetup;
use super::state::{Gate, LossRecovery, NewRenoState, Outgoing, Sender};
use super::{delivery, reduction, wire};
use crate::cc::{Ack, CongestionControl, State, Window};
use crate::choices::Recovery;
use crate::mechanism::reduction::Value as Reduction;
use crate::trace::Decisions;

/// What shows that a segment is lost.
#[derive(Clone, Copy, Debug)]
pub enum LossEvidence {
    /// Duplicate ACKs.
    Duplicates,
    /// SACK, before enough of them.
    Sack,
    /// The algorithm.
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
            lost_below: 0,
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

/// A duplicate ACK.
#[inline(always)]
pub(super) fn on_duplicate(sender: &mut Sender, ack: &Ack, out: &mut Vec<Outgoing>, log: &mut Decisions) {
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
        Recovery::Sack => {
            u64::from(sender.loss.duplicates) >= DUP_THRESH || sender.loss.board.is_lost(sender.c.una)
        }
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

/// A duplicate ACK reports that the missing segment was corrupted. The segment is
/// retransmitted, at most once per RTT, and cwnd does not change.
#[inline(never)]
pub fn on_corruption_notice(sender: &mut Sender, out: &mut Vec<Outgoing>, log: &mut Decisions) {
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
    let inflation = i64::from(sender.loss.duplicates);
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
    truncate_threshold(&sender.loss.variants, &mut sender.w);
    reduction::round_windows(sender.c.growth, &mut sender.w);
    sender.clamp();
    sender.c.state = State::Recovery;
    match sender.loss.kind {
        Recovery::Tahoe => {
            // Go-back-N: slow start resends from the missing segment on.
            sender.c.state = State::Loss;
            sender.c.next = una;
        }
        Recovery::Reno | Recovery::NewReno => {
            sender.loss.new_reno = NewRenoState { inflation, partial_seen: false };
            wire::transmit(sender, una, out);
        }
        Recovery::Sack if sender.mechanisms.reduction() != Reduction::AtOnce => {
            // cwnd decides when the first retransmission is sent, as for all later ones.
            delivery::declare_lost(sender, una + 1, log);
            sender.loss.board.enter_before_resend(una);
            reduction::begin(sender, before, log);
        }
        Recovery::Rack => {}
        Recovery::Sack => {
            delivery::declare_lost(sender, una + 1, log);
            sender.loss.board.enter(una);
            wire::transmit(sender, una, out);
        }
    }
    sender.restart_timer();
}

pub(super) fn truncate_threshold(variants: &RecoveryVariants, w: &mut Window) {
    if variants.whole_threshold {
        w.ssthresh = w.ssthresh.floor();
    }
}

/// An ACK of new data: true if the window may grow with it.
#[inline(always)]
pub(super) fn on_new_ack(
    sender: &mut Sender,
    ack: &Ack,
    out: &mut Vec<Outgoing>,
    log: &mut Decisions,
) -> bool {
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
            restart = partial_ack(sender, ack.acked, out);
            grow = false;
        }
        (State::Recovery, Recovery::Sack) if sender.c.una < recover => grow = false,
        (State::Recovery, Recovery::Sack) => {
            leave(sender, log);
            sender.loss.board.forget_resent();
            grow = false;
        }
        (State::Recovery, _) => {
            if sender.loss.variants.min_exit {
                sender.w.cwnd = sender.w.ssthresh.min(sender.c.flight().max(1) as f64 + 1.0);
            }
            leave(sender, log);
            grow = !sender.loss.variants.rfc;
        }
        (State::Loss, _) => {
            sender.loss.duplicates = 0;
            if sender.c.una >= recover {
                leave(sender, log);
            }
        }
        (State::Open | State::Disorder, _) => {
            sender.loss.duplicates = 0;
            sender.c.state = if sender.loss.board.sacked() > 0 { State::Disorder } else { State::Open };
        }
    }
    (grow, restart)
}

#[inline(never)]
fn leave(sender: &mut Sender, log: &mut Decisions) {
    reduction::end(&mut sender.mechanisms, &mut sender.w);
    sender.mechanisms.end_undo();
    sender.loss.new_reno.inflation = 0;
    sender.loss.duplicates = 0;
    sender.c.state = State::Open;
    sender.cc.on_recovery_exit(&sender.c, &mut sender.w, log);
    sender.clamp();
    sender.restart_round();
    let rule = if sender.c.una < sender.recover_point() { RECOVERY_LEFT } else { RECOVERED };
    log.say(rule, &[sender.c.una as f64, sender.recover_point() as f64, sender.w.cwnd]);
}

/// Retransmits the next hole and deflates by the acknowledged segments. True if the timer is
/// restarted (RFC 6582 §3.2 step 3).
#[inline(never)]
fn partial_ack(sender: &mut Sender, acked: u64, out: &mut Vec<Outgoing>) -> bool {
    let NewRenoState { inflation, .. } = &mut sender.loss.new_reno;
    let excess = acked as i64 - *inflation;
    if sender.loss.variants.keeps_deflation && excess >= 0 {
        // What the inflation does not cover is taken from cwnd, for good.
        sender.w.cwnd = (sender.w.cwnd - excess as f64).max(1.0);
        *inflation = 1;
    } else {
        *inflation += 1 - acked as i64;
    }
    let una = sender.c.una;
    wire::transmit(sender, una, out);
    let first = !sender.loss.new_reno.partial_seen;
    sender.loss.new_reno.partial_seen = true;
    first || sender.loss.variants.slow_but_steady
}

/// RFC 6675 NextSeg, while `cwnd − pipe ≥ 1`.
#[inline(always)]
pub(super) fn next_in_sack(sender: &mut Sender) -> Option<u64> {
    if (sender.loss.board.pipe(sender.c.max) as i64 + 1) as f64 > sender.w.cwnd {
        return None;
    }
    let number = sender.loss.board.next_lost();
    if let Some(number) = number {
        sender.loss.board.resend(number);
        return Some(number);
    }
    if let Some(number) = sender.within_source_and_receiver(sender.c.max) {
        return Some(number);
    }
    if let Some(number) = sender.loss.board.next_hole() {
        sender.loss.board.resend(number);
        return Some(number);
    }
    sender.loss.board.rescue(sender.c.max, sender.recover_point())
}

/// The same, shared by all flows with mechanisms. The other flows have it inlined in their path.
#[inline(never)]
pub(super) fn next_in_sack_out_of_line(sender: &mut Sender) -> Option<u64> {
    next_in_sack(sender)
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
pub(super) fn on_duplicate_out_of_line(
    sender: &mut Sender,
    ack: &Ack,
    out: &mut Vec<Outgoing>,
    log: &mut Decisions,
) {
    on_duplicate(sender, ack, out, log);
}
