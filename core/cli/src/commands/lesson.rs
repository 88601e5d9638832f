//! `lesson check`: whether lessons hold.

use crate::args::{LessonArgs, LessonDo};
use crate::lesson::{Checked, check};
use crate::{files, output, processor};
use anyhow::Result;
use serde_json::json;

/// Prints every mistake of the lessons with its line, or what was checked.
pub fn lesson(args: &LessonArgs) -> Result<()> {
    let LessonDo::Check(args) = &args.what;
    processor::limit(&args.processor);
    let (mut wrong, mut all) = (0, Vec::new());
    for path in &args.lessons {
        let name = path.display().to_string();
        let Checked { faults, steps, comparisons, runs } = check(&files::text(path)?);
        wrong += faults.len();
        if args.json {
            let each = faults.iter().map(|fault| json!({ "line": fault.line, "message": fault.message }));
            all.push(json!({ "file": name, "ok": faults.is_empty(), "errors": each.collect::<Vec<_>>(),
                "steps": steps, "comparisons": comparisons, "runs": runs }));
            continue;
        }
        for fault in &faults {
            output::line(&format!("{name}:{}: {}", fault.line, fault.message))?;
        }
        if faults.is_empty() {
            let count = |number: usize, many: &str| match number {
                1 => format!("1 {}", many.trim_end_matches('s')),
                _ => format!("{number} {many}"),
            };
            output::line(&format!(
                "{name}: {}, {}, {}: all hold",
                count(steps, "steps"),
                count(comparisons, "comparisons"),
                count(runs, "runs")
            ))?;
        }
    }
    if args.json {
        output::json(&all)?;
    }
    output::refuse(wrong)
}
