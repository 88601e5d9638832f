//! What a find is called: the cause that `why` proves, or else the deviation without which least is left.

use super::dimensions::DIMENSIONS;
use super::find::{Find, Subject};
use super::job::Job;
use crate::causes::{self, AnswerKind, Case, CausesReport, Trial};
use crate::report::LaneReport;
use ackscope_scenario::read_value;
use serde_json::{Value, json};

/// A find whose cause is looked for.
#[derive(Debug)]
pub(super) struct Naming {
    pub find: Find,
    /// The scenario that is shown: the algorithm and its witness as lanes.
    pub scenario: Value,
    case: Option<Box<Case>>,
    /// In the order in which the inquiry asks for them.
    outcomes: Vec<causes::Outcome>,
    pub answer: Option<CausesReport>,
}

/// A cause: its id and its name as it stands in a sentence.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Cause {
    pub id: String,
    pub name: String,
}

impl Naming {
    pub fn of(subject: &Subject, find: Find) -> Naming {
        let objective = find.objective();
        let mut scenario = subject.scenario(objective.layout, &find.point, &subject.algorithm, 0);
        scenario["compare"] = json!([subject.algorithm, find.witness]);
        let window = &scenario["measure"][0];
        let interval_s = window[0].as_f64().zip(window[1].as_f64());
        let case = (|| {
            let read = read_value(&scenario).ok()?;
            Case::new(&read, 0, interval_s?, objective.of?, &subject.compiler).ok()
        })();
        Naming { find, scenario, case: case.map(Box::new), outcomes: Vec::new(), answer: None }
    }

    /// Goes on with the outcomes that are there; what is missing is due.
    pub fn ask(&mut self) -> Vec<Job> {
        let mut due = Vec::new();
        let Some(case) = &self.case else { return due };
        if self.answer.is_some() {
            return due;
        }
        let (mut next, known) = (0, &self.outcomes);
        self.answer = causes::ask(case, &mut |trials: &[Trial]| {
            let outcomes = known.get(next..next + trials.len()).map(<[causes::Outcome]>::to_vec);
            next += trials.len();
            if outcomes.is_none() {
                let job = |trial: &Trial| Job { key: None, setup: trial.setup().clone() };
                due = trials.iter().map(job).collect();
            }
            outcomes
        });
        due
    }

    pub fn learn(&mut self, report: LaneReport) {
        self.outcomes.push(causes::Outcome { report });
    }

    pub fn cause(&self) -> Cause {
        let proved = self
            .answer
            .as_ref()
            .filter(|report| !matches!(report.answer.kind, AnswerKind::Nothing | AnswerKind::None));
        let first = proved.and_then(|report| {
            let id = report.answer.suspects.first()?;
            report.suspects.iter().find(|one| one.id == *id)
        });
        match (first, self.find.strongest) {
            (Some(suspect), _) => Cause { id: suspect.id.clone(), name: suspect.name.clone() },
            (None, Some(dimension)) => {
                let (id, name) = (DIMENSIONS[dimension].id, DIMENSIONS[dimension].name);
                let plain = || format!("the {}", id.replace('-', " "));
                let name = if name.is_empty() { plain() } else { name.to_owned() };
                Cause { id: id.to_owned(), name }
            }
            (None, None) => Cause { id: "itself".to_owned(), name: "the algorithm itself".to_owned() },
        }
    }
}
