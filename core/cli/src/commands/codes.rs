//! `codes`: reads the answer codes of a class into a table.

use crate::args::CodesArgs;
use crate::{files, output};
use ackscope_lab::codes::{Code, CodeLine, POINTS, Place, read_list};
use ackscope_lab::columns::csv_field;
use anyhow::{Result, bail};

/// Prints what each code says, or why it is none.
pub fn codes(args: &CodesArgs) -> Result<()> {
    let of = match (args.lesson, args.step) {
        (Some(lesson), step) => Some(Place { lesson, step: step.unwrap_or(1) }),
        (None, Some(_)) => bail!("--step: give --lesson, too"),
        (None, None) => None,
    };
    let lines = read_list(&files::text(&args.list)?, of);
    if args.json {
        return output::json(&lines);
    }
    let mut heads = vec!["line", "code", "kind", "lesson", "step", "variant", "conditions", "trace"];
    let values: Vec<String> = (1..=POINTS).map(|place| format!("v{place}")).collect();
    heads.extend(values.iter().map(String::as_str));
    heads.extend(["problem", "may_be", "name"]);
    output::line(&heads.join(","))?;
    lines.iter().try_for_each(|line| output::line(&row(line)))
}

fn row(line: &CodeLine) -> String {
    let mut cells = vec![line.line.to_string(), line.written.clone().unwrap_or_else(|| line.text.clone())];
    let (kind, variant, conditions, trace, values) = match &line.code {
        None => ("", None, None, None, Vec::new()),
        Some(Code::Curve { levels, .. }) => ("curve", None, None, None, shares(levels, 32)),
        Some(Code::CurveOfVariant { levels, variant, .. }) => {
            ("curve", Some(*variant), None, None, shares(levels, 16))
        }
        Some(Code::Answers { answers, .. }) => {
            ("answers", None, None, None, answers.iter().map(|told| told.code.to_string()).collect())
        }
        Some(Code::Result { conditions, holding, variant, trace, .. }) => {
            let holds = (0..*conditions).map(|at| (holding >> at & 1).to_string()).collect();
            ("result", Some(*variant), Some(*conditions), Some(format!("{trace:08x}")), holds)
        }
    };
    cells.push(kind.to_owned());
    let place = line.code.as_ref().map(Code::place);
    cells.push(place.map_or_else(String::new, |place| place.lesson.to_string()));
    cells.push(place.map_or_else(String::new, |place| place.step.to_string()));
    cells.push(variant.map_or_else(String::new, |variant| variant.to_string()));
    cells.push(conditions.map_or_else(String::new, |count| count.to_string()));
    cells.push(trace.unwrap_or_default());
    cells.extend((0..POINTS).map(|at| values.get(at).cloned().unwrap_or_default()));
    cells.push(line.problem.clone().unwrap_or_default());
    cells.push(line.alike.iter().map(|one| one.written.as_str()).collect::<Vec<_>>().join(" "));
    cells.push(line.name.clone().unwrap_or_default());
    cells.iter().map(|cell| csv_field(cell)).collect::<Vec<_>>().join(",")
}

/// The middle of each level, as a share of the axis.
fn shares(levels: &[u8; POINTS], count: u8) -> Vec<String> {
    levels.iter().map(|&level| ((f64::from(level) + 0.5) / f64::from(count)).to_string()).collect()
}
