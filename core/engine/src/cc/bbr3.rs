//! BBR version 3: a model of the path's bandwidth and of the volume it holds, with loss as a bound.
//!
//! draft-ietf-ccwg-bbr §5. As in version 1 bw is a maximum of delivery rates, minrtt the shortest
//! RTT, BDP = bw·minrtt, and the sender paces. New are bounds that losses teach: long-term ones on
//! what a probe may have in flight, short-term ones until the next probe.
//!
//! ```text
//! Startup    pacing 2.77·bw, window 2·BDP, until bw has not grown by a quarter for three rounds, or a whole round of
//!            recovery loses more than 2 % in six places
//! Drain      pacing 0.5·bw, until no more than BDP is in flight, three rounds at most
//! ProbeBW    Down 0.9·bw, Cruise bw, Refill bw for a round, Up 1.25·bw with 2.25·BDP; a probe every 2 to 3 s or as many
//!            rounds as Reno's window has segments, 63 at most
//! ProbeRTT   every 5 s without a new minimum: half a BDP for 200 ms and a round
//! too high   in a probe, more than 2 % lost of what was in flight: long-term bound ← that volume, at least 0.7·target
//! loss       between probes, once a round: short-term bounds ← max(latest, 0.7·bound)
//! window     min(cwnd + acked, gain·BDP + extra_acked), at most the bounds, at least 4
//! timeout    cwnd ← inflight + 1; after it, as after a recovery, the window is what it was
//! ```
//!
//! The files beside this one: `probing` has the phases, `bounds` what losses teach, `control` what follows
//! for rate and window.

mod bounds;
mod control;
mod decisions;
mod parameters;
mod probing;

pub use decisions::RULES;
use decisions::{RESTORED_WINDOW, TIMEOUT};
use parameters::{PARAMETERS, Settings};

use super::{Ack, CongestionControl, Connection, Needs, Notice, RateSample, RecoverySupport, State, Window};
use crate::catalogue::{Params, Spec};
use crate::choices::Recovery;
use crate::estimator::delivery_rate::{self, WindowedMax};
use crate::rng::Stream;
use crate::trace::Decisions;

/// BBR leaves recovery to SACK.
pub const RECOVERY: RecoverySupport = RecoverySupport::Default(Recovery::Sack);

const MIN_PIPE: f64 = 4.0;
/// What waits and rounds of ProbeBW are drawn from.
const WAIT_STREAM: &str = "bbr3 wait";
/// Cycles over which the largest delivery rate is the bandwidth (§2.10).
const BANDWIDTH_CYCLES: u64 = 2;

/// What this algorithm declares.
pub const SPEC: Spec = Spec {
    id: "bbr3",
    name: "BBR (version 3)",
    summary: "Paces at the measured bandwidth. Losses above 2 % bound what it keeps in flight.",
    source: "draft-ietf-ccwg-bbr §5",
    parameters: PARAMETERS,
    departures: &[
        "Segments are paced one by one, so the window needs no room for bursts of the sender, unless `offload: draft`.",
        "A loss that a tail loss probe repairs is not judged.",
        "Over New Reno and Reno, which do not say what is lost, the losses of an ACK are judged together, by the newest segment it acknowledges.",
        "The draft has no answer to marks. `ecn: linux-v3` takes the fraction of marked segments by rounds.",
        "Startup's limit on losses is prose in the draft: the loss rate is taken over the round of the sample.",
    ],
    rules: &RULES,
};

/// Where BBR stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mode {
    Startup,
    Drain,
    Down,
    Cruise,
    Refill,
    Up,
    ProbeRtt,
}

/// What the ACKs of this round say of a probe (`ack_phase`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum AckPhase {
    Init,
    Refilling,
    Starting,
    Feedback,
    Stopping,
}

/// What losses have taught, infinite where they have taught nothing.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Bounds {
    /// `bw_shortterm`, in segments per second (`bw_lo`).
    bw_short: f64,
    /// `inflight_shortterm`, in segments (`inflight_lo`).
    short: f64,
    /// `inflight_longterm`, in segments (`inflight_hi`).
    long: f64,
}

impl Bounds {
    const NONE: Bounds = Bounds { bw_short: f64::INFINITY, short: f64::INFINITY, long: f64::INFINITY };
}

/// Startup and plateaus (`full_bw`).
#[derive(Clone, Copy, Debug, Default)]
struct Full {
    bw: f64,
    rounds: u32,
    now: bool,
    /// The pipe was full once: `full_bw_reached`.
    reached: bool,
}

/// The shortest RTT, and looking for it anew.
#[derive(Clone, Copy, Debug)]
struct Delay {
    min_rtt_s: f64,
    min_rtt_at_s: f64,
    probe_min_s: f64,
    probe_min_at_s: f64,
    /// The age of the minimum, if it was too old when this ACK came.
    expired: Option<f64>,
    /// ProbeRTT: when it may end, and whether a round has passed.
    done_s: Option<f64>,
    round_done: bool,
}

/// Losses of the running round.
#[derive(Clone, Copy, Debug, Default)]
struct LossRound {
    /// `loss_round_delivered`.
    end: u64,
    starts: bool,
    has_loss: bool,
    /// Separate ranges, and one past the latest segment.
    ranges: u32,
    next: u64,
    /// Losses of the connection that were looked at.
    seen: u64,
}

/// Marks, for `ecn: linux-v3`.
#[derive(Clone, Copy, Debug)]
struct Marks {
    alpha: f64,
    /// Of the running round.
    marked: u64,
    delivered: u64,
    /// Rounds of which more than half was marked, in a row.
    rounds: u32,
    in_loss_round: bool,
}

/// BBR's state. It is large, so that a flow of another algorithm holds only the pointer.
#[derive(Clone, Debug)]
pub struct Algorithm(Box<Model>);

#[derive(Clone, Debug)]
struct Model {
    set: Settings,
    mode: Mode,
    phase: AckPhase,
    // Rounds by delivered segments, as the latest sample says.
    delivered: u64,
    round_end: u64,
    rounds: u64,
    round_start: bool,
    rounds_since_probe: u64,
    drain_since: u64,
    loss: LossRound,
    marks: Marks,
    // Bandwidth.
    bandwidth: WindowedMax,
    max_bw: f64,
    cycles: u64,
    bw_latest: f64,
    inflight_latest: f64,
    full: Full,
    // Volume.
    bounds: Bounds,
    /// The bounds before the first loss of the round, and where a loss has ended a probe.
    undo: (Bounds, Option<Mode>),
    is_probe_sample: bool,
    too_high: bool,
    precautionary: bool,
    // Probing.
    cycle_since_s: f64,
    wait_s: f64,
    up_rounds: u32,
    up_acked: f64,
    acked_per_step: f64,
    // RTT.
    delay: Delay,
    idle_restart: bool,
    /// Samples of segments sent while these were delivered are limited by ProbeRTT, not by the
    /// path.
    limited: (u64, u64),
    extra: control::ExtraAcked,
    // Control.
    pacing_rate: f64,
    rate_from_rtt: bool,
    prior_cwnd: f64,
    /// cwnd was fully used in the last round, and in this one.
    cwnd_used: (bool, bool),
    initial_window: f64,
    random: Stream,
}

impl Algorithm {
    /// BBR with checked parameters.
    pub fn new(params: &Params) -> Algorithm {
        Algorithm(Box::new(Model {
            set: Settings::new(params),
            mode: Mode::Startup,
            phase: AckPhase::Init,
            delivered: 0,
            round_end: 0,
            rounds: 0,
            round_start: false,
            rounds_since_probe: 0,
            drain_since: 0,
            loss: LossRound::default(),
            marks: Marks { alpha: 1.0, marked: 0, delivered: 0, rounds: 0, in_loss_round: false },
            bandwidth: WindowedMax::default(),
            max_bw: 0.0,
            cycles: 0,
            bw_latest: 0.0,
            inflight_latest: 0.0,
            full: Full::default(),
            bounds: Bounds::NONE,
            undo: (Bounds::NONE, None),
            is_probe_sample: false,
            too_high: false,
            precautionary: false,
            cycle_since_s: 0.0,
            wait_s: 0.0,
            up_rounds: 0,
            up_acked: 0.0,
            acked_per_step: f64::INFINITY,
            delay: Delay {
                min_rtt_s: f64::INFINITY,
                min_rtt_at_s: 0.0,
                probe_min_s: f64::INFINITY,
                probe_min_at_s: 0.0,
                expired: None,
                done_s: None,
                round_done: false,
            },
            idle_restart: false,
            limited: (0, 0),
            extra: control::ExtraAcked::default(),
            pacing_rate: 0.0,
            rate_from_rtt: false,
            prior_cwnd: 0.0,
            cwnd_used: (false, false),
            initial_window: 1.0,
            random: Stream::new(0, WAIT_STREAM),
        }))
    }
}

impl Model {
    /// What it paces by: the bandwidth, as far as the latest losses allow.
    fn bw(&self) -> f64 {
        self.max_bw.min(self.bounds.bw_short)
    }

    /// The BDP at the bandwidth `bw`; the initial window while the path is unknown.
    fn bdp(&self, bw: f64) -> f64 {
        if self.delay.min_rtt_s.is_finite() { bw * self.delay.min_rtt_s } else { self.initial_window }
    }

    /// What BBR wants in flight, as far as the window allows (`BBRTargetInflight`).
    fn target(&self, w: &Window) -> f64 {
        self.bdp(self.bw()).min(w.cwnd)
    }

    fn is_probing(&self) -> bool {
        matches!(self.mode, Mode::Startup | Mode::Refill | Mode::Up)
    }

    fn is_in_probe_bw(&self) -> bool {
        matches!(self.mode, Mode::Down | Mode::Cruise | Mode::Refill | Mode::Up)
    }

    /// A segment sent when `prior_delivered` were delivered says little of the path.
    fn is_limited(&self, is_app_limited: bool, prior_delivered: u64) -> bool {
        let (from, to) = self.limited;
        is_app_limited || (to > 0 && (from..=to).contains(&prior_delivered))
    }

    fn start_round(&mut self) {
        self.round_end = self.delivered;
    }

    /// So many `lost` of `in_flight` segments are too many (`IsInflightTooHigh`).
    fn is_too_high(&self, lost: u64, in_flight: u64) -> bool {
        lost as f64 > self.set.loss_thresh * in_flight as f64
    }

    /// Rounds, the latest signals, the bandwidth and the short-term bounds (steps 1 and 2).
    fn take_sample(&mut self, c: &Connection, sample: &RateSample, w: &Window, log: &mut Decisions) {
        self.delivered = sample.delivered;
        self.round_start = sample.prior_delivered >= self.round_end;
        self.cwnd_used.1 |= sample.prior_flight as f64 + 1.0 > w.cwnd;
        if self.round_start {
            self.start_round();
            self.rounds += 1;
            self.rounds_since_probe += 1;
            self.cwnd_used = (self.cwnd_used.1, false);
        }
        self.bw_latest = self.bw_latest.max(sample.rate);
        let volume = (sample.delivered - sample.prior_delivered) as f64;
        self.inflight_latest = self.inflight_latest.max(volume);
        self.loss.starts = sample.prior_delivered >= self.loss.end;
        if self.loss.starts {
            self.loss.end = sample.delivered;
        }
        let is_limited = self.is_limited(sample.is_app_limited, sample.prior_delivered);
        if sample.rate > 0.0 && (sample.rate >= self.max_bw || !is_limited) {
            self.bandwidth.push(self.cycles, sample.rate, BANDWIDTH_CYCLES);
            self.max_bw = self.bandwidth.value();
        }
        if self.loss.starts {
            let is_disturbed = self.loss.has_loss || self.marks.in_loss_round;
            if !self.is_probing() && is_disturbed {
                self.lower_bounds(w, log);
            }
            self.check_startup_loss(c, sample, log);
            self.loss.has_loss = false;
            self.loss.ranges = 0;
            self.marks.in_loss_round = false;
        }
    }

    /// Remembers the window before a disturbance; one within another does not make it smaller.
    fn save_cwnd(&mut self, c: &Connection, cwnd: f64) {
        let is_calm = matches!(c.state, State::Open | State::Disorder) && self.mode != Mode::ProbeRtt;
        self.prior_cwnd = if is_calm { cwnd } else { self.prior_cwnd.max(cwnd) };
    }

    fn restore_cwnd(&mut self, w: &mut Window, log: &mut Decisions) {
        let before = w.cwnd;
        w.cwnd = before.max(self.prior_cwnd);
        log.say(RESTORED_WINDOW, &[w.cwnd, before]);
    }
}

impl CongestionControl for Algorithm {
    fn needs(&self) -> Needs {
        Needs {
            segment_log: true,
            rate_samples: true,
            paces: true,
            notices: true,
            owns_cwnd: true,
            ..Needs::default()
        }
    }

    fn start(&mut self, c: &Connection, w: &mut Window) {
        let model = &mut *self.0;
        model.initial_window = w.cwnd;
        model.random = Stream::new(c.random_seed, WAIT_STREAM);
        model.delay.min_rtt_s = c.last_rtt_s.unwrap_or(f64::INFINITY);
        model.delay.min_rtt_at_s = c.now_s;
        model.delay.probe_min_at_s = c.now_s;
        model.loss.seen = c.lost;
        model.extra.restart(c.now_s);
        model.pace_from_window(c);
    }

    fn on_increase(&mut self, c: &Connection, ack: &Ack, w: &mut Window, log: &mut Decisions) {
        self.0.on_ack(c, ack, w, log);
    }

    fn on_notice(&mut self, c: &Connection, notice: Notice, w: &mut Window, log: &mut Decisions) {
        let model = &mut *self.0;
        match notice {
            Notice::Lost(lost) => model.take_lost(c, &lost, w, log),
            Notice::Restart { .. } => model.restart_from_idle(c, w, log),
            Notice::Spurious => model.forget_loss(c, w, log),
        }
    }

    fn on_loss(&mut self, c: &Connection, w: &mut Window, _log: &mut Decisions) {
        self.0.save_cwnd(c, w.cwnd);
    }

    /// Marks are no losses to BBR; `take_marks` has what version 3 of Linux makes of them.
    fn on_mark(&mut self, _c: &Connection, _ack: &Ack, _w: &mut Window, _log: &mut Decisions) -> bool {
        false
    }

    fn on_recovery_exit(&mut self, _c: &Connection, w: &mut Window, log: &mut Decisions) {
        self.0.restore_cwnd(w, log);
    }

    fn on_timeout(&mut self, c: &Connection, _repeated: bool, w: &mut Window, log: &mut Decisions) {
        let before = w.cwnd;
        self.0.save_cwnd(c, before);
        w.cwnd = c.pipe as f64 + 1.0;
        log.say(TIMEOUT, &[w.cwnd, before]);
    }

    fn pacing_rate(&self) -> Option<f64> {
        (self.0.pacing_rate > 0.0).then_some(self.0.pacing_rate)
    }

    fn estimate(&self, _now_s: f64) -> Option<(&'static str, f64)> {
        Some((delivery_rate::SPEC.id, self.0.max_bw))
    }

    fn marked_fraction(&self) -> Option<f64> {
        self.0.set.answers_marks.then_some(self.0.marks.alpha)
    }
}

#[cfg(test)]
mod tests;
