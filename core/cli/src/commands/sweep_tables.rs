//! What `sweep` prints for people.

use crate::output;
use crate::table::{Table, number, quantity, readable};
use ackscope_lab::report::GroupWindow;
use ackscope_lab::stats::Summary;
use ackscope_lab::sweep::{PairReport, PairsReport, PointReport, SweepReport};
use anyhow::Result;

/// The measures in the table; the JSON and CSV outputs have all.
const SHOWN: [&str; 4] = ["total_goodput_bps", "jain_index", "retransmission_ratio", "mean_rtt_s"];

/// Prints the report: the usual quantities of groups, or those that are asked for.
pub fn print(report: &SweepReport, metrics: &[String]) -> Result<()> {
    if !metrics.is_empty() {
        return print_metrics(report);
    }
    let paths = report.paths();
    let words = paths.len() + 3;
    let shown: Vec<(&str, (String, f64))> =
        SHOWN.map(quantity::<GroupWindow>).iter().map(|one| (one.metric, readable(one))).collect();
    let titles = shown.iter().map(|(_, (title, _))| title.as_str());
    let header = paths.iter().copied().chain(["lane", "window", "flows"]).chain(titles);
    let mut table = Table::new(words, header);
    let mut all_have_values = true;
    for point in &report.points {
        let goodputs = point.measures.iter().filter(|measure| measure.metric == shown[0].0);
        for first in goodputs {
            let same = |metric: &str| {
                let mut all = point.measures.iter().filter(|measure| measure.metric == metric);
                all.find(|other| {
                    other.source == first.source && (other.from_s, other.to_s) == (first.from_s, first.to_s)
                })
            };
            let values: Vec<String> = shown
                .iter()
                .map(|(metric, (_, scale))| {
                    let Some(measure) = same(metric) else { return String::new() };
                    all_have_values &= measure.summary.count == point.seeds(report);
                    interval(&measure.summary, *scale, point.seeds(report))
                })
                .collect();
            let head = paths.iter().map(|path| point.setting(path));
            let window = format!("{}–{} s", first.from_s, first.to_s);
            table.row(head.chain([point.lane.clone(), window, first.source.clone()]).chain(values));
        }
    }
    output::line(&table.text())?;
    legend(report, all_have_values)
}

/// What the numbers of a table are; `all_have_values`: each of them has a value in every seed.
fn legend(report: &SweepReport, all_have_values: bool) -> Result<()> {
    let [first, .., last] = report.seeds.as_slice() else { return Ok(()) };
    let least = report.points.iter().map(|point| point.seeds(report)).min().unwrap_or_default();
    let most = report.seeds.len();
    let seeds = if least == most { most.to_string() } else { format!("{least} to {most}") };
    output::line(&format!("\nMean and 95 % interval over the seeds {first} to {last}."))?;
    if let Some(until) = &report.until {
        let (share, metrics) = ((until.share * 1e4).round() / 1e2, until.metrics.join(", "));
        output::line(&format!(
            "Each point has {seeds} seeds: as many as make half the interval of {metrics} at most {share} % of the mean, and at most {}.",
            until.most_seeds
        ))?;
        if until.wider > 0 {
            output::line(&format!("It is wider in {} lanes of points.", until.wider))?;
        }
    }
    if !all_have_values {
        output::line(&format!(
            "(n of {seeds}) means: only n seeds have a value. The mean is that of these seeds, and the others may be worse."
        ))?;
    }
    if report.points.iter().any(|point| point.distinct_runs == 1) {
        output::line("Without ±, all seeds give the same run: nothing there is random.")?;
    }
    Ok(())
}

/// A mean with the half width of its interval, and how many seeds have a value unless all do.
pub fn interval(summary: &Summary, scale: f64, seeds: usize) -> String {
    let mean = number(summary.mean.map(|x| x * scale));
    let both = match summary.half_width {
        Some(half) => format!("{mean} ± {}", number(Some(half * scale))),
        None => mean,
    };
    if summary.count < seeds { format!("{both} ({} of {seeds})", summary.count) } else { both }
}

/// Prints a row for each point, lane, source and quantity.
fn print_metrics(report: &SweepReport) -> Result<()> {
    let paths = report.paths();
    let head = ["lane", "source", "quantity", "window"];
    let header = paths.iter().copied().chain(head).chain(["mean ± 95 %"]);
    let mut table = Table::new(paths.len() + head.len(), header);
    for point in &report.points {
        for measure in &point.measures {
            let window = format!("{}–{} s", measure.from_s, measure.to_s);
            let own = [point.lane.clone(), measure.source.clone(), measure.metric.clone(), window];
            let settings = paths.iter().map(|path| point.setting(path));
            table.row(settings.chain(own).chain([interval(&measure.summary, 1.0, point.seeds(report))]));
        }
    }
    output::line(&table.text())?;
    let is_whole = |point: &PointReport| {
        point.measures.iter().all(|measure| measure.summary.count == point.seeds(report))
    };
    legend(report, report.points.iter().all(is_whole))
}

/// Prints the differences of lanes, without `metrics` those of the usual quantities of groups.
pub fn print_pairs(report: &PairsReport, metrics: &[String]) -> Result<()> {
    let paths = report.paths();
    let head = ["lane", "kind", "source", "quantity", "window"];
    let minus = format!("minus {} ± 95 %", report.base);
    let header = paths.iter().copied().chain(head).chain(["seeds", minus.as_str(), "p", "p (Holm)"]);
    let mut table = Table::new(paths.len() + head.len(), header);
    let is_shown =
        |pair: &&PairReport| !metrics.is_empty() || (pair.kind == "group" && SHOWN.contains(&pair.metric));
    for pair in report.pairs.iter().filter(is_shown) {
        let window = format!("{}–{} s", pair.from_s, pair.to_s);
        let own =
            [pair.lane.clone(), pair.kind.to_owned(), pair.source.clone(), pair.metric.to_owned(), window];
        let settings = paths.iter().map(|path| pair.setting(path));
        let numbers = [
            pair.summary.count.to_string(),
            interval(&pair.summary, 1.0, pair.summary.count),
            pair.p.map_or_else(String::new, p_value),
            pair.p_holm.map_or_else(String::new, p_value),
        ];
        table.row(settings.chain(own).chain(numbers));
    }
    output::line(&table.text())?;
    output::line(
        "\nThe intervals are of each difference alone. p: two-sided paired t test; p (Holm): corrected by Holm's method (Holm 1979)
for all differences of the same quantity of the same kind of source. Below 0.05 they are different.",
    )
}

fn p_value(p: f64) -> String {
    if p < 0.001 { "< 0.001".to_owned() } else { format!("{p:.3}") }
}
