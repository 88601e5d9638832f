//! Compiled scripts from strangers: any bytes are either refused, or their program runs to its end
//! with its window in bounds.

use std::cell::Cell;
use std::fs;
use std::path::Path;

use ackscope_lab::json::write_json;
use ackscope_lab::page::{Run, compile_scripts, programs};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

/// The scripts of the library, each with its compiled bytes.
fn library() -> Vec<(String, Vec<u8>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../script/library");
    let files = fs::read_dir(folder).expect("the library");
    let mut texts: Vec<String> =
        files.map(|file| fs::read_to_string(file.expect("readable").path()).expect("text")).collect();
    texts.sort();
    texts
        .into_iter()
        .map(|text| (text.clone(), compile_scripts(&write_json(&[text])).expect("compiled")))
        .collect()
}

fn scenario(source: &str) -> String {
    let scripts = write_json(&serde_json::json!({ "mine": source }));
    format!(
        r#"{{"version":1,"duration":3,"hops":[{{"rate":"2Mbps","delay":"10ms","queue":{{"capacity":10}},"loss":{{"kind":"bernoulli","probability":0.02}}}}],
           "scripts":{scripts},"flows":[{{"algorithm":"mine","rtt":"40ms"}}]}}"#
    )
}

/// Runs the bytes; false if they are refused.
fn runs(source: &str, bytes: &[u8]) -> bool {
    let Ok(programs) = programs(bytes) else { return false };
    let Ok(mut run) = Run::new(&scenario(source), 0, programs) else { return false };
    run.advance(f64::INFINITY, u64::MAX);
    assert!(run.is_done());
    let info = run.info();
    let chunk = run.take();
    let mut at = 0;
    for part in chunk.index.chunks(3) {
        let count = part[2] as usize;
        if info.series[part[0] as usize].series == "cwnd" {
            let windows = &chunk.max[at..at + count];
            assert!(windows.iter().all(|window| (1.0..=1e7).contains(window)), "{windows:?}");
        }
        at += count;
    }
    true
}

#[test]
fn every_script_of_the_library_arrives_whole() {
    for (source, bytes) in library() {
        assert!(runs(&source, &bytes), "{source}");
        assert_eq!(programs(&bytes).expect("read").write(), bytes);
        assert!(programs(&bytes[..bytes.len() - 1]).is_err(), "incomplete");
        assert!(programs(&[&bytes[..], &[0]].concat()).is_err(), "more than it says");
    }
}

#[test]
fn damaged_bytes_are_refused_or_run_within_bounds() {
    let library = library();
    let change = (any::<prop::sample::Index>(), any::<u8>());
    let config = ProptestConfig { cases: 1500, rng_seed: RngSeed::Fixed(22), ..ProptestConfig::default() };
    let ran = Cell::new(0);
    proptest!(config, |(script in 0..library.len(), changes in prop::collection::vec(change, 1..4), small: bool)| {
        let (source, whole) = &library[script];
        let mut bytes = whole.clone();
        // The source text comes first. Only the bytes after it are changed.
        let first = 8 + source.len();
        for (place, value) in changes {
            let place = first + place.index(bytes.len() - first);
            bytes[place] = if small { bytes[place].wrapping_add(value % 3) } else { value };
        }
        ran.set(ran.get() + u32::from(runs(source, &bytes)));
    });
    assert!(ran.get() > 100, "{ran:?} ran: many must get past the reader, or nothing is tried");
}
