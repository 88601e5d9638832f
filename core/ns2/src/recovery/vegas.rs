//! Loss recovery as ns-2's Vegas agent has it: the law itself answers duplicate ACKs.
//!
//! ns-2.35 tcp/tcp-vegas.cc. There is no fast recovery, and only a timeout closes the gate. The law
//! declares a segment lost when it is overdue by a fine timer, and looks again at the first two
//! ACKs after that.

use crate::laws::{Agent, Law};
use ackscope_engine::cc::{Ack, CongestionControl, Controller, State, Window};
use ackscope_engine::tcp::{
    AckArrival, ExternalRecovery, Outgoing, Sender, delivery, recovery, wire, without_sack,
};
use ackscope_engine::trace::Decisions;

/// The recovery of the Vegas agent.
#[derive(Clone, Copy, Default)]
pub struct Vegas {
    /// The current ACK acknowledges new data.
    advances: bool,
}

impl Vegas {
    fn on_duplicate(s: &mut Sender, out: &mut Vec<Outgoing>, log: &mut Decisions) {
        if s.c.state == State::Open {
            s.c.state = State::Disorder;
        }
        let may_resend = !s.loss.gate.after_timeout || s.c.una > s.recover_point();
        let c = &s.c;
        if !ask(&mut s.cc, &mut s.w, &|law, w| law.on_duplicate(c, may_resend, w)) {
            return;
        }
        s.measure.timed = None;
        s.counters.fast_retransmits += 1;
        s.loss.gate = s.loss.gate.after_another(s.c.max);
        s.cc.on_loss(&s.c, &mut s.w, log);
        s.clamp();
        // It backs off with every retransmission (reset_rtx_timer(1)).
        s.timer.rto.expire();
        s.restart_timer();
        Vegas::resend(s, out);
    }

    /// Sends the oldest unacknowledged segment, or the next new one if all are acknowledged. It
    /// leaves `next` unchanged: after going back, the same segment may be sent twice (output()
    /// does not touch t_seqno_).
    fn resend(s: &mut Sender, out: &mut Vec<Outgoing>) {
        let (next, una) = (s.c.next, s.c.una);
        if una < s.c.max || s.within_source_and_receiver(una).is_some() {
            wire::transmit(s, una, out);
            s.c.next = next;
        }
    }
}

impl ExternalRecovery for Vegas {
    fn copy(&self) -> Box<dyn ExternalRecovery> {
        Box::new(*self)
    }

    fn sample(&mut self, s: &mut Sender, arrival: &AckArrival, acked: u64) -> (Option<f64>, Option<f64>) {
        delivery::sample_rtts_out_of_line(s, arrival, acked)
    }

    fn on_ack(
        &mut self,
        s: &mut Sender,
        ack: &Ack,
        arrival: &AckArrival,
        out: &mut Vec<Outgoing>,
        log: &mut Decisions,
    ) -> bool {
        self.advances = ack.acked > 0;
        if self.advances {
            return recovery::on_new_ack_out_of_line(s, ack, out, log);
        }
        if ack.is_duplicate && !recovery::answer_corruption(s, arrival, out, log) {
            Vegas::on_duplicate(s, out, log);
        }
        false
    }

    fn next_lost(&self, _s: &Sender) -> Option<u64> {
        None
    }

    fn before_burst(&mut self, s: &mut Sender, out: &mut Vec<Outgoing>) {
        let c = &s.c;
        if std::mem::take(&mut self.advances) && ask(&mut s.cc, &mut s.w, &|law, _| law.resends_more(c)) {
            Vegas::resend(s, out);
        }
    }

    fn next(&mut self, s: &mut Sender) -> Option<u64> {
        without_sack::next(s)
    }

    fn after_timeout(&mut self, _s: &mut Sender) -> bool {
        true
    }
}

/// What the law of the agent answers; false if it is another law. Laws for comparison are asked
/// with a window of their own.
fn ask(cc: &mut Controller, w: &mut Window, question: &dyn Fn(&mut Agent, &mut Window) -> bool) -> bool {
    match cc {
        Controller::Own(own) => match own.as_any().downcast_mut() {
            Some(Law::VegasAgent(law)) => question(law, w),
            _ => false,
        },
        Controller::WithShadows(shadowed) => {
            let (driver, others) = shadowed.parts();
            for other in others {
                ask(other, &mut w.clone(), question);
            }
            let answer = ask(driver, w, question);
            shadowed.show(*w);
            answer
        }
        _ => false,
    }
}
