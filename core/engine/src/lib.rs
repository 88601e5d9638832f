//! The Ackscope engine: a deterministic packet-level simulator of TCP congestion control.
//!
//! ```text
//! setup ──> sim ──> trace
//! (complete)  │     (series, events, packets)
//!             ├── net: channels (queue, transmitter, loss) and access links
//!             └── tcp: senders and receivers ── cc: one file per algorithm
//! ```
//!
//! A setup is complete and in SI units; `ackscope-scenario` makes one from JSON. The engine has no
//! I/O, no clock, no threads and no unsafe code: the same setup gives the same trace, bit for bit,
//! on every target. A module may import only from modules to its left in this order (checked by
//! `tests/all/layers.rs`): `units math order < rng ties < catalogue < choices < mechanism < trace < estimator
//! < cc queue loss delay rate jitter application pep < tcp < setup < net < rules < sim`.

pub mod application;
pub mod catalogue;
pub mod cc;
pub mod choices;
pub mod delay;
pub mod estimator;
pub mod jitter;
pub mod loss;
pub mod math;
pub mod mechanism;
pub mod net;
pub mod order;
pub mod pep;
pub mod queue;
pub mod rate;
pub mod rng;
pub mod setup;
pub mod sim;
pub mod tcp;
pub mod ties;
pub mod trace;
pub mod units;

mod rules;

pub use rules::{RuleEntry, rule_id, rule_numbers, rules, rules_with};

/// The engine's version. Links and results carry it.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Fingerprint of the engine's sources without their comments: 16 hexadecimal digits. It differs
/// between two engines of the same version if their code differs.
pub const FINGERPRINT: &str = env!("ACKSCOPE_ENGINE_FINGERPRINT");
