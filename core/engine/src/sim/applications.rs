//! The application of a flow opens its connections, and learns what is delivered.

use super::flow::{Flow, Source};
use crate::application::Writes;
use crate::units::Time;

/// A connection opens: its application writes for the first time.
pub(super) fn open(flow: &mut Flow, now: Time) {
    let (Some(application), Source::Tcp { sender, .. }) = (&mut flow.application, &mut flow.source) else {
        return;
    };
    application.is_open = true;
    let segments = application.model.open(now, &mut application.random);
    sender.give(segments);
    flow.wanted_segments = segments;
}

/// The receiver has everything that was written: a transfer is complete.
#[inline(never)]
pub(super) fn complete(flow: &mut Flow, now: Time) {
    let Some(application) = &mut flow.application else {
        flow.completed_at = Some(now);
        return;
    };
    let completed = application.model.completed(now, &mut application.random);
    let sums = &mut application.transfers;
    if let Some(took) = completed.took {
        sums.completed += 1;
        sums.sum_s += took.secs();
        sums.times.count(took.nanos());
    }
    if let Some(bps) = completed.chunk_rate_bps {
        sums.chunks += 1;
        sums.chunk_rates_bps += bps;
    }
    sums.stalled_s += completed.stalled_s;
    let end = flow.stop_at;
    if let Some(at) = completed.reopens.filter(|at| application.is_open && *at < end) {
        flow.schedule.push_front((at, end));
    }
}
