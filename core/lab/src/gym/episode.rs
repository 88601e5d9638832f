//! An environment: one episode after the other.

use super::learner::{ByAck, Learner, Seen, Slope, Source};
use super::{Control, QUANTITIES, Spec, StepLength, draw, learning};
use crate::columns::FILE;
use ackscope_engine::math::within;
use ackscope_engine::rng::Stream;
use ackscope_engine::setup::{Direction, FlowSetup, Setup, SourceSetup};
use ackscope_engine::sim::{Progress, Simulation};
use ackscope_engine::trace::RecordOptions;
use ackscope_engine::units::{Span, Time};
use ackscope_scenario::ScenarioError;
use serde_json::Value;
use std::sync::Arc;

/// A number of each of [`QUANTITIES`].
pub type Row = [f64; QUANTITIES.len()];

/// The window of a flow whose rate is set: as many segments as the engine knows.
const NO_LIMIT: f64 = 1e7;
/// No step is shorter, so that every step comes to its end.
const SHORTEST_S: f64 = 1e-6;
/// The most that a step may cost: some seconds.
const MOST_EVENTS: u64 = 20_000_000;

#[derive(Debug)]
struct Agent {
    flow: usize,
    /// Its rate in bit/s, or its window in segments; 0 before the first ACK where steps end with one.
    level: f64,
    bottleneck_bps: f64,
    base_rtt_s: f64,
    packet_bits: f64,
    /// What its counters were when the step began: sent, delivered, lost, timeouts.
    seen: [u64; 4],
    max_throughput_bps: f64,
    lowest_mean_rtt_s: f64,
    terminated: bool,
}

#[derive(Debug)]
pub struct Env {
    spec: Arc<Spec>,
    seed: u64,
    episode: u64,
    scenario: Value,
    simulation: Option<Simulation>,
    agents: Vec<Agent>,
    steps: u64,
    /// The mean RTT of the latest step that had one.
    rtt_s: f64,
    done: bool,
    pub(super) most_events: u64,
}

impl Env {
    /// An environment before its first episode.
    pub fn new(spec: Arc<Spec>, seed: u64) -> Env {
        let (agents, scenario) = (Vec::new(), Value::Null);
        Env {
            spec,
            seed,
            episode: 0,
            scenario,
            simulation: None,
            agents,
            steps: 0,
            rtt_s: 0.0,
            done: true,
            most_events: MOST_EVENTS,
        }
    }

    /// From now on the episodes are those of another seed, from the first on.
    pub fn reseed(&mut self, seed: u64) {
        (self.seed, self.episode) = (seed, 0);
    }

    /// The scenario of the episode, as drawn.
    pub fn scenario(&self) -> &Value {
        &self.scenario
    }

    pub fn simulation(&self) -> Option<&Simulation> {
        self.simulation.as_ref()
    }

    /// The fingerprint of the episode so far: that of the same run by other means, once it is over.
    pub fn trace_hash(&self) -> u64 {
        self.simulation.as_ref().map_or(0, |simulation| simulation.results().engine.trace_hash)
    }

    /// Whether the next step begins another episode.
    pub fn is_done(&self) -> bool {
        self.done
    }

    /// Begins the next episode. `rows` has one row for each learning flow.
    pub fn reset(&mut self, rows: &mut [Row]) -> Result<(), ScenarioError> {
        let (mut setup, scenario) = draw::setup(&self.spec, self.seed, self.episode)?;
        let mut draws = Stream::new(self.seed, &format!("gym {} start", self.episode));
        self.agents = learning(&setup).map(|flow| Agent::new(&self.spec, &setup, flow, &mut draws)).collect();
        for agent in &self.agents {
            let own = setup.register(Arc::new(Source(agent.learner(&self.spec))));
            if let SourceSetup::Tcp(tcp) = &mut setup.flows[agent.flow].source {
                tcp.own_algorithm = Some(own);
            }
        }
        self.simulation =
            Some(Simulation::new(&setup, if self.spec.record { &FILE } else { &RecordOptions::NOTHING }));
        let known_s = if self.spec.by_ack { 0.0 } else { self.agents[0].base_rtt_s };
        (self.steps, self.rtt_s, self.done) = (0, known_s, false);
        (self.scenario, self.episode) = (scenario, self.episode + 1);
        self.measure(0.0, rows);
        Ok(())
    }

    /// Acts and runs until the end of the step. After the end of an episode it begins the next one
    /// instead: that is what Gymnasium calls `NEXT_STEP`.
    pub fn step(&mut self, actions: &[f64], rows: &mut [Row]) -> Result<(), ScenarioError> {
        if self.done {
            return self.reset(rows);
        }
        let Some(simulation) = &mut self.simulation else { return self.reset(rows) };
        for (agent, action) in self.agents.iter_mut().zip(actions) {
            if agent.level == 0.0 {
                continue;
            }
            agent.level = self.spec.action.apply(agent.level, *action);
            let (cwnd, pacing) = agent.set(&self.spec);
            match Learner::of(simulation, agent.flow) {
                Some(Learner { by_ack: Some(by_ack), .. }) => by_ack.next = Some((cwnd, pacing)),
                Some(learner) => (learner.cwnd, learner.pacing) = (cwnd, pacing),
                None => {}
            }
        }
        let length = match self.spec.step {
            StepLength::Seconds(seconds) => seconds,
            StepLength::Rounds(rounds) => (rounds * self.rtt_s).max(SHORTEST_S),
        };
        let from = simulation.progress().time;
        let progress = if self.spec.by_ack {
            until_ack(simulation, self.agents[0].flow, length, self.most_events)
        } else {
            let until = from + Span::from_secs(length);
            let progress = simulation.advance(until, self.most_events);
            (progress.done || progress.time >= until).then_some(progress)
        };
        let Some(progress) = progress.filter(|_| simulation.stopped().is_none()) else {
            let found = format!("{length} s of more than {} events", self.most_events);
            return Err(ScenarioError::value("step", found, "less: a shorter step, or a slower link"));
        };
        self.steps += 1;
        let is_last = progress.done || self.spec.max_steps.is_some_and(|most| self.steps >= most);
        self.measure(progress.time.since(from).secs(), rows);
        let terminated = self.agents.iter().all(|agent| agent.terminated);
        self.done = is_last || terminated;
        if is_last {
            let last = QUANTITIES.len() - 1;
            rows.iter_mut().for_each(|row| row[last] = 1.0);
        }
        Ok(())
    }

    /// Writes what the learning flows measured since the last time.
    fn measure(&mut self, duration_s: f64, rows: &mut [Row]) {
        let (Some(simulation), steps) = (&mut self.simulation, self.steps) else { return };
        let time_s = simulation.progress().time.secs();
        for (place, (agent, row)) in self.agents.iter_mut().zip(rows).enumerate() {
            let mut marked = 0;
            let [mut samples, mut mean_s, mut min_s, mut increase_s, mut slope] = [0.0; 5];
            let (mut seen, mut duration_s, mut time_s) = (None, duration_s, time_s);
            if let Some(learner) = Learner::of(simulation, agent.flow) {
                marked = std::mem::take(&mut learner.marked);
                samples = learner.rtts_s.len() as f64;
                if !learner.rtts_s.is_empty() {
                    let mean = |rtts: &[f64]| rtts.iter().sum::<f64>() / rtts.len() as f64;
                    mean_s = mean(&learner.rtts_s);
                    min_s = learner.rtts_s.iter().copied().fold(f64::INFINITY, f64::min);
                    let (first, second) = learner.rtts_s.split_at(learner.rtts_s.len() / 2);
                    increase_s = if first.is_empty() { 0.0 } else { mean(second) - mean(first) };
                }
                learner.rtts_s.clear();
                slope = std::mem::take(&mut learner.slope).value();
                seen = learner.by_ack.as_mut().and_then(|by_ack| by_ack.ended.take());
                if let Some(seen) = &seen {
                    (time_s, duration_s) = (seen.now_s, seen.now_s - learner.began_s);
                }
                // The start of a connection says when it begins.
                if steps > 0 || learner.by_ack.is_none() {
                    learner.began_s = time_s;
                }
            }
            if mean_s > 0.0 {
                let lowest = agent.lowest_mean_rtt_s;
                agent.lowest_mean_rtt_s = if lowest > 0.0 { lowest.min(mean_s) } else { mean_s };
                if place == 0 {
                    self.rtt_s = mean_s;
                }
            }
            let Some(sender) = simulation.sender(agent.flow) else { continue };
            let seen = seen.unwrap_or_else(|| {
                Seen::of(sender.connection(), sender.counters().timeouts, sender.window().cwnd)
            });
            let counted = [seen.sent, seen.delivered, seen.lost, seen.timeouts];
            // A new connection of the flow counts from zero.
            let is_new = counted[0] < agent.seen[0];
            let before = if is_new { [0; 4] } else { agent.seen };
            let [sent, delivered, lost, timeouts] =
                std::array::from_fn(|at| counted[at].saturating_sub(before[at]) as f64);
            agent.seen = counted;
            let per_second =
                |packets: f64| if duration_s > 0.0 { packets * agent.packet_bits / duration_s } else { 0.0 };
            let throughput_bps = per_second(delivered);
            agent.max_throughput_bps = agent.max_throughput_bps.max(throughput_bps);
            agent.terminated =
                sender.given() < u64::MAX && sender.connection().max > 0 && sender.is_complete();
            let of_window_bps =
                if seen.srtt_s > 0.0 { seen.cwnd * agent.packet_bits / seen.srtt_s } else { 0.0 };
            let is_rate = self.spec.action.control == Control::Rate;
            if agent.level == 0.0 && steps > 0 {
                let (low, high) = self.spec.action.bounds;
                agent.level = within(if is_rate { of_window_bps } else { seen.cwnd }, low, high);
            }
            let rate_bps = if is_rate { agent.level } else { of_window_bps };
            // Before the first ACK a sender that is called at ACKs knows nothing.
            let cwnd = if self.spec.by_ack && steps == 0 { 0.0 } else { seen.cwnd };
            *row = [
                time_s,
                duration_s,
                sent,
                delivered,
                lost,
                marked as f64,
                samples,
                mean_s,
                min_s,
                increase_s,
                slope,
                seen.srtt_s,
                seen.min_rtt_s,
                agent.lowest_mean_rtt_s,
                cwnd,
                rate_bps,
                seen.pipe as f64,
                per_second(sent),
                throughput_bps,
                agent.max_throughput_bps,
                timeouts,
                agent.packet_bits,
                agent.bottleneck_bps,
                agent.base_rtt_s,
                steps as f64,
                f64::from(u8::from(steps == 0)),
                f64::from(u8::from(agent.terminated)),
                0.0,
            ];
        }
    }
}

impl Agent {
    fn new(spec: &Spec, setup: &Setup, place: usize, draws: &mut Stream) -> Agent {
        let flow = &setup.flows[place];
        let (base_rtt_s, packet_bits) = (flow.rtt.secs(), f64::from(flow.packet_bytes) * 8.0);
        let bottleneck_bps = bottleneck_bps(setup, flow);
        let initial = flow.tcp().map_or(1.0, |tcp| tcp.initial_window);
        let per_rtt = packet_bits / base_rtt_s.max(SHORTEST_S);
        let level = match (spec.start, spec.action.control) {
            (Some((low, high)), control) => {
                let times = low + (high - low) * draws.uniform();
                let of = if control == Control::Rate { 1.0 } else { per_rtt };
                times * bottleneck_bps / of
            }
            _ if spec.by_ack => 0.0,
            (None, Control::Rate) => initial * per_rtt,
            (None, Control::Window) => initial,
        };
        Agent {
            flow: place,
            level: if level > 0.0 { within(level, spec.action.bounds.0, spec.action.bounds.1) } else { 0.0 },
            bottleneck_bps,
            base_rtt_s,
            packet_bits,
            seen: [0; 4],
            max_throughput_bps: 0.0,
            lowest_mean_rtt_s: 0.0,
            terminated: false,
        }
    }

    /// The window and the pacing rate, in segments.
    fn set(&self, spec: &Spec) -> (f64, Option<f64>) {
        match spec.action.control {
            Control::Rate => (NO_LIMIT, Some(self.level / self.packet_bits)),
            Control::Window => (self.level, None),
        }
    }

    /// The learner with what is set.
    fn learner(&self, spec: &Spec) -> Learner {
        let paces = spec.action.control == Control::Rate;
        let (cwnd, pacing) = if spec.by_ack { (0.0, None) } else { self.set(spec) };
        Learner {
            cwnd,
            pacing,
            rtts_s: Vec::new(),
            slope: Slope::default(),
            marked: 0,
            began_s: 0.0,
            by_ack: spec.by_ack.then(|| ByAck { paces, ..ByAck::default() }),
        }
    }
}

/// Runs until the ACK that ends a step of this flow, or the end of the run; `None` if that takes too many events.
fn until_ack(simulation: &mut Simulation, flow: usize, length_s: f64, most: u64) -> Option<Progress> {
    let mut began_s = 0.0;
    if let Some(Learner { by_ack: Some(by_ack), began_s: own_s, .. }) = Learner::of(simulation, flow) {
        by_ack.length_s = length_s;
        began_s = *own_s;
    }
    // No ACK ends it a microsecond earlier: a time in seconds is exact to less.
    let safe = Time::from_secs((began_s + length_s - SHORTEST_S).max(0.0));
    let mut progress = simulation.advance(safe, most);
    if progress.time < safe && !progress.done {
        return None;
    }
    for _ in 0..most {
        let ended = Learner::of(simulation, flow)
            .is_some_and(|learner| learner.by_ack.as_ref().is_some_and(|by_ack| by_ack.ended.is_some()));
        if ended || progress.done {
            return Some(progress);
        }
        progress = simulation.advance(Time::NEVER, 1);
    }
    None
}

/// The smallest peak rate of a flow's links.
fn bottleneck_bps(setup: &Setup, flow: &FlowSetup) -> f64 {
    let hops = &setup.hops[flow.from.min(flow.to)..flow.from.max(flow.to)];
    let channels = hops.iter().map(|hop| match flow.direction {
        Direction::Forward => &hop.forward,
        Direction::Backward => &hop.backward,
    });
    let least = channels.map(|channel| channel.rate.nominal().bps()).min().unwrap_or_default();
    least.min(flow.access_rate.bps()) as f64
}
