//! `docs/questions.json`: every answer is what the program says to the call beside it, asked as an agent would.

use crate::mcp::Client;
use serde::Deserialize;
use serde_json::Value;

/// The least that a tolerance leaves: the file's number is rounded, and other seeds are not asked.
const OF_TOLERANCE: f64 = 0.1;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    version: u32,
    #[serde(rename = "about")]
    _about: String,
    questions: Vec<Question>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Question {
    id: String,
    topic: String,
    question: String,
    answer: Answer,
    call: Call,
    shows: Shows,
}

#[derive(Debug, Deserialize)]
#[serde(untagged, deny_unknown_fields)]
enum Answer {
    Number { number: f64, tolerance: f64, unit: String },
    Word { word: String, choices: Vec<String> },
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Call {
    tool: String,
    arguments: Value,
}

/// How the answer follows from the rows of what the call gives.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Shows {
    #[serde(rename = "as")]
    how: How,
    #[serde(default = "one")]
    times: f64,
    rows: Vec<Row>,
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
enum How {
    Value,
    Difference,
    Ratio,
    /// Of the first in the sum of all.
    Share,
    /// The length of the interval by the number of what happened in it.
    Period,
    /// The word of the row with the largest value.
    Largest,
}

/// A number of the answer: at a pointer, or of a lane (the first one without a name), a source and a metric.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    pointer: Option<String>,
    lane: Option<String>,
    source: Option<String>,
    metric: Option<String>,
    word: Option<String>,
}

fn one() -> f64 {
    1.0
}

impl Row {
    /// Its value, and the length of its interval.
    fn of(&self, found: &Value) -> Option<(f64, f64)> {
        if let Some(pointer) = &self.pointer {
            return Some((found.pointer(pointer)?.as_f64()?, f64::NAN));
        }
        let mut lanes = found["lanes"].as_array()?.iter();
        let lane = lanes.find(|lane| self.lane.as_ref().is_none_or(|name| lane["lane"] == name.as_str()))?;
        let (source, metric) = (self.source.as_deref()?, self.metric.as_deref()?);
        let mut rows = lane["values"].as_array()?.iter();
        let row = rows.find(|row| row["source"] == source && row["metric"] == metric)?;
        Some((row["value"].as_f64()?, row["to_s"].as_f64()? - row["from_s"].as_f64()?))
    }
}

impl Shows {
    fn number(&self, found: &Value) -> Option<f64> {
        let rows: Vec<(f64, f64)> = self.rows.iter().map(|row| row.of(found)).collect::<Option<_>>()?;
        let (first, length) = *rows.first()?;
        let number = match self.how {
            How::Value => first,
            How::Period => length / first,
            How::Difference => first - rows.get(1)?.0,
            How::Ratio => first / rows.get(1)?.0,
            How::Share => first / rows.iter().map(|row| row.0).sum::<f64>(),
            How::Largest => return None,
        };
        Some(number * self.times)
    }

    fn word(&self, found: &Value) -> Option<&str> {
        let values = self.rows.iter().map(|row| Some((row.of(found)?.0, row.word.as_deref()?)));
        let values: Vec<(f64, &str)> = values.collect::<Option<_>>()?;
        values.into_iter().max_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, word)| word)
    }
}

#[test]
fn the_program_gives_the_answers_of_the_questions() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/questions.json");
    let text = std::fs::read_to_string(path).expect("readable");
    let File { version, questions, .. } = serde_json::from_str(&text).expect("the form of the file");
    assert_eq!((version, questions.len()), (1, 25));
    let mut client = Client::new("120");
    let mut wrong = Vec::new();
    for Question { id, topic, question, answer, call, shows } in &questions {
        assert!(question.ends_with('?') && !topic.is_empty(), "{id}");
        assert_eq!(questions.iter().filter(|other| other.id == *id).count(), 1, "{id}");
        let found = client.good(&call.tool, call.arguments.clone());
        let holds = match answer {
            Answer::Number { number, tolerance, unit } => {
                assert!(*tolerance > 0.0 && !unit.is_empty(), "{id}");
                let said = shows.number(&found);
                wrong.extend(said.is_none().then(|| format!("{id}: no number")));
                said.is_some_and(|said| (said - number).abs() <= tolerance * OF_TOLERANCE)
            }
            Answer::Word { word, choices } => {
                assert!(choices.len() > 1 && choices.contains(word), "{id}");
                shows.word(&found) == Some(word.as_str())
            }
        };
        if !holds {
            let said = (shows.number(&found), shows.word(&found));
            wrong.push(format!("{id}: the file says {answer:?}, the program {said:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
