//! Quantities as types: instants and spans in integer nanoseconds, rates in bits per second.

mod parse;
mod rate;
mod time;

pub use parse::{BaseUnit, Dimension, Quantity, QuantityError, format_si, parse_quantity};
pub use rate::{BitRate, Carry, Serializer, WireTimes};
pub use time::{Span, Time};
