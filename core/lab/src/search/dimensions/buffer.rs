//! The buffer in bandwidth-delay products. [`super::super::path`] builds the path with it.

use super::Dimension;
use ackscope_engine::units::decimal;

pub const DIMENSION: Dimension = Dimension {
    id: "buffer",
    plain: 1.0,
    range: (0.05, 20.0),
    says: |bdp, place| {
        let packets = match place.buffer_packets {
            1 => "one packet".to_owned(),
            several => format!("{several} packets"),
        };
        format!("a buffer of {} BDP ({packets})", decimal(super::short(bdp)))
    },
    ..Dimension::NETWORK
};
