//! What several disciplines have in common.

pub mod average;
pub mod flows;
pub mod red;
pub mod ticks;
