//! A QUIC connection: calculations from RFC 9002, RFC 9000 and draft-ietf-quic-ack-frequency, and laws over random paths.

use crate::common::run::{assert_conserved, channel, run, setup};
use crate::common::shape::{self, shape};
use crate::every_algorithm::variants;
use ackscope_engine::cc::State;
use ackscope_engine::setup::SourceSetup;
use ackscope_engine::sim::Simulation;
use ackscope_engine::tcp::quic::AckFrame;
use ackscope_engine::tcp::{MarkReport, Outgoing, Sender, take_frame};
use ackscope_engine::trace::{Decisions, RecordOptions};
use ackscope_engine::units::{Span, Time};
use proptest::prelude::*;
use serde_json::{Value, json};

fn ms(ms: f64) -> Time {
    Time::from_secs(ms / 1000.0)
}

/// A sender whose ACK frames, with their times, are written by the test.
struct Quic {
    sender: Sender,
    out: Vec<Outgoing>,
    log: Decisions,
}

/// A packet and the segment that it carries.
type Packet = (u64, u64);

impl Quic {
    /// A sender that opens at 0 with this RTT as its first sample, with `written` segments to send. It does not pace
    /// unless `more` says so.
    fn new(more: &Value, rtt_ms: Option<f64>, written: u64) -> Quic {
        let mut flow = json!({ "algorithm": "newreno", "transport": "quic", "pacing": "off" });
        for (key, value) in more.as_object().expect("an object") {
            flow[key] = value.clone();
        }
        flow.as_object_mut().expect("an object").retain(|_, value| !value.is_null());
        let scenario = json!({ "version": 1, "duration": 1, "flows": [flow],
            "hops": [{ "rate": "10Mbps", "delay": "1ms" }] });
        let setup = setup(&scenario).unwrap_or_else(|error| panic!("{error}"));
        let SourceSetup::Tcp(tcp) = &setup.flows[0].source else { unreachable!() };
        let sender = Sender::new(tcp, setup.flows[0].packet_bytes, 1);
        let mut quic = Quic { sender, out: Vec::new(), log: Decisions::default() };
        quic.sender.give(written);
        quic.sender.open(Time::ZERO, rtt_ms.map(|ms| ms / 1e3), &mut quic.out, &mut quic.log);
        quic
    }

    fn sent(&mut self) -> Vec<Packet> {
        self.out.drain(..).map(|packet| (packet.number, packet.number - u64::from(packet.lag))).collect()
    }

    /// The source has written `segments` at `at_ms`; returns what is sent.
    fn write(&mut self, at_ms: f64, segments: u64) -> Vec<Packet> {
        self.sent();
        self.sender.extend(ms(at_ms), segments, &mut self.out, &mut self.log);
        self.sent()
    }

    /// An ACK frame with these ranges, the newest first, arrives at `at_ms`; returns what is sent.
    fn frame(&mut self, at_ms: f64, ranges: &[(u64, u64)], delay_ms: f64) -> Vec<Packet> {
        self.sent();
        let delay = Span::from_secs(delay_ms / 1e3);
        let frame = AckFrame { ranges, delay, marks: MarkReport::default() };
        take_frame(&mut self.sender, ms(at_ms), &frame, &mut self.out, &mut self.log);
        self.sent()
    }

    /// Lets the timer expire; returns the time in milliseconds and what is sent.
    fn timer(&mut self) -> (f64, Vec<Packet>) {
        self.sent();
        let at = self.sender.deadline();
        self.sender.on_timeout(at, &mut self.out, &mut self.log);
        (rounded(at), self.sent())
    }

    fn deadline_ms(&self) -> f64 {
        rounded(self.sender.deadline())
    }

    fn cwnd(&self) -> f64 {
        self.sender.window().cwnd
    }

    fn said(&self, key: &str) -> usize {
        self.log.iter().filter(|said| said.rule.built_in().is_some_and(|rule| rule.key == key)).count()
    }
}

/// Milliseconds, to the nearest microsecond.
fn rounded(at: Time) -> f64 {
    (at.secs() * 1e6).round() / 1e3
}

#[track_caller]
fn close(one: f64, other: f64) {
    assert!((one - other).abs() < 1e-6, "{one} instead of {other}");
}

/// quic C1 and C2; RFC 9002 §6.2.2: without a sample 333 + 4·166.5 ms. §5.3: 100 + 4·50 + 25.
#[test]
fn the_probe_timeout_follows_the_rtt() {
    let mut quic = Quic::new(&json!({ "initial_window": 10 }), None, 1000);
    assert_eq!(quic.deadline_ms(), 999.0);
    quic.frame(100.0, &[(0, 2)], 0.0);
    assert_eq!(quic.deadline_ms(), 425.0);
    let mut other = Quic::new(&json!({ "initial_window": 10 }), None, 1000);
    other.frame(100.0, &[(0, 2)], 0.0);
    // The packets 10 to 13 left at 100 ms.
    quic.frame(220.0, &[(0, 11)], 10.0);
    let c = quic.sender.connection();
    close(c.srtt_s, 0.10125);
    close(c.rttvar_s, 0.04);
    assert_eq!(c.last_rtt_s, Some(0.12));
    assert_eq!(quic.deadline_ms(), 506.25);
    // 120 < 100 + 25: the delay would put the RTT below the smallest one, and does not count.
    other.frame(220.0, &[(0, 11)], 25.0);
    close(other.sender.connection().srtt_s, 0.1025);
    close(other.sender.connection().rttvar_s, 0.0425);
}

/// A delay beyond `max_ack_delay` counts as that (RFC 9002 §5.3): 200 − 25.
#[test]
fn a_receiver_cannot_claim_more_than_its_longest_delay() {
    let mut quic = Quic::new(&json!({ "initial_window": 10 }), Some(100.0), 1000);
    quic.frame(200.0, &[(0, 2)], 90.0);
    close(quic.sender.connection().srtt_s, 0.875 * 0.1 + 0.125 * 0.175);
}

/// quic C3; RFC 9002 §6.1: 9/8 of 100 ms after 2 ms is 114.5 ms.
#[test]
fn a_packet_is_lost_by_three_later_ones_or_by_nine_eighths_of_an_rtt() {
    let mut quic = Quic::new(&json!({ "initial_window": 10 }), Some(100.0), 0);
    for number in 0..10 {
        assert_eq!(quic.write(number as f64, number + 1), [(number, number)]);
    }
    assert_eq!(quic.sender.connection().lost, 0);
    // 104 − 4: the RTT is 100 ms. Packets 0 and 1 are lost; one packet may leave although seven are in flight and the
    // window is 5.
    assert_eq!(quic.frame(104.0, &[(4, 5)], 0.0), [(10, 0)]);
    assert_eq!((quic.sender.connection().lost, quic.sender.connection().state), (2, State::Recovery));
    close(quic.cwnd(), 5.0);
    let (at, sent) = quic.timer();
    assert_eq!((at, sent), (114.5, vec![]));
    assert_eq!(
        (quic.sender.connection().lost, quic.said("quic.late"), quic.said("quic.overtaken")),
        (3, 1, 1)
    );
    // The next one, which left at 3 ms; still the same recovery.
    assert_eq!(quic.timer().0, 115.5);
    assert_eq!(quic.sender.counters().fast_retransmits, 1);
    close(quic.cwnd(), 5.0);
}

/// quic C4: the example of RFC 9002 §7.6.3 with an RTT of 658⅓ ms: a sample makes the probe timeout 2 s, the second 1.67 s. All
/// packets of 7 s are lost, more than 5.01 s.
#[test]
fn persistent_congestion_is_a_long_row_of_lost_packets() {
    const RTT_MS: f64 = 1975.0 / 3.0;
    let story = |last_but_one_s: &[u64]| {
        let mut quic = Quic::new(&json!({ "initial_window": 20 }), None, 1);
        quic.write(1000.0, 2);
        quic.frame(RTT_MS.max(1000.0), &[], 0.0);
        quic.frame(RTT_MS, &[(0, 1)], 0.0);
        let mut written = 2;
        for second in last_but_one_s {
            written += 1;
            quic.write(1000.0 * *second as f64, written);
        }
        assert_eq!(quic.write(12_000.0, written + 1).last(), Some(&(written, written)));
        quic.frame(12_000.0 + RTT_MS, &[(written, written + 1), (0, 1)], 0.0);
        (
            quic.said("quic.persistent"),
            quic.cwnd(),
            quic.sender.counters().timeouts,
            quic.sender.connection().lost,
        )
    };
    assert_eq!(story(&[2, 3, 4, 5, 6, 8]), (1, 2.0, 1, 7));
    // Five seconds are too short.
    let (persistent, cwnd, timeouts, lost) = story(&[2, 3, 4, 5, 6]);
    assert_eq!((persistent, timeouts, lost), (0, 0, 6));
    assert!(cwnd > 2.0);
}

/// A packet that is acknowledged divides the row (RFC 9002 §7.6.2).
#[test]
fn an_acknowledged_packet_divides_the_row() {
    let mut quic = Quic::new(&json!({ "initial_window": 20 }), Some(100.0), 0);
    (0..8).for_each(|k| drop(quic.write(1000.0 * k as f64, k + 1)));
    // 100 + 4·37.5 + 25, three times: 825 ms. The rows of 0 and 1 and of 3 and 4 take a second each; 6 is alone.
    quic.frame(7_100.0, &[(7, 8), (5, 6), (2, 3)], 0.0);
    assert_eq!((quic.said("quic.persistent"), quic.sender.connection().lost), (1, 5));
    let mut quic = Quic::new(&json!({ "initial_window": 20 }), Some(100.0), 0);
    (0..8).for_each(|k| drop(quic.write(1000.0 * k as f64, k + 1)));
    quic.frame(7_100.0, &[(7, 8), (5, 6), (3, 4), (1, 2)], 0.0);
    assert_eq!((quic.said("quic.persistent"), quic.sender.connection().lost), (0, 4));
}

/// quic C5; RFC 9002 §7.2: 14720 bytes, at least two packets and at most ten.
#[test]
fn the_initial_window_is_14720_bytes() {
    let bytes = |packet: u64| {
        let quic = Quic::new(&json!({ "packet_bytes": packet, "initial_window": null }), None, 1000);
        quic.cwnd() * packet as f64
    };
    close(bytes(1200), 12_000.0);
    close(bytes(1500), 14_720.0);
    close(bytes(9000), 18_000.0);
}

/// quic C6; RFC 9002 §7.3, with packets of 1200 bytes: 12000 bytes grow to 13200 in slow start and to 12120 after it; a loss
/// leaves half of 24000.
#[test]
fn the_window_grows_and_shrinks_by_bytes() {
    let packets = |window: u64, ssthresh: Value| {
        let more = json!({ "packet_bytes": 1200, "initial_window": window, "initial_ssthresh": ssthresh });
        Quic::new(&more, Some(100.0), 1000)
    };
    for (ssthresh, bytes) in [(json!("infinite"), 13_200.0), (json!(2), 12_120.0)] {
        let mut quic = packets(10, ssthresh);
        quic.frame(100.0, &[(0, 1)], 0.0);
        close(quic.cwnd() * 1200.0, bytes);
    }
    let mut quic = packets(20, json!(2));
    // Packet 0 is lost; what was sent before grows nothing.
    quic.frame(100.0, &[(1, 4)], 0.0);
    close(quic.cwnd() * 1200.0, 12_000.0);
    quic.frame(100.5, &[(1, 20)], 0.0);
    close(quic.cwnd() * 1200.0, 12_000.0);
    assert_eq!(quic.sender.connection().state, State::Recovery);
    // Packet 20 left with the reduction; 21 left after it, ends the recovery and grows the window.
    quic.frame(200.0, &[(1, 21)], 0.0);
    assert_eq!(quic.sender.connection().state, State::Recovery);
    quic.frame(200.5, &[(1, 22)], 0.0);
    assert_eq!((quic.sender.connection().state, quic.said("quic.recovered")), (State::Open, 1));
    close(quic.cwnd(), 10.1);
}

/// quic C7; RFC 9002 §7.7: 1.25 · 24000 bytes in 100 ms are 300 kB/s, a packet of 1200 bytes each 4 ms.
#[test]
fn a_window_is_spread_over_four_fifths_of_the_rtt() {
    let more = json!({ "packet_bytes": 1200, "initial_window": 20, "pacing": null });
    let mut quic = Quic::new(&more, Some(100.0), 1000);
    // A burst is no larger than the initial window of ten packets.
    assert_eq!(quic.sent().len(), 10);
    let mut at_ms = Vec::new();
    while quic.sender.wake_at() != Time::NEVER {
        let at = quic.sender.wake_at();
        at_ms.push(rounded(at));
        quic.sender.on_wake(at, &mut quic.out);
        if quic.sent().len() != 1 {
            break;
        }
    }
    // At the last one the window is full.
    assert_eq!(at_ms, (1..=11).map(|k| 4.0 * f64::from(k)).collect::<Vec<_>>());
}

/// quic C8: 50·0.75⁵ = 11.87: the probe leaves 100 + 47.46 + 25 ms after the last packet. It reduces nothing.
#[test]
fn the_loss_of_the_last_packet_is_repaired_by_a_probe() {
    let mut quic = Quic::new(&json!({ "initial_window": 10 }), Some(100.0), 10);
    assert_eq!(quic.sent().len(), 10);
    for pair in 0..4 {
        quic.frame(100.0, &[(0, 2 * pair + 2)], 0.0);
    }
    quic.frame(125.0, &[(0, 9)], 25.0);
    let window = quic.cwnd();
    let (at, sent) = quic.timer();
    close((at - 172.461).abs(), 0.0);
    assert_eq!((sent, quic.cwnd()), (vec![(10, 9)], window));
    assert_eq!((quic.sender.connection().lost, quic.sender.counters().timeouts), (0, 0));
    // The next one comes twice as late; the data of a probe is sent again.
    let (next, sent) = quic.timer();
    close(next - at, 2.0 * at);
    assert_eq!(sent, [(11, 9)]);
    // An ACK of the first probe: all data is delivered, and the packet with the number 9 is lost in the end.
    quic.frame(272.461, &[(10, 11), (0, 9)], 0.0);
    assert!(quic.sender.is_complete());
}

/// RFC 9002 §6.2.4: new data goes first, and two packets at most.
#[test]
fn probes_carry_new_data_if_there_is_any() {
    let mut quic = Quic::new(&json!({ "initial_window": 4 }), Some(100.0), 1000);
    assert_eq!(quic.sent().len(), 4);
    assert_eq!(quic.timer(), (325.0, vec![(4, 4), (5, 5)]));
    let mut one = Quic::new(&json!({ "initial_window": 4, "quic": { "probes": 1 } }), Some(100.0), 4);
    one.sent();
    assert_eq!(one.timer().1, [(4, 0)]);
    assert_eq!(one.timer().1, [(5, 1)]);
}

/// A packet is late and not lost: no data is sent twice if the ACK comes before its turn, and nothing is undone.
#[test]
fn a_late_packet_spares_its_retransmission() {
    let mut quic = Quic::new(&json!({ "initial_window": 10 }), Some(100.0), 10);
    quic.sent();
    // 0, 1 and 2 are lost, and one of them goes out again; then they arrive.
    assert_eq!(quic.frame(100.0, &[(3, 6)], 0.0), [(10, 0)]);
    assert_eq!(quic.frame(101.0, &[(0, 10)], 0.0), []);
    assert_eq!(quic.said("quic.spurious"), 1);
    assert!(quic.sender.is_complete());
    close(quic.cwnd(), 5.0);
}

/// quic C10: ACKs of 10,417 packets per second: one for ten packets, one for two.
#[test]
fn the_receiver_acknowledges_as_often_as_it_is_asked() {
    let acks = |every: u64| {
        let scenario = json!({ "version": 1, "duration": 3, "measure": [[2, 3]],
            "hops": [{ "rate": "100Mbps", "delay": "5ms", "queue": { "kind": "drop-tail", "capacity": 2000 } }],
            "flows": [{ "algorithm": "newreno", "transport": "quic", "rtt": "20ms", "packet_bytes": 1200,
                        "quic": { "ack_every": every }, "receive_window": 400 }] });
        let simulation = run(&scenario);
        assert_eq!(channel(&simulation, 0).drops, 0);
        channel(&simulation, 1).arrivals as f64
    };
    assert!((acks(2) - 5208.0).abs() <= 2.0, "{}", acks(2));
    assert!((acks(10) - 1042.0).abs() <= 2.0, "{}", acks(10));
}

/// Nothing of TCP's recovery and options belongs to QUIC, and no agent reads its packets.
#[test]
fn keys_of_tcp_are_refused_with_their_place() {
    let refused = |flow: Value, hop: Value| {
        let mut scenario = json!({ "version": 1, "duration": 1, "hops": [{ "rate": "10Mbps", "delay": "1ms" }],
            "flows": [{ "algorithm": "newreno", "transport": "quic" }] });
        flow.as_object().expect("an object").iter().for_each(|(k, v)| scenario["flows"][0][k] = v.clone());
        hop.as_object().expect("an object").iter().for_each(|(k, v)| scenario["hops"][0][k] = v.clone());
        setup(&scenario).err().map(|error| error.path)
    };
    let none = || json!({});
    assert_eq!(refused(none(), none()), None);
    assert_eq!(refused(json!({ "tcp": "linux6", "limited_transmit": false }), none()), None);
    for (key, value) in [
        ("recovery", json!("sack")),
        ("timestamps", json!(true)),
        ("rto", json!("linux")),
        ("tlp", json!(true)),
        ("dsack", json!(true)),
        ("reduction", json!("prr")),
        ("timer_wheel", json!(true)),
        ("handshake", json!("in-window")),
        ("delayed_ack_timeout", json!("linux")),
        ("gso", json!("tso")),
    ] {
        assert_eq!(
            refused(json!({ key: value }), none()).as_deref(),
            Some(&*format!("flows.0.{key}")),
            "{key}"
        );
    }
    for (key, value) in
        [("packet_threshold", 0.0), ("time_threshold", 0.9), ("probes", 3.0), ("ack_every", 0.0)]
    {
        let place = format!("flows.0.quic.{key}");
        assert_eq!(refused(json!({ "quic": { key: value } }), none()).as_deref(), Some(&*place));
    }
    for start in ["careful-resume", "rapid-start", "jump-start"] {
        let flow = json!({ "slow_start": start, "bytes": 30_000 });
        assert_eq!(refused(flow, none()).as_deref(), Some("flows.0.slow_start"), "{start}");
    }
    assert_eq!(refused(json!({ "slow_start": "search" }), none()), None);
    assert_eq!(refused(json!({ "transport": "tcp", "quic": {} }), none()).as_deref(), Some("flows.0.quic"));
    assert_eq!(refused(none(), json!({ "agent": "snoop" })).as_deref(), Some("flows.0.transport"));
}

/// A random scenario whose main flow is a QUIC connection.
fn over_quic(mut scenario: Value) -> Value {
    let main = scenario["flows"][0].as_object_mut().expect("a flow");
    for key in ["recovery", "timestamps", "limited_transmit"] {
        main.remove(key);
    }
    main.insert("transport".to_owned(), json!("quic"));
    for hop in scenario["hops"].as_array_mut().expect("a list") {
        hop.as_object_mut().expect("a hop").remove("agent");
    }
    scenario
}

fn compiled(scenario: &Value) -> ackscope_engine::setup::Setup {
    setup(scenario).unwrap_or_else(|error| panic!("{error}\n{scenario}"))
}

proptest! {
    #![proptest_config(shape::config(96))]

    /// Every packet arrives, is lost or is under way; data arrives once; a run is the same when it is repeated or
    /// continued in slices; a packet leaves beyond the window only as a probe or when a loss is found.
    #[test]
    fn laws_of_every_run(shape in shape()) {
        let setup = compiled(&over_quic(shape.scenario()));
        let mut simulation = Simulation::new(&setup, &RecordOptions::PAGE);
        let (mut before, mut beyond) = (0, 0_u64);
        loop {
            let progress = simulation.advance(Time::NEVER, 1);
            let sender = simulation.sender(0).expect("a QUIC connection");
            let (now, cwnd) = (sender.pipe(), sender.window().cwnd);
            prop_assert!(cwnd >= 1.0 && cwnd.is_finite());
            beyond += u64::from(now > before && now as f64 > cwnd);
            before = now;
            if progress.done { break; }
        }
        assert_conserved(&simulation);
        let counts = |key: &str| {
            let rules = ackscope_engine::rules();
            let place = rules.iter().position(|entry| entry.rule.key == key).expect("declared");
            simulation.recorder().events().counts()[place]
        };
        let results = simulation.results();
        let fast: u64 = results.flows[0].windows.iter().map(|window| window.fast_retransmits).sum();
        prop_assert!(beyond <= counts("quic.probe") + fast, "{beyond} packets beyond the window");
        let again = Simulation::new(&setup, &RecordOptions::NOTHING).run();
        prop_assert_eq!(again.engine.trace_hash, results.engine.trace_hash);
    }

    /// A transfer of given size is complete in the end, whatever is lost.
    #[test]
    fn every_lost_packet_is_repaired(shape in shape()) {
        let mut scenario = over_quic(shape.scenario());
        scenario["flows"][0].as_object_mut().expect("a flow").remove("application");
        scenario["flows"][0]["bytes"] = json!("60kB");
        scenario["hops"][0]["loss"] = json!({ "kind": "bernoulli", "probability": 0.1 });
        scenario["duration"] = json!(600);
        let results = Simulation::new(&compiled(&scenario), &RecordOptions::NOTHING).run();
        prop_assert!(results.flows[0].completion_s.is_some());
    }
}

/// Every law of the catalogue, with each of its variants, runs over QUIC: it uses a clean path, and repairs a lossy one.
#[test]
fn every_law_runs_over_quic() {
    let mut faults = Vec::new();
    let mut refused = Vec::new();
    for (id, variant) in variants() {
        let mut flow = json!({ "algorithm": id, "transport": "quic", "rtt": "40ms" });
        if let Some(variant) = variant {
            flow["parameters"] = json!({ "variant": variant });
        }
        let scenario = |flow: &Value, loss: Value, duration: u64| {
            json!({ "version": 1, "duration": duration, "measure": [[duration / 2, duration]], "flows": [flow],
                "hops": [{ "rate": "10Mbps", "delay": "10ms", "queue": { "kind": "drop-tail", "capacity": 60 },
                           "loss": loss }] })
        };
        let clean = match setup(&scenario(&flow, json!({ "kind": "none" }), 20)) {
            Ok(setup) => setup,
            Err(_) => {
                refused.push((id, variant));
                continue;
            }
        };
        let results = Simulation::new(&clean, &RecordOptions::NOTHING).run();
        let goodput_bps = results.flows[0].windows[0].goodput_bps;
        // `manual` keeps the window that it is given.
        if goodput_bps < 5e6 && id != "manual" {
            faults.push(format!("{id} {variant:?}: {goodput_bps} bit/s"));
        }
        flow["bytes"] = json!("1MB");
        let lossy = json!({ "kind": "bernoulli", "probability": 0.02 });
        let results = Simulation::new(&compiled(&scenario(&flow, lossy, 300)), &RecordOptions::NOTHING).run();
        if results.flows[0].completion_s.is_none() {
            faults.push(format!("{id} {variant:?} does not end"));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    // An agent of ns-2 brings its own recovery.
    assert_eq!(refused, [("vegas", Some("ns2_agent"))]);
}
