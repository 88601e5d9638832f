//! What the page asks of the engine: is this scenario valid, what will a run contain, what is new since I last looked.
//!
//! The WebAssembly crate is a thin door to this module, so everything here is tested natively.

use ackscope_engine::VERSION;
use ackscope_engine::scenario::{Scenario, ScenarioError, Way, read, warnings};
use ackscope_engine::setup::{Capacity, Setup, SourceSetup};
use ackscope_engine::sim::Simulation;
use ackscope_engine::trace::{MAX_TERMS, PacketLog, RecordOptions, SeriesSource};
use ackscope_engine::units::Time;
use schemars::JsonSchema;
use serde::Serialize;

use crate::lanes::{LanePlan, plan};

/// What a scenario amounts to, or why it was refused.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
pub enum Check {
    /// It can be run.
    Passed(Passed),
    /// It can't.
    Failed {
        /// Always false.
        ok: bool,
        /// Where, what was found, what is allowed.
        error: ScenarioError,
    },
}

/// What a valid scenario amounts to.
#[derive(Clone, Debug, Serialize)]
pub struct Passed {
    /// Always true.
    pub ok: bool,
    /// Its lanes.
    pub lanes: Vec<LaneName>,
    /// The scenario as it was read.
    pub scenario: Scenario,
    /// Simulated seconds of a lane.
    pub duration_s: f64,
    /// What a run will cost.
    pub estimate: Estimate,
    /// What is odd about it but not wrong.
    pub warnings: Vec<String>,
}

/// A lane by name.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct LaneName {
    /// What it is called.
    pub label: String,
    /// The algorithm of its compared flows.
    pub algorithm: String,
}

/// What a run will cost, all lanes together; upper bounds.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Estimate {
    /// Data packets that cross hops.
    pub segments: f64,
    /// Bytes the runs keep.
    pub memory_bytes: f64,
}

/// What a run contains: the names behind the numbers of chunks.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct LaneInfo {
    /// Version of the engine.
    pub engine: String,
    /// The lane's label.
    pub label: String,
    /// The algorithm of its compared flows.
    pub algorithm: String,
    /// Simulated seconds.
    pub duration_s: f64,
    /// The flows, by index.
    pub flows: Vec<FlowInfo>,
    /// The channels: hop by hop, forward before backward.
    pub hops: Vec<ChannelInfo>,
    /// The series, by id.
    pub series: Vec<SeriesInfo>,
}

/// A flow of a run.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct FlowInfo {
    /// Its index.
    pub index: usize,
    /// Its name.
    pub name: String,
    /// The name of its group.
    pub group: String,
    /// Its algorithm's id, or `cbr`.
    pub algorithm: String,
    /// `forward` or `backward`.
    #[schemars(with = "Way")]
    pub direction: String,
    /// Left router of its stretch.
    pub from: usize,
    /// Right router of its stretch.
    pub to: usize,
    /// Two-way propagation delay in seconds.
    pub rtt_s: f64,
    /// Data packets on the wire.
    pub packet_bytes: u32,
    /// Whether the lane's algorithm stands in its place.
    pub compared: bool,
    /// Starts and ends of its connections in seconds, jitter included.
    pub active: Vec<(f64, f64)>,
}

/// One direction of a hop.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "HopInfo")]
pub struct ChannelInfo {
    /// The hop.
    pub hop: usize,
    /// Its name.
    pub name: String,
    /// `forward` or `backward`.
    #[schemars(with = "Way")]
    pub direction: String,
    /// Largest rate it ever has, in bit/s.
    pub rate_bps: f64,
    /// One-way propagation delay in seconds.
    pub delay_s: f64,
    /// Queue discipline.
    pub queue_kind: String,
    /// How many packets may wait; null if the capacity counts bytes.
    pub capacity_packets: Option<u64>,
    /// Loss model.
    pub loss_kind: String,
}

/// A recorded series.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct SeriesInfo {
    /// Where it was recorded.
    pub source: SourceInfo,
    /// What it shows.
    pub series: String,
    /// Which estimator made it, if it is an estimate.
    pub estimator: Option<String>,
    /// Its unit.
    pub unit: String,
}

/// Where a series was recorded.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "lowercase")]
#[schemars(rename = "SeriesSource")]
pub enum SourceInfo {
    /// In a flow.
    Flow {
        /// Its index.
        index: usize,
    },
    /// In all flows of a group: minimum and maximum are a band around them.
    Group {
        /// Its name.
        name: String,
    },
    /// On one direction of a hop.
    Hop {
        /// The hop.
        hop: usize,
        /// `forward` or `backward`.
        #[schemars(with = "Way")]
        direction: String,
    },
}

/// Reads a scenario and says what it amounts to.
pub fn check(text: &str) -> Check {
    let passed = read(text).and_then(|scenario| {
        let plans = plan(&scenario)?;
        let duration_s = plans.first().map_or(0.0, |plan| plan.setup.duration.secs());
        let estimate = plans.iter().map(|plan| estimate(&plan.setup)).fold(
            Estimate { segments: 0.0, memory_bytes: 0.0 },
            |sum, one| Estimate {
                segments: sum.segments + one.segments,
                memory_bytes: sum.memory_bytes + one.memory_bytes,
            },
        );
        let lanes = plans.into_iter().map(|plan| LaneName { label: plan.label, algorithm: plan.algorithm });
        let lanes = lanes.collect();
        let warnings = warnings(&scenario);
        Ok(Passed { ok: true, lanes, scenario, duration_s, estimate, warnings })
    });
    match passed {
        Ok(passed) => Check::Passed(passed),
        Err(error) => Check::Failed { ok: false, error },
    }
}

/// What one lane costs at most: every channel full of data for the whole run.
fn estimate(setup: &Setup) -> Estimate {
    let smallest = setup.flows.iter().map(|flow| flow.packet_bytes).min().unwrap_or(1500);
    let packet_bits = f64::from(smallest) * 8.0;
    let carries = |direction| setup.flows.iter().any(|flow| flow.direction == direction);
    let segments: f64 = setup
        .hops
        .iter()
        .flat_map(|hop| {
            [
                (ackscope_engine::setup::Direction::Forward, &hop.forward),
                (ackscope_engine::setup::Direction::Backward, &hop.backward),
            ]
        })
        .filter(|(direction, _)| carries(*direction))
        .map(|(_, channel)| channel.rate.peak().bps() as f64 / packet_bits * setup.duration.secs())
        .sum();
    let options = RecordOptions::PAGE;
    let series = setup.flows.len().min(options.flows) * 9 + setup.groups.len() * 9 + setup.hops.len() * 6;
    let memory_bytes = series as f64 * f64::from(options.bins_per_series) * 16.0
        + options.checkpoint_bytes as f64
        + setup.flows.len() as f64 * 4096.0;
    Estimate { segments, memory_bytes }
}

/// The lane number `lane` of a scenario, ready to run.
pub fn lane(text: &str, lane: usize) -> Result<LanePlan, ScenarioError> {
    let mut plans = plan(&read(text)?)?;
    if lane >= plans.len() {
        let allowed = format!("0 to {}", plans.len() - 1);
        return Err(ScenarioError::value("compare", format!("lane {lane}"), allowed));
    }
    Ok(plans.swap_remove(lane))
}

/// The names behind the numbers of a run's chunks.
pub fn info(plan: &LanePlan, simulation: &Simulation) -> LaneInfo {
    let setup = simulation.setup();
    let flows = setup.flows.iter().zip(simulation.facts()).enumerate();
    LaneInfo {
        engine: VERSION.to_owned(),
        label: plan.label.clone(),
        algorithm: plan.algorithm.clone(),
        duration_s: setup.duration.secs(),
        flows: flows
            .map(|(index, (flow, facts))| FlowInfo {
                index,
                name: flow.name.clone(),
                group: setup.groups[flow.group].name.clone(),
                algorithm: match &flow.source {
                    SourceSetup::Tcp(tcp) => tcp.algorithm.to_owned(),
                    SourceSetup::Cbr { .. } => "cbr".to_owned(),
                },
                direction: flow.direction.id().to_owned(),
                from: flow.from,
                to: flow.to,
                rtt_s: flow.rtt.secs(),
                packet_bytes: flow.packet_bytes,
                compared: setup.groups[flow.group].compared,
                active: facts
                    .active
                    .iter()
                    .map(|&(from, to)| (from.secs(), to.min(setup.duration).secs()))
                    .collect(),
            })
            .collect(),
        hops: setup
            .hops
            .iter()
            .enumerate()
            .flat_map(|(hop, description)| {
                [("forward", &description.forward), ("backward", &description.backward)].map(
                    |(direction, channel)| ChannelInfo {
                        hop,
                        name: description.name.clone(),
                        direction: direction.to_owned(),
                        rate_bps: channel.rate.peak().bps() as f64,
                        delay_s: channel.delay.secs(),
                        queue_kind: channel.queue.kind.to_owned(),
                        capacity_packets: match channel.queue.capacity {
                            Capacity::Packets(packets) => Some(packets),
                            Capacity::Bytes(_) => None,
                        },
                        loss_kind: channel.loss.kind.to_owned(),
                    },
                )
            })
            .collect(),
        series: simulation
            .recorder()
            .infos()
            .iter()
            .map(|info| SeriesInfo {
                source: match &info.source {
                    SeriesSource::Flow(index) => SourceInfo::Flow { index: *index },
                    SeriesSource::Group(group) => {
                        SourceInfo::Group { name: setup.groups[*group].name.clone() }
                    }
                    SeriesSource::Hop(hop, direction) => {
                        SourceInfo::Hop { hop: *hop, direction: direction.id().to_owned() }
                    }
                },
                series: info.series.decl().id.to_owned(),
                estimator: info.estimator.map(str::to_owned),
                unit: info.series.decl().unit.to_owned(),
            })
            .collect(),
    }
}

/// What was recorded since the last look, as columns.
#[derive(Clone, Debug, Default)]
pub struct Chunk {
    /// Three numbers per series with news: its id, the number of the first bin given, and how many are given.
    pub index: Vec<u32>,
    /// Start of each bin in seconds; the bins of all series one after the other.
    pub time_s: Vec<f64>,
    /// Smallest sample of each bin.
    pub min: Vec<f32>,
    /// Largest sample of each bin.
    pub max: Vec<f32>,
    /// Last sample of each bin.
    pub last: Vec<f32>,
    /// When each event happened, in seconds.
    pub event_time_s: Vec<f64>,
    /// Its rule.
    pub event_rule: Vec<u16>,
    /// Its flow, or the channel bit and its channel.
    pub event_source: Vec<u32>,
    /// Eight values per event, in the order of the rule's terms.
    pub event_terms: Vec<f64>,
}

/// How far a reader of a run has come.
#[derive(Clone, Debug, Default)]
pub struct Cursor {
    /// For each series, the first bin that may still change.
    series: Vec<usize>,
    events: usize,
}

impl Cursor {
    /// What is new; the bin that was open the last time is given again.
    pub fn take(&mut self, simulation: &Simulation) -> Chunk {
        let recorder = simulation.recorder();
        self.series.resize(recorder.series().len(), 0);
        let mut chunk = Chunk::default();
        for (id, (series, settled)) in recorder.series().iter().zip(&mut self.series).enumerate() {
            let from = *settled;
            let before = chunk.time_s.len();
            for bin in series.bins(from) {
                chunk.time_s.push(recorder.bin_start_s(bin.index));
                chunk.min.push(bin.min);
                chunk.max.push(bin.max);
                chunk.last.push(bin.last);
            }
            let count = chunk.time_s.len() - before;
            if count > 0 {
                chunk.index.extend([id as u32, from as u32, count as u32]);
            }
            *settled = series.settled();
        }
        for event in &recorder.events().kept()[self.events..] {
            chunk.event_time_s.push(event.time.secs());
            chunk.event_rule.push(event.rule);
            chunk.event_source.push(event.source);
            chunk.event_terms.extend_from_slice(&event.terms);
        }
        debug_assert_eq!(chunk.event_terms.len(), chunk.event_rule.len() * MAX_TERMS);
        self.events = recorder.events().kept().len();
        chunk
    }
}

/// The packets of a window of a run, as columns.
#[derive(Clone, Debug, Default)]
pub struct PacketColumns {
    /// The packet's flow.
    pub flow: Vec<u32>,
    /// Segment number, or the number an ACK carries.
    pub sequence: Vec<f64>,
    /// 0 data, 1 ACK, 2 retransmission, 3 constant bit rate.
    pub kind: Vec<u8>,
    /// The link: see [`ackscope_engine::trace::Place::code`].
    pub place: Vec<u32>,
    /// Arrival at the link's queue, in seconds.
    pub enter_s: Vec<f64>,
    /// Start of its transmission.
    pub start_s: Vec<f64>,
    /// End of its transmission.
    pub depart_s: Vec<f64>,
    /// Arrival at the other end.
    pub arrive_s: Vec<f64>,
    /// 0 delivered, 1 dropped at the queue, 2 lost on the link.
    pub fate: Vec<u8>,
}

/// The packets under way between two instants, replayed.
pub fn packets(simulation: &Simulation, from_s: f64, to_s: f64) -> PacketColumns {
    columns(&simulation.packets(Time::from_secs(from_s), Time::from_secs(to_s)))
}

fn columns(log: &PacketLog) -> PacketColumns {
    let mut columns = PacketColumns::default();
    for record in &log.records {
        columns.flow.push(record.flow);
        columns.sequence.push(record.number as f64);
        columns.kind.push(record.kind as u8);
        columns.place.push(record.place.code());
        columns.enter_s.push(record.enter.secs());
        columns.start_s.push(record.start.secs());
        columns.depart_s.push(record.depart.secs());
        columns.arrive_s.push(record.arrive.secs());
        columns.fate.push(record.fate as u8);
    }
    columns
}

#[cfg(test)]
mod tests {
    use super::*;

    const SCENARIO: &str = r#"{"version":1,"duration":20,"hops":[{"rate":"2Mbps","delay":"10ms","queue":{"capacity":20}}],
        "flows":[{"name":"main","algorithm":"newreno","rtt":"100ms","compared":true,"shadow":["ewma-0.9"]},
                 {"name":"back","algorithm":"newreno","count":3,"direction":"backward","rtt":"100ms"}],
        "compare":["newreno","westwood+"]}"#;

    fn started() -> (LanePlan, Simulation) {
        let plan = lane(SCENARIO, 1).expect("valid");
        let simulation = plan.simulation(&RecordOptions::PAGE);
        (plan, simulation)
    }

    #[test]
    fn a_check_says_what_will_run_or_where_it_is_wrong() {
        let Check::Passed(passed) = check(SCENARIO) else { panic!("refused") };
        assert_eq!(passed.lanes.len(), 2);
        assert_eq!(passed.duration_s, 20.0);
        // Two lanes, two directions, 2 Mbit/s in packets of 12000 bit for 20 s.
        assert_eq!(passed.estimate.segments.round(), 2.0 * 2.0 * 3333.0 + 1.0);
        let Check::Failed { ok, error } = check(&SCENARIO.replace("\"rate\"", "\"rat\"")) else {
            panic!("accepted")
        };
        assert!(!ok);
        assert_eq!(error.nearest.as_deref(), Some("rate"));
    }

    #[test]
    fn info_names_what_chunks_number() {
        let (plan, mut simulation) = started();
        simulation.advance(Time::NEVER, u64::MAX);
        let info = info(&plan, &simulation);
        assert_eq!(info.algorithm, "westwood+");
        assert_eq!(info.flows.len(), 4);
        assert_eq!(info.hops.len(), 2);
        let estimates: Vec<_> = info.series.iter().filter(|series| series.series == "bwe").collect();
        assert!(estimates.iter().all(|series| series.estimator.as_deref() == Some("ewma-0.9")));
        assert!(!estimates.is_empty());
        let bands =
            info.series.iter().filter(|s| matches!(&s.source, SourceInfo::Group { name } if name == "back"));
        assert!(bands.count() > 0, "a group of several flows has a band");
    }

    #[test]
    fn chunks_put_together_are_the_whole_trace() {
        let (_, mut simulation) = started();
        let mut cursor = Cursor::default();
        let mut grown: Vec<Vec<(f64, f32)>> = Vec::new();
        let mut events = 0;
        loop {
            let progress = simulation.advance(Time::NEVER, 997);
            let chunk = cursor.take(&simulation);
            let mut at = 0;
            for part in chunk.index.chunks(3) {
                let (id, from, count) = (part[0] as usize, part[1] as usize, part[2] as usize);
                grown.resize(grown.len().max(id + 1), Vec::new());
                grown[id].truncate(from);
                grown[id].extend((at..at + count).map(|place| (chunk.time_s[place], chunk.last[place])));
                at += count;
            }
            events += chunk.event_rule.len();
            if progress.done {
                break;
            }
        }
        let whole = Cursor::default().take(&simulation);
        let mut at = 0;
        for part in whole.index.chunks(3) {
            let count = part[2] as usize;
            let series: Vec<_> = (at..at + count).map(|p| (whole.time_s[p], whole.last[p])).collect();
            assert_eq!(grown[part[0] as usize], series, "series {}", part[0]);
            at += count;
        }
        assert_eq!(events, whole.event_rule.len());
        assert!(events > 0 && at > 1000);
    }

    #[test]
    fn a_replayed_window_shows_every_packet_on_its_links() {
        let (_, mut simulation) = started();
        simulation.advance(Time::NEVER, u64::MAX);
        let log = packets(&simulation, 10.0, 10.5);
        assert!(log.flow.len() > 100);
        assert!(log.arrive_s.iter().all(|&t| t >= 10.0));
        assert!(log.enter_s.iter().all(|&t| t <= 10.5));
        for place in 0..log.flow.len() {
            assert!(log.enter_s[place] <= log.start_s[place] && log.start_s[place] <= log.depart_s[place]);
            assert!(log.depart_s[place] <= log.arrive_s[place]);
        }
        assert_eq!(packets(&simulation, 10.0, 10.5).enter_s, log.enter_s, "a replay repeats");
    }
}
