//! A question about one lane, and the facts that suspects ask for.

use super::frame;
use super::of::Of;
use crate::report::{FlowWindow, HopWindow, LaneReport};
use ackscope_engine::catalogue::Setting;
use ackscope_engine::cc::{CongestionControl, Controller, Needs};
use ackscope_engine::net::Transmitter;
use ackscope_engine::queue::Queue;
use ackscope_engine::setup::{Capacity, ChannelSetup, Direction, FlowSetup, HopSetup, Setup, TcpSetup};
use ackscope_engine::units::Time;
use ackscope_scenario::{Compiler, Scenario, ScenarioError, compile_with, lane_alone, lanes, read_value};
use serde_json::Value;
use std::ops::Range;

/// One lane in one interval, and the quantity in question.
#[derive(Debug)]
pub struct Case {
    lane: String,
    of: Of,
    interval_s: (f64, f64),
    /// The lane's scenario with nothing left to derive.
    scenario: Value,
    typed: Scenario,
    setup: Setup,
    groups: Vec<Group>,
    /// Places of the scenario's hops among the compiled ones.
    items: Vec<usize>,
    /// The lane that it is compared with.
    other: Option<Box<Case>>,
    /// Has the scripts' programs for all runs of the question.
    compiler: Compiler,
}

/// A group of flows.
#[derive(Clone, Debug)]
pub struct Group {
    /// Its place in the scenario.
    pub index: usize,
    /// Its path there, such as `flows.main`.
    pub path: String,
    /// Its flows.
    pub members: Range<usize>,
    /// True if the question is about it.
    pub is_own: bool,
    /// True if its data has the direction of the lane's.
    pub is_along: bool,
}

/// A channel of the scenario.
#[derive(Clone, Debug)]
pub struct Link<'a> {
    /// Its path in the scenario, such as `hops.0` or `hops.0.back`.
    pub path: String,
    /// Place of its hop among the compiled ones.
    pub hop: usize,
    /// What it compiles to.
    pub channel: &'a ChannelSetup,
    /// Its mean rate in the interval, in bit/s, or what a policer lets through.
    pub mean_bps: f64,
}

impl Link<'_> {
    /// True if its queue drops what exceeds a rate.
    pub fn polices(&self) -> bool {
        polices(self.channel)
    }

    /// Its highest rate, in bit/s.
    pub fn peak_bps(&self) -> f64 {
        self.channel.rate.peak().bps() as f64
    }
}

fn polices(channel: &ChannelSetup) -> bool {
    Queue::features_of(channel.queue.kind).polices
}

impl Case {
    /// The question about the lane with number `lane`, from `interval_s.0` to `interval_s.1`, which may have
    /// no answer.
    pub(super) fn read(
        scenario: &Scenario,
        lane: usize,
        interval_s: (f64, f64),
        of: Of,
        compiler: &Compiler,
    ) -> Result<Case, ScenarioError> {
        let alone = lane_alone(scenario, lane)?;
        let label = lanes(scenario).into_iter().nth(lane).map(|lane| lane.label).unwrap_or_default();
        let derived = compile_with(&alone, 0, compiler)?;
        let explicit = frame::explicit(&alone, &derived, interval_s)?;
        let typed = read_value(&explicit)?;
        let setup = compile_with(&typed, 0, compiler)?;
        let items = frame::first_copies(&typed).collect();
        let groups = groups(&setup, &explicit)?;
        let (scenario, compiler) = (explicit, compiler.clone());
        Ok(Case { lane: label, of, interval_s, scenario, typed, setup, groups, items, other: None, compiler })
    }

    /// The same with another name for the lane, as a page writes it.
    #[must_use]
    pub fn named(self, lane: &str) -> Case {
        Case { lane: lane.to_owned(), ..self }
    }

    /// The same, and why it is less than another lane.
    #[must_use]
    pub fn compared_with(self, other: Case) -> Case {
        Case { other: Some(Box::new(other)), ..self }
    }

    /// The lane that it is compared with.
    pub fn other(&self) -> Option<&Case> {
        self.other.as_deref()
    }

    /// The lane's name: its label, if it has no other.
    pub fn lane(&self) -> &str {
        &self.lane
    }

    pub(super) fn compiler(&self) -> &Compiler {
        &self.compiler
    }

    /// What it asks about.
    pub fn of(&self) -> Of {
        self.of
    }

    pub fn interval_s(&self) -> (f64, f64) {
        self.interval_s
    }

    /// Length of the interval in seconds.
    pub fn length_s(&self) -> f64 {
        self.interval_s.1 - self.interval_s.0
    }

    /// The lane's scenario, with nothing left to derive.
    pub fn scenario(&self) -> &Value {
        &self.scenario
    }

    /// What it compiles to.
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// True if the compared groups send transfers, which end.
    pub fn has_transfers(&self) -> bool {
        self.own().filter_map(|group| self.tcp(group)).all(|tcp| {
            tcp.segments.is_some() || tcp.application.as_ref().is_some_and(|it| it.kind == "requests")
        })
    }

    pub fn groups(&self) -> &[Group] {
        &self.groups
    }

    /// The groups that the question is about.
    pub fn own(&self) -> impl Iterator<Item = &Group> {
        self.groups.iter().filter(|group| group.is_own)
    }

    /// The other groups that send along with them.
    pub fn beside(&self) -> impl Iterator<Item = &Group> {
        self.groups.iter().filter(|group| !group.is_own && group.is_along)
    }

    /// The other groups that send against them.
    pub fn against(&self) -> impl Iterator<Item = &Group> {
        self.groups.iter().filter(|group| !group.is_own && !group.is_along)
    }

    /// A group as the scenario writes it.
    pub fn written(&self, group: &Group) -> &ackscope_scenario::Flow {
        &self.typed.flows[group.index]
    }

    pub fn flows(&self, group: &Group) -> &[FlowSetup] {
        &self.setup.flows[group.members.clone()]
    }

    /// The TCP sender of a group.
    pub fn tcp(&self, group: &Group) -> Option<&TcpSetup> {
        self.flows(group).first()?.tcp()
    }

    /// What a group's algorithm needs.
    pub fn needs(&self, group: &Group) -> Needs {
        self.tcp(group).map_or(Needs::default(), |tcp| Controller::new(tcp.algorithm, &tcp.params).needs())
    }

    /// The first flow that the question is about.
    pub fn flow(&self) -> &FlowSetup {
        let first = self.own().next().map_or(0, |group| group.members.start);
        &self.setup.flows[first]
    }

    /// Direction of the lane's data.
    pub fn direction(&self) -> Direction {
        self.flow().direction
    }

    /// Number of TCP flows that send in the lane's direction.
    pub fn tcp_flows(&self) -> usize {
        let groups = self.groups.iter().filter(|group| group.is_along && self.tcp(group).is_some());
        groups.map(|group| group.members.len()).sum()
    }

    /// Number of flows that the question is about.
    pub fn own_flows(&self) -> usize {
        self.own().map(|group| group.members.len()).sum()
    }

    /// The channels on the way of the data.
    pub fn way(&self) -> impl Iterator<Item = Link<'_>> {
        self.way_of(self.flow())
    }

    /// The channels on the way of a flow's data.
    pub fn way_of(&self, flow: &FlowSetup) -> impl Iterator<Item = Link<'_>> + use<'_> {
        let direction = flow.direction;
        self.path_items(flow).map(move |(item, hop)| self.link(item, hop, direction))
    }

    /// The channels on the way of the ACKs.
    pub fn way_back(&self) -> impl Iterator<Item = Link<'_>> {
        let direction = self.direction().opposite();
        self.path_items(self.flow()).map(move |(item, hop)| self.link(item, hop, direction))
    }

    /// Both channels of all hops.
    pub fn links(&self) -> impl Iterator<Item = Link<'_>> {
        self.items.iter().enumerate().flat_map(move |(item, &hop)| {
            [Direction::Forward, Direction::Backward].map(|direction| self.link(item, hop, direction))
        })
    }

    /// The slowest channel on the way of the data.
    pub fn bottleneck(&self) -> Link<'_> {
        let slowest = self.way().min_by(|a, b| a.mean_bps.total_cmp(&b.mean_bps));
        slowest.unwrap_or_else(|| self.link(0, 0, self.direction()))
    }

    /// The longest two-way propagation delay of the flows asked about, in seconds.
    pub fn rtt_s(&self) -> f64 {
        let flows = self.own().flat_map(|group| self.flows(group));
        flows.map(|flow| flow.rtt.secs()).fold(0.0, f64::max)
    }

    /// Product of a channel's rate, as for a buffer of 1bdp, and that RTT, in packets.
    pub fn bdp_packets(&self, link: &Link) -> f64 {
        link.channel.rate.nominal().bps() as f64 * self.rtt_s() / self.packet_bits()
    }

    /// Size of the lane's packets, in bits.
    pub fn packet_bits(&self) -> f64 {
        f64::from(self.flow().packet_bytes) * 8.0
    }

    /// The capacity of a channel's queue, in the lane's packets.
    pub fn capacity_packets(&self, link: &Link) -> f64 {
        match link.channel.queue.capacity {
            Capacity::Packets(packets) => packets as f64,
            Capacity::Bytes(bytes) => bytes as f64 / f64::from(self.flow().packet_bytes),
        }
    }

    /// The value at a path below a place of the scenario.
    pub fn value(&self, group: &Group, key: &str) -> &Value {
        &self.scenario["flows"][group.index][key]
    }

    /// The item of the scenario's hops that is at `path`.
    pub fn hop_value(&self, path: &str) -> &Value {
        let pointer = format!("/{}", path.replace('.', "/"));
        self.scenario.pointer(&pointer).unwrap_or(&Value::Null)
    }

    /// What the flows asked about got in the interval.
    pub fn own_windows<'a>(&'a self, report: &'a LaneReport) -> impl Iterator<Item = &'a FlowWindow> {
        let is_own = |index: usize| self.own().any(|group| group.members.contains(&index));
        report.flows.iter().filter(move |flow| is_own(flow.index)).filter_map(|flow| flow.windows.first())
    }

    /// What a channel did in the interval.
    pub fn window<'a>(&self, link: &Link, report: &'a LaneReport) -> Option<&'a HopWindow> {
        let direction = if link.path.ends_with(".back") { Direction::Backward } else { Direction::Forward };
        let hop = report.hops.iter().find(|hop| hop.hop == link.hop && hop.direction == direction.id())?;
        hop.windows.first()
    }

    /// The share of the interval in which a flow is active.
    pub fn active_share(&self, flow: &FlowSetup) -> f64 {
        let (from, to) = self.interval_s;
        let active =
            flow.periods.iter().map(|(start, stop)| (stop.secs().min(to) - start.secs().max(from)).max(0.0));
        active.sum::<f64>() / self.length_s()
    }

    /// The scenario's hops on the path of a flow's data, with the place of each among the compiled
    /// ones.
    fn path_items(&self, flow: &FlowSetup) -> impl Iterator<Item = (usize, usize)> + use<'_> {
        let (from, to) = (flow.from, flow.to);
        let next = move |item: usize| self.items.get(item + 1).copied().unwrap_or(self.setup.hops.len());
        let items = self.items.iter().enumerate();
        items.filter(move |(item, first)| **first < to && next(*item) > from).map(|(item, hop)| (item, *hop))
    }

    fn link(&self, item: usize, hop: usize, direction: Direction) -> Link<'_> {
        let HopSetup { forward, backward, .. } = &self.setup.hops[hop];
        let (path, channel) = match direction {
            Direction::Forward => (format!("hops.{item}"), forward),
            Direction::Backward => (format!("hops.{item}.back"), backward),
        };
        let policed_bps = channel.queue.params.iter().find(|(name, _)| *name == "rate");
        let policed_bps = policed_bps.filter(|_| polices(channel));
        let most_bps = match policed_bps {
            Some((_, Setting::Number(bps))) => *bps,
            _ => f64::INFINITY,
        };
        let (from, to) = (Time::from_secs(self.interval_s.0), Time::from_secs(self.interval_s.1));
        let possible_bits = Transmitter::new(&channel.rate).capacity_bits(from, to);
        let mean_bps = (possible_bits / self.length_s()).min(most_bps);
        Link { path, hop, channel, mean_bps }
    }
}

/// The groups; those asked about are the compared TCP groups, or the first TCP group.
fn groups(setup: &Setup, scenario: &Value) -> Result<Vec<Group>, ScenarioError> {
    let is_tcp = |index: usize| {
        let members = setup.members(index);
        setup.flows[members].first().is_some_and(|flow| flow.tcp().is_some())
    };
    let all = 0..setup.groups.len();
    let mut own: Vec<usize> =
        all.clone().filter(|&index| setup.groups[index].compared && is_tcp(index)).collect();
    if own.is_empty() {
        own = all.clone().filter(|&index| is_tcp(index)).take(1).collect();
    }
    let Some(first) = own.first() else {
        return Err(ScenarioError::value("flows", "no TCP flow", "a TCP flow, whose result has causes"));
    };
    let direction_of = |index: usize| setup.flows[setup.members(index)].first().map(|flow| flow.direction);
    let direction = direction_of(*first);
    let group = |index: usize| Group {
        index,
        path: format!(
            "flows.{}",
            scenario["flows"][index]["name"].as_str().map_or_else(|| index.to_string(), str::to_owned)
        ),
        members: setup.members(index),
        is_own: own.contains(&index),
        is_along: direction_of(index) == direction,
    };
    Ok(all.map(group).collect())
}
