//! The scenario of a link.

use super::{inflated, pairs, unescaped};
use ackscope_lab::experiments::{Form, experiments};
use ackscope_lab::overrides::apply_all;
use ackscope_scenario::{Measure, Seconds, apply_set, read_setting};
use anyhow::{Context, Result, bail};
use serde_json::{Map, Value, json};

/// The scenario that the page opens with: changes without a name are changes of it.
const OPENING: &str = "gm04-table1";
/// Keys of a link that are about what is shown: those of web/model/src/link/view.ts.
const VIEW: [&str; 18] = [
    "t",
    "rows",
    "zoom",
    "lane",
    "charts",
    "flow",
    "pair",
    "measured",
    "scale",
    "future",
    "ref",
    "cursors",
    "trigger",
    "listen",
    "math",
    "landscape",
    "story",
    "run",
];

/// The scenario of a link, which begins with its version. Settings of `values` replace its own.
///
/// # Errors
/// If the link is damaged, or a setting does not fit.
pub fn scenario(link: &str, values: &Map<String, Value>) -> Result<Value> {
    let link = link.strip_prefix("v1/").context("the link does not begin with v1/")?;
    let (subject, query) = link.split_once('?').unwrap_or((link, ""));
    let (mut scenario, start) = match subject.strip_prefix('~') {
        Some(packed) => (inflated(packed)?, Value::Null),
        None => {
            let id = unescaped(subject)?;
            let start = preset(if id.is_empty() { OPENING } else { &id })?;
            (start.clone(), start)
        }
    };
    let pairs = pairs(query).collect::<Result<Vec<_>>>()?;
    // A link that sets the intervals keeps exactly those.
    let is_measured = pairs.iter().any(|(key, _)| key.trim_start_matches('-').starts_with("measure"));
    let own = |key: &str| !VIEW.contains(&key) && !values.contains_key(key);
    for (key, value) in pairs.iter().filter(|(key, _)| own(key)) {
        match key.strip_prefix('-') {
            Some(path) => apply_set(&mut scenario, path, Value::Null)?,
            None if key == "compare" => scenario["compare"] = compared(&start, value)?,
            None => set(&mut scenario, key, read_setting(value), is_measured)?,
        }
    }
    // A value is a value of JSON or, as in a link, its text.
    let plain = |value: &Value| value.as_str().map_or_else(|| value.clone(), read_setting);
    for (path, value) in values {
        set(&mut scenario, path, plain(value), is_measured)?;
    }
    Ok(scenario)
}

/// The scenario of this name, with its intervals.
fn preset(id: &str) -> Result<Value> {
    let found = experiments().into_iter().find(|one| one.id == id);
    let scenario = found.map(|one| one.scenario(Form::Full, None)).transpose()?.flatten();
    scenario.with_context(|| format!("there is no scenario named {id:?}"))
}

fn set(scenario: &mut Value, path: &str, value: Value, is_measured: bool) -> Result<()> {
    if path == "duration" && !is_measured {
        last(scenario, &value);
    }
    let one = Map::from_iter([(path.to_owned(), value)]);
    Ok(apply_all(scenario, &one)?)
}

/// Measured intervals beyond the new end go; one that ended with the run still does.
fn last(scenario: &mut Value, duration: &Value) {
    let seconds = |value: &Value| Measure::<Seconds>::from_value(value).map(|time| time.si());
    let (Some(before), Some(after)) = (seconds(&scenario["duration"]), seconds(duration)) else { return };
    let Some(windows) = scenario["measure"].as_array() else { return };
    let mut kept: Vec<Value> = Vec::new();
    for window in windows {
        let (Some(from), Some(to)) = (seconds(&window[0]), seconds(&window[1])) else { continue };
        if from < after {
            kept.push(json!([from, if to >= before || to > after { after } else { to }]));
        }
    }
    if kept.is_empty() {
        kept.push(json!([0, after]));
    }
    scenario["measure"] = kept.into();
}

/// Lanes as a list, or separated by commas; `name*` is the preset's own entry for that algorithm.
fn compared(start: &Value, text: &str) -> Result<Value> {
    if text.starts_with('[') {
        return Ok(read_setting(text));
    }
    let entry = |word: &str| match word.strip_suffix('*') {
        None if word.is_empty() => bail!("compare={text} has an empty lane"),
        None => Ok(json!(word)),
        Some(id) => {
            let mut known = start["compare"].as_array().into_iter().flatten();
            let found = known.find(|entry| entry["algorithm"] == id);
            found
                .cloned()
                .with_context(|| format!("compare={text}: the scenario has no lane {id} of its own"))
        }
    };
    text.split(',').map(entry).collect::<Result<Vec<_>>>().map(Value::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_keys_of_the_view_and_the_opening_are_those_of_the_page() {
        let model = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/model/src");
        let text = |file: &str| std::fs::read_to_string(model.join(file)).expect("the page's");
        let view = text("link/view.ts");
        let list = view.split("const VIEW_KEYS = [").nth(1).and_then(|rest| rest.split(']').next());
        let keys = list.expect("the list").split(',').map(|key| key.trim().trim_matches('\''));
        assert_eq!(keys.filter(|key| !key.is_empty()).collect::<Vec<_>>(), VIEW);
        assert!(text("presets.ts").contains(&format!("DEFAULT_PRESET = named('{OPENING}')")));
    }

    #[test]
    fn values_replace_the_settings_of_a_link() {
        let link = "v1/gm04-table1?compare=vegas,newreno&duration=300s&hops.0.rate=1Mbps&t=5&-flows.1.rto";
        let values = json!({ "hops.0.rate": "5Mbps", "hops.0.queue.capacity": "7", "flows.0.start": "1s" });
        let read = scenario(link, values.as_object().expect("an object")).expect("a scenario");
        let hop = &read["hops"][0];
        assert_eq!((&hop["rate"], &hop["queue"]["capacity"]), (&json!("5Mbps"), &json!(7)));
        assert_eq!((&read["duration"], &read["flows"][0]["start"]), (&json!("300s"), &json!("1s")));
        // The preset measures [0, 250], [250, 500], …; the second one ends with the run.
        assert_eq!(read["measure"], json!([[0.0, 250.0], [250.0, 300.0]]));
        assert_eq!(read["compare"], json!(["vegas", "newreno"]));
        assert!(read.get("t").is_none() && read["flows"][1].get("rto").is_none());
        let own = scenario("v1/gm04-table1?compare=vegas*", &Map::new()).expect("a scenario");
        assert_eq!(own["compare"], json!([preset("gm04-table1").expect("it is there")["compare"][1]]));
        for damaged in
            ["sawtooth", "v1/sawteeth", "v1/~A!", "v1/sawtooth?hops.0.rate=%F", "v1/sawtooth?compare=stcp*"]
        {
            assert!(scenario(damaged, &Map::new()).is_err(), "{damaged}");
        }
    }
}
