//! What a step asks and claims, compiled. Forms and limits are those of the page (web/app/src/course/foreign/reader.ts).

use super::yaml::{Block, Fault};
use super::{Asked, Asks};
use serde::Deserialize;
use serde_json::{Map, Value};

/// The most expressions of a lesson: web/app/src/course/foreign/foreignText.ts.
pub const MAX_EXPRESSIONS: usize = 200;
/// As many conditions as a result's code holds.
const MAX_CONDITIONS: usize = 12;

/// What a step's block says.
pub struct StepClaims {
    pub run: String,
    pub run_line: usize,
    pub predict: Option<Predict>,
    /// Of its key `predict`.
    pub predict_line: usize,
    pub held: Vec<Claim>,
    /// What holds with the seeds 1 to 12, too.
    pub always: Vec<Claim>,
    /// What other runs fulfil.
    pub elsewhere: Vec<(String, Vec<Claim>)>,
    /// All that is quoted from the text, each with its line.
    pub quotes: Vec<(String, usize)>,
}

/// A comparison for a quote of the lesson.
pub struct Claim {
    pub says: String,
    pub holds: String,
    pub line: usize,
}

/// A prediction.
pub enum Predict {
    Draw(Draw, Asked),
    Ask(Asks, Question),
    Write(Write, Vec<String>),
}

/// What a slider or a choice asks.
pub struct Question {
    pub ask: String,
    /// Of a slider: its ends.
    pub slider: Option<[f64; 2]>,
    /// What the textbook's formula gives, for a slider.
    pub textbook: Option<Asked>,
}

/// A curve to draw.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Draw {
    pub ask: String,
    draw: String,
    over: String,
    pub top: f64,
    unit: String,
    #[serde(default)]
    pub shapes: Map<String, Value>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Pick {
    ask: String,
    #[serde(rename = "pick")]
    _pick: Map<String, Value>,
    #[serde(rename = "right")]
    _right: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Estimate {
    ask: String,
    #[serde(rename = "estimate")]
    _estimate: String,
    textbook: Option<Value>,
    unit: String,
    low: f64,
    high: f64,
    step: f64,
}

/// A rule to write.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Write {
    pub ask: String,
    /// The id of a script of the run.
    pub write: String,
    #[serde(rename = "test")]
    _test: Value,
    pub solution: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Why {
    #[serde(rename = "lane")]
    _lane: String,
    of: String,
    over: String,
    #[serde(rename = "cause")]
    _cause: String,
}

const KEYS: [&str; 8] = ["run", "predict", "why", "expect", "seeds", "elsewhere", "given", "hangs-on"];

/// On what an answer may hang.
const SETTINGS: [&str; 7] = ["seed", "rtt", "rto", "growth", "recovery", "cubic", "linux6"];

impl StepClaims {
    /// Reads a block. Mistakes are added to `faults`; none without a run.
    pub fn read(block: &Block, faults: &mut Vec<Fault>) -> Option<StepClaims> {
        let Some(keys) = block.value.as_object() else {
            faults.push(Fault::new(block.line(&[]), "a block `lab` holds run, predict and expect"));
            return None;
        };
        for key in keys.keys().filter(|key| !KEYS.contains(&key.as_str())) {
            let message = format!("unknown key `{key}`, allowed are {}", KEYS.join(", "));
            faults.push(Fault::new(block.line(&[key]), message));
        }
        let run = keep(block.get::<String>(&["run"]), faults)?.trim().to_owned();
        let claims = |path: &[&str], faults: &mut Vec<Fault>| -> Vec<Claim> {
            let claim = |(says, holds, line)| Claim { says, holds, line };
            texts(block, path, faults).into_iter().map(claim).collect()
        };
        let (held, always) = (claims(&["expect"], faults), claims(&["seeds"], faults));
        let others = block.value["elsewhere"].as_array().map_or(0, Vec::len);
        if !block.value["elsewhere"].is_null() && others == 0 {
            faults
                .push(Fault::new(block.line(&["elsewhere"]), "elsewhere: a list of runs, each with expect"));
        }
        let elsewhere: Vec<(String, Vec<Claim>)> = (0..others)
            .filter_map(|at| {
                let at = at.to_string();
                let run = keep(block.get::<String>(&["elsewhere", &at, "run"]), faults)?;
                Some((run.trim().to_owned(), claims(&["elsewhere", &at, "expect"], faults)))
            })
            .collect();
        let mut quotes: Vec<(String, usize)> = Vec::new();
        for key in ["given", "hangs-on"] {
            let quoted = texts(block, &[key], faults);
            if key == "hangs-on" {
                for (setting, _, line) in &quoted {
                    if !SETTINGS.contains(&setting.as_str()) {
                        let allowed = SETTINGS.join(", ");
                        let message = format!("hangs-on: found “{setting}”, allowed are {allowed}");
                        faults.push(Fault::new(*line, message));
                    }
                }
            }
            quotes.extend(quoted.into_iter().map(|(_, says, line)| (says, line)));
        }
        let other = elsewhere.iter().flat_map(|(_, claims)| claims);
        for claim in held.iter().chain(&always).chain(other) {
            if !quotes.iter().any(|(says, _)| *says == claim.says) {
                quotes.push((claim.says.clone(), claim.line));
            }
        }
        if keys.contains_key("why") {
            let why = keep(block.get::<Why>(&["why"]), faults);
            if let Some(why) = why {
                allowed(
                    block,
                    &["why", "of"],
                    &why.of,
                    &["goodput", "delay", "completion", "fairness"],
                    faults,
                );
                if interval(&why.over).is_none() {
                    faults.push(Fault::new(
                        block.line(&["why", "over"]),
                        "is an interval in seconds, as 50..200",
                    ));
                }
            }
        }
        let predict = keys.contains_key("predict").then(|| predict(block, faults)).flatten();
        let line = |key| block.line(&[key]);
        Some(StepClaims {
            run,
            run_line: line("run"),
            predict,
            predict_line: line("predict"),
            held,
            always,
            elsewhere,
            quotes,
        })
    }

    /// Its question.
    pub fn ask(&self) -> Option<&str> {
        self.predict.as_ref().map(|predict| match predict {
            Predict::Draw(draw, _) => draw.ask.as_str(),
            Predict::Ask(_, question) => &question.ask,
            Predict::Write(write, _) => &write.ask,
        })
    }

    /// How many comparisons it has.
    pub fn comparisons(&self) -> usize {
        let elsewhere: usize = self.elsewhere.iter().map(|(_, claims)| claims.len()).sum();
        self.held.len() + self.always.len() + elsewhere
    }

    /// How many expressions it has.
    pub fn expressions(&self) -> usize {
        let asked = match &self.predict {
            None => 0,
            Some(Predict::Draw(..)) => 1,
            Some(Predict::Write(_, test)) => test.len(),
            Some(Predict::Ask(Asks::Number(_), _)) => 1,
            Some(Predict::Ask(Asks::Choice(options, _), _)) => options.len(),
        };
        self.comparisons() + asked
    }
}

/// The value, or its mistake in the list.
pub fn keep<T>(read: Result<T, Fault>, faults: &mut Vec<Fault>) -> Option<T> {
    read.map_err(|fault| faults.push(fault)).ok()
}

/// The texts of the keys at a path, each a text or a list: key, text and line.
pub fn texts(block: &Block, path: &[&str], faults: &mut Vec<Fault>) -> Vec<(String, String, usize)> {
    let mut found = Vec::new();
    let value = block.at(path);
    if !value.is_null() && !value.is_object() {
        let key = path.join(".");
        faults.push(Fault::new(
            block.line(path),
            format_args!("{key}: quotes of the text, each with what holds it"),
        ));
    }
    for (says, texts) in value.as_object().into_iter().flatten() {
        let (list, is_list) = match texts {
            Value::Array(list) => (list.as_slice(), true),
            one => (std::slice::from_ref(one), false),
        };
        for (at, text) in list.iter().enumerate() {
            let at = at.to_string();
            let named = [path, &[says, &at]].concat();
            let line = block.line(&named[..named.len() - usize::from(!is_list)]);
            match text.as_str() {
                Some(text) => found.push((says.clone(), text.to_owned(), line)),
                None => faults.push(Fault::new(
                    line,
                    format_args!("“{says}”: found {text}, allowed is a text or a list of texts"),
                )),
            }
        }
    }
    found
}

fn predict(block: &Block, faults: &mut Vec<Fault>) -> Option<Predict> {
    const AT: [&str; 1] = ["predict"];
    let given = &block.value["predict"];
    let has = |key: &str| given.get(key).is_some();
    let unit = |unit: &str, all: &[&str], faults: &mut Vec<Fault>| {
        allowed(block, &["predict", "unit"], unit, all, faults)
    };
    let line = |key| block.line(&["predict", key]);
    let compiled = |key, asked: anyhow::Result<Asked>| {
        asked.map_err(|error| Fault::new(line(key), format_args!("{error:#}")))
    };
    if has("draw") {
        let draw: Draw = keep(block.get(&AT), faults)?;
        unit(&draw.unit, &["packets", "bps", "s"], faults);
        let asked = Asked::read(&format!("mean({}, {})", draw.draw, draw.over), false);
        let curve = keep(compiled("draw", asked), faults)?;
        if interval(&draw.over).is_none()
            || curve.1.measured.len() != 1
            || curve.1.measured[0].series.is_none()
        {
            let mistake = format!(
                "“{}” over “{}” is no curve: draw SERIES of LANE over FROM..TO",
                draw.draw, draw.over
            );
            faults.push(Fault::new(line("draw"), mistake));
            return None;
        }
        return Some(Predict::Draw(draw, curve));
    }
    if has("write") {
        let write: Write = keep(block.get(&AT), faults)?;
        let test: Vec<String> = match &given["test"] {
            Value::String(one) => vec![one.clone()],
            _ => keep(block.get(&["predict", "test"]), faults)?,
        };
        if test.is_empty() || test.len() > MAX_CONDITIONS {
            faults.push(Fault::new(line("test"), format_args!("test has 1 to {MAX_CONDITIONS} comparisons")));
        }
        for text in &test {
            keep(compiled("test", Asked::read(text, true)), faults)?;
        }
        return Some(Predict::Write(write, test));
    }
    let question = if has("pick") {
        let Pick { ask, .. } = keep(block.get(&AT), faults)?;
        Question { ask, slider: None, textbook: None }
    } else {
        let Estimate { ask, textbook, unit: of, low, high, step, .. } = keep(block.get(&AT), faults)?;
        unit(&of, &["packets", "bps", "s", "ratio", ""], faults);
        if low >= high || step <= 0.0 {
            faults.push(Fault::new(line("low"), "low has to be less than high, and step above 0"));
            return None;
        }
        let text = |given: Value| given.as_str().map_or_else(|| given.to_string(), str::to_owned);
        let textbook = match textbook.map(text) {
            None => None,
            Some(text) => Some(keep(compiled("textbook", Asked::read(&text, false)), faults)?),
        };
        Question { ask, slider: Some([low, high]), textbook }
    };
    let key = if has("pick") { "pick" } else { "estimate" };
    let asks = Asks::read(given).map_err(|error| Fault::new(line(key), format_args!("{error:#}")));
    Some(Predict::Ask(keep(asks, faults)??, question))
}

fn allowed(block: &Block, path: &[&str], found: &str, all: &[&str], faults: &mut Vec<Fault>) {
    if !all.contains(&found) {
        let message = format!("{}: found “{found}”, allowed are {}", path.join("."), all.join(", "));
        faults.push(Fault::new(block.line(path), message));
    }
}

/// `50..200`.
pub fn interval(text: &str) -> Option<[f64; 2]> {
    let (from, to) = text.split_once("..")?;
    Some([from.trim().parse().ok()?, to.trim().parse().ok()?])
}
