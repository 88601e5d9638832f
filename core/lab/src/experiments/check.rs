//! Checks an entry: every name it uses is known, every key is measured, every form can be run. The
//! tests check all entries, so a mistake is found before any run.

use super::entry::{Evidence, Experiment, Form};
use super::expression::{Expression, FUNCTIONS, OVER, Operator, parse};
use super::keys::domain;
use super::metric::{Formula, Source};
use super::published::{COLLECTIONS, Cause, PAPERS};
use super::runs::plan;
use super::world::Key;

/// All faults of an entry, as sentences.
pub fn faults(experiment: &Experiment, all: &[Experiment]) -> Vec<String> {
    let mut faults = Vec::new();
    let say = &mut |text: String| faults.push(format!("{}: {text}", experiment.id));
    let scope = Scope { experiment, all, bound: Vec::new(), tolerance: false };
    check_origin(experiment, say);
    check_forms(experiment, say);
    check_metrics(&scope, say);
    check_values(&scope, say);
    check_settled(experiment, say);
    check_claims(&scope, say);
    check_panels(experiment, say);
    faults
}

/// Where the entry comes from.
fn check_origin(experiment: &Experiment, say: &mut dyn FnMut(String)) {
    if let Some(paper) = &experiment.paper
        && PAPERS.iter().all(|known| known.0 != paper)
    {
        say(format!("no paper is called {paper}"));
    }
    if let Some(collection) = &experiment.collection {
        if COLLECTIONS.iter().all(|known| known.0 != collection) {
            say(format!("no collection is called {collection}"));
        }
        if experiment.paper.is_some() {
            say("an entry of a collection is of no paper".to_owned());
        }
    }
    if experiment.evidence == Evidence::Formula && experiment.scenario.is_some() {
        say("a formula has no scenario".to_owned());
    }
}

/// Every form can be run, and what it keeps is there.
fn check_forms(experiment: &Experiment, say: &mut dyn FnMut(String)) {
    for form in [Form::Full, Form::Quick] {
        for variant in [None].into_iter().chain(experiment.variants.iter().map(Some)) {
            if let Err(error) = plan(experiment, form, variant) {
                say(format!("{form:?} {:?}: {error}", variant.map(|v| &v.label)));
            }
        }
    }
    for (name, kept) in &experiment.quick.axes {
        let axis = experiment.axes.iter().find(|axis| axis.name == *name);
        for key in kept {
            if axis.is_none_or(|axis| axis.points.iter().all(|point| point.value != *key)) {
                say(format!("quick keeps {key} of {name}, which is no point of it"));
            }
        }
    }
    for together in &experiment.together {
        for (name, key) in &together.at {
            let axis = experiment.axes.iter().find(|axis| axis.name == *name);
            if axis.is_none_or(|axis| axis.points.iter().all(|point| point.value != *key)) {
                say(format!("together names {key} of {name}, which is no point of it"));
            }
        }
    }
}

/// Every metric has its keys and can be computed.
fn check_metrics(scope: &Scope, say: &mut dyn FnMut(String)) {
    let experiment = scope.experiment;
    for metric in &experiment.metrics {
        for key in &metric.keys {
            if domain(experiment, Form::Full, key).is_none() {
                say(format!("{} has the key {key}, which has no values", metric.id));
            }
        }
        let texts: Vec<&String> = match &metric.from {
            Source::Formula(Formula::One(text)) => vec![text],
            Source::Formula(Formula::ByKey(texts)) => texts.values().collect(),
            Source::Measure(measure) => {
                if measure.number.is_some() == (measure.series.is_some() && measure.stat.is_some()) {
                    say(format!("{} measures a number, or a series and its stat", metric.id));
                }
                Vec::new()
            }
            Source::Published(_) => Vec::new(),
        };
        for text in texts {
            let bound = metric.keys.iter().map(|key| (key.clone(), None)).collect();
            scope.with(bound, false).read(text, &mut |fault| say(format!("{}: {fault}", metric.id)));
        }
    }
}

/// Every published value is of a metric and has a number.
fn check_values(scope: &Scope, say: &mut dyn FnMut(String)) {
    let experiment = scope.experiment;
    for value in &experiment.values {
        scope.metric(
            &value.metric,
            &value.keys.iter().map(|key| Some(key.clone())).collect::<Vec<_>>(),
            &mut |fault| {
                say(format!("a value of {}: {fault}", value.metric));
            },
        );
        if [value.paper, value.ns2, value.kernel, value.theory].iter().all(Option::is_none) {
            say(format!("a value of {} has no number", value.metric));
        }
        // Student's t for two runs is 12.7: the interval is too wide to be useful.
        let runs = value.ns2_runs.filter(|runs| *runs >= 3 && value.ns2.is_some());
        if runs.is_some() != value.ns2_half_width.is_some() {
            say(format!(
                "a value of {}: an interval of ns-2's needs the mean of three runs or more, and their number",
                value.metric
            ));
        }
    }
}

/// The reasons why a claim or a value is settled name what is there.
fn check_settled(experiment: &Experiment, say: &mut dyn FnMut(String)) {
    let settled = experiment.claims.iter().map(|claim| (&claim.id, &claim.settled));
    let values = experiment.values.iter().map(|value| (&value.metric, &value.settled));
    for (id, settled) in settled.chain(values) {
        let is_variant = settled.as_ref().is_some_and(|settled| settled.why.contains("(the variant"));
        if is_variant && experiment.variants.is_empty() {
            say(format!("{id} is settled by a variant, and there is none"));
        }
        let by_ns2 = settled.as_ref().filter(|settled| settled.by == Cause::Ns2);
        if by_ns2.is_some_and(|settled| settled.why.contains("stand-in")) {
            say(format!("{id} is settled by ns2, which ran a stand-in: say stand-in"));
        }
    }
}

/// Every claim can be decided, and so can which runs count.
fn check_claims(scope: &Scope, say: &mut dyn FnMut(String)) {
    let experiment = scope.experiment;
    for claim in &experiment.claims {
        if claim.expression.is_some() == claim.unchecked.is_some() {
            say(format!("claim {} needs an expression, or the reason why none decides it", claim.id));
        }
        if let Some(text) = &claim.expression {
            let scope = scope.with(Vec::new(), claim.tolerance.is_some());
            scope.read(text, &mut |fault| say(format!("claim {}: {fault}", claim.id)));
        }
    }
    if let Some(text) = &experiment.only {
        let axes = experiment.axes.iter().map(|axis| axis.name.clone());
        let bound = axes.chain([experiment.lanes.clone()]).map(|name| (name, None)).collect();
        scope.with(bound, false).read(text, &mut |fault| say(format!("only: {fault}")));
    }
}

/// Every panel draws metrics with the keys that it shows.
fn check_panels(experiment: &Experiment, say: &mut dyn FnMut(String)) {
    for panel in &experiment.plot {
        let Some(beside) = &panel.beside else { continue };
        let keys = |id: &str| experiment.metrics.iter().find(|m| m.id == id).map(|m| m.keys.clone());
        if keys(&beside.metric).is_none_or(|other| Some(other) != keys(&panel.y)) {
            say(format!("{}: {} has not the keys of {}", panel.figure, beside.metric, panel.y));
        }
    }
    for panel in &experiment.plot {
        if panel.kind != super::entry::PanelKind::Trace {
            match experiment.metric(&panel.y) {
                None => say(format!("{} draws {}, which is no metric", panel.figure, panel.y)),
                Some(metric) => {
                    let drawn = [Some(&panel.x), panel.series.as_ref()];
                    for key in &metric.keys {
                        if !drawn.contains(&Some(key)) && !panel.fixed.contains_key(key) {
                            say(format!("{} says nothing of the key {key}", panel.figure));
                        }
                    }
                }
            }
        }
    }
}

/// The names that an expression may use.
struct Scope<'a> {
    experiment: &'a Experiment,
    all: &'a [Experiment],
    /// Bound variables, each with the key whose values it takes, if known.
    bound: Vec<(String, Option<String>)>,
    tolerance: bool,
}

impl<'a> Scope<'a> {
    fn with(&self, bound: Vec<(String, Option<String>)>, tolerance: bool) -> Scope<'a> {
        Scope { experiment: self.experiment, all: self.all, bound, tolerance }
    }

    fn read(&self, text: &str, fault: &mut dyn FnMut(String)) {
        match parse(text) {
            Ok(expression) => self.check(&expression, fault),
            Err(error) => fault(error.to_string()),
        }
    }

    fn check(&self, expression: &Expression, fault: &mut dyn FnMut(String)) {
        match expression {
            Expression::Number(_) | Expression::Text(_) | Expression::Truth(_) => {}
            Expression::Name(name) => {
                let bound = self.bound.iter().any(|(known, _)| known == name);
                let constant = self.experiment.constants.contains_key(name);
                let metric = self.experiment.metric(name).is_some_and(|metric| metric.keys.is_empty());
                if !(bound || constant || metric || (name == "tol" && self.tolerance)) {
                    fault(format!("{name} is not known"));
                }
            }
            Expression::Metric(name, keys) => {
                keys.iter().for_each(|key| self.check(key, fault));
                self.metric(name, &keys.iter().map(literal).collect::<Vec<_>>(), fault);
            }
            Expression::List(items) => items.iter().for_each(|item| self.check(item, fault)),
            Expression::Not(inner) | Expression::Minus(inner) => self.check(inner, fault),
            Expression::Pair(operator, left, right) => {
                self.check(left, fault);
                self.check(right, fault);
                if let (Operator::Equal | Operator::Unequal, Expression::Name(name), Some(Key::Text(text))) =
                    (operator, left.as_ref(), literal(right))
                {
                    self.is_value(name, &Key::Text(text), fault);
                }
            }
            Expression::Call(name, arguments) => self.call(name, arguments, fault),
        }
    }

    fn call(&self, name: &str, arguments: &[Expression], fault: &mut dyn FnMut(String)) {
        if name == "ref" {
            let [Expression::Text(id), Expression::Text(metric), keys @ ..] = arguments else {
                return fault("ref needs an experiment and a metric".to_owned());
            };
            keys.iter().for_each(|key| self.check(key, fault));
            let Some(other) = self.all.iter().find(|other| other.id == *id) else {
                return fault(format!("no experiment is called {id}"));
            };
            let keys: Vec<Option<Key>> = keys.iter().map(literal).collect();
            return Scope { experiment: other, ..self.with(Vec::new(), false) }.metric(metric, &keys, fault);
        }
        if let Some((_, count)) = OVER.iter().find(|(over, _)| *over == name) {
            let [Expression::Text(key), rest @ ..] = arguments else {
                return fault(format!("{name} needs the name of a key"));
            };
            if arguments.len() != *count {
                fault(format!("{name} takes {count} arguments"));
            }
            if domain(self.experiment, Form::Full, key).is_none() {
                fault(format!("{key} has no values"));
            }
            let mut bound = self.bound.clone();
            bound.push((key.clone(), Some(key.clone())));
            let inner = self.with(bound, self.tolerance);
            return rest.iter().for_each(|argument| inner.check(argument, fault));
        }
        arguments.iter().for_each(|argument| self.check(argument, fault));
        match FUNCTIONS.iter().find(|(known, ..)| *known == name) {
            None => fault(format!("there is no function {name}")),
            Some((_, least, most)) if !(*least..=*most).contains(&arguments.len()) => {
                fault(format!("{name} takes {least} arguments"));
            }
            Some(_) => {}
        }
    }

    /// Checks that a metric has the right number of keys, and that literal keys are measured.
    fn metric(&self, name: &str, keys: &[Option<Key>], fault: &mut dyn FnMut(String)) {
        let Some(metric) = self.experiment.metric(name) else {
            return fault(format!("{name} is no metric of {}", self.experiment.id));
        };
        if metric.keys.len() != keys.len() {
            return fault(format!("{name} has the keys {:?}", metric.keys));
        }
        for (key, literal) in metric.keys.iter().zip(keys) {
            if let Some(literal) = literal {
                // A formula accepts any number as a key.
                let free = matches!((&metric.from, literal), (Source::Formula(_), Key::Number(_)));
                if !free {
                    self.is_value(key, literal, fault);
                }
            }
        }
    }

    fn is_value(&self, key: &str, value: &Key, fault: &mut dyn FnMut(String)) {
        if let Some(domain) = domain(self.experiment, Form::Full, key)
            && !domain.contains(value)
        {
            let known: Vec<String> = domain.iter().map(Key::to_string).collect();
            fault(format!("{value} is no value of {key}: {}", known.join(", ")));
        }
    }
}

fn literal(expression: &Expression) -> Option<Key> {
    match expression {
        Expression::Number(number) => Some(Key::Number(*number)),
        Expression::Text(text) => Some(Key::Text(text.clone())),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    fn entry(change: impl Fn(&mut Value)) -> Experiment {
        let mut value = json!({ "id": "example", "label": "An example", "title": "Example", "question": "?",
            "evidence": "simulation",
            "scenario": { "version": 1, "duration": 20, "hops": [{ "rate": "2Mbps", "delay": "10ms" }],
                "flows": [{ "name": "main", "algorithm": "newreno", "compared": true }],
                "compare": ["newreno", "sack"] },
            "windows": [["all", 0, 20]],
            "axes": [{ "name": "buffer", "points": [{ "value": 10, "set": { "hops.0.queue.capacity": 10 } },
                { "value": 20, "set": { "hops.0.queue.capacity": 20 } }] }],
            "metrics": [{ "id": "goodput", "about": "of it", "unit": "bit/s", "keys": ["algorithm", "buffer"],
                "measure": { "of": ["main"], "number": "goodput_bps" } }],
            "claims": [{ "id": "c", "text": "", "at": "", "tolerance": 0.1,
                "expression": "all_over('buffer', true, goodput['sack', buffer] > tol*goodput['newreno', 10])" }] });
        change(&mut value);
        serde_json::from_value(value).unwrap()
    }

    fn faults_of(change: impl Fn(&mut Value)) -> Vec<String> {
        let entry = entry(change);
        faults(&entry, std::slice::from_ref(&entry))
    }

    #[test]
    fn a_good_entry_has_no_faults() {
        assert_eq!(faults_of(|_| ()), Vec::<String>::new());
    }

    #[test]
    fn unknown_names_are_found_before_anything_runs() {
        for (expression, fault) in [
            ("goodput['reno', 10] > 1", "reno is no value of algorithm"),
            ("goodput['sack', 30] > 1", "30 is no value of buffer"),
            ("goodput['sack'] > 1", "goodput has the keys"),
            ("throughput['sack', 10] > 1", "throughput is no metric"),
            ("capacity > 1", "capacity is not known"),
            ("all_over('size', true, true)", "size has no values"),
            ("all_over('algorithm', algorithm != 'reno', true)", "reno is no value of algorithm"),
            ("sin(1) > 1", "no function sin"),
            ("ref('other', 'goodput', 'sack', 10) > 1", "no experiment is called other"),
            ("1 >", "expected a value"),
        ] {
            let found = faults_of(|entry| entry["claims"][0]["expression"] = json!(expression));
            assert!(found.iter().any(|text| text.contains(fault)), "{expression}: {found:?}");
        }
    }

    #[test]
    fn what_cannot_be_run_is_found() {
        let found = faults_of(|entry| entry["axes"][0]["points"][0]["set"] = json!({ "hops.3.delay": 1 }));
        assert!(found.iter().any(|text| text.contains("hops has no item")), "{found:?}");
        let found = faults_of(|entry| entry["quick"] = json!({ "axes": { "buffer": [15] } }));
        assert!(found.iter().any(|text| text.contains("keeps 15")), "{found:?}");
    }

    #[test]
    fn a_stand_in_is_not_ns2() {
        let settled = |by: &str| json!({ "by": by, "why": "ns-2 fails it too: its stand-in gains 87 %." });
        let found = faults_of(|entry| entry["claims"][0]["settled"] = settled("ns2"));
        assert!(found.iter().any(|text| text.contains("say stand-in")), "{found:?}");
        assert_eq!(
            faults_of(|entry| entry["claims"][0]["settled"] = settled("stand-in")),
            Vec::<String>::new()
        );
    }

    #[test]
    fn a_variant_that_settles_a_claim_is_there() {
        let settled = json!({ "by": "silence", "why": "With another timer (the variant) it holds." });
        let found = faults_of(|entry| entry["claims"][0]["settled"] = settled.clone());
        assert!(found.iter().any(|text| text.contains("c is settled by a variant")), "{found:?}");
        let found = faults_of(|entry| {
            entry["claims"][0]["settled"] = settled.clone();
            entry["variants"] =
                json!([{ "label": "another timer", "note": "", "set": { "flows.main.rto": "linux" } }]);
        });
        assert_eq!(found, Vec::<String>::new());
    }
}
