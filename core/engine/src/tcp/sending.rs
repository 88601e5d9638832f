//! Sends all that window, source and pacer allow.

use super::quic;
use super::recovery::{self, own, rack_timer};
use super::setup::TcpSetup;
use super::state::{Outgoing, Output, Sender};
use super::{gso, usage, wire};
use crate::choices::Recovery;
use crate::units::Time;

/// The most segments that one event sends.
pub const LONGEST_BURST: usize = 1 << 20;

impl Output {
    /// Nothing is sent yet.
    pub(super) fn new(setup: &TcpSetup) -> Output {
        Output {
            source_end: setup.segments.unwrap_or(u64::MAX),
            limited_transmit: setup.limited_transmit,
            window_limited: true,
            next_release: Time::ZERO,
            wake_at: Time::NEVER,
        }
    }
}

/// Sends all segments that window, source and pacer allow.
pub(super) fn pump(sender: &mut Sender, out: &mut Vec<Outgoing>) {
    if sender.mechanisms.is_used() {
        pump_as::<true>(sender, out);
    } else {
        pump_as::<false>(sender, out);
    }
}

/// The same for a sender that uses modern mechanisms, or for one that uses none.
#[inline(never)]
pub(super) fn pump_as<const MECHANISMS: bool>(sender: &mut Sender, out: &mut Vec<Outgoing>) {
    sender.output.wake_at = Time::NEVER;
    let mut paces = sender.pacing_rate().is_some();
    let shapes = MECHANISMS && sender.mechanisms.shapes_output();
    if shapes {
        if let Some(pacer) = sender.mechanisms.pacer_mut() {
            pacer.end_burst();
            paces = true;
        }
        if let Some(gso) = sender.mechanisms.gso_mut() {
            gso.end_burst();
        }
    }
    let mut is_held = false;
    let has_own = MECHANISMS && own::ask(sender, |own, s| own.before_burst(s, out)).is_some();
    loop {
        // The pacer is asked first, because a segment that a recovery chooses counts as sent.
        if paces
            && sender.output.next_release > sender.now
            && !(MECHANISMS && sender.mechanisms.is_in_burst())
        {
            sender.output.wake_at = sender.output.next_release;
            break;
        }
        if shapes && gso::waits(sender) {
            // It is the window that lets no full burst go (tcp_tso_should_defer(),
            // `is_cwnd_limited`).
            sender.window_full();
            is_held = true;
            break;
        }
        if out.len() == LONGEST_BURST {
            // Another event at the same instant sends the rest. This bounds the memory of one
            // event.
            sender.output.wake_at = sender.now;
            break;
        }
        let Some(number) = recovery::next::<MECHANISMS>(sender) else {
            break;
        };
        wire::put_on_the_wire::<MECHANISMS>(sender, number, shapes, out);
        if has_own {
            own::ask(sender, |own, s| own.after_segment(s));
        }
    }
    if MECHANISMS {
        if let Some(prr) = sender.mechanisms.prr_mut() {
            prr.sent(out.len() as u64);
        }
        if sender.loss.kind == Recovery::Rack {
            rack_timer::after_burst(sender, out);
        }
        if sender.loss.kind == Recovery::Quic {
            quic::timer::set(sender);
        }
        usage::note(sender, !out.is_empty(), is_held);
    }
    sender.wait_for_ack_of_one();
}

/// Looks whether the source leaves the window unused, before it writes and before each ACK and
/// timer (draft-ietf-ccwg-bbr §4.1.2.4): it has nothing more to send, the window has room, and
/// no lost segment waits.
pub(super) fn look_for_dry_source(sender: &mut Sender, pipe: u64) {
    let is_dry = sender.data_next() >= sender.output.source_end && (pipe as i64 + 1) as f64 <= sender.w.cwnd;
    if !is_dry || recovery::next_lost(sender).is_some() {
        return;
    }
    if let Some(log) = &mut sender.measure.log {
        log.limit(pipe);
    }
}
