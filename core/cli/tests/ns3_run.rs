//! An exported class runs in real ns-3, beside ns-3's own algorithm with the same law. If g++,
//! ns-3's headers or its libraries are missing, the test says so on standard error and is skipped.

use crate::ns3;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

const PATH: &str = include_str!("ns3/path.cc");

fn printed(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// cwnd at whole seconds, then the largest cwnd, then goodput in bit/s.
fn run(program: &Path, algorithm: &str) -> Vec<f64> {
    let output = Command::new(program).arg(algorithm).output().expect("it was compiled");
    assert!(output.status.success(), "{algorithm}: {}", printed(&output));
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let number = |line: &str| line.rsplit(' ').next().and_then(|word| word.parse().ok());
    let numbers: Vec<f64> = text.lines().filter_map(number).collect();
    assert_eq!(numbers.len(), 31, "{text}");
    numbers
}

#[test]
fn an_exported_class_has_the_windows_of_ns3s_own_algorithm() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("ns3-run");
    fs::create_dir_all(&folder).expect("writable");
    let Some(include) = ns3::include() else {
        eprintln!("skipped: the class is not run, because ns-3's headers are not installed");
        return;
    };
    // ns-3's TcpLinuxReno is Reno with appropriate byte counting, as our script counts.
    let script = folder.join("own-reno.ack");
    let library = Path::new(env!("CARGO_MANIFEST_DIR")).join("../script/library/newreno.ack");
    fs::copy(library, &script).expect("writable");
    let exported = Command::new(env!("CARGO_BIN_EXE_ackscope"))
        .args(["export", "--as", "ns3-class", "--out"])
        .args([&folder.join("exported.h"), &script])
        .output()
        .expect("the binary runs");
    assert!(exported.status.success(), "{}", printed(&exported));
    fs::write(folder.join("path.cc"), PATH).expect("writable");
    let program = folder.join("path");
    let libraries =
        ["internet", "applications", "point-to-point", "traffic-control", "network", "stats", "core"];
    let compiled = Command::new("g++")
        .args(["-std=c++17", "-DEXPORTED=TcpOwnReno", "-Wl,--allow-shlib-undefined"])
        .args(&include)
        .args([&folder.join("path.cc"), Path::new("-o"), &program])
        .args(libraries.map(|name| format!("-lns3-{name}")))
        .output();
    let Ok(compiled) = compiled else {
        eprintln!("skipped: the class is not run, because g++ is not installed");
        return;
    };
    if printed(&compiled).contains("cannot find -lns3") {
        eprintln!("skipped: the class is not run, because ns-3's libraries are not installed");
        return;
    }
    assert!(compiled.status.success(), "{}", printed(&compiled));
    let (ours, theirs) = (run(&program, "exported"), run(&program, "ns3::TcpLinuxReno"));
    // TcpLinuxReno grows in whole segments. It may be one segment behind once per window, and is so
    // at the cut.
    for (place, (ours, theirs)) in ours.iter().zip(&theirs).enumerate() {
        assert!((ours - theirs).abs() <= 0.02 * theirs, "{ours} and {theirs} at {} s", place + 1);
    }
}
