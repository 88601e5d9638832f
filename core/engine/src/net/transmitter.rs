//! A channel's transmitter: it computes when the transmission of a packet ends. Its rate may change
//! with time.

use crate::setup::{DrawnRate, RateSetup};
use crate::units::{BitRate, Serializer, Span, Time};

/// Bytes that one opportunity of a capacity trace carries.
const QUANTUM_BYTES: u64 = 1500;

/// Transmits packets one after the other.
#[derive(Clone, Debug)]
pub enum Transmitter {
    /// A constant rate.
    Constant(Serializer),
    /// A constant rate with whole nanoseconds per packet, rounded down. Packets that start at equal
    /// intervals then also end at equal intervals, as in a simulator that carries no fractions over.
    /// Otherwise some packets would shift by a nanosecond, and events that are simultaneous there
    /// would not be so here.
    Whole(BitRate),
    /// Piecewise constant.
    Steps {
        /// Sorted, the first at zero.
        steps: Vec<(Time, u64)>,
        /// The step in force at the end of the last transmission.
        current: usize,
    },
    /// One quantum of bytes per opportunity.
    Opportunities {
        /// Sorted instants of one period.
        at: Vec<Time>,
        /// Length of the period, if it repeats.
        period: Option<Span>,
        /// Next opportunity: its position in the list, and the start of its period.
        next: (usize, Time),
        /// Bytes of the last opportunity that are still free.
        left: u64,
        /// When the last opportunity was.
        last: Time,
    },
    /// A rate that is replaced by another one at an instant.
    Forked(Box<Forked>),
}

/// The rates before and after a fork.
#[derive(Clone, Debug)]
pub struct Forked {
    before: Transmitter,
    at: Time,
    after: Vec<(Time, u64)>,
    current: usize,
}

impl Forked {
    /// The end of a packet's transmission. A packet in service at the fork sends its remaining bits
    /// at the new rate.
    fn finish(&mut self, start: Time, bytes: u32) -> Time {
        let bits = bit_nanoseconds(bytes);
        if start >= self.at {
            return finish_over_steps(&self.after, &mut self.current, start, bits);
        }
        let end = self.before.finish(start, bytes);
        if end <= self.at {
            return end;
        }
        let sent = (self.before.capacity_bits(start, self.at) * 1e9) as u128;
        finish_over_steps(&self.after, &mut self.current, self.at, bits.saturating_sub(sent))
    }
}

/// The size of a packet in bit·nanoseconds.
fn bit_nanoseconds(bytes: u32) -> u128 {
    u128::from(bytes) * 8 * 1_000_000_000
}

impl Transmitter {
    /// A transmitter of the given rate.
    #[inline]
    pub fn new(rate: &RateSetup) -> Transmitter {
        match rate {
            RateSetup::Constant(rate) => Transmitter::Constant(Serializer::new(*rate)),
            RateSetup::Steps(steps) | RateSetup::Drawn(DrawnRate { steps, .. }) => Transmitter::Steps {
                steps: steps.iter().map(|(at, rate)| (*at, rate.bps())).collect(),
                current: 0,
            },
            RateSetup::Opportunities { at, looped } => Transmitter::Opportunities {
                at: at.clone(),
                period: looped.then(|| at.last().map_or(Span::ZERO, |last| last.since(Time::ZERO))),
                next: (0, Time::ZERO),
                left: 0,
                last: Time::ZERO,
            },
        }
    }

    /// The same rate until `at`, and the piecewise constant rate `after` from then on.
    pub fn forked(self, at: Time, after: &[(Time, BitRate)]) -> Transmitter {
        let after = after.iter().map(|(at, rate)| (*at, rate.bps())).collect();
        Transmitter::Forked(Box::new(Forked { before: self, at, after, current: 0 }))
    }

    /// The end of the transmission of a packet of `bytes` that starts at `start` or later. Starts
    /// must not go back in time.
    #[inline(always)]
    pub fn finish(&mut self, start: Time, bytes: u32) -> Time {
        match self {
            Transmitter::Constant(serializer) => start + serializer.span_of(bytes),
            Transmitter::Whole(_)
            | Transmitter::Steps { .. }
            | Transmitter::Opportunities { .. }
            | Transmitter::Forked(_) => self.finish_at_changing_rate(start, bytes),
        }
    }

    /// From now on a packet takes whole nanoseconds, if the rate is constant.
    pub fn drop_fractions(&mut self) {
        if let Transmitter::Constant(serializer) = self {
            *self = Transmitter::Whole(serializer.rate());
        }
    }

    #[inline(never)]
    fn finish_at_changing_rate(&mut self, start: Time, bytes: u32) -> Time {
        match self {
            Transmitter::Constant(serializer) => start + serializer.span_of(bytes),
            Transmitter::Whole(rate) => start + rate.span_of(bytes),
            Transmitter::Steps { steps, current } => {
                finish_over_steps(steps, current, start, bit_nanoseconds(bytes))
            }
            Transmitter::Forked(forked) => forked.finish(start, bytes),
            Transmitter::Opportunities { at, period, next, left, last } => {
                finish_over_opportunities(at, *period, next, left, last, start, bytes)
            }
        }
    }

    /// Bits the transmitter could send in `[from, to]`.
    pub fn capacity_bits(&self, from: Time, to: Time) -> f64 {
        match self {
            Transmitter::Constant(serializer) => serializer.rate().bps() as f64 * to.since(from).secs(),
            Transmitter::Whole(rate) => rate.bps() as f64 * to.since(from).secs(),
            Transmitter::Steps { steps, .. } => capacity_of_steps(steps, from, to),
            Transmitter::Forked(forked) => {
                let Forked { before, at, after, .. } = forked.as_ref();
                before.capacity_bits(from.min(*at), to.min(*at))
                    + capacity_of_steps(after, from.max(*at), to.max(*at))
            }
            Transmitter::Opportunities { at, period, .. } => {
                let quantum_bits = (QUANTUM_BYTES * 8) as f64;
                let within = |from: Time, to: Time| {
                    let upto = |t: Time| at.partition_point(|&instant| instant <= t);
                    upto(to).saturating_sub(upto(from)) as f64 * quantum_bits
                };
                match period {
                    Some(period) if period.nanos() > 0 => {
                        let upto = |t: Time| {
                            let whole = t.nanos() / period.nanos();
                            let rest = Time::from_nanos(t.nanos() % period.nanos());
                            whole as f64 * at.len() as f64 * quantum_bits + within(Time::ZERO, rest)
                        };
                        upto(to) - upto(from)
                    }
                    _ => within(from, to),
                }
            }
        }
    }
}

fn capacity_of_steps(steps: &[(Time, u64)], from: Time, to: Time) -> f64 {
    let ends = steps.iter().skip(1).map(|step| step.0).chain([Time::NEVER]);
    // Steps that end before `from` or begin after `to` add nothing.
    let first = steps.partition_point(|step| step.0 <= from).saturating_sub(1);
    let last = steps.partition_point(|step| step.0 < to);
    steps
        .iter()
        .zip(ends)
        .take(last)
        .skip(first)
        .map(|(&(begin, bps), end)| bps as f64 * end.min(to).since(begin.max(from)).secs())
        .sum()
}

/// When `left` bit·nanoseconds are sent. A packet in service sends its remaining bits at the new
/// rate.
fn finish_over_steps(steps: &[(Time, u64)], current: &mut usize, start: Time, mut left: u128) -> Time {
    let mut at = start;
    loop {
        while steps.get(*current + 1).is_some_and(|step| step.0 <= at) {
            *current += 1;
        }
        let bps = u128::from(steps[*current].1);
        let end = steps.get(*current + 1).map_or(Time::NEVER, |step| step.0);
        if end == Time::NEVER {
            // The last rate holds for ever; if it is zero, the packet never leaves.
            return if bps == 0 { Time::NEVER } else { at + Span::from_nanos(left.div_ceil(bps) as u64) };
        }
        let possible = bps * u128::from(end.since(at).nanos());
        if possible >= left && bps > 0 {
            return at + Span::from_nanos(left.div_ceil(bps) as u64);
        }
        left -= possible;
        at = end;
    }
}

fn finish_over_opportunities(
    at: &[Time],
    period: Option<Span>,
    next: &mut (usize, Time),
    left: &mut u64,
    last: &mut Time,
    start: Time,
    bytes: u32,
) -> Time {
    if *last < start {
        // The unused bytes of an opportunity are lost if there was nothing to send.
        *left = 0;
    }
    let mut wanted = u64::from(bytes);
    loop {
        let used = wanted.min(*left);
        *left -= used;
        wanted -= used;
        if wanted == 0 {
            return (*last).max(start);
        }
        let Some(instant) = next_opportunity(at, period, next, start) else {
            return Time::NEVER;
        };
        *last = instant;
        *left = QUANTUM_BYTES;
    }
}

/// Takes the first opportunity from `next` on that is not before `start`. The cost does not depend
/// on how long nothing was sent. `None` at the end of the list.
fn next_opportunity(
    at: &[Time],
    period: Option<Span>,
    next: &mut (usize, Time),
    start: Time,
) -> Option<Time> {
    let period = period.filter(|period| *period > Span::ZERO);
    if let Some(period) = period {
        let whole = start.since(next.1).nanos() / period.nanos();
        if whole > 1 {
            // The instant that ends a period is its last opportunity: it belongs to the period
            // before.
            *next = (0, next.1 + Span::from_nanos((whole - 1) * period.nanos()));
        }
    }
    loop {
        let wanted = start.since(next.1);
        next.0 += at[next.0..].partition_point(|instant| instant.since(Time::ZERO) < wanted);
        if let Some(instant) = at.get(next.0) {
            next.0 += 1;
            return Some(next.1 + instant.since(Time::ZERO));
        }
        *next = (0, next.1 + period?);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_fractions_packets_all_take_the_same_time() {
        // An ACK of 40 bytes at 150 Mbit/s takes 2133 ns and a third.
        let mut link = Transmitter::new(&RateSetup::Constant(BitRate::from_bps(150_000_000)));
        let mut acks = || [0; 3].map(|_| link.finish(Time::ZERO, 40).nanos());
        assert_eq!(acks(), [2133, 2133, 2134]);
        link.drop_fractions();
        assert_eq!([0; 3].map(|_| link.finish(Time::ZERO, 40).nanos()), [2133; 3]);
        assert_eq!(link.capacity_bits(Time::ZERO, Time::from_secs(2.0)), 3e8);
    }

    #[test]
    fn a_packet_in_service_finishes_at_the_new_rate() {
        // queues-and-links V1.3: 10 → 5 Mbit/s at 0.6 ms during a 1500-byte packet.
        let steps = vec![
            (Time::ZERO, BitRate::from_bps(10_000_000)),
            (Time::from_secs(0.0006), BitRate::from_bps(5_000_000)),
        ];
        let mut link = Transmitter::new(&RateSetup::Steps(steps));
        assert_eq!(link.finish(Time::ZERO, 1500), Time::from_secs(0.0018));
        assert!((link.capacity_bits(Time::ZERO, Time::from_secs(0.0018)) - 12_000.0).abs() < 1e-6);
    }

    #[test]
    fn a_fork_of_the_rate_changes_nothing_before_it() {
        let rate = RateSetup::Constant(BitRate::from_bps(7_000_000));
        let at = Time::from_secs(0.0035);
        let steps = [
            (Time::ZERO, BitRate::from_bps(1_000_000)),
            (Time::from_secs(1.0), BitRate::from_bps(2_000_000)),
        ];
        let (mut plain, mut forked) = (Transmitter::new(&rate), Transmitter::new(&rate).forked(at, &steps));
        let (mut whole, mut cut) = (Time::ZERO, Time::ZERO);
        for _ in 0..2 {
            (whole, cut) = (plain.finish(whole, 1500), forked.finish(cut, 1500));
            assert_eq!(whole, cut, "to the fraction of a nanosecond that a packet leaves over");
        }
        // The third packet begins at 24 000 bits / 7 Mbit/s = 3.428571 ms: 500 of its bits are sent
        // at 7 Mbit/s, the others at 1 Mbit/s.
        let third = forked.finish(cut, 1500).secs();
        assert!((third - 0.015).abs() < 1e-8, "{third}");
        assert_eq!(forked.finish(Time::from_secs(2.0), 1500), Time::from_secs(2.006));
        let bits = forked.capacity_bits(Time::ZERO, Time::from_secs(2.0));
        assert!((bits - (24_500.0 + 996_500.0 + 2e6)).abs() < 1.0, "{bits}");
    }

    #[test]
    fn a_rate_of_zero_freezes_the_transmitter() {
        let steps = vec![
            (Time::ZERO, BitRate::from_bps(12_000_000)),
            (Time::from_secs(0.0005), BitRate::from_bps(0)),
            (Time::from_secs(1.0), BitRate::from_bps(12_000_000)),
        ];
        let mut link = Transmitter::new(&RateSetup::Steps(steps));
        assert_eq!(link.finish(Time::ZERO, 1500), Time::from_secs(1.0005));
    }

    #[test]
    fn an_opportunity_carries_1500_bytes_and_the_list_repeats() {
        let at = [1, 5, 6].map(|ms| Time::from_nanos(ms * 1_000_000)).to_vec();
        let mut link = Transmitter::new(&RateSetup::Opportunities { at, looped: true });
        let ms = |t: Time| t.nanos() as f64 / 1e6;
        assert_eq!(ms(link.finish(Time::ZERO, 1500)), 1.0);
        assert_eq!(ms(link.finish(Time::from_secs(0.001), 1500)), 5.0);
        assert_eq!(ms(link.finish(Time::from_secs(0.005), 40)), 6.0);
        assert_eq!(ms(link.finish(Time::from_secs(0.006), 1000)), 6.0, "what is left of the quantum");
        assert_eq!(
            ms(link.finish(Time::from_secs(0.006), 1500)),
            7.0,
            "460 bytes at 6 ms, the rest at 6 + 1 ms"
        );
    }
}
