//! Identifiers of events: which flow, channel or PEP an event belongs to.
//!
//! At equal times packets that leave channels go first, then packets that reach routers and
//! senders, then timers (tcp-core §14). Receivers need no event: see `receiving.rs`. In the tree
//! the events of a flow are neighbours.

use super::event_queue::{EventId, EventQueue};
use crate::net::Channel;
use crate::setup::{KIND_BITS, index_bits};

/// How many lines of a flow have an event in the event queue.
pub const QUEUED_LINES: usize = 3;

/// What happens at an event.
#[derive(Clone, Copy, Debug)]
pub(super) enum EventKind {
    /// A packet arrives at this channel from the channel before it.
    Channel(u32),
    /// A data packet of this flow arrives at its first channel.
    DataIn(u32),
    /// An ACK of this flow arrives at its first channel.
    AckIn(u32),
    /// An ACK arrives at the source of this flow.
    AckOut(u32),
    /// The timers of a flow.
    Timers(u32),
    /// A transmission ends on a channel that decides at dequeue.
    Service(u32),
    /// The loss model of this channel changes its state.
    States(u32),
    /// The far end of this channel hands packets over.
    FarEnd(u32),
    /// A packet arrives at the PEP of this hop over the backward channel.
    PepLine(u32),
    /// The timer of the PEP of this hop.
    PepTimer(u32),
}

/// A flow's places in the event queue.
#[derive(Clone, Copy, Debug)]
pub struct FlowEvents {
    /// The events of its lines, by [`FlowLine`].
    pub lines: [EventId; QUEUED_LINES],
    /// The event of its timers. It may be too early (a timer was postponed since), but never too
    /// late.
    pub timers: EventId,
}

/// The events that only some channels have.
#[derive(Clone, Copy, Debug)]
pub(super) struct ChannelEvents {
    /// End of a transmission while packets wait.
    pub service: EventId,
    /// Next change of the loss model's state.
    pub states: EventId,
    /// The far end hands packets over, if it holds any.
    pub far_end: Option<EventId>,
    /// The PEP of the hop, if it has one.
    pub pep: Option<PepEvents>,
}

/// The events of a hop's PEP.
#[derive(Clone, Copy, Debug)]
pub(super) struct PepEvents {
    /// Arrival of packets at the PEP over the backward channel.
    pub line: EventId,
    pub timer: EventId,
}

/// Number of events of a flow: its lines and its timers.
const OF_A_FLOW: u32 = QUEUED_LINES as u32 + 1;
/// The kind number of all other events. Arrivals at channels have kind 0, events of flows 1 to 4.
const EXTRA: u32 = 5;

/// The events of a network. The order of an event consists of its kind and its number within that
/// kind.
#[derive(Clone, Debug)]
pub(super) struct EventIds {
    index_bits: u32,
    index_mask: u32,
    channels: u32,
    flows: u32,
    /// All other events, by their number. Few networks have any.
    extra: Vec<EventKind>,
}

impl EventIds {
    /// The events of a path of `channels` channels and of `flows` flows.
    #[inline]
    pub fn new(channels: usize, flows: usize) -> EventIds {
        let index_bits = index_bits(flows, channels / 2);
        EventIds {
            index_bits,
            index_mask: (1 << index_bits) - 1,
            channels: channels as u32,
            flows: flows as u32,
            extra: Vec::new(),
        }
    }

    #[inline]
    fn event(&self, kind: u32, index: u32, place: u32) -> EventId {
        EventId { order: kind << self.index_bits | index, place }
    }

    /// The arrival event of channel `index`.
    #[inline]
    pub fn of_channel(&self, index: u32) -> EventId {
        self.event(0, index, OF_A_FLOW * self.flows + index)
    }

    /// The events of flow `index`.
    pub fn of_flow(&self, index: u32) -> FlowEvents {
        let [data_in, ack_in, ack_out, timers] =
            [0, 1, 2, 3].map(|kind| self.event(1 + kind, index, OF_A_FLOW * index + kind));
        FlowEvents { lines: [data_in, ack_in, ack_out], timers }
    }

    /// Adds one more event after all others.
    pub fn add(&mut self, kind: EventKind) -> EventId {
        let (index, place) = (self.extra.len() as u32, self.places() as u32);
        self.extra.push(kind);
        self.event(EXTRA, index, place)
    }

    pub fn event_queue(&self) -> EventQueue {
        EventQueue::new(self.places(), KIND_BITS + self.index_bits)
    }

    fn places(&self) -> usize {
        (OF_A_FLOW * self.flows + self.channels) as usize + self.extra.len()
    }

    /// The kind of the event of this order.
    #[inline]
    pub fn kind(&self, order: u32) -> EventKind {
        let index = order & self.index_mask;
        match order >> self.index_bits {
            0 => EventKind::Channel(index),
            1 => EventKind::DataIn(index),
            2 => EventKind::AckIn(index),
            3 => EventKind::AckOut(index),
            4 => EventKind::Timers(index),
            _ => self.extra[index as usize],
        }
    }
}

/// Registers the events of the channels that need some.
#[inline]
pub(super) fn events_of_channels(
    channels: &mut [Channel],
    hops_with_pep: &[bool],
    event_ids: &mut EventIds,
) -> Vec<Option<ChannelEvents>> {
    // The PEP of a hop belongs to both of its channels.
    let peps: Vec<Option<PepEvents>> = (0..)
        .zip(hops_with_pep)
        .map(|(hop, has_pep)| {
            has_pep.then(|| PepEvents {
                line: event_ids.add(EventKind::PepLine(hop)),
                timer: event_ids.add(EventKind::PepTimer(hop)),
            })
        })
        .collect();
    (0..)
        .zip(channels)
        .map(|(index, channel)| {
            let pep = peps[index as usize / 2];
            let has_far_end = channel.has_far_end();
            let needs_events =
                channel.decides_at_dequeue() || channel.has_states() || has_far_end || pep.is_some();
            needs_events.then(|| ChannelEvents {
                service: event_ids.add(EventKind::Service(index)),
                states: event_ids.add(EventKind::States(index)),
                far_end: has_far_end.then(|| event_ids.add(EventKind::FarEnd(index))),
                pep,
            })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_slot_has_a_place_of_its_own_and_an_order_that_leads_back_to_its_owner() {
        let mut event_ids = EventIds::new(4, 2);
        let mut all: Vec<EventId> = (0..4).map(|channel| event_ids.of_channel(channel)).collect();
        for flow in 0..2 {
            let FlowEvents { lines, timers } = event_ids.of_flow(flow);
            all.extend(lines);
            all.push(timers);
        }
        all.push(event_ids.add(EventKind::Service(2)));
        all.push(event_ids.add(EventKind::PepTimer(1)));
        let mut places: Vec<u32> = all.iter().map(|event| event.place).collect();
        places.sort_unstable();
        assert_eq!(places, (0..event_ids.places() as u32).collect::<Vec<_>>());
        all.sort_unstable_by_key(|event| event.order);
        let owners: Vec<String> =
            all.iter().map(|event| format!("{:?}", event_ids.kind(event.order))).collect();
        let expected = "Channel(0) Channel(1) Channel(2) Channel(3) DataIn(0) DataIn(1) AckIn(0) AckIn(1) \
            AckOut(0) AckOut(1) Timers(0) Timers(1) Service(2) PepTimer(1)";
        assert_eq!(owners.join(" "), expected);
    }
}
