//! The only door to transcendental functions.
//!
//! The standard library's `powf`, `exp` and `ln` give different bits on different targets; the
//! `libm` crate gives the same bits everywhere, which is what makes a trace in a browser equal to
//! one on a server. `sqrt` and the four basic operations are exact by IEEE 754 and may be used
//! directly.

/// The larger one of two numbers that are numbers.
// WebAssembly has no instruction that answers for NaN as the standard library does: there
// `f64::max` is a call, which costs more than the ten instructions of it where every ACK asks.
#[inline]
pub fn larger(x: f64, y: f64) -> f64 {
    if x > y { x } else { y }
}

/// The smaller one of two numbers that are numbers.
#[inline]
pub fn smaller(x: f64, y: f64) -> f64 {
    if x < y { x } else { y }
}

/// `x`, but at least `low` and at most `high`, which is not below `low`.
// `f64::clamp` refuses wrong bounds with a text that writes them out: for this one text the page would
// carry the standard library's way of writing numbers, 7 kB of the engine's 335 (gzip).
#[inline]
#[allow(clippy::manual_clamp)]
pub fn within(x: f64, low: f64, high: f64) -> f64 {
    debug_assert!(low <= high);
    if x < low {
        low
    } else if x > high {
        high
    } else {
        x
    }
}

/// The whole part of a number from 0 to 2⁶³: `floor` is a call on processors that are not asked for
/// SSE 4.1.
#[inline]
pub fn whole_part(x: f64) -> f64 {
    x as i64 as f64
}

/// `x` to the power `y`.
pub fn pow(x: f64, y: f64) -> f64 {
    libm::pow(x, y)
}

/// e to the power `x`.
pub fn exp(x: f64) -> f64 {
    libm::exp(x)
}

/// Natural logarithm.
pub fn ln(x: f64) -> f64 {
    libm::log(x)
}

/// Logarithm to base 2.
pub fn log2(x: f64) -> f64 {
    libm::log2(x)
}

/// Logarithm to base 10.
pub fn log10(x: f64) -> f64 {
    libm::log10(x)
}

/// Cube root.
pub fn cbrt(x: f64) -> f64 {
    libm::cbrt(x)
}
