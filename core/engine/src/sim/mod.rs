//! The simulation: what happens next, to whom, and what is left when it is over.
//!
//! What a run does once and not with every packet (building, checkpoints, results, declarations) is `#[inline]`, here and in the layers
//! below: the compiler then makes it part of the crate that calls it. Cargo optimises by the crate, and in the page that one is
//! optimised for size.

pub mod agenda;
mod agents;
mod ceiling;
mod cost;
mod deliveries;
mod extra_slots;
mod flow;
mod marks;
mod network;
mod pulse;
mod receiving;
mod replay;
mod results;
mod sacks;
mod sending;
mod simulation;
mod slots;
mod travel;
mod watch;

pub use ceiling::{Ceiling, Excess, Stopped};
pub use cost::Cost;
pub use network::Census;
pub use replay::Replay;
pub use results::{
    EngineCounters, FlowResults, FlowWindow, GroupResults, GroupWindow, HopResults, HopWindow, RunResults,
    jain_index,
};
pub use simulation::{FlowFacts, Progress, Simulation};
pub use travel::Access;
pub use watch::Watching;
