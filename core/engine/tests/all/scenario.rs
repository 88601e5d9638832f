//! The scenario format as users see it: what is read, which setup results, and which words refuse a
//! scenario.

use ackscope_engine::setup::{
    Capacity, Direction, Handshake, Recovery, RtoStyle, Setup, SourceSetup, TcpSetup,
};
use ackscope_engine::units::{Span, Time};
use ackscope_scenario::{Scenario, ScenarioError, apply_set, compile, compile_all, lanes, read, read_value};
use serde_json::{Value, json};

/// GM04 Table I; one lane differs in more than the algorithm.
fn table() -> Value {
    json!({ "version": 1, "title": "One flow, reverse traffic on and off", "seed": 1, "duration": "1000s",
      "hops": [ { "rate": "2Mbps", "delay": "10ms",
                  "queue": { "kind": "drop-tail", "capacity": "40pkt" },
                  "loss": { "kind": "none" },
                  "back": { "queue": { "kind": "drop-tail", "capacity": "40pkt" } } } ],
      "flows": [ { "name": "main", "algorithm": "westwood+", "direction": "forward", "from": 0, "to": 1,
                   "rtt": "250ms", "start": "0s", "delayed_ack": true, "compared": true },
                 { "name": "reverse", "algorithm": "newreno", "count": 10, "direction": "backward", "from": 0, "to": 1,
                   "rtt": "250ms", "active": [["250s","500s"],["750s","1000s"]] } ],
      "compare": ["newreno", { "algorithm": "vegas", "set": { "flows.main.delayed_ack": false } }, "westwood+"],
      "measure": [["0s","250s"],["250s","500s"],["500s","750s"],["750s","1000s"]] })
}

/// One hop of 2 Mbit/s and 10 ms, one New Reno flow of 250 ms.
fn single() -> Value {
    json!({ "version": 1, "duration": 10, "hops": [{ "rate": "2Mbps", "delay": "10ms" }],
            "flows": [{ "name": "main", "algorithm": "newreno", "rtt": "250ms" }] })
}

fn with(mut scenario: Value, changes: &[(&str, Value)]) -> Value {
    for (path, value) in changes {
        apply_set(&mut scenario, path, value.clone()).unwrap();
    }
    scenario
}

fn scenario(value: &Value) -> Scenario {
    read(&value.to_string()).unwrap_or_else(|error| panic!("{error}"))
}

fn setup_of(value: &Value) -> Setup {
    compile(&scenario(value), 0).unwrap_or_else(|error| panic!("{error}"))
}

fn setup(changes: &[(&str, Value)]) -> Setup {
    setup_of(&with(single(), changes))
}

fn refusal_of(value: &Value) -> ScenarioError {
    match read(&value.to_string()) {
        Err(error) => error,
        Ok(scenario) => compile_all(&scenario).map(|_| ()).expect_err(&value.to_string()),
    }
}

fn refusal(changes: &[(&str, Value)]) -> ScenarioError {
    refusal_of(&with(single(), changes))
}

fn tcp(setup: &Setup, flow: usize) -> &TcpSetup {
    match &setup.flows[flow].source {
        SourceSetup::Tcp(tcp) => tcp,
        SourceSetup::Cbr { .. } => panic!("flow {flow} is not TCP"),
    }
}

fn millis(span: Span) -> f64 {
    span.secs() * 1e3
}

fn secs(secs: f64) -> Time {
    Time::from_secs(secs)
}

#[test]
fn the_table_compiles_to_three_lanes() {
    let table = scenario(&table());
    let names: Vec<(String, String)> =
        lanes(&table).into_iter().map(|lane| (lane.label, lane.algorithm)).collect();
    let both = |id: &str| (id.to_owned(), id.to_owned());
    assert_eq!(names, [both("newreno"), both("vegas"), both("westwood+")]);

    let setups = compile_all(&table).unwrap();
    let algorithms: Vec<&str> = setups.iter().map(|setup| tcp(setup, 0).algorithm).collect();
    assert_eq!(algorithms, ["newreno", "vegas", "westwood+"]);
    assert_eq!(setups.iter().map(|setup| tcp(setup, 0).delayed_ack).collect::<Vec<_>>(), [true, false, true]);
    for setup in &setups {
        assert_eq!(setup.flows.len(), 11);
        assert!(setup.flows[1..].iter().all(|flow| flow.direction == Direction::Backward && flow.group == 1));
        assert_eq!(tcp(setup, 10).algorithm, "newreno");
        assert_eq!(setup.flows[10].periods, [(secs(250.0), secs(500.0)), (secs(750.0), secs(1000.0))]);
        assert_eq!(
            (setup.flows[0].start_jitter, setup.flows[1].start_jitter),
            (Span::ZERO, Span::from_millis(1000))
        );
        assert_eq!(setup.hops[0].backward.queue.capacity, Capacity::Packets(40));
        assert_eq!(setup.measure.len(), 4);
    }
}

#[test]
fn a_silent_flow_gets_the_documented_defaults() {
    let setup = setup(&[]);
    let (flow, tcp) = (&setup.flows[0], tcp(&setup, 0));
    assert_eq!((setup.seed, flow.name.as_str(), flow.packet_bytes, tcp.ack_bytes), (1, "main", 1500, 40));
    assert_eq!(flow.access_rate.bps(), 20_000_000, "ten times the fastest hop");
    assert_eq!(
        (tcp.initial_window, tcp.initial_ssthresh, tcp.receive_window),
        (3.0, f64::INFINITY, 1_000_000)
    );
    assert_eq!((tcp.delayed_ack, tcp.delayed_ack_timeout), (true, Span::from_millis(200)));
    assert!(
        tcp.timestamps
            && tcp.limited_transmit
            && tcp.handshake == Handshake::Before
            && tcp.segments.is_none()
    );
    assert_eq!((tcp.recovery, tcp.rto.style), (Recovery::NewReno, RtoStyle::Exact));
    assert_eq!(
        [tcp.rto.granularity, tcp.rto.min, tcp.rto.max, tcp.rto.initial].map(millis),
        [10.0, 200.0, 60e3, 3e3]
    );
    assert_eq!(flow.periods, [(Time::ZERO, secs(10.0))]);
    assert_eq!(setup.measure, [(Time::ZERO, secs(10.0))]);
    assert_eq!(setup.hops[0].forward.loss.kind, "none");
}

#[test]
fn access_links_take_what_the_hops_leave_of_the_rtt() {
    // 250 ms − 2 × 10 ms = 230 ms, crossed by data and ACKs at both ends: a quarter each.
    let flow = &setup(&[]).flows[0];
    assert_eq!((millis(flow.rtt), millis(flow.access_delays[0])), (250.0, 57.5));
    let flow = &setup(&[("flows.main.rtt", Value::Null), ("flows.main.access_delay", json!("5ms"))]).flows[0];
    assert_eq!((millis(flow.rtt), millis(flow.access_delays[0])), (40.0, 5.0));
    let flow = &setup(&[("flows.main.rtt", Value::Null)]).flows[0];
    assert_eq!((millis(flow.rtt), millis(flow.access_delays[0])), (20.0, 0.0));
    // 10 ms forward and 30 ms back leave 210 ms.
    let flow = &setup(&[("hops.0.back.delay", json!("30ms"))]).flows[0];
    assert_eq!(millis(flow.access_delays[0]), 52.5);

    // The whole access delay at the sender's end, or a fifth of it.
    for (share, sender, receiver) in [(1.0, 115.0, 0.0), (0.2, 23.0, 92.0)] {
        let flow = &setup(&[("flows.main.access_at_sender", json!(share))]).flows[0];
        assert_eq!(flow.access_delays.map(millis), [sender, receiver]);
    }
    assert_eq!(refusal(&[("flows.main.access_at_sender", json!(1.5))]).allowed, "0 to 1");

    let error = refusal(&[("flows.main.rtt", json!("19ms"))]);
    assert_eq!((error.path.as_str(), error.found.as_str()), ("flows.0.rtt", "\"19ms\""));
    assert!(error.allowed.starts_with("at least 20ms"), "{error}");
    assert_eq!(refusal(&[("flows.main.access_delay", json!(0))]).path, "flows.0.access_delay");
}

#[test]
fn rtts_are_spread_in_every_written_form() {
    let rtts = |spread: Value, count: u64| -> Vec<f64> {
        let setup = setup(&[("flows.main.rtt", spread), ("flows.main.count", json!(count))]);
        setup.flows.iter().map(|flow| (millis(flow.rtt) * 1e3).round() / 1e3).collect()
    };
    assert_eq!(rtts(json!(["30ms", 0.05]), 3), [30.0, 50.0, 30.0]);
    assert_eq!(rtts(json!({"from": "50ms", "to": "250ms"}), 5), [50.0, 100.0, 150.0, 200.0, 250.0]);
    assert_eq!(rtts(json!({"from": "50ms", "to": "250ms"}), 1), [50.0]);
    // GM04: 20 + 230·i/M ms, i = 1…M.
    assert_eq!(rtts(json!({"above": "20ms", "to": "250ms"}), 4), [77.5, 135.0, 192.5, 250.0]);
    assert_eq!(rtts(json!("50ms"), 0), [0.0; 0]);
    let error = refusal(&[("flows.main.rtt", json!(["30ms", "10ms"])), ("flows.main.count", json!(2))]);
    assert_eq!(error.path, "flows.0.rtt.1");
}

#[test]
fn a_bandwidth_delay_product_is_counted_in_packets_of_the_longest_flow() {
    let capacity = |changes: &[(&str, Value)]| setup(changes).hops[0].forward.queue.capacity;
    let buffer = |text: &str| ("hops.0.queue.capacity", json!(text));
    // 2 Mbit/s × 250 ms = 500 kbit = 41.67 packets of 1500 bytes. Without a capacity the queue
    // holds one product.
    assert_eq!(capacity(&[]), Capacity::Packets(42));
    assert_eq!(capacity(&[buffer("0.1bdp")]), Capacity::Packets(4));
    assert_eq!(capacity(&[buffer("0.001bdp")]), Capacity::Packets(1));
    assert_eq!(capacity(&[buffer("1bdp"), ("flows.main.packet_bytes", json!(400))]), Capacity::Packets(156));
    assert_eq!(capacity(&[buffer("64kB")]), Capacity::Bytes(64_000));
    assert_eq!(capacity(&[buffer("7pkt")]), Capacity::Packets(7));
    // A backward channel that inherits a product computes it from its own rate.
    let slow = setup(&[("hops.0.back.rate", json!("200kbps"))]);
    assert_eq!(slow.hops[0].backward.queue.capacity, Capacity::Packets(4));
}

#[test]
fn a_run_of_more_flows_than_the_agenda_can_time_is_refused() {
    let days =
        |count: u64, days: u64| [("flows.main.count", json!(count)), ("duration", json!(days * 86_400))];
    // 2^64 ns are 213504 days. Three bits are for the kind of an entry, and ten bits for the flow,
    // one of a thousand. This leaves 26 days.
    assert_eq!(setup(&days(1000, 26)).flows.len(), 1000);
    let error = refusal(&days(1000, 27));
    assert_eq!(error.path, "duration");
    assert!(error.message.contains("at most 2251799 s"), "{}", error.message);
}

#[test]
fn the_way_back_inherits_rate_delay_and_queue_but_no_loss() {
    let loss = json!({"kind": "bernoulli", "probability": 0.1});
    let lossy = [("hops.0.loss", loss), ("hops.0.queue.capacity", json!(9))];
    let hop = &setup(&lossy).hops[0];
    assert_eq!(hop.backward.rate, hop.forward.rate);
    assert_eq!(hop.backward.delay, hop.forward.delay);
    assert_eq!(hop.backward.queue.capacity, Capacity::Packets(9));
    assert_eq!((hop.forward.loss.kind, hop.backward.loss.kind), ("bernoulli", "none"));

    let mut shared = lossy.to_vec();
    shared.push(("hops.0.back.loss", json!("shared")));
    let hop = &setup(&shared).hops[0];
    assert_eq!((hop.backward.loss.kind, hop.backward.loss.shared), ("bernoulli", true));
    assert_eq!(hop.backward.loss.params.number("probability"), 0.1);
    assert!(!hop.forward.loss.shared);
}

#[test]
fn repeated_hops_and_groups_over_each_of_them_are_numbered() {
    let cross =
        json!({ "name": "cross", "algorithm": "newreno", "count": 2, "each_hop": true, "rtt": "30ms" });
    let long = json!({ "name": "long", "algorithm": "newreno", "rtt": "60ms" });
    let changes =
        [("hops.0.name", json!("hop")), ("hops.0.repeat", json!(3)), ("flows", json!([cross, long]))];
    let line = with(single(), &changes);
    let setup = setup_of(&line);
    assert_eq!(
        setup.hops.iter().map(|hop| hop.name.as_str()).collect::<Vec<_>>(),
        ["hop-1", "hop-2", "hop-3"]
    );
    let places: Vec<_> = setup.flows.iter().map(|flow| (flow.name.as_str(), flow.from, flow.to)).collect();
    let expected = [
        ("cross-1", 0, 1),
        ("cross-2", 0, 1),
        ("cross-3", 1, 2),
        ("cross-4", 1, 2),
        ("cross-5", 2, 3),
        ("cross-6", 2, 3),
        ("long", 0, 3),
    ];
    assert_eq!(places, expected);
    assert_eq!(setup.groups.len(), 2);
    let error = refusal_of(&with(line, &[("flows.long.rtt", json!("50ms"))]));
    assert!(error.path == "flows.1.rtt" && error.allowed.starts_with("at least 60ms"), "{error}");
}

#[test]
fn rates_may_change_with_time() {
    let rate = |value: Value| refusal(&[("hops.0.rate", value)]).path;
    let steps = setup(&[("hops.0.rate", json!([["0s", "2Mbps"], ["5s", "0bps"], ["6s", "1Mbps"]]))]);
    assert_eq!(steps.hops[0].forward.rate.peak().bps(), 2_000_000);
    assert_eq!(rate(json!([["1s", "2Mbps"]])), "hops.0.rate.0.0");
    assert_eq!(rate(json!([[0, 1e6], [2, 1e6], [2, 1e6]])), "hops.0.rate.2.0");
    assert_eq!(rate(json!([[0, 0]])), "hops.0.rate");
    assert_eq!(rate(json!([])), "hops.0.rate");
    assert_eq!(rate(json!({"opportunities_ms": [1, 0]})), "hops.0.rate.opportunities_ms.1");
    assert_eq!(rate(json!({"opportunities_ms": [0]})), "hops.0.rate.opportunities_ms");
}

#[test]
fn a_timer_is_a_preset_or_numbers() {
    let timer = |rto: Value| {
        let setup = setup(&[("flows.main.rto", rto)]);
        let tcp = tcp(&setup, 0);
        (tcp.rto, tcp.recovery_variants.whole_threshold, tcp.limited_transmit)
    };
    let (rto, ns2_rto, limited) = timer(json!("ns2_2001"));
    assert_eq!(
        (millis(rto.min), millis(rto.initial), rto.style),
        (200.0, 6000.0, RtoStyle::TicksMinAfterBackoff)
    );
    assert!(ns2_rto && !limited, "ns-2 of 2001 had no limited transmit");
    let (rto, ns2_rto, limited) = timer(json!({"min": "1s"}));
    assert_eq!((millis(rto.min), millis(rto.max), rto.style), (1000.0, 60e3, RtoStyle::Exact));
    assert!(!ns2_rto && limited);
    assert_eq!(timer(json!("linux")).0.style, RtoStyle::VarianceFloor);
    // ns-2.35's timer is that of the agent: TCP/Linux has its own.
    let agent = |variant: &str| {
        let setup = setup(&[
            ("flows.main.algorithm", json!("sack")),
            ("flows.main.rto", json!("ns2_2005")),
            ("flows.main.recovery_variant", json!(variant)),
        ]);
        let rto = tcp(&setup, 0).rto;
        (millis(rto.granularity), millis(rto.max), rto.style)
    };
    assert_eq!(agent("ns2_sack1"), (10.0, 60e3, RtoStyle::Ticks));
    assert_eq!(agent("ns2_linux"), (1.0, 120e3, RtoStyle::TicksOfLinuxAgent));
    assert_eq!(refusal(&[("flows.main.rto", json!({"min": "90s"}))]).path, "flows.0.rto.min");
    assert_eq!(refusal(&[("flows.main.rto", json!({"minimum": 1}))]).nearest.as_deref(), Some("min"));
}

#[test]
fn recovery_follows_the_algorithm_unless_it_is_tied() {
    let westwood = [("flows.main.algorithm", json!("westwood+")), ("flows.main.recovery", json!("sack"))];
    assert_eq!(tcp(&setup(&westwood), 0).recovery, Recovery::Sack);
    let error = refusal(&[("flows.main.recovery", json!("sack"))]);
    assert_eq!((error.path.as_str(), error.allowed.as_str()), ("flows.0.recovery", "\"newreno\""));
    // In a comparison, a lane whose algorithm is tied to a recovery uses that recovery. The
    // scenario stays valid.
    let mut compared = westwood.to_vec();
    compared.extend([("flows.main.compared", json!(true)), ("compare", json!(["westwood+", "newreno"]))]);
    let setups = compile_all(&scenario(&with(single(), &compared))).unwrap();
    let recoveries: Vec<Recovery> = setups.iter().map(|setup| tcp(setup, 0).recovery).collect();
    assert_eq!(recoveries, [Recovery::Sack, Recovery::NewReno]);

    let variants = |names: Value| [("flows.main.recovery_variant", names)];
    let both = setup(&variants(json!(["min_exit", "ns2_rto"])));
    assert!(tcp(&both, 0).recovery_variants.min_exit && tcp(&both, 0).recovery_variants.whole_threshold);
    assert!(tcp(&setup(&variants(json!("rfc"))), 0).recovery_variants.rfc);
    assert_eq!(refusal(&variants(json!(["min_exit", "ns2_exit"]))).path, "flows.0.recovery_variant");
}

#[test]
fn an_agent_of_ns2_brings_its_sink_and_its_order_of_events() {
    let run = |variant: &str, more: &[(&str, Value)]| {
        let sack = [("flows.main.algorithm", json!("sack")), ("flows.main.recovery_variant", json!(variant))];
        setup(&[&sack[..], more].concat())
    };
    let of = |variant: &str| {
        let setup = run(variant, &[]);
        let tcp = tcp(&setup, 0);
        (setup.ties.is_some(), tcp.recovery_variants.delays_last, tcp.sack_block_bytes, tcp.handshake)
    };
    assert_eq!(of("rfc"), (false, false, 0, Handshake::Before));
    assert_eq!(of("ns2_rto"), (false, false, 0, Handshake::Before), "a rule of timers, not an agent");
    assert_eq!(of("ns2_exit"), (true, true, 0, Handshake::Before));
    assert_eq!(of("ns2_sack1"), (true, true, 8, Handshake::Before));
    assert_eq!(of("ns2_linux"), (true, true, 8, Handshake::InWindow));
    assert_eq!(of("ns2_linux_whole"), of("ns2_linux"), "its older name");
    // What the scenario says goes first. A transfer has no SYN in its window.
    assert!(run("ns2_linux", &[("ns2_order", json!(false))]).ties.is_none());
    let said = [("flows.main.sack_block_bytes", json!(0)), ("flows.main.handshake", json!(true))];
    let setup = run("ns2_linux", &said);
    assert_eq!((tcp(&setup, 0).sack_block_bytes, tcp(&setup, 0).handshake), (0, Handshake::Before));
    let setup = run("ns2_linux", &[("flows.main.bytes", json!("15kB"))]);
    assert_eq!(tcp(&setup, 0).handshake, Handshake::Before);
}

#[test]
fn a_constant_bit_rate_flow_has_a_rate_and_nothing_of_tcp() {
    let cbr =
        json!({ "name": "udp", "kind": "cbr", "rate": "500kbps", "packet_bytes": 500, "active": [[1, 2]] });
    let setup = setup(&[("flows", json!([cbr]))]);
    assert!(matches!(setup.flows[0].source, SourceSetup::Cbr { rate } if rate.bps() == 500_000));
    let wrong = |key: &str, value: Value| {
        let mut flow = cbr.clone();
        flow[key] = value;
        refusal(&[("flows", json!([flow]))]).path
    };
    assert_eq!(wrong("algorithm", json!("newreno")), "flows.0.algorithm");
    assert_eq!(wrong("bytes", json!(5000)), "flows.0.bytes");
    assert_eq!(wrong("rate", Value::Null), "flows.0");
    assert_eq!(refusal(&[("flows.main.rate", json!(1000))]).path, "flows.0.rate");
}

#[test]
fn activity_is_cut_to_start_stop_and_run() {
    let periods = |changes: &[(&str, Value)]| -> Vec<(f64, f64)> {
        setup(changes).flows[0].periods.iter().map(|(from, to)| (from.secs(), to.secs())).collect()
    };
    let active = |value: Value| ("flows.main.active", value);
    assert_eq!(periods(&[active(json!([]))]), []);
    assert_eq!(
        periods(&[active(json!([[1, 4], [6, 99]])), ("flows.main.start", json!("2s"))]),
        [(2.0, 4.0), (6.0, 10.0)]
    );
    assert_eq!(periods(&[active(json!([[1, 4], [40, 99]])), ("flows.main.stop", json!("3s"))]), [(1.0, 3.0)]);
    assert_eq!(periods(&[("flows.main.start", json!("10s"))]), []);
    assert_eq!(refusal(&[active(json!([[4, 1]]))]).path, "flows.0.active.0");
    assert_eq!(refusal(&[active(json!([[1, 4], [3, 5]]))]).path, "flows.0.active.1");
    assert_eq!(
        refusal(&[("flows.main.start", json!(5)), ("flows.main.stop", json!(5))]).path,
        "flows.0.stop"
    );
    assert_eq!(tcp(&setup(&[("flows.main.bytes", json!("10kB"))]), 0).segments, Some(7));
}

#[test]
fn lanes_change_what_they_say_and_nothing_else() {
    let compare = json!([
        "westwood+",
        { "set": { "hops.0.queue.capacity": "4pkt" } },
        { "algorithm": "westwood+", "set": { "hops.0.queue.capacity": "8pkt" } },
        { "label": "slow", "set": { "hops.0.rate": "1Mbps", "flows.main.algorithm": "vegas" } }
    ]);
    let value = with(single(), &[("flows.main.compared", json!(true)), ("compare", compare)]);
    let scenario = scenario(&value);
    let labels: Vec<String> =
        lanes(&scenario).into_iter().map(|lane| format!("{}: {}", lane.label, lane.algorithm)).collect();
    let expected = [
        "westwood+: westwood+",
        "hops.0.queue.capacity = 4pkt: newreno",
        "westwood+, hops.0.queue.capacity = 8pkt: westwood+",
        "slow: vegas",
    ];
    assert_eq!(labels, expected);
    let setups = compile_all(&scenario).unwrap();
    let capacities: Vec<Capacity> = setups.iter().map(|setup| setup.hops[0].forward.queue.capacity).collect();
    assert_eq!(capacities, [42, 4, 8, 21].map(Capacity::Packets));
    assert!(compile(&scenario, 4).is_err());
}

#[test]
fn a_wrong_lane_is_refused_by_name() {
    let lanes = |compare: Value| refusal(&[("flows.main.compared", json!(true)), ("compare", compare)]);
    assert_eq!(lanes(json!(["vega"])).nearest.as_deref(), Some("vegas"));
    assert_eq!(lanes(json!(["newreno", {"algorithm": "vega"}])).path, "compare.1.algorithm");
    let error = lanes(json!([{ "label": "tiny", "set": { "hops.0.queue.capacity": "4 packets" } }]));
    assert!(
        error.path == "hops.0.queue.capacity" && error.message.starts_with("In lane \"tiny\", "),
        "{error}"
    );
    assert_eq!(lanes(json!([{ "set": { "hops.3.rate": 1 } }])).path, "compare.0.set.hops.3.rate");
    assert_eq!(lanes(json!([{ "set": { "compare": [] } }])).path, "compare.0.set");
    let error = lanes(json!([{ "label": "air", "set": { "hops.0.loss.probability": 0.1 } }]));
    assert_eq!(error.message, "In lane \"air\", hops.0.loss needs \"kind\".");
    assert_eq!(lanes(json!([{ "label": "a" }, { "label": "a" }])).path, "compare.1.label");
    assert_eq!(lanes(json!([{ "lable": "a" }])).nearest.as_deref(), Some("label"));
    assert!(refusal(&[("compare", json!(["newreno"]))]).message.contains("compared"));
}

#[test]
fn what_cannot_be_is_refused_where_it_stands() {
    for (path, value, place) in [
        ("duration", json!(0), "duration"),
        ("seed", json!(9007199254740992_u64), "seed"),
        ("hops", json!([]), "hops"),
        ("hops.0.name", json!("a.b"), "hops.0.name"),
        ("hops.0.name", json!("7"), "hops.0.name"),
        ("hops.0.name", json!(""), "hops.0.name"),
        ("hops.0.rate", json!(0), "hops.0.rate"),
        ("hops.0.repeat", json!(0), "hops.0.repeat"),
        ("hops.0.repeat", json!(1001), "hops.0.repeat"),
        ("hops.0.queue.kind", json!("droptail"), "hops.0.queue.kind"),
        ("hops.0.queue.depth", json!(5), "hops.0.queue"),
        ("hops.0.loss.kind", json!("bernouli"), "hops.0.loss.kind"),
        ("hops.0.loss", json!({"kind": "bernoulli", "probability": 1.5}), "hops.0.loss.probability"),
        ("hops.0.agent", json!("snoopy"), "hops.0.agent"),
        ("flows.main.algorithm", json!("new-reno"), "flows.0.algorithm"),
        ("flows.main.algorithm", Value::Null, "flows.0"),
        ("flows.main.to", json!(2), "flows.0.to"),
        ("flows.main.from", json!(1), "flows.0.from"),
        ("flows.main.count", json!(100_001), "flows.0.count"),
        ("flows.main.packet_bytes", json!(0), "flows.0.packet_bytes"),
        ("flows.main.packet_bytes", json!("66kB"), "flows.0.packet_bytes"),
        ("flows.main.initial_window", json!(0.5), "flows.0.initial_window"),
        ("flows.main.initial_ssthresh", json!(1), "flows.0.initial_ssthresh"),
        ("flows.main.receive_window", json!(0), "flows.0.receive_window"),
        ("flows.main.bytes", json!(0), "flows.0.bytes"),
        ("flows.main.shadow", json!(["ewma"]), "flows.0.shadow.0"),
        ("flows.main.parameters", json!({"alhpa": 1}), "flows.0.parameters"),
        ("measure", json!([[0, 11]]), "measure.0"),
        ("measure", json!([[0, 1], [2, 2]]), "measure.1"),
    ] {
        let error = refusal(&[(path, value)]);
        assert_eq!(error.path, place, "{error}");
        let whole =
            !error.found.is_empty() && !error.allowed.is_empty() && error.message.ends_with(['.', '?']);
        assert!(whole, "{error:?}");
    }
    let mut twice = table();
    twice["flows"][1]["name"] = json!("main");
    assert_eq!(refusal_of(&twice).path, "flows.1.name");
    assert_eq!(refusal(&[("flows.main.algorithm", json!("new-reno"))]).nearest.as_deref(), Some("newreno"));
}

#[test]
fn reading_a_value_and_reading_its_text_agree() {
    let value = table();
    assert_eq!(read_value(&value).unwrap(), scenario(&value));
    assert_eq!(serde_json::to_value(scenario(&value)).unwrap(), value);
}
