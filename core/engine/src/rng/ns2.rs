//! The generator of ns-2, so that a run can meet the same random numbers as a run of ns-2.
//!
//! ns-2.35 draws from MRG32k3a: two recurrences of order three modulo two primes near 2³²
//! (L'Ecuyer, Good parameters and implementations for combined multiple recursive random number
//! generators, Operations Research 47, 1999). Its streams are 2¹²⁷ numbers apart, their substreams
//! 2⁷⁶ (L'Ecuyer, Simard, Chen and Kelton, An object-oriented random-number package with many long
//! streams and substreams, Operations Research 50, 2002).

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

/// A stream of ns-2: generator `number` of a script whose default generator has this seed, moved on
/// by `substream` calls of `next-substream`. The default generator itself has the number 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ns2Stream {
    /// The seed of the script, 1 to 2³¹ − 2.
    pub seed: u32,
    /// How many generators were made before it.
    pub number: u32,
    /// How many substreams were left out.
    pub substream: u32,
}

/// The state of one stream.
#[derive(Clone, Debug)]
pub(super) struct Mrg32k3a {
    first: [u32; 3],
    second: [u32; 3],
}

impl Mrg32k3a {
    pub fn new(of: Ns2Stream) -> Mrg32k3a {
        let start = [u64::from(of.seed); 3];
        let moved = |a: Matrix, m: u64| {
            let streams = power(of_two_to(a, STREAM, m), of.number, m);
            let substreams = power(of_two_to(a, SUBSTREAM, m), of.substream, m);
            applied(substreams, applied(streams, start, m), m).map(|x| x as u32)
        };
        Mrg32k3a { first: moved(A1, M1), second: moved(A2, M2) }
    }

    /// The next number, strictly between 0 and 1.
    #[inline]
    pub fn next(&mut self) -> f64 {
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

    fn two(seed: u32, number: u32, substream: u32) -> [f64; 2] {
        let mut stream = Mrg32k3a::new(Ns2Stream { seed, number, substream });
        [stream.next(), stream.next()]
    }

    /// What `$rng next-random` and `RandomVariable/Uniform value` of ns-2.35 printed, which has seven
    /// digits.
    #[test]
    fn draws_the_numbers_of_ns2() {
        for (stream, expected) in [
            ((3, 0, 0), [0.001_008_187, 0.667_636_9]),
            ((3, 1, 3), [0.008_998_032, 0.858_890_0]),
            ((3, 2, 3), [0.749_647_0, 0.098_480_39]),
            ((77, 0, 0), [0.025_746_76, 0.802_635_9]),
        ] {
            let found = two(stream.0, stream.1, stream.2);
            for (found, expected) in found.into_iter().zip(expected) {
                assert!((found - expected).abs() < 6e-8, "{stream:?}: {found} against {expected}");
            }
        }
    }
}
