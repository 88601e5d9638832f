//! Numbers and tables as bytes, which NumPy reads without a copy.

use ackscope_lab::frame::{Column, Field, Frame};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

/// Values as bytes in the order of this machine's processors.
pub fn bytes<'py, T: Copy, const N: usize>(
    py: Python<'py>,
    values: &[T],
    of: fn(T) -> [u8; N],
) -> PyResult<Bound<'py, PyBytes>> {
    PyBytes::new_with(py, values.len() * N, |room| {
        for (place, value) in room.chunks_exact_mut(N).zip(values) {
            place.copy_from_slice(&of(*value));
        }
        Ok(())
    })
}

/// A column for Python: name, unit, numbers as bytes, or words with the bytes of a code for each row.
pub type PyColumn<'py> =
    (String, String, Option<Bound<'py, PyBytes>>, Option<(Vec<String>, Bound<'py, PyBytes>)>);

/// The columns of a table for Python.
pub fn columns_of(py: Python<'_>, frame: Frame) -> PyResult<Vec<PyColumn<'_>>> {
    let one = |field: Field| {
        let (numbers, texts) = match field.column {
            Column::Number(values) => (Some(bytes(py, &values, f64::to_ne_bytes)?), None),
            Column::Whole(values) => {
                let values: Vec<f64> = values.into_iter().map(|value| value as f64).collect();
                (Some(bytes(py, &values, f64::to_ne_bytes)?), None)
            }
            Column::Text { words, codes } => (None, Some((words, bytes(py, &codes, u32::to_ne_bytes)?))),
        };
        Ok((field.name, field.unit, numbers, texts))
    };
    frame.fields.into_iter().map(one).collect()
}
