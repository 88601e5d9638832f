//! Brings the queue of a channel up to an instant: packets whose transmission has started no longer
//! wait.

use super::channel::Channel;
use super::queue_extremes::QueueExtremes;
use crate::queue::Discipline;
use crate::trace::{Recorder, whole};
use crate::units::{Span, Time};

/// Brings the queue up to `now`: packets whose transmission has started no longer wait.
pub fn drain(channel: &mut Channel, now: Time, recorder: &mut Recorder) {
    report_queue_extremes(channel, recorder);
    channel.longest = channel.longest.max(channel.waiting());
    while let Some(head) = channel.waiting.front().filter(|head| head.start <= now).copied() {
        channel.leave_queue();
        channel.ties.served_since = head.start;
        if !channel.takes_fast_path {
            let view = channel.view(head.start, u32::from(head.bytes), head.flow, head.ecn);
            channel.queue.depart(&view, head.arrived);
        }
        channel.record_waiting(head.start, recorder);
    }
}

/// The same if no discipline has to be told and nothing is recorded.
#[inline(always)]
pub(super) fn drain_unseen(channel: &mut Channel, now: Time) {
    while channel.waiting.front().is_some_and(|head| head.start <= now) {
        channel.leave_queue();
    }
}

/// Begins the bin that holds `now`.
#[inline(never)]
pub(super) fn start_bin(channel: &mut Channel, now: Time, recorder: &mut Recorder) {
    report_queue_extremes(channel, recorder);
    let bin = recorder.bin(now);
    if channel.waiting.front().is_some_and(|head| head.start <= now && recorder.bin(head.start) != bin) {
        // Some packets left the queue in earlier bins.
        drain(channel, now, recorder);
    }
    channel.queue_extremes.until = recorder.bin_end(bin);
}

/// Records the extremes since the bin began and closes the bin, since a replay has other bins.
pub fn report_queue_extremes(channel: &mut Channel, recorder: &mut Recorder) {
    let QueueExtremes { until, least, most } = std::mem::take(&mut channel.queue_extremes);
    if least <= most {
        let bin = recorder.bin(Time::from_nanos(until.nanos() - 1));
        recorder.sample_range(
            channel.handles.queue,
            bin,
            whole(least as u64),
            whole(most as u64),
            whole(channel.waiting.len() as u64),
        );
    }
}

/// Drains the queue for a packet that arrives at `now`. If the packet comes first, a
/// transmission that starts at `now` has not started yet.
pub(super) fn drain_before(channel: &mut Channel, now: Time, recorder: &mut Recorder) {
    let first = Span::from_nanos(u64::from(channel.ties.is_packet_first));
    drain(channel, now - first, recorder);
}
