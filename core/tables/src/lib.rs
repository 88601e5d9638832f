//! Tables as files: the ending of a file's name says its format. Nothing of this is in the page.

#[cfg(feature = "parquet")]
mod arrow;

use ackscope_lab::frame::Frame;
use std::io::{self, Write};
use std::path::Path;

/// A format of files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Comma-separated text.
    Csv,
    /// Comma-separated text, compressed by gzip.
    Gzip,
    /// Apache Parquet, compressed by Snappy.
    Parquet,
    /// An Arrow IPC file, also called Feather.
    Arrow,
}

/// Endings of names, with their formats. Names without an ending mean CSV, as does `/dev/stdout`.
const ENDINGS: [(&str, Format); 8] = [
    (".csv", Format::Csv),
    (".txt", Format::Csv),
    (".gz", Format::Gzip),
    (".parquet", Format::Parquet),
    (".pq", Format::Parquet),
    (".arrow", Format::Arrow),
    (".feather", Format::Arrow),
    (".ipc", Format::Arrow),
];

impl Format {
    /// The format that a file's name asks for.
    ///
    /// # Errors
    /// What was found and what is allowed.
    pub fn of(path: &Path) -> Result<Format, String> {
        let name = path.file_name().unwrap_or_default().to_string_lossy().to_lowercase();
        let format = ENDINGS.iter().find(|(ending, _)| name.ends_with(ending)).map(|(_, format)| *format);
        match format.or_else(|| path.extension().is_none().then_some(Format::Csv)) {
            Some(Format::Parquet | Format::Arrow) if !cfg!(feature = "parquet") => Err(format!(
                "{}: this program was built without Parquet and Arrow, allowed are .csv and .csv.gz; \
                 cargo build --release -p ackscope-cli --features parquet has all",
                path.display()
            )),
            Some(format) => Ok(format),
            None => Err(format!(
                "{}: the ending of the name is no format of a table, allowed are .csv, .csv.gz, .parquet, .arrow \
                 and .feather",
                path.display()
            )),
        }
    }

    /// Whether a column has its unit beside it.
    pub fn has_units(self) -> bool {
        matches!(self, Format::Parquet | Format::Arrow)
    }

    /// Writes a table. Text begins with lines of where it comes from (`#`); the other formats have that beside the
    /// columns.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn write(self, frame: &Frame, out: &mut dyn Write) -> io::Result<()> {
        match self {
            Format::Csv => frame.csv(true, |part| out.write_all(part.as_bytes())),
            Format::Gzip => {
                let mut packed = flate2::write::GzEncoder::new(out, flate2::Compression::default());
                frame.csv(true, |part| packed.write_all(part.as_bytes()))?;
                packed.finish().map(|_| ())
            }
            #[cfg(feature = "parquet")]
            Format::Parquet => out.write_all(&arrow::parquet(frame).map_err(io::Error::other)?),
            #[cfg(feature = "parquet")]
            Format::Arrow => out.write_all(&arrow::ipc(frame).map_err(io::Error::other)?),
            #[cfg(not(feature = "parquet"))]
            Format::Parquet | Format::Arrow => Err(io::Error::other("built without Parquet and Arrow")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ackscope_lab::frame::{Column, Field};
    use std::io::Read;

    #[test]
    fn the_ending_says_the_format() {
        let of = |name: &str| Format::of(Path::new(name));
        for (name, format) in
            [("a.csv", Format::Csv), ("a.CSV.GZ", Format::Gzip), ("/dev/stdout", Format::Csv)]
        {
            assert_eq!(of(name), Ok(format), "{name}");
        }
        for name in ["a.xlsx", "a.json", "a.csv.zip"] {
            assert!(of(name).unwrap_err().contains(".parquet"), "{name}");
        }
        for (name, format) in
            [("a.parquet", Format::Parquet), ("a.arrow", Format::Arrow), ("b.feather", Format::Arrow)]
        {
            if cfg!(feature = "parquet") {
                assert_eq!(of(name), Ok(format), "{name}");
            } else {
                assert!(of(name).unwrap_err().contains("without Parquet"));
            }
        }
    }

    #[test]
    fn gzip_holds_the_text() {
        let column = Column::Number((0..20_000).map(f64::from).collect());
        let frame = Frame { fields: vec![Field::new("n", "", "", column)], about: Vec::new() };
        let (mut plain, mut packed, mut again) = (Vec::new(), Vec::new(), Vec::new());
        Format::Csv.write(&frame, &mut plain).unwrap();
        Format::Gzip.write(&frame, &mut packed).unwrap();
        flate2::read::GzDecoder::new(&packed[..]).read_to_end(&mut again).unwrap();
        assert!(plain == again && packed.len() < plain.len());
    }
}
