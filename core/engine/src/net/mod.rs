//! The network: channels between routers, access links to hosts, and the packets on them.

mod access;
mod arrivals;
mod channel;
mod counters;
mod decisions;
mod delay_histogram;
mod dequeue;
mod far_end;
mod fates;
mod flags;
mod fork;
mod handover;
mod jitter_state;
mod line_store;
mod lined;
mod packet;
mod path_delay;
mod queue_extremes;
mod ties;
mod transmitter;

pub use access::{AccessLink, Crossing};
pub use channel::{Arrival, Channel, ChannelHandles, Outcome};
pub use counters::{ChannelCounters, ChannelMeasures, Queued, Tally};
pub use decisions::{CHANNEL_LOSS, CHANNEL_STATE, DROP, MARK, MARKS_END, RULES};
pub use delay_histogram::DelayHistogram;
pub use far_end::FarEnd;
pub use fates::kind_code;
pub use flags::Flags;
pub use jitter_state::{holds_at_far_end, longest_jitter, reorders};
pub use line_store::LineMeasures;
pub use packet::{Kind, Line, Packet};
pub use path_delay::delays_over_time;
pub use transmitter::Transmitter;
