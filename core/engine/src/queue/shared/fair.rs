//! Fair queueing: one line per flow, served in turn by bytes, new flows first (RFC 8290 §4,
//! ecn-and-l4s §6). FQ-CoDel runs CoDel on each line; plain FQ runs no discipline on its lines.

use std::collections::VecDeque;

use super::codel::{Codel, Rules};
use crate::catalogue::{Param, Params, Rule};
use crate::queue::lines::{Eviction, LineView, Lines, NEW_FLOW};
use crate::queue::{ArrivalDecision, ChannelFacts, DequeueDecision, Discipline, Marking, QueueView};
use crate::rng::Stream;
use crate::units::Time;

/// Bytes that a line may send per turn.
pub const QUANTUM: Param = Param::integer(
    "quantum",
    "bytes",
    1500.0,
    (1.0, 65_535.0),
    "Bytes that a flow may send in its turn. Default: the largest packet.",
    "RFC 8290 §5.2.4",
)
.automatic();
/// Maximum number of lines.
pub const BUCKETS: Param = Param::integer(
    "buckets",
    "",
    1024.0,
    (1.0, 65_536.0),
    "Number of lines. Flows that are assigned to the same line share it.",
    "RFC 8290 §5.2.5",
);
/// How flows are assigned to lines.
pub const HASH: Param = Param::choice(
    "hash",
    &["flow", "salted"],
    "`flow` gives every flow its own line while there are enough lines. `salted` assigns flows to lines at random.",
    "ours",
);
/// Selects the assignment with `salted`.
pub const SALT: Param = Param::integer(
    "salt",
    "",
    1.0,
    (0.0, 4_294_967_295.0),
    "With hash `salted`: each number gives a different assignment of flows to lines.",
    "ours",
);
/// Packets dropped at once when the queue is full.
pub const DROP_BATCH: Param = Param::integer(
    "drop_batch",
    "packets",
    64.0,
    (1.0, 1000.0),
    "When the queue is full, at most this many packets of the longest line are dropped, and at most half of its bytes.",
    "RFC 8290 §4.1; Linux, sch_fq_codel.c",
);

/// The list that contains a line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Place {
    #[default]
    Out,
    New,
    Old,
}

/// State of a line, without its packets.
#[derive(Clone, Copy, Debug, Default)]
struct Turn {
    deficit: i64,
    place: Place,
    codel: Codel,
}

/// Bytes that a line occupies without its packets, including its entries in the lists.
pub const LINE_BYTES: usize = size_of::<Turn>() + 2 * size_of::<u32>() + 2 * size_of::<(u32, u32)>();

/// The scheduler.
#[derive(Clone, Debug)]
pub struct Fair {
    quantum: i64,
    buckets: u32,
    salt: Option<u64>,
    drop_batch: u32,
    codel: Option<Rules>,
    /// Bucket and line of every line that was ever used, sorted by bucket.
    known: Vec<(u32, u32)>,
    turns: Vec<Turn>,
    new: VecDeque<u32>,
    old: VecDeque<u32>,
    /// The flow whose line became new at the latest arrival, if that is not reported yet.
    unreported: Option<u32>,
}

impl Fair {
    /// A scheduler with checked parameters. `codel` sets the rules of CoDel on its lines, if any.
    pub fn new(params: &Params, facts: &ChannelFacts, codel: Option<Rules>) -> Fair {
        Fair {
            quantum: params.optional_number("quantum").unwrap_or(f64::from(facts.packet_bytes)) as i64,
            buckets: params.number("buckets") as u32,
            salt: (params.choice("hash") == "salted").then(|| params.number("salt") as u64),
            drop_batch: params.number("drop_batch") as u32,
            codel,
            known: Vec::new(),
            turns: Vec::new(),
            new: VecDeque::new(),
            old: VecDeque::new(),
            unreported: None,
        }
    }

    fn bucket(&self, flow: u32) -> u32 {
        match self.salt {
            None => flow % self.buckets,
            Some(salt) => {
                let hash = split_mix(salt << 32 ^ u64::from(flow)) >> 32;
                ((hash * u64::from(self.buckets)) >> 32) as u32
            }
        }
    }

    /// The line of a bucket. A bucket that was never used gets the next line number.
    fn line(&mut self, bucket: u32) -> usize {
        match self.known.binary_search_by_key(&bucket, |known| known.0) {
            Ok(place) => self.known[place].1 as usize,
            Err(place) => {
                let line = self.turns.len();
                self.known.insert(place, (bucket, line as u32));
                self.turns.push(Turn::default());
                line
            }
        }
    }

    /// Moves the line at the head of the list that is served now to the end of the list of old
    /// lines.
    fn move_to_old(&mut self, line: u32) {
        if self.new.front() == Some(&line) {
            self.new.pop_front();
        } else {
            self.old.pop_front();
        }
        self.turns[line as usize].place = Place::Old;
        self.old.push_back(line);
    }
}

/// SplitMix64: hashes a number, with the same result on every machine.
fn split_mix(number: u64) -> u64 {
    let mut z = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

impl Lines for Fair {
    fn line_of(&mut self, view: &QueueView, _lines: &[LineView]) -> Option<usize> {
        let line = self.line(self.bucket(view.flow));
        let turn = &mut self.turns[line];
        if turn.place == Place::Out {
            (turn.place, turn.deficit) = (Place::New, self.quantum);
            self.new.push_back(line as u32);
            self.unreported = Some(view.flow);
        }
        Some(line)
    }

    fn evict(&mut self, lines: &[LineView]) -> Option<Eviction> {
        // Among lines with equally many bytes, this selects the smallest bucket: `max_by_key`
        // returns the last maximum, and the iteration is backwards.
        let (_, line) = *self.known.iter().rev().max_by_key(|(_, line)| lines[*line as usize].bytes)?;
        let line = line as usize;
        Some(Eviction { line, packets: u64::from(self.drop_batch), bytes: lines[line].bytes / 2 })
    }

    fn evicted(&mut self, line: usize, packets: u64) {
        self.turns[line].codel.count_dropped(packets);
    }

    fn next_line(&mut self, _now: Time, lines: &[LineView]) -> Option<usize> {
        loop {
            let is_new = !self.new.is_empty();
            let line = *self.new.front().or_else(|| self.old.front())?;
            let turn = &mut self.turns[line as usize];
            if turn.deficit <= 0 {
                turn.deficit += self.quantum;
                self.move_to_old(line);
                continue;
            }
            if lines.get(line as usize).is_some_and(|view| view.packets > 0) {
                return Some(line as usize);
            }
            if is_new && !self.old.is_empty() {
                self.move_to_old(line);
                continue;
            }
            turn.place = Place::Out;
            if is_new {
                self.new.pop_front();
            } else {
                self.old.pop_front();
            }
        }
    }

    fn release_line(
        &mut self,
        line: usize,
        view: &QueueView,
        arrived: Time,
        _random: &mut Stream,
    ) -> DequeueDecision {
        match &mut self.codel {
            Some(rules) => {
                rules.see(view.packet_bytes);
                self.turns[line].codel.release(rules, view, arrived)
            }
            None => DequeueDecision::Send,
        }
    }

    fn tell(&mut self, in_detail: bool, say: &mut dyn FnMut(&'static Rule, &[f64])) {
        if let Some(flow) = self.unreported.take().filter(|_| in_detail) {
            say(NEW_FLOW, &[f64::from(flow), self.quantum as f64]);
        }
    }

    fn sent(&mut self, line: usize, bytes: u32, _lines: &[LineView]) {
        self.turns[line].deficit -= i64::from(bytes);
    }
}

impl Discipline for Fair {
    fn arrive(&mut self, _view: &QueueView, _random: &mut Stream) -> ArrivalDecision {
        ArrivalDecision::Accept
    }

    fn decides_at_dequeue(&self) -> bool {
        true
    }

    fn lines(&mut self) -> Option<&mut dyn Lines> {
        Some(self)
    }

    fn marking(&self) -> Option<Marking> {
        self.codel.as_ref().and_then(Rules::marking)
    }
}

/// Makes `Queue(Fair)` a discipline that forwards everything to the scheduler.
macro_rules! forward_to_fair {
    () => {
        impl $crate::queue::Discipline for Queue {
            fn features() -> $crate::queue::Features {
                FEATURES
            }

            fn arrive(
                &mut self,
                view: &$crate::queue::QueueView,
                random: &mut $crate::rng::Stream,
            ) -> $crate::queue::ArrivalDecision {
                self.0.arrive(view, random)
            }

            fn decides_at_dequeue(&self) -> bool {
                self.0.decides_at_dequeue()
            }

            fn lines(&mut self) -> Option<&mut dyn $crate::queue::lines::Lines> {
                self.0.lines()
            }

            fn marking(&self) -> Option<$crate::queue::Marking> {
                self.0.marking()
            }
        }
    };
}
pub(in crate::queue) use forward_to_fair;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::queue::testing::{facts, view};

    static DECLARED: &[Param] = &[QUANTUM, BUCKETS, HASH, SALT, DROP_BATCH];

    /// The lines with the sizes of their packets, without a network.
    struct Harness {
        fair: Fair,
        lines: Vec<(u32, VecDeque<u64>)>,
    }

    impl Harness {
        fn new(set: &[(&str, crate::catalogue::Setting)]) -> Harness {
            let mut params = Params::defaults(DECLARED);
            for (name, setting) in set {
                params.set(name, setting.clone());
            }
            Harness { fair: Fair::new(&params, &facts(100.0), None), lines: Vec::new() }
        }

        fn views(&self) -> Vec<LineView> {
            let view = |(_, line): &(u32, VecDeque<u64>)| LineView {
                packets: line.len() as u64,
                bytes: line.iter().sum(),
                head: None,
            };
            self.lines.iter().map(view).collect()
        }

        fn arrive(&mut self, flow: u32, packets: usize, bytes: u64) {
            for _ in 0..packets {
                let line =
                    self.fair.line_of(&QueueView { flow, ..view(0) }, &self.views()).expect("never full");
                if line == self.lines.len() {
                    self.lines.push((flow, VecDeque::new()));
                }
                self.lines[line].1.push_back(bytes);
            }
        }

        /// The flows of the next `n` departures.
        fn serve(&mut self, n: usize) -> Vec<u32> {
            (0..n)
                .map(|_| {
                    let line = self.fair.next_line(Time::ZERO, &self.views()).expect("packets wait");
                    let bytes = self.lines[line].1.pop_front().expect("a line with packets");
                    self.fair.sent(line, bytes as u32, &self.views());
                    self.lines[line].0
                })
                .collect()
        }
    }

    #[test]
    fn lines_take_turns_and_new_ones_go_first() {
        // ecn-and-l4s E6.1: A, B, C are flows 0, 1, 2.
        let mut harness = Harness::new(&[]);
        harness.arrive(0, 4, 1500);
        harness.arrive(1, 2, 1500);
        let mut order = harness.serve(2);
        harness.arrive(2, 3, 40);
        order.extend(harness.serve(7));
        assert_eq!(order, [0, 1, 2, 2, 2, 0, 1, 0, 0]);
    }

    #[test]
    fn a_sparse_flow_that_comes_back_waits_its_turn() {
        // ecn-and-l4s E6.2.
        let mut harness = Harness::new(&[]);
        harness.arrive(0, 3, 1500);
        harness.arrive(1, 1, 40);
        let mut order = harness.serve(2);
        // The next visit finds the line of flow 1 empty and moves it to the old list.
        order.extend(harness.serve(1));
        assert_eq!((harness.fair.new.len(), harness.fair.turns[1].deficit), (0, 1460));
        harness.arrive(1, 1, 40);
        order.extend(harness.serve(1));
        assert_eq!(order, [0, 1, 0, 1]);
    }

    #[test]
    fn a_full_queue_takes_half_of_the_longest_line() {
        // ecn-and-l4s E6.3.
        let evicted = |set: &[(&str, crate::catalogue::Setting)]| {
            let mut harness = Harness::new(set);
            harness.arrive(0, 7, 1500);
            harness.arrive(1, 3, 1500);
            harness.arrive(2, 1, 1500);
            harness.fair.evict(&harness.views())
        };
        assert_eq!(evicted(&[]), Some(Eviction { line: 0, packets: 64, bytes: 5250 }));
        let one = [("drop_batch", crate::catalogue::Setting::Number(1.0))];
        assert_eq!(evicted(&one), Some(Eviction { line: 0, packets: 1, bytes: 5250 }));
        let mut even = Harness::new(&[]);
        even.arrive(5, 2, 1500);
        even.arrive(3, 2, 1500);
        assert_eq!(even.fair.evict(&even.views()).map(|gone| gone.line), Some(1), "the smaller bucket");
    }

    #[test]
    fn flows_fall_into_buckets() {
        // ecn-and-l4s E6.4.
        let buckets = |n: f64, hash: &'static str| -> Vec<u32> {
            use crate::catalogue::Setting::{Choice, Number};
            let harness = Harness::new(&[("buckets", Number(n)), ("hash", Choice(hash))]);
            (0..8).map(|flow| harness.fair.bucket(flow)).collect()
        };
        assert_eq!(buckets(8.0, "salted"), [6, 1, 5, 5, 3, 2, 0, 1]);
        assert_eq!(buckets(1024.0, "salted"), [784, 129, 717, 648, 395, 324, 86, 159]);
        assert_eq!(buckets(4.0, "flow"), [0, 1, 2, 3, 0, 1, 2, 3]);
    }

    #[test]
    fn few_of_the_salted_flows_share_a_line() {
        // ecn-and-l4s E6.5: the birthday problem. In 1024 buckets, 10 flows are all apart with
        // probability 0.956876, 100 flows with 0.0067. The counts over 4000 salts must agree within
        // four standard deviations.
        use crate::catalogue::Setting::{Choice, Number};
        for (flows, expected) in [(10, 0.956_876), (100, 0.0067)] {
            let law: f64 = (0..flows).map(|taken| 1.0 - f64::from(taken) / 1024.0).product();
            assert!((law - expected).abs() < 5e-5, "{flows}: {law}");
            let salts = 4000;
            let apart = (0..salts).filter(|salt| {
                let harness = Harness::new(&[("hash", Choice("salted")), ("salt", Number(f64::from(*salt)))]);
                let taken: std::collections::BTreeSet<u32> =
                    (0..flows as u32).map(|flow| harness.fair.bucket(flow)).collect();
                taken.len() == flows as usize
            });
            let part = apart.count() as f64 / f64::from(salts);
            let spread = 4.0 * (law * (1.0 - law) / f64::from(salts)).sqrt();
            assert!((part - law).abs() < spread, "{flows}: {part} against {law}");
        }
    }
}
