//! The output of a run: bounded series, discrete events with their explanations, and on request
//! individual packets.

mod bins;
mod counter;
mod digest;
mod events;
mod options;
mod packets;
mod recorder;
mod row;
mod series;
mod shown;

pub use bins::{Bin, LANES};
pub use counter::{CounterBin, CounterHandle};
pub use digest::Digest;
pub use events::{
    CHANNEL_SOURCE, Decision, Decisions, Event, EventLog, MAX_TERMS, RuleId, RuleNumbers, RuleRef,
};
pub use options::RecordOptions;
pub use packets::{
    Fate, FrameRecord, PacketKindCode, PacketLink, PacketLog, PacketRecord, SenderLog, SenderState,
};
pub use recorder::{Recorder, RowHandle, SeriesInfo, SeriesSource};
pub use row::NO_SAMPLE;
pub use series::{Handle, SERIES, Series, SeriesDecl, SeriesId, SeriesOf, SeriesView, whole};
pub use shown::{ShownRow, ShownState, ShownStates};
