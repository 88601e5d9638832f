//! From a measured curve back to its network: which path and which algorithm give such a curve.
//!
//! ```text
//! table ──read off──> first guesses ──runs──> summaries ──distance──> refined guesses ──own spread──> intervals, groups
//! ```
//!
//! Summaries are compared, not curves point by point: two runs of one path differ in when they lose a packet. Everything
//! here is a function of the table and of what the runs gave: who owns the threads runs what is due. The method is in
//! `docs/fit.md`.

mod compare;
mod guess;
mod model;
mod read_off;
mod report;
mod sliced;
mod solve;
mod summary;
mod table;

pub use compare::{Compared, Comparison};
pub use model::Job;
pub use report::{FitAnswer, FitNear, FitReport, FitSoFar, FitStage, Interval, OverTime, Parameters};
pub use sliced::SlicedFit;
pub use solve::{Fit, laws};
pub use summary::Summary;
pub use table::{Curve, TableError};
