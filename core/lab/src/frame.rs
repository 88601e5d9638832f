//! A table in memory: what files and data frames of other tools are written from.

use crate::columns::{csv_field, csv_number};
use std::fmt::Write;

/// The code of a text that is missing.
pub const NO_TEXT: u32 = u32::MAX;

/// The values of a column.
#[derive(Clone, Debug, PartialEq)]
pub enum Column {
    /// Numbers; NaN stands for a missing one.
    Number(Vec<f64>),
    /// Whole numbers.
    Whole(Vec<u64>),
    /// Texts, of which most occur often: each row has the place of its text among the words.
    Text {
        /// Each text once.
        words: Vec<String>,
        /// One per row; [`NO_TEXT`] for none.
        codes: Vec<u32>,
    },
}

#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    /// Its name, unlike that of any other column.
    pub name: String,
    /// Its unit; empty without one.
    pub unit: String,
    /// What it is, in a sentence; may be empty.
    pub help: String,
    /// Its values.
    pub column: Column,
}

/// A table: columns of equal length, and what holds for all of it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Frame {
    /// The columns.
    pub fields: Vec<Field>,
    /// Where it comes from: keys and values.
    pub about: Vec<(String, String)>,
}

impl Column {
    /// The number of values.
    pub fn len(&self) -> usize {
        match self {
            Column::Number(values) => values.len(),
            Column::Whole(values) => values.len(),
            Column::Text { codes, .. } => codes.len(),
        }
    }

    /// Whether there is no value.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// Collects texts, each of which is kept once.
#[derive(Clone, Debug, Default)]
pub struct Texts {
    words: Vec<String>,
    known: std::collections::BTreeMap<String, u32>,
    codes: Vec<u32>,
}

impl Texts {
    /// Adds a row with this text.
    pub fn push(&mut self, text: &str) {
        let code = self.code(text);
        self.codes.push(code);
    }

    /// Adds a row without a text.
    pub fn push_none(&mut self) {
        self.codes.push(NO_TEXT);
    }

    /// The code of a text, for [`Self::push_code`].
    pub fn code(&mut self, text: &str) -> u32 {
        if let Some(code) = self.known.get(text) {
            return *code;
        }
        let code = self.words.len() as u32;
        self.known.insert(text.to_owned(), code);
        self.words.push(text.to_owned());
        code
    }

    /// Adds a row with the text of this code.
    pub fn push_code(&mut self, code: u32) {
        self.codes.push(code);
    }

    pub fn column(self) -> Column {
        Column::Text { words: self.words, codes: self.codes }
    }
}

impl Field {
    pub fn new(name: &str, unit: &str, help: &str, column: Column) -> Field {
        Field { name: name.to_owned(), unit: unit.to_owned(), help: help.to_owned(), column }
    }
}

impl Frame {
    /// The number of rows.
    pub fn rows(&self) -> usize {
        self.fields.first().map_or(0, |field| field.column.len())
    }

    /// The table as comma-separated text, part by part. With `about`, lines that begin with `#` stand
    /// before the header: where the table comes from, and the units.
    pub fn csv(
        &self,
        about: bool,
        mut write: impl FnMut(&str) -> std::io::Result<()>,
    ) -> std::io::Result<()> {
        let mut text = String::new();
        if about {
            for (key, value) in &self.about {
                let line: String = format!("# {key}: {}", without_formulas(value))
                    .chars()
                    .map(|sign| if sign.is_control() { ' ' } else { sign })
                    .collect();
                text += &(line + "\n");
            }
            let units: Vec<String> = self
                .fields
                .iter()
                .filter(|field| !field.unit.is_empty())
                .map(|field| format!("{} in {}", field.name, field.unit))
                .collect();
            if !units.is_empty() {
                text += &format!("# units: {}\n", units.join(", "));
            }
        }
        let names: Vec<String> = self.fields.iter().map(|field| csv_field(&field.name)).collect();
        text += &(names.join(",") + "\n");
        let words: Vec<Vec<String>> = self
            .fields
            .iter()
            .map(|field| match &field.column {
                Column::Text { words, .. } => words.iter().map(|word| csv_field(word)).collect(),
                _ => Vec::new(),
            })
            .collect();
        for row in 0..self.rows() {
            for (place, field) in self.fields.iter().enumerate() {
                if place > 0 {
                    text.push(',');
                }
                match &field.column {
                    Column::Number(values) if values[row].is_nan() => {}
                    Column::Number(values) => text += &csv_number(values[row]),
                    Column::Whole(values) => {
                        let _ = write!(text, "{}", values[row]);
                    }
                    Column::Text { codes, .. } => {
                        if let Some(word) = words[place].get(codes[row] as usize) {
                            text += word;
                        }
                    }
                }
            }
            text.push('\n');
            if text.len() > 1 << 16 {
                write(&text)?;
                text.clear();
            }
        }
        write(&text)
    }
}

/// A spreadsheet splits a line of comments at its commas, too. What then would be a formula is no cell of its own: JSON
/// has another spelling of the comma within a text, elsewhere a quote stands before it.
fn without_formulas(value: &str) -> String {
    let is_json = value.starts_with('{');
    let (mut quoted, mut escaped, mut written) = (false, false, String::with_capacity(value.len()));
    for (place, sign) in value.char_indices() {
        let starts = sign == ',' && value[place + 1..].trim_start().starts_with(['=', '+', '-', '@']);
        match (starts, is_json) {
            (true, true) if quoted => written += "\\u002c",
            (true, false) => written += ",'",
            _ => written.push(sign),
        }
        quoted ^= sign == '"' && !escaped;
        escaped = sign == '\\' && !escaped;
    }
    written
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_as_text_says_where_it_comes_from_and_leaves_out_what_is_missing() {
        let mut lanes = Texts::default();
        lanes.push("new, reno");
        lanes.push_none();
        let frame = Frame {
            fields: vec![
                Field::new("time_s", "s", "", Column::Number(vec![0.5, f64::NAN])),
                Field::new("lane", "", "", lanes.column()),
                Field::new("seed", "", "", Column::Whole(vec![1, 2])),
            ],
            about: vec![("command".to_owned(), "a\nb".to_owned())],
        };
        let text = |about: bool| {
            let mut text = String::new();
            frame
                .csv(about, |part| {
                    text += part;
                    Ok(())
                })
                .unwrap();
            text
        };
        assert_eq!(text(false), "time_s,lane,seed\n0.5,\"new, reno\",1\n,,2\n");
        assert_eq!(text(true), format!("# command: a b\n# units: time_s in s\n{}", text(false)));
    }

    #[test]
    fn no_line_of_comments_has_a_formula_in_a_cell_and_a_scenario_stays_the_same() {
        let scenario =
            serde_json::json!({ "title": "a,=1+1", "label": "\\\", -2", "list": [1, -2], "plain": "x, y" });
        let line = without_formulas(&scenario.to_string());
        let cells = line.split(',').filter(|cell| cell.trim_start().starts_with(['=', '+', '-', '@']));
        assert_eq!(cells.collect::<Vec<_>>(), ["-2]"], "a number is none");
        assert_eq!(serde_json::from_str::<serde_json::Value>(&line).unwrap(), scenario);
        assert_eq!(without_formulas("run --set a=1,=2"), "run --set a=1,'=2");
    }
}
