//! The generator of ns-2, so that a run can meet the same random numbers as a run of ns-2.
//!
//! ns-2.35 draws from MRG32k3a: two recurrences of order three modulo two primes near 2³²
//! (L'Ecuyer, Good parameters and implementations for combined multiple recursive random number
//! generators, Operations Research 47, 1999). Its streams are 2¹²⁷ numbers apart, their substreams
//! 2⁷⁶ (L'Ecuyer, Simard, Chen and Kelton, An object-oriented random-number package with many long
//! streams and substreams, Operations Research 50, 2002).

use ackscope_engine::rng::{Draws, OtherStream};
use ackscope_engine::setup::{LossStreams, Setup};

const M1: u64 = 4_294_967_087;
const M2: u64 = 4_294_944_443;
/// The coefficients of both recurrences, those that are subtracted as their complements.
const A1: Matrix = [[0, 1, 0], [0, 0, 1], [M1 - 810_728, 1_403_580, 0]];
const A2: Matrix = [[0, 1, 0], [0, 0, 1], [M2 - 1_370_589, 0, 527_612]];
/// Streams are 2 to this power apart.
const STREAM: u32 = 127;
/// Substreams are 2 to this power apart.
const SUBSTREAM: u32 = 76;

type Matrix = [[u64; 3]; 3];

/// Generator `number` of a script whose default generator has this seed, moved on by `substream`
/// calls of `next-substream`, as the objects of ns-2 draw from it. The default generator itself has
/// the number 0.
pub fn object_stream([seed, number, substream]: [u32; 3]) -> OtherStream {
    OtherStream { make: |seed| Box::new(Mrg32k3a::new(seed)), seed: [seed, number, substream] }
}

/// The same generator as a script draws from it, by `$rng uniform 0 1`.
pub fn script_stream([seed, number, substream]: [u32; 3]) -> OtherStream {
    OtherStream { make: |seed| Box::new(Script(Mrg32k3a::new(seed))), seed: [seed, number, substream] }
}

/// From now on losses draw from the generator of ns-2, as a script with this seed does that makes
/// its generators in this order: for each hop that loses packets one for the states of the forward
/// channel, one for its packets, one for the packets of the backward channel, and one for the states
/// of the backward channel, which a shared state does not use. ns-2 loses packets at the far end of
/// a link (`link-lossmodel`).
pub fn draw_losses(setup: &mut Setup, seed: u32, substream: u32) {
    let mut number = 0;
    for hop in &mut setup.hops {
        if hop.forward.loss.kind == "none" && hop.backward.loss.kind == "none" {
            continue;
        }
        let [state, draws, back_draws, own_state] = [1, 2, 3, 4].map(|n| [seed, number + n, substream]);
        number += 4;
        let back_state = if hop.backward.loss.shared { state } else { own_state };
        let streams = |state, draws| LossStreams { state: script_stream(state), draws: object_stream(draws) };
        hop.forward.loss.streams = Some(streams(state, draws));
        hop.backward.loss.streams = Some(streams(back_state, back_draws));
    }
}

/// The state of one generator.
#[derive(Clone)]
struct Mrg32k3a {
    first: [u32; 3],
    second: [u32; 3],
}

/// A generator whose numbers a script takes: a draw is `next-random`, a whole number below 2³¹,
/// divided by 2³¹ − 1. The largest quotient would be 1; it counts as just below.
#[derive(Clone)]
struct Script(Mrg32k3a);

impl Draws for Mrg32k3a {
    fn uniform(&mut self) -> f64 {
        self.next()
    }

    fn copy(&self) -> Box<dyn Draws> {
        Box::new(self.clone())
    }
}

impl Draws for Script {
    fn uniform(&mut self) -> f64 {
        in_31_bits(self.0.next())
    }

    fn copy(&self) -> Box<dyn Draws> {
        Box::new(self.clone())
    }
}

fn in_31_bits(draw: f64) -> f64 {
    const MAX: f64 = 2_147_483_647.0;
    ((draw * (MAX + 1.0)).floor() / MAX).min(1.0 - f64::EPSILON)
}

impl Mrg32k3a {
    fn new([seed, number, substream]: [u32; 3]) -> Mrg32k3a {
        let start = [u64::from(seed); 3];
        let moved = |a: Matrix, m: u64| {
            let streams = power(of_two_to(a, STREAM, m), number, m);
            let substreams = power(of_two_to(a, SUBSTREAM, m), substream, m);
            applied(substreams, applied(streams, start, m), m).map(|x| x as u32)
        };
        Mrg32k3a { first: moved(A1, M1), second: moved(A2, M2) }
    }

    /// The next number, strictly between 0 and 1.
    fn next(&mut self) -> f64 {
        let [x0, x1, x2] = self.first.map(u64::from);
        // Each product is below 2⁶⁴, but a sum of two may not be.
        let x = (x1 * A1[2][1] + x0 * A1[2][0] % M1) % M1;
        self.first = [x1 as u32, x2 as u32, x as u32];
        let [y0, y1, y2] = self.second.map(u64::from);
        let y = (y2 * A2[2][2] + y0 * A2[2][0] % M2) % M2;
        self.second = [y1 as u32, y2 as u32, y as u32];
        let difference = if x > y { x - y } else { x + M1 - y };
        difference as f64 * (1.0 / (M1 + 1) as f64)
    }
}

fn product(a: Matrix, b: Matrix, m: u64) -> Matrix {
    let cell = |row: usize, column: usize| (0..3).fold(0, |sum, k| (sum + a[row][k] * b[k][column] % m) % m);
    std::array::from_fn(|row| std::array::from_fn(|column| cell(row, column)))
}

fn applied(a: Matrix, x: [u64; 3], m: u64) -> [u64; 3] {
    std::array::from_fn(|row| (0..3).fold(0, |sum, k| (sum + a[row][k] * x[k] % m) % m))
}

/// `a` to the power of 2^`exponent`.
fn of_two_to(a: Matrix, exponent: u32, m: u64) -> Matrix {
    (0..exponent).fold(a, |a, _| product(a, a, m))
}

/// `a` to the power of `n`, by squaring.
fn power(mut a: Matrix, mut n: u32, m: u64) -> Matrix {
    let mut result = [[1, 0, 0], [0, 1, 0], [0, 0, 1]];
    while n > 0 {
        if n & 1 == 1 {
            result = product(result, a, m);
        }
        a = product(a, a, m);
        n >>= 1;
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;
    use ackscope_engine::rng::Stream;

    /// What `$rng next-random` and `RandomVariable/Uniform value` of ns-2.35 printed, which has seven
    /// digits.
    #[test]
    fn draws_the_numbers_of_ns2() {
        for (stream, expected) in [
            ([3, 0, 0], [0.001_008_187, 0.667_636_9]),
            ([3, 1, 3], [0.008_998_032, 0.858_890_0]),
            ([3, 2, 3], [0.749_647_0, 0.098_480_39]),
            ([77, 0, 0], [0.025_746_76, 0.802_635_9]),
        ] {
            let mut draws = Stream::other(object_stream(stream));
            for expected in expected {
                let found = draws.uniform();
                assert!((found - expected).abs() < 6e-8, "{stream:?}: {found} against {expected}");
            }
        }
    }

    /// Printed by ns-2.35: `$rng uniform 0 1` of the first generator of a script with seed 3, after
    /// three substreams.
    #[test]
    fn a_script_draws_31_bits() {
        let mut draws = Stream::other(script_stream([3, 1, 3]));
        for expected in [0.008_998_032_197_820_97, 0.858_890_023_482_446_6] {
            let found = draws.uniform();
            assert!((found - expected).abs() < 1e-15, "{found} against {expected}");
        }
        assert!(in_31_bits(1.0 - 1e-12) < 1.0);
    }
}
