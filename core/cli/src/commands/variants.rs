//! `variants`: which values each student of a task has.

use crate::args::VariantsArgs;
use crate::commands::grade::{combination, head, references, task};
use crate::{files, output};
use ackscope_lab::codes::variant;
use ackscope_lab::columns::{csv_field, csv_number};
use ackscope_lab::tasks::{Plan, Task};
use anyhow::{Result, bail};

/// Prints a row for each student: the variant, its values, and what the references measure with them.
pub fn variants(args: &VariantsArgs) -> Result<()> {
    let task: Task = task(&args.task)?;
    if task.vary.is_empty() {
        bail!("the task {} has no variants: give it \"vary\", see docs/grading.md", task.id);
    }
    let plan = Plan::new(&task, &[], 1)?;
    let text = files::text(&args.students)?;
    let students: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    if students.is_empty() {
        bail!("{} names no student: one number or name on each line", args.students.display());
    }
    let known = plan.reference_columns();
    let mut heads = vec!["student".to_owned(), "variant".to_owned()];
    heads.extend(task.vary.0.keys().cloned());
    heads.extend(known.iter().map(|measured| head(measured)));
    print(&heads)?;
    let wanted = students.iter().filter(|_| !known.is_empty());
    let references = references(&task, &plan, wanted.map(|student| Some(variant(&task.salt, student))))?;
    for student in students {
        let variant = variant(&task.salt, student);
        let values = task.vary.of(variant);
        let reference = references.get(&combination(&task, Some(variant)));
        let mut cells = vec![student.to_owned(), variant.to_string()];
        cells.extend(
            values.values().map(|value| value.as_str().map_or_else(|| value.to_string(), str::to_owned)),
        );
        let numbers = reference.into_iter().flat_map(|reference| plan.reference_values(reference));
        cells.extend(numbers.map(|number| number.map_or_else(String::new, csv_number)));
        print(&cells)?;
    }
    Ok(())
}

fn print(cells: &[String]) -> Result<()> {
    output::line(&cells.iter().map(|cell| csv_field(cell)).collect::<Vec<_>>().join(","))
}
