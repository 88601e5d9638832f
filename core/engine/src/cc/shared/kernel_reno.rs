//! Reno's growth as in kernels, in whole segments. In the 2.6 line, slow start includes the
//! threshold itself, and segments acknowledged during a recovery count. In a current kernel
//! (`growth: linux-count`), neither is the case.

use super::AckCounter;
use super::aimd::{in_kernel_slow_start, reno_increase};
use crate::catalogue::Rule;
use crate::cc::{Ack, Connection, Window};
use crate::choices::AckCounting;
use crate::trace::Decisions;

/// Counters towards the next segment of congestion avoidance.
///
/// Under byte counting (RFC 3465) `acked` counts the segments acknowledged since the last
/// reduction, including those during fast recovery. After a long recovery the window therefore soon
/// grows by one more segment.
#[derive(Clone, Copy, Debug, Default)]
pub struct KernelReno {
    acked: f64,
    counter: AckCounter,
}

impl KernelReno {
    /// Processes any ACK, in any state.
    pub fn on_ack(&mut self, ack: &Ack) {
        self.acked += ack.acked as f64;
    }

    /// Processes an ACK of new data outside fast recovery. Reports `ended` with the ACK that ends
    /// slow start.
    pub fn increase(
        &mut self,
        c: &Connection,
        ack: &Ack,
        w: &mut Window,
        log: &mut Decisions,
        ended: &'static Rule,
    ) {
        if c.growth == AckCounting::LinuxCount {
            reno_increase(c, ack, w, log, ended);
            return;
        }
        if self.slow_start(c, ack, w, log, ended) {
            return;
        }
        let window = w.cwnd.floor();
        match c.growth {
            AckCounting::PerAck => {
                self.counter.count(1.0, window, w);
            }
            _ if self.acked >= window => {
                self.acked -= window;
                w.cwnd += 1.0;
            }
            _ => {}
        }
    }

    /// Processes an ACK in slow start, which restarts the count of bytes (`tcp_slow_start()`,
    /// `bytes_acked = 0`). False in congestion avoidance.
    pub fn slow_start(
        &mut self,
        c: &Connection,
        ack: &Ack,
        w: &mut Window,
        log: &mut Decisions,
        ended: &'static Rule,
    ) -> bool {
        let is_in = in_kernel_slow_start(c, ack, w, log, ended);
        if is_in {
            self.acked = 0.0;
        }
        is_in
    }

    /// Resets the counters at a loss or a timeout.
    pub fn clear(&mut self) {
        *self = KernelReno::default();
    }
}

#[cfg(test)]
mod tests {
    use crate::catalogue::Setting;
    use crate::cc::CongestionControl;
    use crate::cc::script::Script;
    use crate::choices::AckCounting;

    fn sack(growth: AckCounting, cwnd: f64) -> Script {
        let mut script = Script::with("sack", &[("variant", Setting::Choice("linux"))], cwnd, 2.0);
        script.c.growth = growth;
        script
    }

    #[test]
    fn a_window_of_acknowledged_segments_gives_one() {
        let mut script = sack(AckCounting::ByteCounting, 10.0);
        let windows: Vec<f64> = (0..11).map(|_| (script.ack_of(2), script.w.cwnd).1).collect();
        // 10 segments, then 11: each ACK counts two, and the remainder counts for the next segment.
        assert_eq!(windows, [10.0, 10.0, 10.0, 10.0, 11.0, 11.0, 11.0, 11.0, 11.0, 11.0, 12.0]);
    }

    #[test]
    fn a_kernel_of_today_counts_neither_what_a_recovery_acknowledges_nor_the_threshold_twice() {
        let grown = |growth| {
            let mut script = sack(growth, 20.0);
            script.w.ssthresh = 20.0;
            // During recovery an ACK does not grow the window.
            let recovering = script.plain_ack(18);
            script.cc.on_ack(&script.c, &recovering);
            script.ack_of(2);
            script.ack_of(2);
            script.w.cwnd.floor()
        };
        // The 2.6 line adds one segment at the threshold, which clears the count. Linux 6 counts
        // four of twenty.
        assert_eq!(grown(AckCounting::ByteCounting), 21.0);
        assert_eq!(grown(AckCounting::LinuxCount), 20.0);
    }

    #[test]
    fn per_ack_the_ack_after_a_window_of_them_gives_one() {
        let mut script = sack(AckCounting::PerAck, 4.0);
        let windows: Vec<f64> = (0..6).map(|_| (script.ack_of(2), script.w.cwnd).1).collect();
        assert_eq!(windows, [4.0, 4.0, 4.0, 4.0, 5.0, 5.0]);
    }

    #[test]
    fn a_cut_starts_the_count_anew_and_the_threshold_is_slow_start() {
        let mut script = sack(AckCounting::ByteCounting, 11.0);
        script.ack_of(2);
        script.lose();
        assert_eq!((script.w.cwnd, script.w.ssthresh), (5.0, 5.0));
        script.ack_of(2);
        assert_eq!(script.w.cwnd, 6.0, "one more at the threshold, however much is acknowledged");
        script.ack_of(2);
        script.ack_of(2);
        assert_eq!(script.w.cwnd, 6.0);
        script.ack_of(2);
        assert_eq!(script.w.cwnd, 7.0);
    }
}
