//! The simulation: what happens next, to whom, and what is left when it is over.

pub mod agenda;
mod agents;
mod extra_slots;
mod flow;
mod marks;
mod network;
mod pulse;
mod receiving;
mod replay;
mod results;
mod sending;
mod simulation;
mod slots;
mod travel;
mod watch;

pub use network::Census;
pub use replay::Replay;
pub use results::{
    EngineCounters, FlowResults, FlowWindow, GroupResults, GroupWindow, HopResults, HopWindow, RunResults,
    jain_index,
};
pub use simulation::{FlowFacts, Progress, Simulation};
pub use watch::Watching;
