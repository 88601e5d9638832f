//! When the application of a flow acts, and what it writes.

use super::flow::{Flow, Phase, Source};
use super::network::Network;
use crate::application::{Action, Writes};
use crate::trace::Recorder;
use crate::units::Time;

impl Flow {
    /// A connection opens: its application writes for the first time.
    pub(super) fn open_application(&mut self, now: Time) {
        let (Some(application), Source::Tcp { sender, .. }) = (&mut self.application, &mut self.source)
        else {
            return;
        };
        application.is_open = true;
        let segments = application.model.open(now, &mut application.random);
        sender.give(segments);
        self.wanted_segments = segments;
    }

    /// The receiver has everything that was written: a transfer is complete.
    #[inline(never)]
    pub(super) fn complete(&mut self, now: Time) {
        let Some(application) = &mut self.application else {
            self.completed_at = Some(now);
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
        let end = self.stop_at;
        if let Some(at) = completed.reopens.filter(|at| application.is_open && *at < end) {
            self.schedule.push_front((at, end));
        }
    }
}

impl Network {
    /// The application of `flow` acts.
    #[inline(never)]
    pub(super) fn act(&mut self, flow: usize, recorder: &mut Recorder) {
        let now = self.now;
        let state = &mut self.flows[flow];
        let (Some(application), Source::Tcp { sender, .. }) = (&mut state.application, &mut state.source)
        else {
            return;
        };
        let before = sender.window().ssthresh;
        let all = match application.model.act(now, &mut application.random) {
            Action::Write(segments) => sender.given().saturating_add(segments),
            Action::Flood => u64::MAX,
            Action::Withdraw => {
                sender.withdraw();
                state.wanted_segments = sender.given();
                return;
            }
        };
        state.wanted_segments = all;
        if state.phase == Phase::Open {
            sender.extend(now, all, &mut self.outbox, &mut self.decisions);
            self.after_sender(flow, Some(before), recorder);
        } else {
            sender.give(all);
        }
    }
}
