//! The results of a report card.

use super::{DURATION_S, MAIN, PATHS, StandardPath, WARM_UP_S};
use crate::provenance::{EngineId, hash, scenario_hash};
use crate::report::{DirectionWindow, GroupWindow, HopWindow, Quantities};
use crate::stats::Summary;
use crate::sweep::{Cell, MeasureReport, Sweep};
use ackscope_engine::math::{exp, ln};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;
use std::collections::BTreeMap;

/// The lower bound of a delay in the geometric mean over the paths, in seconds: without it, an
/// empty queue would make the mean zero.
const MIN_DELAY_S: f64 = 1e-3;

/// A report card.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct ScoreReport {
    #[serde(flatten)]
    pub engine: EngineId,
    /// The seeds of each run.
    pub seeds: Vec<u64>,
    /// Start of the interval that is measured, in seconds; convergence counts from 0.
    pub from_s: f64,
    /// Its end.
    pub to_s: f64,
    /// The paths, in the order of the cells.
    pub paths: Vec<ScorePath>,
    /// By algorithm, in the order in which they were asked for.
    pub algorithms: Vec<AlgorithmScore>,
}

/// A standard path.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct ScorePath {
    pub id: &'static str,
    /// What the head of its column says.
    pub name: &'static str,
    /// What it is, in a sentence.
    pub about: &'static str,
    /// What it is named after.
    pub source: String,
    /// Hash of its scenario with New Reno alone, without title and seed.
    pub scenario_hash: String,
    /// What is fair for the scored flows together, in bit/s.
    pub fair_bps: f64,
    /// Whether several flows share the bottleneck.
    pub is_shared: bool,
}

/// What an algorithm scored.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct AlgorithmScore {
    /// Its id.
    pub algorithm: String,
    /// Hash of its text, if it is a script.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub script_hash: Option<String>,
    /// Mean over the paths of its goodput by what is fair there, more than fair counted as fair;
    /// null until every path has been run.
    pub goodput_share: Option<f64>,
    /// Geometric mean over the paths of the 95th percentile of the queueing delay, each at least
    /// 1 ms; null until every path has been run.
    pub p95_delay_s: Option<f64>,
    /// By path; null where nothing has been run yet.
    pub cells: Vec<Option<CellScore>>,
}

/// What an algorithm scored on one path, each number over the seeds.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, JsonSchema)]
pub struct CellScore {
    /// Goodput of its flows together, in bit/s (RFC 5166 §2.1).
    pub goodput_bps: Summary,
    /// The same by what is fair for them.
    pub goodput_share: Summary,
    /// Queueing delay at the bottleneck that 95 of 100 packets do not exceed, in seconds (§2.2).
    pub p95_delay_s: Summary,
    /// The same for 99 of 100.
    pub p99_delay_s: Summary,
    /// Packets that the bottleneck's queue dropped by those that arrived (§2.3).
    pub loss_ratio: Summary,
    /// Segments that its flows retransmitted by those they sent.
    pub retransmission_ratio: Summary,
    /// Jain index of the goodputs of all flows in its direction; null where no flows share (§2.4).
    pub jain_index: Option<Summary>,
    /// From the start until its flows have nine tenths of their fair share for ten seconds, in
    /// seconds; counts the seeds where they do (§2.6).
    pub convergence_s: Summary,
    /// Its mean goodput by that of the other algorithm's flow; null where there is none (§2.4).
    pub friendliness: Option<Summary>,
    /// Packets that the bottleneck marked by those that arrived.
    pub mark_ratio: Summary,
}

/// The report of a sweep made by [`super::spec`]; `cells` by point and lane.
///
/// # Panics
/// If the sweep has another number of points.
pub fn report(sweep: &Sweep, cells: &BTreeMap<(usize, usize), Cell>) -> ScoreReport {
    assert_eq!(sweep.points().len(), PATHS.len(), "the points are the standard paths");
    let scripts = sweep.scenarios()[0].get("scripts");
    let lanes = sweep.lanes()[0].iter().enumerate();
    let algorithms = lanes.map(|(lane, known)| {
        let cell =
            |(point, path)| cells.get(&(point, lane)).map(|cell| CellScore::of(path, &cell.measures()));
        let cells: Vec<Option<CellScore>> = PATHS.iter().enumerate().map(cell).collect();
        let text = scripts.and_then(|scripts| scripts.get(&known.algorithm));
        AlgorithmScore {
            algorithm: known.algorithm.clone(),
            script_hash: text.map(|text| hash(Value::clone(text))),
            goodput_share: mean(&cells, |cell| Some(cell.goodput_share.mean?.min(1.0))),
            p95_delay_s: mean(&cells, |cell| Some(ln(cell.p95_delay_s.mean?.max(MIN_DELAY_S)))).map(exp),
            cells,
        }
    });
    ScoreReport {
        engine: EngineId::own(),
        seeds: sweep.seeds().to_vec(),
        from_s: WARM_UP_S,
        to_s: DURATION_S,
        paths: PATHS.iter().map(ScorePath::of).collect(),
        algorithms: algorithms.collect(),
    }
}

/// The mean over all paths; `None` if one is missing.
fn mean(cells: &[Option<CellScore>], of: impl Fn(&CellScore) -> Option<f64>) -> Option<f64> {
    let values: Option<Vec<f64>> = cells.iter().map(|cell| of(cell.as_ref()?)).collect();
    values.map(|values| values.iter().sum::<f64>() / values.len() as f64)
}

impl ScorePath {
    fn of(path: &StandardPath) -> ScorePath {
        let (suite, part) = path.source;
        ScorePath {
            id: path.id,
            name: path.name,
            about: path.about,
            source: format!("{suite}: {part}"),
            scenario_hash: scenario_hash(&path.scenario()),
            fair_bps: path.fair_bps(),
            is_shared: path.is_shared,
        }
    }
}

impl CellScore {
    fn of(path: &StandardPath, measures: &[MeasureReport]) -> CellScore {
        let from = |from_s: f64, source: &str, metric: &str| {
            let own = |one: &&MeasureReport| {
                one.source == source && one.metric == metric && (one.from_s, one.to_s) == (from_s, DURATION_S)
            };
            measures.iter().find(own).map(|one| one.summary)
        };
        let steady = |source: &str, metric: &str| {
            from(WARM_UP_S, source, metric).unwrap_or_else(|| panic!("{source} has no {metric}"))
        };
        let (link, all) = ("hop-0 forward", "all forward");
        let goodput_bps = steady(MAIN, metric::<GroupWindow>("total_goodput_bps"));
        let friendliness = steady(MAIN, metric::<GroupWindow>("share_ratio"));
        CellScore {
            goodput_bps,
            goodput_share: scaled(goodput_bps, 1.0 / path.fair_bps()),
            p95_delay_s: steady(link, metric::<HopWindow>("p95_queueing_delay_s")),
            p99_delay_s: steady(link, metric::<HopWindow>("p99_queueing_delay_s")),
            loss_ratio: steady(link, metric::<HopWindow>("drop_ratio")),
            retransmission_ratio: steady(MAIN, metric::<GroupWindow>("retransmission_ratio")),
            jain_index: path.is_shared.then(|| steady(all, metric::<DirectionWindow>("jain_index"))),
            convergence_s: from(0.0, MAIN, metric::<GroupWindow>("fair_convergence_s"))
                .expect("measured from the start"),
            friendliness: (friendliness.count > 0).then_some(friendliness),
            mark_ratio: steady(link, metric::<HopWindow>("mark_ratio")),
        }
    }
}

/// The name that sweeps use for the quantity `id` of a report.
fn metric<W: Quantities>(id: &str) -> &'static str {
    let known = W::QUANTITIES.iter().find(|quantity| quantity.id == id);
    known.unwrap_or_else(|| panic!("there is no quantity {id}")).metric
}

/// The summary in another unit.
fn scaled(summary: Summary, factor: f64) -> Summary {
    let by = |value: Option<f64>| value.map(|value| value * factor);
    Summary {
        count: summary.count,
        mean: by(summary.mean),
        min: by(summary.min),
        max: by(summary.max),
        half_width: by(summary.half_width),
    }
}
