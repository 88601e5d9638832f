//! The order of the engine's modules: this test fails if a lower layer imports a higher one, if modules
//! import each other in a circle, and if a type has methods in more than three files.

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
    &["cc", "queue", "loss", "delay", "rate", "jitter", "application", "pep"],
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
    for name in layers.chain(["tcp/state", "tcp/recovery"]).filter(|name| root.join(name).is_dir()) {
        let within = imports_within(&root.join(name), &name.replace('/', "::"));
        assert!(!within.is_empty(), "{name}: the test reads nothing");
        let found = circles(within);
        assert!(found.is_empty(), "{name}: {found:?}");
    }
}

/// A type has its methods in at most this many files.
const MAX_FILES: usize = 3;

/// The name of the type that a line declares.
fn declared(line: &str) -> Option<String> {
    let line = line.trim_start();
    let line = match line.strip_prefix("pub") {
        Some(rest) if rest.starts_with('(') => rest.split_once(')')?.1,
        Some(rest) => rest,
        None => line,
    };
    let (kind, rest) = line.trim_start().split_once(' ')?;
    let name = first_word(rest);
    (["struct", "enum", "union"].contains(&kind) && !name.is_empty()).then_some(name)
}

/// The name of the type whose own methods a block holds that begins with these lines. What a trait asks
/// for does not count.
fn with_methods(lines: &[&str]) -> Option<String> {
    let mut rest = lines[0].trim_start().strip_prefix("impl").filter(|rest| rest.starts_with([' ', '<']))?;
    let header = lines.join(" ");
    if header.split('{').next()?.split_whitespace().any(|word| word == "for") {
        return None;
    }
    let mut open = 0;
    let end = rest.find(|c| {
        open += i32::from(c == '<') - i32::from(c == '>');
        open == 0
    });
    rest = rest[end?..].trim_start_matches('>').trim_start();
    let path: String = rest.chars().take_while(|c| c.is_alphanumeric() || ['_', ':'].contains(c)).collect();
    path.rsplit("::").next().map(str::to_owned).filter(|name| !name.is_empty())
}

/// How many folders and modules two files share.
fn shared(one: &str, other: &str) -> usize {
    let parts = |path: &str| {
        path.trim_end_matches(".rs")
            .trim_end_matches("/mod")
            .split('/')
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    parts(one).iter().zip(&parts(other)).take_while(|(one, other)| one == other).count()
}

/// The files with methods of each type of a crate. Types of one name in several files are several
/// types: a model is one file, and each calls its type `Algorithm`, `Queue` and so on. A file without such
/// a declaration means the type that is declared nearest to it.
fn files_with_methods(files: &[(String, String)]) -> BTreeMap<(String, String), BTreeSet<String>> {
    let mut declaring: BTreeMap<String, BTreeSet<&str>> = BTreeMap::new();
    for (path, code) in files {
        for name in code.lines().filter_map(declared) {
            declaring.entry(name).or_default().insert(path);
        }
    }
    let mut found: BTreeMap<(String, String), BTreeSet<String>> = BTreeMap::new();
    for (path, code) in files {
        let lines: Vec<&str> = code.lines().collect();
        for name in (0..lines.len()).filter_map(|at| with_methods(&lines[at..lines.len().min(at + 8)])) {
            let owners = declaring.get(&name).into_iter().flatten();
            let owner = owners.max_by_key(|owner| (*owner == path, shared(owner, path)));
            let owner = owner.copied().unwrap_or("a macro").to_owned();
            found.entry((name, owner)).or_default().insert(path.clone());
        }
    }
    found
}

fn spread(files: &[(String, String)]) -> Vec<String> {
    let found = files_with_methods(files).into_iter().filter(|(_, files)| files.len() > MAX_FILES);
    found.map(|((name, owner), files)| format!("{name} of {owner}: {files:?}")).collect()
}

#[test]
fn no_type_has_methods_in_more_than_three_files() {
    let core = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut seen = 0;
    for entry in fs::read_dir(&core).expect("readable") {
        let folder = entry.expect("readable").path().join("src");
        if !folder.is_dir() {
            continue;
        }
        let mut files = Vec::new();
        sources(&folder, &mut files);
        seen += files_with_methods(&files).len();
        assert_eq!(spread(&files), Vec::<String>::new());
    }
    assert!(seen > 300, "only {seen} types seen: the test reads nothing");
}

#[test]
fn a_type_with_methods_in_a_fourth_file_is_found() {
    let files = |codes: &[(&str, &str)]| -> Vec<(String, String)> {
        codes.iter().map(|(path, code)| ((*path).to_owned(), (*code).to_owned())).collect()
    };
    let mut one = files(&[
        ("a/mod.rs", "/// A type.\npub(in crate::a) struct State<T> {\n}\n"),
        ("a/one.rs", "impl<T: Iterator<Item = u8>> State<T> {\n}\nimpl State<u8> {\n}\n"),
        ("a/two.rs", "impl super::State<u8> {\n}\n"),
        ("a/three.rs", "    impl State<u8> {\n    }\n"),
        ("a/four.rs", "impl Clone for State<u8> {\n}\nimpl<T> From<T>\n    for State<T>\nwhere\n{\n}\n"),
        ("b/model.rs", "enum State {\n}\nimpl State {\n}\n"),
        ("b/model/part.rs", "use super::State;\nimpl State {\n}\n"),
    ]);
    assert_eq!(spread(&one), Vec::<String>::new());
    one.push(("a/five.rs".to_owned(), "impl State<u8> {\n}\n".to_owned()));
    let names = "{\"a/five.rs\", \"a/one.rs\", \"a/three.rs\", \"a/two.rs\"}";
    assert_eq!(spread(&one), [format!("State of a/mod.rs: {names}")]);
}

/// What ns-2 and the kernel modules that it runs do stands in `ackscope-ns2`: their laws, recoveries,
/// order of events and random numbers.
#[test]
fn the_engine_does_not_name_ns2() {
    let mut files = Vec::new();
    sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut files);
    assert!(files.len() > 200, "only {} files seen: the test reads nothing", files.len());
    let names = |code: &str| ["ns-2", "ns2", "2622", "2.6.22"].iter().any(|word| code.contains(word));
    let wrong: Vec<&str> =
        files.iter().filter(|(_, code)| names(code)).map(|(path, _)| path.as_str()).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
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
