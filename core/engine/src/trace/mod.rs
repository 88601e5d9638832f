//! The output of a run: bounded series, discrete events with their explanations, and on request
//! individual packets.

mod counter;
mod digest;
mod events;
mod packets;
mod recorder;
mod row;
mod series;
mod shown;

pub use counter::{CounterBin, CounterHandle};
pub use digest::Digest;
pub use events::{CHANNEL_SOURCE, Decision, Decisions, Event, EventLog, MAX_TERMS, RuleId, RuleRef};
pub use packets::{Fate, PacketKindCode, PacketLink, PacketLog, PacketRecord, SenderLog, SenderState};
pub use recorder::{Handle, RecordOptions, Recorder, RowHandle, SeriesInfo, SeriesSource};
pub use row::{LANES, NO_SAMPLE};
pub use series::{Bin, SERIES, Series, SeriesDecl, SeriesId, SeriesView, whole};
pub use shown::{ShownRow, ShownState, ShownStates};
