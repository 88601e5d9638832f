//! What BBR does with its model: the target for the segments in flight, the pacing rate, the window.

use super::decisions::{LOSS, RESTORE};
use super::{Algorithm, MIN_CWND, Mode};
use crate::cc::{Ack, Connection, State, Window};
use crate::trace::Decisions;

/// The window has room for this many bursts of the sender beyond the pipe.
const BUDGETED_BURSTS: f64 = 3.0;
/// Extra window of the first phase of ProbeBW, in segments.
const PROBE_BUDGET: f64 = 2.0;

impl Algorithm {
    /// The BDP times `gain`; the initial window if no RTT is known.
    fn pipe(&self, gain: f64, bw: f64) -> f64 {
        if self.min_rtt_s.is_finite() { (gain * bw * self.min_rtt_s).ceil() } else { self.initial_window }
    }

    /// The target for the segments in flight at `gain` (`bbr_inflight`).
    pub(super) fn inflight(&self, gain: f64, c: &Connection) -> f64 {
        self.budgeted(self.pipe(gain, self.bandwidth.value()), c)
    }

    /// Adds the kernel's budget for whole bursts at both ends (`bbr_quantization_budget`). Without
    /// this budget a pipe of a few segments is never filled, because ACKs come in pairs.
    fn budgeted(&self, segments: f64, c: &Connection) -> f64 {
        let filled = segments + BUDGETED_BURSTS * self.burst(c);
        let even = 2.0 * (filled / 2.0).ceil();
        let probes = self.mode == Mode::ProbeBw && self.phase == 0;
        if probes { even + PROBE_BUDGET } else { even }
    }

    /// Segments per burst (`bbr_tso_segs_goal`): what the pacing rate sends in 1/1024 s, at least
    /// two from 1.2 Mbit/s on, and at most 64 kB.
    fn burst(&self, c: &Connection) -> f64 {
        const PER_S: f64 = 1024.0;
        const TWO_FROM_BPS: f64 = 1.2e6;
        const MAX_BITS: f64 = 65_535.0 * 8.0;
        let least = if self.pacing_rate * c.segment_bits < TWO_FROM_BPS { 1.0 } else { 2.0 };
        (self.pacing_rate / PER_S).min(MAX_BITS / c.segment_bits).floor().max(least)
    }

    /// What is in the network when pacing lets the next segment go: less than now if the segments
    /// in between have to wait for it, and a burst more while BBR fills the pipe
    /// (`bbr_packets_in_net_at_edt`).
    pub(super) fn in_network_at_departure(&self, inflight: f64, c: &Connection) -> f64 {
        if !self.uses_departure {
            return inflight;
        }
        let wait_s = (c.next_departure_s - c.now_s).max(0.0);
        let burst = if self.pacing_gain > 1.0 { self.burst(c) } else { 0.0 };
        (inflight + burst - (self.bw() * wait_s).floor()).max(0.0)
    }

    /// 7. Sets the pacing rate. Before the pipe is full, it only rises.
    pub(super) fn set_pacing(&mut self, c: &Connection, gain: f64) {
        if !self.rate_from_rtt && c.srtt_s > 0.0 {
            self.pace_from_window(c);
        }
        let rate = gain * self.bw() * self.margin;
        if rate > 0.0 && (self.is_full || rate > self.pacing_rate) {
            self.pacing_rate = rate;
        }
    }

    pub(super) fn pace_from_window(&mut self, c: &Connection) {
        self.rate_from_rtt = c.srtt_s > 0.0;
        let rtt_s = if self.rate_from_rtt { c.srtt_s } else { 1e-3 };
        self.pacing_rate = self.startup_gain * self.initial_window / rtt_s * self.margin;
    }

    /// 8. Sets the window.
    pub(super) fn set_window(
        &mut self,
        c: &Connection,
        ack: &Ack,
        lost: u64,
        w: &mut Window,
        log: &mut Decisions,
    ) {
        let (acked, inflight) = (ack.delivered as f64, c.pipe as f64);
        if ack.delivered > 0 && !self.follow_recovery(c, lost, inflight + acked, w, log) {
            let gain = match self.mode {
                Mode::Startup | Mode::Drain => self.startup_gain,
                Mode::ProbeBw => self.cwnd_gain,
                Mode::ProbeRtt => 1.0,
            };
            let bw = self.bw();
            let extra = self.aggregation.as_ref().filter(|_| self.is_full);
            let extra = extra.map_or(0.0, |extra| extra.allowance(bw));
            let target = self.budgeted(self.pipe(gain, bw) + extra, c);
            if self.is_full {
                w.cwnd = (w.cwnd + acked).min(target);
            } else if w.cwnd < target || (c.delivered as f64) < self.initial_window {
                w.cwnd += acked;
            }
            w.cwnd = w.cwnd.max(MIN_CWND);
        }
        if self.mode == Mode::ProbeRtt {
            w.cwnd = w.cwnd.min(MIN_CWND);
        }
    }

    /// Applies recovery to the window; returns true if the window for this ACK is then final.
    fn follow_recovery(
        &mut self,
        c: &Connection,
        lost: u64,
        conserved: f64,
        w: &mut Window,
        log: &mut Decisions,
    ) -> bool {
        if lost > 0 {
            w.cwnd = (w.cwnd - lost as f64).max(1.0);
        }
        let disturbed = |state| matches!(state, State::Recovery | State::Loss);
        if c.state == State::Recovery && self.was != State::Recovery {
            self.conserving = true;
            self.round_end = self.delivered;
            let before = w.cwnd;
            w.cwnd = conserved;
            log.say(LOSS, &[w.cwnd, before]);
        } else if disturbed(self.was) && !disturbed(c.state) {
            self.conserving = false;
            self.restore(w, log);
        }
        self.was = c.state;
        if self.conserving {
            w.cwnd = w.cwnd.max(conserved);
        }
        self.conserving
    }

    /// Saves the window before a recovery, a timeout or ProbeRTT. If one of them begins during
    /// another, the saved window does not shrink.
    pub(super) fn remember(&mut self, cwnd: f64) {
        let calm = matches!(self.was, State::Open | State::Disorder) && self.mode != Mode::ProbeRtt;
        self.prior_cwnd = if calm { cwnd } else { self.prior_cwnd.max(cwnd) };
    }

    pub(super) fn restore(&mut self, w: &mut Window, log: &mut Decisions) {
        let before = w.cwnd;
        w.cwnd = before.max(self.prior_cwnd);
        log.say(RESTORE, &[w.cwnd, before]);
    }
}
