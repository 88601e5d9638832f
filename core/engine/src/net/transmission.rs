//! A packet's transmission over a channel, settled when its start is known: when it ends, whether the
//! link loses the packet, and when the packet arrives.

use super::channel::{Arrival, Channel, Outcome};
use super::fates;
use super::{Flags, Kind, Packet, Transmitter};
use crate::loss::{LossView, Losses};
use crate::setup::LossPosition;
use crate::trace::Fate;
use crate::units::Time;

/// Transmits a packet that arrived at `arrival.packet.at` from `start` on.
#[inline(always)]
pub(super) fn transmit(channel: &mut Channel, start: Time, number: u64, arrival: &mut Arrival) -> Outcome {
    let packet = &*arrival.packet;
    let depart = channel.transmitter.finish(start, u32::from(packet.bytes));
    channel.free_at = depart;
    channel.counters.accepted += 1;
    channel.counters.bits += bits_ever_sent(&channel.transmitter, start, depart, u64::from(packet.bytes) * 8);
    let mut arrive = depart + channel.delay;
    if !channel.has_fixed_delivery {
        if channel.path.is_some() {
            arrive = reach(channel, depart);
        }
        if channel.loss_position == Some(LossPosition::After)
            && is_lost(
                channel,
                arrive,
                if channel.loses_at_far_end { arrive } else { depart },
                number,
                packet,
            )
        {
            let outcome = fates::lose(channel, (start, depart, arrive), arrival);
            let packet = &mut *arrival.packet;
            let has_header = channel.reports_corruption && packet.kind == Kind::Data;
            if has_header {
                channel.counters.headers += 1;
                packet.flags = packet.flags.with(Flags::CORRUPTED);
                return Outcome::Arrives(channel.jittered(arrive));
            }
            return outcome;
        }
        if channel.jitter.is_some() {
            arrive = channel.jittered(arrive);
        }
    }
    if arrival.recorder.wants_packets() {
        let fate = Fate::of_arrival(arrival.packet.flags.ecn());
        fates::log_packet(channel.index, arrival, (start, depart, arrive), fate);
    }
    Outcome::Arrives(arrive)
}

/// The bits of a packet starting at `start` that are sent: fewer than all if the link ends for
/// good during the transmission.
#[inline(always)]
fn bits_ever_sent(transmitter: &Transmitter, start: Time, depart: Time, bits: u64) -> u64 {
    if depart == Time::NEVER { bits_before_the_end(transmitter, start, bits) } else { bits }
}

#[cold]
fn bits_before_the_end(transmitter: &Transmitter, start: Time, bits: u64) -> u64 {
    if start == Time::NEVER { 0 } else { (transmitter.capacity_bits(start, Time::NEVER) as u64).min(bits) }
}

/// Asks the loss model about a packet that it sees at `at` and whose transmission is over at
/// `transmitted`.
#[inline(never)]
pub(super) fn is_lost(
    channel: &mut Channel,
    at: Time,
    transmitted: Time,
    number: u64,
    packet: &Packet,
) -> bool {
    if at == Time::NEVER {
        // The packet waits for a transmitter that never sends again: it has no instant to ask
        // the loss model about.
        return false;
    }
    let view = LossView { at, transmitted, bytes: u32::from(packet.bytes), number };
    channel.loss.loses(&view, &mut channel.loss_draws)
}

/// Counts the packet of `arrival`, which arrived at `arrived` and whose transmission starts at
/// `start`: for the channel and for the packet.
#[inline(always)]
pub(super) fn count_start(channel: &mut Channel, arrival: &mut Arrival, arrived: Time, start: Time) {
    let wait_nanos = start.since(arrived).nanos();
    channel.counters.wait_nanos = channel.counters.wait_nanos.wrapping_add(wait_nanos);
    channel.waits.count(wait_nanos);
    arrival.packet.waited_nanos = arrival.packet.waited_nanos.wrapping_add(wait_nanos);
}

/// Arrival at the far end of a packet that leaves the transmitter at `depart`, without jitter.
#[inline]
fn reach(channel: &mut Channel, depart: Time) -> Time {
    match &mut channel.path {
        Some(path) => path.arrival(depart),
        None => depart + channel.delay,
    }
}
