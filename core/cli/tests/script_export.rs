//! Scripts for other targets: the compilers of these targets read the output, if they are
//! installed. A test that lacks its tool says so on standard error and is skipped.

use crate::ns3;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// The scripts that both targets can express.
const LIBRARY: [&str; 4] = ["newreno", "stcp", "my-westwood", "illinois"];
/// More scripts that a BPF program can express.
const ALSO_BPF: [&str; 2] = ["cubic-rfc9438", "westwood-plus"];
/// More scripts that a class of ns-3 can express.
const ALSO_NS3: [&str; 3] = ["cubic-rfc9438", "hstcp", "hybla"];

fn library(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../script/library/{name}.ack"))
}

fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::create_dir_all(&folder).expect("writable");
    folder
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn export(name: &str, format: &str, out: &Path) -> Output {
    Command::new(env!("CARGO_BIN_EXE_ackscope"))
        .args(["export", "--as", format, "--out"])
        .arg(out)
        .arg(library(name))
        .output()
        .expect("the binary runs")
}

/// Runs a program; `None` if it is not installed.
fn try_run(program: &str, args: &[&str]) -> Option<Output> {
    Command::new(program).args(args).output().ok()
}

#[test]
fn what_cannot_be_said_is_refused_by_name_and_nothing_is_written() {
    let out = folder("script-refused").join("hstcp.bpf.c");
    let output = export("hstcp", "bpf", &out);
    assert_eq!(output.status.code(), Some(2));
    let printed = text(&output.stderr);
    assert!(printed.contains("a BPF program cannot express this: log(); ^ 1.2"), "{printed}");
    assert!(!out.exists());
    let output = export("vegas", "ns3-class", &out);
    assert!(text(&output.stderr).contains("segment_rtt"), "{}", text(&output.stderr));
}

/// A stand-in for ns-3: the parts of its classes that an exported class uses.
const STUB: &str = include_str!("ns3_stub.h");

#[test]
fn a_class_of_ns3_is_read_by_a_compiler() {
    let folder = folder("script-ns3");
    let installed = ns3::include();
    if installed.is_none() {
        let stub = folder.join("ns3");
        fs::create_dir_all(&stub).expect("writable");
        fs::write(stub.join("core-module.h"), STUB).expect("writable");
        fs::write(stub.join("internet-module.h"), "").expect("writable");
        eprintln!("skipped: ns-3's own headers are not installed; read with a stand-in");
    }
    for name in LIBRARY.iter().chain(&ALSO_NS3) {
        let file = folder.join(format!("{name}.h"));
        let output = export(name, "ns3-class", &file);
        assert!(output.status.success(), "{name}: {}", text(&output.stderr));
        let main = folder.join(format!("{name}.cc"));
        // The compiler checks a class closely only if an object of it is made.
        let header = fs::read_to_string(&file).expect("readable");
        let class = header.lines().find_map(|line| line.strip_prefix("class ")?.split(' ').next());
        let class = class.expect("a class");
        let program = format!(
            "#include \"{name}.h\"\nint main() {{ auto made = ns3::CreateObject<ns3::{class}>(); return made ? 0 : 1; }}\n"
        );
        fs::write(&main, program).expect("writable");
        let include = installed.clone().unwrap_or_else(|| vec![format!("-I{}", folder.display())]);
        let main = main.display().to_string();
        let mut args = vec!["-std=c++17", "-fsyntax-only", "-Wall", "-Werror"];
        args.extend(include.iter().map(String::as_str));
        args.push(&main);
        match try_run("g++", &args) {
            None => {
                eprintln!("skipped: g++ is not installed");
                return;
            }
            Some(output) => assert!(output.status.success(), "{name}: {}", text(&output.stderr)),
        }
    }
}

#[test]
fn a_bpf_program_is_compiled_and_taken_by_the_kernel() {
    let folder = folder("script-bpf");
    let compilers = ["clang", "clang-19", "clang-18", "clang-17", "clang-16", "clang-15"];
    let Some(clang) = compilers.into_iter().find(|name| try_run(name, &["--version"]).is_some()) else {
        eprintln!("skipped: clang is not installed");
        return;
    };
    let types = try_run("bpftool", &["btf", "dump", "file", "/sys/kernel/btf/vmlinux", "format", "c"]);
    let Some(types) = types.filter(|output| output.status.success()) else {
        eprintln!("skipped: bpftool is not installed, or the kernel has no BTF");
        return;
    };
    fs::write(folder.join("vmlinux.h"), &types.stdout).expect("writable");
    if !Path::new("/usr/include/bpf/bpf_helpers.h").exists() {
        eprintln!("skipped: libbpf's headers are not installed");
        return;
    }
    for name in LIBRARY.iter().chain(&ALSO_BPF) {
        let source = folder.join(format!("{name}.bpf.c")).display().to_string();
        let object = folder.join(format!("{name}.bpf.o")).display().to_string();
        let output = export(name, "bpf", Path::new(&source));
        assert!(output.status.success(), "{name}: {}", text(&output.stderr));
        let include = format!("-I{}", folder.display());
        let flags = ["-O2", "-g", "-target", "bpf", "-mcpu=v3", "-D__TARGET_ARCH_x86", "-Wno-visibility"];
        let args = [&flags[..], &[&include, "-c", &source, "-o", &object]].concat();
        let compiled = try_run(clang, &args).expect("it was there");
        assert!(compiled.status.success(), "{name}: {}", text(&compiled.stderr));
        // The program has its own name, so that two runs of this test do not collide. It is
        // registered and removed again.
        let registered = try_run("bpftool", &["struct_ops", "register", &object]).expect("it was there");
        let printed = text(&registered.stdout) + &text(&registered.stderr);
        if printed.contains("Operation not permitted") || printed.contains("permission") {
            eprintln!("skipped: loading into the kernel needs more rights");
            continue;
        }
        let own: String = format!("ack_{name}").replace('-', "_").chars().take(15).collect();
        let back = try_run("bpftool", &["struct_ops", "unregister", "name", &own]).expect("it was there");
        assert!(printed.contains("Registered tcp_congestion_ops"), "{name}: {printed}");
        assert!(back.status.success(), "{name}: {}", text(&back.stderr));
    }
}
