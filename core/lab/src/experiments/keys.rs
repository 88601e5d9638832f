//! The keys of a metric: their values, and what they choose in a run.

use super::entry::{Experiment, Form, Window};
use super::metric::Measure;
use super::world::Key;

/// Every combination of values of these keys, in order.
pub fn combinations(experiment: &Experiment, form: Form, names: &[String]) -> Vec<Vec<Key>> {
    let mut all = vec![Vec::new()];
    for name in names {
        let domain = domain(experiment, form, name).unwrap_or_default();
        let with = |keys: &Vec<Key>| {
            let add = |key: &Key| keys.iter().cloned().chain([key.clone()]).collect();
            domain.iter().map(add).collect::<Vec<Vec<Key>>>()
        };
        all = all.iter().flat_map(with).collect();
    }
    all
}

/// All values of a key.
pub fn domain(experiment: &Experiment, form: Form, name: &str) -> Option<Vec<Key>> {
    if let Some(values) = experiment.dimensions.get(name) {
        return Some(values.clone());
    }
    if let Some(axis) = experiment.axes.iter().find(|axis| axis.name == name) {
        return Some(experiment.points(axis, form).map(|point| point.value.clone()).collect());
    }
    if name == "window" {
        return Some(experiment.windows.iter().map(|window| Key::Text(window.0.clone())).collect());
    }
    if name == experiment.lanes {
        let lanes = experiment.scenario.as_ref()?;
        let lanes = ackscope_scenario::lanes(&ackscope_scenario::read_value(lanes).ok()?);
        return Some(lanes.into_iter().map(|lane| Key::Text(lane.label)).collect());
    }
    None
}

/// The window of a measurement.
pub fn window_of<'a>(
    measure: &Measure,
    names: &[String],
    keys: &[Key],
    windows: &'a [Window],
) -> Option<&'a Window> {
    let by_key = names.iter().position(|name| name == "window").map(|place| keys[place].to_string());
    match by_key.or_else(|| measure.window.clone()) {
        Some(id) => windows.iter().find(|window| window.0 == id),
        None => windows.first(),
    }
}

/// The word itself, or the value of the key it stands for, such as `$flow`.
pub fn filled(word: &str, names: &[String], keys: &[Key]) -> String {
    let key = word.strip_prefix('$').and_then(|key| names.iter().position(|name| name == key));
    key.map_or_else(|| word.to_owned(), |place| keys[place].to_string())
}

/// The number of batches of a run without repetitions. Ten give an interval (t is 2.26 for nine
/// degrees of freedom), and each batch still holds several cycles of cwnd at the papers' rates.
const BATCHES: usize = 10;

/// The minimum length of a batch; shorter batches give no useful interval.
const SHORTEST_BATCH_S: f64 = 60.0;

/// The batches of a window; none if the window is too short.
pub fn batches(window: &Window) -> Vec<Window> {
    let length = (window.2 - window.1) / BATCHES as f64;
    if length < SHORTEST_BATCH_S {
        return Vec::new();
    }
    let at = |edge: usize| if edge == BATCHES { window.2 } else { window.1 + edge as f64 * length };
    (0..BATCHES).map(|batch| Window(window.0.clone(), at(batch), at(batch + 1))).collect()
}
