//! What a file may cost: no more than its own size suggests.

use crate::{measured, read, refused};
use std::io::Write;

#[test]
fn more_than_a_measurement_is_refused_before_it_is_unfolded() {
    let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    let text = format!("{{\"a\":[{}{{}}]}}", "{},".repeat(11_000_000));
    packed.write_all(text.as_bytes()).expect("memory");
    let packed = packed.finish().expect("memory");
    assert!(packed.len() < 100_000, "33 MB in some kilobytes");
    assert_eq!(refused(&packed), "It holds some 22000003 values. At most 10000000 are read.");
    let lines = format!("time,cwnd{}", "\n".repeat(10_000_001));
    assert_eq!(refused(lines.as_bytes()), "It has 10000001 lines. At most 10000000 are read.");
    assert!(
        refused("1\n".repeat(8_388_609).as_bytes()).contains("at most 16777216 bytes; this one has 16777218")
    );
    assert!(refused("0\n".repeat(3_000_001).as_bytes()).contains("more than 3000000 instants"));
    let rows: String = (0..600_001).map(|at| format!("{at} 1\n")).collect();
    assert!(refused(rows.as_bytes()).contains("more than 600000 samples"));
    let objects = "{\"t\":1,\"cwnd\":1}".repeat(600_001);
    assert!(refused(objects.as_bytes()).contains("more than 600000 samples"));
    let steps: String = (0..200_001).map(|at| format!("{at},1\n")).collect();
    assert!(refused(format!("time,throughput\n{steps}").as_bytes()).contains("more than 200000 rates"));
    assert!(
        refused(format!("time,cwnd,{}\n1,2\n", "x,".repeat(1000)).as_bytes())
            .contains("at most 1000 columns")
    );
    assert!(refused(&[0x1f, 0x8b, 8]).contains("damaged or cut off"));
}

#[test]
fn connections_are_few_and_their_names_short() {
    let rows: String = (0..60)
        .map(|at| format!("{at},{}{at},{at}\n{at},{}{at},{at}\n", "f".repeat(9000), "f".repeat(9000)))
        .collect();
    let read = measured(format!("time,flow,cwnd\n{rows}").as_bytes());
    assert_eq!(read.curves.len(), 50);
    assert_eq!(read.warnings, ["It has 10 more connections, with smaller windows."]);
    assert!(read.curves.iter().all(|curve| curve.name.chars().count() <= 201));
}

/// Texts that nearly fit: a pattern with two ways to read a piece would take years for them.
#[test]
fn what_nearly_fits_is_refused_in_a_short_sentence() {
    const MANY: usize = 100_000;
    for (begin, piece, end) in [
        ("time,cong", "_", " x\n1,2\n"),
        ("", " ", "x\n"),
        ("", "1", "x 2\n"),
        ("", "[ ID] ", "\n"),
        ("[ ID] Interval\n[  5] ", "1.", "\n"),
        ("", "\u{1e}", "qlog"),
        ("{\"a\":", "[", ""),
        ("{\"qlog_version\":\"0.3\",\"traces\":", "{\"a\":", ""),
        ("", "tcp_probe: ", "\n"),
        ("# tracer: nop\n", " 1.1: ", "\n"),
        ("ESTAB 0 0 10.0.0.1:1 10.0.0.2:2\n\t cubic ", "cwnd:", "\n"),
        ("[2024-03-05 10:11:12", " ", "ESTAB\n"),
        ("0.0 0 0 0 0 ", "cwnd_ ", "\n"),
        ("o,1.000000,", "x,", "\n"),
        ("Every ", "1", "s: ss 10:11:12\n"),
        ("", "1 MB / ", "1 sec = x-cwnd\n"),
    ] {
        let text = begin.to_owned() + &piece.repeat(MANY / piece.len()) + end;
        let refusal = read(text.as_bytes())
            .map_or_else(|refusal| refusal.to_string(), |read| panic!("{begin}{piece}: {read:?}"));
        assert!(refusal.chars().count() <= 1001, "{begin}{piece}");
    }
    assert!(read(b"{\"version\": 1}").is_ok());
}
