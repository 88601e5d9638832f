//! Controllers that move with the clock catch up when a packet comes by. They take a bounded number
//! of steps of a silence one by one and the rest of it in one: no event goes on for as long as a
//! link stands still.

use crate::units::{Span, Time};

/// Steps of one silence that are taken one by one.
pub const MOST_AT_ONCE: u32 = 1 << 14;

/// Passes over the steps that are due up to `now`, of those that come `every` so often from `next`
/// on; gives their number.
pub fn pass_over(now: Time, next: &mut Time, every: Span) -> f64 {
    if *next > now {
        return 0.0;
    }
    let steps = now.since(*next).nanos() / every.nanos() + 1;
    *next += Span::from_nanos(steps.saturating_mul(every.nanos()));
    steps as f64
}
