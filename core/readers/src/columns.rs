//! What the columns of a table are, by their names.

use crate::pattern;
use crate::types::{ACKED_BYTES, ACKED_PACKETS, FLIGHT_BYTES, FLIGHT_PACKETS, RETRANSMITTED, RTT_S, Refusal};
use regex_lite::Regex;

/// The units of a column's name, with their factor.
pub(crate) type Units = &'static [(&'static [&'static str], f64)];
pub(crate) const TIME_UNITS: Units = &[
    (&["ms", "msec", "msecs", "millis", "millisecond", "milliseconds"], 1e-3),
    (&["us", "usec", "usecs", "µs", "μs", "microsecond", "microseconds"], 1e-6),
    (&["ns", "nsec", "nsecs", "nanosecond", "nanoseconds"], 1e-9),
    (&["s", "sec", "secs", "second", "seconds"], 1.0),
    (&["min", "mins", "minute", "minutes"], 60.0),
];
const BYTE_UNITS: Units = &[
    (&["b", "byte", "bytes"], 1.0),
    (&["kb", "kbyte", "kbytes", "kib"], 1024.0),
    (&["mb", "mbyte", "mbytes", "mib"], 1024.0 * 1024.0),
];
const RATE_UNITS: Units = &[
    (&["mbps", "mbit", "mbits", "megabits"], 1e6),
    (&["kbps", "kbit", "kbits", "kilobits"], 1e3),
    (&["gbps", "gbit", "gbits"], 1e9),
    (&["bps", "bit", "bits"], 1.0),
];
const PACKETS: [&str; 8] = ["packet", "packets", "pkt", "pkts", "segment", "segments", "seg", "segs"];

/// Names of what may stand beside a window, as for `ackscope fit`, with their unit.
static ALSO: [(&str, usize, f64); 22] = [
    ("srtt_ms", RTT_S, 1e-3),
    ("rtt_ms", RTT_S, 1e-3),
    ("srtt_s", RTT_S, 1.0),
    ("rtt_s", RTT_S, 1.0),
    ("srtt_us", RTT_S, 1e-6),
    ("rtt_us", RTT_S, 1e-6),
    ("inflight_packets", FLIGHT_PACKETS, 1.0),
    ("inflight", FLIGHT_PACKETS, 1.0),
    ("unacked", FLIGHT_PACKETS, 1.0),
    ("inflight_bytes", FLIGHT_BYTES, 1.0),
    ("bytes_in_flight", FLIGHT_BYTES, 1.0),
    ("bytes_in_transit", FLIGHT_BYTES, 1.0),
    ("total_retrans", RETRANSMITTED, 1.0),
    ("retrans", RETRANSMITTED, 1.0),
    ("retransmitted", RETRANSMITTED, 1.0),
    ("nb_retrans", RETRANSMITTED, 1.0),
    ("acked_mbytes", ACKED_BYTES, 1e6),
    ("acked_bytes", ACKED_BYTES, 1.0),
    ("bytes_acked", ACKED_BYTES, 1.0),
    ("acked_packets", ACKED_PACKETS, 1.0),
    // picoquic's.
    ("smoothed_rtt", RTT_S, 1e-6),
    ("smoothed_rtt_us", RTT_S, 1e-6),
];

/// More names are no header.
const MAX_COLUMNS: usize = 1000;

#[derive(Default)]
pub(crate) struct Columns {
    pub time: usize,
    /// `None` if only the values can tell: seconds, or a calendar's time in any unit.
    pub time_factor: Option<f64>,
    pub window: usize,
    /// The windows are a rate, in these units of bit/s.
    pub rate_bps: Option<f64>,
    /// The windows are data in flight.
    pub is_flight: bool,
    /// Bytes in the column's unit; 0 for packets, `None` if only the values can tell.
    pub bytes: Option<f64>,
    /// Columns that together tell connections apart.
    pub flows: Vec<usize>,
    pub segment: Option<usize>,
    /// Columns of what stands beside the window: the column, what it is, its unit.
    pub also: Vec<(usize, usize, f64)>,
}

/// Letters, or digits, that stand together.
fn words_of(name: &str) -> Vec<String> {
    let is_letter = |sign: char| sign.is_ascii_lowercase() || sign == 'µ' || sign == 'μ';
    let mut words: Vec<String> = Vec::new();
    let mut before = None;
    for sign in name.to_lowercase().chars() {
        let class = (is_letter(sign), sign.is_ascii_digit());
        match words.last_mut() {
            _ if class == (false, false) => {}
            Some(word) if before == Some(class) => word.push(sign),
            _ => words.push(sign.to_string()),
        }
        before = Some(class);
    }
    words
}

pub(crate) fn unit_of(words: &[String], units: Units) -> Option<f64> {
    units
        .iter()
        .find(|(names, _)| words.iter().any(|word| names.contains(&word.as_str())))
        .map(|(_, unit)| *unit)
}

/// The best column by a list of forms, the clearest first.
fn column_of(names: &[String], forms: &[&Regex], what: &str, line: usize) -> Result<Option<usize>, Refusal> {
    for form in forms {
        let found: Vec<usize> = (0..names.len()).filter(|at| form.is_match(&names[*at])).collect();
        match found[..] {
            [] => {}
            [one] => return Ok(Some(one)),
            _ => {
                let names: Vec<&str> = found.iter().map(|at| &*names[*at]).collect();
                return Err(Refusal::new(format!(
                    "Line {}: several columns may be the {what}: {}. Keep one of them.",
                    line + 1,
                    names.join(", ")
                )));
            }
        }
    }
    Ok(None)
}

pub(crate) fn time_forms() -> [&'static Regex; 4] {
    [
        pattern!(r"^time$"),
        pattern!(r"^time\b|^time[\W_]"),
        pattern!(
            r"^(t|timestamp|timestamps|ts|seconds|secs?|[mnu]secs?|elapsed|date|datetime|current_time)\b|^(timestamp|ts|t|elapsed)_"
        ),
        pattern!(r"\b(time|timestamp)\b"),
    ]
}

fn window_forms() -> [&'static Regex; 8] {
    [
        pattern!(r"^(snd_)?cwnd$"),
        pattern!(r"^(snd_)?cwnd[\W_]+(bytes?|packets?|pkts?|segments?|segs?|mss|[km]i?b)\W*$"),
        pattern!(r"^new[\W_]*(cwnd|value|val)\b|cwnd[\W_]*new"),
        pattern!(r"(^|[^a-z])cwnd([^a-z]|$)|congestion[\W_]*window"),
        pattern!(r"cwnd"),
        pattern!(r"^new$"),
        pattern!(r"^(cong\w*(\W[\W_]*)?|(tcp|send(er)?)?[\W_]*)(wnd|window|cw)\b"),
        // picoquic's.
        pattern!(r"^cwin$"),
    ]
}

fn rate_forms() -> [&'static Regex; 2] {
    [
        pattern!(
            r"^(throughput|bandwidth|goodput|bitrate|bit rate|capacity|data ?rate|downlink|dl_?(rate|bitrate|throughput))([\W_]|$)"
        ),
        pattern!(
            r"(^|[\W_])(rate|throughput|bandwidth)[\W_].*bit|(^|[\W_])[kmg]?(bps|bits?[\W_]?(/|per)[\W_]?s\w*)([\W_]|$)"
        ),
    ]
}

fn without(names: &[String], others: &[&Regex]) -> Vec<String> {
    let keep = |name: &String| !others.iter().any(|other| other.is_match(name));
    names.iter().map(|name| if keep(name) { name.clone() } else { String::new() }).collect()
}

fn also_of(name: &str) -> Option<&'static (&'static str, usize, f64)> {
    ALSO.iter().find(|(known, ..)| *known == name)
}

pub(crate) fn named_columns(head: &[String], line: usize) -> Result<Columns, Refusal> {
    if head.len() > MAX_COLUMNS {
        let expected = format!("at most {MAX_COLUMNS} columns");
        return Err(Refusal::line(line, &expected, &format!("{} columns", head.len())));
    }
    let names: Vec<String> = head.iter().map(|name| name.to_lowercase().trim().to_owned()).collect();
    let other = pattern!(r"ssthresh|rwnd|rcv|recv|awnd|adverti|receive|old");
    // Times that do not run on, and what a table tells about a window beside its size.
    let no_clock = pattern!(r"delta|diff|rtt|interval|prev");
    let no_size = pattern!(
        r"gain|rate|limit|min_|\bmin|max|init|clamp|used|prev|last|cnt|count|target|ratio|diff|delta|flag|bits?\b|bps"
    );
    let time = column_of(&without(&names, &[other, no_clock]), &time_forms(), "time", line)?;
    let mut window = column_of(&without(&names, &[other, no_size]), &window_forms(), "window", line)?;
    let mut rate_bps = None;
    // Without a window the data in flight stands for it.
    let of_flight = |at: &usize| {
        also_of(&names[*at]).is_some_and(|(_, of, _)| [FLIGHT_PACKETS, FLIGHT_BYTES].contains(of))
    };
    let flight = (0..names.len()).find(of_flight).filter(|_| window.is_none());
    window = window.or(flight);
    if window.is_none() {
        let no_rate = pattern!(r"cwnd|window|wnd|gain");
        window = column_of(&without(&names, &[no_rate]), &rate_forms(), "rate", line)?;
        let unit = |at: usize| unit_of(&words_of(&names[at]), RATE_UNITS);
        // Published traces without a unit are in Mbit/s, the bit rates of G-NetTrack (5Gdataset) in kbit/s.
        let usual = |at: usize| if names[at].contains("l_bitrate") { 1e3 } else { 1e6 };
        rate_bps = window.map(|at| unit(at).unwrap_or_else(|| usual(at)));
    }
    let (Some(time), Some(window)) = (time, window) else {
        return Err(Refusal::line(
            line,
            "a header with a column time and a column cwnd, such as time_s,cwnd_packets",
            &head.join(", "),
        ));
    };
    let is_picoquic = names[window] == "cwin";
    let time_words = words_of(&names[time]);
    let is_unit = pattern!(r"^(t|s|seconds|[mnu]?secs?)\b").is_match(&names[time]);
    let window_words = words_of(&names[window]);
    let is_packets = window_words.iter().any(|word| word == "mss" || PACKETS.contains(&word.as_str()));
    let flow = pattern!(
        r"^(flow|conn(ection)?|stream|socket|sock|sk|id|node|host|[sdlr]?port|src|dst|[sdlr]addr|source|dest(ination)?|local|remote|peer|lane|label|name|run|pid|algo(rithm)?|cca?)([\W_]*(id|name|no|number|port|addr(ess)?|ip))?$"
    );
    let places = |form: &Regex| (0..names.len()).filter(|at| form.is_match(&names[*at])).collect::<Vec<_>>();
    Ok(Columns {
        time,
        time_factor: (unit_of(&time_words[usize::from(!is_unit)..], TIME_UNITS))
            .or(is_picoquic.then_some(1e-6)),
        window,
        rate_bps,
        is_flight: flight.is_some(),
        bytes: (unit_of(&window_words, BYTE_UNITS))
            .or(is_packets.then_some(0.0))
            .or(is_picoquic.then_some(1.0)),
        flows: places(flow),
        segment: places(pattern!(r"^(snd_)?mss$|^segment_?(size|bytes)$|^send_mtu$")).first().copied(),
        also: (0..names.len())
            .filter(|at| flight != Some(*at))
            .filter_map(|at| also_of(&names[at]).map(|(_, of, unit)| (at, *of, *unit)))
            .collect(),
    })
}
