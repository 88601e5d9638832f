//! The readers of measured files for JavaScript: bytes in, JSON text and typed arrays out. A page loads this module with
//! the first file that it opens.

use ackscope_readers::{BESIDE, Curve, Opened, Quantity, Rate, SegmentSize, read};
use serde_json::{Value, json};
use wasm_bindgen::prelude::*;

/// Shows panics as readable errors in the browser's console.
#[wasm_bindgen(start)]
pub fn start() {
    console_error_panic_hook::set_once();
}

/// What a file holds: `about` is all but the columns, each of which is taken once.
#[wasm_bindgen]
pub struct Reading {
    about: String,
    columns: Vec<Vec<f64>>,
}

#[wasm_bindgen]
impl Reading {
    /// Reads a file. It does not throw: a refusal is the field `problem`.
    #[wasm_bindgen(constructor)]
    pub fn new(bytes: &[u8]) -> Reading {
        let mut columns = Vec::new();
        let mut put = |column: Vec<f64>| {
            columns.push(column);
            columns.len() - 1
        };
        let about = match read(bytes) {
            Err(refusal) => json!({ "problem": refusal.to_string() }),
            Ok(Opened::Scenario(text)) => json!({ "scenario": text }),
            Ok(Opened::Rate(Rate::Opportunities(instants_ms))) => {
                json!({ "rateMs": put(instants_ms.into_iter().map(|ms| ms as f64).collect()) })
            }
            Ok(Opened::Rate(Rate::Steps(steps))) => json!({ "rateSteps": steps }),
            Ok(Opened::Measured(file)) => {
                let curves: Vec<Value> =
                    file.curves.into_iter().map(|curve| about(curve, &mut put)).collect();
                json!({ "measured": {
                    "kind": file.kind,
                    "curves": curves,
                    "warnings": file.warnings,
                    "mayBeRate": file.may_be_rate,
                } })
            }
        };
        Reading { about: about.to_string(), columns }
    }

    /// JSON `Opened` of `web/model/src/files/types.ts`, with numbers of columns where that has the columns.
    pub fn about(&self) -> String {
        self.about.clone()
    }

    pub fn column(&mut self, number: usize) -> Vec<f64> {
        self.columns.get_mut(number).map(std::mem::take).unwrap_or_default()
    }
}

fn about(curve: Curve, put: &mut impl FnMut(Vec<f64>) -> usize) -> Value {
    let segment = curve.segment.map(|segment| json!({ "bytes": segment.bytes, "from": segment.from }));
    let known = BESIDE.into_iter().zip(curve.beside).filter(|(_, column)| !column.is_empty());
    let beside: Value = known.map(|(of, column)| (of.to_owned(), json!(put(column)))).collect();
    json!({
        "name": curve.name,
        "quantity": curve.quantity.words(),
        "timeS": put(curve.time_s),
        "values": put(curve.values),
        "segment": segment,
        "beside": beside,
        "isFromStart": curve.is_from_start,
        "warnings": curve.warnings,
    })
}

/// The table from which a fit finds the network of a curve, as JSON `FitTable` of `web/model/src/files/types.ts`.
/// `about` is JSON: the quantity, whether the curve is from the start, the bytes of a packet or null, and the names of the
/// columns, which stand one after the other in `values`.
#[wasm_bindgen]
pub fn fit_table(about: &str, values: &[f64]) -> String {
    let about: Value = serde_json::from_str(about).unwrap_or_default();
    let names: Vec<&str> =
        about["columns"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    let length = values.len() / names.len().max(1);
    let column = |name: &str| -> Vec<f64> {
        let at = names.iter().position(|known| *known == name);
        at.map_or_else(Vec::new, |at| values[at * length..(at + 1) * length].to_vec())
    };
    let is_flight = about["quantity"] == Quantity::Flight.words();
    let table = Curve {
        name: String::new(),
        quantity: if is_flight { Quantity::Flight } else { Quantity::Cwnd },
        time_s: column("timeS"),
        values: column("values"),
        segment: about["bytes"].as_f64().map(|bytes| SegmentSize { bytes, from: String::new() }),
        beside: BESIDE.map(column),
        is_from_start: about["isFromStart"] != false,
        warnings: Vec::new(),
    }
    .table();
    json!({ "text": table.text, "zeroS": table.zero_s, "samples": table.samples }).to_string()
}
