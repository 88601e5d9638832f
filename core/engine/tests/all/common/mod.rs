//! Helpers that several tests share.

pub mod declared;
pub mod formula;
pub mod matrix;
pub mod measured;
pub mod run;
pub mod shape;
pub mod story;
pub mod today;
