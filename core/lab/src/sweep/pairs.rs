//! Lanes against one lane, seed by seed. Lanes of one seed meet the same channel, so the difference of two
//! lanes varies less than either of them.

use super::report::trace_of;
use super::settings::{paths, setting, settings};
use super::{Named, Point, Run, Sweep};
use crate::frame::{Column, Field, Frame, Texts};
use crate::measures::{Measured, measures};
use crate::provenance::Provenance;
use crate::stats::{Summary, holm};
use ackscope_scenario::ScenarioError;
use serde::Serialize;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// The differences of the lanes of a sweep from one lane.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PairsReport {
    /// Engine, scenario and first seed.
    #[serde(flatten)]
    pub provenance: Provenance,
    /// The scenario at the points, but for what they change.
    pub scenario: Value,
    /// The long values of points: by path, each value by its name.
    #[serde(skip_serializing_if = "Named::is_empty")]
    pub named: Named,
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
    pub source: String,
    /// The quantity.
    pub metric: &'static str,
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
    /// The p-value of the difference: two-sided paired t test. None without an interval.
    pub p: Option<f64>,
    /// The same, corrected by Holm's method for all differences of this quantity of this kind of source in the report.
    pub p_holm: Option<f64>,
}

/// Corrects the p-values of each family: all differences of one quantity of one kind of source. Another quantity is another
/// question.
fn correct(pairs: &mut [PairReport]) {
    let mut families: BTreeMap<(&str, &str), Vec<usize>> = BTreeMap::new();
    for (place, pair) in pairs.iter().enumerate().filter(|(_, pair)| pair.p.is_some()) {
        families.entry((pair.kind, pair.metric)).or_default().push(place);
    }
    for places in families.into_values() {
        let all: Vec<f64> = places.iter().filter_map(|&place| pairs[place].p).collect();
        for (&place, p) in places.iter().zip(holm(&all)) {
            pairs[place].p_holm = Some(p);
        }
    }
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
            if is_there {
                return Err(ScenarioError::value("pair", format!("{base:?}"), "a sweep of several lanes"));
            }
            return Err(ScenarioError::unknown("pair", "the lane", base, labels));
        }
        let ordered = self.ordered(runs).into_iter();
        let known: BTreeMap<(usize, usize, u64), &Run> =
            ordered.map(|(job, run)| ((job.point, job.lane, job.seed), run)).collect();
        let of = |point: usize, label: &str, seed: u64| {
            let lane = self.lanes[point].iter().position(|lane| lane.label == label)?;
            let report = &known.get(&(point, lane, seed))?.report;
            Some((trace_of(report), measures(report, metrics)))
        };
        let mut pairs = Vec::new();
        for point in 0..self.points.len() {
            for lane in self.lanes[point].iter().filter(|lane| lane.label != base) {
                let mut order: Vec<Measured> = Vec::new();
                let mut values: BTreeMap<Key, Vec<(f64, f64)>> = BTreeMap::new();
                let mut traces: BTreeSet<(u64, u64)> = BTreeSet::new();
                for seed in &self.seeds {
                    let (Some((trace, own)), Some((base_trace, other))) =
                        (of(point, &lane.label, *seed), of(point, base, *seed))
                    else {
                        continue;
                    };
                    traces.insert((trace, base_trace));
                    let other: BTreeMap<Key, f64> =
                        other.iter().filter_map(|one| Some((key(one), one.value?))).collect();
                    for one in own {
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
                    let differences = list.iter().map(|(value, base)| Some(value - base));
                    let summary = Summary::of(differences).of_runs(traces.len());
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
                        summary,
                        p: summary.p_value(),
                        p_holm: None,
                    }
                }));
            }
        }
        correct(&mut pairs);
        Ok(PairsReport {
            provenance: self.provenance.clone(),
            scenario: self.scenario.clone(),
            named: self.named.clone(),
            base: base.to_owned(),
            pairs,
        })
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

    /// The differences as a table.
    pub fn table(&self) -> Frame {
        let about = vec![("base".to_owned(), self.base.clone())];
        let sets: Vec<&Point> = self.pairs.iter().map(|pair| &pair.set).collect();
        let mut fields = settings(&self.paths(), &sets);
        let texts = |of: fn(&PairReport) -> &str| {
            let mut texts = Texts::default();
            self.pairs.iter().for_each(|pair| texts.push(of(pair)));
            texts.column()
        };
        let mut base = Texts::default();
        self.pairs.iter().for_each(|_| base.push(&self.base));
        let numbers = |of: fn(&PairReport) -> Option<f64>| {
            Column::Number(self.pairs.iter().map(|pair| of(pair).unwrap_or(f64::NAN)).collect())
        };
        let counts = self.pairs.iter().map(|pair| pair.summary.count as u64).collect();
        fields.extend([
            Field::new("lane", "", "The lane from which the base is taken away.", texts(|pair| &pair.lane)),
            Field::new("minus", "", "The lane that is taken away.", base.column()),
            Field::new("kind", "", "What the source is.", texts(|pair| pair.kind)),
            Field::new("source", "", "A group, a flow, or a channel of a hop.", texts(|pair| &pair.source)),
            Field::new("metric", "", "The quantity.", texts(|pair| pair.metric)),
            Field::new("unit", "", "The unit of the numbers.", texts(|pair| pair.unit)),
            Field::new("from_s", "s", "Start of the interval.", numbers(|pair| Some(pair.from_s))),
            Field::new("to_s", "s", "End of the interval.", numbers(|pair| Some(pair.to_s))),
            Field::new("count", "", "Seeds that both lanes have.", Column::Whole(counts)),
            Field::new("base_mean", "", "The base's mean over these seeds.", numbers(|pair| pair.base_mean)),
            Field::new("mean", "", "The mean difference.", numbers(|pair| pair.summary.mean)),
            Field::new("half_width", "", "Half the 95 % interval.", numbers(|pair| pair.summary.half_width)),
            Field::new("min", "", "The smallest difference.", numbers(|pair| pair.summary.min)),
            Field::new("max", "", "The largest difference.", numbers(|pair| pair.summary.max)),
            Field::new("p", "", "Of the difference, by a two-sided paired t test.", numbers(|pair| pair.p)),
            Field::new("p_holm", "", "The same, corrected by Holm's method.", numbers(|pair| pair.p_holm)),
        ]);
        Frame { fields, about }
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
        assert!(pair.p.is_some() && pair.p == pair.p_holm, "one comparison needs no correction: {pair:?}");
        let excludes_zero = pair.summary.mean.unwrap().abs() > pair.summary.half_width.unwrap();
        assert_eq!(pair.p.unwrap() < 0.05, excludes_zero);
        let mut text = String::new();
        let take = |part: &str| {
            text += part;
            Ok(())
        };
        report.table().csv(false, take).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        let head =
            "lane,minus,kind,source,metric,unit,from_s,to_s,count,base_mean,mean,half_width,min,max,p,p_holm";
        assert_eq!((lines.len(), lines[0]), (2, head));
        assert!(lines[1].starts_with("westwood+,newreno,flow,main,goodput_bps,bit/s,0,20,7,"), "{text}");
        // Of several quantities each is a family of its own; of one, the sources of a kind are one family.
        let all = sweep.pairs(&runs, "newreno", &[]).unwrap().pairs;
        for pair in &all {
            let same = |other: &&PairReport| (other.kind, other.metric) == (pair.kind, pair.metric);
            let family: Vec<f64> = all.iter().filter(same).filter_map(|other| other.p).collect();
            let expected =
                pair.p.map(|p| holm(&family)[family.iter().position(|other| *other == p).unwrap()]);
            assert_eq!(pair.p_holm, expected, "{pair:?}");
        }
        assert!(all.iter().any(|pair| pair.p_holm > pair.p), "{all:?}");
        let error = sweep.pairs(&runs, "vegas", &metrics).unwrap_err();
        assert!(error.message.contains("newreno, westwood+"), "{error}");
    }
}
