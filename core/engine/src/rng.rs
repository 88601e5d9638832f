//! One stream of random numbers per random component.
//!
//! A component has a name (`"hop 0 forward loss"`), and its stream depends only on the scenario's
//! seed and that name. Two lanes therefore see the same channel, and adding a flow does not change
//! the losses of another flow. The generator and every distribution are fixed for good, because a
//! link made today must give the same run in ten years.

mod ns2;

pub use ns2::Ns2Stream;

use ns2::Mrg32k3a;
use rand_core::{Rng, SeedableRng};
use rand_pcg::Pcg64Mcg;

/// A stream of random numbers that belongs to one component.
#[derive(Clone, Debug)]
pub struct Stream(Generator);

#[derive(Clone, Debug)]
enum Generator {
    Own(Pcg64Mcg),
    /// The numbers that the objects of ns-2 draw.
    Ns2(Mrg32k3a),
    /// The numbers that a Tcl script draws by `$rng uniform 0 1`: the same in 31 bits.
    Ns2Script(Mrg32k3a),
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

    /// A stream of ns-2 as its objects use it.
    pub fn ns2(of: Ns2Stream) -> Stream {
        Stream(Generator::Ns2(Mrg32k3a::new(of)))
    }

    /// A stream of ns-2 as a script uses it, by `$rng uniform`.
    pub fn ns2_script(of: Ns2Stream) -> Stream {
        Stream(Generator::Ns2Script(Mrg32k3a::new(of)))
    }

    /// Uniform in [0, 1), with 53 random bits by the engine's own generator. A product of 128 bits is
    /// long in WebAssembly: one copy serves all callers.
    #[inline(never)]
    pub fn uniform(&mut self) -> f64 {
        match &mut self.0 {
            Generator::Own(pcg) => (pcg.next_u64() >> 11) as f64 * (1.0 / (1u64 << 53) as f64),
            other => other.uniform_as_ns2(),
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
            Generator::Ns2(mrg) | Generator::Ns2Script(mrg) => mrg.next().to_bits(),
        }
    }

    /// Uniform in 0..n (n > 0); the bias of the multiply method is below n / 2^53.
    pub fn below(&mut self, n: u64) -> u64 {
        ((self.uniform() * n as f64) as u64).min(n - 1)
    }
}

impl Generator {
    /// Out of line, so that the engine's own draws stay short.
    #[cold]
    fn uniform_as_ns2(&mut self) -> f64 {
        match self {
            Generator::Own(_) => 0.0,
            Generator::Ns2(mrg) => mrg.next(),
            Generator::Ns2Script(mrg) => in_31_bits(mrg.next()),
        }
    }
}

/// A draw as `$rng uniform 0 1` gives it: `next-random`, a whole number below 2³¹, divided by
/// 2³¹ − 1. The largest quotient would be 1; it counts as just below.
fn in_31_bits(draw: f64) -> f64 {
    const MOST: f64 = 2_147_483_647.0;
    ((draw * (MOST + 1.0)).floor() / MOST).min(1.0 - f64::EPSILON)
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

    /// Printed by ns-2.35: `$rng uniform 0 1` of the first generator of a script with seed 3, after
    /// three substreams.
    #[test]
    fn a_script_of_ns2_draws_31_bits() {
        let mut stream = Stream::ns2_script(Ns2Stream { seed: 3, number: 1, substream: 3 });
        for expected in [0.008_998_032_197_820_97, 0.858_890_023_482_446_6] {
            let found = stream.uniform();
            assert!((found - expected).abs() < 1e-15, "{found} against {expected}");
        }
        assert!(in_31_bits(1.0 - 1e-12) < 1.0);
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
