//! An option of the command line has no effect on a lane that sets the same path itself. A note says
//! so.

use crate::common::{ackscope, text};

/// The exit code, and what stands on standard error.
fn run(args: &[&str], input: &str) -> (Option<i32>, String) {
    let output = ackscope(args, input);
    (output.status.code(), text(&output.stderr))
}

/// A lane's own change of a place hides the same change in the scenario around it.
#[test]
fn a_change_that_lanes_hide_is_told_and_a_sweep_of_it_is_refused() {
    let scenario = r#"{ "version": 1, "duration": "1s",
        "hops": [{ "name": "pipe", "rate": "2Mbps", "delay": "10ms", "queue": { "capacity": "20pkt" } }],
        "flows": [{ "name": "main", "algorithm": "newreno", "rtt": "50ms", "compared": true }],
        "compare": [{ "label": "small", "set": { "hops.pipe.queue.capacity": "5pkt", "hops.pipe.rate": "1Mbps" } },
                    { "label": "large", "set": { "hops.0.queue.capacity": "50pkt", "seed": 5,
                      "fork": { "at": "0.5s", "set": { "hops.0.rate": "1Mbps" } } } }] }"#;
    let said = |args: &[&str]| run(args, scenario);
    let (code, text) =
        said(&["run", "-", "--set", "hops.0.queue.capacity=9pkt", "--set", "hops.pipe.rate=3Mbps"]);
    assert_eq!(code, Some(0), "{text}");
    assert!(text.contains("hops.0.queue.capacity: every lane sets this itself"), "{text}");
    assert!(text.contains("hops.pipe.rate: the lane small sets this itself"), "{text}");
    let (code, text) = said(&["run", "-", "--set", "hops.0.delay=20ms"]);
    assert_eq!((code, text.as_str()), (Some(0), ""));
    let fork = r#"fork={ "at": "0.7s", "set": { "hops.0.rate": "2Mbps" } }"#;
    let (code, text) = said(&["run", "-", "--set", fork, "--seed", "9"]);
    assert_eq!(code, Some(0), "{text}");
    assert!(text.contains("fork: the lane large sets this itself"), "{text}");
    assert!(text.contains("seed: the lane large sets this itself"), "{text}");
    let (code, text) = said(&["sweep", "-", "--set", "hops.0.queue.capacity=9pkt,20pkt"]);
    assert_eq!(code, Some(2));
    assert!(text.contains("hops.0.queue.capacity: every lane sets this itself"), "{text}");
    let (code, text) = said(&["sweep", "-", "--set", "hops.0.rate=2Mbps,3Mbps"]);
    assert_eq!(code, Some(0));
    assert!(text.contains("hops.0.rate: the lane small sets this itself"), "{text}");
}

/// The options that change a scenario without a path, and the trace of delays.
#[test]
fn options_of_their_own_are_told_as_set_is() {
    let scenario = r#"{ "version": 1, "duration": "2s", "measure": [[0, 2]],
        "hops": [{ "rate": "2Mbps", "delay": "10ms" }],
        "flows": [{ "algorithm": "newreno", "rtt": "50ms", "compared": true }],
        "compare": [{ "label": "own", "set": { "hops.0.delay": "20ms", "duration": "3s", "seed": 9 } }, "cubic"] }"#;
    let trace = std::env::temp_dir().join(format!("ackscope-hidden-{}.trace", std::process::id()));
    std::fs::write(&trace, "0 5\n1000 7\n").expect("written");
    let delays = format!("hops.0.delay={}", trace.display());
    for (args, path) in [
        // Longer, and shorter than the measured interval.
        (&["run", "-", "--duration", "5s"][..], "duration"),
        (&["run", "-", "--duration", "1s"], "duration"),
        (&["run", "-", "--delay-trace", &delays], "hops.0.delay"),
        (&["sweep", "-", "--set", "hops.0.rate=1Mbps,2Mbps", "--seeds", "2"], "seed"),
    ] {
        let (code, text) = run(args, scenario);
        assert_eq!(code, Some(0), "{args:?}: {text}");
        assert!(text.contains(&format!("{path}: the lane own sets this itself")), "{args:?}: {text}");
    }
    let over = ["run", "-", "--delay-trace", &delays, "--set", "hops.0.delay=3ms"];
    let (_, text) = run(&over, scenario);
    assert!(text.contains("--set hops.0.delay replaces the trace of --delay-trace hops.0.delay"), "{text}");
    std::fs::remove_file(&trace).expect("removed");
    // One seed is no repetition.
    let (_, text) = run(&["sweep", "-", "--set", "hops.0.rate=1Mbps,2Mbps"], scenario);
    assert_eq!(text, "");
    // All repetitions would be one run.
    let every = scenario.replace(r#""cubic"]"#, r#"{ "label": "other", "set": { "seed": 4 } }]"#);
    let (code, text) = run(&["sweep", "-", "--set", "hops.0.rate=1Mbps,2Mbps", "--seeds", "2"], &every);
    assert_eq!(code, Some(2));
    assert!(text.contains("seed: every lane sets this itself"), "{text}");
}
