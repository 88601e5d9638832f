//! Policer: a token bucket in front of a first-in-first-out queue.
//!
//! Packets that find enough tokens pass. All others are dropped at once, even if the queue is
//! empty; a shaper would delay them instead (RFC 2475 §2.3.3.4). Operators cap access rates in this
//! way.
//!
//! A token is a fraction of a bit and tokens are counted in integers. Therefore in no interval t,
//! however long, do more than rate · t + burst pass.

use super::{ArrivalDecision, ChannelFacts, Discipline, Features, QueueView};
use crate::catalogue::{Param, Params, Spec};
use crate::rng::Stream;
use crate::units::Time;

/// What this discipline declares.
pub const SPEC: Spec = Spec {
    id: "policer",
    name: "Token-bucket policer",
    summary: "Drops packets that exceed a rate and a burst size, before they reach the queue. The queue itself is drop-tail.",
    source: "RFC 2475 §2.3.3.4; RFC 2697 §3, color-blind, without its excess bucket",
    parameters: &[
        Param::number(
            "rate",
            "bit/s",
            1e6,
            (1.0, 1e13),
            "Rate at which tokens arrive. Default: half the peak rate of the link.",
            "RFC 2697 §3",
        )
        .automatic(),
        Param::number(
            "burst",
            "bytes",
            15_000.0,
            (1.0, 1e12),
            "Size of the bucket: the most that can pass at once after a pause. Default: 100 ms of tokens, at least ten packets.",
            "RFC 2697 §3",
        )
        .automatic(),
    ],
    departures: &["It has one bucket and drops packets. RFC 2697 has two buckets and only marks packets."],
    rules: &[],
};

/// Tokens per bit.
const OF_A_BIT: u128 = 1_000_000_000;
/// Default burst, as seconds of the rate and as packets.
const DEFAULT_BURST: (f64, f64) = (0.1, 10.0);

/// The bucket.
#[derive(Clone, Copy, Debug)]
pub struct Queue {
    rate_bps: u64,
    burst: u128,
    /// Tokens in the bucket at the latest arrival.
    tokens: u128,
    filled: Time,
}

impl Queue {
    /// A queue with checked parameters.
    #[inline]
    pub fn new(params: &Params, facts: &ChannelFacts) -> Queue {
        let rate_bps = params.optional_number("rate").unwrap_or(facts.rate_bps / 2.0);
        let burst_bytes = params.optional_number("burst").unwrap_or_else(|| {
            let (seconds, packets) = DEFAULT_BURST;
            (rate_bps * seconds / 8.0).max(packets * f64::from(facts.packet_bytes))
        });
        let burst = bits(burst_bytes as u64);
        Queue { rate_bps: (rate_bps.round() as u64).max(1), burst, tokens: burst, filled: Time::ZERO }
    }
}

fn bits(bytes: u64) -> u128 {
    u128::from(bytes) * 8 * OF_A_BIT
}

impl Discipline for Queue {
    fn features() -> Features {
        Features { polices: true, ..Features::NONE }
    }

    fn arrive(&mut self, view: &QueueView, _random: &mut Stream) -> ArrivalDecision {
        let came = u128::from(view.now.since(self.filled).nanos()) * u128::from(self.rate_bps);
        self.filled = view.now;
        self.tokens = (self.tokens + came).min(self.burst);
        let Some(left) = self.tokens.checked_sub(bits(u64::from(view.packet_bytes))) else {
            return ArrivalDecision::Early;
        };
        self.tokens = left;
        if view.full { ArrivalDecision::Overflow } else { ArrivalDecision::Accept }
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{facts, view};
    use super::*;
    use crate::catalogue::Setting;

    fn policer(rate_bps: f64, burst_bytes: f64) -> Queue {
        let mut params = Params::defaults(SPEC.parameters);
        params.set("rate", Setting::Number(rate_bps));
        params.set("burst", Setting::Number(burst_bytes));
        Queue::new(&params, &facts(100.0))
    }

    fn passes(queue: &mut Queue, at_s: f64, packet_bytes: u32) -> bool {
        let view = QueueView { now: Time::from_secs(at_s), packet_bytes, ..view(0) };
        queue.arrive(&view, &mut Stream::new(1, "policer")) == ArrivalDecision::Accept
    }

    #[test]
    fn a_full_bucket_lets_its_burst_through_and_then_the_rate() {
        // 4500 bytes are three packets; 1.2 Mbit/s are 100 packets per second.
        let mut queue = policer(1.2e6, 4500.0);
        let burst: Vec<bool> = (0..5).map(|_| passes(&mut queue, 1.0, 1500)).collect();
        assert_eq!(burst, [true, true, true, false, false]);
        assert!(!passes(&mut queue, 1.009_999, 1500), "a token is missing");
        assert!(passes(&mut queue, 1.01, 1500), "10 ms bring one packet");
        assert!(!passes(&mut queue, 1.01, 40), "and nothing is left");
        let after: Vec<bool> = (0..4).map(|_| passes(&mut queue, 900.0, 1500)).collect();
        assert_eq!(after, [true, true, true, false], "a pause fills the bucket, not more");
    }

    #[test]
    fn no_interval_carries_more_than_rate_and_burst() {
        let mut random = Stream::new(3, "arrivals");
        for (rate, burst) in [(1e3, 1500.0), (1.0, 9000.0), (7_654_321.0, 20_000.0), (1e10, 64_000.0)] {
            let mut queue = policer(rate, burst);
            let (mut now_s, mut passed) = (0.0, Vec::new());
            for _ in 0..3000 {
                now_s += random.exponential(4.0 * 8.0 * 700.0 / rate) * random.uniform();
                let bytes = 40 + random.below(1461) as u32;
                if passes(&mut queue, now_s, bytes) {
                    passed.push((now_s, f64::from(bytes)));
                }
            }
            assert!(passed.len() > 100);
            for first in (0..passed.len()).step_by(37) {
                let mut sum = 0.0;
                for (at_s, bytes) in &passed[first..] {
                    sum += bytes;
                    let allowed = rate / 8.0 * (at_s - passed[first].0) + burst;
                    // The instant is rounded to a whole nanosecond.
                    assert!(sum <= allowed + rate * 1e-9 + 1e-6 * sum, "{sum} of {allowed} bytes at {rate}");
                }
            }
        }
    }

    #[test]
    fn defaults_are_half_the_link_and_a_tenth_of_a_second() {
        let queue = Queue::new(&Params::defaults(SPEC.parameters), &facts(100.0));
        assert_eq!((queue.rate_bps, queue.burst), (5_000_000, bits(62_500)));
        let slow = ChannelFacts { rate_bps: 64_000.0, ..facts(100.0) };
        assert_eq!(Queue::new(&Params::defaults(SPEC.parameters), &slow).burst, bits(15_000));
    }
}
