//! The search for the networks that break an algorithm.
//!
//! ```text
//! points of the space ──scenario──> runs ──objective, witness──> cells ──shrink, five seeds──> finds ──why──> names
//! ```
//!
//! A dimension is one file in `dimensions/` and one word in its list. Everything here is a function of the request
//! and of the outcomes of its runs: who owns the threads runs what is due and hands in what came out. The method is in
//! `docs/break.md`.

mod dimensions;
mod find;
mod job;
mod lesson;
mod name;
mod objectives;
mod path;
mod point;
mod report;
mod shrink;
mod sliced;
mod state;

pub use dimensions::{DIMENSIONS, Dimension, Scale, Side};
pub use job::{Job, Outcome};
pub use lesson::RUN as LESSON_RUN;
pub use objectives::{OBJECTIVES, Objective};
pub use path::Layout;
pub use report::{BreakReport, ChangeReport, FindReport, Seen, SoFar};
pub use sliced::SlicedSearch;
pub use state::{Request, Search};
