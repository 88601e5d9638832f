//! Jump Start (`slow_start: jump-start`; Liu, Allman, Jin, Wang, "Congestion Control Without a Startup Phase", 2007):
//! all that the source has and the receiver takes is spread over the RTT of the handshake. From then on the window
//! is what has arrived of this jump.

use crate::cc::Window;
use crate::math::{larger, smaller};

#[derive(Clone, Copy, Debug, PartialEq)]
enum Phase {
    /// The jump is on its way.
    Jumping,
    /// Some of it is lost, or marked.
    Lossy,
    Normal,
}

/// The state of Jump Start: its phase, and what it began with.
#[derive(Clone, Copy, Debug)]
pub struct JumpStart {
    phase: Phase,
    /// The window of the jump in segments, and the threshold before it.
    jump: f64,
    ssthresh: f64,
}

/// An ACK, after loss detection and before the window grows with it.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// Acknowledged or SACKed, and found lost, since the connection began.
    pub delivered: f64,
    pub lost: f64,
    pub initial_window: f64,
    /// A loss or a mark has reduced the window since the connection began.
    pub is_congested: bool,
    pub una: f64,
}

/// What an ACK changes, with the segments of the jump that have arrived.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Turn {
    /// All of them: slow start goes on.
    Validated,
    /// Some are lost: the window is half of what arrives.
    Retreated { arrived: f64 },
    /// The others were sent again, and have arrived.
    Left { arrived: f64 },
}

impl JumpStart {
    pub fn new() -> JumpStart {
        JumpStart { phase: Phase::Normal, jump: 0.0, ssthresh: f64::INFINITY }
    }

    /// The connection opens with a window of `jump` segments, and this threshold.
    pub fn begin(&mut self, jump: f64, ssthresh: f64) {
        *self = JumpStart { phase: Phase::Jumping, jump, ssthresh };
    }

    /// A timeout or another algorithm ends it.
    pub fn stop(&mut self) {
        self.phase = Phase::Normal;
    }

    /// Handles an ACK. Returns what it changes, and whether the algorithm grows the window with it.
    pub fn on_ack(&mut self, ack: &Progress, w: &mut Window) -> (Option<Turn>, bool) {
        // What was lost arrives as a retransmission, which says nothing about the jump.
        let arrived = larger(smaller(ack.delivered, self.jump - ack.lost), 0.0);
        match self.phase {
            Phase::Normal => (None, true),
            Phase::Jumping if !ack.is_congested => {
                w.cwnd = larger(arrived, ack.initial_window);
                let is_over = arrived >= self.jump;
                if is_over {
                    self.stop();
                }
                (is_over.then_some(Turn::Validated), false)
            }
            // An undo has restored the threshold: nothing was lost.
            Phase::Lossy if w.ssthresh >= self.ssthresh => {
                self.stop();
                (None, true)
            }
            Phase::Jumping | Phase::Lossy => {
                w.cwnd = larger(arrived / 2.0, 2.0);
                w.ssthresh = w.cwnd;
                let begins = self.phase == Phase::Jumping;
                let is_repaired = ack.una >= self.jump;
                self.phase = if is_repaired { Phase::Normal } else { Phase::Lossy };
                let turn = if is_repaired {
                    Some(Turn::Left { arrived })
                } else {
                    begins.then_some(Turn::Retreated { arrived })
                };
                (turn, false)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Of the jump, or all of it once `is_repaired`.
    fn ack(delivered: f64, lost: f64, is_repaired: bool) -> Progress {
        let una = if is_repaired { 100.0 } else { 0.0 };
        Progress { delivered, lost, initial_window: 10.0, is_congested: lost > 0.0, una }
    }

    fn jumping() -> (JumpStart, Window) {
        let mut start = JumpStart::new();
        start.begin(100.0, f64::INFINITY);
        (start, Window { cwnd: 100.0, ssthresh: f64::INFINITY })
    }

    #[test]
    fn slow_start_goes_on_from_what_has_arrived_of_the_jump() {
        let (mut start, mut w) = jumping();
        let mut windows = Vec::new();
        for delivered in [1.0, 10.0, 40.0, 99.0] {
            assert_eq!(start.on_ack(&ack(delivered, 0.0, false), &mut w), (None, false));
            windows.push(w.cwnd);
        }
        assert_eq!(windows, [10.0, 10.0, 40.0, 99.0]);
        assert_eq!(start.on_ack(&ack(100.0, 0.0, true), &mut w), (Some(Turn::Validated), false));
        assert_eq!((w.cwnd, w.ssthresh), (100.0, f64::INFINITY));
        assert_eq!((start.on_ack(&ack(110.0, 0.0, true), &mut w), w.cwnd), ((None, true), 100.0));
    }

    #[test]
    fn a_loss_leaves_half_of_what_arrives() {
        let (mut start, mut w) = jumping();
        let turn = start.on_ack(&ack(40.0, 3.0, false), &mut w).0;
        assert_eq!((turn, w.cwnd), (Some(Turn::Retreated { arrived: 40.0 }), 20.0));
        // 60 arrive and 40 are lost: 30, whatever is sent again.
        assert_eq!((start.on_ack(&ack(60.0, 40.0, false), &mut w), w.cwnd), ((None, false), 30.0));
        let turn = start.on_ack(&ack(100.0, 40.0, true), &mut w).0;
        assert_eq!((turn, w.cwnd, w.ssthresh), (Some(Turn::Left { arrived: 60.0 }), 30.0, 30.0));
        // Next to nothing arrives: two segments.
        let (mut start, mut w) = jumping();
        start.on_ack(&ack(1.0, 99.0, false), &mut w);
        assert_eq!(w.cwnd, 2.0);
    }

    #[test]
    fn an_undo_ends_it_and_keeps_the_window() {
        let (mut start, mut w) = jumping();
        start.on_ack(&ack(40.0, 1.0, false), &mut w);
        w = Window { cwnd: 100.0, ssthresh: f64::INFINITY };
        assert_eq!((start.on_ack(&ack(60.0, 1.0, false), &mut w), w.cwnd), ((None, true), 100.0));
    }
}
