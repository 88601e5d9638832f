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
const MIN_BURST: f64 = 2.0;
const MAX_BURST_BITS: f64 = 65_536.0 * 8.0;
/// Length of the maximum filter for aggregation, in rounds: after the pipe was full, and before.
const AGGREGATION_ROUNDS: u64 = 10;
const AGGREGATION_ROUNDS_OF_STARTUP: u64 = 1;
/// The window of ProbeRTT, in BDPs.
const PROBE_RTT_CWND_GAIN: f64 = 0.5;
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

/// 3. Measures how many more segments ACKs acknowledge at once than expected.
pub(super) fn measure_aggregation(model: &mut Model, c: &Connection, acked: f64, w: &Window) {
    let extra = model.extra.take(c.now_s, acked, model.bw(), w.cwnd);
    let rounds = if model.full.reached { AGGREGATION_ROUNDS } else { AGGREGATION_ROUNDS_OF_STARTUP };
    model.extra.largest.push(model.rounds, extra, rounds);
}

/// Segments per burst at the pacing rate (`send_quantum`).
pub(super) fn burst(model: &Model, c: &Connection) -> f64 {
    (model.pacing_rate * BURST_S).min(MAX_BURST_BITS / c.segment_bits).max(MIN_BURST)
}

/// `BBRQuantizationBudget`: adds room for the smallest pipe, for bursts if they are modelled,
/// and for a probe.
fn budgeted(model: &Model, inflight: f64, c: &Connection) -> f64 {
    let bursts = if model.set.has_offload { BUDGETED_BURSTS * burst(model, c) } else { 0.0 };
    let probe = if model.mode == Mode::Up { PROBE_BUDGET } else { 0.0 };
    inflight.max(bursts).max(MIN_PIPE) + probe
}

/// The target for the segments in flight at bandwidth `bw` and gain `gain`.
pub(super) fn inflight(model: &Model, c: &Connection, bw: f64, gain: f64) -> f64 {
    budgeted(model, gain * model.bdp(bw), c)
}

fn cwnd_gain(model: &Model) -> f64 {
    match model.mode {
        Mode::Startup | Mode::Drain => model.set.startup_cwnd,
        Mode::Up => model.set.up_cwnd,
        Mode::Down | Mode::Cruise | Mode::Refill => model.set.cwnd,
        Mode::ProbeRtt => 0.5,
    }
}

/// `BBRUpdateMaxInflight`.
pub(super) fn max_inflight(model: &Model, c: &Connection) -> f64 {
    budgeted(model, cwnd_gain(model) * model.bdp(model.bw()) + model.extra.largest.value(), c)
}

/// The long-term bound minus the headroom for other flows (`BBRInflightWithHeadroom`).
pub(super) fn with_headroom(model: &Model) -> f64 {
    let long = model.bounds.long;
    if long.is_infinite() {
        return long;
    }
    (long - (model.set.headroom * long).max(1.0)).max(MIN_PIPE)
}

fn pacing_gain(model: &Model) -> f64 {
    match model.mode {
        Mode::Startup => model.set.startup_pacing,
        Mode::Drain => model.set.drain_pacing,
        Mode::Down => model.set.down_pacing,
        Mode::Cruise => model.set.cruise_pacing,
        Mode::Refill => model.set.refill_pacing,
        Mode::Up => model.set.up_pacing,
        Mode::ProbeRtt => 1.0,
    }
}

/// The first pacing rate, from the initial window and the RTT.
pub(super) fn pace_from_window(model: &mut Model, c: &Connection) {
    model.rate_from_rtt = c.srtt_s > 0.0;
    let rtt_s = if model.rate_from_rtt { c.srtt_s } else { UNKNOWN_RTT_S };
    model.pacing_rate = model.set.startup_pacing * model.initial_window / rtt_s;
}

/// `BBRSetPacingRateWithGain`: before the pipe was full, the rate only rises.
pub(super) fn pace_at(model: &mut Model, gain: f64) {
    let rate = gain * model.bw() * model.set.margin;
    if rate > 0.0 && (model.full.reached || rate > model.pacing_rate) {
        model.pacing_rate = rate;
    }
}

/// 11. Sets the pacing rate.
pub(super) fn set_pacing(model: &mut Model, c: &Connection) {
    if !model.rate_from_rtt && c.srtt_s > 0.0 {
        pace_from_window(model, c);
    }
    let gain = pacing_gain(model);
    pace_at(model, gain);
}

/// 11. Sets the window (`BBRSetCwnd`).
pub(super) fn set_window(model: &Model, c: &Connection, ack: &Ack, w: &mut Window) {
    let (acked, most) = (ack.delivered as f64, max_inflight(model, c));
    if model.full.reached {
        w.cwnd = (w.cwnd + acked).min(most);
    } else if w.cwnd < most || (c.delivered as f64) < model.initial_window {
        w.cwnd += acked;
    }
    w.cwnd = w.cwnd.max(MIN_PIPE);
    if model.mode == Mode::ProbeRtt {
        w.cwnd = w.cwnd.min(probe_rtt_cwnd(model));
    }
    let cap = match model.mode {
        Mode::Down | Mode::Refill | Mode::Up => model.bounds.long,
        Mode::Cruise | Mode::ProbeRtt => with_headroom(model),
        Mode::Startup | Mode::Drain => f64::INFINITY,
    };
    w.cwnd = w.cwnd.min(cap.min(model.bounds.short).max(MIN_PIPE));
}

/// The window of ProbeRTT.
pub(super) fn probe_rtt_cwnd(model: &Model) -> f64 {
    (PROBE_RTT_CWND_GAIN * model.bdp(model.bw())).max(MIN_PIPE)
}
