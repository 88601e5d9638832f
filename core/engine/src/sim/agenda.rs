//! What happens next: a tournament tree over a fixed set of slots.
//!
//! A slot is a line of packets or a flow's timers, so there are a few per flow and two per hop, however many packets are
//! under way. Changing one slot's time replays its matches on the way to the root: log2(slots) comparisons, no
//! allocation, no search. Equal times go to the lower slot, so runs are reproducible.

use crate::units::Time;

#[derive(Clone, Copy, Debug)]
struct Winner {
    time: Time,
    slot: u32,
}

/// The next instant of each slot, and the earliest of them.
#[derive(Clone, Debug)]
pub struct Agenda {
    /// Node 1 is the root, nodes `leaves..2·leaves` are the slots.
    nodes: Vec<Winner>,
    leaves: usize,
}

impl Agenda {
    /// An agenda in which nothing is going to happen.
    pub fn new(slots: usize) -> Agenda {
        let leaves = slots.next_power_of_two().max(2);
        let mut nodes = vec![Winner { time: Time::NEVER, slot: 0 }; 2 * leaves];
        for (slot, node) in nodes[leaves..].iter_mut().enumerate() {
            node.slot = slot as u32;
        }
        for place in (1..leaves).rev() {
            nodes[place] = nodes[2 * place];
        }
        Agenda { nodes, leaves }
    }

    /// The earliest instant, and its slot.
    #[inline]
    pub fn next(&self) -> (Time, usize) {
        let winner = self.nodes[1];
        (winner.time, winner.slot as usize)
    }

    /// The instant of `slot`.
    #[inline]
    pub fn time_of(&self, slot: usize) -> Time {
        self.nodes[self.leaves + slot].time
    }

    /// `slot` happens at `time` and not when it was going to.
    #[inline]
    pub fn set(&mut self, slot: usize, time: Time) {
        let mut place = self.leaves + slot;
        self.nodes[place].time = time;
        while place > 1 {
            place /= 2;
            let (left, right) = (self.nodes[2 * place], self.nodes[2 * place + 1]);
            let winner = if left.time <= right.time { left } else { right };
            let old = self.nodes[place];
            self.nodes[place] = winner;
            // Another slot won this match before and still does: nothing changes further up.
            if old.slot == winner.slot && winner.slot as usize != slot {
                break;
            }
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
