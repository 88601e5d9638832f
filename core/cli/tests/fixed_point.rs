//! The fixed-point functions of an exported BPF program, compiled for this machine. They are
//! compared with exact arithmetic (sums, products, quotients in 128 bits) and with 64-bit floats
//! (roots), over a grid that includes the extremes. Without a C compiler the test says so on
//! standard error and is skipped.

use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

const PRELUDE: &str = include_str!("../../lab/src/export/script/bpf_prelude.h");
/// The parts of the kernel's headers that the prelude uses.
const KERNEL: &str = "#include <stdbool.h>
typedef unsigned long long __u64; typedef long long __s64; typedef unsigned int __u32; typedef int __s32;
#define SEC(name)
#define __always_inline inline __attribute__((always_inline, unused))
#define __noinline __attribute__((noinline, unused))
struct tcp_sock { __u32 snd_cwnd, snd_ssthresh, max_packets_out; bool is_cwnd_limited; };
";
const MAIN: &str = r#"
#include <stdio.h>
int main(void)
{
    fx a, b;
    (void)_license, (void)fx_us, (void)cwnd_is_limit;
    while (scanf("%lld %lld", &a, &b) == 2)
        printf("%lld %lld %lld %lld %lld %lld %lld %lld %lld %lld %lld %lld\n", fx_add(a, b), fx_negative(a),
               fx_mul(a, b), fx_div(a, b), fx_abs(a), fx_floor(a), fx_ceil(a), fx_round(a), fx_sign(a),
               fx_sqrt(a), fx_cbrt(a), fx_smooth(a, b, FX_ONE / 8));
    return 0;
}
"#;
const ONE: i128 = 1 << 32;
const MAX: i64 = i64::MAX;

/// Numbers that are tried in pairs: around powers of two and ten, with both signs, the extremes,
/// and some without a pattern.
fn numbers() -> Vec<i64> {
    let mut numbers = vec![0, MAX, MAX - 1];
    for shift in 0..63 {
        numbers.extend([(1i64 << shift) - 1, 1i64 << shift, (1i64 << shift) + 1]);
    }
    numbers.extend((0..9).map(|power| 10i64.pow(power) << 32));
    let mut state = 22u64;
    for shift in (0..60).step_by(4) {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        numbers.push((state >> 1 >> shift) as i64);
    }
    let negative: Vec<i64> = numbers.iter().map(|number| -number).collect();
    numbers.extend(negative);
    numbers.sort_unstable();
    numbers.dedup();
    numbers
}

fn held(exact: i128) -> i64 {
    exact.clamp(-i128::from(MAX), i128::from(MAX)) as i64
}

fn value(fixed: i64) -> f64 {
    fixed as f64 / ONE as f64
}

/// The results of the functions for each pair; `None` without a compiler.
fn compute(pairs: &[(i64, i64)]) -> Option<Vec<Vec<i64>>> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("fixed-point");
    fs::create_dir_all(folder.join("bpf")).expect("writable");
    fs::write(folder.join("vmlinux.h"), KERNEL).expect("writable");
    fs::write(folder.join("bpf/bpf_helpers.h"), "").expect("writable");
    fs::write(folder.join("bpf/bpf_tracing.h"), "").expect("writable");
    fs::write(folder.join("main.c"), format!("{PRELUDE}{MAIN}")).expect("writable");
    let program = folder.join("main");
    // Signed overflow is undefined here, and the sanitizer ends the program.
    let flags = ["-O1", "-Wall", "-Wextra", "-Werror", "-fsanitize=undefined", "-fno-sanitize-recover"];
    let compiled = Command::new("cc")
        .args(flags)
        .arg(format!("-I{}", folder.display()))
        .args([&folder.join("main.c"), Path::new("-o"), &program])
        .output()
        .ok()?;
    assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
    let mut text = String::new();
    for (a, b) in pairs {
        let _ = writeln!(text, "{a} {b}");
    }
    let mut running = Command::new(program)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it was compiled");
    let mut input = running.stdin.take().expect("a pipe");
    let writer = std::thread::spawn(move || input.write_all(text.as_bytes()));
    let output = running.wait_with_output().expect("it runs");
    writer.join().expect("written").expect("it reads all");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let rows = String::from_utf8(output.stdout).expect("numbers");
    let row = |row: &str| row.split(' ').map(|number| number.parse().expect("a number")).collect();
    Some(rows.lines().map(row).collect())
}

#[test]
fn fixed_point_is_exact_where_it_can_be_and_stays_at_the_largest() {
    let numbers = numbers();
    let pairs: Vec<(i64, i64)> = numbers.iter().flat_map(|a| numbers.iter().map(|b| (*a, *b))).collect();
    let Some(rows) = compute(&pairs) else {
        eprintln!("skipped: cc is not installed");
        return;
    };
    assert_eq!(rows.len(), pairs.len());
    for (&(a, b), row) in pairs.iter().zip(&rows) {
        let &[sum, negative, product, quotient, size, floor, ceil, round, sign, sqrt, cbrt, smooth] =
            &row[..]
        else {
            panic!("twelve numbers, not {row:?}");
        };
        let (x, y) = (i128::from(a), i128::from(b));
        assert_eq!(sum, held(x + y), "{a} + {b}");
        assert_eq!(negative, -a);
        // The product is rounded towards zero.
        assert_eq!(product, held(x * y / ONE), "{a} * {b}");
        let exact = if b == 0 { 0 } else { held(x * ONE / y) };
        // A divisor above 2^16 loses 15 of its bits.
        let cut = if b.unsigned_abs() >> 48 == 0 { 0 } else { 1 + exact.unsigned_abs() / (1 << 32) };
        assert!(exact.abs_diff(quotient) <= cut, "{a} / {b}: {quotient} for {exact}");
        assert_eq!(size, a.abs());
        assert_eq!(i128::from(floor), x.div_euclid(ONE) * ONE, "floor {a}");
        let largest = i128::from(MAX) / ONE * ONE;
        assert_eq!(i128::from(ceil), (-(-x).div_euclid(ONE) * ONE).min(largest), "ceil {a}");
        let half = ((x.abs() + ONE / 2).div_euclid(ONE) * ONE).min(largest);
        assert_eq!(i128::from(round), x.signum() * half, "round {a}");
        assert_eq!(i128::from(sign), x.signum() * ONE);
        let ulp = 1.0 / ONE as f64;
        let near = |fixed: i64, exact: f64, more: f64| {
            (value(fixed) - exact).abs() <= 4.0 * ulp + exact.abs() * 1e-6 + more
        };
        let root = value(a.max(0)).sqrt();
        assert!(near(sqrt, root, 0.0), "sqrt {a}: {} for {root}", value(sqrt));
        // Near zero, the square of the cube root has few bits.
        let root = ackscope_engine::math::cbrt(value(a));
        let few = if a == 0 { 0.0 } else { ulp / root.abs() };
        assert!(near(cbrt, root, few), "cbrt {a}: {} for {root}", value(cbrt));
        let exact = value(a) / 8.0 + value(b) * 7.0 / 8.0;
        assert!(near(smooth, exact, 0.0), "smooth {a} {b}: {} for {exact}", value(smooth));
    }
}
