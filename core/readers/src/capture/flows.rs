//! The flows of a capture: each direction of each connection, before one of them is followed.

use super::headers::{Addresses, End, Found, Segment, knows_link, segment_of};
use super::records::{Damage, scan};
use crate::types::Refusal;
use std::collections::{BTreeMap, BTreeSet};

/// One direction of a connection, and which of those between the same ends it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Ends {
    pub from: End,
    pub to: End,
    pub life: u32,
}

impl Ends {
    pub(super) fn back(self) -> Ends {
        Ends { from: self.to, to: self.from, life: self.life }
    }
}

/// Connections of the same ends, one after the other. A port may be used again: the next connection begins with a SYN
/// of another number. Follows the packets of one scan.
#[derive(Default)]
pub(super) struct Lives(BTreeMap<(End, End), (Option<u32>, u32)>);

impl Lives {
    /// Which connection of its two ends a segment belongs to.
    pub(super) fn of(&mut self, segment: &Segment) -> Ends {
        let Segment { from, to, .. } = *segment;
        let opens = segment.is_syn && segment.acknowledged.is_none() && segment.payload == 0;
        let syn = opens.then_some(segment.sequence);
        let life = match self.0.get_mut(&(from.min(to), from.max(to))) {
            Some((known, life)) => {
                if opens && *known != syn {
                    (*known, *life) = (syn, *life + 1);
                }
                *life
            }
            None => {
                // A capture may begin in the midst of a connection.
                if opens || segment.payload > 0 {
                    self.0.insert((from.min(to), from.max(to)), (syn, 0));
                }
                0
            }
        };
        Ends { from, to, life }
    }
}

#[derive(Default)]
pub(super) struct Flow {
    pub ends: Ends,
    pub payload: u64,
    pub segments: usize,
    pub pure_acks: usize,
    pub mss: Option<u64>,
    /// The handshake: the last SYN before the answer, the first answer, and the first ACK of it.
    pub syn_s: Option<f64>,
    pub answer_s: Option<f64>,
    pub confirm_s: Option<f64>,
}

#[derive(Default)]
pub(super) struct Overview {
    pub flows: Vec<Flow>,
    places: BTreeMap<Ends, usize>,
    pub links: BTreeSet<i32>,
    /// Packets whose lengths contradict.
    pub damaged: usize,
    pub packets: usize,
    /// Packets over an unknown link layer.
    pub strange: usize,
    pub timeless: usize,
    pub end: Option<Damage>,
}

impl Overview {
    pub(super) fn of(bytes: &[u8], addresses: &mut Addresses) -> Result<Overview, Refusal> {
        let mut found = Overview::default();
        let mut lives = Lives::default();
        let end = scan(bytes, |packet| {
            found.packets += 1;
            found.links.insert(packet.link);
            found.strange += usize::from(!knows_link(packet.link));
            match segment_of(packet, addresses) {
                Found::Segment(segment) => {
                    found.timeless += usize::from(packet.time_s.is_nan());
                    found.add(&segment, lives.of(&segment), packet.time_s);
                }
                Found::Damaged => found.damaged += 1,
                Found::Other => {}
            }
        })?;
        found.end = end;
        Ok(found)
    }

    pub(super) fn flow(&self, ends: Ends) -> Option<&Flow> {
        self.flows.get(*self.places.get(&ends)?)
    }

    pub(super) fn unknown_links(&self) -> String {
        let unknown = self.links.iter().filter(|link| !knows_link(**link));
        unknown.map(i32::to_string).collect::<Vec<_>>().join(", ")
    }

    fn add(&mut self, segment: &Segment, ends: Ends, time_s: f64) {
        let has_answer = self.flow(ends.back()).is_some_and(|back| back.answer_s.is_some());
        let place = *self.places.entry(ends).or_insert_with(|| {
            self.flows.push(Flow { ends, ..Flow::default() });
            self.flows.len() - 1
        });
        let flow = &mut self.flows[place];
        flow.payload += segment.payload;
        if segment.payload > 0 {
            flow.segments += 1;
        } else if !segment.is_syn && segment.acknowledged.is_some() {
            flow.pure_acks += 1;
        }
        flow.mss = segment.mss.or(flow.mss);
        // Only the first packets of a connection belong to its handshake.
        match (segment.is_syn, segment.acknowledged.is_some()) {
            (true, true) => flow.answer_s = flow.answer_s.or(Some(time_s)),
            (true, false) if !has_answer => flow.syn_s = Some(time_s),
            (false, true) if has_answer && flow.syn_s.is_some() && flow.confirm_s.is_none() => {
                flow.confirm_s = Some(time_s);
            }
            _ => {}
        }
    }
}
