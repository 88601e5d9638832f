//! Timers on the grid of a kernel's clock (Linux, kernel/time/timer.c).

use super::{Mechanism, Value as _, text};

/// True if the sender's timers expire with steps of a kernel's timer wheel.
pub type Value = bool;

/// What this mechanism declares.
pub const MECHANISM: Mechanism = Mechanism {
    key: "timer_wheel",
    values: Value::VALUES,
    help: text(
        "Whether the sender's timers expire on the grid of a kernel's clock: whole ticks of `clock_hz`, and up to an eighth of a long wait late. Default: false, they are exact.",
    ),
    details: text(
        "timeouts, probes and RACK's reordering timer count whole ticks of `clock_hz` and expire as in the kernel's timer wheel: after fewer than 63 ticks with the next tick, after 63 or more with a multiple of 8 ticks, after 504 or more with one of 64, and so on. `linux6` timeouts are rounded up to ticks before they double. Pacing is not on this grid",
    ),
    needs: &[],
};
