//! Careful Resume (`slow_start: careful-resume`; RFC 9959): once the initial window has arrived, the window jumps to
//! half of what an earlier connection had. The jump is spread over a round trip, and what of it arrives counts.

use super::options::CarefulResumeSetup;
use crate::cc::Window;
use crate::units::{Span, Time};

/// The RTT may be longer than the saved one by this factor (RFC 9959 §4.2).
const LONGEST: f64 = 10.0;

#[derive(Clone, Copy, Debug, PartialEq)]
enum Phase {
    Reconnaissance,
    /// The jump is being sent, until then at the latest.
    Unvalidated(Time),
    Validating,
    Retreat,
    Normal,
}

/// The state of Careful Resume: its phase, and what it counts.
#[derive(Clone, Copy, Debug)]
pub struct CarefulResume {
    setup: CarefulResumeSetup,
    phase: Phase,
    /// Segments in flight before the jump, and those delivered since then (PipeSize).
    pipe: f64,
    /// The first segment of the jump, and one past the last.
    first: u64,
    end: u64,
}

/// An ACK, before the window grows with it.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    pub now: Time,
    pub rtt: Span,
    /// The smallest RTT of the connection.
    pub least_rtt: Span,
    pub acked: f64,
    /// Segments newly acknowledged or SACKed, resent ones too.
    pub delivered: f64,
    pub una: u64,
    /// One past the highest segment that has arrived.
    pub highest: u64,
    pub next: u64,
    /// Segments in flight before this ACK, and now.
    pub flight_before: f64,
    pub flight: f64,
    pub initial_window: f64,
    /// The window, and not the source, stopped the last send.
    pub is_limited: bool,
    /// A loss or a mark has reduced the window since the connection began.
    pub is_congested: bool,
}

/// What an ACK changes in the start.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Turn {
    /// The saved values do not fit the path.
    Refused,
    /// The window is that of the jump.
    Jumped,
    /// The jump is over: the window is what was in flight, if that is more than what had arrived.
    Landed { flight: f64 },
    /// All of the jump has arrived.
    Validated,
    /// Not all of it will arrive.
    Retreated,
    /// What will arrive of it has arrived.
    Left,
}

impl CarefulResume {
    pub fn new(setup: CarefulResumeSetup) -> CarefulResume {
        CarefulResume { setup, phase: Phase::Reconnaissance, pipe: 0.0, first: 0, end: 0 }
    }

    /// A timeout: from now on the window follows the algorithm (RFC 9959 §4.6).
    pub fn stop(&mut self) {
        self.phase = Phase::Normal;
    }

    /// Segments that have arrived, as far as they count.
    pub fn pipe(&self) -> f64 {
        self.pipe
    }

    /// True if the algorithm grows the window.
    fn grows(&self) -> bool {
        !matches!(self.phase, Phase::Unvalidated(_) | Phase::Retreat)
    }

    /// The window of a jump to half of the saved one (RFC 9959 §4.3).
    pub fn target(&self) -> f64 {
        self.setup.max_jump.min(self.setup.window / 2.0)
    }

    /// The jump begins, after segment `next` - 1.
    pub fn jump(&mut self, now: Time, rtt: Span, flight: f64, next: u64) {
        self.phase = Phase::Unvalidated(now + rtt);
        (self.pipe, self.first) = (flight, next);
    }

    fn land(&mut self, flight: f64, ack: &Progress, w: &mut Window) -> Turn {
        let is_used = flight >= ack.initial_window && flight > self.pipe;
        self.phase = if is_used { Phase::Validating } else { Phase::Normal };
        self.end = ack.next;
        w.cwnd = if is_used { flight } else { self.pipe.max(ack.initial_window) };
        Turn::Landed { flight }
    }

    /// Handles an ACK. Returns what it changes, and whether the algorithm grows the window with it.
    pub fn on_ack(&mut self, ack: &Progress, w: &mut Window) -> (Option<Turn>, bool) {
        let turn = match self.phase {
            Phase::Normal => None,
            Phase::Reconnaissance => self.reconnoitre(ack, w),
            Phase::Unvalidated(_) | Phase::Validating if ack.is_congested => {
                if self.phase != Phase::Validating {
                    self.end = ack.next;
                }
                self.phase = Phase::Retreat;
                self.pipe += ack.delivered;
                w.cwnd = (self.pipe / 2.0).max(2.0);
                w.ssthresh = w.cwnd;
                Some(Turn::Retreated)
            }
            Phase::Unvalidated(until) => {
                // What ended the jump before this ACK ends it as it was then.
                let is_over = ack.flight_before + 1.0 > w.cwnd || ack.now > until;
                let before = is_over.then(|| self.land(ack.flight_before, ack, w));
                self.pipe += ack.delivered;
                if before.is_none() && ack.highest > self.first {
                    return (Some(self.land(ack.flight, ack, w)), false);
                }
                before
            }
            Phase::Validating | Phase::Retreat => {
                self.pipe += ack.delivered;
                (ack.highest >= self.end).then(|| self.leave(w))
            }
        };
        (turn, self.grows() && turn != Some(Turn::Left))
    }

    fn reconnoitre(&mut self, ack: &Progress, w: &mut Window) -> Option<Turn> {
        let has_arrived = ack.una as f64 >= ack.initial_window;
        if !(ack.is_congested || has_arrived && ack.is_limited) {
            return None;
        }
        let (rtt, saved) = (ack.least_rtt.secs(), self.setup.rtt.secs());
        let is_same_path = rtt > saved / 2.0 && rtt <= LONGEST * saved;
        if ack.is_congested || !is_same_path || self.target() <= w.cwnd + ack.acked {
            self.phase = Phase::Normal;
            return Some(Turn::Refused);
        }
        self.jump(ack.now, ack.rtt, ack.flight, ack.next);
        w.cwnd = self.target();
        Some(Turn::Jumped)
    }

    fn leave(&mut self, w: &mut Window) -> Turn {
        let has_retreated = self.phase == Phase::Retreat;
        self.phase = Phase::Normal;
        if has_retreated {
            w.ssthresh = self.setup.beta * self.pipe;
            return Turn::Left;
        }
        Turn::Validated
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A sender with an initial window of ten over a path of this RTT. The numbers of packets are those of mvfst's
    /// tests, a thousand bytes each.
    struct Path {
        resume: CarefulResume,
        w: Window,
        rtt_ms: u64,
        una: f64,
        next: f64,
        is_limited: bool,
        lost: f64,
    }

    impl Path {
        fn new(window: f64, rtt_ms: u64) -> Path {
            let setup = CarefulResumeSetup { window, ..CarefulResumeSetup::DEFAULT };
            let w = Window { cwnd: 10.0, ssthresh: f64::INFINITY };
            Path {
                resume: CarefulResume::new(setup),
                w,
                rtt_ms,
                una: 0.0,
                next: 0.0,
                is_limited: true,
                lost: 0.0,
            }
        }

        /// The initial window is sent and acknowledged.
        fn begun(window: f64, rtt_ms: u64) -> Path {
            let mut path = Path::new(window, rtt_ms);
            path.next = 10.0;
            assert_ne!(path.ack(0, 10.0), Some(Turn::Landed { flight: 0.0 }));
            path
        }

        /// `acked` segments are acknowledged at once, at this time after the connection began.
        fn ack(&mut self, at_ms: u64, acked: f64) -> Option<Turn> {
            let flight_before = self.next - self.una;
            self.una += acked;
            let (turn, grows) = self.resume.on_ack(
                &Progress {
                    now: Time::from_nanos(at_ms * 1_000_000),
                    rtt: Span::from_millis(self.rtt_ms),
                    least_rtt: Span::from_millis(self.rtt_ms),
                    acked,
                    delivered: acked,
                    una: self.una as u64,
                    highest: (self.una + self.lost) as u64,
                    next: self.next as u64,
                    flight_before,
                    flight: self.next - self.una,
                    initial_window: 10.0,
                    is_limited: self.is_limited,
                    is_congested: self.lost > 0.0,
                },
                &mut self.w,
            );
            if grows {
                self.w.cwnd += acked;
            }
            turn
        }
    }

    #[test]
    fn half_of_the_saved_window_is_tried_and_kept_if_all_of_it_arrives() {
        let mut path = Path::begun(200.0, 100);
        assert_eq!((path.resume.phase, path.w.cwnd), (Phase::Unvalidated(Time::from_secs(0.1)), 100.0));
        path.next += 100.0;
        assert_eq!(path.ack(100, 99.0), Some(Turn::Landed { flight: 100.0 }));
        assert_eq!((path.resume.phase, path.w.cwnd), (Phase::Validating, 199.0));
        assert_eq!(path.ack(101, 1.0), Some(Turn::Validated));
        assert_eq!((path.resume.phase, path.w.cwnd), (Phase::Normal, 200.0));
    }

    #[test]
    fn another_rtt_a_small_window_and_a_loss_are_no_reason_to_jump() {
        // 50 ms are half of 100; the last RTT within the bounds is ten times as long.
        let cwnd = |window, rtt_ms| Path::begun(window, rtt_ms).w.cwnd;
        assert_eq!([cwnd(200.0, 50), cwnd(200.0, 51)], [20.0, 100.0]);
        assert_eq!([cwnd(200.0, 1000), cwnd(200.0, 1001)], [100.0, 20.0]);
        assert_eq!([cwnd(20.0, 100), cwnd(40.0, 100), cwnd(42.0, 100)], [20.0, 20.0, 21.0]);
        let mut path = Path::new(200.0, 100);
        (path.next, path.lost) = (10.0, 1.0);
        assert_eq!(path.ack(0, 4.0), Some(Turn::Refused));
        assert_eq!((path.ack(1, 6.0), path.w.cwnd), (None, 20.0));
        let setup = CarefulResumeSetup { max_jump: 64.0, ..CarefulResumeSetup::DEFAULT };
        assert_eq!(CarefulResume::new(setup).target(), 64.0);
    }

    #[test]
    fn a_source_that_pauses_waits_with_the_jump() {
        let mut path = Path::new(200.0, 100);
        path.is_limited = false;
        for sent in [5.0, 10.0] {
            path.next = sent;
            assert_eq!(path.ack(0, 5.0), None);
        }
        assert_eq!((path.resume.phase, path.w.cwnd), (Phase::Reconnaissance, 20.0));
        path.is_limited = true;
        assert_eq!(path.ack(0, 0.0), Some(Turn::Jumped));
    }

    #[test]
    fn a_jump_that_is_not_used_leaves_no_window_behind() {
        let mut path = Path::begun(200.0, 100);
        path.next += 5.0;
        assert_eq!(path.ack(100, 1.0), Some(Turn::Landed { flight: 4.0 }));
        assert_eq!((path.resume.phase, path.w.cwnd), (Phase::Normal, 10.0));
        // After a round trip the window is what is in flight.
        let mut path = Path::begun(200.0, 100);
        path.next += 31.0;
        assert_eq!(path.ack(101, 0.0), Some(Turn::Landed { flight: 31.0 }));
        assert_eq!((path.resume.phase, path.w.cwnd), (Phase::Validating, 31.0));
    }

    #[test]
    fn a_loss_leaves_half_of_what_had_arrived() {
        let mut path = Path::begun(200.0, 100);
        path.next += 50.0;
        assert_eq!(path.ack(50, 20.0), Some(Turn::Landed { flight: 30.0 }));
        assert_eq!((path.resume.phase, path.w.cwnd, path.resume.pipe()), (Phase::Validating, 30.0, 20.0));
        path.lost = 2.0;
        assert_eq!(path.ack(51, 0.0), Some(Turn::Retreated));
        assert_eq!((path.w.cwnd, path.w.ssthresh), (10.0, 10.0));
        assert_eq!((path.ack(52, 18.0), path.w.cwnd), (None, 10.0));
        assert_eq!((path.ack(53, 10.0), path.w.cwnd), (Some(Turn::Left), 10.0));
        assert_eq!((path.resume.pipe(), path.w.ssthresh), (48.0, 24.0));
    }
}
