//! The data files `core/lab/reference/rows/CASE.csv`, with our numbers beside those of ns-2.

use crate::case::{Case, folder};
use crate::compare::{Pair, Verdict, pairs};
use crate::measured::Results;
use std::fmt::Write as _;
use std::path::PathBuf;

const COLUMNS: &str = "row,agents,from_s,to_s,quantity,unit,ours,ours_least,ours_greatest,ours_runs,ns2,ns2_least,ns2_greatest,ns2_runs,again,again_least,again_greatest,again_runs,ratio,verdict,cause";

/// The data file of a case.
pub fn file(case: &Case) -> PathBuf {
    folder().join("rows").join(format!("{}.csv", case.id))
}

/// One line per number.
pub fn csv(case: &Case, results: &Results) -> String {
    let mut text = format!("{COLUMNS}\n");
    for pair in pairs(case, results) {
        line(case, &pair, &mut text);
    }
    text
}

fn line(case: &Case, pair: &Pair, text: &mut String) {
    let agents: Vec<String> =
        pair.row.agents.iter().map(|(group, agent)| format!("{group}: {agent}")).collect();
    let (from, to) = case.window(pair.row, pair.window);
    let verdict = pair.verdict();
    let cause = case.cause(&pair.row.id, pair.metric).filter(|_| verdict == Verdict::Out);
    let cause = cause.map_or("", |cause| &cause.why);
    let ratio = pair.ratio().map_or(String::new(), |ratio| format!("{ratio:.4}"));
    let numbers =
        |(mean, least, greatest, runs): (f64, f64, f64, u64)| format!("{mean},{least},{greatest},{runs}");
    let _ = writeln!(
        text,
        "{},{},{from},{to},{},{},{},{},{},{ratio},{},{}",
        quoted(&pair.row.id),
        quoted(&agents.join("; ")),
        pair.metric,
        unit(pair.metric),
        numbers(pair.ours),
        numbers(pair.ns2),
        pair.again.map_or(",,,".to_owned(), numbers),
        verdict.word(),
        quoted(cause)
    );
}

fn unit(metric: &str) -> &'static str {
    match metric {
        "mean_queue_packets" => "packets",
        "jain_index" | "retransmission_ratio" => "1",
        _ => "bit/s",
    }
}

/// Quotes a field as in RFC 4180.
fn quoted(text: &str) -> String {
    if text.contains([',', '"', '\n']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}
