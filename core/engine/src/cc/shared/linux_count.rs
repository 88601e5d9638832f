//! Reno's growth as in Linux (`growth: linux-count`; tcp_slow_start, tcp_cong_avoid_ai): in whole
//! segments, and every delivered segment counts.

use crate::cc::Window;
use crate::math::whole_part;

/// Grows the window by the delivered segments, but not beyond ssthresh; returns the delivered
/// segments that remain.
pub fn linux_slow_start(delivered: f64, w: &mut Window) -> f64 {
    let before = whole_part(w.cwnd);
    w.cwnd = (before + delivered).min(w.ssthresh.max(before));
    before + delivered - w.cwnd
}

/// Adds one segment per `per_segment` delivered segments; `count` is the number counted so far.
pub fn linux_avoidance(count: &mut f64, per_segment: f64, delivered: f64, w: &mut Window) {
    if *count >= per_segment {
        *count = 0.0;
        w.cwnd += 1.0;
    }
    *count += delivered;
    if *count >= per_segment {
        let whole = whole_part(*count / per_segment);
        *count -= whole * per_segment;
        w.cwnd += whole;
    }
}

/// The same with the window as `per_segment`. The count is stored in the fractional part of cwnd,
/// which does not affect sending.
pub fn linux_reno(delivered: f64, w: &mut Window) {
    let whole = whole_part(w.cwnd);
    // The product is an integer except for rounding errors.
    let mut count = whole_part((w.cwnd - whole) * whole + 0.5);
    w.cwnd = whole;
    linux_avoidance(&mut count, whole, delivered, w);
    w.cwnd += count.min(w.cwnd - 1.0) / w.cwnd;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slow_start_ends_at_the_threshold_and_what_is_left_counts_on() {
        let mut w = Window { cwnd: 18.0, ssthresh: 20.0 };
        assert_eq!(linux_slow_start(5.0, &mut w), 3.0);
        assert_eq!(w.cwnd, 20.0);
    }

    #[test]
    fn a_window_of_delivered_segments_gives_one() {
        let mut w = Window { cwnd: 10.0, ssthresh: 2.0 };
        let seen: Vec<(f64, f64)> = (0..6)
            .map(|_| {
                linux_reno(2.0, &mut w);
                let whole = w.cwnd.floor();
                (whole, ((w.cwnd - whole) * whole).round())
            })
            .collect();
        assert_eq!(seen, [(10.0, 2.0), (10.0, 4.0), (10.0, 6.0), (10.0, 8.0), (11.0, 0.0), (11.0, 2.0)]);
    }

    #[test]
    fn a_count_above_a_smaller_window_gives_one_and_starts_anew() {
        let mut w = Window { cwnd: 7.0, ssthresh: 2.0 };
        let mut count = 9.0;
        linux_avoidance(&mut count, 7.0, 1.0, &mut w);
        assert_eq!((w.cwnd, count), (8.0, 1.0));
    }

    #[test]
    fn every_window_keeps_its_count() {
        // At a window of 10⁵ the fractional part still holds the exact count.
        for cwnd in [2.0, 3.0, 83.0, 168.0, 100_000.0] {
            let mut w = Window { cwnd, ssthresh: 2.0 };
            for _ in 0..cwnd as u64 - 1 {
                linux_reno(1.0, &mut w);
                assert_eq!(w.cwnd.floor(), cwnd);
            }
            linux_reno(1.0, &mut w);
            assert_eq!(w.cwnd, cwnd + 1.0);
        }
    }
}
