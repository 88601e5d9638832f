//! Runs the experiments of the papers in real ns-2.35, which must be installed as `ns`.
//!
//! `cargo run --release -p ackscope-xtask --bin ns2 -- ID…` exports every run of the entry's
//! variant *as ns-2 was run* (or of the entry itself, if it has no such variant) as an ns-2 script.
//! It stores the results in `core/lab/reference/ns2/ID.json`, in the format of `core/lab/results`.
//! docs/validation.md compares our numbers with them and judges the claims by them. Finished runs
//! are kept in `target/ns2`. Lanes without an agent in ns-2 are left out.

use ackscope_engine::trace::RecordOptions;
use ackscope_lab::experiments::entry::{Experiment, Form, Variant};
use ackscope_lab::experiments::metric::Source;
use ackscope_lab::experiments::runs::{Job, Record, plan};
use ackscope_lab::experiments::{Numbers, experiments};
use ackscope_lab::export::{Origin, Simulator, export};
use ackscope_lab::report::{FlowReport, FlowWindow, LaneReport};
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::{fs, io};

/// The numbers of a flow's window that an exported script reports; ns-2 gives no others.
const REPORTED: [&str; 3] = ["goodput_bps", "throughput_bps", "last_sequence"];

fn main() -> Result<(), Box<dyn Error>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let (runs, results) = (root.join("../../target/ns2"), root.join("../lab/reference/ns2"));
    fs::create_dir_all(&runs)?;
    fs::create_dir_all(&results)?;
    for id in std::env::args().skip(1) {
        let known = experiments();
        let experiment =
            known.iter().find(|experiment| experiment.id == id).ok_or(format!("no experiment {id}"))?;
        let variant = experiment.variants.iter().find(|variant| variant.ns2);
        let numbers = measure(experiment, variant, &runs)?;
        fs::write(results.join(format!("{id}.json")), text(&numbers)?)?;
    }
    Ok(())
}

fn measure(
    experiment: &Experiment,
    variant: Option<&Variant>,
    folder: &Path,
) -> Result<Numbers, Box<dyn Error>> {
    let plan = plan(experiment, Form::Full, variant).map_err(|error| error.to_string())?;
    let jobs: BTreeMap<&str, &Job> = plan.jobs.iter().map(|job| (job.id.as_str(), job)).collect();
    let records: Result<BTreeMap<String, Record>, io::Error> =
        jobs.par_iter().map(|(id, job)| Ok(((*id).to_owned(), record(job, folder)?))).collect();
    let label = variant.map(|variant| variant.label.as_str());
    let mut numbers = Numbers::of(experiment, Form::Full, label, &plan, &records?);
    numbers.cells.retain(|cell| {
        let metric = experiment.metric(&cell.metric).map(|metric| &metric.from);
        let number = match metric {
            Some(Source::Measure(measure)) => measure.number.as_deref(),
            _ => None,
        };
        number.is_some_and(|number| REPORTED.contains(&number)) && cell.summary.count > 0
    });
    // ns-2 measured them, not this engine.
    (numbers.engine, numbers.rules) = (None, None);
    Ok(numbers)
}

/// The record of a run in ns-2, from its stored output if there is one.
fn record(job: &Job, folder: &Path) -> io::Result<Record> {
    let lane = job.lane();
    let empty = || Record {
        id: job.id.clone(),
        engine: String::new(),
        report: LaneReport::new(
            &lane.label,
            &lane.setup,
            &lane.simulation(&RecordOptions::NOTHING).results(),
        ),
        probes: BTreeMap::new(),
    };
    let exported = export(lane, Simulator::Ns2, Origin::default());
    let mut record = empty();
    record.report.hops.clear();
    record.report.flows.clear();
    let Some(program) = exported.program else { return Ok(record) };
    let kept = folder.join(format!("{}.csv", job.id));
    if !kept.exists() {
        let script = folder.join(format!("{}.tcl", job.id));
        fs::write(&script, program)?;
        let output = Command::new("ns").arg(&script).stdin(Stdio::null()).output()?;
        if !output.status.success() {
            let said = String::from_utf8_lossy(&output.stderr).into_owned();
            return Err(io::Error::other(format!("{}: {said}", script.display())));
        }
        let partial = PathBuf::from(format!("{}.partial", kept.display()));
        fs::write(&partial, output.stdout)?;
        fs::rename(partial, &kept)?;
        fs::remove_file(script)?;
    }
    let text = fs::read_to_string(&kept)?;
    let rows: Vec<Vec<f64>> = text
        .lines()
        .skip_while(|line| !line.starts_with("flow,from_s"))
        .skip(1)
        // A name may contain a comma, so the last four fields are the numbers.
        .map(|line| line.rsplitn(5, ',').take(4).map(|field| field.parse().unwrap_or(f64::NAN)).collect())
        .collect();
    let (flows, windows) = (&lane.setup.flows, &lane.setup.measure);
    if rows.len() != flows.len() * windows.len() || rows.iter().any(|row| row.len() != 4) {
        return Err(io::Error::other(format!("{} is not what a script prints", kept.display())));
    }
    for (index, (flow, rows)) in flows.iter().zip(rows.chunks(windows.len().max(1))).enumerate() {
        record.report.flows.push(FlowReport {
            name: lane.setup.groups[flow.group].name.clone(),
            flow_name: flow.name.clone(),
            index,
            algorithm: String::new(),
            direction: flow.direction.id().to_owned(),
            completion_s: None,
            windows: rows.iter().map(|row| window(row, f64::from(flow.packet_bytes))).collect(),
        });
    }
    Ok(record)
}

/// A row of numbers in reverse order.
fn window(row: &[f64], packet_bytes: f64) -> FlowWindow {
    let [throughput_bps, goodput_bps, to_s, from_s] = [row[0], row[1], row[2], row[3]];
    let segments = goodput_bps * (to_s - from_s) / 8.0 / packet_bytes;
    FlowWindow {
        from_s,
        to_s,
        goodput_bps,
        throughput_bps,
        goodput_sender_bps: f64::NAN,
        retransmission_ratio: None,
        retransmissions: 0,
        stale_segments: None,
        retransmission_ratio_of_distinct: None,
        loss_event_rate: None,
        spurious_retransmissions: 0,
        mean_rtt_s: None,
        mean_queueing_s: None,
        fast_retransmits: 0,
        timeouts: 0,
        // The number of segments in the window. It is the last sequence number only for a window
        // that begins at 0, as in all entries that use it.
        last_sequence: segments.round() as u64,
        ce_segments: None,
        ecn_reductions: None,
        congestion_event_rate: None,
        completed_transfers: None,
        mean_completion_s: None,
        p50_completion_s: None,
        p95_completion_s: None,
        p99_completion_s: None,
        mean_chunk_rate_bps: None,
        stalled_s: None,
        p50_delay_s: None,
        p95_delay_s: None,
        p99_delay_s: None,
        p50_queueing_s: None,
        p95_queueing_s: None,
        p99_queueing_s: None,
    }
}

/// The numbers as JSON, one cell per line, rounded to six digits.
fn text(numbers: &Numbers) -> Result<String, serde_json::Error> {
    let rounded = |x: Option<f64>| x.and_then(|x| format!("{x:.5e}").parse::<f64>().ok());
    let mut head = numbers.clone();
    let cells = std::mem::take(&mut head.cells);
    let lines: Result<Vec<String>, _> = cells
        .into_iter()
        .map(|mut cell| {
            let of = &mut cell.summary;
            (of.mean, of.min, of.max, of.half_width) =
                (rounded(of.mean), rounded(of.min), rounded(of.max), rounded(of.half_width));
            serde_json::to_string(&cell)
        })
        .collect();
    let head = serde_json::to_string(&head)?;
    let head = head.strip_suffix("[]}").unwrap_or(&head).to_owned();
    Ok(format!("{head}[\n{}\n]}}\n", lines?.join(",\n")))
}
