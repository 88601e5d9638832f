//! SACK recovery as ns-2's Sack1 agent has it (`recovery_variant: ns2_sack1`).
//!
//! ns-2.35 tcp/tcp-sack1.cc, with its defaults. It differs from RFC 6675 in its estimate of the
//! data in flight. `pipe` is a counter. It starts at three below the outstanding segments. Every
//! ACK of the recovery lowers it by one, a partial ACK by two, and every sent segment raises it by
//! one. SACK only selects what to send: first the first hole that was not retransmitted yet, lost
//! or not, then new data. Outside recovery the SACK marks are ignored. After a timeout duplicates
//! are ignored until new data is acknowledged.

use ackscope_engine::cc::{Ack, State};
use ackscope_engine::tcp::{
    AckArrival, DUP_THRESH, ExternalRecovery, LossEvidence, Outgoing, Sender, delivery, recovery,
    without_sack,
};
use ackscope_engine::trace::Decisions;

/// The recovery of the Sack1 agent.
#[derive(Clone, Copy, Default)]
pub struct Sack1 {
    /// Segments believed to be in the network during recovery.
    pipe: i64,
}

impl Sack1 {
    fn on_new_ack(s: &mut Sender, ack: &Ack, out: &mut Vec<Outgoing>, log: &mut Decisions) -> bool {
        let (grow, _) = recovery::advance(s, ack, out, log);
        if s.c.state != State::Recovery {
            s.loss.board.clear();
        }
        s.restart_timer();
        grow & recovery::consider_after_resend(s, ack, out, log)
    }

    fn on_duplicate(s: &mut Sender, ack: &Ack, out: &mut Vec<Outgoing>, log: &mut Decisions) {
        let gate = s.loss.gate;
        if s.c.state == State::Loss && gate.is_for(s.c.una) {
            return;
        }
        s.loss.duplicates += 1;
        if s.c.state == State::Recovery {
            return;
        }
        if s.c.state == State::Open {
            s.c.state = State::Disorder;
        }
        let is_past = if gate.after_timeout {
            s.c.una > s.recover_point()
        } else {
            recovery::gate_is_open(&s.loss, s.c.una)
        };
        if u64::from(s.loss.duplicates) == DUP_THRESH && is_past {
            recovery::start(s, LossEvidence::Duplicates, out, log);
        } else {
            recovery::consider_early(s, ack, out, log);
        }
    }
}

impl ExternalRecovery for Sack1 {
    fn copy(&self) -> Box<dyn ExternalRecovery> {
        Box::new(*self)
    }

    /// The agent's code for partial ACKs takes no RTT sample (tcp-sack1.cc, recv()), but ends the
    /// back-off.
    fn sample(&mut self, s: &mut Sender, arrival: &AckArrival, acked: u64) -> (Option<f64>, Option<f64>) {
        if acked == 0 || s.c.state != State::Recovery || s.c.una >= s.recover_point() {
            return delivery::sample_rtts_out_of_line(s, arrival, acked);
        }
        delivery::end_timing(&mut s.measure, &mut s.timer, arrival);
        s.timer.rto.settle();
        (None, s.segment_rtt(arrival.number - 1))
    }

    fn on_ack(
        &mut self,
        s: &mut Sender,
        ack: &Ack,
        arrival: &AckArrival,
        out: &mut Vec<Outgoing>,
        log: &mut Decisions,
    ) -> bool {
        if s.c.state == State::Recovery {
            self.pipe -= if ack.acked > 0 { 2 } else { 1 };
        }
        let resent = s.counters.retransmitted;
        let grow = ack.acked > 0 && Sack1::on_new_ack(s, ack, out, log);
        if ack.is_duplicate && !recovery::answer_corruption(s, arrival, out, log) {
            Sack1::on_duplicate(s, ack, out, log);
        }
        if s.c.state == State::Recovery && s.counters.retransmitted > resent {
            // A recovery starts: three segments have left the network.
            self.pipe = (s.c.max - s.c.una) as i64 - DUP_THRESH as i64;
        }
        grow
    }

    fn next_lost(&self, s: &Sender) -> Option<u64> {
        s.loss.board.next_lost()
    }

    /// The next segment of the recovery, while the counter is below the window.
    fn next(&mut self, s: &mut Sender) -> Option<u64> {
        if s.c.state != State::Recovery {
            return without_sack::next(s);
        }
        if self.pipe >= s.w.cwnd.floor() as i64 {
            return None;
        }
        let number = match s.loss.board.next_hole() {
            Some(number) => {
                s.loss.board.resend(number);
                number
            }
            None => s.within_source_and_receiver(s.c.max)?,
        };
        self.pipe += 1;
        Some(number)
    }

    fn after_timeout(&mut self, s: &mut Sender) -> bool {
        s.loss.board.clear();
        true
    }
}
