//! Building blocks that at least two algorithms use.

mod aimd;

pub use aimd::{
    BYTE_COUNTING_HELP, halve, leave_slow_start, reno_increase, slow_start, timeout_halve,
};
