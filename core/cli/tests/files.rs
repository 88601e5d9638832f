//! What a command does with the files that it is given: none is read without a bound, none is cut,
//! and no input is overwritten.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

const SCENARIO: &str = r#"{ "version": 1, "duration": "1s", "hops": [{ "rate": "2Mbps", "delay": "10ms" }],
    "flows": [{ "name": "main", "algorithm": { "file": "mine.ack" }, "rtt": "50ms" }] }"#;
const SCRIPT: &str = "algorithm \"Mine\"\non increase { cwnd += acked / cwnd }\non loss {\n  ssthresh = max(2, cwnd / 2)\n  cwnd = ssthresh\n}\n";

/// A folder with one of each file, which is removed at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let folder =
            Folder(std::env::temp_dir().join(format!("ackscope-files-{}-{name}", std::process::id())));
        fs::create_dir_all(folder.0.join("folder")).expect("made");
        folder.put("s.json", SCENARIO);
        folder.put("mine.ack", SCRIPT);
        folder.put("down.trace", "1\n2\n3\n");
        folder.put("points.json", r#"[{ "hops.0.rate": "1Mbps" }]"#);
        let made = Command::new("mkfifo").arg(folder.0.join("pipe")).status().expect("mkfifo starts");
        assert!(made.success());
        symlink("s.json", folder.0.join("soft.json")).expect("made");
        fs::hard_link(folder.0.join("s.json"), folder.0.join("hard.json")).expect("made");
        folder
    }

    fn put(&self, name: &str, text: &str) {
        fs::write(self.0.join(name), text).expect("written");
    }

    fn run(&self, line: &str) -> Output {
        self.run_with(line, Stdio::null())
    }

    fn run_with(&self, line: &str, input: Stdio) -> Output {
        Command::new(env!("CARGO_BIN_EXE_ackscope"))
            .args(line.split(' '))
            .current_dir(&self.0)
            .stdin(input)
            .output()
            .expect("it starts")
    }

    fn refusal(&self, line: &str) -> String {
        let output = self.run(line);
        assert_eq!(output.status.code(), Some(2), "{line}: {}", String::from_utf8_lossy(&output.stdout));
        String::from_utf8(output.stderr).expect("UTF-8")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Every argument that names a file to be read; `{}` is the file.
const READERS: [&str; 10] = [
    "run {}",
    "run s.json --rate-trace hops.0.rate={}",
    "export {} --as mahimahi",
    "export {} --as bpf",
    "check {}",
    "score ./{}",
    "sweep {} --seeds 1",
    "sweep s.json --points {}",
    "sweep s.json --seeds 1 --from {}",
    "sweep s.json --seeds 1 --out {} --resume",
];

fn lines(file: &str) -> impl Iterator<Item = String> {
    READERS.iter().map(move |line| line.replace("{}", file))
}

#[test]
fn devices_pipes_and_folders_are_refused_by_what_they_are() {
    let folder = Folder::new("kinds");
    symlink("/dev/zero", folder.0.join("zero")).expect("made");
    for (file, said) in [("zero", "device"), ("pipe", "named pipe"), ("folder", "folder")] {
        for line in lines(file) {
            let message = folder.refusal(&line);
            assert!(message.contains(said) && message.contains(file), "{line}: {message}");
        }
    }
    // The folder of --recorded holds files with fixed names.
    let recorded = folder.0.join("recorded");
    fs::create_dir_all(&recorded).expect("made");
    symlink("/dev/zero", recorded.join("rules.json")).expect("made");
    let message = folder.refusal("reproduce gm04-eq1 --recorded recorded");
    assert!(message.contains("device"), "{message}");
}

#[test]
fn a_file_above_the_limit_is_refused_with_the_limit_and_never_cut() {
    let folder = Folder::new("long");
    // A trace whose first 16 MiB are a fast link and whose end is an hour later: cut, it would be fast.
    let lines_of_fast = "1\n".repeat(8 << 20);
    folder.put("long.trace", &(lines_of_fast + "3600000\n"));
    let message = folder.refusal("run s.json --rate-trace hops.0.rate=long.trace");
    assert!(message.contains("long.trace") && message.contains("16777216 bytes (16 MiB)"), "{message}");
    // A file with a hole needs no room on the disk.
    fs::File::create(folder.0.join("hole")).and_then(|file| file.set_len(17 << 20)).expect("made");
    for line in lines("hole").filter(|line| !line.contains("--from") && !line.contains("--resume")) {
        let message = folder.refusal(&line);
        assert!(message.contains("16777216 bytes"), "{line}: {message}");
    }
    // Results may be longer. What is no result is refused by its first line.
    let message = folder.refusal("sweep s.json --seeds 1 --from hole");
    assert!(message.contains("not the output of a sweep"), "{message}");
}

#[test]
fn an_output_that_is_an_input_is_refused_and_the_input_stays() {
    let folder = Folder::new("same");
    for name in ["s.json", "./s.json", "folder/../s.json", "soft.json", "hard.json"] {
        for line in [
            "run s.json --trace {}",
            "export s.json --as mahimahi --out {}",
            "export s.json --as qlog --out {}",
            "sweep s.json --seeds 1 --out {}",
            "sweep s.json --seeds 1 --out {} --resume",
        ] {
            let line = line.replace("{}", name);
            let message = folder.refusal(&line);
            assert!(message.contains("is an input of this command"), "{line}: {message}");
            assert_eq!(fs::read_to_string(folder.0.join("s.json")).expect("there"), SCENARIO, "{line}");
        }
    }
    // Files that a scenario or an option names are inputs too.
    let before = |name: &str| fs::read(folder.0.join(name)).expect("there");
    for (line, name) in [
        ("run s.json --trace mine.ack", "mine.ack"),
        ("export mine.ack --as bpf --out mine.ack", "mine.ack"),
        ("run s.json --rate-trace hops.0.rate=down.trace --trace down.trace", "down.trace"),
        ("sweep s.json --points points.json --out points.json", "points.json"),
    ] {
        let kept = before(name);
        let message = folder.refusal(line);
        assert!(message.contains("is an input of this command"), "{line}: {message}");
        assert_eq!(before(name), kept, "{line}");
    }
    folder.put("plain.json", &SCENARIO.replace(r#"{ "file": "mine.ack" }"#, r#""newreno""#));
    let stdin = fs::File::open(folder.0.join("plain.json")).expect("there");
    let output = folder.run_with("run - --trace plain.json", stdin.into());
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("is an input"));
}

#[test]
fn another_output_is_written_and_a_finished_sweep_is_continued() {
    let folder = Folder::new("other");
    for line in [
        "run s.json --trace series.csv",
        // What was written once is no input: it may be written again.
        "run s.json --trace series.csv",
        "export s.json --as mahimahi --out down.trace",
        "sweep s.json --seeds 1 --out runs.jsonl",
        "sweep s.json --seeds 2 --out runs.jsonl --resume",
        "sweep s.json --seeds 3 --from runs.jsonl --out more.jsonl",
    ] {
        let output = folder.run(line);
        assert!(output.status.success(), "{line}: {}", String::from_utf8_lossy(&output.stderr));
    }
    // The same file would be read and written at the same time.
    let message = folder.refusal("sweep s.json --seeds 1 --from runs.jsonl --out runs.jsonl --resume");
    assert!(message.contains("is an input of this command"), "{message}");
    // A pipe that the shell has opened is read.
    let shell = format!("{} run <(cat plain.json)", env!("CARGO_BIN_EXE_ackscope"));
    folder.put("plain.json", &SCENARIO.replace(r#"{ "file": "mine.ack" }"#, r#""newreno""#));
    let output = Command::new("bash").args(["-c", &shell]).current_dir(&folder.0).output();
    let output = output.expect("bash starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn an_output_that_cannot_be_is_refused_before_the_run() {
    let folder = Folder::new("nowhere");
    // A run of a month would not come to its end here.
    folder.put("long.json", &SCENARIO.replace(r#""1s""#, r#""3000000s""#));
    for (name, said) in [
        ("folder", "it is a folder"),
        ("none/x.csv", "there is no folder none"),
        ("s.json/x.csv", "there is no folder s.json"),
        ("-", "/dev/stdout is standard output"),
    ] {
        for line in [
            "run long.json --trace {}",
            "export long.json --as qlog --out {}",
            "sweep long.json --seeds 1 --out {}",
        ] {
            let line = line.replace("{}", name);
            let message = folder.refusal(&line);
            assert!(message.contains(said), "{line}: {message}");
        }
    }
    assert!(!folder.0.join("-").exists());
}

#[test]
fn the_standard_output_may_be_a_file_and_keeps_what_was_written_before() {
    let folder = Folder::new("stdout");
    let shell = |line: &str| {
        let line = line.replace("ackscope", env!("CARGO_BIN_EXE_ackscope"));
        let output = Command::new("bash").args(["-c", &line]).current_dir(&folder.0).output();
        output.expect("bash starts")
    };
    let read = |name: &str| fs::read_to_string(folder.0.join(name)).expect("there");
    shell("(echo first; ackscope export s.json --as mahimahi --out /dev/stdout; echo last) > all");
    let all = read("all");
    assert!(all.starts_with("first\n") && all.ends_with("last\n"), "{}", &all[..40]);
    shell("ackscope export s.json --as mahimahi > alone");
    assert_eq!(all.lines().count(), read("alone").lines().count() + 2);
    // The trace and the table of a run, one after the other.
    shell("ackscope run s.json --trace both > both");
    let both = read("both");
    assert!(
        both.starts_with("# version: ")
            && both.contains("\ntime_s,lane,")
            && both.contains("Goodput, Mbit/s"),
        "{}",
        &both[..40]
    );
    // What is read is not written behind.
    for line in [
        "ackscope export s.json --as mahimahi >> s.json",
        "ackscope export - --as mahimahi < s.json >> s.json",
    ] {
        let output = shell(line);
        assert_eq!((output.status.code(), read("s.json").as_str()), (Some(2), SCENARIO));
        assert!(String::from_utf8_lossy(&output.stderr).contains("an input and the standard output"));
    }
}

#[test]
fn a_byte_order_mark_before_a_text_is_no_part_of_it() {
    let folder = Folder::new("mark");
    folder.put("mine.ack", &format!("\u{feff}{SCRIPT}"));
    folder.put("down.trace", "\u{feff}1\n2\n3\n");
    folder.put("s.json", &format!("\u{feff}{SCENARIO}"));
    for line in ["check mine.ack", "run s.json", "run s.json --rate-trace hops.0.rate=down.trace"] {
        let output = folder.run(line);
        assert!(output.status.success(), "{line}: {}", String::from_utf8_lossy(&output.stderr));
    }
}
