//! `break` and `fit` on the command line.

use crate::common::{ackscope, failure, json_of, success, text};
use ackscope_engine::rng::Stream;
use ackscope_lab::fit::{Curve, Fit};
use ackscope_readers::Opened;
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};

/// A folder of one test, removed when it is dropped.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let folder = Folder(std::env::temp_dir().join(format!("ackscope-{name}-{}", std::process::id())));
        fs::create_dir_all(&folder.0).expect("a folder");
        folder
    }

    fn file(&self, name: &str) -> String {
        self.0.join(name).display().to_string()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn finds(report: &Value) -> &Vec<Value> {
    report["finds"].as_array().expect("a list")
}

#[test]
fn break_finds_a_planted_weakness_of_a_script_and_writes_what_shows_it() {
    let folder = Folder::new("break");
    let (script, out) = (folder.file("stalls.ack"), folder.file("finds"));
    fs::write(&script, "on loss {\n ssthresh = 2\n cwnd = 2\n}\non avoidance { cwnd += 0.001 }\n")
        .expect("written");
    let args = ["break", &script, "--objective", "starved", "--max-runs", "1200", "--json", "--out", &out];
    let report = json_of(&args, "");
    assert_eq!((&report["algorithm"], &report["is_complete"]), (&"stalls".into(), &true.into()));
    assert!(report["script_hash"].is_string() && report["runs"].as_u64() <= Some(1200));
    let find = &finds(&report)[0];
    assert!(find["low"].as_f64() > Some(1.5) && find["objective"] == "starved", "{find}");
    // The file of the find runs, has both lanes, and its link is the same scenario.
    let file = find["file"].as_str().expect("a file");
    let run = json_of(&["run", file, "--json"], "");
    let goodput =
        |lane: usize| run["lanes"][lane]["flows"][0]["windows"][0]["goodput_bps"].as_f64().expect("it");
    assert!((goodput(0) / 1e6 - find["value"].as_f64().expect("it")).abs() < 1e-9);
    assert!(goodput(1) > 1.5 * goodput(0) && run["lanes"][1]["label"] == find["witness"]);
    assert!(find["link"].as_str().is_some_and(|link| link.starts_with("#v1/~")));
}

#[test]
fn each_find_is_a_lesson_that_holds() {
    let folder = Folder::new("lessons");
    let out = folder.file("finds");
    let report = json_of(&["break", "vegas", "--max-runs", "2500", "--json", "--out", &out], "");
    let told: Vec<&Value> = finds(&report).iter().filter(|find| find["lesson"].is_string()).collect();
    let kinds: std::collections::BTreeSet<_> =
        told.iter().filter_map(|find| find["objective"].as_str()).collect();
    assert!(kinds.len() >= 3, "{kinds:?}");
    for find in told {
        let file = find["file"].as_str().expect("a file").replace(".json", ".md");
        let said = success(&["lesson", "check", &file], "");
        let written = fs::read_to_string(&file).expect("a lesson");
        assert!(said.trim_end().ends_with("all hold") && !written.contains("{run}"), "{file}: {said}");
        // What it claims decides: the other way round it does not hold.
        let claim =
            written.lines().find(|line| line.contains(" < ") || line.contains(" > ")).expect("a claim");
        let turned =
            if claim.contains(" < ") { claim.replace(" < ", " > ") } else { claim.replace(" > ", " < ") };
        fs::write(&file, written.replace(claim, &turned)).expect("written");
        assert_eq!(ackscope(&["lesson", "check", &file], "").status.code(), Some(2), "{file}");
    }
}

#[test]
fn break_prints_the_same_from_one_thread_and_from_many() {
    let run = |threads: &str| {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_ackscope"));
        let output =
            command.args(["break", "vegas", "--max-runs", "400"]).env("RAYON_NUM_THREADS", threads).output();
        text(&output.expect("the binary runs").stdout)
    };
    let one = run("1");
    assert!(one.contains("starved") && one.contains("least of 5") && one.contains("#v1/~"), "{one}");
    assert_eq!(one, run("5"));
}

#[test]
fn break_ends_at_its_limit_of_processor_time_with_what_it_has() {
    let output = ackscope(&["break", "bbr", "--max-runs", "1000000", "--max-cpu", "3"], "");
    assert_eq!(output.status.code(), Some(3), "{}", text(&output.stderr));
    assert!(text(&output.stdout).contains("runs,"), "{}", text(&output.stdout));
}

#[test]
fn what_break_and_fit_do_not_know_is_refused_in_a_line() {
    assert!(failure(&["break", "cubik"], "").contains("cubic"));
    assert!(failure(&["break", "vegas", "--objective", "stuk"], "").contains("stuck"));
    assert!(failure(&["break", "nowhere.ack"], "").contains("nowhere.ack"));
    assert!(failure(&["fit", "-"], "time_s,rtt\n").contains("cwnd_packets"));
    assert!(failure(&["fit", "-"], "time_s,cwnd\n1,x\n").contains("line 2"));
}

#[test]
fn fit_answers_about_a_kernels_file_and_its_scenario_runs() {
    let folder = Folder::new("fit");
    let out = folder.file("fitted.json");
    let file =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../lab/tests/fit/reno-b83.csv").display().to_string();
    let report = json_of(&["fit", &file, "--json", "--max-runs", "2000", "--out", &out], "");
    let rate = &report["parameters"]["rate_bps"];
    assert!(rate["low"].as_f64() <= Some(10e6) && rate["high"].as_f64() >= Some(10e6), "{rate}");
    assert!(
        report["laws"][0].as_array().is_some_and(|laws| laws.contains(&"newreno".into())),
        "{}",
        report["laws"]
    );
    let run = json_of(&["run", &out, "--json"], "");
    assert!(run["lanes"][0]["flows"][0]["windows"][0]["goodput_bps"].as_f64() > Some(9e6));
    let printed = text(&ackscope(&["fit", &file, "--seconds", "2"], "").stdout);
    assert!(printed.contains("base RTT, ms") && printed.contains("Algorithms, the best first"), "{printed}");
}

/// A file below the tests of a crate.
fn fixture(path: &str) -> String {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(path).display().to_string()
}

#[test]
fn compare_finds_a_kernel_like_its_own_network_and_not_like_another_one() {
    let file = fixture("lab/tests/fit/reno-b83.csv");
    let folder = Folder::new("compare");
    let scenario = |name: &str, rate: &str| {
        let path = folder.file(name);
        let text = format!(
            r#"{{"version":1,"duration":"60s","hops":[{{"rate":"{rate}","delay":"1ms","queue":{{"kind":"drop-tail","capacity":"83pkt"}}}}],
            "flows":[{{"name":"main","tcp":"linux6","algorithm":"sack","rtt":"100ms","compared":true}}],"compare":["sack","vegas"]}}"#
        );
        std::fs::write(&path, text).expect("a file");
        path
    };
    let [own, slow] = [scenario("own.json", "10Mbps"), scenario("slow.json", "2Mbps")];
    let near = json_of(&["compare", &file, &own, "--json"], "");
    let far = json_of(&["compare", &file, &slow, "--json"], "");
    let distance = |report: &serde_json::Value| report["distance"].as_f64().expect("a distance");
    assert!(distance(&near) < 1.5 && distance(&far) > 3.0, "{} {}", near["distance"], far["distance"]);
    let median = &near["numbers"][1];
    assert_eq!(
        (median["id"].as_str(), median["unit"].as_str()),
        (Some("window_median_packets"), Some("packets"))
    );
    assert!(median["measured"].as_f64() > Some(80.0) && median["other"].as_f64() > Some(80.0), "{median}");
    let vegas = json_of(&["compare", &file, &own, "--lane", "vegas", "--json"], "");
    assert!(distance(&vegas) > distance(&near));
    // Beside itself it is alike, in words with units.
    let same = text(&ackscope(&["compare", &file, &file], "").stdout);
    assert!(same.starts_with("alike: 0 tolerances apart over") && same.contains("Mbit/s"), "{same}");
}

#[test]
fn compare_and_fit_read_what_the_page_reads() {
    let polls: String = (0..40)
        .map(|at| format!("{at}.5\nESTAB 0 0 10.0.0.1:1 10.0.0.2:2\n\t cubic cwnd:{} rtt:100/1 bytes_acked:{}\nESTAB 0 0 10.0.0.1:1 10.0.0.2:3\n\t cubic cwnd:3 rtt:50/1\n", 10 + at, at * 14480))
        .collect();
    let output = ackscope(&["compare", "-", &fixture("lab/tests/fit/reno-b83.csv"), "--json"], &polls);
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(report["kind"], "polls of ss");
    assert!(text(&output.stderr).contains("2 connections; read is “10.0.0.1:1 → 10.0.0.2:2”, number 1"));
    let second = ackscope(
        &["compare", "-", &fixture("lab/tests/fit/reno-b83.csv"), "--connection", "2", "--json"],
        &polls,
    );
    let second: serde_json::Value = serde_json::from_slice(&second.stdout).expect("JSON");
    assert_eq!(second["numbers"][1]["measured"], 3.0);
    assert!(
        failure(&["compare", "-", "gm04-table1", "--connection", "3"], &polls)
            .contains("connection 3: allowed are 1 to 2")
    );
    assert!(
        failure(&["compare", "-", "gm04-table1"], "time,cwnd\n1,x\n")
            .contains("line 2: expected a number in column 2")
    );
    assert!(
        failure(&["compare", "-", "gm04-table1"], "{\"version\":1}").contains("a scenario may be the second")
    );
    assert!(failure(&["fit", "-"], "0\n1\n2\n").contains("it holds a rate of a link"));
    let fitted = ackscope(&["fit", "-", "--max-runs", "100", "--json"], &polls);
    assert!(text(&fitted.stdout).contains("\"answer\""), "{}", text(&fitted.stderr));
}

/// A file is a stranger's: each curve of it ends in an answer or in a refusal with words.
#[test]
fn damaged_files_end_in_an_answer_or_a_refusal() {
    let given = |name: &str| std::env::var(name).ok().and_then(|text| text.parse::<u64>().ok());
    let files = |folder: &str| {
        let all = fs::read_dir(fixture(folder)).expect("the folder");
        let mut files: Vec<PathBuf> = all.map(|entry| entry.expect("a file").path()).collect();
        files.sort();
        files
    };
    // Every second one is long enough for a fit.
    let (kinds, long) = (files("readers/tests/files"), files("lab/tests/fit"));
    let mut random = Stream::new(given("FUZZ_SEED").unwrap_or(7), "damage");
    let (mut answered, mut refused) = (0, 0);
    for round in 0..given("FUZZ_CASES").unwrap_or(200) as usize {
        let of = if round % 2 == 0 { &kinds } else { &long };
        let mut bytes = fs::read(&of[round / 2 % of.len()]).expect("it is there");
        let mut below = |most: usize| (random.uniform() * most as f64) as usize;
        let from = below(bytes.len());
        let to = (from + below(60)).min(bytes.len());
        match below(4) {
            0 => drop(bytes.drain(from..to)),
            1 => bytes[from..to].fill(b'9'),
            2 => bytes.truncate(from),
            _ => bytes[from] ^= 1 << below(8),
        }
        let Ok(Opened::Measured(file)) = ackscope_readers::read(&bytes) else {
            refused += 1;
            continue;
        };
        for curve in &file.curves {
            match Curve::read(&curve.table().text) {
                Err(refusal) => {
                    assert!(refusal.to_string().len() > 10, "{refusal}");
                    refused += 1;
                }
                Ok(curve) => {
                    let mut fit = Fit::new(&curve, 1000);
                    assert!(!fit.due().is_empty() && fit.due().len() < 1000, "damage {round}");
                    fit.stop();
                    let report = fit.report().expect("an answer");
                    assert!(!report.reason.contains("NaN"), "damage {round}: {}", report.reason);
                    answered += 1;
                }
            }
        }
    }
    println!("{answered} answered, {refused} refused");
    assert!(answered > 40 && refused > 40, "{answered} answered, {refused} refused");
}
