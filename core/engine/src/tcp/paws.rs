//! Timestamps as they stand in a segment, and which segments are too old (`paws`; RFC 7323 §5.3; Linux,
//! tcp_validate_incoming, tcp_replace_ts_recent). A kernel's timestamps count milliseconds.

use crate::units::Time;

const TICK_NANOS: u64 = 1_000_000;
/// By how many ticks a segment may be older than the timestamp to echo (`TCP_PAWS_WINDOW`). RFC 7323 allows none.
const WINDOW: u64 = 1;

/// What a segment that is sent at `time` carries.
#[inline]
pub fn stamp(time: Time) -> u64 {
    time.nanos() / TICK_NANOS
}

/// True if a segment stamped at `time` is discarded while `recent` is the timestamp to echo.
pub fn is_stale(time: Time, recent: Time) -> bool {
    stamp(recent) > stamp(time) + WINDOW
}
