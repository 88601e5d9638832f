//! Vegas as in Linux: it decides by the shortest RTT of a round, and follows Reno's rules at losses
//! and outside the open state.
//!
//! net/ipv4/tcp_vegas.c, the current one and that of 2.6.22 (the module in ns-2.35), which measures
//! the backlog differently.

use crate::cc::shared::{KernelReno, cut_to, restart, used};
use crate::cc::{Ack, Connection, State, Window};
use crate::math::within;
use crate::trace::Decisions;

use super::waiting::{Decision, Waiting};
use super::{HALF, RESTART, THRESHOLD};

/// The kernel's law.
#[derive(Clone, Copy, Debug)]
pub struct Kernel {
    /// True for the law of 2.6.22.
    old: bool,
    alpha: f64,
    beta: f64,
    gamma: f64,
    growth: KernelReno,
    /// The shortest RTT of all newest acknowledged segments. It excludes the wait of delayed ACKs.
    base_s: f64,
    /// The shortest RTT of this round, and its number of samples.
    shortest_s: f64,
    samples: u32,
    /// The next new segment at the start of this round, and at the start of the previous one.
    next: u64,
    next_before: u64,
    /// The window at the start of this round, before the decision made there. 2.6.22 computes its
    /// steps from it, so its window changes only in every second round.
    window: f64,
    /// The last round had too few samples: the ACK that ended it grows the window as in Reno.
    as_reno: bool,
}

impl Kernel {
    /// The kernel's default thresholds.
    pub const THRESHOLDS: [f64; 3] = [2.0, 4.0, 1.0];

    /// The law with its thresholds.
    pub fn new(old: bool, [alpha, beta, gamma]: [f64; 3]) -> Kernel {
        Kernel {
            old,
            alpha,
            beta,
            gamma,
            growth: KernelReno::default(),
            base_s: f64::INFINITY,
            shortest_s: f64::INFINITY,
            samples: 0,
            next: 0,
            next_before: 0,
            window: 0.0,
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

    /// The backlog of `window` segments; 2.6.22 counts it in half segments.
    fn backlog(&self, window: f64) -> f64 {
        let ratio = self.base_s / self.shortest_s;
        if self.old {
            (2.0 * window - (2.0 * window * ratio).floor()) / 2.0
        } else {
            window * (self.shortest_s - self.base_s) / self.base_s
        }
    }

    /// A round ends.
    pub fn on_round(&mut self, c: &Connection, w: &mut Window, log: &mut Decisions) {
        if !matches!(c.state, State::Open) {
            return;
        }
        let window = w.cwnd;
        if self.samples < 3 {
            self.as_reno = true;
        } else {
            self.decide(w, log);
        }
        (self.next_before, self.next) = (self.next, c.next);
        self.window = window;
        self.restart();
    }

    fn decide(&self, w: &mut Window, log: &mut Decisions) {
        let before = w.cwnd;
        // 2.6.22 uses the segments sent in the previous round. Their ACKs form this round.
        let window = if self.old { (self.next - self.next_before) as f64 } else { before };
        let diff = self.backlog(window);
        let (base_s, rtt_s) = (self.base_s, self.shortest_s);
        let waiting = if self.old { Waiting::Linux2622 } else { Waiting::Linux };
        if before <= w.ssthresh {
            if diff > self.gamma {
                w.cwnd = before.min((window * base_s / rtt_s).floor() + 1.0).max(2.0);
                w.ssthresh = if self.old { 2.0 } else { w.ssthresh.min(w.cwnd) };
                if self.old {
                    // Its slow start then adds one more segment.
                    w.cwnd += 1.0;
                }
                log.say(waiting.rule(Decision::Avoid), &[diff, window, base_s, rtt_s, self.gamma, w.cwnd]);
            }
            return;
        }
        let from = if self.old { self.window } else { before };
        let (decision, threshold, target) = if diff > self.beta {
            (Decision::Down, self.beta, from - 1.0)
        } else if diff < self.alpha {
            (Decision::Up, self.alpha, from + 1.0)
        } else {
            (Decision::Hold, self.beta, from)
        };
        // The window moves by at most one segment towards the target.
        w.cwnd = (before + within(target - before, -1.0, 1.0)).max(2.0);
        if !self.old && diff > self.beta {
            w.ssthresh = w.ssthresh.min(w.cwnd - 1.0).max(2.0);
        }
        log.say(waiting.rule(decision), &[diff, window, base_s, rtt_s, threshold, w.cwnd]);
    }

    fn restart(&mut self) {
        self.shortest_s = f64::INFINITY;
        self.samples = 0;
    }

    /// Recovery ends: the samples taken during it are discarded.
    pub fn on_recovery_exit(&mut self, c: &Connection) {
        self.next = c.next;
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
    fn the_old_law_goes_by_what_was_sent_and_steps_from_where_the_round_began() {
        let mut script = with("linux2622", 20.0, 2.0);
        // This round has no valid backlog yet. It only tells how many segments the next round is
        // about.
        round(&mut script, 0.1, 3);
        script.c.next += 20;
        script.w.cwnd = 20.0;
        round(&mut script, 0.1, 3);
        script.said();
        script.c.next += 20;
        script.w.cwnd = 20.0;
        // 20·(1 − 0.1/0.125) = 4, which is not above 4.
        round(&mut script, 0.125, 20);
        let said = script.said();
        assert_eq!((said[0].0, said[0].1[0], said[0].1[1]), ("vegas.hold-linux2622", 4.0, 20.0));
        assert_eq!(script.w.cwnd, 20.0);
    }

    #[test]
    fn the_old_law_grows_every_second_round() {
        let mut script = with("linux2622", 20.0, 2.0);
        script.c.next += 20;
        round(&mut script, 0.1, 3);
        let windows: Vec<f64> = (0..5)
            .map(|_| {
                script.c.next += 20;
                round(&mut script, 0.1, 3);
                script.w.cwnd
            })
            .collect();
        let steps: Vec<f64> = windows.windows(2).map(|pair| pair[1] - pair[0]).collect();
        assert!(steps == [0.0, 1.0, 0.0, 1.0] || steps == [1.0, 0.0, 1.0, 0.0], "{windows:?}");
    }

    #[test]
    fn slow_start_ends_at_what_the_path_holds() {
        let mut script = with("linux", 20.0, f64::INFINITY);
        round(&mut script, 0.125, 20);
        assert_eq!((script.w.cwnd, script.w.ssthresh), (17.0, 17.0));
        let mut growing = with("linux", 20.0, f64::INFINITY);
        growing.acks(1);
        assert_eq!(growing.w.cwnd, 21.0, "every round grows");
        let mut old = with("linux2622", 20.0, f64::INFINITY);
        round(&mut old, 0.1, 3);
        old.c.next += 20;
        round(&mut old, 0.1, 3);
        old.w.cwnd = 20.0;
        // 20 segments were sent, and the path held 16. The kernel adds one, and one step of slow
        // start.
        round(&mut old, 0.125, 20);
        assert_eq!((old.w.cwnd, old.w.ssthresh), (18.0, 2.0));
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
