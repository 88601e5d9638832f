//! ns-2.35's complete agent for Vegas (tcp/tcp-vegas.cc): it handles duplicate ACKs itself, and its
//! rounds continue during losses.
//!
//! These points are not in Brakmo & Peterson, but they matter when losses occur in bursts:
//!
//! - A connection begins with one segment. Its initial window applies from the ACK of the second
//!   segment on (`delay_growth_`, and no SYN of its own that would be the first segment).
//! - A timeout changes neither the round nor the increment of the window. Until the first segment
//!   of the round is acknowledged, a window of two segments stays at two.
//! - Every retransmission doubles the retransmission timeout, also a fast one
//!   (`reset_rtx_timer(1)`).
//! - The window is inflated in place. Three duplicates are not enough to deflate it again. After a
//!   timeout it is deflated to zero (`v_newcwnd_ = 0`), until the next timeout.

use super::rounded;
use ackscope_engine::catalogue::Params;
use ackscope_engine::cc::vegas::{DEFAULTS, Decision, EARLY, FineTimer, LOSS, TIMEOUT, thresholds};
use ackscope_engine::cc::{Ack, CongestionControl, Connection, Needs, Window};
use ackscope_engine::trace::Decisions;

/// Number of duplicate ACKs that indicate a loss (`numdupacks_`).
const ENOUGH: u32 = 3;

/// The agent's state. The backticks give ns-2's names.
#[derive(Clone, Copy, Debug)]
pub struct Agent {
    alpha: f64,
    beta: f64,
    gamma: f64,
    base_rtt_s: f64,
    /// The window that applies from the ACK after the one of `last_alone` on.
    initial: f64,
    /// `last_ack_ == 0` as a number of acknowledged segments: 1, or 0 if the SYN was the first
    /// segment.
    last_alone: u64,
    /// `v_begseq_`: the round ends when this segment is acknowledged.
    begin: u64,
    /// `v_begtime_`.
    begin_s: f64,
    /// `v_sumRTT_` and `v_cntRTT_`.
    sum_rtt_s: f64,
    samples: u32,
    /// `v_incr_`: the increment per ACK.
    increment: f64,
    /// `v_inc_flag_`: slow start grows in every second round.
    grows: bool,
    timer: FineTimer,
    /// `dupacks_`.
    duplicates: u32,
    /// `v_worried_`: number of ACKs that are still checked for another loss.
    worried: u64,
    /// `v_newcwnd_`: the window to deflate to.
    deflated: f64,
    /// `t_cwnd_changed_`.
    last_cut_s: f64,
}

impl Agent {
    /// The agent with checked parameters.
    pub fn new(params: &Params) -> Agent {
        let [alpha, beta, gamma] = thresholds(params, DEFAULTS);
        Agent {
            alpha,
            beta,
            gamma,
            base_rtt_s: f64::INFINITY,
            initial: 1.0,
            last_alone: u64::MAX,
            begin: 0,
            begin_s: 0.0,
            sum_rtt_s: 0.0,
            samples: 0,
            increment: 0.0,
            grows: true,
            timer: FineTimer::default(),
            duplicates: 0,
            worried: 0,
            deflated: 0.0,
            last_cut_s: f64::NEG_INFINITY,
        }
    }

    /// `firstrecv_`: the time from the first segment to the first ACK is the first RTT, even if the
    /// segment was retransmitted.
    fn take_first(&mut self, rtt_s: f64) {
        self.base_rtt_s = rtt_s;
        self.timer.sample(rtt_s);
    }

    fn take(&mut self, rtt_s: f64) {
        self.sum_rtt_s += rtt_s;
        self.samples += 1;
        self.base_rtt_s = self.base_rtt_s.min(rtt_s);
        self.timer.sample(rtt_s);
    }

    fn is_expired(&self, c: &Connection) -> bool {
        c.oldest.is_some_and(|oldest| c.now_s - oldest.last_sent_s >= self.timer.timeout_s)
    }

    /// Processes an ACK of new data.
    fn on_new_ack(&mut self, c: &Connection, ack: &Ack, w: &mut Window, log: &mut Decisions) {
        if c.una - ack.acked == self.last_alone {
            w.cwnd = self.initial;
        }
        if self.duplicates > ENOUGH && w.cwnd > self.deflated {
            *w = Window { cwnd: self.deflated, ssthresh: 2.0 };
        }
        self.duplicates = 0;
        if self.timer.timeout_s.is_infinite() {
            self.take_first(c.now_s - self.begin_s);
        }
        if c.una > self.begin {
            self.round(c, w, log);
        }
        if self.increment == 1.0 && w.cwnd >= w.ssthresh {
            self.increment = 0.0;
        }
        // The window grows only while it is used, that is, while at most two of its segments are
        // unused.
        if self.increment > 0.0 && w.cwnd - in_flight(c) <= 2.0 {
            w.cwnd += self.increment;
        }
        // The agent sends its first segment at time 0, which means "not timed" (`sendTime != 0.`).
        let is_timed = c.una != self.last_alone;
        if let Some(rtt_s) = ack.segment_rtt_s.filter(|_| is_timed) {
            self.take(rtt_s);
        }
    }

    fn round(&mut self, c: &Connection, w: &mut Window, log: &mut Decisions) {
        let rtt_s =
            if self.samples > 0 { self.sum_rtt_s / f64::from(self.samples) } else { c.now_s - self.begin_s };
        let sent = (c.next - self.begin) as f64;
        (self.sum_rtt_s, self.samples) = (0.0, 0);
        (self.begin, self.begin_s) = (c.next, c.now_s);
        if rtt_s <= 0.0 {
            return;
        }
        if rtt_s < self.base_rtt_s || sent <= 1.0 {
            self.base_rtt_s = rtt_s;
        }
        // ns-2 casts to int, which rounds negative values up. Both results are below the default
        // thresholds, so this makes no difference.
        let diff = (in_flight(c) - sent * self.base_rtt_s / rtt_s + 0.5).floor();
        let mut say = |decision, threshold, after| {
            let values = [diff, in_flight(c), self.base_rtt_s, rtt_s, threshold, after, sent];
            log.say_own(rounded(decision), &values);
        };
        let before = w.cwnd;
        if before < w.ssthresh {
            self.grows = !self.grows;
            self.increment = if self.grows { 1.0 } else { 0.0 };
            if self.grows && diff > self.gamma {
                *w = Window { cwnd: (before - before / 8.0).max(2.0), ssthresh: 2.0 };
                self.increment = 0.0;
                say(Decision::Avoid, self.gamma, w.cwnd);
            }
            return;
        }
        self.increment = 0.0;
        if diff > self.beta {
            w.cwnd = (before - 1.0).max(2.0);
            say(Decision::Down, self.beta, w.cwnd);
        } else if diff < self.alpha {
            self.increment = 1.0 / before;
            say(Decision::Up, self.alpha, before + 1.0);
        } else {
            say(Decision::Hold, self.beta, before);
        }
    }

    /// Processes a duplicate ACK; returns true if the oldest segment is to be retransmitted, which
    /// requires `may_resend`.
    pub fn on_duplicate(&mut self, c: &Connection, may_resend: bool, w: &mut Window) -> bool {
        self.duplicates += 1;
        if self.is_expired(c) || self.duplicates == ENOUGH {
            return may_resend;
        }
        if self.duplicates > ENOUGH {
            w.cwnd += 1.0;
        }
        false
    }

    /// True if the next segment is to be sent at once after an ACK of new data: at the first two
    /// such ACKs after a loss, while this segment is overdue. A segment that was never sent is
    /// overdue (its `v_sendtime_` is −1).
    pub fn resends_more(&mut self, c: &Connection) -> bool {
        if self.worried == 0 {
            return false;
        }
        let expired = c.una == c.max || self.is_expired(c);
        self.worried = if expired { self.worried - 1 } else { 0 };
        if expired {
            self.duplicates = ENOUGH;
        }
        expired
    }
}

impl CongestionControl for Agent {
    fn needs(&self) -> Needs {
        Needs {
            segment_log: true,
            owns_cwnd: true,
            answers_duplicates: true,
            own_slow_start: true,
            ..Needs::default()
        }
    }

    /// Starts after a handshake, whose ACK ends a first round. ns-2's Vegas has no handshake: its
    /// first segment is as long as any other. This SYN is shorter, so its RTT is not used as the
    /// base RTT.
    fn start(&mut self, c: &Connection, w: &mut Window) {
        self.grows = c.last_rtt_s.is_none();
        if let Some(rtt_s) = c.last_rtt_s {
            self.timer.sample(rtt_s);
        }
        if c.max == 0 {
            self.last_alone = u64::from(self.grows);
            self.initial = std::mem::replace(&mut w.cwnd, 1.0);
        }
        self.begin_s = c.now_s;
    }

    fn on_increase(&mut self, c: &Connection, ack: &Ack, w: &mut Window, log: &mut Decisions) {
        if ack.acked > 0 {
            self.on_new_ack(c, ack, w, log);
        }
    }

    /// Called before the oldest segment is retransmitted.
    fn on_loss(&mut self, c: &Connection, w: &mut Window, log: &mut Decisions) {
        let Some(oldest) = c.oldest else { return };
        if self.is_expired(c) {
            log.say(EARLY, &[c.now_s - oldest.last_sent_s, self.timer.timeout_s]);
        }
        self.worried = 2.min(c.flight() + 1);
        self.timer.back_off(oldest.times_sent);
        // At most one reduction per window: a segment that was sent before the last reduction
        // belongs to the same congestion.
        if self.last_cut_s < oldest.last_sent_s {
            let before = w.cwnd.floor();
            self.deflated = if before <= 3.0 {
                2.0
            } else if oldest.times_sent > 1 {
                (before / 2.0).floor()
            } else {
                before - (before / 4.0).floor()
            };
            w.cwnd = self.deflated + f64::from(self.duplicates);
            self.last_cut_s = c.now_s;
            log.say(LOSS, &[self.deflated, before, f64::from(oldest.times_sent)]);
        }
        if oldest.times_sent == 1 {
            self.duplicates = ENOUGH;
        }
    }

    /// The same reduction as for the loss of a segment that was sent once.
    fn on_mark(&mut self, _c: &Connection, _ack: &Ack, w: &mut Window, log: &mut Decisions) -> bool {
        let before = w.cwnd;
        *w = Window { cwnd: (before - (before / 4.0).floor()).max(2.0), ssthresh: 2.0 };
        log.say(LOSS, &[w.cwnd, before, 1.0]);
        true
    }

    fn on_timeout(&mut self, c: &Connection, _repeated: bool, w: &mut Window, log: &mut Decisions) {
        let before = w.cwnd;
        *w = Window { cwnd: 2.0, ssthresh: (before.floor() / 2.0).floor().max(2.0) };
        self.duplicates = 0;
        self.deflated = 0.0;
        self.last_cut_s = c.now_s;
        let sent = c.oldest.map_or(1.0, |oldest| f64::from(oldest.times_sent));
        log.say(TIMEOUT, &[w.cwnd, before, sent]);
    }
}

/// Number of segments from the one just acknowledged to the last one sent (`t_seqno_ - last_ack_`).
fn in_flight(c: &Connection) -> f64 {
    (c.flight() + 1) as f64
}
