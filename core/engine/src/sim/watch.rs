//! What other algorithms would have done at an event of a run: the run is repeated with them looking on.

use super::flow::Source;
use super::network::Network;
use super::simulation::Simulation;
use crate::cc::Controller;
use crate::cc::watched::Verdict;
use crate::tcp::Sender;
use crate::trace::{Digest, RecordOptions, Recorder};
use crate::units::Time;

/// A repetition that would take longer than this begins later than the connection.
const MOST_EVENTS: u64 = 3_000_000;

/// What was seen at one instant.
#[derive(Clone, Debug)]
pub struct Watching {
    /// Since when the others have followed the connection.
    pub since: Time,
    /// They have followed it from its first segment on.
    pub is_whole: bool,
    /// What was asked at that instant and how each answered, in the order of the events.
    pub verdicts: Vec<Verdict>,
    /// Fingerprint of everything that happened until then: looking on does not change it.
    pub digest: Digest,
}

impl Simulation {
    /// What each of `others` would have made of what happened to `flow` at `at`. `None` if that is not simulated yet, or
    /// no TCP connection of the flow was open.
    pub fn watch(&self, flow: usize, at: Time, others: &[Controller]) -> Option<Watching> {
        let began = self.facts.get(flow)?.active.iter().map(|period| period.0).rfind(|&from| from <= at)?;
        if at > self.network.now {
            return None;
        }
        let mut network = self.state_before(began, at);
        let mut recorder = Recorder::new(&RecordOptions::NOTHING, Time::ZERO);
        if network.now < began {
            network.advance(began, u64::MAX, &mut recorder);
        }
        let since = network.now;
        let sender = sender_of(&mut network, flow)?;
        let is_whole = sender.connection().delivered == 0;
        sender.watch(since, others.to_vec(), at.secs());
        network.advance(at, u64::MAX, &mut recorder);
        let verdicts = sender_of(&mut network, flow)?.verdicts().to_vec();
        Some(Watching { since, is_whole, verdicts, digest: network.digest })
    }

    /// A state from which to repeat what led to `at`: before `began`, unless that takes too long.
    fn state_before(&self, began: Time, at: Time) -> Network {
        let before = |time: Time| self.checkpoints.iter().rfind(|checkpoint| checkpoint.now <= time);
        let events_at = before(at).map_or(0, |checkpoint| checkpoint.events);
        let is_near = |checkpoint: &&Network| checkpoint.events + MOST_EVENTS >= events_at;
        let from = before(began).filter(is_near).or_else(|| self.checkpoints.iter().find(is_near));
        from.cloned().unwrap_or_else(|| Network::new(&self.setup))
    }
}

fn sender_of(network: &mut Network, flow: usize) -> Option<&mut Sender> {
    match &mut network.flows[flow].source {
        Source::Tcp { sender, .. } => Some(sender),
        Source::Cbr(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::Params;
    use crate::cc::REGISTRY;
    use crate::scenario::{compile_all, read};

    fn run_of(algorithm: &str) -> Simulation {
        let text = format!(
            r#"{{"version":1,"duration":"40s",
                "hops":[{{"rate":"2Mbps","delay":"10ms","queue":{{"capacity":"10pkt"}},
                          "loss":{{"kind":"bernoulli","probability":0.003}}}}],
                "flows":[{{"name":"main","algorithm":"{algorithm}","rtt":"100ms"}},
                         {{"name":"back","algorithm":"newreno","direction":"backward","rtt":"80ms"}}]}}"#
        );
        let setups = compile_all(&read(&text).expect("read")).expect("valid");
        let mut simulation = Simulation::new(&setups[0], &RecordOptions::PAGE);
        simulation.advance(Time::NEVER, u64::MAX);
        simulation
    }

    #[test]
    fn looking_on_changes_no_packet() {
        // Everyone looks on, those too that ask for a segment log and for rate samples which the driver's sender lacks.
        let everyone: Vec<Controller> = REGISTRY
            .iter()
            .map(|spec| Controller::new(spec.id, &Params::defaults(spec.parameters)))
            .collect();
        for spec in REGISTRY {
            let simulation = run_of(spec.id);
            let watching = simulation.watch(0, Time::from_secs(40.0), &everyone).expect("simulated");
            assert!(watching.is_whole, "{}", spec.id);
            assert_eq!(watching.digest, simulation.network.digest, "{}", spec.id);
        }
    }

    #[test]
    fn who_runs_the_same_algorithm_answers_the_same() {
        // Started with the connection, an onlooker knows what the driver knows; from the middle it would not.
        for spec in REGISTRY {
            let simulation = run_of(spec.id);
            let same = Controller::new(spec.id, &Params::defaults(spec.parameters));
            let losses = simulation.recorder().events().kept().iter().filter(|event| {
                event.source == 0 && crate::rules()[usize::from(event.rule)].model == Some(spec.id)
            });
            let mut seen = 0;
            for event in losses.rev().take(5) {
                let watching =
                    simulation.watch(0, event.time, std::slice::from_ref(&same)).expect("simulated");
                for verdict in watching.verdicts {
                    assert_eq!(verdict.others[0].window, verdict.driver.window, "{}", spec.id);
                    seen += 1;
                }
            }
            assert!(seen > 0, "{} decided nothing", spec.id);
        }
    }

    #[test]
    fn what_is_not_simulated_yet_is_not_judged() {
        let simulation = run_of("newreno");
        assert!(simulation.watch(0, Time::from_secs(41.0), &[]).is_none());
        assert!(simulation.watch(7, Time::from_secs(1.0), &[]).is_none());
    }
}
