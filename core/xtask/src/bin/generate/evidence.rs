//! What an algorithm was held against, by the reference measurements that are there.

use crate::validation::Judged;
use ackscope_engine::catalogue::Spec;
use ackscope_engine::cc;
use ackscope_lab::experiments::published::PAPERS;
use ackscope_lab::kernel;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::Path;

const NS2_AGENTS: &str = include_str!("../../../../lab/reference/agents.json");
const KERNEL_10_MBIT: &str = include_str!("../../../../lab/reference/kernel.csv");
const NS3_MARKS: &str = include_str!("../../../../lab/reference/ns3/marks.csv");
/// When ns-2 and ns-3 were measured.
const NS2_MEASURED: [&str; 2] = ["2026-11-21", "2026-11-24"];
const NS3_MEASURED: &str = "2026-11-23";
/// The years of the RFCs that claims of the collections name.
const RFC_YEARS: &str = "2475:1998 3168:2001 3465:2003 3742:2004 5681:2009 7567:2015 8033:2017 8087:2017 8257:2017 8289:2018 \
    8290:2018 8511:2018 8985:2021 9002:2021 9330:2023 9332:2023 9406:2023 9438:2023 9937:2025 9959:2026";

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

/// Figures that agree with a reference, of how many.
#[derive(Clone, Copy, Default)]
struct Agreed {
    held: usize,
    all: usize,
}

impl Agreed {
    fn add(&mut self, holds: impl Iterator<Item = bool>) {
        for holds in holds {
            self.held += usize::from(holds);
            self.all += 1;
        }
    }

    fn words(self) -> String {
        if self.all == 0 { "–".to_owned() } else { format!("{} of {}", self.held, self.all) }
    }
}

/// The ids of all algorithms that a scenario names, in its flows, lanes and settings.
fn named(scenario: &Value, found: &mut BTreeSet<String>) {
    match scenario {
        Value::Object(entries) => {
            for (key, value) in entries {
                match value {
                    Value::String(id) if key == "algorithm" || key.ends_with(".algorithm") => {
                        found.insert(id.clone());
                    }
                    other => named(other, found),
                }
            }
        }
        Value::Array(items) => items.iter().for_each(|item| named(item, found)),
        _ => {}
    }
}

/// The years of a source's RFCs and publications, such as 2009 and 2012 of `RFC 5681; Gettys & Nichols 2012`.
fn years(source: &str) -> Vec<u32> {
    let words: Vec<&str> = source.split(|letter: char| !letter.is_alphanumeric()).collect();
    let year = |place: usize| {
        let number: u32 = words[place].parse().ok()?;
        if place > 0 && words[place - 1] == "RFC" {
            let mut known = RFC_YEARS.split(' ').filter_map(|entry| entry.split_once(':'));
            let (_, year) = known.find(|(rfc, _)| *rfc == words[place]).expect("an RFC of RFC_YEARS");
            return year.parse().ok();
        }
        (1980..2100).contains(&number).then_some(number)
    };
    (0..words.len()).filter_map(year).collect()
}

/// `1998`, or `1998 to 2004`; nothing if there is none.
fn span<T: Ord + std::fmt::Display>(of: impl IntoIterator<Item = T>) -> Option<String> {
    let all: BTreeSet<T> = of.into_iter().collect();
    let (first, last) = (all.first()?, all.last()?);
    Some(if first == last { first.to_string() } else { format!("{first} to {last}") })
}

/// The kernel's figures of a law, and the days of their measurement.
#[derive(Clone, Default)]
struct OfKernel {
    agreed: Agreed,
    days: BTreeSet<String>,
}

/// The figures of the kernel's cases, by algorithm, and those of all.
fn kernel_figures() -> (BTreeMap<String, OfKernel>, OfKernel, usize) {
    let measured = crate::kernel::measured();
    let (mut laws, mut all, mut cases) = (BTreeMap::<String, OfKernel>::new(), OfKernel::default(), 0);
    for case in kernel::cases() {
        let Some(runs) = measured.cases.get(&case.name) else { continue };
        let compared = case.compare(runs);
        let agrees = || compared.iter().map(|one| one.agrees);
        let mut algorithms = BTreeSet::new();
        named(&case.runs[0], &mut algorithms);
        let add = |of: &mut OfKernel| {
            of.agreed.add(agrees());
            of.days.insert(case.measured.clone());
        };
        algorithms.into_iter().for_each(|id| add(laws.entry(id).or_default()));
        add(&mut all);
        cases += 1;
    }
    (laws, all, cases)
}

/// The sections of docs/vectors.md: title, how many vectors it lists, and its source with the year.
fn vectors() -> Vec<(String, usize, String)> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/vectors.md");
    let text = std::fs::read_to_string(path).expect("docs/vectors.md");
    let mut sections: Vec<(String, usize, String)> = Vec::new();
    for line in text.lines() {
        if let Some(title) = line.strip_prefix("## ") {
            sections.push((title.to_owned(), 0, String::new()));
        } else if let Some((_, count, source)) = sections.last_mut() {
            *count += usize::from(line.starts_with("| ") && line.contains("`core/"));
            if let Some(named) = line.strip_prefix("Source: ") {
                named.trim_end_matches('.').clone_into(source);
            }
        }
    }
    for (title, count, source) in &sections {
        assert!(
            *count == 0 || !source.is_empty(),
            "docs/vectors.md, {title}: there is no line with its source"
        );
    }
    sections
}

/// The section of docs/validation.md: what each law and each profile was held to, with figures.
pub fn section(judged: &[Judged]) -> String {
    let (kernel, of_all, cases) = kernel_figures();
    let agents: BTreeMap<String, Value> = serde_json::from_str(NS2_AGENTS).expect("agents");
    let marks: BTreeSet<&str> = NS3_MARKS.lines().skip(1).filter_map(|row| row.split(',').next()).collect();
    let mut page = "
## Evidence for each law and profile

What each was held to, and how many figures agree. *Papers*: claims of the five papers that hold, in experiments that run the law. *RFCs and tests*: claims
of the collections, as RFCs, drafts and published tests say them. *Linux 6.18*: figures of a real kernel, case by case. *ns-2.35*, *ns-3.37*: agents and
cases that ran beside ours. A claim that compares several laws counts for each. *Of*: the years of the papers, RFCs and tests, and the days on which the
other programs were measured. Our own result names the engine that measured it, not the day: the sections below have it. What no other program ran is
held to calculations alone.

| law | papers | RFCs and tests | Linux 6.18 | ns-2.35 | ns-3.37 | of |
|---|--:|--:|--:|--:|--:|---|
"
    .to_owned();
    let laws = judged.iter().map(|one| {
        let mut found = BTreeSet::new();
        named(&serde_json::to_value(&one.experiment).unwrap_or_default(), &mut found);
        (one, found)
    });
    let laws: Vec<_> = laws.collect();
    // `manual` has no law: it is a reader's hand.
    for spec in cc::REGISTRY.iter().filter(|spec| spec.id != "manual") {
        let claims = |of_a_paper: bool| {
            let mut agreed = Agreed::default();
            for (one, _) in laws.iter().filter(|(one, found)| {
                one.experiment.paper.is_some() == of_a_paper && found.contains(spec.id)
            }) {
                let checked = one.verdict.claims.iter().filter(|claim| claim.unchecked.is_none());
                agreed.add(checked.map(|claim| claim.holds == Some(true)));
            }
            agreed.words()
        };
        let of = |of_a_paper: bool| {
            let experiments = laws.iter().filter(move |(one, found)| {
                one.experiment.paper.is_some() == of_a_paper && found.contains(spec.id)
            });
            experiments.map(|(one, _)| &one.experiment)
        };
        let printed = of(true).filter_map(|experiment| {
            PAPERS
                .iter()
                .find(|paper| experiment.paper.as_deref() == Some(paper.0))
                .map(|paper| u32::from(paper.2))
        });
        let said =
            of(false).flat_map(|experiment| experiment.claims.iter().flat_map(|claim| years(&claim.at)));
        let of_ns2 = agents.values().filter(|settings| settings["algorithm"] == spec.id).count();
        let of_ns3 =
            marks.iter().filter(|case| ours(case.split('-').next().unwrap_or_default()) == spec.id).count();
        let count = |count: usize| if count == 0 { "–".to_owned() } else { count.to_string() };
        let of_kernel = kernel.get(spec.id).cloned().unwrap_or_default();
        let dates = [
            ("papers", span(printed)),
            ("RFCs and tests", span(said)),
            ("Linux", span(of_kernel.days)),
            ("ns-2", span(NS2_MEASURED).filter(|_| of_ns2 > 0)),
            ("ns-3", span([NS3_MEASURED]).filter(|_| of_ns3 > 0)),
        ];
        let dates = dates.into_iter().filter_map(|(what, when)| Some(format!("{what} {}", when?)));
        let dates = dates.collect::<Vec<_>>().join(", ");
        let _ = writeln!(
            page,
            "| `{}` | {} | {} | {} | {} | {} | {} |",
            spec.id,
            claims(true),
            claims(false),
            of_kernel.agreed.words(),
            count(of_ns2),
            count(of_ns3),
            if dates.is_empty() { "–" } else { &dates }
        );
    }
    let (paths, packets) = crate::referee::figures();
    let _ = write!(
        page,
        "
| profile | held to | figures | of |
|---|---|--:|---|
| none | a referee that has not read the engine: drops at the same nanosecond | {packets} of {packets} on {paths} paths | {} |
| `tcp: linux6` | Linux 6.18, {cases} cases | {} | {} |
| `agent` | ns-2.35: agents beside ours, row by row in [fidelity.md](fidelity.md) | {} agents | {} |

| mechanism | vectors that a test holds ([vectors.md](vectors.md)) | of |
|---|--:|---|
",
        crate::referee::PREDICTED,
        of_all.agreed.words(),
        span(of_all.days).unwrap_or_default(),
        agents.len(),
        span(NS2_MEASURED).unwrap_or_default()
    );
    for (title, count, source) in vectors() {
        let _ = writeln!(page, "| {title} | {count} | {source} |");
    }
    page
}
