//! Readers of measured files. A file of any supported kind, chosen by what it contains, becomes windows over time, a
//! rate over time, or the text of a scenario. Nothing else of ours is needed: the page, the program and Python read
//! with the same code.
//!
//! A kind is one reader and one word in `READERS`. A file is untrusted: what it may cost is bounded (bytes, lines,
//! values, samples, connections), and a refusal names the place, what was found and what is allowed.

mod capture;
mod clock;
mod columns;
mod content;
mod fit_table;
mod flent;
mod iperf;
mod json;
mod objects;
mod qlog;
mod rates;
mod samples;
mod segment;
mod siftr;
mod ss;
mod table;
mod tcp_probe;
mod types;

pub use fit_table::{FitTable, Window};
pub use types::{BESIDE, Curve, MeasuredFile, Opened, Quantity, Rate, Refusal, SegmentSize};

use content::Content;
use regex_lite::Regex;
use types::Read;

/// A pattern, compiled once. `regex-lite` takes a time that grows with the text and not with the ways to read it.
macro_rules! pattern {
    ($text:expr) => {{
        static PATTERN: std::sync::LazyLock<regex_lite::Regex> =
            std::sync::LazyLock::new(|| $crate::compiled($text));
        &*PATTERN
    }};
}
pub(crate) use pattern;

/// # Panics
/// For a pattern that is none, which the first test that meets it tells.
fn compiled(text: &str) -> Regex {
    Regex::new(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// One kind of file.
struct Reader {
    /// The kind in a list of what can be read.
    kind: &'static str,
    /// Whether a file is of this kind, by its content.
    claims: fn(&Content) -> bool,
    read: fn(&Content) -> Read,
}

const fn reader(kind: &'static str, claims: fn(&Content) -> bool, read: fn(&Content) -> Read) -> Reader {
    Reader { kind, claims, read }
}

/// The first that claims a file reads it.
const READERS: [Reader; 15] = [
    reader("a capture of packets (pcap, pcapng)", capture::claims, capture::read),
    reader("qlog, also sequences (.sqlog)", qlog::claims, qlog::read),
    reader("JSON of iperf3", iperf::claims_json, iperf::read_json),
    reader("a data file of flent (.flent.gz)", flent::claims, flent::read),
    reader("a scenario of Ackscope", rates::claims_scenario, rates::read_scenario),
    reader(
        "JSON with tcp_info in it, one text or one a line (ndt7, tcp-info)",
        objects::claims,
        objects::read,
    ),
    reader("polls of ss (ss -tin)", ss::claims, ss::read),
    reader("the trace event tcp_probe (ftrace, perf)", tcp_probe::claims_event, tcp_probe::read_event),
    reader("lines of tcp_probe", tcp_probe::claims_module, tcp_probe::read_module),
    reader("a cwnd trace of ns-2 ($tcp trace cwnd_)", tcp_probe::claims_ns2, tcp_probe::read_ns2),
    reader("a log of SIFTR", siftr::claims, siftr::read),
    reader("text of iperf3, iperf 2 and nuttcp", iperf::claims_text, iperf::read_text),
    reader("a rate trace of mahimahi", rates::claims_mahimahi, rates::read_mahimahi),
    reader("a table with a time and a cwnd column, also of ns-3", table::claims, table::read),
    reader("a table with a time and a rate in Mbit/s", |_| false, table::read),
];

/// Reads a file.
///
/// # Errors
/// Why it is not read: the place, what was found, what is allowed.
pub fn read(bytes: &[u8]) -> Result<Opened, Refusal> {
    let whole = content::unpacked(bytes)?;
    let text = content::decoded(&whole)?;
    let content = Content::of(&whole, &text);
    match READERS.iter().find(|reader| (reader.claims)(&content)) {
        Some(reader) => (reader.read)(&content),
        None => Err(content.unknown(&READERS.map(|reader| reader.kind).join("; "))),
    }
}
