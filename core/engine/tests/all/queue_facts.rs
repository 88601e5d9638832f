//! What is true of one queue stands in its own file: no other code of the product compares ids of
//! queues or imports one of them.

use ackscope_engine::queue::REGISTRY;
use std::fs;
use std::path::Path;

/// Below `core`: the queues themselves; scenarios that the product ships, with the default queue;
/// the tables of words of other simulators.
const MAY_NAME: [&str; 7] = [
    "engine/src/queue/",
    "scenario/src/defaults.rs",
    "scenario/src/hops.rs",
    "lab/src/score/paths.rs",
    "lab/src/kernel.rs",
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

/// The names of queues in a line of code: as a text, or as a module.
fn named(line: &str) -> Vec<&'static str> {
    let ids = REGISTRY.iter().map(|spec| spec.id);
    let is_named = |id: &&str| {
        let module = id.replace('-', "_");
        let called = format!("{module}::");
        let paths = line.match_indices(&called);
        let is_module = |(at, _): (usize, &str)| {
            !line[..at].ends_with(|before: char| before.is_alphanumeric() || before == '_')
        };
        line.contains(&format!("\"{id}\"")) || paths.clone().any(is_module)
    };
    ids.filter(is_named).collect()
}

#[test]
fn no_other_file_mentions_a_queue() {
    assert_eq!(named("kind == \"fq-codel\" || queue::red::SPEC.id == kind"), ["red", "fq-codel"]);
    let core = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("core");
    let mut files = Vec::new();
    for part in ["engine", "program", "script", "scenario", "lab", "cli", "wasm", "wasm-analysis"] {
        sources(core, &core.join(part).join("src"), &mut files);
    }
    let mut found = Vec::new();
    for (place, text) in files {
        if MAY_NAME.iter().any(|may| place.starts_with(may)) || place.ends_with("tests.rs") {
            continue;
        }
        let code = text.split("#[cfg(test)]").next().unwrap_or_default();
        for (line, number) in code.lines().zip(1..).filter(|(line, _)| !line.trim().starts_with("//")) {
            found.extend(named(line).iter().map(|id| format!("{place}:{number}: {id}")));
        }
    }
    assert_eq!(found, Vec::<String>::new());
}
