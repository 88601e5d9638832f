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
//! `units math order rng < catalogue < setup < trace < estimator < cc queue loss pep < scenario tcp < net < sim`.

pub mod scenario;

pub use ackscope_simulator::*;

/// The engine's version, carried in links and results.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Fingerprint of the engine's sources, comments apart: 16 hexadecimal digits. Two engines of one version that differ in their
/// code have different ones.
pub const FINGERPRINT: &str = env!("ACKSCOPE_ENGINE_FINGERPRINT");
