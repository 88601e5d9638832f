//! The bytes of a file: unpacked, as text, as JSON; and what they may cost.

use crate::json::Json;
use crate::pattern;
use crate::types::{Refusal, shortened};
use std::borrow::Cow;
use std::cell::OnceCell;
use std::io::Read;

/// The most bytes of a file, also after decompression.
const MAX_BYTES: usize = 200_000_000;
/// The longest text: a qlog of some minutes.
const MAX_TEXT_BYTES: usize = 100_000_000;
/// The most values of a JSON text, and lines of any: each takes far more memory than its bytes, and 96 kB of gzip hold
/// 33 million. The longest qlog that is read has six million.
const MAX_PIECES: usize = 10_000_000;
/// A download of a compressed file may be compressed once more.
const MAX_LAYERS: usize = 2;
/// `perf script` puts some kilobytes of comments before the first event.
const HEAD_BYTES: usize = 65_536;
pub(crate) const RECORD: char = '\u{1e}';

/// The first bytes of pcapng.
pub(crate) const SECTION: [u8; 4] = [0x0a, 0x0d, 0x0d, 0x0a];

/// Whether a file begins as a capture of packets.
pub(crate) fn is_capture(bytes: &[u8]) -> bool {
    const PCAP: [[u8; 4]; 4] = [
        [0xd4, 0xc3, 0xb2, 0xa1],
        [0xa1, 0xb2, 0xc3, 0xd4],
        [0x4d, 0x3c, 0xb2, 0xa1],
        [0xa1, 0xb2, 0x3c, 0x4d],
    ];
    bytes.starts_with(&SECTION) || PCAP.iter().any(|magic| bytes.starts_with(magic))
}

fn checked(size: usize) -> Result<(), Refusal> {
    match size {
        0 => Err(Refusal::new("The file is empty.")),
        1..=MAX_BYTES => Ok(()),
        _ => Err(Refusal::new(format!("It has {size} bytes. At most {MAX_BYTES} are read."))),
    }
}

/// The content of a file that may be compressed. A small file can hold gigabytes, so it is read up to the limit.
pub(crate) fn unpacked(bytes: &[u8]) -> Result<Cow<'_, [u8]>, Refusal> {
    checked(bytes.len())?;
    let mut content = Cow::Borrowed(bytes);
    for _ in 0..MAX_LAYERS {
        if !content.starts_with(&[0x1f, 0x8b, 8]) {
            break;
        }
        content = Cow::Owned(gunzipped(&content, MAX_BYTES)?);
    }
    checked(content.len())?;
    Ok(content)
}

fn gunzipped(bytes: &[u8], most: usize) -> Result<Vec<u8>, Refusal> {
    let mut whole = Vec::new();
    let unpacking = flate2::read::MultiGzDecoder::new(bytes).take(most as u64 + 1).read_to_end(&mut whole);
    if whole.len() > most {
        let most = most as f64 / 1e6;
        return Err(Refusal::new(format!(
            "It is larger than {most} MB after decompression, which is the most that is read."
        )));
    }
    unpacking.map_err(|error| Refusal::new(format!("The gzip file is damaged or cut off: {error}.")))?;
    Ok(whole)
}

/// A file's content.
pub(crate) struct Content<'a> {
    pub bytes: &'a [u8],
    /// Its lines end with line feeds only. Empty for a capture of packets.
    pub text: &'a str,
    documents: OnceCell<Documents<'a>>,
}

/// The JSON texts of a file, one behind the other; `\u{1e}` may stand before each (RFC 7464).
pub(crate) struct Documents<'a> {
    pub values: Vec<Json<'a>>,
    /// Where the text is no JSON any more: the byte behind the last whole value, and why. `None` if all of it is.
    pub broken: Option<(usize, String)>,
}

impl<'a> Documents<'a> {
    fn of(text: &'a str) -> Documents<'a> {
        let mut found = Documents { values: Vec::new(), broken: None };
        let mut from = 0;
        for part in text.split(RECORD) {
            let mut stream = serde_json::Deserializer::from_str(part).into_iter();
            while let Some(value) = stream.next() {
                match value {
                    Ok(value) => found.values.push(value),
                    Err(error) => {
                        found.broken = Some((from + stream.byte_offset(), error.to_string()));
                        return found;
                    }
                }
            }
            from += part.len() + RECORD.len_utf8();
        }
        found
    }
}

/// The text of a file. Spreadsheets write UTF-16 with a byte order mark.
pub(crate) fn decoded(bytes: &[u8]) -> Result<Cow<'_, str>, Refusal> {
    if is_capture(bytes) {
        return Ok(Cow::Borrowed(""));
    }
    if bytes.len() > MAX_TEXT_BYTES {
        let found = bytes.len();
        return Err(Refusal::new(format!(
            "It has {found} bytes. Of a text at most {MAX_TEXT_BYTES} are read."
        )));
    }
    let count = |signs: &[u8]| bytes.iter().filter(|byte| signs.contains(byte)).count();
    // Signs within a text of JSON count, too: a few more than there are.
    let (lines, values) = (count(b"\n\r"), count(b",[{"));
    if lines > MAX_PIECES {
        return Err(Refusal::new(format!("It has {lines} lines. At most {MAX_PIECES} are read.")));
    }
    if values > MAX_PIECES {
        return Err(Refusal::new(format!("It holds some {values} values. At most {MAX_PIECES} are read.")));
    }
    let wide = |of: fn([u8; 2]) -> u16| -> Cow<'_, str> {
        let codes = bytes[2..].chunks_exact(2).map(|pair| of([pair[0], pair[1]]));
        char::decode_utf16(codes).map(|sign| sign.unwrap_or(char::REPLACEMENT_CHARACTER)).collect()
    };
    let text = match bytes {
        [0xff, 0xfe, ..] => wide(u16::from_le_bytes),
        [0xfe, 0xff, ..] => wide(u16::from_be_bytes),
        [0xef, 0xbb, 0xbf, rest @ ..] => String::from_utf8_lossy(rest),
        _ => String::from_utf8_lossy(bytes),
    };
    Ok(match text.contains('\r') {
        true => Cow::Owned(text.replace("\r\n", "\n").replace('\r', "\n")),
        false => text,
    })
}

impl<'a> Content<'a> {
    pub(crate) fn of(bytes: &'a [u8], text: &'a str) -> Content<'a> {
        Content { bytes, text, documents: OnceCell::new() }
    }

    /// The beginning, by which a kind is known.
    pub(crate) fn head(&self) -> &'a str {
        let end = (0..=HEAD_BYTES.min(self.text.len())).rev().find(|at| self.text.is_char_boundary(*at));
        &self.text[..end.unwrap_or(0)]
    }

    /// The lines, each with its number from 0.
    pub(crate) fn lines(&self) -> impl Iterator<Item = (usize, &'a str)> + use<'a> {
        self.text.split('\n').enumerate()
    }

    pub(crate) fn begins_with(&self, sign: char) -> bool {
        self.text.trim_start_matches(|one: char| one.is_whitespace() || one == RECORD).starts_with(sign)
    }

    /// The JSON texts of a file that begins like one.
    pub(crate) fn documents(&self) -> &Documents<'a> {
        self.documents.get_or_init(|| match self.begins_with('{') || self.begins_with('[') {
            true => Documents::of(self.text),
            false => Documents { values: Vec::new(), broken: Some((0, "it begins otherwise".to_owned())) },
        })
    }

    /// The value, if the file is one JSON text.
    pub(crate) fn json(&self) -> Option<&Json<'a>> {
        match self.documents() {
            Documents { values, broken: None } if values.len() == 1 => values.first(),
            _ => None,
        }
    }

    /// What a file seems to be that no reader claims.
    pub(crate) fn unknown(&self, kinds: &str) -> Refusal {
        let read = format!("Ackscope reads {kinds}; and all of them compressed by gzip.");
        let head = self.head();
        if self.begins_with('{') || self.begins_with('[') {
            return Refusal::new(match &self.documents().broken {
                None => format!("It is JSON of an unknown kind. {read}"),
                Some((at, why)) => {
                    let line = self.text[..*at].matches('\n').count() + 1;
                    format!(
                        "It begins like JSON, but it is damaged or cut off in or after line {line}: {why}. {read}"
                    )
                }
            });
        }
        if head.trim().is_empty() {
            return Refusal::new(format!("It holds only blank lines. {read}"));
        }
        let is_text = !pattern!(r"[\x00-\x08\x0e-\x1a\x1c-\x1f\x{fffd}]").is_match(head);
        let first = shortened(head.trim().lines().next().unwrap_or(""), 40);
        Refusal::new(match is_text {
            true => format!("It begins with “{first}”. {read}"),
            false => format!("It is no text and no capture. {read}"),
        })
    }
}
