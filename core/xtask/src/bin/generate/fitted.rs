//! How well `ackscope fit` finds known paths again, in docs/validation.md.

use serde::Deserialize;
use std::collections::BTreeMap;
use std::fmt::Write as _;

const MEASURED: &str = include_str!("../../../../lab/reference/fit-measured.json");

const HEAD: &str = "
# Networks found again

`ackscope fit` looks for the network and the algorithm behind curves of known paths: own runs of every algorithm that it tries, 30 s long and sampled ten
times a second, each over a path without and a path with random loss (0.1 to 1 %), of 3 to 20 Mbit/s, 20 to 150 ms and 0.3 to 2 bandwidth-delay products
of buffer, drawn at random once; and the curves of Linux 6.18 in the tests. *Near* is within 5 % for the rate, 3 % for the base RTT, 12 % for the buffer, and
a factor of 1.5 for a loss that there is. *Inside*: the interval holds the true value. An algorithm that never fills the buffer, or that losses hold down,
does not show it: its interval has to say so. `npm run validate -- fit` measures again.
";

/// What was found as a part of what is true, or itself where that is zero; whether its interval holds it.
type Found = (f64, bool);

#[derive(Deserialize)]
struct Curve {
    answer: String,
    place: Option<u32>,
    loses: bool,
    rate: Found,
    rtt: Found,
    buffer: Found,
    loss: Found,
}

#[derive(Deserialize)]
struct Measured {
    engine: String,
    curves: BTreeMap<String, Curve>,
}

/// Whether it comes out, for a curve that can tell it.
type Measure = fn(&Curve) -> Option<bool>;

/// Whether a curve of this name is of a kind.
type IsOf = fn(&str, &Curve) -> bool;

const MEASURES: [(&str, Measure); 11] = [
    ("answered *fit*", |one| Some(one.answer == "fit")),
    ("the algorithm's group is first", |one| Some(one.place == Some(1))),
    ("first or second", |one| Some(one.place.is_some_and(|place| place <= 2))),
    ("rate near", |one| Some((one.rate.0 - 1.0).abs() <= 0.05)),
    ("rate inside", |one| Some(one.rate.1)),
    ("base RTT near", |one| Some((one.rtt.0 - 1.0).abs() <= 0.03)),
    ("base RTT inside", |one| Some(one.rtt.1)),
    ("buffer near", |one| Some((one.buffer.0 - 1.0).abs() <= 0.12)),
    ("buffer inside", |one| Some(one.buffer.1)),
    ("loss near", |one| one.loses.then_some((1.0 / 1.5..=1.5).contains(&one.loss.0))),
    ("loss inside", |one| Some(one.loss.1)),
];

pub fn section() -> String {
    let measured: Measured = serde_json::from_str(MEASURED).expect("fit-measured.json is JSON");
    let kinds: [(&str, IsOf); 3] = [
        ("own, no loss", |name, one| !name.starts_with("kernel") && !one.loses),
        ("own, random loss", |name, one| !name.starts_with("kernel") && one.loses),
        ("kernel", |name, _| name.starts_with("kernel")),
    ];
    let mut rows = String::new();
    for (what, measure) in MEASURES {
        let _ = write!(rows, "| {what} |");
        for (_, is_of) in kinds {
            let of = measured.curves.iter().filter(|(name, one)| is_of(name, one));
            let found: Vec<bool> = of.filter_map(|(_, one)| measure(one)).collect();
            let cell = match found.len() {
                0 => "–".to_owned(),
                count => format!("{} of {count}", found.iter().filter(|is| **is).count()),
            };
            let _ = write!(rows, " {cell} |");
        }
        rows.push('\n');
    }
    let missed = measured.curves.iter().filter(|(_, one)| one.place != Some(1));
    let missed: Vec<String> =
        missed.map(|(name, _)| format!("`{}`", name.replace(" 0", "").replace(" 1", " with loss"))).collect();
    let head = kinds.map(|(name, _)| name).join(" | ");
    format!(
        "{HEAD}\n| engine {} | {head} |\n|---|--:|--:|--:|\n{rows}\nThe algorithm's group is not first for {}.\n",
        measured.engine,
        if missed.is_empty() { "none".to_owned() } else { missed.join(", ") }
    )
}
