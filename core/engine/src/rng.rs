//! One stream of random numbers per random component.
//!
//! A component has a name (`"hop 0 forward loss"`), and its stream depends only on the scenario's
//! seed and that name. Two lanes therefore see the same channel, and adding a flow does not change
//! the losses of another flow. The generator and every distribution are fixed for good, because a
//! link made today must give the same run in ten years.

use rand_core::{Rng, SeedableRng};
use rand_pcg::Pcg64Mcg;

/// A stream of random numbers that belongs to one component.
#[derive(Clone, Debug)]
pub struct Stream(Pcg64Mcg);

impl Stream {
    /// The stream of the component called `name` in a run with `seed`.
    pub fn new(seed: u64, name: &str) -> Stream {
        // FNV-1a over the name, then SplitMix64 over both: neighbouring seeds and names give
        // unrelated streams.
        let named = name.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
        });
        let low = split_mix(seed ^ split_mix(named));
        let high = split_mix(low ^ named);
        let mut bytes = [0; 16];
        bytes[..8].copy_from_slice(&low.to_le_bytes());
        bytes[8..].copy_from_slice(&high.to_le_bytes());
        Stream(Pcg64Mcg::from_seed(bytes))
    }

    /// Uniform in [0, 1) with 53 random bits.
    #[inline]
    pub fn uniform(&mut self) -> f64 {
        (self.0.next_u64() >> 11) as f64 * (1.0 / (1u64 << 53) as f64)
    }

    /// True with probability `p`.
    #[inline]
    pub fn chance(&mut self, p: f64) -> bool {
        self.uniform() < p
    }

    /// Exponentially distributed with the given mean, by inversion.
    pub fn exponential(&mut self, mean: f64) -> f64 {
        -mean * crate::math::ln(1.0 - self.uniform())
    }

    /// A seed for another generator.
    pub fn seed(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// Uniform in 0..n (n > 0); the bias of the multiply method is below n / 2^53.
    pub fn below(&mut self, n: u64) -> u64 {
        ((self.uniform() * n as f64) as u64).min(n - 1)
    }
}

fn split_mix(x: u64) -> u64 {
    let mut z = x.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn streams_are_independent_of_each_other() {
        let first = |seed, name| Stream::new(seed, name).0.next_u64();
        assert_eq!(first(1, "a"), first(1, "a"));
        assert_ne!(first(1, "a"), first(2, "a"));
        assert_ne!(first(1, "a"), first(1, "b"));
    }

    #[test]
    fn exponential_has_its_mean() {
        let mut stream = Stream::new(7, "exponential");
        let n = 200_000;
        let mean = (0..n).map(|_| stream.exponential(4.0)).sum::<f64>() / f64::from(n);
        // The standard error is 4 / sqrt(200000) = 0.009; the test allows five of them.
        assert!((mean - 4.0).abs() < 0.045, "{mean}");
    }
}
