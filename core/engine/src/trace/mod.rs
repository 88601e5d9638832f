//! What a run leaves behind: bounded series, discrete events with their explanations, and on demand single packets.

mod digest;
mod events;
mod packets;
mod recorder;
mod row;
mod series;
mod tally;

pub use digest::Digest;
pub use events::{CHANNEL_SOURCE, Decisions, Event, EventLog, MAX_TERMS, RuleId};
pub use packets::{Fate, PacketKindCode, PacketLog, PacketRecord, Place, SenderLog, SenderState};
pub use recorder::{Handle, RecordOptions, Recorder, RowHandle, SeriesInfo, SeriesSource};
pub use row::{LANES, NO_SAMPLE};
pub use series::{Bin, SERIES, Series, SeriesDecl, SeriesId, SeriesView, whole};
pub use tally::{Growth, TallyHandle};
