//! Explicit loss notification: the sender learns that the radio link, and not a queue, lost a
//! segment.
//!
//! Towards a mobile receiver, the link layer delivers the header of a corrupted segment. The
//! receiver then knows the segment and reports it in its ACKs; this is implemented in the channel
//! and in the receiver. From a mobile sender, the base station knows which segments never arrived
//! over the radio link, and marks the ACKs that ask for them; this is implemented here.
//! Balakrishnan and Katz 1998; CGMSW02 compares with it; queues-and-links §11.

use super::{AckSeen, Pass, Pep as Helper, Segment};
use crate::catalogue::Spec;
use crate::units::Time;

/// What this PEP declares.
pub const SPEC: Spec = Spec {
    id: "eln",
    name: "Explicit loss notification",
    summary: "ACKs report which losses the radio link caused. Senders retransmit them and do not reduce their windows.",
    source: "Balakrishnan and Katz, Explicit Loss Notification and Wireless Web Performance (1998); CGMSW02 §5",
    parameters: &[],
    departures: &[
        "Details are from memory of the papers.",
        "A retransmission that the radio link loses again is retransmitted after one RTT, before the timer.",
        "A packet lost before the queue leaves no header. Such a loss is not reported.",
    ],
    rules: &[],
};

/// Segments of one connection that have arrived over the radio link.
#[derive(Clone, Debug, Default)]
struct Connection {
    epoch: u16,
    /// The segment after the highest one that has arrived.
    seen: u64,
    /// Missing ranges below it, half-open and in order.
    holes: Vec<(u64, u64)>,
}

impl Connection {
    fn take(&mut self, number: u64) {
        if number >= self.seen {
            if number > self.seen {
                self.holes.push((self.seen, number));
            }
            self.seen = number + 1;
            return;
        }
        let Some(place) = self.holes.iter().position(|hole| hole.0 <= number && number < hole.1) else {
            return;
        };
        let (from, to) = self.holes.remove(place);
        let parts = [(number + 1, to), (from, number)];
        for part in parts.into_iter().filter(|part| part.0 < part.1) {
            self.holes.insert(place, part);
        }
    }

    /// True if the radio link has lost `number`. All segments below it have arrived.
    fn lost(&mut self, number: u64) -> bool {
        self.holes.retain(|hole| hole.1 > number);
        self.holes.first().is_some_and(|hole| hole.0 <= number)
    }
}

/// State of the base station.
#[derive(Clone, Debug, Default)]
pub struct Pep {
    /// Connections by flow.
    connections: Vec<Connection>,
}

impl Pep {
    /// A base station that has not seen any packet.
    pub fn new(_rate_bps: f64) -> Pep {
        Pep::default()
    }

    fn connection(&mut self, flow: u32, epoch: u16) -> &mut Connection {
        let place = flow as usize;
        if place >= self.connections.len() {
            self.connections.resize_with(place + 1, Connection::default);
        }
        let connection = &mut self.connections[place];
        if connection.epoch != epoch {
            *connection = Connection { epoch, ..Connection::default() };
        }
        connection
    }
}

impl Helper for Pep {
    fn reports_corruption(&self) -> bool {
        true
    }

    fn on_air_segment(&mut self, segment: &Segment) {
        self.connection(segment.flow, segment.epoch).take(segment.number);
    }

    fn marks_ack(&mut self, ack: &AckSeen) -> bool {
        self.connection(ack.flow, ack.epoch).lost(ack.number)
    }

    fn on_segment(&mut self, _segment: &Segment, _has_room: bool, _now: Time) {}

    fn on_ack(&mut self, _ack: &AckSeen, _now: Time, _resend: &mut Vec<Segment>) -> Pass {
        Pass::Forward
    }

    fn next_timer(&self) -> Time {
        Time::NEVER
    }

    fn on_timer(&mut self, _now: Time, _resend: &mut Vec<Segment>) {}
}

#[cfg(test)]
mod tests {
    use super::*;

    fn base_station(numbers: &[u64]) -> Pep {
        let mut pep = Pep::default();
        for &number in numbers {
            pep.on_air_segment(&Segment { flow: 2, epoch: 0, number, stamp: Time::ZERO, bytes: 1500 });
        }
        pep
    }

    fn marks(pep: &mut Pep, number: u64) -> bool {
        pep.marks_ack(&AckSeen { flow: 2, epoch: 0, number })
    }

    #[test]
    fn an_ack_that_asks_for_a_hole_is_marked() {
        let mut pep = base_station(&[0, 1, 4, 5, 7]);
        assert!(!marks(&mut pep, 1));
        assert!(marks(&mut pep, 2) && marks(&mut pep, 3) && marks(&mut pep, 6));
        assert!(!marks(&mut pep, 8));
    }

    #[test]
    fn a_segment_that_came_over_the_air_was_lost_elsewhere() {
        let mut pep = base_station(&[0, 1, 2, 3]);
        assert!(!marks(&mut pep, 2));
    }

    #[test]
    fn a_hole_that_is_filled_marks_no_more() {
        let mut pep = base_station(&[0, 6, 3]);
        assert_eq!(pep.connections[2].holes, [(1, 3), (4, 6)]);
        assert!(marks(&mut pep, 1));
        pep.on_air_segment(&Segment { flow: 2, epoch: 0, number: 1, stamp: Time::ZERO, bytes: 1500 });
        assert!(!marks(&mut pep, 1) && marks(&mut pep, 2) && !marks(&mut pep, 3));
    }
}
