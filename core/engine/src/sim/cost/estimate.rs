//! What a run will probably cost: a short trial run measures it, and the bound tells how the cost
//! goes on.
//!
//! A bound holds for the worst case, so it is often ten times the cost. But it knows what comes later:
//! rates that change, flows that start and stop. So the trial gives the share of the bound that is
//! really used, and the rest of the bound is multiplied by that share.
//!
//! A trial misleads if it shows what does not last. A burst that waits behind its access link is counted once
//! and not continued, and flows that stop in the first half of the rest are left out of a second trial.

use super::{Cost, memory, packets_per_ack};
use crate::math::{larger, smaller};
use crate::setup::{FlowSetup, Setup};
use crate::sim::Simulation;
use crate::sim::ceiling::Ceiling;
use crate::sim::simulation::MAX_CHECKPOINTS;
use crate::trace::RecordOptions;
use crate::units::{Span, Time};

/// Events between two looks at what the trial has cost.
const SLICE: u64 = 1_000;
/// If the run is at least so many times as long as the trial, the trial does not predict it.
const MUCH_LONGER: f64 = 50.0;
/// By so much the last quarter of a trial is faster than the third one if the windows still grow. With
/// linear growth it is 1.18.
const STILL_GROWS: f64 = 1.1;
/// The second half of the trial counts by itself if at least this share of the bound lies in it.
const ENOUGH: f64 = 0.2;
/// A burst drains if more than this share of what arrives was sent before. A queue that gets shorter is less.
const MUCH_DRAINS: f64 = 0.5;

/// What a trial has cost at one instant.
struct Spent {
    at: Time,
    /// The duration of the run, as a multiple of the time so far.
    times: f64,
    packets: f64,
    /// Packets dropped or lost.
    lost: u64,
    /// Packets on their way or waiting, also behind their own access link.
    under_way: u64,
    /// Segments that flows have sent so far, retransmissions included.
    sent: u64,
    /// The largest state so far.
    state_bytes: f64,
    copied_bytes: f64,
    /// Bytes of trace and measurements at the end of the whole run.
    kept_bytes: f64,
}

impl Spent {
    /// Packets per second since `before`.
    fn rate_after(&self, before: Option<&Spent>) -> f64 {
        let (at, packets) = before.map_or((0.0, 0.0), |before| (before.at.secs(), before.packets));
        (self.packets - packets) / (self.at.secs() - at).max(1e-9)
    }
}

impl Cost {
    /// What a run of `setup` that is recorded with `options` will probably cost, from a trial of
    /// `most_events` events. It is never above the bound, and exact if the run ends in the trial.
    /// A trial that takes more packets or memory than a page has ends, and the bound stands.
    // Compiled for size in the crate that calls it, as all that is not the loop.
    #[inline]
    pub fn estimate(setup: &Setup, options: &RecordOptions, most_events: u64) -> Cost {
        let bound = Cost::bound(setup, options);
        let Some(trial) = try_it(setup, options, most_events) else { return bound };
        let mut cost = trial.carried_on(setup, options, &bound);
        let [_, half, _, whole] = &trial.quarters;
        let middle = whole.at + Span::from_nanos(setup.duration.since(whole.at).nanos() / 2);
        let stop = |flow: &FlowSetup| flow.periods.last().is_some_and(|period| period.1 < middle);
        let stops = || {
            setup.flows.iter().filter(|flow| stop(flow)).map(|flow| flow.periods[flow.periods.len() - 1].1)
        };
        if let Some(last) = stops().max().filter(|last| *last > half.at && setup.fork.is_none()) {
            let mut later = setup.clone();
            later.flows.iter_mut().filter(|flow| stop(flow)).for_each(|flow| flow.periods.clear());
            if let Some(alone) = try_it(&later, options, most_events / 2) {
                let alone = alone.carried_on(&later, options, &Cost::bound(&later, options));
                let [until_s, whole_s] = [larger(last.secs(), whole.at.secs()), whole.at.secs()];
                let rest = 1.0 - until_s / setup.duration.secs();
                cost.packets = whole.packets * until_s / whole_s + alone.packets * rest;
                cost.bytes = larger(cost.bytes, alone.bytes);
            }
        }
        Cost { packets: smaller(cost.packets, bound.packets), bytes: smaller(cost.bytes, bound.bytes) }
    }
}

/// A trial run, after each quarter of its events.
struct Trial {
    quarters: [Spent; 4],
    done: bool,
}

/// Makes a trial run. Returns `None` if it takes too much.
#[inline]
fn try_it(setup: &Setup, options: &RecordOptions, most_events: u64) -> Option<Trial> {
    let mut run = Simulation::new(setup, options);
    let mut state_bytes = 0.0;
    let mut quarter = || {
        let spent = spend(&mut run, setup, most_events / 4, state_bytes)?;
        state_bytes = spent.state_bytes;
        Some(spent)
    };
    let quarters = [quarter()?, quarter()?, quarter()?, quarter()?];
    Some(Trial { quarters, done: run.progress().done })
}

impl Trial {
    /// What the whole run of `setup` costs if it goes on as the trial. Its bound is `bound`.
    #[inline]
    fn carried_on(&self, setup: &Setup, options: &RecordOptions, bound: &Cost) -> Cost {
        let [first, half, third, whole] = &self.quarters;
        if self.done {
            let bytes = whole.state_bytes + whole.kept_bytes + whole.copied_bytes;
            return Cost { packets: whole.packets, bytes };
        }
        let [until_half, until_whole] = [half.at, whole.at].map(|at| until(setup, options, at).packets);
        let late = until_whole - until_half;
        // The slow starts lie in the first half.
        let (used, of) = if late > ENOUGH * until_whole {
            (whole.packets - half.packets, late)
        } else {
            (whole.packets, until_whole)
        };
        let share = if of > 0.0 { used / of } else { 1.0 };
        // Of what arrives in the late half, a part was sent before and only drains. What is left of that costs as
        // much as it, and does not come again.
        let drained = half.under_way.saturating_sub(whole.under_way) as f64;
        let came = larger(drained + (whole.sent - half.sent) as f64, 1.0);
        let is_burst = drained > MUCH_DRAINS * came;
        let each = (whole.packets - half.packets) / came;
        let draining = if is_burst { whole.under_way as f64 * each } else { 0.0 };
        let rest = (bound.packets - until_whole).max(0.0);
        let mut packets = whole.packets + draining + (1.0 - drained / came) * share.min(1.0) * rest;
        let mut bytes = bytes(setup, options, whole);
        // A window that still grows and meets no loss goes on growing in a run that is much longer
        // than the trial, until what the bound knows stops it.
        let rates = [first.rate_after(None), half.rate_after(Some(first)), third.rate_after(Some(half))];
        let is_faster = whole.rate_after(Some(third)) > STILL_GROWS * rates[2];
        let grows = is_faster && rates.is_sorted_by(|a, b| a < b) && whole.lost == first.lost;
        if grows && whole.times > MUCH_LONGER {
            packets = packets.max(whole.packets * whole.times * whole.times);
            bytes += (whole.times - 1.0) * whole.state_bytes;
        }
        Cost { packets, bytes }
    }
}

/// Runs the trial on, in which the state had at most `state_bytes` so far. Returns `None` if it takes
/// too much.
#[inline]
fn spend(trial: &mut Simulation, setup: &Setup, most_events: u64, state_bytes: f64) -> Option<Spent> {
    let mut state = trial.state_bytes();
    for _ in 0..most_events.div_ceil(SLICE) {
        let done = trial.advance(Time::NEVER, SLICE).done;
        state = state.max(trial.state_bytes());
        // An event may send a burst of a million segments.
        if state > Ceiling::PAGE.bytes || trial.packet_hops() > 100 * most_events {
            return None;
        }
        if done {
            break;
        }
    }
    let at = trial.progress().time;
    let times = setup.duration.secs() / at.secs().max(f64::MIN_POSITIVE);
    let census = trial.census();
    Some(Spent {
        at,
        times,
        packets: trial.packet_hops() as f64 * (1.0 + packets_per_ack(setup)),
        lost: census.dropped + census.lost,
        under_way: census.under_way,
        sent: trial.segments_sent(),
        state_bytes: state_bytes.max(state as f64),
        copied_bytes: trial.copied_bytes() as f64,
        kept_bytes: trial.kept_bytes_after(times),
    })
}

/// The bytes of the whole run, from those of the trial.
#[inline]
fn bytes(setup: &Setup, options: &RecordOptions, whole: &Spent) -> f64 {
    let nothing = &RecordOptions::NOTHING;
    let [later, so_far] = [Cost::bound(setup, nothing), until(setup, nothing, whole.at)];
    let state = whole.state_bytes * (later.bytes / so_far.bytes).max(1.0);
    let kept = whole.kept_bytes.min(memory::kept_bytes(setup, options));
    // Two checkpoints are kept whatever their size.
    let most = (options.checkpoint_bytes as f64).min(MAX_CHECKPOINTS as f64 * state).max(2.0 * state);
    let copied =
        if options.checkpoint_bytes > 0 { (whole.copied_bytes * whole.times).min(most) } else { 0.0 };
    state + kept + copied
}

/// The bound of the part of a run before `at`.
#[inline]
fn until(setup: &Setup, options: &RecordOptions, at: Time) -> Cost {
    let mut part = setup.clone();
    part.duration = at;
    let Some(fork) = part.fork.take() else { return Cost::bound(&part, options) };
    if at <= fork.at {
        return Cost::bound(&part, options);
    }
    part.duration = fork.at;
    let [mut before, mut after] = [fork.after.clone(), fork.after];
    before.duration = fork.at;
    after.duration = at;
    let [begun, before, after] = [&part, &before, &after].map(|one| Cost::bound(one, options));
    Cost {
        packets: begun.packets + (after.packets - before.packets).max(0.0),
        bytes: begun.bytes.max(after.bytes),
    }
}
