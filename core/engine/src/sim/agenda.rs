//! What happens next: a tournament tree over a fixed set of slots.
//!
//! A slot is a line of packets or a flow's timers, so there are a few per flow and two per hop, however many packets are
//! under way. Changing one slot's time replays its matches on the way to the root: log2(slots) comparisons, no
//! allocation, no search. Equal times go to the slot of lower order, so runs are reproducible. Where a slot stands in
//! the tree is another matter: those that change together share cache lines if they are neighbours.

use crate::units::Time;

/// A slot of the agenda.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slot {
    /// Who goes first at the same instant, and what [`Agenda::next`] gives: different for each slot.
    pub order: u32,
    /// Where it stands in the tree: different for each slot.
    pub place: u32,
}

/// The next instant of each slot, and the earliest of them.
///
/// An instant and the order of its slot are one number of 64 bits, the instant in front: the earlier one is the smaller
/// one, and of two at the same instant the one of lower order.
#[derive(Clone, Debug)]
pub struct Agenda {
    /// Node 1 is the root, nodes `leaves..2·leaves` are the slots; each other node is the smaller one of its two children.
    nodes: Vec<u64>,
    leaves: usize,
    order_bits: u32,
    order_mask: u64,
    /// Where time ends: what comes then or later never comes.
    never: u64,
}

impl Agenda {
    /// An agenda in which nothing is going to happen, with so many places, for slots of which the order has at most
    /// `order_bits` bits.
    pub fn new(places: usize, order_bits: u32) -> Agenda {
        // Four neighbours are a subtree wherever they begin at a multiple of four.
        let leaves = places.max(1).next_multiple_of(4);
        let never = u64::MAX >> order_bits;
        Agenda {
            nodes: vec![never << order_bits; 2 * leaves],
            leaves,
            order_bits,
            order_mask: (1 << order_bits) - 1,
            never,
        }
    }

    /// What it takes.
    pub fn bytes(&self) -> usize {
        size_of_val(self.nodes.as_slice())
    }

    /// Where its time ends: what is set to that instant or a later one never happens.
    pub fn end_of_time(&self) -> Time {
        Time::from_nanos(self.never)
    }

    /// The earliest instant, its end of time if there is none, and the order of its slot.
    #[inline]
    pub fn next(&self) -> (Time, u32) {
        let root = self.nodes[1];
        (self.time(root), (root & self.order_mask) as u32)
    }

    /// The instant of `slot`, its end of time if it never happens.
    #[inline]
    pub fn time_of(&self, slot: Slot) -> Time {
        self.time(self.nodes[self.leaves + slot.place as usize])
    }

    #[inline]
    fn time(&self, entry: u64) -> Time {
        Time::from_nanos(entry >> self.order_bits)
    }

    /// `slot` happens at `time` and not when it was going to.
    #[inline]
    pub fn set(&mut self, slot: Slot, time: Time) {
        let mut winner = time.nanos().min(self.never) << self.order_bits | u64::from(slot.order);
        let nodes = self.nodes.as_mut_slice();
        let mut node = self.leaves + slot.place as usize;
        nodes[node] = winner;
        while node > 1 {
            winner = winner.min(nodes[node ^ 1]);
            node /= 2;
            if nodes[node] == winner {
                // Who won this match before still does: nothing changes further up.
                break;
            }
            nodes[node] = winner;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn always_names_the_earliest_slot(
            slots in 1usize..40,
            steps in prop::collection::vec((0usize..40, 0u64..30), 1..200),
        ) {
            let mut agenda = Agenda::new(slots, 6);
            let mut times = vec![agenda.end_of_time(); slots];
            for (order, nanos) in steps {
                let order = order % slots;
                let time = if nanos == 29 { agenda.end_of_time() } else { Time::from_nanos(nanos) };
                // Who goes first does not depend on where it stands.
                let slot = Slot { order: order as u32, place: (slots - 1 - order) as u32 };
                agenda.set(slot, time);
                times[order] = time;
                let earliest = (0..slots).min_by_key(|&s| (times[s], s)).unwrap_or(0);
                prop_assert_eq!(agenda.next().0, times[earliest]);
                if times[earliest] != agenda.end_of_time() {
                    prop_assert_eq!(agenda.next().1, earliest as u32);
                }
                prop_assert_eq!(agenda.time_of(slot), time);
            }
        }
    }

    #[test]
    fn what_comes_at_the_end_of_time_never_comes() {
        let mut agenda = Agenda::new(1000, 10);
        let slot = Slot { order: 999, place: 999 };
        let before = Time::from_nanos(agenda.end_of_time().nanos() - 1);
        agenda.set(slot, before);
        assert_eq!(agenda.next(), (before, 999));
        agenda.set(slot, Time::NEVER);
        assert_eq!(agenda.next().0, agenda.end_of_time());
        assert_eq!(agenda.time_of(slot), agenda.end_of_time());
    }
}
