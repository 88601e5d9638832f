//! The far end of a channel whose packets overtake each other or whose ACKs are thinned. It holds
//! packets from the end of their transmission until they are due.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::packet::{Kind, Packet};
use crate::order::sorted;
use crate::units::Time;

/// A packet that is due at `packet.at`. At the same instant the earlier transmission goes first.
#[derive(Clone, Copy, Debug)]
struct Held {
    number: u64,
    packet: Packet,
}

impl Held {
    fn order(&self) -> (Time, u64) {
        (self.packet.at, self.number)
    }
}

impl PartialEq for Held {
    fn eq(&self, other: &Held) -> bool {
        self.order() == other.order()
    }
}

impl Eq for Held {}

impl PartialOrd for Held {
    fn partial_cmp(&self, other: &Held) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Held {
    fn cmp(&self, other: &Held) -> std::cmp::Ordering {
        self.order().cmp(&other.order())
    }
}

/// Packets on their way out of a channel.
#[derive(Clone, Debug)]
pub struct FarEnd {
    held: BinaryHeap<Reverse<Held>>,
    taken: u64,
    /// The number after the highest one that has arrived (RFC 4737 §3.3, NextExp).
    next_expected: u64,
    thins_acks: bool,
    /// The list of due packets, whose memory is reused.
    due: Vec<Packet>,
}

impl FarEnd {
    /// Bytes of a held packet, including those in the list of due packets.
    pub const PACKET_BYTES: usize = size_of::<Held>() + size_of::<Packet>();

    /// An empty one.
    pub fn new(thins_acks: bool) -> FarEnd {
        FarEnd { held: BinaryHeap::new(), taken: 0, next_expected: 0, thins_acks, due: Vec::new() }
    }

    /// Takes a packet that is due at `packet.at`.
    pub fn take(&mut self, packet: Packet) {
        self.taken += 1;
        self.held.push(Reverse(Held { number: self.taken, packet }));
    }

    /// When the next packet is due.
    pub fn next(&self) -> Time {
        self.held.peek().map_or(Time::NEVER, |Reverse(held)| held.packet.at)
    }

    /// How many packets it holds.
    pub fn count(&self) -> usize {
        self.held.len()
    }

    /// Memory of the lists, in bytes.
    pub fn bytes(&self) -> usize {
        self.held.capacity() * size_of::<Held>() + self.due.capacity() * size_of::<Packet>()
    }

    /// Returns the packets that are due at `now`, in order, how many of them are reordered, and how
    /// many ACKs were left out. The caller returns the list with [`FarEnd::put_back`].
    ///
    /// A packet is reordered if it arrives with a number below the expected one (RFC 4737 §3.3): the
    /// late packet is, not those that have overtaken it.
    pub fn deliver(&mut self, now: Time) -> (Vec<Packet>, u64, u64) {
        let mut due = std::mem::take(&mut self.due);
        let mut reordered = 0;
        while let Some(Reverse(held)) = self.held.peek().filter(|held| held.0.packet.at <= now) {
            due.push(held.packet);
            reordered += u64::from(held.number < self.next_expected);
            self.next_expected = self.next_expected.max(held.number + 1);
            self.held.pop();
        }
        let before = due.len();
        if self.thins_acks && before > 1 {
            thin(&mut due);
        }
        let thinned = (before - due.len()) as u64;
        (due, reordered, thinned)
    }

    /// Takes back the list of delivered packets.
    pub fn put_back(&mut self, mut due: Vec<Packet>) {
        due.clear();
        if due.capacity() > 1024 {
            due.shrink_to(1024);
        }
        self.due = due;
    }
}

/// Leaves out each ACK that is followed by one of the same connection with a higher number and the
/// same header flags. So a duplicate ACK, a mark or a notice is never lost (RFC 3449 §5.2.1).
fn thin(due: &mut Vec<Packet>) {
    let acks: Vec<usize> = (0..due.len()).filter(|&place| due[place].kind == Kind::Ack).collect();
    let acks = sorted(&acks, |&place| (u64::from(due[place].flow), 0));
    for pair in acks.windows(2) {
        let (ack, later) = (due[pair[0]], due[pair[1]]);
        let is_same = ack.flow == later.flow && ack.epoch == later.epoch && ack.flags == later.flags;
        if is_same && later.number > ack.number {
            due[pair[0]].at = Time::NEVER;
        }
    }
    due.retain(|packet| packet.at != Time::NEVER);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::net::Flags;

    fn packet(kind: Kind, flow: u32, number: u64, at_s: f64) -> Packet {
        Packet {
            at: Time::from_secs(at_s),
            stamp: Time::ZERO,
            number,
            waited_nanos: 0,
            flow,
            sack: 0,
            bytes: 40,
            epoch: 0,
            kind,
            is_retransmission: false,
            flags: Flags::NONE,
        }
    }

    fn numbers(end: &mut FarEnd, now_s: f64) -> Vec<u64> {
        let (due, ..) = end.deliver(Time::from_secs(now_s));
        let numbers = due.iter().map(|packet| packet.number).collect();
        end.put_back(due);
        numbers
    }

    #[test]
    fn packets_leave_when_they_are_due_and_of_one_instant_in_order() {
        let mut end = FarEnd::new(false);
        for (number, at_s) in [(0, 2.0), (1, 1.0), (2, 1.0), (3, 1.5)] {
            end.take(packet(Kind::Data, 0, number, at_s));
        }
        assert_eq!(end.next(), Time::from_secs(1.0));
        assert_eq!(numbers(&mut end, 0.9), [0; 0]);
        assert_eq!(numbers(&mut end, 1.5), [1, 2, 3]);
        assert_eq!((end.count(), end.next()), (1, Time::from_secs(2.0)));
    }

    /// RFC 4737 §3.3: of the arrivals 1 2 3 7 8 4 5 6, three are reordered, and not the two that
    /// came early. Of two packets that arrive together neither is.
    #[test]
    fn the_late_packets_are_reordered_and_not_those_that_overtake() {
        let mut end = FarEnd::new(false);
        for (number, at_s) in [
            (1, 1.0),
            (2, 2.0),
            (3, 3.0),
            (4, 6.0),
            (5, 7.0),
            (6, 8.0),
            (7, 4.0),
            (8, 5.0),
            (9, 9.0),
            (10, 9.0),
        ] {
            end.take(packet(Kind::Data, 0, number, at_s));
        }
        let reordered = |end: &mut FarEnd, now_s: f64| end.deliver(Time::from_secs(now_s)).1;
        assert_eq!([5.0, 6.0, 8.0, 9.0].map(|now_s| reordered(&mut end, now_s)), [0, 1, 2, 0]);
    }

    #[test]
    fn only_superfluous_acks_are_thinned() {
        let mut end = FarEnd::new(true);
        // Two flows; the 7 of flow 0 comes twice: a duplicate ACK.
        for (kind, flow, number) in [
            (Kind::Ack, 0, 3),
            (Kind::Ack, 1, 3),
            (Kind::Data, 0, 4),
            (Kind::Ack, 0, 5),
            (Kind::Ack, 0, 7),
            (Kind::Ack, 0, 7),
        ] {
            end.take(packet(kind, flow, number, 1.0));
        }
        let mut marked = packet(Kind::Ack, 2, 8, 1.0);
        marked.flags = Flags::ECE;
        end.take(marked);
        end.take(packet(Kind::Ack, 2, 9, 1.0));
        let (due, _, thinned) = end.deliver(Time::from_secs(1.0));
        let left: Vec<(u32, u64)> = due.iter().map(|packet| (packet.flow, packet.number)).collect();
        assert_eq!(left, [(1, 3), (0, 4), (0, 7), (0, 7), (2, 8), (2, 9)]);
        assert_eq!(thinned, 2);
    }
}
