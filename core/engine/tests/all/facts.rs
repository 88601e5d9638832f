//! What is true of one algorithm or of one queue stands in its own file: no other code of the product
//! compares their ids or imports one of them.

use ackscope_engine::catalogue::Spec;
use ackscope_engine::{cc, queue};
use std::fs;
use std::path::Path;

/// Below `core`: what may name a queue besides the queues themselves: scenarios that the product ships, with
/// the default queue; experiments that put one queue in the place of another; the tables of words of other
/// simulators; a table with a column for the step of a lesson; what stands
/// in for a mistake while others are sought; the networks and witnesses of a search.
const MAY_NAME_QUEUES: [&str; 13] = [
    "engine/src/queue/",
    "lab/src/causes/suspects/",
    "cli/src/commands/check_scenario.rs",
    "cli/src/commands/codes.rs",
    "scenario/src/defaults.rs",
    "scenario/src/hops.rs",
    "lab/src/fit/",
    // Its module `step` is no queue.
    "lab/src/gym/",
    "lab/src/search/",
    "lab/src/score/paths.rs",
    "lab/src/kernel.rs",
    "lab/src/export/ns2_models.rs",
    "lab/src/export/ns3_models.rs",
];

/// What may name an algorithm besides the algorithms themselves: the law that a script follows where it defines
/// nothing; the names of recoveries, which are those of algorithms; formulas, which have ids of their own;
/// scenarios that the product ships; experiments that put one algorithm in the place of another; the tables of
/// words of other simulators and of the kernel; what stands in for a mistake while others are sought; the
/// networks and witnesses of a search.
const MAY_NAME_ALGORITHMS: [&str; 18] = [
    "engine/src/cc/",
    "lab/src/causes/suspects/",
    "cli/src/commands/check_scenario.rs",
    "program/src/algorithm.rs",
    "scenario/src/tcp.rs",
    "scenario/src/agents.rs",
    "engine/src/choices.rs",
    "scenario/src/types/choices.rs",
    "lab/src/theory/",
    "lab/src/fit/",
    // Who learns sends by hand.
    "lab/src/gym/",
    "lab/src/search/",
    "lab/src/score/paths.rs",
    "lab/src/export/settings.rs",
    "lab/src/kernel.rs",
    // A setting on which an answer hangs.
    "cli/src/lesson/claims.rs",
    "lab/src/export/ns2_models.rs",
    "lab/src/export/ns3_models.rs",
];

fn sources(core: &Path, folder: &Path, into: &mut Vec<(String, String)>) {
    for entry in fs::read_dir(folder).expect("readable") {
        let path = entry.expect("readable").path();
        if path.is_dir() {
            sources(core, &path, into);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let place = path.strip_prefix(core).expect("below it").display().to_string();
            into.push((place.replace('\\', "/"), fs::read_to_string(&path).expect("text")));
        }
    }
}

/// The models that a line of code names: as a text, or as a module.
fn named(models: &[&Spec], line: &str) -> Vec<&'static str> {
    let ids = models.iter().map(|spec| spec.id);
    let is_named = |id: &&str| {
        let module = id.replace('-', "_").replace('+', "_plus");
        let called = format!("{module}::");
        let is_module = |(at, _): (usize, &str)| {
            !line[..at].ends_with(|before: char| before.is_alphanumeric() || before == '_')
        };
        line.contains(&format!("\"{id}\"")) || line.match_indices(&called).any(is_module)
    };
    ids.filter(is_named).collect()
}

/// Where else one of the models is named.
fn elsewhere(models: &[&Spec], may_name: &[&str]) -> Vec<String> {
    let core = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("core");
    let mut files = Vec::new();
    for part in ["engine", "program", "script", "scenario", "lab", "cli", "wasm", "wasm-analysis"] {
        sources(core, &core.join(part).join("src"), &mut files);
    }
    for place in may_name {
        let names = |(path, text): &(String, String)| {
            path.starts_with(place) && text.lines().any(|line| !named(models, line).is_empty())
        };
        assert!(files.iter().any(names), "{place} names none: it needs no permission");
    }
    let mut found = Vec::new();
    for (place, text) in files {
        if may_name.iter().any(|may| place.starts_with(may)) || place.ends_with("tests.rs") {
            continue;
        }
        let code = text.split("#[cfg(test)]").next().unwrap_or_default();
        for (line, number) in code.lines().zip(1..).filter(|(line, _)| !line.trim().starts_with("//")) {
            found.extend(named(models, line).iter().map(|id| format!("{place}:{number}: {id}")));
        }
    }
    found
}

#[test]
fn no_other_file_mentions_a_queue() {
    let line = "kind == \"fq-codel\" || queue::red::SPEC.id == kind";
    assert_eq!(named(queue::REGISTRY, line), ["red", "fq-codel"]);
    assert_eq!(elsewhere(queue::REGISTRY, &MAY_NAME_QUEUES), Vec::<String>::new());
}

#[test]
fn no_other_file_mentions_an_algorithm() {
    let line = "id == \"cubic\" || cc::westwood_plus::SPEC.id == id || of_reno::new()";
    assert_eq!(named(cc::REGISTRY, line), ["westwood+", "cubic"]);
    assert_eq!(elsewhere(cc::REGISTRY, &MAY_NAME_ALGORITHMS), Vec::<String>::new());
}
