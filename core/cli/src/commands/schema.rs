//! `schema`: the scenario's JSON schema.

use crate::output;
use anyhow::Result;

/// Prints the schema.
pub fn schema() -> Result<()> {
    output::json(&ackscope_scenario::schema())
}
