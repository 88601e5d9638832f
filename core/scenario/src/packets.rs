//! Sizes of packets, and of transfers in packets.

use super::error::ScenarioError;
use super::quantity::{Bytes, Measure};

/// The size `given` at `path`, or `silent`.
pub(crate) fn packet_size(
    given: Option<&Measure<Bytes>>,
    silent: u32,
    path: &str,
) -> Result<u32, ScenarioError> {
    let Some(size) = given else { return Ok(silent) };
    // 65535 bytes is the largest IP packet.
    if !(1.0..=65_535.0).contains(&size.si()) {
        return Err(ScenarioError::value(path, size.written(), "1 to 65535 bytes"));
    }
    Ok(size.si() as u32)
}

/// The number of segments of a transfer; the last segment is filled up.
pub(crate) fn segments(bytes: &Measure<Bytes>, packet_bytes: u32, path: &str) -> Result<u64, ScenarioError> {
    match (bytes.si() as u64).div_ceil(u64::from(packet_bytes)) {
        0 => Err(ScenarioError::value(
            path,
            bytes.written(),
            "at least 1 byte; leave it out for an endless source",
        )),
        segments => Ok(segments),
    }
}
