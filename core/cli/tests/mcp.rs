//! `mcp`: a client of a few lines calls every tool, with good, bad and hostile input.

use crate::common::{scenario, text};
use base64::engine::{Engine, general_purpose::STANDARD};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Lines, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// A server and the two ends of its conversation.
pub struct Client {
    child: Child,
    input: Option<ChildStdin>,
    output: Lines<BufReader<ChildStdout>>,
    next: u64,
}

impl Client {
    pub fn new(budget: &str) -> Client {
        let mut child = Command::new(env!("CARGO_BIN_EXE_ackscope"))
            .args(["mcp", "--budget", budget])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the binary starts");
        let input = child.stdin.take();
        let output = BufReader::new(child.stdout.take().expect("a pipe")).lines();
        let mut client = Client { child, input, output, next: 0 };
        let hello = json!({ "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": { "name": "test", "version": "1" } });
        let found = client.ask("initialize", hello);
        assert_eq!(found["result"]["serverInfo"]["name"], "ackscope", "{found}");
        assert!(found["result"]["instructions"].as_str().is_some_and(|text| text.contains("hops")));
        client.say(&json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }).to_string());
        client
    }

    fn say(&mut self, line: &str) {
        writeln!(self.input.as_mut().expect("open"), "{line}").expect("the server reads");
    }

    fn ask(&mut self, method: &str, params: Value) -> Value {
        self.next += 1;
        let id = self.next;
        self.say(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }).to_string());
        loop {
            let line = self.output.next().expect("an answer").expect("UTF-8");
            let found: Value = serde_json::from_str(&line).expect("JSON");
            if found["id"] == id {
                return found;
            }
        }
    }

    /// The text of a tool's answer, and whether it is an error.
    fn call(&mut self, tool: &str, arguments: Value) -> (bool, String) {
        let found = self.ask("tools/call", json!({ "name": tool, "arguments": arguments }));
        let result = &found["result"];
        let answer = result["content"][0]["text"].as_str().unwrap_or_else(|| panic!("{tool}: {found}"));
        (result["isError"] == true, answer.to_owned())
    }

    pub fn good(&mut self, tool: &str, arguments: Value) -> Value {
        let (is_error, answer) = self.call(tool, arguments);
        assert!(!is_error, "{tool}: {answer}");
        serde_json::from_str(&answer).unwrap_or_else(|_| panic!("{tool}: {answer}"))
    }

    /// A refusal says where, what was found and what is allowed.
    fn bad(&mut self, tool: &str, arguments: Value) -> Value {
        let (is_error, answer) = self.call(tool, arguments);
        assert!(is_error, "{tool}: {answer}");
        let error: Value = serde_json::from_str(&answer).expect("JSON");
        for key in ["path", "found", "allowed", "message"] {
            assert!(error[key].is_string(), "{tool}: {answer}");
        }
        error
    }
}

impl Drop for Client {
    /// The server ends when its input does.
    fn drop(&mut self) {
        drop(self.input.take());
        let status = self.child.wait().expect("it ends");
        assert!(std::thread::panicking() || status.success(), "{status}");
    }
}

fn value_of(lane: &Value, source: &str, metric: &str) -> f64 {
    let rows = lane["values"].as_array().expect("rows");
    let row = rows.iter().find(|row| row["source"] == source && row["metric"] == metric);
    row.unwrap_or_else(|| panic!("{source} {metric} in {lane}"))["value"].as_f64().expect("a number")
}

#[test]
fn every_tool_declares_itself() {
    let mut client = Client::new("20");
    let found = client.ask("tools/list", json!({}));
    let tools = found["result"]["tools"].as_array().expect("a list");
    let names: Vec<&str> = tools.iter().filter_map(|tool| tool["name"].as_str()).collect();
    assert_eq!(names, ["run", "check", "why", "sweep", "score", "theory", "list", "export", "break", "fit"]);
    for tool in tools {
        assert!(tool["description"].as_str().is_some_and(|about| about.len() > 20), "{tool}");
        assert_eq!(tool["inputSchema"]["type"], "object");
        assert!(tool["inputSchema"]["properties"].is_object());
    }
    // What an agent has to read of all tools.
    assert!(found.to_string().len() < 12_000, "{}", found.to_string().len());
}

#[test]
fn a_run_is_that_of_the_command_line() {
    let mut client = Client::new("20");
    let found = client.good("run", json!({ "scenario": scenario() }));
    let printed = crate::common::json_of(&["run", "-", "--json"], &scenario().to_string());
    for lane in 0..2 {
        let (here, there) = (&found["lanes"][lane], &printed["lanes"][lane]);
        assert_eq!((&here["lane"], &here["trace_hash"]), (&there["label"], &there["engine"]["trace_hash"]));
        assert_eq!(
            value_of(here, "main", "goodput_bps"),
            there["groups"][0]["windows"][0]["goodput_bps"]
                .as_f64()
                .unwrap_or_else(|| there["flows"][0]["windows"][0]["goodput_bps"].as_f64().expect("it"))
        );
    }
    assert!(found["link"].as_str().is_some_and(|link| link.starts_with("#v1/~")));
    // A text is read as the object that it holds, values are set, and only the wanted quantities come.
    let slower = client.good("run", json!({ "scenario": scenario().to_string(), "duration": "10s", "set": { "hops.0.rate": "1Mbps" }, "metrics": ["utilisation"] }));
    let rows = slower["lanes"][0]["values"].as_array().expect("rows");
    assert!(
        rows.iter()
            .all(|row| row["metric"] == "utilisation" && row["to_s"] == 10.0 && row["unit"] == "ratio"),
        "{rows:?}"
    );
}

/// W3C, PNG, §5: a signature, then chunks of length, name, content and checksum.
#[test]
fn a_run_has_a_picture_on_request() {
    let mut client = Client::new("20");
    let asked = json!({ "scenario": scenario(), "picture": true });
    let found = client.ask("tools/call", json!({ "name": "run", "arguments": asked }));
    let content = found["result"]["content"].as_array().expect("two parts");
    assert_eq!(
        (content.len(), &content[1]["type"], &content[1]["mimeType"]),
        (2, &json!("image"), &json!("image/png"))
    );
    let answer: Value = serde_json::from_str(content[0]["text"].as_str().expect("a text")).expect("JSON");
    let about = &answer["picture"];
    let printed = crate::common::json_of(&["run", "-", "--json"], &scenario().to_string());
    assert_eq!(answer["lanes"][0]["trace_hash"], printed["lanes"][0]["engine"]["trace_hash"]);
    assert!(
        about["above_to_segments"].as_f64() > Some(2.0) && about["below_to_packets"].as_f64() > Some(1.0),
        "{about}"
    );
    assert_eq!(about["lanes"][1], json!({ "lane": "westwood+", "colour": "#b5480f" }));

    let file = STANDARD.decode(content[1]["data"].as_str().expect("data")).expect("base64");
    let mut rest = file.strip_prefix(b"\x89PNG\r\n\x1a\n").expect("a PNG");
    let mut chunks = Vec::new();
    while let Some((length, after)) = rest.split_first_chunk::<4>() {
        let (named, after) = after.split_at(4 + u32::from_be_bytes(*length) as usize);
        let (sum, after) = after.split_first_chunk::<4>().expect("a checksum");
        assert_eq!(u32::from_be_bytes(*sum), crc32fast::hash(named));
        chunks.push(named.split_at(4));
        rest = after;
    }
    assert_eq!(chunks.iter().map(|chunk| chunk.0).collect::<Vec<_>>(), [b"IHDR", b"IDAT", b"IEND"]);
    assert_eq!(chunks[0].1, [0, 0, 2, 208, 0, 0, 1, 144, 8, 2, 0, 0, 0]);
    let rows = miniz_oxide::inflate::decompress_to_vec_zlib(chunks[1].1).expect("zlib");
    assert_eq!(rows.len(), 400 * (1 + 3 * 720));
    for ink in [[0x0b, 0x6e, 0x99], [0xb5, 0x48, 0x0f]] {
        let inked = rows.chunks(1 + 3 * 720).map(|row| row[1..].chunks(3).filter(|one| *one == ink).count());
        assert!(inked.sum::<usize>() > 400, "a lane is drawn from left to right");
    }
}

#[test]
fn other_tools_answer() {
    let mut client = Client::new("20");
    let checked = client.good("check", json!({ "scenario": scenario() }));
    assert_eq!(checked["lanes"], json!(["newreno", "westwood+"]));
    let why = client.good("why", json!({ "scenario": scenario(), "lane": "newreno", "duration": "10s" }));
    assert!(why["answer"].as_str().is_some_and(|sentence| sentence.len() > 20), "{why}");
    assert!(!why["suspects"].as_array().expect("a list").is_empty());
    let swept = client.good("sweep", json!({ "scenario": scenario(), "duration": "10s", "axes": ["hops.0.rate=1Mbps,4Mbps"], "seeds": 2, "metrics": ["utilisation"] }));
    assert_eq!((&swept["runs_done"], &swept["runs_of"]), (&json!(8), &json!(8)));
    assert_eq!(swept["points"][0]["set"]["hops.0.rate"], "1Mbps");
    // As many seeds as the intervals call for, as on the command line. The loss is random, so 10 s of them differ.
    let lossy = json!({ "scenario": "random-loss", "set": { "compare": ["newreno"] }, "duration": "10s",
        "axes": ["hops.0.loss.probability=0.01"], "until": "8%" });
    let sure = client.good("sweep", lossy.clone());
    let point = &sure["points"][0];
    let goodput = point["measures"]
        .as_array()
        .expect("a list")
        .iter()
        .find(|one| one["metric"] == "total_goodput_bps")
        .expect("what decides is measured");
    let of = |key: &str| goodput[key].as_f64().expect("a number");
    assert!(of("half_width") <= 0.08 * of("mean") && of("count") >= 5.0, "{goodput}");
    assert_eq!(
        (sure["runs_done"].as_f64(), sure["runs_of"].as_f64()),
        (Some(of("count")), Some(of("count")))
    );
    assert_eq!((&sure["until"]["share"], &sure["until"]["wider"]), (&json!(0.08), &json!(0)));
    // No more than are allowed: what is wider still is said.
    let mut few = lossy;
    few["until"] = json!("0.1%");
    few["seeds"] = json!(6);
    let few = client.good("sweep", few);
    assert_eq!((&few["runs_done"], &few["until"]["wider"]), (&json!(6), &json!(1)));
    // Differences of lanes, as `--pair` of the command line. Two points of one quantity are corrected together: of two p-values
    // the smaller is doubled (Holm 1979).
    let paired = client.good("sweep", json!({ "scenario": "random-loss", "set": { "compare": ["newreno", "westwood+"] }, "duration": "10s",
        "axes": ["hops.0.loss.probability=0.001,0.01"], "seeds": 4, "pair": "newreno", "metrics": ["total_goodput_bps"] }));
    assert!(paired["link"].as_str().is_some_and(|link| link.starts_with("#v1/~")), "{paired}");
    let pairs: Vec<&Value> =
        paired["pairs"].as_array().expect("a list").iter().filter(|one| one["source"] == "main").collect();
    assert_eq!(pairs.len(), 2, "{paired}");
    assert!(
        pairs.iter().all(|one| one["lane"] == "westwood+" && one["count"] == 4 && one["unit"] == "bit/s"),
        "{paired}"
    );
    let of = |at: usize, key: &str| pairs[at][key].as_f64().expect("a number");
    let (smaller, larger) = if of(0, "p") < of(1, "p") { (0, 1) } else { (1, 0) };
    let corrected = (2.0 * of(smaller, "p")).min(1.0);
    assert!((of(smaller, "p_holm") - corrected).abs() < 1e-12, "{paired}");
    assert!((of(larger, "p_holm") - of(larger, "p").max(corrected)).abs() < 1e-12, "{paired}");
    // 1/√p · √1.5 segments: the window of the square-root law (Mathis et al., CCR 1997) at p = 0.015 is 10.
    let listed = client.good("theory", json!({}));
    assert!(listed.as_array().is_some_and(|all| all.iter().all(|one| one["inputs"].is_array())));
    let names = client.good("list", json!({ "what": "algorithms" }));
    assert!(names.as_array().is_some_and(|all| all.iter().any(|one| one["id"] == "cubic")));
    let cubic = client.good("list", json!({ "what": "algorithms", "id": "cubic" }));
    assert!(cubic["parameters"].is_array(), "{cubic}");
    let hop = client.good("list", json!({ "what": "schema", "id": "Hop" }));
    assert!(hop["properties"]["rate"].is_object(), "{hop}");
    assert!(
        client
            .good("list", json!({ "what": "metrics" }))
            .as_array()
            .is_some_and(|all| all.contains(&json!("goodput_bps")))
    );
    let one = json!({ "version": 1, "duration": "5s", "hops": [{ "rate": "2Mbps", "delay": "10ms" }], "flows": [{ "algorithm": "newreno" }] });
    let script = client.good("export", json!({ "scenario": one, "to": "ns2" }));
    assert!(script["program"].as_str().is_some_and(|text| text.contains("new Simulator")), "{script}");
}

#[test]
fn searches_answer_within_their_budget() {
    let mut client = Client::new("2");
    let scored = client.good("score", json!({ "algorithms": ["newreno"] }));
    assert!(scored["runs_done"].as_u64() > Some(0) && scored["card"]["algorithms"][0].is_object());
    let broken = client.good("break", json!({ "algorithm": "newreno" }));
    assert!(broken["finds"].is_array() && broken["runs"].as_u64() > Some(0), "{broken}");
    let rows: Vec<String> =
        (0..60).map(|step| format!("{},{}", f64::from(step) * 0.1, 10 + step % 20)).collect();
    let fitted = client.good("fit", json!({ "table": format!("time_s,cwnd_packets\n{}", rows.join("\n")) }));
    assert!(fitted.is_object(), "{fitted}");
}

#[test]
fn bad_input_is_refused_with_place_and_allowed_values() {
    let mut client = Client::new("20");
    let wrong = |path: &str, value: Value| json!({ "scenario": scenario(), "set": { path: value } });
    let error = client.bad("run", wrong("flows.pages.algorithm", json!("cubik")));
    assert_eq!((&error["path"], &error["nearest"]), (&json!("flows.1.algorithm"), &json!("cubic")));
    assert_eq!(client.bad("run", json!({ "scenario": "no-such-paper" }))["path"], "scenario");
    assert_eq!(client.bad("run", json!({ "scenario": scenario(), "duration": "soon" }))["path"], "duration");
    assert_eq!(
        client.bad("run", json!({ "scenario": scenario(), "metrics": ["goodputt"] }))["path"],
        "metric"
    );
    for tool in ["run", "check", "why", "sweep", "score", "list", "export", "break", "fit"] {
        assert_eq!(client.bad(tool, json!({}))["path"], "arguments", "{tool}");
        assert_eq!(client.bad(tool, json!({ "colour": "red" }))["path"], "arguments", "{tool}");
    }
    assert_eq!(client.bad("theory", json!({ "colour": "red" }))["path"], "arguments");
    assert!(
        client.bad("run", json!({ "scenario": scenario(), "metrcs": [] }))["found"]
            .as_str()
            .is_some_and(|text| text.contains("metrcs"))
    );
    assert_eq!(client.bad("why", json!({ "scenario": scenario(), "lane": "vegas" }))["path"], "lane");
    assert_eq!(client.bad("why", json!({ "scenario": scenario(), "of": "joy" }))["path"], "of");
    assert_eq!(client.bad("list", json!({ "what": "cats" }))["path"], "what");
    assert_eq!(client.bad("list", json!({ "what": "algorithms", "id": "cubik" }))["nearest"], "cubic");
    assert_eq!(client.bad("fit", json!({ "table": "a,b\n1,2" }))["path"], "table");
    client.bad("theory", json!({ "formula": "nothing" }));
    client.bad("sweep", json!({ "scenario": scenario(), "axes": ["hops.0.rate"] }));
    for until in ["0%", "100%", "-2%", "NaN", "", "two"] {
        let asked = json!({ "scenario": scenario(), "axes": ["hops.0.rate=1Mbps"], "until": until });
        let refused = client.bad("sweep", asked);
        assert_eq!(refused["path"], "until", "{until}");
        assert!(refused["allowed"].as_str().is_some_and(|text| text.contains("such as 2%")), "{refused}");
    }
    let other = json!({ "scenario": scenario(), "axes": ["hops.0.rate=1Mbps"], "pair": "vegas" });
    assert_eq!(client.bad("sweep", other)["path"], "pair");
    let number = json!({ "scenario": scenario(), "axes": ["hops.0.rate=1Mbps"], "until": 0.02 });
    assert_eq!(client.bad("sweep", number)["path"], "arguments");
    client.bad("score", json!({ "algorithms": ["nothing"] }));
    assert_eq!(client.bad("score", json!({ "algorithms": [] }))["path"], "algorithms");
    assert_eq!(client.bad("score", json!({ "algorithms": ["newreno"], "seeds": 0 }))["path"], "seeds");
    let none = json!({ "scenario": scenario(), "axes": ["hops.0.rate=1Mbps"], "seeds": 0 });
    assert_eq!(client.bad("sweep", none)["path"], "seeds");
    let short = client.bad("fit", json!({ "table": "time_s,cwnd_packets\n0,1\n1,2" }));
    assert_eq!(short["message"], "table: found 2 samples, allowed are at least 20");
    client.bad("export", json!({ "scenario": scenario(), "to": "excel" }));
    client.bad("break", json!({ "algorithm": "nothing" }));
    assert_eq!(client.bad("dance", json!({}))["path"], "name");
}

#[test]
fn hostile_input_reads_no_file_and_does_not_end_the_server() {
    let mut client = Client::new("1");
    // A script in a file, and a file as a scenario.
    let mut files = scenario();
    files["flows"][0]["algorithm"] = json!({ "file": "/etc/passwd" });
    for given in [files, json!("/etc/passwd"), json!("../../etc/passwd")] {
        let (is_error, answer) = client.call("run", json!({ "scenario": given }));
        assert!(is_error && !answer.contains("root:"), "{answer}");
    }
    // Far more work than the budget allows.
    let endless = json!({ "version": 1, "duration": "100000s", "hops": [{ "rate": "10Gbps", "delay": "10ms" }],
        "flows": [{ "algorithm": "cubic", "count": 50 }] });
    for (tool, more) in [
        ("run", json!({})),
        ("why", json!({})),
        ("sweep", json!({ "axes": ["seed=1,2"] })),
        ("sweep", json!({ "axes": ["hops.0.delay=10ms"], "until": "1%" })),
    ] {
        let mut arguments = json!({ "scenario": endless });
        arguments.as_object_mut().expect("an object").extend(more.as_object().expect("an object").clone());
        let begun = std::time::Instant::now();
        client.bad(tool, arguments);
        assert!(begun.elapsed().as_secs() < 30, "{tool}");
    }
    client.bad("sweep", json!({ "scenario": scenario(), "axes": ["seed=1..1000000000:1000000000"] }));
    // More than could be listed within the budget.
    for (tool, asked) in [
        ("sweep", json!({ "scenario": scenario(), "axes": ["hops.0.rate=1Mbps"], "seeds": 4_000_000 })),
        ("score", json!({ "algorithms": ["newreno"], "seeds": 800_000 })),
    ] {
        assert!(
            client.bad(tool, asked)["allowed"].as_str().is_some_and(|text| text.contains("100000")),
            "{tool}"
        );
    }
    let many = json!({ "algorithms": vec!["newreno"; 2000] });
    assert_eq!(client.bad("score", many)["path"], "algorithms");
    // No number of seeds is enough: the budget ends it, and the answer says how far it came.
    let never = client.good(
        "sweep",
        json!({ "scenario": "random-loss", "duration": "5s", "seeds": 1_000_000,
        "axes": ["hops.0.loss.probability=0.01"], "until": "0.000001%" }),
    );
    assert!(never["runs_done"].as_u64() < never["runs_of"].as_u64(), "{never}");
    client.bad("run", json!({ "scenario": "x".repeat(100_000) }));
    // Lines that are no request; the server may leave them unanswered.
    let deep = "[".repeat(10_000);
    for line in ["", "{", "null", "[]", "\"\u{0}\"", &deep, r#"{"jsonrpc":"2.0","id":"x"}"#] {
        client.say(line);
    }
    assert!(client.ask("no/such/method", json!({}))["error"].is_object());
    assert_eq!(
        client.good("check", json!({ "scenario": scenario() }))["lanes"],
        json!(["newreno", "westwood+"])
    );
}

#[test]
fn a_wrong_budget_is_refused() {
    let output = crate::common::ackscope(&["mcp", "--budget", "0"], "");
    assert!(!output.status.success() && text(&output.stderr).contains("above 0"));
}
