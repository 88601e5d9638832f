//! The network: channels between routers, access links to hosts, and the packets on them.

mod access;
mod channel;
mod counters;
mod depths;
mod late;
mod packet;
mod rules;
mod transmitter;
mod waits;

pub use access::{AccessLink, Crossing};
pub use channel::{Arrival, Channel, ChannelHandles, Outcome, kind_code};
pub use counters::{ChannelCounters, ChannelMeasures};
pub use packet::{Kind, Line, Mark, Packet};
pub use rules::{CHANNEL_LOSS, CHANNEL_STATE, DROP, RULES};
pub use transmitter::Transmitter;
pub use waits::Waits;
