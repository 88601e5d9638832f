//! A window of a run, simulated again from the nearest checkpoint and recorded in full.

use super::network::Network;
use crate::trace::{PacketLog, Recorder};
use crate::units::Time;

/// A window being replayed. It owns its state, so the original run may continue meanwhile.
#[derive(Clone, Debug)]
pub struct Replay {
    network: Network,
    recorder: Recorder,
    started: Time,
    until: Time,
    done: bool,
}

impl Replay {
    /// A replay of `network` up to `until`, recorded by `recorder`.
    pub(super) fn new(network: Network, recorder: Recorder, until: Time) -> Replay {
        Replay { started: network.now, network, recorder, until, done: false }
    }

    /// Simulates about `max_events` more events. The slicing does not change the result.
    pub fn advance(&mut self, max_events: u64) {
        if self.done {
            return;
        }
        let mut left = max_events;
        while left > 0 && self.network.now < self.until {
            left -= self.network.advance(self.until, left, &mut self.recorder).min(left);
        }
        if self.network.now >= self.until {
            // Events at the very end of the window still belong to it, and so do packets that still
            // wait.
            self.network.advance(self.until, u64::MAX, &mut self.recorder);
            self.network.drain(&mut self.recorder);
            self.network.log_held(&mut self.recorder);
            self.recorder.sort_packets();
            self.done = true;
        }
        self.network.show_open_bins(&mut self.recorder);
    }

    /// True once the whole window is recorded.
    pub fn is_done(&self) -> bool {
        self.done
    }

    /// The completed share of the time from the checkpoint to the end of the window, 0 to 1.
    pub fn share(&self) -> f64 {
        let way = self.until.nanos().saturating_sub(self.started.nanos());
        if self.done || way == 0 {
            return 1.0;
        }
        self.network.now.nanos().saturating_sub(self.started.nanos()) as f64 / way as f64
    }

    pub fn recorder(&self) -> &Recorder {
        &self.recorder
    }

    /// The packets of the window.
    pub fn packets(&self) -> &PacketLog {
        self.recorder.packets().expect("a replay is made with a packet log")
    }

    /// The packets without the rest of the replay.
    #[inline]
    pub(super) fn into_packets(mut self) -> PacketLog {
        let empty = PacketLog::new(self.until, self.until, 0);
        self.recorder.take_packets().unwrap_or(empty)
    }
}
