//! The order of events at one instant, for runs that follow another simulator's.
//!
//! The engine's own order is that of its event queue, and a transmission ends before a packet
//! arrives. Another crate may bring another order ([`TieOrder`]): the setup carries it, and the loop
//! asks it. It reads from the network what it needs ([`Traffic`]), and changes nothing there.

use crate::units::{Span, Time};

/// An order of events at one instant, in a run.
pub trait TieOrder: Send + Sync {
    /// A copy in the same state, for checkpoints.
    fn copy(&self) -> Box<dyn TieOrder>;

    /// Its memory, in bytes.
    fn bytes(&self) -> usize;

    /// The last event is over: notes its effects.
    fn follow(&mut self, network: &dyn Traffic);

    /// The event that comes first at the earliest instant, `next.at`.
    fn first(&mut self, next: Next, network: &dyn Traffic) -> First;

    /// A packet of `flow` leaves `channel`, the last one on its way to the receiver.
    fn leave(&mut self, flow: u32, channel: u32, state: &ChannelState);

    /// The next packet that has left arrives at its receiver. True if the delayed ACK that is due at
    /// this instant comes before it.
    fn arrive(&mut self, reception: &Reception) -> bool;

    /// The delayed ACK of `flow` was due at `at`, and a later packet finds that it is gone.
    fn let_go(&mut self, flow: u32, at: Time, network: &dyn Traffic);

    /// The receiver has taken that packet. Its delayed ACK is now due at `due`.
    fn taken(&mut self, due: Time, network: &dyn Traffic);
}

/// How a run gets an order of its own.
#[derive(Clone, Copy, Debug)]
pub struct TieSetup {
    /// Makes it for a network of this many channels and flows.
    pub make: fn(usize, usize) -> Box<dyn TieOrder>,
    /// Bytes that it keeps per packet.
    pub packet_bytes: usize,
}

/// The next event by the engine's order.
#[derive(Clone, Copy, Debug)]
pub struct Next {
    /// Its instant.
    pub at: Time,
    /// The event.
    pub event: u32,
    /// Other events are at this instant too.
    pub is_tied: bool,
}

/// The event that comes first.
#[derive(Clone, Copy, Debug)]
pub struct First {
    /// The event.
    pub event: u32,
    /// The channel, if it is a packet that enters one before a transmission there ends.
    pub passes: Option<u32>,
}

/// What happens at an event.
#[derive(Clone, Copy, Debug)]
pub enum Event {
    /// A packet arrives at the end of a line.
    Arrival(Arrival),
    /// The timers of this flow expire.
    Timers(u32),
    /// Anything else.
    Other,
}

/// A packet arrives at the end of a line.
#[derive(Clone, Copy, Debug)]
pub struct Arrival {
    /// The line.
    pub line: LineId,
    /// The packet's flow.
    pub flow: u32,
    /// The channel that it enters.
    pub enters: Option<u32>,
    /// The delay of the access link that it has crossed.
    pub delay: Span,
}

/// A line of packets under way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineId {
    /// A line of a flow.
    Flow(u32, FlowLine),
    /// From the channel before to this one.
    Between(u32),
}

/// The lines of a flow. Those with an event in the event queue come first, in the order of their
/// event ids.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum FlowLine {
    /// Data from the source's access link to the first router.
    DataIn = 0,
    /// ACKs from the receiver's access link to its router.
    AckIn = 1,
    /// ACKs from the last router to the source.
    AckOut = 2,
    /// Data from the last router to the receiver that arrives later than receivers have run.
    DataOut = 3,
}

impl FlowLine {
    /// All lines of a flow.
    pub const ALL: [FlowLine; 4] = [FlowLine::DataIn, FlowLine::AckIn, FlowLine::AckOut, FlowLine::DataOut];
}

/// A packet's way in a line.
#[derive(Clone, Copy, Debug)]
pub struct Way {
    /// When it reaches the end of the line.
    pub arrives: Time,
    /// When its transmission over the access link of the host that sends it begins. Where that is
    /// not known, this is its arrival.
    pub began: Time,
    /// When that transmission ends.
    pub ended: Time,
}

/// A transmission that ends.
#[derive(Clone, Copy, Debug)]
pub struct Departure {
    /// How many settled packets wait then.
    pub waiting: usize,
    /// When it began.
    pub since: Time,
}

/// A channel that has taken a packet.
#[derive(Clone, Copy, Debug)]
pub struct ChannelState {
    /// When the transmission under way ends, or the last one did.
    pub free_at: Time,
    /// The propagation delay.
    pub delay: Span,
    /// The settled packets that wait, with the one just taken.
    pub waiting: usize,
    /// The arrival of a packet may let packets of other flows leave.
    pub lets_others_leave: bool,
}

/// A packet arrives at its receiver.
#[derive(Clone, Copy, Debug)]
pub struct Reception {
    /// Its flow.
    pub flow: u32,
    /// When.
    pub at: Time,
    /// When its last transmission began.
    pub began: Time,
    /// The delay of the receiver's access link.
    pub delay: Span,
    /// When the receiver's delayed ACK is due.
    pub due: Time,
}

/// What an order reads from the network.
pub trait Traffic {
    /// Calls `each` with every event at the earliest instant.
    fn each_tied(&self, each: &mut dyn FnMut(u32));

    /// What happens at `event`.
    fn event(&self, event: u32) -> Event;

    /// When the last transmission of the packet began that arrives at `event`.
    fn began(&self, event: u32) -> Time;

    /// The transmission that ends at the instant `at` in `channel`, if one does.
    fn departure(&self, channel: u32, at: Time) -> Option<Departure>;

    /// The state of `channel`.
    fn channel(&self, channel: u32) -> ChannelState;

    /// Calls `each` with every packet in `line` but the first `known` ones.
    fn each_new(&self, line: LineId, known: usize, each: &mut dyn FnMut(Way));
}
