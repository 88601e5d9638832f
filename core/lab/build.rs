//! Collects `experiments/*.json`, so that an experiment is one file and no list has to be kept, what
//! ns-2 measured for them, and the engine's goldens, by which recorded results know the rules that measured them.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() {
    let root = env::var("CARGO_MANIFEST_DIR").expect("set by cargo");
    let root = Path::new(&root);
    let experiments = listed(&root.join("experiments"));
    let is_json = |file: &PathBuf| file.extension().is_some_and(|extension| extension == "json");
    list("experiments.rs", experiments.into_iter().filter(is_json).map(|file| included(&file)));
    let ns2 = listed(&root.join("reference/ns2"));
    list("ns2.rs", ns2.into_iter().filter(is_json).map(|file| included(&file)));
    let tasks = listed(&root.join("tasks"));
    list("tasks.rs", tasks.into_iter().filter(is_json).map(|file| included(&file)));
    let goldens = listed(&root.join("../engine/tests/goldens"));
    list(
        "goldens.rs",
        goldens.into_iter().map(|folder| {
            let name = folder.file_name().expect("a folder's").to_string_lossy().into_owned();
            let (scenario, hash) = (folder.join("scenario.json"), folder.join("hash.txt"));
            format!("({name:?}, {}, {})", included(&scenario), included(&hash))
        }),
    );
}

/// What is in a folder, by name.
fn listed(folder: &Path) -> Vec<PathBuf> {
    println!("cargo::rerun-if-changed={}", folder.display());
    let mut paths: Vec<PathBuf> = fs::read_dir(folder)
        .unwrap_or_else(|error| panic!("{}: {error}", folder.display()))
        .map(|entry| entry.expect("readable").path())
        .collect();
    paths.sort();
    paths
}

fn included(file: &Path) -> String {
    format!("include_str!({:?})", file.display().to_string())
}

fn list(name: &str, items: impl Iterator<Item = String>) {
    let mut text = String::from("&[\n");
    for item in items {
        writeln!(text, "    {item},").expect("text");
    }
    text.push(']');
    let out = Path::new(&env::var("OUT_DIR").expect("set by cargo")).join(name);
    fs::write(out, text).expect("writable");
}
