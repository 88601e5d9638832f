//! Loss recovery: duplicate ACKs, fast retransmit, the four recoveries, and the timeout (tcp-core
//! §7, §8).

use super::decisions::{
    CORRUPTION_REPORTED, DECLARED_LOST, FAIR_SHARE, FAST_RETRANSMIT, RECOVERED, RECOVERY_LEFT, THREE_SACKED,
    TIMEOUT,
};
use super::scoreboard::{DUP_THRESH, Scoreboard};
use super::setup::TcpSetup;
use super::state::{Gate, LossRecovery, NewRenoState, Outgoing, Purpose, Sender};
use crate::cc::{Ack, CongestionControl, State};
use crate::choices::Recovery;
use crate::mechanism::reduction::Value as Reduction;
use crate::trace::Decisions;
use crate::units::Time;

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

impl Sender {
    /// One past the highest segment sent when the last loss was found.
    pub fn recover_point(&self) -> u64 {
        self.loss.gate.recover.unwrap_or(0)
    }

    /// True if a loss event may start at `una`.
    pub fn gate_is_open(&self) -> bool {
        let Some(recover) = self.loss.gate.recover else {
            return true;
        };
        if self.loss.kind == Recovery::Sack || self.loss.variants.less_careful {
            return self.c.una >= recover;
        }
        let reenter =
            self.loss.kind == Recovery::Reno && self.loss.gate.may_reenter && !self.loss.gate.after_timeout;
        self.c.una > recover || reenter
    }

    /// A duplicate ACK.
    #[inline(always)]
    pub(super) fn on_duplicate(&mut self, ack: &Ack, out: &mut Vec<Outgoing>, log: &mut Decisions) {
        self.loss.duplicates += 1;
        if self.c.state == State::Recovery {
            if self.loss.kind != Recovery::Sack {
                self.loss.new_reno.inflation += 1;
            }
            return;
        }
        if self.c.state == State::Open {
            self.c.state = State::Disorder;
        }
        let enough = match self.loss.kind {
            Recovery::Sack => {
                u64::from(self.loss.duplicates) >= DUP_THRESH || self.loss.board.is_lost(self.c.una)
            }
            _ => u64::from(self.loss.duplicates) == DUP_THRESH,
        };
        if enough && self.gate_is_open() {
            let evidence = if u64::from(self.loss.duplicates) < DUP_THRESH {
                LossEvidence::Sack
            } else {
                LossEvidence::Duplicates
            };
            self.start_recovery(evidence, out, log);
        } else {
            self.consider_early(ack, out, log);
        }
    }

    /// A duplicate ACK reports that the missing segment was corrupted. The segment is
    /// retransmitted, at most once per RTT, and cwnd does not change.
    #[inline(never)]
    pub fn on_corruption_notice(&mut self, out: &mut Vec<Outgoing>, log: &mut Decisions) {
        self.loss.duplicates += 1;
        let una = self.c.una;
        let is_resent = self
            .loss
            .resent_corrupted
            .is_some_and(|(number, at)| number == una && self.now.since(at).secs() < self.c.srtt_s);
        if !is_resent {
            self.loss.resent_corrupted = Some((una, self.now));
            log.say(CORRUPTION_REPORTED, &[una as f64, self.w.cwnd]);
            self.transmit(una, out);
            self.restart_timer();
        }
    }

    /// The window that the announced share fills, if routers announce one.
    pub fn share_segments(&self, log: &mut Decisions) -> Option<f64> {
        let share_bps = self.c.fair_share_bps?;
        let window = (share_bps * self.c.min_rtt_s / self.c.segment_bits).max(2.0);
        log.say(FAIR_SHARE, &[window, share_bps, self.c.min_rtt_s]);
        Some(window)
    }

    /// Vegas may declare the oldest segment lost before the third duplicate.
    pub fn consider_early(&mut self, ack: &Ack, out: &mut Vec<Outgoing>, log: &mut Decisions) {
        let gate = !self.loss.gate.after_timeout || self.gate_is_open();
        if gate && self.c.una < self.c.max && self.cc.retransmit_early(&self.c, ack) {
            self.start_recovery(LossEvidence::Algorithm, out, log);
        }
    }

    /// A loss is found: the algorithm sets the windows, and a recovery starts.
    #[inline(never)]
    pub fn start_recovery(&mut self, evidence: LossEvidence, out: &mut Vec<Outgoing>, log: &mut Decisions) {
        let inflation = i64::from(self.loss.duplicates);
        self.measure.timed = None;
        self.counters.fast_retransmits += 1;
        self.loss.gate = self.loss.gate.after_another(self.c.max);
        let (una, max) = (self.c.una, self.c.max);
        let values =
            [f64::from(self.loss.duplicates), una as f64, max as f64, self.loss.board.sacked() as f64];
        match evidence {
            LossEvidence::Duplicates => log.say(FAST_RETRANSMIT, &values[..3]),
            LossEvidence::Sack => log.say(THREE_SACKED, &values),
            LossEvidence::Algorithm => log.say(DECLARED_LOST, &values[..3]),
        }
        let before = self.w.cwnd;
        self.remember_windows();
        self.cc.on_loss(&self.c, &mut self.w, log);
        if let Some(share) = self.share_segments(log) {
            (self.w.cwnd, self.w.ssthresh) = (share, share);
        }
        self.truncate_threshold();
        self.round_windows();
        self.clamp();
        self.c.state = State::Recovery;
        match self.loss.kind {
            Recovery::Tahoe => {
                // Go-back-N: slow start resends from the missing segment on.
                self.c.state = State::Loss;
                self.c.next = una;
            }
            Recovery::Reno | Recovery::NewReno => {
                self.loss.new_reno = NewRenoState { inflation, partial_seen: false };
                self.transmit(una, out);
            }
            Recovery::Sack if self.mechanisms.reduction() != Reduction::AtOnce => {
                // cwnd decides when the first retransmission is sent, as for all later ones.
                self.declare_lost(una + 1, log);
                self.loss.board.enter_before_resend(una);
                self.begin_reduction(before, log);
            }
            Recovery::Rack => {}
            Recovery::Sack => {
                self.declare_lost(una + 1, log);
                self.loss.board.enter(una);
                self.transmit(una, out);
            }
        }
        self.restart_timer();
    }

    fn truncate_threshold(&mut self) {
        if self.loss.variants.whole_threshold {
            self.w.ssthresh = self.w.ssthresh.floor();
        }
    }

    /// An ACK of new data: true if the window may grow with it.
    #[inline(always)]
    pub(super) fn on_new_ack(&mut self, ack: &Ack, out: &mut Vec<Outgoing>, log: &mut Decisions) -> bool {
        let (grow, restart) = self.advance(ack, out, log);
        if self.loss.variants.reno_gated {
            self.loss.gate.may_reenter = false;
        }
        if restart {
            self.restart_timer();
        }
        grow & self.consider_after_resend(ack, out, log)
    }

    /// Soon after a retransmission the algorithm may declare the next segment lost. False if a
    /// recovery starts.
    #[inline(always)]
    pub fn consider_after_resend(&mut self, ack: &Ack, out: &mut Vec<Outgoing>, log: &mut Decisions) -> bool {
        if self.c.state != State::Recovery && self.soon_after_resend() {
            self.consider_early(ack, out, log);
            return self.c.state != State::Recovery;
        }
        true
    }

    /// Goes on in the recovery, or ends it. True twice if the window may grow, and if the timer is
    /// restarted.
    #[inline(always)]
    pub fn advance(&mut self, ack: &Ack, out: &mut Vec<Outgoing>, log: &mut Decisions) -> (bool, bool) {
        let recover = self.recover_point();
        let mut grow = true;
        let mut restart = true;
        match (self.c.state, self.loss.kind) {
            (State::Recovery, Recovery::NewReno) if self.c.una < recover => {
                restart = self.partial_ack(ack.acked, out);
                grow = false;
            }
            (State::Recovery, Recovery::Sack) if self.c.una < recover => grow = false,
            (State::Recovery, Recovery::Sack) => {
                self.leave_recovery(log);
                self.loss.board.forget_resent();
                grow = false;
            }
            (State::Recovery, _) => {
                if self.loss.variants.min_exit {
                    self.w.cwnd = self.w.ssthresh.min(self.c.flight().max(1) as f64 + 1.0);
                }
                self.leave_recovery(log);
                grow = !self.loss.variants.rfc;
            }
            (State::Loss, _) => {
                self.loss.duplicates = 0;
                if self.c.una >= recover {
                    self.leave_recovery(log);
                }
            }
            (State::Open | State::Disorder, _) => {
                self.loss.duplicates = 0;
                self.c.state = if self.loss.board.sacked() > 0 { State::Disorder } else { State::Open };
            }
        }
        (grow, restart)
    }

    #[inline(never)]
    fn leave_recovery(&mut self, log: &mut Decisions) {
        self.end_reduction();
        self.end_undo();
        self.loss.new_reno.inflation = 0;
        self.loss.duplicates = 0;
        self.c.state = State::Open;
        self.cc.on_recovery_exit(&self.c, &mut self.w, log);
        self.clamp();
        self.restart_round();
        let rule = if self.c.una < self.recover_point() { RECOVERY_LEFT } else { RECOVERED };
        log.say(rule, &[self.c.una as f64, self.recover_point() as f64, self.w.cwnd]);
    }

    /// Retransmits the next hole and deflates by the acknowledged segments. True if the timer is
    /// restarted (RFC 6582 §3.2 step 3).
    #[inline(never)]
    fn partial_ack(&mut self, acked: u64, out: &mut Vec<Outgoing>) -> bool {
        let NewRenoState { inflation, .. } = &mut self.loss.new_reno;
        let excess = acked as i64 - *inflation;
        if self.loss.variants.keeps_deflation && excess >= 0 {
            // What the inflation does not cover is taken from cwnd, for good.
            self.w.cwnd = (self.w.cwnd - excess as f64).max(1.0);
            *inflation = 1;
        } else {
            *inflation += 1 - acked as i64;
        }
        self.transmit(self.c.una, out);
        let first = !self.loss.new_reno.partial_seen;
        self.loss.new_reno.partial_seen = true;
        first || self.loss.variants.slow_but_steady
    }

    /// RFC 6675 NextSeg, while `cwnd − pipe ≥ 1`.
    #[inline(always)]
    pub(super) fn next_in_sack_recovery(&mut self) -> Option<u64> {
        if (self.loss.board.pipe(self.c.max) as i64 + 1) as f64 > self.w.cwnd {
            return None;
        }
        let number = self.loss.board.next_lost();
        if let Some(number) = number {
            self.loss.board.resend(number);
            return Some(number);
        }
        if let Some(number) = self.within_source_and_receiver(self.c.max) {
            return Some(number);
        }
        if let Some(number) = self.loss.board.next_hole() {
            self.loss.board.resend(number);
            return Some(number);
        }
        self.loss.board.rescue(self.c.max, self.recover_point())
    }

    pub(super) fn say_timeout(&self, log: &mut Decisions) {
        let rto = &self.timer.rto;
        let values = [
            self.timeout().secs(),
            rto.srtt_s(),
            rto.rttvar_s(),
            f64::from(rto.back_off()),
            self.c.una as f64,
        ];
        log.say(TIMEOUT, &values);
    }

    /// The retransmission timer expires.
    pub fn on_timeout(&mut self, now: Time, out: &mut Vec<Outgoing>, log: &mut Decisions) {
        self.set_now(now);
        self.timer.deadline = Time::NEVER;
        if self.c.una >= self.c.max && !self.has_no_window() {
            return;
        }
        if self.needs.rate_samples {
            self.look_for_dry_source(self.pipe());
        }
        if self.loss.kind == Recovery::Rack {
            return match self.timer.purpose {
                Purpose::Retransmission => self.on_rack_timeout(out, log),
                Purpose::Reordering => self.on_reordering_timer(out, log),
                Purpose::Probe => self.send_probe(out, log),
            };
        }
        self.counters.timeouts += 1;
        if let Some(marks) = self.mechanisms.marks_mut() {
            marks.close(self.c.max);
        }
        self.say_timeout(log);
        self.measure.timed = None;
        self.by_own(|own, s| own.before_timeout(s));
        self.mechanisms.take_prr();
        self.end_frto();
        // RFC 5682 §3.1 step 1: no F-RTO while an earlier loss is still being repaired.
        let may_be_early = matches!(self.c.state, State::Open | State::Disorder);
        let repeated = !self.loss.variants.cuts_again && self.loss.gate.timed_out == Some(self.c.una);
        if !repeated {
            self.remember_windows();
        }
        // Everything that was outstanding counts as lost.
        self.c.pipe = 0;
        self.cc.on_timeout(&self.c, repeated, &mut self.w, log);
        if let Some(share) = self.share_segments(log) {
            (self.w.cwnd, self.w.ssthresh) = (1.0, share);
        }
        self.truncate_threshold();
        self.round_windows();
        self.clamp();
        self.loss.gate = Gate {
            recover: Some(self.c.max),
            after_timeout: true,
            may_reenter: false,
            timed_out: Some(self.c.una),
        };
        self.c.state = State::Loss;
        if !self.loss.variants.counts_across_timeouts {
            self.loss.duplicates = 0;
        }
        self.loss.answers_duplicate = false;
        self.loss.new_reno.inflation = 0;
        if self.loss.kind == Recovery::Sack {
            self.declare_lost(self.c.max, log);
        }
        self.loss.board.forget_resent();
        self.restart_slow_start();
        self.timer.rto.expire();
        if self.by_own(|own, s| own.after_timeout(s)).unwrap_or(true) {
            self.c.next = self.c.una;
        }
        // Pacing never holds back the segment that timed out.
        self.output.next_release = now;
        self.wake(now, out);
        self.begin_frto(may_be_early);
        self.restart_round();
    }

    fn wake(&mut self, now: Time, out: &mut Vec<Outgoing>) {
        self.on_wake(now, out);
        debug_assert!(self.timer.deadline != Time::NEVER, "a timeout always resends");
    }
}
