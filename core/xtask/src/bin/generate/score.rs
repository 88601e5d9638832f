//! `docs/report-card.md`: the standard paths and the measured quantities.

use super::markdown::NOTE;
use ackscope_lab::score::{DURATION_S, MAIN, PATHS, SEEDS, WARM_UP_S};
use std::fmt::Write;

/// The text of the page.
pub fn page() -> String {
    let mut page = format!(
        "{NOTE}\n# The report card\n\nAny algorithm, built-in or a [script](scripts.md), on twelve standard paths: \
         `ackscope score` on the [command line](command-line.md#score-algorithms), the page Report card in a browser. \
         The paths are data in `core/lab/src/score/paths.rs`. \
         The page shows the card that `core/lab/report-card.json` has recorded, computes it again and marks what differs.\n\nA run takes {DURATION_S} s and is repeated with {SEEDS} seeds. \
         Numbers are of the interval from {WARM_UP_S} s on; convergence counts from the start. Each has its 95 % interval over \
         the seeds. A path without chance gives the same run for each seed, and an interval of 0.\n\n\
         The flows that are scored are called `{MAIN}`. They understand marks as RFC 3168 says, DCTCP and Prague in their own way; \
         only PIE marks here. \
         The receive window is 500 segments, 100 for each of fifty flows, 2000 on the satellite and the variable path: above what \
         path and buffer hold, so that it limits only an algorithm that overshoots by far.\n\n## Paths\n\n| path | what it is | named after | fair, Mbit/s |\n|---|---|---|---|\n"
    );
    for path in &PATHS {
        let (suite, part) = path.source;
        let fair = path.fair_bps() / 1e6;
        let _ =
            writeln!(page, "| {} (`{}`) | {} | {suite}: {part} | {fair} |", path.name, path.id, path.about);
    }
    page.push_str(
        "\nThe suites also have long mixes of short transfers, which are left out. Chosen here are the length of a run, the number of \
         seeds, the deep buffer, the two RTTs, the rate and number of the many flows, the changes of the variable rate, and random \
         loss of 0.1 %, alone and on the satellite.\n\n## Numbers\n\n\
         They follow RFC 5166. `fair` is the flows' part of the bottleneck's mean rate if all flows get the same.\n\n\
         | key | what it is |\n|---|---|\n\
         | `goodput_bps` | goodput of the scored flows together |\n\
         | `goodput_share` | the same by what is fair for them |\n\
         | `p95_delay_s`, `p99_delay_s` | queueing delay at the bottleneck that 95 or 99 of 100 packets do not exceed |\n\
         | `loss_ratio` | packets that the bottleneck's queue drops by those that arrive |\n\
         | `retransmission_ratio` | segments retransmitted by segments sent |\n\
         | `jain_index` | Jain index of all flows in that direction; null where a flow is alone |\n\
         | `convergence_s` | from the start until the flows have nine tenths of their fair share for ten seconds; of the seeds where they do |\n\
         | `friendliness` | mean goodput by that of the other algorithm's flow; null where there is none |\n\
         | `mark_ratio` | packets that the bottleneck marks by those that arrive; null where it never marks |\n\n\
         Over all paths an algorithm has the mean of `goodput_share`, where more than fair counts as fair, and the geometric mean of \
         `p95_delay_s`, where less than 1 ms counts as 1 ms.\n",
    );
    page
}
