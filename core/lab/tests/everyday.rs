//! A backup starts during a call: what each lane does to the voice.

use ackscope_lab::experiments::entry::Form;
use ackscope_lab::experiments::experiments;
use ackscope_lab::lanes::plan;
use ackscope_scenario::read;

/// From 12 to 45 s: the call's delay (p50, p95) and waiting time (p50, p95) in ms, and the upload in Mbit/s. The path alone
/// takes 20.4 ms. Percentiles are counted in buckets that are 6 % wide.
const TABLE: [(&str, [f64; 5]); 3] = [
    ("CUBIC", [267.0, 312.0, 247.0, 292.0, 9.90]),
    ("BBR", [28.0, 35.3, 7.7, 15.0, 9.70]),
    ("CUBIC behind FQ-CoDel", [20.8, 21.3, 0.56, 1.14, 9.40]),
];

#[test]
fn the_voice_is_late_behind_cubic_alone() {
    let all = experiments();
    let entry = all.iter().find(|entry| entry.id == "everyday-call").expect("the everyday one");
    let scenario = entry.scenario(Form::Full, None).expect("valid").expect("a scenario");
    let lanes = plan(&read(&scenario.to_string()).expect("readable")).expect("lanes");
    assert_eq!(lanes.len(), TABLE.len());
    for (lane, (name, expected)) in lanes.iter().zip(TABLE) {
        let report = lane.measure();
        let window = |flow: &str| {
            let flow = report.flows.iter().find(|one| one.name == flow).expect("a flow");
            *flow.windows.iter().find(|one| (one.from_s, one.to_s) == (12.0, 45.0)).expect("an interval")
        };
        let (call, backup) = (window("call"), window("backup"));
        let times = [call.p50_delay_s, call.p95_delay_s, call.p50_queueing_s, call.p95_queueing_s];
        let found = times.map(|time_s| time_s.expect("a stream") * 1e3);
        for (found, expected) in found.into_iter().chain([backup.goodput_bps / 1e6]).zip(expected) {
            assert!((found / expected - 1.0).abs() < 0.035, "{name}: {found} for {expected}");
        }
        assert!(call.p99_delay_s >= call.p95_delay_s && backup.p50_delay_s.is_none(), "{name}");
    }
}
