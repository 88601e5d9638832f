//! Explicit congestion notification from end to end (ecn-and-l4s): queues that mark, receivers that
//! report the marks, and senders that react.

use crate::common::measured::{Measured, run, scenario};
use crate::common::run;
use ackscope_engine::setup::Direction;
use ackscope_engine::sim::Simulation;
use ackscope_engine::trace::{Fate, PacketLink, SeriesId, SeriesSource};
use ackscope_engine::units::Time;
use serde_json::{Value, json};

/// Smallest and largest queue of the first hop from `from_s` on, as the trace has it.
fn queue_range(simulation: &Simulation, from_s: f64) -> (f64, f64) {
    let recorder = simulation.recorder();
    let first = recorder.bin(Time::from_secs(from_s));
    let place = recorder
        .infos()
        .iter()
        .position(|info| {
            info.series == SeriesId::Queue && info.source == SeriesSource::Hop(0, Direction::Forward)
        })
        .expect("the queue is recorded");
    recorder.series()[place]
        .bins(0)
        .filter(|bin| bin.index >= first)
        .fold((f64::INFINITY, 0.0_f64), |(low, high), bin| {
            (low.min(bin.min.into()), high.max(bin.max.into()))
        })
}

/// The theory of DCTCP on a step marker (SIGCOMM 2010 §3.3, SIGMETRICS 2011 §3). Returns α and the
/// largest queue minus the smallest; `pipe` is the bandwidth-delay product in segments.
fn steady_dctcp(pipe: f64, n: f64, k: f64) -> (f64, f64) {
    let window = (pipe + k) / n;
    let marked = (2.0 * window + 1.0) / (window + 1.0).powi(2);
    let (mut low, mut high) = (0.0, 1.0);
    for _ in 0..60 {
        let alpha: f64 = (low + high) / 2.0;
        if alpha * alpha * (1.0 - alpha / 4.0) < marked {
            low = alpha;
        } else {
            high = alpha;
        }
    }
    (low, n * (window + 1.0) * low / 2.0)
}

#[test]
fn the_theory_of_dctcp_is_that_of_the_papers() {
    // ecn-and-l4s E4.4 to E4.8: alpha and amplitude.
    for (pipe, n, k, alpha, amplitude) in [
        (83.333_333, 1.0, 20.0, 0.140_615, 7.335_4),
        (83.333_333, 2.0, 20.0, 0.198_955, 10.478_3),
        (83.333_333, 4.0, 40.0, 0.257_075, 16.367_1),
        (416.666_667, 2.0, 65.0, 0.091_908, 22.226_5),
        (833.333_333, 2.0, 65.0, 0.067_184, 30.244),
    ] {
        let (a, d) = steady_dctcp(pipe, n, k);
        assert!((a - alpha).abs() < 1e-5 && (d - amplitude).abs() < 1e-3, "{a} {d}");
    }
}

#[test]
fn dctcp_keeps_the_queue_at_the_threshold_of_a_step() {
    // ecn-and-l4s §8.1. The queue counts waiting packets and the threshold is strict, so it reaches
    // K + N + 1.
    for (rate, rtt, n, k, (from, to), (below, above), least_used) in [
        ("100Mbps", "10ms", 1, 20, (5.0, 20.0), (3.0, 1.0), 0.999),
        ("100Mbps", "10ms", 2, 20, (5.0, 20.0), (4.0, 1.0), 0.999),
        ("100Mbps", "10ms", 1, 5, (5.0, 20.0), (9.0, 1.0), 0.99),
        ("1Gbps", "1ms", 4, 40, (0.5, 2.0), (8.0, 2.0), 0.999),
    ] {
        let flows = vec![json!({ "algorithm": "dctcp", "rtt": rtt, "initial_ssthresh": 60 }); n];
        let queue = json!({ "kind": "step", "threshold": k, "capacity": 500 });
        let measured = run(&scenario(rate, &queue, &flows, (from, to)));
        let (low, high) = queue_range(&measured.simulation, from);
        let (alpha, amplitude) = steady_dctcp(83.333_333, n as f64, f64::from(k));
        let highest = f64::from(k) + n as f64 + 1.0;
        let what = format!("{n} flows, K {k}: {low} to {high}, law {} to {highest}", highest - amplitude);
        assert!((high - highest).abs() <= above, "{what}");
        assert!(
            low >= (highest - amplitude - below).max(0.0) && low <= highest - amplitude + below,
            "{what}"
        );
        assert!(measured.hop.utilisation.expect("it transmits") >= least_used, "{what}: {:?}", measured.hop);
        assert_eq!((measured.hop.drops, measured.hop.marks.is_some()), (0, true), "{what}");
        let sum: f64 = measured.flows.iter().map(|flow| flow.goodput_bps).sum();
        let squares: f64 = measured.flows.iter().map(|flow| flow.goodput_bps.powi(2)).sum();
        assert!(sum * sum / (n as f64 * squares) >= 0.98, "{what}: unfair");
        let told = measured.simulation.recorder().events();
        let last = told
            .kept()
            .iter()
            .rev()
            .find(|event| ackscope_engine::rules()[usize::from(event.rule)].rule.key == "dctcp.alpha");
        let at_the_end = last.expect("alpha moves").terms[4];
        assert!((at_the_end / alpha - 1.0).abs() < 0.4, "{what}: alpha {at_the_end}, law {alpha}");
    }
}

#[test]
fn two_flows_of_dctcp_share_evenly() {
    let flows = vec![json!({ "algorithm": "dctcp", "rtt": "10ms" }); 2];
    let queue = json!({ "kind": "step", "threshold": 20, "capacity": 500 });
    let measured = run(&scenario("100Mbps", &queue, &flows, (5.0, 20.0)));
    let [one, two] = [0, 1].map(|flow| measured.flows[flow].goodput_bps);
    assert!((one / (one + two) - 0.5).abs() <= 0.05, "{one} and {two}");
}

/// Every queue that marks early, with a capacity that the queue never reaches.
fn marking_queues() -> Vec<Value> {
    ["red", "gentle-red", "adaptive-red", "easy-red", "pie", "codel", "step"]
        .map(|kind| {
            let mut queue = json!({ "kind": kind, "capacity": 2000, "ecn": true });
            if matches!(kind, "easy-red" | "pie" | "red" | "gentle-red" | "adaptive-red") {
                queue["pdrop"] = json!(0.01);
            }
            match kind {
                // There is no limit: every packet that would be dropped is marked.
                "red" | "gentle-red" | "adaptive-red" | "pie" => queue["mark_limit"] = json!(2),
                "easy-red" => queue["min_th"] = json!(20),
                _ => {}
            }
            if kind != "easy-red" {
                queue.as_object_mut().expect("an object").remove("pdrop");
            }
            queue
        })
        .to_vec()
}

#[test]
fn a_queue_that_marks_drops_nothing_of_flows_that_understand() {
    // ecn-and-l4s §8.4, 2, 3 and 6. Slow start ends early, so no queue becomes full.
    for queue in marking_queues() {
        for (algorithm, ecn) in [("newreno", "classic"), ("sack", "accurate"), ("cubic-rfc9438", "classic")] {
            let flow = json!({ "algorithm": algorithm, "ecn": ecn, "rtt": "40ms", "initial_ssthresh": 40 });
            let measured = run(&scenario("20Mbps", &queue, &[flow.clone(), flow], (5.0, 30.0)));
            let what = format!("{} with {algorithm}, {ecn}", queue["kind"]);
            let counters = measured.simulation.channel_counters(0);
            assert_eq!(counters.early_drops + counters.overflows, 0, "{what}");
            assert!(counters.marks > 0, "{what}: {counters:?}");
            let flows = [0, 1].map(|flow| measured.simulation.flow_counters(flow));
            assert!(flows.iter().map(|flow| flow.marked).sum::<u64>() <= counters.marks, "{what}");
            for flow in flows {
                assert_eq!(flow.sender.retransmitted, 0, "{what}: {flow:?}");
                assert_eq!((flow.sender.fast_retransmits, flow.sender.timeouts), (0, 0), "{what}");
                assert!(flow.sender.mark_reductions > 0, "{what}: {flow:?}");
            }
            assert!(measured.hop.utilisation.expect("it transmits") > 0.7, "{what}: {:?}", measured.hop);
            let told = measured.flows[0];
            assert!(told.ce_segments.is_some() && told.ecn_reductions.is_some(), "{what}");
            assert_eq!(told.loss_event_rate, Some(0.0), "{what}");
            assert!(told.congestion_event_rate.expect("ECN is on") > 0.0, "{what}");
        }
    }
}

#[test]
fn without_ecn_nothing_is_said_of_marks() {
    let flow = json!({ "algorithm": "newreno", "rtt": "40ms" });
    let measured = run(&scenario("20Mbps", &json!({ "kind": "red", "capacity": 100 }), &[flow], (5.0, 20.0)));
    assert!(measured.hop.early_drops > 0);
    assert_eq!((measured.hop.marks, measured.hop.mark_ratio), (None, None));
    assert_eq!((measured.flows[0].ce_segments, measured.flows[0].congestion_event_rate), (None, None));
}

#[test]
fn the_first_mark_falls_where_the_first_drop_would() {
    // ecn-and-l4s §8.4, 1: the random draws are the same up to there.
    for kind in ["red", "gentle-red", "easy-red", "pie"] {
        let first = |ecn: &str, key: &str| {
            // Easy RED begins at a third of 60 packets.
            let queue = json!({ "kind": kind, "capacity": 60, "ecn": true });
            let flow = json!({ "algorithm": "newreno", "ecn": ecn, "rtt": "40ms", "initial_ssthresh": 40 });
            let measured = run(&scenario("20Mbps", &queue, &[flow], (0.0, 10.0)));
            run::events(&measured.simulation, key, 0)
                .first()
                .map(|(at, terms)| (at.to_bits(), terms[..3].to_vec()))
        };
        let (mark, drop) = (first("classic", "channel.mark"), first("off", "channel.drop"));
        assert!(mark.is_some(), "{kind}");
        assert_eq!(mark, drop, "{kind}");
    }
}

#[test]
fn a_window_is_cut_once_whatever_arrives() {
    // ecn-and-l4s §8.4, 5: between two reactions, the cumulative ACK passes what had been sent at
    // the first.
    for ecn in ["classic", "accurate"] {
        let flow = json!({ "algorithm": "newreno", "ecn": ecn, "rtt": "40ms" });
        let queue = json!({ "kind": "step", "threshold": 10, "capacity": 500 });
        let measured = run(&scenario("20Mbps", &queue, &[flow], (0.0, 20.0)));
        let mut until = 0.0;
        let mut answers = 0;
        for event in measured.simulation.recorder().events().kept() {
            if ackscope_engine::rules()[usize::from(event.rule)].rule.key == "tcp.ecn-echo" {
                assert!(event.terms[0] > until || answers == 0, "{ecn} at {} s", event.time.secs());
                until = event.terms[2];
                answers += 1;
            }
        }
        assert!(answers > 5, "{ecn}: {answers}");
        assert_eq!(answers, measured.simulation.flow_counters(0).sender.mark_reductions, "{ecn}");
    }
}

#[test]
fn a_marked_segment_with_cwr_costs_a_second_cut() {
    // RFC 3168 §6.1.3: a mark on the segment that carries CWR is a new mark. A halving has emptied
    // the queue when that segment arrives. A cut that takes nothing leaves the queue as it was.
    let cuts = |abe: Value| -> Vec<f64> {
        let mut flow = json!({ "algorithm": "newreno", "ecn": "classic", "rtt": "100ms", "abe": true });
        flow["beta_ecn"] = abe;
        let queue = json!({ "kind": "step", "threshold": 20, "capacity": 83 });
        let measured = run(&scenario("10Mbps", &queue, &[flow], (20.0, 120.0)));
        let events = measured.simulation.recorder().events();
        let cuts = events.kept().iter().filter(|event| {
            ackscope_engine::rules()[usize::from(event.rule)].rule.key == "newreno.mark"
                && event.time.secs() > 20.0
        });
        cuts.map(|event| event.time.secs()).collect()
    };
    let seconds = |cuts: &[f64]| cuts.windows(2).filter(|pair| pair[1] - pair[0] < 0.25).count();
    let (halved, kept) = (cuts(json!(0.5)), cuts(json!(1)));
    assert!(halved.len() > 10 && kept.len() > 50, "{} {}", halved.len(), kept.len());
    assert_eq!(seconds(&halved), 0);
    assert!(seconds(&kept) * 10 > 9 * kept.len(), "{} of {}", seconds(&kept), kept.len());
}

fn jain(shares: &[f64]) -> f64 {
    let sum: f64 = shares.iter().sum();
    let squares: f64 = shares.iter().map(|share| share * share).sum();
    sum * sum / (shares.len() as f64 * squares)
}

#[test]
fn fq_codel_shares_evenly_whatever_the_rtt() {
    // ecn-and-l4s §8.3: 20 Mbit/s, 60 s.
    let flow = |rtt: &str| json!({ "algorithm": "newreno", "ecn": "classic", "rtt": rtt });
    let rates = |queue: &Value, flows: &[Value]| -> Vec<f64> {
        let measured = run(&scenario("20Mbps", queue, flows, (20.0, 80.0)));
        measured.flows.iter().map(|flow| flow.goodput_bps).collect()
    };
    let fair = json!({ "kind": "fq-codel", "capacity": 1000 });
    let two = rates(&fair, &[flow("20ms"), flow("100ms")]);
    let four = rates(&fair, &[flow("20ms"), flow("20ms"), flow("100ms"), flow("100ms")]);
    let step = json!({ "kind": "step", "threshold": 100, "capacity": 1000 });
    let step = rates(&step, &[flow("20ms"), flow("100ms")]);
    println!("FQ-CoDel against RTT: {:.3}, {:.3}; one queue {:.3}", jain(&two), jain(&four), jain(&step));
    assert!(jain(&two) >= 0.95, "{two:?}");
    assert!(jain(&four) >= 0.97, "{four:?}");
    assert!(jain(&step) < 0.8, "one queue does not: {step:?}");
}

#[test]
fn lines_that_are_backlogged_send_the_same_bytes() {
    // ecn-and-l4s §8.3, the exact law: over any interval, two lines differ by at most quantum + 2
    // packets.
    let source = |bytes: u64| json!({ "kind": "cbr", "rate": "8Mbps", "packet_bytes": bytes, "rtt": "10ms" });
    // The queue drops single packets, so no line ever runs empty.
    let queue = json!({ "kind": "fq", "capacity": 1000, "drop_batch": 1 });
    let setup = scenario("10Mbps", &queue, &[source(1500), source(700), source(300)], (0.0, 10.0));
    let measured = run(&setup);
    let log = measured.simulation.packets(Time::from_secs(2.0), Time::from_secs(4.0));
    let mut transmitted: Vec<_> = log
        .records
        .iter()
        .filter(|record| record.place == PacketLink::Channel(0) && record.fate == Fate::Delivered)
        .filter(|record| record.start >= Time::from_secs(2.0))
        .collect();
    transmitted.sort_by_key(|record| record.start);
    assert!(transmitted.len() > 1000);
    let mut sent = [0_i64; 3];
    let (mut low, mut high) = ([[0_i64; 3]; 3], [[0_i64; 3]; 3]);
    for record in transmitted {
        sent[record.flow as usize] += i64::from(record.bytes);
        for a in 0..3 {
            for b in 0..3 {
                low[a][b] = low[a][b].min(sent[a] - sent[b]);
                high[a][b] = high[a][b].max(sent[a] - sent[b]);
            }
        }
    }
    for a in 0..3 {
        for b in 0..3 {
            assert!(high[a][b] - low[a][b] <= 3 * 1500, "{a} and {b}: {} bytes", high[a][b] - low[a][b]);
        }
    }
}

#[test]
fn what_is_recorded_of_marks_agrees_with_what_is_counted() {
    // DualPI2 with a Prague and a Reno flow. The series of marks end at the counter, α stays
    // between 0 and 1, and the quantiles of each queue's waiting times are in order.
    let flows = [
        json!({ "algorithm": "prague", "rtt": "20ms" }),
        json!({ "algorithm": "newreno", "ecn": "classic", "rtt": "20ms" }),
    ];
    let queue = json!({ "kind": "dualpi2", "capacity": 850 });
    let Measured { simulation, flows, hop } = run(&scenario("40Mbps", &queue, &flows, (0.0, 10.0)));
    let series = |wanted: SeriesId, source: &SeriesSource| {
        let recorder = simulation.recorder();
        let at = |info: &_| matches!(info, ackscope_engine::trace::SeriesInfo { series, source: of, .. } if *series == wanted && of == source);
        let place = recorder.infos().iter().position(at)?;
        Some(recorder.series()[place].bins(0).collect::<Vec<_>>())
    };
    let channel = SeriesSource::Hop(0, Direction::Forward);
    let last = |wanted| series(wanted, &channel).and_then(|bins| bins.last().map(|bin| f64::from(bin.last)));
    let marks = hop.marks.expect("it marks") as f64;
    assert_eq!(last(SeriesId::Marks), Some(marks));
    let passed = last(SeriesId::Passed).expect("sampled with the marks");
    assert!(passed > marks && passed <= hop.arrivals as f64, "{passed} of {}", hop.arrivals);
    let alpha = series(SeriesId::EcnAlpha, &SeriesSource::Flow(0)).expect("Prague has it");
    assert!(alpha.iter().all(|bin| (0.0..=1.0).contains(&bin.min) && bin.max <= 1.0));
    assert!(alpha.last().is_some_and(|bin| bin.last < 0.5), "it falls from 1: {:?}", alpha.last());
    assert!(series(SeriesId::EcnAlpha, &SeriesSource::Flow(1)).is_none(), "Reno has none");
    for waits in [
        [hop.p50_l4s_queueing_delay_s, hop.p95_l4s_queueing_delay_s, hop.p99_l4s_queueing_delay_s],
        [
            hop.p50_classic_queueing_delay_s,
            hop.p95_classic_queueing_delay_s,
            hop.p99_classic_queueing_delay_s,
        ],
    ] {
        let waits = waits.map(|wait| wait.expect("packets were sent"));
        assert!(waits[0] <= waits[1] && waits[1] <= waits[2] && waits[2] > 0.0, "{waits:?}");
    }
    assert!(flows[0].ce_segments > Some(0));
}
