//! The response of every algorithm to a mark (ecn-and-l4s §7).

use super::REGISTRY;
use super::script::Script;
use crate::catalogue::Setting;

fn marked(id: &str, settings: &[(&str, Setting)], cwnd: f64, beta_ecn: Option<f64>) -> Script {
    let mut script = Script::with(id, settings, cwnd, 10.0);
    script.c.beta_ecn = beta_ecn;
    script.mark();
    script
}

#[test]
fn a_mark_takes_what_a_loss_takes() {
    // E7.1, at a window of 40.
    let alpha = [("alpha_0", Setting::Number(0.25))];
    for (id, settings, beta_ecn, expected) in [
        ("reno", &[][..], None, 20.0),
        ("newreno", &[], None, 20.0),
        ("sack", &[], None, 20.0),
        ("tahoe", &[], None, 20.0),
        ("cubic", &[], None, 32.0),
        ("cubic-rfc9438", &[], None, 28.0),
        ("cubic-rfc9438", &[], Some(0.85), 34.0),
        ("cubic", &[], Some(0.85), 34.0),
        ("stcp", &[], None, 35.0),
        ("bic", &[], None, 32.0),
        ("dctcp", &alpha, None, 35.0),
        ("prague", &alpha, None, 35.0),
        ("bbr", &[], None, 40.0),
    ] {
        let script = marked(id, settings, 40.0, beta_ecn);
        assert!((script.w.cwnd - expected).abs() < 1e-9, "{id} {beta_ecn:?}: {}", script.w.cwnd);
    }
}

#[test]
fn abe_keeps_more_after_a_mark_than_after_a_loss() {
    // E2.4.
    for id in ["reno", "newreno", "sack"] {
        assert_eq!(marked(id, &[], 100.0, None).w.cwnd, 50.0);
        assert_eq!(marked(id, &[], 100.0, Some(0.8)).w.cwnd, 80.0);
        assert_eq!(marked(id, &[], 2.4, Some(0.8)).w.cwnd, 2.0, "never below two");
    }
    let k_s = |beta_ecn| {
        let mut script = marked("cubic-rfc9438", &[], 100.0, beta_ecn);
        script.acks(1);
        let said = script.said();
        said.iter().find(|(key, _)| *key == "cubic-rfc9438.epoch").expect("a curve begins").1[0]
    };
    assert!((k_s(None) - 4.217_163).abs() < 1e-6);
    assert!((k_s(Some(0.85)) - 3.347_165).abs() < 1e-6);
}

#[test]
fn abe_counts_in_fast_convergence() {
    // E2.5: a mark at 700 below a maximum of 1000.
    let mut script = Script::new("cubic-rfc9438", 1000.0, 10.0);
    script.c.beta_ecn = Some(0.85);
    script.mark();
    script.w.cwnd = 700.0;
    script.mark();
    assert!((script.w.cwnd - 595.0).abs() < 1e-9);
    script.acks(1);
    let said = script.said();
    let epoch = said.iter().find(|(key, _)| *key == "cubic-rfc9438.epoch").expect("a curve begins").1;
    assert!((epoch[0] - 5.081_982).abs() < 1e-6 && (epoch[1] - 647.5).abs() < 1e-9, "{epoch:?}");
}

#[test]
fn every_algorithm_answers_marks_or_says_that_it_does_not() {
    for spec in REGISTRY {
        let mut script = Script::new(spec.id, 40.0, 10.0);
        script.acks(1);
        let before = script.w.cwnd;
        if script.mark() {
            // Westwood sets the threshold to the measured value, and FAST may keep its window.
            assert!(script.w.cwnd <= before, "{}: {before} to {}", spec.id, script.w.cwnd);
            assert!(!script.said().is_empty(), "{} says nothing", spec.id);
        } else {
            assert_eq!(script.w.cwnd, before, "{}", spec.id);
        }
    }
}
