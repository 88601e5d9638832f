//! The network in motion: takes the earliest entry of the agenda, moves one packet or one timer, and so on.

use super::agenda::Agenda;
use super::agents::AgentPlace;
use super::extra_slots::{ExtraSlots, extra_slots};
use super::flow::{Flow, FlowLine, Phase, Source};
use crate::net::{Arrival, Channel, ChannelHandles, Kind, Line, Mark, Outcome, Packet, kind_code};
use crate::setup::{Direction, FlowSetup, Setup, SourceSetup};
use crate::tcp::{AckArrival, AckPlan, Outgoing, SackBlocks};
use crate::trace::{Decisions, Digest, Fate, PacketRecord, Place, Recorder};
use crate::units::{Span, Time};

/// A SYN or SYN-ACK on the wire.
const HANDSHAKE_BYTES: u16 = 40;

/// What a slot of the agenda stands for. At equal times lower slots go first: packets that leave channels, then packets
/// that reach routers and hosts, then timers (tcp-core §14.6).
#[derive(Clone, Copy, Debug)]
pub(super) enum Slot {
    /// Packets that come to this channel from the channel before it.
    Channel(u32),
    /// A line of a flow.
    Line(FlowLine, u32),
    /// The timers of a flow.
    Timers(u32),
    /// End of a transmission where fates are settled late.
    Service(u32),
    /// Change of a loss model's state.
    States(u32),
    /// Packets that come to the agent of this hop over the backward channel.
    AgentLine(u32),
    /// Its timers.
    AgentTimer(u32),
}

/// How a flow's packets find their way: channel numbers at which data and ACKs enter and leave.
#[derive(Clone, Copy, Debug)]
struct Route {
    entry: [u32; 2],
    exit: [u32; 2],
}

/// Where all packets are: those put on the wire are over, gone, or under way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Census {
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
}

/// The state of a run, without its trace: cloned for checkpoints.
#[derive(Clone, Debug)]
pub struct Network {
    pub(super) now: Time,
    pub(super) agenda: Agenda,
    slots: Vec<Slot>,
    /// Slots of their own, by channel, of the channels that need them.
    pub(super) extra: Vec<Option<ExtraSlots>>,
    /// By hop.
    pub(super) agents: Vec<Option<AgentPlace>>,
    pub(super) channels: Vec<Channel>,
    /// Packets between neighbouring channels, by the channel they come to.
    between: Vec<Line>,
    pub(super) flows: Vec<Flow>,
    routes: Vec<Route>,
    setups: std::sync::Arc<Vec<FlowSetup>>,
    outbox: Vec<Outgoing>,
    decisions: Decisions,
    pub(super) digest: Digest,
    pub(super) events: u64,
    pub(super) packet_hops: u64,
    pub(super) census: Census,
    /// A timer slot may be early (the timer was pushed back since), never late.
    timer_slots_at: usize,
}

impl Network {
    /// The network that `setup` describes, at time zero.
    pub fn new(setup: &Setup) -> Network {
        let largest = setup.flows.iter().map(|flow| flow.packet_bytes).max().unwrap_or(1500);
        let mut channels: Vec<Channel> = setup
            .hops
            .iter()
            .enumerate()
            .flat_map(|(hop, hop_setup)| {
                [(0, "forward", &hop_setup.forward), (1, "backward", &hop_setup.backward)].map(
                    |(back, direction, channel)| {
                        let name = format!("hop {hop} {direction}");
                        Channel::new(2 * hop as u32 + back, &name, channel, largest, setup.seed)
                    },
                )
            })
            .collect();
        let flows: Vec<Flow> = setup.flows.iter().map(|flow| Flow::new(flow, setup.seed)).collect();
        let agents: Vec<Option<AgentPlace>> = setup
            .hops
            .iter()
            .map(|hop| hop.agent.map(|id| AgentPlace::new(id, hop.forward.rate.peak().bps() as f64)))
            .collect();
        let has_agent: Vec<bool> = agents.iter().map(Option::is_some).collect();
        for (hop, place) in agents.iter().enumerate() {
            if let Some(place) = place {
                place.prepare(&mut channels[2 * hop]);
            }
        }
        let common_slots = channels.len() + 5 * flows.len();
        let (extra, extra_kinds) = extra_slots(&mut channels, &has_agent, common_slots);
        let slots: Vec<Slot> = (0..channels.len() as u32)
            .map(Slot::Channel)
            .chain(
                [FlowLine::DataIn, FlowLine::AckIn, FlowLine::DataOut, FlowLine::AckOut]
                    .into_iter()
                    .flat_map(|line| (0..flows.len() as u32).map(move |flow| Slot::Line(line, flow))),
            )
            .chain((0..flows.len() as u32).map(Slot::Timers))
            .chain(extra_kinds)
            .collect();
        let mut network = Network {
            now: Time::ZERO,
            agenda: Agenda::new(slots.len()),
            timer_slots_at: channels.len() + 4 * flows.len(),
            slots,
            extra,
            agents,
            between: vec![Line::default(); channels.len()],
            channels,
            routes: setup.flows.iter().map(route).collect(),
            setups: std::sync::Arc::new(setup.flows.clone()),
            flows,
            outbox: Vec::new(),
            decisions: Decisions::default(),
            digest: Digest::default(),
            events: 0,
            packet_hops: 0,
            census: Census::default(),
        };
        for flow in 0..network.flows.len() {
            network.arm(flow);
        }
        network.arm_channels();
        network
    }

    /// Processes everything up to and including `until`, or `max_events` events. Gives the number of events processed.
    pub fn advance(&mut self, until: Time, max_events: u64, recorder: &mut Recorder) -> u64 {
        let mut done = 0;
        while done < max_events {
            let (time, slot) = self.agenda.next();
            if time > until {
                self.now = until;
                break;
            }
            debug_assert!(time >= self.now, "time never goes back");
            self.now = time;
            done += 1;
            match self.slots[slot] {
                Slot::Channel(channel) => {
                    let (packet, next) = self.between[channel as usize].pop();
                    self.agenda.set(slot, next);
                    self.enter_channel(channel, packet, recorder);
                }
                Slot::Line(line, flow) => {
                    let (packet, next) = self.flows[flow as usize].lines[line as usize].pop();
                    self.agenda.set(slot, next);
                    match line {
                        FlowLine::DataIn | FlowLine::AckIn => {
                            let entry = self.routes[flow as usize].entry[line as usize];
                            self.enter_channel(entry, packet, recorder);
                        }
                        FlowLine::DataOut => {
                            self.census.arrived += 1;
                            self.reach_receiver(flow as usize, packet, recorder);
                        }
                        FlowLine::AckOut => {
                            self.census.arrived += 1;
                            self.reach_sender(flow as usize, packet, recorder);
                        }
                    }
                }
                Slot::Timers(flow) => {
                    self.agenda.set(slot, Time::NEVER);
                    self.fire_timers(flow as usize, recorder);
                }
                Slot::Service(channel) => self.serve_channel(channel, recorder),
                Slot::States(channel) => self.show_channel_state(channel, recorder),
                Slot::AgentLine(hop) => self.reach_agent(hop, slot, recorder),
                Slot::AgentTimer(hop) => self.wake_agent(hop, recorder),
            }
        }
        self.events += done;
        done
    }

    /// Brings every queue up to now.
    pub fn drain(&mut self, recorder: &mut Recorder) {
        for channel in &mut self.channels {
            channel.drain(self.now, recorder);
        }
    }

    /// Says where the trace of channel `index` goes.
    pub fn record_channel(&mut self, index: usize, handles: ChannelHandles) {
        self.channels[index].record_to(handles);
    }

    /// Where all packets are.
    pub fn census(&self) -> Census {
        let counters = self.channels.iter().map(Channel::counters);
        let lines = self.flows.iter().flat_map(|flow| &flow.lines).chain(&self.between);
        Census {
            dropped: counters.clone().map(|c| c.overflows + c.early_drops).sum(),
            lost: counters.map(|c| c.losses).sum(),
            under_way: lines
                .map(|line| line.len() as u64)
                .chain(self.channels.iter().map(Channel::held))
                .chain(self.agents.iter().flatten().map(|place| place.line.len() as u64))
                .sum(),
            ..self.census
        }
    }

    /// When the last of the packets that are under way now reaches the end of its line.
    pub fn horizon(&self) -> Time {
        let lines = self.flows.iter().flat_map(|flow| &flow.lines).chain(&self.between);
        let to_agents = self.agents.iter().flatten().map(|place| &place.line);
        lines.chain(to_agents).filter_map(Line::last_arrival).max().unwrap_or(self.now)
    }

    /// Bytes a clone of this state takes, roughly.
    pub fn state_bytes(&self) -> usize {
        let lines: usize = self.flows.iter().flat_map(|flow| flow.lines.iter().map(Line::len)).sum();
        let between: usize = self.between.iter().map(Line::len).sum();
        let waiting: usize = self.channels.iter().map(Channel::waiting).sum();
        (lines + between) * size_of::<Packet>()
            + waiting * 32
            + self.flows.len() * (size_of::<Flow>() + 512)
            + self.channels.len() * (size_of::<Channel>() + 256)
            + self.slots.len() * 48
    }

    #[inline]
    fn enter_channel(&mut self, index: u32, packet: Packet, recorder: &mut Recorder) {
        if self.extra[index as usize].is_some() {
            self.finish_service(index, recorder);
            let packet = self.show_to_agent(index, packet);
            self.enter_with_slots(index, packet, false, recorder);
            return;
        }
        self.packet_hops += 1;
        let mut arrival = Arrival { packet: &packet, now: self.now, recorder, digest: &mut self.digest };
        if let Outcome::Arrives(at) = self.channels[index as usize].arrive(&mut arrival, false) {
            self.leave_channel(index, Packet { at, ..packet }, recorder);
        }
    }

    /// The same for a channel that has slots of its own.
    pub(super) fn enter_with_slots(
        &mut self,
        index: u32,
        packet: Packet,
        is_first: bool,
        recorder: &mut Recorder,
    ) {
        self.packet_hops += 1;
        let mut arrival = Arrival { packet: &packet, now: self.now, recorder, digest: &mut self.digest };
        let outcome = self.channels[index as usize].arrive(&mut arrival, is_first);
        if let Some(packet) = outcome.reaches(&packet) {
            self.leave_by_agent(index, packet, recorder);
        }
        self.arm_channel(index);
    }

    /// A packet reaches the far end of a channel: on to the next one, or over the access link to its host.
    #[inline(always)]
    pub(super) fn leave_channel(&mut self, index: u32, packet: Packet, recorder: &mut Recorder) {
        if packet.at == Time::NEVER {
            self.census.stuck += 1;
            return;
        }
        let flow = packet.flow as usize;
        let backward = packet.kind.is_backward();
        if index != self.routes[flow].exit[usize::from(backward)] {
            // Forward channels are even and lead to the right, backward ones are odd and lead to the left.
            let next = if index % 2 == 0 { index + 2 } else { index - 2 };
            if self.between[next as usize].push(packet) {
                self.agenda.set(next as usize, packet.at);
            }
            return;
        }
        let (link, line) = if backward { (3, FlowLine::AckOut) } else { (1, FlowLine::DataOut) };
        self.cross_access(flow, link, line, packet, Span::ZERO, recorder);
    }

    /// Sends `packet` over access link `link` of `flow` into `line`.
    #[inline]
    fn cross_access(
        &mut self,
        flow: usize,
        link: usize,
        line: FlowLine,
        packet: Packet,
        jitter: Span,
        recorder: &mut Recorder,
    ) {
        let state = &mut self.flows[flow];
        let crossing = state.access[link].cross(packet.at, packet.bytes, jitter);
        if recorder.wants_packets() {
            recorder.packet(PacketRecord {
                flow: flow as u32,
                number: packet.number,
                kind: kind_code(&packet),
                place: Place::Access { flow: flow as u32, link: link as u32 },
                enter: packet.at,
                start: crossing.start,
                depart: crossing.depart,
                arrive: crossing.arrive,
                fate: Fate::Delivered,
            });
        }
        let packet = Packet { at: crossing.arrive, ..packet };
        if state.lines[line as usize].push(packet) {
            let slot = self.channels.len() + line as usize * self.flows.len() + flow;
            self.agenda.set(slot, packet.at);
        }
    }

    fn reach_receiver(&mut self, flow: usize, packet: Packet, recorder: &mut Recorder) {
        let state = &mut self.flows[flow];
        if packet.epoch != state.epoch {
            return;
        }
        match packet.kind {
            Kind::Syn => {
                self.send_back(flow, Kind::SynAck, 0, packet.stamp, 0, HANDSHAKE_BYTES, Mark::None, recorder);
                return;
            }
            Kind::Cbr => {
                state.delivered_now += 1;
                sample(recorder, &state.handles.delivered, self.now, state.delivered_now);
                return;
            }
            _ => {}
        }
        let Source::Tcp { receiver, .. } = &mut state.source else {
            return;
        };
        if packet.mark == Mark::Corrupted {
            receiver.on_corrupted(packet.number);
            return;
        }
        if packet.sack != 0 {
            receiver.tell_share(packet.sack);
        }
        let plan = receiver.on_segment(packet.number, packet.stamp, self.now);
        let delivered = receiver.next();
        if delivered != state.delivered_now {
            state.delivered_now = delivered;
            sample(recorder, &state.handles.delivered, self.now, state.before.delivered + delivered);
            if let SourceSetup::Tcp(tcp) = &self.setups[flow].source {
                if tcp.segments == Some(delivered) {
                    state.completed_at = Some(self.now);
                }
            }
        }
        match plan {
            AckPlan::Now => self.send_ack(flow, recorder),
            AckPlan::At(deadline) => self.arm_by(flow, deadline),
        }
    }

    fn send_ack(&mut self, flow: usize, recorder: &mut Recorder) {
        let SourceSetup::Tcp(tcp) = &self.setups[flow].source else {
            return;
        };
        let bytes = tcp.ack_bytes as u16;
        let state = &mut self.flows[flow];
        let Source::Tcp { receiver, .. } = &mut state.source else {
            return;
        };
        let (number, blocks) = receiver.acknowledge();
        let echo = receiver.echo();
        let mark = if receiver.misses_corrupted() { Mark::CorruptionTold } else { Mark::None };
        let sack = match blocks {
            Some(blocks) => state.keep_sack(blocks),
            None => 0,
        };
        self.send_back(flow, Kind::Ack, number, echo, sack, bytes, mark, recorder);
    }

    #[allow(clippy::too_many_arguments)]
    #[inline]
    fn send_back(
        &mut self,
        flow: usize,
        kind: Kind,
        number: u64,
        stamp: Time,
        sack: u32,
        bytes: u16,
        mark: Mark,
        recorder: &mut Recorder,
    ) {
        let epoch = self.flows[flow].epoch;
        let packet = Packet {
            at: self.now,
            stamp,
            number,
            flow: flow as u32,
            sack,
            bytes,
            epoch,
            kind,
            is_retransmission: false,
            mark,
        };
        self.census.sent += 1;
        self.cross_access(flow, 2, FlowLine::AckIn, packet, Span::ZERO, recorder);
    }

    fn reach_sender(&mut self, flow: usize, packet: Packet, recorder: &mut Recorder) {
        let now = self.now;
        let state = &mut self.flows[flow];
        let sack = state.take_sack(packet.sack);
        if packet.epoch != state.epoch {
            return;
        }
        let Source::Tcp { sender, .. } = &mut state.source else {
            return;
        };
        if packet.kind == Kind::SynAck {
            if state.phase == Phase::Opening {
                state.phase = Phase::Open;
                state.syn_deadline = Time::NEVER;
                let rtt_s = now.since(packet.stamp).secs();
                sender.open(now, Some(rtt_s), &mut self.outbox, &mut self.decisions);
                self.after_sender(flow, None, recorder);
            }
            return;
        }
        let blocks = sack.as_ref().map_or(&[][..], |blocks| blocks.as_slice());
        let is_corruption_told = packet.mark == Mark::CorruptionTold;
        let share_bps = sack.as_ref().and_then(SackBlocks::share_bps);
        let arrival =
            AckArrival { number: packet.number, echo: packet.stamp, blocks, is_corruption_told, share_bps };
        let before = sender.window().ssthresh;
        sender.on_ack(now, &arrival, &mut self.outbox, &mut self.decisions);
        let window = sender.window();
        self.digest.mix(now.nanos() ^ (packet.number << 20));
        self.digest.mix(window.cwnd.to_bits());
        self.after_sender(flow, Some(before), recorder);
    }

    /// The sender has acted: records what changed, sends what it wants to send, and sets its timers.
    fn after_sender(&mut self, flow: usize, ssthresh_before: Option<f64>, recorder: &mut Recorder) {
        let now = self.now;
        let state = &mut self.flows[flow];
        let Source::Tcp { sender, .. } = &state.source else {
            return;
        };
        state.handles.record(sender, now, ssthresh_before, recorder);
        if !self.decisions.is_empty() {
            for (_, terms) in self.decisions.iter() {
                self.digest.mix(now.nanos() ^ terms[0].to_bits());
            }
            recorder.decisions(now, flow as u32, &mut self.decisions);
        }
        let bytes = self.setups[flow].packet_bytes as u16;
        let mut place = 0;
        while let Some(outgoing) = self.outbox.get(place).copied() {
            place += 1;
            self.send_data(flow, Kind::Data, outgoing, bytes, recorder);
        }
        self.outbox.clear();
        self.arm(flow);
    }

    #[inline]
    fn send_data(
        &mut self,
        flow: usize,
        kind: Kind,
        outgoing: Outgoing,
        bytes: u16,
        recorder: &mut Recorder,
    ) {
        let state = &mut self.flows[flow];
        let jitter = state.draw_jitter();
        let packet = Packet {
            at: self.now,
            stamp: self.now,
            number: outgoing.number,
            flow: flow as u32,
            sack: 0,
            bytes,
            epoch: state.epoch,
            kind,
            is_retransmission: outgoing.is_retransmission,
            mark: Mark::None,
        };
        self.census.sent += 1;
        self.cross_access(flow, 0, FlowLine::DataIn, packet, jitter, recorder);
    }

    /// Makes sure that the flow's timers are looked at no later than its earliest deadline.
    #[inline]
    fn arm(&mut self, flow: usize) {
        let deadline = self.flows[flow].next_timer();
        self.arm_by(flow, deadline);
    }

    #[inline]
    fn arm_by(&mut self, flow: usize, deadline: Time) {
        let slot = self.timer_slots_at + flow;
        // A timer that was pushed back is left where it is: looking too early is cheaper than moving it with every ACK.
        if deadline < self.agenda.time_of(slot) {
            self.agenda.set(slot, deadline);
        }
    }

    fn fire_timers(&mut self, flow: usize, recorder: &mut Recorder) {
        let now = self.now;
        if self.flows[flow].schedule.front().is_some_and(|period| period.0 <= now) {
            self.start_connection(flow, recorder);
        }
        if self.flows[flow].stop_at <= now {
            self.stop_source(flow, recorder);
        }
        if self.flows[flow].syn_deadline <= now {
            if let Source::Tcp { sender, .. } = &mut self.flows[flow].source {
                sender.handshake_expired();
            }
            self.send_syn(flow, true, recorder);
        }
        let state = &mut self.flows[flow];
        match &mut state.source {
            Source::Tcp { sender, receiver } => {
                let ack_due = receiver.deadline() <= now;
                let (timed_out, woken) = (sender.deadline() <= now, sender.wake_at() <= now);
                let before = sender.window().ssthresh;
                if timed_out {
                    sender.on_timeout(now, &mut self.outbox, &mut self.decisions);
                } else if woken {
                    sender.on_wake(now, &mut self.outbox);
                }
                if ack_due {
                    self.send_ack(flow, recorder);
                }
                if timed_out || woken {
                    self.after_sender(flow, Some(before), recorder);
                }
            }
            Source::Cbr(cbr) => {
                if cbr.next_at <= now {
                    let outgoing = Outgoing { number: cbr.next, is_retransmission: false };
                    let bytes = self.setups[flow].packet_bytes;
                    cbr.advance(bytes);
                    self.send_data(flow, Kind::Cbr, outgoing, bytes as u16, recorder);
                }
            }
        }
        self.arm(flow);
    }

    fn start_connection(&mut self, flow: usize, recorder: &mut Recorder) {
        let now = self.now;
        let setups = self.setups.clone();
        let setup = &setups[flow];
        let state = &mut self.flows[flow];
        let Some((_, end)) = state.schedule.pop_front() else {
            return;
        };
        if state.started_at.is_some() {
            state.renew(setup);
        }
        state.started_at.get_or_insert(now);
        state.stop_at = end;
        match &mut state.source {
            Source::Cbr(cbr) => {
                cbr.next_at = now;
                state.phase = Phase::Open;
            }
            Source::Tcp { sender, .. } => {
                let SourceSetup::Tcp(tcp) = &setup.source else {
                    return;
                };
                if tcp.handshake {
                    state.phase = Phase::Opening;
                    self.send_syn(flow, false, recorder);
                } else {
                    state.phase = Phase::Open;
                    sender.open(now, None, &mut self.outbox, &mut self.decisions);
                    self.after_sender(flow, None, recorder);
                }
            }
        }
    }

    fn send_syn(&mut self, flow: usize, is_retransmission: bool, recorder: &mut Recorder) {
        let now = self.now;
        let state = &mut self.flows[flow];
        let Source::Tcp { sender, .. } = &state.source else {
            return;
        };
        state.syn_deadline = now + sender.timeout();
        self.send_data(flow, Kind::Syn, Outgoing { number: 0, is_retransmission }, HANDSHAKE_BYTES, recorder);
    }

    fn stop_source(&mut self, flow: usize, recorder: &mut Recorder) {
        let now = self.now;
        let state = &mut self.flows[flow];
        state.stop_at = Time::NEVER;
        state.syn_deadline = Time::NEVER;
        match &mut state.source {
            Source::Tcp { sender, .. } => {
                if state.phase == Phase::Opening {
                    state.phase = Phase::Idle;
                }
                sender.stop(&mut self.decisions);
                recorder.decisions(now, flow as u32, &mut self.decisions);
            }
            Source::Cbr(cbr) => cbr.next_at = Time::NEVER,
        }
    }
}

#[inline]
fn sample(recorder: &mut Recorder, handles: &[crate::trace::Handle; 2], now: Time, value: u64) {
    for handle in handles {
        recorder.sample(*handle, now, value as f64);
    }
}

fn route(setup: &FlowSetup) -> Route {
    let (left, right) = (2 * setup.from as u32, 2 * (setup.to as u32 - 1));
    match setup.direction {
        Direction::Forward => Route { entry: [left, right + 1], exit: [right, left + 1] },
        Direction::Backward => Route { entry: [right + 1, left], exit: [left + 1, right] },
    }
}
