//! Inquiries of many runs, a moment at a time: for a page that must stay responsive.
//!
//! Several workers may share the runs of one inquiry. Each has the whole inquiry, and since what it asks is a function of
//! what its runs gave, all of them ask the same. So they need to tell one another what a run gave, and nothing else: no
//! one gives out work, and no one waits for another.

use serde::Serialize;
use serde::de::DeserializeOwned;
use std::collections::BTreeMap;

/// A run on its way.
pub trait Running<Job>: Sized {
    /// What the run gives.
    type Outcome;

    fn new(job: &Job) -> Self;

    /// Goes on for a moment. The outcome, once the run is over.
    fn slice(&mut self, job: &Job) -> Option<Self::Outcome>;

    /// The outcome of a whole run, while `goes_on` says so.
    fn whole(job: &Job, goes_on: &dyn Fn() -> bool) -> Option<Self::Outcome> {
        let mut running = Self::new(job);
        loop {
            let outcome = running.slice(job);
            if outcome.is_some() || !goes_on() {
                return outcome;
            }
        }
    }
}

/// What says which runs are due, and takes what they gave.
pub trait Inquiry {
    type Job;
    type Running: Running<Self::Job>;

    fn due(&self) -> &[Self::Job];
    /// Takes what the runs that are due gave, in their order.
    fn take(&mut self, outcomes: Vec<Outcome<Self>>);
    /// How many runs it has taken.
    fn runs(&self) -> u64;
}

type Outcome<I> = <<I as Inquiry>::Running as Running<<I as Inquiry>::Job>>::Outcome;

/// A run: how many batches were due before its own, and its place in that.
type Place = (u64, usize);

/// An inquiry that does its own runs, one after the other and a moment at a time.
pub struct Sliced<I: Inquiry> {
    pub(crate) inquiry: I,
    batch: u64,
    /// Of this batch, and those that others have told of later ones.
    outcomes: BTreeMap<Place, Outcome<I>>,
    running: Option<(Place, I::Running)>,
    /// Which one of how many it is that share the runs.
    part: (usize, usize),
    /// What the others have not been told: a line for each run.
    untold: String,
    has_news: bool,
}

impl<I: Inquiry> Sliced<I>
where
    Outcome<I>: Serialize + DeserializeOwned,
{
    pub(crate) fn of(inquiry: I) -> Sliced<I> {
        let (outcomes, untold) = (BTreeMap::new(), String::new());
        Sliced { inquiry, batch: 0, outcomes, running: None, part: (0, 1), untold, has_news: true }
    }

    /// Shares the runs with others: this is number `part` of `parts`.
    pub fn share(&mut self, part: usize, parts: usize) {
        self.part = (part, parts.max(1));
    }

    /// What the runs gave that are over since the last call, for the others.
    pub fn found(&mut self) -> Option<String> {
        (!self.untold.is_empty()).then(|| std::mem::take(&mut self.untold))
    }

    /// Takes what another one [`Self::found`]. A line that cannot be read is a run that is done here, too.
    pub fn learn(&mut self, found: &str) {
        let known = found.lines().filter_map(|line| serde_json::from_str::<(Place, _)>(line).ok());
        self.outcomes.extend(known.filter(|(place, _)| place.0 >= self.batch));
    }

    /// Simulates for a moment, and returns how many runs are over.
    pub fn advance(&mut self) -> u64 {
        self.running.take_if(|(place, _)| self.outcomes.contains_key(place));
        if let Some(place) = self.running.as_ref().map(|(place, _)| *place).or_else(|| self.next()) {
            let job = &self.inquiry.due()[place.1];
            let (_, running) = self.running.get_or_insert_with(|| (place, I::Running::new(job)));
            if let Some(outcome) = running.slice(job) {
                self.running = None;
                if self.part.1 > 1 {
                    self.untold += &serde_json::to_string(&(place, &outcome)).unwrap_or_default();
                    self.untold += "\n";
                }
                self.outcomes.insert(place, outcome);
            }
        }
        let due = self.inquiry.due().len();
        if due > 0 && self.known() == due {
            let later = self.outcomes.split_off(&(self.batch + 1, 0));
            let outcomes = std::mem::replace(&mut self.outcomes, later);
            self.inquiry.take(outcomes.into_values().collect());
            self.batch += 1;
            self.has_news = true;
        }
        self.inquiry.runs() + self.known() as u64
    }

    /// The outcomes of this batch that are known.
    fn known(&self) -> usize {
        self.outcomes.range(..(self.batch + 1, 0)).count()
    }

    /// The next run: one of its part, else the last one of the others, which they come to last.
    fn next(&self) -> Option<Place> {
        let (part, parts) = self.part;
        let is_own = |at: &usize| at % parts == part;
        let due = 0..self.inquiry.due().len();
        let of_others = due.clone().rev().filter(|at| !is_own(at));
        let mut places = due.filter(is_own).chain(of_others).map(|at| (self.batch, at));
        places.find(|place| !self.outcomes.contains_key(place))
    }

    /// Whether more is known than at the last call.
    pub(crate) fn has_news(&mut self) -> bool {
        std::mem::take(&mut self.has_news)
    }
}
