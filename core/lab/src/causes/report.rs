//! The answer as `ackscope why --json` prints it and the page shows it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::of::Of;

/// What the runs say about one suspect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(rename = "SuspectVerdict")]
pub enum Verdict {
    /// All replicates change in the same way, by 5 % or more in the median, and by at least half of
    /// what chance changes.
    Matters,
    /// 5 % or more in the median, but not told from chance.
    Open,
    /// It makes no difference.
    None,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(rename = "CausesAnswerKind")]
pub enum AnswerKind {
    /// The lane has what it could have.
    Nothing,
    /// One cause closes at least half of the gap.
    Cause,
    /// Several causes close it equally well, each alone.
    Equally,
    /// Only several causes together close it.
    Together,
    /// The first cause closes at least a tenth of the gap.
    Partly,
    /// No suspect explains it.
    None,
}

/// The quantity over the replicates.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "CausesAsIs")]
pub struct AsIs {
    /// In the run on the screen.
    pub value: f64,
    /// Over the replicates.
    pub median: f64,
    /// All replicates.
    pub values: Vec<f64>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Suspect")]
pub struct SuspectReport {
    pub id: String,
    /// Its name, as it stands in a sentence.
    pub name: String,
    /// What it does to the lane, as it follows “because”; what a remedy does.
    pub because: String,
    /// True if it is put in, false if it is taken away.
    pub is_remedy: bool,
    /// The change of the scenario: values by their paths.
    pub set: Map<String, Value>,
    /// The quantity with this change, in the run on the screen.
    pub value: f64,
    /// The same over the replicates; one value if it hardly differs.
    pub values: Vec<f64>,
    /// Median effect: relative, or for an index the difference.
    pub effect: f64,
    /// The smallest and the largest effect.
    pub effect_range: (f64, f64),
    /// The part of the gap to the bound that it closes.
    pub gap_closed: f64,
    /// Whether it matters.
    pub verdict: Verdict,
    /// The run is the same to the last packet.
    pub same_run: bool,
    /// What points to it in the run as it is; null if nothing does.
    pub evidence: Option<String>,
}

/// A cause that the scenario does not have.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct AbsentSuspect {
    pub id: String,
    /// Its name, as it stands in a sentence.
    pub name: String,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "CausesAnswer")]
pub struct Answer {
    pub kind: AnswerKind,
    /// The ids of its suspects.
    pub suspects: Vec<String>,
    /// The quantity without them, in the run on the screen; of several equal ones, without the first.
    pub value: Option<f64>,
    /// The answer in words.
    pub sentence: String,
}

/// A suspect taken away in this lane and in another.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "ExplainedDistance")]
pub struct Explained {
    pub id: String,
    /// Its name, as it stands in a sentence.
    pub name: String,
    /// The other lane's quantity without it.
    pub value: f64,
    /// The part of the distance that goes with it: 1 is all.
    pub part: f64,
}

/// Why it is less than another lane.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "LaneDistance")]
pub struct Distance {
    pub lane: String,
    /// Its quantity as it is.
    pub value: f64,
    /// The suspects that matter, those that explain most first; none if the other lane is not ahead.
    pub explained: Vec<Explained>,
    /// The same in words.
    pub sentence: String,
}

/// Why a lane is slow, late or unfair.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct CausesReport {
    /// The lane's label.
    pub lane: String,
    pub interval_s: (f64, f64),
    /// The quantity in question.
    pub of: Of,
    /// Its unit; empty for an index.
    pub unit: String,
    pub as_is: AsIs,
    /// What the lane could have at most.
    pub bound: f64,
    /// The suspects of this scenario, the largest effect first.
    pub suspects: Vec<SuspectReport>,
    /// The causes that this scenario does not have.
    pub absent: Vec<AbsentSuspect>,
    pub answer: Answer,
    /// What explains the distance to another lane, if that was asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub distance: Option<Distance>,
    /// How many runs it took.
    pub runs: usize,
    /// How many events these runs had.
    pub events: u64,
}
