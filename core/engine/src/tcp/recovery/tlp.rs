//! Tail loss probes (`tlp`; RFC 8985 §7, Linux tcp_schedule_loss_probe, tcp_send_loss_probe).
//!
//! If the last segments of a flight are lost, no later segment reveals the loss. After about two
//! RTTs of silence the sender sends a probe. Its ACK starts a fast recovery and so avoids a
//! timeout.

use super::rack_timer;
use crate::cc::{CongestionControl, LostSegment, Notice};
use crate::tcp::decisions::{PROBE, PROBE_LOST};
use crate::tcp::state::{AckArrival, Outgoing, Probe, Purpose, Sender};
use crate::tcp::{reduction, wire};
use crate::trace::Decisions;

/// The probe's timer expires: sends a new segment if there is one, whatever the window is, or
/// else retransmits the highest one. At most one probe is sent per flight.
pub(in crate::tcp) fn send(sender: &mut Sender, out: &mut Vec<Outgoing>, log: &mut Decisions) {
    if sender.mechanisms.rack().is_none_or(|rack| rack.probe.is_some()) {
        sender.timer.purpose = Purpose::Probe;
        return rack_timer::rearm(sender);
    }
    let outstanding = sender.c.max - sender.c.una;
    let new = sender.within_source_and_receiver(sender.c.next);
    let number = new.unwrap_or(sender.c.max.saturating_sub(1));
    let waited = sender.mechanisms.rack().and_then(|rack| rack.board.sent_at(sender.c.max.saturating_sub(1)));
    let waited_s = sender.now.since(waited.unwrap_or(sender.now)).secs();
    log.say(PROBE, &[number as f64, waited_s, sender.c.srtt_s, outstanding as f64]);
    let log = sender.measure.log.as_ref().filter(|_| sender.needs.notices && new.is_none());
    let original = log.and_then(|sent| sent.lost(number, sender.c.lost + 1));
    let undo = sender.mechanisms.get().and_then(|mechanisms| mechanisms.undo);
    let resent_since = sender.mechanisms.rack().and_then(|rack| rack.resent_since);
    wire::transmit(sender, number, out);
    if let Some(mechanisms) = sender.mechanisms.get_mut() {
        // A probe is no retransmission that could prove a loss spurious (tcp_send_loss_probe).
        mechanisms.undo = undo;
        if let Some(rack) = &mut mechanisms.rack {
            let resent = new.is_none().then_some(sender.now);
            rack.probe = Some(Probe { end: sender.c.next, resent, original });
            rack.resent_since = resent_since;
        }
    }
    sender.restart_timer();
    sender.timer.purpose = Purpose::Retransmission;
    sender.wait_for_ack_of_one();
}

/// Checks whether an ACK answers the probe. If its echoed time shows that a retransmitted probe
/// arrived, the original was lost.
#[inline]
pub(in crate::tcp) fn look_at(sender: &mut Sender, arrival: &AckArrival, log: &mut Decisions) {
    let Some(rack) = sender.mechanisms.rack_mut() else {
        return;
    };
    let Some(probe) = rack.probe.filter(|probe| sender.c.una >= probe.end) else {
        return;
    };
    rack.probe = None;
    if probe.resent.is_some_and(|sent| arrival.echo >= sent) {
        pay_for(sender, probe.end - 1, probe.original, log);
    }
}

/// A probe that was a retransmission has repaired a loss: the window is cut once, without a
/// recovery.
#[inline(never)]
fn pay_for(sender: &mut Sender, segment: u64, original: Option<LostSegment>, log: &mut Decisions) {
    log.say(PROBE_LOST, &[segment as f64]);
    if let Some(lost) = original {
        sender.c.lost += 1;
        sender.cc.on_notice(&sender.c, Notice::Lost(lost), &mut sender.w, log);
    }
    reduction::cut_for_loss(sender, log);
    reduction::end(&mut sender.mechanisms, &mut sender.w);
}
