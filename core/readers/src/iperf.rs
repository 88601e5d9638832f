//! iperf3's JSON (`-J`, `--json-stream`, several in one file, with the server's output, as perfSONAR keeps it) and text,
//! the enhanced text of iperf 2, and nuttcp's: the sender's window in bytes.

use crate::content::Content;
use crate::json::Json;
use crate::pattern;
use crate::samples::Samples;
use crate::segment::{guess, told as size};
use crate::types::{ACKED_BYTES, NOTHING, RETRANSMITTED, RTT_S, Read, Refusal, SegmentSize, Told};
use std::collections::BTreeMap;

/// Samples with what the intervals of each connection add up to.
#[derive(Default)]
struct Intervals {
    samples: Samples,
    sums: BTreeMap<String, (f64, f64)>,
    segments: BTreeMap<String, SegmentSize>,
}

impl Intervals {
    /// What was given to the socket so far, which differs from what is acknowledged by what waits there.
    fn told(&mut self, name: &str, rtt_s: f64, bytes: f64, again: f64) -> Told {
        let sum = self.sums.entry(name.to_owned()).or_default();
        *sum = (sum.0 + bytes, sum.1 + again);
        let mut told = NOTHING;
        (told[RTT_S], told[ACKED_BYTES], told[RETRANSMITTED]) = (rtt_s, sum.0, sum.1);
        told
    }

    fn opened(self, kind: &str) -> Read {
        if self.samples.is_empty() {
            let column = if kind.starts_with("JSON") { "snd_cwnd" } else { "the column Cwnd" };
            return Err(Refusal::new(format!(
                "It is {kind} without {column}: only the sender of TCP data tells its window."
            )));
        }
        let segments = self.segments;
        self.samples.opened(kind, |_, name| Some(segments.get(name).cloned().unwrap_or_else(guess)))
    }
}

/// One run: what `start` tells, its intervals, and what the server told of the same.
#[derive(Default)]
struct Run<'a> {
    start: Option<&'a Json<'a>>,
    intervals: Vec<&'a Json<'a>>,
    server: Option<&'a Json<'a>>,
}

/// The names of a window in the streams of an interval; the second one is perfSONAR's.
const WINDOWS: [&str; 2] = ["snd_cwnd", "tcp-window-size"];

/// The runs of a file: each a whole output, or the events of a stream.
fn runs_of<'a>(documents: &'a [Json<'a>]) -> Vec<Run<'a>> {
    let mut runs: Vec<Run> = Vec::new();
    for document in documents {
        let data = document.get("data");
        match document.get("event").text() {
            "start" => runs.push(Run { start: Some(data), ..Run::default() }),
            "interval" => match runs.last_mut() {
                Some(run) => run.intervals.push(data),
                None => runs.push(Run { intervals: vec![data], ..Run::default() }),
            },
            "server_output_json" | "server_output_text" => {
                if let Some(run) = runs.last_mut() {
                    run.server = Some(data);
                }
            }
            _ if matches!(document.get("intervals"), Json::List(_)) => {
                let of_server = ["server_output_json", "server_output_text"].map(|key| document.get(key));
                runs.push(Run {
                    start: Some(document.get("start")),
                    intervals: document.get("intervals").list().iter().collect(),
                    server: of_server.into_iter().find(|output| **output != Json::Null),
                });
            }
            _ => {}
        }
    }
    runs
}

pub(crate) fn claims_json(content: &Content) -> bool {
    content.begins_with('{')
        && content.documents().values.first().is_some_and(|first| {
            let streams =
                || first.get("intervals").list().iter().flat_map(|interval| interval.get("streams").list());
            first.get("start").is_object() && matches!(first.get("intervals"), Json::List(_))
                || streams().any(|stream| WINDOWS.iter().any(|window| stream.has(window)))
                || matches!(first.get("event"), Json::Text(_)) && first.has("data")
        })
}

pub(crate) fn read_json(content: &Content) -> Read {
    let documents = content.documents();
    if let Some((at, _)) = documents.broken {
        let line = content.text[..at].trim_end().matches('\n').count() + usize::from(at > 0);
        let found = content.text.split('\n').nth(line).unwrap_or("");
        return Err(Refusal::line(line, "a JSON object of iperf3", found));
    }
    let runs = runs_of(&documents.values);
    let mut found = Intervals::default();
    for (index, run) in runs.iter().enumerate() {
        let label = if runs.len() > 1 { format!(", run {}", index + 1) } else { String::new() };
        add_run(&mut found, run, &label)?;
    }
    found.opened("JSON of iperf3")
}

fn add_run(found: &mut Intervals, run: &Run, label: &str) -> Result<(), Refusal> {
    let start = run.start.unwrap_or(&Json::Null);
    let word = |value: &Json| if value.word().is_empty() { "?".to_owned() } else { value.word() };
    let mut names: BTreeMap<u64, String> = BTreeMap::new();
    for one in start.get("connected").list() {
        if let Some(socket) = one.number_of("socket") {
            let [from, from_port, to, to_port] =
                ["local_host", "local_port", "remote_host", "remote_port"].map(|key| word(one.get(key)));
            names.insert(socket as u64, format!("{from}:{from_port} → {to}:{to_port}"));
        }
    }
    let mss = ["tcp_mss", "tcp_mss_default"].into_iter().find_map(|key| start.number_of(key));
    let mut is_empty = true;
    for (index, interval) in run.intervals.iter().enumerate() {
        for stream in interval.get("streams").list() {
            // Omitted seconds have their own clock.
            let window = WINDOWS.into_iter().find_map(|key| stream.number_of(key));
            let Some(window) = window.filter(|_| *stream.get("omitted") != Json::Bool(true)) else {
                continue;
            };
            let socket = stream.number_of("socket").or(stream.number_of("stream-id"));
            let known = socket.and_then(|socket| names.get(&(socket as u64)).cloned());
            let of_socket =
                || format!("stream {}", socket.map_or_else(|| "?".to_owned(), |one| one.to_string()));
            let name = known.unwrap_or_else(of_socket) + label;
            let number = |key: &str| stream.number_of(key).unwrap_or(f64::NAN);
            let bits = || number("throughput-bits") / 8.0 * (number("end") - number("start"));
            let bytes = stream.number_of("bytes").unwrap_or_else(bits);
            let told = found.told(&name, number("rtt") / 1e6, bytes, number("retransmits"));
            found.samples.add(&name, number("end"), window, || format!("Interval {}", index + 1), told)?;
            if let Some(bytes) = mss.filter(|bytes| *bytes > 0.0) {
                found.segments.insert(name, size(bytes, "the file tells it (tcp_mss)"));
            }
            is_empty = false;
        }
    }
    // Of a reverse test only the server knows the window (`--get-server-output`).
    match run.server {
        Some(Json::Text(text)) if is_empty => add_lines(found, text.split('\n').enumerate(), label),
        Some(output) if is_empty => {
            let server = runs_of(std::slice::from_ref(output));
            server.iter().try_for_each(|run| {
                add_run(
                    found,
                    &Run { server: None, start: run.start, intervals: run.intervals.clone() },
                    label,
                )
            })
        }
        _ => Ok(()),
    }
}

pub(crate) fn claims_text(content: &Content) -> bool {
    pattern!(r"\[ ID\](?:\[Role\])? +Interval\b|MB / +[\d.]+ sec = .*-cwnd").is_match(content.head())
}

pub(crate) fn read_text(content: &Content) -> Read {
    let mut found = Intervals::default();
    add_lines(&mut found, content.lines(), "")?;
    let kind = match pattern!(r"\[ ID\]").is_match(content.head()) {
        true if content.head().contains("/Err") => "text of iperf 2",
        true => "text of iperf3",
        false => "text of nuttcp",
    };
    found.opened(kind)
}

fn unit(sign: &str) -> f64 {
    let power = "KMGT".find(sign).filter(|_| !sign.is_empty()).map_or(0, |at| at as i32 + 1);
    1024f64.powi(power)
}

fn add_lines<'a>(
    found: &mut Intervals,
    lines: impl Iterator<Item = (usize, &'a str)>,
    label: &str,
) -> Result<(), Refusal> {
    let mut names: BTreeMap<&str, String> = BTreeMap::new();
    let mut segment: Option<SegmentSize> = None;
    let mut clock_s = 0.0;
    // A file may hold several runs: then times begin anew.
    let mut run = 1;
    for (index, line) in lines.filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#')) {
        if let Some(nuttcp) = nuttcp(line) {
            clock_s += nuttcp.seconds;
            let told = found.told(label, nuttcp.rtt_s, nuttcp.bytes, nuttcp.again);
            found.samples.add(label, clock_s, nuttcp.window, || format!("Line {}", index + 1), told)?;
            continue;
        }
        // `--timestamps` and `ts` put a time before each line.
        let text = &line[line.find('[').unwrap_or(0)..];
        let connected = pattern!(r"^\[\s*(\d+)\] local (\S+) port (\d+) connected (?:to|with) (\S+) port (\d+)(?:.*mss/irtt=\d+/(\d+))?").captures(text);
        if let Some(mss) = pattern!(r"TCP MSS: (\d+)").captures(line) {
            segment = mss[1].parse().ok().map(|bytes| size(bytes, "the file tells it (TCP MSS)"));
        }
        if let Some(parts) = &connected {
            let name = format!("{}:{} → {}:{}", &parts[2], &parts[3], &parts[4], &parts[5]);
            names.insert(parts.get(1).map_or("", |id| id.as_str()), name);
            if let Some(mss) = parts.get(6).and_then(|mss| mss.as_str().parse().ok()) {
                segment = Some(size(mss, "the file tells it (mss)"));
            }
        }
        if connected.is_some() || !pattern!(r"^\[\s*(\d+|SUM)\]").is_match(text) {
            continue;
        }
        let wrong = || Refusal::line(index, "an interval of iperf3", line);
        let parts = pattern!(
            r"^\[\s*(\d+|SUM)\](?:\s*\[\w+-\w+\])?\s*([\d.]+)-([\d.]+)\s+sec\s+([\d.]+)\s+([KMGT]?)Bytes\s+[\d.]+\s+[KMGT]?(?:bits|Bytes)/sec(.*)$"
        )
        .captures(text)
        .ok_or_else(wrong)?;
        // A summary has no window; the sum of streams neither.
        let Some((again, window, rtt_s)) = window_of(&parts[6]).filter(|_| &parts[1] != "SUM") else {
            continue;
        };
        let number = |at: usize| parts[at].parse::<f64>().map_err(|_| wrong());
        let (begin_s, end_s, bytes) = (number(2)?, number(3)?, number(4)? * unit(&parts[5]));
        // A test that ends a moment late has a last interval of 0.00 s, rounded.
        if end_s < begin_s {
            return Err(wrong());
        }
        let id = parts.get(1).map_or("", |id| id.as_str());
        let stream = names.get(id).cloned().unwrap_or_else(|| format!("stream {id}")) + label;
        let named = |run: u32| if run == 1 { stream.clone() } else { format!("{stream}, run {run}") };
        if let Some(last_s) = found.samples.last_s(&named(run)).filter(|last_s| begin_s < *last_s) {
            // The last line of iperf 2 is of the whole run.
            if end_s >= last_s {
                continue;
            }
            run += 1;
        }
        let name = named(run);
        let told = found.told(&name, rtt_s, bytes, again);
        found.samples.add(&name, end_s, window, || format!("Line {}", index + 1), told)?;
        if let Some(segment) = &segment {
            found.segments.insert(name, segment.clone());
        }
    }
    Ok(())
}

/// Retransmissions, the window in bytes and the RTT at the end of an interval's line: `13  543 KBytes` of iperf3, and
/// `9/0  0  14K/36000(400) us` of iperf 2, which newer ones write as `9/0  0  7K(5)/14K(10)/36000(400) us`.
fn window_of(end: &str) -> Option<(f64, f64, f64)> {
    if let Some(parts) = pattern!(r"^\s+(\d+)\s+([\d.]+)\s+([KMG]?)Bytes\s*$").captures(end) {
        return Some((parts[1].parse().ok()?, parts[2].parse::<f64>().ok()? * unit(&parts[3]), f64::NAN));
    }
    let parts = pattern!(
        r"^\s+\d+/\d+\s+(\d+)\s+(?:\d+[KMG]?(?:\(\d+\))?/)?([\d.]+)([KMG]?)(?:\(\d+\))?/(\d+)(?:\(\d+\))? us\b"
    )
    .captures(end)?;
    let rtt_s = parts[4].parse::<f64>().ok()? / 1e6;
    Some((parts[1].parse().ok()?, parts[2].parse::<f64>().ok()? * unit(&parts[3]), rtt_s))
}

struct Nuttcp {
    seconds: f64,
    bytes: f64,
    again: f64,
    window: f64,
    rtt_s: f64,
}

/// `1.1250 MB /   1.00 sec =    9.4372 Mbps     0 retrans     14 KB-cwnd`, also with `36.00 msRTT` before the window.
fn nuttcp(line: &str) -> Option<Nuttcp> {
    let parts = pattern!(
        r"([\d.]+) MB / +([\d.]+) sec = +[\d.]+ [KMG]?bps(?: +(\d+) retrans)?(?: +([\d.]+) msRTT)? +([\d.]+) ([KMG]?)B-cwnd"
    )
    .captures(line)?;
    let number = |at: usize| parts.get(at).and_then(|text| text.as_str().parse::<f64>().ok());
    Some(Nuttcp {
        seconds: number(2)?,
        bytes: number(1)? * unit("M"),
        again: number(3).unwrap_or(0.0),
        window: number(5)? * unit(&parts[6]),
        rtt_s: number(4).unwrap_or(f64::NAN) / 1000.0,
    })
}
