//! `mcp`: the program as tools for agents, over the Model Context Protocol on standard input and output.
//!
//! A tool reads only its arguments, no file, and answers within its budget of time: with a short result, or with an
//! error that says where, what was found and what is allowed.

mod arguments;
mod budget;
mod png;
mod tools;

use crate::args::McpArgs;
use ackscope_scenario::ScenarioError;
use anyhow::Result;
use budget::Budget;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, Implementation, ListToolsResult,
    PaginatedRequestParams, ServerCapabilities, ServerConfig, Tool,
};
use rmcp::service::RequestContext;
use rmcp::transport::async_rw::AsyncRwTransport;
use rmcp::{ErrorData, RoleServer, ServerHandler, ServiceExt};
use serde_json::{Value, json};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// A longer answer would crowd out what an agent has to remember.
const LONGEST_ANSWER: usize = 60_000;

const INSTRUCTIONS: &str = "Ackscope simulates TCP congestion control packet by packet. A scenario is JSON, or the id of an \
     experiment (list what=experiments). The smallest: {\"version\":1,\"duration\":\"20s\",\"hops\":[{\"rate\":\"10Mbps\",\
     \"delay\":\"20ms\",\"queue\":{\"capacity\":\"1bdp\"}}],\"flows\":[{\"algorithm\":\"cubic\",\"rtt\":\"60ms\"}]}. `compare` is a \
     list of algorithms, each its own lane. list what=schema says every key. The same scenario and seed give the same \
     trace_hash. Ask why for causes: it takes each suspect away and runs again.";

/// The server. Calls run one after the other, since each uses all cores.
#[derive(Clone)]
struct Server {
    budget: Duration,
    turn: Arc<Mutex<()>>,
}

/// Serves until the client closes the input.
pub fn mcp(args: &McpArgs) -> Result<()> {
    let server = Server { budget: Duration::from_secs_f64(args.budget), turn: Arc::default() };
    tokio::runtime::Builder::new_current_thread().enable_all().build()?.block_on(async {
        let transport = AsyncRwTransport::new_server(tokio::io::stdin(), tokio::io::stdout());
        server.serve(transport).await?.waiting().await?;
        Ok(())
    })
}

impl ServerHandler for Server {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
            .with_server_info(Implementation::new("ackscope", env!("CARGO_PKG_VERSION")))
            .with_instructions(INSTRUCTIONS)
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let tool = |tool: &tools::Known| Tool::new(tool.name, tool.about, (tool.schema)());
        Ok(ListToolsResult::with_all_items(tools::ALL.iter().map(tool).collect()))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let Some(tool) = tools::ALL.iter().find(|tool| tool.name == request.name) else {
            let names = tools::ALL.iter().map(|tool| tool.name);
            let error = ScenarioError::unknown("name", "the tool", &request.name, names);
            return Ok(refused(&error).into());
        };
        let (budget, turn) = (self.budget, self.turn.clone());
        let arguments = Value::Object(request.arguments.unwrap_or_default());
        let work = move || {
            let _turn = turn.lock().unwrap_or_else(PoisonError::into_inner);
            (tool.call)(arguments, &Budget::new(budget))
        };
        let answer = match tokio::task::spawn_blocking(work).await {
            Ok(answer) => answer,
            Err(_) => {
                return Err(ErrorData::internal_error(
                    "the engine failed: this is a mistake of Ackscope",
                    None,
                ));
            }
        };
        Ok(match answer {
            Ok(mut value) => {
                let image = value.as_object_mut().and_then(|answer| answer.remove(tools::PNG));
                let mut content = vec![ContentBlock::text(short(&value))];
                if let Some(Value::String(image)) = image {
                    content.push(ContentBlock::image(image, "image/png"));
                }
                CallToolResult::success(content).into()
            }
            Err(error) => refused(&error).into(),
        })
    }
}

/// A refusal as the caller gets it.
fn refused(error: &ScenarioError) -> CallToolResult {
    CallToolResult::error(vec![ContentBlock::text(json!(error).to_string())])
}

/// The answer as text, cut where it is too long.
fn short(value: &Value) -> String {
    let text = match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    };
    if text.len() <= LONGEST_ANSWER {
        return text;
    }
    let end = (0..=LONGEST_ANSWER).rfind(|&end| text.is_char_boundary(end)).unwrap_or(0);
    format!(
        "{} … cut after {end} of {} bytes: ask for fewer metrics, points or lanes",
        &text[..end],
        text.len()
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two bytes a character: the limit falls between two of them, or into one after a byte.
    #[test]
    fn a_long_answer_is_cut_between_characters_and_says_so() {
        for start in ["", "x"] {
            let text = format!("{start}{}", "é".repeat(LONGEST_ANSWER));
            let cut = short(&Value::from(text.clone()));
            let kept = LONGEST_ANSWER - start.len();
            assert!(cut.starts_with(&text[..start.len() + kept / 2 * 2]) && cut.len() < LONGEST_ANSWER + 200);
            assert!(cut.contains(&format!("of {} bytes", text.len())));
        }
        assert_eq!(short(&json!({ "a": 1 })), r#"{"a":1}"#);
    }
}
