//! The response to marks of Linux's version 3.

use super::*;

/// A round of 20 segments, `marked` of which are marked, on a path with an RTT of `rtt_s`.
fn marked_round(script: &mut Script, marked: u64, rtt_s: f64) {
    model(script).delay.min_rtt_s = rtt_s;
    let before = script.c.delivered;
    let rate = RateSample {
        rate: BW,
        delivered: before + 20,
        prior_delivered: before,
        is_app_limited: false,
        losses: 0,
        prior_flight: script.c.pipe,
        in_flight: 60,
    };
    let plain = Ack {
        acked: 20,
        is_duplicate: false,
        delivered: 20,
        sacked: 0,
        window: script.w,
        duplicates: 0,
        rtt_s: None,
        segment_rtt_s: None,
        steps: 1.0,
        flight_before: 0,
        rate: Some(rate),
        marked,
        ece: marked > 0,
    };
    script.c.delivered += 20;
    let c = script.c;
    script.cc.on_increase(&c, &plain, &mut script.w, &mut script.log);
}

#[test]
fn marks_count_on_short_paths_if_asked_for() {
    let answering = || with(&[("ecn", Setting::Choice("linux-v3"))], 4e-3);
    // α starts at 1; after a round with a quarter of the segments marked it is 15/16 + 0.25/16.
    let mut script = answering();
    marked_round(&mut script, 5, 4e-3);
    near(script.cc.marked_fraction().expect("it counts"), 15.0 / 16.0 + 0.25 / 16.0);
    // Two rounds with more than half of the segments marked end Startup.
    let mut script = answering();
    script.c.pipe = 500;
    marked_round(&mut script, 11, 4e-3);
    assert_eq!(model(&mut script).mode, Mode::Startup);
    marked_round(&mut script, 11, 4e-3);
    assert_eq!(model(&mut script).mode, Mode::Drain);
    assert_eq!(keys(&mut script)[..2], ["bbr3.alpha", "bbr3.marked"]);
    // There is no response on longer paths, or without the parameter.
    let mut long = answering();
    let mut silent = with(&[], 4e-3);
    for script in [(&mut long, 6e-3), (&mut silent, 4e-3)] {
        script.0.c.pipe = 500;
        for _ in 0..2 {
            marked_round(script.0, 20, script.1);
        }
        assert_eq!(model(script.0).marks.alpha, 1.0);
        assert_eq!(model(script.0).mode, Mode::Startup);
    }
}

#[test]
fn marks_between_probes_lower_the_short_term_bound() {
    let mut script =
        with(&[("ecn", Setting::Choice("linux-v3")), ("probe_jitter", Setting::Choice("none"))], 4e-3);
    for _ in 0..4 {
        round(&mut script, BW);
    }
    script.c.pipe = 90;
    (script.w.cwnd, model(&mut script).marks.alpha) = (150.0, 0.9);
    model(&mut script).delay.min_rtt_s = 4e-3;
    marked_round(&mut script, 2, 4e-3);
    let before = script.w.cwnd;
    marked_round(&mut script, 0, 4e-3);
    let alpha = 0.9 * 15.0 / 16.0 + 0.1 / 16.0;
    near(model(&mut script).bounds.short, before * (1.0 - alpha / 3.0));
    assert!(model(&mut script).bounds.bw_short.is_infinite(), "no loss");
}
