//! Inquiries of many runs, a moment at a time: for a page that must stay responsive.

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
    fn take(&mut self, outcomes: Outcomes<Self>);
    /// How many runs it has taken.
    fn runs(&self) -> u64;
}

type Outcomes<I> = Vec<<<I as Inquiry>::Running as Running<<I as Inquiry>::Job>>::Outcome>;

/// An inquiry that does its own runs, one after the other and a moment at a time.
pub struct Sliced<I: Inquiry> {
    pub(crate) inquiry: I,
    /// Of the runs that are due, in their order.
    outcomes: Outcomes<I>,
    running: Option<I::Running>,
    has_news: bool,
}

impl<I: Inquiry> Sliced<I> {
    pub(crate) fn of(inquiry: I) -> Sliced<I> {
        Sliced { inquiry, outcomes: Vec::new(), running: None, has_news: true }
    }

    /// Simulates for a moment, and returns how many runs are over.
    pub fn advance(&mut self) -> u64 {
        if let Some(job) = self.inquiry.due().get(self.outcomes.len()) {
            let running = self.running.get_or_insert_with(|| I::Running::new(job));
            if let Some(outcome) = running.slice(job) {
                self.running = None;
                self.outcomes.push(outcome);
            }
            if self.outcomes.len() == self.inquiry.due().len() {
                self.inquiry.take(std::mem::take(&mut self.outcomes));
                self.has_news = true;
            }
        }
        self.inquiry.runs() + self.outcomes.len() as u64
    }

    /// Whether more is known than at the last call.
    pub(crate) fn has_news(&mut self) -> bool {
        std::mem::take(&mut self.has_news)
    }
}
