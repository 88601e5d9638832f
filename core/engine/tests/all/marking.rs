//! A queue marks packets instead of dropping them. The marks reach the receiver, and nothing else
//! changes.

use std::sync::Arc;

use crate::common::run::{assert_conserved, setup};
use ackscope_engine::queue::own::{DisciplineSource, OwnDiscipline};
use ackscope_engine::queue::{ArrivalDecision, ChannelFacts, DequeueDecision, Discipline, QueueView};
use ackscope_engine::rng::Stream;
use ackscope_engine::setup::{Ecn, Setup};
use ackscope_engine::sim::Simulation;
use ackscope_engine::trace::RecordOptions;
use ackscope_engine::units::Time;
use serde_json::json;

/// Marks every `n`-th packet that is ECN-capable, or every `n`-th packet at all.
#[derive(Clone, Copy, Debug)]
struct EveryNth {
    n: u64,
    only_capable: bool,
    at_dequeue: bool,
    seen: u64,
}

impl EveryNth {
    fn is_due(&mut self, view: &QueueView) -> bool {
        let counts = view.ecn.is_capable() || !self.only_capable;
        self.seen += u64::from(counts);
        counts && self.seen % self.n == 0
    }
}

impl Discipline for EveryNth {
    fn arrive(&mut self, view: &QueueView, _random: &mut Stream) -> ArrivalDecision {
        if view.full {
            ArrivalDecision::Overflow
        } else if !self.at_dequeue && self.is_due(view) {
            ArrivalDecision::Mark
        } else {
            ArrivalDecision::Accept
        }
    }

    fn decides_at_dequeue(&self) -> bool {
        self.at_dequeue
    }

    fn release(&mut self, view: &QueueView, _arrived: Time) -> DequeueDecision {
        if self.is_due(view) { DequeueDecision::Mark } else { DequeueDecision::Send }
    }
}

impl DisciplineSource for EveryNth {
    fn discipline(&self, _facts: &ChannelFacts) -> Box<dyn OwnDiscipline> {
        Box::new(*self)
    }
}

const EVERY_TENTH: EveryNth = EveryNth { n: 10, only_capable: true, at_dequeue: false, seen: 0 };

/// Transfers of a thousand segments each over two hops that lose nothing themselves. The first flow
/// sends ECN-capable packets.
fn transfers(capacity: u64) -> Setup {
    let mut setup = setup(&json!({
        "version": 1, "seed": 4, "duration": "120s",
        "hops": [{ "rate": "4Mbps", "delay": "10ms", "queue": { "capacity": capacity } },
                 { "rate": "9Mbps", "delay": "5ms", "queue": { "capacity": 1000 } }],
        "flows": [{ "name": "a", "algorithm": "newreno", "rtt": "60ms", "bytes": 1_500_000, "receive_window": 20 },
                  { "name": "b", "algorithm": "newreno", "rtt": "80ms", "bytes": 1_500_000, "receive_window": 20 }],
    }))
    .expect("valid");
    setup.flows[0].ecn = Ecn::Capable0;
    setup
}

fn run_with(mut setup: Setup, discipline: Option<EveryNth>) -> Simulation {
    setup.hops[0].forward.queue.own =
        discipline.map(|discipline| Arc::new(discipline) as Arc<dyn DisciplineSource>);
    let mut simulation = Simulation::new(&setup, &RecordOptions::PAGE);
    simulation.advance(Time::NEVER, u64::MAX);
    assert_conserved(&simulation);
    simulation
}

/// Segments that arrived marked, by flow.
fn marked(simulation: &Simulation) -> [u64; 2] {
    [0, 1].map(|flow| simulation.flow_counters(flow).marked)
}

#[test]
fn every_mark_reaches_the_receiver_and_nothing_is_dropped() {
    let plain = run_with(transfers(1000), None);
    assert_eq!(marked(&plain), [0, 0]);
    for at_dequeue in [false, true] {
        let simulation = run_with(transfers(1000), Some(EveryNth { at_dequeue, ..EVERY_TENTH }));
        let counters = simulation.channel_counters(0);
        assert_eq!((counters.marks, counters.early_drops, counters.overflows), (100, 0, 0), "{at_dequeue}");
        assert_eq!(
            marked(&simulation),
            [100, 0],
            "of a thousand segments every tenth; none of the other flow"
        );
        // No sender here reacts to marks, so the same packets are sent.
        for flow in 0..2 {
            let (with, without) = (simulation.flow_counters(flow), plain.flow_counters(flow));
            assert_eq!((with.delivered, with.sender.sent), (without.delivered, without.sender.sent));
        }
        assert_eq!(simulation.channel_counters(2).marks, 0, "the next hop leaves them as they are");
        assert_ne!(simulation.results().engine.trace_hash, plain.results().engine.trace_hash);
    }
}

#[test]
fn what_cannot_be_marked_is_dropped_early() {
    for at_dequeue in [false, true] {
        let all = EveryNth { n: 50, only_capable: false, at_dequeue, seen: 0 };
        let simulation = run_with(transfers(1000), Some(all));
        let counters = simulation.channel_counters(0);
        assert!(counters.marks > 0 && counters.early_drops > 0, "{counters:?}");
        assert_eq!(counters.overflows, 0);
        assert_eq!(marked(&simulation), [counters.marks, 0]);
        let resent = [0, 1].map(|flow| simulation.flow_counters(flow).sender.retransmitted);
        assert_eq!(resent[0], 0, "the capable flow loses nothing");
        assert!(resent[1] > 0, "the other one does");
    }
}

#[test]
fn a_packet_that_finds_the_link_idle_is_marked_or_kept() {
    // With one segment in flight, no packet ever waits.
    for (ecn, marks) in [(Ecn::Capable1, 200), (Ecn::NotCapable, 0)] {
        let mut setup = transfers(1000);
        setup.flows.truncate(1);
        setup.groups.truncate(1);
        setup.flows[0].ecn = ecn;
        let ackscope_engine::setup::SourceSetup::Tcp(tcp) = &mut setup.flows[0].source else {
            panic!("a TCP flow")
        };
        tcp.receive_window = 1;
        tcp.segments = Some(200);
        let all = EveryNth { n: 1, only_capable: false, at_dequeue: true, seen: 0 };
        let simulation = run_with(setup, Some(all));
        let counters = simulation.channel_counters(0);
        assert_eq!((counters.marks, counters.early_drops), (marks, 0));
        assert_eq!(simulation.flow_counters(0).delivered, 200);
        assert_eq!(simulation.flow_counters(0).marked, marks);
    }
}

#[test]
fn a_mark_makes_no_room_in_a_full_queue() {
    let all = EveryNth { n: 1, ..EVERY_TENTH };
    let simulation = run_with(transfers(8), Some(all));
    let counters = simulation.channel_counters(0);
    assert!(counters.overflows > 0, "{counters:?}");
    assert_eq!(counters.early_drops, 0);
    let first = simulation.flow_counters(0);
    // A retransmission is not ECN-capable (RFC 3168 §6.1.5).
    assert_eq!(counters.marks, first.marked);
    assert!(first.marked < 1000, "{first:?}");
}

#[test]
fn a_run_with_a_marking_queue_is_repeated_from_its_checkpoints() {
    for at_dequeue in [false, true] {
        let simulation = run_with(transfers(30), Some(EveryNth { at_dequeue, ..EVERY_TENTH }));
        let seen = simulation.watch(0, Time::from_secs(120.0), &[]).expect("simulated");
        assert_eq!(seen.digest.value(), simulation.results().engine.trace_hash);
        let mut replay = simulation.replay(Time::from_secs(1.0), Time::from_secs(2.0), true);
        replay.advance(u64::MAX);
        assert!(!replay.packets().records.is_empty());
    }
}

#[test]
fn a_full_queue_drops_whatever_the_ecn_field_says() {
    // ecn-and-l4s E1.3: a packet is never marked because the queue is full. Twice the link's rate
    // fills queues that would begin to mark much later.
    for queue in [
        json!({ "kind": "drop-tail" }),
        json!({ "kind": "red", "ecn": true, "min_th": 1000, "max_th": 2000 }),
        json!({ "kind": "gentle-red", "ecn": true, "min_th": 1000, "max_th": 2000 }),
        json!({ "kind": "adaptive-red", "ecn": true, "min_th": 1000, "max_th": 2000 }),
        json!({ "kind": "easy-red", "ecn": true, "min_th": 1000 }),
        json!({ "kind": "pie", "ecn": true, "target": 10 }),
        json!({ "kind": "codel", "ecn": true, "target": 10 }),
        json!({ "kind": "step", "threshold": 1000 }),
        json!({ "kind": "fq-codel", "target": 10 }),
        json!({ "kind": "dualpi2", "target": 1, "beta": 0, "threshold": 0.1 }),
    ] {
        let mut queue = queue;
        queue["capacity"] = json!(12);
        let counted = [Ecn::NotCapable, Ecn::Capable0, Ecn::Capable1, Ecn::Experienced].map(|ecn| {
            let mut setup = setup(&json!({
                "version": 1, "duration": "10s",
                "hops": [{ "rate": "4Mbps", "delay": "10ms", "queue": queue }],
                "flows": [{ "kind": "cbr", "rate": "8Mbps", "rtt": "60ms" }],
            }))
            .unwrap_or_else(|error| panic!("{error}"));
            setup.flows[0].ecn = ecn;
            let simulation = run_with(setup, None);
            let counters = simulation.channel_counters(0);
            (counters.overflows, counters.early_drops, counters.marks)
        });
        // Half of the 6667 packets find no room.
        assert!(counted[0].0 > 3000, "{queue}: {counted:?}");
        assert_eq!(counted, [(counted[0].0, 0, 0); 4], "{queue}");
    }
}
