//! The mechanisms that a flow asks for, and what they do when a segment leaves.

use super::setup::TcpSetup;
use super::state::{
    Gso, MarkReader, MechanismSlot, Mechanisms, Outgoing, Pacer, Rack, Sender, SlowStart, Usage,
};
use crate::cc::{Ack, Needs};
use crate::choices::{MarkFeedback, SlowStartRule};
use crate::mechanism::Chosen;
use crate::trace::Decisions;

impl MechanismSlot {
    /// What a flow asks for.
    pub(super) fn new(setup: &TcpSetup, needs: Needs) -> MechanismSlot {
        let asked = setup.mechanisms;
        let rack = Rack::of(setup, needs);
        let own = setup.own_recovery.filter(|source| source.replaces == setup.recovery);
        let is_used = rack.is_some()
            || own.is_some()
            || asked.chosen != Chosen::default()
            || asked.undo
            || setup.marks != MarkFeedback::Off
            || asked.slow_start != SlowStartRule::Standard
            || asked.pacing.is_some()
            || asked.gso.is_some()
            || needs.silences;
        MechanismSlot(is_used.then(|| {
            Box::new(Mechanisms {
                rack,
                own: own.map(|source| (source.make)()),
                chosen: asked.chosen,
                prr: None,
                undoes: asked.undo,
                undoes_by_reports: asked.dsack_undo,
                undo: None,
                frto: None,
                marks: MarkReader::new(setup),
                slow_start: SlowStart::of(&asked),
                pacer: asked.pacing.map(Pacer::new),
                paces_as_linux: asked.paces_as_linux,
                gso: asked.gso.map(Gso::new),
                usage: asked.chosen.cwnd_validation.then(Usage::default),
                last_sent: None,
            })
        }))
    }
}

impl Sender {
    /// Segment `number` leaves. True if it carries CWR.
    #[inline]
    pub(super) fn sent_by_mechanisms(&mut self, number: u64, is_retransmission: bool) -> bool {
        let now = self.now;
        let Some(mechanisms) = self.mechanisms.get_mut() else {
            return false;
        };
        mechanisms.last_sent = Some(now);
        if let Some(undo) = mechanisms.undo.as_mut().filter(|_| is_retransmission) {
            undo.sent(now, number);
        }
        if let Some(rack) = &mut mechanisms.rack {
            rack.board.sent(number, now);
        }
        !is_retransmission && mechanisms.marks.as_mut().is_some_and(MarkReader::takes_reduced)
    }

    /// Out-of-line copies of the classic functions, shared by all flows with mechanisms. The other
    /// flows have them inlined in their path.
    #[inline(never)]
    pub(super) fn next_in_sack_recovery_out_of_line(&mut self) -> Option<u64> {
        self.next_in_sack_recovery()
    }

    /// An ACK of new data: true if the window may grow with it.
    #[inline(never)]
    pub fn on_new_ack_out_of_line(
        &mut self,
        ack: &Ack,
        out: &mut Vec<Outgoing>,
        log: &mut Decisions,
    ) -> bool {
        self.on_new_ack(ack, out, log)
    }

    #[inline(never)]
    pub(super) fn on_duplicate_out_of_line(
        &mut self,
        ack: &Ack,
        out: &mut Vec<Outgoing>,
        log: &mut Decisions,
    ) {
        self.on_duplicate(ack, out, log);
    }
}
