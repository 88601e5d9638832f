//! What can be read of a sender, and the small changes of its own fields that all steps share.

use super::{MAX_WINDOW, Purpose, Sender, SenderCounters};
use crate::cc::{CongestionControl, Connection, Controller, State, Window};
use crate::choices::Recovery;
use crate::estimator::Estimate;
use crate::math::{larger, smaller};
use crate::tcp::options::SynLoss;
use crate::units::{Span, Time};

impl Sender {
    /// The same sender; the clock of its algorithm counts from `zero`.
    pub fn counting_from(mut self, zero: Time) -> Sender {
        self.clock_zero = zero;
        self.c.clock_zero_s = zero.secs();
        self
    }

    /// The same sender; the receiver first offers a window of this many segments.
    pub fn offered(mut self, window: u64) -> Sender {
        self.offer(window);
        self
    }

    /// From the next ACK on the receiver offers a window of this many segments.
    #[inline]
    pub fn offer(&mut self, window: u64) {
        self.c.receive_window = window;
    }

    #[inline]
    pub fn window(&self) -> Window {
        self.w
    }

    /// What the algorithm sees.
    #[inline]
    pub fn connection(&self) -> &Connection {
        &self.c
    }

    pub fn counters(&self) -> &SenderCounters {
        &self.counters
    }

    /// When the retransmission timer expires.
    #[inline]
    pub fn deadline(&self) -> Time {
        self.timer.deadline
    }

    /// When the pacer wants to send.
    #[inline]
    pub fn wake_at(&self) -> Time {
        self.output.wake_at
    }

    /// The timeout of what is outstanding now, or of a SYN.
    #[inline]
    pub fn timeout(&self) -> Span {
        let timeout = self.timer.rto.timeout();
        self.wait_for_one().map_or(timeout, |wait| wait.max(timeout))
    }

    /// How long the timer waits at least, if one segment is outstanding.
    #[inline]
    fn wait_for_one(&self) -> Option<Span> {
        if self.c.max == self.c.una + 1 { self.timer.rto.wait_for_delayed_ack() } else { None }
    }

    /// When the timer of a SYN expires that leaves at `now`.
    pub fn syn_expiry(&mut self, now: Time) -> Time {
        self.now = now;
        self.expiry(self.timeout())
    }

    /// A SYN timed out.
    pub fn handshake_expired(&mut self) {
        let effect = self.loss.variants.syn_loss;
        let rto = &mut self.timer.rto;
        if effect != SynLoss::Ignored && (rto.back_off() > 1 || !rto.is_of_linux()) {
            self.w.cwnd = 1.0;
        }
        if effect == SynLoss::AsTimeout {
            self.w.ssthresh = 2.0;
        }
        rto.expire();
    }

    /// The timestamp of the SYN-ACK is that of the first SYN: it was late and not lost
    /// (tcp_try_undo_spurious_syn).
    pub fn first_syn_arrived(&mut self) {
        if self.timer.rto.is_of_linux() && self.measure.timestamps {
            self.w.cwnd = self.c.initial_window;
        }
    }

    /// True if all data that the source will ever have is acknowledged.
    pub fn is_complete(&self) -> bool {
        self.data_una() >= self.output.source_end
    }

    /// The first segment of data that is not acknowledged. A QUIC sender counts packets apart from it.
    #[inline]
    pub(in crate::tcp) fn data_una(&self) -> u64 {
        self.mechanisms.quic().map_or(self.c.una, |quic| quic.data_una)
    }

    /// The next segment of data to send, but for those that are sent again.
    #[inline]
    pub(in crate::tcp) fn data_next(&self) -> u64 {
        self.mechanisms.quic().map_or(self.c.next, |quic| quic.data_next)
    }

    /// One past the last segment of data that was sent.
    pub(in crate::tcp) fn data_max(&self) -> u64 {
        self.mechanisms.quic().map_or(self.c.max, |quic| quic.data_next)
    }

    /// The estimate the algorithm acts on, in segments per second.
    pub fn estimate(&self) -> Option<(&'static str, f64)> {
        self.cc.estimate(self.c.now_s)
    }

    /// The algorithm, for the series of what it keeps.
    pub fn algorithm(&self) -> &Controller {
        &self.cc
    }

    /// The algorithm, for a caller who steers it between two slices of a run.
    pub fn algorithm_mut(&mut self) -> &mut Controller {
        &mut self.cc
    }

    /// The state with number `place` that its algorithm shows in curves.
    pub fn shown(&self, place: usize) -> Option<f64> {
        self.cc.shown(&self.c, place)
    }

    /// Memory of the sender's lists of segments, in bytes.
    pub fn bytes(&self) -> usize {
        self.loss.board.bytes()
            + self.mechanisms.bytes()
            + self.measure.log.as_ref().map_or(0, |log| log.bytes())
    }

    /// The shadow estimates, in segments per second.
    pub fn shadows(&self) -> impl Iterator<Item = f64> + '_ {
        self.shadows.iter().map(|shadow| shadow.estimate(self.c.now_s))
    }

    /// The source has `segments` segments in total. For use before the connection opens.
    pub fn give(&mut self, segments: u64) {
        self.output.source_end = segments;
    }

    /// Segments of the source so far, sent or not.
    pub fn given(&self) -> u64 {
        self.output.source_end
    }

    /// Withdraws the data of the source that was not sent yet.
    pub fn withdraw(&mut self) {
        self.output.source_end = self.output.source_end.min(self.data_max());
    }

    /// Restarts the round after a recovery. The ACKs of a recovery do not describe the path in
    /// normal operation.
    pub fn restart_round(&mut self) {
        self.measure.rounds.restart(self.c.now_s, self.c.next, self.w.cwnd);
    }

    /// `at` on the clock that the algorithm sees.
    #[inline]
    pub(in crate::tcp) fn on_clock(&self, at: Time) -> f64 {
        at.since(self.clock_zero).secs()
    }

    #[inline]
    pub(in crate::tcp) fn set_now(&mut self, now: Time) {
        self.now = now;
        self.c.now_s = self.on_clock(now);
    }

    /// Holds the windows within their bounds.
    #[inline]
    pub fn clamp(&mut self) {
        let least = smaller(self.c.least_half, 1.0);
        self.w.cwnd = smaller(MAX_WINDOW, larger(least, self.w.cwnd));
        self.w.ssthresh = larger(self.w.ssthresh, 2.0);
    }

    /// Segments that the latest ACK newly reported as marked, and as delivered, if it reported any.
    #[cold]
    pub fn reported_marks(&mut self) -> Option<(u64, u64)> {
        let marks = self.mechanisms.marks_mut()?;
        Some(std::mem::take(&mut marks.latest)).filter(|latest| latest.0 > 0)
    }

    /// One past the highest segment sent when the last loss was found.
    pub fn recover_point(&self) -> u64 {
        self.loss.gate.recover.unwrap_or(0)
    }

    /// Segments believed to be in the network.
    #[inline]
    pub fn pipe(&self) -> u64 {
        self.pipe_as::<true>()
    }

    /// The same for a sender that uses modern mechanisms, or for one that uses none.
    #[inline(always)]
    pub(in crate::tcp) fn pipe_as<const MECHANISMS: bool>(&self) -> u64 {
        if MECHANISMS {
            match self.loss.kind {
                // Asked most often, and never with a recovery of another crate.
                Recovery::Rack => return self.mechanisms.rack_pipe(),
                Recovery::Quic => return self.mechanisms.quic().map_or(0, |quic| quic.in_flight),
                _ => {}
            }
            if let Some(pipe) = self.mechanisms.own().and_then(|own| own.pipe(self.c.next)) {
                return pipe;
            }
        }
        match self.loss.kind {
            // After a timeout every segment that was not retransmitted since counts as lost.
            Recovery::Sack if self.c.state == State::Loss => self.outstanding(),
            Recovery::Sack => self.loss.board.pipe(self.c.max),
            _ => self.c.flight(),
        }
    }

    /// Segments of `[una, next)` that SACK does not report.
    #[inline]
    pub(in crate::tcp) fn outstanding(&self) -> u64 {
        self.c.flight() - self.loss.board.sacked_in(self.c.una, self.c.next)
    }

    /// `number`, if the source has that segment and it is within the receive window.
    #[inline]
    pub fn within_source_and_receiver(&mut self, number: u64) -> Option<u64> {
        let allowed = number < self.output.source_end && number < self.c.una + self.c.receive_window;
        self.output.window_limited = allowed;
        self.c.app_limited = number >= self.output.source_end;
        allowed.then_some(number)
    }

    /// Nothing is sent, because the window is full.
    #[inline]
    pub fn window_full(&mut self) -> Option<u64> {
        self.output.window_limited = true;
        self.c.app_limited = false;
        None
    }

    /// True if the window is below one segment, and the sender waits for the timer.
    #[inline]
    pub(in crate::tcp) fn has_no_window(&self) -> bool {
        self.needs.answers_duplicates && self.w.cwnd < 1.0 && self.c.una < self.output.source_end
    }

    /// Segments per second, if the algorithm paces.
    #[inline]
    pub(in crate::tcp) fn pacing_rate(&self) -> Option<f64> {
        if self.needs.paces { self.cc.pacing_rate() } else { None }
    }

    /// Starts the retransmission timer anew.
    #[inline]
    pub fn restart_timer(&mut self) {
        self.timer.started = self.now;
        self.timer.deadline = self.expiry(self.timer.rto.timeout());
    }

    /// The retransmission timer counts from `start` on. It expires a microsecond from now at the earliest.
    #[inline]
    pub(in crate::tcp) fn start_timer_at(&mut self, start: Time) {
        self.timer.started = start;
        let left = (start + self.timer.rto.timeout()).since(self.now);
        self.timer.deadline = self.expiry(left.max(Span::from_nanos(1000)));
    }

    /// When a timer expires that is set now for `wait`.
    #[inline]
    pub fn expiry(&self, wait: Span) -> Time {
        self.timer.expiry(self.now, wait)
    }

    /// A timer that was started at this instant waits longer if one segment is outstanding, whose ACK
    /// may be delayed (tcp-core §5). For use once everything that leaves now is sent.
    #[inline]
    pub(in crate::tcp) fn wait_for_ack_of_one(&mut self) {
        let is_new = self.timer.started == self.now && self.timer.purpose == Purpose::Retransmission;
        if is_new && let Some(wait) = self.wait_for_one() {
            self.timer.deadline = self.timer.deadline.max(self.now + wait);
        }
    }

    /// Time since segment `number` was sent, if it was sent exactly once and the log knows when.
    #[inline]
    pub fn segment_rtt(&self, number: u64) -> Option<f64> {
        let sent_s = self.measure.log.as_ref()?.sent_once_at(number)?;
        let is_none = sent_s == 0.0 && self.loss.variants.shows_ticks;
        (!is_none).then_some(self.c.now_s - sent_s)
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
}
