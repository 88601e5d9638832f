//! Puts a segment on the wire, and counts it wherever sent segments are counted.

use super::state::{Outgoing, Sender};
use super::{gso, pacing};
use crate::units::{Span, Time};

/// Puts segment `number` on the wire.
#[inline(never)]
pub fn transmit(sender: &mut Sender, number: u64, out: &mut Vec<Outgoing>) {
    if sender.mechanisms.is_used() {
        let shapes = sender.mechanisms.shapes_output();
        put_on_the_wire::<true>(sender, number, shapes, out);
    } else {
        put_on_the_wire::<false>(sender, number, false, out);
    }
}

/// The same for a sender that uses modern mechanisms, or for one that uses none. `shapes` is
/// [`MechanismSlot::shapes_output`](super::state::MechanismSlot::shapes_output).
#[inline(always)]
pub(super) fn put_on_the_wire<const MECHANISMS: bool>(
    sender: &mut Sender,
    number: u64,
    shapes: bool,
    out: &mut Vec<Outgoing>,
) {
    let is_retransmission = number < sender.c.max;
    if number >= sender.c.next {
        sender.c.next = number + 1;
    }
    if is_retransmission {
        sender.counters.retransmitted += 1;
        if !sender.loss.kind.uses_sack() {
            sender.c.lost += 1;
        }
        if !sender.loss.variants.times_resent {
            sender.measure.timed = None;
        }
        sender.loss.acks_since_resend = 0;
    } else {
        sender.c.max = number + 1;
        if sender.measure.timed.is_none() {
            sender.measure.timed = Some((number, sender.now));
        }
    }
    sender.counters.sent += 1;
    sender.c.sent += 1;
    sender.measure.rounds.sent();
    let tells_reduction = MECHANISMS && sender.mechanisms.sent(sender.now, number, is_retransmission);
    if sender.measure.log.is_some() {
        let in_flight = if sender.needs.notices { sender.pipe() } else { 0 };
        if let Some(log) = &mut sender.measure.log {
            log.sent(number, sender.c.now_s, sender.c.lost, in_flight);
            sender.c.oldest = log.oldest();
        }
    }
    if sender.timer.deadline == Time::NEVER {
        sender.restart_timer();
    }
    if let Some(rate) = sender.pacing_rate() {
        let gap = Span::from_secs(1.0 / rate);
        if MECHANISMS && sender.mechanisms.paces_as_linux() {
            pacing::follow_linux(&mut sender.output, sender.now, sender.c.sent, gap);
        } else {
            sender.output.next_release = sender.output.next_release.max(sender.now) + gap;
        }
    } else if MECHANISMS && shapes {
        pacing::follow_own(&mut sender.mechanisms, &mut sender.output, sender.now);
    }
    if MECHANISMS && shapes {
        gso::count(sender);
    }
    let mut outgoing = Outgoing { number, is_retransmission, tells_reduction, lag: 0 };
    if shapes && let Some(quic) = sender.mechanisms.quic_mut() {
        quic.send(sender.now, sender.c.srtt_s > 0.0, &mut outgoing);
        sender.counters.retransmitted += u64::from(outgoing.is_retransmission);
    }
    out.push(outgoing);
}
