//! Vegas as in Linux: it decides by the shortest RTT of a round, and follows Reno's rules at losses
//! and outside the open state.
//!
//! net/ipv4/tcp_vegas.c.

use crate::cc::shared::{KernelReno, cut_to, restart, used};
use crate::cc::{Ack, Connection, State, Window};
use crate::trace::Decisions;

use super::waiting::{Decision, Waiting};
use super::{HALF, RESTART, THRESHOLD};

/// The kernel's law.
#[derive(Clone, Copy, Debug)]
pub struct Kernel {
    alpha: f64,
    beta: f64,
    gamma: f64,
    growth: KernelReno,
    /// The shortest RTT of all newest acknowledged segments. It excludes the wait of delayed ACKs.
    base_s: f64,
    /// The shortest RTT of this round, and its number of samples.
    shortest_s: f64,
    samples: u32,
    /// The last round had too few samples: the ACK that ended it grows the window as in Reno.
    as_reno: bool,
}

impl Kernel {
    /// The law with its thresholds.
    pub fn new([alpha, beta, gamma]: [f64; 3]) -> Kernel {
        Kernel {
            alpha,
            beta,
            gamma,
            growth: KernelReno::default(),
            base_s: f64::INFINITY,
            shortest_s: f64::INFINITY,
            samples: 0,
            as_reno: false,
        }
    }

    /// Processes any ACK.
    pub fn on_ack(&mut self, ack: &Ack) {
        self.growth.on_ack(ack);
        if let Some(rtt_s) = ack.segment_rtt_s {
            self.base_s = self.base_s.min(rtt_s);
            self.shortest_s = self.shortest_s.min(rtt_s);
            self.samples += 1;
        }
    }

    /// Slow start grows in every round; congestion avoidance decides once per round.
    pub fn on_increase(&mut self, c: &Connection, ack: &Ack, w: &mut Window, log: &mut Decisions) {
        if std::mem::take(&mut self.as_reno) || !matches!(c.state, State::Open) {
            self.growth.increase(c, ack, w, log, THRESHOLD);
        } else if w.cwnd <= w.ssthresh {
            self.growth.slow_start(c, ack, w, log, THRESHOLD);
        }
    }

    /// A round ends.
    pub fn on_round(&mut self, c: &Connection, w: &mut Window, log: &mut Decisions) {
        if !matches!(c.state, State::Open) {
            return;
        }
        if self.samples < 3 {
            self.as_reno = true;
        } else {
            self.decide(w, log);
        }
        self.restart();
    }

    fn decide(&self, w: &mut Window, log: &mut Decisions) {
        let before = w.cwnd;
        let (base_s, rtt_s) = (self.base_s, self.shortest_s);
        let diff = before * (rtt_s - base_s) / base_s;
        let mut say = |decision, threshold, after| {
            log.say(Waiting::Linux.rule(decision), &[diff, before, base_s, rtt_s, threshold, after]);
        };
        if before <= w.ssthresh {
            if diff > self.gamma {
                w.cwnd = before.min((before * base_s / rtt_s).floor() + 1.0).max(2.0);
                w.ssthresh = w.ssthresh.min(w.cwnd);
                say(Decision::Avoid, self.gamma, w.cwnd);
            }
            return;
        }
        let (decision, threshold, target) = if diff > self.beta {
            (Decision::Down, self.beta, before - 1.0)
        } else if diff < self.alpha {
            (Decision::Up, self.alpha, before + 1.0)
        } else {
            (Decision::Hold, self.beta, before)
        };
        w.cwnd = target.max(2.0);
        if diff > self.beta {
            w.ssthresh = w.ssthresh.min(w.cwnd - 1.0).max(2.0);
        }
        say(decision, threshold, w.cwnd);
    }

    fn restart(&mut self) {
        self.shortest_s = f64::INFINITY;
        self.samples = 0;
    }

    /// Recovery ends: the samples taken during it are discarded.
    pub fn on_recovery_exit(&mut self) {
        self.restart();
    }

    /// A loss has the same response as in Reno.
    pub fn on_loss(&mut self, c: &Connection, w: &mut Window, log: &mut Decisions) {
        self.growth.clear();
        let before = cut_to(c, (used(c, w) / 2.0).floor(), w);
        log.say(HALF, &[w.ssthresh, before]);
    }

    /// A timeout has the same response as in Reno.
    pub fn on_timeout(&mut self, c: &Connection, repeated: bool, w: &mut Window, log: &mut Decisions) {
        self.growth.clear();
        restart(c, repeated, w, log, RESTART);
    }
}

#[cfg(test)]
mod tests {
    use crate::catalogue::Setting;
    use crate::cc::script::Script;
    use crate::cc::{Ack, CongestionControl};

    fn with(variant: &'static str, cwnd: f64, ssthresh: f64) -> Script {
        let mut script = Script::with("vegas", &[("variant", Setting::Choice(variant))], cwnd, ssthresh);
        // The first round gives the base RTT of 0.1 s and the start of the next round.
        round(&mut script, 0.1, 3);
        script.w.cwnd = cwnd;
        script.w.ssthresh = ssthresh;
        script.c.next = 1000 + cwnd as u64;
        script.said();
        script
    }

    /// A round of `n` equal samples, which acknowledges the segments sent in the previous round.
    fn round(script: &mut Script, rtt_s: f64, n: usize) {
        let ack = Ack {
            acked: 1,
            is_duplicate: false,
            delivered: 1,
            sacked: 0,
            window: crate::cc::Window { cwnd: 100.0, ssthresh: 2.0 },
            duplicates: 0,
            rtt_s: Some(rtt_s + 0.05),
            segment_rtt_s: Some(rtt_s),
            steps: 1.0,
            flight_before: 20,
            rate: None,
            marked: 0,
            ece: false,
        };
        for _ in 0..n {
            script.cc.on_ack(&script.c, &ack);
        }
        script.round(&[]);
    }

    #[test]
    fn the_backlog_is_over_the_base_rtt() {
        // algorithms.md V3.6: diff 20·(0.125 − 0.1)/0.1 = 5 > 4
        let mut script = with("linux", 20.0, 2.0);
        round(&mut script, 0.125, 20);
        assert_eq!(script.w.cwnd, 19.0);
        let said = script.said();
        assert_eq!(said[0].0, "vegas.down-linux");
        assert!((said[0].1[0] - 5.0).abs() < 1e-9);
    }

    #[test]
    fn slow_start_ends_at_what_the_path_holds() {
        let mut script = with("linux", 20.0, f64::INFINITY);
        round(&mut script, 0.125, 20);
        assert_eq!((script.w.cwnd, script.w.ssthresh), (17.0, 17.0));
        let mut growing = with("linux", 20.0, f64::INFINITY);
        growing.acks(1);
        assert_eq!(growing.w.cwnd, 21.0, "every round grows");
    }

    #[test]
    fn losses_are_renos_and_few_samples_give_renos_step() {
        let mut script = with("linux", 4.0, 2.0);
        round(&mut script, 0.125, 2);
        let windows: Vec<f64> = (0..2).map(|_| (script.acks(1), script.w.cwnd).1).collect();
        assert_eq!(windows, [4.0, 4.0], "one counted ACK per round, and none between rounds");
        script.w.cwnd = 20.0;
        script.lose();
        assert_eq!((script.w.cwnd, script.w.ssthresh), (10.0, 10.0));
        script.time_out(false);
        assert_eq!((script.w.cwnd, script.w.ssthresh), (1.0, 5.0));
        let said: Vec<&str> = script.said().iter().map(|(key, _)| *key).collect();
        assert_eq!(said, ["vegas.half", "vegas.restart"]);
    }
}
