//! What an algorithm was held against, by the reference measurements that are there.

use ackscope_engine::catalogue::Spec;
use ackscope_engine::cc;
use ackscope_lab::kernel;
use serde_json::Value;
use std::collections::BTreeMap;

const NS2_AGENTS: &str = include_str!("../../../../lab/reference/agents.json");
const KERNEL_10_MBIT: &str = include_str!("../../../../lab/reference/kernel.csv");
const NS3_MARKS: &str = include_str!("../../../../lab/reference/ns3/marks.csv");

/// The algorithm that another program calls by this name.
fn ours(name: &str) -> &str {
    match name {
        "reno" | "bpf_aimd" | "codel" | "fq" => "newreno",
        "cubic" => "cubic-rfc9438",
        "westwood" | "bpf_westwood" => "westwood+",
        "bpf_dctcp" => "dctcp",
        other => other,
    }
}

/// One sentence for each algorithm: which programs ran its rules beside ours.
pub fn evidence() -> BTreeMap<String, String> {
    let mut programs: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut add = |algorithm: &str, program: String| {
        let known = programs.entry(algorithm.to_owned()).or_default();
        if !known.contains(&program) {
            known.push(program);
        }
    };
    let agents: BTreeMap<String, Value> = serde_json::from_str(NS2_AGENTS).expect("agents");
    let mut of_ns2: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for (agent, settings) in &agents {
        of_ns2.entry(settings["algorithm"].as_str().expect("a name")).or_default().push(agent);
    }
    for (algorithm, agents) in of_ns2 {
        add(algorithm, format!("ns-2.35 (`{}`)", agents.join("`, `")));
    }
    let cases = kernel::cases();
    let flows = cases.iter().filter_map(|case| case.runs.first()?["flows"][0]["algorithm"].as_str());
    let first = KERNEL_10_MBIT.lines().skip(1).filter_map(|row| row.split(',').nth(1));
    for algorithm in flows.chain(first.map(ours)) {
        add(if algorithm == "sack" { "newreno" } else { algorithm }, "Linux 6.18".to_owned());
    }
    for case in NS3_MARKS.lines().skip(1).filter_map(|row| row.split(',').next()) {
        let name = case.split('-').next().unwrap_or_default();
        add(ours(name), "ns-3.37".to_owned());
    }
    // With SACK New Reno is this sender in all three programs.
    if let Some(same) = programs.get("newreno").cloned() {
        let sack = programs.entry("sack".to_owned()).or_default();
        sack.extend(same.into_iter().filter(|program| !program.starts_with("ns-2")));
    }
    let said = |spec: &&Spec| {
        let sentence = match programs.get(spec.id) {
            Some(programs) => format!("Held against: {}; see [fidelity.md](fidelity.md) and [validation.md](validation.md#a-real-kernel).", programs.join(", ")),
            None => "Held against: its source only, by calculations and scripted ACKs. No other program ran it beside ours.".to_owned(),
        };
        (spec.id.to_owned(), sentence)
    };
    cc::REGISTRY.iter().map(said).collect()
}
