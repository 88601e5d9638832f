//! BBR v1: models the path by its bandwidth and its shortest RTT, and sends at that bandwidth
//! whatever the losses.
//!
//! Cardwell et al. 2016; Linux, net/ipv4/tcp_bbr.c. bw is the largest delivery rate of the last ten
//! rounds, minrtt the shortest RTT of the last ten seconds, and BDP = bw·minrtt. The sender paces.
//! A sample that the source limits counts only if it is at least bw.
//!
//! ```text
//! pacing rate       gain·bw·0.99
//! cwnd              min(cwnd + acked, cwnd_gain·BDP + extra + budget), at least 4
//! extra             what ACKs acknowledge at once beyond bw, in the last 5 to 10 rounds
//! budget            room for three bursts of the sender, rounded up to an even sum;
//!                   two more in the first phase of ProbeBW
//! Startup           gain 2.885, until bw has grown by less than a quarter in three rounds
//! Drain             gain 1/2.885, until at most BDP + budget is in flight
//! ProbeBW           gains 1.25, 0.75, 1, 1, 1, 1, 1, 1, each for about minrtt; cwnd_gain 2
//! ProbeRTT          every 10 s without a new minrtt: cwnd 4 for 200 ms and a round
//! loss              one round of packet conservation, then as above; after the recovery the
//!                   window is restored
//! timeout           cwnd ← inflight + 1, then grows back
//! policer           two intervals in a row with a fifth lost and the same rate: bw ← that rate,
//!                   gain 1, for 48 rounds
//! pause             pace at bw, no ProbeRTT with the first ACK
//! ```
//!
//! The other files: `control` has the pacing rate and the window, `aggregation` the extra window,
//! `long_term` the policer's rate.

mod aggregation;
mod control;
mod decisions;
mod long_term;
mod parameters;
mod running_max;

use aggregation::Aggregation;
pub use decisions::RULES;
use decisions::{CRUISE, FULL, IDLE_RESTART, NEXT_PHASE, PROBE_RTT, TIMEOUT};
use long_term::{LongTerm, News};
use parameters::PARAMETERS;
use running_max::RunningMax;

use super::{
    Ack, CongestionControl, Connection, Features, IgnoresMarks, Needs, Notice, RecoverySupport, State, Window,
};
use crate::catalogue::{Params, Spec};
use crate::choices::Recovery;
use crate::estimator::delivery_rate;
use crate::rng::Stream;
use crate::trace::Decisions;

/// BBR uses SACK recovery unless the flow chooses another.
pub const RECOVERY: RecoverySupport = RecoverySupport::Default(Recovery::Sack);

/// Phases of ProbeBW: one paces above the estimated bandwidth, one equally far below it, the others
/// at it.
const PHASES: usize = 8;
const MIN_CWND: f64 = 4.0;
/// Name of the random stream that selects the first phase of ProbeBW.
const PHASE_STREAM: &str = "bbr phase";
const FULL_GROWTH: f64 = 1.25;
const FULL_ROUNDS: u32 = 3;

/// What this algorithm declares.
pub const SPEC: Spec = Spec {
    id: "bbr",
    name: "BBR (version 1)",
    summary: "Sends at the bandwidth that it measures, whatever the losses. One BDP is in flight. A kernel paces bursts; without gso this one does not.",
    source: "Cardwell et al. 2016; Linux, net/ipv4/tcp_bbr.c",
    parameters: PARAMETERS,
    departures: &[
        "Segments are paced one by one. A kernel with segmentation offload paces bursts of two or more segments. The window leaves the same room for bursts as in a kernel.",
        "A kernel does not pace the first ten segments, and a segment that leaves late shortens the next gap. So it is with tcp: linux6 only.",
    ],
    rules: &RULES,
};

/// The phase of the state machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mode {
    Startup,
    Drain,
    ProbeBw,
    ProbeRtt,
}

/// BBR's state.
#[derive(Clone, Debug)]
pub struct Algorithm {
    startup_gain: f64,
    probe_gain: f64,
    cwnd_gain: f64,
    /// Fraction of the pacing rate that remains after `pacing_margin`.
    margin: f64,
    bandwidth_rounds: u64,
    min_rtt_window_s: f64,
    probe_rtt_s: f64,
    mode: Mode,
    bandwidth: RunningMax,
    min_rtt_s: f64,
    min_rtt_at_s: f64,
    /// Number of rounds. A round ends with a sample whose `prior_delivered` reaches `round_end`.
    rounds: u64,
    round_end: u64,
    /// Segments delivered, according to the latest sample.
    delivered: u64,
    full_bandwidth: f64,
    full_rounds: u32,
    is_full: bool,
    phase: usize,
    phase_since_s: f64,
    pacing_gain: f64,
    pacing_rate: f64,
    rate_from_rtt: bool,
    /// The window before a recovery, a timeout or ProbeRTT.
    prior_cwnd: f64,
    conserving: bool,
    was: State,
    lost_seen: u64,
    /// In ProbeRTT: the earliest time at which it may end, and whether a round has passed.
    probe_done_s: Option<f64>,
    probe_round_done: bool,
    /// Range of delivered segments during ProbeRTT. A sample whose segment was sent in this range
    /// is limited by ProbeRTT and not by the path.
    limited: (u64, u64),
    /// The source has data again after a pause, and no ACK has come since.
    idle_restart: bool,
    restarts_from_idle: bool,
    uses_departure: bool,
    aggregation: Option<Aggregation>,
    long_term: Option<LongTerm>,
    initial_window: f64,
    random: Stream,
}

impl Algorithm {
    /// BBR with checked parameters.
    pub fn new(params: &Params) -> Algorithm {
        let startup_gain = params.number("startup_gain");
        Algorithm {
            startup_gain,
            probe_gain: params.number("probe_gain"),
            cwnd_gain: params.number("cwnd_gain"),
            margin: 1.0 - params.number("pacing_margin"),
            bandwidth_rounds: params.number("bandwidth_rounds") as u64,
            min_rtt_window_s: params.number("min_rtt_window"),
            probe_rtt_s: params.number("probe_rtt_duration"),
            mode: Mode::Startup,
            bandwidth: RunningMax::default(),
            min_rtt_s: f64::INFINITY,
            min_rtt_at_s: 0.0,
            rounds: 0,
            round_end: 0,
            delivered: 0,
            full_bandwidth: 0.0,
            full_rounds: 0,
            is_full: false,
            phase: 0,
            phase_since_s: 0.0,
            pacing_gain: startup_gain,
            pacing_rate: 0.0,
            rate_from_rtt: false,
            prior_cwnd: 0.0,
            conserving: false,
            was: State::Open,
            lost_seen: 0,
            probe_done_s: None,
            probe_round_done: false,
            limited: (0, 0),
            idle_restart: false,
            restarts_from_idle: params.flag("idle_restart"),
            uses_departure: params.flag("departure_time"),
            aggregation: params.flag("aggregation").then(Aggregation::default),
            long_term: params.flag("long_term_rate").then(LongTerm::default),
            initial_window: 1.0,
            random: Stream::new(0, PHASE_STREAM),
        }
    }

    /// The bandwidth to pace at: the largest delivery rate, or a policer's rate.
    fn bw(&self) -> f64 {
        let policed = self.long_term.as_ref().and_then(LongTerm::rate);
        policed.unwrap_or_else(|| self.bandwidth.value())
    }

    /// The pacing gain of the current phase of ProbeBW. BBR does not probe against a policer.
    fn phase_gain(&self) -> f64 {
        if self.long_term.as_ref().is_some_and(|long| long.rate().is_some()) {
            return 1.0;
        }
        match self.phase {
            0 => self.probe_gain,
            1 => 2.0 - self.probe_gain,
            _ => 1.0,
        }
    }

    /// BBR's model with `inflight` segments in flight: the values that most of its rules report.
    fn model(&self, inflight: f64) -> [f64; 4] {
        [self.bandwidth.value(), self.min_rtt_s, inflight, self.pacing_gain]
    }

    /// 1. Updates rounds and bandwidth; returns true if a round starts.
    fn take_rate(&mut self, c: &Connection, ack: &Ack, lost: u64, cwnd: f64, log: &mut Decisions) -> bool {
        let Some(sample) = ack.rate else { return false };
        self.delivered = sample.delivered;
        let starts = sample.prior_delivered >= self.round_end;
        if starts {
            self.round_end = sample.delivered;
            self.rounds += 1;
            self.conserving = false;
        }
        let limited = self.is_limited(ack);
        self.sample_long_term(c, lost, limited, starts, log);
        if !limited || sample.rate >= self.bandwidth.value() {
            self.bandwidth.push(self.rounds, sample.rate, self.bandwidth_rounds);
        }
        let rates = (self.bw(), cwnd);
        if let Some(extra) = self.aggregation.as_mut().filter(|_| ack.delivered > 0) {
            extra.take(c.now_s, ack.delivered as f64, rates, starts, log);
        }
        starts
    }

    /// Looks for a policer. If its rate is over, the cycle begins anew.
    fn sample_long_term(
        &mut self,
        c: &Connection,
        lost: u64,
        is_app_limited: bool,
        round_starts: bool,
        log: &mut Decisions,
    ) {
        let news = News { lost, is_app_limited, round_starts, probes: self.mode == Mode::ProbeBw };
        if self.long_term.as_mut().is_some_and(|long| long.take(c, news, log)) {
            self.probe_bandwidth(c);
        }
    }

    fn is_limited(&self, ack: &Ack) -> bool {
        ack.rate.is_some_and(|sample| {
            let (from, to) = self.limited;
            sample.is_app_limited || (to > 0 && (from..=to).contains(&sample.prior_delivered))
        })
    }

    /// 2. Moves to the next phase of ProbeBW if the current one is over.
    fn advance_phase(&mut self, c: &Connection, ack: &Ack, lost: u64, log: &mut Decisions) {
        if self.mode != Mode::ProbeBw {
            return;
        }
        let full_length = c.now_s - self.phase_since_s > self.min_rtt_s;
        let inflight = ack.rate.map_or(c.pipe, |sample| sample.prior_flight) as f64;
        let inflight = self.in_network_at_departure(inflight, c);
        let gain = self.phase_gain();
        let over = if gain > 1.0 {
            full_length && (lost > 0 || inflight >= self.inflight(gain, c))
        } else if gain < 1.0 {
            full_length || inflight <= self.inflight(1.0, c)
        } else {
            full_length
        };
        if over {
            self.phase = (self.phase + 1) % PHASES;
            self.phase_since_s = c.now_s;
            self.pacing_gain = self.phase_gain();
            log.say(NEXT_PHASE, &self.model(inflight));
        }
    }

    /// 3. Checks whether the pipe is full.
    fn check_full(&mut self, ack: &Ack, round_starts: bool, log: &mut Decisions) {
        if self.is_full || !round_starts || self.is_limited(ack) {
            return;
        }
        let bandwidth = self.bandwidth.value();
        if bandwidth >= FULL_GROWTH * self.full_bandwidth {
            self.full_bandwidth = bandwidth;
            self.full_rounds = 0;
            return;
        }
        self.full_rounds += 1;
        self.is_full = self.full_rounds >= FULL_ROUNDS;
        if self.is_full {
            log.say(FULL, &[bandwidth, self.full_bandwidth, f64::from(self.full_rounds)]);
        }
    }

    /// 4. Transitions from Startup to Drain and from Drain to ProbeBW.
    fn check_drained(&mut self, c: &Connection, log: &mut Decisions) {
        if self.mode == Mode::Startup && self.is_full {
            self.mode = Mode::Drain;
        }
        let inflight = self.in_network_at_departure(c.pipe as f64, c);
        let most = self.inflight(1.0, c);
        if self.mode == Mode::Drain && inflight <= most {
            self.probe_bandwidth(c);
            let [bandwidth, min_rtt_s, inflight, gain] = self.model(inflight);
            log.say(CRUISE, &[bandwidth, min_rtt_s, inflight, gain, most]);
        }
    }

    /// Enters ProbeBW in a random phase other than the draining one, so that flows do not probe in
    /// step.
    fn probe_bandwidth(&mut self, c: &Connection) {
        let draw = self.random.below(7) as usize;
        self.mode = Mode::ProbeBw;
        self.phase = (8 - draw) % PHASES;
        self.phase_since_s = c.now_s;
        self.pacing_gain = self.phase_gain();
    }

    /// 5. Updates the shortest RTT; starts and ends ProbeRTT.
    fn update_min_rtt(
        &mut self,
        c: &Connection,
        ack: &Ack,
        round_starts: bool,
        w: &mut Window,
        log: &mut Decisions,
    ) {
        let expired = c.now_s > self.min_rtt_at_s + self.min_rtt_window_s;
        // This is the RTT of the newest acknowledged segment, so it does not include the wait of a
        // delayed ACK (tcp_clean_rtx_queue, ca_rtt_us).
        if let Some(rtt_s) = ack.segment_rtt_s {
            // An equal RTT does not renew the minimum. Even a flow that is alone on an
            // otherwise idle path therefore enters ProbeRTT every ten seconds.
            if rtt_s < self.min_rtt_s || expired {
                self.min_rtt_s = rtt_s;
                self.min_rtt_at_s = c.now_s;
            }
        }
        let inflight = c.pipe as f64;
        if expired && self.mode != Mode::ProbeRtt && !self.idle_restart {
            self.mode = Mode::ProbeRtt;
            self.remember(w.cwnd);
            self.probe_done_s = None;
            self.pacing_gain = 1.0;
            self.limited.0 = self.delivered;
            log.say(PROBE_RTT, &self.model(inflight));
        }
        if ack.delivered > 0 {
            self.idle_restart = false;
        }
        if self.mode != Mode::ProbeRtt {
            return;
        }
        self.limited.1 = self.delivered + c.pipe;
        match self.probe_done_s {
            None if inflight <= MIN_CWND => {
                self.probe_done_s = Some(c.now_s + self.probe_rtt_s);
                self.probe_round_done = false;
                self.round_end = self.delivered;
            }
            None => {}
            Some(done_s) => {
                self.probe_round_done |= round_starts;
                if self.probe_round_done && c.now_s > done_s {
                    self.leave_probe_rtt(c, w, log);
                }
            }
        }
    }

    fn leave_probe_rtt(&mut self, c: &Connection, w: &mut Window, log: &mut Decisions) {
        self.min_rtt_at_s = c.now_s;
        self.restore(w, log);
        if self.is_full {
            self.probe_bandwidth(c);
        } else {
            self.mode = Mode::Startup;
        }
    }

    /// The source has data again after a pause (`bbr_cwnd_event`).
    fn restart_from_idle(&mut self, c: &Connection, idle_s: f64, w: &mut Window, log: &mut Decisions) {
        if let Some(extra) = &mut self.aggregation {
            extra.restart(c.now_s);
        }
        if !self.restarts_from_idle {
            return;
        }
        self.idle_restart = true;
        match self.mode {
            Mode::ProbeBw => {
                self.set_pacing(c, 1.0);
                log.say(IDLE_RESTART, &[self.bw(), self.min_rtt_s, idle_s]);
            }
            Mode::ProbeRtt if self.probe_done_s.is_some_and(|done_s| c.now_s > done_s) => {
                self.leave_probe_rtt(c, w, log);
            }
            _ => {}
        }
    }
}

impl CongestionControl for Algorithm {
    fn features() -> &'static Features {
        const IGNORES: IgnoresMarks = IgnoresMarks {
            unless: None,
            warning: "BBR v1 does not answer marks; packets that are marked instead of dropped cost it nothing.",
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
            owns_cwnd: true,
            silences: true,
            ..Needs::default()
        }
    }

    fn start(&mut self, c: &Connection, w: &mut Window) {
        self.initial_window = w.cwnd;
        self.random = Stream::new(c.random_seed, PHASE_STREAM);
        self.min_rtt_at_s = c.now_s;
        self.lost_seen = c.lost;
        if let Some(long) = &mut self.long_term {
            long.reset(c);
        }
        if let Some(extra) = &mut self.aggregation {
            extra.restart(c.now_s);
        }
        if let Some(rtt_s) = c.last_rtt_s {
            self.min_rtt_s = rtt_s;
        }
        self.pace_from_window(c);
    }

    fn on_increase(&mut self, c: &Connection, ack: &Ack, w: &mut Window, log: &mut Decisions) {
        let lost = c.lost.saturating_sub(self.lost_seen);
        self.lost_seen = c.lost;
        let round_starts = self.take_rate(c, ack, lost, w.cwnd, log);
        self.advance_phase(c, ack, lost, log);
        self.check_full(ack, round_starts, log);
        self.check_drained(c, log);
        self.update_min_rtt(c, ack, round_starts, w, log);
        // 6. Gains.
        self.pacing_gain = match self.mode {
            Mode::Startup => self.startup_gain,
            Mode::Drain => 1.0 / self.startup_gain,
            Mode::ProbeBw => self.phase_gain(),
            Mode::ProbeRtt => 1.0,
        };
        self.set_pacing(c, self.pacing_gain);
        self.set_window(c, ack, lost, w, log);
    }

    fn on_loss(&mut self, _c: &Connection, w: &mut Window, _log: &mut Decisions) {
        self.remember(w.cwnd);
    }

    /// Version 1 does not respond to marks (tcp_bbr.c has no ECN).
    fn on_mark(&mut self, _c: &Connection, _ack: &Ack, _w: &mut Window, _log: &mut Decisions) -> bool {
        false
    }

    /// The loss or the timeout was spurious (`bbr_undo_cwnd`). `follow_recovery` restores the window.
    fn on_notice(&mut self, c: &Connection, notice: Notice, w: &mut Window, log: &mut Decisions) {
        match notice {
            Notice::Restart { idle_s } => self.restart_from_idle(c, idle_s, w, log),
            Notice::Spurious => {
                (self.full_bandwidth, self.full_rounds) = (0.0, 0);
                if let Some(long) = &mut self.long_term {
                    long.reset(c);
                }
            }
            Notice::Lost(_) | Notice::Grown => {}
        }
    }

    /// What is left in the network stays there, and one segment more may go (`tcp_enter_loss`). A
    /// timeout counts as a round with a loss (`bbr_set_state`).
    fn on_timeout(&mut self, c: &Connection, repeated: bool, w: &mut Window, log: &mut Decisions) {
        let before = w.cwnd;
        if !repeated {
            self.remember(before);
        }
        self.full_bandwidth = 0.0;
        self.was = State::Loss;
        self.sample_long_term(c, 1, false, true, log);
        w.cwnd = c.pipe as f64 + 1.0;
        log.say(TIMEOUT, &[w.cwnd, before]);
    }

    fn pacing_rate(&self) -> Option<f64> {
        (self.pacing_rate > 0.0).then_some(self.pacing_rate)
    }

    fn estimate(&self, _now_s: f64) -> Option<(&'static str, f64)> {
        Some((delivery_rate::SPEC.id, self.bandwidth.value()))
    }
}

#[cfg(test)]
mod tests;
