//! L4S in whole runs: DualPI2 and Prague against their laws (ecn-and-l4s §5, §8.2).

use crate::common::run;
use std::sync::Arc;

use crate::common::measured::{run, scenario};
use ackscope_engine::queue::own::{DisciplineSource, OwnDiscipline};
use ackscope_engine::queue::{ArrivalDecision, ChannelFacts, Discipline, QueueView};
use ackscope_engine::rng::Stream;
use ackscope_engine::sim::HopWindow;
use ackscope_engine::trace::{PacketLink, RecordOptions};
use ackscope_engine::units::Time;
use serde_json::{Value, json};

/// Rate of Prague / rate of a classic flow over a coupled queue: (2/(k·c))·(R + q_C)/max(R + q_L,
/// virtual RTT). c is that of the classic flow's √p law.
fn coupled(k: f64, c: f64, base_s: f64, (q_classic_s, q_l4s_s): (f64, f64), virtual_s: f64) -> f64 {
    2.0 / (k * c) * (base_s + q_classic_s) / (base_s + q_l4s_s).max(virtual_s)
}

/// Window of Prague if a fraction `p` of the packets is marked. In a virtual RTT it grows by
/// (1 − p)·min(R/R_v, 1) and shrinks by w·p/2.
fn steady_prague(p: f64, rtt_s: f64, virtual_s: f64) -> f64 {
    2.0 * (1.0 - p) / p * (rtt_s / virtual_s).min(1.0)
}

/// c of Reno, and of CUBIC while it grows as Reno does.
fn reno() -> f64 {
    1.5_f64.sqrt()
}

#[test]
fn the_laws_of_l4s_are_those_of_the_rfc() {
    // ecn-and-l4s E5.10 to E5.12: 15 ms in the classic queue, 0.5 ms in the other, k = 2.
    for (base_s, ratio) in [(0.010, 0.8165), (0.025, 1.2808), (0.050, 1.0509)] {
        let found = coupled(2.0, reno(), base_s, (0.015, 0.0005), 0.025);
        assert!((found - ratio).abs() < 1e-4, "{base_s}: {found}");
    }
    // E5.13.
    assert!((steady_prague(0.04, 0.05, 0.025) - 48.0).abs() < 1e-9);
    assert!((steady_prague(0.04, 0.025, 0.025) - 48.0).abs() < 1e-9);
    assert!((steady_prague(0.04, 0.01, 0.025) - 19.2).abs() < 1e-9);
}

/// Marks packets with probability 0.04, whatever the queue.
#[derive(Clone, Copy, Debug)]
struct ByChance;

impl Discipline for ByChance {
    fn arrive(&mut self, view: &QueueView, random: &mut Stream) -> ArrivalDecision {
        match random.chance(0.04) {
            _ if view.full => ArrivalDecision::Overflow,
            true => ArrivalDecision::Mark,
            false => ArrivalDecision::Accept,
        }
    }
}

impl DisciplineSource for ByChance {
    fn discipline(&self, _facts: &ChannelFacts) -> Box<dyn OwnDiscipline> {
        Box::new(*self)
    }
}

#[test]
fn prague_alone_has_two_marks_in_a_virtual_rtt_and_some() {
    // E5.13 in a run: a cut waits for the next mark after a full virtual RTT. So the window is
    // larger, with w·p about 2.5 to 2.8 instead of 2.
    for rtt_s in [0.010, 0.025, 0.050] {
        let flow = json!({ "algorithm": "prague", "rtt": format!("{}ms", rtt_s * 1e3) });
        let mut setup = scenario("10Gbps", &json!({ "capacity": 1000 }), &[flow], (20.0, 120.0));
        setup.hops[0].forward.queue.own = Some(Arc::new(ByChance) as Arc<dyn DisciplineSource>);
        let measured = run(&setup);
        let window = measured.flows[0].goodput_bps * rtt_s / 12_000.0;
        let law = steady_prague(0.04, rtt_s, 0.025);
        println!("Prague at {rtt_s} s: window {window:.2}, law {law:.2}");
        assert!(window > law && window < 1.5 * law, "{rtt_s}: {window} against {law}");
    }
}

fn ms(delay: Option<f64>) -> f64 {
    delay.expect("packets were sent") * 1e3
}

/// The delay bounds of every run over DualPI2: the mean is below 1 ms, and 99 of 100 L4S packets
/// wait less than 2 ms.
#[track_caller]
fn keeps_its_delays(hop: &HopWindow, has_classic: bool, what: &str) {
    if hop.l4s_packets.is_some_and(|packets| packets > 0) {
        let (mean, p99) = (ms(hop.l4s_queueing_delay_s), ms(hop.p99_l4s_queueing_delay_s));
        println!("{what}: L {mean:.2} ms, 99 % {p99:.2} ms");
        assert!(mean < 1.0 && p99 < 2.0, "{what}: L {mean} and {p99} ms");
    }
    if has_classic {
        let mean = ms(hop.classic_queueing_delay_s);
        assert!((9.0..18.0).contains(&mean), "{what}: C {mean} ms");
    }
    assert!(hop.utilisation.expect("it transmits") >= 0.97 && hop.drops == 0, "{what}: {hop:?}");
}

#[test]
fn dualpi2_gives_prague_and_a_classic_flow_about_the_same() {
    // ecn-and-l4s §8.2: 40 Mbit/s, measured for 60 s after 30 s, with both flows ECN-capable.
    for (base_ms, algorithm, (least, most)) in [
        (10.0, "newreno", (0.7, 1.5)),
        (10.0, "cubic-rfc9438", (0.7, 1.5)),
        (25.0, "newreno", (1.1, 2.7)),
        (25.0, "cubic-rfc9438", (1.1, 2.7)),
        (50.0, "newreno", (1.0, 2.9)),
        (50.0, "cubic-rfc9438", (1.0, 2.9)),
    ] {
        let rtt = format!("{base_ms}ms");
        let flows = [
            json!({ "algorithm": "prague", "rtt": rtt }),
            json!({ "algorithm": algorithm, "ecn": "classic", "rtt": rtt }),
        ];
        let queue = json!({ "kind": "dualpi2", "capacity": 850 });
        let measured = run(&scenario("40Mbps", &queue, &flows, (30.0, 90.0)));
        let hop = &measured.hop;
        let ratio = measured.flows[0].goodput_bps / measured.flows[1].goodput_bps;
        let (l, c) = (ms(hop.l4s_queueing_delay_s), ms(hop.classic_queueing_delay_s));
        let what = format!("{rtt} against {algorithm}: {ratio:.2}, L {l:.2} ms, C {c:.1} ms");
        println!("{what}");
        assert!(ratio >= least && ratio <= most, "{what}");
        // With the waiting times of this run, the law of the RFC gives Prague less than it gets.
        // Its cuts wait for a mark, p' varies, and Reno does not grow while ECE lasts (a factor of
        // 2.1 at 25 ms).
        let law = coupled(2.0, reno(), base_ms / 1e3, (c / 1e3, l / 1e3), 0.025);
        assert!(ratio > law && ratio < 2.5 * law, "{what}: law {law:.2}");
        keeps_its_delays(hop, true, &what);
    }
}

#[test]
fn dualpi2_keeps_its_delays_whoever_is_there() {
    // ecn-and-l4s §8.2, base RTT 25 ms: Prague alone, two Pragues, Reno alone, two of each.
    let prague = || json!({ "algorithm": "prague", "rtt": "25ms" });
    let classic = || json!({ "algorithm": "newreno", "ecn": "classic", "rtt": "25ms" });
    for (what, flows) in [
        ("Prague", vec![prague()]),
        ("two Pragues", vec![prague(), prague()]),
        ("Reno", vec![classic()]),
        ("two of each", vec![prague(), prague(), classic(), classic()]),
    ] {
        let has_classic = flows.iter().any(|flow| flow["algorithm"] == "newreno");
        for variant in ["recur", "random"] {
            let queue = json!({ "kind": "dualpi2", "capacity": 850, "variant": variant });
            let measured = run(&scenario("40Mbps", &queue, &flows, (30.0, 90.0)));
            keeps_its_delays(&measured.hop, has_classic, &format!("{what}, {variant}"));
            if flows.len() == 4 {
                let rate = |flow: usize| measured.flows[flow].goodput_bps / 40e6;
                let (l4s, other) = (rate(0) + rate(1), rate(2) + rate(3));
                println!("{what}, {variant}: Prague {l4s:.3}, Reno {other:.3}");
                assert!(l4s / other > 1.1 && l4s / other < 2.7, "{l4s} {other}");
            }
        }
    }
}

#[test]
fn schedulers_of_dualpi2_differ_where_both_queues_are_full() {
    // A source that does not react to marks fills the L4S queue, and a Reno flow with a full
    // receive window waits in the classic queue. The controller is off, and nothing overflows.
    let measure = |scheduler: &str, rate: &str, window: u64| {
        let queue =
            json!({ "kind": "dualpi2", "capacity": 100_000, "alpha": 0, "beta": 0, "scheduler": scheduler });
        let flows = [
            json!({ "kind": "cbr", "rate": rate, "ecn": "ect1", "rtt": "10ms" }),
            json!({ "algorithm": "newreno", "rtt": "10ms", "receive_window": window }),
        ];
        let hop = run(&scenario("40Mbps", &queue, &flows, (10.0, 20.0))).hop;
        assert_eq!(hop.drops, 0);
        hop
    };
    // More L4S packets arrive than the link takes. The classic queue keeps a tenth of the bytes.
    let flooded = measure("wrr", "60Mbps", 40);
    let sent = [flooded.l4s_packets, flooded.classic_packets].map(|sent| sent.expect("counted") as f64);
    assert!((sent[1] / (sent[0] + sent[1]) - 0.1).abs() < 0.001, "{sent:?}");
    // The L4S source takes half of the link. With weights its packets hardly wait. With a time
    // shift they wait 50 ms less than the others.
    let [weighted, shifted] = ["wrr", "time-shift"].map(|scheduler| {
        let hop = measure(scheduler, "20Mbps", 300);
        (ms(hop.l4s_queueing_delay_s), ms(hop.classic_queueing_delay_s))
    });
    assert!(weighted.0 < 1.0 && weighted.1 > 100.0, "{weighted:?}");
    assert!((shifted.1 - shifted.0 - 50.0).abs() < 1.0, "{shifted:?}");
}

#[test]
fn a_virtual_rtt_makes_pragues_of_different_rtts_even() {
    // ecn-and-l4s §8.2: base RTTs of 5 and 20 ms, measured for 40 s after 20 s.
    let ratio = |rtt_virtual: f64| {
        let flow = |rtt: &str| json!({ "algorithm": "prague", "rtt": rtt, "parameters": { "rtt_virtual": rtt_virtual } });
        let queue = json!({ "kind": "dualpi2", "capacity": 850 });
        let measured = run(&scenario("40Mbps", &queue, &[flow("5ms"), flow("20ms")], (20.0, 60.0)));
        measured.flows[0].goodput_bps / measured.flows[1].goodput_bps
    };
    let (with, without) = (ratio(0.025), ratio(0.0));
    println!("two Pragues against RTT: {with:.2} and {without:.2}");
    assert!((0.6..1.6).contains(&with) && without > 3.0, "{with} and {without}");
    // With a Reno flow of 20 ms beside them.
    let beside = |rtt_virtual: f64| {
        let flow = |rtt: &str| json!({ "algorithm": "prague", "rtt": rtt, "parameters": { "rtt_virtual": rtt_virtual } });
        let reno = json!({ "algorithm": "newreno", "ecn": "classic", "rtt": "20ms" });
        let queue = json!({ "kind": "dualpi2", "capacity": 850 });
        let measured = run(&scenario("40Mbps", &queue, &[flow("5ms"), flow("20ms"), reno], (20.0, 60.0)));
        measured.flows[0].goodput_bps / measured.flows[1].goodput_bps
    };
    let (with, without) = (beside(0.025), beside(0.0));
    println!("with a Reno flow: {with:.2} and {without:.2}");
    assert!((0.6..1.6).contains(&with) && without > 2.0, "{with} and {without}");
}

#[test]
fn an_unresponsive_l4s_source_meets_drops() {
    // RFC 9332 §4.2.3: a source of 60 Mbit/s that does not react loses a third on 40 Mbit/s. p'^2
    // drops these packets, not a full queue, and the delay stays at the target.
    let flows = [
        json!({ "kind": "cbr", "rate": "60Mbps", "ecn": "ect1", "rtt": "10ms" }),
        json!({ "algorithm": "newreno", "ecn": "classic", "rtt": "10ms" }),
    ];
    let queue = json!({ "kind": "dualpi2", "capacity": 850 });
    let measured = run(&scenario("40Mbps", &queue, &flows, (10.0, 40.0)));
    let hop = &measured.hop;
    assert_eq!(hop.drops, hop.early_drops, "{hop:?}");
    let part = hop.drop_ratio.expect("packets came");
    assert!((part - 1.0 / 3.0).abs() < 0.02, "{hop:?}");
    assert!(hop.p99_queueing_delay_s.expect("packets were sent") < 0.018, "{hop:?}");
}

#[test]
fn every_mark_is_told_even_if_acks_are_lost() {
    // ecn-and-l4s §8.4, 4: counts of marks survive lost ACKs; single bits need every ACK.
    let told = |ecn: &str, algorithm: &str, lost: f64| -> (u64, u64) {
        let mut setup = scenario(
            "20Mbps",
            &json!({ "kind": "step", "threshold": 10, "capacity": 1000 }),
            &[json!({ "algorithm": algorithm, "ecn": ecn, "rtt": "40ms", "bytes": 6_000_000 })],
            (0.0, 20.0),
        );
        setup.hops[0].backward = run::setup(&json!({ "version": 1, "duration": 1,
            "hops": [{ "rate": "20Mbps", "delay": "0.1ms", "queue": { "capacity": 10000 },
                       "back": { "loss": { "kind": "bernoulli", "probability": lost } } }],
            "flows": [{ "algorithm": "newreno", "rtt": "40ms" }] }))
        .expect("valid")
        .hops[0]
            .backward
            .clone();
        let mut simulation = ackscope_engine::sim::Simulation::new(&setup, &RecordOptions::PAGE);
        simulation.advance(Time::NEVER, u64::MAX);
        let mut replay = simulation.replay(Time::ZERO, Time::from_secs(20.0), false);
        replay.advance(u64::MAX);
        let key = |event: &ackscope_engine::trace::Event| {
            ackscope_engine::rules()[usize::from(event.rule)].rule.key
        };
        let events = replay.recorder().events().kept().iter();
        let sum: f64 =
            events.filter(|event| key(event) == "tcp.marks-told").map(|event| event.terms[0]).sum();
        (sum as u64, simulation.flow_counters(0).marked)
    };
    for (ecn, algorithm, lost) in [
        ("accurate", "sack", 0.0),
        ("accurate", "sack", 0.1),
        ("l4s", "prague", 0.1),
        ("accurate", "dctcp", 0.0),
    ] {
        let (said, marked) = told(ecn, algorithm, lost);
        assert!(marked > 50, "{algorithm}: {marked}");
        assert_eq!(said, marked, "{algorithm} {ecn}, {lost} of the ACKs lost");
    }
}

#[test]
fn no_queue_changes_the_order_within_a_flow() {
    // ecn-and-l4s §8.4, 7.
    for queue in ["red", "pie", "codel", "step", "fq", "fq-codel", "dualpi2"] {
        let flows: Vec<Value> = vec![
            json!({ "algorithm": "prague", "rtt": "20ms" }),
            json!({ "algorithm": "newreno", "ecn": "classic", "rtt": "30ms" }),
            json!({ "algorithm": "newreno", "rtt": "20ms" }),
        ];
        let setup = scenario("20Mbps", &json!({ "kind": queue, "capacity": 60 }), &flows, (0.0, 10.0));
        let simulation = run(&setup).simulation;
        let log = simulation.packets(Time::from_secs(2.0), Time::from_secs(6.0));
        for flow in 0..3 {
            let mut ways: Vec<(Time, Time)> = log
                .records
                .iter()
                .filter(|record| record.flow == flow && record.place == PacketLink::Channel(0))
                .filter(|record| {
                    record.start != Time::NEVER && record.fate != ackscope_engine::trace::Fate::Dropped
                })
                .map(|record| (record.enter, record.start))
                .collect();
            ways.sort();
            assert!(ways.len() > 100, "{queue}: {}", ways.len());
            assert!(ways.windows(2).all(|pair| pair[0].1 < pair[1].1), "{queue}, flow {flow}");
        }
    }
}
