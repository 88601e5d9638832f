//! `variants`: which values each student of a task or a lesson has, and the solutions.

use crate::args::VariantsArgs;
use crate::commands::grade::{plan, references, task};
use crate::lesson::{Lesson, plain};
use crate::{files, output, processor};
use ackscope_lab::codes::{Vary, variant};
use ackscope_lab::columns::{csv_field, csv_number};
use anyhow::{Context, Result, bail};
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::path::Path;

/// Prints a row for each student: the variant, its values, and what the runs with them answer.
pub fn variants(args: &VariantsArgs) -> Result<()> {
    processor::limit(&args.processor);
    let text = files::text(&args.students)?;
    let students: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    if students.is_empty() {
        bail!("{} names no student: one number or name on each line", args.students.display());
    }
    match args.of.extension().is_some_and(|end| end == "md") {
        true => of_lesson(&args.of, &students),
        false => of_task(&args.of, &students),
    }
}

/// What the references measure.
fn of_task(id: &Path, students: &[&str]) -> Result<()> {
    let task = task(id, "variants")?;
    if task.vary.is_empty() {
        bail!(
            "{}: the task {} has no variants: give it \"vary\", see docs/grading.md",
            id.display(),
            task.id
        );
    }
    let plan = plan(&task, id, &[], 1)?;
    let known = plan.reference_columns();
    let class = Class::new(&task.vary, &task.salt, students);
    let wanted = class.wanted().filter(|_| !known.is_empty());
    let references = references(&task, &plan, wanted.map(|(_, variant)| Some(variant)), f64::INFINITY)?;
    let solutions = references.iter().filter_map(|(combination, reference)| {
        let numbers = plan.reference_values(reference).into_iter();
        Some(((*combination)?, numbers.map(|number| number.map_or_else(String::new, csv_number)).collect()))
    });
    class.print(known.iter().map(|measured| measured.text()).collect(), &solutions.collect())
}

/// What the steps that ask for a choice or a number have as their answer.
fn of_lesson(file: &Path, students: &[&str]) -> Result<()> {
    let name = || file.display().to_string();
    let lesson = Lesson::read(&files::text(file)?).with_context(name)?;
    if lesson.head.vary.is_empty() {
        bail!("{} has no variants: give it vary, see docs/adding-a-lesson.md", name());
    }
    let class = Class::new(&lesson.head.vary, &lesson.head.salt, students);
    let solve = |(combination, variant)| Ok((combination, lesson.answers(&lesson.head.vary.of(variant))?));
    let wanted: BTreeMap<usize, u16> = class.wanted().collect();
    let solutions: Result<_> = wanted.into_par_iter().map(solve).collect();
    class.print(lesson.asked().map(|step| format!("step {step}")).collect(), &solutions.with_context(name)?)
}

/// The students, each with a variant.
struct Class<'a> {
    vary: &'a Vary,
    students: Vec<(&'a str, u16)>,
}

impl<'a> Class<'a> {
    fn new(vary: &'a Vary, salt: &str, students: &[&'a str]) -> Class<'a> {
        Class { vary, students: students.iter().map(|student| (*student, variant(salt, student))).collect() }
    }

    /// Variants with the same values have one solution: the combination, and a variant that has it.
    fn wanted(&self) -> impl Iterator<Item = (usize, u16)> + '_ {
        self.students.iter().map(|&(_, variant)| (self.vary.combination(variant), variant))
    }

    fn print(&self, heads: Vec<String>, solutions: &BTreeMap<usize, Vec<String>>) -> Result<()> {
        let paths = self.vary.0.keys().cloned();
        print(["student", "variant"].map(str::to_owned).into_iter().chain(paths).chain(heads))?;
        for &(student, variant) in &self.students {
            let values = self.vary.of(variant);
            let known = solutions.get(&self.vary.combination(variant)).into_iter().flatten().cloned();
            let cells = [student.to_owned(), variant.to_string()].into_iter();
            print(cells.chain(values.values().map(plain)).chain(known))?;
        }
        Ok(())
    }
}

fn print(cells: impl Iterator<Item = String>) -> Result<()> {
    output::line(&cells.map(|cell| csv_field(&cell)).collect::<Vec<_>>().join(","))
}
