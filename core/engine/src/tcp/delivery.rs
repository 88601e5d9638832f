//! What the sender learns from an ACK: what was delivered, what was lost, and how long it took.

use super::rounds::Rounds;
use super::scoreboard::Update;
use super::setup::TcpSetup;
use super::state::{AckArrival, Measuring, Sender};
use crate::cc::{Ack, CongestionControl, Needs, Notice, RateSample, State, ack_view};
use crate::choices::Recovery;
use crate::estimator::Estimate;
use crate::math::{larger, smaller};
use crate::trace::Decisions;

impl Measuring {
    /// Nothing is sent yet.
    pub(super) fn new(setup: &TcpSetup, needs: Needs) -> Measuring {
        let wants_log = needs.segment_log || needs.rate_samples || !setup.timestamps;
        Measuring {
            timestamps: setup.timestamps,
            timed: None,
            log: wants_log.then(Box::default),
            log_is_own: wants_log,
            rounds: Rounds::default(),
            reported_by_duplicates: 0,
        }
    }
}

impl Sender {
    /// True if the sender reads the SACK blocks of ACKs. Without modern mechanisms there is no
    /// RACK.
    #[inline]
    pub(super) fn uses_sack<const MECHANISMS: bool>(&self) -> bool {
        if MECHANISMS { self.loss.kind.uses_sack() } else { self.loss.kind == Recovery::Sack }
    }

    #[inline]
    pub(super) fn advance_una<const MECHANISMS: bool>(&mut self, arrival: &AckArrival, acked: u64) -> Update {
        if MECHANISMS && self.loss.kind == Recovery::Rack {
            return self.advance_by_rack(arrival);
        }
        let update = if self.loss.kind == Recovery::Sack {
            self.loss.board.update(arrival.number, arrival.blocks)
        } else {
            Update { newly_sacked: 0, delivered: acked }
        };
        self.c.una = arrival.number;
        self.c.next = self.c.next.max(self.c.una);
        update
    }

    /// Takes the RTT sample of an ACK. `segment_s` is the RTT of the newest segment that it
    /// acknowledges, if that is known.
    #[inline(always)]
    pub(super) fn sample_rtt(&mut self, arrival: &AckArrival, segment_s: Option<f64>) -> Option<f64> {
        let timed = self.measure.timed.filter(|timed| arrival.number > timed.0);
        if timed.is_some() {
            self.measure.timed = None;
        }
        let rtt_s = if self.measure.timestamps {
            Some(self.now.since(arrival.echo).secs())
        } else {
            timed.map(|(_, sent)| self.now.since(sent).secs())
        };
        if self.measure.timestamps && !self.timer.rto.settles_by_timed_segment() || timed.is_some() {
            self.timer.rto.settle();
        }
        if let Some(rtt_s) = rtt_s {
            self.take_rtt(rtt_s);
        }
        // A round leaves out samples of retransmitted segments, if the log shows them. An algorithm
        // that keeps a segment log gets the RTT of the newest acknowledged segment instead: the
        // wait of a delayed ACK then does not look like queueing delay.
        let sample_s = match (self.needs.segment_log, self.measure.log_is_own) {
            (true, _) => segment_s,
            (false, true) => rtt_s.filter(|_| segment_s.is_some()),
            (false, false) => rtt_s,
        };
        if let Some(sample_s) = sample_s {
            self.measure.rounds.sample(sample_s);
        }
        rtt_s
    }

    /// What an ACK tells about the RTT, and the RTT of the newest segment that it acknowledges.
    #[inline(always)]
    pub(super) fn sample_rtts(&mut self, arrival: &AckArrival, acked: u64) -> (Option<f64>, Option<f64>) {
        if acked == 0 {
            return (None, None);
        }
        let segment_s = self.segment_rtt(arrival.number - 1);
        let rtt_s = if self.is_unsampled_partial() {
            self.end_timing(arrival);
            None
        } else {
            self.sample_rtt(arrival, segment_s)
        };
        (rtt_s, segment_s)
    }

    /// True for a partial ACK of New Reno that takes no RTT sample (`keeps_deflation`).
    fn is_unsampled_partial(&self) -> bool {
        // The rarest condition comes first, because every ACK runs this check.
        self.c.state == State::Recovery
            && self.loss.variants.keeps_deflation
            && self.loss.kind == Recovery::NewReno
            && self.c.una < self.recover_point()
    }

    /// The ACK ends the timing of a segment without a sample, and with it the back-off.
    #[inline(never)]
    pub fn end_timing(&mut self, arrival: &AckArrival) {
        if self.measure.timed.take_if(|timed| arrival.number > timed.0).is_some() {
            self.timer.rto.settle();
        }
    }

    /// Time since segment `number` was sent, if it was sent exactly once and the log knows when.
    #[inline]
    pub fn segment_rtt(&self, number: u64) -> Option<f64> {
        let sent_s = self.measure.log.as_ref()?.sent_once_at(number)?;
        let is_none = sent_s == 0.0 && self.loss.variants.shows_ticks;
        (!is_none).then_some(self.c.now_s - sent_s)
    }

    #[inline]
    pub(super) fn take_rtt(&mut self, rtt_s: f64) {
        self.timer.rto.sample_at(rtt_s, self.c.una, self.c.next);
        self.counters.rtt_samples += 1;
        self.counters.rtt_sum_s += rtt_s;
        self.c.srtt_s = self.srtt_s();
        self.c.rttvar_s = self.timer.rto.rttvar_s();
        self.c.last_rtt_s = Some(rtt_s);
        self.c.min_rtt_s = smaller(self.c.min_rtt_s, rtt_s);
        self.c.max_rtt_s = larger(self.c.max_rtt_s, rtt_s);
    }

    /// The smoothed RTT that the algorithm sees.
    #[inline]
    pub fn srtt_s(&self) -> f64 {
        if self.loss.variants.shows_ticks {
            self.timer.rto.srtt_of_ticks_s()
        } else {
            self.timer.rto.srtt_s()
        }
    }

    /// Segments newly known to be delivered. Without SACK a duplicate ACK counts as one segment,
    /// and the next cumulative ACK does not count that segment again.
    #[inline]
    pub(super) fn count_delivered<const MECHANISMS: bool>(
        &mut self,
        acked: u64,
        is_duplicate: bool,
        update: &Update,
    ) -> u64 {
        let delivered = if self.uses_sack::<MECHANISMS>() {
            update.delivered
        } else if is_duplicate {
            self.measure.reported_by_duplicates += 1;
            1
        } else {
            let reported = self.measure.reported_by_duplicates.min(acked.saturating_sub(1));
            self.measure.reported_by_duplicates -= reported;
            acked - reported
        };
        self.c.delivered += delivered;
        delivered
    }

    /// Segments newly declared lost: with SACK those that have three SACKed segments above them.
    #[inline]
    pub(super) fn count_lost(&mut self, log: &mut Decisions) {
        if let Some(limit) = self.loss.board.lost_below() {
            self.declare_lost(limit, log);
        }
    }

    /// Declares every segment below `limit` lost unless it is SACKed.
    pub(super) fn declare_lost(&mut self, limit: u64, log: &mut Decisions) {
        let from = self.loss.lost_below.max(self.c.una);
        if limit > from {
            let before = self.c.lost;
            self.c.lost += (limit - from) - self.loss.board.sacked_in(from, limit);
            self.loss.lost_below = limit;
            if self.needs.notices {
                let board = &self.loss.board;
                let lost = (from..limit).filter(|number| board.sacked_in(*number, number + 1) == 0).collect();
                self.tell_lost(lost, before, log);
            }
        }
    }

    /// Tells the algorithm which segments were found lost. `before` segments were lost earlier.
    #[inline(never)]
    pub(super) fn tell_lost(&mut self, lost: Vec<u64>, before: u64, log: &mut Decisions) {
        for (number, count) in lost.into_iter().zip(before + 1..) {
            let segment = self.measure.log.as_ref().and_then(|sent| sent.lost(number, count));
            if let Some(segment) = segment {
                self.cc.on_notice(&self.c, Notice::Lost(segment), &mut self.w, log);
            }
        }
    }

    #[inline(never)]
    pub(super) fn deliver_to_log(
        &mut self,
        arrival: &AckArrival,
        acked: u64,
        pipe_before: u64,
    ) -> Option<RateSample> {
        let log = self.measure.log.as_mut()?;
        for &(start, end) in arrival.blocks {
            log.sacked(start, end, self.c.now_s);
        }
        if acked > 0 {
            log.acked(arrival.number, self.c.now_s);
        }
        self.c.oldest = log.oldest();
        if self.needs.rate_samples {
            log.rate_sample(self.c.now_s, self.c.min_rtt_s, self.c.lost, pipe_before)
        } else {
            None
        }
    }

    #[inline(never)]
    pub(super) fn feed_shadows(&mut self, ack: &Ack) {
        let view = ack_view(&self.c, ack, self.w.cwnd);
        for shadow in &mut self.shadows {
            shadow.on_ack(&view);
        }
    }
}
