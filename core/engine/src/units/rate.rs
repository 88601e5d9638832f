//! Link rates, and serialisation times of packets.

use super::Span;

/// A rate in bits per second.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct BitRate(u64);

impl BitRate {
    /// A rate in bits per second.
    pub const fn from_bps(bps: u64) -> BitRate {
        BitRate(bps)
    }

    /// Bits per second.
    pub const fn bps(self) -> u64 {
        self.0
    }

    /// The serialisation time of `bytes` at this rate, rounded down. The rate must be above zero.
    #[inline]
    pub fn span_of(self, bytes: u32) -> Span {
        Span::from_nanos(u64::from(bytes) * 8 * NANOS_PER_SECOND / self.0)
    }
}

const NANOS_PER_SECOND: u64 = 1_000_000_000;

/// Serialisation times of packets at one rate.
///
/// The times of two sizes (data and ACK) are cached, so that the division is not done for every
/// packet.
#[derive(Clone, Debug)]
pub struct WireTimes {
    rate: BitRate,
    sizes: [SizeCost; 2],
}

#[derive(Clone, Copy, Debug, Default)]
struct SizeCost {
    bytes: u32,
    nanos: u64,
    remainder: u64,
}

impl WireTimes {
    /// Times at `rate`, which must be above zero.
    pub fn new(rate: BitRate) -> WireTimes {
        assert!(rate.0 > 0, "a link needs a rate above zero");
        WireTimes { rate, sizes: [SizeCost::default(); 2] }
    }

    pub fn rate(&self) -> BitRate {
        self.rate
    }

    #[inline]
    fn of(&mut self, bytes: u32) -> SizeCost {
        if self.sizes[0].bytes == bytes {
            self.sizes[0]
        } else if self.sizes[1].bytes == bytes {
            self.sizes[1]
        } else {
            self.remember(bytes)
        }
    }

    #[cold]
    fn remember(&mut self, bytes: u32) -> SizeCost {
        let bit_nanos = u128::from(bytes) * 8 * u128::from(NANOS_PER_SECOND);
        let rate = u128::from(self.rate.0);
        let cost = SizeCost { bytes, nanos: (bit_nanos / rate) as u64, remainder: (bit_nanos % rate) as u64 };
        self.sizes[1] = self.sizes[0];
        self.sizes[0] = cost;
        cost
    }
}

/// The accumulated fraction of a nanosecond on one link, in units of 1/rate nanoseconds. It is
/// carried to the next packet, so a link keeps its exact rate, however long the run.
#[derive(Clone, Copy, Debug, Default)]
pub struct Carry(u64);

impl Carry {
    /// The time for which `bytes` occupy the link.
    #[inline]
    pub fn span_of(&mut self, bytes: u32, times: &mut WireTimes) -> Span {
        let cost = times.of(bytes);
        let mut nanos = cost.nanos;
        self.0 += cost.remainder;
        if self.0 >= times.rate.0 {
            self.0 -= times.rate.0;
            nanos += 1;
        }
        Span::from_nanos(nanos)
    }
}

/// Converts packet sizes to serialisation times on one link.
#[derive(Clone, Debug)]
pub struct Serializer {
    times: WireTimes,
    carry: Carry,
}

impl Serializer {
    /// A serialiser for a link of `rate`, which must be above zero.
    pub fn new(rate: BitRate) -> Serializer {
        Serializer { times: WireTimes::new(rate), carry: Carry::default() }
    }

    /// The link's rate.
    pub fn rate(&self) -> BitRate {
        self.times.rate
    }

    /// The time for which `bytes` occupy the link.
    #[inline]
    pub fn span_of(&mut self, bytes: u32) -> Span {
        self.carry.span_of(bytes, &mut self.times)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wire_times_of_the_link_model() {
        // queues-and-links V1.1: 1500 B at 10 Mbit/s, 1500 B and a 40-B ACK at 2 Mbit/s.
        assert_eq!(Serializer::new(BitRate::from_bps(10_000_000)).span_of(1500), Span::from_nanos(1_200_000));
        let mut slow = Serializer::new(BitRate::from_bps(2_000_000));
        assert_eq!(slow.span_of(1500), Span::from_nanos(6_000_000));
        assert_eq!(slow.span_of(40), Span::from_nanos(160_000));
    }

    #[test]
    fn a_rate_that_does_not_divide_a_second_does_not_drift() {
        let mut link = Serializer::new(BitRate::from_bps(7_000_003));
        let total: u64 = (0..1_000_000).map(|i| link.span_of([1500, 40, 576][i % 3]).nanos()).sum();
        let bits: f64 = (0..1_000_000).map(|i| [1500.0, 40.0, 576.0][i % 3] * 8.0).sum();
        let exact = bits / 7_000_003.0 * 1e9;
        assert!((total as f64 - exact).abs() < 1.0, "{total} against {exact}");
    }
}
