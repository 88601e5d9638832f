//! Collects `experiments/*.json`, so that an experiment is one file and no list has to be kept.

use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs};

fn main() {
    let folder = Path::new(&env::var("CARGO_MANIFEST_DIR").expect("set by cargo")).join("experiments");
    println!("cargo::rerun-if-changed={}", folder.display());
    let mut files: Vec<_> = fs::read_dir(&folder)
        .expect("the experiments")
        .map(|entry| entry.expect("readable").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "json"))
        .collect();
    files.sort();
    let mut list = String::from("&[\n");
    for file in files {
        writeln!(list, "    include_str!({:?}),", file.display().to_string()).expect("text");
    }
    list.push(']');
    let out = Path::new(&env::var("OUT_DIR").expect("set by cargo")).join("experiments.rs");
    fs::write(out, list).expect("writable");
}
