//! CUBIC as in the module of Linux 2.6.22 in ns-2.35 (tcp_cubic.c), in its integer arithmetic.
//!
//! ```text
//! t                 time since the curve began plus the shortest RTT, in 1024ths of a second
//! target            Wmax ± C·|t − K|³, rounded towards Wmax
//! ACKs per segment  cwnd/(target − cwnd),  100·cwnd at or above the target
//!                   past the plateau at most 16 segments per 0.1 s;  50 before the first loss
//!                   at most cwnd/(Reno's window − cwnd);  then divided by the segments per ACK
//! ```
//! They are computed again when the window has changed, otherwise at most every HZ/32 ticks.

use ackscope_engine::catalogue::{Param, Params, Rule, Spec};
use ackscope_engine::cc::cubic::{
    self, AVOIDANCE, B, C, EPOCH, FAST_CONVERGENCE, LOSS, MARK, S_MAX_PER_S, TIMEOUT,
};
use ackscope_engine::cc::shared::{
    AckCounter, AckRatio, KernelShare, cut_to, in_kernel_slow_start, restart_to, used,
};
use ackscope_engine::cc::{Ack, CongestionControl, Connection, MarkResponse, Needs, State, Window};
use ackscope_engine::math::cbrt;
use ackscope_engine::trace::Decisions;

/// CUBIC of 2005 with all its variants.
pub const SPEC: Spec = Spec {
    parameters: &[
        Param::choice(
            "variant",
            &["mv06", "no_tcp", "direct", "linux2622"],
            "`mv06` approaches the curve ACK by ACK; `no_tcp` does the same without Reno's window as a lower bound; `direct` sets the window to the curve (the literal eq. (6)); `linux2622` uses whole segments, as Linux 2.6.22 does (the module in ns-2.35).",
            "MV06 eq. (6), (7)",
        ),
        C,
        B,
        FAST_CONVERGENCE,
        S_MAX_PER_S,
    ],
    departures: &[
        "MV06's K = ∛(b·Wmax/C) holds without fast convergence. With it, K follows from the actual gap, so that the curve starts at the window.",
        "The RTT in W(t + RTT) is the smoothed one.",
        "`linux2622` has the module's whole numbers and ticks of 1 ms, its bound of 16 segments per 0.1 s beyond the plateau, its estimate of Reno, which counts ACKs, and its interval of 1/32 s between updates. Its average of segments per ACK cannot fall below 31/16. K is the exact cube root; the module's table differs from it by up to 0.15 %.",
        "s_max_per_s does not apply to `linux2622`, whose bound is fixed.",
    ],
    ..cubic::SPEC
};

/// Ticks per second. ns-2 gives the module its own clock.
const HZ: u64 = 1000;
/// Minimum time between two updates from the curve while the window is constant, in ticks.
const PACE: u64 = HZ / 32;
/// Maximum number of segments per 0.1 s past the plateau.
const FASTEST: u64 = 16;
/// ACKs per segment before the first loss.
const BEFORE_A_LOSS: u64 = 50;
/// The slowest growth: one segment per this many windows of ACKs.
const SLOWEST: u64 = 100;

/// A curve, from its first update on.
#[derive(Clone, Copy, Debug)]
struct Epoch {
    /// Start of the curve, in ticks.
    start: u64,
    /// Time from the start to the plateau, in 1024ths of a second.
    k: u64,
    plateau: u64,
}

/// The module's state. Times are in ticks.
#[derive(Clone, Copy, Debug)]
pub struct Linux2622 {
    /// The fraction of the window that a loss removes.
    b: f64,
    /// C in 1024ths, and the fraction of the window that remains after a loss.
    scale: u64,
    kept: KernelShare,
    fast_convergence: bool,
    counter: AckCounter,
    ratio: AckRatio,
    /// The window before the last loss, lowered by fast convergence; 0 before the first.
    last_max: u64,
    /// True if there was a loss since the start or the last timeout.
    lost: bool,
    epoch: Option<Epoch>,
    /// The window and the time of the last update from the curve; `pace` is the resulting number of
    /// ACKs per segment.
    look: (u64, u64),
    pace: u64,
    /// `acks` counts ACKs towards the next segment of Reno's window `reno`.
    acks: u64,
    reno: u64,
    /// The shortest RTT in eighths of a tick; 0 before the first.
    delay_min: u64,
}

/// A new curve, with the values of [`EPOCH`]: K in seconds, plateau, start, C.
type Begun = [f64; 4];

fn ticks(now_s: f64) -> u64 {
    (now_s * HZ as f64) as u64
}

impl Linux2622 {
    /// The module with checked parameters.
    pub fn new(params: &Params) -> Linux2622 {
        let scale = ((params.number("c") * 1024.0).round() as u64).max(1);
        Linux2622::at_start(scale, params.number("b"), params.flag("fast_convergence"))
    }

    fn at_start(scale: u64, b: f64, fast_convergence: bool) -> Linux2622 {
        Linux2622 {
            b,
            scale,
            kept: KernelShare::kept(b),
            fast_convergence,
            counter: AckCounter::default(),
            ratio: AckRatio::default(),
            last_max: 0,
            lost: false,
            epoch: None,
            look: (0, 0),
            pace: 0,
            acks: 0,
            reno: 0,
            delay_min: 0,
        }
    }

    /// Updates the shortest RTT. Samples in the first second of a curve are ignored.
    fn measure_delay(&mut self, c: &Connection) {
        let start = self.epoch.map_or(0, |epoch| epoch.start);
        let now = ticks(c.now_s);
        if let Some(rtt_s) = c.last_rtt_s
            && now >= start + HZ
        {
            // The echoed time is rounded to the nearest tick, and the current time is rounded
            // down.
            let sent = ((c.now_s - rtt_s) * HZ as f64).round() as u64;
            let delay = (now.saturating_sub(sent) << 3).max(1);
            if self.delay_min == 0 || delay < self.delay_min {
                self.delay_min = delay;
            }
        }
    }

    /// `bictcp_update`.
    fn update(&mut self, now: u64, cwnd: u64) -> Option<Begun> {
        self.acks += 1;
        if self.look.0 == cwnd && now - self.look.1 <= PACE {
            return None;
        }
        self.look = (cwnd, now);
        let is_new = self.epoch.is_none();
        let epoch = self.epoch.unwrap_or_else(|| self.begin(now, cwnd));
        self.epoch = Some(epoch);
        let mut pace = self.pace_of_curve(&epoch, now, cwnd);
        let per_segment = self.kept.acks_per_reno_segment(cwnd as f64) as u64;
        // This terminates, because every step subtracts at least 1.
        while self.acks > per_segment.max(1) {
            self.acks -= per_segment.max(1);
            self.reno += 1;
        }
        if self.reno > cwnd {
            pace = pace.min(cwnd / (self.reno - cwnd));
        }
        self.pace = self.ratio.acks(pace as f64) as u64;
        is_new.then(|| {
            let scale = self.scale as f64 / 1024.0;
            [epoch.k as f64 / 1024.0, epoch.plateau as f64, cwnd as f64, scale]
        })
    }

    /// Starts a curve at `cwnd`.
    fn begin(&mut self, now: u64, cwnd: u64) -> Epoch {
        (self.acks, self.reno) = (1, cwnd);
        let gap = self.last_max.saturating_sub(cwnd);
        // The module uses a table and one Newton step for the root, which deviates by up to 0.15 %.
        let k = cbrt(((1_u64 << 40) / self.scale * gap) as f64) as u64;
        Epoch { start: now, k, plateau: cwnd.max(self.last_max) }
    }

    /// ACKs per segment if each ACK covered one segment, without the comparison with Reno's window.
    fn pace_of_curve(&self, epoch: &Epoch, now: u64, cwnd: u64) -> u64 {
        let t = ((now + (self.delay_min >> 3) - epoch.start) << 10) / HZ;
        // Beyond about 300 s the module's product overflows. No window is that far from its
        // plateau.
        let delta = (u128::from(self.scale) * u128::from(t.abs_diff(epoch.k)).pow(3)) >> 40;
        let delta = u64::try_from(delta).unwrap_or(u64::MAX);
        let is_past = t >= epoch.k;
        let target =
            if is_past { epoch.plateau.saturating_add(delta) } else { epoch.plateau.saturating_sub(delta) };
        let mut pace = if target > cwnd { cwnd / (target - cwnd) } else { SLOWEST * cwnd };
        if self.delay_min > 0 && is_past {
            pace = pace.max(cwnd * HZ * 8 / (10 * FASTEST * self.delay_min));
        }
        if self.lost { pace } else { BEFORE_A_LOSS }
    }

    /// The window that remains of `cwnd` after a loss, or after a mark that removes the fraction
    /// `b`.
    fn lose(&mut self, cwnd: f64, b: f64) -> f64 {
        let kept = KernelShare::kept(b);
        self.epoch = None;
        self.counter.clear();
        self.lost = true;
        self.last_max = if self.fast_convergence && (cwnd as u64) < self.last_max {
            kept.half_way(cwnd) as u64
        } else {
            cwnd as u64
        };
        kept.of(cwnd)
    }

    /// Cuts the window by the fraction `b`, after a loss or a mark.
    fn cut(&mut self, b: f64, c: &Connection, w: &mut Window, log: &mut Decisions, rule: &'static Rule) {
        let window = used(c, w);
        let left = self.lose(window, b);
        let before = cut_to(c, left, w);
        log.say(rule, &[w.cwnd, before, left / window]);
    }
}

impl CongestionControl for Linux2622 {
    fn needs(&self) -> Needs {
        Needs { marks: MarkResponse::BacksOff(0.85), ..Needs::default() }
    }

    /// Updates the segments per ACK and the shortest RTT.
    fn on_ack(&mut self, c: &Connection, ack: &Ack) {
        if ack.acked > 0 && c.state == State::Open {
            self.ratio.sample(ack.acked);
            self.measure_delay(c);
        }
    }

    fn on_increase(&mut self, c: &Connection, ack: &Ack, w: &mut Window, log: &mut Decisions) {
        if in_kernel_slow_start(c, ack, w, log, AVOIDANCE) {
            return;
        }
        let begun = self.update(ticks(c.now_s), w.cwnd as u64);
        self.counter.count(1.0, self.pace as f64, w);
        if let Some(begun) = begun {
            log.say(EPOCH, &begun);
        }
    }

    fn on_loss(&mut self, c: &Connection, w: &mut Window, log: &mut Decisions) {
        self.cut(self.b, c, w, log, LOSS);
    }

    fn on_mark(&mut self, c: &Connection, _ack: &Ack, w: &mut Window, log: &mut Decisions) -> bool {
        self.cut(c.beta_ecn.map_or(self.b, |kept| 1.0 - kept), c, w, log, MARK);
        true
    }

    /// The state is that at the start.
    fn on_timeout(&mut self, c: &Connection, repeated: bool, w: &mut Window, log: &mut Decisions) {
        let left = self.lose(used(c, w), self.b);
        *self = Linux2622::at_start(self.scale, self.b, self.fast_convergence);
        restart_to(c, left, repeated, w, log, TIMEOUT);
    }
}

#[cfg(test)]
mod tests {
    use crate::played::{play, said};
    use ackscope_engine::cc::script::Script;

    fn after_loss(window: f64) -> Script {
        let mut script = play("cubic", "linux2622", window, 2.0);
        script.lose();
        script
    }

    #[test]
    fn a_loss_keeps_819_of_1024_and_the_curve_starts_with_the_next_ack() {
        let mut script = after_loss(18.0);
        assert_eq!((script.w.cwnd, script.w.ssthresh), (14.0, 14.0));
        said(&mut script);
        // One step of slow start at the threshold, then the curve begins.
        script.acks(2);
        let said = said(&mut script);
        let epoch = said.iter().find(|said| said.0 == "cubic.epoch").expect("a curve");
        // ∛(2⁴⁰/410 · 3) = 2003 1024ths of a second
        assert_eq!(epoch.1[..4], [2003.0 / 1024.0, 18.0, 15.0, 410.0 / 1024.0]);
    }

    #[test]
    fn near_the_plateau_nothing_is_added_and_past_it_whole_segments() {
        let mut script = after_loss(18.0);
        script.acks(2);
        script.w.cwnd = 18.0;
        script.wait(2.1);
        script.acks(30);
        assert_eq!(script.w.cwnd, 18.0);
        script.wait(4.0);
        script.acks(60);
        assert!(script.w.cwnd > 18.0 && script.w.cwnd.fract() == 0.0, "{}", script.w.cwnd);
    }

    #[test]
    fn a_window_below_the_last_maximum_leaves_that_maximum_as_it_is() {
        // The curve that begins above Wmax is flat there. Wmax itself is kept for the next loss.
        let mut script = after_loss(18.0);
        script.w.cwnd = 20.0;
        script.acks(1);
        script.w.cwnd = 19.0;
        script.lose();
        said(&mut script);
        script.acks(2);
        let said = said(&mut script);
        let epoch = said.iter().find(|said| said.0 == "cubic.epoch").expect("a curve");
        assert_eq!(epoch.1[1], 19.0, "not lowered: 19 is above 18");
    }

    #[test]
    fn a_timeout_forgets_the_maximum() {
        let mut script = after_loss(100.0);
        script.time_out(false);
        script.w.cwnd = 90.0;
        said(&mut script);
        script.acks(1);
        let said = said(&mut script);
        assert_eq!((said[0].0, said[0].1[0], said[0].1[1]), ("cubic.epoch", 0.0, 90.0));
    }
}
