//! Building blocks that at least two algorithms use.

mod ack_counter;
mod aimd;
mod backlog;
mod cubic_curve;
mod kernel_reno;
mod kernel_share;
mod linux_count;
mod marked_fraction;
mod reno_law;
pub mod rules;
mod westwood;

pub use ack_counter::{AckCounter, AckRatio};
pub use aimd::{
    HALF, cut_by, cut_to, halve, in_kernel_slow_start, in_slow_start, in_slow_start_of, left_of_slow_start,
    reno_increase, restart, restart_to, slow_start, used,
};
pub use backlog::backlog;
pub use cubic_curve::{Curve, epoch_rule, friendly_rule, next_plateau, probing_rule};
pub use kernel_reno::KernelReno;
pub use kernel_share::KernelShare;
pub use linux_count::linux_avoidance;
pub use marked_fraction::MarkedFraction;
pub(in crate::cc) use reno_law::reno_law;
pub use reno_law::{RenoLaw, RenoRules};
pub use westwood::{Pipe, WestwoodLaw, WestwoodRules, pipe_loss, pipe_set, pipe_timeout};
