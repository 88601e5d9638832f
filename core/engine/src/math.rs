//! The only module that calls transcendental functions.
//!
//! The standard library's `powf`, `exp` and `ln` give different bits on different targets; the
//! `libm` crate gives the same bits everywhere, which is what makes a trace in a browser equal to
//! one on a server. `sqrt` and the four basic operations are exact by IEEE 754 and may be used
//! directly.

/// The larger of two numbers, neither of which is NaN.
// WebAssembly has no instruction that treats NaN as the standard library does. There `f64::max` is
// a function call, which costs more than the ten instructions of its body. Every ACK needs it.
#[inline]
pub fn larger(x: f64, y: f64) -> f64 {
    if x > y { x } else { y }
}

/// The smaller of two numbers, neither of which is NaN.
#[inline]
pub fn smaller(x: f64, y: f64) -> f64 {
    if x < y { x } else { y }
}

/// `x`, bounded below by `low` and above by `high`; `low` must not exceed `high`.
// `f64::clamp` panics on wrong bounds with a message that prints them. For this one message the
// page would carry the standard library's number formatting, 7 kB of the engine's 335 (gzip).
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

/// The whole part of a number from 0 to 2⁶³. `floor` would be a function call on processors for
/// which SSE 4.1 is not enabled.
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
