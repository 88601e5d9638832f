//! HyStart as Linux has it (`slow_start: hystart`; tcp_cubic.c, hystart_update): slow start ends
//! before the buffer overflows, on the spacing of ACKs or on a rising RTT.
//!
//! Rounds continue below the low window, as in Linux since 6.14. Otherwise (`gated_rounds`) a round
//! begins in the middle of a flight, and the delay test fires far too early.

use super::options::HyStartSetup;
use crate::units::{Span, Time};

/// The first samples of a round are only counted (`HYSTART_MIN_SAMPLES`).
const SAMPLES: u32 = 8;
/// RTT samples do not count that soon after a recovery (cubictcp_acked).
const AFTER_RECOVERY: Span = Span::from_millis(1000);
/// The RTT may rise by an eighth, within these bounds (`HYSTART_DELAY_MIN`, `_MAX`).
const MIN_RISE: Span = Span::from_millis(4);
const MAX_RISE: Span = Span::from_millis(16);

/// The state of HyStart.
#[derive(Clone, Copy, Debug)]
pub struct HyStart {
    setup: HyStartSetup,
    round_start: Time,
    last_ack: Time,
    /// The round ends when this segment is acknowledged.
    round_end: u64,
    round_rtt: Option<Span>,
    samples: u32,
    /// Smallest RTT of the connection.
    least_rtt: Option<Span>,
    has_found: bool,
    /// When congestion avoidance began after the last reduction (`epoch_start`).
    epoch: Option<Time>,
}

/// An ACK with an RTT sample.
#[derive(Clone, Copy, Debug)]
pub struct Sample {
    pub now: Time,
    pub rtt: Span,
    pub una: u64,
    pub next: u64,
    pub cwnd: f64,
    pub ssthresh: f64,
    /// The rate of a pacer, in bytes/s.
    pub rate: f64,
    pub is_paced: bool,
}

/// Why slow start ends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Exit {
    /// The train of back-to-back ACKs lasts for `elapsed`, longer than `limit`.
    Train { elapsed: Span, limit: Span },
    /// The smallest RTT of the round, the smallest RTT of the connection, and the allowed
    /// difference.
    Delay { rtt: Span, least: Span, rise: Span },
}

/// By how much the RTT may rise.
fn rise(least: Span) -> Span {
    Span::from_nanos(least.nanos() / 8).clamp(MIN_RISE, MAX_RISE)
}

/// The allowed excess of a train over the path RTT: four times the time of 64 KiB, at most 1 ms.
fn cushion(rate: f64) -> Span {
    if rate > 0.0 { Span::from_secs((65536.0 * 4.0 / rate).min(1e-3)) } else { Span::ZERO }
}

impl HyStart {
    /// A slow start begins.
    pub fn new(setup: HyStartSetup, now: Time, next: u64) -> HyStart {
        HyStart {
            setup,
            round_start: now,
            last_ack: now,
            round_end: next,
            round_rtt: None,
            samples: 0,
            least_rtt: None,
            has_found: false,
            epoch: None,
        }
    }

    /// After an ACK: the window is being reduced, or grows in congestion avoidance.
    pub fn follow(&mut self, now: Time, is_reduced: bool, avoids: bool) {
        if is_reduced {
            self.epoch = None;
        } else if avoids {
            self.epoch.get_or_insert(now);
        }
    }

    /// Another slow start begins with the same parameters.
    pub fn anew(&self, now: Time, next: u64) -> HyStart {
        HyStart::new(self.setup, now, next)
    }

    /// Handles an ACK before the window grows. Returns why slow start ends, if it does.
    pub fn on_ack(&mut self, ack: &Sample) -> Option<Exit> {
        if self.epoch.is_some_and(|epoch| ack.now.since(epoch) < AFTER_RECOVERY) {
            return None;
        }
        let least = *self.least_rtt.insert(self.least_rtt.map_or(ack.rtt, |least| least.min(ack.rtt)));
        if self.has_found || ack.cwnd >= ack.ssthresh {
            return None;
        }
        let is_low = ack.cwnd < self.setup.low_window;
        if is_low && self.setup.gated_rounds {
            return None;
        }
        if ack.una > self.round_end {
            self.round_start = ack.now;
            self.last_ack = ack.now;
            self.round_end = ack.next;
            self.round_rtt = None;
            self.samples = 0;
        }
        if is_low {
            return None;
        }
        let exit = self.train(ack, least).or_else(|| self.delay(ack, least));
        self.has_found = exit.is_some();
        exit
    }

    fn train(&mut self, ack: &Sample, least: Span) -> Option<Exit> {
        if !self.setup.by_train || ack.now.since(self.last_ack) > self.setup.ack_delta {
            return None;
        }
        self.last_ack = ack.now;
        let limit = least + cushion(ack.rate);
        let limit = if ack.is_paced { limit } else { Span::from_nanos(limit.nanos() / 2) };
        let elapsed = ack.now.since(self.round_start);
        (elapsed > limit).then_some(Exit::Train { elapsed, limit })
    }

    fn delay(&mut self, ack: &Sample, least: Span) -> Option<Exit> {
        let rtt = *self.round_rtt.insert(self.round_rtt.map_or(ack.rtt, |rtt| rtt.min(ack.rtt)));
        if self.samples < SAMPLES {
            self.samples += 1;
            return None;
        }
        let rise = rise(least);
        (self.setup.by_delay && rtt > least + rise).then_some(Exit::Delay { rtt, least, rise })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: u64 = 1_000_000;

    fn sample(now_us: u64, rtt_ms: u64, una: u64) -> Sample {
        Sample {
            now: Time::from_nanos(now_us * 1000),
            rtt: Span::from_millis(rtt_ms),
            una,
            next: 1000,
            cwnd: 20.0,
            ssthresh: f64::INFINITY,
            rate: 2.26e6,
            is_paced: false,
        }
    }

    #[test]
    fn the_rtt_may_rise_by_an_eighth_within_bounds() {
        let limit_us = |ms| (Span::from_millis(ms) + rise(Span::from_millis(ms))).nanos() / 1000;
        assert_eq!([20, 100, 200].map(limit_us), [24_000, 112_500, 216_000]);
    }

    #[test]
    fn a_train_may_be_half_the_path_and_the_whole_of_it_where_it_is_paced() {
        assert_eq!(cushion(2.26e6), Span::from_millis(1));
        assert_eq!(cushion(2e9).nanos() / 1000, 131);
        let limit = |is_paced| {
            let mut hystart = HyStart::new(HyStartSetup::LINUX, Time::ZERO, 0);
            let exits = (0..200).map(|n| hystart.on_ack(&Sample { is_paced, ..sample(n * 600, 80, 1) }));
            exits.flatten().next()
        };
        let Some(Exit::Train { limit: unpaced, .. }) = limit(false) else { panic!("no train") };
        let Some(Exit::Train { limit: paced, .. }) = limit(true) else { panic!("no train") };
        assert_eq!((unpaced, paced), (Span::from_nanos(40_500_000), Span::from_millis(81)));
    }

    /// The index of the ACK that ends slow start, for a train with this spacing on a path of 80 ms.
    fn exit_of_train(spacing_us: u64) -> Option<u64> {
        let mut hystart = HyStart::new(HyStartSetup::LINUX, Time::ZERO, 0);
        (0..200).find(|n| hystart.on_ack(&sample(n * spacing_us, 80, 1)).is_some())
    }

    #[test]
    fn a_train_of_acks_ends_it_and_wider_spacing_never_does() {
        // 40.5 ms: the 68th after the round's first, or the 22nd.
        assert_eq!(exit_of_train(600), Some(68));
        assert_eq!(exit_of_train(1900), Some(22));
        assert_eq!(exit_of_train(2001), None);
    }

    #[test]
    fn a_rising_rtt_ends_it_with_the_ninth_ack_of_the_round() {
        let mut hystart = HyStart::new(HyStartSetup::LINUX, Time::ZERO, 0);
        hystart.on_ack(&sample(0, 200, 0));
        let exits: Vec<bool> =
            (0..9).map(|n| hystart.on_ack(&sample((240 + 10 * n) * 1000, 240 + n, 1)).is_some()).collect();
        assert_eq!(exits, [false, false, false, false, false, false, false, false, true]);
    }

    #[test]
    fn a_falling_rtt_does_not() {
        let mut hystart = HyStart::new(HyStartSetup::LINUX, Time::ZERO, 0);
        for n in 0..9 {
            assert_eq!(hystart.on_ack(&sample((200 + 10 * n) * 1000, 200 + n, 1)), None);
        }
        assert_eq!(hystart.on_ack(&sample(300 * 1000, 29, 1)), None);
        assert_eq!(hystart.least_rtt, Some(Span::from_nanos(29 * MS)));
    }
}
