//! What other algorithms would have done at an event of a run: the run is repeated, and they see
//! its events for comparison only.

use super::flow::Source;
use super::network::Network;
use super::simulation::Simulation;
use crate::cc::Controller;
use crate::cc::shadow::Comparison;
use crate::tcp::{self, Sender};
use crate::trace::{Digest, RecordOptions, Recorder};
use crate::units::Time;

/// The most events of a repetition. A longer one begins later than the connection.
const MOST_EVENTS: u64 = 3_000_000;

/// The comparisons at one instant.
#[derive(Clone, Debug)]
pub struct ShadowRun {
    /// The instant from which the others follow the connection.
    pub since: Time,
    /// True if they follow it from its first segment on.
    pub is_whole: bool,
    /// The requests to the algorithms at that instant and the answer of each one, in the order of
    /// the events.
    pub comparisons: Vec<Comparison>,
    /// Fingerprint of everything that happened until then. The other algorithms do not change it.
    pub digest: Digest,
}

impl Simulation {
    /// What each of `others` would have done at the events of `flow` at `at`. `None` if that
    /// instant is not simulated yet, or if no TCP connection of the flow was open.
    #[inline]
    pub fn watch(&self, flow: usize, at: Time, others: &[Controller]) -> Option<ShadowRun> {
        let began = self.facts.get(flow)?.active.iter().map(|period| period.0).rfind(|&from| from <= at)?;
        if at > self.network.now {
            return None;
        }
        // If another algorithm took over at a fork, the others follow from the fork on.
        let forked = self.setup.fork.as_ref().map(|fork| fork.at).filter(|forked| *forked <= at);
        let began = began.max(forked.unwrap_or(Time::ZERO));
        let mut network = self.state_before(began, at);
        let mut recorder = Recorder::new(&RecordOptions::NOTHING, Time::ZERO, crate::rule_numbers());
        if network.now < began {
            network.advance(began, u64::MAX, &mut recorder);
        }
        let since = network.now;
        let sender = sender_of(&mut network, flow)?;
        let is_whole = sender.connection().delivered == 0;
        tcp::watch(sender, since, others.to_vec(), at.secs());
        network.advance(at, u64::MAX, &mut recorder);
        let comparisons = tcp::comparisons(sender_of(&mut network, flow)?).to_vec();
        Some(ShadowRun { since, is_whole, comparisons, digest: network.tally.digest })
    }

    /// A state from which to repeat the run up to `at`: before `began`, unless that takes too long.
    #[inline]
    fn state_before(&self, began: Time, at: Time) -> Network {
        let before = |time: Time| self.checkpoints.iter().rfind(|checkpoint| checkpoint.now <= time);
        let events_at = before(at).map_or(0, |checkpoint| checkpoint.events);
        let is_near = |checkpoint: &&Network| checkpoint.events + MOST_EVENTS >= events_at;
        let from = before(began).filter(is_near).or_else(|| self.checkpoints.iter().find(is_near));
        from.cloned().unwrap_or_else(|| Network::new(&self.setup))
    }
}

#[inline]
fn sender_of(network: &mut Network, flow: usize) -> Option<&mut Sender> {
    match &mut network.flows[flow].source {
        Source::Tcp { sender, .. } => Some(sender),
        Source::Cbr(_) => None,
    }
}
