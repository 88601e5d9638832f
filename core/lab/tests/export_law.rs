//! A law of all exports: if a change of one key changes the run, the exported file changes too, or a
//! remark names the key, or the export is refused with the key's name.
//!
//! The changes come from the schema: each key of the scenario, of a hop, of a flow and of its models,
//! with values of its type. A key that is added tomorrow is tried without a change here. Each key must
//! be tried on some scenario; the list of what never is accepted is empty.

use crate::matrix::share;
use ackscope_engine::sim::RunResults;
use ackscope_engine::trace::RecordOptions;
use ackscope_engine::units::Time;
use ackscope_lab::export::qlog::{self, Form};
use ackscope_lab::export::{Exported, Origin, Simulator, export};
use ackscope_lab::lanes::{LanePlan, plan};
use ackscope_scenario::{read_value, schema};
use rayon::prelude::*;
use serde_json::{Map, Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Mutex;

/// Values of the types that the schema describes by patterns: the reader takes those that fit.
fn words() -> Vec<Value> {
    let texts = ["7ms", "90ms", "1.3s", "3Mbps", "900B", "60kB", "5pkt", "40pkt"];
    texts.iter().map(|text| json!(text)).collect()
}

struct Schema(Value);

impl Schema {
    fn resolve<'a>(&'a self, node: &'a Value) -> &'a Value {
        match node["$ref"].as_str().and_then(|place| place.strip_prefix("#/$defs/")) {
            Some(name) => self.resolve(&self.0["$defs"][name]),
            None => node,
        }
    }

    /// The forms of a node: itself, or its alternatives.
    fn forms<'a>(&'a self, node: &'a Value) -> Vec<&'a Value> {
        let node = self.resolve(node);
        let list = ["anyOf", "oneOf"].iter().find_map(|key| node[*key].as_array());
        list.map_or(vec![node], |list| list.iter().flat_map(|form| self.forms(form)).collect())
    }

    /// Values of a node's type.
    fn values(&self, node: &Value, depth: usize) -> Vec<Value> {
        self.forms(node).into_iter().flat_map(|form| self.of_form(form, depth)).collect()
    }

    fn of_form(&self, form: &Value, depth: usize) -> Vec<Value> {
        if let Some(value) = form.get("const") {
            return vec![value.clone()];
        }
        if let Some(list) = form["enum"].as_array() {
            return list.clone();
        }
        match form["type"].as_str() {
            Some("boolean") => vec![json!(true), json!(false)],
            Some(kind @ ("number" | "integer")) => {
                let usual = form["default"].as_f64().unwrap_or(1.0);
                let mut list = vec![usual * 2.0, usual / 2.0, 0.3, 3.0, 700.0];
                list.extend(["minimum", "maximum"].iter().filter_map(|key| form[*key].as_f64()));
                let fits = |x: &f64| {
                    form["minimum"].as_f64().is_none_or(|least| *x >= least)
                        && form["maximum"].as_f64().is_none_or(|most| *x <= most)
                        && (kind == "number" || x.fract() == 0.0)
                };
                list.into_iter()
                    .filter(fits)
                    .map(|x| if x.fract() == 0.0 { json!(x as i64) } else { json!(x) })
                    .collect()
            }
            Some("string") => words(),
            Some("array") if depth > 0 => {
                if let Some(items) = form["prefixItems"].as_array() {
                    let firsts: Vec<Vec<Value>> =
                        items.iter().map(|item| self.values(item, depth - 1)).collect();
                    let pair =
                        |at: usize| firsts.iter().map(|list| list[at.min(list.len() - 1)].clone()).collect();
                    return vec![pair(0), pair(1), json!([0.5, 1.4]), json!([1.1, 2.2])];
                }
                let items = self.values(&form["items"], depth - 1);
                let mut lists: Vec<Value> = items.iter().map(|item| json!([item])).collect();
                lists.extend(items.windows(2).map(|pair| json!(pair)));
                lists.truncate(16);
                lists
            }
            Some("object") if depth > 0 => self.objects(form, depth),
            _ => Vec::new(),
        }
    }

    /// Objects with what is required, alone and with each other key.
    fn objects(&self, form: &Value, depth: usize) -> Vec<Value> {
        let Some(properties) = form["properties"].as_object() else { return Vec::new() };
        let required: Vec<&str> =
            form["required"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
        let mut base = Map::new();
        for (key, node) in properties {
            let first = self.values(node, depth - 1).into_iter().next();
            if required.contains(&key.as_str()) || key == "kind" {
                base.extend(first.map(|value| (key.clone(), value)));
            }
        }
        let mut list = vec![Value::Object(base.clone())];
        // The parameters of models are tried one by one elsewhere.
        if properties.contains_key("kind") && depth > 3 {
            return list;
        }
        for (key, node) in properties.iter().filter(|(key, _)| *key != "kind") {
            for value in self.values(node, depth - 1) {
                let mut with = base.clone();
                with.insert(key.clone(), value);
                list.push(Value::Object(with));
            }
        }
        list
    }
}

/// A change: the place of the object, the key, and its new value.
#[derive(Clone)]
struct Change {
    /// The path of the object as a JSON pointer.
    place: String,
    key: String,
    value: Value,
}

impl Change {
    fn apply(&self, base: &Value) -> Option<Value> {
        let mut scenario = base.clone();
        let object = scenario.pointer_mut(&self.place)?.as_object_mut()?;
        if object.get(&self.key) == Some(&self.value) {
            return None;
        }
        object.insert(self.key.clone(), self.value.clone());
        Some(scenario)
    }

    fn said(&self) -> String {
        format!("{}/{} = {}", self.place, self.key, self.value)
    }

    /// The keys that it is about: its own, and those of the objects that it sets.
    fn keys(&self) -> BTreeSet<String> {
        let mut keys = BTreeSet::from([self.key.clone()]);
        let mut left = vec![&self.value];
        while let Some(value) = left.pop() {
            if let Value::Object(object) = value {
                keys.extend(object.keys().filter(|key| *key != "kind").cloned());
                left.extend(object.values());
            }
        }
        keys
    }
}

/// All changes of the object at `place`, which the schema describes by `definition`.
fn changes_of(schema: &Schema, definition: &Value, place: &str) -> Vec<Change> {
    let properties = definition["properties"].as_object().expect("an object");
    let left_out = ["hops", "flows", "scripts", "compare", "version", "fork"];
    let keys = properties.iter().filter(|(key, _)| !(place.is_empty() && left_out.contains(&key.as_str())));
    keys.flat_map(|(key, node)| {
        let of = |value| Change { place: place.to_owned(), key: key.clone(), value };
        schema.values(node, 4).into_iter().map(of)
    })
    .collect()
}

/// The changes of the parameters of `algorithm`, one at a time.
fn changes_of_parameters(schema: &Schema, algorithm: &str) -> Vec<Change> {
    let rules = schema.0["$defs"]["Flow"]["allOf"].as_array().expect("rules of algorithms");
    let of = rules.iter().filter(|rule| rule["if"]["properties"]["algorithm"]["const"] == algorithm);
    of.flat_map(|rule| {
        let properties =
            rule["then"]["properties"]["parameters"]["properties"].as_object().expect("parameters");
        let each = properties.iter().flat_map(|(key, node)| {
            schema.values(node, 3).into_iter().map(|value| (key.clone(), value)).collect::<Vec<_>>()
        });
        each.map(|(key, value)| Change { place: "/flows/0/parameters".to_owned(), key, value })
            .collect::<Vec<_>>()
    })
    .collect()
}

fn algorithms(schema: &Schema) -> Vec<String> {
    let list = schema.0["$defs"]["Algorithm"]["oneOf"].as_array().expect("ids");
    list.iter().filter_map(|id| id["const"].as_str()).map(str::to_owned).collect()
}

/// A loaded path on which most keys show: losses, delayed ACKs, ACKs that share a queue, two hops.
fn base(algorithm: &str, more: &Value) -> Value {
    let mut flow = json!({ "name": "main", "algorithm": algorithm, "rtt": "60ms", "initial_window": 4, "parameters": {} });
    for (key, value) in more.as_object().expect("an object") {
        flow[key] = value.clone();
    }
    json!({
        "version": 1, "seed": 5, "duration": "4s",
        "hops": [
            { "rate": "4Mbps", "delay": "8ms", "queue": { "kind": "drop-tail", "capacity": 12 }, "back": {} },
            { "rate": "9Mbps", "delay": "5ms", "queue": { "kind": "drop-tail", "capacity": 20 } }
        ],
        "flows": [flow, { "name": "other", "algorithm": "newreno", "rtt": "70ms", "direction": "backward", "start": "0.4s" }],
        "measure": [[1, 4]]
    })
}

fn lane(scenario: &Value) -> Option<LanePlan> {
    let scenario = read_value(scenario).ok()?;
    plan(&scenario).ok().map(|mut plans| plans.remove(0))
}

fn hash(lane: &LanePlan) -> u64 {
    let results: RunResults = lane.simulation(&RecordOptions::NOTHING).run();
    results.engine.trace_hash
}

/// A file without its head, and what is said about it.
fn body_and_remarks(exported: &Exported) -> (String, String) {
    let text = exported.program.clone().unwrap_or_default();
    let body = text.split_once("\n\n").map_or(String::new(), |(_, body)| body.to_owned());
    (body, exported.cannot.iter().chain(&exported.differs).cloned().collect::<Vec<_>>().join("\n"))
}

/// Whether one of `keys` stands in the text as a word.
fn names(text: &str, keys: &BTreeSet<String>) -> bool {
    let is_inside = |sign: char| sign.is_ascii_alphanumeric() || sign == '_';
    text.split(|sign: char| !is_inside(sign)).any(|word| keys.contains(word))
}

/// What breaks the law when `change` is made on `base`.
fn broken(
    before: &[Exported; 2],
    changed: &LanePlan,
    change: &Change,
    hash_of_base: &dyn Fn() -> u64,
) -> Vec<String> {
    let mut found = Vec::new();
    for before in before {
        let simulator = before.simulator;
        let after = export(changed, simulator, Origin::default());
        let ((body, said), (new_body, new_said)) = (body_and_remarks(before), body_and_remarks(&after));
        // Without a file nothing false leaves, whatever else is refused.
        if before.program.is_none() || (after.program.is_some() && body != new_body) {
            continue;
        }
        let keys = change.keys();
        if names(&said, &keys) || names(&new_said, &keys) {
            continue;
        }
        if hash(changed) != hash_of_base() {
            let text = format!(
                "{}: {}\n  before: {:?}\n  after: {:?}",
                simulator.name(),
                change.said(),
                before.cannot,
                after.cannot
            );
            found.push(text);
        }
    }
    found
}

/// The scenarios that are changed. Each is one that a simulator takes.
fn bases() -> Vec<(String, Value)> {
    let mut list: Vec<(String, Value)> = Vec::new();
    let agent = |agents: &str| -> Value {
        let text = include_str!("../reference/agents.json");
        serde_json::from_str::<Value>(text).expect("JSON")[agents].clone()
    };
    for id in ["newreno", "sack", "tahoe", "vegas", "cubic-rfc9438", "bbr", "hybla"] {
        list.push((id.to_owned(), base(id, &json!({}))));
    }
    for id in ["sack", "cubic-rfc9438", "bbr", "newreno", "illinois"] {
        list.push((format!("{id} linux6"), base(id, &json!({ "tcp": "linux6" }))));
    }
    for name in ["newreno", "sack", "lin-cubic", "lin-westwood"] {
        let mut more = agent(name);
        let id = more["algorithm"].take();
        more.as_object_mut().expect("an object").remove("algorithm");
        list.push((format!("agent {name}"), base(id.as_str().expect("an id"), &more)));
    }
    let rest = json!({ "recovery": "rack", "slow_start": "hystart", "pacing": "on", "reduction": "prr" });
    list.push(("everything".to_owned(), base("sack", &rest)));
    // No simulator takes it: here it is for the keys that only a QUIC connection accepts.
    list.push(("quic".to_owned(), base("newreno", &json!({ "transport": "quic" }))));
    let mut marks = base("newreno", &json!({ "ecn": "classic" }));
    marks["hops"][0]["queue"] = json!({ "kind": "red", "capacity": 30, "ecn": true });
    list.push(("marks".to_owned(), marks));
    let mut dctcp = base("dctcp", &json!({}));
    dctcp["hops"][0]["queue"] = json!({ "kind": "codel", "capacity": 30, "ecn": true });
    list.push(("dctcp".to_owned(), dctcp));
    let mut lossy = base("newreno", &json!({ "start": "0.2s", "count": 2 }));
    lossy["hops"][1]["loss"] = json!({ "kind": "bernoulli", "probability": 0.02 });
    list.push(("lossy".to_owned(), lossy));
    let mut cbr = base("newreno", &json!({}));
    cbr["flows"][0] = json!({ "name": "voice", "kind": "cbr", "rate": "2Mbps", "packet_bytes": 400, "access_delay": "9ms" });
    list.push(("cbr".to_owned(), cbr));
    list
}

/// Keys with a kind of model, whose parameters are tried one by one on an object of that kind.
fn changes_of_kinds(schema: &Schema, base: &Value) -> Vec<(Value, Vec<Change>)> {
    let mut all = Vec::new();
    let places = [
        ("/hops/0", "queue", "Queue"),
        ("/hops/0", "loss", "Loss"),
        ("/hops/0", "jitter", "Jitter"),
        ("/hops/0/back", "queue", "Queue"),
        ("/flows/0", "application", "Application"),
    ];
    for (place, key, definition) in places {
        for form in schema.forms(&schema.0["$defs"][definition]) {
            let set = |object: Value| Change { place: place.to_owned(), key: key.to_owned(), value: object };
            let objects: Vec<Change> = schema.objects(form, 3).into_iter().map(set).collect();
            // One base per kind: the first object that is a valid scenario. Some keys exclude each other,
            // so each is also tried as the only one.
            let with = objects.iter().find_map(|set| set.apply(base).filter(|with| lane(with).is_some()));
            let Some(with) = with else { continue };
            let mut changes = changes_of(schema, form, &format!("{place}/{key}"));
            changes.retain(|change| change.key != "kind");
            changes.extend(objects);
            all.push((with, changes));
        }
    }
    all
}

#[test]
fn a_key_that_changes_the_run_changes_the_script_or_is_named() {
    let schema = Schema(schema());
    let mut work: Vec<(String, Value, Vec<Change>)> = Vec::new();
    // These have a place for every key; of the others a share is tried.
    let whole = ["newreno", "sack linux6", "everything", "marks", "dctcp", "quic", "cbr"];
    for (row, (name, scenario)) in bases().into_iter().enumerate() {
        let definitions = &schema.0["$defs"];
        let mut changes = changes_of(&schema, &schema.0, "");
        changes.extend(changes_of(&schema, &definitions["Hop"], "/hops/0"));
        changes.extend(changes_of(&schema, &definitions["Back"], "/hops/0/back"));
        changes.extend(changes_of(&schema, &definitions["Flow"], "/flows/0"));
        let changes = if whole.contains(&name.as_str()) { changes } else { share(row, changes).collect() };
        work.push((name.clone(), scenario, changes));
    }
    // Numbers of a start that only this start takes.
    for (word, key) in [("careful-resume", "careful_resume"), ("rapid-start", "rapid_start")] {
        let mut changes = changes_of(&schema, &schema.0["$defs"]["Flow"], "/flows/0");
        changes.retain(|change| change.key == key);
        work.push((
            word.to_owned(),
            base("sack", &json!({ "recovery": "rack", "slow_start": word })),
            changes,
        ));
    }
    for id in algorithms(&schema) {
        let agents = [
            json!({}),
            json!({ "tcp": "linux6" }),
            json!({ "recovery_variant": ["ns2_linux"], "rto": "ns2_2005" }),
        ];
        for (row, more) in agents.into_iter().enumerate() {
            let changes = changes_of_parameters(&schema, &id);
            let changes = if row == 0 { changes } else { share(row, changes).collect() };
            work.push((format!("{id} {more}"), base(&id, &more), changes));
        }
    }
    for more in [json!({}), json!({ "ecn": "classic" })] {
        for (scenario, changes) in changes_of_kinds(&schema, &base("newreno", &more)) {
            work.push((format!("a kind {more}"), scenario, changes));
        }
    }
    let tried: Mutex<BTreeMap<String, usize>> = Mutex::new(BTreeMap::new());
    let failures: Vec<String> = work
        .par_iter()
        .flat_map_iter(|(name, scenario, changes)| {
            let Some(plan) = lane(scenario) else { return Vec::new() };
            let known = std::cell::OnceCell::new();
            let hash_of_base = || *known.get_or_init(|| hash(&plan));
            let before =
                [Simulator::Ns2, Simulator::Ns3].map(|simulator| export(&plan, simulator, Origin::default()));
            let mut found = Vec::new();
            for change in changes {
                let place = format!("{}/{}", change.place, change.key);
                let changed = change.apply(scenario).and_then(|changed| lane(&changed));
                let is_accepted = usize::from(changed.is_some());
                let mut tried = tried.lock().expect("no panic");
                for inner in change.keys().iter().filter(|key| **key != change.key) {
                    let known = tried.get_mut(&format!("{place}/{inner}"));
                    known.into_iter().for_each(|count| *count += is_accepted);
                }
                *tried.entry(place).or_default() += is_accepted;
                drop(tried);
                let Some(changed) = changed else { continue };
                found.extend(
                    broken(&before, &changed, change, &hash_of_base)
                        .into_iter()
                        .map(|text| format!("{name}: {text}")),
                );
            }
            found
        })
        .collect();
    let tried = tried.into_inner().expect("no panic");
    let mut first: BTreeMap<String, String> = BTreeMap::new();
    for failure in &failures {
        let key = failure.split(" = ").next().unwrap_or_default().to_owned();
        first.entry(key).or_insert_with(|| failure.clone());
    }
    let list: Vec<&String> = first.values().collect();
    let never: Vec<&String> =
        tried.iter().filter(|(_, count)| **count == 0).map(|(place, _)| place).collect();
    let total: usize = tried.values().sum();
    eprintln!("{total} changes of {} keys; no value of these was accepted: {never:?}", tried.len());
    assert!(list.is_empty(), "{} of {total} changes, for example {list:#?}", failures.len());
    assert!(never.is_empty(), "no value of these keys was accepted: {never:#?}");
}

#[test]
fn a_key_that_changes_the_run_changes_the_qlog_of_a_flow() {
    let schema = Schema(schema());
    let scenario = base("sack", &json!({ "tcp": "linux6" }));
    let plan = lane(&scenario).expect("a scenario");
    let mut changes = changes_of(&schema, &schema.0["$defs"]["Flow"], "/flows/0");
    changes.extend(changes_of(&schema, &schema.0["$defs"]["Hop"], "/hops/0"));
    // A flow's RTT is given: a longer hop means shorter access links, which its ends do not see.
    changes.retain(|change| change.key != "delay");
    // One change per key: a file is long.
    let mut seen = BTreeSet::new();
    changes.retain(|change| {
        let changed = change.apply(&scenario).and_then(|changed| lane(&changed));
        let differs = changed.is_some_and(|changed| hash(&changed) != hash(&plan));
        differs && seen.insert((change.place.clone(), change.key.clone()))
    });
    assert!(changes.len() > 30, "{}", changes.len());
    let files = |lane: &LanePlan| -> Vec<String> {
        let flows = lane.setup.flows.len();
        let mut run = lane.simulation(&RecordOptions { flows, ..RecordOptions::PAGE });
        run.advance(Time::NEVER, u64::MAX);
        let whole = (Time::ZERO, lane.setup.duration);
        let one =
            |flow| qlog::flow(&run, flow, whole, Origin::default(), Form::Json, qlog::declared_title).text;
        (0..flows).map(one).collect()
    };
    let before = files(&plan);
    let same: Vec<String> = changes
        .par_iter()
        .filter(|change| {
            let changed = change.apply(&scenario).and_then(|changed| lane(&changed)).expect("tried above");
            files(&changed) == before
        })
        .map(Change::said)
        .collect();
    assert!(same.is_empty(), "{same:#?}");
}
