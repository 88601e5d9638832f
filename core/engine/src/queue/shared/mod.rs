//! Code that several disciplines share.

pub mod average;
pub mod codel;
pub mod fair;
pub mod flows;
pub mod marking;
pub mod red;
pub mod ticks;
