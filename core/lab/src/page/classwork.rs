//! What a class asks of codes and variants: one request and one answer for all of it.

use crate::codes::{Place, Said, Vary, read_list, variant};
use crate::json::write_json;
use ackscope_scenario::{ScenarioError, read_json};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value};

/// A request.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(tag = "do", rename_all = "lowercase", deny_unknown_fields)]
pub enum Classwork {
    /// The code for an answer or a result; the answer is its text.
    Write { said: Said },
    /// What a pasted list of codes says; the answer is a list of `CodeLine`.
    Read {
        /// The list.
        text: String,
        /// Only codes of this question count.
        of: Option<Place>,
    },
    /// A student's variant; the answer is a number from 0 to 4095.
    Variant {
        /// The task's salt.
        salt: String,
        /// The student's number, as the course knows it.
        student: String,
    },
    /// The values of a variant by their paths; refused if `vary` has too many.
    Values {
        /// The values that each path takes.
        vary: Map<String, Value>,
        variant: u16,
    },
}

/// Answers a request, which is JSON, with JSON.
///
/// # Errors
/// If the request is none, or a code cannot hold what was said.
pub fn classwork(request: &str) -> Result<String, ScenarioError> {
    let wanted = "a request: write, read, variant or values";
    let request: Classwork = serde_json::from_value(read_json(request)?)
        .map_err(|error| ScenarioError::value("do", error.to_string(), wanted))?;
    match request {
        Classwork::Write { said } => match said.code().and_then(|code| code.write()) {
            Ok(written) => Ok(write_json(&written)),
            Err(error) => Err(ScenarioError::value("said", error.to_string(), "what a code can hold")),
        },
        Classwork::Read { text, of } => Ok(write_json(&read_list(&text, of))),
        Classwork::Variant { salt, student } => Ok(write_json(&variant(&salt, &student))),
        Classwork::Values { vary, variant } => {
            let vary = Vary(vary);
            vary.check()?;
            Ok(write_json(&vary.of(variant)))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_is_answered_or_refused_with_its_reason() {
        let of = r#""of":{"lesson":2,"step":1}"#;
        let means = "[166,166,166,166,166,166,166,166,166,166,166,166]";
        let write = |top: &str| {
            classwork(&format!(
                r#"{{"do":"write","said":{{"form":"curve",{of},"means":{means},"top":{top}}}}}"#
            ))
        };
        assert_eq!(write("300").expect("a code"), "\"00GH-HHHH-HHHH-HHHJ\"");
        let read = classwork(&format!(r#"{{"do":"read","text":"00GHHHHHHHHHHHHJ",{of}}}"#)).expect("a list");
        assert!(read.contains(r#""written":"00GH-HHHH-HHHH-HHHJ""#) && !read.contains("problem"), "{read}");
        let none = r#"{"do":"write","said":{"form":"answers","of":{"lesson":2,"step":9},"answers":[]}}"#;
        assert!(classwork(none).unwrap_err().message.contains("the step is 9"));
        assert!(classwork(r#"{"do":"erase"}"#).is_err());
        let variant = classwork(r#"{"do":"variant","salt":"","student":"abc"}"#).expect("a number");
        assert_eq!(variant, "2983");
        let values = |of: &str| {
            classwork(&format!(r#"{{"do":"values","vary":{{"hops.0.rate":{of}}},"variant":2983}}"#))
        };
        // 2983 of 4096 is in the third quarter.
        assert_eq!(values(r#"["1Mbps",2e6,"3Mbps","4Mbps"]"#).expect("values"), r#"{"hops.0.rate":"3Mbps"}"#);
        assert!(values(r#"["1Mbps"]"#).unwrap_err().message.contains("2 to 5 values"));
    }
}
