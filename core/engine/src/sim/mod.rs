//! The simulation: the event loop, the flows and channels it drives, and the results of a run.
//!
//! Code that runs once and not per packet (building, checkpoints, results, declarations) is
//! `#[inline]`, here and in the layers below: the compiler then compiles it in the calling crate.
//! Cargo sets the optimisation level per crate, and in the page the calling crate is optimised for
//! size.

#[macro_use]
mod quantity;

mod application;
mod applications;
#[cfg(feature = "capture")]
mod capture;
#[cfg(feature = "capture")]
mod capturing;
mod ceiling;
mod channel_events;
mod convergence;
mod cost;
mod deliveries;
mod event_ids;
mod event_loop;
pub mod event_queue;
mod flow;
mod fork;
mod forwarding;
mod frames;
mod handles;
mod leaving;
mod network;
mod pep;
mod pep_events;
mod quantities;
mod receiving;
mod replay;
mod results;
mod route;
mod sacks;
mod sending;
mod shadow;
mod simulation;
mod snapshots;
mod stretches;
mod ties;
mod waits;

pub use application::{TransferStats, Transfers};
#[cfg(feature = "capture")]
pub use capture::Captured;
pub use ceiling::{Ceiling, Excess, Stopped};
pub use cost::Cost;
pub use flow::{FlowCounters, FlowFacts};
pub use network::PacketAccount;
pub use quantities::{FlowInterval, FlowWindow, HopInterval, HopWindow};
pub use quantity::{Quantities, Quantity, Value};
pub use replay::Replay;
pub use results::{EngineCounters, FlowResults, GroupResults, HopResults, RunResults, Sharing};
pub use route::Access;
pub use shadow::ShadowRun;
pub use simulation::{Progress, Simulation};
pub use waits::WaitStats;
