//! The window after a loss in the kernels' modules of BIC and CUBIC of 2005, computed in whole
//! 1024ths and whole segments.
//!
//! tcp_bic.c and tcp_cubic.c have `beta = 819` of 1024. This is slightly less than 0.8, so a window
//! of 20 becomes 15 and not 16.

const SCALE: f64 = 1024.0;

/// A fraction in 1024ths.
#[derive(Clone, Copy, Debug)]
pub struct KernelShare(f64);

impl KernelShare {
    /// The fraction that remains when a loss removes the fraction `b`.
    pub fn kept(b: f64) -> KernelShare {
        KernelShare(((1.0 - b) * SCALE).floor())
    }

    /// This fraction of `window`, in segments.
    pub fn of(self, window: f64) -> f64 {
        (window.floor() * self.0 / SCALE).floor()
    }

    /// The middle between this fraction of `window` and `window` itself, in segments: the target of
    /// fast convergence.
    pub fn half_way(self, window: f64) -> f64 {
        (window.floor() * (SCALE + self.0) / (2.0 * SCALE)).floor()
    }

    /// Number of ACKs after which Reno with this reduction would grow by one segment, at a window
    /// of `cwnd`: (2 − b)/(3b) per segment, in whole eighths as in the kernel (`beta_scale` in
    /// tcp_cubic.c).
    pub fn acks_per_reno_segment(self, cwnd: f64) -> f64 {
        let eighths = ((8.0 * (SCALE + self.0) / 3.0).floor() / (SCALE - self.0)).floor();
        (cwnd * eighths / 8.0).floor()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fifth_is_a_little_more_in_1024ths() {
        let share = KernelShare::kept(0.2);
        assert_eq!([10.0, 15.0, 20.0, 21.0].map(|window| share.of(window)), [7.0, 11.0, 15.0, 16.0]);
        assert_eq!([10.0, 20.0, 21.0].map(|window| share.half_way(window)), [8.0, 17.0, 18.0]);
        assert_eq!(KernelShare::kept(0.5).of(13.0), 6.0);
    }

    #[test]
    fn renos_pace_is_in_whole_eighths() {
        // 8·1843/3 = 4914, 4914/205 = 23: 2.875 ACKs per segment of the window. The exact (2 −
        // b)/(3b) is 3.
        assert_eq!(KernelShare::kept(0.2).acks_per_reno_segment(16.0), 46.0);
        assert_eq!(KernelShare::kept(0.2).acks_per_reno_segment(15.0), 43.0);
    }
}
