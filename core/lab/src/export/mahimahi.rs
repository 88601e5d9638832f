//! A link's rate as a trace for mahimahi's `mm-link`: one line per opportunity to send 1500 bytes,
//! in whole milliseconds from the start. The trace repeats after its last line.

use super::Remarks;
use crate::lanes::LanePlan;
use ackscope_engine::setup::{DelaySetup, DrawnRate, RateSetup};
use ackscope_engine::units::{BitRate, Span, Time};
use std::fmt::Write;

/// Bits per opportunity.
const QUANTUM_BITS: u128 = 1500 * 8;
/// The longest trace of a constant rate; mahimahi repeats it.
const LONGEST_CONSTANT: Time = Time::from_nanos(60_000_000_000);
/// The maximum number of lines.
const MAX_LINES: usize = 2_000_000;
const NANOS_PER_MS: u64 = 1_000_000;

/// The forward trace of the first hop whose rate changes, or of the first hop.
pub(super) fn program(plan: &LanePlan, remarks: &mut Remarks) -> String {
    let hops = &plan.setup.hops;
    let changes = |rate: &RateSetup| !matches!(rate, RateSetup::Constant(_));
    let hop = hops.iter().find(|hop| changes(&hop.forward.rate)).unwrap_or(&hops[0]);
    if hops.len() > 1 || hop.forward.rate != hop.backward.rate {
        remarks.differs(format!("the trace is the forward rate of the hop {}, and no other", hop.name));
    }
    if hops.iter().any(|hop| {
        [&hop.forward, &hop.backward].iter().any(|channel| !matches!(channel.delay, DelaySetup::Constant(_)))
    }) {
        remarks.differs("the trace has no delays, and mm-delay has one that does not change");
    }
    let instants = match &hop.forward.rate {
        RateSetup::Opportunities { at, looped } => {
            if !looped {
                remarks.differs("the trace starts again after its last line");
            }
            at.clone()
        }
        RateSetup::Constant(rate) => {
            let end = plan.setup.duration.min(LONGEST_CONSTANT);
            of_steps(&[(Time::ZERO, *rate)], end, remarks)
        }
        RateSetup::Steps(steps) | RateSetup::Drawn(DrawnRate { steps, .. }) => {
            remarks.differs("the trace starts again at the end of the run");
            of_steps(steps, plan.setup.duration, remarks)
        }
    };
    if instants.iter().any(|at| at.nanos() % NANOS_PER_MS != 0) {
        remarks.differs("instants are whole milliseconds, rounded up");
    }
    if instants.last().is_none_or(|last| last.nanos() == 0) {
        remarks.cannot("a trace without a chance to send after its start");
    }
    let mut text = String::with_capacity(7 * instants.len());
    for at in instants {
        let _ = writeln!(text, "{}", at.nanos().div_ceil(NANOS_PER_MS));
    }
    text
}

fn of_steps(steps: &[(Time, BitRate)], end: Time, remarks: &mut Remarks) -> Vec<Time> {
    let instants: Vec<Time> = opportunities(steps, end).take(MAX_LINES + 1).collect();
    if instants.len() > MAX_LINES {
        remarks.cannot(format!("a trace of more than {MAX_LINES} lines: shorten the run"));
    }
    instants
}

/// The instants at which another 1500 bytes are sent, at piecewise constant rates until `end`.
pub(crate) fn opportunities(steps: impl AsRef<[(Time, BitRate)]>, end: Time) -> impl Iterator<Item = Time> {
    // Bit-nanoseconds sent since the last opportunity.
    let (mut gone, wanted) = (0_u128, QUANTUM_BITS * 1_000_000_000);
    let (mut index, mut at) = (0, Time::ZERO);
    std::iter::from_fn(move || {
        loop {
            let bps = u128::from(steps.as_ref().get(index)?.1.bps());
            let until = steps.as_ref().get(index + 1).map_or(end, |next| next.0).min(end);
            let left = u128::from(until.since(at).nanos());
            if (wanted - gone) <= left * bps {
                at += Span::from_nanos((wanted - gone).div_ceil(bps) as u64);
                gone = (gone + (wanted - gone).div_ceil(bps) * bps) - wanted;
                return Some(at);
            }
            gone += left * bps;
            (index, at) = (index + 1, until);
        }
    })
}
