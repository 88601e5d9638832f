//! CUBIC as Linux ships it, exact to the segment (net/ipv4/tcp_cubic.c): integer arithmetic, time
//! in ticks of the kernel's clock, and at most 32 updates from the curve per second while the
//! window is constant.

use super::super::shared::linux_avoidance;
use crate::cc::Window;
use crate::math::cbrt;

/// β and C in 1024ths.
const BETA: u64 = 717;
const SCALE: u64 = 410;
/// Fraction of the window that remains after a loss.
pub const KEPT: f64 = BETA as f64 / 1024.0;
/// 2⁴⁰ over C. The cube root of this times the gap is K in 1024ths of a second.
const CUBE_FACTOR: u64 = (1 << 40) / SCALE;
/// ACKs that Reno with this β needs per segment of growth, in eighths of the window.
const RENO_EIGHTHS: u64 = 8 * (1024 + BETA) / 3 / (1024 - BETA);
/// The slowest growth: one segment per this many windows.
const SLOWEST: u64 = 100;
/// Before the first loss: at least one segment per this many acknowledged segments.
const BEFORE_LOSS: u64 = 20;

/// A curve, from its first update on.
#[derive(Clone, Copy, Debug)]
struct Epoch {
    /// Start of the curve, in ticks.
    start: u64,
    /// Time from the start to the plateau, in 1024ths of a second.
    k: u64,
    plateau: u64,
}

/// The last update from the curve.
#[derive(Clone, Copy, Debug)]
struct Look {
    cwnd: u64,
    at: u64,
}

/// Results of an update from the curve, for the decisions to report.
#[derive(Clone, Copy, Debug, Default)]
pub struct Found {
    /// A new curve: K in seconds, plateau, start.
    pub begins: Option<[f64; 3]>,
    /// Reno's window, if it sets the growth.
    pub friendly: Option<f64>,
    /// The window on the curve.
    pub target: f64,
    /// Time since the curve began, in seconds.
    pub elapsed_s: f64,
}

/// The kernel's state.
#[derive(Clone, Copy, Debug)]
pub struct Kernel {
    fast_convergence: bool,
    last_max: u64,
    epoch: Option<Epoch>,
    look: Option<Look>,
    /// Acknowledged segments since the last growth of Reno's window.
    acked: u64,
    /// Reno's window.
    reno: u64,
    /// Smallest RTT in microseconds; 0 before the first.
    delay_min_us: u64,
    /// The window grows by one segment per this many acknowledged segments.
    pace: u64,
    /// Acknowledged segments counted towards the next segment of growth.
    counted: f64,
}

fn icbrt(x: u64) -> u64 {
    cbrt(x as f64) as u64
}

impl Kernel {
    pub fn new(fast_convergence: bool) -> Kernel {
        Kernel {
            fast_convergence,
            last_max: 0,
            epoch: None,
            look: None,
            acked: 0,
            reno: 0,
            delay_min_us: 0,
            pace: 1,
            counted: 0.0,
        }
    }

    /// Processes an RTT sample. Samples in the first second of a curve are ignored.
    pub fn sample(&mut self, rtt_s: f64, now_s: f64, hz: f64) {
        let is_fresh = self.epoch.is_some_and(|epoch| ticks(now_s, hz) < epoch.start + hz as u64);
        let rtt_us = ((rtt_s * 1e6 + 0.5) as u64).max(1);
        if !is_fresh && (self.delay_min_us == 0 || rtt_us < self.delay_min_us) {
            self.delay_min_us = rtt_us;
        }
    }

    /// Processes `acked` acknowledged segments in congestion avoidance.
    pub fn increase(&mut self, now_s: f64, hz: f64, acked: f64, w: &mut Window) -> Found {
        let found = self.update(ticks(now_s, hz), hz as u64, w.cwnd as u64, acked as u64);
        linux_avoidance(&mut self.counted, self.pace as f64, acked, w);
        found
    }

    /// `bictcp_update`.
    fn update(&mut self, now: u64, hz: u64, cwnd: u64, acked: u64) -> Found {
        let mut found = Found::default();
        self.acked += acked;
        let is_soon = |look: Look| look.cwnd == cwnd && now - look.at <= hz / 32;
        if self.look.is_some_and(is_soon) {
            return found;
        }
        let is_now = self.epoch.is_some() && self.look.is_some_and(|look| look.at == now);
        if !is_now {
            self.look = Some(Look { cwnd, at: now });
            self.follow_curve(now, hz, cwnd, acked, &mut found);
        }
        let per_segment = ((cwnd * RENO_EIGHTHS) >> 3).max(1);
        let grown = self.acked.saturating_sub(1) / per_segment;
        self.acked -= grown * per_segment;
        self.reno += grown;
        if self.reno > cwnd {
            let pace = cwnd / (self.reno - cwnd);
            if pace < self.pace {
                self.pace = pace;
                found.friendly = Some(self.reno as f64);
            }
        }
        self.pace = self.pace.max(2);
        found
    }

    fn follow_curve(&mut self, now: u64, hz: u64, cwnd: u64, acked: u64, found: &mut Found) {
        let epoch = *self.epoch.get_or_insert_with(|| {
            self.acked = acked;
            self.reno = cwnd;
            let gap = self.last_max.saturating_sub(cwnd);
            let k = if gap == 0 { 0 } else { icbrt(CUBE_FACTOR * gap) };
            let plateau = cwnd.max(self.last_max);
            found.begins = Some([k as f64 / 1024.0, plateau as f64, cwnd as f64]);
            Epoch { start: now, k, plateau }
        });
        // The smallest RTT in ticks, rounded up: the window follows the curve one RTT ahead.
        let ahead = (self.delay_min_us * hz).div_ceil(1_000_000);
        let t = ((now - epoch.start + ahead) << 10) / hz;
        let away = t.abs_diff(epoch.k);
        // Beyond about 10⁴ s the kernel's product would overflow. No window is that far from its
        // plateau.
        let delta = ((u128::from(SCALE) * u128::from(away).pow(3)) >> 40).min(u128::from(u32::MAX)) as u64;
        let target = if t < epoch.k { epoch.plateau.saturating_sub(delta) } else { epoch.plateau + delta };
        self.pace = if target > cwnd { cwnd / (target - cwnd) } else { SLOWEST * cwnd };
        if self.last_max == 0 {
            self.pace = self.pace.min(BEFORE_LOSS);
        }
        found.target = target as f64;
        found.elapsed_s = (now - epoch.start) as f64 / hz as f64;
    }

    /// Data follows an idle time of `idle_s`: the curve continues where it stopped.
    pub fn rest(&mut self, now_s: f64, idle_s: f64, hz: f64) {
        let now = ticks(now_s, hz);
        if let Some(epoch) = &mut self.epoch {
            epoch.start = (epoch.start + now - ticks(now_s - idle_s, hz)).min(now);
        }
    }

    /// The window that remains of `cwnd` after a loss.
    pub fn lose(&mut self, cwnd: f64) -> f64 {
        let cwnd = cwnd as u64;
        self.epoch = None;
        self.counted = 0.0;
        self.last_max =
            if cwnd < self.last_max && self.fast_convergence { cwnd * (1024 + BETA) / 2048 } else { cwnd };
        (cwnd * BETA / 1024).max(2) as f64
    }

    /// Resets the state to that at the start, after a timeout.
    pub fn clear(&mut self) {
        *self = Kernel::new(self.fast_convergence);
    }
}

fn ticks(now_s: f64, hz: f64) -> u64 {
    // A time that is below a tick by a rounding error counts as that tick.
    (now_s * hz + 1e-6) as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(last_max: u64, delay_min_us: u64) -> Kernel {
        Kernel { last_max, delay_min_us, ..Kernel::new(true) }
    }

    #[test]
    fn the_kernels_constants() {
        assert_eq!((RENO_EIGHTHS, CUBE_FACTOR), (15, 2_681_735_677));
    }

    #[test]
    fn a_loss_keeps_717_of_1024_in_whole_segments() {
        let kept = |cwnd| Kernel::new(true).lose(cwnd);
        assert_eq!([333.0, 233.0, 171.0, 10.0, 2.0].map(kept), [233.0, 163.0, 119.0, 7.0, 2.0]);
    }

    #[test]
    fn a_loss_below_the_last_one_leaves_room() {
        let mut kernel = Kernel::new(true);
        kernel.lose(171.0);
        assert_eq!(kernel.last_max, 171);
        assert_eq!(kernel.lose(160.0), 112.0);
        assert_eq!(kernel.last_max, 136);
    }

    #[test]
    fn k_is_the_cube_root_of_the_gap() {
        for (gap, k) in [(1, 1388), (52, 5185), (100, 6451), (300, 9294)] {
            let ours = icbrt(CUBE_FACTOR * gap);
            // The kernel uses a table and one Newton step for the root, which deviates by less than
            // 0.1 %.
            assert!(1000 * ours.abs_diff(k) < k, "{gap}: {ours}");
        }
    }

    #[test]
    fn the_pace_along_the_curve() {
        let mut kernel = after(171, 101_200);
        let mut seen = Vec::new();
        for quarter_seconds in [0, 2, 4, 8, 16, 24] {
            kernel.look = None;
            let found = kernel.update(quarter_seconds * 250 / 4 + 1000, 250, 119, 0);
            seen.push((found.target as u64, kernel.pace));
        }
        assert_eq!(seen, [(123, 29), (136, 7), (147, 4), (161, 2), (171, 2), (171, 2)]);
    }

    #[test]
    fn before_the_first_loss_the_window_grows_by_a_twentieth() {
        for ms in [0, 100, 1000] {
            let mut kernel = after(0, 101_200);
            kernel.update(1000, 1000, 50, 0);
            kernel.look = None;
            kernel.update(1000 + ms, 1000, 50, 0);
            assert_eq!(kernel.pace, 20, "{ms}");
        }
    }

    #[test]
    fn renos_window_decides_on_a_short_path() {
        let mut kernel = after(20, 10_000);
        let found = kernel.update(1000, 1000, 14, 0);
        assert!(found.begins.is_some());
        let first = kernel.pace;
        let mut last = Found::default();
        for ms in 1..=7 {
            last = kernel.update(1000 + ms * 33, 1000, 14, 43);
        }
        assert_eq!((first, (14 * RENO_EIGHTHS) >> 3), (14, 26));
        assert_eq!((kernel.reno, kernel.pace), (25, 2));
        assert!(last.friendly.is_some() || kernel.pace == 2);
    }

    #[test]
    fn while_the_window_stands_the_curve_is_read_32_times_a_second() {
        let mut kernel = after(171, 101_200);
        kernel.update(1000, 1000, 119, 1);
        let at_first = kernel.look.expect("looked").at;
        kernel.update(1030, 1000, 119, 1);
        assert_eq!(kernel.look.expect("looked").at, at_first, "30 ms are too soon");
        kernel.update(1032, 1000, 119, 1);
        assert_eq!(kernel.look.expect("looked").at, 1032);
        kernel.update(1033, 1000, 120, 1);
        assert_eq!(kernel.look.expect("looked").at, 1033, "the window moved");
    }
}
