//! Where a flow's trace goes.

use crate::cc::{CongestionControl, Controller};
use crate::tcp::Sender;
use crate::trace::{
    CounterHandle, Handle, LANES, NO_SAMPLE, Recorder, RowHandle, SenderState, SeriesId, SeriesOf, whole,
};
use crate::units::Time;

/// The series of what an algorithm keeps, with its value. It is recorded if the algorithm has the value at its start.
pub const OF_ALGORITHM: [SeriesOf<Controller>; 1] =
    [(SeriesId::EcnAlpha, |algorithm| algorithm.marked_fraction())];

/// Where a flow's trace goes.
#[derive(Clone, Debug)]
pub struct FlowHandles {
    /// The values that every ACK may change, for the flow itself and for its group's band, in the
    /// order of [`FlowHandles::ROW`].
    pub row: [RowHandle; 2],
    /// Whether the algorithm makes an estimate.
    pub has_estimate: bool,
    /// The slow-start threshold. It is not in the row because it changes rarely.
    pub ssthresh: [Handle; 2],
    /// What its algorithm keeps, in the order of [`OF_ALGORITHM`].
    pub of_algorithm: [[Handle; 2]; OF_ALGORITHM.len()],
    /// Delivered segments, which the receiver reports.
    pub delivered: CounterHandle,
    /// The delays of the packets, of a constant-bit-rate flow.
    pub delay: [Handle; 2],
    /// The shadow estimates.
    pub shadows: Vec<[Handle; 2]>,
    /// The state that the algorithm shows in curves, by number.
    pub shown: Vec<[Handle; 2]>,
    /// Whether there is any of [`FlowHandles::keeps_more`]: each ACK asks.
    pub has_more: bool,
}

impl FlowHandles {
    pub const ROW: [SeriesId; LANES] =
        [SeriesId::Cwnd, SeriesId::Flight, SeriesId::Acked, SeriesId::Sent, SeriesId::Rtt, SeriesId::Bwe];

    /// Nothing is recorded.
    pub const fn none() -> FlowHandles {
        FlowHandles {
            row: [RowHandle::NONE; 2],
            has_estimate: false,
            ssthresh: [Handle::NONE; 2],
            of_algorithm: [[Handle::NONE; 2]; OF_ALGORITHM.len()],
            delay: [Handle::NONE; 2],
            delivered: CounterHandle::NONE,
            shadows: Vec::new(),
            shown: Vec::new(),
            has_more: false,
        }
    }

    /// True if more is recorded of its sender than the row and ssthresh.
    pub fn keeps_more(&self) -> bool {
        !self.shadows.is_empty()
            || !self.shown.is_empty()
            || self.of_algorithm != [[Handle::NONE; 2]; OF_ALGORITHM.len()]
    }

    /// True if anything of its sender is recorded.
    #[inline]
    pub fn are_any(&self) -> bool {
        self.row != [RowHandle::NONE; 2]
    }

    /// The flow's own row.
    pub fn own_row(&self) -> RowHandle {
        self.row[0]
    }

    /// Records the state of `sender`; ssthresh only if it has changed.
    // Not inlined: the caller would compute the values even for runs that record nothing.
    #[inline(never)]
    pub fn record(&self, sender: &Sender, now: Time, ssthresh_before: Option<f64>, recorder: &mut Recorder) {
        let (c, w) = (sender.connection(), sender.window());
        let bin = recorder.bin(now);
        let estimate = if self.has_estimate { estimate_of(sender) } else { NO_SAMPLE };
        let rtt_s = c.last_rtt_s.map_or(NO_SAMPLE, |rtt_s| rtt_s as f32);
        let row = [w.cwnd as f32, whole(c.flight()), whole(c.una), whole(c.max), rtt_s, estimate];
        // A flow that is alone in its group has no band.
        recorder.sample_rows(self.row, bin, row);
        recorder.follow(self.row[0], || SenderState {
            time: now,
            cwnd: w.cwnd,
            ssthresh: w.ssthresh,
            flight: c.flight(),
            rtt_s: c.last_rtt_s,
        });
        if ssthresh_before != Some(w.ssthresh) || self.has_more {
            self.record_rest(sender, bin, ssthresh_before, recorder);
        }
    }

    #[inline(never)]
    fn record_rest(&self, sender: &Sender, bin: u32, ssthresh_before: Option<f64>, recorder: &mut Recorder) {
        let ssthresh = sender.window().ssthresh;
        let segment_bits = sender.connection().segment_bits;
        let kept = OF_ALGORITHM.map(|(_, value)| value(sender.algorithm()));
        for band in 0..2 {
            for (value, handles) in kept.iter().zip(&self.of_algorithm) {
                if let Some(value) = value {
                    recorder.sample(handles[band], bin, *value as f32);
                }
            }
            if ssthresh_before != Some(ssthresh) && ssthresh.is_finite() {
                recorder.sample(self.ssthresh[band], bin, ssthresh as f32);
            }
            for (shadow, rate) in self.shadows.iter().zip(sender.shadows()) {
                recorder.sample(shadow[band], bin, (rate * segment_bits) as f32);
            }
            for (place, shown) in self.shown.iter().enumerate() {
                let value = sender.shown(place).map_or(NO_SAMPLE, |value| value as f32);
                if value.is_finite() {
                    recorder.sample(shown[band], bin, value);
                }
            }
        }
    }
}

#[inline(never)]
fn estimate_of(sender: &Sender) -> f32 {
    let rate = sender.estimate().map(|(_, rate)| rate * sender.connection().segment_bits);
    rate.map_or(NO_SAMPLE, |bps| bps as f32)
}
