//! Which slot of the agenda belongs to whom.
//!
//! At equal times packets that leave channels go first, then packets that reach routers and senders, then timers
//! (tcp-core §14.6). Receivers need no slot: see `receiving.rs`. In the tree the slots of a flow are neighbours.

use super::agenda::{Agenda, Slot};
use super::flow::{AGENDA_LINES, FlowSlots};
use crate::setup::{KIND_BITS, index_bits};

/// What a slot of the agenda stands for.
#[derive(Clone, Copy, Debug)]
pub(super) enum Happening {
    /// Packets that come to this channel from the channel before it.
    Channel(u32),
    /// Data of this flow that comes from its source.
    DataIn(u32),
    /// ACKs of this flow that come from its receiver.
    AckIn(u32),
    /// ACKs that come to the source of this flow.
    AckOut(u32),
    /// The timers of a flow.
    Timers(u32),
    /// End of a transmission where fates are settled late.
    Service(u32),
    /// Change of a loss model's state.
    States(u32),
    /// Packets that come to the agent of this hop over the backward channel.
    AgentLine(u32),
    /// Its timers.
    AgentTimer(u32),
}

/// Slots of a flow: its lines and its timers.
const OF_A_FLOW: u32 = AGENDA_LINES as u32 + 1;
/// Kinds of slots: packets that come to channels are 0, those of a flow 1 to 4, and this is all others.
const EXTRA: u32 = 5;

/// The slots of a network. The order of one is its kind and its number among those of its kind.
#[derive(Clone, Debug)]
pub(super) struct Slots {
    index_bits: u32,
    index_mask: u32,
    channels: u32,
    flows: u32,
    /// What the others stand for, which few networks have.
    extra: Vec<Happening>,
}

impl Slots {
    /// The slots of a line of so many channels, and of so many flows.
    #[inline]
    pub fn new(channels: usize, flows: usize) -> Slots {
        let index_bits = index_bits(flows, channels / 2);
        Slots {
            index_bits,
            index_mask: (1 << index_bits) - 1,
            channels: channels as u32,
            flows: flows as u32,
            extra: Vec::new(),
        }
    }

    #[inline]
    fn slot(&self, kind: u32, index: u32, place: u32) -> Slot {
        Slot { order: kind << self.index_bits | index, place }
    }

    /// The slot of channel `index`.
    #[inline]
    pub fn of_channel(&self, index: u32) -> Slot {
        self.slot(0, index, OF_A_FLOW * self.flows + index)
    }

    /// The slots of flow `index`.
    pub fn of_flow(&self, index: u32) -> FlowSlots {
        let [data_in, ack_in, ack_out, timers] =
            [0, 1, 2, 3].map(|kind| self.slot(1 + kind, index, OF_A_FLOW * index + kind));
        FlowSlots { lines: [data_in, ack_in, ack_out], timers }
    }

    /// One more, after all others.
    pub fn add(&mut self, happening: Happening) -> Slot {
        let (index, place) = (self.extra.len() as u32, self.places() as u32);
        self.extra.push(happening);
        self.slot(EXTRA, index, place)
    }

    /// An agenda for them.
    pub fn agenda(&self) -> Agenda {
        Agenda::new(self.places(), KIND_BITS + self.index_bits)
    }

    fn places(&self) -> usize {
        (OF_A_FLOW * self.flows + self.channels) as usize + self.extra.len()
    }

    /// What the slot of this order stands for.
    #[inline]
    pub fn happening(&self, order: u32) -> Happening {
        let index = order & self.index_mask;
        match order >> self.index_bits {
            0 => Happening::Channel(index),
            1 => Happening::DataIn(index),
            2 => Happening::AckIn(index),
            3 => Happening::AckOut(index),
            4 => Happening::Timers(index),
            _ => self.extra[index as usize],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_slot_has_a_place_of_its_own_and_an_order_that_leads_back_to_its_owner() {
        let mut slots = Slots::new(4, 2);
        let mut all: Vec<Slot> = (0..4).map(|channel| slots.of_channel(channel)).collect();
        for flow in 0..2 {
            let FlowSlots { lines, timers } = slots.of_flow(flow);
            all.extend(lines);
            all.push(timers);
        }
        all.push(slots.add(Happening::Service(2)));
        all.push(slots.add(Happening::AgentTimer(1)));
        let mut places: Vec<u32> = all.iter().map(|slot| slot.place).collect();
        places.sort_unstable();
        assert_eq!(places, (0..slots.places() as u32).collect::<Vec<_>>());
        all.sort_unstable_by_key(|slot| slot.order);
        let owners: Vec<String> =
            all.iter().map(|slot| format!("{:?}", slots.happening(slot.order))).collect();
        let expected = "Channel(0) Channel(1) Channel(2) Channel(3) DataIn(0) DataIn(1) AckIn(0) AckIn(1) \
            AckOut(0) AckOut(1) Timers(0) Timers(1) Service(2) AgentTimer(1)";
        assert_eq!(owners.join(" "), expected);
    }
}
