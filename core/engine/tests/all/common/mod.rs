//! What several of the tests need.

pub mod formula;
pub mod measured;
pub mod run;
pub mod shape;
pub mod story;
pub mod today;
