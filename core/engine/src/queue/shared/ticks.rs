//! Catching up of controllers that update at fixed times: they do so when the next packet comes.
//! After a long idle time they take a bounded number of steps one by one, and all remaining steps
//! at once. This bounds the work of a single event.

use crate::units::{Span, Time};

/// Maximum number of steps that are taken one by one.
pub const MAX_AT_ONCE: u32 = 1 << 14;

/// Skips the steps that are due up to `now`, where steps are due at `next` and then every `every`.
/// Returns their number.
pub fn pass_over(now: Time, next: &mut Time, every: Span) -> f64 {
    if *next > now {
        return 0.0;
    }
    let steps = now.since(*next).nanos() / every.nanos() + 1;
    *next += Span::from_nanos(steps.saturating_mul(every.nanos()));
    steps as f64
}
