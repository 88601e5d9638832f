//! Quantities as types: instants and spans in integer nanoseconds, rates in bits per second.

mod big;
mod decimal;
mod number;
mod parse;
mod quoted;
mod rate;
mod time;

pub use decimal::{decimal, decimal_scientific};
pub use number::parse_number;
pub use parse::{BaseUnit, Dimension, Quantity, QuantityError, format_in, format_si, parse_quantity};
pub use quoted::Quoted;
pub use rate::{BitRate, Carry, Serializer, WireTimes};
pub use time::{Span, Time};
