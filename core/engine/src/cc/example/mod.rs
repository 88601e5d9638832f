//! The algorithm of `docs/adding-an-algorithm.md`, added as the guide describes and registered by
//! the same macro. If a step of the guide no longer works, this module does not compile. If the
//! guide shows another file, a test below fails. It is compiled only for tests.

use super::*;

algorithms! { square_root }

/// A connection. These tests use only its receive window.
fn connection() -> Connection {
    script::Script::new("newreno", 100.0, 2.0).c
}

#[test]
fn one_file_and_one_word_make_an_algorithm() {
    let spec = REGISTRY.iter().find(|spec| spec.id == "square-root").expect("it is registered");
    assert_eq!(RECOVERIES, [("square-root", RecoverySupport::Default(Recovery::Sack))]);
    let mut cc = Controller::new(spec.id, &Params::defaults(spec.parameters));
    let (c, mut log) = (connection(), Decisions::default());
    let mut w = Window { cwnd: 100.0, ssthresh: 2.0 };
    let ack = Ack {
        acked: 1,
        is_duplicate: false,
        delivered: 1,
        sacked: 0,
        window: Window { cwnd: 100.0, ssthresh: 2.0 },
        duplicates: 0,
        rtt_s: None,
        segment_rtt_s: None,
        steps: 1.0,
        flight_before: 100,
        rate: None,
        marked: 0,
        ece: false,
    };
    cc.on_increase(&c, &ack, &mut w, &mut log);
    // a/(√100·100) = 0.001
    assert!((w.cwnd - 100.001).abs() < 1e-12);
    w.cwnd = 100.0;
    cc.on_loss(&c, &mut w, &mut log);
    // 100 − 0.5·√100 = 95
    assert!((w.cwnd - 95.0).abs() < 1e-9 && w.ssthresh == w.cwnd);
    cc.on_timeout(&c, false, &mut w, &mut log);
    assert_eq!((w.cwnd, w.ssthresh), (1.0, 47.5));
    let said: Vec<&str> = log.keys().map(|(key, _)| key).collect();
    assert_eq!(said, ["square-root.loss", "square-root.timeout"]);
}

#[test]
fn the_guide_shows_this_very_file() {
    let guide = include_str!("../../../../../docs/adding-an-algorithm.md");
    let file = include_str!("square_root.rs");
    assert!(guide.contains(file), "docs/adding-an-algorithm.md does not show cc/example/square_root.rs");
}
