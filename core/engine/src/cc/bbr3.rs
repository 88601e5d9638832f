//! BBR version 3: models the path's bandwidth and the volume that it holds, with bounds set by
//! losses.
//!
//! draft-ietf-ccwg-bbr §5. As in version 1, bw is a maximum of delivery rates, minrtt is the
//! shortest RTT, BDP = bw·minrtt, and the sender paces. New are bounds set by losses: a long-term
//! bound on the segments in flight during a probe, and short-term bounds that hold until the next
//! probe.
//!
//! ```text
//! Startup    pacing 2.77·bw, window 2·BDP, until bw has grown by less than a quarter in three
//!            rounds, or a whole round of recovery loses more than 2 % in six ranges
//! Drain      pacing 0.5·bw, until at most one BDP is in flight, at most three rounds
//! ProbeBW    Down 0.9·bw, Cruise bw, Refill bw for a round, Up 1.25·bw with 2.25·BDP;
//!            a probe every 2 to 3 s, or after as many rounds as Reno's window has segments,
//!            at most 63
//! ProbeRTT   every 5 s without a new minimum: half a BDP for 200 ms and a round
//! too high   in a probe, more than 2 % of the segments in flight are lost:
//!            long-term bound ← that volume, at least 0.7·target
//! loss       between probes, once per round: short-term bounds ← max(latest, 0.7·bound)
//! window     min(cwnd + acked, gain·BDP + extra_acked), at most the bounds, at least 4
//! timeout    cwnd ← inflight + 1; after the timeout or a recovery, the window is restored
//! ```
//!
//! Here are the state and the order of the steps for an ACK. The steps are in the other files: `probing`
//! has the phases, `bounds` the response to losses, `control` the pacing rate and the window.

mod bounds;
mod control;
mod decisions;
mod parameters;
mod probing;

pub use decisions::RULES;
use decisions::{RESTORED_WINDOW, TIMEOUT};
use parameters::{PARAMETERS, Settings};

use super::{
    Ack, CongestionControl, Connection, Features, IgnoresMarks, Needs, Notice, RateSample, RecoverySupport,
    State, Window,
};
use crate::catalogue::{Params, Spec};
use crate::choices::Recovery;
use crate::estimator::delivery_rate::{self, WindowedMax};
use crate::rng::Stream;
use crate::trace::Decisions;

/// BBR uses SACK recovery unless the flow chooses another.
pub const RECOVERY: RecoverySupport = RecoverySupport::Default(Recovery::Sack);

const MIN_PIPE: f64 = 4.0;
/// Name of the random stream for the waiting times and rounds of ProbeBW.
const WAIT_STREAM: &str = "bbr3 wait";
/// The bandwidth is the largest delivery rate of this many cycles (§2.10).
const BANDWIDTH_CYCLES: u64 = 2;

/// What this algorithm declares.
pub const SPEC: Spec = Spec {
    id: "bbr3",
    name: "BBR (version 3)",
    summary: "Paces at the measured bandwidth. Losses above 2 % bound what it keeps in flight.",
    source: "draft-ietf-ccwg-bbr-05 (March 2026) §5",
    parameters: PARAMETERS,
    departures: &[
        "Segments are paced one by one, so the window needs no room for bursts of the sender, unless `offload: draft`.",
        "A loss that a tail loss probe repairs is not judged.",
        "New Reno and Reno recovery do not report which segments are lost. There the losses of an ACK are judged together, by the newest segment that it acknowledges.",
        "The draft does not respond to marks. `ecn: linux-v3` measures the marked fraction once per round.",
        "The draft gives Startup's limit on losses only in words. Here the loss rate is that of the sample's round.",
    ],
    rules: &RULES,
};

/// The phase of the state machine.
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

/// What the ACKs of this round tell about a probe (`ack_phase`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum AckPhase {
    Init,
    Refilling,
    Starting,
    Feedback,
    Stopping,
}

/// The bounds set by losses; infinite if there is none.
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

/// Detection of a full pipe in Startup and in probes (`full_bw`).
#[derive(Clone, Copy, Debug, Default)]
struct Full {
    bw: f64,
    rounds: u32,
    now: bool,
    /// True if the pipe was full at least once: `full_bw_reached`.
    reached: bool,
}

/// The shortest RTT and the state of ProbeRTT.
#[derive(Clone, Copy, Debug)]
struct Delay {
    min_rtt_s: f64,
    min_rtt_at_s: f64,
    probe_min_s: f64,
    probe_min_at_s: f64,
    /// Age of the minimum, if it had expired when the current ACK arrived.
    expired: Option<f64>,
    /// In ProbeRTT: the earliest time at which it may end, and whether a round has passed.
    done_s: Option<f64>,
    round_done: bool,
}

/// Losses of the current round.
#[derive(Clone, Copy, Debug, Default)]
struct LossRound {
    /// `loss_round_delivered`.
    end: u64,
    starts: bool,
    has_loss: bool,
    /// Number of separate lost ranges, and the segment after the latest lost one.
    ranges: u32,
    next: u64,
    /// Losses of the connection that are already processed.
    seen: u64,
}

/// Marks, for `ecn: linux-v3`.
#[derive(Clone, Copy, Debug)]
struct Marks {
    alpha: f64,
    /// Segments of the current round.
    marked: u64,
    delivered: u64,
    /// Number of consecutive rounds in which more than half of the segments were marked.
    rounds: u32,
    in_loss_round: bool,
}

/// BBR's state. It is boxed because it is large: a flow with another algorithm then needs only a
/// pointer's size for it.
#[derive(Clone, Debug)]
pub struct Algorithm(Box<Model>);

#[derive(Clone, Debug)]
struct Model {
    set: Settings,
    mode: Mode,
    phase: AckPhase,
    // Rounds, counted by delivered segments as of the latest sample.
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
    /// The bounds before the first loss of the round, and the mode that the losses ended, if any.
    undo: (Bounds, Option<Mode>),
    /// When they were saved.
    undo_s: f64,
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
    /// Range of delivered segments during ProbeRTT. A sample whose segment was sent in this range
    /// is limited by ProbeRTT and not by the path.
    limited: (u64, u64),
    extra: control::ExtraAcked,
    // Control.
    pacing_rate: f64,
    rate_from_rtt: bool,
    prior_cwnd: f64,
    /// Whether cwnd was fully used in the last round, and whether it is in this one.
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
            undo_s: f64::NEG_INFINITY,
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
    /// The bandwidth for pacing: the maximum filter, limited by the short-term bound.
    fn bw(&self) -> f64 {
        self.max_bw.min(self.bounds.bw_short)
    }

    /// The BDP at the bandwidth `bw`; the initial window if no RTT is known.
    fn bdp(&self, bw: f64) -> f64 {
        if self.delay.min_rtt_s.is_finite() { bw * self.delay.min_rtt_s } else { self.initial_window }
    }

    /// The target for the segments in flight, limited by the window (`BBRTargetInflight`).
    fn target(&self, w: &Window) -> f64 {
        self.bdp(self.bw()).min(w.cwnd)
    }

    fn is_probing(&self) -> bool {
        matches!(self.mode, Mode::Startup | Mode::Refill | Mode::Up)
    }

    fn is_in_probe_bw(&self) -> bool {
        matches!(self.mode, Mode::Down | Mode::Cruise | Mode::Refill | Mode::Up)
    }

    /// True if a sample is limited by the application or by ProbeRTT, so that it tells little about
    /// the path.
    fn is_limited(&self, is_app_limited: bool, prior_delivered: u64) -> bool {
        let (from, to) = self.limited;
        is_app_limited || (to > 0 && (from..=to).contains(&prior_delivered))
    }

    fn start_round(&mut self) {
        self.round_end = self.delivered;
    }

    /// True if `lost` of `in_flight` segments exceed the loss threshold (`IsInflightTooHigh`).
    fn is_too_high(&self, lost: u64, in_flight: u64) -> bool {
        lost as f64 > self.set.loss_thresh * in_flight as f64
    }

    /// Processes an ACK (`BBRUpdateModelAndState`, `BBRUpdateControlParameters`).
    fn on_ack(&mut self, c: &Connection, ack: &Ack, w: &mut Window, log: &mut Decisions) {
        bounds::take_nameless(self, c, ack, w, log);
        (self.round_start, self.loss.starts) = (false, false);
        if let Some(sample) = &ack.rate {
            self.take_sample(c, sample, w, log);
        }
        bounds::take_marks(self, c, ack, w, log);
        control::measure_aggregation(self, c, ack.delivered as f64, w);
        if let Some(sample) = &ack.rate {
            probing::check_full(self, sample, log);
            probing::check_startup(self, c, log);
            probing::check_drained(self, c, log);
            probing::advance_cycle(self, c, ack, sample, w, log);
        }
        probing::update_min_rtt(self, c, ack);
        probing::check_probe_rtt(self, c, ack, w, log);
        if let Some(sample) = ack.rate.as_ref().filter(|_| self.loss.starts) {
            self.bw_latest = sample.rate;
            self.inflight_latest = (sample.delivered - sample.prior_delivered) as f64;
        }
        control::set_pacing(self, c);
        control::set_window(self, c, ack, w);
    }

    /// Updates rounds, the latest signals, the bandwidth and the short-term bounds (steps 1 and 2).
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
                bounds::lower_bounds(self, w, log);
            }
            bounds::check_startup_loss(self, c, sample, log);
            self.loss.has_loss = false;
            self.loss.ranges = 0;
            self.marks.in_loss_round = false;
        }
    }

    /// Saves the window before a recovery, a timeout or ProbeRTT. If one of them begins during
    /// another, the saved window does not shrink.
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
    fn features() -> &'static Features {
        const IGNORES: IgnoresMarks = IgnoresMarks {
            unless: Some(("ecn", "linux-v3")),
            warning: "bbr3 answers marks only with the parameter ecn: linux-v3 and with ecn: accurate.",
        };
        // tcp_bbr.c, bbr_main: the window, its reduction and its restart after an idle time are the module's.
        const FEATURES: Features = Features {
            ignores_marks: Some(IGNORES),
            own_control: &["cwnd_validation", "idle_restart", "reduction"],
            ..Features::NONE
        };
        &FEATURES
    }

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
        control::pace_from_window(model, c);
    }

    fn on_increase(&mut self, c: &Connection, ack: &Ack, w: &mut Window, log: &mut Decisions) {
        self.0.on_ack(c, ack, w, log);
    }

    fn on_notice(&mut self, c: &Connection, notice: Notice, w: &mut Window, log: &mut Decisions) {
        let model = &mut *self.0;
        match notice {
            Notice::Lost(lost) => bounds::take_lost(model, c, &lost, w, log),
            Notice::Restart { .. } => probing::restart_from_idle(model, c, w, log),
            Notice::Spurious => bounds::forget_loss(model, c, w, log),
            Notice::Grown => {}
        }
    }

    fn on_loss(&mut self, c: &Connection, w: &mut Window, _log: &mut Decisions) {
        self.0.save_cwnd(c, w.cwnd);
    }

    /// BBR does not treat marks as losses; `take_marks` implements the response of Linux's version
    /// 3.
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
