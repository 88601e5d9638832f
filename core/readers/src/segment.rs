//! The segment size of windows that a file tells in bytes. Files seldom name it. In slow start a window grows by whole
//! segments, so the first windows have it as a common divisor.

use crate::types::SegmentSize;
use std::collections::{BTreeMap, BTreeSet};

/// The smallest that counts as a segment: RFC 791 lets every link carry 68 bytes, 28 of data.
const MIN_BYTES: u64 = 28;
/// The largest payload of an Ethernet frame.
const LARGEST_BYTES: u64 = 1460;
/// Ethernet with timestamps, over IPv4: what most senders of today use.
const USUAL: f64 = 1448.0;
/// Sizes of common senders, the likeliest first.
const COMMON: [u64; 16] =
    [1448, 1460, 1440, 1428, 1400, 1380, 1388, 1500, 1200, 1252, 1280, 1350, 1024, 1000, 536, 512];

pub(crate) fn guess() -> SegmentSize {
    told(USUAL, "a guess: the file does not tell it")
}

pub(crate) fn told(bytes: f64, from: impl Into<String>) -> SegmentSize {
    SegmentSize { bytes, from: from.into() }
}

pub(crate) fn greatest_divisor(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { greatest_divisor(b, a % b) }
}

/// The common divisor of the windows up to the first that is no multiple of a segment, and how many sizes they are.
fn common_divisor(values: &[f64]) -> (u64, usize) {
    let (mut bytes, mut seen) = (0, BTreeSet::new());
    for value in values.iter().filter(|value| **value != 0.0) {
        let next = greatest_divisor(*value as u64, bytes);
        if value.fract() != 0.0 || next < MIN_BYTES {
            break;
        }
        bytes = next;
        seen.insert(value.to_bits());
    }
    (bytes, seen.len())
}

/// A whole part of `bytes` that can be a segment: a common size if there is one.
fn part_of(bytes: u64) -> Option<u64> {
    if bytes <= LARGEST_BYTES {
        return Some(bytes);
    }
    // Initial windows: ten segments (RFC 6928), four, three or two.
    let initial =
        || [10, 4, 3, 2].into_iter().find(|count| bytes % count == 0 && bytes / count <= LARGEST_BYTES);
    COMMON.into_iter().find(|size| bytes % size == 0).or_else(|| initial().map(|count| bytes / count))
}

/// The segment size of windows in bytes.
pub(crate) fn segment_of_bytes(values: &[f64], usual: &[u64]) -> SegmentSize {
    let (bytes, windows) = common_divisor(values);
    let named = usual.iter().copied().find(|size| bytes > 0 && bytes % size == 0);
    match named.or_else(|| part_of(bytes)).filter(|part| *part > 0) {
        None => guess(),
        Some(part) if windows > 1 => {
            told(part as f64, format!("the first {windows} sizes of the window are multiples of it"))
        }
        Some(part) => told(part as f64, "a guess: the first window is a multiple of it"),
    }
}

/// Whether windows without a unit are bytes. A window in packets starts small and takes every whole number, or
/// fractions.
pub(crate) fn looks_like_bytes(values: &[f64]) -> bool {
    let (bytes, windows) = common_divisor(values);
    let least = values.iter().copied().filter(|value| *value > 0.0).fold(f64::INFINITY, f64::min);
    (bytes >= 100 && windows > 1) || (340.0..f64::INFINITY).contains(&least)
}

/// Sizes with their counts.
pub(crate) type Sizes = BTreeMap<u64, u64>;

/// The sizes that are common: each carries at least a twentieth of the bytes. Many tiny segments do not decide.
pub(crate) fn common(counts: &Sizes) -> Vec<u64> {
    let total: u64 = counts.iter().map(|(size, count)| size * count).sum();
    counts
        .iter()
        .filter(|(size, count)| **size > 0 && *size * *count >= total.div_ceil(20))
        .map(|(size, _)| *size)
        .collect()
}

/// A segment that a path of this many bytes a packet carries, less the headers of IP and TCP, and timestamps.
fn fills_a_jumbo_frame(bytes: u64) -> bool {
    [40, 52, 60, 72].into_iter().any(|headers| bytes + headers == 9000)
}

/// The size of a segment, if no SYN tells it. A network card divides bundles later, so payloads may be larger. It is
/// the largest payload, or step between two ACKs, whose multiples the common payloads are.
pub(crate) fn of_payloads(payloads: &Sizes, acked: &Sizes) -> Option<SegmentSize> {
    let common = common(payloads);
    let largest = *common.last()?;
    if largest <= LARGEST_BYTES || fills_a_jumbo_frame(largest) {
        return Some(told(largest as f64, "the largest common payload"));
    }
    let divisor = common.iter().copied().fold(0, greatest_divisor);
    if let Some(size) = occurring(payloads, acked, divisor, LARGEST_BYTES) {
        return Some(told(size as f64, "the largest size that occurs and divides the bundles"));
    }
    let bundle = if divisor >= SMALLEST_PART { divisor } else { largest };
    let part = (bundle.div_ceil(LARGEST_BYTES)..=bundle / SMALLEST_PART)
        .find(|count| bundle % count == 0)
        .map(|count| bundle / count);
    Some(match part {
        Some(part) => told(part as f64, "a guess: the largest part of the bundles that a frame carries"),
        None => told(largest as f64, "the largest common payload"),
    })
}

/// A smaller part of a bundle is not its segment: every path carries this much (RFC 9293 §3.7.1).
const SMALLEST_PART: u64 = 536;

/// The largest size of at most `most` that divides the bundles and occurs: as a payload, or where an ACK divides them.
pub(crate) fn occurring(payloads: &Sizes, acked: &Sizes, divisor: u64, most: u64) -> Option<u64> {
    let witnesses = acked.keys().map(|step| greatest_divisor(*step, divisor));
    let sizes = payloads.keys().copied().filter(|size| *size > 0 && divisor % size == 0);
    sizes.chain(witnesses).filter(|size| (SMALLEST_PART..=most).contains(size)).max()
}
