//! Lines of the kernel module tcp_probe, of its successor, the trace event tcp:tcp_probe, and of ns-2.

use crate::content::Content;
use crate::pattern;
use crate::samples::Samples;
use crate::types::{ACKED_BYTES, FLIGHT_BYTES, NOTHING, RTT_S, Read, Refusal};
use std::collections::BTreeMap;

pub(crate) fn claims_module(content: &Content) -> bool {
    pattern!(r"^(?:[ \t]*(?:#.*)?\n)*[ \t]*\d+\.\d+\s+\S+:\d+\s+\S+:\d+\s+\d+\s+(?:0x)?[0-9a-f]+\s")
        .is_match(content.head())
}

/// Time, both addresses, length, snd_nxt, snd_una, cwnd, ssthresh, snd_wnd, srtt and sometimes rcv_wnd.
pub(crate) fn read_module(content: &Content) -> Read {
    let form = pattern!(
        r"^\s*(\d+\.\d+)\s+(\S+:\d+)\s+(\S+:\d+)\s+\d+\s+(?:0x)?[0-9a-f]+\s+(?:0x)?[0-9a-f]+\s+(\d+)\s+\d+\s+\d+\s+\d+(?:\s+\d+)*\s*$"
    );
    let mut samples = Samples::default();
    for (index, line) in content.lines().filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'))
    {
        let parts = form.captures(line).ok_or_else(|| Refusal::line(index, "a line of tcp_probe", line))?;
        let number = |at: usize| parts[at].parse().unwrap_or(f64::NAN);
        let name = format!("{} → {}", &parts[2], &parts[3]);
        samples.add(&name, number(1), number(4), || format!("Line {}", index + 1), NOTHING)?;
    }
    samples.opened("lines of tcp_probe", |_, _| None)
}

pub(crate) fn claims_event(content: &Content) -> bool {
    let head = content.head();
    head.starts_with("# tracer: ")
        || head.lines().any(|line| line.contains("tcp_probe: ") && line.contains("snd_cwnd="))
}

pub(crate) fn read_event(content: &Content) -> Read {
    // Task, processor, flags, time and name of an event of ftrace or perf.
    let form = pattern!(r"^.*?\s(\d+\.\d+):\s+(?:\w+:)?(\w+):(?:\s|$)");
    // What ftrace, trace-cmd and perf write between the events.
    let beside = pattern!(r"^(?:#|cpus=\d|version = \d|CPU:?\s?\d+ (?:is empty|\[))");
    let mut samples = Samples::default();
    // Sequence numbers wrap at 2³².
    let mut known: BTreeMap<String, (u32, f64)> = BTreeMap::new();
    for (index, line) in content.lines().filter(|(_, line)| !line.trim().is_empty() && !beside.is_match(line))
    {
        let event =
            form.captures(line).ok_or_else(|| Refusal::line(index, "an event with its time", line.trim()))?;
        if &event[2] != "tcp_probe" {
            continue;
        }
        let mut fields: BTreeMap<&str, &str> = BTreeMap::new();
        for (name, value) in line.split_whitespace().filter_map(|word| word.split_once('=')) {
            fields.entry(name).or_insert(value);
        }
        let of = |name: &str| fields.get(name).copied();
        let window = of("snd_cwnd").and_then(|text| text.parse::<u64>().ok());
        let (Some(from), Some(to), Some(window)) = (of("src"), of("dest"), window) else {
            return Err(Refusal::line(index, "src, dest and snd_cwnd", line.trim()));
        };
        let name = format!("{from} → {to}");
        let sequence = |of_name: &str| {
            let text = of(of_name)?;
            text.strip_prefix("0x").map_or_else(|| text.parse().ok(), |hex| u32::from_str_radix(hex, 16).ok())
        };
        let mut told = NOTHING;
        told[RTT_S] = of("srtt").and_then(|us| us.parse::<f64>().ok()).unwrap_or(f64::NAN) / 1e6;
        if let (Some(una), Some(next)) = (sequence("snd_una"), sequence("snd_nxt")) {
            let (before, acked) = known.get(&name).copied().unwrap_or((una, 0.0));
            let acked = acked + f64::from(una.wrapping_sub(before));
            known.insert(name.clone(), (una, acked));
            (told[ACKED_BYTES], told[FLIGHT_BYTES]) = (acked, f64::from(next.wrapping_sub(una)));
        }
        let time_s = event[1].parse().unwrap_or(f64::NAN);
        samples.add(&name, time_s, window as f64, || format!("Line {}", index + 1), told)?;
    }
    samples.opened("events of tcp_probe", |_, _| None)
}

pub(crate) fn claims_ns2(content: &Content) -> bool {
    pattern!(r"^\s*[\d.eE+-]+(\s+-?\d+){4}\s+\w+_\s+\S+").is_match(content.head())
}

/// `time node port node port cwnd_ value`, as ns-2's variable tracing writes it.
pub(crate) fn read_ns2(content: &Content) -> Read {
    let form =
        pattern!(r"^\s*(-?[\d.eE+-]+)\s+(-?\d+)\s+(-?\d+)\s+(-?\d+)\s+(-?\d+)\s+([A-Za-z]\w*)\s+(\S+)\s*$");
    let mut samples = Samples::default();
    for (index, line) in content.lines().filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'))
    {
        let wrong = || Refusal::line(index, "a time, a connection, cwnd_ and its value", line);
        let parts = form.captures(line).ok_or_else(wrong)?;
        let time_s = parts[1].parse().map_err(|_| wrong())?;
        if &parts[6] == "cwnd_" {
            let window = parts[7].parse().map_err(|_| wrong())?;
            let name = format!("{}.{} → {}.{}", &parts[2], &parts[3], &parts[4], &parts[5]);
            samples.add(&name, time_s, window, || format!("Line {}", index + 1), NOTHING)?;
        }
    }
    samples.opened("a cwnd trace of ns-2", |_, _| None)
}
