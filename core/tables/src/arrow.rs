//! Tables as Arrow's columns, and the two files that hold them.

use ackscope_lab::frame::{Column, Field, Frame, NO_TEXT};
use arrow_array::types::UInt32Type;
use arrow_array::{
    ArrayRef, DictionaryArray, Float64Array, RecordBatch, StringArray, UInt32Array, UInt64Array,
};
use arrow_ipc::writer::FileWriter;
use arrow_schema::{ArrowError, DataType, Schema};
use parquet::arrow::ArrowWriter;
use parquet::basic::Compression;
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The table as a Parquet file.
pub fn parquet(frame: &Frame) -> Result<Vec<u8>, ParquetError> {
    let batch = batch(frame).map_err(ParquetError::from)?;
    let properties = WriterProperties::builder().set_compression(Compression::SNAPPY).build();
    let mut bytes = Vec::new();
    let mut writer = ArrowWriter::try_new(&mut bytes, batch.schema(), Some(properties))?;
    writer.write(&batch)?;
    writer.close()?;
    Ok(bytes)
}

/// The table as an Arrow IPC file.
pub fn ipc(frame: &Frame) -> Result<Vec<u8>, ArrowError> {
    let batch = batch(frame)?;
    let mut writer = FileWriter::try_new(Vec::new(), &batch.schema())?;
    writer.write(&batch)?;
    writer.into_inner()
}

fn batch(frame: &Frame) -> Result<RecordBatch, ArrowError> {
    let columns = frame.fields.iter().map(|field| array(&field.column)).collect::<Result<Vec<_>, _>>()?;
    let fields: Vec<arrow_schema::Field> =
        frame.fields.iter().zip(&columns).map(|(field, array)| described(field, array.data_type())).collect();
    let about: BTreeMap<String, String> =
        frame.about.iter().map(|(key, value)| (format!("ackscope.{key}"), value.clone())).collect();
    RecordBatch::try_new(Arc::new(Schema::new_with_metadata(fields, about)), columns)
}

fn described(field: &Field, data: &DataType) -> arrow_schema::Field {
    let known = [("unit", &field.unit), ("description", &field.help)];
    let about = known.iter().filter(|(_, text)| !text.is_empty());
    let about: BTreeMap<String, String> =
        about.map(|(key, text)| ((*key).to_owned(), (*text).clone())).collect();
    arrow_schema::Field::new(&field.name, data.clone(), true).with_metadata(about)
}

fn array(column: &Column) -> Result<ArrayRef, ArrowError> {
    Ok(match column {
        Column::Number(values) => {
            let values = values.iter().map(|value| (!value.is_nan()).then_some(*value + 0.0));
            Arc::new(Float64Array::from_iter(values))
        }
        Column::Whole(values) => Arc::new(UInt64Array::from_iter_values(values.iter().copied())),
        Column::Text { words, codes } => {
            let keys = UInt32Array::from_iter(codes.iter().map(|code| (*code != NO_TEXT).then_some(*code)));
            let words = StringArray::from_iter_values(words);
            Arc::new(DictionaryArray::<UInt32Type>::try_new(keys, Arc::new(words))?)
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use ackscope_lab::frame::Texts;
    use arrow_array::Array;
    use arrow_ipc::reader::FileReader;
    use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
    use std::io::Cursor;

    fn frame() -> Frame {
        let mut lanes = Texts::default();
        ["newreno", "größer 漢", "newreno"].iter().for_each(|lane| lanes.push(lane));
        Frame {
            fields: vec![
                Field::new("time_s", "s", "Since the start.", Column::Number(vec![0.0, f64::NAN, -0.0])),
                Field::new("lane", "", "", lanes.column()),
                Field::new("seed", "", "", Column::Whole(vec![1, 2, u64::MAX])),
            ],
            about: vec![("version".to_owned(), "1".to_owned())],
        }
    }

    fn check(batch: &RecordBatch, schema: &Schema) {
        let frame = self::frame();
        let times = batch.column(0).as_any().downcast_ref::<Float64Array>().expect("numbers");
        assert_eq!((times.value(0), times.is_null(1), times.value(2).is_sign_positive()), (0.0, true, true));
        assert_eq!(batch.column(1).as_ref(), array(&frame.fields[1].column).unwrap().as_ref());
        let seeds = batch.column(2).as_any().downcast_ref::<UInt64Array>().expect("whole numbers");
        assert_eq!(seeds.values().as_ref(), [1, 2, u64::MAX]);
        assert_eq!(schema.field(0).metadata()["unit"], "s");
        assert_eq!(schema.metadata()["ackscope.version"], "1");
    }

    #[test]
    fn a_parquet_file_gives_back_values_units_and_origin() {
        let bytes = parquet(&frame()).unwrap();
        assert!(bytes == parquet(&frame()).unwrap(), "the same table gives the same bytes");
        let builder = ParquetRecordBatchReaderBuilder::try_new(bytes::Bytes::from(bytes)).unwrap();
        let schema = builder.schema().clone();
        check(&builder.build().unwrap().next().unwrap().unwrap(), &schema);
    }

    #[test]
    fn an_arrow_file_gives_back_values_units_and_origin() {
        let mut reader = FileReader::try_new(Cursor::new(ipc(&frame()).unwrap()), None).unwrap();
        let schema = reader.schema();
        check(&reader.next().unwrap().unwrap(), &schema);
    }
}
