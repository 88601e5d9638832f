//! Reno's growth as Linux counts it (`growth: linux-count`; tcp_slow_start, tcp_cong_avoid_ai): whole
//! segments, and no delivered segment is lost to the count.

use crate::cc::Window;
use crate::math::whole_part;

/// Below ssthresh the window grows by what was delivered, up to ssthresh; gives what is left of
/// it.
pub fn linux_slow_start(delivered: f64, w: &mut Window) -> f64 {
    let before = whole_part(w.cwnd);
    w.cwnd = (before + delivered).min(w.ssthresh.max(before));
    before + delivered - w.cwnd
}

/// One segment for each `per_segment` delivered ones; `count` is what is counted so far.
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

/// The same with a window per segment. What is counted is kept in the fraction of cwnd: nothing
/// that is sent depends on it.
pub fn linux_reno(delivered: f64, w: &mut Window) {
    let whole = whole_part(w.cwnd);
    // The product is whole but for rounding.
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
        // The fraction of a window of 10⁵ is still exact to the segment.
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
