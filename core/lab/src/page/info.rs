//! Describes a run: the names behind the numeric ids in its chunks.

use crate::catalogue::RuleDeclaration;
use crate::lanes::LanePlan;
use crate::provenance::Provenance;
use ackscope_engine::VERSION;
use ackscope_engine::setup::{AckCounting, Capacity, DelaySetup, RateSetup, Setup, SourceSetup, TcpSetup};
use ackscope_engine::sim::Simulation;
use ackscope_engine::trace::{SeriesSource, ShownState};
use ackscope_scenario::Way;
use schemars::JsonSchema;
use serde::Serialize;

/// What a run contains: the names behind the numbers of chunks.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct LaneInfo {
    /// Version of the engine.
    pub engine: String,
    /// Engine, scenario and seed.
    pub provenance: Provenance,
    /// The lane's label.
    pub label: String,
    /// The algorithm of its compared flows.
    pub algorithm: String,
    /// What the script that the scenario brings for this algorithm calls it; null without one.
    pub script_name: Option<String>,
    /// Whether its growth per RTT is half of what its source says: it counts ACKs, and the receiver
    /// acknowledges every second segment.
    pub half_growth: bool,
    /// Simulated seconds.
    pub duration_s: f64,
    /// The flows, by index.
    pub flows: Vec<FlowInfo>,
    /// The channels: hop by hop, forward before backward.
    pub hops: Vec<ChannelInfo>,
    /// The series, by id.
    pub series: Vec<SeriesInfo>,
    /// When the run goes on in another way, in seconds; null if it does not.
    pub fork_s: Option<f64>,
    /// The decisions of the algorithms that the scenario brings with it; their numbers follow those
    /// of the catalogue.
    pub rules: Vec<RuleDeclaration>,
}

/// A flow of a run.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct FlowInfo {
    pub index: usize,
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
    pub hop: usize,
    pub name: String,
    /// `forward` or `backward`.
    #[schemars(with = "Way")]
    pub direction: String,
    /// Largest rate it ever has, in bit/s; the mean one, if a model draws it.
    pub rate_bps: f64,
    /// The model that draws its rate, if one does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rate_model: Option<&'static str>,
    /// One-way propagation delay in seconds; the smallest one, if it changes.
    pub delay_s: f64,
    /// The delay over time, if it changes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub delay_over_time: Option<DelayOverTime>,
    /// Queue discipline.
    pub queue_kind: String,
    /// How many packets may wait; null if the capacity counts bytes.
    pub capacity_packets: Option<u64>,
    /// Loss model.
    pub loss_kind: String,
}

/// A delay that changes.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct DelayOverTime {
    /// The model's id, or `steps`.
    pub kind: String,
    /// Its largest value in seconds.
    pub most_s: f64,
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
    /// Which state of a script it is, if it is one.
    pub shown: Option<ShownState>,
    pub unit: String,
}

/// Where a series was recorded.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "lowercase")]
#[schemars(rename = "SeriesSource")]
pub enum SourceInfo {
    Flow {
        index: usize,
    },
    /// In all flows of a group: minimum and maximum are a band around them.
    Group {
        name: String,
    },
    /// On one direction of a hop.
    Hop {
        hop: usize,
        /// `forward` or `backward`.
        #[schemars(with = "Way")]
        direction: String,
    },
}

/// The names behind the numeric ids in a run's chunks.
pub fn info(plan: &LanePlan, simulation: &Simulation, provenance: Provenance) -> LaneInfo {
    let setup = simulation.setup();
    let flows = setup.flows.iter().zip(simulation.facts()).enumerate();
    LaneInfo {
        engine: VERSION.to_owned(),
        provenance,
        label: plan.label.clone(),
        algorithm: plan.algorithm.clone(),
        script_name: of_lane(plan, setup).and_then(|tcp| {
            tcp.own_algorithm.as_ref().map(|own| own.name().to_owned()).filter(|name| !name.is_empty())
        }),
        half_growth: of_lane(plan, setup)
            .is_some_and(|tcp| tcp.growth == AckCounting::PerAck && tcp.delayed_ack),
        duration_s: setup.duration.secs(),
        flows: flows
            .map(|(index, (flow, facts))| FlowInfo {
                index,
                name: flow.name.clone(),
                group: setup.groups[flow.group].name.clone(),
                algorithm: match &flow.source {
                    SourceSetup::Tcp(tcp) => tcp.algorithm_id().to_owned(),
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
                        rate_bps: channel.rate.nominal().bps() as f64,
                        rate_model: match &channel.rate {
                            RateSetup::Drawn(drawn) => Some(drawn.kind),
                            _ => None,
                        },
                        delay_s: channel.delay.least().secs(),
                        delay_over_time: delay_over_time(&channel.delay),
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
                shown: info.shown.as_deref().cloned(),
                unit: info.unit().to_owned(),
            })
            .collect(),
        fork_s: setup.fork.as_ref().map(|fork| fork.at.secs()),
        rules: own_rules(setup),
    }
}

/// The settings of the lane's algorithm: those of a compared flow, if there is one.
fn of_lane<'a>(plan: &LanePlan, setup: &'a Setup) -> Option<&'a TcpSetup> {
    let first = |compared| {
        setup.flows.iter().find_map(|flow| match &flow.source {
            SourceSetup::Tcp(tcp)
                if tcp.algorithm_id() == plan.algorithm && setup.groups[flow.group].compared == compared =>
            {
                Some(&**tcp)
            }
            _ => None,
        })
    };
    first(true).or_else(|| first(false))
}

/// A delay over the run, unless it is constant.
fn delay_over_time(delay: &DelaySetup) -> Option<DelayOverTime> {
    let kind = match delay {
        DelaySetup::Constant(_) => return None,
        DelaySetup::Steps { .. } => "steps",
        DelaySetup::Model(model) => model.kind,
    };
    Some(DelayOverTime { kind: kind.to_owned(), most_s: delay.bounds().1.secs() })
}

/// The rules of the run's own algorithms: those that the catalogue does not have.
fn own_rules(setup: &Setup) -> Vec<RuleDeclaration> {
    let first = ackscope_engine::rules().len();
    let own = setup.own_rules.iter().enumerate().skip(ackscope_scenario::ns2::rules().count());
    own.map(|(place, rule)| RuleDeclaration::of(first + place, &rule)).collect()
}
