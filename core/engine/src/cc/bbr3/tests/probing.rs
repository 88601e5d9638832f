//! ProbeBW and ProbeRTT.

use super::*;

#[test]
fn headroom_is_left_to_others() {
    // M10.6, M10.7
    let mut script = probing();
    let law = model(&mut script);
    for (long, left) in [(100.0, 85.0), (5.0, 4.0), (4.0, 4.0), (90.0, 76.5)] {
        law.bounds.long = long;
        near(with_headroom(law), left);
    }
}

#[test]
fn down_ends_when_the_queue_and_the_headroom_are_drained() {
    // M10.7
    for (long, stays, leaves) in [(f64::INFINITY, 84, 83), (90.0, 77, 76)] {
        let mut script = probing();
        model(&mut script).bounds.long = long;
        script.c.pipe = stays;
        within(&mut script, BW);
        assert_eq!(model(&mut script).mode, Mode::Down, "{stays} of {long}");
        script.c.pipe = leaves;
        within(&mut script, BW);
        assert_eq!(model(&mut script).mode, Mode::Cruise, "{leaves} of {long}");
        assert!(keys(&mut script).contains(&"bbr3.cruise"));
    }
}

#[test]
fn a_probes_slope_doubles_every_round() {
    // M10.8
    let mut script = probing();
    script.w.cwnd = 120.0;
    let w = script.w;
    let law = model(&mut script);
    let slopes: Vec<f64> = (0..5).map(|_| (raise_slope(law, &w), law.acked_per_step).1).collect();
    assert_eq!(slopes, [120.0, 60.0, 30.0, 15.0, 7.5]);
    // M10.9: the window is above the bound.
    let w = Window { cwnd: 130.0, ..w };
    (law.acked_per_step, law.up_acked, law.bounds.long, law.round_start) = (60.0, 0.0, 120.0, false);
    law.cwnd_used = (true, false);
    for acked in [50.0, 50.0, 90.0] {
        probe_upward(law, acked, &w);
    }
    assert_eq!((law.bounds.long, law.up_acked), (123.0, 10.0));
    law.cwnd_used = (false, false);
    probe_upward(law, 600.0, &w);
    assert_eq!(law.bounds.long, 123.0, "the window was not the limit");
}

#[test]
fn a_probe_that_loses_too_much_bounds_the_volume() {
    // M10.10, M10.11: 149 + (0.02·149 − 3)/0.98 = 148.9796, at least 0.7·83.996.
    let mut script = in_up(200.0);
    lose(&mut script, 2000, 150, 3);
    assert_eq!(model(&mut script).mode, Mode::Up, "3 is not above 0.02·150");
    lose(&mut script, 2001, 150, 4);
    assert_eq!(model(&mut script).mode, Mode::Down);
    near(model(&mut script).bounds.long, 148.979_592);
    assert!(model(&mut script).too_high);
    assert_eq!(keys(&mut script), ["bbr3.too-high", "bbr3.down"]);
    lose(&mut script, 2002, 150, 5);
    near(model(&mut script).bounds.long, 148.979_592);
}

#[test]
fn the_next_probe_stops_where_the_last_one_lost() {
    // M10.11
    let mut script = in_up(100.0);
    model(&mut script).too_high = true;
    script.c.pipe = 99;
    within(&mut script, BW);
    assert_eq!(model(&mut script).mode, Mode::Up);
    script.c.pipe = 100;
    within(&mut script, BW);
    assert_eq!((model(&mut script).mode, model(&mut script).too_high), (Mode::Down, false));
    assert_eq!(keys(&mut script), ["bbr3.precaution", "bbr3.down"]);
    // A round later without loss, Refill follows and not Cruise.
    round(&mut script, BW);
    assert_eq!(model(&mut script).mode, Mode::Refill);
    assert_eq!(keys(&mut script), ["bbr3.cycle", "bbr3.refill"]);
}

#[test]
fn a_probe_ends_with_a_plateau_unless_the_bound_holds_it() {
    let mut script = in_up(f64::INFINITY);
    for _ in 0..2 {
        round(&mut script, BW);
        assert_eq!(model(&mut script).mode, Mode::Up);
    }
    round(&mut script, BW);
    assert_eq!(model(&mut script).mode, Mode::Down);
    // The same with a full window at the bound: the bound causes the plateau.
    let mut script = in_up(100.0);
    for _ in 0..4 {
        script.c.pipe = 100;
        script.w.cwnd = 100.0;
        model(&mut script).bounds.long = 100.0;
        round(&mut script, BW);
        assert_eq!(model(&mut script).mode, Mode::Up);
    }
}

#[test]
fn losses_between_probes_bound_rate_and_volume_for_a_while() {
    // M10.12
    let mut script = probing();
    script.c.pipe = 80;
    within(&mut script, BW);
    assert_eq!(model(&mut script).mode, Mode::Cruise);
    script.w.cwnd = 168.0;
    lose(&mut script, 2000, 80, 1);
    model(&mut script).bw_latest = 0.0;
    model(&mut script).inflight_latest = 0.0;
    let prior = script.c.delivered;
    ack(&mut script, Sample { rate: 700.0, acked: 70, prior, losses: 1, in_flight: 80, flight: 80 });
    near(model(&mut script).bounds.bw_short, 700.0);
    near(model(&mut script).bounds.short, 117.6);
    lose(&mut script, 2100, 80, 1);
    model(&mut script).bw_latest = 0.0;
    let prior = script.c.delivered;
    ack(&mut script, Sample { rate: 300.0, acked: 2, prior, losses: 1, in_flight: 80, flight: 80 });
    near(model(&mut script).bounds.bw_short, 490.0);
    near(script.cc.pacing_rate().expect("a rate"), 490.0 * 0.99);
    // Refill removes the short-term bounds.
    script.wait(2.6);
    within(&mut script, BW);
    assert_eq!(model(&mut script).mode, Mode::Refill);
    let bounds = model(&mut script).bounds;
    assert!(bounds.bw_short.is_infinite() && bounds.short.is_infinite());
}

#[test]
fn the_clock_or_rounds_start_a_probe() {
    // M10.13, M10.14
    let mut script = probing();
    let w = script.w;
    near(rounds_to_probe(model(&mut script), &w), 63.0);
    model(&mut script).delay.min_rtt_s = 20.0 / BW;
    near(rounds_to_probe(model(&mut script), &w), 20.0);
    let mut script = probing();
    script.wait(2.4);
    within(&mut script, BW);
    assert_ne!(model(&mut script).mode, Mode::Refill);
    script.wait(0.2);
    within(&mut script, BW);
    assert_eq!(model(&mut script).mode, Mode::Refill);
    // A target of 20 segments gives 20 rounds.
    let mut script = probing();
    model(&mut script).delay.min_rtt_s = 20.0 / BW;
    script.c.pipe = 30;
    for _ in 0..19 {
        round(&mut script, BW);
        assert_ne!(model(&mut script).mode, Mode::Refill);
    }
    round(&mut script, BW);
    assert_eq!(model(&mut script).mode, Mode::Refill);
}

#[test]
fn waits_are_drawn_from_the_connections_own_stream() {
    let mut waits: Vec<(u64, f64)> = (0..200)
        .map(|seed| {
            let mut script = with(&[], RTT_S);
            script.c.random_seed = seed;
            let (c, mut w) = (script.c, script.w);
            script.cc.start(&c, &mut w);
            enter_down(model(&mut script), &c, &mut Decisions::default());
            (model(&mut script).rounds_since_probe, model(&mut script).wait_s)
        })
        .collect();
    assert!(waits.iter().all(|(rounds, wait_s)| *rounds < 2 && (2.0..3.0).contains(wait_s)));
    assert!((60..140).contains(&waits.iter().filter(|(rounds, _)| *rounds == 1).count()));
    waits.dedup();
    assert_eq!(waits.len(), 200);
}

#[test]
fn the_shortest_rtt_is_looked_for_every_five_seconds() {
    // M10.15
    let mut script = probing();
    near(probe_rtt_cwnd(model(&mut script)), 41.998);
    model(&mut script).delay.min_rtt_s = 6.0 / BW;
    near(probe_rtt_cwnd(model(&mut script)), 4.0);
    let mut script = probing();
    script.wait(5.1);
    within(&mut script, BW);
    assert_eq!(model(&mut script).mode, Mode::ProbeRtt);
    near(script.w.cwnd, 41.998);
    let said = script.said();
    let probe = said.iter().find(|(key, _)| *key == "bbr3.probe-rtt").expect("explained");
    near(probe.1[0], 5.1);
    script.c.pipe = 40;
    within(&mut script, BW);
    let done = script.c.now_s + 0.2;
    round(&mut script, BW);
    assert_eq!(model(&mut script).mode, Mode::ProbeRtt, "not before 200 ms");
    script.wait(done - script.c.now_s + 1e-6);
    within(&mut script, BW);
    assert_eq!(model(&mut script).mode, Mode::Cruise);
    assert_eq!(script.w.cwnd, 152.0, "what it was, and what the last ACK adds");
}

#[test]
fn a_source_that_was_silent_is_not_made_smaller() {
    let mut script = probing();
    script.wait(6.0);
    let c = script.c;
    script.cc.on_notice(&c, Notice::Restart { idle_s: 6.0 }, &mut script.w, &mut script.log);
    near(script.cc.pacing_rate().expect("a rate"), 821.7);
    within(&mut script, BW);
    assert_ne!(model(&mut script).mode, Mode::ProbeRtt);
}

#[test]
fn probe_rtt_from_startup_goes_back_to_startup() {
    let mut script = calm();
    round(&mut script, 100.0);
    script.wait(5.1);
    round(&mut script, 200.0);
    assert_eq!(model(&mut script).mode, Mode::ProbeRtt);
    round(&mut script, 200.0);
    script.wait(0.3);
    round(&mut script, 200.0);
    assert_eq!(model(&mut script).mode, Mode::Startup);
}
