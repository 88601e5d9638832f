//! The order of the engine's modules: this test fails if a lower layer imports a higher one.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// Layers from the lowest to the highest; modules of one layer may not import each other.
const LAYERS: &[&[&str]] = &[
    &["units", "math", "order"],
    &["rng", "ties"],
    &["catalogue"],
    &["choices"],
    &["mechanism"],
    &["trace"],
    &["estimator"],
    &["cc", "queue", "loss", "delay", "jitter", "application", "pep"],
    &["tcp"],
    &["setup"],
    &["net"],
    &["rules"],
    &["sim"],
];

/// The layer of a module, or of an item of `rules.rs` that the crate exports under its own name.
fn layer_of(module: &str) -> Option<usize> {
    let module = if ["rule_id", "rule_numbers", "rules_with"].contains(&module) { "rules" } else { module };
    LAYERS.iter().position(|layer| layer.contains(&module))
}

fn sources(folder: &Path, into: &mut Vec<(String, String)>) {
    for entry in fs::read_dir(folder).expect("readable") {
        let path = entry.expect("readable").path();
        if path.is_dir() {
            sources(&path, into);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            into.push((path.display().to_string(), fs::read_to_string(&path).expect("text")));
        }
    }
}

/// The modules named after `crate::` in the code, without the tests.
fn imports(code: &str) -> Vec<String> {
    imports_from("crate::", code)
}

/// The names that stand after `prefix` in the code, without the tests.
fn imports_from(prefix: &str, code: &str) -> Vec<String> {
    let code = code.split("#[cfg(test)]\nmod tests").next().unwrap_or("");
    let lines = code.lines().filter(|line| !line.trim_start().starts_with("//"));
    // An import may take several lines.
    let code = lines.collect::<Vec<_>>().join(" ");
    code.split(prefix)
        .skip(1)
        .flat_map(|rest| match rest.strip_prefix('{') {
            Some(list) => list.split('}').next().unwrap_or("").split(',').map(first_word).collect(),
            None => vec![first_word(rest)],
        })
        .filter(|word| !word.is_empty())
        .collect()
}

fn first_word(text: &str) -> String {
    text.trim().chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect()
}

#[test]
fn imports_point_down() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut seen = 0;
    let mut wrong = Vec::new();
    for layer in LAYERS.iter().flat_map(|layer| layer.iter()) {
        let mut files = Vec::new();
        let (folder, file) = (root.join(layer), root.join(format!("{layer}.rs")));
        if folder.is_dir() {
            sources(&folder, &mut files);
        } else {
            files.push((file.display().to_string(), fs::read_to_string(&file).expect("a module")));
        }
        for (path, code) in files {
            for import in imports(&code) {
                seen += 1;
                let below = layer_of(&import)
                    .is_none_or(|other| import == *layer || other < layer_of(layer).unwrap_or(0));
                let known = layer_of(&import).is_some() || import == "VERSION";
                if !known {
                    wrong.push(format!("{path}: {import} stands in no layer"));
                } else if !below {
                    wrong.push(format!("{path}: {layer} imports {import}"));
                }
            }
        }
    }
    assert!(seen > 100, "only {seen} imports seen: the test reads nothing");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// What each module of `folder` imports from the others, by the name of the module or of what
/// `mod.rs` exports from it.
fn imports_within(folder: &Path, name: &str) -> BTreeMap<String, BTreeSet<String>> {
    let all = fs::read_to_string(folder.join("mod.rs")).expect("text");
    let mut owner = BTreeMap::new();
    for export in all.split("pub use ").skip(1) {
        let (module, items) = export.split(';').next().and_then(|it| it.split_once("::")).unwrap_or_default();
        for item in items.trim_matches(['{', '}']).split(',').map(first_word) {
            owner.insert(item, module.to_owned());
        }
    }
    let mut within: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let mut files = Vec::new();
    sources(folder, &mut files);
    for (path, code) in files {
        let path = Path::new(&path).strip_prefix(folder).expect("below").to_owned();
        let parts: Vec<String> =
            path.with_extension("").iter().map(|part| part.to_string_lossy().into_owned()).collect();
        // A file below a module says `super` for that module.
        let is_top = parts.len() == 1 || parts[1] == "mod";
        let module = parts[0].clone();
        let mut names = imports_from(&format!("crate::{name}::"), &code);
        if is_top {
            names.extend(imports_from("super::", &code));
        }
        let named = names.into_iter().map(|import| owner.get(&import).cloned().unwrap_or(import));
        if module != "mod" {
            within.entry(module.clone()).or_default().extend(named.filter(|other| *other != module));
        }
    }
    let modules: BTreeSet<String> = within.keys().cloned().collect();
    within.values_mut().for_each(|imported| imported.retain(|other| modules.contains(other)));
    within
}

/// The modules that are left when those are taken away, again and again, that import no other one or
/// that no other one imports: the circles, and what stands between two of them.
fn circles(mut within: BTreeMap<String, BTreeSet<String>>) -> BTreeSet<String> {
    loop {
        let imported: BTreeSet<String> = within.values().flatten().cloned().collect();
        let before = within.len();
        within.retain(|module, imports| !imports.is_empty() && imported.contains(module));
        let left: BTreeSet<String> = within.keys().cloned().collect();
        within.values_mut().for_each(|imports| imports.retain(|other| left.contains(other)));
        if within.len() == before {
            return left;
        }
    }
}

#[test]
fn no_modules_import_each_other_in_a_circle() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let layers = LAYERS.iter().flat_map(|layer| layer.iter()).copied();
    for name in layers.chain(["tcp/state"]).filter(|name| root.join(name).is_dir()) {
        let within = imports_within(&root.join(name), &name.replace('/', "::"));
        assert!(!within.is_empty(), "{name}: the test reads nothing");
        let found = circles(within);
        assert!(found.is_empty(), "{name}: {found:?}");
    }
}

/// ns-2's order of events and its random numbers stand in `ackscope-ns2`.
#[test]
fn channels_ties_and_random_numbers_do_not_name_ns2() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    sources(&src.join("net"), &mut files);
    for file in
        ["rng.rs", "ties.rs", "sim/ties.rs", "sim/event_loop.rs", "sim/network.rs", "sim/receiving.rs"]
    {
        files.push((file.to_owned(), fs::read_to_string(src.join(file)).expect("a module")));
    }
    assert!(files.len() > 20, "only {} files seen: the test reads nothing", files.len());
    let names = |code: &str| code.contains("ns-2") || code.to_lowercase().contains("ns2");
    let wrong: Vec<&str> =
        files.iter().filter(|(_, code)| names(code)).map(|(path, _)| path.as_str()).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The laws of ns-2 and of the kernel modules that it runs, and the recoveries of its agents, stand in
/// `ackscope-ns2`.
#[test]
fn no_algorithm_and_no_recovery_has_a_variant_of_ns2() {
    let (laws, steps): (&[&str], &[&str]) = (&["linux2622", "\"ns2"], &["linux2622", "ns-2", "ns2_"]);
    for (folder, least, words) in [("src/cc", 50, laws), ("src/tcp", 30, steps)] {
        let mut files = Vec::new();
        sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join(folder), &mut files);
        assert!(files.len() > least, "only {} files seen: the test reads nothing", files.len());
        let names = |code: &str| words.iter().any(|word| code.contains(word));
        let wrong: Vec<&str> =
            files.iter().filter(|(_, code)| names(code)).map(|(path, _)| path.as_str()).collect();
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }
}

/// Words that would make a run depend on more than its scenario, or on the timing of threads.
const OUTSIDE: &[&str] = &[
    "std::time",
    "std::thread",
    "std::env",
    "std::fs",
    "std::io",
    "std::net",
    "std::process",
    "std::sync::Mutex",
    "std::sync::RwLock",
    "std::sync::mpsc",
    "std::sync::atomic",
    "std::hash::RandomState",
    "thread_local!",
    "static mut",
    "rayon::",
];

#[test]
fn the_engine_knows_no_clock_no_thread_and_no_system() {
    let mut files = Vec::new();
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    for folder in ["src", "../scenario/src"] {
        sources(&here.join(folder), &mut files);
    }
    assert!(files.len() > 100, "only {} files seen: the test reads nothing", files.len());
    let wrong: Vec<String> = files
        .iter()
        .flat_map(|(path, code)| {
            let code = code.split("#[cfg(test)]\nmod tests").next().unwrap_or("");
            // Code that is compiled only for tests may keep its own counts.
            let before = std::iter::once("").chain(code.lines());
            let lines = code.lines().zip(before).filter(|(_, before)| {
                !before.starts_with("#[cfg(test)]") && !before.starts_with("#[cfg(any(test,")
            });
            let lines = lines.map(|(line, _)| line).filter(|line| !line.trim_start().starts_with("//"));
            let found = lines.flat_map(|line| OUTSIDE.iter().filter(move |word| line.contains(*word)));
            found.map(move |word| format!("{path}: {word}")).collect::<Vec<_>>()
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
