//! Vegas as Linux has it: decides on the shortest RTT of a round, and is Reno in every trouble.
//!
//! net/ipv4/tcp_vegas.c, today's and that of 2.6.22 (the module in ns-2.35), which measures the backlog differently.

use crate::cc::shared::{halve, reno_increase, restart, slow_start};
use crate::cc::{Ack, Connection, Round, State, Window};
use crate::trace::Decisions;

use super::{AVOIDANCE, DOWN, HALF, HOLD, RESTART, THRESHOLD, UP};

/// The kernel's law.
#[derive(Clone, Copy, Debug)]
pub struct Kernel {
    /// The law of 2.6.22.
    old: bool,
    alpha: f64,
    beta: f64,
    gamma: f64,
}

impl Kernel {
    /// The kernel's thresholds where the scenario gives none.
    pub const THRESHOLDS: [f64; 3] = [2.0, 4.0, 1.0];

    /// The law with its thresholds.
    pub fn new(old: bool, [alpha, beta, gamma]: [f64; 3]) -> Kernel {
        Kernel { old, alpha, beta, gamma }
    }

    /// Slow start goes on in every round; congestion avoidance decides once per round.
    pub fn on_increase(&self, c: &Connection, ack: &Ack, w: &mut Window, log: &mut Decisions) {
        if !matches!(c.state, State::Open) {
            reno_increase(c, ack, w, log, THRESHOLD);
        } else if w.cwnd <= w.ssthresh {
            slow_start(c, ack, w);
        }
    }

    /// The backlog over `window` segments.
    fn backlog(&self, window: f64, base_s: f64, rtt_s: f64) -> f64 {
        if self.old { window * (1.0 - base_s / rtt_s) } else { window * (rtt_s - base_s) / base_s }
    }

    /// A round ended.
    pub fn on_round(&self, c: &Connection, round: &Round, w: &mut Window, log: &mut Decisions) {
        if !matches!(c.state, State::Open) {
            return;
        }
        if round.samples < 3 {
            // Too little to go by: one step of Reno.
            w.cwnd += if w.cwnd <= w.ssthresh { 1.0 } else { 1.0 / w.cwnd };
            return;
        }
        let (base_s, rtt_s) = (c.min_rtt_s, round.min_rtt_s);
        let before = w.cwnd;
        let window = if self.old { round.acked as f64 } else { before };
        let diff = self.backlog(window, base_s, rtt_s);
        if before <= w.ssthresh {
            if diff > self.gamma {
                w.cwnd = before.min((window * base_s / rtt_s).floor() + 1.0).max(2.0);
                w.ssthresh = if self.old { 2.0 } else { w.ssthresh.min(w.cwnd) };
                log.say(AVOIDANCE, &[diff, before, base_s, rtt_s, self.gamma, w.cwnd]);
            }
            return;
        }
        let (rule, threshold) = if diff > self.beta {
            w.cwnd = (before - 1.0).max(2.0);
            if !self.old {
                w.ssthresh = w.ssthresh.min(w.cwnd - 1.0).max(2.0);
            }
            (DOWN, self.beta)
        } else if diff < self.alpha {
            w.cwnd = before + 1.0;
            (UP, self.alpha)
        } else {
            (HOLD, self.beta)
        };
        log.say(rule, &[diff, before, base_s, rtt_s, threshold, w.cwnd]);
    }

    /// A loss is answered as Reno answers it.
    pub fn on_loss(&self, c: &Connection, w: &mut Window, log: &mut Decisions) {
        let before = halve(c, w);
        log.say(HALF, &[w.ssthresh, before]);
    }

    /// So is a timeout.
    pub fn on_timeout(&self, c: &Connection, repeated: bool, w: &mut Window, log: &mut Decisions) {
        restart(c, repeated, w, log, RESTART);
    }
}

#[cfg(test)]
mod tests {
    use crate::catalogue::Setting;
    use crate::cc::script::Script;

    fn avoiding(variant: &'static str, cwnd: f64) -> Script {
        Script::with("vegas", &[("variant", Setting::Choice(variant))], cwnd, 2.0)
    }

    #[test]
    fn the_backlog_is_over_the_base_rtt() {
        // algorithms.md V3.6: diff 20·(0.125 − 0.1)/0.1 = 5 > 4
        let mut script = avoiding("linux", 20.0);
        script.round(&[0.125; 20]);
        assert_eq!(script.w.cwnd, 19.0);
        let said = script.said();
        assert_eq!(said[0].0, "vegas.down");
        assert!((said[0].1[0] - 5.0).abs() < 1e-9);
        // The old law: 20·(1 − 0.1/0.125) = 4, not above 4.
        let mut old = avoiding("linux2622", 20.0);
        old.round(&[0.125; 20]);
        assert_eq!(old.w.cwnd, 20.0);
    }

    #[test]
    fn slow_start_ends_at_what_the_path_holds() {
        for (variant, ssthresh) in [("linux", 17.0), ("linux2622", 2.0)] {
            let mut script =
                Script::with("vegas", &[("variant", Setting::Choice(variant))], 20.0, f64::INFINITY);
            script.acks(1);
            assert_eq!(script.w.cwnd, 21.0, "{variant} grows in every round");
            script.w.cwnd = 20.0;
            script.round(&[0.125; 20]);
            assert_eq!((script.w.cwnd, script.w.ssthresh), (17.0, ssthresh), "{variant}");
        }
    }

    #[test]
    fn losses_are_renos_and_few_samples_give_renos_step() {
        let mut script = avoiding("linux", 20.0);
        script.round(&[0.125; 2]);
        assert!((script.w.cwnd - 20.05).abs() < 1e-12);
        script.w.cwnd = 20.0;
        script.lose();
        assert_eq!((script.w.cwnd, script.w.ssthresh), (10.0, 10.0));
        script.time_out(false);
        assert_eq!((script.w.cwnd, script.w.ssthresh), (1.0, 5.0));
        let said: Vec<&str> = script.said().iter().map(|(key, _)| *key).collect();
        assert_eq!(said, ["vegas.half", "vegas.restart"]);
    }
}
