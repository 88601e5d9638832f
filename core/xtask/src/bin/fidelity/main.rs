//! Compares the engine with ns-2, row by row, and writes `core/lab/reference/rows` and the tables
//! of docs/fidelity.md.
//!
//! `cargo run --release -p ackscope-xtask --bin fidelity [-- CASE | CASE/ROWS]…` runs everything,
//! or the named cases and rows (`*` matches any characters of a row's name; `none` runs nothing and
//! only writes the files again). The measured numbers are stored in `core/lab/reference/measured`.

mod case;
mod compare;
mod measured;
mod page;
mod rows;

use case::{Case, Row, agents, cases, matches};
use compare::{Verdict, pairs};
use measured::{Results, load, measure, store};
use std::io::Write as _;

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
        let file = rows::file(&case);
        std::fs::create_dir_all(file.parent().expect("a folder"))?;
        std::fs::write(file, rows::csv(&case, &results))?;
        all.push((case, results));
    }
    let page = std::fs::read_to_string(page::file())?;
    std::fs::write(page::file(), page::renewed(&page, &all))?;
    Ok(())
}

fn is_wanted(wanted: &[String], case: &Case, row: &Row) -> bool {
    let name = format!("{}/{}", case.id, row.id);
    wanted.is_empty() || wanted.iter().any(|pattern| *pattern == case.id || matches(pattern, &name))
}

/// Prints each number that does not agree, and a count of the others.
fn tell(case: &Case, fresh: &Results) -> std::io::Result<()> {
    let mut out = std::io::stdout();
    let (mut right, mut wrong) = (0, 0);
    for pair in pairs(case, fresh) {
        if pair.verdict() != Verdict::Out {
            right += 1;
            continue;
        }
        wrong += 1;
        let cause = case.cause(&pair.row.id, pair.metric).map_or("no cause", |cause| &cause.why);
        let name = format!("{}/{} [{}]", case.id, pair.row.id, pair.window);
        let (ours, ns2) = (pair.ours, pair.ns2);
        let ratio = ours.0 / ns2.0;
        writeln!(out, "{name:52} {:22} {ours:?} ns-2 {ns2:?} {ratio:.3} {cause}", pair.metric)?;
    }
    writeln!(out, "{}: {right} agree, {wrong} do not", case.id)
}

#[cfg(test)]
mod tests {
    use super::*;
    use ackscope_scenario::{compile_all, read_value};
    use compare::{Agreement, Counts, verdict};
    use std::collections::BTreeMap;

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

    fn all() -> Vec<(Case, Results)> {
        cases()
            .into_iter()
            .map(|case| {
                let results = load(&case);
                (case, results)
            })
            .collect()
    }

    #[test]
    fn the_page_and_its_data_are_fresh() {
        let all = all();
        let page = std::fs::read_to_string(page::file()).expect("the page");
        assert!(page == page::renewed(&page, &all), "docs/fidelity.md: run the example with `none`");
        for (case, results) in &all {
            let data = std::fs::read_to_string(rows::file(case)).expect("its data");
            assert!(data == rows::csv(case, results), "{}.csv: run the example with `none`", case.id);
        }
    }

    #[test]
    fn the_second_runs_of_ns2_are_as_many_as_the_first() {
        for case in cases() {
            for row in case.rows.iter().filter(|row| !row.again.is_empty()) {
                let runs = |numbers: &[BTreeMap<String, case::Spread>]| -> Vec<Vec<(String, u64)>> {
                    let of = |window: &BTreeMap<String, case::Spread>| {
                        window.iter().map(|(metric, spread)| (metric.clone(), spread.3)).collect()
                    };
                    numbers.iter().map(of).collect()
                };
                assert_eq!(runs(&row.ns2), runs(&row.again), "{}/{}", case.id, row.id);
                let same = row.ns2.iter().zip(&row.again).all(|(first, second)| first == second);
                assert!(!same, "{}/{}: the same seeds twice", case.id, row.id);
            }
        }
    }

    #[test]
    fn every_row_was_measured_here() {
        for (case, results) in all() {
            let missing: Vec<&str> =
                case.rows.iter().map(|row| row.id.as_str()).filter(|id| !results.contains_key(*id)).collect();
            assert!(missing.is_empty(), "{}: {missing:?}", case.id);
        }
    }

    #[test]
    fn every_number_that_is_out_has_its_cause() {
        let page = std::fs::read_to_string(page::file()).expect("the page");
        let bare: Vec<&str> = page.lines().filter(|line| line.ends_with(page::NO_CAUSE)).collect();
        assert!(page.contains("\nOut:\n") && bare.is_empty(), "{bare:#?}");
    }

    #[test]
    fn every_cause_explains_a_number_that_is_out() {
        let mut idle = Vec::new();
        for (case, results) in all() {
            let out: Vec<_> = pairs(&case, &results).filter(|pair| pair.verdict() == Verdict::Out).collect();
            for cause in &case.causes {
                let explains = |pair: &compare::Pair| {
                    case.cause(&pair.row.id, pair.metric).is_some_and(|found| std::ptr::eq(found, cause))
                };
                if !out.iter().any(explains) {
                    idle.push(format!("{}: {}", case.id, cause.why));
                }
            }
        }
        assert!(idle.is_empty(), "nothing is out for: {idle:#?}");
    }

    #[test]
    fn agreement_is_counted_by_its_bounds() {
        let results = Results::from([(
            "row".to_owned(),
            vec![[("goodput_bps".to_owned(), (104.0, 100.0, 108.0, 5))].into_iter().collect()],
        )]);
        let mut case = cases().remove(0);
        case.rows.truncate(1);
        case.rows[0].id = "row".to_owned();
        case.rows[0].ns2 = vec![[("goodput_bps".to_owned(), (100.0, 97.0, 103.0, 5))].into_iter().collect()];
        let counted = |case: &Case| {
            let mut counted = Agreement::default();
            pairs(case, &results).for_each(|pair| counted.add(&pair));
            counted
        };
        let ours = Counts { all: 1, within: [0, 1, 1], ranged: 1, in_range: 0 };
        case.rows[0].again = Vec::new();
        assert_eq!(counted(&case), Agreement { ours, ..Agreement::default() });
        // The second mean of ns-2 is compared with its first, by the same bounds.
        case.rows[0].again = vec![[("goodput_bps".to_owned(), (98.0, 94.0, 101.0, 5))].into_iter().collect()];
        let itself = Counts { all: 1, within: [1, 1, 1], ranged: 1, in_range: 1 };
        assert_eq!(counted(&case), Agreement { ours, itself, out: 0 });
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
