//! The rate of the bottleneck. [`super::super::path`] builds the path with it.

use super::Dimension;
use ackscope_engine::units::decimal;

pub const DIMENSION: Dimension = Dimension {
    id: "rate",
    plain: 5e6,
    range: (0.5e6, 50e6),
    says: |bps, _| format!("{} Mbit/s", decimal(super::short(bps / 1e6))),
    ..Dimension::NETWORK
};
