//! H-TCP as in the module of Linux 2.6.22 in ns-2.35 (tcp_htcp.c), in its fixed-point arithmetic.
//!
//! The module uses the smoothed RTT during congestion avoidance. Its shortest RTT is therefore
//! measured after slow start. If the queue never empties, this RTT is longer than that of the path,
//! so the decrease is smaller and the mean queue longer.
//!
//! ```text
//! Δ > 1 s           factor = 1 + 10·(Δ−1) + ((Δ−1)/2)²,
//!                   divided by 0.1 s/RTTmin (0.5 to 10), at least 1
//! growth per RTT    2·(1−β)·factor
//! loss              β = RTTmin/RTTmax between 0.5 and 0.8,
//!                   or 0.5 if the throughput has changed by a fifth
//! ```

use ackscope_engine::catalogue::{Param, Spec};
use ackscope_engine::cc::htcp::{self, AVOIDANCE, HIGH_SPEED, LOSS, LOW_PERIOD, TIMEOUT};
use ackscope_engine::cc::shared::{cut_to, in_kernel_slow_start, restart_to, used};
use ackscope_engine::cc::{Ack, CongestionControl, Connection, State, Window};
use ackscope_engine::trace::Decisions;

/// H-TCP with all its variants.
pub const SPEC: Spec = Spec {
    parameters: &[
        Param::choice(
            "variant",
            &["mv06", "draft", "linux", "linux2622"],
            "`mv06` as printed; `draft` keeps between 0.5 and 0.8 of the window, and 0.5 when the throughput changes by a fifth; `linux` also scales the growth with the RTT; `linux2622` is the module in ns-2.35, which uses the smoothed RTT of congestion avoidance.",
            "MV06 eq. (5)",
        ),
        LOW_PERIOD,
    ],
    departures: &[
        "In MV06 the decrease has no bounds: without any queue (rttmax = rttmin) a loss does not change the window. `draft` and `linux` bound it.",
        "`draft` compares the throughput of the last complete round before a loss. `linux` takes the largest smoothed rate since the last loss, as the module does, over rounds of this engine.",
        "`linux` keeps rates and factors as real numbers; its window has whole segments, as the kernel's. `linux2622` has the module's fixed-point numbers and ticks of 1 ms.",
        "low_period does not apply to `linux2622`, whose 1 s is fixed.",
    ],
    ..htcp::SPEC
};

/// Ticks per second.
const HZ: u64 = 1000;
/// 1 and the bounds of β, in 128ths.
const ONE: u64 = 128;
const LOWEST: u64 = 64;
const HIGHEST: u64 = 102;
/// In ticks: the largest increase of RTTmax by one sample, and the RTT up to which β is 0.5 because
/// the clock cannot distinguish shorter RTTs.
const STEP: u64 = 20;
const FINEST: u64 = 10;
/// A slow-start threshold of at least this value counts as not yet set.
const UNSET: f64 = 65_535.0;

/// The module's state. Times are in ticks.
#[derive(Clone, Copy, Debug)]
pub struct Linux2622 {
    /// Growth per RTT, and fraction of the window that remained after the last loss, in 128ths.
    alpha: u64,
    beta: u64,
    /// True if the throughput was steady at the last loss.
    steady: bool,
    /// Segments of the latest ACK outside disorder and recovery, and segments counted towards the
    /// next segment of growth.
    acked: u64,
    counted: u64,
    rtt_min: u64,
    rtt_max: u64,
    /// Time of the last loss or of the end of its recovery.
    lost_at: u64,
    /// Segments per second: the smoothed rate, the largest since the last loss, and the largest
    /// before that loss.
    rate: u64,
    largest: u64,
    largest_before: u64,
    /// Segments counted for the next rate, and the start of this count.
    segments: u64,
    since: u64,
    /// True while the window grows faster than Reno's.
    fast: bool,
}

impl Default for Linux2622 {
    fn default() -> Linux2622 {
        Linux2622 {
            alpha: ONE,
            beta: LOWEST,
            steady: false,
            acked: 1,
            counted: 0,
            rtt_min: 0,
            rtt_max: 0,
            lost_at: 0,
            rate: 0,
            largest: 0,
            largest_before: 0,
            segments: 0,
            since: 0,
            fast: false,
        }
    }
}

fn now(c: &Connection) -> u64 {
    (c.now_s * HZ as f64) as u64
}

impl Linux2622 {
    /// Round trips since the last loss.
    fn rounds(&self, now: u64) -> u64 {
        (now - self.lost_at) / self.rtt_min.max(1)
    }

    fn measure_rtt(&mut self, c: &Connection, w: &Window) {
        let srtt = (c.srtt_s * HZ as f64).round() as u64;
        if self.rtt_min == 0 || srtt < self.rtt_min {
            self.rtt_min = srtt;
        }
        if c.state == State::Open && w.ssthresh < UNSET && self.rounds(now(c)) > 3 {
            self.rtt_max = self.rtt_max.max(self.rtt_min);
            if srtt > self.rtt_max && srtt <= self.rtt_max + STEP {
                self.rtt_max = srtt;
            }
        }
    }

    fn set_alpha(&mut self, c: &Connection, log: &mut Decisions) {
        let elapsed = now(c) - self.lost_at;
        let mut factor = 1;
        if elapsed > HZ {
            let past = elapsed - HZ;
            factor = 1 + (10 * past + (past / 2) * (past / 2) / HZ) / HZ;
            if !self.fast {
                self.fast = true;
                log.say(HIGH_SPEED, &[elapsed as f64 / HZ as f64, 1.0]);
            }
        }
        if self.rtt_min > 0 {
            let scale = (8 * HZ / (10 * self.rtt_min)).clamp(4, 80);
            factor = (8 * factor / scale).max(1);
        }
        self.alpha = (2 * factor * (ONE - self.beta)).max(1);
    }

    fn set_beta(&mut self) {
        let before = std::mem::replace(&mut self.largest_before, self.largest);
        if !(4 * before..=6 * before).contains(&(5 * self.largest)) {
            self.beta = LOWEST;
            self.steady = false;
        } else if self.steady && self.rtt_min > FINEST && self.rtt_max > 0 {
            self.beta = (self.rtt_min * ONE / self.rtt_max).clamp(LOWEST, HIGHEST);
        } else {
            self.beta = LOWEST;
            self.steady = true;
        }
    }

    /// Updates the state at a loss; returns the new threshold.
    fn back_off(&mut self, c: &Connection, w: &Window, log: &mut Decisions) -> f64 {
        self.set_beta();
        self.set_alpha(c, log);
        if self.rtt_min > 0 && self.rtt_max > self.rtt_min {
            // RTTmax decays towards RTTmin.
            self.rtt_max = self.rtt_min + (self.rtt_max - self.rtt_min) * 95 / 100;
        }
        self.lost_at = now(c);
        self.fast = false;
        self.counted = 0;
        (used(c, w) * self.beta as f64 / ONE as f64).floor()
    }
}

impl CongestionControl for Linux2622 {
    fn start(&mut self, c: &Connection, _w: &mut Window) {
        self.lost_at = now(c);
    }

    /// Measures the throughput over windows without recovery.
    fn on_ack(&mut self, c: &Connection, ack: &Ack) {
        if ack.acked == 0 {
            return;
        }
        let now = now(c);
        if c.state == State::Open {
            self.acked = ack.acked;
        }
        if !matches!(c.state, State::Open | State::Disorder) {
            (self.segments, self.since) = (0, now);
            return;
        }
        self.segments += ack.acked;
        let growth = (self.alpha / ONE).max(1);
        let waited = now - self.since;
        let window = ack.flight_before.max(growth) - growth;
        if self.segments < window || self.rtt_min == 0 || waited < self.rtt_min {
            return;
        }
        let rate = self.segments * HZ / waited;
        if self.rounds(now) <= 3 {
            (self.rate, self.largest) = (rate, rate);
        } else {
            self.rate = (3 * self.rate + rate) / 4;
            self.largest = self.largest.max(self.rate);
        }
        (self.segments, self.since) = (0, now);
    }

    fn on_increase(&mut self, c: &Connection, ack: &Ack, w: &mut Window, log: &mut Decisions) {
        if in_kernel_slow_start(c, ack, w, log, AVOIDANCE) {
            return;
        }
        self.measure_rtt(c, w);
        if (self.counted * self.alpha / ONE) as f64 >= w.cwnd {
            w.cwnd += 1.0;
            self.counted = 0;
            self.set_alpha(c, log);
        } else {
            self.counted += self.acked;
        }
        self.acked = 1;
    }

    fn on_loss(&mut self, c: &Connection, w: &mut Window, log: &mut Decisions) {
        let rtts = [self.rtt_min, self.rtt_max].map(|rtt| rtt as f64 / HZ as f64);
        let target = self.back_off(c, w, log);
        let before = cut_to(c, target, w);
        log.say(LOSS, &[w.cwnd, before, rtts[0], rtts[1], self.beta as f64 / ONE as f64]);
    }

    fn on_recovery_exit(&mut self, c: &Connection, _w: &mut Window, _log: &mut Decisions) {
        self.lost_at = now(c);
    }

    fn on_timeout(&mut self, c: &Connection, repeated: bool, w: &mut Window, log: &mut Decisions) {
        let threshold = self.back_off(c, w, log);
        restart_to(c, threshold, repeated, w, log, TIMEOUT);
    }
}

#[cfg(test)]
mod tests {
    use crate::played::{play, said};
    use ackscope_engine::cc::script::Script;

    fn avoiding(cwnd: f64, rtt_s: f64) -> Script {
        let mut script = play("htcp", "linux2622", cwnd, 2.0);
        script.rtt(rtt_s);
        script
    }

    /// Runs a round of ACKs for each of these RTTs. The window is unchanged afterwards.
    fn live(script: &mut Script, rtts_s: &[f64]) {
        for &rtt_s in rtts_s {
            script.rtt(rtt_s);
            script.wait(rtt_s);
            let cwnd = script.w.cwnd;
            script.acks(cwnd as u64);
            script.w.cwnd = cwnd;
        }
    }

    #[test]
    fn the_cut_goes_by_the_smoothed_rtt_of_congestion_avoidance() {
        let mut script = avoiding(100.0, 0.12);
        // The path's RTT of 0.1 s occurred only in slow start.
        assert_eq!(script.c.min_rtt_s, 0.1);
        live(&mut script, &[0.12; 10]);
        script.lose();
        assert_eq!(script.w.cwnd, 50.0, "the first loss halves");
        for _ in 0..2 {
            script.recover();
            script.w.cwnd = 100.0;
            live(&mut script, &[0.12, 0.12, 0.12, 0.12, 0.12, 0.138, 0.15, 0.16, 0.16, 0.16]);
            said(&mut script);
            script.lose();
        }
        // 128·120/160 = 96 of 128
        assert_eq!(
            said(&mut script).last().map(|said| (said.1[2], said.1[3], said.1[4])),
            Some((0.12, 0.16, 0.75))
        );
        assert_eq!(script.w.cwnd, 75.0);
    }

    #[test]
    fn growth_is_counted_in_whole_numbers() {
        // RTTmin is 150 ms: the scale is ⌊8000/1500⌋ = 5, the factor ⌊8/5⌋ = 1. With β = 1/2 the
        // growth is Reno's.
        let mut script = avoiding(10.0, 0.15);
        script.acks(10);
        assert_eq!(script.w.cwnd, 10.0);
        script.acks(1);
        assert_eq!(script.w.cwnd, 11.0);
        // Two seconds after the start, the factor is 1 + (10·1000 + 500·500/1000)/1000 = 11, and
        // the growth ⌊88/5⌋ = 17 segments per RTT.
        script.wait(2.0);
        script.acks(12);
        assert_eq!(script.w.cwnd, 12.0);
        script.acks(2);
        assert_eq!(script.w.cwnd, 13.0, "one ACK gives 17 twelfths of a segment");
    }

    #[test]
    fn the_square_of_the_time_since_the_loss_counts() {
        let mut script = avoiding(1000.0, 0.15);
        script.wait(5.0);
        script.acks(1001);
        assert_eq!(script.w.cwnd, 1001.0, "until here growth is that of the beginning");
        // Five seconds: 1 + (10·4000 + 2000·2000/1000)/1000 = 45, ⌊360/5⌋ = 72 segments per RTT;
        // 14·72 ≥ 1001 > 13·72.
        script.acks(14);
        assert_eq!(script.w.cwnd, 1001.0);
        script.acks(1);
        assert_eq!(script.w.cwnd, 1002.0);
    }

    #[test]
    fn a_change_of_throughput_halves_the_window() {
        let mut script = avoiding(100.0, 0.12);
        for cwnd in [100.0, 100.0, 130.0] {
            script.w.cwnd = cwnd;
            live(&mut script, &[0.12, 0.12, 0.12, 0.12, 0.12, 0.13, 0.13, 0.13, 0.13, 0.13]);
            script.lose();
            script.recover();
        }
        let cuts: Vec<f64> =
            said(&mut script).iter().filter(|said| said.0 == "htcp.loss").map(|said| said.1[4]).collect();
        assert_eq!(cuts, [0.5, 0.5, 0.5]);
    }
}
