//! Everything that is printed goes through here: the commands compute, this writes.

use ackscope_lab::provenance::EngineId;
use anyhow::{Context, Result};
use serde::Serialize;
use serde_json::Value;
use std::io::{self, BufWriter, ErrorKind, Write, stdout};

/// Prints `text` and a line break.
pub fn line(text: &str) -> Result<()> {
    let mut out = stdout().lock();
    out.write_all(text.as_bytes())?;
    out.write_all(b"\n")?;
    Ok(())
}

/// Prints `value` as indented JSON.
pub fn json(value: &impl Serialize) -> Result<()> {
    let mut out = BufWriter::new(stdout().lock());
    serde_json::to_writer_pretty(&mut out, value).map_err(io::Error::from)?;
    out.write_all(b"\n")?;
    out.flush()?;
    Ok(())
}

/// `object` as JSON, with the engine that it is about.
pub fn with_engine(object: impl Serialize) -> Result<Value> {
    let mut value = serde_json::to_value(object)?;
    if let (Some(own), Value::Object(engine)) =
        (value.as_object_mut(), serde_json::to_value(EngineId::own())?)
    {
        own.extend(engine);
    }
    Ok(value)
}

/// Says something beside the result, on standard error.
pub fn note(text: &str) {
    eprintln!("ackscope: note: {text}");
}

/// Writes a file through a buffer.
pub fn file(path: &std::path::Path, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<()> {
    let failed = || format!("cannot write {}", path.display());
    let mut out = BufWriter::new(std::fs::File::create(path).with_context(failed)?);
    write(&mut out).and_then(|()| out.flush()).with_context(failed)
}

/// Whether an error only says that nobody reads on.
pub fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error
        .chain()
        .filter_map(|cause| cause.downcast_ref::<io::Error>())
        .any(|cause| cause.kind() == ErrorKind::BrokenPipe)
}
