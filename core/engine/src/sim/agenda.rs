//! What happens next: a tournament tree over a fixed set of slots.
//!
//! A slot is a line of packets or a flow's timers, so there are a few per flow and two per hop, however many packets are
//! under way. Changing one slot's time replays its matches on the way to the root: log2(slots) comparisons, no
//! allocation, no search. Equal times go to the lower slot, so runs are reproducible.

use crate::units::Time;

/// A slot and its next instant as one number: the earlier one is the smaller one, and of two at the same instant the
/// one with the lower slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Entry(u128);

impl Entry {
    #[inline]
    fn new(time: Time, slot: usize) -> Entry {
        Entry(u128::from(time.nanos()) << 64 | slot as u128)
    }

    #[inline]
    fn time(self) -> Time {
        Time::from_nanos((self.0 >> 64) as u64)
    }

    #[inline]
    fn slot(self) -> usize {
        self.0 as u64 as usize
    }
}

/// The next instant of each slot, and the earliest of them.
#[derive(Clone, Debug)]
pub struct Agenda {
    /// Node 1 is the root, nodes `slots..2·slots` are the slots; each other node is the smaller one of its two children.
    nodes: Vec<Entry>,
    slots: usize,
}

impl Agenda {
    /// An agenda in which nothing is going to happen.
    pub fn new(slots: usize) -> Agenda {
        let slots = slots.max(1);
        let mut nodes = vec![Entry::new(Time::NEVER, 0); 2 * slots];
        for (slot, node) in nodes[slots..].iter_mut().enumerate() {
            *node = Entry::new(Time::NEVER, slot);
        }
        for place in (1..slots).rev() {
            nodes[place] = nodes[2 * place].min(nodes[2 * place + 1]);
        }
        Agenda { nodes, slots }
    }

    /// The earliest instant, and its slot.
    #[inline]
    pub fn next(&self) -> (Time, usize) {
        (self.nodes[1].time(), self.nodes[1].slot())
    }

    /// The instant of `slot`.
    #[inline]
    pub fn time_of(&self, slot: usize) -> Time {
        self.nodes[self.slots + slot].time()
    }

    /// `slot` happens at `time` and not when it was going to.
    #[inline]
    pub fn set(&mut self, slot: usize, time: Time) {
        let nodes = self.nodes.as_mut_slice();
        let mut winner = Entry::new(time, slot);
        let mut place = self.slots + slot;
        nodes[place] = winner;
        while place > 1 {
            winner = winner.min(nodes[place ^ 1]);
            place /= 2;
            if nodes[place] == winner {
                // Who won this match before still does: nothing changes further up.
                break;
            }
            nodes[place] = winner;
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
            let mut agenda = Agenda::new(slots);
            let mut times = vec![Time::NEVER; slots];
            for (slot, nanos) in steps {
                let time = if nanos == 29 { Time::NEVER } else { Time::from_nanos(nanos) };
                agenda.set(slot % slots, time);
                times[slot % slots] = time;
                let earliest = (0..slots).min_by_key(|&s| (times[s], s)).unwrap_or(0);
                if times[earliest] != Time::NEVER {
                    prop_assert_eq!(agenda.next(), (times[earliest], earliest));
                } else {
                    prop_assert_eq!(agenda.next().0, Time::NEVER);
                }
                prop_assert_eq!(agenda.time_of(slot % slots), time);
            }
        }
    }
}
