//! State of the modern mechanisms of a sender: RACK, the reduction of its window, undo, marks, and
//! slow start by another rule.
//!
//! All of it is behind one pointer. A flow that uses none of it pays one check per ACK, per burst
//! and per segment, and no memory.

use super::gso::Gso;
use super::marks::{MarkReader, MarkReport};
use super::own_recovery::ExternalRecovery;
use super::pacer::Pacer;
use super::quic::Quic;
use super::rack::Rack;
use super::slow_start::SlowStart;
use super::undo::{Frto, Undo};
use super::usage::Usage;
use crate::cc::Window;
use crate::math::larger;
use crate::mechanism::MechanismSettings;
use crate::mechanism::reduction::Value as Reduction;
use crate::tcp::options::Pacing;
use crate::tcp::prr::Prr;
use crate::units::Time;

/// The mechanisms of a flow that uses any.
#[derive(Clone, Debug)]
pub struct Mechanisms {
    /// The segments in flight under `recovery: rack`.
    pub(in crate::tcp) rack: Option<Rack>,
    /// The loss recovery, if it is not built in.
    pub(in crate::tcp) own: Option<Box<dyn ExternalRecovery>>,
    /// The packets of a QUIC sender.
    pub(in crate::tcp) quic: Option<Box<Quic>>,
    /// Those that `mechanism` declares.
    pub(in crate::tcp) chosen: MechanismSettings,
    /// The reduction of the window in this recovery, unless it happened at once.
    pub(in crate::tcp) prr: Option<Prr>,
    /// Spurious losses are undone: by timestamps, and by the receiver's reports of segments that arrive
    /// twice.
    pub(in crate::tcp) undoes: bool,
    pub(in crate::tcp) undoes_by_reports: bool,
    pub(in crate::tcp) undo: Option<Undo>,
    /// After a timeout that may have been too early.
    pub(in crate::tcp) frto: Option<Frto>,
    /// What the sender knows of marks, if the flow uses ECN.
    pub(in crate::tcp) marks: Option<MarkReader>,
    /// Slow start by another rule than the algorithm's.
    pub(in crate::tcp) slow_start: Option<SlowStart>,
    pub(in crate::tcp) pacer: Option<Pacer>,
    /// How the flow paces when no start does.
    pub(in crate::tcp) pacing: Option<Pacing>,
    /// An algorithm that paces does so as Linux does.
    pub(in crate::tcp) paces_as_linux: bool,
    /// The bursts in which segments leave, if the network card cuts them into segments.
    pub(in crate::tcp) gso: Option<Gso>,
    /// How the window is used, if that decides whether it grows.
    pub(in crate::tcp) usage: Option<Usage>,
    /// When the last segment left.
    pub(in crate::tcp) last_sent: Option<Time>,
}

/// The mechanisms of a flow, if it uses any.
#[derive(Clone, Debug)]
pub struct MechanismSlot(pub(in crate::tcp) Option<Box<Mechanisms>>);

impl MechanismSlot {
    /// Memory of the mechanisms and their lists, in bytes.
    pub(in crate::tcp) fn bytes(&self) -> usize {
        self.get().map_or(0, |mechanisms| {
            size_of::<Mechanisms>()
                + mechanisms.rack.as_ref().map_or(0, |rack| rack.board.bytes())
                + mechanisms.own.as_ref().map_or(0, |own| own.bytes())
                + mechanisms.quic.as_ref().map_or(0, |quic| size_of::<Quic>() + quic.bytes())
        })
    }

    /// True if the flow uses any.
    #[inline]
    pub(in crate::tcp) fn is_used(&self) -> bool {
        self.0.is_some()
    }

    #[inline]
    pub(in crate::tcp) fn get(&self) -> Option<&Mechanisms> {
        self.0.as_deref()
    }

    /// All of them, to change.
    #[inline]
    pub(in crate::tcp) fn get_mut(&mut self) -> Option<&mut Mechanisms> {
        self.0.as_deref_mut()
    }

    #[inline]
    pub(in crate::tcp) fn rack(&self) -> Option<&Rack> {
        self.0.as_ref()?.rack.as_ref()
    }

    /// RACK, to change.
    #[inline]
    pub(in crate::tcp) fn rack_mut(&mut self) -> Option<&mut Rack> {
        self.0.as_mut()?.rack.as_mut()
    }

    /// The recovery that is not built in.
    #[inline]
    pub(in crate::tcp) fn own(&self) -> Option<&dyn ExternalRecovery> {
        self.0.as_ref()?.own.as_deref()
    }

    /// The packets of a QUIC sender.
    #[inline]
    pub(in crate::tcp) fn quic(&self) -> Option<&Quic> {
        self.0.as_ref()?.quic.as_deref()
    }

    /// The packets of a QUIC sender, to change.
    #[inline]
    pub(in crate::tcp) fn quic_mut(&mut self) -> Option<&mut Quic> {
        self.0.as_mut()?.quic.as_deref_mut()
    }

    /// The reduction under way.
    #[inline]
    pub(in crate::tcp) fn prr_mut(&mut self) -> Option<&mut Prr> {
        self.0.as_mut()?.prr.as_mut()
    }

    /// What is known of marks.
    #[inline]
    pub(in crate::tcp) fn marks_mut(&mut self) -> Option<&mut MarkReader> {
        self.0.as_mut()?.marks.as_mut()
    }

    /// The rule of slow start.
    #[inline]
    pub(in crate::tcp) fn slow_start_mut(&mut self) -> Option<&mut SlowStart> {
        self.0.as_mut()?.slow_start.as_mut()
    }

    #[inline]
    pub(in crate::tcp) fn pacer(&self) -> Option<&Pacer> {
        self.0.as_ref()?.pacer.as_ref()
    }

    /// The bursts.
    #[inline]
    pub(in crate::tcp) fn gso(&self) -> Option<Gso> {
        self.0.as_ref()?.gso
    }

    /// The bursts, to change.
    #[inline]
    pub(in crate::tcp) fn gso_mut(&mut self) -> Option<&mut Gso> {
        self.0.as_mut()?.gso.as_mut()
    }

    /// When the last segment left.
    pub(in crate::tcp) fn last_sent(&self) -> Option<Time> {
        self.0.as_ref()?.last_sent
    }

    /// The pacer, to change.
    #[inline]
    pub(in crate::tcp) fn pacer_mut(&mut self) -> Option<&mut Pacer> {
        self.0.as_mut()?.pacer.as_mut()
    }

    /// The jump of a start is spread over a round trip, or it is over.
    pub(in crate::tcp) fn spread(&mut self, spreads: bool) {
        if let Some(mechanisms) = self.get_mut() {
            let own = mechanisms.pacing.map(|pacing| Pacing { free: 0, ..pacing });
            mechanisms.pacer = if spreads { Some(Pacing::JUMP) } else { own }.map(Pacer::new);
        }
    }

    /// True if an algorithm that paces does so as Linux does.
    #[inline]
    pub(in crate::tcp) fn paces_as_linux(&self) -> bool {
        self.0.as_ref().is_some_and(|mechanisms| mechanisms.paces_as_linux)
    }

    /// How the window is used.
    #[inline]
    pub(in crate::tcp) fn usage_mut(&mut self) -> Option<&mut Usage> {
        self.0.as_mut()?.usage.as_mut()
    }

    /// True while a loss may turn out to be spurious.
    #[inline]
    pub(in crate::tcp) fn may_undo(&self) -> bool {
        self.0.as_ref().is_some_and(|mechanisms| mechanisms.undo.is_some())
    }

    /// How the window is reduced after a loss.
    #[inline]
    pub(in crate::tcp) fn reduction(&self) -> Reduction {
        self.0.as_ref().map_or(Reduction::AtOnce, |mechanisms| mechanisms.chosen.reduction)
    }

    /// Ends the reduction under way and returns it.
    pub(in crate::tcp) fn take_prr(&mut self) -> Option<Prr> {
        self.0.as_mut()?.prr.take()
    }

    /// Forgets the windows before the loss and returns them.
    pub(in crate::tcp) fn take_undo(&mut self) -> Option<Undo> {
        self.0.as_mut()?.undo.take()
    }

    /// Segments that RACK believes to be in the network.
    #[inline]
    pub(in crate::tcp) fn rack_pipe(&self) -> u64 {
        self.rack().map_or(0, |rack| rack.board.pipe())
    }

    /// Segment `number` leaves at `now`. True if it carries CWR.
    #[inline]
    pub(in crate::tcp) fn sent(&mut self, now: Time, number: u64, is_retransmission: bool) -> bool {
        let Some(mechanisms) = self.get_mut() else {
            return false;
        };
        mechanisms.last_sent = Some(now);
        if let Some(undo) = mechanisms.undo.as_mut().filter(|_| is_retransmission) {
            undo.sent(now, number);
        }
        if let Some(rack) = &mut mechanisms.rack {
            rack.board.sent(number, now);
            if is_retransmission {
                rack.resent_since.get_or_insert(now);
            }
        }
        !is_retransmission && mechanisms.marks.as_mut().is_some_and(MarkReader::takes_reduced)
    }

    /// True if segments leave in bursts, by a pacer of their own or as packets of QUIC: what is counted for each
    /// segment that leaves.
    #[inline]
    pub(in crate::tcp) fn shapes_output(&self) -> bool {
        self.get().is_some_and(|it| it.pacer.is_some() || it.gso.is_some() || it.quic.is_some())
    }

    /// True if one more segment may leave in the current burst.
    #[inline]
    pub(in crate::tcp) fn is_in_burst(&self) -> bool {
        match self.pacer() {
            Some(pacer) => pacer.is_in_burst(),
            None => self.gso().is_some_and(|gso| gso.is_in_burst()),
        }
    }

    /// Segments that an ACK newly reports as marked, and whether the sender must react.
    pub(in crate::tcp) fn read_marks(&mut self, report: MarkReport, delivered: u64) -> (u64, bool) {
        self.marks_mut().map_or((0, false), |marks| {
            let (marked, asks) = marks.read(report, delivered);
            marks.latest = (marked, delivered);
            (marked, asks)
        })
    }

    /// True while a reduction after marks is under way.
    #[inline]
    pub(in crate::tcp) fn reduces_for_marks(&mut self) -> bool {
        self.marks_mut().is_some_and(|marks| marks.reduces)
    }

    /// Stores the window `w` when a recovery begins, by ACKs or by the timer. Everything from
    /// segment `from` on is outstanding.
    pub(in crate::tcp) fn remember_windows(&mut self, from: u64, w: Window) {
        let Some(mechanisms) = self.get_mut() else { return };
        if !(mechanisms.undoes || mechanisms.chosen.frto || mechanisms.undoes_by_reports) {
            return;
        }
        // Retransmissions of an earlier loss that are in the network (Linux, tcp_init_undo).
        let resent = mechanisms.rack.as_ref().map_or(0, |rack| rack.board.resent());
        mechanisms.undo = Some(Undo {
            cwnd: w.cwnd,
            // A restored window does not start slowly up to three quarters of itself (tcp_current_ssthresh).
            ssthresh: larger(w.ssthresh, (w.cwnd / 2.0).floor() + (w.cwnd / 4.0).floor()),
            resent: None,
            was_needed: false,
            from,
            unproven: (resent > 0).then_some(resent),
        });
    }

    /// A recovery ends. Reports of its retransmissions may still come.
    pub(in crate::tcp) fn end_undo(&mut self) {
        if !self.get().is_some_and(|mechanisms| mechanisms.chosen.dsack) {
            self.take_undo();
        } else if let Some(rack) = self.rack_mut() {
            rack.board.end_recovery();
        }
    }

    /// Ends F-RTO: later ACKs no longer decide whether the timeout was spurious.
    pub(in crate::tcp) fn end_frto(&mut self) {
        if let Some(mechanisms) = self.get_mut() {
            mechanisms.frto = None;
        }
    }
}
