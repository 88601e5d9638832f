//! What the readers make of files: each kind, what is refused, what a file may cost, and damage.

mod bounds;
mod captures;
mod damage;
mod kinds;
mod sound;

use ackscope_readers::{Curve, MeasuredFile, Opened, read};

fn measured(bytes: &[u8]) -> MeasuredFile {
    match read(bytes) {
        Ok(Opened::Measured(file)) => file,
        other => panic!("{other:?}"),
    }
}

fn curve(bytes: &[u8]) -> Curve {
    measured(bytes).curves.swap_remove(0)
}

fn refused(bytes: &[u8]) -> String {
    read(bytes).expect_err("a refusal").to_string()
}

fn packets(curve: &Curve) -> Vec<f64> {
    curve.packets().map(|window| (window * 1e3).round() / 1e3).collect()
}

fn peak(curve: &Curve) -> f64 {
    curve.packets().fold(0.0, f64::max)
}

/// A file of `tests/files`.
fn file(name: &str) -> Vec<u8> {
    let path = format!("{}/tests/files/{name}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}
