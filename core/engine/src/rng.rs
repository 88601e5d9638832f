//! One stream of random numbers per random component.
//!
//! A component has a name (`"hop 0 forward loss"`), and its stream depends only on the scenario's
//! seed and that name. Two lanes therefore see the same channel, and adding a flow does not change
//! the losses of another flow. The generator and every distribution are fixed for good, because a
//! link made today must give the same run in ten years.

use rand_core::{Rng, SeedableRng};
use rand_pcg::Pcg64Mcg;

/// Random numbers of another simulator, so that a run can meet those of a run there.
pub trait Draws: Send + Sync {
    /// The next number, uniform in [0, 1).
    fn uniform(&mut self) -> f64;

    /// A copy in the same state, for checkpoints.
    fn copy(&self) -> Box<dyn Draws>;
}

/// A stream of another simulator, at its start.
#[derive(Clone, Copy, Debug)]
pub struct OtherStream {
    /// Makes its numbers.
    pub make: fn([u32; 3]) -> Box<dyn Draws>,
    /// Tells it from the other streams that this function makes.
    pub seed: [u32; 3],
}

/// Streams are compared only with those of the same use, which one function makes.
impl PartialEq for OtherStream {
    fn eq(&self, other: &OtherStream) -> bool {
        self.seed == other.seed
    }
}

/// A stream of random numbers that belongs to one component.
#[derive(Clone, Debug)]
pub struct Stream(Generator);

enum Generator {
    Own(Pcg64Mcg),
    Other(Box<dyn Draws>),
}

impl Clone for Generator {
    fn clone(&self) -> Generator {
        match self {
            Generator::Own(pcg) => Generator::Own(pcg.clone()),
            Generator::Other(draws) => Generator::Other(draws.copy()),
        }
    }
}

impl std::fmt::Debug for Generator {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Generator")
    }
}

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
        Stream(Generator::Own(Pcg64Mcg::from_seed(bytes)))
    }

    /// A stream of another simulator.
    #[inline]
    pub fn other(of: OtherStream) -> Stream {
        Stream(Generator::Other((of.make)(of.seed)))
    }

    /// Uniform in [0, 1), with 53 random bits by the engine's own generator. A product of 128 bits is
    /// long in WebAssembly: one copy serves all callers.
    #[inline(never)]
    pub fn uniform(&mut self) -> f64 {
        match &mut self.0 {
            Generator::Own(pcg) => (pcg.next_u64() >> 11) as f64 * (1.0 / (1u64 << 53) as f64),
            Generator::Other(draws) => draws.uniform(),
        }
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
        match &mut self.0 {
            Generator::Own(pcg) => pcg.next_u64(),
            Generator::Other(draws) => draws.uniform().to_bits(),
        }
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
        let first = |seed, name| Stream::new(seed, name).seed();
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
