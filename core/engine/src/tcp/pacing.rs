//! Pacing by the sender, for every algorithm (`pacing`): the sender spreads a window over the round
//! trip instead of sending it in bursts (Linux, tcp_update_pacing_rate, tcp_update_skb_after_send).

use super::decisions::PACED;
use super::state::{MechanismSlot, Output, PacingFacts, Sender, UNPACED, shortened};
use crate::cc::{Connection, Window};
use crate::trace::Decisions;
use crate::units::{Span, Time};

/// The inputs of the pacing rate now.
pub(super) fn facts(c: &Connection, w: Window) -> PacingFacts {
    PacingFacts {
        cwnd: w.cwnd,
        ssthresh: w.ssthresh,
        outstanding: (c.max - c.una) as f64,
        srtt_s: c.srtt_s,
        min_rtt_s: c.min_rtt_s,
        segment_bytes: c.segment_bits / 8.0,
    }
}

/// The window or the RTT may have changed.
pub(super) fn update(sender: &mut Sender, log: &mut Decisions) {
    let mut facts = facts(&sender.c, sender.w);
    if sender.mechanisms.quic().is_some() {
        // The window alone (RFC 9002 §7.7).
        facts.outstanding = 0.0;
    }
    let Some(pacer) = sender.mechanisms.pacer_mut() else {
        return;
    };
    if let Some((rate, ratio)) = pacer.update(&facts) {
        log.say(PACED, &[rate, ratio, facts.cwnd.max(facts.outstanding), facts.srtt_s]);
    }
}

/// A segment leaves after `sent` - 1 others, and the algorithm wants this gap after it
/// (tcp_update_skb_after_send).
pub(super) fn follow_linux(output: &mut Output, now: Time, sent: u64, gap: Span) {
    let release = output.next_release;
    let leaves = release.max(now);
    let gap = if sent < UNPACED { Span::ZERO } else { shortened(gap, leaves.since(release)) };
    output.next_release = leaves + gap;
}

/// A segment leaves: the sender's own pacer sets the earliest time of the next one.
#[inline]
pub(super) fn follow_own(mechanisms: &mut MechanismSlot, output: &mut Output, now: Time) {
    if let Some(pacer) = mechanisms.pacer_mut() {
        output.next_release = pacer.departs(now, output.next_release);
    }
}
