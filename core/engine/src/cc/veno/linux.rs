//! Veno as in Linux: it computes the backlog with every ACK, from the RTT of the newest
//! acknowledged segment.
//!
//! net/ipv4/tcp_veno.c. The RTT is measured from the sending of that segment, so it excludes the
//! wait of a delayed ACK for its second segment.

use crate::cc::shared::{AckCounter, KernelReno};
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
    /// Number of samples so far; the module never resets it.
    samples: u64,
    /// The RTT of the newest acknowledged segment; `None` if that segment was retransmitted.
    latest_s: Option<f64>,
    /// True if the next increment under congestion is skipped.
    skips: bool,
}

/// Queued segments in halves. The number of segments in flight at the shortest RTT is rounded down
/// to whole halves (`V_PARAM_SHIFT`), so a value above 2.5 becomes 3.
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

    /// Processes any ACK.
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

    /// Processes an ACK of new data outside fast recovery. Returns the backlog if there are enough
    /// samples.
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
        // Without a sample the module uses an infinite RTT: the whole window counts as queued.
        let waiting = self.latest_s.map_or(w.cwnd, |rtt_s| in_halves(w.cwnd, self.base_s, rtt_s));
        if self.growth.slow_start(c, ack, w, log, AVOIDANCE) {
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

    /// Resets the counters at a loss or a timeout.
    pub fn clear(&mut self) {
        self.growth.clear();
        self.counter.clear();
    }
}
