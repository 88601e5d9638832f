//! Holds the engine against ns-2, row by row, and writes docs/fidelity-ns2.md.
//!
//! `cargo run --release -p ackscope-lab --example fidelity [-- CASE | CASE/ROWS]…` runs everything, or the cases and rows named
//! (`*` stands for anything in a row's name; `none` only writes the page again). What it measures is kept in
//! `core/lab/reference/measured`.

mod case;
mod measured;
mod table;

use case::{Case, Row, agents, cases, matches};
use measured::{Results, load, measure, store};
use std::io::Write as _;
use std::path::Path;
use table::{Verdict, page, pairs, verdict};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let wanted: Vec<String> = std::env::args().skip(1).collect();
    let agents = agents();
    let mut all = Vec::new();
    for case in cases() {
        let mut results = load(&case);
        let fresh = measure(&case, &agents, |row| is_wanted(&wanted, &case, row));
        if !fresh.is_empty() {
            results.extend(fresh.clone());
            store(&case, &results)?;
            tell(&case, &fresh)?;
        }
        all.push((case, results));
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/fidelity-ns2.md");
    std::fs::write(path, page(&all))?;
    Ok(())
}

fn is_wanted(wanted: &[String], case: &Case, row: &Row) -> bool {
    let name = format!("{}/{}", case.id, row.id);
    wanted.is_empty() || wanted.iter().any(|pattern| *pattern == case.id || matches(pattern, &name))
}

/// What was found, as it is found: one line a number that is out, and a count of the others.
fn tell(case: &Case, fresh: &Results) -> std::io::Result<()> {
    let mut out = std::io::stdout();
    let (mut right, mut wrong) = (0, 0);
    for pair in pairs(case, fresh) {
        if verdict(pair.metric, pair.ours.0, pair.ns2) != Verdict::Out {
            right += 1;
            continue;
        }
        wrong += 1;
        let cause = case.cause(pair.row, pair.metric).map_or("no cause".to_owned(), |n| format!("cause {n}"));
        let name = format!("{}/{} [{}]", case.id, pair.row, pair.window);
        let (ours, ns2) = (pair.ours, pair.ns2);
        let ratio = ours.0 / ns2.0;
        writeln!(out, "{name:52} {:22} {ours:?} ns-2 {ns2:?} {ratio:.3} {cause}", pair.metric)?;
    }
    writeln!(out, "{}: {right} agree, {wrong} do not", case.id)
}

#[cfg(test)]
mod tests {
    use super::*;
    use ackscope_engine::scenario::{compile_all, read_value};

    #[test]
    fn every_row_is_a_scenario_that_runs() {
        let agents = agents();
        for case in cases() {
            for row in &case.rows {
                let scenario =
                    case.scenario(row, &agents).unwrap_or_else(|e| panic!("{}/{}: {e}", case.id, row.id));
                let scenario =
                    read_value(&scenario).unwrap_or_else(|e| panic!("{}/{}: {e}", case.id, row.id));
                compile_all(&scenario).unwrap_or_else(|e| panic!("{}/{}: {e}", case.id, row.id));
                assert!(row.agents.values().all(|agent| agents.contains_key(agent)), "{}", row.id);
            }
        }
    }

    #[test]
    fn the_page_is_fresh() {
        let all: Vec<(Case, Results)> = cases()
            .into_iter()
            .map(|case| {
                let results = load(&case);
                (case, results)
            })
            .collect();
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/fidelity-ns2.md");
        assert_eq!(
            std::fs::read_to_string(path).expect("the page"),
            page(&all),
            "run the example with `none`"
        );
    }

    #[test]
    fn every_number_that_is_out_has_its_cause() {
        // A bold ratio without a superscript names no cause.
        let page =
            std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/fidelity-ns2.md"));
        let page = page.expect("the page");
        let bare: Vec<&str> = page.lines().filter(|line| line.contains("** ")).collect();
        assert!(page.contains("**<sup>1</sup>") && bare.is_empty(), "{bare:#?}");
    }

    #[test]
    fn what_agrees() {
        let of = |ours, ns2| verdict("goodput_bps", ours, ns2);
        assert_eq!(of(109.0, (100.0, 100.0, 100.0, 1)), Verdict::Close);
        assert_eq!(of(120.0, (100.0, 80.0, 121.0, 3)), Verdict::InRange);
        assert_eq!(of(120.0, (100.0, 80.0, 119.0, 3)), Verdict::Out);
        assert_eq!(verdict("mean_queue_packets", 0.4, (0.0, 0.0, 0.0, 1)), Verdict::Tiny);
    }

    #[test]
    fn patterns_name_rows() {
        assert!(matches("lin-*-d0.1", "lin-reno-dack1-d0.1") && matches("reno", "reno") && matches("*", ""));
        assert!(!matches("reno", "newreno") && !matches("lin-*-d0", "lin-reno-d0.1"));
    }
}
