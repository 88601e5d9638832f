//! The state of a run, and what can be read from it. The steps that change it are in files of their
//! own, by what moves; the event loop stands above them.

use std::sync::Arc;

use super::event_ids::{ChannelEvents, EventIds};
use super::event_queue::EventQueue;
use super::flow::{Flow, FlowCounters};
use crate::loss::Loss;
use crate::net::{self, Channel, ChannelHandles, Line, Tally};
use crate::pep::{AnyPep, Pep};
use crate::setup::{FlowSetup, ForkSetup};
use crate::tcp::Outgoing;
use crate::ties::{TieOrder, TieSetup};
use crate::trace::{Decisions, Recorder};
use crate::units::Time;

/// Where all packets are: each packet put on the wire has arrived, is gone, or is under way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PacketAccount {
    /// Put on the wire by hosts.
    pub sent: u64,
    /// Arrived at hosts.
    pub arrived: u64,
    /// Dropped by queues.
    pub dropped: u64,
    /// Lost by links.
    pub lost: u64,
    /// Between two places.
    pub under_way: u64,
    /// In front of a transmitter that will never send again.
    pub stuck: u64,
    /// ACKs left out because a later one acknowledges more.
    pub thinned: u64,
}

/// The state of a run, without its trace: cloned for checkpoints.
#[derive(Clone, Debug)]
pub struct Network {
    pub(super) now: Time,
    pub(super) event_queue: EventQueue,
    pub(super) event_ids: EventIds,
    /// By channel: the additional events of the channels that need some.
    pub(super) extra: Vec<Option<ChannelEvents>>,
    pub(super) peps: Vec<Option<HopPep>>,
    pub(super) channels: Vec<Channel>,
    /// Packets between neighbouring channels, by the channel that they enter next.
    pub(super) between: Vec<Line>,
    pub(super) flows: Vec<Flow>,
    pub(super) setups: Arc<Vec<FlowSetup>>,
    /// The fork that is still to come.
    pub(super) fork: Option<Arc<Fork>>,
    /// Receivers have processed everything that arrives up to this instant, even if the clock is
    /// behind it.
    pub(super) received_until: Time,
    /// Flows with packets that arrive at their receivers after `received_until`.
    pub(super) awaited: Vec<u32>,
    pub(super) outbox: Vec<Outgoing>,
    pub(super) decisions: Decisions,
    pub(super) tally: Tally,
    pub(super) events: u64,
    /// Event limit of the current slice, minus what large bursts count for.
    pub(super) allowed: u64,
    /// The order of events at one instant, if it is not the engine's own.
    pub(super) ties: Option<Ties>,
    pub(super) census: PacketAccount,
    /// What senders send and receive, if it is captured.
    #[cfg(feature = "capture")]
    pub(super) capture: Option<Vec<super::Captured>>,
}

/// The order in use.
pub(super) struct Ties {
    pub order: Box<dyn TieOrder>,
    /// The channel that the current event's packet entered before a transmission ended.
    pub passed: Option<u32>,
}

/// No `Debug` of the trait objects: their vtables would keep format strings in the wasm.
impl std::fmt::Debug for Ties {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Ties")
    }
}

impl Clone for Ties {
    fn clone(&self) -> Ties {
        Ties { order: self.order.copy(), ..*self }
    }
}

impl Ties {
    /// The order that `setup` describes, at the start of a run.
    #[inline]
    pub fn new(setup: TieSetup, channels: usize, flows: usize) -> Ties {
        Ties { order: (setup.make)(channels, flows), passed: None }
    }

    /// Memory of the order, in bytes.
    #[inline]
    pub fn bytes(&self) -> usize {
        self.order.bytes()
    }
}

/// The PEP of a hop, and the packets that are on their way to it over the backward channel.
#[derive(Clone, Debug)]
pub(super) struct HopPep {
    pub pep: AnyPep,
    pub line: Line,
}

impl HopPep {
    #[inline]
    pub fn new(id: &str, rate_bps: f64) -> HopPep {
        HopPep { pep: AnyPep::new(id, rate_bps), line: Line::default() }
    }

    /// Prepares the hop's forward channel for the PEP.
    pub fn prepare(&self, forward: &mut Channel) {
        forward.decide_at_dequeue();
        if self.pep.reports_corruption() {
            forward.report_corruption();
        }
    }
}

/// A fork that is still to come.
#[derive(Clone, Debug)]
pub(super) struct Fork {
    pub setup: ForkSetup,
    /// By channel: the loss model after the fork, if it differs.
    pub losses: Vec<Option<Loss>>,
}

impl Network {
    /// Packets that have arrived at channels, each counted once per channel.
    pub fn packet_hops(&self) -> u64 {
        self.channels.iter().map(|channel| channel.counters().arrivals).sum()
    }

    /// Drains every queue up to now.
    pub fn drain(&mut self, recorder: &mut Recorder) {
        for channel in &mut self.channels {
            net::drain(channel, self.now, recorder);
        }
    }

    /// Records what channels and receivers have kept for the open bin of the trace. For use before
    /// the trace is read and before a checkpoint.
    pub fn show_open_bins(&mut self, recorder: &mut Recorder) {
        for channel in &mut self.channels {
            net::report_queue_extremes(channel, recorder);
        }
        for flow in &mut self.flows {
            let delivered = flow.before.delivered + flow.delivered_now;
            flow.deliveries.show(delivered, flow.handles.delivered, recorder);
        }
    }

    /// Sets where the trace of channel `index` goes.
    pub fn record_channel(&mut self, index: usize, handles: ChannelHandles) {
        self.channels[index].record_to(handles);
    }

    /// The counters of flow number `flow` over all its connections.
    #[inline]
    pub fn flow_counters(&self, flow: usize) -> FlowCounters {
        self.flows[flow].counters()
    }

    /// Where all packets are.
    pub fn census(&self) -> PacketAccount {
        let counters = self.channels.iter().map(Channel::counters);
        let lines = self.flows.iter().flat_map(|flow| &flow.lines).chain(&self.between);
        PacketAccount {
            // A corrupted packet counts as lost. Its header travels on and counts as a packet of
            // its own.
            sent: self.census.sent + counters.clone().map(|c| c.headers).sum::<u64>(),
            dropped: counters.clone().map(|c| c.drops()).sum(),
            lost: counters.clone().map(|c| c.losses).sum(),
            thinned: counters.map(|c| c.thinned).sum(),
            under_way: lines
                .map(|line| line.len() as u64)
                .chain(self.channels.iter().map(Channel::held))
                .chain(self.channels.iter().map(Channel::at_far_end))
                .chain(self.peps.iter().flatten().map(|place| place.line.len() as u64))
                .sum(),
            ..self.census
        }
    }

    /// When the last packet whose fate is settled now reaches the end of its line; a lost packet
    /// counts as if it were not lost.
    pub fn horizon(&self) -> Time {
        let lines = self.flows.iter().flat_map(|flow| &flow.lines).chain(&self.between);
        let to_peps = self.peps.iter().flatten().map(|place| &place.line);
        let settled = self.channels.iter().map(Channel::settled_until);
        lines.chain(to_peps).filter_map(Line::last_arrival).chain(settled).fold(self.now, Time::max)
    }

    /// Frees spare capacity that bursts have left in the lines. Otherwise flows that fill the
    /// network one after the other would all keep their peak capacity.
    #[inline]
    pub fn give_back(&mut self) {
        for line in self.flows.iter_mut().flat_map(|flow| &mut flow.lines).chain(&mut self.between) {
            line.give_back();
        }
    }

    /// Logs waiting packets whose fate is not settled yet.
    pub fn log_held(&self, recorder: &mut Recorder) {
        for channel in &self.channels {
            net::log_held(channel, recorder);
        }
    }

    /// Memory of this state, in bytes.
    #[inline]
    pub fn state_bytes(&self) -> usize {
        let to_peps = self.peps.iter().flatten().map(|place| place.line.bytes());
        self.flows.iter().map(Flow::bytes).sum::<usize>()
            + self.channels.iter().map(Channel::bytes).sum::<usize>()
            + self.between.iter().map(Line::bytes).chain(to_peps).sum::<usize>()
            + self.event_queue.bytes()
            + self.ties.as_ref().map_or(0, Ties::bytes)
    }

    /// Bytes that the lists of packets soon take more.
    pub fn growth_bytes(&self) -> usize {
        let lines = self.flows.iter().flat_map(|flow| &flow.lines).chain(&self.between);
        lines.map(Line::growth_bytes).sum::<usize>()
            + self.channels.iter().map(Channel::growth_bytes).sum::<usize>()
    }
}

/// The name of channel `index` (2·hop, plus 1 for backward). Its random streams are named after it.
pub(super) fn channel_name(index: usize) -> String {
    let direction = if index % 2 == 0 { "forward" } else { "backward" };
    format!("hop {} {direction}", index / 2)
}
