//! `bench`: the engine's speed on fixed workloads, one run at a time.

use crate::args::BenchArgs;
use crate::table::Table;
use crate::{input, output, processor};
use ackscope_engine::catalogue::nearest;
use ackscope_engine::sim::EngineCounters;
use ackscope_engine::trace::RecordOptions;
use ackscope_lab::lanes::{LanePlan, plan};
use ackscope_lab::overrides::shorten;
use ackscope_lab::workloads::{WORKLOADS, Workload};
use anyhow::{Result, bail};
use serde::Serialize;
use std::time::Instant;

/// The cost of one workload.
#[derive(Clone, Debug, Serialize)]
struct Cost {
    id: &'static str,
    title: String,
    delivered_segments: u64,
    events: u64,
    packet_hops: u64,
    wall_s: f64,
    /// Processor time if the system reports it, otherwise wall-clock time. Processor time does not
    /// include other programs.
    cpu_s: f64,
    cpu_us_per_segment: f64,
    events_per_s: f64,
    packet_hops_per_s: f64,
    trace_hash: String,
    peak_memory_bytes: Option<u64>,
}

/// Runs the workloads and prints their costs.
pub fn bench(args: &BenchArgs) -> Result<()> {
    processor::limit(&args.processor);
    let costs: Vec<Cost> =
        chosen(&args.workloads)?.into_iter().map(|workload| cost(workload, args)).collect::<Result<_>>()?;
    if args.json {
        return output::json(&output::with_engine(serde_json::json!({ "workloads": costs }))?);
    }
    let header = ["workload", "segments", "µs CPU per segment", "events/s", "packet hops/s", "seconds"];
    let mut table = Table::new(1, header);
    for cost in &costs {
        table.row([
            cost.id.to_owned(),
            cost.delivered_segments.to_string(),
            format!("{:.4}", cost.cpu_us_per_segment),
            format!("{:.3e}", cost.events_per_s),
            format!("{:.3e}", cost.packet_hops_per_s),
            format!("{:.3}", cost.cpu_s),
        ]);
    }
    output::line(&table.text())
}

fn chosen(ids: &[String]) -> Result<Vec<&'static Workload>> {
    if ids.is_empty() {
        return Ok(WORKLOADS.iter().filter(|workload| !workload.is_long).collect());
    }
    let find = |id: &String| match WORKLOADS.iter().find(|workload| workload.id == id) {
        Some(workload) => Ok(workload),
        None => {
            let known: Vec<&str> = WORKLOADS.iter().map(|workload| workload.id).collect();
            let hint = nearest(id, known.iter().copied()).map(|name| format!("; did you mean {name:?}?"));
            bail!(
                "the workload {id:?} is not known{} Allowed: {}.",
                hint.as_deref().unwrap_or("."),
                known.join(", ")
            )
        }
    };
    ids.iter().map(find).collect()
}

fn cost(workload: &'static Workload, args: &BenchArgs) -> Result<Cost> {
    let mut scenario = workload.scenario();
    if let Some(duration) = &args.duration {
        shorten(&mut scenario, input::duration(duration)?);
    }
    let lane = plan(&scenario)?.remove(0);
    let options = if args.record { RecordOptions::PAGE } else { RecordOptions::NOTHING };
    let once = || {
        let (wall, cpu) = (Instant::now(), cpu_s());
        let engine = run(&lane, &options);
        let wall_s = wall.elapsed().as_secs_f64();
        let cpu_s = cpu.zip(cpu_s()).map_or(wall_s, |(before, after)| after - before);
        (cpu_s, wall_s, engine)
    };
    let fastest = (0..args.runs).map(|_| once()).min_by(|a, b| a.0.total_cmp(&b.0));
    let (cpu_s, wall_s, engine) = fastest.expect("at least one run");
    Ok(Cost {
        id: workload.id,
        title: scenario.title.unwrap_or_default(),
        delivered_segments: engine.delivered_segments,
        events: engine.events,
        packet_hops: engine.packet_hops,
        wall_s,
        cpu_s,
        cpu_us_per_segment: cpu_s * 1e6 / engine.delivered_segments.max(1) as f64,
        events_per_s: engine.events as f64 / cpu_s,
        packet_hops_per_s: engine.packet_hops as f64 / cpu_s,
        trace_hash: format!("{:016x}", engine.trace_hash),
        peak_memory_bytes: peak_memory_bytes(),
    })
}

fn run(lane: &LanePlan, options: &RecordOptions) -> EngineCounters {
    lane.simulation(options).run().engine
}

/// The peak memory of this process, if the system reports it (Linux does). It is that of the
/// largest workload so far.
fn peak_memory_bytes() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kibibytes: u64 = line.trim().strip_suffix(" kB")?.parse().ok()?;
    Some(kibibytes * 1024)
}

/// Processor time of this thread in seconds, if the system reports it in nanoseconds (Linux does).
fn cpu_s() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    let nanos: f64 = text.split_whitespace().next()?.parse().ok()?;
    Some(nanos / 1e9)
}
