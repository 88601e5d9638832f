//! Exported programs in the simulators of this machine.

use ackscope_lab::export::{Exported, Origin, Simulator, export};
use ackscope_lab::lanes::{LanePlan, plan};
use ackscope_scenario::{apply_set, read_value};
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

pub fn with(mut scenario: Value, path: &str, value: Value) -> Value {
    apply_set(&mut scenario, path, value).expect("a path");
    scenario
}

pub fn lane(scenario: &Value) -> LanePlan {
    let scenario = read_value(scenario).unwrap_or_else(|error| panic!("{error}"));
    plan(&scenario).unwrap_or_else(|error| panic!("{error}")).remove(0)
}

pub fn exported(scenario: &Value, simulator: Simulator) -> Exported {
    export(&lane(scenario), simulator, Origin { title: "A test", ..Origin::default() })
}

pub struct Scratch(pub PathBuf);

impl Scratch {
    pub fn new(name: &str) -> Scratch {
        let folder = std::env::temp_dir().join(format!("ackscope-export-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a temporary folder");
        Scratch(folder)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Goodput in bit/s by flow and interval.
pub type Goodputs = BTreeMap<(String, usize), f64>;

/// Goodput of every flow in every interval, as a program prints it.
pub fn goodputs(output: &str) -> Goodputs {
    let rows = output.lines().skip_while(|line| !line.starts_with("flow,from_s")).skip(1);
    let mut found = Goodputs::new();
    for row in rows {
        let fields: Vec<&str> = row.split(',').collect();
        if let [name, _, _, goodput, ..] = fields[..] {
            let interval = (0..).find(|interval| !found.contains_key(&(name.to_owned(), *interval)));
            found.insert((name.to_owned(), interval.expect("a number")), goodput.parse().expect("a number"));
        }
    }
    found
}

/// The same of our run.
pub fn ours(scenario: &Value) -> Goodputs {
    let plan = lane(scenario);
    let report = plan.measure();
    let flows = plan.setup.flows.iter().zip(&report.flows);
    flows
        .flat_map(|(flow, measured)| {
            let windows = measured.windows.iter().enumerate();
            windows.map(|(place, window)| ((flow.name.clone(), place), window.goodput_bps))
        })
        .collect()
}

pub fn installed(command: &str) -> bool {
    Command::new("sh")
        .args(["-c", &format!("command -v {command}")])
        .output()
        .is_ok_and(|out| out.status.success())
}

pub fn run_ns2(program: &str, name: &str) -> Goodputs {
    let folder = Scratch::new(name);
    std::fs::write(folder.0.join("lane.tcl"), program).expect("written");
    let output = Command::new("ns").arg("lane.tcl").current_dir(&folder.0).output().expect("ns starts");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{name}: {errors}\n{text}");
    // Linux agents also print a line from C. It must not be among the results.
    assert!(text.starts_with("flow,from_s,to_s,goodput_bps,throughput_bps\n"), "{name}: {text}");
    goodputs(&text)
}

/// Compiles a program for ns-3 and runs it; `None` without ns-3 or a compiler.
pub fn run_ns3(program: &str, name: &str) -> Option<Goodputs> {
    let packages = ["core", "network", "internet", "point-to-point", "applications", "traffic-control"];
    let flags = Command::new("pkg-config")
        .args(["--cflags", "--libs"])
        .args(packages.map(|name| format!("ns3-{name}")))
        .output()
        .ok()
        .filter(|output| output.status.success() && installed("c++"))?;
    let flags = String::from_utf8_lossy(&flags.stdout).into_owned();
    let folder = Scratch::new(name);
    let (source, binary) = (folder.0.join("lane.cc"), folder.0.join("lane"));
    std::fs::write(&source, program).expect("written");
    let compiled = Command::new("c++")
        .args(["-O0", "-o"])
        .args([&binary, &source])
        // Debian's ns-3 also names libraries of packages that it does not install. None of them is
        // needed here.
        .args(flags.split_whitespace().filter(|flag| !flag.starts_with('/') || Path::new(flag).exists()))
        .output()
        .expect("a compiler");
    assert!(compiled.status.success(), "{name}: {}", String::from_utf8_lossy(&compiled.stderr));
    let run = Command::new(&binary).output().expect("it starts");
    let text = String::from_utf8_lossy(&run.stdout).into_owned();
    assert!(run.status.success(), "{name}: {}\n{text}", String::from_utf8_lossy(&run.stderr));
    Some(goodputs(&text))
}
