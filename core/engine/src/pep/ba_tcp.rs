//! BA-TCP: the router measures the bandwidth that is left for TCP, divides it by the number of
//! connections and writes this share into packet headers. Senders set their windows by it.
//!
//! Gerla, Weng and Lo Cigno 2000; CGMSW02 compares with it and describes it in one sentence. All
//! numbers below are a reconstruction; queues-and-links §12.

use super::{AckSeen, Pass, Pep as Helper, Segment};
use crate::catalogue::Spec;
use crate::units::{Span, Time};

/// What this PEP declares.
pub const SPEC: Spec = Spec {
    id: "ba-tcp",
    name: "BA-TCP (reconstruction)",
    summary: "The router announces a fair share to every connection. Senders set their windows to it at a loss and never exceed it.",
    source: "Gerla, Weng and Lo Cigno, BA-TCP (2000), as CGMSW02 §5 describes it",
    parameters: &[],
    departures: &[
        "The papers give only the idea. Period, count of connections, smoothing and use of the share are reconstructed.",
    ],
    rules: &[],
};

/// The rate of other traffic is measured over periods of this length.
const PERIOD: Span = Span::from_millis(100);
/// A flow without data for longer than this does not count as a connection.
const ACTIVE: Span = Span::from_millis(1000);

/// The meter of one output port.
#[derive(Clone, Debug)]
pub struct Pep {
    rate_bps: f64,
    period_start: Time,
    /// Bits of other traffic in this period, and its rate in the last one.
    other_bits: f64,
    other_bps: f64,
    /// Time of the latest segment of each flow; `None` if there was none.
    last_seen: Vec<Option<Time>>,
    /// The share computed at the start of this period.
    share_bps: f64,
}

impl Pep {
    /// A meter for a link of `rate_bps`.
    pub fn new(rate_bps: f64) -> Pep {
        Pep {
            rate_bps,
            period_start: Time::ZERO,
            other_bits: 0.0,
            other_bps: 0.0,
            last_seen: Vec::new(),
            share_bps: rate_bps,
        }
    }

    fn catch_up(&mut self, now: Time) {
        let length = now.since(self.period_start);
        if length < PERIOD {
            return;
        }
        self.other_bps = self.other_bits / length.secs();
        self.other_bits = 0.0;
        self.period_start = now;
        let is_active = |seen: &&Option<Time>| seen.is_some_and(|at| now.since(at) <= ACTIVE);
        let active = self.last_seen.iter().filter(is_active).count().max(1);
        self.share_bps = (self.rate_bps - self.other_bps).max(0.0) / active as f64;
    }
}

impl Helper for Pep {
    fn on_segment(&mut self, segment: &Segment, _has_room: bool, now: Time) {
        let place = segment.flow as usize;
        if place >= self.last_seen.len() {
            self.last_seen.resize(place + 1, None);
        }
        self.last_seen[place] = Some(now);
        self.catch_up(now);
    }

    fn on_other(&mut self, bytes: u32, now: Time) {
        self.catch_up(now);
        self.other_bits += f64::from(bytes) * 8.0;
    }

    fn share_bps(&self) -> Option<f64> {
        Some(self.share_bps)
    }

    fn on_ack(&mut self, _ack: &AckSeen, _now: Time, _resend: &mut Vec<Segment>) -> Pass {
        Pass::Forward
    }

    fn next_timer(&self) -> Time {
        Time::NEVER
    }

    fn on_timer(&mut self, _now: Time, _resend: &mut Vec<Segment>) {}
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_others_leave_is_divided_evenly() {
        // queues-and-links V12.1: 10 Mbit/s, 2 Mbit/s of UDP, four flows.
        let mut pep = Pep::new(10e6);
        for ms in 0..1000_u64 {
            let now = Time::from_nanos(ms * 1_000_000);
            pep.on_other(250, now);
            let segment = Segment { flow: (ms % 4) as u32, epoch: 0, number: ms, stamp: now, bytes: 1500 };
            pep.on_segment(&segment, true, now);
        }
        let share_bps = pep.share_bps().expect("a share");
        assert!((share_bps - 2e6).abs() < 2e4, "{share_bps}");
    }

    #[test]
    fn a_silent_flow_gives_its_share_back() {
        let mut pep = Pep::new(10e6);
        let segment = |flow| Segment { flow, epoch: 0, number: 0, stamp: Time::ZERO, bytes: 1500 };
        pep.on_segment(&segment(0), true, Time::ZERO);
        pep.on_segment(&segment(1), true, Time::from_secs(0.5));
        assert_eq!(pep.share_bps(), Some(5e6));
        pep.on_segment(&segment(1), true, Time::from_secs(1.6));
        assert_eq!(pep.share_bps(), Some(10e6));
    }
}
