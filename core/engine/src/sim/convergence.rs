//! Samples per second: the useful part of each link, and the part of its fair share that each group
//! got. Convergence times are computed from these samples (metrics §6).

use super::flow::FlowFacts;
use super::network::Network;
use super::stretches::{RangeAdded, RangeMin};
use crate::setup::{Direction, Setup, SourceSetup};
use crate::units::{Span, Time};

/// Length of the moving average: one second (metrics §6).
const SAMPLE_S: f64 = 1.0;
/// The most samples of a run. A longer run has longer sample intervals.
pub const MAX_SAMPLES: f64 = 8192.0;
/// Convergence needs this part of the link, or of the fair share (δ = 0.1).
const ENOUGH: f32 = 0.9;
/// How long it must stay so, in seconds.
const HOLD_S: f64 = 10.0;

/// Samples of the delivered data, one per interval.
#[derive(Clone, Debug)]
pub struct ConvergenceSampler {
    every: Span,
    last: Time,
    next: Time,
    /// Segments delivered by each flow at the last sample.
    before: Vec<u64>,
    /// By channel and sample: goodput of the TCP flows that cross it, divided by its rate.
    channels: Vec<Vec<f32>>,
    /// By group and sample: goodput of its active flows, divided by their fair share.
    groups: Vec<Vec<f32>>,
}

impl ConvergenceSampler {
    /// Nothing delivered yet.
    pub fn new(setup: &Setup) -> ConvergenceSampler {
        let every_s = (setup.duration.secs() / MAX_SAMPLES).max(SAMPLE_S).ceil();
        ConvergenceSampler {
            every: Span::from_secs(every_s),
            last: Time::ZERO,
            next: Time::from_secs(every_s),
            before: vec![0; setup.flows.len()],
            channels: vec![Vec::new(); setup.hops.len() * 2],
            groups: vec![Vec::new(); setup.groups.len()],
        }
    }

    /// Memory of the samples, in bytes.
    pub fn bytes(&self) -> usize {
        let samples: usize = self.channels.iter().chain(&self.groups).map(Vec::capacity).sum();
        samples * size_of::<f32>() + self.before.capacity() * size_of::<u64>()
    }

    /// The end of the current sample interval.
    pub fn next(&self) -> Time {
        self.next
    }

    /// A sample interval has ended.
    pub fn sample(&mut self, setup: &Setup, facts: &[FlowFacts], network: &Network) {
        let (from, to) = (self.last, self.next);
        let (mut carried, mut users) = (RangeAdded::new(setup.hops.len()), RangeAdded::new(setup.hops.len()));
        let mut delivered = vec![0.0; self.groups.len()];
        let mut active = vec![0.0; self.groups.len()];
        for (index, flow) in setup.flows.iter().enumerate() {
            let now = network.flows[index].counters().delivered;
            let bits = (now - self.before[index]) as f64 * f64::from(flow.packet_bytes) * 8.0;
            self.before[index] = now;
            if matches!(flow.source, SourceSetup::Cbr { .. }) {
                continue;
            }
            let completed = network.flows[index].completed_at.is_some_and(|at| at <= from);
            let sends =
                !completed && facts[index].active.iter().any(|&(start, end)| start <= from && from < end);
            carried.add(flow, bits);
            users.add(flow, f64::from(u8::from(sends)));
            delivered[flow.group] += bits;
            active[flow.group] += f64::from(u8::from(sends));
        }
        let (carried, users) = (carried.sums(), users.sums());
        let possible: Vec<f64> =
            network.channels.iter().map(|channel| channel.capacity_bits(from, to)).collect();
        for (channel, samples) in self.channels.iter_mut().enumerate() {
            samples.push(if possible[channel] > 0.0 {
                (carried[channel] / possible[channel]) as f32
            } else {
                0.0
            });
        }
        let fair = |channel: usize| possible[channel] / f64::max(users[channel], 1.0);
        let shares = [0, 1].map(|side| RangeMin::of((side..possible.len()).step_by(2).map(fair)));
        for (group, samples) in self.groups.iter_mut().enumerate() {
            let share = setup.flows[setup.members(group)]
                .iter()
                .map(|flow| {
                    shares[usize::from(flow.direction == Direction::Backward)].over(flow.from, flow.to).0
                })
                .fold(f64::INFINITY, f64::min);
            let mean = if active[group] > 0.0 { delivered[group] / active[group] } else { 0.0 };
            samples.push(if share > 0.0 && share.is_finite() { (mean / share) as f32 } else { 0.0 });
        }
        self.last = to;
        self.next = to + self.every;
    }

    /// Seconds from `from` until a channel is used well and stays so, if that happens before `to`.
    pub fn efficient_s(&self, channel: usize, from: Time, to: Time) -> Option<f64> {
        self.settled_s(&self.channels[channel], from, to)
    }

    /// Seconds from `from` until the flows of a group have their fair share and keep it, if that
    /// happens before `to`.
    pub fn fair_s(&self, group: usize, from: Time, to: Time) -> Option<f64> {
        self.settled_s(&self.groups[group], from, to)
    }

    fn settled_s(&self, samples: &[f32], from: Time, to: Time) -> Option<f64> {
        let every = self.every.secs();
        let hold = (HOLD_S / every).ceil() as usize;
        // Times are whole nanoseconds: a sample interval that begins up to 1e-9 intervals before
        // `from` still counts.
        let first = (from.secs() / every - 1e-9).ceil() as usize;
        let last = ((to.secs() / every + 1e-9) as usize).min(samples.len());
        let window = samples.get(first..last)?;
        let place = window.windows(hold).position(|held| held.iter().all(|&part| part >= ENOUGH))?;
        Some(((first + place) as f64 * every - from.secs()).max(0.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn convergence(samples: &[f32]) -> ConvergenceSampler {
        ConvergenceSampler {
            every: Span::from_secs(1.0),
            last: Time::from_secs(samples.len() as f64),
            next: Time::from_secs(samples.len() as f64 + 1.0),
            before: Vec::new(),
            channels: vec![samples.to_vec()],
            groups: Vec::new(),
        }
    }

    #[test]
    fn the_first_ten_seconds_in_a_row_count() {
        // Enough from second 2 to 8, a dip in second 9, enough from second 10 on.
        let mut samples = vec![0.1, 0.5];
        samples.extend([0.95; 7]);
        samples.push(0.7);
        samples.extend([0.92; 12]);
        let convergence = convergence(&samples);
        let (start, end) = (Time::ZERO, Time::from_secs(22.0));
        assert_eq!(convergence.efficient_s(0, start, end), Some(10.0));
        assert_eq!(
            convergence.efficient_s(0, Time::from_secs(6.0), end),
            Some(4.0),
            "counted from the change"
        );
        assert_eq!(convergence.efficient_s(0, Time::from_secs(11.0), end), Some(0.0));
        assert_eq!(
            convergence.efficient_s(0, start, Time::from_secs(19.0)),
            None,
            "nine seconds are not ten"
        );
        assert_eq!(convergence.efficient_s(0, Time::from_secs(30.0), Time::from_secs(50.0)), None);
    }
}
