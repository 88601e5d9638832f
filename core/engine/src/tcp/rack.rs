//! Recovery by RACK (`recovery: rack`): how the sender reacts to what the board finds (RFC 8985 §5,
//! §6; Linux tcp_input.c, tcp_recovery.c).
//!
//! Duplicate ACKs do not trigger a recovery. An ACK that shows a loss starts a recovery, and a loss
//! beyond the recovery point starts the next one.

use super::decisions::{PROBE_LOST, RACK, RACK_TIMER, RECOVERED, RETRANSMISSION_LOST};
use super::options;
use super::rack_board::{Acked, Detection, News, RackBoard};
use super::scoreboard::Update;
use super::setup::TcpSetup;
use super::state::{AckArrival, Gate, Mechanisms, Outgoing, Purpose, Rack, Sender};
use crate::cc::{Ack, CongestionControl, LostSegment, Needs, Notice, State};
use crate::choices::{AckCounting, Recovery};
use crate::trace::Decisions;
use crate::units::{Span, Time};

impl Rack {
    /// For a flow with this recovery, before its first segment.
    pub(super) fn of(setup: &TcpSetup, needs: Needs) -> Option<Rack> {
        let options::Mechanisms { chosen, timer_slack, clock_hz, .. } = setup.mechanisms;
        (setup.recovery == Recovery::Rack).then(|| Rack {
            board: RackBoard::naming(needs.notices),
            news: News::default(),
            slack: timer_slack,
            tick: 1_000_000_000 / u64::from(clock_hz),
            sends_probes: chosen.tlp,
            probe: None,
            expiries: 0,
            must_resend: false,
            restarts_probe: false,
        })
    }
}

impl Sender {
    /// Step 1 of an ACK. An ACK that arrives after a newer one may still SACK something new.
    pub(super) fn advance_by_rack(&mut self, arrival: &AckArrival) -> Update {
        let recover = self.recover_point();
        let Some(rack) = self.mechanisms.rack_mut() else {
            return Update::default();
        };
        let AckArrival { number: una, blocks, echo, .. } = *arrival;
        let ack = Acked { una, blocks, echo, now: self.now, recover };
        rack.board.update(&ack, &mut rack.news);
        if arrival.number > self.c.una {
            self.c.una = arrival.number;
            self.c.next = self.c.next.max(self.c.una);
            rack.expiries = 0;
        }
        Update { newly_sacked: rack.news.sacked, delivered: rack.news.delivered }
    }

    /// Step 2: takes the RTT sample of an ACK (Linux, tcp_clean_rtx_queue). The first RTT is that
    /// of the oldest newly acknowledged segment, which includes the receiver's delay, or else that
    /// of the oldest newly SACKed one. The second RTT is that of the newest segment. If the ACK
    /// acknowledges a retransmitted segment and SACKs nothing new that was sent once, the timestamp
    /// gives the first RTT.
    #[inline]
    pub(super) fn sample_by_rack(&mut self, arrival: &AckArrival, acked: u64) -> (Option<f64>, Option<f64>) {
        let Some(rack) = self.mechanisms.rack_mut() else {
            return (None, None);
        };
        let acked_sent = rack.news.acked_sent.filter(|_| !rack.news.acks_resent);
        let first = acked_sent.or(rack.news.sacked_sent).map(|sent| sent.0);
        let newest = rack.news.sacked_sent.or(acked_sent).map(|sent| self.now.since(sent.1));
        let rtt = match first {
            Some(sent) => Some(self.now.since(sent)),
            None if acked > 0 => Some(self.now.since(arrival.echo)),
            None => None,
        };
        let Some(rtt) = rtt else {
            return (None, None);
        };
        rack.board.sample(newest.unwrap_or(rtt), self.now);
        if acked > 0 {
            self.timer.rto.settle();
        }
        self.take_rtt(rtt.secs());
        if let Some(newest) = newest {
            self.measure.rounds.sample(newest.secs());
        }
        (Some(rtt.secs()), newest.map(Span::secs))
    }

    /// Segments believed to be in the network.
    #[inline]
    pub(super) fn rack_pipe(&self) -> u64 {
        self.mechanisms.rack().map_or(0, |rack| rack.board.pipe())
    }

    /// Step 5: true if the window may grow with this ACK.
    #[inline]
    pub(super) fn on_rack_ack(&mut self, ack: &Ack, arrival: &AckArrival, log: &mut Decisions) -> bool {
        self.loss.duplicates =
            if ack.acked > 0 { 0 } else { self.loss.duplicates + u32::from(ack.is_duplicate) };
        self.look_at_probe(arrival, log);
        if matches!(self.c.state, State::Recovery | State::Loss) && self.c.una >= self.recover_point() {
            self.leave_by_rack(log);
        }
        let found = self.find_losses(log);
        let waits = found.as_ref().is_some_and(|found| found.wait.is_some());
        let is_pending = waits && self.timer.purpose == Purpose::Reordering;
        self.consider_recovery(found.as_ref(), log);
        if self.c.una == self.c.max {
            self.timer.deadline = Time::NEVER;
            self.timer.purpose = Purpose::Retransmission;
        } else if ack.acked > 0 && !is_pending {
            if self.may_probe() {
                self.restart_probe_after_burst();
            } else {
                self.rearm_timeout();
            }
        }
        self.c.pipe = self.rack_pipe();
        let is_progress = ack.acked > 0 || ack.sacked > 0 && self.grows_by_sacks();
        is_progress && self.c.state != State::Recovery
    }

    /// True if the window grows while segments arrive out of order, as in Linux.
    #[inline]
    fn grows_by_sacks(&self) -> bool {
        self.c.growth == AckCounting::LinuxCount
            && self.mechanisms.rack().is_some_and(|rack| rack.board.grows_by_sacks())
    }

    /// Enters a recovery if something is lost.
    #[inline]
    fn consider_recovery(&mut self, found: Option<&Detection>, log: &mut Decisions) {
        let Some(rack) = self.mechanisms.rack() else {
            return;
        };
        match self.c.state {
            State::Recovery => {}
            // After a timeout only a lost retransmission is a new loss.
            State::Loss if found.is_none_or(|found| found.retransmission.is_none()) => {}
            _ if rack.board.lost() > 0 => self.enter_by_rack(found, log),
            _ if rack.board.sacked() > 0 => self.c.state = State::Disorder,
            _ => self.c.state = State::Open,
        }
    }

    /// Marks the segments that the latest ACK shows to be lost, and sets the timer for those that
    /// may be lost. `None` if the ACK shows nothing.
    #[inline]
    fn find_losses(&mut self, log: &mut Decisions) -> Option<Detection> {
        let board = &mut self.mechanisms.rack_mut()?.board;
        if board.take_advance() && board.is_overtaken() { self.look_for_losses(log) } else { None }
    }

    #[inline(never)]
    fn look_for_losses(&mut self, log: &mut Decisions) -> Option<Detection> {
        let rack = self.mechanisms.rack_mut()?;
        let window = rack.board.reordering_window(self.c.state, Span::from_secs(self.c.srtt_s));
        let found = rack.board.detect(self.now, window);
        if let Some(wait) = found.wait {
            self.timer.deadline = rack.reordering_timer(self.now, wait);
            self.timer.purpose = Purpose::Reordering;
        }
        self.count_found(found.lost, log);
        if let Some(lost) = found.retransmission {
            let (sent_s, age_s) = (lost.sent.secs(), self.now.since(lost.sent).secs());
            log.say(RETRANSMISSION_LOST, &[lost.number as f64, sent_s, age_s]);
        }
        Some(found)
    }

    /// Counts `lost` more segments as lost, and tells the algorithm which ones.
    fn count_found(&mut self, lost: u64, log: &mut Decisions) {
        let before = self.c.lost;
        self.c.lost += lost;
        if let Some(rack) = self.mechanisms.rack_mut().filter(|_| self.needs.notices) {
            let named = rack.board.take_named();
            self.tell_lost(named, before, log);
        }
    }

    #[inline(never)]
    fn enter_by_rack(&mut self, found: Option<&Detection>, log: &mut Decisions) {
        let Some(rack) = self.mechanisms.rack() else {
            return;
        };
        let first = found.and_then(|found| found.first);
        let number = first.map(|lost| lost.number).or(rack.board.next_lost()).unwrap_or(self.c.una);
        let sent = first.map(|lost| lost.sent).or(rack.board.sent_at(number)).unwrap_or(self.now);
        let window = rack.board.reordering_window(self.c.state, Span::from_secs(self.c.srtt_s));
        let values = [
            number as f64,
            self.now.since(sent).secs(),
            rack.board.rtt().secs(),
            window.secs(),
            rack.board.sacked() as f64,
        ];
        log.say(RACK, &values);
        self.counters.fast_retransmits += 1;
        self.loss.gate = Gate::after_loss(self.c.max);
        self.cut_for_loss(log);
        self.c.state = State::Recovery;
        if let Some(Mechanisms { rack: Some(rack), prr, .. }) = self.mechanisms.get_mut() {
            rack.must_resend = prr.is_none();
        }
    }

    /// The algorithm reacts to a loss. The window is then reduced as `reduction` says.
    pub(super) fn cut_for_loss(&mut self, log: &mut Decisions) {
        let before = self.w.cwnd;
        if let Some(rack) = self.mechanisms.rack_mut() {
            rack.probe = None;
        }
        self.measure.timed = None;
        if self.reduces_for_marks() {
            // A reduction is already under way (Linux, tcp_enter_recovery).
            return;
        }
        self.remember_windows();
        self.cc.on_loss(&self.c, &mut self.w, log);
        if let Some(share) = self.share_segments(log) {
            (self.w.cwnd, self.w.ssthresh) = (share, share);
        }
        self.round_windows();
        self.clamp();
        self.begin_reduction(before, log);
    }

    fn leave_by_rack(&mut self, log: &mut Decisions) {
        self.end_reduction();
        self.end_undo();
        self.loss.duplicates = 0;
        let is_sacked = self.mechanisms.rack().is_some_and(|rack| rack.board.sacked() > 0);
        self.c.state = if is_sacked { State::Disorder } else { State::Open };
        self.cc.on_recovery_exit(&self.c, &mut self.w, log);
        self.clamp();
        self.restart_round();
        log.say(RECOVERED, &[self.c.una as f64, self.recover_point() as f64, self.w.cwnd]);
    }

    /// The next segment: the smallest lost one, or a new one.
    #[inline]
    pub(super) fn next_by_rack(&mut self) -> Option<u64> {
        let rack = self.mechanisms.rack_mut()?;
        let must_resend = std::mem::take(&mut rack.must_resend);
        if (rack.board.pipe() as i64 + 1) as f64 > self.w.cwnd && !must_resend {
            return self.window_full();
        }
        if self.c.state == State::Loss
            && let Some(answer) = self.next_by_frto()
        {
            return answer;
        }
        let rack = self.mechanisms.rack()?;
        match rack.board.next_lost() {
            Some(number) => {
                self.output.window_limited = true;
                Some(number)
            }
            None => self.within_source_and_receiver(self.c.next),
        }
    }

    /// The probe's timer is set once per ACK, after the burst: segments sent in the burst would set
    /// it again.
    fn restart_probe_after_burst(&mut self) {
        self.timer.purpose = Purpose::Probe;
        if let Some(rack) = self.mechanisms.rack_mut() {
            rack.restarts_probe = true;
        }
    }

    /// Segments were sent: sets the timer as Linux does (tcp_event_new_data_sent, tcp_write_xmit,
    /// tcp_xmit_retransmit_queue).
    #[inline]
    pub(super) fn after_rack_burst(&mut self, out: &[Outgoing]) {
        let restarts_probe =
            self.mechanisms.rack_mut().is_some_and(|rack| std::mem::take(&mut rack.restarts_probe));
        // Lost segments are sent in the order of their numbers, before new data.
        let resends_oldest =
            out.first().is_some_and(|sent| sent.is_retransmission && sent.number == self.c.una);
        let sends_new = out.last().is_some_and(|sent| !sent.is_retransmission);
        if resends_oldest && self.timer.purpose != Purpose::Reordering {
            self.restart_timer();
            self.timer.purpose = Purpose::Retransmission;
        }
        if sends_new && self.may_probe() {
            self.set_probe_timer(self.timeout_of_oldest().since(self.now));
        } else if sends_new && self.timer.purpose == Purpose::Probe {
            self.rearm_timeout();
        } else if restarts_probe && !resends_oldest {
            self.set_probe_timer(self.timer.rto.timeout());
        }
    }

    /// Sets the retransmission timer. If it replaces another timer, the timeout counts from when
    /// the oldest segment was sent.
    pub(super) fn rearm_timeout(&mut self) {
        self.restart_timer();
        if self.timer.purpose != Purpose::Retransmission {
            self.timer.deadline = self.timeout_of_oldest().max(self.now + Span::from_nanos(1000));
        }
        self.timer.purpose = Purpose::Retransmission;
    }

    /// When a retransmission timer expires that was started when the oldest segment was sent.
    pub(super) fn timeout_of_oldest(&self) -> Time {
        let oldest = self.mechanisms.rack().and_then(|rack| rack.board.oldest_sent());
        oldest.unwrap_or(self.now) + self.timer.rto.timeout()
    }

    /// The reordering timer expires.
    pub(super) fn on_reordering_timer(&mut self, out: &mut Vec<Outgoing>, log: &mut Decisions) {
        let Some(rack) = self.mechanisms.rack_mut() else {
            return;
        };
        let window = rack.board.reordering_window(self.c.state, Span::from_secs(self.c.srtt_s));
        let found = rack.board.detect(self.now, window);
        self.count_found(found.lost, log);
        if let Some(lost) = found.first {
            log.say(RACK_TIMER, &[lost.number as f64, self.now.since(lost.sent).secs(), window.secs()]);
            if self.c.state != State::Recovery {
                self.enter_by_rack(Some(&found), log);
                self.c.pipe = self.pipe();
                self.reduce(1, false, log);
            }
        }
        match found.wait {
            Some(wait) => {
                let expires = self.mechanisms.rack().map(|rack| rack.reordering_timer(self.now, wait));
                self.timer.deadline = expires.unwrap_or(Time::NEVER);
            }
            None => {
                self.timer.purpose = Purpose::Reordering;
                self.rearm_timeout();
            }
        }
        self.pump(out);
    }

    /// The retransmission timer expires: segments sent long enough ago are lost, the rest stays in
    /// the network (RFC 8985 §6.3; Linux, tcp_enter_loss).
    pub(super) fn on_rack_timeout(&mut self, out: &mut Vec<Outgoing>, log: &mut Decisions) {
        self.say_timeout(log);
        self.counters.timeouts += 1;
        self.measure.timed = None;
        let recover = self.recover_point();
        let Some(rack) = self.mechanisms.rack_mut() else {
            return;
        };
        if matches!(self.c.state, State::Open | State::Disorder) {
            rack.board.note_timeout();
        }
        let lost = rack.board.give_up(self.now);
        let is_new = match self.c.state {
            State::Open | State::Disorder => true,
            State::Recovery => self.c.una >= recover,
            State::Loss => self.c.una >= recover || rack.expiries == 0,
        };
        // RFC 5682 §3.1 step 1: not if a recovery was under way.
        let may_be_early = self.c.state != State::Recovery || rack.expiries > 0;
        rack.expiries += 1;
        rack.probe = None;
        self.mechanisms.take_prr();
        self.end_frto();
        let max = self.c.max;
        if let Some(marks) = self.mechanisms.marks_mut() {
            marks.close(max);
        }
        if is_new {
            self.remember_windows();
        }
        self.c.pipe = self.pipe();
        self.count_found(lost, log);
        self.cc.on_timeout(&self.c, !is_new, &mut self.w, log);
        if let Some(share) = self.share_segments(log) {
            self.w.ssthresh = share;
        }
        if !self.needs.owns_cwnd {
            self.w.cwnd = self.c.pipe as f64 + 1.0;
        }
        self.round_windows();
        self.clamp();
        self.loss.gate = Gate::after_loss(self.c.max);
        self.c.state = State::Loss;
        self.loss.duplicates = 0;
        self.restart_slow_start();
        self.timer.rto.expire();
        // Pacing never holds back the segment that timed out.
        self.output.next_release = self.now;
        self.pump(out);
        self.begin_frto(may_be_early);
        if self.timer.deadline == Time::NEVER {
            self.restart_timer();
        }
        self.restart_round();
    }

    /// A probe that was a retransmission has repaired a loss: the window is cut once, without a
    /// recovery.
    #[inline(never)]
    pub(super) fn pay_for_probe(&mut self, segment: u64, original: Option<LostSegment>, log: &mut Decisions) {
        log.say(PROBE_LOST, &[segment as f64]);
        if let Some(lost) = original {
            self.c.lost += 1;
            self.cc.on_notice(&self.c, Notice::Lost(lost), &mut self.w, log);
        }
        self.cut_for_loss(log);
        self.end_reduction();
    }
}
