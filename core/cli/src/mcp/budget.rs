//! How long a call may take.

use ackscope_scenario::ScenarioError;
use std::time::{Duration, Instant};

/// The time that a call has.
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    until: Instant,
    all: Duration,
}

impl Budget {
    pub fn new(all: Duration) -> Budget {
        Budget { until: Instant::now() + all, all }
    }

    pub fn holds(&self) -> bool {
        Instant::now() < self.until
    }

    /// Whether less than half of the time is left.
    pub fn is_half_spent(&self) -> bool {
        self.until.saturating_duration_since(Instant::now()) < self.all / 2
    }

    /// What is said if the time is over before there is anything to say.
    pub fn spent(&self) -> ScenarioError {
        let found = format!("work of more than {} s", self.all.as_secs_f64());
        ScenarioError::value("budget", found, "less: a shorter duration, fewer lanes, flows, points or seeds")
    }
}
