//! What a file holds.

/// A capture of packets tells only what is in flight; all other kinds tell cwnd itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quantity {
    Cwnd,
    Flight,
}

impl Quantity {
    pub fn words(self) -> &'static str {
        match self {
            Quantity::Cwnd => "cwnd",
            Quantity::Flight => "data in flight",
        }
    }
}

/// The size of a packet in a file that counts bytes.
#[derive(Clone, Debug, PartialEq)]
pub struct SegmentSize {
    pub bytes: f64,
    /// Where the size comes from, in words: it can be corrected by hand.
    pub from: String,
}

/// What a file may tell beside the window. Counts are those so far.
pub const BESIDE: [&str; 6] =
    ["rttS", "flightPackets", "flightBytes", "ackedPackets", "ackedBytes", "retransmitted"];
pub(crate) const RTT_S: usize = 0;
pub(crate) const FLIGHT_PACKETS: usize = 1;
pub(crate) const FLIGHT_BYTES: usize = 2;
pub(crate) const ACKED_PACKETS: usize = 3;
pub(crate) const ACKED_BYTES: usize = 4;
pub(crate) const RETRANSMITTED: usize = 5;

/// A value for each of `BESIDE`; NaN where a sample does not tell it.
pub(crate) type Told = [f64; BESIDE.len()];
pub(crate) const NOTHING: Told = [f64::NAN; BESIDE.len()];

/// The window of one connection.
#[derive(Clone, Debug)]
pub struct Curve {
    /// The connection, as the file names it; empty if the file has only one.
    pub name: String,
    pub quantity: Quantity,
    /// Not decreasing, not negative.
    pub time_s: Vec<f64>,
    /// In bytes if there is a segment size, otherwise in packets.
    pub values: Vec<f64>,
    pub segment: Option<SegmentSize>,
    /// The columns of `BESIDE`, at the same times; empty where the file does not tell one.
    pub beside: [Vec<f64>; BESIDE.len()],
    /// False if the file is known to begin in the midst of the connection.
    pub is_from_start: bool,
    /// What makes this curve uncertain, in sentences.
    pub warnings: Vec<String>,
}

#[derive(Clone, Debug)]
pub struct MeasuredFile {
    /// The kind of file, in words.
    pub kind: String,
    /// By connection; the first one is shown first.
    pub curves: Vec<Curve>,
    /// What makes all of them uncertain, in sentences.
    pub warnings: Vec<String>,
    /// No name tells what the values are: they may as well be a rate in Mbit/s.
    pub may_be_rate: bool,
}

/// A rate over time.
#[derive(Clone, Debug, PartialEq)]
pub enum Rate {
    /// Instants at which 1500 bytes may be sent, in ms.
    Opportunities(Vec<u64>),
    /// From each time in seconds on a rate in bit/s; the first time is 0.
    Steps(Vec<(f64, f64)>),
}

#[derive(Clone, Debug)]
pub enum Opened {
    Measured(MeasuredFile),
    /// The text of a scenario.
    Scenario(String),
    Rate(Rate),
}

pub(crate) type Read = Result<Opened, Refusal>;

/// Why a file is not read: a sentence for its owner.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal(String);

/// The longest sentence about a file: it quotes names of the file, which may be as long as the file.
const LONGEST_REASON: usize = 1000;

impl Refusal {
    pub(crate) fn new(reason: impl Into<String>) -> Refusal {
        Refusal(shortened(&reason.into(), LONGEST_REASON))
    }

    /// With the place, what was expected and what was found. `line` counts from 0.
    pub(crate) fn line(line: usize, expected: &str, found: &str) -> Refusal {
        let found = shortened(found, 40);
        Refusal::new(format!("Line {}: expected {expected}, found “{found}”.", line + 1))
    }
}

impl std::fmt::Display for Refusal {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str(&self.0)
    }
}

impl std::error::Error for Refusal {}

pub(crate) fn shortened(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text.to_owned(),
    }
}
