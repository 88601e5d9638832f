//! The log of FreeBSD's SIFTR (siftr(4)): windows in bytes at each packet. Version 1.2 to 1.2.3 have a hash of the
//! packet before its time, 1.2.4 has none, and siftr2 names a flow by a number and has the window behind it.

use crate::content::Content;
use crate::pattern;
use crate::samples::Samples;
use crate::segment::{segment_of_bytes, told as size};
use crate::types::{FLIGHT_BYTES, NOTHING, RTT_S, Read, Refusal};
use std::collections::BTreeMap;

pub(crate) fn claims(content: &Content) -> bool {
    pattern!(r"^(?:enable_time_secs=\d|[io],(?:0x[0-9a-f]+,)?\d+\.\d{6},)").is_match(content.head())
}

pub(crate) fn read(content: &Content) -> Read {
    let mut samples = Samples::default();
    let mut sizes: BTreeMap<String, f64> = BTreeMap::new();
    // Until 1.2.4 in ticks and parts of them, which the first line tells; later in µs.
    let mut per_second = 1e6;
    for (index, line) in content.lines() {
        if line.starts_with("enable_time_secs=") {
            let field = |name: &str| {
                line.split_whitespace()
                    .filter_map(|word| word.split_once('='))
                    .find(|(of, _)| *of == name)
                    .and_then(|(_, value)| value.parse::<f64>().ok())
            };
            if let (Some(hz), Some(scale)) = (field("hz"), field("tcp_rtt_scale")) {
                per_second = hz * scale;
            }
        }
        if line.trim().is_empty()
            || line.starts_with("enable_time_secs=")
            || line.starts_with("disable_time_secs=")
        {
            continue;
        }
        let wrong =
            || Refusal::line(index, "a packet of SIFTR: i or o, its time, its connection, the window", line);
        let all: Vec<&str> = line.split(',').collect();
        let fields = &all[if all.get(1).is_some_and(|word| word.starts_with("0x")) { 2 } else { 1 }..];
        let number = |at: usize| fields.get(at).and_then(|text| text.trim().parse::<f64>().ok());
        let is_named = fields.get(1).is_some_and(|address| address.contains(['.', ':']));
        let window =
            number(if is_named { 6 } else { 2 }).filter(|_| matches!(all[0], "i" | "o")).ok_or_else(wrong)?;
        let time_s = number(0).ok_or_else(wrong)?;
        let mut told = NOTHING;
        let name = if is_named {
            told[RTT_S] = number(14).unwrap_or(f64::NAN) / per_second;
            told[FLIGHT_BYTES] = number(22).unwrap_or(f64::NAN);
            format!("{}:{} → {}:{}", fields[1], fields[2], fields[3], fields[4])
        } else {
            told[RTT_S] = number(9).unwrap_or(f64::NAN) / per_second;
            format!("flow {}", fields[1])
        };
        if let Some(mss) = number(13).filter(|mss| is_named && *mss > 0.0) {
            sizes.insert(name.clone(), mss);
        }
        samples.add(&name, time_s, window, || format!("Line {}", index + 1), told)?;
    }
    samples.opened("a log of SIFTR", |values, name| {
        Some(sizes.get(name).map_or_else(
            || segment_of_bytes(values, &[]),
            |mss| size(*mss, "the file tells it (the MSS of the connection)"),
        ))
    })
}
