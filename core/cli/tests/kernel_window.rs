//! Scripts in a real kernel: they are exported as BPF and loaded, and their windows are compared
//! with ours on a path of 10 Mbit/s and 100 ms with a buffer of one bandwidth-delay product. If the
//! machine lacks something, the test says so on standard error and is skipped: clang, libbpf,
//! bpftool, BTF, the right to load and to make a network namespace, TUN devices, Python.
//!
//! The kernel's part runs in real time, so `npm test` leaves it out: `npm run test:kernel` runs it.
//! A link that cannot keep its times because the machine is busy is another path. Then nothing is
//! compared.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// Seconds of the run: slow start, its loss, and most of Reno's first sawtooth.
const SECONDS: f64 = 14.0;
/// The most by which the link may be late, out of 100 ms: one packet time.
const LATEST_S: f64 = 0.0012;

fn here(place: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(place)
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Runs a program; `None` if it is not installed or fails.
fn succeeds(program: &str, args: &[&str]) -> Option<Output> {
    Command::new(program).args(args).output().ok().filter(|output| output.status.success())
}

/// A program that is registered with the kernel until this is dropped.
struct Registered(String);

impl Drop for Registered {
    fn drop(&mut self) {
        let _ = succeeds("bpftool", &["struct_ops", "unregister", "name", &self.0]);
    }
}

/// Writes, compiles and loads a script under the name `name`.
fn load(script: &str, name: &str, folder: &Path) -> Result<Registered, String> {
    let of = |ending: &str| folder.join(format!("{name}{ending}")).display().to_string();
    let (source, object) = (of(".bpf.c"), of(".bpf.o"));
    fs::copy(here(&format!("../script/library/{script}.ack")), of(".ack")).expect("writable");
    let exported = Command::new(env!("CARGO_BIN_EXE_ackscope"))
        .args(["export", "--as", "bpf", "--out", &source, &of(".ack")])
        .output()
        .expect("the binary runs");
    assert!(exported.status.success(), "{}", text(&exported.stderr));
    let compilers = ["clang", "clang-19", "clang-18", "clang-17", "clang-16", "clang-15"];
    let clang = compilers.into_iter().find(|clang| succeeds(clang, &["--version"]).is_some());
    let clang = clang.ok_or("clang is not installed")?;
    if !Path::new("/usr/include/bpf/bpf_helpers.h").exists() {
        return Err("libbpf's headers are not installed".to_owned());
    }
    let types = succeeds("bpftool", &["btf", "dump", "file", "/sys/kernel/btf/vmlinux", "format", "c"]);
    let types = types.ok_or("bpftool is not installed, or the kernel has no BTF")?;
    fs::write(folder.join("vmlinux.h"), &types.stdout).expect("writable");
    let include = format!("-I{}", folder.display());
    let flags = ["-O2", "-g", "-target", "bpf", "-mcpu=v3", "-D__TARGET_ARCH_x86", "-w"];
    let args = [&flags[..], &[&include, "-c", &source, "-o", &object]].concat();
    let compiled = Command::new(clang).args(&args).output().expect("it was there");
    assert!(compiled.status.success(), "{script}: {}", text(&compiled.stderr));
    let registered = format!("ack_{name}");
    succeeds("bpftool", &["struct_ops", "register", &object])
        .map(|_| Registered(registered))
        .ok_or_else(|| "the kernel takes no such program from this user".to_owned())
}

/// cwnd at whole tenths of a second after the connection is established (`None` during a recovery), the
/// first finite threshold, the largest cwnd, and goodput in bit/s over the last half.
#[derive(Debug, Default)]
struct Seen {
    at: Vec<Option<f64>>,
    first_ssthresh: f64,
    largest: f64,
    goodput_bps: f64,
}

/// Every 100 ms, from the first packets on.
fn tenths() -> impl Iterator<Item = f64> {
    (0..(10.0 * SECONDS) as u32 - 1).map(|tenth| f64::from(tenth) / 10.0 + 0.05)
}

fn in_kernel(algorithm: &str) -> Result<Seen, String> {
    let helper = here("tests/kernel/path.py").display().to_string();
    let seconds = SECONDS.to_string();
    let args = ["--net", "python3", &helper, algorithm, &seconds, "10e6", "0.05", "83"];
    let output = Command::new("unshare").args(args).output();
    let output = output.map_err(|_| "unshare is not installed".to_owned())?;
    let printed = text(&output.stdout);
    let mut seen = Seen::default();
    let mut late = None;
    let mut samples: Vec<(f64, f64, f64, f64, f64)> = Vec::new();
    for line in printed.lines() {
        let numbers: Vec<f64> = line.split_whitespace().filter_map(|word| word.parse().ok()).collect();
        match numbers[..] {
            [time, cwnd, acked, ssthresh, state] => samples.push((time, cwnd, acked, ssthresh, state)),
            [seconds] => late = Some(seconds),
            _ => {}
        }
    }
    let (Some(late), Some(last)) = (late, samples.last()) else {
        return Err(format!("no path between two namespaces here: {}", text(&output.stderr)));
    };
    if late > LATEST_S {
        return Err(format!("this machine is busy, and one packet in a hundred left {late} s late"));
    }
    seen.largest = samples.iter().map(|sample| sample.1).fold(0.0, f64::max);
    let window = |second: f64| {
        let sample = samples.iter().find(|sample| sample.0 >= second)?;
        (sample.4 == 0.0).then_some(sample.1)
    };
    seen.at = tenths().map(window).collect();
    let finite = samples.iter().map(|sample| sample.3).find(|ssthresh| *ssthresh < 1e9);
    seen.first_ssthresh = finite.unwrap_or(0.0);
    let half = samples.iter().find(|sample| sample.0 >= SECONDS / 2.0).expect("a sample");
    seen.goodput_bps = (last.2 - half.2) * 8.0 / (last.0 - half.0);
    Ok(seen)
}

fn in_simulator(script: &str, folder: &Path) -> Seen {
    let source = fs::read_to_string(here(&format!("../script/library/{script}.ack"))).expect("a script");
    let (scenario, trace) = (folder.join(format!("{script}.json")), folder.join(format!("{script}.csv")));
    // The handshake takes the first 100 ms.
    let end = SECONDS + 0.1;
    let value = serde_json::json!({
        "version": 1, "duration": end,
        "hops": [{ "rate": "10Mbps", "delay": "50ms", "queue": { "capacity": 83 } }],
        "scripts": { "mine": source },
        "flows": [{ "algorithm": "mine", "tcp": "linux6", "rtt": "100ms" }],
        "measure": [[SECONDS / 2.0 + 0.1, end]],
    });
    fs::write(&scenario, value.to_string()).expect("writable");
    let output = Command::new(env!("CARGO_BIN_EXE_ackscope"))
        .args(["run", "--json", "--trace"])
        .args([&trace, &scenario])
        .output()
        .expect("the binary runs");
    assert!(output.status.success(), "{}", text(&output.stderr));
    let results: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let bps = results.pointer("/lanes/0/flows/0/windows/0/goodput_bps").and_then(serde_json::Value::as_f64);
    let rows = fs::read_to_string(&trace).expect("the trace");
    let series = |name: &str| -> Vec<(f64, f64)> {
        let of = rows.lines().filter(|row| row.contains(name));
        of.filter_map(|row| {
            Some((row.split(',').next()?.parse().ok()?, row.rsplit(',').next()?.parse().ok()?))
        })
        .collect()
    };
    let (windows, thresholds) = (series(",cwnd,"), series(",ssthresh,"));
    let (losses, repairs) = (series(":tcp.prr,"), series(":tcp.recovered,"));
    // As in the kernel, time begins when the connection is established.
    let window = |second: f64| {
        let until = |list: &[(f64, f64)]| list.iter().filter(|row| row.0 <= second + 0.1).count();
        let is_open = until(&losses) == until(&repairs);
        is_open.then(|| windows[until(&windows).saturating_sub(1)].1)
    };
    Seen {
        at: tenths().map(window).collect(),
        first_ssthresh: thresholds.first().map_or(0.0, |row| row.1),
        largest: windows.iter().map(|row| row.1).fold(0.0, f64::max),
        // Payload bits of packets of 1500 bytes, as the kernel counts them.
        goodput_bps: bps.expect("goodput") * 1448.0 / 1500.0,
    }
}

#[test]
#[ignore = "takes real time and a quiet machine: npm run test:kernel"]
fn a_script_has_the_window_in_a_kernel_that_it_has_here() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("kernel-window");
    fs::create_dir_all(&folder).expect("writable");
    // Reno's halving, an estimate in the private memory of the connection, and one that is made in
    // rounds.
    let scripts = [("newreno", "cmp_reno"), ("westwood-plus", "cmp_west"), ("my-westwood", "cmp_mine")];
    for (script, name) in scripts {
        let kernel = load(script, name, &folder).and_then(|loaded| {
            // The machine may be busy only for a moment, so the run is tried again.
            let again = |_| in_kernel(&loaded.0);
            in_kernel(&loaded.0).or_else(again).or_else(again)
        });
        let kernel = match kernel {
            Ok(kernel) => kernel,
            Err(reason) => {
                eprintln!("skipped: the window of {script} in a kernel is not compared: {reason}");
                continue;
            }
        };
        let ours = in_simulator(script, &folder);
        eprintln!("{script}: kernel {kernel:?}\n{script}: ours {ours:?}");
        let near = |a: f64, b: f64, share: f64| (a - b).abs() <= share * b;
        assert!(near(ours.largest, kernel.largest, 0.05), "{script}: the largest window");
        assert!(near(ours.goodput_bps, kernel.goodput_bps, 0.05), "{script}: goodput");
        // What the script has measured in slow start decides it.
        assert!(near(ours.first_ssthresh, kernel.first_ssthresh, 0.05), "{script}: the first threshold");
        // From the first packet on, except where one of them repairs a loss: recovery shapes the
        // window there. A timer of the sampling end may be late by a few ACKs.
        for (second, (ours, kernel)) in tenths().zip(ours.at.iter().zip(&kernel.at)) {
            let (Some(ours), Some(kernel)) = (ours, kernel) else { continue };
            let apart = (ours - kernel).abs();
            assert!(apart <= 0.1 * kernel + 2.0, "{script}: {ours} and {kernel} at {second} s");
        }
    }
}
