//! Loss recovery as ns-2's TCP/Linux agent has it (`recovery_variant: ns2_linux`): forward
//! acknowledgement and rate halving.
//!
//! ns-2.35 tcp/tcp-linux.cc, around modules of Linux 2.6.22. At a loss the algorithm sets ssthresh.
//! The data in flight falls gradually, by one segment for every two that arrive, until the window
//! of the algorithm takes over. For most algorithms this is half of ssthresh, so slow start has to
//! climb back to ssthresh. A kernel tells the algorithm when this is over; the agent does not.

use super::fack::{FackBoard, REACH};
use crate::laws::vegas;
use ackscope_engine::catalogue::{OwnRuleRange, Rule, RuleKind, lean_rules, term};
use ackscope_engine::cc::{Ack, CongestionControl, State};
use ackscope_engine::tcp::{
    AckArrival, ExternalRecovery, Gate, Outgoing, RECOVERED, Sender, delivery, reduction,
};
use ackscope_engine::trace::Decisions;

/// A loss was found by forward acknowledgement, and rate halving begins.
pub static FORWARD_ACK: [Rule; 1] = lean_rules([Rule {
    key: "tcp.forward-ack",
    kind: RuleKind::FastRetransmit,
    title: "The segment four above the missing one has arrived: the missing segment is retransmitted. The window shrinks by one segment for every two that arrive.",
    formula: r"{{forward}} \ge {{segment}} + 4 \ \Rightarrow\ \text{resend},\quad \mathit{recover} = {{recover}},\quad {{window}} \searrow {{floor}}",
    terms: &[
        term("forward", r"\mathit{fack}", "segment", "The highest segment that has arrived."),
        term("segment", r"\mathit{lost}", "segment", "The missing segment."),
        term(
            "recover",
            r"\mathit{max}",
            "segment",
            "Recovery lasts until everything below this is acknowledged.",
        ),
        term("window", r"\mathit{cwnd}", "segments", "The window before."),
        term(
            "floor",
            r"\mathit{cwnd}_{\min}",
            "segments",
            "The window does not fall below this during recovery.",
        ),
    ],
    source: "ns-2.35, tcp/tcp-linux.cc",
}]);

/// Its place among the rules of this crate: behind those of Vegas.
pub const FORWARD_ACK_RANGE: OwnRuleRange =
    OwnRuleRange::of(vegas::RULES.len() as u16, FORWARD_ACK.len() as u16);

/// How far cwnd may be above the data in flight when recovery ends.
const MAX_BURST: f64 = 3.0;

/// The recovery of the TCP/Linux agent.
#[derive(Clone, Default)]
pub struct RateHalving {
    board: FackBoard,
    /// The first segment that the current ACK shows to be lost.
    lost: Option<u64>,
    halving: Option<Halving>,
}

/// A rate halving under way, in segments.
#[derive(Clone, Copy, Debug)]
struct Halving {
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

impl RateHalving {
    fn start_halving(&mut self, s: &mut Sender, segment: u64, log: &mut Decisions) {
        s.counters.fast_retransmits += 1;
        s.loss.gate = Gate::after_loss(s.c.max);
        let before = s.w.cwnd.floor();
        s.cc.on_loss(&s.c, &mut s.w, log);
        let share = reduction::share_segments(&s.c, log);
        if let Some(share) = share {
            (s.w.cwnd, s.w.ssthresh) = (share, share);
        }
        s.w.ssthresh = whole(s.w.ssthresh);
        s.clamp();
        s.c.state = State::Recovery;
        let floor = match share {
            Some(share) => share,
            None => super::floor::floor(&mut s.cc, &s.c, &s.w),
        };
        let floor = whole(floor).max(1.0);
        if !s.needs.owns_cwnd {
            self.halving = Some(Halving { floor, allowance: before as u64 });
        }
        let forward = self.board.forward() as f64 - 1.0;
        let values = [forward, segment as f64, s.c.max as f64, before, floor];
        log.of(FORWARD_ACK_RANGE).say_own(0, &values);
    }

    /// Everything sent before the loss has arrived. cwnd is set to little more than the data in
    /// flight, and slow start may climb to ssthresh from there. True if cwnd was left as it is.
    fn leave_moderately(&mut self, s: &mut Sender, log: &mut Decisions) -> bool {
        self.end_halving(s);
        self.board.clear();
        s.c.pipe = self.board.pipe(s.c.next);
        let stays = s.needs.owns_cwnd || s.w.cwnd >= s.w.ssthresh;
        if !stays {
            s.w.cwnd = s.w.ssthresh.min(s.c.pipe as f64 + MAX_BURST);
        }
        s.loss.duplicates = 0;
        s.c.state = State::Open;
        s.cc.on_recovery_exit(&s.c, &mut s.w, log);
        s.clamp();
        s.restart_round();
        log.say(RECOVERED, &[s.c.una as f64, s.recover_point() as f64, s.w.cwnd]);
        stays
    }

    /// Ends the rate halving: the window of the algorithm applies again.
    fn end_halving(&mut self, s: &mut Sender) {
        if let Some(halving) = self.halving.take() {
            s.w.cwnd = halving.floor;
        }
    }
}

impl ExternalRecovery for RateHalving {
    fn copy(&self) -> Box<dyn ExternalRecovery> {
        Box::new(self.clone())
    }

    fn bytes(&self) -> usize {
        size_of::<RateHalving>() + self.board.bytes()
    }

    fn take_blocks(&mut self, arrival: &AckArrival) -> Option<u64> {
        let news = self.board.update(arrival.number, arrival.blocks);
        self.lost = news.lost;
        Some(news.sacked)
    }

    /// The agent also takes an RTT sample from duplicate ACKs (tcp-linux.cc, time_processing),
    /// which a kernel does not. Duplicates echo the segment before the hole. In a recovery the
    /// smoothed RTT therefore grows to almost twice the RTT, and so does everything derived from
    /// it. With the agent's own timer a duplicate also ends the back-off (`ts_resetRTO_`).
    fn sample(&mut self, s: &mut Sender, arrival: &AckArrival, acked: u64) -> (Option<f64>, Option<f64>) {
        if acked > 0 {
            return delivery::sample_rtts_out_of_line(s, arrival, acked);
        }
        if s.measure.timestamps {
            s.timer.rto.sample_at(s.now.since(arrival.echo).secs(), s.c.una, s.c.next);
            if !s.timer.rto.settles_by_timed_segment() {
                s.timer.rto.settle();
            }
            s.c.srtt_s = s.srtt_s();
            s.c.rttvar_s = s.timer.rto.rttvar_s();
        }
        (None, None)
    }

    fn on_ack(
        &mut self,
        s: &mut Sender,
        ack: &Ack,
        _arrival: &AckArrival,
        _out: &mut Vec<Outgoing>,
        log: &mut Decisions,
    ) -> bool {
        s.loss.duplicates = if ack.acked > 0 { 0 } else { s.loss.duplicates + u32::from(ack.is_duplicate) };
        // The agent restarts its timer with every ACK.
        s.restart_timer();
        let mut grow = ack.acked > 0 && s.c.state != State::Recovery;
        let leaves = s.c.state != State::Open && s.c.una >= s.recover_point();
        let lost = self.lost.filter(|_| s.c.state != State::Recovery && !leaves);
        // The window grows first (tcp-linux.cc, recv(): cong_avoid() before
        // tcp_fastretrans_alert()).
        if grow && (leaves || lost.is_some()) {
            if s.output.window_limited {
                s.cc.on_increase(&s.c, ack, &mut s.w, log);
            }
            grow = false;
        }
        if leaves {
            return self.leave_moderately(s, log) && grow;
        }
        if let Some(segment) = lost {
            self.start_halving(s, segment, log);
            grow = false;
        }
        grow
    }

    fn pipe(&self, next: u64) -> Option<u64> {
        Some(self.board.pipe(next))
    }

    fn next_lost(&self, _s: &Sender) -> Option<u64> {
        self.board.next_lost()
    }

    fn before_burst(&mut self, s: &mut Sender, _out: &mut Vec<Outgoing>) {
        if let Some(halving) = &mut self.halving {
            halving.before(self.board.pipe(s.c.next));
            s.w.cwnd = halving.window();
        }
    }

    /// The next segment: the smallest lost one, or a new one.
    fn next(&mut self, s: &mut Sender) -> Option<u64> {
        if self.board.pipe(s.c.next) as f64 + 1.0 > s.w.cwnd.max(1.0) {
            return s.window_full();
        }
        let Some(number) = self.board.next_lost() else {
            return s.within_source_and_receiver(s.c.next);
        };
        self.board.resend(number, s.c.next);
        s.output.window_limited = true;
        Some(number)
    }

    fn after_segment(&mut self, s: &mut Sender) {
        if let Some(halving) = &mut self.halving {
            halving.after(self.board.pipe(s.c.next));
            s.w.cwnd = halving.window();
        }
    }

    fn before_timeout(&mut self, s: &mut Sender) {
        self.end_halving(s);
    }

    /// The board marks the lost segments, so the sender does not go back.
    fn after_timeout(&mut self, s: &mut Sender) -> bool {
        self.board.give_up(s.c.next);
        false
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
