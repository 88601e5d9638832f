//! Pacing rate and window, computed from the model (draft-ietf-ccwg-bbr §5.6).

use super::{MIN_PIPE, Mode, Model};
use crate::cc::{Ack, Connection, Window};
use crate::estimator::delivery_rate::WindowedMax;

/// Extra window beyond the BDP during a probe, in segments.
const PROBE_BUDGET: f64 = 2.0;
/// The window has room for this many bursts if bursts are modelled.
const BUDGETED_BURSTS: f64 = 3.0;
/// A burst is the number of segments sent in a millisecond, between two segments and 64 KiB.
const BURST_S: f64 = 1e-3;
const LEAST_BURST: f64 = 2.0;
const MOST_BURST_BITS: f64 = 65_536.0 * 8.0;
/// Length of the maximum filter for aggregation, in rounds: after the pipe was full, and before.
const AGGREGATION_ROUNDS: u64 = 10;
const AGGREGATION_ROUNDS_OF_STARTUP: u64 = 1;
/// The RTT before the first sample, in seconds.
const UNKNOWN_RTT_S: f64 = 1e-3;

/// Segments acknowledged by aggregated ACKs beyond what the bandwidth explains (§5.5.9).
#[derive(Clone, Debug, Default)]
pub struct ExtraAcked {
    since_s: f64,
    acked: f64,
    largest: WindowedMax,
}

impl ExtraAcked {
    /// Starts a new interval.
    pub fn restart(&mut self, now_s: f64) {
        self.since_s = now_s;
        self.acked = 0.0;
    }

    /// Adds `acked` segments, where `bw` segments per second are expected. Returns the excess in
    /// the interval, at most `cwnd`.
    fn take(&mut self, now_s: f64, acked: f64, bw: f64, cwnd: f64) -> f64 {
        let mut expected = bw * (now_s - self.since_s);
        if self.acked <= expected {
            self.restart(now_s);
            expected = 0.0;
        }
        self.acked += acked;
        (self.acked - expected).min(cwnd)
    }
}

impl Model {
    /// 3. Measures how many more segments ACKs acknowledge at once than expected.
    pub(super) fn measure_aggregation(&mut self, c: &Connection, acked: f64, w: &Window) {
        let extra = self.extra.take(c.now_s, acked, self.bw(), w.cwnd);
        let rounds = if self.full.reached { AGGREGATION_ROUNDS } else { AGGREGATION_ROUNDS_OF_STARTUP };
        self.extra.largest.push(self.rounds, extra, rounds);
    }

    /// Segments per burst at the pacing rate (`send_quantum`).
    pub(super) fn burst(&self, c: &Connection) -> f64 {
        (self.pacing_rate * BURST_S).min(MOST_BURST_BITS / c.segment_bits).max(LEAST_BURST)
    }

    /// `BBRQuantizationBudget`: adds room for the smallest pipe, for bursts if they are modelled,
    /// and for a probe.
    fn budgeted(&self, inflight: f64, c: &Connection) -> f64 {
        let bursts = if self.set.has_offload { BUDGETED_BURSTS * self.burst(c) } else { 0.0 };
        let probe = if self.mode == Mode::Up { PROBE_BUDGET } else { 0.0 };
        inflight.max(bursts).max(MIN_PIPE) + probe
    }

    /// The target for the segments in flight at bandwidth `bw` and gain `gain`.
    pub(super) fn inflight(&self, c: &Connection, bw: f64, gain: f64) -> f64 {
        self.budgeted(gain * self.bdp(bw), c)
    }

    fn cwnd_gain(&self) -> f64 {
        match self.mode {
            Mode::Startup | Mode::Drain => self.set.startup_cwnd,
            Mode::Up => self.set.up_cwnd,
            Mode::Down | Mode::Cruise | Mode::Refill => self.set.cwnd,
            Mode::ProbeRtt => 0.5,
        }
    }

    /// `BBRUpdateMaxInflight`.
    pub(super) fn max_inflight(&self, c: &Connection) -> f64 {
        self.budgeted(self.cwnd_gain() * self.bdp(self.bw()) + self.extra.largest.value(), c)
    }

    /// The long-term bound minus the headroom for other flows (`BBRInflightWithHeadroom`).
    pub(super) fn with_headroom(&self) -> f64 {
        let long = self.bounds.long;
        if long.is_infinite() {
            return long;
        }
        (long - (self.set.headroom * long).max(1.0)).max(MIN_PIPE)
    }

    fn pacing_gain(&self) -> f64 {
        match self.mode {
            Mode::Startup => self.set.startup_pacing,
            Mode::Drain => self.set.drain_pacing,
            Mode::Down => self.set.down_pacing,
            Mode::Cruise => self.set.cruise_pacing,
            Mode::Refill => self.set.refill_pacing,
            Mode::Up => self.set.up_pacing,
            Mode::ProbeRtt => 1.0,
        }
    }

    /// The first pacing rate, from the initial window and the RTT.
    pub(super) fn pace_from_window(&mut self, c: &Connection) {
        self.rate_from_rtt = c.srtt_s > 0.0;
        let rtt_s = if self.rate_from_rtt { c.srtt_s } else { UNKNOWN_RTT_S };
        self.pacing_rate = self.set.startup_pacing * self.initial_window / rtt_s;
    }

    /// `BBRSetPacingRateWithGain`: before the pipe was full, the rate only rises.
    pub(super) fn pace_at(&mut self, gain: f64) {
        let rate = gain * self.bw() * self.set.margin;
        if rate > 0.0 && (self.full.reached || rate > self.pacing_rate) {
            self.pacing_rate = rate;
        }
    }

    /// 11. Sets the pacing rate.
    pub(super) fn set_pacing(&mut self, c: &Connection) {
        if !self.rate_from_rtt && c.srtt_s > 0.0 {
            self.pace_from_window(c);
        }
        self.pace_at(self.pacing_gain());
    }

    /// 11. Sets the window (`BBRSetCwnd`).
    pub(super) fn set_window(&self, c: &Connection, ack: &Ack, w: &mut Window) {
        let (acked, most) = (ack.delivered as f64, self.max_inflight(c));
        if self.full.reached {
            w.cwnd = (w.cwnd + acked).min(most);
        } else if w.cwnd < most || (c.delivered as f64) < self.initial_window {
            w.cwnd += acked;
        }
        w.cwnd = w.cwnd.max(MIN_PIPE);
        if self.mode == Mode::ProbeRtt {
            w.cwnd = w.cwnd.min(self.probe_rtt_cwnd());
        }
        let cap = match self.mode {
            Mode::Down | Mode::Refill | Mode::Up => self.bounds.long,
            Mode::Cruise | Mode::ProbeRtt => self.with_headroom(),
            Mode::Startup | Mode::Drain => f64::INFINITY,
        };
        w.cwnd = w.cwnd.min(cap.min(self.bounds.short).max(MIN_PIPE));
    }
}
