//! The runs of a sweep as one table: a row for each run, source, interval and quantity.

use super::settings::{at, paths, setting_fields};
use super::{Point, Run, Sweep, changed};
use crate::frame::{Column, Field, Frame, Texts};
use crate::lanes::plan;
use crate::measures::{each, is_wanted};
use crate::report::{
    COMPLETION, DirectionWindow, FlowWindow, GroupEvents, GroupWindow, HopWindow, LaneReport, Quantities,
};
use ackscope_scenario::{ScenarioError, apply_set, read_value};
use serde_json::{Value, json};

/// The metrics of sweeps.
pub fn known_metrics() -> Vec<&'static str> {
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
    let known = known_metrics();
    match metrics.iter().find(|metric| !known.contains(&metric.as_str())) {
        Some(metric) => Err(ScenarioError::unknown("metric", "the quantity", metric, known)),
        None => Ok(()),
    }
}

impl Sweep {
    /// A table with a row for each run, source, interval and quantity that is defined there; in the
    /// order of points, seeds and lanes, whatever the order of `runs`. With `metrics`, only these.
    pub fn table(&self, runs: &[Run], metrics: &[String], about: Vec<(String, String)>) -> Frame {
        let paths = paths(self.points.iter());
        let mut rows = Rows::default();
        let mut settings: Vec<Vec<&Value>> = vec![Vec::new(); paths.len()];
        for (job, run) in self.ordered(runs) {
            let before = rows.values.len();
            rows.add(job.seed, &run.lane, &run.report, metrics);
            for (column, path) in settings.iter_mut().zip(&paths) {
                let value = at(&self.points[job.point], path);
                column.extend(std::iter::repeat_n(value, rows.values.len() - before));
            }
        }
        let mut fields = Vec::new();
        for (path, values) in paths.iter().zip(settings) {
            // What a column holds depends on the sweep, so that the tables of its parts fit together.
            let all: Vec<&Value> = self.points.iter().map(|point| at(point, path)).collect();
            fields.extend(setting_fields(path, &all, &values, self.unit_of(path)));
        }
        fields.extend(rows.fields());
        Frame { fields, about }
    }

    /// The unit of plain numbers at a path: that which the scenario takes there as a text.
    fn unit_of(&self, path: &str) -> &'static str {
        let takes = |point: &Point, unit: &str| {
            let mut scenario = changed(&self.scenario, point, &self.named)?;
            apply_set(&mut scenario, path, json!(format!("{}{unit}", point[path])))?;
            read_value(&scenario).and_then(|scenario| plan(&scenario)).map(|_| ())
        };
        let Some(point) = self.points.iter().find(|point| at(point, path).is_number()) else { return "" };
        // A number of a buffer's capacity means packets.
        let known = [("pkt", "packets"), ("s", "s"), ("bps", "bit/s"), ("B", "bytes")];
        known.iter().find(|(unit, _)| takes(point, unit).is_ok()).map_or("", |(_, unit)| unit)
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
        let head = ["hops.0.loss.probability", "hops.0.rate", "hops.0.rate [bit/s]"];
        assert_eq!(names, [&head, &tail[..]].concat());
        assert!(matches!(frame.fields[0].column, Column::Number(_)));
        let words = |place: usize| match &frame.fields[place].column {
            Column::Text { words, .. } => words.clone(),
            other => panic!("{other:?}"),
        };
        assert_eq!(words(1), ["1Mbps", "2Mbps"]);
        assert_eq!(words(6), ["main", "main-1", "main-2", "all forward", "wire forward", "wire backward"]);
        let Column::Number(values) = &frame.fields[10].column else { panic!("numbers") };
        assert!(values.iter().all(|value| value.is_finite()), "what is undefined has no row");
        let one = sweep.table(&runs, &["utilisation".to_owned()], about);
        assert_eq!(one.rows(), 4 * 2 * 2 * 2, "points, seeds, lanes, directions");
        let error = check_metrics(&["utilisaton".to_owned()]).unwrap_err();
        assert!(error.allowed.contains("utilisation") && error.found.contains("utilisaton"));
        assert_eq!(error.nearest.as_deref(), Some("utilisation"));
        assert_eq!(check_metrics(&["completion_s".to_owned(), "timeouts".to_owned()]), Ok(()));
    }

    fn fields(axes: &[&str]) -> Vec<Field> {
        let scenario = json!({ "version": 1, "duration": 1, "hops": [{ "rate": "2Mbps", "delay": "10ms" }],
            "flows": [{ "name": "main", "algorithm": "newreno", "rtt": "50ms" }] });
        let axes: Vec<Axis> = axes.iter().map(|axis| Axis::read(axis).unwrap()).collect();
        let sweep = Sweep::new(&scenario, grid(&axes).unwrap(), 1).unwrap();
        let runs: Vec<Run> = sweep.jobs().map(|job| sweep.run(&job).unwrap()).collect();
        sweep.table(&runs, &["utilisation".to_owned()], Vec::new()).fields
    }

    #[test]
    fn a_text_with_a_unit_stands_beside_its_number_in_si_in_the_given_order() {
        let fields = fields(&["hops.0.rate=16Mbps,1Mbps,500000"]);
        let Column::Text { words, .. } = &fields[0].column else { panic!("texts") };
        assert_eq!(words, &["16Mbps", "1Mbps", "500000"]);
        assert_eq!((fields[1].name.as_str(), fields[1].unit.as_str()), ("hops.0.rate [bit/s]", "bit/s"));
        // Two rows for each point: the directions.
        assert_eq!(fields[1].column, Column::Number(vec![16e6, 16e6, 1e6, 1e6, 5e5, 5e5]));
    }

    #[test]
    fn numbers_have_the_unit_of_their_place_and_mixed_units_no_number() {
        for (axis, unit) in [
            ("hops.0.rate=1000000,2000000", "bit/s"),
            ("flows.main.rtt=0.05,0.1", "s"),
            ("hops.0.queue.capacity=10,20", "packets"),
            ("flows.main.bytes=1000,2000", "bytes"),
            ("hops.0.loss={\"kind\":\"none\"}", ""),
        ] {
            assert_eq!(fields(&[axis])[0].unit, unit, "{axis}");
        }
        for axis in [
            "hops.0.queue.capacity=10pkt,15kB",
            "hops.0.queue.capacity=20,30kB",
            "hops.0.queue.kind=red,codel",
        ] {
            assert_eq!(fields(&[axis])[1].name, "seed", "{axis}");
        }
    }
}
