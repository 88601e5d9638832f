//! Rapid Start (`slow_start: rapid-start`; draft-kazuho-ccwg-rapid-start-02): a first window of up to twice the size is
//! spread over a round trip, then the window triples per round trip while no queue builds up. In the first recovery it
//! follows what arrives and what is lost.

use super::options::RapidStartSetup;
use crate::cc::Window;
use crate::math::{larger, smaller, within};

/// By how much the smallest RTT of a round may be above that of the connection (§3.2).
const RISE_S: f64 = 0.004;
const RISE: f64 = 1.1;

/// What the first recovery remembers and counts.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Recovery {
    /// The window and the segments in the network before it.
    before: f64,
    flight: f64,
    /// The part of the window that the algorithm keeps after a loss or a mark, at least half: one that sets its
    /// threshold to what it has measured arrive would reduce it twice.
    beta: f64,
    /// Segments that have arrived, and of the connection those that were lost before.
    arrived: f64,
    lost_before: f64,
    /// One past the last segment sent before it.
    end: u64,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Phase {
    Growing,
    Recovering(Recovery),
    Over,
}

/// The state of Rapid Start: its phase, and what its round shows.
#[derive(Clone, Copy, Debug)]
pub struct RapidStart {
    setup: RapidStartSetup,
    phase: Phase,
    /// The smallest RTT of the round, and the segment whose ACK ends the round.
    floor_s: f64,
    round_end: u64,
    /// Round trips multiply the window by this.
    factor: f64,
    /// The window and the lost segments after the previous ACK.
    window: f64,
    lost: f64,
}

/// An ACK, after loss detection and before the window grows with it.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    pub rtt_s: Option<f64>,
    /// The smallest RTT of the connection.
    pub least_rtt_s: f64,
    pub una: u64,
    pub next: u64,
    pub acked: f64,
    /// Segments newly acknowledged or SACKed, resent ones too.
    pub delivered: f64,
    /// Found lost since the connection began.
    pub lost: f64,
    /// Segments in the network after the ACK.
    pub pipe: f64,
    pub may_grow: bool,
    /// A loss or a mark has reduced the window since the connection began.
    pub is_congested: bool,
}

/// What an ACK changes in the start.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Turn {
    /// From now on each round trip multiplies the window by `factor`.
    Factor { floor_s: f64, limit_s: f64, factor: f64 },
    /// The first recovery begins: the window becomes `part` of what it was.
    Silence { before: f64, beta: f64, part: f64 },
    /// It is over: the rules of the algorithm hold.
    Settled { before: f64, arrived: f64, lost: f64 },
}

/// The highest smallest RTT of a round that shows no queue.
fn limit_s(least_rtt_s: f64) -> f64 {
    smaller(least_rtt_s + RISE_S, RISE * least_rtt_s)
}

/// The factors of silence and loss, and of what arrives (§3.3.1).
fn factors(drain: f64, beta: f64) -> (f64, f64) {
    let arrival = drain * (1.0 - beta);
    (beta + arrival, arrival)
}

impl Recovery {
    /// The window once `lost` segments in all are lost (§3.3). Retransmissions that arrive are not counted.
    fn window(&self, drain: f64, lost: f64) -> (f64, f64) {
        let (loss, arrival) = factors(drain, self.beta);
        let arrived = smaller(self.arrived, larger(self.flight - lost, 0.0));
        let window = self.before * loss - arrival * arrived - loss * lost;
        (larger(larger(window, self.before * self.beta / 3.0), 2.0), arrived)
    }
}

impl RapidStart {
    pub fn new(setup: RapidStartSetup) -> RapidStart {
        RapidStart {
            setup,
            phase: Phase::Growing,
            floor_s: f64::INFINITY,
            round_end: 0,
            factor: 3.0,
            window: 0.0,
            lost: 0.0,
        }
    }

    /// The connection opens; the algorithm's initial window is `initial` segments. Returns the first window.
    pub fn begin(&mut self, initial: f64) -> f64 {
        self.window = (self.setup.initial_windows * initial).floor();
        self.window
    }

    /// A timeout or another algorithm ends it.
    pub fn stop(&mut self) {
        self.phase = Phase::Over;
    }

    /// Handles an ACK. Returns what it changes, and whether the algorithm grows the window with it.
    pub fn on_ack(&mut self, ack: &Progress, w: &mut Window) -> (Option<Turn>, bool) {
        let turn = match self.phase {
            Phase::Over => return (None, true),
            Phase::Growing if ack.is_congested => Some(self.fall_silent(ack, w)),
            Phase::Growing if w.cwnd >= w.ssthresh => {
                self.stop();
                return (None, true);
            }
            Phase::Growing => self.grow(ack, w),
            // An undo has restored the windows: there was no congestion.
            Phase::Recovering(recovery) if w.cwnd >= recovery.before => {
                self.stop();
                return (None, true);
            }
            Phase::Recovering(recovery) => self.follow(recovery, ack, w),
        };
        (self.window, self.lost) = (w.cwnd, ack.lost);
        (turn, false)
    }

    fn grow(&mut self, ack: &Progress, w: &mut Window) -> Option<Turn> {
        if ack.una >= self.round_end {
            (self.floor_s, self.round_end) = (f64::INFINITY, ack.next);
        }
        let Some(rtt_s) = ack.rtt_s else {
            return self.take(ack, w);
        };
        self.floor_s = smaller(self.floor_s, rtt_s);
        let limit_s = limit_s(ack.least_rtt_s);
        let before = std::mem::replace(&mut self.factor, if self.floor_s <= limit_s { 3.0 } else { 2.0 });
        self.take(ack, w);
        (self.factor != before).then_some(Turn::Factor {
            floor_s: self.floor_s,
            limit_s,
            factor: self.factor,
        })
    }

    /// The window grows by the acknowledged segments, up to the threshold.
    fn take(&self, ack: &Progress, w: &mut Window) -> Option<Turn> {
        if ack.may_grow {
            w.cwnd = smaller(w.cwnd + (self.factor - 1.0) * ack.acked, w.ssthresh);
        }
        None
    }

    fn fall_silent(&mut self, ack: &Progress, w: &mut Window) -> Turn {
        let (before, lost) = (larger(self.window, w.cwnd), ack.lost - self.lost);
        let recovery = Recovery {
            before,
            flight: ack.pipe + ack.delivered + lost,
            beta: within(w.ssthresh / before, 0.5, 1.0),
            arrived: 0.0,
            lost_before: self.lost,
            end: ack.next,
        };
        self.follow(recovery, ack, w);
        let part = factors(self.setup.drain, recovery.beta).0;
        Turn::Silence { before, beta: recovery.beta, part }
    }

    fn follow(&mut self, mut recovery: Recovery, ack: &Progress, w: &mut Window) -> Option<Turn> {
        recovery.arrived += ack.delivered;
        let lost = ack.lost - recovery.lost_before;
        let (window, arrived) = recovery.window(self.setup.drain, lost);
        (w.cwnd, w.ssthresh) = (window, window);
        self.phase = Phase::Recovering(recovery);
        (ack.una >= recovery.end).then(|| {
            self.phase = Phase::Over;
            Turn::Settled { before: recovery.before, arrived, lost }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_factors_follow_from_the_decrease_of_the_algorithm() {
        let draft = RapidStartSetup::DRAFT.drain;
        let near = |(loss, arrival): (f64, f64), parts: (f64, f64)| {
            (loss - parts.0).abs() < 1e-12 && (arrival - parts.1).abs() < 1e-12
        };
        assert!(near(factors(draft, 0.5), (29.0 / 36.0, 11.0 / 36.0)));
        assert!(near(factors(draft, 0.7), (53.0 / 60.0, 11.0 / 60.0)));
        // Appendix A of the text of 16 March 2026.
        assert!(near(factors(2.0 / 3.0, 0.5), (5.0 / 6.0, 1.0 / 3.0)));
        assert!(near(factors(2.0 / 3.0, 0.7), (0.9, 0.2)));
    }

    /// The window at the end of a recovery from 100 segments of which `lost` are lost, and the rest arrive.
    fn settled(drain: f64, beta: f64, lost: f64) -> f64 {
        let recovery =
            Recovery { before: 100.0, flight: 100.0, beta, arrived: 100.0, lost_before: 0.0, end: 100 };
        recovery.window(drain, lost).0
    }

    #[test]
    fn the_first_recovery_ends_with_the_decrease_of_what_has_arrived() {
        for drain in [RapidStartSetup::DRAFT.drain, 2.0 / 3.0] {
            let near = |beta, lost, window: f64| (settled(drain, beta, lost) - window).abs() < 0.005;
            assert!(near(0.5, 200.0 / 3.0, 16.67) && near(0.7, 200.0 / 3.0, 23.33));
            assert!(near(0.5, 50.0, 25.0) && near(0.5, 0.0, 50.0));
            // Losses of another kind: no less than a third of what the algorithm would keep.
            assert!(near(0.5, 90.0, 16.67));
        }
    }

    #[test]
    fn a_queue_is_4_ms_or_a_tenth_of_the_rtt() {
        assert!((limit_s(0.02) - 0.022).abs() < 1e-12 && (limit_s(0.1) - 0.104).abs() < 1e-12);
    }

    /// A sender of 20 segments over 100 ms, of which each ACK is that of the whole window.
    struct Path {
        rapid: RapidStart,
        w: Window,
        flight: f64,
        una: u64,
        lost: f64,
    }

    impl Path {
        fn new() -> Path {
            let mut rapid = RapidStart::new(RapidStartSetup::DRAFT);
            let w = Window { cwnd: rapid.begin(10.0), ssthresh: f64::INFINITY };
            Path { rapid, w, flight: w.cwnd, una: 0, lost: 0.0 }
        }

        /// All that is in flight arrives with this RTT; `lost` more segments are found lost.
        fn round(&mut self, rtt_s: f64, lost: f64) -> (Option<Turn>, bool) {
            let flight = self.flight;
            self.una += flight as u64;
            self.lost += lost;
            let ack = Progress {
                rtt_s: Some(rtt_s),
                least_rtt_s: 0.1,
                una: self.una,
                next: self.una + 1,
                acked: flight,
                delivered: flight - lost,
                lost: self.lost,
                pipe: 0.0,
                may_grow: true,
                is_congested: self.lost > 0.0,
            };
            let turn = self.rapid.on_ack(&ack, &mut self.w);
            self.flight = self.w.cwnd;
            turn
        }
    }

    #[test]
    fn the_window_triples_while_no_queue_builds_up_and_doubles_then() {
        let mut path = Path::new();
        let mut windows = Vec::new();
        for rtt_s in [0.1, 0.104, 0.1] {
            assert_eq!(path.round(rtt_s, 0.0), (None, false));
            windows.push(path.w.cwnd);
        }
        assert_eq!(windows, [60.0, 180.0, 540.0]);
        let turn = Some(Turn::Factor { floor_s: 0.1041, limit_s: limit_s(0.1), factor: 2.0 });
        assert_eq!((path.round(0.1041, 0.0), path.w.cwnd), ((turn, false), 1080.0));
        let (turn, _) = path.round(0.1, 0.0);
        assert!(matches!(turn, Some(Turn::Factor { factor: 3.0, .. })), "{turn:?}");
        assert_eq!(path.w.cwnd, 3240.0);
    }

    #[test]
    fn a_loss_is_followed_to_its_end() {
        let mut path = Path::new();
        path.round(0.1, 0.0);
        // Half of 60 are lost, and the algorithm halves its window.
        path.w = Window { cwnd: 30.0, ssthresh: 30.0 };
        let part = factors(RapidStartSetup::DRAFT.drain, 0.5).0;
        assert_eq!(path.round(0.1, 30.0), (Some(Turn::Silence { before: 60.0, beta: 0.5, part }), false));
        assert!((path.w.cwnd - 15.0).abs() < 1e-9 && path.w.ssthresh == path.w.cwnd, "{:?}", path.w);
        // What was sent again arrives, and changes nothing.
        let (turn, _) = path.round(0.1, 0.0);
        assert_eq!(turn, Some(Turn::Settled { before: 60.0, arrived: 30.0, lost: 30.0 }));
        assert!((path.w.cwnd - 15.0).abs() < 1e-9);
        assert_eq!(path.round(0.1, 0.0), (None, true));
    }

    #[test]
    fn an_undo_ends_it() {
        let mut path = Path::new();
        path.w = Window { cwnd: 14.0, ssthresh: 14.0 };
        assert!(matches!(path.round(0.1, 1.0).0, Some(Turn::Silence { .. })));
        path.w = Window { cwnd: 20.0, ssthresh: f64::INFINITY };
        assert_eq!((path.round(0.1, 0.0), path.w.cwnd), ((None, true), 20.0));
    }
}
