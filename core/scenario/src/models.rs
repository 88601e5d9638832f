//! The models that a scenario may name: the registries, passed to the checks as data.

use super::error::{ScenarioError, unknown_name};
use super::ns2;
use ackscope_engine::catalogue::Spec;
use ackscope_engine::setup::Recovery;
use ackscope_engine::{application, cc, delay, estimator, jitter, loss, pep, queue, rate};

/// The models that a scenario may name. An id is known as soon as its file is registered.
#[derive(Clone, Copy, Debug)]
pub struct Models {
    /// Congestion-control algorithms.
    pub algorithms: &'static [&'static Spec],
    /// Queue disciplines.
    pub queues: &'static [&'static Spec],
    /// Loss models.
    pub losses: &'static [&'static Spec],
    pub delays: &'static [&'static Spec],
    pub rates: &'static [&'static Spec],
    pub jitters: &'static [&'static Spec],
    pub applications: &'static [&'static Spec],
    /// Bandwidth estimators.
    pub estimators: &'static [&'static Spec],
    /// Agents on a hop.
    pub agents: &'static [&'static Spec],
}

impl Models {
    pub fn registered() -> Models {
        Models {
            algorithms: ns2::algorithms(),
            queues: queue::REGISTRY,
            losses: loss::REGISTRY,
            delays: delay::REGISTRY,
            rates: rate::REGISTRY,
            jitters: jitter::REGISTRY,
            applications: application::REGISTRY,
            estimators: estimator::REGISTRY,
            agents: pep::REGISTRY,
        }
    }

    /// The algorithm `id`, named at `path`.
    pub(crate) fn algorithm(&self, id: &str, path: &str) -> Result<&'static Spec, ScenarioError> {
        find(self.algorithms, "the algorithm", id, path)
    }

    pub(crate) fn queue(&self, id: &str, path: &str) -> Result<&'static Spec, ScenarioError> {
        find(self.queues, "the queue discipline", id, path)
    }

    pub(crate) fn loss(&self, id: &str, path: &str) -> Result<&'static Spec, ScenarioError> {
        find(self.losses, "the loss model", id, path)
    }

    pub(crate) fn delay(&self, id: &str, path: &str) -> Result<&'static Spec, ScenarioError> {
        find(self.delays, "the delay model", id, path)
    }

    pub(crate) fn rate(&self, id: &str, path: &str) -> Result<&'static Spec, ScenarioError> {
        find(self.rates, "the rate model", id, path)
    }

    pub(crate) fn jitter(&self, id: &str, path: &str) -> Result<&'static Spec, ScenarioError> {
        find(self.jitters, "the jitter model", id, path)
    }

    pub(crate) fn application(&self, id: &str, path: &str) -> Result<&'static Spec, ScenarioError> {
        find(self.applications, "the application", id, path)
    }

    pub(crate) fn estimator(&self, id: &str, path: &str) -> Result<&'static Spec, ScenarioError> {
        find(self.estimators, "the estimator", id, path)
    }

    pub(crate) fn agent(&self, id: &str, path: &str) -> Result<&'static Spec, ScenarioError> {
        find(self.agents, "the agent", id, path)
    }

    /// The recovery that an algorithm is fixed to. `None` also for an unknown algorithm, which is
    /// refused elsewhere.
    pub(crate) fn fixed_recovery(&self, algorithm: &str) -> Option<Recovery> {
        let known = self.algorithms.iter().any(|spec| spec.id == algorithm);
        match known.then(|| ns2::recovery(algorithm, "")) {
            Some(cc::RecoverySupport::Fixed(recovery)) => Some(recovery),
            _ => None,
        }
    }
}

fn find(
    registry: &'static [&'static Spec],
    what: &str,
    id: &str,
    path: &str,
) -> Result<&'static Spec, ScenarioError> {
    let known = registry.iter().find(|spec| spec.id == id);
    known
        .copied()
        .ok_or_else(|| unknown_name(what, id, registry.iter().map(|spec| spec.id)).at(path.to_owned()))
}
