//! Reports of segments that arrived twice (`dsack`; RFC 2883): what the sender learns from them.
//!
//! A retransmission that arrives beside its original was needless. If all retransmissions since the
//! last loss were, the loss was spurious (RFC 3708; Linux tcp_try_undo_dsack), also after the
//! recovery has ended. And if the path reorders, RACK waits longer for overtaken segments (RFC 8985
//! §6.2 step 4). A kernel also counts a duplicate as delivered; here it is not.

use super::decisions::{DUPLICATE_REPORTED, REORDERING_WIDENED};
use super::state::Sender;
use super::undo;
use crate::cc::State;
use crate::trace::Decisions;
use crate::units::Span;

/// An ACK reports that segment `number` has arrived twice. The ACK's other news are known.
#[inline(never)]
pub(super) fn note_duplicate(sender: &mut Sender, number: u64, log: &mut Decisions) {
    let next = sender.c.next;
    let srtt = Span::from_secs(sender.c.srtt_s);
    let Some(mechanisms) = sender.mechanisms.get_mut().filter(|mechanisms| mechanisms.chosen.dsack) else {
        return;
    };
    log.say(DUPLICATE_REPORTED, &[number as f64]);
    if let Some(undo) = &mut mechanisms.undo {
        undo.note_duplicate(number);
    }
    if let Some(rack) = &mut mechanisms.rack {
        // A probe goes by the clock: it says nothing about reordering.
        let is_probe = rack.probe.is_some_and(|probe| probe.is(number));
        if rack.board.note_duplicate(number, next, is_probe) {
            let (steps, window) = rack.board.widest_window(srtt);
            log.say(REORDERING_WIDENED, &[steps as f64, window.secs()]);
        }
    }
    if sender.c.state != State::Loss {
        undo::by_reports(sender, log);
    }
}
