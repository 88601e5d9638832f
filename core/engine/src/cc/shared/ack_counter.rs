//! Window growth as in kernels of the 2.6 line: one whole segment after a number of ACKs. Also the
//! average number of segments per ACK.

use crate::cc::Window;

/// Counts ACKs towards the next whole segment.
#[derive(Clone, Copy, Debug, Default)]
pub struct AckCounter(f64);

impl AckCounter {
    /// Counts `acks`. If `per_segment` were already counted before, the window grows by one segment
    /// instead, and the count restarts.
    pub fn count(&mut self, acks: f64, per_segment: f64, w: &mut Window) -> bool {
        if self.0 >= per_segment {
            w.cwnd += 1.0;
            self.0 = 0.0;
            return true;
        }
        self.0 += acks;
        false
    }

    /// Adds `step`. When the count reaches the window, the window grows by one segment; the
    /// remainder is kept.
    pub fn add(&mut self, step: f64, w: &mut Window) {
        self.0 += step;
        if self.0 >= w.cwnd.floor() {
            self.0 -= w.cwnd.floor();
            w.cwnd += 1.0;
        }
    }

    /// Starts from zero.
    pub fn clear(&mut self) {
        self.0 = 0.0;
    }
}

/// Average number of segments per ACK, as in the kernels' modules of BIC and CUBIC of 2005
/// (`delayed_ack` in tcp_bic.c): in whole sixteenths, starting at 2.
///
/// A sample changes the average by the sample minus the integer part of the average. Below 2,
/// samples of one segment therefore no longer change it. Without delayed ACKs the average stays at
/// 31/16, and the window grows almost twice as fast as the formula says.
#[derive(Clone, Copy, Debug)]
pub struct AckRatio(u64);

impl Default for AckRatio {
    fn default() -> AckRatio {
        AckRatio(2 * AckRatio::ONE)
    }
}

impl AckRatio {
    /// One segment per ACK.
    const ONE: u64 = 16;

    /// Processes an ACK of new data for `acked` segments, in the open state.
    pub fn sample(&mut self, acked: u64) {
        self.0 = self.0 + acked - self.0 / AckRatio::ONE;
    }

    /// Number of ACKs for `segments` segments, rounded down, at least 1.
    pub fn acks(self, segments: f64) -> f64 {
        (segments * AckRatio::ONE as f64 / self.0 as f64).floor().max(1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_average_cannot_fall_below_31_sixteenths() {
        let mut ratio = AckRatio::default();
        assert_eq!(ratio.acks(1000.0), 500.0);
        for _ in 0..1000 {
            ratio.sample(1);
        }
        // 32 − ⌊32/16⌋ + 1 = 31. From there ⌊31/16⌋ = 1, so the average no longer changes.
        assert_eq!(ratio.0, 31);
        assert_eq!(ratio.acks(1000.0), 516.0, "⌊16000/31⌋");
        ratio.sample(2);
        assert_eq!(ratio.0, 32);
        assert_eq!(ratio.acks(0.0), 1.0);
    }

    #[test]
    fn the_average_follows_what_acks_cover() {
        let mut ratio = AckRatio::default();
        (0..200).for_each(|_| ratio.sample(4));
        // The average stops when its integer part equals the sample.
        assert_eq!(ratio.0, 64);
    }

    #[test]
    fn one_segment_for_the_ack_after_the_last_counted() {
        let mut w = Window { cwnd: 3.0, ssthresh: 2.0 };
        let mut counter = AckCounter::default();
        let grown: Vec<bool> = (0..8).map(|_| counter.count(1.0, 3.0, &mut w)).collect();
        assert_eq!(grown, [false, false, false, true, false, false, false, true]);
        assert_eq!(w.cwnd, 5.0);
    }
}
