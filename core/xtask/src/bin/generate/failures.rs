//! The published failures in docs/validation.md: which of them `ackscope break` finds again.

use serde::Deserialize;
use std::collections::BTreeMap;
use std::fmt::Write as _;

const LIST: &str = include_str!("../../../../lab/reference/failures.json");
const MEASURED: &str = include_str!("../../../../lab/reference/failures-measured.json");

const HEAD: &str = "
# Failures found again

Published failures of algorithms, each with its source. The list was written before the first search. `ackscope break` looks for what breaks each
algorithm, without a hint and with its default budget; a failure is found again if a find fails in the right way, in a network that has one of the right
things in it, and beside the right neighbour where the source names one. Where it names a side (a shallow or a deep buffer, a step queue), the find is on that
side; this was asked for later. *Factor* is the least of five replicates. `npm run validate -- break` searches again.
";

#[derive(Deserialize)]
struct Failure {
    name: String,
    algorithm: String,
    source: String,
}

#[derive(Deserialize)]
struct Found {
    objective: String,
    witness: String,
    low: f64,
    network: String,
}

#[derive(Deserialize)]
struct Measured {
    engine: String,
    found: BTreeMap<String, Option<Found>>,
}

pub fn section() -> String {
    let list: Vec<Failure> = serde_json::from_str(LIST).expect("failures.json is JSON");
    let measured: Measured = serde_json::from_str(MEASURED).expect("failures-measured.json is JSON");
    let (mut rows, mut count) = (String::new(), 0);
    for Failure { name, algorithm, source } in &list {
        let found = measured.found.get(name).and_then(Option::as_ref);
        count += usize::from(found.is_some());
        let result = found.map_or_else(
            || "**not found** | | | |".to_owned(),
            |Found { objective, witness, low, network }| {
                format!("{network} | `{objective}` | `{witness}` | {low:.1} |")
            },
        );
        let _ = writeln!(rows, "| {name} (`{algorithm}`) | {source} | {result}");
    }
    format!(
        "{HEAD}\n{count} of {} are found again (engine {}).\n\n| failure | source | network | fails as | witness | factor |\n|---|---|---|---|---|--:|\n{rows}",
        list.len(),
        measured.engine
    )
}
