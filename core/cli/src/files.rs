//! The files that a command reads and writes. Every read is bounded, and no output may be an input.

use anyhow::{Context, Result, bail};
use std::fs::{self, File, FileType, Metadata};
use std::io::{self, BufWriter, Read, Write, stdin, stdout};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

/// The maximum size of a scenario, a script, a list of points or a rate trace.
pub const TEXT_BYTES: u64 = ackscope_scenario::LONGEST_TEXT_BYTES as u64;
/// The maximum size of a file of results: a hundred thousand runs and more.
pub const RESULT_BYTES: u64 = 2 << 30;

/// The files that this process has read. A command reads all its inputs before it writes.
static INPUTS: Mutex<Vec<Identity>> = Mutex::new(Vec::new());

/// What tells a file from all others, whatever the path that leads to it.
#[derive(PartialEq, Eq)]
struct Identity {
    path: Option<PathBuf>,
    /// Device and number on the device. Two hard links have the same.
    number: Option<(u64, u64)>,
}

impl Identity {
    fn of(path: Option<&Path>, about: &Metadata) -> Option<Identity> {
        // A device such as /dev/null may be both.
        about.is_file().then(|| Identity {
            path: path.and_then(|path| fs::canonicalize(path).ok()),
            number: number(about),
        })
    }

    fn is(&self, other: &Identity) -> bool {
        (self.number.is_some() && self.number == other.number)
            || (self.path.is_some() && self.path == other.path)
    }
}

#[cfg(unix)]
fn number(about: &Metadata) -> Option<(u64, u64)> {
    use std::os::unix::fs::MetadataExt;
    Some((about.dev(), about.ino()))
}

#[cfg(not(unix))]
fn number(_: &Metadata) -> Option<(u64, u64)> {
    None
}

/// Why a file of this type is not read; none for a file and for an open pipe.
fn unreadable(path: &Path, kind: FileType) -> Option<&'static str> {
    if kind.is_dir() {
        return Some("it is a folder, allowed is a file");
    }
    special(path, kind)
}

#[cfg(unix)]
fn special(path: &Path, kind: FileType) -> Option<&'static str> {
    use std::os::unix::fs::FileTypeExt;
    // A pipe that the shell has opened, as in <(command), has no path of its own.
    if kind.is_fifo() && fs::canonicalize(path).is_ok() {
        return Some("it is a named pipe, allowed is a file; - reads standard input");
    }
    (kind.is_char_device() || kind.is_block_device() || kind.is_socket())
        .then_some("it is a device, allowed is a file; - reads standard input")
}

#[cfg(not(unix))]
fn special(_: &Path, _: FileType) -> Option<&'static str> {
    None
}

/// The bytes of a file, of at most `limit`, which become an input: no output may replace it.
///
/// # Errors
/// The file, what it is and what is allowed.
pub fn read(path: &Path, limit: u64) -> Result<Vec<u8>> {
    let failed = || format!("cannot open {}", path.display());
    let about = fs::metadata(path).with_context(failed)?;
    refuse(path, &about)?;
    refuse_stdout(path, &about)?;
    let bytes = read_open(&mut File::open(path).with_context(failed)?, path, limit)?;
    INPUTS.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).extend(Identity::of(Some(path), &about));
    Ok(bytes)
}

/// Refuses what is no file.
pub fn refuse(path: &Path, about: &Metadata) -> Result<()> {
    match unreadable(path, about.file_type()) {
        Some(problem) => bail!("cannot read {}: {problem}", path.display()),
        None => Ok(()),
    }
}

/// The bytes of an open file, of at most `limit`.
///
/// # Errors
/// The limit and the size, as far as it is known.
pub fn read_open(file: &mut impl Read, path: &Path, limit: u64) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    file.take(limit + 1)
        .read_to_end(&mut bytes)
        .with_context(|| format!("cannot read {}", path.display()))?;
    if bytes.len() as u64 > limit {
        bail!("{} is too long: allowed are at most {limit} bytes ({} MiB)", path.display(), limit >> 20);
    }
    Ok(bytes)
}

/// The bytes of a file, or of standard input for `-`, of at most `limit`.
pub fn bytes(path: &Path, limit: u64) -> Result<Vec<u8>> {
    if path != Path::new("-") {
        return read(path, limit);
    }
    let stdin_path = Path::new("standard input");
    note_stdin(stdin_path)?;
    read_open(&mut stdin(), stdin_path, limit)
}

/// The text of a file, or of standard input for `-`, of at most [`TEXT_BYTES`].
pub fn text(path: &Path) -> Result<String> {
    let mut text = String::from_utf8(bytes(path, TEXT_BYTES)?)
        .with_context(|| format!("cannot read {}: it is no text in UTF-8", path.display()))?;
    // Editors of Windows put a byte order mark before the text.
    if text.starts_with('\u{feff}') {
        text.remove(0);
    }
    Ok(text)
}

/// A file that the shell gives as standard input is an input too.
#[cfg(unix)]
fn note_stdin(path: &Path) -> Result<()> {
    use std::os::fd::AsFd;
    let about = stdin().as_fd().try_clone_to_owned().and_then(|own| File::from(own).metadata());
    if let Ok(about) = about {
        refuse_stdout(path, &about)?;
        INPUTS.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).extend(Identity::of(None, &about));
    }
    Ok(())
}

#[cfg(not(unix))]
fn note_stdin(_: &Path) -> Result<()> {
    Ok(())
}

/// Refuses an input into which the shell has led the standard output.
fn refuse_stdout(path: &Path, about: &Metadata) -> Result<()> {
    if is_stdout(about) {
        bail!("{} is an input and the standard output of this command: give another file", path.display());
    }
    Ok(())
}

/// Whether the shell has led the standard output into this file.
#[cfg(unix)]
fn is_stdout(about: &Metadata) -> bool {
    use std::os::fd::AsFd;
    let own = stdout().as_fd().try_clone_to_owned().and_then(|own| File::from(own).metadata());
    about.is_file() && own.is_ok_and(|own| number(&own) == number(about))
}

#[cfg(not(unix))]
fn is_stdout(_: &Metadata) -> bool {
    false
}

/// A file to be written, which is no input. Made as soon as the inputs are read, so that a command
/// does not work first and refuse then.
pub struct Output<'a>(&'a Path);

impl<'a> Output<'a> {
    /// # Errors
    /// If the path, a link or another path of the same file was read, or if there can be no such file.
    pub fn new(path: &'a Path) -> Result<Output<'a>> {
        if path == Path::new("-") {
            bail!("- is no file: /dev/stdout is standard output, ./- is a file of this name");
        }
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        if let Some(folder) = folder.filter(|folder| !folder.is_dir()) {
            bail!("cannot write {}: there is no folder {}", path.display(), folder.display());
        }
        if path.is_dir() {
            bail!("cannot write {}: it is a folder, allowed is a file", path.display());
        }
        let own = fs::metadata(path).ok().and_then(|about| Identity::of(Some(path), &about));
        let inputs = INPUTS.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        if own.is_some_and(|own| inputs.iter().any(|input| input.is(&own))) {
            bail!(
                "{} is an input of this command and would be overwritten: give another file",
                path.display()
            );
        }
        Ok(Output(path))
    }

    /// Writes a value as indented JSON.
    pub fn write_json(&self, value: &serde_json::Value) -> Result<()> {
        self.write(|out| writeln!(out, "{value:#}"))
    }

    /// Writes the file through a buffer.
    pub fn write(&self, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<()> {
        let Output(path) = Output::new(self.0)?;
        let failed = || format!("cannot write {}", path.display());
        // Opened anew, the file would lose what was written before, and each would overwrite the other.
        let file: Box<dyn Write> = if fs::metadata(path).is_ok_and(|about| is_stdout(&about)) {
            Box::new(stdout().lock())
        } else {
            Box::new(File::create(path).with_context(failed)?)
        };
        let mut out = BufWriter::new(file);
        write(&mut out).and_then(|()| out.flush()).with_context(failed)
    }
}
