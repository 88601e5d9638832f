//! Lanes against one lane, seed by seed. Lanes of one seed meet the same channel, so the difference of two
//! lanes varies less than either of them.

use super::report::{paths, setting};
use super::{Point, Run, Sweep};
use crate::columns::{csv_field, csv_number};
use crate::measures::{Measured, measures};
use crate::provenance::Provenance;
use crate::stats::Summary;
use ackscope_scenario::ScenarioError;
use serde::Serialize;
use std::collections::BTreeMap;

/// The differences of the lanes of a sweep from one lane.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PairsReport {
    /// Engine, scenario and first seed.
    #[serde(flatten)]
    pub provenance: Provenance,
    /// The lane that is taken away from the others.
    pub base: String,
    /// By point, lane, source, quantity and interval.
    pub pairs: Vec<PairReport>,
}

/// A difference of two lanes.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PairReport {
    /// What the point changed: paths and values.
    pub set: Point,
    /// The lane from which the base is taken away.
    pub lane: String,
    /// What the source is: `group`, `flow`, `direction` or `hop`.
    pub kind: &'static str,
    /// The source.
    pub source: String,
    /// The quantity.
    pub metric: &'static str,
    /// Its unit.
    pub unit: &'static str,
    /// Start of the interval.
    pub from_s: f64,
    /// End of the interval.
    pub to_s: f64,
    /// The mean of the base over the same seeds.
    pub base_mean: Option<f64>,
    /// The differences, over the seeds that both lanes have.
    #[serde(flatten)]
    pub summary: Summary,
}

/// What identifies a number of a run.
type Key = (&'static str, String, &'static str, u64, u64);

fn key(one: &Measured) -> Key {
    (one.kind, one.name.clone(), one.metric, one.from_s.to_bits(), one.to_s.to_bits())
}

impl Sweep {
    /// The differences of all lanes from the lane `base`, with `metrics` only of these quantities.
    ///
    /// # Errors
    /// If there is no lane of this name, or no other one.
    pub fn pairs(&self, runs: &[Run], base: &str, metrics: &[String]) -> Result<PairsReport, ScenarioError> {
        let mut labels: Vec<&str> = Vec::new();
        for lane in self.lanes.iter().flatten().filter(|lane| lane.label != base) {
            if !labels.contains(&lane.label.as_str()) {
                labels.push(&lane.label);
            }
        }
        let is_there = self.lanes.iter().all(|lanes| lanes.iter().any(|lane| lane.label == base));
        if !is_there || labels.is_empty() {
            let allowed = if is_there { "a sweep of several lanes".to_owned() } else { labels.join(", ") };
            return Err(ScenarioError::value("pair", format!("{base:?}"), allowed));
        }
        let known: BTreeMap<String, &Run> = runs.iter().map(|run| (run.key(), run)).collect();
        let of = |point: usize, label: &str, seed: u64| {
            let lane = self.lanes[point].iter().position(|lane| lane.label == label)?;
            let run = known.get(&self.key(&super::Job { point, seed, lane }))?;
            Some(measures(&run.report))
        };
        let mut pairs = Vec::new();
        for point in 0..self.points.len() {
            for lane in self.lanes[point].iter().filter(|lane| lane.label != base) {
                let mut order: Vec<Measured> = Vec::new();
                let mut values: BTreeMap<Key, Vec<(f64, f64)>> = BTreeMap::new();
                for seed in &self.seeds {
                    let (Some(own), Some(other)) = (of(point, &lane.label, *seed), of(point, base, *seed))
                    else {
                        continue;
                    };
                    let other: BTreeMap<Key, f64> =
                        other.iter().filter_map(|one| Some((key(one), one.value?))).collect();
                    for one in own {
                        if !metrics.is_empty() && !metrics.iter().any(|metric| metric == one.metric) {
                            continue;
                        }
                        if let (Some(value), Some(base)) = (one.value, other.get(&key(&one))) {
                            let list = values.entry(key(&one)).or_default();
                            if list.is_empty() {
                                order.push(one);
                            }
                            list.push((value, *base));
                        }
                    }
                }
                pairs.extend(order.into_iter().map(|one| {
                    let list = &values[&key(&one)];
                    PairReport {
                        set: self.points[point].clone(),
                        lane: lane.label.clone(),
                        kind: one.kind,
                        source: one.name,
                        metric: one.metric,
                        unit: one.unit,
                        from_s: one.from_s,
                        to_s: one.to_s,
                        base_mean: Summary::of(list.iter().map(|(_, base)| Some(*base))).mean,
                        summary: Summary::of(list.iter().map(|(value, base)| Some(value - base))),
                    }
                }));
            }
        }
        Ok(PairsReport { provenance: self.provenance.clone(), base: base.to_owned(), pairs })
    }
}

impl PairReport {
    /// The point's value at a path as text; empty if the point does not change it.
    pub fn setting(&self, path: &str) -> String {
        setting(&self.set, path)
    }
}

impl PairsReport {
    /// The paths that points change, in order of first use.
    pub fn paths(&self) -> Vec<&str> {
        paths(self.pairs.iter().map(|pair| &pair.set))
    }

    /// The differences as a comma-separated table.
    pub fn csv(&self) -> String {
        let paths = self.paths();
        let tail = [
            "lane",
            "minus",
            "kind",
            "source",
            "metric",
            "unit",
            "from_s",
            "to_s",
            "count",
            "base_mean",
            "mean",
            "half_width",
            "min",
            "max",
        ];
        let header: Vec<String> = paths.iter().chain(&tail).map(|name| csv_field(name)).collect();
        let mut text = header.join(",") + "\n";
        let cell = |value: Option<f64>| value.map_or_else(String::new, csv_number);
        for pair in &self.pairs {
            let Summary { count, mean, min, max, half_width } = pair.summary;
            let mut cells: Vec<String> = paths.iter().map(|path| csv_field(&pair.setting(path))).collect();
            cells.extend([&pair.lane, &self.base].map(|lane| csv_field(lane)));
            cells.extend([
                pair.kind.to_owned(),
                csv_field(&pair.source),
                pair.metric.to_owned(),
                pair.unit.to_owned(),
            ]);
            cells.extend([csv_number(pair.from_s), csv_number(pair.to_s), count.to_string()]);
            cells.extend([pair.base_mean, mean, half_width, min, max].map(cell));
            text += &(cells.join(",") + "\n");
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn differences_are_of_the_same_seeds() {
        let scenario = json!({ "version": 1, "seed": 1, "duration": 20, "hops": [{ "rate": "5Mbps", "delay": "20ms",
            "loss": { "kind": "bernoulli", "probability": 0.01 } }],
            "flows": [{ "name": "main", "algorithm": "newreno", "rtt": "80ms", "compared": true }],
            "compare": ["newreno", "westwood+"] });
        let sweep = Sweep::new(&scenario, vec![Point::new()], 8).unwrap();
        let mut runs: Vec<Run> = sweep.jobs().map(|job| sweep.run(&job).unwrap()).collect();
        // Of one seed only one lane is there: it does not count.
        let gone = runs.iter().position(|run| run.lane == "newreno" && run.seed == 3).unwrap();
        runs.remove(gone);
        let metrics = ["goodput_bps".to_owned()];
        let report = sweep.pairs(&runs, "newreno", &metrics).unwrap();
        assert_eq!(report.pairs.len(), 1);
        let pair = &report.pairs[0];
        assert_eq!((pair.lane.as_str(), pair.source.as_str(), pair.summary.count), ("westwood+", "main", 7));
        let goodput = |lane: &str, seed: u64| {
            let run = runs.iter().find(|run| run.lane == lane && run.seed == seed).unwrap();
            run.report.flows[0].windows[0].goodput_bps
        };
        let differences: Vec<f64> = (1..=8)
            .filter(|seed| *seed != 3)
            .map(|seed| goodput("westwood+", seed) - goodput("newreno", seed))
            .collect();
        assert_eq!(pair.summary, Summary::of(differences.into_iter().map(Some)));
        assert!(
            report
                .csv()
                .lines()
                .nth(1)
                .unwrap()
                .starts_with("westwood+,newreno,flow,main,goodput_bps,bit/s,0,20,7,")
        );
        let error = sweep.pairs(&runs, "vegas", &metrics).unwrap_err();
        assert!(error.message.contains("newreno, westwood+"), "{error}");
    }
}
