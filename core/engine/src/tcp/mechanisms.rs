//! State of the modern mechanisms of a sender: RACK, the reduction of its window, undo, marks, and
//! slow start by another rule.
//!
//! All of it is behind one pointer. A flow that uses none of it pays one check per ACK, per burst
//! and per segment, and no memory.

use super::gso::Gso;
use super::marks::MarkReader;
use super::own::OwnRecovery;
use super::pacing::Pacer;
use super::prr::Prr;
use super::rack::Rack;
use super::sender::{Outgoing, Sender};
use super::setup::TcpSetup;
use super::slow_start::SlowStart;
use super::undo::{Frto, Undo};
use super::usage::Usage;
use crate::cc::{Ack, Needs};
use crate::choices::{MarkFeedback, SlowStartRule};
use crate::mechanism::Chosen;
use crate::mechanism::reduction::Value as Reduction;
use crate::trace::Decisions;
use crate::units::Time;

/// The mechanisms of a flow that uses any.
#[derive(Clone, Debug)]
pub struct Mechanisms {
    /// The segments in flight under `recovery: rack`.
    pub(super) rack: Option<Rack>,
    /// The loss recovery, if it is not built in.
    pub(super) own: Option<Box<dyn OwnRecovery>>,
    /// Those that `mechanism` declares.
    pub(super) chosen: Chosen,
    /// The reduction of the window in this recovery, unless it happened at once.
    pub(super) prr: Option<Prr>,
    /// Spurious losses are undone: by timestamps, and by the receiver's reports of segments that arrive
    /// twice.
    pub(super) undoes: bool,
    pub(super) undoes_by_reports: bool,
    pub(super) undo: Option<Undo>,
    /// After a timeout that may have been too early.
    pub(super) frto: Option<Frto>,
    /// What the sender knows of marks, if the flow uses ECN.
    pub(super) marks: Option<MarkReader>,
    /// Slow start by another rule than the algorithm's.
    pub(super) slow_start: Option<SlowStart>,
    pub(super) pacer: Option<Pacer>,
    /// An algorithm that paces does so as Linux does.
    pub(super) paces_as_linux: bool,
    /// The bursts in which segments leave, if the network card cuts them into segments.
    pub(super) gso: Option<Gso>,
    /// How the window is used, if that decides whether it grows.
    pub(super) usage: Option<Usage>,
    /// When the last segment left.
    pub(super) last_sent: Option<Time>,
}

/// The mechanisms of a flow, if it uses any.
#[derive(Clone, Debug)]
pub struct MechanismSlot(Option<Box<Mechanisms>>);

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

    /// Memory of the mechanisms and their lists, in bytes.
    pub(super) fn bytes(&self) -> usize {
        self.get().map_or(0, |mechanisms| {
            size_of::<Mechanisms>()
                + mechanisms.rack.as_ref().map_or(0, |rack| rack.board.bytes())
                + mechanisms.own.as_ref().map_or(0, |own| own.bytes())
        })
    }

    /// True if the flow uses any.
    #[inline]
    pub(super) fn is_used(&self) -> bool {
        self.0.is_some()
    }

    /// All of them.
    #[inline]
    pub(super) fn get(&self) -> Option<&Mechanisms> {
        self.0.as_deref()
    }

    /// All of them, to change.
    #[inline]
    pub(super) fn get_mut(&mut self) -> Option<&mut Mechanisms> {
        self.0.as_deref_mut()
    }

    /// RACK.
    #[inline]
    pub(super) fn rack(&self) -> Option<&Rack> {
        self.0.as_ref()?.rack.as_ref()
    }

    /// RACK, to change.
    #[inline]
    pub(super) fn rack_mut(&mut self) -> Option<&mut Rack> {
        self.0.as_mut()?.rack.as_mut()
    }

    /// The recovery that is not built in.
    #[inline]
    pub(super) fn own(&self) -> Option<&dyn OwnRecovery> {
        self.0.as_ref()?.own.as_deref()
    }

    /// The reduction under way.
    #[inline]
    pub(super) fn prr_mut(&mut self) -> Option<&mut Prr> {
        self.0.as_mut()?.prr.as_mut()
    }

    /// What is known of marks.
    #[inline]
    pub(super) fn marks_mut(&mut self) -> Option<&mut MarkReader> {
        self.0.as_mut()?.marks.as_mut()
    }

    /// The rule of slow start.
    #[inline]
    pub(super) fn slow_start_mut(&mut self) -> Option<&mut SlowStart> {
        self.0.as_mut()?.slow_start.as_mut()
    }

    /// The pacer.
    #[inline]
    pub(super) fn pacer(&self) -> Option<&Pacer> {
        self.0.as_ref()?.pacer.as_ref()
    }

    /// The bursts.
    #[inline]
    pub(super) fn gso(&self) -> Option<Gso> {
        self.0.as_ref()?.gso
    }

    /// The bursts, to change.
    #[inline]
    pub(super) fn gso_mut(&mut self) -> Option<&mut Gso> {
        self.0.as_mut()?.gso.as_mut()
    }

    /// When the last segment left.
    pub(super) fn last_sent(&self) -> Option<Time> {
        self.0.as_ref()?.last_sent
    }

    /// The pacer, to change.
    #[inline]
    pub(super) fn pacer_mut(&mut self) -> Option<&mut Pacer> {
        self.0.as_mut()?.pacer.as_mut()
    }

    /// True if an algorithm that paces does so as Linux does.
    #[inline]
    pub(super) fn paces_as_linux(&self) -> bool {
        self.0.as_ref().is_some_and(|mechanisms| mechanisms.paces_as_linux)
    }

    /// How the window is used.
    #[inline]
    pub(super) fn usage_mut(&mut self) -> Option<&mut Usage> {
        self.0.as_mut()?.usage.as_mut()
    }

    /// True while a loss may turn out to be spurious.
    #[inline]
    pub(super) fn may_undo(&self) -> bool {
        self.0.as_ref().is_some_and(|mechanisms| mechanisms.undo.is_some())
    }

    /// How the window is reduced after a loss.
    #[inline]
    pub(super) fn reduction(&self) -> Reduction {
        self.0.as_ref().map_or(Reduction::AtOnce, |mechanisms| mechanisms.chosen.reduction)
    }

    /// Ends the reduction under way and returns it.
    pub(super) fn take_prr(&mut self) -> Option<Prr> {
        self.0.as_mut()?.prr.take()
    }

    /// Forgets the windows before the loss and returns them.
    pub(super) fn take_undo(&mut self) -> Option<Undo> {
        self.0.as_mut()?.undo.take()
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
