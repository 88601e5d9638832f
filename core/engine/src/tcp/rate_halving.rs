//! Loss recovery as ns-2's TCP/Linux agent has it (`recovery_variant: ns2_linux`): forward
//! acknowledgement and rate halving.
//!
//! ns-2.35 tcp/tcp-linux.cc, around modules of Linux 2.6.22. At a loss the algorithm sets ssthresh.
//! The data in flight falls gradually, by one segment for every two that arrive, until the window
//! of the algorithm takes over. For most algorithms this is half of ssthresh, so slow start has to
//! climb back to ssthresh. A kernel tells the algorithm when this is over; the agent does not.

use super::fack::REACH;
use super::recovery::Gate;
use super::rules::{FORWARD_ACK, RECOVERED};
use super::sender::{AckArrival, Sender};
use crate::cc::{Ack, CongestionControl, State};
use crate::trace::Decisions;

/// How far cwnd may be above the data in flight when recovery ends.
const MAX_BURST: f64 = 3.0;

/// A rate halving under way, in segments.
#[derive(Clone, Copy, Debug)]
pub struct Halving {
    /// The window does not fall below this.
    floor: f64,
    /// The allowed data in flight.
    allowance: u64,
}

impl Halving {
    fn window(self) -> f64 {
        self.floor.max(self.allowance as f64)
    }

    /// Before sending: at most one segment more than the data in flight.
    fn before(&mut self, pipe: u64) {
        self.allowance = self.allowance.min(pipe + 1);
    }

    /// After a segment was sent: the next one waits until two have arrived.
    fn after(&mut self, pipe: u64) {
        self.allowance = self.allowance.min(pipe.saturating_sub(1).max(1));
    }
}

impl Sender {
    /// The agent also takes an RTT sample from duplicate ACKs (tcp-linux.cc, time_processing),
    /// which a kernel does not. Duplicates echo the segment before the hole. In a recovery the
    /// smoothed RTT therefore grows to almost twice the RTT, and so does everything derived from
    /// it. With the agent's own timer a duplicate also ends the back-off (`ts_resetRTO_`).
    pub(super) fn sample_duplicate(&mut self, arrival: &AckArrival) {
        if self.loss.fack.is_some() && self.measure.timestamps {
            self.timer.rto.sample_at(self.now.since(arrival.echo).secs(), self.c.una, self.c.next);
            if !self.timer.rto.settles_by_timed_segment() {
                self.timer.rto.settle();
            }
            self.c.srtt_s = self.srtt_s();
            self.c.rttvar_s = self.timer.rto.rttvar_s();
        }
    }

    /// Handles an ACK. True if the window may grow with it. `lost` is the first segment that it
    /// shows to be lost.
    #[inline(never)]
    pub(super) fn on_forward_ack(&mut self, ack: &Ack, lost: Option<u64>, log: &mut Decisions) -> bool {
        self.loss.duplicates =
            if ack.acked > 0 { 0 } else { self.loss.duplicates + u32::from(ack.is_duplicate) };
        // The agent restarts its timer with every ACK.
        self.restart_timer();
        let mut grow = ack.acked > 0 && self.c.state != State::Recovery;
        let leaves = self.c.state != State::Open && self.c.una >= self.recover_point();
        let lost = lost.filter(|_| self.c.state != State::Recovery && !leaves);
        // The window grows first (tcp-linux.cc, recv(): cong_avoid() before
        // tcp_fastretrans_alert()).
        if grow && (leaves || lost.is_some()) {
            if self.output.window_limited {
                self.cc.on_increase(&self.c, ack, &mut self.w, log);
            }
            grow = false;
        }
        if leaves {
            return self.leave_moderately(log) && grow;
        }
        if let Some(segment) = lost {
            self.start_halving(segment, log);
            grow = false;
        }
        grow
    }

    fn start_halving(&mut self, segment: u64, log: &mut Decisions) {
        self.counters.fast_retransmits += 1;
        self.loss.gate = Gate::after_loss(self.c.max);
        let before = self.w.cwnd.floor();
        self.cc.on_loss(&self.c, &mut self.w, log);
        let share = self.share_segments(log);
        if let Some(share) = share {
            (self.w.cwnd, self.w.ssthresh) = (share, share);
        }
        self.w.ssthresh = whole(self.w.ssthresh);
        self.clamp();
        self.c.state = State::Recovery;
        let floor = match share {
            Some(share) => share,
            None => self.cc.halving_floor(&self.c, &self.w),
        };
        let floor = whole(floor).max(1.0);
        if !self.needs.owns_cwnd {
            self.loss.halving = Some(Halving { floor, allowance: before as u64 });
        }
        let forward = self.loss.fack.as_ref().map_or(0, |board| board.forward());
        let values = [forward as f64 - 1.0, segment as f64, self.c.max as f64, before, floor];
        log.say(FORWARD_ACK, &values);
    }

    /// Everything sent before the loss has arrived. cwnd is set to little more than the data in
    /// flight, and slow start may climb to ssthresh from there. True if cwnd was left as it is.
    fn leave_moderately(&mut self, log: &mut Decisions) -> bool {
        self.end_halving();
        if let Some(board) = &mut self.loss.fack {
            board.clear();
        }
        self.c.pipe = self.pipe();
        let stays = self.needs.owns_cwnd || self.w.cwnd >= self.w.ssthresh;
        if !stays {
            self.w.cwnd = self.w.ssthresh.min(self.c.pipe as f64 + MAX_BURST);
        }
        self.loss.duplicates = 0;
        self.c.state = State::Open;
        self.cc.on_recovery_exit(&self.c, &mut self.w, log);
        self.clamp();
        self.restart_round();
        log.say(RECOVERED, &[self.c.una as f64, self.recover_point() as f64, self.w.cwnd]);
        stays
    }

    /// Ends the rate halving: the window of the algorithm applies again.
    pub(super) fn end_halving(&mut self) {
        if let Some(halving) = self.loss.halving.take() {
            self.w.cwnd = halving.floor;
        }
    }

    /// Before anything is sent after an ACK.
    #[inline(never)]
    pub(super) fn halve_before_sending(&mut self) {
        let pipe = self.pipe();
        if let Some(halving) = &mut self.loss.halving {
            halving.before(pipe);
            self.w.cwnd = halving.window();
        }
    }

    /// A segment was sent.
    #[inline(never)]
    pub(super) fn halve_after_sending(&mut self) {
        let pipe = self.pipe();
        if let Some(halving) = &mut self.loss.halving {
            halving.after(pipe);
            self.w.cwnd = halving.window();
        }
    }

    /// The next segment: the smallest lost one, or a new one.
    #[inline(never)]
    pub(super) fn next_by_fack(&mut self) -> Option<u64> {
        let board = self.loss.fack.as_mut()?;
        if board.pipe(self.c.next) as f64 + 1.0 > self.w.cwnd.max(1.0) {
            return self.window_full();
        }
        match board.next_lost() {
            Some(number) => {
                board.resend(number, self.c.next);
                self.output.window_limited = true;
                Some(number)
            }
            None => self.within_source_and_receiver(self.c.next),
        }
    }
}

/// The formula of the rule prints this value.
const _: () = assert!(REACH == 4);

/// `window` in whole segments. With floating point, a share of a window can be just below a
/// whole number, as in 78 · (62 / 78). The agent's integers have no such rounding error.
fn whole(window: f64) -> f64 {
    const ROUNDING: f64 = 1e-9;
    (window + ROUNDING).floor()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_allowance_comes_down_with_what_is_in_the_network_and_stops_at_the_floor() {
        let mut halving = Halving { floor: 4.0, allowance: 20 };
        halving.before(12);
        assert_eq!(halving.window(), 13.0, "one more than is in the network");
        halving.before(15);
        assert_eq!(halving.window(), 13.0, "never up again");
        halving.after(9);
        assert_eq!(halving.window(), 8.0, "two have to arrive before the next is sent");
        halving.after(0);
        assert_eq!((halving.allowance, halving.window()), (1, 4.0));
    }
}
