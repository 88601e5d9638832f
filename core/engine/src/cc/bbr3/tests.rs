//! The rules of BBR version 3, one test per transition, on a path with 830 segments/s and 101.2 ms:
//! a BDP of 83.996 segments.

use super::control::{
    max_inflight, measure_aggregation, probe_rtt_cwnd, set_pacing, set_window, with_headroom,
};
use super::probing::{enter_down, probe_upward, raise_slope, rounds_to_probe};
use super::*;
use crate::catalogue::Setting;
use crate::cc::Controller;
use crate::cc::LostSegment;
use crate::cc::script::Script;

mod marks;
mod probing;

const BW: f64 = 830.0;
const RTT_S: f64 = 0.1012;
const BDP: f64 = 83.996;

fn model(script: &mut Script) -> &mut Model {
    match &mut script.cc {
        Controller::bbr3(inner) => &mut inner.0,
        _ => unreachable!(),
    }
}

fn with(settings: &[(&str, Setting)], srtt_s: f64) -> Script {
    let mut script = Script::with(SPEC.id, settings, 10.0, f64::INFINITY);
    (script.c.srtt_s, script.c.last_rtt_s) = (srtt_s, (srtt_s > 0.0).then_some(srtt_s));
    script.c.pipe = 0;
    let mut params = Params::defaults(SPEC.parameters);
    for (name, setting) in settings {
        params.set(name, setting.clone());
    }
    script.cc = Controller::bbr3(Algorithm::new(&params));
    let (c, mut w) = (script.c, script.w);
    script.cc.start(&c, &mut w);
    script
}

/// Waits are always 2.5 s, without jitter.
fn calm() -> Script {
    with(&[("probe_jitter", Setting::Choice("none"))], RTT_S)
}

/// A sample of `rate` for `acked` segments that were sent when `prior` segments were delivered.
#[derive(Clone, Copy)]
struct Sample {
    rate: f64,
    acked: u64,
    prior: u64,
    losses: u64,
    in_flight: u64,
    flight: u64,
}

fn ack(script: &mut Script, sample: Sample) {
    script.sampled(
        sample.acked,
        RateSample {
            rate: sample.rate,
            delivered: script.c.delivered + sample.acked,
            prior_delivered: sample.prior,
            is_app_limited: false,
            losses: sample.losses,
            prior_flight: sample.flight,
            in_flight: sample.in_flight,
        },
    );
}

/// An ACK of two segments that ends a round.
fn round(script: &mut Script, rate: f64) {
    let (prior, flight) = (script.c.delivered, script.c.pipe);
    ack(script, Sample { rate, acked: 2, prior, losses: 0, in_flight: 50, flight });
}

/// An ACK of two segments within a round.
fn within(script: &mut Script, rate: f64) {
    let flight = script.c.pipe;
    ack(script, Sample { rate, acked: 2, prior: 0, losses: 0, in_flight: 50, flight });
}

/// The start of Down in ProbeBW, after Startup at 830 segments/s.
fn probing() -> Script {
    let mut script = calm();
    for _ in 0..4 {
        round(&mut script, BW);
    }
    // Nothing is in flight, so Drain and Down ended at once.
    assert_eq!((model(&mut script).mode, model(&mut script).max_bw), (Mode::Cruise, BW));
    script.c.pipe = 90;
    script.w.cwnd = 150.0;
    let c = script.c;
    enter_down(model(&mut script), &c, &mut Decisions::default());
    script.said();
    script
}

/// The same in Up, with `long` as the long-term bound.
fn in_up(long: f64) -> Script {
    let mut script = probing();
    model(&mut script).bounds.long = long;
    script.wait(2.6);
    within(&mut script, BW);
    assert_eq!(model(&mut script).mode, Mode::Refill);
    round(&mut script, BW);
    assert_eq!(model(&mut script).mode, Mode::Up);
    script.said();
    script
}

fn lost(number: u64, in_flight: u64, losses: u64) -> Notice {
    Notice::Lost(LostSegment { number, in_flight, losses, prior_delivered: 900, is_app_limited: false })
}

fn lose(script: &mut Script, number: u64, in_flight: u64, losses: u64) {
    script.c.lost += 1;
    let c = script.c;
    script.cc.on_notice(&c, lost(number, in_flight, losses), &mut script.w, &mut script.log);
}

fn keys(script: &mut Script) -> Vec<&'static str> {
    script.said().into_iter().map(|(key, _)| key).collect()
}

#[track_caller]
fn near(ours: f64, expected: f64) {
    assert!((ours - expected).abs() < 1e-4 * expected.abs().max(1e-3), "{ours}, not {expected}");
}

#[test]
fn the_first_rate_comes_from_window_and_rtt() {
    // M10.1: 2.77·10/0.001 and 2.77·10/0.1004.
    near(with(&[], 0.0).cc.pacing_rate().expect("a rate"), 27_700.0);
    near(with(&[], 0.1004).cc.pacing_rate().expect("a rate"), 275.8964);
}

#[test]
fn startup_ends_after_three_rounds_without_growth() {
    // M10.2
    let mut script = calm();
    script.c.pipe = 500;
    for rate in [100.0, 200.0, 400.0, 780.0, 820.0, 830.0] {
        round(&mut script, rate);
        assert_eq!(model(&mut script).mode, Mode::Startup, "at {rate}");
    }
    round(&mut script, 825.0);
    assert_eq!((model(&mut script).mode, model(&mut script).full.bw), (Mode::Drain, 780.0));
    assert_eq!(keys(&mut script), ["bbr3.full", "bbr3.drain"]);
}

#[test]
fn a_limited_source_does_not_fill_the_pipe() {
    let mut script = calm();
    for _ in 0..10 {
        let delivered = script.c.delivered;
        script.sampled(
            2,
            RateSample {
                rate: 100.0,
                delivered: delivered + 2,
                prior_delivered: delivered,
                is_app_limited: true,
                losses: 0,
                prior_flight: 2,
                in_flight: 2,
            },
        );
    }
    assert_eq!(model(&mut script).mode, Mode::Startup);
}

/// Startup in recovery: over one round, `losses` of 140 segments in flight are lost in `ranges`
/// ranges.
fn startup_with(losses: u64, ranges: u64) -> Script {
    let mut script = calm();
    script.c.pipe = 140;
    for rate in [200.0, 400.0, BW] {
        round(&mut script, rate);
    }
    let begin = script.c.delivered;
    for range in 0..ranges {
        lose(&mut script, 2000 + 10 * range, 140, 1);
    }
    script.c.state = State::Recovery;
    let volume = Sample { rate: BW, acked: 100, prior: begin - 18, losses, in_flight: 140, flight: 140 };
    ack(&mut script, volume);
    assert_eq!(model(&mut script).mode, Mode::Startup, "not before a round in recovery is over");
    let prior = begin;
    ack(&mut script, Sample { rate: BW, acked: 20, prior, losses, in_flight: 140, flight: 140 });
    script
}

#[test]
fn startup_ends_when_a_round_loses_too_much_in_six_places() {
    // M10.3: 3/140 = 2.14 %, and 2/140 = 1.43 %. 120 segments were delivered in the round.
    let mut script = startup_with(3, 6);
    assert_eq!(model(&mut script).mode, Mode::Drain);
    near(model(&mut script).bounds.long, 120.0);
    assert!(keys(&mut script).contains(&"bbr3.startup-loss"));
    assert_eq!(model(&mut startup_with(2, 6)).mode, Mode::Startup);
    assert_eq!(model(&mut startup_with(3, 5)).mode, Mode::Startup);
}

fn draining() -> Script {
    let mut script = calm();
    script.c.pipe = 160;
    for _ in 0..4 {
        round(&mut script, BW);
    }
    assert_eq!(model(&mut script).mode, Mode::Drain);
    script
}

#[test]
fn drain_ends_with_the_queue_or_after_three_rounds() {
    // M10.4: 0.5·830·0.99.
    let mut script = draining();
    near(script.cc.pacing_rate().expect("a rate"), 410.85);
    script.c.pipe = 84;
    within(&mut script, BW);
    assert_eq!(model(&mut script).mode, Mode::Drain, "84 is above 83.996");
    script.c.pipe = 83;
    within(&mut script, BW);
    assert_eq!(keys(&mut script)[2..], ["bbr3.drained", "bbr3.down", "bbr3.cruise"]);
    let mut script = draining();
    for _ in 0..3 {
        round(&mut script, BW);
        assert_eq!(model(&mut script).mode, Mode::Drain);
    }
    round(&mut script, BW);
    assert_eq!(model(&mut script).mode, Mode::Down, "in the fourth round after its start");
}

#[test]
fn what_may_be_in_flight() {
    // M10.4: 2·83.996, and 2.25·83.996 + 2 in a probe. M10.18: bursts.
    let mut script = probing();
    let c = script.c;
    let law = model(&mut script);
    law.extra = control::ExtraAcked::default();
    near(max_inflight(law, &c), 167.992);
    law.mode = Mode::Up;
    near(max_inflight(law, &c), 190.991);
    for (rate, burst) in [(830.0, 2.0), (30_000.0, 30.0), (1e6, 43.6907)] {
        law.pacing_rate = rate;
        near(control::burst(law, &c), burst);
    }
    law.pacing_rate = 830.0;
    law.set.has_offload = true;
    law.delay.min_rtt_s = 1e-3;
    law.mode = Mode::Cruise;
    near(max_inflight(law, &c), 6.0);
}

#[test]
fn the_rate_of_each_phase() {
    // M10.5
    let mut script = probing();
    let c = script.c;
    let law = model(&mut script);
    for (mode, rate) in
        [(Mode::Down, 739.53), (Mode::Cruise, 821.7), (Mode::Refill, 821.7), (Mode::Up, 1027.125)]
    {
        law.mode = mode;
        set_pacing(law, &c);
        near(law.pacing_rate, rate);
    }
}

#[test]
fn the_bandwidth_is_the_maximum_of_two_cycles() {
    // M10.16
    let mut script = probing();
    let (c, w) = (script.c, script.w);
    let law = model(&mut script);
    (law.bandwidth, law.max_bw) = (WindowedMax::default(), 0.0);
    let mut maxima = Vec::new();
    for (cycle, rate) in [(0, 800.0), (0, 830.0), (1, 700.0), (2, 690.0), (3, 600.0)] {
        law.cycles = cycle;
        let sample = RateSample {
            rate,
            delivered: 2000,
            prior_delivered: 0,
            is_app_limited: false,
            losses: 0,
            prior_flight: 0,
            in_flight: 0,
        };
        law.take_sample(&c, &sample, &w, &mut Decisions::default());
        maxima.push(law.max_bw);
    }
    assert_eq!(maxima, [800.0, 830.0, 830.0, 700.0, 690.0]);
}

#[test]
fn a_probe_that_is_over_ends_a_cycle() {
    let mut script = in_up(f64::INFINITY);
    let before = model(&mut script).cycles;
    for _ in 0..3 {
        round(&mut script, BW);
    }
    assert_eq!((model(&mut script).mode, model(&mut script).cycles), (Mode::Down, before));
    round(&mut script, BW);
    assert_eq!(model(&mut script).cycles, before + 1, "a round after the probe");
}

#[test]
fn aggregated_acks_count_beyond_the_bandwidth() {
    // M10.17
    let mut script = probing();
    let w = Window { cwnd: 150.0, ssthresh: f64::INFINITY };
    let mut c = script.c;
    let law = model(&mut script);
    law.extra.restart(0.0);
    let mut extra = Vec::new();
    for (at_s, acked) in [(0.01, 8.0), (0.02, 8.0), (0.022, 20.0), (0.08, 2.0)] {
        c.now_s = at_s;
        law.rounds += 20;
        measure_aggregation(law, &c, acked, &w);
        extra.push(max_inflight(law, &c) - 2.0 * BDP);
    }
    for (ours, expected) in extra.iter().zip([8.0, 8.0, 26.34, 2.0]) {
        near(*ours, expected);
    }
}

#[test]
fn the_window() {
    // M10.19
    let mut script = probing();
    script.w.cwnd = 150.0;
    model(&mut script).mode = Mode::Refill;
    within(&mut script, BW);
    near(script.w.cwnd, 152.0);
    script.w.cwnd = 200.0;
    model(&mut script).extra = control::ExtraAcked::default();
    let c = script.c;
    let mut w = script.w;
    let plain = Ack {
        acked: 2,
        is_duplicate: false,
        delivered: 2,
        sacked: 0,
        window: w,
        duplicates: 0,
        rtt_s: None,
        segment_rtt_s: None,
        steps: 1.0,
        flight_before: 0,
        rate: None,
        marked: 0,
        ece: false,
    };
    set_window(model(&mut script), &c, &plain, &mut w);
    near(w.cwnd, 167.992);
    let law = model(&mut script);
    law.mode = Mode::Cruise;
    (law.bounds.long, law.bounds.short) = (100.0, 60.0);
    set_window(law, &c, &plain, &mut w);
    near(w.cwnd, 60.0);
    let mut young = calm();
    (young.w.cwnd, model(&mut young).max_bw) = (30.0, 30.0 / RTT_S);
    let (c, mut w) = (young.c, young.w);
    set_window(model(&mut young), &c, &plain, &mut w);
    near(w.cwnd, 32.0);
}

#[test]
fn a_timeout_leaves_what_is_in_flight_and_one() {
    // M10.20
    let mut script = probing();
    script.c.pipe = 0;
    script.time_out(false);
    assert_eq!(script.w.cwnd, 1.0);
    script.c.state = State::Loss;
    within(&mut script, BW);
    assert_eq!(script.w.cwnd, 4.0);
    script.c.pipe = 90;
    script.c.state = State::Open;
    script.recover();
    assert_eq!(script.w.cwnd, 150.0);
    assert_eq!(keys(&mut script).first(), Some(&"bbr3.timeout"));
}

#[test]
fn a_recovery_keeps_the_window() {
    let mut script = probing();
    script.lose();
    script.c.state = State::Recovery;
    assert_eq!(script.w.cwnd, 150.0);
    script.w.cwnd = 60.0;
    script.lose();
    script.c.state = State::Open;
    script.recover();
    assert_eq!(script.w.cwnd, 150.0, "one within another makes it no smaller");
}

#[test]
fn a_loss_that_was_none_is_taken_back() {
    let mut script = in_up(200.0);
    lose(&mut script, 2000, 150, 4);
    assert_eq!(model(&mut script).mode, Mode::Down);
    let c = script.c;
    script.cc.on_notice(&c, Notice::Spurious, &mut script.w, &mut script.log);
    assert_eq!((model(&mut script).mode, model(&mut script).bounds.long), (Mode::Refill, 200.0));
    let mut script = startup_with(3, 6);
    script.cc.on_notice(&c, Notice::Spurious, &mut script.w, &mut script.log);
    assert_eq!((model(&mut script).mode, model(&mut script).full.reached), (Mode::Startup, false));
}
