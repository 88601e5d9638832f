//! The kernel's list in docs/validation.md: how many figures of each case agree, and why the others
//! do not.

use ackscope_lab::experiments::comparison::digits;
use ackscope_lab::kernel::{By, Case, Compared, Measured, cases, causes};
use std::fmt::Write as _;

const MEASURED: &str = include_str!("../../../../lab/reference/kernel-measured.json");

const HEAD: &str = "
## Case by case

The sections above hold the kernel's first two sets. These are its cases on other paths, its third and its fourth set, with the kernel's range: rates, delays, buffers and losses of other paths, what changes on
the way (rate steps, reordering, a policer, late and lost ACKs, marks, a source that pauses), and fast paths (`f…`). The sender here is `tcp: linux6`. A figure agrees if it
is inside the range of the kernel's runs, widened by 5 % for goodput and by 15 % for counts, queues and windows (at least by one packet); timeouts,
and that nothing is resent needlessly, agree exactly. Ours is the mean of three seeds, on fast paths of three RTTs a tenth of a millisecond apart, or on other paths the range of six runs.
`npm run validate -- kernel` measures the list again. `npm run bench:kernel` measures the fast paths in the kernel of the machine that it runs on; that the bottleneck is a
program has its price: *late* is how late at most one packet in a thousand was, in the worst of the runs that count.
";

/// What the engine measured of the kernel's cases.
pub fn measured() -> Measured {
    serde_json::from_str(MEASURED).expect("kernel-measured.json is JSON")
}

pub fn section() -> String {
    let measured = measured();
    let causes = causes();
    let mut page = HEAD.to_owned();
    let (mut rows, mut apart) = (String::new(), String::new());
    let (mut agree, mut all) = (0, 0);
    for case in cases() {
        let Some(runs) = measured.cases.get(&case.name) else { continue };
        let compared = case.compare(runs);
        let count = compared.iter().filter(|one| one.agrees).count();
        agree += count;
        all += compared.len();
        let _ = writeln!(rows, "| `{}` | {} | {count} of {} |", case.name, case.path, compared.len());
        for one in compared.iter().filter(|one| !one.agrees) {
            let cause = causes.get(&case.name).and_then(|of| of.get(&one.figure.what));
            let cause = cause.map_or("**not known**", String::as_str);
            let _ = writeln!(apart, "{} {cause} |", row(&case, one));
        }
    }
    let _ = write!(
        page,
        "\n{agree} of {all} figures agree (engine {}).\n\n| case | path | figures that agree |\n|---|---|--:|\n{rows}",
        measured.engine
    );
    if !apart.is_empty() {
        let _ = write!(
            page,
            "\n| case | figure | kernel | here | why it differs |\n|---|---|--:|--:|---|\n{apart}"
        );
    }
    page
}

fn row(case: &Case, one: &Compared) -> String {
    let interval = one.figure.interval.map_or(String::new(), |(from, to)| format!(", {from} to {to} s"));
    let [low, _, high] = one.figure.kernel;
    let ours = match case.by {
        By::Mean => digits(one.ours.iter().sum::<f64>() / one.ours.len() as f64),
        By::Range => {
            let least = one.ours.iter().copied().fold(f64::INFINITY, f64::min);
            let most = one.ours.iter().copied().fold(0.0, f64::max);
            format!("{} to {}", digits(least), digits(most))
        }
    };
    format!(
        "| `{}` | {}{interval} | {} to {} | {ours} |",
        case.name,
        one.figure.what.replace('_', " "),
        digits(low),
        digits(high)
    )
}
