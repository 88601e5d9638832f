//! The event queue: a tournament tree with the next time of each of a fixed set of events.
//!
//! An event is the next arrival from a line of packets, or the next timer of a flow. So there are a
//! few per flow and two per hop, whatever the number of packets in flight. A change of one event's
//! time repeats its comparisons on the path to the root: log2(events) comparisons, no allocation,
//! no search. Of two events at the same time the one of lower order comes first, so runs are
//! reproducible. The place in the tree is independent of the order: events that change together are
//! neighbours and share cache lines.

use crate::units::Time;

/// An event of the event queue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EventId {
    /// Rank among events at the same time; [`EventQueue::next`] returns it. Unique.
    pub order: u32,
    /// Place in the tree. Unique.
    pub place: u32,
}

/// The next time of each event, and the earliest of them.
///
/// Time and order of an event are one number of 64 bits, the time in the high bits. So the smaller
/// number is the earlier event, and of two at the same time the one of lower order.
#[derive(Clone, Debug)]
pub struct EventQueue {
    /// Node 1 is the root, nodes `leaves..2·leaves` are the events; each other node is the smaller
    /// of its two children.
    nodes: Vec<u64>,
    leaves: usize,
    order_bits: u32,
    order_mask: u64,
    /// End of time: an event set to it or later never happens.
    never: u64,
}

impl EventQueue {
    /// An event queue without pending events: `places` in the tree, orders of at most `order_bits`
    /// bits.
    pub fn new(places: usize, order_bits: u32) -> EventQueue {
        // Four neighbours that begin at a multiple of four form a subtree.
        let leaves = places.max(1).next_multiple_of(4);
        let never = u64::MAX >> order_bits;
        EventQueue {
            nodes: vec![never << order_bits; 2 * leaves],
            leaves,
            order_bits,
            order_mask: (1 << order_bits) - 1,
            never,
        }
    }

    /// Memory of the queue, in bytes.
    pub fn bytes(&self) -> usize {
        size_of_val(self.nodes.as_slice())
    }

    /// End of time: an event set to that instant or a later one never happens.
    pub fn end_of_time(&self) -> Time {
        Time::from_nanos(self.never)
    }

    /// Time and order of the earliest event; the end of time if there is none.
    #[inline]
    pub fn next(&self) -> (Time, u32) {
        let root = self.nodes[1];
        (self.time(root), (root & self.order_mask) as u32)
    }

    /// True if another event is at the earliest instant too.
    #[inline]
    pub fn is_tied(&self) -> bool {
        let nodes = self.nodes.as_slice();
        let winner = nodes[1];
        let mut node = 1;
        while node < self.leaves {
            let (left, right) = (nodes[2 * node], nodes[2 * node + 1]);
            // The other side of each comparison on the way of the winner.
            if self.time(left.max(right)) == self.time(winner) {
                return true;
            }
            node = 2 * node + usize::from(left != winner);
        }
        false
    }

    /// Calls `each` with the order of every event at the earliest instant.
    pub fn each_earliest(&self, each: &mut dyn FnMut(u32)) {
        self.each_at(1, self.next().0, each);
    }

    fn each_at(&self, node: usize, time: Time, each: &mut dyn FnMut(u32)) {
        if self.time(self.nodes[node]) != time {
        } else if node >= self.leaves {
            each((self.nodes[node] & self.order_mask) as u32);
        } else {
            self.each_at(2 * node, time, each);
            self.each_at(2 * node + 1, time, each);
        }
    }

    /// When `event` happens; the end of time if it never does.
    #[inline]
    pub fn time_of(&self, event: EventId) -> Time {
        self.time(self.nodes[self.leaves + event.place as usize])
    }

    #[inline]
    fn time(&self, entry: u64) -> Time {
        Time::from_nanos(entry >> self.order_bits)
    }

    /// Moves `event` to `time`.
    #[inline]
    pub fn set(&mut self, event: EventId, time: Time) {
        let mut winner = time.nanos().min(self.never) << self.order_bits | u64::from(event.order);
        let nodes = self.nodes.as_mut_slice();
        let mut node = self.leaves + event.place as usize;
        nodes[node] = winner;
        while node > 1 {
            winner = winner.min(nodes[node ^ 1]);
            node /= 2;
            if nodes[node] == winner {
                // The winner of this comparison is the same as before: nothing changes further up.
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
            events in 1usize..40,
            steps in prop::collection::vec((0usize..40, 0u64..30), 1..200),
        ) {
            let mut event_queue = EventQueue::new(events, 6);
            let mut times = vec![event_queue.end_of_time(); events];
            for (order, nanos) in steps {
                let order = order % events;
                let time = if nanos == 29 { event_queue.end_of_time() } else { Time::from_nanos(nanos) };
                // The order of events does not depend on their place in the tree.
                let event = EventId { order: order as u32, place: (events - 1 - order) as u32 };
                event_queue.set(event, time);
                times[order] = time;
                let earliest = (0..events).min_by_key(|&s| (times[s], s)).unwrap_or(0);
                prop_assert_eq!(event_queue.next().0, times[earliest]);
                if times[earliest] != event_queue.end_of_time() {
                    prop_assert_eq!(event_queue.next().1, earliest as u32);
                    let mut tied = Vec::new();
                    event_queue.each_earliest(&mut |order| tied.push(order as usize));
                    tied.sort_unstable();
                    let earliest = (0..events).filter(|&s| times[s] == times[earliest]);
                    prop_assert_eq!(&tied, &earliest.collect::<Vec<_>>());
                    prop_assert_eq!(event_queue.is_tied(), tied.len() > 1);
                }
                prop_assert_eq!(event_queue.time_of(event), time);
            }
        }
    }

    #[test]
    fn what_comes_at_the_end_of_time_never_comes() {
        let mut event_queue = EventQueue::new(1000, 10);
        let event = EventId { order: 999, place: 999 };
        let before = Time::from_nanos(event_queue.end_of_time().nanos() - 1);
        event_queue.set(event, before);
        assert_eq!(event_queue.next(), (before, 999));
        event_queue.set(event, Time::NEVER);
        assert_eq!(event_queue.next().0, event_queue.end_of_time());
        assert_eq!(event_queue.time_of(event), event_queue.end_of_time());
    }
}
