//! The fingerprint of the engine: a version number stays for months, and files of numbers must tell
//! which rules made them.

use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() {
    let here = env::var("CARGO_MANIFEST_DIR").expect("set by cargo");
    let mut files = Vec::new();
    // The readers of scenarios and scripts decide what a text means, and further variants of algorithms
    // stand beside the engine: they are part of what made a number.
    for folder in ["src", "../ns2/src", "../scenario/src", "../script/src", "../program/src"] {
        let root = Path::new(&here).join(folder);
        println!("cargo::rerun-if-changed={}", root.display());
        sources(&root, &mut files);
    }
    files.sort();
    // FNV-1a of 64 bits over every line of code: comments, blank lines and the way lines end change
    // no number.
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    let mut mix = |text: &str| {
        for byte in text.bytes().chain([b'\n']) {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    };
    for (name, path) in files {
        mix(&name);
        let text = fs::read_to_string(&path).expect("readable");
        let code = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with("//"));
        code.for_each(&mut mix);
    }
    println!("cargo::rustc-env=ACKSCOPE_ENGINE_FINGERPRINT={hash:016x}");
}

/// Every source below `folder`, by the names of its folders joined with `/`: the same on every
/// system.
fn sources(folder: &Path, into: &mut Vec<(String, PathBuf)>) {
    for entry in fs::read_dir(folder).expect("the sources") {
        let path = entry.expect("readable").path();
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        if path.is_dir() {
            let from = into.len();
            sources(&path, into);
            into[from..].iter_mut().for_each(|(inner, _)| *inner = format!("{name}/{inner}"));
        } else if name.ends_with(".rs") {
            into.push((name, path));
        }
    }
}
