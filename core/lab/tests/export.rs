//! Exported programs run where the simulators are installed, and agree with the engine.

use ackscope_lab::export::{Exported, Origin, Simulator, export};
use ackscope_lab::lanes::{LanePlan, plan};
use ackscope_scenario::{apply_set, read_value};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

/// ns-2's own agents as settings of a scenario; reference/agents.json has the whole list.
fn agent(name: &str) -> Value {
    let text = include_str!("../reference/agents.json");
    let agents: Value = serde_json::from_str(text).expect("JSON");
    agents[name].clone()
}

/// One flow over 5 Mbit/s as ns-2's agent `name` sends it.
fn scenario(name: &str) -> Value {
    let mut flow =
        json!({ "name": "main", "rtt": "80ms", "receive_window": 100_000, "delayed_ack_timeout": "100ms" });
    for (key, value) in agent(name).as_object().expect("an agent") {
        flow[key] = value.clone();
    }
    json!({
        "version": 1, "title": name, "seed": 3, "duration": 60,
        "hops": [{ "name": "bottleneck", "rate": "5Mbps", "delay": "15ms", "queue": { "kind": "drop-tail", "capacity": 30 } }],
        "flows": [flow], "measure": [[10, 60]]
    })
}

fn with(mut scenario: Value, path: &str, value: Value) -> Value {
    apply_set(&mut scenario, path, value).expect("a path");
    scenario
}

fn lane(scenario: &Value) -> LanePlan {
    let scenario = read_value(scenario).unwrap_or_else(|error| panic!("{error}"));
    plan(&scenario).unwrap_or_else(|error| panic!("{error}")).remove(0)
}

fn exported(scenario: &Value, simulator: Simulator) -> Exported {
    export(&lane(scenario), simulator, Origin { title: "A test", ..Origin::default() })
}

struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Scratch {
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

/// Goodput of every flow in the first window, as a program prints it.
fn goodputs(output: &str) -> BTreeMap<String, f64> {
    let rows = output.lines().skip_while(|line| !line.starts_with("flow,from_s")).skip(1);
    let mut found = BTreeMap::new();
    for row in rows {
        let fields: Vec<&str> = row.split(',').collect();
        if let [name, _, _, goodput, ..] = fields[..] {
            found.entry(name.to_owned()).or_insert_with(|| goodput.parse().expect("a number"));
        }
    }
    found
}

fn installed(command: &str) -> bool {
    Command::new("sh")
        .args(["-c", &format!("command -v {command}")])
        .output()
        .is_ok_and(|out| out.status.success())
}

fn run_ns2(program: &str, name: &str) -> BTreeMap<String, f64> {
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

/// If chance decides, the mean over these seeds is compared, not a single run of each. Over twelve
/// seeds, the random draws alone took "gilbert by arrivals" to +10 %. Over thirty and over sixty it
/// is +3 % (standard error 2.7 %).
const SEEDS: std::ops::RangeInclusive<u64> = 1..=30;

fn ours(scenario: &Value) -> BTreeMap<String, f64> {
    let plan = lane(scenario);
    let report = plan.measure();
    let names = plan.setup.flows.iter().map(|flow| flow.name.clone());
    names.zip(&report.flows).map(|(name, flow)| (name, flow.windows[0].goodput_bps)).collect()
}

/// Our goodput of all flows together, and that of ns-2.
fn both(name: &str, scenario: &Value, by_chance: bool) -> (f64, f64) {
    let seeds: Vec<u64> = if by_chance { SEEDS.collect() } else { vec![1] };
    let sum = |all: &BTreeMap<String, f64>| all.values().sum::<f64>();
    let (mut mine, mut theirs) = (0.0, 0.0);
    for seed in &seeds {
        let scenario = with(scenario.clone(), "seed", json!(seed));
        let program = exported(&scenario, Simulator::Ns2);
        let text = program.program.unwrap_or_else(|| panic!("{name}: {:?}", program.cannot));
        mine += sum(&ours(&scenario));
        theirs += sum(&run_ns2(&text, &format!("{name}-{seed}")));
    }
    (mine / seeds.len() as f64, theirs / seeds.len() as f64)
}

/// The cases that are exported and run: name, scenario, and whether chance decides.
fn cases() -> Vec<(&'static str, Value, bool)> {
    let loss = |kind: Value| with(scenario("newreno"), "hops.0.loss", kind);
    let mut cases: Vec<(&str, Value, bool)> = [
        "tahoe",
        "reno",
        "newreno",
        "sack",
        "vegas",
        "lin-reno",
        "lin0-reno",
        "lin-westwood",
        "lin0-westwood",
        "lin-cubic",
        "lin-bic",
        "lin-htcp",
        "lin-scalable",
        "lin-highspeed",
        "lin-veno",
        "lin-hybla",
    ]
    .map(|name| (name, scenario(name), false))
    .to_vec();
    let two_hops = json!([
        { "name": "wire", "rate": "10Mbps", "delay": "10ms", "queue": { "kind": "drop-tail", "capacity": 60 } },
        { "name": "radio", "rate": "4Mbps", "delay": "15ms", "queue": { "kind": "drop-tail", "capacity": 40 },
          "back": { "rate": "1Mbps" } }
    ]);
    let red = json!({ "kind": "red", "capacity": 60, "min_th": 5, "max_th": 20, "max_p": 0.1, "w_q": 0.002 });
    let cross = json!([
        scenario("newreno")["flows"][0],
        { "name": "cross", "algorithm": "newreno", "recovery_variant": ["ns2_exit", "ns2_rto"], "rto": "ns2_2005",
          "count": 3, "from": 1, "to": 2, "rtt": { "from": "60ms", "to": "120ms" }, "receive_window": 100_000,
          "delayed_ack_timeout": "100ms" },
        { "name": "back", "algorithm": "sack", "recovery_variant": ["ns2_sack1", "ns2_rto"], "rto": "ns2_2005",
          "direction": "backward", "rtt": "90ms", "active": [[5, 25], [40, 60]], "receive_window": 100_000,
          "delayed_ack_timeout": "100ms" },
        { "name": "voice", "kind": "cbr", "rate": "500kbps", "packet_bytes": 200, "rtt": "60ms" }
    ]);
    let steps = json!([["0s", "5Mbps"], ["20s", "2Mbps"], ["40s", "4Mbps"]]);
    cases.extend([
        ("bernoulli", loss(json!({ "kind": "bernoulli", "probability": 0.01 })), true),
        (
            "before the queue",
            loss(json!({ "kind": "bernoulli", "probability": 0.01, "position": "before" })),
            true,
        ),
        ("gilbert", loss(json!({ "kind": "gilbert", "good": 1, "bad": 0.1, "bad_loss": 0.2 })), true),
        (
            "gilbert by arrivals",
            loss(
                json!({ "kind": "gilbert", "good": 1, "bad": 0.01, "bad_loss": 0.1, "advance": "arrivals" }),
            ),
            true,
        ),
        ("markov", loss(json!({ "kind": "markov", "good_mean": 2, "bad_mean": 1, "bad_loss": 0.03 })), true),
        ("blackouts", loss(json!({ "kind": "blackout", "at": [[15, 15.2], [30, 30.5]] })), false),
        (
            "hand-offs",
            loss(json!({ "kind": "handoff", "period": 5, "outage": 0.1, "probability": 0 })),
            false,
        ),
        ("scripted", loss(json!({ "kind": "scripted", "packets": [500, 900, 901, 4000] })), false),
        ("rate steps", with(scenario("newreno"), "hops.0.rate", steps), false),
        ("two hops", with(scenario("lin-westwood"), "hops", two_hops.clone()), false),
        ("red", with(with(scenario("reno"), "hops.0.queue", red), "flows.main.count", json!(5)), true),
        ("everything at once", with(with(scenario("newreno"), "hops", two_hops), "flows", cross), true),
        ("without delayed ACKs", with(scenario("sack"), "flows.main.delayed_ack", json!(false)), false),
        ("a first threshold", with(scenario("newreno"), "flows.main.initial_ssthresh", json!(20)), false),
    ]);
    cases
}

/// The tolerance if chance decides: what the validation calls agreement with ns-2
/// (docs/fidelity.md).
const BY_CHANCE: f64 = 0.10;
/// The tolerance otherwise: a few segments at the ends of the measured interval.
const SAME: f64 = 0.002;
/// Nothing is random in these four either, but they differ by as much as this. Hybla's row of
/// docs/fidelity.md shows the same. The cause of the differences of Hybla, Tahoe, HSTCP and
/// hand-offs over one flow is not known.
const APART: [(&str, f64); 4] =
    [("tahoe", 0.015), ("lin-highspeed", 0.02), ("lin-hybla", 0.006), ("hand-offs", 0.035)];

#[test]
fn exported_scripts_run_in_ns2_and_give_the_same_goodput() {
    if !installed("ns") {
        eprintln!("skipped: ns-2 is not installed");
        return;
    }
    let mut table = Vec::new();
    let mut far = Vec::new();
    for (name, scenario, by_chance) in &cases() {
        let (mine, theirs) = both(&name.replace(' ', "-"), scenario, *by_chance);
        let off = mine / theirs - 1.0;
        let line =
            format!("{name}: {:.0} here, {:.0} in ns-2, {:+.2} %", mine / 1e3, theirs / 1e3, 100.0 * off);
        let apart = APART.iter().find(|(case, _)| case == name).map(|&(_, most)| most);
        if off.abs() > if *by_chance { BY_CHANCE } else { apart.unwrap_or(SAME) } {
            far.push(line.clone());
        }
        table.push(line);
    }
    let text = table.join("\n");
    eprintln!("{text}");
    assert!(far.is_empty(), "{far:#?}\n{text}");
}

#[test]
fn what_ns2_cannot_do_is_listed_and_no_script_is_given() {
    let refused = |scenario: Value, word: &str| {
        let exported = exported(&scenario, Simulator::Ns2);
        assert_eq!(exported.program, None, "{word}");
        assert!(exported.cannot.iter().any(|text| text.contains(word)), "{word} in {:?}", exported.cannot);
    };
    let newreno = || scenario("newreno");
    refused(with(newreno(), "flows.0", json!({ "name": "main", "algorithm": "bbr", "rtt": "80ms" })), "bbr");
    refused(with(newreno(), "hops.0.queue", json!({ "kind": "codel", "capacity": 30 })), "codel");
    refused(with(newreno(), "hops.0.queue.capacity", json!("30kB")), "bytes");
    refused(with(newreno(), "hops.0.rate", json!({ "opportunities_ms": [1, 2], "loop": true })), "instants");
    refused(with(newreno(), "hops.0.agent", json!("snoop")), "snoop");
    let mixed =
        json!([scenario("lin-reno")["flows"][0], { "name": "other", "algorithm": "cubic", "rtt": "80ms" }]);
    refused(with(newreno(), "flows", mixed), "count bytes");
}

#[test]
fn a_script_says_where_it_is_from_and_what_differs_and_no_text_leaves_its_comment() {
    let mut scenario = scenario("newreno");
    scenario["flows"][0] = json!({ "name": "[exit 3]", "algorithm": "newreno", "rtt": "80ms" });
    let plan = lane(&scenario);
    let origin =
        Origin { title: "A \"title\"\nexit 3 \\", link: "https://example.org/#v1/x", ..Origin::default() };
    let exported = export(&plan, Simulator::Ns2, origin);
    let text = exported.program.expect("a script");
    assert!(text.starts_with("# A \"title\" exit 3 \\ · newreno\n"), "{}", &text[..200]);
    assert!(text.contains("# https://example.org/#v1/x\n"));
    // The head of the program lists the differences, such as the engine's own timer.
    assert!(
        exported.differs.iter().all(|line| text.contains(&format!("# - {line}\n")))
            && exported.differs.len() >= 2
    );
    // The flow's name stands in a comment only; the code uses its number.
    assert!(text.lines().filter(|line| line.contains("exit 3")).all(|line| line.starts_with("# ")));
    assert!(text.contains("# flow-0: [exit 3]\n") && text.contains("\nflow flow-0 connection-0 "));
}

#[test]
fn exported_programs_compile_against_ns3_and_agree_where_its_models_do() {
    let packages = ["core", "network", "internet", "point-to-point", "applications", "traffic-control"];
    let flags = Command::new("pkg-config")
        .args(["--cflags", "--libs"])
        .args(packages.map(|name| format!("ns3-{name}")))
        .output();
    let flags = match flags {
        Ok(output) if output.status.success() && installed("c++") => {
            String::from_utf8_lossy(&output.stdout).into_owned()
        }
        _ => {
            eprintln!("skipped: ns-3 or a C++ compiler is not installed");
            return;
        }
    };
    // The scenario has everything that has its own line in a program: the program must compile. In
    // the compared runs, one flow fills the link.
    let mut scenario = json!({
        "version": 1, "title": "ns-3", "seed": 2, "duration": 20,
        "hops": [
            { "name": "wire", "rate": "10Mbps", "delay": "10ms", "queue": { "kind": "drop-tail", "capacity": 60 } },
            { "name": "radio", "rate": [["0s", "4Mbps"], ["10s", "2Mbps"]], "delay": "15ms",
              "queue": { "kind": "codel", "capacity": 100 }, "loss": { "kind": "scripted", "packets": [50] } }
        ],
        "flows": [
            { "name": "main", "algorithm": "sack", "rtt": "80ms", "growth": "byte-counting", "compared": true },
            { "name": "pages", "algorithm": "cubic", "from": 0, "to": 1, "rtt": "50ms", "bytes": "300kB", "start": "2s" },
            { "name": "voice", "kind": "cbr", "rate": "200kbps", "packet_bytes": 200, "rtt": "60ms", "direction": "backward" }
        ],
        "measure": [[5, 10], [10, 20]]
    });
    scenario["hops"][1]["back"] = json!({ "loss": { "kind": "bernoulli", "probability": 0.001 } });
    let exported = exported(&scenario, Simulator::Ns3);
    let text = exported.program.unwrap_or_else(|| panic!("{:?}", exported.cannot));
    let folder = Scratch::new("ns3");
    let (source, binary) = (folder.0.join("lane.cc"), folder.0.join("lane"));
    std::fs::write(&source, text).expect("written");
    let compiled = Command::new("c++")
        .args(["-O0", "-o"])
        .args([&binary, &source])
        // Debian's ns-3 also names libraries of packages that it does not install. None of them is
        // needed here.
        .args(flags.split_whitespace().filter(|flag| !flag.starts_with('/') || Path::new(flag).exists()))
        .output()
        .expect("a compiler");
    assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
    let run = Command::new(&binary).output().expect("it starts");
    let text = String::from_utf8_lossy(&run.stdout).into_owned();
    assert!(run.status.success(), "{}\n{text}", String::from_utf8_lossy(&run.stderr));
    let (theirs, mine) = (goodputs(&text), ours(&scenario));
    assert_eq!(theirs.keys().collect::<Vec<_>>(), mine.keys().collect::<Vec<_>>(), "{text}");
    for name in ["main", "voice"] {
        let off = theirs[name] / mine[name] - 1.0;
        assert!(off.abs() < 0.1, "{name}: {} in ns-3, {} here", theirs[name], mine[name]);
    }
}

#[test]
fn marks_are_named_as_what_cannot_be_expressed() {
    let plain = scenario("newreno");
    let marked = with(plain.clone(), "flows.main.ecn", json!("classic"));
    for simulator in [Simulator::Ns2, Simulator::Ns3] {
        let says = |scenario: &Value| {
            exported(scenario, simulator)
                .cannot
                .iter()
                .any(|text| text.starts_with("explicit congestion notification of main"))
        };
        assert!(says(&marked) && !says(&plain), "{}", simulator.name());
        assert!(exported(&marked, simulator).program.is_none());
    }
}
