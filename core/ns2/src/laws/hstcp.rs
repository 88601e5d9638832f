//! HighSpeed TCP as in ns-2.35: its own response function, and the module of Linux 2.6.22 (tcp_highspeed.c).

use ackscope_engine::catalogue::{Param, Params, Spec};
use ackscope_engine::cc::hstcp::{
    self, AVOIDANCE, Algorithm, HIGH_DECREASE, HIGH_P, HIGH_WINDOW, LOSS, LOW_WINDOW, TABLE, TIMEOUT,
};
use ackscope_engine::cc::shared::{AckCounter, cut_by, in_kernel_slow_start, restart_to, used};
use ackscope_engine::cc::{Ack, CongestionControl, Connection, Window};
use ackscope_engine::trace::Decisions;

/// HighSpeed TCP with all its variants.
pub const SPEC: Spec = Spec {
    parameters: &[
        Param::choice(
            "variant",
            &["mv06", "rfc3649", "ns2", "linux", "linux2622"],
            "Loss rate p(w) that gives the increase: `mv06` 0.078/w^1.2; `rfc3649` a line in log-log through its two anchors; `ns2` the same from 1.5/38²; `linux` the table of RFC 3649 appendix B; `linux2622` the same table as the kernel's module uses it: a loss cuts by the row of the last increase, and by half before the first increase.",
            "MV06 eq. (4)",
        ),
        LOW_WINDOW,
        HIGH_WINDOW,
        HIGH_DECREASE,
        HIGH_P,
    ],
    departures: &[
        "MV06 eq. (4) gives the growth per RTT; its rule (1) adds a to the window per ACK, which must read a(w)/w.",
        "p(w) = 0.078/w^1.2 is used as printed: just above 38 segments it gives a = 0.955, slightly less than Reno's 1.",
        "In congestion avoidance `linux` counts ACKs and ignores `growth`, and its window grows by whole segments, as the module in Linux 2.6.",
        "During recovery, kernel 2.6.22 reduces the window over one RTT to less than ssthresh, and slow start raises it again. This engine goes to ssthresh at once, unless `recovery_variant: ns2_linux` is set. With it, goodput is within half a per cent of ns-2.35. Without it, goodput at 200 Mbit/s is 1 % higher.",
    ],
    ..hstcp::SPEC
};

/// The law whose loss rate begins with 1.5/w² at the low window.
pub fn of_ns2(params: &Params) -> Algorithm {
    let low = params.number("low_window");
    Algorithm::new(params).through(1.5 / (low * low), params)
}

/// The module's state.
#[derive(Clone, Copy, Debug, Default)]
pub struct Linux2622 {
    counter: AckCounter,
    /// The row of the last increase, which sets the decrease.
    row: usize,
}

impl Linux2622 {
    /// The window that remains after a loss: whole segments are subtracted.
    fn kept(&self, window: f64) -> f64 {
        window - (window * (TABLE[self.row].1 / 256.0)).floor()
    }
}

impl CongestionControl for Linux2622 {
    fn on_increase(&mut self, c: &Connection, ack: &Ack, w: &mut Window, log: &mut Decisions) {
        if in_kernel_slow_start(c, ack, w, log, AVOIDANCE) {
            return;
        }
        self.row = Algorithm::row(w.cwnd.floor());
        self.counter.add(self.row as f64 + 1.0, w);
    }

    fn on_loss(&mut self, c: &Connection, w: &mut Window, log: &mut Decisions) {
        let window = used(c, w);
        self.counter.clear();
        cut_by(c, self.kept(window) / window, w, log, LOSS);
    }

    fn on_timeout(&mut self, c: &Connection, repeated: bool, w: &mut Window, log: &mut Decisions) {
        self.counter.clear();
        restart_to(c, self.kept(used(c, w)), repeated, w, log, TIMEOUT);
    }
}

#[cfg(test)]
mod tests {
    use crate::played::play;

    #[test]
    fn the_response_function_of_ns2() {
        // algorithms.md V9.3: a(1000) = 8.03368
        let mut script = play("hstcp", "ns2", 1000.0, 2.0);
        script.acks(1);
        assert!((script.w.cwnd - (1000.0 + 8.033_68 / 1000.0)).abs() < 1e-7, "{}", script.w.cwnd);
    }

    #[test]
    fn a_loss_cuts_by_the_row_of_the_last_increase() {
        let mut script = play("hstcp", "linux2622", 1000.0, 2.0);
        script.lose();
        assert_eq!(script.w.cwnd, 500.0, "before the first increase by half");
        script.w.cwnd = 1000.0;
        script.acks(1);
        script.w.cwnd = 500.0;
        script.lose();
        // The row of 1000 segments: 500·83/256 = 162.1 in whole segments.
        assert_eq!(script.w.cwnd, 500.0 - 162.0);
    }
}
