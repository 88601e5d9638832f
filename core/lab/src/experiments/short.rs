//! The limits of the short form of an experiment. It gives a first impression: numbers of shorter
//! runs, fewer seeds or fewer points do not decide the paper's claims about the full form.

use super::entry::{Experiment, Form};
use ackscope_scenario::read_value;

impl Experiment {
    /// Whether the runs of the short form are equal to those of the full form. Their numbers are
    /// then the same.
    pub fn short_runs_are_full(&self) -> bool {
        self.quick.set.is_empty()
            && self.quick.windows.is_empty()
            && self.seeds(Form::Quick) == self.seeds(Form::Full)
    }

    /// The simulated duration of a run in seconds; none for a formula.
    pub fn duration_s(&self, form: Form) -> Option<f64> {
        let scenario = self.scenario(form, None).ok()??;
        read_value(&scenario).ok().map(|scenario| scenario.duration.si())
    }

    /// What the short form leaves out, as text: `300 s of 2000 s, 1 of 10 seeds, 3 of 11 values of
    /// buffer_bdp`. None if it leaves nothing out.
    pub fn short(&self) -> Option<String> {
        let mut parts = Vec::new();
        let [quick_s, full_s] = [Form::Quick, Form::Full].map(|form| self.duration_s(form));
        if let (Some(quick_s), Some(full_s)) = (quick_s, full_s)
            && quick_s != full_s
        {
            parts.push(format!("{quick_s} s of {full_s} s"));
        }
        let [quick, full] = [Form::Quick, Form::Full].map(|form| self.seeds(form));
        if quick != full {
            parts.push(format!("{quick} of {full} seeds"));
        }
        for axis in &self.axes {
            let [quick, full] = [Form::Quick, Form::Full].map(|form| self.points(axis, form).count());
            if quick != full {
                parts.push(format!("{quick} of {full} values of {}", axis.name.replace('_', " ")));
            }
        }
        (!parts.is_empty()).then(|| parts.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::super::keys::combinations;
    use super::super::metric::Source;
    use super::super::numbers::Cell;
    use super::super::{Numbers, experiments, measure, runs, verdict};
    use super::*;
    use crate::stats::Summary;

    fn entry(id: &str) -> Experiment {
        experiments().into_iter().find(|entry| entry.id == id).expect("an entry")
    }

    /// The value 1 for each number of the short form.
    fn ones(experiment: &Experiment) -> Numbers {
        let mut numbers = Numbers {
            id: experiment.id.clone(),
            variant: None,
            form: Form::Quick,
            seeds: 1,
            engine: None,
            rules: None,
            plan_hash: None,
            cells: Vec::new(),
        };
        for metric in experiment.metrics.iter().filter(|metric| matches!(metric.from, Source::Measure(_))) {
            let cell = |keys| Cell { metric: metric.id.clone(), keys, summary: Summary::of([Some(1.0)]) };
            numbers.cells.extend(combinations(experiment, Form::Quick, &metric.keys).into_iter().map(cell));
        }
        numbers
    }

    #[test]
    fn it_says_what_is_left_out() {
        assert_eq!(entry("mv06-table1").short().as_deref(), Some("300 s of 2000 s"));
        assert_eq!(
            entry("gm04-fig12-13").short().as_deref(),
            Some("300 s of 1000 s, 1 of 5 seeds, 4 of 8 values of flows")
        );
        assert_eq!(entry("sawtooth").short(), None);
        assert_eq!(entry("gm04-eq1").short(), None);
    }

    /// Runs that the full form does not do decide no claim and no number of any entry. The values
    /// do not matter here: all are 1.
    #[test]
    fn the_short_form_judges_only_what_it_measures_in_full() {
        let mut judged = 0;
        for experiment in experiments().iter().filter(|entry| entry.scenario.is_some()) {
            let plan = runs::plan(experiment, Form::Quick, None).expect("it can be run");
            let numbers = ones(experiment);
            let decided = |numbers: &Numbers| {
                let verdict = verdict::judge(experiment, numbers, &[], &[]);
                let claims =
                    verdict.claims.into_iter().filter(|claim| claim.holds.is_some()).map(|claim| claim.id);
                let values =
                    verdict.values.into_iter().filter(|value| value.near_to.is_some()).map(|it| it.metric);
                claims.chain(values).collect::<Vec<_>>()
            };
            // Decided without a run, by formulas and printed numbers.
            let printed = decided(&Numbers { cells: Vec::new(), ..numbers.clone() });
            let full = runs::plan(experiment, Form::Full, None).expect("it can be run").jobs;
            let is_same = plan.jobs.iter().all(|job| full.iter().any(|other| other.id == job.id))
                && experiment.seeds(Form::Quick) == experiment.seeds(Form::Full);
            let decided = decided(&numbers);
            assert!(is_same || decided == printed, "{}: {decided:?}", experiment.id);
            judged += decided.len() - printed.len();
        }
        assert!(judged > 10, "what is whole is judged: {judged}");
    }

    #[test]
    fn a_claim_over_all_points_waits_for_the_points_left_out() {
        let mut entry = entry("sawtooth");
        let text = r#"{"name": "seed", "points": [{"value": 1, "set": {"seed": 1}}, {"value": 2, "set": {"seed": 2}}]}"#;
        entry.axes = vec![serde_json::from_str(text).expect("an axis")];
        entry.metrics = vec![
            serde_json::from_str(
                r#"{"id": "goodput", "about": "", "keys": ["seed"],
                    "measure": {"of": ["main"], "number": "goodput_bps"}}"#,
            )
            .expect("a metric"),
        ];
        entry.values.clear();
        let claim = |id: &str, all: &str| {
            let expression = format!("{all}('seed', true, goodput[seed] > 1)");
            serde_json::from_value(
                serde_json::json!({"id": id, "text": "", "at": "", "expression": expression}),
            )
            .expect("a claim")
        };
        entry.claims = vec![claim("all", "all_over"), claim("any", "any_over")];
        entry.quick.axes.insert("seed".to_owned(), vec![super::super::world::Key::Number(1.0)]);
        let holds = |form| {
            let numbers = measure(&entry, form, None).expect("it runs");
            let claims = verdict::judge(&entry, &numbers, &[], &[]).claims;
            claims.into_iter().map(|claim| (claim.holds, claim.unknown)).collect::<Vec<_>>()
        };
        assert_eq!(
            holds(Form::Quick),
            [(None, Some("needs the full form".to_owned())), (Some(true), None)],
            "one point is enough for the second alone"
        );
        assert_eq!(holds(Form::Full), [(Some(true), None), (Some(true), None)]);
    }
}
