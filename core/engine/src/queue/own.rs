//! Disciplines that are made while the program runs. They implement the same trait as the built-in
//! ones.

use std::fmt::Debug;

use super::{ArrivalDecision, ChannelFacts, DequeueDecision, Discipline, Marking, QueueView};
use crate::rng::Stream;
use crate::units::Time;

/// Makes a discipline at run time, one for each channel.
pub trait DisciplineSource: Debug + Send + Sync {
    /// A discipline for a channel at the start of a run.
    fn discipline(&self, facts: &ChannelFacts) -> Box<dyn OwnDiscipline>;
}

/// A discipline as an object. Every discipline that can be cloned is one. A clone continues from
/// the same state, because checkpoints are clones.
pub trait OwnDiscipline: Discipline + Debug + Send + Sync {
    /// A copy in the same state.
    fn copy(&self) -> Box<dyn OwnDiscipline>;
}

impl<T: Discipline + Clone + Debug + Send + Sync + 'static> OwnDiscipline for T {
    fn copy(&self) -> Box<dyn OwnDiscipline> {
        Box::new(self.clone())
    }
}

/// A discipline made at run time, in use in a channel.
#[derive(Debug)]
pub struct Own(Box<dyn OwnDiscipline>);

impl Own {
    /// The discipline that `source` makes for a channel with these facts.
    pub fn new(source: &dyn DisciplineSource, facts: &ChannelFacts) -> Own {
        Own(source.discipline(facts))
    }
}

impl Clone for Own {
    fn clone(&self) -> Own {
        Own(self.0.copy())
    }
}

impl Discipline for Own {
    fn arrive(&mut self, view: &QueueView, random: &mut Stream) -> ArrivalDecision {
        self.0.arrive(view, random)
    }

    fn depart(&mut self, view: &QueueView, arrived: Time) {
        self.0.depart(view, arrived);
    }

    fn decides_at_dequeue(&self) -> bool {
        self.0.decides_at_dequeue()
    }

    fn release(&mut self, view: &QueueView, arrived: Time) -> DequeueDecision {
        self.0.release(view, arrived)
    }

    fn average(&self) -> Option<f64> {
        self.0.average()
    }

    fn probability(&self) -> Option<f64> {
        self.0.probability()
    }

    fn marking(&self) -> Option<Marking> {
        self.0.marking()
    }
}
