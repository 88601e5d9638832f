//! Another order of events at one instant: the loop asks it, and it reads the network.

use super::event_ids::EventKind;
use super::flow::Flow;
use super::network::Network;
use super::receiving;
use super::route::Access;
use crate::net::{Channel, Packet};
use crate::ties::{
    Arrival, ChannelState, Departure, Event, FlowLine, LineId, Next, Reception, TieOrder, Traffic, Way,
};
use crate::trace::Recorder;
use crate::units::{Span, Time};

/// Asks the order, which reads the network.
#[inline(always)]
fn ask<T>(network: &mut Network, ask: impl FnOnce(&mut dyn TieOrder, &Network) -> T) -> Option<T> {
    let mut ties = network.ties.take()?;
    let answer = ask(&mut *ties.order, network);
    network.ties = Some(ties);
    Some(answer)
}

/// The event that comes first by the order of the setup.
#[inline(never)]
pub(super) fn first(network: &mut Network) -> u32 {
    end_event(network);
    let (at, event) = network.event_queue.next();
    let next = Next { at, event, is_tied: network.event_queue.is_tied() };
    let Some(first) = ask(network, |order, network| order.first(next, network)) else { return event };
    let_pass(network, first.passes, true);
    first.event
}

/// The last event is over.
#[inline(never)]
pub(super) fn end_event(network: &mut Network) {
    let passed = network.ties.as_ref().and_then(|ties| ties.passed);
    let_pass(network, passed, false);
    ask(network, |order, network| order.follow(network));
}

fn let_pass(network: &mut Network, channel: Option<u32>, is_first: bool) {
    if let (Some(index), Some(ties)) = (channel, &mut network.ties) {
        network.channels[index as usize].let_packet_be_first(is_first);
        ties.passed = channel.filter(|_| is_first);
    }
}

/// A packet leaves channel `index` and reaches its receiver at `packet.at`: at once if receivers have
/// run that far, else it waits in the line.
#[inline(never)]
pub(super) fn reach_receiver(network: &mut Network, index: u32, packet: &Packet, recorder: &mut Recorder) {
    let state = state_of(&network.channels[index as usize]);
    ask(network, |order, _| order.leave(packet.flow, index, &state));
    if packet.at <= network.received_until {
        receive_in_order(network, packet, recorder);
    } else if network.flows[packet.flow as usize].lines[FlowLine::DataOut as usize].push(*packet) {
        network.awaited.push(packet.flow);
    }
}

/// A packet arrives at its receiver. If a delayed ACK is due at this instant, the order decides which
/// of the two is first.
pub(super) fn receive_in_order(network: &mut Network, packet: &Packet, recorder: &mut Recorder) {
    let reception = reception(network, packet);
    let is_ack_first = ask(network, |order, _| order.arrive(&reception)) == Some(true);
    let is_due = |network: &Network| {
        let flow = &network.flows[packet.flow as usize];
        receiving::hears(flow, packet, packet.at) && receiving::ack_due(&flow.source) < packet.at
    };
    while is_due(network) {
        let_due_ack_go(network, packet.flow, recorder);
    }
    if is_ack_first {
        let_due_ack_go(network, packet.flow, recorder);
    }
    let flow = &mut network.flows[packet.flow as usize];
    receiving::receive_rarely(flow, packet, &mut network.event_queue, &mut network.census, recorder);
    let due = receiving::ack_due(&flow.source);
    ask(network, |order, network| order.taken(due, network));
}

/// The timer of the receiver of `flow` has expired: the order hears of its ACK before it hears of the
/// next packet's.
fn let_due_ack_go(network: &mut Network, flow: u32, recorder: &mut Recorder) {
    let state = &mut network.flows[flow as usize];
    let at = receiving::ack_due(&state.source);
    receiving::send_due_ack(state, &mut network.event_queue, &mut network.census, recorder);
    ask(network, |order, network| order.let_go(flow, at, network));
}

fn reception(network: &Network, packet: &Packet) -> Reception {
    let flow = &network.flows[packet.flow as usize];
    let exit = &network.channels[flow.route.exit[0] as usize];
    let (began, delay) = if flow.is_at_router {
        (exit.began(packet.at, packet.bytes), Span::ZERO)
    } else {
        flow.on_receiver_link(packet)
    };
    Reception { flow: packet.flow, at: packet.at, began, delay, due: receiving::ack_due(&flow.source) }
}

fn state_of(channel: &Channel) -> ChannelState {
    ChannelState {
        free_at: channel.free_at(),
        delay: channel.delay(),
        // If fates are settled at dequeue, all settled packets are transmitted.
        waiting: if channel.decides_at_dequeue() { 0 } else { channel.waiting() },
        lets_others_leave: channel.has_own_events(),
    }
}

/// The way of a packet in a line of `flow`.
fn way_in(flow: &Flow, line: FlowLine, packet: &Packet) -> Way {
    let arrives = packet.at;
    let (began, ended) = match line {
        FlowLine::DataIn => flow.on_source_link(packet),
        FlowLine::AckIn => (flow.ack_began(packet), arrives),
        FlowLine::AckOut | FlowLine::DataOut => (arrives, arrives),
    };
    Way { arrives, began, ended }
}

impl Traffic for Network {
    fn each_tied(&self, each: &mut dyn FnMut(u32)) {
        self.event_queue.each_earliest(each);
    }

    fn event(&self, event: u32) -> Event {
        let (flow, line, link) = match self.event_ids.kind(event) {
            EventKind::Channel(channel) => {
                let arrival = |head: &Packet| Arrival {
                    line: LineId::Between(channel),
                    flow: head.flow,
                    enters: Some(channel),
                    // The packet comes directly from the end of the channel before.
                    delay: Span::ZERO,
                };
                let head = self.between[channel as usize].get(0);
                return head.map_or(Event::Other, |head| Event::Arrival(arrival(head)));
            }
            EventKind::DataIn(flow) => (flow, FlowLine::DataIn, Access::SourceOut),
            EventKind::AckIn(flow) => (flow, FlowLine::AckIn, Access::ReceiverOut),
            EventKind::AckOut(flow) => (flow, FlowLine::AckOut, Access::SourceIn),
            EventKind::Timers(flow) => return Event::Timers(flow),
            _ => return Event::Other,
        };
        let state = &self.flows[flow as usize];
        Event::Arrival(Arrival {
            line: LineId::Flow(flow, line),
            flow,
            enters: state.route.entry.get(line as usize).copied(),
            delay: state.access[link as usize].delay(),
        })
    }

    fn began(&self, event: u32) -> Time {
        let began = |flow: u32, line, link| self.flows[flow as usize].began(line, link);
        match self.event_ids.kind(event) {
            EventKind::Channel(channel) => {
                let before = if channel % 2 == 0 { channel - 2 } else { channel + 2 };
                let head = self.between[channel as usize].get(0);
                head.map_or(Time::NEVER, |head| self.channels[before as usize].began(head.at, head.bytes))
            }
            EventKind::DataIn(flow) => began(flow, FlowLine::DataIn, Access::SourceOut),
            EventKind::AckIn(flow) => began(flow, FlowLine::AckIn, Access::ReceiverOut),
            EventKind::AckOut(flow) => began(flow, FlowLine::AckOut, Access::SourceIn),
            _ => Time::NEVER,
        }
    }

    fn departure(&self, channel: u32, at: Time) -> Option<Departure> {
        self.channels[channel as usize].departure_at(at)
    }

    fn channel(&self, channel: u32) -> ChannelState {
        state_of(&self.channels[channel as usize])
    }

    fn each_new(&self, line: LineId, known: usize, each: &mut dyn FnMut(Way)) {
        let mut place = known;
        match line {
            LineId::Flow(flow, line) => {
                let flow = &self.flows[flow as usize];
                while let Some(packet) = flow.lines[line as usize].get(place) {
                    each(way_in(flow, line, packet));
                    place += 1;
                }
            }
            LineId::Between(channel) => {
                while let Some(packet) = self.between[channel as usize].get(place) {
                    each(Way { arrives: packet.at, began: packet.at, ended: packet.at });
                    place += 1;
                }
            }
        }
    }
}
