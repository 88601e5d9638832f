//! Chooses the next segment and puts it on the wire.

use super::setup::TcpSetup;
use super::state::{Outgoing, Output, Sender, UNPACED, shortened};
use crate::cc::{CongestionControl, State};
use crate::choices::Recovery;
use crate::units::{Span, Time};

/// The most segments that one event sends.
pub const LONGEST_BURST: usize = 1 << 20;

impl Output {
    /// Nothing is sent yet.
    pub(super) fn new(setup: &TcpSetup) -> Output {
        Output {
            source_end: setup.segments.unwrap_or(u64::MAX),
            limited_transmit: setup.limited_transmit,
            window_limited: true,
            next_release: Time::ZERO,
            wake_at: Time::NEVER,
        }
    }
}

impl Sender {
    /// Segments believed to be in the network.
    #[inline]
    pub(super) fn pipe(&self) -> u64 {
        if let Some(pipe) = self.mechanisms.own().and_then(|own| own.pipe(self.c.next)) {
            return pipe;
        }
        match self.loss.kind {
            // After a timeout every segment that was not retransmitted since counts as lost.
            Recovery::Sack if self.c.state == State::Loss => self.outstanding(),
            Recovery::Sack => self.loss.board.pipe(self.c.max),
            Recovery::Rack => self.rack_pipe(),
            _ => self.c.flight(),
        }
    }

    /// Segments of `[una, next)` that SACK does not report.
    #[inline]
    pub(super) fn outstanding(&self) -> u64 {
        self.c.flight() - self.loss.board.sacked_in(self.c.una, self.c.next)
    }

    /// Sends all segments that window, source and pacer allow.
    pub(super) fn pump(&mut self, out: &mut Vec<Outgoing>) {
        if self.mechanisms.is_used() {
            self.pump_as::<true>(out);
        } else {
            self.pump_as::<false>(out);
        }
    }

    /// The same for a sender that uses modern mechanisms, or for one that uses none.
    #[inline(never)]
    pub(super) fn pump_as<const MECHANISMS: bool>(&mut self, out: &mut Vec<Outgoing>) {
        self.output.wake_at = Time::NEVER;
        let mut paces = self.pacing_rate().is_some();
        if MECHANISMS {
            if let Some(pacer) = self.mechanisms.pacer_mut() {
                pacer.end_burst();
                paces = true;
            }
            if let Some(gso) = self.mechanisms.gso_mut() {
                gso.end_burst();
            }
        }
        let mut is_held = false;
        let has_own = MECHANISMS && self.by_own(|own, s| own.before_burst(s, out)).is_some();
        loop {
            // The pacer is asked first, because `next_to_send` counts a segment chosen in recovery
            // as sent.
            if paces && self.output.next_release > self.now && !(MECHANISMS && self.is_in_burst()) {
                self.output.wake_at = self.output.next_release;
                break;
            }
            if MECHANISMS && self.waits_for_burst() {
                // It is the window that lets no full burst go (tcp_tso_should_defer(),
                // `is_cwnd_limited`).
                self.window_full();
                is_held = true;
                break;
            }
            if out.len() == LONGEST_BURST {
                // Another event at the same instant sends the rest. This bounds the memory of one
                // event.
                self.output.wake_at = self.now;
                break;
            }
            let Some(number) = self.next_to_send::<MECHANISMS>() else {
                break;
            };
            self.put_on_the_wire::<MECHANISMS>(number, out);
            if has_own {
                self.by_own(|own, s| own.after_segment(s));
            }
        }
        if MECHANISMS {
            if let Some(prr) = self.mechanisms.prr_mut() {
                prr.sent(out.len() as u64);
            }
            if self.loss.kind == Recovery::Rack {
                self.after_rack_burst(out);
            }
            if self.mechanisms.usage_mut().is_some() {
                self.note_usage(!out.is_empty(), is_held);
            }
        }
    }

    /// The pacer's time has come.
    pub fn on_wake(&mut self, now: Time, out: &mut Vec<Outgoing>) {
        self.set_now(now);
        self.pump(out);
    }

    /// The next segment that the window allows, if any.
    #[inline]
    fn next_to_send<const MECHANISMS: bool>(&mut self) -> Option<u64> {
        if MECHANISMS {
            if self.loss.kind == Recovery::Rack {
                return self.next_by_rack();
            }
            if let Some(next) = self.by_own(|own, s| own.next(s)) {
                return next;
            }
        }
        let number = match (self.loss.kind, self.c.state) {
            (Recovery::Sack, State::Recovery) if MECHANISMS => {
                return self.next_in_sack_recovery_out_of_line();
            }
            (Recovery::Sack, State::Recovery) => return self.next_in_sack_recovery(),
            (Recovery::Sack, State::Loss) => {
                if MECHANISMS && let Some(answer) = self.next_by_frto() {
                    return answer;
                }
                if self.outstanding() as f64 + 1.0 > self.w.cwnd.max(1.0) {
                    return self.window_full();
                }
                let gap = self.loss.board.next_gap(self.c.next);
                // New data that F-RTO sent after the timeout is not lost with the data sent before
                // it.
                if MECHANISMS && gap >= self.recover_point() { gap.max(self.c.max) } else { gap }
            }
            (Recovery::Sack, _) if self.output.limited_transmit || self.loss.board.sacked() == 0 => {
                if (self.loss.board.pipe(self.c.max) as i64 + 1) as f64 > self.w.cwnd {
                    return self.window_full();
                }
                self.c.next
            }
            _ => return self.next_by_window(),
        };
        self.within_source_and_receiver(number)
    }

    /// The next segment that the window allows, for a recovery that does not choose it.
    #[inline(always)]
    pub fn next_by_window(&mut self) -> Option<u64> {
        if self.window_is_full() { self.window_full() } else { self.within_source_and_receiver(self.c.next) }
    }

    /// Looks whether the source leaves the window unused, before it writes and before each ACK and
    /// timer (draft-ietf-ccwg-bbr §4.1.2.4): it has nothing more to send, the window has room, and
    /// no lost segment waits.
    pub(super) fn look_for_dry_source(&mut self, pipe: u64) {
        let is_dry = self.c.next >= self.output.source_end && (pipe as i64 + 1) as f64 <= self.w.cwnd;
        if !is_dry || self.has_lost_to_send() {
            return;
        }
        if let Some(log) = &mut self.measure.log {
            log.limit(pipe);
        }
    }

    /// A segment that was found lost waits for its retransmission.
    fn has_lost_to_send(&self) -> bool {
        match (self.loss.kind, self.mechanisms.own()) {
            (Recovery::Rack, _) => {
                self.mechanisms.rack().is_some_and(|rack| rack.board.next_lost().is_some())
            }
            (_, Some(own)) => own.next_lost(self).is_some(),
            (Recovery::Sack, None) => self.loss.board.next_lost().is_some(),
            _ => false,
        }
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

    /// True if the window is full. The window is the whole segments of cwnd, plus the inflation in
    /// recovery, or plus what limited transmit allows on the first two duplicates (RFC 3042). One
    /// segment may always be in flight.
    #[inline]
    fn window_is_full(&self) -> bool {
        let extra = match self.c.state {
            State::Recovery => self.loss.new_reno.inflation,
            _ if self.output.limited_transmit && self.loss.answers_duplicate && self.loss.duplicates <= 2 => {
                i64::from(self.loss.duplicates)
            }
            _ => 0,
        };
        // For whole numbers `flight + 1 > cwnd` is the same as `flight >= floor(cwnd)`. It avoids
        // the rounding, which is slow in a browser.
        let flight = self.c.flight() as i64;
        (flight > 0 || self.has_no_window()) && (flight - extra + 1) as f64 > self.w.cwnd
    }

    /// True if the window is below one segment, and the sender waits for the timer.
    #[inline]
    pub(super) fn has_no_window(&self) -> bool {
        self.needs.answers_duplicates && self.w.cwnd < 1.0 && self.c.una < self.output.source_end
    }

    /// Puts segment `number` on the wire.
    #[inline(never)]
    pub fn transmit(&mut self, number: u64, out: &mut Vec<Outgoing>) {
        if self.mechanisms.is_used() {
            self.put_on_the_wire::<true>(number, out);
        } else {
            self.put_on_the_wire::<false>(number, out);
        }
    }

    #[inline(always)]
    fn put_on_the_wire<const MECHANISMS: bool>(&mut self, number: u64, out: &mut Vec<Outgoing>) {
        let is_retransmission = number < self.c.max;
        if number >= self.c.next {
            self.c.next = number + 1;
        }
        if is_retransmission {
            self.counters.retransmitted += 1;
            if !self.loss.kind.uses_sack() {
                self.c.lost += 1;
            }
            if !self.loss.variants.times_resent {
                self.measure.timed = None;
            }
            self.loss.acks_since_resend = 0;
        } else {
            self.c.max = number + 1;
            if self.measure.timed.is_none() {
                self.measure.timed = Some((number, self.now));
            }
        }
        self.counters.sent += 1;
        self.c.sent += 1;
        self.measure.rounds.sent();
        let tells_reduction = MECHANISMS && self.sent_by_mechanisms(number, is_retransmission);
        if self.measure.log.is_some() {
            let in_flight = if self.needs.notices { self.pipe() } else { 0 };
            if let Some(log) = &mut self.measure.log {
                log.sent(number, self.c.now_s, self.c.lost, in_flight);
                self.c.oldest = log.oldest();
            }
        }
        if self.timer.deadline == Time::NEVER {
            self.restart_timer();
        }
        if let Some(rate) = self.pacing_rate() {
            let gap = Span::from_secs(1.0 / rate);
            if MECHANISMS && self.mechanisms.paces_as_linux() {
                self.pace_as_linux(gap);
            } else {
                self.output.next_release = self.output.next_release.max(self.now) + gap;
            }
        } else if MECHANISMS {
            self.pace_next();
        }
        if MECHANISMS {
            self.count_in_burst();
        }
        out.push(Outgoing { number, is_retransmission, tells_reduction });
    }

    /// True if one more segment may leave in the current burst.
    #[inline]
    fn is_in_burst(&self) -> bool {
        match self.mechanisms.pacer() {
            Some(pacer) => pacer.is_in_burst(),
            None => self.mechanisms.gso().is_some_and(|gso| gso.is_in_burst()),
        }
    }

    /// A segment leaves, and the algorithm wants this gap after it (tcp_update_skb_after_send).
    fn pace_as_linux(&mut self, gap: Span) {
        let release = self.output.next_release;
        let leaves = release.max(self.now);
        let gap = if self.c.sent < UNPACED { Span::ZERO } else { shortened(gap, leaves.since(release)) };
        self.output.next_release = leaves + gap;
    }

    /// A segment leaves: the sender's own pacer sets the earliest time of the next one.
    #[inline]
    fn pace_next(&mut self) {
        if let Some(pacer) = self.mechanisms.pacer_mut() {
            self.output.next_release = pacer.departs(self.now, self.output.next_release);
        }
    }

    /// Segments per second, if the algorithm paces.
    #[inline]
    pub(super) fn pacing_rate(&self) -> Option<f64> {
        if self.needs.paces { self.cc.pacing_rate() } else { None }
    }

    /// Starts the retransmission timer anew.
    #[inline]
    pub fn restart_timer(&mut self) {
        self.timer.deadline = self.now + self.timeout();
    }

    /// True on the first two ACKs of new data after a retransmission; counts them.
    pub(super) fn soon_after_resend(&mut self) -> bool {
        let soon = self.loss.acks_since_resend < 2;
        self.loss.acks_since_resend = (self.loss.acks_since_resend + 1).min(2);
        soon
    }
}
