//! The Ackscope engine: a deterministic packet-level simulator of TCP congestion control.
//!
//! ```text
//! scenario ──> setup ──> sim ──> trace
//!  (JSON)     (complete)  │     (series, events, packets)
//!                         ├── net: channels (queue, transmitter, loss) and access links
//!                         └── tcp: senders and receivers ── cc: one file per algorithm
//! ```
//!
//! No I/O, no clock, no threads, no unsafe code: the same scenario gives the same trace, bit for bit, on every target.
//! Modules may import only from the left of this line (checked by `tests/layers.rs`):
//! `units math rng < catalogue < setup < trace < estimator < cc queue loss agent < scenario tcp < net < sim`.

pub mod agent;
pub mod catalogue;
pub mod cc;
pub mod estimator;
pub mod loss;
pub mod math;
pub mod net;
pub mod queue;
pub mod rng;
pub mod scenario;
pub mod setup;
pub mod sim;
pub mod tcp;
pub mod trace;
pub mod units;

mod rules;

pub use rules::{RuleEntry, rule_id, rules};

/// The engine's version, carried in links and results.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");
