//! The generated part of docs/fidelity.md: how many numbers agree, by family and by agent, and why
//! the others do not.

use crate::case::{Case, Cause};
use crate::compare::{Agreement, Counts, Pair, Verdict, pairs, quantity};
use crate::measured::Results;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// The part between these lines is generated; the rest of the page is written by hand.
const BEGIN: &str = "<!-- Written by the tool `fidelity` of ackscope-xtask from here: do not edit. -->\n";
const END: &str = "<!-- To here. -->\n";

/// The path of the page.
pub fn file() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/fidelity.md")
}

/// The page with a new generated part.
pub fn renewed(page: &str, cases: &[(Case, Results)]) -> String {
    let (head, rest) = page.split_once(BEGIN).expect("where the generated part begins");
    let (_, tail) = rest.split_once(END).expect("where it ends");
    format!("{head}{BEGIN}\n{}\n{END}{tail}", generated(cases))
}

fn generated(cases: &[(Case, Results)]) -> String {
    let mut text = String::from("## How much agrees\n");
    let (fresh, papers): (Vec<_>, Vec<_>) =
        cases.iter().partition(|(case, _)| case.id.starts_with("family-"));
    families("Goodput on paths chosen at random", &fresh, &mut text);
    families("Goodput on the papers' own paths", &papers, &mut text);
    text.push_str("\n### Goodput, by agent of ns-2\n\n");
    head("agents of the measured flows", false, &mut text);
    for (agent, counts) in by_agent(cases) {
        line(&agent, counts, false, &mut text);
    }
    text.push_str("\n## Family by family\n");
    for (case, results) in cases {
        section(case, results, &mut text);
    }
    text
}

/// Writes a line per family, and one for all families.
fn families(title: &str, cases: &[&(Case, Results)], text: &mut String) {
    let _ = writeln!(text, "\n### {title}\n");
    let chance = cases.iter().any(|(case, _)| ran_again(case));
    head("family", chance, text);
    let mut total = Agreement::default();
    for (case, results) in cases {
        let mut counts = Agreement::default();
        for pair in pairs(case, results).filter(|pair| quantity(pair.metric) == "goodput") {
            counts.add(&pair);
            total.add(&pair);
        }
        let name = format!("[{}](#{}) ({})", case.title, anchor(&case.title), case.source);
        line(&name, counts, chance, text);
    }
    line("**all**", total, chance, text);
}

/// Goodputs by agent. A number that covers flows of several agents counts in a line of its own.
fn by_agent(cases: &[(Case, Results)]) -> BTreeMap<String, Agreement> {
    let mut found: BTreeMap<String, Agreement> = BTreeMap::new();
    for (case, results) in cases {
        for pair in pairs(case, results) {
            let groups = match pair.metric.split_once('/') {
                Some(("goodput_bps", group)) => vec![group],
                _ if pair.metric == "goodput_bps" => case.measured.flows.iter().map(String::as_str).collect(),
                _ => continue,
            };
            let mut agents: Vec<&str> =
                groups.iter().filter_map(|group| pair.row.agents.get(*group)).map(String::as_str).collect();
            agents.sort_unstable();
            agents.dedup();
            let name =
                if agents.len() == 1 { format!("`{}`", agents[0]) } else { "several together".to_owned() };
            found.entry(name).or_default().add(&pair);
        }
    }
    found
}

/// True if ns-2 ran some rows of the case over a second set of seeds.
fn ran_again(case: &Case) -> bool {
    case.rows.iter().any(|row| !row.again.is_empty())
}

/// Writes the header of a table; `chance` adds a column for ns-2 against itself.
fn head(first: &str, chance: bool, text: &mut String) {
    let (title, rule) = if chance { (" ns-2 against itself |", "--:|") } else { ("", "") };
    let _ = writeln!(
        text,
        "| {first} | numbers | within 2 % | within 5 % | within 10 % | inside ns-2's range | out |{title}\n|---|--:|--:|--:|--:|--:|--:|{rule}"
    );
}

fn line(name: &str, agreement: Agreement, chance: bool, text: &mut String) {
    let Agreement { ours, itself, out } = agreement;
    let cell = |share: Option<f64>| share.map_or("–".to_owned(), |share| format!("{share:.0} %"));
    let [two, five, ten, range] = shares(ours).map(cell);
    let _ = write!(text, "| {name} | {} | {two} | {five} | {ten} | {range} | {out} |", ours.all);
    if chance {
        // A share of only some of the numbers would be misleading.
        let known = itself.all > 0 && itself.all == ours.all;
        let cell = |share: Option<f64>| share.map_or("–".to_owned(), |share| format!("{share:.0}"));
        let cells = if known { shares(itself).map(cell).join(" / ") } else { "–".to_owned() };
        let _ = write!(text, " {cells} |");
    }
    text.push('\n');
}

/// Percent within 2, 5 and 10 % and within the range; `None` if there are no numbers.
fn shares(counts: Counts) -> [Option<f64>; 4] {
    let Counts { all, within: [two, five, ten], ranged, in_range } = counts;
    [(two, all), (five, all), (ten, all), (in_range, ranged)]
        .map(|(count, of)| (of > 0).then(|| 100.0 * count as f64 / of as f64))
}

/// The anchor of a heading: lower case, without punctuation, with hyphens for spaces.
fn anchor(heading: &str) -> String {
    let kept = heading.to_lowercase();
    kept.chars().filter(|c| c.is_alphanumeric() || " -_".contains(*c)).collect::<String>().replace(' ', "-")
}

fn section(case: &Case, results: &Results, text: &mut String) {
    let rows = case.rows.len();
    let _ = writeln!(
        text,
        "\n### {}\n\n{}. {} {rows} rows: [{id}.csv](../core/lab/reference/rows/{id}.csv).\n",
        case.title,
        case.source,
        case.setting,
        id = case.id
    );
    let mut counted: BTreeMap<&str, Agreement> = BTreeMap::new();
    for pair in pairs(case, results) {
        counted.entry(quantity(pair.metric)).or_default().add(&pair);
    }
    head("quantity", ran_again(case), text);
    for (name, counts) in counted {
        line(name, counts, ran_again(case), text);
    }
    let out: Vec<Pair> = pairs(case, results).filter(|pair| pair.verdict() == Verdict::Out).collect();
    if out.is_empty() {
        return;
    }
    text.push_str("\nOut:\n\n");
    let mut causes: Vec<Option<&Cause>> = Vec::new();
    for cause in out.iter().map(|pair| case.cause(&pair.row.id, pair.metric)) {
        if !causes.iter().any(|known| is_same(*known, cause)) {
            causes.push(cause);
        }
    }
    for cause in causes {
        let of: Vec<&Pair> =
            out.iter().filter(|pair| is_same(case.cause(&pair.row.id, pair.metric), cause)).collect();
        let _ = writeln!(text, "- {}: {}", named(&of), cause.map_or(NO_CAUSE, |cause| &cause.why));
    }
}

/// The text for a number that does not agree and has no cause; a test searches for it.
pub const NO_CAUSE: &str = "no cause is named.";

fn is_same(a: Option<&Cause>, b: Option<&Cause>) -> bool {
    match (a, b) {
        (Some(a), Some(b)) => std::ptr::eq(a, b),
        (None, None) => true,
        _ => false,
    }
}

/// The rows of these numbers; if there are more than three, the three with the largest differences.
fn named(pairs: &[&Pair]) -> String {
    let far = |pair: &Pair| pair.ratio().map_or(f64::INFINITY, |ratio| ratio.max(1.0 / ratio));
    let mut sorted = pairs.to_vec();
    sorted.sort_by(|a, b| far(b).total_cmp(&far(a)));
    let shown: Vec<String> = sorted.iter().take(3).map(|pair| named_one(pair)).collect();
    let more = sorted.len().saturating_sub(shown.len());
    let rest = if more == 0 { String::new() } else { format!(" and {more} more") };
    format!("{}{rest}", shown.join(", "))
}

fn named_one(pair: &Pair) -> String {
    let ratio =
        pair.ratio().map_or("where ns-2 has none".to_owned(), |ratio| format!("{ratio:.2} of ns-2's"));
    format!("`{}` ({} {ratio})", pair.row.id, quantity(pair.metric))
}
