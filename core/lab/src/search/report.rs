//! The finds as `ackscope break --json` prints them.

use super::dimensions::{DIMENSIONS, number};
use super::find::{Find, Subject};
use super::job::Measured;
use super::lesson::lesson;
use super::name::Naming;
use super::path::{Layout, Place};
use super::state::Request;
use crate::provenance::{EngineId, hash};
use ackscope_engine::units::decimal;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Value, json};

/// What the search found.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct BreakReport {
    #[serde(flatten)]
    pub engine: EngineId,
    /// The algorithm under test.
    pub algorithm: String,
    /// Hash of its text, if it is a script.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub script_hash: Option<String>,
    pub seed: u64,
    /// The objectives that were asked for.
    pub objectives: Vec<String>,
    /// The other algorithm that was run on the same networks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub other: Option<String>,
    /// The strongest first.
    pub finds: Vec<FindReport>,
    /// How many runs it took.
    pub runs: u64,
    /// How many events these runs had.
    pub events: u64,
    /// Whether it came to its end: else finds are missing that had not been confirmed yet.
    pub is_complete: bool,
}

/// A network that breaks the algorithm.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct FindReport {
    /// The id of a suspect of `why`, or of a dimension where `why` proves none.
    pub cause: String,
    /// Its name, as it stands in a sentence.
    pub cause_name: String,
    pub objective: String,
    /// By which factor it is worse than its witness, in the scenario below.
    pub factor: f64,
    /// The least of five replicates.
    pub low: f64,
    /// The most of them.
    pub high: f64,
    /// The algorithm that does well on the same network.
    pub witness: String,
    /// What was measured, and its unit.
    pub unit: String,
    pub value: f64,
    pub witness_value: f64,
    /// What differs from the plain network; nothing if it fails on that one.
    pub changes: Vec<ChangeReport>,
    /// The network in words.
    pub network: String,
    /// What `why` says about it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
    /// How many more networks have the same cause.
    pub also: usize,
    /// Of a search with another algorithm: in how many of the five replicates that one fails here as well.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub other_fails: Option<usize>,
    /// It as a lesson of one's own, in Markdown, with `{run}` where the link of the scenario belongs; none of a failure that
    /// no measure of a lesson shows.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lesson: Option<String>,
    /// The scenario, with the algorithm and its witness as lanes.
    pub scenario: Value,
}

/// What is known before the search is over.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct SoFar {
    /// `explore`, `shrink` or `name`.
    pub stage: String,
    pub runs: u64,
    /// The strongest that was seen, as it was found.
    pub best: Option<Seen>,
    /// What is confirmed.
    pub finds: Vec<FindReport>,
}

/// A network before it is shrunk and confirmed.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Seen {
    pub objective: String,
    pub factor: f64,
    pub witness: String,
    pub network: String,
}

/// A deviation from the plain network.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct ChangeReport {
    pub dimension: String,
    pub value: f64,
    pub plain: f64,
    /// The same in words.
    pub says: String,
}

/// The finds with their names, the strongest first; those with the same cause are one.
pub(super) fn report(
    request: &Request,
    subject: &Subject,
    named: &[(Naming, (Measured, Measured))],
    other: Option<(&str, &[usize])>,
    (runs, events, is_complete): (u64, u64, bool),
) -> BreakReport {
    let mut sorted: Vec<_> = named.iter().enumerate().collect();
    sorted.sort_by(|(_, a), (_, b)| b.0.find.range.0.total_cmp(&a.0.find.range.0));
    let mut finds: Vec<FindReport> = Vec::new();
    let mut kinds: Vec<(usize, String, f64)> = Vec::new();
    for (at, (naming, measured)) in sorted {
        let find = &naming.find;
        let kind = (find.objective, naming.cause().id, find.point.value(number("neighbour")));
        match kinds.iter().position(|known| *known == kind) {
            Some(known) => finds[known].also += 1,
            None => {
                kinds.push(kind);
                let other_fails = other.and_then(|(_, fails)| fails.get(at).copied());
                finds.push(FindReport { other_fails, ..FindReport::of(subject, naming, *measured) });
            }
        }
    }
    let text = subject.scripts.get(&subject.algorithm);
    BreakReport {
        engine: EngineId::own(),
        algorithm: subject.algorithm.clone(),
        script_hash: text.map(|text| hash(text.clone())),
        seed: request.seed,
        objectives: request.objectives.clone(),
        other: other.map(|(algorithm, _)| algorithm.to_owned()),
        finds,
        runs,
        events,
        is_complete,
    }
}

impl FindReport {
    fn of(subject: &Subject, naming: &Naming, (own, witness): (Measured, Measured)) -> FindReport {
        let find = &naming.find;
        let objective = find.objective();
        let (changes, network) = network(subject, find);
        let cause = naming.cause();
        let why = naming.answer.as_ref().map(|report| report.answer.sentence.clone());
        let told = (cause.id.as_str(), why.as_deref());
        let lesson = lesson(subject, find, (&own, &witness), &network, told, &naming.scenario);
        let mut scenario = naming.scenario.clone();
        scenario["title"] = json!(format!("{} {}: {network}", subject.algorithm, objective.id));
        FindReport {
            cause: cause.id,
            cause_name: cause.name,
            objective: objective.id.to_owned(),
            factor: find.factor,
            low: find.range.0,
            high: find.range.1,
            witness: find.witness.clone(),
            unit: objective.unit.0.to_owned(),
            value: (objective.value)(&own) * objective.unit.1,
            witness_value: (objective.value)(&witness) * objective.unit.1,
            changes,
            network,
            why,
            also: 0,
            other_fails: None,
            lesson,
            scenario,
        }
    }
}

impl Seen {
    pub(super) fn of(subject: &Subject, find: &Find) -> Seen {
        let (objective, witness) = (find.objective().id.to_owned(), find.witness.clone());
        Seen { objective, factor: find.factor, witness, network: network(subject, find).1 }
    }
}

/// What differs from the plain network, and the network in words.
fn network(subject: &Subject, find: &Find) -> (Vec<ChangeReport>, String) {
    let layout = find.objective().layout;
    let place = Place::of(&find.point, layout);
    let change = |(at, value): (usize, f64)| ChangeReport {
        dimension: DIMENSIONS[at].id.to_owned(),
        value,
        plain: DIMENSIONS[at].plain,
        says: (DIMENSIONS[at].says)(value, &place),
    };
    let changes: Vec<ChangeReport> = find.point.deviations().map(change).collect();
    let words = words(subject, find.point.value(number("neighbour")), layout, &changes);
    (changes, words)
}

/// The network as a sentence without its end: rate, RTT, and what else differs.
fn words(subject: &Subject, neighbour: f64, layout: Layout, changes: &[ChangeReport]) -> String {
    let said = |id: &str, plain: &str| {
        changes
            .iter()
            .find(|one| one.dimension == id)
            .map_or_else(|| plain.to_owned(), |one| one.says.clone())
    };
    let plain = |id: &str| DIMENSIONS[number(id)].plain;
    let mut parts = vec![
        said("rate", &format!("{} Mbit/s", decimal(plain("rate") / 1e6))),
        said("rtt", &format!("an RTT of {} ms", decimal(plain("rtt") * 1e3))),
    ];
    parts.extend(
        changes
            .iter()
            .filter(|one| one.dimension != "rate" && one.dimension != "rtt")
            .map(|one| one.says.clone()),
    );
    match layout {
        Layout::Beside if neighbour == 0.0 => parts.push(format!("{} beside it", super::path::NEIGHBOURS[0])),
        Layout::Pair => parts.push(format!("two flows of {}", subject.algorithm)),
        _ => {}
    }
    parts.join(", ")
}
