//! Scenarios: plain data in the format of docs/scenario.md. They are read strictly and compiled into
//! complete [`Setup`]s.
//!
//! ```text
//! text ──read_json──> Value ──read_value──> Scenario ──lanes──> one Scenario per lane ──compile──> Setup
//!                       ^ set: values put at paths, by lanes, sweeps and links    ^ profiles: keys that words set
//! ```
//!
//! [`Setup`]: ackscope_engine::setup::Setup

mod agents;
mod compile;
mod compiled;
mod defaults;
mod ecn;
mod error;
mod flows;
mod fork;
mod hidden;
mod hops;
mod json;
mod json_path;
mod json_text;
mod lanes;
mod limits;
mod mechanisms;
mod models;
mod names;
pub mod ns2;
mod packets;
mod parameters;
mod profiles;
mod quantity;
mod quic;
mod read;
mod schema;
mod scripts;
mod set;
mod tcp;
mod types;
mod warnings;

pub use agents::{Agent, agent};
pub use compile::{check_compare, compile, compile_all, compile_sender, compile_with};
pub use compiled::Compiled;
pub use defaults::defaults;
pub use ecn::brings_ecn;
pub use error::ScenarioError;
pub use hidden::{Hidden, hidden};
pub use json_text::json_number;
pub use lanes::{Lane, lane_alone, lanes};
pub use limits::{MAX_FLOWS, MAX_HOPS, MAX_ITEMS, MAX_LANES, MAX_RESULT_ROWS, MAX_SCRIPTS, MAX_WINDOWS};
pub use models::Models;
pub use profiles::{LINUX6, Profile, Row, RowNeed};
pub use quantity::{
    BitsPerSecond, BufferCapacity, Bytes, Measure, Measures, Seconds, Whole, WholePackets, WindowPackets,
};
pub use read::{LONGEST_TEXT_BYTES, read, read_json, read_value};
pub use schema::schema;
pub use scripts::{Compiler, Programs};
pub use set::{apply_set, place_of, read_assignment, read_setting};
pub use types::{
    Back, BackLoss, CompareEntry, FORMAT_VERSION, Flow, FlowKind, Fork, GrowthChoice, Hop, LaneChanges, Loss,
    OneOrMany, Opportunities, Period, Position, Queue, Rate, RateStep, RecoveryChoice, RecoveryVariant,
    RequestedMechanism, Rto, RtoNumbers, RtoPreset, Scenario, Spread, Ssthresh, Version, Way,
};
pub use warnings::warnings;
