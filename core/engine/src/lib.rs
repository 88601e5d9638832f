//! The Ackscope engine: a deterministic packet-level simulator of TCP congestion control.
//!
//! ```text
//! setup ──> sim ──> trace
//! (complete)  │     (series, events, packets)
//!             ├── net: channels (queue, transmitter, loss) and access links
//!             └── tcp: senders and receivers ── cc: one file per algorithm
//! ```
//!
//! A setup is complete, in SI units; `ackscope-scenario` makes one from JSON. No I/O, no clock, no
//! threads, no unsafe code: the same setup gives the same trace, bit for bit, on every target.
//! Modules may import only from the left of this line (checked by `tests/layers.rs`): `units math
//! order rng < catalogue < choices < trace < estimator < cc queue loss jitter
//! application pep < setup < tcp < net < rules < sim`.

pub mod application;
pub mod catalogue;
pub mod cc;
pub mod choices;
pub mod estimator;
pub mod jitter;
pub mod loss;
pub mod math;
pub mod net;
pub mod order;
pub mod pep;
pub mod queue;
pub mod rng;
pub mod setup;
pub mod sim;
pub mod tcp;
pub mod trace;
pub mod units;

mod rules;

pub use rules::{RuleEntry, rule_id, rules, rules_with};

/// The engine's version, carried in links and results.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Fingerprint of the engine's sources, comments apart: 16 hexadecimal digits. Two engines of one
/// version that differ in their code have different ones.
pub const FINGERPRINT: &str = env!("ACKSCOPE_ENGINE_FINGERPRINT");
