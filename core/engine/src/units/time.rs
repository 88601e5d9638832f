//! The simulator's clock: integer nanoseconds, so that the order of events never depends on
//! rounding.

use std::ops::{Add, AddAssign, Sub};

/// An instant, in nanoseconds since the start of the run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Time(u64);

/// A duration in nanoseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span(u64);

const NANOS_PER_SECOND: f64 = 1e9;

impl Time {
    /// The start of every run.
    pub const ZERO: Time = Time(0);
    /// An instant that never comes: "no event pending".
    pub const NEVER: Time = Time(u64::MAX);

    /// The instant `nanos` after the start.
    pub const fn from_nanos(nanos: u64) -> Time {
        Time(nanos)
    }

    /// The instant `secs` after the start, rounded to the nanosecond; negative and NaN become zero.
    pub fn from_secs(secs: f64) -> Time {
        Time(nanos_from_secs(secs))
    }

    /// Nanoseconds since the start.
    pub const fn nanos(self) -> u64 {
        self.0
    }

    /// Seconds since the start.
    pub fn secs(self) -> f64 {
        self.0 as f64 / NANOS_PER_SECOND
    }

    /// The span from `earlier` to this instant, zero if `earlier` is later.
    pub fn since(self, earlier: Time) -> Span {
        Span(self.0.saturating_sub(earlier.0))
    }
}

impl Span {
    /// A span without length.
    pub const ZERO: Span = Span(0);

    /// A span of whole nanoseconds.
    pub const fn from_nanos(nanos: u64) -> Span {
        Span(nanos)
    }

    /// A span of whole milliseconds.
    pub const fn from_millis(millis: u64) -> Span {
        Span(millis * 1_000_000)
    }

    /// A span in seconds, rounded to the nanosecond; negative and NaN become zero.
    pub fn from_secs(secs: f64) -> Span {
        Span(nanos_from_secs(secs))
    }

    /// Whole nanoseconds.
    pub const fn nanos(self) -> u64 {
        self.0
    }

    /// Seconds.
    pub fn secs(self) -> f64 {
        self.0 as f64 / NANOS_PER_SECOND
    }
}

const TWO_TO_63: f64 = (1_u64 << 63) as f64;

fn nanos_from_secs(secs: f64) -> u64 {
    // `as` saturates: +infinity becomes the largest instant, and NaN becomes zero. The rounding is
    // done by hand, because `round` is a library call on processors without an instruction for it.
    let nanos = secs * NANOS_PER_SECOND;
    // Processors convert signed numbers several times faster.
    if nanos < TWO_TO_63 {
        let whole = (nanos as i64).max(0);
        return whole as u64 + u64::from(nanos - whole as f64 >= 0.5);
    }
    let whole = nanos as u64;
    whole.saturating_add(u64::from(nanos - whole as f64 >= 0.5))
}

impl Add<Span> for Time {
    type Output = Time;
    fn add(self, span: Span) -> Time {
        Time(self.0.saturating_add(span.0))
    }
}

impl AddAssign<Span> for Time {
    fn add_assign(&mut self, span: Span) {
        *self = *self + span;
    }
}

impl Sub<Span> for Time {
    type Output = Time;
    fn sub(self, span: Span) -> Time {
        Time(self.0.saturating_sub(span.0))
    }
}

impl Add for Span {
    type Output = Span;
    fn add(self, other: Span) -> Span {
        Span(self.0.saturating_add(other.0))
    }
}

impl Sub for Span {
    type Output = Span;
    fn sub(self, other: Span) -> Span {
        Span(self.0.saturating_sub(other.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seconds_round_to_the_nearest_nanosecond() {
        assert_eq!(Span::from_secs(0.0012).nanos(), 1_200_000);
        assert_eq!(Span::from_secs(1e-9 * 1.6).nanos(), 2);
        assert_eq!(Span::from_secs(-3.0), Span::ZERO);
        assert_eq!(Span::from_secs(-0.6e-9), Span::ZERO);
        // Half a nanosecond rounds up, a value just below it does not. Large spans are integers
        // anyway.
        assert_eq!(Span::from_secs(0.5e-9).nanos(), 1);
        assert_eq!(Span::from_secs(0.499_999_999_999e-9), Span::ZERO);
        assert_eq!(Span::from_secs(9e6).nanos(), 9_000_000_000_000_000);
        assert_eq!(Span::from_secs(f64::NAN), Span::ZERO);
    }

    #[test]
    fn never_stays_never() {
        assert_eq!(Time::NEVER + Span::from_secs(1.0), Time::NEVER);
        assert_eq!(Time::from_secs(f64::INFINITY), Time::NEVER);
    }
}
