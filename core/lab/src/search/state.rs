//! The search itself: explore, shrink, name. It runs nothing: it says which runs are due and takes what they gave, so
//! that threads, workers of a page and a plain loop find the same.

use super::dimensions::{DIMENSIONS, Scale, number};
use super::find::{Find, Memo, Subject, both, evaluate, factor};
use super::job::{Job, Measured, Outcome};
use super::name::Naming;
use super::objectives::OBJECTIVES;
use super::path::{Layout, NEIGHBOURS};
use super::point::Point;
use super::report::{BreakReport, Seen, SoFar, report};
use super::shrink::{REPLICATES, shrunk};
use ackscope_engine::cc::features_of;
use ackscope_engine::math::ln;
use ackscope_engine::rng::Stream;
use ackscope_scenario::{Compiler, Models, ScenarioError};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// What is to be broken.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename = "BreakRequest", deny_unknown_fields)]
pub struct Request {
    /// The id of a built-in algorithm, or of one of `scripts`.
    pub algorithm: String,
    /// Texts of scripts by id.
    pub scripts: Map<String, Value>,
    /// The ids of the objectives; all if there is none.
    pub objectives: Vec<String>,
    pub seed: u64,
    /// The most runs.
    pub max_runs: u64,
    /// The id of another algorithm, such as a second version of it: whether that one fails on the same networks.
    #[serde(default)]
    pub other: Option<String>,
}

/// Points that are evaluated together. Their number is fixed, so that it does not depend on the number of threads.
const BATCH: usize = 32;
/// The least part of the runs that explores. Runs that the finds are not expected to need explore, too.
const EXPLORING: f64 = 0.5;
/// The part after which no other find is shrunk: the rest is for the causes.
const SHRINKING: f64 = 0.8;
/// The part of new points that are drawn; the others change a cell's best.
const DRAWN: f64 = 0.4;
/// The most cells that are kept.
const MAX_CELLS: usize = 400;
/// Finds of one objective that are shrunk: at least and at most.
const SHRUNK: (u64, u64) = (8, 28);
/// What a find that is shrunk and named is expected to need, in runs.
const RUNS_OF_A_FIND: u64 = 40;
/// Finds that are shrunk together.
const TOGETHER: usize = 8;
/// So many runs of questions about causes are due at once, about: those of two.
const NAMED_TOGETHER: usize = 40;
/// A find is not worth its runs if it is one with fewer deviations that has this part of its effect.
const SAME: f64 = 0.85;

/// An objective and the kind of network.
type Cell = (usize, Vec<(usize, u64)>);

#[derive(Debug)]
enum Stage {
    Explore(Vec<(Layout, Point)>),
    /// Those that are shrunk now, and those that come later, the next one last.
    Shrink(Vec<Find>, Vec<Find>),
    /// Whether another algorithm fails there, too.
    Other,
    /// The find of each run that is due.
    Name(Vec<usize>),
    Over,
}

/// A search for what breaks an algorithm.
#[derive(Debug)]
pub struct Search {
    request: Request,
    subject: Subject,
    /// The other algorithm, and in how many replicates of each find it fails as well, once that is known.
    other: Option<(Subject, Vec<usize>)>,
    random: Stream,
    /// Points at both ends of each dimension, the next one last: what is simple is looked at first.
    first: Vec<(Layout, Point)>,
    layouts: Vec<Layout>,
    cells: BTreeMap<Cell, Find>,
    memo: Memo,
    stage: Stage,
    due: Vec<Job>,
    named: Vec<(Naming, (Measured, Measured))>,
    runs: u64,
    events: u64,
    is_complete: bool,
    is_stopping: bool,
}

impl Search {
    /// # Errors
    /// If there is no such algorithm or objective.
    pub fn new(mut request: Request) -> Result<Search, ScenarioError> {
        let models = Models::registered();
        let own =
            || models.algorithms.iter().map(|spec| spec.id).filter(|id| features_of(id).by_hand.is_none());
        let ids = || own().chain(request.scripts.keys().map(String::as_str));
        for id in std::iter::once(&request.algorithm).chain(&request.other) {
            if !ids().any(|known| known == id) {
                return Err(ScenarioError::unknown("algorithm", "the algorithm", id, ids()));
            }
        }
        let objective = |id: &String| {
            let known = OBJECTIVES.iter().map(|one| one.id);
            OBJECTIVES
                .iter()
                .position(|one| one.id == id)
                .ok_or_else(|| ScenarioError::unknown("objective", "the objective", id, known))
        };
        if request.objectives.is_empty() {
            request.objectives = OBJECTIVES.iter().map(|one| one.id.to_owned()).collect();
        }
        let objectives = request.objectives.iter().map(objective).collect::<Result<Vec<_>, _>>()?;
        let mut layouts: Vec<Layout> = objectives.iter().map(|&at| OBJECTIVES[at].layout).collect();
        layouts.sort_unstable();
        layouts.dedup();
        let subject = Subject {
            algorithm: request.algorithm.clone(),
            scripts: request.scripts.clone(),
            seed: request.seed,
            objectives,
            compiler: Compiler::default(),
        };
        // Refuses a script that does not compile.
        subject.setup(&subject.scenario(layouts[0], &Point::default(), &request.algorithm, 0))?;
        let other = request.other.clone().map(|algorithm| Subject { algorithm, ..subject.clone() });
        if let Some(other) = &other {
            other.setup(&other.scenario(layouts[0], &Point::default(), &other.algorithm, 0))?;
        }
        let mut search = Search {
            other: other.map(|subject| (subject, Vec::new())),
            random: Stream::new(request.seed, "search"),
            first: ends(&layouts),
            request,
            subject,
            layouts,
            cells: BTreeMap::new(),
            memo: Memo::default(),
            stage: Stage::Explore(Vec::new()),
            due: Vec::new(),
            named: Vec::new(),
            runs: 0,
            events: 0,
            is_complete: false,
            is_stopping: false,
        };
        search.go_on();
        Ok(search)
    }

    /// The runs that are due. None: the search is over.
    pub fn due(&self) -> &[Job] {
        &self.due
    }

    /// Takes what the runs that are due gave, in their order.
    ///
    /// # Panics
    /// If an outcome is missing.
    pub fn take(&mut self, outcomes: Vec<Outcome>) {
        let jobs = std::mem::take(&mut self.due);
        assert_eq!(jobs.len(), outcomes.len(), "an outcome for each run");
        self.runs += jobs.len() as u64;
        for (at, (job, outcome)) in jobs.into_iter().zip(outcomes).enumerate() {
            self.events += outcome.events;
            match (&self.stage, outcome.report, job.key) {
                (Stage::Name(owners), Some(report), _) => self.named[owners[at]].0.learn(report),
                (_, _, Some(key)) => self.memo.learn(key, outcome.measured),
                _ => {}
            }
        }
        self.go_on();
    }

    /// No more new points: what is found so far is shrunk and named.
    pub fn stop_exploring(&mut self) {
        self.is_stopping = true;
    }

    pub fn runs(&self) -> u64 {
        self.runs
    }

    /// What is known before the search is over.
    pub fn so_far(&self) -> SoFar {
        let best = self.cells.values().max_by(|a, b| a.factor.total_cmp(&b.factor));
        let stage = match self.stage {
            Stage::Explore(_) => "explore",
            Stage::Shrink(..) => "shrink",
            Stage::Name(_) | Stage::Other | Stage::Over => "name",
        };
        let best = best.map(|find| Seen::of(&self.subject, find));
        SoFar { stage: stage.to_owned(), runs: self.runs, best, finds: self.report().finds }
    }

    /// What is confirmed so far.
    pub fn report(&self) -> BreakReport {
        let other =
            self.other.as_ref().map(|(subject, fails)| (subject.algorithm.as_str(), fails.as_slice()));
        report(&self.request, &self.subject, &self.named, other, (self.runs, self.events, self.is_complete))
    }

    /// Goes on with what is known until runs are due.
    fn go_on(&mut self) {
        while self.due.is_empty() && !matches!(self.stage, Stage::Over) {
            self.step();
        }
        if self.runs + self.due.len() as u64 > self.request.max_runs {
            self.due.clear();
            self.is_complete = false;
            self.stage = Stage::Over;
        }
    }

    fn step(&mut self) {
        match std::mem::replace(&mut self.stage, Stage::Over) {
            Stage::Explore(points) => self.explore(points),
            Stage::Shrink(now, later) => self.shrink(now, later),
            Stage::Name(_) => self.name(),
            Stage::Other => self.compare(),
            Stage::Over => {}
        }
    }

    fn is_past(&self, part: f64) -> bool {
        self.runs as f64 >= part * self.request.max_runs as f64
    }

    fn explore(&mut self, points: Vec<(Layout, Point)>) {
        let look =
            |(layout, point): &(Layout, Point)| evaluate(&self.subject, &mut self.memo, *layout, point);
        let found: Vec<Option<Vec<Find>>> = points.iter().map(look).collect();
        self.due = self.memo.missing();
        // A batch does not begin that may exceed what is left.
        let is_too_much =
            (self.runs + self.due.len() as u64) as f64 > SHRINKING * self.request.max_runs as f64;
        if !self.due.is_empty() && !is_too_much {
            self.stage = Stage::Explore(points);
            return;
        }
        self.due.clear();
        found.into_iter().flatten().flatten().for_each(|find| self.keep(find));
        self.memo = Memo::default();
        let kept = (self.shrunk() * self.subject.objectives.len() as u64 * RUNS_OF_A_FIND) as f64;
        let exploring = (1.0 - kept / self.request.max_runs as f64).max(EXPLORING);
        if self.is_stopping || is_too_much || self.is_past(exploring) {
            let mut later = self.strongest();
            later.reverse();
            self.stage = Stage::Shrink(Vec::new(), later);
            return;
        }
        let next = (0..BATCH).map(|_| self.next_point()).collect();
        self.stage = Stage::Explore(next);
    }

    fn next_point(&mut self) -> (Layout, Point) {
        if let Some(first) = self.first.pop() {
            return first;
        }
        let random = &mut self.random;
        if self.cells.is_empty() || random.chance(DRAWN) {
            let layout = self.layouts[random.below(self.layouts.len() as u64) as usize];
            return (layout, Point::random(layout, random));
        }
        let place = random.below(self.cells.len() as u64) as usize;
        let Some(find) = self.cells.values().nth(place) else { unreachable!("below the number of cells") };
        let layout = find.objective().layout;
        (layout, find.point.changed(layout, random))
    }

    /// Keeps the best find of each cell, and no more cells than there may be: the weakest goes, of the objective that
    /// has most of them.
    fn keep(&mut self, find: Find) {
        let cell = (find.objective, find.point.niche());
        if self.cells.get(&cell).is_none_or(|known| known.factor < find.factor) {
            self.cells.insert(cell, find);
        }
        if self.cells.len() > MAX_CELLS {
            let count = |objective: usize| self.cells.keys().filter(|cell| cell.0 == objective).count();
            let fullest = self.subject.objectives.iter().copied().max_by_key(|objective| count(*objective));
            let of_it = self.cells.iter().filter(|(cell, _)| Some(cell.0) == fullest);
            let weakest = of_it.min_by(|a, b| weight(a.1).total_cmp(&weight(b.1)));
            if let Some(weakest) = weakest.map(|(cell, _)| cell.clone()) {
                self.cells.remove(&weakest);
            }
        }
    }

    /// How many finds of each objective are shrunk.
    fn shrunk(&self) -> u64 {
        let most = self.request.max_runs / (RUNS_OF_A_FIND * self.subject.objectives.len() as u64);
        most.clamp(SHRUNK.0, SHRUNK.1)
    }

    /// The finds that are worth shrinking, objective by objective in turn. Of each objective in turn, too: one of a
    /// single deviation that no one before has, for the smallest network says most; and a strong one that is unlike
    /// those before.
    fn strongest(&self) -> Vec<Find> {
        let is_new = |(objective, dimensions): &Cell, find: &Find| {
            self.cells.iter().all(|((other, fewer), known)| {
                let is_part = other == objective
                    && known.point.value(number("neighbour")) == find.point.value(number("neighbour"))
                    && fewer.len() < dimensions.len()
                    && fewer.iter().all(|one| dimensions.contains(one));
                !is_part || ln(known.factor) < SAME * ln(find.factor)
            })
        };
        let worth: Vec<&Find> =
            self.cells.iter().filter(|(cell, find)| is_new(cell, find)).map(|(_, find)| find).collect();
        let shrunk = self.shrunk() as usize;
        let of = |objective: usize| {
            let mut left: Vec<&Find> =
                worth.iter().copied().filter(|find| find.objective == objective).collect();
            let mut chosen: Vec<Find> = Vec::new();
            let (mut used, mut alone) = (vec![0_i32; DIMENSIONS.len()], vec![false; DIMENSIONS.len()]);
            while !left.is_empty() && chosen.len() < shrunk {
                let fresh = |find: &Find| {
                    let known: i32 = find.point.cell().iter().map(|&at| used[at]).sum();
                    weight(find) * 0.5_f64.powi(known)
                };
                let is_small = |find: &Find| {
                    let cell = find.point.cell();
                    cell.len() <= 1 && cell.iter().all(|&at| !alone[at])
                };
                let is_turn = chosen.len() % 2 == 0 && left.iter().any(|find| is_small(find));
                let best = (0..left.len())
                    .filter(|&at| !is_turn || is_small(left[at]))
                    .max_by(|&a, &b| fresh(left[a]).total_cmp(&fresh(left[b])));
                let Some(best) = best else { break };
                let find = left.remove(best);
                let cell = find.point.cell();
                if let [only] = cell[..] {
                    alone[only] = true;
                }
                cell.into_iter().for_each(|at| used[at] += 1);
                chosen.push(find.clone());
            }
            chosen
        };
        let by_objective: Vec<Vec<Find>> = self.subject.objectives.iter().map(|&at| of(at)).collect();
        (0..shrunk)
            .flat_map(|turn| by_objective.iter().filter_map(move |list| list.get(turn)).cloned())
            .collect()
    }

    fn shrink(&mut self, mut now: Vec<Find>, mut later: Vec<Find>) {
        while now.len() < TOGETHER && !self.is_past(SHRINKING) {
            let Some(next) = later.pop() else { break };
            now.push(next);
        }
        let mut open = Vec::new();
        for find in now {
            match shrunk(&self.subject, &mut self.memo, &find) {
                None => open.push(find),
                Some(Some(find)) => self.confirm(find),
                Some(None) => {}
            }
        }
        self.due = self.memo.missing();
        if open.is_empty() && (later.is_empty() || self.is_past(SHRINKING)) {
            self.is_complete = later.is_empty();
            self.stage = Stage::Other;
        } else {
            self.stage = Stage::Shrink(open, later);
        }
    }

    fn confirm(&mut self, find: Find) {
        let is_known = |(known, _): &(Naming, _)| {
            known.find.objective == find.objective && known.find.point.niche() == find.point.niche()
        };
        if self.named.iter().any(is_known) {
            return;
        }
        if let Some(Some(measured)) = both(&self.subject, &mut self.memo, &find, &find.point, 0) {
            // Beside a neighbour the witness goes with the point.
            let mut find = find;
            if find.objective().layout == Layout::Beside {
                let choice = find.point.value(number("neighbour"));
                find.witness = NEIGHBOURS[choice as usize].to_owned();
            }
            self.named.push((Naming::of(&self.subject, find), measured));
        }
    }

    fn name(&mut self) {
        let mut owners = Vec::new();
        // A few at a time: if the runs do not suffice for all, the first ones have their names.
        for (at, (naming, _)) in self.named.iter_mut().enumerate() {
            if owners.len() >= NAMED_TOGETHER {
                break;
            }
            let due = naming.ask();
            owners.extend(due.iter().map(|_| at));
            self.due.extend(due);
        }
        if !self.due.is_empty() {
            self.stage = Stage::Name(owners);
        }
    }

    /// Where the other algorithm fails as well, if there is one: in each replicate of each find, against the same witness.
    fn compare(&mut self) {
        let mut counts = Vec::new();
        for ((naming, _), (subject, _)) in self.named.iter().zip(self.other.iter().cycle()) {
            let find = &naming.find;
            let memo = &mut self.memo;
            let factors: Vec<Option<f64>> = (0..REPLICATES)
                .map(|replicate| factor(subject, memo, find, &find.point, replicate))
                .collect();
            let all: Option<Vec<f64>> = factors.into_iter().collect();
            counts.extend(all.map(|all| all.iter().filter(|one| **one >= find.objective().least).count()));
        }
        self.due = self.memo.missing();
        if !self.due.is_empty() {
            self.stage = Stage::Other;
            return;
        }
        if let Some((_, fails)) = &mut self.other {
            *fails = counts;
        }
        self.memo.clear();
        self.stage = Stage::Name(Vec::new());
    }
}

/// What a find is worth: what one deviation does says more than the same by three. What fails on the plain network says
/// most.
fn weight(find: &Find) -> f64 {
    match find.point.cell().len() {
        0 => f64::INFINITY,
        deviations => ln(find.factor) / deviations as f64,
    }
}

/// The plain path of each layout, and each dimension alone at its ends and half the way to them, or each of its choices; the
/// first one last.
fn ends(layouts: &[Layout]) -> Vec<(Layout, Point)> {
    let mut points = Vec::new();
    for (at, dimension) in DIMENSIONS.iter().enumerate() {
        let (least, most) = dimension.range;
        let middle = (least * most).sqrt();
        let values = match dimension.scale {
            Scale::Log if (least..=most).contains(&dimension.plain) => {
                let to = |end: f64| (dimension.plain * end).sqrt();
                vec![most, least, to(most), to(least)]
            }
            Scale::Log => vec![most, least, middle],
            Scale::Whole => vec![most, least, middle.round()],
            Scale::Choice => (least as u64..=most as u64).map(|choice| choice as f64).collect(),
        };
        for value in values {
            let of = layouts.iter().filter(|layout| dimension.layouts.contains(layout));
            points.extend(of.map(|layout| (*layout, Point::default().with(at, value))));
        }
    }
    points.extend(layouts.iter().map(|layout| (*layout, Point::default())));
    points
}
