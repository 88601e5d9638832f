//! The two-way propagation delay. [`super::super::path`] builds the path with it.

use super::Dimension;

pub const DIMENSION: Dimension = Dimension {
    id: "rtt",
    name: "the RTT",
    plain: 0.06,
    range: (0.005, 0.4),
    says: |s, _| format!("an RTT of {}", super::ms(s)),
    ..Dimension::NETWORK
};
