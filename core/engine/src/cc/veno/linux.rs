//! Veno as Linux 2.6.22 has it: a backlog with every ACK, from the RTT of the newest segment it
//! acknowledges.
//!
//! net/ipv4/tcp_veno.c. The RTT is taken from when that segment was sent, so a delayed ACK's wait
//! for its second segment is not in it.

use crate::cc::shared::{AckCounter, KernelReno, in_kernel_slow_start};
use crate::cc::{Ack, Connection, State, Window};
use crate::math::whole_part;
use crate::trace::Decisions;

use super::AVOIDANCE;

/// The kernel's law.
#[derive(Clone, Copy, Debug)]
pub struct Kernel {
    growth: KernelReno,
    counter: AckCounter,
    base_s: f64,
    /// Samples so far; the module never starts this count anew.
    samples: u64,
    /// The newest segment's RTT; none if it had been sent twice.
    latest_s: Option<f64>,
    /// The next increment under congestion is the one that is skipped.
    skips: bool,
}

/// Segments that wait: what would be under way at the shortest RTT is in whole halves, rounded down
/// (`V_PARAM_SHIFT`), and so more than 2.5 are 3.
fn in_halves(cwnd: f64, base_s: f64, rtt_s: f64) -> f64 {
    let halves = 2.0 * whole_part(cwnd);
    (halves - whole_part(halves * base_s / rtt_s)) / 2.0
}

impl Kernel {
    /// The law before the first ACK.
    pub fn new() -> Kernel {
        Kernel {
            growth: KernelReno::default(),
            counter: AckCounter::default(),
            base_s: f64::INFINITY,
            samples: 0,
            latest_s: None,
            skips: false,
        }
    }

    /// Any ACK.
    pub fn on_ack(&mut self, ack: &Ack) {
        self.growth.on_ack(ack);
        if ack.acked == 0 {
            return;
        }
        self.latest_s = ack.segment_rtt_s;
        if let Some(rtt_s) = ack.segment_rtt_s {
            self.base_s = self.base_s.min(rtt_s);
            self.samples += 1;
        }
    }

    /// New data acknowledged, outside fast recovery. Gives the backlog if there is enough to go by.
    pub fn on_increase(
        &mut self,
        c: &Connection,
        ack: &Ack,
        beta: f64,
        w: &mut Window,
        log: &mut Decisions,
    ) -> Option<f64> {
        if c.state != State::Open || self.samples < 3 {
            self.growth.increase(c, ack, w, log, AVOIDANCE);
            return None;
        }
        // Without a sample the module takes an RTT without end: all of the window waits.
        let waiting = self.latest_s.map_or(w.cwnd, |rtt_s| in_halves(w.cwnd, self.base_s, rtt_s));
        if in_kernel_slow_start(c, ack, w, log, AVOIDANCE) {
            return Some(waiting);
        }
        let before = w.cwnd;
        if self.counter.count(1.0, before.floor(), w) && waiting >= beta {
            if self.skips {
                w.cwnd = before;
            }
            self.skips = !self.skips;
        }
        Some(waiting)
    }

    /// A loss or a timeout: counting starts anew.
    pub fn clear(&mut self) {
        self.growth.clear();
        self.counter.clear();
    }
}
