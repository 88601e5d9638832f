//! Exported programs run where the simulators are installed, and agree with the engine.

use crate::simulators::{self, Goodputs, exported, installed, lane, ours, run_ns2, run_ns3, with};
use ackscope_lab::export::{Origin, Simulator, export};
use serde_json::{Value, json};

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

/// If chance decides, the mean over these seeds is compared, not a single run of each. Over twelve
/// seeds, the random draws alone took "gilbert by arrivals" to +10 %. Over thirty and over sixty it
/// is +3 % (standard error 2.7 %).
const SEEDS: std::ops::RangeInclusive<u64> = 1..=30;

/// Our goodput of all flows together, and that of ns-2.
fn both(name: &str, scenario: &Value, by_chance: bool) -> (f64, f64) {
    let seeds: Vec<u64> = if by_chance { SEEDS.collect() } else { vec![1] };
    let sum = |all: &Goodputs| all.values().sum::<f64>();
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
fn what_a_simulator_does_in_another_way_at_an_instant_or_in_a_recovery_is_named() {
    let named = |scenario: &Value, simulator, what: &str| {
        exported(scenario, simulator).differs.iter().any(|text| text.contains(what))
    };
    // A packet of 1500 bytes that is half sent when the rate falls from 5 to 2 Mbit/s ends 1.2 or 3 ms later.
    let steps = |list: Value| with(scenario("newreno"), "hops.0.rate", list);
    for simulator in [Simulator::Ns2, Simulator::Ns3] {
        let what = "begun at the old rate";
        assert!(named(&steps(json!([["0s", "5Mbps"], ["6s", "2Mbps"]])), simulator, what));
        assert!(!named(&steps(json!([["0s", "5Mbps"]])), simulator, what));
    }
    // CUBIC with a window of 64 in flight has 84 packets beyond its last ACK in ns-2 (seen in its trace).
    let small = |agent: &str| with(scenario(agent), "flows.main.receive_window", json!(64));
    assert!(named(&small("lin-cubic"), Simulator::Ns2, "receive_window is 64"));
    assert!(!named(&small("sack"), Simulator::Ns2, "receive_window"));
    assert!(!named(&scenario("lin-cubic"), Simulator::Ns2, "receive_window"));
}

#[test]
fn marks_are_named_where_they_cannot_be_expressed() {
    let plain = scenario("newreno");
    let named = |mode: &str, simulator| {
        let marked = with(plain.clone(), "flows.main.ecn", json!(mode));
        let cannot = exported(&marked, simulator).cannot;
        cannot.iter().any(|text| text.starts_with("newreno: ecn is ECT(0)"))
    };
    // ns-3 has classic feedback, and that of dctcp.
    assert!(named("classic", Simulator::Ns2) && named("accurate", Simulator::Ns3));
    assert!(!named("off", Simulator::Ns2) && !named("classic", Simulator::Ns3));
}

/// The flows and intervals in which goodput differs by more than `share` of ours, or of a fiftieth of
/// the link where ours is less.
fn apart(mine: &Goodputs, theirs: &Goodputs, share: f64, link_bps: f64) -> Vec<String> {
    assert_eq!(mine.keys().collect::<Vec<_>>(), theirs.keys().collect::<Vec<_>>());
    let pairs = mine.iter().map(|(key, mine)| (key, *mine, theirs[key]));
    let far = pairs.filter(|(_, mine, theirs)| (mine - theirs).abs() > share * mine.max(0.02 * link_bps));
    far.map(|((flow, interval), mine, theirs)| {
        format!("{flow}, interval {interval}: {:.0} here, {:.0} there, in kbit/s", mine / 1e3, theirs / 1e3)
    })
    .collect()
}

/// Scenarios with starts, stops, periods, drawn starts and several hops, with their tolerances: the
/// largest difference of a flow's goodput in any interval, as a share of ours. Their measured
/// intervals lie between the changes of traffic, and some directly behind a stop.
fn timed() -> Vec<(&'static str, Value, f64)> {
    let hop = |rate: &str, delay: &str, packets: u64| json!({ "rate": rate, "delay": delay, "queue": { "kind": "drop-tail", "capacity": packets } });
    let flow = |name: &str, more: Value| {
        let mut flow = json!({ "name": name, "algorithm": "newreno", "rtt": "60ms", "initial_window": 3,
            "recovery_variant": ["ns2_exit", "ns2_rto"], "rto": "ns2_2005", "receive_window": 60 });
        for (key, value) in more.as_object().expect("an object") {
            flow[key] = value.clone();
        }
        flow
    };
    let scenario = |hops: Value, flows: Value, measure: Value| json!({ "version": 1, "title": "Times", "seed": 4, "duration": 40, "hops": hops, "flows": flows, "measure": measure });
    let measure = json!([[2, 9], [10.5, 19], [21, 29], [31, 40]]);
    vec![
        // Windows below the buffer: nothing is lost, so nothing but times decides. A few segments at
        // the ends of the intervals remain.
        (
            "start and stop",
            scenario(
                json!([hop("10Mbps", "20ms", 200)]),
                json!([flow("main", json!({})), flow("late", json!({ "start": "10s", "stop": "20s" }))]),
                measure.clone(),
            ),
            0.03,
        ),
        (
            "periods",
            scenario(
                json!([hop("10Mbps", "20ms", 200)]),
                json!([
                    flow("main", json!({ "active": [[0, 10], [20, 30]] })),
                    { "name": "voice", "kind": "cbr", "rate": "500kbps", "packet_bytes": 300, "rtt": "60ms", "active": [[5, 20]] },
                ]),
                measure.clone(),
            ),
            0.03,
        ),
        (
            "drawn starts",
            scenario(
                json!([hop("10Mbps", "20ms", 400)]),
                json!([flow("main", json!({ "count": 3, "start_jitter": "8s" }))]),
                json!([[0, 4], [4, 8], [9, 25], [25, 40]]),
            ),
            0.03,
        ),
        (
            "three hops",
            scenario(
                json!([hop("10Mbps", "5ms", 300), hop("4Mbps", "10ms", 300), hop("20Mbps", "5ms", 300)]),
                json!([
                    flow("through", json!({})),
                    flow("first", json!({ "from": 0, "to": 1, "stop": "20s" })),
                    flow("back", json!({ "from": 1, "to": 3, "direction": "backward", "start": "10s" })),
                ]),
                measure.clone(),
            ),
            0.03,
        ),
        // Losses: a flow alone fills the link here and there.
        (
            "losses",
            scenario(
                json!([hop("5Mbps", "20ms", 40)]),
                json!([flow("main", json!({ "receive_window": 10_000, "stop": "30s" }))]),
                json!([[5, 15], [15, 29], [31, 40]]),
            ),
            0.03,
        ),
    ]
}

#[test]
fn flows_start_and_stop_in_ns2_and_ns3_as_they_do_here() {
    let mut far = Vec::new();
    for (name, scenario, share) in timed() {
        let mine = ours(&scenario);
        let place = name.replace(' ', "-");
        let text = |simulator| {
            let exported = exported(&scenario, simulator);
            exported.program.unwrap_or_else(|| panic!("{name}: {:?}", exported.cannot))
        };
        let mut compare = |simulator: &str, theirs: &Goodputs| {
            eprintln!("{name}, {simulator}: {mine:.0?}\n{theirs:.0?}");
            let apart = apart(&mine, theirs, share, 10e6);
            far.extend(apart.into_iter().map(|text| format!("{name} in {simulator}: {text}")));
        };
        match installed("ns") {
            true => compare("ns-2", &run_ns2(&text(Simulator::Ns2), &format!("{place}-2"))),
            false => eprintln!("skipped: ns-2 is not installed"),
        }
        match run_ns3(&text(Simulator::Ns3), &format!("{place}-3")) {
            Some(theirs) => compare("ns-3", &theirs),
            None => eprintln!("skipped: ns-3 or a C++ compiler is not installed"),
        }
    }
    assert!(far.is_empty(), "{far:#?}");
}

#[test]
fn everything_with_a_line_of_its_own_compiles_and_runs_in_ns3() {
    let scenario = json!({
        "version": 1, "title": "ns-3", "seed": 2, "duration": 20,
        "hops": [
            { "name": "wire", "rate": "10Mbps", "delay": "10ms", "queue": { "kind": "red", "capacity": 60, "ecn": true } },
            { "name": "radio", "rate": [["0s", "4Mbps"], ["10s", "2Mbps"]], "delay": "15ms",
              "queue": { "kind": "codel", "capacity": 100, "ecn": true }, "loss": { "kind": "scripted", "packets": [50] },
              "back": { "loss": { "kind": "bernoulli", "probability": 0.001 }, "queue": { "kind": "fq-codel", "capacity": 100 } } },
            { "name": "last", "rate": "10Mbps", "delay": "5ms", "queue": { "kind": "pie", "capacity": 60, "ecn": true } }
        ],
        "flows": [
            { "name": "main", "algorithm": "sack", "rtt": "80ms", "growth": "byte-counting", "ecn": "classic", "pacing": "on",
              "reduction": "prr" },
            { "name": "pages", "algorithm": "cubic-rfc9438", "from": 0, "to": 1, "rtt": "50ms", "bytes": "300kB", "start": "2s",
              "tcp": "linux6" },
            { "name": "cell", "algorithm": "dctcp", "rtt": "70ms", "start": "15s" },
            { "name": "voice", "kind": "cbr", "rate": "200kbps", "packet_bytes": 200, "rtt": "80ms", "direction": "backward" }
        ],
        "measure": [[5, 10], [10, 20]]
    });
    // In ns-3's PRR a product of delivered bytes and ssthresh overflows 32 bits, so a reduction ends early
    // (docs/fidelity.md). Measured with one discipline at a time, 12 runs each: with CoDel `main` has 2.86 Mbit/s
    // there and 3.29 here, with pacing or without. Without PRR it has 3.32 and 3.20, with all three disciplines
    // 3.25 and 3.23. With RED or PIE alone, and without any of them, both have 4.00.
    let at_once = with(scenario.clone(), "flows.main.reduction", json!("at-once"));
    for (scenario, name, share) in [(scenario, "ns3", 0.2), (at_once, "ns3-at-once", 0.05)] {
        let exported = exported(&scenario, Simulator::Ns3);
        let text = exported.program.unwrap_or_else(|| panic!("{:?}", exported.cannot));
        assert!(text.contains("libgsl-dev"));
        let Some(theirs) = run_ns3(&text, name) else {
            eprintln!("skipped: ns-3 or a C++ compiler is not installed");
            return;
        };
        let mine = ours(&scenario);
        eprintln!("{mine:.0?}\n{theirs:.0?}");
        for (flow, share) in [("main", share), ("voice", 0.01)] {
            let key = (flow.to_owned(), 0);
            assert!((theirs[&key] / mine[&key] - 1.0).abs() < share, "{name}, {flow}: {theirs:?}");
        }
        assert_eq!(theirs.len(), mine.len());
    }
}

#[test]
fn a_script_of_ns2_leaves_what_stands_before_it_in_its_output() {
    if !installed("ns") {
        eprintln!("skipped: ns-2 is not installed");
        return;
    }
    // An agent for Linux prints through C.
    let text = exported(&scenario("lin-cubic"), Simulator::Ns2).program.expect("a script");
    let folder = simulators::Scratch::new("output");
    std::fs::write(folder.0.join("lane.tcl"), text).expect("written");
    let shell = "{ echo before; ns lane.tcl; echo after; } > all.txt";
    let done = std::process::Command::new("sh").args(["-c", shell]).current_dir(&folder.0).status();
    assert!(done.is_ok_and(|status| status.success()));
    let all = std::fs::read_to_string(folder.0.join("all.txt")).expect("written");
    let lines: Vec<&str> = all.lines().collect();
    assert_eq!((lines.len(), lines[0], lines[3]), (4, "before", "after"), "{all}");
    assert!(lines[1].starts_with("flow,from_s") && lines[2].starts_with("main,10,"), "{all}");
}
