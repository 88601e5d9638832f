//! BBR's rules against the specification's vectors.

use super::*;
use crate::cc::script::Script;
use crate::cc::{Controller, RateSample};

fn law(script: &mut Script) -> &mut Algorithm {
    match &mut script.cc {
        Controller::bbr(inner) => inner,
        _ => unreachable!(),
    }
}

fn started(srtt_s: f64, window: f64) -> Script {
    let mut script = Script::new(SPEC.id, window, f64::INFINITY);
    script.c.srtt_s = srtt_s;
    script.c.last_rtt_s = Some(srtt_s);
    script.c.pipe = 0;
    // Here all ACKs come at one instant, which looks like aggregation.
    let mut params = Params::defaults(SPEC.parameters);
    params.set("aggregation", crate::catalogue::Setting::Flag(false));
    *law(&mut script) = Algorithm::new(&params);
    let (c, mut w) = (script.c, script.w);
    script.cc.start(&c, &mut w);
    script
}

/// An ACK of `acked` segments with a sample of `rate`, one round after the previous one.
fn sample(script: &mut Script, rate: f64, acked: u64) {
    let before = script.c.delivered;
    script.sampled(
        acked,
        RateSample {
            rate,
            delivered: before + acked,
            prior_delivered: before,
            is_app_limited: false,
            losses: 0,
            prior_flight: script.c.pipe,
            in_flight: 0,
        },
    );
}

/// A connection in ProbeBW with 1000 segments/s and 40 ms.
fn cruising() -> Script {
    let mut script = started(0.04, 10.0);
    for _ in 0..5 {
        sample(&mut script, 1000.0, 2);
    }
    assert_eq!(law(&mut script).mode, Mode::ProbeBw);
    script
}

#[test]
fn the_window_is_twice_the_pipe_and_three_bursts() {
    // algorithms.md V15.1, V15.5, with the kernel's budget: 80 plus three bursts of two, and two
    // more in the probing phase.
    let mut script = cruising();
    law(&mut script).phase = 2;
    law(&mut script).phase_since_s = script.c.now_s;
    script.w.cwnd = 60.0;
    sample(&mut script, 1000.0, 2);
    assert_eq!(script.w.cwnd, 62.0);
    script.w.cwnd = 100.0;
    sample(&mut script, 1000.0, 2);
    assert_eq!(script.w.cwnd, 86.0);
    law(&mut script).phase = 0;
    script.w.cwnd = 100.0;
    sample(&mut script, 1000.0, 2);
    assert_eq!(script.w.cwnd, 88.0);
    // V15.2
    assert!((script.cc.pacing_rate().expect("a rate") - 1237.5).abs() < 1e-9);
}

#[test]
fn what_may_be_in_flight_has_room_for_bursts() {
    let inflight = |rate: f64, segment_bits: f64| {
        let mut script = cruising();
        script.c.segment_bits = segment_bits;
        let c = script.c;
        let law = law(&mut script);
        law.phase = 2;
        law.pacing_rate = rate;
        law.inflight(1.0, &c)
    };
    // 1000 segments/s · 40 ms = 40. Below 1.2 Mbit/s bursts are single segments: 43, rounded up to
    // the next even number.
    assert_eq!(inflight(99.0, 12_000.0), 44.0);
    assert_eq!(inflight(100.0, 12_000.0), 46.0, "two from 1.2 Mbit/s on");
    assert_eq!(inflight(8192.0, 12_000.0), 64.0, "eight in 1/1024 s");
    assert_eq!(inflight(1e6, 12_000.0), 40.0 + 130.0, "43 segments are 64 kB; 169 is odd");
}

#[test]
fn an_rtt_as_short_as_the_shortest_does_not_put_off_the_search() {
    let mut script = cruising();
    for _ in 0..11 {
        script.wait(1.0);
        sample(&mut script, 1000.0, 2);
    }
    assert_eq!(law(&mut script).mode, Mode::ProbeRtt);
}

#[test]
fn startup_ends_after_three_rounds_without_growth() {
    // algorithms.md V15.3
    let mut script = started(0.04, 10.0);
    script.c.pipe = 1000;
    for (rate, full) in [(1000.0, false), (1200.0, false), (1220.0, false), (1230.0, true)] {
        sample(&mut script, rate, 2);
        assert_eq!(law(&mut script).is_full, full, "at {rate}");
    }
    assert_eq!(law(&mut script).mode, Mode::Drain);
    assert!(script.said().iter().any(|(key, _)| *key == "bbr.full"));
}

#[test]
fn the_first_rate_comes_from_window_and_rtt() {
    // algorithms.md V15.4
    let script = started(0.05, 10.0);
    assert!((script.cc.pacing_rate().expect("a rate") - 571.23).abs() < 0.01);
}

#[test]
fn an_old_rtt_is_looked_for_anew() {
    // algorithms.md V15.6
    let mut script = cruising();
    script.w.cwnd = 80.0;
    script.c.pipe = 60;
    script.c.last_rtt_s = Some(0.05);
    script.wait(10.1);
    sample(&mut script, 1000.0, 2);
    assert_eq!((law(&mut script).mode, script.w.cwnd), (Mode::ProbeRtt, 4.0));
    script.c.pipe = 4;
    sample(&mut script, 100.0, 2);
    script.wait(0.1);
    sample(&mut script, 100.0, 2);
    assert_eq!(script.w.cwnd, 4.0, "not before 200 ms");
    script.wait(0.11);
    sample(&mut script, 100.0, 2);
    assert_eq!((law(&mut script).mode, law(&mut script).min_rtt_s), (Mode::ProbeBw, 0.05));
    let said = script.said();
    let restored = said.iter().find(|(key, _)| *key == "bbr.restored").expect("a restored window");
    assert_eq!(restored.1[..2], [80.0, 4.0]);
}

#[test]
fn a_loss_conserves_packets_for_a_round_and_is_forgotten() {
    let mut script = cruising();
    script.w.cwnd = 80.0;
    script.c.pipe = 50;
    script.lose();
    script.c.state = State::Recovery;
    let stale = script.c.delivered;
    script.sampled(
        2,
        RateSample {
            rate: 1000.0,
            delivered: stale + 2,
            prior_delivered: 0,
            is_app_limited: false,
            losses: 1,
            prior_flight: 52,
            in_flight: 0,
        },
    );
    assert_eq!(script.w.cwnd, 52.0);
    script.c.state = State::Open;
    sample(&mut script, 1000.0, 2);
    assert!(script.w.cwnd >= 80.0, "{}", script.w.cwnd);
}

#[test]
fn a_timeout_leaves_one_segment_and_the_rate() {
    let mut script = cruising();
    let rate = script.cc.pacing_rate();
    script.w.cwnd = 80.0;
    script.time_out(false);
    assert_eq!((script.w.cwnd, script.cc.pacing_rate()), (1.0, rate));
}

#[test]
fn the_first_phase_is_any_but_the_draining_one_by_the_connections_own_stream() {
    let phases: Vec<usize> = (0..200)
        .map(|seed| {
            let mut script = Script::new(SPEC.id, 10.0, f64::INFINITY);
            script.c.random_seed = seed;
            let (c, mut w) = (script.c, script.w);
            script.cc.start(&c, &mut w);
            law(&mut script).probe_bandwidth(&c);
            law(&mut script).phase
        })
        .collect();
    for phase in 0..PHASES {
        assert_eq!(phases.contains(&phase), phase != 1, "phase {phase}");
    }
}

#[test]
fn gains_are_parameters() {
    let mut params = Params::defaults(SPEC.parameters);
    params.set("probe_gain", crate::catalogue::Setting::Number(1.5));
    params.set("startup_gain", crate::catalogue::Setting::Number(2.0));
    params.set("pacing_margin", crate::catalogue::Setting::Number(0.1));
    let mut law = Algorithm::new(&params);
    let gains: Vec<f64> = (0..3).map(|phase| (law.phase = phase, law.phase_gain()).1).collect();
    assert_eq!(gains, [1.5, 0.5, 1.0]);
    let mut script = Script::new(SPEC.id, 10.0, f64::INFINITY);
    script.c.srtt_s = 0.05;
    law.start(&script.c, &mut script.w);
    // V15.4 with another gain and margin: 2·10/0.05·0.9
    assert_eq!(law.pacing_rate(), Some(360.0));
}

#[test]
fn a_probe_is_judged_by_what_is_there_when_the_next_segment_goes() {
    // 1000 segments/s: a departure in 3.5 ms lets three segments leave the network before it. While
    // BBR fills the pipe, a burst of two comes with it.
    let mut script = cruising();
    script.c.next_departure_s = script.c.now_s + 0.0035;
    let c = script.c;
    let law = law(&mut script);
    law.pacing_gain = 1.0;
    assert_eq!(law.in_network_at_departure(50.0, &c), 47.0);
    law.pacing_gain = 1.25;
    assert_eq!(law.in_network_at_departure(50.0, &c), 49.0);
    assert_eq!(law.in_network_at_departure(0.0, &c), 0.0);
    law.uses_departure = false;
    assert_eq!(law.in_network_at_departure(50.0, &c), 50.0);
}

#[test]
fn after_a_pause_it_paces_at_the_bandwidth_and_does_not_look_for_the_rtt() {
    for restarts in [true, false] {
        let mut script = cruising();
        let c = script.c;
        law(&mut script).phase = 0;
        law(&mut script).set_pacing(&c, 1.25);
        law(&mut script).restarts_from_idle = restarts;
        script.wait(11.0);
        let c = script.c;
        script.cc.on_notice(&c, Notice::Restart { idle_s: 11.0 }, &mut script.w, &mut script.log);
        let rate = script.cc.pacing_rate().expect("a rate");
        assert!((rate - if restarts { 990.0 } else { 1237.5 }).abs() < 1e-9, "{rate}");
        sample(&mut script, 1000.0, 2);
        assert_eq!(law(&mut script).mode == Mode::ProbeRtt, !restarts);
        assert_eq!(script.said().iter().any(|(key, _)| *key == "bbr.idle-restart"), restarts);
    }
}

#[test]
fn an_rtt_that_is_old_before_a_pause_is_looked_for_after_the_first_ack() {
    // The pause itself has drained the queue: its first ACK measures the RTT anew.
    let mut script = cruising();
    script.c.last_rtt_s = Some(0.04);
    script.wait(11.0);
    let c = script.c;
    script.cc.on_notice(&c, Notice::Restart { idle_s: 11.0 }, &mut script.w, &mut script.log);
    sample(&mut script, 1000.0, 2);
    assert_eq!(law(&mut script).min_rtt_at_s, c.now_s);
    assert!(!law(&mut script).idle_restart);
}

#[test]
fn a_spurious_loss_forgets_the_full_pipe_and_the_policer() {
    let mut script = started(0.04, 10.0);
    script.c.pipe = 1000;
    for rate in [1000.0, 1010.0, 1020.0] {
        sample(&mut script, rate, 2);
    }
    assert_eq!(law(&mut script).full_rounds, 2);
    let c = script.c;
    script.cc.on_notice(&c, Notice::Spurious, &mut script.w, &mut script.log);
    assert_eq!((law(&mut script).full_bandwidth, law(&mut script).full_rounds), (0.0, 0));
}

#[test]
fn the_bandwidth_counts_in_its_eleventh_round_too() {
    let mut script = cruising();
    let first = law(&mut script).rounds;
    while law(&mut script).rounds < first + 10 {
        sample(&mut script, 500.0, 2);
        assert_eq!(law(&mut script).bandwidth.value(), 1000.0);
    }
    sample(&mut script, 500.0, 2);
    assert_eq!(law(&mut script).bandwidth.value(), 500.0);
}

#[test]
fn a_source_that_limits_neither_ends_startup_nor_lowers_the_bandwidth() {
    let limited = |script: &mut Script, rate: f64| {
        let before = script.c.delivered;
        script.sampled(
            2,
            RateSample {
                rate,
                delivered: before + 2,
                prior_delivered: before,
                is_app_limited: true,
                losses: 0,
                prior_flight: 2,
                in_flight: 0,
            },
        );
    };
    let mut script = started(0.04, 10.0);
    for _ in 0..20 {
        limited(&mut script, 100.0);
    }
    assert_eq!((law(&mut script).mode, law(&mut script).is_full), (Mode::Startup, false));
    limited(&mut script, 300.0);
    limited(&mut script, 50.0);
    assert_eq!(law(&mut script).bandwidth.value(), 300.0, "more counts, less does not");
}
