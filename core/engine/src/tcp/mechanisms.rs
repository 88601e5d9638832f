//! The mechanisms that a flow asks for.

use super::setup::TcpSetup;
use super::state::{Gso, MarkReader, MechanismSlot, Mechanisms, Pacer, Quic, Rack, SlowStart, Usage};
use crate::cc::Needs;
use crate::choices::{MarkFeedback, SlowStartRule};
use crate::mechanism::MechanismSettings;

impl MechanismSlot {
    /// What a flow asks for.
    pub(super) fn new(setup: &TcpSetup, needs: Needs) -> MechanismSlot {
        let asked = setup.mechanisms;
        let rack = Rack::of(setup, needs);
        let own = setup.own_recovery.filter(|source| source.replaces == setup.recovery);
        let is_used = rack.is_some()
            || own.is_some()
            || asked.quic.is_some()
            || asked.chosen != MechanismSettings::default()
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
                quic: asked.quic.map(|setup| Box::new(Quic::new(setup))),
                chosen: asked.chosen,
                prr: None,
                undoes: asked.undo,
                undoes_by_reports: asked.dsack_undo,
                undo: None,
                frto: None,
                marks: MarkReader::new(setup),
                slow_start: SlowStart::of(&asked),
                pacer: asked.pacing.map(Pacer::new),
                pacing: asked.pacing,
                paces_as_linux: asked.paces_as_linux,
                gso: asked.gso.map(Gso::new),
                usage: asked.chosen.cwnd_validation.then(Usage::default),
                last_sent: None,
            })
        }))
    }
}
