//! The sending end of one connection: sequence space, what to send next, and the order in which an
//! ACK is processed.
//!
//! The sender asks the algorithm and never decides for it. The steps are functions in files below, by
//! topic: `recovery` finds losses and chooses the next segment, `delivery` reads ACKs, `sending` sends what
//! may go, `wire` puts a segment on the wire, and `timers` holds what happens when the timer expires.

use super::decisions::{STALE, START, STOP};
use super::options::Handshake;
use super::recovery::with_sack;
use super::rto::RetransmissionTimer;
use super::setup::TcpSetup;
use super::state::{
    AckArrival, LossRecovery, Measuring, MechanismSlot, Outgoing, Output, Purpose, Sender, SenderCounters,
    Timer,
};
use super::wheel::TimerWheel;
use super::{
    delivery, dsack, gso, marks, pacing, recovery, reduction, sending, slow_start, timers, undo, usage,
};
use crate::cc::{Ack, CongestionControl, Connection, Notice, State, Window};
use crate::choices::Recovery;
use crate::estimator::{Estimate, Estimator};
use crate::trace::Decisions;
use crate::units::{Span, Time};

/// A connection before its first segment.
fn idle(setup: &TcpSetup, packet_bytes: u32, random_seed: u64) -> Connection {
    let variants = setup.recovery_variants;
    Connection {
        now_s: 0.0,
        clock_zero_s: 0.0,
        una: 0,
        next: 0,
        max: 0,
        receive_window: setup.receive_window,
        segment_bits: f64::from(packet_bytes) * 8.0,
        srtt_s: 0.0,
        rttvar_s: 0.0,
        last_rtt_s: None,
        min_rtt_s: f64::INFINITY,
        max_rtt_s: 0.0,
        pipe: 0,
        delivered: 0,
        lost: 0,
        sent: 0,
        state: State::Open,
        growth: setup.growth,
        clock_hz: f64::from(setup.mechanisms.clock_hz),
        initial_window: setup.initial_window,
        least_half: if variants.halves_to_nothing { 0.0 } else { 2.0 },
        oldest: None,
        app_limited: false,
        next_departure_s: 0.0,
        round: 0,
        fair_share_bps: None,
        beta_ecn: setup.beta_ecn,
        random_seed,
    }
}

impl Sender {
    /// A sender that has not started. `random_seed` seeds the random numbers of its algorithm.
    pub fn new(setup: &TcpSetup, packet_bytes: u32, random_seed: u64) -> Sender {
        let cc = setup.controller();
        let needs = cc.needs();
        let wheel = TimerWheel::of(&setup.mechanisms);
        Sender {
            c: idle(setup, packet_bytes, random_seed),
            w: Window { cwnd: setup.initial_window, ssthresh: setup.initial_ssthresh },
            shadows: setup.shadow.iter().map(|id| Estimator::new(id)).collect(),
            loss: LossRecovery::new(setup),
            mechanisms: MechanismSlot::new(setup, needs),
            timer: Timer {
                rto: RetransmissionTimer::new(setup.rto).counting(wheel),
                wheel,
                started: Time::ZERO,
                deadline: Time::NEVER,
                purpose: Purpose::Retransmission,
            },
            measure: Measuring::new(setup, needs),
            output: Output::new(setup),
            counters: SenderCounters::default(),
            now: Time::ZERO,
            clock_zero: Time::ZERO,
            begins_with_ack: setup.handshake == Handshake::InWindow,
            cc,
            needs,
        }
    }

    /// The connection is open; `rtt_s` is the handshake's sample.
    pub fn open(&mut self, now: Time, rtt_s: Option<f64>, out: &mut Vec<Outgoing>, log: &mut Decisions) {
        self.set_now(now);
        self.timer.rto.settle();
        if let Some(rtt_s) = rtt_s {
            delivery::take_rtt(self, rtt_s);
            if let Some(rack) = self.mechanisms.rack_mut() {
                rack.board.sample(Span::from_secs(rtt_s), now);
            }
        }
        self.cc.start(&self.c, &mut self.w);
        self.clamp();
        for shadow in &mut self.shadows {
            shadow.start(self.c.now_s);
        }
        self.measure.rounds.restart(self.c.now_s, 0, self.w.cwnd);
        slow_start::restart(&mut self.mechanisms, &self.c, self.now);
        log.say(START, &[self.w.cwnd, self.w.ssthresh]);
        slow_start::begin(self, log);
        pacing::update(self, log);
        gso::tell(self, log);
        sending::pump(self, out);
    }

    /// From `now` on the source has `segments` segments in total.
    pub fn extend(&mut self, now: Time, segments: u64, out: &mut Vec<Outgoing>, log: &mut Decisions) {
        self.set_now(now);
        if self.needs.rate_samples {
            let pipe = self.pipe();
            sending::look_for_dry_source(self, pipe);
        }
        if (self.needs.notices || self.needs.silences) && self.data_una() == self.output.source_end {
            let last = self.mechanisms.get().and_then(|mechanisms| mechanisms.last_sent).unwrap_or(now);
            let restart = Notice::Restart { idle_s: now.since(last).secs() };
            self.cc.on_notice(&self.c, restart, &mut self.w, log);
        }
        if segments > self.output.source_end {
            usage::restart_after_idle(self, log);
        }
        self.output.source_end = segments;
        sending::pump(self, out);
    }

    /// The source stops: it has no new data. Outstanding data is still delivered.
    pub fn stop(&mut self, log: &mut Decisions) {
        if self.output.source_end > self.data_max() {
            self.output.source_end = self.data_max();
            log.say(STOP, &[self.output.source_end as f64]);
        }
    }

    /// An ACK arrives. The steps are numbered as in tcp-core §11.
    #[inline]
    pub fn on_ack(&mut self, now: Time, arrival: &AckArrival, out: &mut Vec<Outgoing>, log: &mut Decisions) {
        if self.mechanisms.is_used() {
            self.on_modern_ack(now, arrival, out, log);
        } else {
            self.take_ack::<false>(now, arrival, out, log);
        }
    }

    #[inline(never)]
    fn on_modern_ack(
        &mut self,
        now: Time,
        arrival: &AckArrival,
        out: &mut Vec<Outgoing>,
        log: &mut Decisions,
    ) {
        self.take_ack::<true>(now, arrival, out, log);
    }

    /// An ACK arrives at a sender that uses modern mechanisms, or at one that uses none.
    #[inline(always)]
    fn take_ack<const MECHANISMS: bool>(
        &mut self,
        now: Time,
        arrival: &AckArrival,
        out: &mut Vec<Outgoing>,
        log: &mut Decisions,
    ) {
        self.set_now(now);
        // Under RACK an ACK that comes after a newer one may still report something new.
        if arrival.number < self.c.una && !(MECHANISMS && self.loss.kind == Recovery::Rack) {
            return;
        }
        if let Some(share_bps) = arrival.share_bps {
            let before = self.c.fair_share_bps.unwrap_or(share_bps);
            self.c.fair_share_bps = Some(0.875 * before + 0.125 * share_bps);
        }
        let flight_before = self.c.flight();
        let pipe_before = if self.needs.rate_samples { self.pipe() } else { 0 };
        if self.needs.rate_samples {
            sending::look_for_dry_source(self, pipe_before);
            self.c.next_departure_s = self.on_clock(self.output.next_release);
        }
        let acked = arrival.number.saturating_sub(self.c.una);

        // 1. scoreboard and snd_una
        let (update, sacked) = recovery::take::<MECHANISMS>(self, arrival, acked);
        let is_duplicate = acked == 0
            && self.c.max > self.c.una
            && (!self.loss.uses_sack::<MECHANISMS>() || update.newly_sacked > 0);
        self.loss.answers_duplicate = is_duplicate;
        // 2. RTT
        let (rtt_s, segment_rtt_s) = recovery::sample::<MECHANISMS>(self, arrival, acked);
        // 3. what was delivered, and how fast
        let delivered = delivery::count_delivered::<MECHANISMS>(self, acked, is_duplicate, &update);
        self.c.pipe = self.pipe_as::<MECHANISMS>();
        with_sack::count_lost(self, log);

        let mut ack = Ack {
            acked,
            is_duplicate,
            delivered,
            sacked,
            window: self.w,
            duplicates: self.loss.duplicates + u32::from(is_duplicate),
            rtt_s,
            segment_rtt_s,
            steps: self.c.growth.steps(acked, delivered),
            flight_before,
            rate: None,
            marked: 0,
            ece: false,
        };
        if self.measure.log.is_some() {
            ack.rate = delivery::deliver_to_log(self, arrival, acked, pipe_before);
        }
        let reads_marks = MECHANISMS && self.mechanisms.marks_mut().is_some();
        if reads_marks {
            (ack.marked, ack.ece) = self.mechanisms.read_marks(arrival.marks, delivered);
        }
        // 4. estimators
        if self.begins_with_ack {
            self.begin(&ack);
        }
        if !self.needs.ignores_acks {
            self.cc.on_ack(&self.c, &ack);
        }
        if !self.shadows.is_empty() {
            delivery::feed_shadows(&mut self.shadows, &self.c, self.w, &ack);
        }
        // 5. loss detection and recovery
        if MECHANISMS && let Some(number) = arrival.duplicate {
            dsack::note_duplicate(self, number, log);
        }
        if MECHANISMS && let Some((number, age)) = arrival.stale {
            log.say(STALE, &[number as f64, age.secs()]);
        }
        if MECHANISMS && acked > 0 {
            if matches!(self.c.state, State::Recovery | State::Loss) && self.mechanisms.may_undo() {
                undo::look_for_spurious(self, arrival, acked, log);
            }
            if reads_marks && self.mechanisms.reduces_for_marks() {
                marks::end_reduction(self, log);
            }
        }
        if MECHANISMS && self.c.state == State::Loss {
            undo::follow_frto(self, &ack, log);
        }
        let mut may_grow = recovery::on_ack::<MECHANISMS>(self, &ack, arrival, out, log);
        if reads_marks {
            may_grow &= marks::answer(self, &ack, log);
        }
        if MECHANISMS && self.mechanisms.prr_mut().is_some() {
            reduction::reduce(self, ack.delivered, acked > 0, log);
        }
        // 6. rounds
        if acked > 0 {
            if let Some(round) = self.measure.rounds.acked(arrival.number, acked, self.c.now_s) {
                self.c.round = self.measure.rounds.count();
                match self.c.state {
                    State::Recovery => {}
                    _ if MECHANISMS => usage::end_round(self, &round, log),
                    _ => self.cc.on_round(&self.c, &round, &mut self.w, log),
                }
                self.measure.rounds.restart(self.c.now_s, self.c.next, self.w.cwnd);
            }
        }
        // 7. growth
        may_grow &=
            if MECHANISMS { usage::uses_window(self, may_grow, log) } else { self.output.window_limited };
        if MECHANISMS && self.mechanisms.slow_start_mut().is_some() {
            let highest = arrival.blocks.iter().fold(self.c.una, |highest, block| highest.max(block.1));
            may_grow = slow_start::watch(self, &ack, highest, may_grow, log);
        }
        if self.needs.owns_cwnd || may_grow {
            self.cc.on_increase(&self.c, &ack, &mut self.w, log);
        }
        // 8. bounds
        if let Some(share_bps) = self.c.fair_share_bps {
            let most = share_bps * self.c.srtt_s / self.c.segment_bits + 1.0;
            self.w.cwnd = self.w.cwnd.min(most);
        }
        self.clamp();
        if MECHANISMS && self.mechanisms.pacer().is_some() {
            pacing::update(self, log);
        }
        if MECHANISMS && self.mechanisms.gso().is_some() {
            gso::tell(self, log);
        }
        // 9. timer
        if self.c.una == self.c.max && !self.has_no_window() {
            self.timer.deadline = Time::NEVER;
        }
        // 10. send
        sending::pump_as::<MECHANISMS>(self, out);
    }

    /// The first ACK: the algorithm starts here, because the SYN was a segment of the window. One that
    /// sets its own initial window, as Hybla does, may not have filled it yet.
    #[inline(never)]
    fn begin(&mut self, ack: &Ack) {
        self.begins_with_ack = false;
        self.cc.start(&self.c, &mut self.w);
        self.output.window_limited &= (ack.flight_before + 1) as f64 > self.w.cwnd;
    }

    /// The sender's timer expires.
    pub fn on_timeout(&mut self, now: Time, out: &mut Vec<Outgoing>, log: &mut Decisions) {
        timers::expire(self, now, out, log);
    }

    /// The pacer's time has come.
    pub fn on_wake(&mut self, now: Time, out: &mut Vec<Outgoing>) {
        self.set_now(now);
        sending::pump(self, out);
    }
}
