//! The runs of a sweep as one table: a row for each run, source, interval and quantity.

use super::report::{paths, setting};
use super::{Run, Sweep};
use crate::frame::{Column, Field, Frame, Texts};
use crate::measures::{each, is_wanted};
use crate::report::{
    COMPLETION, DirectionWindow, FlowWindow, GroupEvents, GroupWindow, HopWindow, LaneReport, Quantities,
};
use ackscope_scenario::ScenarioError;
use serde_json::Value;

/// The metrics of sweeps.
fn known() -> Vec<&'static str> {
    fn of<W: Quantities>() -> impl Iterator<Item = &'static str> {
        W::QUANTITIES.iter().map(|quantity| quantity.metric)
    }
    let all = of::<GroupWindow>().chain(of::<GroupEvents>()).chain(of::<FlowWindow>());
    let mut all: Vec<&str> =
        all.chain(of::<DirectionWindow>()).chain(of::<HopWindow>()).chain([COMPLETION.metric]).collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// Refuses names of metrics that no sweep has.
///
/// # Errors
/// The name and those that are allowed.
pub fn check_metrics(metrics: &[String]) -> Result<(), ScenarioError> {
    let known = known();
    match metrics.iter().find(|metric| !known.contains(&metric.as_str())) {
        Some(metric) => Err(ScenarioError::value("metric", format!("{metric:?}"), known.join(", "))),
        None => Ok(()),
    }
}

impl Sweep {
    /// A table with a row for each run, source, interval and quantity that is defined there; in the
    /// order of points, lanes and seeds, whatever the order of `runs`. With `metrics`, only these.
    pub fn table(&self, runs: &[Run], metrics: &[String], about: Vec<(String, String)>) -> Frame {
        let paths = paths(self.points.iter());
        let mut rows = Rows::default();
        let mut settings: Vec<Vec<&Value>> = vec![Vec::new(); paths.len()];
        for (job, run) in self.ordered(runs) {
            let before = rows.values.len();
            rows.add(job.seed, &run.lane, &run.report, metrics);
            for (column, path) in settings.iter_mut().zip(&paths) {
                let value = self.points[job.point].get(*path).unwrap_or(&Value::Null);
                column.extend(std::iter::repeat_n(value, rows.values.len() - before));
            }
        }
        let mut fields: Vec<Field> = paths
            .iter()
            .zip(settings)
            .map(|(path, values)| Field::new(path, "", "A value that the sweep sets.", column(path, &values)))
            .collect();
        fields.extend(rows.fields());
        Frame { fields, about }
    }
}

/// The results of a run of these lanes, with the columns of a sweep's table.
pub fn run_table(seed: u64, lanes: &[LaneReport], metrics: &[String]) -> Frame {
    let mut rows = Rows::default();
    for lane in lanes {
        rows.add(seed, &lane.label, lane, metrics);
    }
    Frame { fields: rows.fields(), about: Vec::new() }
}

/// Numbers where all values are, else texts.
pub(super) fn column(path: &str, values: &[&Value]) -> Column {
    if values.iter().all(|value| value.is_number()) {
        return Column::Number(values.iter().map(|value| value.as_f64().unwrap_or(f64::NAN)).collect());
    }
    let mut texts = Texts::default();
    for value in values {
        match value {
            Value::Null => texts.push_none(),
            value => {
                let point = [(path.to_owned(), (*value).clone())].into_iter().collect();
                texts.push(&setting(&point, path));
            }
        }
    }
    texts.column()
}

/// The columns that every sweep has.
#[derive(Default)]
struct Rows {
    seeds: Vec<u64>,
    lanes: Texts,
    kinds: Texts,
    sources: Texts,
    metrics: Texts,
    units: Texts,
    from_s: Vec<f64>,
    to_s: Vec<f64>,
    values: Vec<f64>,
}

impl Rows {
    fn add(&mut self, seed: u64, lane: &str, report: &LaneReport, metrics: &[String]) {
        each(report, &mut |place, told| {
            let Some(value) = told.value.filter(|_| is_wanted(told.metric, metrics)) else { return };
            self.seeds.push(seed);
            self.lanes.push(lane);
            self.kinds.push(place.kind);
            self.sources.push(place.name);
            self.metrics.push(told.metric);
            self.units.push(told.unit);
            self.from_s.push(told.edges_s.0);
            self.to_s.push(told.edges_s.1);
            self.values.push(value);
        });
    }

    fn fields(self) -> Vec<Field> {
        vec![
            Field::new("seed", "", "The seed of the run.", Column::Whole(self.seeds)),
            Field::new("lane", "", "The lane's label.", self.lanes.column()),
            Field::new("kind", "", "What the source is: group, flow, direction or hop.", self.kinds.column()),
            Field::new(
                "source",
                "",
                "A group, a flow, or a channel of a hop, by name.",
                self.sources.column(),
            ),
            Field::new("metric", "", "The quantity.", self.metrics.column()),
            Field::new("from_s", "s", "Start of the interval.", Column::Number(self.from_s)),
            Field::new("to_s", "s", "End of the interval.", Column::Number(self.to_s)),
            Field::new("value", "", "Its value.", Column::Number(self.values)),
            Field::new("unit", "", "The unit of the value.", self.units.column()),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sweep::{Axis, grid};
    use serde_json::json;

    #[test]
    fn a_row_has_its_seed_and_every_value_that_was_set_and_one_name_for_each_flow() {
        let scenario = json!({ "version": 1, "seed": 7, "duration": 5, "hops": [{ "name": "wire", "rate": "2Mbps", "delay": "10ms",
            "loss": { "kind": "bernoulli", "probability": 0 } }],
            "flows": [{ "name": "main", "algorithm": "newreno", "rtt": "50ms", "compared": true, "count": 2 }],
            "compare": ["newreno", "westwood+"] });
        let axes = ["hops.0.loss.probability=0,0.02", "hops.0.rate=1Mbps,2Mbps"];
        let points = grid(&axes.map(|axis| Axis::read(axis).unwrap())).unwrap();
        let sweep = Sweep::new(&scenario, points, 2).unwrap();
        let mut runs: Vec<Run> = sweep.jobs().map(|job| sweep.run(&job).unwrap()).collect();
        let about = vec![("version".to_owned(), "1".to_owned())];
        let frame = sweep.table(&runs, &[], about.clone());
        runs.reverse();
        assert_eq!(sweep.table(&runs, &[], about.clone()), frame, "in whatever order the runs were done");
        let names: Vec<&str> = frame.fields.iter().map(|field| field.name.as_str()).collect();
        let tail = ["seed", "lane", "kind", "source", "metric", "from_s", "to_s", "value", "unit"];
        assert_eq!(names, [&["hops.0.loss.probability", "hops.0.rate"], &tail[..]].concat());
        assert!(matches!(frame.fields[0].column, Column::Number(_)));
        let words = |place: usize| match &frame.fields[place].column {
            Column::Text { words, .. } => words.clone(),
            other => panic!("{other:?}"),
        };
        assert_eq!(words(1), ["1Mbps", "2Mbps"]);
        assert_eq!(words(5), ["main", "main-1", "main-2", "all forward", "wire forward", "wire backward"]);
        let Column::Number(values) = &frame.fields[9].column else { panic!("numbers") };
        assert!(values.iter().all(|value| value.is_finite()), "what is undefined has no row");
        let one = sweep.table(&runs, &["utilisation".to_owned()], about);
        assert_eq!(one.rows(), 4 * 2 * 2 * 2, "points, seeds, lanes, directions");
        let error = check_metrics(&["utilisaton".to_owned()]).unwrap_err();
        assert!(error.allowed.contains("utilisation") && error.found.contains("utilisaton"));
        assert_eq!(check_metrics(&["completion_s".to_owned(), "timeouts".to_owned()]), Ok(()));
    }
}
