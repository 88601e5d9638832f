//! Vegas as in the module of Linux 2.6.22 in ns-2.35 (tcp_vegas.c).
//!
//! It decides by the shortest RTT of a round and follows Reno's rules at losses and outside the open
//! state, as the current module. But it counts the backlog of the segments that were sent in the
//! previous round, and its window moves in every second round.

use super::linux2622;
use ackscope_engine::catalogue::Params;
use ackscope_engine::cc::shared::{KernelReno, cut_to, restart, used};
use ackscope_engine::cc::vegas::{Decision, HALF, KERNEL_DEFAULTS, RESTART, THRESHOLD, thresholds};
use ackscope_engine::cc::{Ack, CongestionControl, Connection, Needs, Round, State, Window};
use ackscope_engine::math::within;
use ackscope_engine::trace::Decisions;

/// The module's state.
#[derive(Clone, Copy, Debug)]
pub struct Linux2622 {
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
    /// The window at the start of this round, before the decision made there. Steps are computed from
    /// it, so the window changes only in every second round.
    window: f64,
    /// The last round had too few samples: the ACK that ended it grows the window as in Reno.
    as_reno: bool,
}

impl Linux2622 {
    /// The module with checked parameters.
    pub fn new(params: &Params) -> Linux2622 {
        let [alpha, beta, gamma] = thresholds(params, KERNEL_DEFAULTS);
        Linux2622 {
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

    fn decide(&self, w: &mut Window, log: &mut Decisions) {
        let before = w.cwnd;
        // The segments sent in the previous round: their ACKs form this round.
        let sent = (self.next - self.next_before) as f64;
        let (base_s, rtt_s) = (self.base_s, self.shortest_s);
        // In half segments.
        let diff = (2.0 * sent - (2.0 * sent * (base_s / rtt_s)).floor()) / 2.0;
        let mut say = |decision, threshold, after| {
            log.say_own(linux2622(decision), &[diff, sent, base_s, rtt_s, threshold, after]);
        };
        if before <= w.ssthresh {
            if diff > self.gamma {
                // Slow start then adds one more segment.
                w.cwnd = before.min((sent * base_s / rtt_s).floor() + 1.0).max(2.0) + 1.0;
                w.ssthresh = 2.0;
                say(Decision::Avoid, self.gamma, w.cwnd);
            }
            return;
        }
        let (decision, threshold, target) = if diff > self.beta {
            (Decision::Down, self.beta, self.window - 1.0)
        } else if diff < self.alpha {
            (Decision::Up, self.alpha, self.window + 1.0)
        } else {
            (Decision::Hold, self.beta, self.window)
        };
        // The window moves by at most one segment towards the target.
        w.cwnd = (before + within(target - before, -1.0, 1.0)).max(2.0);
        say(decision, threshold, w.cwnd);
    }

    fn restart(&mut self) {
        self.shortest_s = f64::INFINITY;
        self.samples = 0;
    }
}

impl CongestionControl for Linux2622 {
    fn needs(&self) -> Needs {
        Needs { segment_log: true, ..Needs::default() }
    }

    fn on_ack(&mut self, _c: &Connection, ack: &Ack) {
        self.growth.on_ack(ack);
        if let Some(rtt_s) = ack.segment_rtt_s {
            self.base_s = self.base_s.min(rtt_s);
            self.shortest_s = self.shortest_s.min(rtt_s);
            self.samples += 1;
        }
    }

    /// Slow start grows in every round; congestion avoidance decides once per round.
    fn on_increase(&mut self, c: &Connection, ack: &Ack, w: &mut Window, log: &mut Decisions) {
        if std::mem::take(&mut self.as_reno) || !matches!(c.state, State::Open) {
            self.growth.increase(c, ack, w, log, THRESHOLD);
        } else if w.cwnd <= w.ssthresh {
            self.growth.slow_start(c, ack, w, log, THRESHOLD);
        }
    }

    fn on_round(&mut self, c: &Connection, _round: &Round, w: &mut Window, log: &mut Decisions) {
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

    /// A loss has the same response as in Reno.
    fn on_loss(&mut self, c: &Connection, w: &mut Window, log: &mut Decisions) {
        self.growth.clear();
        let before = cut_to(c, (used(c, w) / 2.0).floor(), w);
        log.say(HALF, &[w.ssthresh, before]);
    }

    /// Recovery ends: the samples taken during it are discarded.
    fn on_recovery_exit(&mut self, c: &Connection, _w: &mut Window, _log: &mut Decisions) {
        self.next = c.next;
        self.restart();
    }

    /// A timeout has the same response as in Reno.
    fn on_timeout(&mut self, c: &Connection, repeated: bool, w: &mut Window, log: &mut Decisions) {
        self.growth.clear();
        restart(c, repeated, w, log, RESTART);
    }
}

#[cfg(test)]
mod tests {
    use crate::played::{play, said};
    use ackscope_engine::cc::script::Script;
    use ackscope_engine::cc::{Ack, CongestionControl};

    fn with(cwnd: f64, ssthresh: f64) -> Script {
        let mut script = play("vegas", "linux2622", cwnd, ssthresh);
        // The first round gives the base RTT of 0.1 s and the start of the next round.
        round(&mut script, 0.1, 3);
        script.w.cwnd = cwnd;
        script.w.ssthresh = ssthresh;
        script.c.next = 1000 + cwnd as u64;
        said(&mut script);
        script
    }

    /// A round of `n` equal samples, which acknowledges the segments sent in the previous round.
    fn round(script: &mut Script, rtt_s: f64, n: usize) {
        let ack = Ack { rtt_s: Some(rtt_s + 0.05), segment_rtt_s: Some(rtt_s), ..script.plain_ack(1) };
        for _ in 0..n {
            script.cc.on_ack(&script.c, &ack);
        }
        script.round(&[]);
    }

    #[test]
    fn it_goes_by_what_was_sent_and_steps_from_where_the_round_began() {
        let mut script = with(20.0, 2.0);
        // This round has no valid backlog yet. It only tells how many segments the next round is
        // about.
        round(&mut script, 0.1, 3);
        script.c.next += 20;
        script.w.cwnd = 20.0;
        round(&mut script, 0.1, 3);
        said(&mut script);
        script.c.next += 20;
        script.w.cwnd = 20.0;
        // 20·(1 − 0.1/0.125) = 4, which is not above 4.
        round(&mut script, 0.125, 20);
        let said = said(&mut script);
        assert_eq!((said[0].0, said[0].1[0], said[0].1[1]), ("vegas.hold-linux2622", 4.0, 20.0));
        assert_eq!(script.w.cwnd, 20.0);
    }

    #[test]
    fn it_grows_every_second_round() {
        let mut script = with(20.0, 2.0);
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
        let mut old = with(20.0, f64::INFINITY);
        round(&mut old, 0.1, 3);
        old.c.next += 20;
        round(&mut old, 0.1, 3);
        old.w.cwnd = 20.0;
        // 20 segments were sent, and the path held 16. The kernel adds one, and one step of slow
        // start.
        round(&mut old, 0.125, 20);
        assert_eq!((old.w.cwnd, old.w.ssthresh), (18.0, 2.0));
    }
}
