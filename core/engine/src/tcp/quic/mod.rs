//! QUIC's sender and receiver where they differ from TCP's (quic; RFC 9002, RFC 9000 §13): packet numbers, loss
//! detection, the timer, and which packets the receiver acknowledges.
//!
//! Windows, laws, pacing, slow start and marks are those of every sender. `frames` above has the order in which an ACK
//! is processed.

pub(super) mod detection;
mod policy;
pub(super) mod rules;
pub(super) mod timer;

pub use policy::{AckFrame, AckPolicy, MAX_RANGES};
pub use rules::RULES;

use super::state::Sender;

/// The next packet, if the window lets one go: the segment that waits longest to be sent again, or a new one.
pub(super) fn next(sender: &mut Sender) -> Option<u64> {
    let quic = sender.mechanisms.quic()?;
    let (waiting, fresh) = (quic.waiting.first(), quic.data_next);
    if (quic.in_flight as i64 + 1) as f64 > sender.w.cwnd && !quic.must_send {
        return sender.window_full();
    }
    let data = match waiting {
        Some(data) => data,
        None if is_allowed(sender, fresh) => fresh,
        None => {
            sender.output.window_limited = false;
            sender.c.app_limited = fresh >= sender.output.source_end;
            return None;
        }
    };
    sender.output.window_limited = true;
    sender.c.app_limited = false;
    choose(sender, data)
}

/// True if the source has segment `data`, and the receiver has room for it.
pub(super) fn is_allowed(sender: &Sender, data: u64) -> bool {
    let una = sender.mechanisms.quic().map_or(0, |quic| quic.data_una);
    data < sender.output.source_end && data < una + sender.c.receive_window
}

/// The next packet carries segment `data`.
pub(super) fn choose(sender: &mut Sender, data: u64) -> Option<u64> {
    sender.mechanisms.quic_mut()?.chosen = data;
    Some(sender.c.next)
}
