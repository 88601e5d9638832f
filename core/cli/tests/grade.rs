//! `grade`: what a class hands in, on the task's paths.

use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// Two to four packets in the queue: the exercise's answer.
const VEGAS: &str = r#"algorithm "Two to four"
on avoidance { }
on round {
  if rtt_min > 0 and round_mean_rtt > 0 {
    let waiting = cwnd * (1 - rtt_min / round_mean_rtt)
    cwnd += waiting > 4 ? -1 : waiting < 2 ? 1 : 0
  }
}
"#;

/// A folder of one test, removed when it is dropped.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str, files: &[(&str, &str)]) -> Folder {
        let folder = std::env::temp_dir().join(format!("ackscope-grade-{name}-{}", std::process::id()));
        for (file, text) in files {
            let path = folder.join(file);
            fs::create_dir_all(path.parent().expect("a folder")).expect("made");
            fs::write(path, text).expect("written");
        }
        Folder(folder)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn grade(folder: &Path, args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ackscope"));
    command.arg("grade").arg(folder).args(["--task", "short-queue"]).args(args).output().expect("starts")
}

fn rows(folder: &Path, args: &[&str]) -> Vec<Value> {
    let output = grade(folder, &[args, &["--json"]].concat());
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let report: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    report["rows"].as_array().expect("rows").clone()
}

fn row<'a>(rows: &'a [Value], name: &str) -> &'a Value {
    rows.iter().find(|row| row["hand_in"] == name).unwrap_or_else(|| panic!("no row {name}"))
}

/// Seven rules fulfil the conditions on the path that the class has seen. Two of them know that path: a
/// window of 86 packets, and a threshold of 103 ms. On other paths they fail.
#[test]
fn rules_that_know_the_given_path_fail_elsewhere() {
    let renamed =
        VEGAS.replace("Two to four", "My Vegas").replace("waiting", "w").replace("\n  ", "\n\t # same\n ");
    let gentle =
        VEGAS.replace("waiting > 4 ? -1 : waiting < 2 ? 1 : 0", "waiting > 3 ? -0.5 : waiting < 2 ? 0.5 : 0");
    let up = VEGAS.replace("waiting > 4 ? -1 : waiting < 2 ? 1 : 0", "waiting < 3 ? 1 : 0");
    let target = "on avoidance { }\non round { if rtt_min > 0 and round_mean_rtt > 0 { cwnd = cwnd * rtt_min / round_mean_rtt + 2.5 } }\n";
    let folder = Folder::new(
        "paths",
        &[
            ("a-vegas.ack", VEGAS),
            ("b-renamed.ack", &renamed),
            ("c-gentle.ack", &gentle),
            ("d-up.ack", &up),
            ("e-target.ack", target),
            ("f-eighty-six.ack", "on avoidance { cwnd = 86 }\n"),
            ("g-under-103.ack", "on avoidance { }\non round { cwnd += round_mean_rtt < 103ms ? 1 : -1 }\n"),
            ("h-newreno.ack", "on avoidance { cwnd += 1 / cwnd }\n"),
        ],
    );
    let rows = rows(&folder.0, &[]);
    let result = |name: &str| row(&rows, name)["result"].as_str().expect("a word").to_owned();
    for name in ["a-vegas.ack", "b-renamed.ack", "c-gentle.ack", "d-up.ack", "e-target.ack"] {
        assert_eq!(result(name), "passed", "{name}: {}", row(&rows, name));
    }
    for name in ["f-eighty-six.ack", "g-under-103.ack"] {
        assert_eq!(result(name), "fails elsewhere", "{name}: {}", row(&rows, name));
        assert_eq!(row(&rows, name)["paths"][0]["holds"], serde_json::json!([true, true, true]), "{name}");
    }
    assert_eq!(result("h-newreno.ack"), "failed");
    // Six runs of each: the last path has three seeds.
    assert_eq!(row(&rows, "a-vegas.ack")["paths"].as_array().map(Vec::len), Some(4));
    // Names, comments and layout differ; the packets and the rest of the text are the same.
    let same = |name: &str, key: &str| row(&rows, name)[key].clone();
    assert_eq!(same("a-vegas.ack", "same_packets"), serde_json::json!(["b-renamed.ack"]));
    assert_eq!(same("b-renamed.ack", "same_text"), serde_json::json!(["a-vegas.ack"]));
    assert_eq!(same("c-gentle.ack", "same_packets"), serde_json::json!([]));
    assert_eq!(same("c-gentle.ack", "same_text"), serde_json::json!([]));
}

#[test]
fn every_kind_of_hand_in_is_read_and_a_mistake_is_a_row() {
    let scenario = serde_json::json!({ "version": 1, "scripts": { "any": VEGAS } }).to_string();
    let two = serde_json::json!({ "scripts": { "a": VEGAS, "b": VEGAS } }).to_string();
    let link = format!(
        "https://ackscope.example/#v1/two-flows?compare=mine&scripts.mine={}\n",
        VEGAS
            .replace('%', "%25")
            .replace(' ', "%20")
            .replace('\n', "%0A")
            .replace('"', "%22")
            .replace('&', "%26")
    );
    // A compressed link as the page writes it; web/app/test/handIns.test.ts writes the same one.
    let packed = include_str!("hand-in-link.txt");
    let folder = Folder::new(
        "kinds",
        &[
            ("ana_1_file/rule.ack", VEGAS),
            ("ben_2_file/scenario.json", &scenario),
            ("cem_3_file/link.txt", &link),
            ("dee_4_file/shortcut.url", &format!("[InternetShortcut]\nURL={}", link.trim())),
            ("eva_5_file/packed.txt", packed),
            ("fay_6_file/code.txt", "2A38-02G0-XK4T-K6YD\n"),
            ("gil_7_file/broken.ack", "on loss {\n  cwnd = \n}\n"),
            ("hal_8_file/two.json", &two),
            ("ida_9_file/picture.png", "\u{89}"),
            ("jon_10_file/empty.ack", ""),
            (".DS_Store", "not a hand-in"),
            ("kim_11_file/a/b/c/rule.ack", VEGAS),
        ],
    );
    fs::write(folder.0.join("ida_9_file/picture.png"), [0x89, b'P', b'N', b'G', 0xff]).expect("written");
    fs::create_dir(folder.0.join("lea_12_file")).expect("made");
    fs::write(folder.0.join("lea_12_file/own.zip"), b"PK\x03\x04\x14").expect("written");
    let rows = rows(&folder.0, &[]);
    assert_eq!(rows.len(), 12);
    let names = [
        "ana_1_file/rule.ack",
        "ben_2_file/scenario.json",
        "cem_3_file/link.txt",
        "dee_4_file/shortcut.url",
        "eva_5_file/packed.txt",
    ];
    for name in names {
        assert_eq!(row(&rows, name)["result"], "passed", "{}", row(&rows, name));
        assert_eq!(row(&rows, name)["same_text"].as_array().map(Vec::len), Some(4), "{name}");
    }
    let problem = |name: &str, result: &str| {
        assert_eq!(row(&rows, name)["result"], result, "{name}");
        row(&rows, name)["problem"].as_str().expect("a text").to_owned()
    };
    assert!(
        problem("fay_6_file/code.txt", "code").contains("exercise 40, 2 of 4 conditions held, variant 7")
    );
    assert!(problem("gil_7_file/broken.ack", "not run").starts_with("does not compile: line 3, column 1:"));
    assert!(problem("hal_8_file/two.json", "not run").contains("several scripts"));
    assert!(problem("ida_9_file/picture.png", "not run").contains("no text in UTF-8"));
    assert!(problem("kim_11_file/a/b/c", "not run").contains("a folder below 3 others"));
    assert_eq!(problem("jon_10_file/empty.ack", "not run"), "it is empty");
    assert!(problem("lea_12_file/own.zip", "not run").contains("unpack it first"));
}

#[test]
fn further_paths_seeds_and_the_limit_of_time_are_options() {
    let folder = Folder::new("options", &[("a.ack", VEGAS), ("b.ack", "on avoidance { cwnd = 86 }")]);
    let of = rows(&folder.0, &["--set", "hops.0.rate=20Mbps;hops.0.queue.capacity=166pkt", "--seeds", "2"]);
    assert_eq!(row(&of, "a.ack")["of_paths"], 5);
    assert_eq!(row(&of, "a.ack")["paths"][4]["path"], "hops.0.rate=20Mbps;hops.0.queue.capacity=166pkt");
    assert_eq!(row(&of, "b.ack")["paths"][4]["passed"], false);
    let stopped = rows(&folder.0, &["--max-cpu", "0.000001"]);
    assert!(stopped.iter().all(|row| row["result"] == "not run"));
    assert!(stopped[0]["problem"].as_str().expect("a text").contains("--max-cpu"));

    let csv = String::from_utf8(grade(&folder.0, &["--csv"]).stdout).expect("UTF-8");
    let widths: Vec<usize> = csv.lines().map(|line| line.split(',').count()).collect();
    assert!(widths.len() == 3 && widths.iter().all(|&width| width == widths[0]), "{csv}");
    assert!(csv.starts_with(
        "hand_in,rule,result,passed_paths,of_paths,points,variant,as given: holds,as given: utilisation(mine),"
    ));
    let table = String::from_utf8(grade(&folder.0, &[]).stdout).expect("UTF-8");
    assert!(
        table.contains("1 of 2 pass. 1 more pass the path that they were given, and fail elsewhere."),
        "{table}"
    );

    let wrong = grade(&folder.0, &["--set", "hops.0.rat=5Mbps"]);
    assert!(!wrong.status.success() && String::from_utf8_lossy(&wrong.stderr).contains("rat"), "{wrong:?}");
    let unknown = Command::new(env!("CARGO_BIN_EXE_ackscope"))
        .arg("grade")
        .arg(&folder.0)
        .args(["--task", "short-cue"])
        .output()
        .expect("starts");
    assert!(String::from_utf8_lossy(&unknown.stderr).contains("short-queue"), "{unknown:?}");
}

#[test]
fn a_task_of_ones_own_has_variants() {
    let task = r#"{"id": "own", "preset": "sawtooth", "lane": "mine", "salt": "2026",
        "set": {"duration": "30s", "measure": [["10s", "30s"]], "flows.main.delayed_ack": false, "flows.main.initial_ssthresh": 10},
        "vary": {"hops.0.rate": ["5Mbps", "10Mbps"]}, "conditions": ["throughput(mine) > 8Mbps"]}"#;
    let folder =
        Folder::new("variants", &[("in/ana.ack", VEGAS), ("in/ben.ack", VEGAS), ("in/zoe.ack", VEGAS)]);
    fs::write(folder.0.join("own.json"), task).expect("written");
    // Of 4096 variants the first half has 5 Mbit/s, because 2 × 12 bits are even.
    fs::write(folder.0.join("list.csv"), "student,variant\nana,0\nben,4095\n").expect("written");
    let output = Command::new(env!("CARGO_BIN_EXE_ackscope"))
        .arg("grade")
        .arg(folder.0.join("in"))
        .arg("--task")
        .arg(folder.0.join("own.json"))
        .arg("--variants")
        .arg(folder.0.join("list.csv"))
        .arg("--json")
        .output()
        .expect("starts");
    let report: Value = serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{output:?}"));
    let rows = report["rows"].as_array().expect("rows");
    assert_eq!(row(rows, "ana.ack")["result"], "failed", "5 Mbit/s are less than 8");
    assert_eq!(row(rows, "ben.ack")["result"], "passed", "{}", row(rows, "ben.ack"));
    assert_eq!(row(rows, "zoe.ack")["problem"], "the list of variants does not name it");
}

#[test]
fn each_student_has_a_variant_and_the_solution_of_its_references() {
    let task = r#"{"id": "own", "preset": "sawtooth", "lane": "mine", "salt": "2026", "references": ["newreno"],
        "set": {"duration": "20s", "measure": [["10s", "20s"]], "flows.main.initial_ssthresh": 10},
        "vary": {"hops.0.rate": ["1Mbps", "2Mbps"]}, "conditions": ["goodput(mine) > goodput(newreno)"]}"#;
    let folder = Folder::new("students", &[("own.json", task), ("list.txt", "1001\n 1002 \n\n1003\n1004\n")]);
    let run = |task: &Path| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_ackscope"));
        command
            .arg("variants")
            .arg(task)
            .arg("--students")
            .arg(folder.0.join("list.txt"))
            .output()
            .expect("starts")
    };
    let table = String::from_utf8(run(&folder.0.join("own.json")).stdout).expect("UTF-8");
    let rows: Vec<Vec<&str>> = table.lines().map(|line| line.split(',').collect()).collect();
    assert_eq!(rows[0], ["student", "variant", "hops.0.rate", "goodput_bps(newreno)"]);
    assert_eq!(rows.len(), 5);
    for row in &rows[1..] {
        let variant = ackscope_lab::codes::variant("2026", row[0]);
        // The first half of the variants has the first value.
        let rate = if variant < 2048 { 1.0 } else { 2.0 };
        assert_eq!((row[1], row[2]), (variant.to_string().as_str(), format!("{rate}Mbps").as_str()));
        let goodput: f64 = row[3].parse().expect("a number");
        assert!((0.9 * rate..1.01 * rate).contains(&(goodput / 1e6)), "{row:?}");
    }
    let none = run(Path::new("short-queue"));
    assert!(String::from_utf8_lossy(&none.stderr).contains("has no variants"), "{none:?}");
}

/// Rules that answer no exercise: they do not reduce after a loss, or hardly, or fill any buffer.
const NO_ANSWERS: [(&str, &str); 4] = [
    ("ignores.ack", "on loss { }"),
    ("flat.ack", "on avoidance { }\non loss { }"),
    ("hardly.ack", "on loss { ssthresh = max(2, 0.95 * window); cwnd = ssthresh }"),
    ("fills.ack", "on round { cwnd = 1e5 }"),
];

/// Every task of the site is read, has an exercise in the docs, and its own answer passes on all paths.
#[test]
fn the_answers_of_the_exercise_sheet_pass_their_tasks() {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
    let page = fs::read_to_string(docs.join("grading.md")).expect("the page");
    let answers = [
        ("larger-step", "on avoidance { cwnd += 0.01 }"),
        ("smaller-reduction", "on loss { ssthresh = max(2, 0.7 * window); cwnd = ssthresh }"),
        ("short-queue", VEGAS),
        (
            "marked-fraction",
            "state alpha = 1;\non ack { alpha = smooth(alpha, 0, 0.9993) }\non ecn { alpha = min(1, alpha + 0.0007 * \
             ce_marked / 1 segments); cwnd = max(2, cwnd * (1 - alpha / 2)); ssthresh = cwnd }",
        ),
    ];
    assert_eq!(ackscope_lab::tasks::tasks().len(), answers.len());
    for (id, answer) in answers {
        assert!(page.contains(&format!("| `{id}` |")), "{id} is not in grading.md");
        let mut files = vec![("a.ack", answer), ("b.ack", "on avoidance { cwnd += 1 / cwnd }")];
        files.extend(NO_ANSWERS);
        let folder = Folder::new(id, &files);
        let output = Command::new(env!("CARGO_BIN_EXE_ackscope"))
            .args(["grade", "--json", "--max-cpu", "60", "--task", id])
            .arg(&folder.0)
            .output()
            .expect("starts");
        let report: Value = serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{output:?}"));
        let rows = report["rows"].as_array().expect("rows");
        assert_eq!(row(rows, "a.ack")["result"], "passed", "{id}: {}", row(rows, "a.ack"));
        assert_eq!(row(rows, "b.ack")["result"], "failed", "{id}: New Reno's growth: {}", row(rows, "b.ack"));
        for (name, _) in NO_ANSWERS {
            assert_eq!(row(rows, name)["result"], "failed", "{id}: {}", row(rows, name));
        }
    }
}

/// A condition without a value does not hold, and the row says why and where, in each form of the output.
#[test]
fn a_condition_without_a_value_is_named_with_its_place() {
    let task = r#"{"id": "own", "preset": "sawtooth", "lane": "mine",
        "set": {"duration": "10s", "measure": [["2s", "10s"]], "hops.0.queue.capacity": "1000pkt"},
        "conditions": ["goodput(mine) > 1kbps", "drops(mine) / channel_losses(mine) > 2", "l4s_delay(mine) < 1s", "1 > 0 or l4s_delay(mine) < 1s"],
        "paths": [{"name": "as given", "seeds": 2}]}"#;
    let folder = Folder::new("no-value", &[("in/ana.ack", VEGAS), ("own.json", task)]);
    let run = |form: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_ackscope"));
        command.arg("grade").arg(folder.0.join("in")).arg("--task").arg(folder.0.join("own.json"));
        let output = command.args(form).output().expect("starts");
        assert!(output.status.success(), "{output:?}");
        String::from_utf8(output.stdout).expect("UTF-8")
    };
    let report: Value = serde_json::from_str(&run(&["--json"])).expect("JSON");
    let row = &report["rows"][0];
    let seed = row["paths"][0]["worst_seed"].as_u64().expect("a seed");
    assert_eq!(row["result"], "failed");
    assert_eq!(row["paths"][0]["holds"], serde_json::json!([true, false, false, true]));
    assert_eq!(
        row["paths"][0]["without_value"],
        serde_json::json!([
            { "condition": 1, "seed": seed, "reason": "it divides by zero there" },
            { "condition": 2, "seed": seed, "reason": "l4s_queueing_delay_s(mine) is not defined there" }
        ])
    );
    let said = [
        format!("as given, seed {seed}: the condition drops(mine) / channel_losses(mine) > 2 has no value: it divides by zero there"),
        format!(
            "as given, seed {seed}: the condition l4s_delay(mine) < 1s has no value: l4s_queueing_delay_s(mine) is not defined there"
        ),
    ]
    .join("; ");
    assert_eq!(row["problem"], said);
    assert!(run(&["--csv"]).lines().nth(1).expect("a row").contains(&said));
    assert!(run(&[]).contains(&format!("ana.ack: {said}")), "{}", run(&[]));
}

/// What is wrong in a file or an option is said by its name, not as a place of a scenario.
#[test]
fn a_bad_task_is_named_by_its_file() {
    let task = |more: &str| format!(r#"{{"id": "own", "lane": "mine", "conditions": [{more}"#);
    let folder = Folder::new(
        "bad-task",
        &[
            ("in/ana.ack", VEGAS),
            ("cut.json", "{\"id\": \"own\""),
            ("twice.json", r#"{"id": "own", "id": "other"}"#),
            ("type.json", &task("3]}")),
            ("missing.json", r#"{"id": "own"}"#),
            ("none.json", &task("]}")),
            ("word.json", &task(r#""goodput(mine)"], "preset": "sawtooth", "vary": {"seed": [1, 2]}}"#)),
            ("students.txt", "ana\n"),
        ],
    );
    let said = |args: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_ackscope"))
            .current_dir(&folder.0)
            .args(args)
            .output()
            .expect("starts");
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        String::from_utf8(output.stderr).expect("UTF-8")
    };
    for (file, what) in [
        ("cut.json", "cut.json: this is not valid JSON"),
        ("twice.json", "twice.json: the key \"id\" stands there twice"),
        ("type.json", "type.json: found invalid type: integer `3`"),
        ("missing.json", "missing.json: found missing field `lane`"),
        ("none.json", "none.json needs \"preset\""),
        ("word.json", "word.json: conditions.0: found goodput(mine)"),
    ] {
        let message = said(&["grade", "in", "--task", file]);
        assert!(message.contains(what) && !message.contains("the scenario"), "{message}");
    }
    for (file, what) in [
        ("cut.json", "cut.json: this is not valid JSON"),
        ("none.json", "none.json: the task own has no variants"),
        ("word.json", "word.json: conditions.0: found"),
        ("students.txt", "students.txt: this is not valid JSON"),
        ("short-quue", "variants: found \"short-quue\", allowed are"),
    ] {
        let message = said(&["variants", file, "--students", "students.txt"]);
        assert!(message.contains(what) && !message.contains("the scenario"), "{message}");
    }
    let set = |set: &str| said(&["grade", "in", "--task", "short-queue", "--set", set]);
    assert!(set("rate").contains("--set: found \"rate\", allowed is PATH=VALUE"), "{}", set("rate"));
    let path = set("hops.0.rat=5Mbps");
    assert!(path.contains("the path hops.0.rat=5Mbps: hops.0: ") && path.contains("\"rate\""), "{path}");
}
