//! The event loop: takes the earliest entry of the event queue and moves one packet or handles one
//! timer.

#[cfg(feature = "capture")]
use super::capturing;
use super::event_ids::{EventIds, EventKind, events_of_channels};
use super::flow::{Flow, FlowLine};
use super::network::{HopPep, Network, PacketAccount, Ties, channel_name};
use super::{channel_events, fork, forwarding, pep_events, receiving, sending, ties};
use crate::net::{Channel, Line, Tally, reorders};
use crate::setup::{Direction, Setup};
use crate::trace::{Decisions, Recorder};
use crate::units::Time;

const NANOS_PER_SECOND: u64 = 1_000_000_000;

impl Network {
    /// The network that `setup` describes, at time zero.
    #[inline]
    pub fn new(setup: &Setup) -> Network {
        let largest = largest_packets(setup);
        let mut channels: Vec<Channel> = setup
            .hops
            .iter()
            .enumerate()
            .flat_map(|(hop, hop_setup)| {
                [(0, &hop_setup.forward), (1, &hop_setup.backward)].map(|(back, channel)| {
                    let index = 2 * hop + back;
                    Channel::new(index as u32, &channel_name(index), channel, largest[hop], setup.seed)
                })
            })
            .collect();
        if setup.ties.is_some() {
            channels.iter_mut().for_each(Channel::order_ties);
        }
        let fork = fork::expect(&mut channels, setup);
        let peps: Vec<Option<HopPep>> = setup
            .hops
            .iter()
            .map(|hop| hop.agent.map(|id| HopPep::new(id, hop.forward.rate.nominal().bps() as f64)))
            .collect();
        let has_pep: Vec<bool> = peps.iter().map(Option::is_some).collect();
        for (hop, place) in peps.iter().enumerate() {
            if let Some(place) = place {
                place.prepare(&mut channels[2 * hop]);
            }
        }
        let mut event_ids = EventIds::new(channels.len(), setup.flows.len());
        let mut flows: Vec<Flow> = (0..)
            .zip(&setup.flows)
            .map(|(index, flow)| Flow::new(index, flow, event_ids.of_flow(index), setup.seed))
            .collect();
        let first = flows.iter().filter_map(|flow| flow.schedule.front()).map(|period| period.0).min();
        // With the order of another simulator, algorithms read its clock. It counts from the start of
        // the run.
        let zero_s = match first {
            Some(first) if setup.ties.is_none() => first.nanos() / NANOS_PER_SECOND,
            _ => 0,
        };
        flows.iter_mut().for_each(|flow| flow.count_from(Time::from_nanos(zero_s * NANOS_PER_SECOND)));
        if setup.hops.iter().any(|hop| reorders(&hop.forward) || reorders(&hop.backward)) {
            for (flow, description) in flows.iter_mut().zip(&setup.flows) {
                if setup.hops[description.from..description.to].iter().any(|hop| {
                    let is_forward = description.direction == Direction::Forward;
                    reorders(if is_forward { &hop.backward } else { &hop.forward })
                }) {
                    flow.sacks.expect_overtaking();
                    flow.frames.expect_overtaking();
                }
            }
        }
        let extra = events_of_channels(&mut channels, &has_pep, &mut event_ids);
        for (channel, event_ids) in channels.iter_mut().zip(&extra) {
            channel.set_own_events(event_ids.is_some());
        }
        let event_queue = event_ids.event_queue();
        assert!(
            setup.duration < event_queue.end_of_time(),
            "a scenario is refused whose time the event queue cannot hold"
        );
        let ties = setup.ties.map(|ties| Ties::new(ties, channels.len(), flows.len()));
        let mut network = Network {
            now: Time::ZERO,
            event_queue,
            event_ids,
            extra,
            peps,
            between: vec![Line::default(); channels.len()],
            channels,
            setups: std::sync::Arc::new(setup.flows.clone()),
            flows,
            fork,
            received_until: Time::ZERO,
            awaited: Vec::new(),
            outbox: Vec::new(),
            decisions: Decisions::default(),
            tally: Tally::default(),
            events: 0,
            allowed: 0,
            ties,
            census: PacketAccount::default(),
            #[cfg(feature = "capture")]
            capture: None,
        };
        for flow in 0..network.flows.len() {
            sending::arm(&mut network, flow);
        }
        channel_events::arm_all(&mut network);
        network
    }

    /// Processes everything up to and including `until`, or about `max_events` events. An event
    /// that sends very many packets counts as several. Returns the number of events.
    #[inline]
    pub fn advance(&mut self, until: Time, max_events: u64, recorder: &mut Recorder) -> u64 {
        let Some(at) = self.fork.as_ref().map(|fork| fork.setup.at).filter(|at| *at <= until) else {
            return self.advance_unforked(until, max_events, recorder);
        };
        let done = self.advance_unforked(at, max_events, recorder);
        if self.now < at || self.event_queue.next().0 <= at {
            return done;
        }
        fork::take(self, recorder);
        done + self.advance_unforked(until, max_events.saturating_sub(done), recorder)
    }

    fn advance_unforked(&mut self, until: Time, max_events: u64, recorder: &mut Recorder) -> u64 {
        receive_until(self, until, recorder);
        let mut done = 0;
        self.allowed = max_events;
        while done < self.allowed {
            let (time, mut order) = self.event_queue.next();
            if time > until {
                self.now = until;
                break;
            }
            if self.ties.is_some() {
                order = ties::first(self);
            }
            debug_assert!(time >= self.now, "time never goes back");
            self.now = time;
            done += 1;
            match self.event_ids.kind(order) {
                EventKind::Channel(channel) => {
                    let (mut packet, next) = self.between[channel as usize].pop();
                    self.event_queue.set(self.event_ids.of_channel(channel), next);
                    forwarding::enter(self, channel, &mut packet, recorder);
                }
                EventKind::DataIn(flow) => {
                    let flow = &mut self.flows[flow as usize];
                    let mut packet = flow.take_from_line(FlowLine::DataIn, &mut self.event_queue);
                    let entry = flow.route.entry[0];
                    forwarding::enter(self, entry, &mut packet, recorder);
                }
                EventKind::AckIn(flow) => {
                    let flow = &mut self.flows[flow as usize];
                    let mut packet = flow.take_from_line(FlowLine::AckIn, &mut self.event_queue);
                    let entry = flow.route.entry[1];
                    forwarding::enter(self, entry, &mut packet, recorder);
                }
                #[cfg(feature = "capture")]
                EventKind::AckOut(flow) if self.capture.is_some() => {
                    capturing::reach_sender(self, flow as usize, recorder);
                }
                EventKind::AckOut(flow) => {
                    sending::reach_sender(self, flow as usize, recorder);
                }
                EventKind::Timers(flow) => {
                    self.event_queue.set(self.flows[flow as usize].event_ids.timers, Time::NEVER);
                    #[cfg(feature = "capture")]
                    if self.capture.is_some() {
                        capturing::fire_timers(self, flow as usize, recorder);
                        continue;
                    }
                    sending::fire_timers(self, flow as usize, recorder);
                }
                EventKind::Service(channel) => channel_events::serve(self, channel, recorder),
                EventKind::States(channel) => channel_events::show_state(self, channel, recorder),
                EventKind::FarEnd(channel) => channel_events::deliver(self, channel, recorder),
                EventKind::PepLine(hop) => pep_events::reach(self, hop, recorder),
                EventKind::PepTimer(hop) => pep_events::wake(self, hop, recorder),
            }
        }
        // Before anything is read: reading brings queues up to date.
        ties::end_event(self);
        self.events += done;
        done + (max_events - self.allowed)
    }
}

/// Lets the receivers process everything that arrives up to `until`.
#[inline(never)]
fn receive_until(network: &mut Network, until: Time, recorder: &mut Recorder) {
    network.received_until = until;
    let mut awaited = std::mem::take(&mut network.awaited);
    let line = FlowLine::DataOut as usize;
    awaited.retain(|&index| {
        if network.ties.is_some() {
            while let Some(packet) = network.flows[index as usize].lines[line].pop_until(until) {
                ties::receive_in_order(network, &packet, recorder);
            }
        }
        let flow = &mut network.flows[index as usize];
        while let Some(packet) = flow.lines[line].pop_until(until) {
            receiving::receive_rarely(flow, &packet, &mut network.event_queue, &mut network.census, recorder);
        }
        !flow.lines[line].is_empty()
    });
    network.awaited = awaited;
}

/// For each hop the largest packets of the flows that send over it, 1500 bytes if there is none.
fn largest_packets(setup: &Setup) -> Vec<u32> {
    let mut largest = vec![0; setup.hops.len()];
    let mut last = None;
    for flow in setup.flows.iter().filter(|flow| !flow.periods.is_empty()) {
        let now = (flow.from, flow.to, flow.packet_bytes);
        // The flows of a group are alike.
        if last.replace(now) != Some(now) {
            for bytes in &mut largest[flow.from..flow.to] {
                *bytes = flow.packet_bytes.max(*bytes);
            }
        }
    }
    largest.into_iter().map(|bytes| if bytes == 0 { 1500 } else { bytes }).collect()
}
