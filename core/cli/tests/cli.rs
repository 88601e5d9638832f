//! Real invocations: the contract of the command line, key by key, and its messages if something is
//! wrong.

use crate::common::{Scratch, ackscope, failure, json_of, scenario, success, text};
use serde_json::{Value, json};

fn keys(value: &Value) -> Vec<&str> {
    value.as_object().expect("an object").keys().map(String::as_str).collect()
}

/// The keys of the contract are present; there may be more.
#[track_caller]
fn has(object: &Value, contract: &[&str]) {
    let found = keys(object);
    assert!(contract.iter().all(|key| found.contains(key)), "{contract:?} in {found:?}");
}

#[test]
fn run_prints_the_keys_of_the_contract() {
    let report = json_of(&["run", "-", "--json"], &scenario().to_string());
    has(&report, &["lanes"]);
    let lanes = report["lanes"].as_array().unwrap();
    assert_eq!(
        lanes.iter().map(|lane| lane["label"].as_str().unwrap()).collect::<Vec<_>>(),
        ["newreno", "westwood+"]
    );
    let windows = ["from_s", "to_s"];
    let flow_window = [
        "goodput_bps",
        "throughput_bps",
        "retransmission_ratio",
        "mean_rtt_s",
        "fast_retransmits",
        "timeouts",
        "last_sequence",
    ];
    for lane in lanes {
        has(lane, &["label", "flows", "groups", "hops", "engine"]);
        let flows = lane["flows"].as_array().unwrap();
        assert_eq!(flows.len(), 3);
        assert_eq!(keys(&flows[0]), ["name", "flow_name", "index", "algorithm", "direction", "windows"]);
        has(&flows[1], &["name", "index", "algorithm", "direction", "completion_s", "windows"]);
        assert_eq!(flows[0]["algorithm"], lane["label"]);
        let names: Vec<&str> = flows.iter().map(|flow| flow["name"].as_str().unwrap()).collect();
        assert_eq!(names, ["main", "pages", "pages"], "a flow bears the name of its group");
        let own: Vec<&str> = flows.iter().map(|flow| flow["flow_name"].as_str().unwrap()).collect();
        assert_eq!(own, ["main", "pages-1", "pages-2"], "and one of its own");
        for flow in flows {
            assert_eq!(flow["windows"].as_array().unwrap().len(), 2);
            has(&flow["windows"][0], &[&windows[..], &flow_window[..]].concat());
        }
        assert!(flows[1]["completion_s"].as_f64().unwrap() > 0.16, "30 kB need two round trips at least");
        has(&lane["groups"][1], &["name", "windows"]);
        has(&lane["groups"][1]["windows"][0], &["from_s", "to_s", "total_goodput_bps", "jain_index"]);
        assert_eq!(lane["groups"][1]["windows"][1]["jain_index"], Value::Null, "nothing was sent any more");
        assert_eq!(keys(&lane["hops"][0]), ["hop", "name", "direction", "windows"]);
        let hop_window = ["from_s", "to_s", "utilisation", "mean_queue_packets", "drops", "channel_losses"];
        has(&lane["hops"][0]["windows"][0], &hop_window);
        assert_eq!(lane["hops"].as_array().unwrap().len(), 2);
        assert_eq!(
            keys(&lane["engine"]),
            ["events", "packet_hops", "delivered_segments", "wall_s", "trace_hash"]
        );
        assert_eq!(lane["engine"]["trace_hash"].as_str().unwrap().len(), 16);
        let goodput = flows[0]["windows"][1]["goodput_bps"].as_f64().unwrap();
        // Packets that waited behind a hole before the window are delivered in it. So there may be
        // a few packets more.
        assert!((1.5e6..2.03e6).contains(&goodput), "{goodput} of 2 Mbit/s");
    }
}

#[test]
fn the_same_scenario_gives_the_same_report_and_another_seed_another_one() {
    let mut lossy = scenario();
    lossy["hops"][0]["loss"] = json!({ "kind": "bernoulli", "probability": 0.01 });
    let hashes = |args: &[&str]| -> Vec<String> {
        let report = json_of(&[&["run", "-", "--json"], args].concat(), &lossy.to_string());
        let lanes = report["lanes"].as_array().unwrap();
        lanes.iter().map(|lane| lane["engine"]["trace_hash"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(hashes(&[]), hashes(&[]));
    assert_eq!(hashes(&[]), hashes(&["--seed", "5"]));
    assert_ne!(hashes(&[]), hashes(&["--seed", "6"]));
}

#[test]
fn a_run_without_json_is_a_table_for_people() {
    let table = success(&["run", "-"], &scenario().to_string());
    assert!(table.starts_with("Short: 30s, seed 5\n"), "{table}");
    for word in ["Goodput, Mbit/s", "0–10 s", "10–30 s", "westwood+", "pages (2)", "wire forward", "Engine"]
    {
        assert!(table.contains(word), "{word} in\n{table}");
    }
}

#[test]
fn the_tables_count_marks_where_a_queue_marks_and_say_how_long_packets_wait_at_most() {
    let mut marked = scenario();
    let without = success(&["run", "-"], &marked.to_string());
    assert!(without.contains("P99 queueing delay, ms") && !without.contains("Marks"), "{without}");
    marked["hops"][0]["queue"] = json!({ "kind": "codel", "capacity": 100, "ecn": true });
    marked["flows"].as_array_mut().unwrap().truncate(1);
    marked["flows"][0]["ecn"] = json!("classic");
    let table = success(&["run", "-"], &marked.to_string());
    assert!(table.contains("Marks, packets"), "{table}");
}

#[test]
fn changes_on_the_command_line_change_the_run() {
    let input = scenario().to_string();
    let report =
        json_of(&["run", "-", "--json", "--set", "hops.wire.rate=1Mbps", "--duration", "20s"], &input);
    let windows = report["lanes"][0]["flows"][0]["windows"].as_array().unwrap();
    assert_eq!(windows[1]["to_s"], 20.0, "windows are cut to the shorter run");
    assert!(windows[1]["goodput_bps"].as_f64().unwrap() <= 1e6);
}

#[test]
fn a_trace_is_a_table_in_the_order_of_time() {
    let file = Scratch::new("trace.csv");
    success(&["run", "-", "--trace", file.path()], &scenario().to_string());
    let trace = std::fs::read_to_string(file.path()).unwrap();
    // Before the head stand lines about the run.
    let mut lines = trace.lines().skip_while(|line| line.starts_with('#'));
    assert_eq!(lines.next(), Some("time_s,lane,source,series,value"));
    let (mut before, mut lane_before, mut rows) = (0.0, String::new(), 0);
    for line in lines {
        let cells: Vec<&str> = line.split(',').collect();
        assert_eq!(cells.len(), 5, "{line}");
        let time_s: f64 = cells[0].parse().unwrap();
        cells[4].parse::<f64>().unwrap();
        if cells[1] != lane_before {
            (lane_before, before) = (cells[1].to_owned(), 0.0);
        }
        assert!(time_s >= before && time_s <= 30.0, "{line}");
        before = time_s;
        rows += 1;
    }
    assert!(rows > 1000, "{rows}");
    for series in ["newreno,main,cwnd,", "westwood+,main,bwe:", "newreno,wire forward,queue,", "event:"] {
        assert!(trace.contains(series), "{series}");
    }
}

/// A value is at its own time: cwnd falls at its loss, not at the beginning of the bin that the
/// trace keeps.
#[test]
fn a_window_falls_in_the_trace_when_its_loss_is_found() {
    let file = Scratch::new("times.csv");
    success(&["run", "-", "--trace", file.path()], &scenario().to_string());
    let trace = std::fs::read_to_string(file.path()).unwrap();
    let of = |what: &'static str| {
        let rows = trace.lines().filter(move |line| line.contains(what));
        rows.map(|line| {
            let cells: Vec<&str> = line.split(',').collect();
            (cells[0].parse::<f64>().unwrap(), cells[4].parse::<f64>().unwrap())
        })
    };
    let cuts: Vec<f64> = of("newreno,main,event:newreno.loss,").map(|(time_s, _)| time_s).collect();
    assert!(cuts.len() > 3, "{cuts:?}");
    let windows: Vec<(f64, f64)> = of("newreno,main,cwnd,").collect();
    for cut in cuts {
        // The last window before the loss is found must not be the reduced one.
        let before = windows.iter().rev().find(|(time_s, _)| *time_s < cut).expect("a window before").1;
        let after = windows.iter().find(|(time_s, _)| *time_s >= cut).expect("a window after").1;
        assert!(after < 0.75 * before, "{cut} s: {before} to {after}");
    }
}

#[test]
fn lists_have_at_least_id_name_and_source() {
    for what in [
        "algorithms",
        "queues",
        "losses",
        "delays",
        "rates",
        "jitters",
        "applications",
        "estimators",
        "experiments",
    ] {
        let list = json_of(&["list", what, "--json"], "");
        for item in list.as_array().expect("an array") {
            for key in ["id", "name", "source"] {
                assert!(item[key].as_str().is_some_and(|text| !text.is_empty()), "{what}: {item}");
            }
        }
        assert!(!success(&["list", what], "").is_empty());
    }
    let table = success(&["list", "algorithms"], "");
    assert!(["newreno", "vegas", "westwood+"].iter().all(|id| table.contains(id)), "{table}");
}

#[test]
fn an_experiment_is_reproduced_by_its_id_and_by_no_other_name() {
    let found = json_of(&["reproduce", "sawtooth", "--quick", "--json"], "");
    let row = &found[0]["values"][0];
    assert_eq!((&found[0]["id"], &row["keys"][0]), (&"sawtooth".into(), &"newreno".into()));
    let (measured, ns2) = (row["measured"].as_f64().unwrap(), row["ns2"].as_f64().unwrap());
    assert!((measured / ns2 - 1.0).abs() < 0.003, "{measured} against {ns2}");
    assert_eq!(row["near_to"], json!("ns2"), "no paper prints it");
    assert!(failure(&["reproduce", "sawtoth"], "").contains("sawtooth"));
    assert!(failure(&["reproduce"], "").contains("--all"));
}

#[test]
fn the_short_form_judges_nothing_that_needs_the_full_one() {
    let text = success(&["reproduce", "cgmsw02-friendliness", "--quick"], "");
    assert!(text.contains("undecided  pure-equal"), "{text}");
    assert!(text.contains("needs the full form"), "{text}");
    assert!(["holds", "FAILS", "FAR", "near"].iter().all(|word| !text.contains(word)), "{text}");
    assert!(text.contains("short form: 400 s of 1000 s, 1 of 10 seeds"), "{text}");
    assert!(text.contains("[0,1000] stands for 0 to 400 s here"), "{text}");
}

#[test]
fn a_stopped_reproduction_goes_on_with_the_same_numbers() {
    let folder = std::env::temp_dir().join(format!("ackscope-reproduce-{}", std::process::id()));
    let runs = folder.join("runs.jsonl");
    let reproduce = || {
        let folder = folder.to_str().expect("a path");
        json_of(&["reproduce", "gm04-table1", "--quick", "--json", "--out", folder], "")
    };
    let first = reproduce();
    let text = std::fs::read_to_string(&runs).expect("the finished runs");
    let lines: Vec<&str> = text.lines().collect();
    // Three lanes with two seeds each.
    assert_eq!(lines.len(), 6);
    // As if the reproduction had been stopped while it wrote the fourth run.
    std::fs::write(&runs, [lines[..3].join("\n"), "\n".to_owned(), lines[3][..40].to_owned()].concat())
        .expect("writable");
    assert_eq!(reproduce(), first);
    let added = std::fs::read_to_string(&runs).expect("the finished runs").lines().count();
    assert_eq!(added, 4 + 3, "three were done again, beside the half line");
    let kept: Value =
        serde_json::from_str(&std::fs::read_to_string(folder.join("gm04-table1.json")).expect("results"))
            .expect("JSON");
    assert_eq!(kept, first[0]);
    std::fs::remove_dir_all(&folder).expect("removable");
}

#[test]
fn the_schema_is_json_and_knows_the_algorithms() {
    let schema = json_of(&["schema"], "");
    assert_eq!(schema["$schema"], "https://json-schema.org/draft/2020-12/schema");
    assert!(schema["$defs"]["Algorithm"].to_string().contains("\"westwood+\""));
}

#[test]
fn a_wrong_scenario_is_told_with_path_finding_and_nearest_name() {
    let with = |path: &str, value: Value| {
        let mut wrong = scenario();
        *wrong.pointer_mut(path).expect("a place") = value;
        failure(&["run", "-"], &wrong.to_string())
    };
    let message = with("/hops/0/rate", json!("2mbps"));
    assert!(
        message.contains("hops.0.rate") && message.contains("\"2mbps\"") && message.contains("\"Mbps\""),
        "{message}"
    );
    let message = with("/compare/1", json!("westwod+"));
    assert!(message.contains("compare.1") && message.contains("did you mean \"westwood+\"?"), "{message}");
    let message = with("/flows/0/rtt", json!("1ms"));
    assert!(message.contains("flows.0.rtt") && message.contains("at least 20ms"), "{message}");
    let message = with("/version", json!(2));
    assert!(message.contains("version"), "{message}");
    assert!(failure(&["run", "-"], "{").contains("not valid JSON"));
    assert!(failure(&["run", "-"], "").contains("not valid JSON"));
}

#[test]
fn what_will_not_happen_is_noted_beside_the_result() {
    let mut late = scenario();
    late["flows"][1]["start"] = json!("40s");
    let output = ackscope(&["run", "-", "--json"], &late.to_string());
    assert!(output.status.success());
    assert_eq!(text(&output.stderr), "ackscope: note: flows.1 starts after the end of the run.\n");
    serde_json::from_slice::<Value>(&output.stdout).expect("the result is JSON all the same");
}

#[test]
fn wrong_arguments_are_refused() {
    let input = scenario().to_string();
    assert!(failure(&["run", "/no/such/scenario.json"], "").contains("/no/such/scenario.json"));
    assert!(failure(&["run", "-", "--set", "hops.wire"], &input).contains("PATH=VALUE"));
    assert!(failure(&["run", "-", "--set", "hops.air.rate=1"], &input).contains("wire"));
    assert!(failure(&["run", "-", "--duration", "soon"], &input).contains("--duration"));
    assert!(
        failure(&["run", "-", "--trace", "/no/such/folder/trace.csv"], &input)
            .contains("/no/such/folder/trace.csv")
    );
    assert!(failure(&["bench", "singl-newreno"], "").contains("single-newreno"));
    for args in [&["list", "algorithm"][..], &["list"], &["fly"], &[]] {
        let output = ackscope(args, "");
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert!(!output.stderr.is_empty(), "{args:?}");
    }
}

/// Two lanes, two loss rates and three seeds: twelve runs.
const SWEEP: [&str; 6] = ["sweep", "-", "--set", "hops.wire.loss.probability=0,0.02", "--seeds", "3"];

fn lossy() -> String {
    let mut lossy = scenario();
    lossy["hops"][0]["loss"] = json!({ "kind": "bernoulli" });
    lossy.to_string()
}

#[test]
fn a_sweep_gives_mean_and_interval_of_every_number_at_every_point() {
    let report = json_of(&[&SWEEP[..], &["--json"]].concat(), &lossy());
    assert_eq!(report["seeds"], json!([5, 6, 7]));
    let points = report["points"].as_array().unwrap();
    let named: Vec<(f64, &str)> = points
        .iter()
        .map(|point| {
            (point["set"]["hops.wire.loss.probability"].as_f64().unwrap(), point["lane"].as_str().unwrap())
        })
        .collect();
    assert_eq!(named, [(0.0, "newreno"), (0.0, "westwood+"), (0.02, "newreno"), (0.02, "westwood+")]);
    let goodput = |place: usize| points[place]["measures"].as_array().unwrap()[0].clone();
    let lost = goodput(2);
    let expected = ["source", "metric", "from_s", "to_s", "count", "mean", "min", "max", "half_width"];
    assert_eq!(keys(&lost), expected);
    assert_eq!(
        (&lost["source"], &lost["metric"], &lost["count"]),
        (&json!("main"), &json!("total_goodput_bps"), &json!(3))
    );
    assert!(
        lost["mean"].as_f64() < goodput(0)["mean"].as_f64() && lost["half_width"].as_f64().unwrap() > 0.0
    );

    let csv = success(&[&SWEEP[..], &["--csv"]].concat(), &lossy());
    let header = "hops.wire.loss.probability,lane,source,metric,from_s,to_s,count,mean,half_width,min,max,distinct_runs";
    let origin = "scenario_hash,seeds,ackscope_version,engine_fingerprint";
    assert_eq!(csv.lines().next(), Some(format!("{header},{origin}").as_str()));
    let hash = report["scenario_hash"].as_str().unwrap();
    let end = format!(
        ",{hash},5 to 7,{},{}",
        env!("CARGO_PKG_VERSION"),
        report["engine_fingerprint"].as_str().unwrap()
    );
    assert!(csv.lines().skip(1).all(|line| line.ends_with(&end)), "{csv}");
    assert!(
        csv.lines().any(|line| line.starts_with("0.02,westwood+,wire forward,utilisation,0,10,3,")),
        "{csv}"
    );
    let table = success(&SWEEP, &lossy());
    assert!(table.contains("±") && table.contains("goodput, Mbit/s"), "{table}");
    assert_eq!((&points[0]["distinct_runs"], &points[2]["distinct_runs"]), (&json!(3), &json!(3)));
}

#[test]
fn a_sweep_that_was_stopped_goes_on_where_its_file_ends() {
    let file = Scratch::new("sweep.jsonl");
    let to_file = [&SWEEP[..], &["--json", "--out", file.path()]].concat();
    let whole = success(&to_file, &lossy());
    let lines = std::fs::read_to_string(&file.0).unwrap();
    assert_eq!(lines.lines().count(), 1 + 12, "a header, and a line per run");
    assert!(failure(&to_file, &lossy()).contains("--resume"));

    // As if the sweep had been killed after five runs, while it wrote the sixth.
    let mut cut: String = lines.lines().take(6).map(|line| format!("{line}\n")).collect();
    cut.push_str(&lines.lines().nth(6).unwrap()[..40]);
    std::fs::write(&file.0, cut).unwrap();
    let resume = [&to_file[..], &["--resume"]].concat();
    assert!(success(&resume, &lossy()) == whole, "the resumed sweep reports what the whole one did");
    let again = std::fs::read_to_string(&file.0).unwrap();
    let sorted = |text: &str| {
        let mut runs: Vec<String> = text.lines().map(str::to_owned).collect();
        runs.sort();
        runs
    };
    assert!(sorted(&again) == sorted(&lines), "and its file holds the same runs");

    assert!(failure(&resume, &lossy().replace("\"100ms\"", "\"90ms\"")).contains("another scenario"));
    std::fs::write(&file.0, "{}\n").unwrap();
    assert!(failure(&resume, &lossy()).contains("not the output of a sweep"));
}

#[test]
fn a_sweep_in_shards_is_the_same_sweep_whichever_was_done_first() {
    let whole = success(&[&SWEEP[..], &["--json"]].concat(), &lossy());
    let files: Vec<Scratch> = (1..=3).map(|part| Scratch::new(&format!("shard-{part}.jsonl"))).collect();
    for part in [3, 1, 2] {
        let shard = format!("{part}/3");
        let own = ["--shard", &shard, "--out", files[part - 1].path(), "--csv"];
        success(&[&SWEEP[..], &own].concat(), &lossy());
    }
    let lines = |file: &Scratch| std::fs::read_to_string(&file.0).unwrap().lines().count();
    assert_eq!(files.iter().map(lines).collect::<Vec<_>>(), [5, 5, 5], "a header and a third of twelve runs");
    let from: Vec<&str> = files.iter().flat_map(|file| ["--from", file.path()]).collect();
    assert!(success(&[&SWEEP[..], &from, &["--json"]].concat(), &lossy()) == whole);
    // If one part is missing, its runs are done now. If a part is there twice, it counts once.
    let backward: Vec<&str> =
        [2, 0, 2].iter().flat_map(|&part: &usize| ["--from", files[part].path()]).collect();
    let output = ackscope(&[&SWEEP[..], &backward, &["--json"]].concat(), &lossy());
    assert!(output.status.success() && text(&output.stdout) == whole);
    assert!(text(&output.stderr).contains("4 of 12 runs are in no file: they are run now"));
    let output = ackscope(&[&SWEEP[..], &backward, &["--json", "--no-run"]].concat(), &lossy());
    let report: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let counts =
        report["points"].as_array().unwrap().iter().map(|point| point["measures"][0]["count"].as_u64());
    assert_eq!(counts.flatten().sum::<u64>(), 8, "{}", text(&output.stderr));
    let other = lossy().replace("\"100ms\"", "\"90ms\"");
    assert!(failure(&[&SWEEP[..], &from].concat(), &other).contains("another scenario"));
    assert!(failure(&[&SWEEP[..], &["--shard", "4/3"]].concat(), &lossy()).contains("I/N"));
}

#[test]
fn points_move_several_paths_together() {
    let points = Scratch::new("points.json");
    let list =
        json!([{ "hops.wire.rate": "1Mbps", "flows.main.rtt": "200ms" }, { "hops.wire.rate": "4Mbps" }]);
    std::fs::write(&points.0, list.to_string()).unwrap();
    let report = json_of(&["sweep", "-", "--points", points.path(), "--json"], &scenario().to_string());
    let sets: Vec<&Value> = report["points"].as_array().unwrap().iter().map(|point| &point["set"]).collect();
    assert_eq!(sets, [&list[0], &list[0], &list[1], &list[1]]);
    std::fs::write(&points.0, "[1]").unwrap();
    assert!(
        failure(&["sweep", "-", "--points", points.path()], &scenario().to_string())
            .contains("list of objects")
    );
    let message = failure(&["sweep", "-", "--set", "hops.wire.rate=1Mbps,2mbps"], &scenario().to_string());
    assert!(message.contains("point 1") && message.contains("hops.0.rate"), "{message}");
}

#[test]
fn a_benchmark_tells_what_a_segment_costs() {
    let report = json_of(&["bench", "gm04-table1", "--runs", "1", "--json"], "");
    let cost = &report["workloads"][0];
    assert_eq!(cost["id"], "gm04-table1");
    // 2 Mbit/s for 1000 s are 166 667 packets forward and, for half of the time, as many backward.
    let segments = cost["delivered_segments"].as_f64().unwrap();
    assert!((100_000.0..260_000.0).contains(&segments), "{segments}");
    for key in ["events", "packet_hops", "cpu_us_per_segment", "events_per_s", "packet_hops_per_s"] {
        assert!(cost[key].as_f64().unwrap() > 0.0, "{key}");
    }
    // Recording changes no run. At most 3 333 packets pass in 20 s.
    let recorded = json_of(&["bench", "gm04-table1", "--runs", "1", "--json", "--record"], "");
    assert_eq!(recorded["workloads"][0]["trace_hash"], cost["trace_hash"]);
    let short = json_of(&["bench", "gm04-table1", "--runs", "1", "--json", "--duration", "20s"], "");
    let segments = short["workloads"][0]["delivered_segments"].as_f64().unwrap();
    assert!((1_000.0..3_334.0).contains(&segments), "{segments}");
    assert!(failure(&["bench", "gm04-table1", "--duration", "20 s soon"], "").contains("--duration"));
}

#[test]
fn a_formula_gives_numbers_and_says_where_it_does_not_hold() {
    let all = json_of(&["theory", "--json"], "");
    let ids: Vec<&str> =
        all.as_array().unwrap().iter().map(|formula| formula["id"].as_str().unwrap()).collect();
    for id in
        ["reno", "gm02-theorem-1", "gm02-theorem-2", "kgm08-proposition-1", "kgm08-proposition-2", "padhye"]
    {
        assert!(ids.contains(&id), "{id} in {ids:?}");
    }
    let found =
        json_of(&["theory", "reno", "--set", "p=0.0001,0.01", "--set", "rtt=100ms,0.2", "--json"], "");
    let rates: Vec<f64> =
        found["points"].as_array().unwrap().iter().map(|p| p["values"]["rate"].as_f64().unwrap()).collect();
    // √(2·0.9999/0.0001)/0.1, and at 1 % √198/0.1 and √198/0.2.
    for (rate, expected) in rates.iter().zip([1_414.142_85, 707.071_4, 140.712_47, 70.356_24]) {
        assert!((rate / expected - 1.0).abs() < 1e-6, "{rates:?}");
    }
    let slow = ["theory", "gm02-theorem-1", "--set", "p=0.01", "--set", "bandwidth=100", "--json"];
    assert_eq!(json_of(&slow, "")["points"][0]["broken"].as_array().unwrap().len(), 1);
    let output = ackscope(&slow[..6], "");
    assert!(
        text(&output.stdout).contains("rate, segments/s") && text(&output.stderr).contains("does not hold")
    );
    assert!(success(&["theory"], "").contains("kgm08-fluid-1"));
    assert!(failure(&["theory", "renno"], "").contains("did you mean \"reno\"?"));
    assert!(failure(&["theory", "reno", "--set", "rrt=1"], "").contains("did you mean \"rtt\"?"));
    assert!(failure(&["theory", "reno", "--set", "p=2"], "").contains("0 to 1"));
    assert!(failure(&["theory", "--set", "p=2"], "").contains("id"));
}

#[test]
fn an_experiments_file_with_notes_is_run_and_an_unknown_key_in_it_is_named() {
    let file = |more: &str| {
        format!(
            r#"{{ "id": "x", "label": "x", "title": "x", "question": "?", "evidence": "example", "notes": ["mine"],{more}
            "scenario": {{ "version": 1, "duration": "1s", "hops": [{{ "rate": "2Mbps", "delay": "10ms" }}],
            "flows": [{{ "algorithm": "newreno", "rtt": "50ms" }}] }} }}"#
        )
    };
    success(&["run", "-"], &file(""));
    let message = failure(&["run", "-"], &file(r#" "remark": "mine","#));
    assert!(message.contains("no experiment") && message.contains("remark"), "{message}");
}

#[test]
fn a_sweep_is_a_tidy_table_and_says_how_lanes_differ_seed_by_seed() {
    let file = Scratch::new("tidy.csv");
    let metric = ["--metric", "total_goodput_bps,utilisation", "--table", file.path()];
    success(&[&SWEEP[..], &metric].concat(), &lossy());
    let table = std::fs::read_to_string(&file.0).unwrap();
    let (about, rows): (Vec<&str>, Vec<&str>) = table.lines().partition(|line| line.starts_with('#'));
    for key in [
        "version",
        "engine_fingerprint",
        "scenario_hash",
        "seed: 5",
        "seeds: 5 to 7",
        "scenario: {\"version\":1,",
        "units: ",
    ] {
        assert!(about.iter().any(|line| line.contains(key)), "{key}: {about:?}");
    }
    // Shards have other commands and the same runs.
    assert!(!about.iter().any(|line| line.contains("command")), "{about:?}");
    let header = "hops.wire.loss.probability,seed,lane,kind,source,metric,from_s,to_s,value,unit";
    assert_eq!(rows[0], header);
    assert!(rows.iter().any(|row| row.starts_with("0.02,6,westwood+,hop,wire forward,utilisation,10,30,")));
    // Twelve runs, two intervals, two channels and two groups.
    assert_eq!(rows.len(), 1 + 12 * 2 * (2 + 2));

    let pairs = json_of(
        &[&SWEEP[..], &["--pair", "newreno", "--metric", "total_goodput_bps", "--json"]].concat(),
        &lossy(),
    );
    assert_eq!(pairs["pairs"].as_array().unwrap().len(), 2 * 2 * 2, "points, groups, intervals");
    assert_eq!((&pairs["base"], &pairs["pairs"][0]["count"]), (&json!("newreno"), &json!(3)));
    let csv = success(
        &[&SWEEP[..], &["--pair", "newreno", "--metric", "total_goodput_bps", "--csv"]].concat(),
        &lossy(),
    );
    let lines: Vec<&str> = csv.lines().collect();
    assert!(
        lines[0].starts_with("hops.wire.loss.probability,lane,minus,kind,")
            && lines.len() == 9
            && lines[0].ends_with(",max,p,p_holm,scenario_hash,seeds,ackscope_version,engine_fingerprint")
            && lines[1].contains(",5 to 7,"),
        "{csv}"
    );
    let last = pairs["pairs"][7]["mean"].as_f64().unwrap().to_string();
    assert!(lines[8].starts_with("0.02,westwood+,newreno,group,") && lines[8].contains(&last), "{csv}");
    let refused = |more: &[&str], found: &str| {
        let message = failure(&[&SWEEP[..], more].concat(), &lossy());
        assert!(message.contains(found), "{message}");
    };
    refused(&["--pair", "vegas"], "newreno, westwood+");
    refused(&["--metric", "goodputs"], "goodput_bps");
    refused(&["--table", "x.xlsx"], ".parquet");
    assert!(
        success(&[&SWEEP[..], &["--pair", "newreno"]].concat(), &lossy()).contains("minus newreno ± 95 %")
    );
}

#[test]
fn a_scenario_is_checked_without_running() {
    let right = success(&["check", "-"], &scenario().to_string());
    assert!(right.contains("2 lanes of 30 s, seed 5") && right.contains("packets, at most"), "{right}");
    let wrong =
        scenario().to_string().replace("\"2Mbps\"", "\"2Mbqs\"").replace("\"80ms\"", "\"80 ms later\"");
    let output = ackscope(&["check", "-", "--json"], &wrong);
    assert_eq!(output.status.code(), Some(2));
    let found: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let paths: Vec<&str> =
        found[0]["errors"].as_array().unwrap().iter().map(|error| error["path"].as_str().unwrap()).collect();
    assert_eq!(paths, ["hops.0.rate", "flows.1.rtt"]);
    assert!(success(&["check", "gm04-table1"], "").contains("lanes of"));
    // The parameters of a kind that is not known are no mistakes of another one.
    let mut unknown = scenario();
    unknown["hops"][0]["queue"] = json!({ "kind": "drop-fron", "front": 0.5, "capacity": "20pkt" });
    let message = String::from_utf8(ackscope(&["check", "-"], &unknown.to_string()).stdout).expect("UTF-8");
    assert!(message.contains("drop-fron") && !message.contains("\"front\""), "{message}");
}
