//! The command line's arguments.

use crate::processor::ProcessorArgs;
use clap::{Args as ClapArgs, Parser, Subcommand, ValueEnum};
use std::path::PathBuf;

/// Simulate TCP congestion control, packet by packet and deterministically. The page uses the same
/// engine.
#[derive(Debug, Parser)]
#[command(name = "ackscope", version, max_term_width = 100)]
pub struct Args {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Run every lane of a scenario and print what was measured.
    Run(RunArgs),
    /// Check scenarios, or algorithms written in Ackscript.
    Check(CheckArgs),
    /// List algorithms, models, estimators or experiments.
    List(ListArgs),
    /// Run a scenario over a grid of values, algorithms and seeds.
    Sweep(SweepArgs),
    /// Score algorithms, built-in or written in Ackscript, on twelve standard paths.
    Score(ScoreArgs),
    /// Repeat experiments of the papers, and compare the published values with those measured now.
    Reproduce(ReproduceArgs),
    /// Evaluate the papers' formulas; without an id, list them.
    Theory(TheoryArgs),
    /// Say why a lane is slow, late or unfair: run it again without each suspect.
    Why(WhyArgs),
    /// Find networks that break an algorithm, built-in or written in Ackscript, and on which another one does well.
    Break(BreakArgs),
    /// Compare a measured congestion window with a run, or with another measured one.
    Compare(CompareArgs),
    /// Find the network and the algorithm behind a measured congestion window.
    Fit(FitArgs),
    /// Write a scenario as a script for ns-2 or a program for ns-3, its run as packets for Wireshark, a
    /// flow of its run as qlog, or the rate of its link as a trace for mahimahi. Or write an algorithm in Ackscript as a class
    /// of ns-3 or a BPF program for Linux.
    Export(ExportArgs),
    /// Serve these commands as tools for agents, over the Model Context Protocol on standard input and output.
    #[cfg(feature = "mcp")]
    Mcp(McpArgs),
    /// Write a random rate trace in mahimahi's format, from a simple model of a changing link.
    RateTrace(RateTraceArgs),
    /// Read the answer codes of a class into a table.
    Codes(CodesArgs),
    /// Run what a class has handed in on a task's paths, and print a row for each hand-in.
    Grade(GradeArgs),
    /// Print which variant of a task or a lesson each student has, and its solution.
    Variants(VariantsArgs),
    /// Check lessons: their form, their runs, and what they claim and ask of them.
    Lesson(LessonArgs),
    /// Print how to cite this program, as BibTeX.
    Cite(CiteArgs),
    /// Print the JSON schema of scenarios.
    Schema,
    /// Measure the engine's speed on fixed workloads.
    Bench(BenchArgs),
}

/// A scenario, and changes to it.
#[derive(Debug, ClapArgs)]
pub struct ScenarioArgs {
    /// The scenario file, - for standard input, or the id of an experiment.
    #[arg(value_name = "SCENARIO.json|-|ID")]
    pub scenario: PathBuf,
    /// Run with another seed.
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    /// Run for another duration, such as 100s; measurement intervals are cut to it.
    #[arg(long, value_name = "TIME")]
    pub duration: Option<String>,
    /// Read a rate from a trace in mahimahi's format, such as hops.0.rate=down.trace or
    /// hops.0.back.rate=up.trace; may be given several times.
    #[arg(long, value_name = "PATH=FILE")]
    pub rate_trace: Vec<String>,
    /// Read a delay from a trace, such as hops.0.delay=path.trace: on each line an instant and the
    /// one-way delay from then on, in milliseconds; may be given several times.
    #[arg(long, value_name = "PATH=FILE")]
    pub delay_trace: Vec<String>,
}

/// `mcp`.
#[cfg(feature = "mcp")]
#[derive(Debug, ClapArgs)]
pub struct McpArgs {
    /// The longest time of a call, in seconds. A longer one answers with what is finished, or with an error.
    #[arg(long, value_name = "SECONDS", default_value = "20", value_parser = crate::processor::seconds)]
    pub budget: f64,
}

/// `rate-trace`.
#[derive(Debug, ClapArgs)]
pub struct RateTraceArgs {
    /// The model of a changing link; without it, the models are listed.
    #[arg(value_name = "MODEL")]
    pub model: Option<String>,
    /// The seed of the random trace.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Length of the trace, up to an hour; after its end it starts again.
    #[arg(long, value_name = "TIME", default_value = "60s")]
    pub duration: String,
    /// Write to a file.
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
}

/// `check`.
#[derive(Debug, ClapArgs)]
pub struct CheckArgs {
    /// Scenarios and scripts: files, - for standard input, or ids of experiments.
    #[arg(value_name = "FILE.json|FILE.ack|-|ID", required_unless_present = "names")]
    pub scripts: Vec<PathBuf>,
    /// List the names that scripts can use, with units and meaning.
    #[arg(long, conflicts_with = "scripts")]
    pub names: bool,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
    /// The limit of processor time.
    #[command(flatten)]
    pub processor: ProcessorArgs,
}

/// `run`.
#[derive(Debug, ClapArgs)]
pub struct RunArgs {
    /// The scenario and its seed and duration.
    #[command(flatten)]
    pub scenario: ScenarioArgs,
    /// Put a value at a path, such as hops.0.queue.capacity=20pkt; may be given several times.
    #[arg(long = "set", value_name = "PATH=VALUE")]
    pub set: Vec<String>,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
    /// Write the recorded series as a table with the columns time_s,lane,source,series,value. The
    /// ending says the format: .csv, .csv.gz, .parquet or .arrow.
    #[arg(long, value_name = "FILE")]
    pub trace: Option<PathBuf>,
    /// What of it is written.
    #[command(flatten)]
    pub traced: TraceArgs,
    /// The limit of processor time.
    #[command(flatten)]
    pub processor: ProcessorArgs,
}

/// What `run --trace` writes.
#[derive(Debug, ClapArgs)]
pub struct TraceArgs {
    /// Only this lane, by its label or its number from 0 on; may be given several times.
    #[arg(long, value_name = "LANE", requires = "trace")]
    pub lane: Vec<String>,
    /// Only this flow, or the flows of this group; may be given several times.
    #[arg(long, value_name = "NAME", requires = "trace")]
    pub flow: Vec<String>,
    /// Only this hop, or one of its channels such as "wire forward"; may be given several times.
    #[arg(long, value_name = "NAME", requires = "trace")]
    pub hop: Vec<String>,
    /// Only these series, such as cwnd,queue; bwe stands for every bwe:ESTIMATOR.
    #[arg(long, value_name = "SERIES", requires = "trace", value_delimiter = ',')]
    pub series: Vec<String>,
    /// Only this interval, such as 250..500.
    #[arg(long, value_name = "FROM..TO", requires = "trace")]
    pub interval: Option<String>,
    /// A row at each multiple of this time, such as 10ms, with the values that hold there.
    #[arg(long, value_name = "TIME", requires = "trace")]
    pub step: Option<String>,
    /// A row for each instant and a column for each series, instead of a row for each value.
    #[arg(long, requires = "trace")]
    pub wide: bool,
    /// Write the events into a table of their own, with their rules and numbers: into FILE, or beside
    /// the trace, such as trace.events.csv for trace.csv.
    #[arg(long, value_name = "FILE", requires = "trace", num_args = 0..=1, require_equals = true, default_missing_value = "")]
    pub events: Option<String>,
}

/// `why`.
#[derive(Debug, ClapArgs)]
pub struct WhyArgs {
    /// The scenario and its seed and duration.
    #[command(flatten)]
    pub scenario: ScenarioArgs,
    /// Put a value at a path, such as hops.0.queue.capacity=20pkt; may be given several times.
    #[arg(long = "set", value_name = "PATH=VALUE")]
    pub set: Vec<String>,
    /// The lane in question, by its label or its number from 0 on; the worst one if none is given.
    #[arg(long, value_name = "LANE")]
    pub lane: Option<String>,
    /// Also says why it is less than this lane: each suspect is taken away in both.
    #[arg(long, value_name = "LANE")]
    pub than: Option<String>,
    /// The interval in question in seconds, such as 250..500; the scenario's first one if none is given.
    #[arg(long, value_name = "FROM..TO")]
    pub interval: Option<String>,
    /// The quantity in question; the completion time of transfers, or goodput, if none is given.
    #[arg(long, value_name = "QUANTITY", value_parser = ["goodput", "delay", "completion", "fairness"])]
    pub of: Option<String>,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
    /// The limit of processor time.
    #[command(flatten)]
    pub processor: ProcessorArgs,
}

/// `sweep`.
#[derive(Debug, ClapArgs)]
pub struct SweepArgs {
    /// The scenario and its seed and duration.
    #[command(flatten)]
    pub scenario: ScenarioArgs,
    /// A path and its values, such as hops.0.loss.probability=0,0.001,0.01 or
    /// hops.0.rate=1..16Mbps:5:log; if given several times, all combinations are run.
    #[arg(long = "set", value_name = "PATH=A,B,C", conflicts_with = "points")]
    pub set: Vec<String>,
    /// A list of objects that map paths to values. Each object is one point, so several paths can
    /// change together.
    #[arg(long, value_name = "FILE.json")]
    pub points: Option<PathBuf>,
    /// Number of repetitions, by default 1. Their seeds count up from the scenario's own seed.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=100_000))]
    pub seeds: Option<u64>,
    /// Give each point more seeds until half the 95 % interval is at most this share of the mean, such as 2%; the quantities of
    /// --metric decide, without it the total goodput. --seeds is then the maximum, by default 100.
    #[arg(long, value_name = "SHARE", conflicts_with = "shard")]
    pub until: Option<String>,
    /// Print a comma-separated table of every number.
    #[arg(long, conflicts_with = "json")]
    pub csv: bool,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
    /// Write each run to a file when it is finished, one JSON object per line.
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Continue after the last run in the file.
    #[arg(long, requires = "out")]
    pub resume: bool,
    /// Run only part I of N, such as 2/8; give all parts the same seeds and points.
    #[arg(long, value_name = "I/N")]
    pub shard: Option<String>,
    /// Reuse the finished runs in a file that --out has written; may be given several times.
    #[arg(long = "from", value_name = "FILE")]
    pub from: Vec<std::path::PathBuf>,
    /// Run nothing: report only what the files of --from and --out hold.
    #[arg(long)]
    pub no_run: bool,
    /// Take finished runs from a folder, whatever sweep did them, and keep new ones there.
    #[arg(long, value_name = "DIR")]
    pub cache: Option<PathBuf>,
    /// Write a table with a row for each run, flow or hop, interval and quantity. The ending says the
    /// format: .csv, .csv.gz, .parquet or .arrow.
    #[arg(long, value_name = "FILE")]
    pub table: Option<PathBuf>,
    /// Only these quantities, such as total_goodput_bps,mean_rtt_s.
    #[arg(long, value_name = "METRIC", value_delimiter = ',')]
    pub metric: Vec<String>,
    /// Compare every other lane with this one, seed by seed: mean difference, its 95 % interval, and p-values corrected by
    /// Holm's method.
    #[arg(long, value_name = "LANE")]
    pub pair: Option<String>,
    /// The limit of processor time.
    #[command(flatten)]
    pub processor: ProcessorArgs,
}

/// `score`.
#[derive(Debug, ClapArgs)]
pub struct ScoreArgs {
    /// Ids of algorithms or files of scripts; all built-in algorithms if none is given.
    #[arg(value_name = "FILE.ack|ID")]
    pub algorithms: Vec<String>,
    /// Number of repetitions, with seeds from 1 on.
    #[arg(long, value_name = "N", default_value_t = ackscope_lab::score::SEEDS, value_parser = clap::value_parser!(u64).range(1..=1000))]
    pub seeds: u64,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
    /// The limit of processor time.
    #[command(flatten)]
    pub processor: ProcessorArgs,
}

/// `break`.
#[derive(Debug, ClapArgs)]
pub struct BreakArgs {
    /// The id of an algorithm, or a file of a script.
    #[arg(value_name = "FILE.ack|ID")]
    pub algorithm: String,
    /// Another one, such as a second version of a script: at what does one fail and the other not?
    #[arg(value_name = "FILE.ack|ID")]
    pub other: Option<String>,
    /// Only failures of this kind; may be given several times: starved, crowded, harm, late, unfair, wasteful, stuck.
    #[arg(long, value_name = "OBJECTIVE")]
    pub objective: Vec<String>,
    /// The seed of the search and of its runs. The same seed finds the same, on any machine.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(0..1 << 52))]
    pub seed: u64,
    /// The most runs.
    #[arg(long, value_name = "N", default_value_t = 20_000, value_parser = clap::value_parser!(u64).range(100..=1_000_000))]
    pub max_runs: u64,
    /// Look for new networks during half of this time at most, in seconds. What is found then depends on the machine.
    #[arg(long, value_name = "SECONDS", value_parser = crate::processor::seconds)]
    pub seconds: Option<f64>,
    /// Write a scenario for each find into this folder: the algorithm and its witness as lanes.
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
    /// The limit of processor time.
    #[command(flatten)]
    pub processor: ProcessorArgs,
}

/// `compare`.
#[derive(Debug, ClapArgs)]
pub struct CompareArgs {
    /// A measured file: a capture of packets, polls of ss, iperf3, qlog, a table and others; - for standard input.
    #[arg(value_name = "FILE|-")]
    pub file: PathBuf,
    /// Another measured file, a scenario file, or the id of an experiment: its run is looked at when the file was
    /// measured.
    #[arg(value_name = "FILE|SCENARIO.json|ID")]
    pub other: PathBuf,
    /// The lane of the scenario: its label or its number. Without it the first one.
    #[arg(long, value_name = "LANE")]
    pub lane: Option<String>,
    /// Of a file with several connections this one; the largest is 1.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=50))]
    pub connection: u8,
    /// The same of the second file.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=50))]
    pub other_connection: u8,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
    /// The limit of processor time.
    #[command(flatten)]
    pub processor: ProcessorArgs,
}

/// `fit`.
#[derive(Debug, ClapArgs)]
pub struct FitArgs {
    /// A measured file: a capture of packets, polls of ss, iperf3, qlog and others, or a table with a header: time_s,
    /// cwnd_packets and, where known, srtt_ms, inflight_packets, total_retrans, acked_mbytes; - for standard input.
    #[arg(value_name = "FILE|-")]
    pub file: PathBuf,
    /// Of a file with several connections this one; the largest is 1.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=50))]
    pub connection: u8,
    /// The most runs.
    #[arg(long, value_name = "N", default_value_t = 3000, value_parser = clap::value_parser!(u64).range(100..=1_000_000))]
    pub max_runs: u64,
    /// Run nothing more after this time, in seconds. What is found then depends on the machine.
    #[arg(long, value_name = "SECONDS", value_parser = crate::processor::seconds)]
    pub seconds: Option<f64>,
    /// Write the scenario that comes nearest.
    #[arg(long, value_name = "FILE.json")]
    pub out: Option<PathBuf>,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
    /// The limit of processor time.
    #[command(flatten)]
    pub processor: ProcessorArgs,
}

/// `grade`.
#[derive(Debug, ClapArgs)]
pub struct GradeArgs {
    /// The folder with the hand-ins: scripts, scenarios with a script, links to the page, result codes. Folders in it are read, too.
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
    /// The task's id, or a file with a task.
    #[arg(long, value_name = "ID|FILE.json")]
    pub task: PathBuf,
    /// One more path: the task's scenario with this change, such as hops.0.rate=5Mbps; several changes are separated by semicolons. May be given several times.
    #[arg(long = "set", value_name = "PATH=VALUE")]
    pub set: Vec<String>,
    /// Seeds of each path, at least.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=1000))]
    pub seeds: u64,
    /// Points of a rule that passes on all paths; a rule that passes on a part of them has this part.
    #[arg(long, value_name = "N", default_value_t = 100.0, value_parser = points)]
    pub points: f64,
    /// A list of lines HAND-IN,VARIANT, as `variants` prints them.
    #[arg(long, value_name = "FILE.csv")]
    pub variants: Option<PathBuf>,
    /// Stop a hand-in after this many seconds of processor time.
    #[arg(long, value_name = "SECONDS", default_value_t = 2.0, value_parser = crate::processor::seconds)]
    pub max_cpu: f64,
    /// Print a comma-separated table of every number.
    #[arg(long, conflicts_with = "json")]
    pub csv: bool,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}

/// `variants`.
#[derive(Debug, ClapArgs)]
pub struct VariantsArgs {
    /// The task's id, a file with a task, or a lesson.
    #[arg(value_name = "ID|FILE.json|LESSON.md")]
    pub of: PathBuf,
    /// A list with a student's number or name on each line.
    #[arg(long, value_name = "FILE.txt")]
    pub students: PathBuf,
    /// The limit of processor time.
    #[command(flatten)]
    pub processor: ProcessorArgs,
}

/// `lesson`.
#[derive(Debug, ClapArgs)]
pub struct LessonArgs {
    /// What to do.
    #[command(subcommand)]
    pub what: LessonDo,
}

/// What is done with lessons.
#[derive(Debug, Subcommand)]
pub enum LessonDo {
    /// Run each step, and print every mistake with its line.
    Check(LessonCheckArgs),
}

/// `lesson check`.
#[derive(Debug, ClapArgs)]
pub struct LessonCheckArgs {
    /// The lessons.
    #[arg(value_name = "FILE.md", required = true)]
    pub lessons: Vec<PathBuf>,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
    /// The limit of processor time.
    #[command(flatten)]
    pub processor: ProcessorArgs,
}

/// `cite`.
#[derive(Debug, ClapArgs)]
pub struct CiteArgs {
    /// Print JSON: title, authors, address, version and the engine's fingerprint.
    #[arg(long)]
    pub json: bool,
}

/// `codes`.
#[derive(Debug, ClapArgs)]
pub struct CodesArgs {
    /// A file with a code on each line, or - for standard input.
    #[arg(value_name = "FILE|-")]
    pub list: PathBuf,
    /// Only codes of this lesson count.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(0..=127))]
    pub lesson: Option<u8>,
    /// Only codes of this step count; the first one if none is given.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=8))]
    pub step: Option<u8>,
    /// Print JSON instead of a comma-separated table.
    #[arg(long)]
    pub json: bool,
}

/// What can be listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Listing {
    /// Congestion-control algorithms.
    Algorithms,
    /// Queue disciplines.
    Queues,
    /// Loss models.
    Losses,
    /// Delay models.
    Delays,
    Rates,
    /// Jitter models.
    Jitters,
    /// Applications: what writes into TCP connections.
    Applications,
    /// Bandwidth estimators.
    Estimators,
    /// The papers' experiments.
    Experiments,
}

/// `list`.
#[derive(Debug, ClapArgs)]
pub struct ListArgs {
    /// What to list.
    pub what: Listing,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}

/// `bench`.
#[derive(Debug, ClapArgs)]
pub struct BenchArgs {
    /// The workloads to run. If none is given, all except the long ones run.
    #[arg(value_name = "WORKLOAD")]
    pub workloads: Vec<String>,
    /// Number of runs of each workload. Only the fastest one counts: the others were disturbed.
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=100))]
    pub runs: u32,
    /// Run each workload for another duration, such as 10s.
    #[arg(long, value_name = "TIME")]
    pub duration: Option<String>,
    /// Record what the page records: series, events and checkpoints.
    #[arg(long)]
    pub record: bool,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
    /// The limit of processor time.
    #[command(flatten)]
    pub processor: ProcessorArgs,
}

/// `reproduce`.
#[derive(Debug, ClapArgs)]
pub struct ReproduceArgs {
    /// Ids of experiments, as `list experiments` prints them.
    #[arg(value_name = "ID", conflicts_with = "all")]
    pub ids: Vec<String>,
    /// Every experiment.
    #[arg(long)]
    pub all: bool,
    /// The short form: fewer seeds and points, less time.
    #[arg(long)]
    pub quick: bool,
    /// Keep every finished run and the results in a folder. The same command continues where it
    /// stopped.
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Take recorded results from this folder, if the same settings measured them by the rules of
    /// this engine, and run only the rest.
    #[arg(long, value_name = "DIR", conflicts_with = "quick")]
    pub recorded: Option<PathBuf>,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
    /// The limit of processor time.
    #[command(flatten)]
    pub processor: ProcessorArgs,
}

/// `theory`.
#[derive(Debug, ClapArgs)]
pub struct TheoryArgs {
    /// A formula's id, such as reno.
    #[arg(value_name = "ID")]
    pub id: Option<String>,
    /// A parameter and its values, such as p=0.0001,0.001 or rtt=100ms; if given several times,
    /// all combinations are evaluated.
    #[arg(long = "set", value_name = "NAME=A,B,C")]
    pub set: Vec<String>,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
    /// The limit of processor time.
    #[command(flatten)]
    pub processor: ProcessorArgs,
}

/// What a scenario can be written as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ExportFormat {
    /// A Tcl script for ns-2.35.
    Ns2,
    /// A C++ program for ns-3.
    Ns3,
    /// The forward rate of the first hop whose rate changes (or of the first hop), for mahimahi's
    /// mm-link.
    Mahimahi,
    /// A flow's run as qlog: one JSON text, or a sequence of texts if --out ends in .sqlog.
    Qlog,
    /// Like qlog, as a sequence of JSON texts.
    Sqlog,
    /// Like qlog, in version 0.3, which qvis opens.
    Qvis,
    /// What the lane's senders send and receive as a capture of packets, for Wireshark and tshark: the
    /// first million packets, headers only.
    Pcapng,
    /// A script (FILE.ack) as a class of ns-3, in one header.
    Ns3Class,
    /// A script (FILE.ack) as a BPF program for Linux, in C.
    Bpf,
}

/// `export`.
#[derive(Debug, ClapArgs)]
pub struct ExportArgs {
    /// The scenario and its seed and duration.
    #[command(flatten)]
    pub scenario: ScenarioArgs,
    /// Put a value at a path, such as hops.0.queue.capacity=20pkt; may be given several times.
    #[arg(long = "set", value_name = "PATH=VALUE")]
    pub set: Vec<String>,
    /// What to write.
    #[arg(long = "as", value_name = "FORMAT")]
    pub format: ExportFormat,
    /// Label of the lane; the first lane if none is given.
    #[arg(long, value_name = "LABEL")]
    pub lane: Option<String>,
    /// Name of the flow for a qlog or a capture; if none is given, a qlog is of the first flow, a
    /// capture of all.
    #[arg(long, value_name = "NAME")]
    pub flow: Option<String>,
    /// Write to a file.
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// The limit of processor time.
    #[command(flatten)]
    pub processor: ProcessorArgs,
}

fn points(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|points: &f64| points.is_finite() && *points > 0.0);
    number.ok_or_else(|| "allowed is a number above 0".to_owned())
}
