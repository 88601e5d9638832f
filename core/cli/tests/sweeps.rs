//! What sweeps and results say of themselves: which seeds have values, what is not random, where they come from, and
//! which name was meant.

use crate::common::{Scratch, ackscope, failure, json_of, scenario, success, text};
use serde_json::{Value, json};

/// Two lanes, two loss rates and three seeds: twelve runs.
const SWEEP: [&str; 6] = ["sweep", "-", "--set", "hops.wire.loss.probability=0,0.02", "--seeds", "3"];

fn lossy() -> String {
    let mut lossy = scenario();
    lossy["hops"][0]["loss"] = json!({ "kind": "bernoulli" });
    lossy.to_string()
}

#[test]
fn a_sweep_says_which_seeds_have_no_value_and_that_nothing_is_random() {
    // 100 kB under losses in two seconds: some seeds end, some do not.
    let mut short = scenario();
    short["hops"][0]["loss"] = json!({ "kind": "bernoulli", "probability": 0.05 });
    short["flows"] = json!([{ "name": "main", "algorithm": "newreno", "rtt": "100ms", "bytes": "100kB" }]);
    short["duration"] = json!("2s");
    short["compare"] = json!([]);
    short["measure"] = json!([]);
    let asked = ["sweep", "-", "--seeds", "10", "--metric", "completion_s"];
    let found = json_of(&[&asked[..], &["--json"]].concat(), &short.to_string());
    let count = found["points"][0]["measures"][0]["count"].as_u64().unwrap();
    assert!((1..10).contains(&count), "a precondition: {count}");
    let table = success(&asked, &short.to_string());
    assert!(table.contains(&format!("({count} of 10)")) && table.contains("others may be worse"), "{table}");

    // One flow that starts at 0 over a link without losses: five seeds are one run.
    let mut still = scenario();
    still["flows"] = json!([still["flows"][0]]);
    let asked = ["sweep", "-", "--seeds", "5"];
    for more in [&["--json"][..], &["--csv"], &[]] {
        let output = ackscope(&[&asked[..], more].concat(), &still.to_string());
        let (said, printed) = (text(&output.stderr), text(&output.stdout));
        assert!(said.contains("nothing is random here: all 5 seeds give the same run"), "{more:?}: {said}");
        assert!(!printed.contains("± 0"), "{more:?}");
        match *more {
            ["--json"] => {
                let found: Value = serde_json::from_str(&printed).expect("JSON");
                let point = &found["points"][0];
                assert_eq!((&point["distinct_runs"], &point["measures"][0]["count"]), (&json!(1), &json!(5)));
                assert_eq!(point["measures"][0]["half_width"], Value::Null);
            }
            ["--csv"] => assert!(
                printed.lines().skip(1).all(|line| line.contains(",1,") && line.contains(",5 to 9,")),
                "{printed}"
            ),
            _ => assert!(printed.contains("nothing there is random"), "{printed}"),
        }
    }
    // A rate that a model draws is another link for each seed.
    still["hops"][0]["rate"] = json!({ "kind": "wifi", "mean": "2Mbps" });
    let found = json_of(&[&asked[..], &["--json"]].concat(), &still.to_string());
    assert_eq!(found["points"][0]["distinct_runs"], json!(5));
    assert!(found["points"][0]["measures"][0]["half_width"].as_f64().is_some_and(|width| width > 0.0));
    assert!(failure(&["sweep", "-", "--set", "seed=1,2"], &scenario().to_string()).contains("--seeds N"));
}

#[test]
fn a_point_gets_as_many_seeds_as_it_needs_and_the_output_says_how_many() {
    let asked = ["sweep", "-", "--set", "hops.wire.loss.probability=0.002,0.05", "--until", "20%"];
    let asked = [&asked[..], &["--metric", "total_goodput_bps", "--seeds", "12"]].concat();
    let found = json_of(&[&asked[..], &["--json"]].concat(), &lossy());
    let until = &found["until"];
    assert_eq!((&until["share"], &until["most_seeds"]), (&json!(0.2), &json!(12)));
    let points = found["points"].as_array().unwrap();
    let runs: Vec<u64> = points.iter().map(|point| point["runs"].as_u64().unwrap()).collect();
    assert!(
        runs.len() == 4 && runs[0] == runs[1] && runs[2] == runs[3],
        "lanes have the same seeds: {runs:?}"
    );
    assert!(runs[0] >= 5 && runs[0] < runs[2] && runs[2] <= 12, "more where more is random: {runs:?}");
    assert_eq!(found["seeds"].as_array().unwrap().len() as u64, runs[2]);
    let wide = |point: &&Value| {
        let measures = point["measures"].as_array().unwrap().iter();
        let share = measures.map(|one| one["half_width"].as_f64().unwrap() / one["mean"].as_f64().unwrap());
        share.fold(0.0, f64::max) > 0.2
    };
    assert_eq!(until["wider"], json!(points.iter().filter(wide).count()));
    assert!(points.iter().filter(wide).count() == 0 || runs[2] == 12);
    let table = success(&asked, &lossy());
    let said = format!("Each point has {} to {} seeds", runs[0], runs[2]);
    assert!(table.contains(&said) && table.contains("at most 20 % of the mean, and at most 12"), "{table}");
    // A resumed sweep does only what is missing, and says the same.
    let scratch = Scratch::new("until.jsonl");
    let kept = [&asked[..], &["--out", scratch.path(), "--resume", "--json"]].concat();
    let first = success(&kept, &lossy());
    let lines = std::fs::read_to_string(&scratch.0).unwrap();
    assert_eq!((success(&kept, &lossy()), std::fs::read_to_string(&scratch.0).unwrap()), (first, lines));
    for (wrong, said) in [("2", "such as 2% or 0.02"), ("none", "such as 2% or 0.02")] {
        assert!(failure(&["sweep", "-", "--until", wrong], &lossy()).contains(said));
    }
    let refused = ackscope(&["sweep", "-", "--until", "2%", "--shard", "1/2"], &lossy());
    assert!(refused.status.code() == Some(2) && text(&refused.stderr).contains("--shard"));
}

#[test]
fn a_cache_has_the_runs_of_other_sweeps_and_what_is_broken_or_foreign_is_run_again() {
    let scratch = Scratch::new("cache");
    let swept = |seeds: &str, rates: &str| {
        let set = format!("hops.wire.loss.probability={rates}");
        let asked = ["sweep", "-", "--set", &set, "--seeds", seeds, "--json", "--cache", scratch.path()];
        let output = ackscope(&asked, &lossy());
        (text(&output.stdout), text(&output.stderr))
    };
    let entries = || {
        let mut all: Vec<_> =
            std::fs::read_dir(&scratch.0).unwrap().map(|entry| entry.unwrap().path()).collect();
        all.sort();
        all
    };
    let plain = success(
        &["sweep", "-", "--set", "hops.wire.loss.probability=0.02,0.05", "--seeds", "2", "--json"],
        &lossy(),
    );
    let (_, said) = swept("1", "0,0.02");
    assert!(!said.contains("runs are from") && entries().len() == 4, "{said}");
    // Of two points, two lanes and two seeds the first sweep did two runs.
    let (found, said) = swept("2", "0.02,0.05");
    assert!(said.contains("2 runs are from") && found == plain && entries().len() == 10, "{said}");
    let whole: Vec<Vec<u8>> = entries().iter().map(|path| std::fs::read(path).unwrap()).collect();
    // A changed byte, nothing, half, the entry of another run, and one that is too long.
    let mut changed = whole[0].clone();
    let digit = changed.iter().position(u8::is_ascii_digit).unwrap();
    changed[digit] ^= 1;
    let bad = [
        changed,
        Vec::new(),
        whole[2][..whole[2].len() / 2].to_vec(),
        whole[5].clone(),
        vec![b' '; 17 << 20],
    ];
    for (path, bytes) in entries().iter().zip(&bad) {
        std::fs::write(path, bytes).unwrap();
    }
    let (again, said) = swept("2", "0,0.02,0.05");
    assert!(said.contains("entries of") && said.contains("were done again"), "{said}");
    let unusable = said.split(" entries of").next().unwrap().rsplit([' ', '\n']).next().unwrap();
    assert_eq!(unusable, "5", "{said}");
    let (third, said) = swept("2", "0,0.02,0.05");
    assert!(said.contains("12 runs are from") && third == again && entries().len() == 12, "{said}");
    assert!(whole.iter().all(|bytes| entries().iter().any(|path| std::fs::read(path).unwrap() == *bytes)));
    std::fs::remove_dir_all(&scratch.0).unwrap();
}

#[test]
fn differences_have_p_values_that_holm_has_corrected() {
    let asked = [&SWEEP[..], &["--pair", "newreno", "--metric", "total_goodput_bps"]].concat();
    let found = json_of(&[&asked[..], &["--json"]].concat(), &lossy());
    let all: Vec<(f64, f64)> = found["pairs"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|pair| Some((pair["p"].as_f64()?, pair["p_holm"].as_f64()?)))
        .collect();
    let least = all.iter().copied().reduce(|a, b| if b.0 < a.0 { b } else { a }).expect("some are random");
    assert!((least.1 - (least.0 * all.len() as f64).min(1.0)).abs() < 1e-12, "{all:?}");
    assert!(success(&asked, &lossy()).contains("Holm 1979"));
    let table = success(&[&asked[..], &["--csv"]].concat(), &lossy());
    assert!(table.lines().next().unwrap().contains(",max,p,p_holm,scenario_hash"), "{table}");
}

#[test]
fn a_place_is_given_once() {
    let input = scenario().to_string();
    for command in ["run", "why", "export"] {
        let more: &[&str] = if command == "export" { &["--as", "ns3"] } else { &[] };
        let twice = ["--set", "hops.0.rate=1Mbps", "--set", "hops.wire.rate=3Mbps"];
        let message = failure(&[&[command, "-"], more, &twice].concat(), &input);
        assert!(
            message.contains("--set hops.wire.rate") && message.contains("--set hops.0.rate"),
            "{message}"
        );
    }
    for twice in [
        ["--seed", "3", "--set", "seed=4"],
        ["--duration", "3s", "--set", "duration=4s"],
        ["--set", "hops.0.queue.capacity=5", "--set", "hops.0.queue={}"],
    ] {
        assert!(
            failure(&[&["run", "-"], &twice[..]].concat(), &input).contains("the same place"),
            "{twice:?}"
        );
    }
    let axes = ["--set", "hops.0.rate=1Mbps,2Mbps", "--set", "hops.wire.rate=3Mbps"];
    assert!(
        failure(&[&["sweep", "-"], &axes[..]].concat(), &input)
            .contains("the same place twice, also as hops.0.rate")
    );
    // A part after the whole changes the whole's part.
    success(&["run", "-", "--set", "hops.0.queue={}", "--set", "hops.0.queue.capacity=5"], &input);
}

#[test]
fn a_misspelt_name_has_the_nearest_one_beside_it() {
    let input = scenario().to_string();
    let trace = ["run", "-", "--trace", "/nowhere.csv"];
    for (args, meant) in [
        (&["run", "gm04-tabel1"][..], "gm04-table1"),
        (&["reproduce", "sawtoth"], "sawtooth"),
        (&["rate-trace", "celular"], "cellular"),
        (&["grade", ".", "--task", "short-quue"], "short-queue"),
        (&["sweep", "-", "--metric", "goodput_bp"], "goodput_bps"),
        (&["sweep", "-", "--pair", "westwod+"], "westwood+"),
        (&["export", "-", "--as", "ns3", "--lane", "westwod+"], "westwood+"),
        (&["export", "-", "--as", "qlog", "--flow", "mian"], "main"),
        (&["why", "-", "--lane", "westwod+"], "westwood+"),
    ] {
        let message = failure(args, &input);
        assert!(message.contains(&format!("did you mean {meant:?}?")), "{message}");
    }
    for (more, meant) in
        [(["--hop", "wir"], "wire"), (["--series", "cwmd"], "cwnd"), (["--lane", "newren"], "newreno")]
    {
        let message = failure(&[&trace[..], &more].concat(), &input);
        assert!(message.contains(&format!("did you mean {meant:?}?")), "{message}");
    }
}

#[test]
fn traces_are_an_axis_with_short_names() {
    let files: Vec<Scratch> =
        ["a", "b"].iter().map(|name| Scratch::new(&format!("axis-{name}.trace"))).collect();
    for (file, gap_ms) in files.iter().zip([6, 12]) {
        let lines: String = (1..40_000).map(|place| format!("{}\n", place * gap_ms)).collect();
        std::fs::write(&file.0, lines).unwrap();
    }
    let (a, b) = (files[0].path(), files[1].path());
    let axis = format!("hops.0.rate={a},{b}");
    let swept = ["sweep", "-", "--rate-trace", &axis, "--metric", "total_goodput_bps"];
    let input = scenario().to_string();
    let table = success(&swept, &input);
    assert!(table.contains(a) && table.lines().all(|line| line.len() < 300), "{}", &table[..300]);
    let csv = success(&[&swept[..], &["--csv"]].concat(), &input);
    assert!(csv.lines().nth(1).unwrap().starts_with(&format!("{a},newreno,main,")), "{}", &csv[..300]);
    let runs = Scratch::new("axis.jsonl");
    let found = json_of(&[&swept[..], &["--json", "--out", runs.path()]].concat(), &input);
    assert_eq!(found["points"][0]["set"]["hops.0.rate"], a);
    assert_eq!(found["named"]["hops.0.rate"][a]["opportunities_ms"][1], 12);
    // A header, the two traces, four runs of which each has only the name.
    let lines = std::fs::read_to_string(&runs.0).unwrap();
    let lengths: Vec<usize> = lines.lines().map(str::len).collect();
    assert!(lengths.len() == 6 && lengths[2..].iter().all(|length| *length < 100_000), "{lengths:?}");
    assert!(failure(&["run", "-", "--rate-trace", &axis], &input).contains("a sweep takes several"));

    // As values they get a name of their own.
    let long = format!(
        "hops.0.rate={{\"opportunities_ms\":{:?}}}",
        (1..70_000_i32).step_by(6).collect::<Vec<i32>>()
    );
    let table = success(&["sweep", "-", "--set", &long], &input);
    assert!(
        table.contains("\nopportunities_ms ") && table.lines().all(|line| line.len() < 300),
        "{}",
        &table[..300]
    );
}

#[test]
fn results_contain_their_scenario_and_run_again_from_it() {
    let args = ["--set", "hops.wire.rate=3Mbps", "--seed", "9", "--duration", "5s"];
    let first = json_of(&[&["run", "-", "--json"], &args[..]].concat(), &scenario().to_string());
    let trace_of = |report: &Value| report["lanes"][1]["engine"]["trace_hash"].clone();
    let again = |scenario: &Value| trace_of(&json_of(&["run", "-", "--json"], &scenario.to_string()));
    assert_eq!(again(&first["scenario"]), trace_of(&first));
    let [trace, table] = ["contained.csv", "contained-table.csv"].map(Scratch::new);
    success(&[&["run", "-", "--trace", trace.path()], &args[..]].concat(), &scenario().to_string());
    success(
        &[
            "sweep",
            "-",
            "--seed",
            "9",
            "--duration",
            "5s",
            "--set",
            "hops.wire.rate=3Mbps",
            "--table",
            table.path(),
        ],
        &scenario().to_string(),
    );
    for (file, is_sweep) in [(&trace, false), (&table, true)] {
        let written = std::fs::read_to_string(&file.0).unwrap();
        let line = written.lines().find_map(|line| line.strip_prefix("# scenario: ")).expect("a scenario");
        let mut found: Value = serde_json::from_str(line).expect("JSON");
        if is_sweep {
            assert_eq!(found["hops"][0]["rate"], "2Mbps", "the rate is a column");
            found["hops"][0]["rate"] = json!("3Mbps");
        }
        assert_eq!(again(&found), trace_of(&first));
    }
}

#[test]
fn the_table_of_a_sweep_has_the_same_bytes_however_its_runs_were_spread() {
    let [whole, parts, one, two] =
        ["bytes-whole.csv", "bytes-parts.csv", "bytes-1.jsonl", "bytes-2.jsonl"].map(Scratch::new);
    let rates = ["--set", "hops.wire.rate=16Mbps,1Mbps"];
    let sweep = [&SWEEP[..], &rates].concat();
    success(&[&sweep[..], &["--table", whole.path()]].concat(), &lossy());
    for (part, file) in [("2/2", &two), ("1/2", &one)] {
        success(&[&sweep[..], &["--shard", part, "--out", file.path(), "--csv"]].concat(), &lossy());
    }
    let from = ["--from", two.path(), "--from", one.path(), "--no-run", "--table", parts.path()];
    success(&[&sweep[..], &from].concat(), &lossy());
    let bytes = std::fs::read(&whole.0).unwrap();
    assert!(bytes == std::fs::read(&parts.0).unwrap());
    // By point, seed and lane, with the numbers in SI beside the texts.
    let lines = text(&bytes);
    let rows: Vec<Vec<&str>> =
        lines.lines().filter(|line| !line.starts_with('#')).map(|line| line.split(',').collect()).collect();
    assert_eq!(
        rows[0][..5],
        ["hops.wire.loss.probability", "hops.wire.rate", "hops.wire.rate [bit/s]", "seed", "lane"]
    );
    let mut order: Vec<&[&str]> = rows[1..].iter().map(|row| &row[..5]).collect();
    order.dedup();
    assert_eq!(
        order[..3],
        [
            ["0", "16Mbps", "16000000", "5", "newreno"],
            ["0", "16Mbps", "16000000", "5", "westwood+"],
            ["0", "16Mbps", "16000000", "6", "newreno"]
        ]
    );
    assert_eq!((order.len(), order[6]), (2 * 2 * 3 * 2, &["0", "1Mbps", "1000000", "5", "newreno"][..]));
}

/// Quantities that no cell shows, as a completion, may lack a value: the legend is about the cells.
#[test]
fn a_table_whose_cells_all_have_values_explains_no_lack() {
    let plain = json!({ "version": 1, "duration": "2s", "hops": [{ "rate": "1Mbps", "delay": "10ms" }],
        "flows": [{ "name": "main", "algorithm": "newreno", "rtt": "50ms", "compared": true }] });
    let args = ["sweep", "-", "--set", "hops.0.rate=1Mbps,2Mbps", "--seeds", "2"];
    let printed = text(&ackscope(&args, &plain.to_string()).stdout);
    assert!(printed.contains("over the seeds 1 to 2"), "{printed}");
    assert!(!printed.contains("seeds have a value"), "{printed}");
}

#[test]
fn what_is_wrong_with_an_option_is_said_by_its_name() {
    let input = scenario().to_string();
    let points = |text: &str| {
        let file = Scratch::new("named.json");
        std::fs::write(&file.0, text).unwrap();
        let message = failure(&["sweep", "-", "--points", file.path()], &input);
        message.replace(file.path(), "FILE")
    };
    for (args, said) in [
        (&["--shard", "0/0"][..], "--shard: found \"0/0\", allowed is I/N"),
        (&["--shard", "2"], "--shard: found \"2\", allowed is I/N"),
        (&["--set", "rate"], "--set: found \"rate\", allowed is PATH=VALUE"),
        (
            &["--set", "x=0..1Mbps:5:log"],
            "--set x: found \"0..1Mbps:5:log\", allowed is FROM..TO:COUNT:log with",
        ),
        (
            &["--set", "hops.0.rate=1..2Mbps:1000000000"],
            "--set hops.0.rate: found \"1..2Mbps:1000000000\", allowed",
        ),
        (
            &["--set", "a=1..2:1000", "--set", "b=1..2:1000"],
            "--set: found a grid of 1000 × 1000 points, allowed is",
        ),
        (
            &["--set", "hops.0.rate=1..2Mbps:500", "--seeds", "100000"],
            "the sweep: found 50000000 runs, allowed is",
        ),
    ] {
        let message = failure(&[&["sweep", "-"], args].concat(), &input);
        assert!(message.starts_with(&format!("ackscope: {said}")), "{message}");
    }
    for (text, said) in [
        ("[]", "FILE: found an empty list, allowed is a list of objects from paths to values."),
        ("[{}, 3]", "FILE: 1: found 3, allowed is a list of objects from paths to values."),
        ("{\"a\": 1}", "FILE: found {\"a\":1}, allowed is a list of objects from paths to values."),
        ("[{]", "FILE: this is not valid JSON: a key in quotes is missing at line 1, column 3."),
    ] {
        assert_eq!(points(text).trim_end(), format!("ackscope: {said}"));
    }
    for command in [&["run", "-"][..], &["why", "-"], &["export", "-", "--as", "ns2"]] {
        let message = failure(&[command, &["--set", "rate"]].concat(), &input);
        assert!(message.starts_with("ackscope: --set: found \"rate\", allowed is PATH=VALUE"), "{message}");
    }
    let theory = failure(&["theory", "reno", "--set", "p=0..1:5:log"], "");
    assert!(theory.starts_with("ackscope: --set p: found \"0..1:5:log\""), "{theory}");
}

#[test]
fn a_number_of_many_digits_is_said_as_it_was_written() {
    let file = scenario().to_string().replace("\"seed\":5", "\"seed\":123456789012345678901234567890");
    let said =
        "seed: found 123456789012345678901234567890, allowed is a whole number from 0 to 9007199254740991.";
    for command in ["run", "check", "sweep"] {
        let output = ackscope(&[command, "-"], &file);
        assert!((text(&output.stderr) + &text(&output.stdout)).contains(said), "{command}: {output:?}");
    }
    let set = ["--set", "hops.wire.rate=99999999999999999999", "--set", "seed=9007199254740993.5"];
    let message = failure(&[&["run", "-"], &set[..2]].concat(), &scenario().to_string());
    assert!(message.contains("hops.0.rate: found 99999999999999999999, allowed is at most"), "{message}");
    let message = failure(&[&["run", "-"], &set[2..]].concat(), &scenario().to_string());
    assert!(message.contains("seed: found 9007199254740993.5, allowed is a whole number"), "{message}");
}

#[test]
fn a_run_that_is_too_short_is_said_as_its_duration() {
    let input = scenario().to_string();
    for args in [["--duration", "1e-12s"], ["--set", "duration=1e-12s"]] {
        let message = failure(&[&["run", "-"], &args[..]].concat(), &input);
        assert!(message.contains("duration: found \"1e-12s\", allowed is at least 1ns"), "{message}");
    }
    let message = failure(&["run", "-", "--set", "duration=1s"], &input);
    assert!(message.contains("duration: found \"1s\", allowed is at least 10s"), "{message}");
}
