//! Compiles the line of hops: first rates, delays and losses, which the flows need; last the
//! queues, which need the flows.

use super::error::ScenarioError;
use super::limits::{MAX_HOPS, MAX_ITEMS, at_most};
use super::models::Models;
use super::names::{Names, name_or};
use super::parameters::check_parameters;
use super::quantity::{BufferCapacity, Measure};
use super::types::{
    BackLoss, Delay, DelayModel, DelayPoint, DelayStep, Hop, Jitter, Kind, Loss, Position, Queue, Rate,
    RateModel,
};
use ackscope_engine::catalogue::{Contradiction, Params, Setting};
use ackscope_engine::delay::Delay as DrawnDelay;
use ackscope_engine::jitter::Jitter as JitterModel;
use ackscope_engine::loss::Loss as LossModel;
use ackscope_engine::queue::Queue as Discipline;
use ackscope_engine::rate;
use ackscope_engine::setup::{
    Capacity, ChannelSetup, DelayModelSetup, DelaySetup, Direction, HopSetup, JitterSetup, LossPosition,
    LossSetup, QueueSetup, RateSetup,
};
use ackscope_engine::units::{BaseUnit, BitRate, Span, Time, decimal};
use serde_json::Map;

pub(crate) const DEFAULT_QUEUE: &str = "drop-tail";
/// The default queue size, in bandwidth-delay products.
const DEFAULT_BDP: f64 = 1.0;
/// The packet size for the queue of a channel that no flow crosses.
const LONELY_PACKET_BYTES: u32 = 1500;

/// The parts of the hops that do not depend on the flows.
pub(crate) struct Line {
    pub hops: Vec<LineHop>,
    /// The rate of the fastest channel, from which the default rate of access links follows.
    pub fastest: BitRate,
}

/// A hop of the line; `item` is its index in the scenario's list.
pub(crate) struct LineHop {
    item: usize,
    name: String,
    forward: LineChannel,
    backward: LineChannel,
    agent: Option<&'static str>,
}

#[derive(Clone)]
struct LineChannel {
    rate: RateSetup,
    delay: DelaySetup,
    loss: LossSetup,
    jitter: JitterSetup,
}

impl LineHop {
    /// The sum of the smallest propagation delays in both directions.
    pub fn round_trip(&self) -> Span {
        self.forward.delay.least() + self.backward.delay.least()
    }
}

/// The data that a queue needs about the flows that send over its hop.
#[derive(Clone, Copy, Default)]
pub(crate) struct Crossing {
    /// The largest propagation RTT of these flows, with that flow's packet size.
    pub longest: Option<(Span, u32)>,
}

impl Crossing {
    /// Adds a flow that sends over the hop. For equal RTTs, the larger packets count.
    pub fn add(&mut self, rtt: Span, packet_bytes: u32) {
        self.longest = self.longest.max(Some((rtt, packet_bytes)));
    }
}

/// Compiles the hops without their queues. Rates that a model draws are drawn for a run with `seed` until `end`.
pub(crate) fn compile_line(
    models: &Models,
    hops: &[Hop],
    seed: u64,
    end: Time,
) -> Result<Line, ScenarioError> {
    if hops.is_empty() {
        return Err(ScenarioError::value("hops", "an empty list", "at least one hop"));
    }
    let mut line = Line { hops: Vec::new(), fastest: BitRate::from_bps(0) };
    let mut names = Names::default();
    let mut items = 0;
    for (item, hop) in hops.iter().enumerate() {
        let path = format!("hops.{item}");
        let repeat = hop.repeat.map_or(1, |repeat| repeat.0);
        if repeat == 0 {
            return Err(ScenarioError::value(format!("{path}.repeat"), "0", "at least 1"));
        }
        at_most(&format!("{path}.repeat"), "hops", repeat.saturating_add(line.hops.len() as u64), MAX_HOPS)?;
        let rates = compile_rates(models, hop, &path, end)?;
        let draw =
            |place, direction: Direction| rates[direction as usize].draw((place, direction), seed, end);
        let (forward, backward, agent) =
            compile_channels(models, hop, &path, |direction| draw(line.hops.len(), direction))?;
        items += repeat
            * ((forward.rate.items() + backward.rate.items()) as u64
                + (forward.delay.items() + backward.delay.items()) as u64
                + loss_items(&forward.loss)
                + loss_items(&backward.loss));
        at_most(&path, "list items over all hops", items, MAX_ITEMS)?;
        line.fastest = line.fastest.max(forward.rate.nominal()).max(backward.rate.nominal());
        for copy in 0..repeat {
            let name = match (&hop.name, repeat) {
                (Some(_), 2..) => format!("{}-{}", name_or(&hop.name, "hop", 0, &path)?, copy + 1),
                _ => name_or(&hop.name, "hop", line.hops.len(), &path)?,
            };
            names.take(&name, &path)?;
            let (mut forward, mut backward) = (forward.clone(), backward.clone());
            if copy > 0 {
                forward.rate = draw(line.hops.len(), Direction::Forward);
                backward.rate = draw(line.hops.len(), Direction::Backward);
            }
            line.hops.push(LineHop { item, name, forward, backward, agent });
        }
    }
    Ok(line)
}

type Channels = (LineChannel, LineChannel, Option<&'static str>);

fn compile_channels(
    models: &Models,
    hop: &Hop,
    path: &str,
    rate: impl Fn(Direction) -> RateSetup,
) -> Result<Channels, ScenarioError> {
    let delay = compile_delay(models, &hop.delay, &format!("{path}.delay"))?;
    let loss = match &hop.loss {
        Some(loss) => compile_loss(models, loss, &format!("{path}.loss"))?,
        None => no_loss(models),
    };
    let back = hop.back.as_ref();
    let back_delay = match back.and_then(|back| back.delay.as_ref()) {
        Some(delay) => compile_delay(models, delay, &format!("{path}.back.delay"))?,
        None => delay.clone().shared(),
    };
    let back_loss = match back.and_then(|back| back.loss.as_ref()) {
        Some(BackLoss::Shared) => {
            if let Some(contradiction) = LossModel::contradiction(loss.kind, &loss.params, true) {
                return Err(contradictory(&format!("{path}.loss"), contradiction));
            }
            LossSetup { shared: true, ..loss.clone() }
        }
        Some(BackLoss::Own(loss)) => compile_loss(models, loss, &format!("{path}.back.loss"))?,
        None => no_loss(models),
    };
    let jitter = compile_jitter(models, hop.jitter.as_ref(), &format!("{path}.jitter"))?;
    let back_jitter = back.and_then(|back| back.jitter.as_ref());
    let back_jitter = compile_jitter(models, back_jitter, &format!("{path}.back.jitter"))?;
    let agent = hop.agent.as_deref().map(|id| models.agent(id, &format!("{path}.agent"))).transpose()?;
    let forward = LineChannel { rate: rate(Direction::Forward), delay, loss, jitter };
    let back_rate = rate(Direction::Backward);
    let backward = LineChannel { rate: back_rate, delay: back_delay, loss: back_loss, jitter: back_jitter };
    Ok((forward, backward, agent.map(|spec| spec.id)))
}

/// A checked rate. What a model draws depends on the place of the hop.
#[derive(Clone)]
enum CheckedRate {
    Given(RateSetup),
    Model(&'static str, Params),
}

impl CheckedRate {
    fn draw(&self, channel: (usize, Direction), seed: u64, end: Time) -> RateSetup {
        match self {
            CheckedRate::Given(rate) => rate.clone(),
            CheckedRate::Model(kind, params) => {
                RateSetup::Drawn(rate::draw(kind, params, channel, seed, end))
            }
        }
    }
}

/// The rates of a hop, forward and backward. A backward channel without its own has the forward one, of whose
/// model it makes its own draws.
fn compile_rates(
    models: &Models,
    hop: &Hop,
    path: &str,
    end: Time,
) -> Result<[CheckedRate; 2], ScenarioError> {
    let checked = |rate: &Rate, path: String| match rate {
        Rate::Model(RateModel(model)) => {
            let spec = models.rate(&model.kind, &format!("{path}.kind"))?;
            let params = check_parameters(spec, &model.parameters, &["kind"], &path)?;
            match rate::contradiction(&params).or_else(|| rate::too_often(&params, end)) {
                Some(contradiction) => Err(contradictory(&path, contradiction)),
                None => Ok(CheckedRate::Model(spec.id, params)),
            }
        }
        _ => compile_rate(rate, &path).map(CheckedRate::Given),
    };
    let forward = checked(&hop.rate, format!("{path}.rate"))?;
    let backward = match hop.back.as_ref().and_then(|back| back.rate.as_ref()) {
        Some(rate) => checked(rate, format!("{path}.back.rate"))?,
        None => forward.clone(),
    };
    Ok([forward, backward])
}

/// A rate that no model draws.
fn compile_rate(rate: &Rate, path: &str) -> Result<RateSetup, ScenarioError> {
    match rate {
        Rate::Model(_) => unreachable!("a model draws when the hop has its place"),
        Rate::Constant(rate) => match rate.si().round() as u64 {
            0 => Err(ScenarioError::value(path, rate.written(), "at least 1bps")),
            bps => Ok(RateSetup::Constant(BitRate::from_bps(bps))),
        },
        Rate::Steps(list) => {
            let mut steps: Vec<(Time, BitRate)> = Vec::with_capacity(list.len());
            for (index, step) in list.iter().enumerate() {
                let at = Time::from_secs(step.0.si());
                let in_order = steps.last().map_or(at == Time::ZERO, |last| at > last.0);
                if !in_order {
                    let allowed = "steps in order of time, the first at 0s";
                    return Err(ScenarioError::value(format!("{path}.{index}.0"), step.0.written(), allowed));
                }
                steps.push((at, BitRate::from_bps(step.1.si().round() as u64)));
            }
            if steps.iter().all(|(_, rate)| rate.bps() == 0) {
                return Err(ScenarioError::value(
                    path,
                    "no rate above zero",
                    "at least one step with a rate above zero",
                ));
            }
            Ok(RateSetup::Steps(steps))
        }
        Rate::Opportunities(trace) => {
            let place = format!("{path}.opportunities_ms");
            if trace.opportunities_ms.is_empty() {
                return Err(ScenarioError::value(place, "an empty list", "at least one instant"));
            }
            let looped = trace.looped.unwrap_or(true);
            let mut at: Vec<Time> = Vec::with_capacity(trace.opportunities_ms.len());
            for (index, ms) in trace.opportunities_ms.iter().enumerate() {
                let place = format!("{place}.{index}");
                check_ms(*ms, &place)?;
                let instant = Time::from_nanos((ms * 1e6).round() as u64);
                if at.last().is_some_and(|last| instant < *last) {
                    return Err(ScenarioError::value(place, decimal(*ms), "instants in order of time"));
                }
                at.push(instant);
            }
            if looped && at.last() == Some(&Time::ZERO) {
                let allowed = "a last instant above zero, after which the list starts again";
                return Err(ScenarioError::value(place, "0 as the last instant", allowed));
            }
            Ok(RateSetup::Opportunities { at, looped })
        }
    }
}

/// Checks a time in milliseconds at `place`.
fn check_ms(ms: f64, place: &str) -> Result<(), ScenarioError> {
    const LONGEST_MS: f64 = super::quantity::LONGEST_S * 1e3;
    if (0.0..=LONGEST_MS).contains(&ms) {
        return Ok(());
    }
    let allowed = format!("0 to {} milliseconds, which is ten years", decimal(LONGEST_MS));
    Err(ScenarioError::value(place, decimal(ms), allowed))
}

fn compile_delay(models: &Models, delay: &Delay, path: &str) -> Result<DelaySetup, ScenarioError> {
    match delay {
        Delay::Constant(delay) => Ok(DelaySetup::Constant(Span::from_secs(delay.si()))),
        Delay::Steps(list) => {
            let mut steps: Vec<(Time, Span)> = Vec::with_capacity(list.len());
            for (index, DelayStep(at, delay)) in list.iter().enumerate() {
                let place = || (format!("{path}.{index}.0"), at.written());
                add_delay(&mut steps, Time::from_secs(at.si()), Span::from_secs(delay.si()), place)?;
            }
            listed_delay(steps, None, path)
        }
        Delay::Trace(trace) => {
            let path = format!("{path}.delays_ms");
            let mut steps: Vec<(Time, Span)> = Vec::with_capacity(trace.delays_ms.len());
            for (index, DelayPoint(at, delay)) in trace.delays_ms.iter().enumerate() {
                let pair = [*at, *delay];
                for (at, ms) in pair.iter().enumerate() {
                    check_ms(*ms, &format!("{path}.{index}.{at}"))?;
                }
                let [at, delay] = pair.map(|ms| (ms * 1e6).round() as u64);
                let place = || (format!("{path}.{index}.0"), decimal(pair[0]));
                add_delay(&mut steps, Time::from_nanos(at), Span::from_nanos(delay), place)?;
            }
            let last = steps.last().map_or(Time::ZERO, |last| last.0);
            let looped = trace.looped.unwrap_or(true);
            if looped && last == Time::ZERO && !steps.is_empty() {
                let allowed = "a last instant above zero, at which the list starts again";
                return Err(ScenarioError::value(path, "0 as the last instant", allowed));
            }
            listed_delay(steps, looped.then(|| last.since(Time::ZERO)), &path)
        }
        Delay::Model(DelayModel(model)) => {
            let spec = models.delay(&model.kind, &format!("{path}.kind"))?;
            let params = check_parameters(spec, &model.parameters, &["kind"], path)?;
            if let Some(contradiction) = DrawnDelay::contradiction(spec.id, &params) {
                return Err(contradictory(path, contradiction));
            }
            Ok(DelaySetup::Model(DelayModelSetup { kind: spec.id, params, shared: false }))
        }
    }
}

/// Adds a step to a list in order of time.
fn add_delay(
    steps: &mut Vec<(Time, Span)>,
    at: Time,
    delay: Span,
    place: impl Fn() -> (String, String),
) -> Result<(), ScenarioError> {
    if !steps.last().map_or(at == Time::ZERO, |last| at > last.0) {
        let (path, found) = place();
        return Err(ScenarioError::value(path, found, "delays in order of time, the first at 0"));
    }
    steps.push((at, delay));
    Ok(())
}

fn listed_delay(
    steps: Vec<(Time, Span)>,
    period: Option<Span>,
    path: &str,
) -> Result<DelaySetup, ScenarioError> {
    if steps.is_empty() {
        return Err(ScenarioError::value(path, "an empty list", "at least one delay"));
    }
    Ok(DelaySetup::Steps { steps, period })
}

fn loss_items(loss: &LossSetup) -> u64 {
    let items = |(_, setting): (&str, &Setting)| match setting {
        Setting::Numbers(list) => list.len() as u64,
        Setting::Periods(list) | Setting::Phases(list) => list.len() as u64,
        _ => 0,
    };
    loss.params.iter().map(items).sum()
}

fn no_loss(models: &Models) -> LossSetup {
    let Ok(none) = models.loss("none", "") else { unreachable!("losing nothing is a registered model") };
    LossSetup {
        kind: none.id,
        position: LossPosition::After,
        shared: false,
        params: Params::defaults(none.parameters),
        streams: None,
    }
}

fn contradictory(path: &str, contradiction: Contradiction) -> ScenarioError {
    let Contradiction { parameter, found, allowed } = contradiction;
    ScenarioError::value(format!("{path}.{parameter}"), found, allowed)
}

fn compile_loss(models: &Models, loss: &Loss, path: &str) -> Result<LossSetup, ScenarioError> {
    let spec = models.loss(&loss.kind, &format!("{path}.kind"))?;
    let params = check_parameters(spec, &loss.parameters, &["kind", "position"], path)?;
    if let Some(contradiction) = LossModel::contradiction(spec.id, &params, false) {
        return Err(contradictory(path, contradiction));
    }
    let position = match loss.position {
        Some(Position::Before) => LossPosition::Before,
        Some(Position::After) | None => LossPosition::After,
    };
    Ok(LossSetup { kind: spec.id, position, shared: false, params, streams: None })
}

/// The jitter of a channel; `none` by default.
fn compile_jitter(
    models: &Models,
    jitter: Option<&Jitter>,
    path: &str,
) -> Result<JitterSetup, ScenarioError> {
    let silent = Kind { kind: "none".to_owned(), parameters: Map::new() };
    let jitter = jitter.map_or(&silent, |jitter| &jitter.0);
    let spec = models.jitter(&jitter.kind, &format!("{path}.kind"))?;
    let params = check_parameters(spec, &jitter.parameters, &["kind"], path)?;
    if let Some(contradiction) = JitterModel::contradiction(spec.id, &params) {
        return Err(contradictory(path, contradiction));
    }
    Ok(JitterSetup { kind: spec.id, params })
}

/// Adds the queues, whose size may depend on the flows that cross the hop.
pub(crate) fn compile_hops(
    models: &Models,
    hops: &[Hop],
    line: &Line,
    crossings: &[Crossing],
) -> Result<Vec<HopSetup>, ScenarioError> {
    let mut complete = Vec::with_capacity(line.hops.len());
    for (place, hop) in line.hops.iter().enumerate() {
        let item = &hops[hop.item];
        let path = format!("hops.{}", hop.item);
        // Without flows on the hop, the RTT is its own propagation delay.
        let (rtt, packet_bytes) = crossings[place].longest.unwrap_or((hop.round_trip(), LONELY_PACKET_BYTES));
        let bdp =
            |rate: &RateSetup| rate.nominal().bps() as f64 * rtt.secs() / (8.0 * f64::from(packet_bytes));
        let back_queue = item.back.as_ref().and_then(|back| back.queue.as_ref());
        let forward_queue =
            compile_queue(models, item.queue.as_ref(), bdp(&hop.forward.rate), &format!("{path}.queue"))?;
        let backward_queue = match back_queue {
            Some(queue) => {
                compile_queue(models, Some(queue), bdp(&hop.backward.rate), &format!("{path}.back.queue"))?
            }
            // The text is inherited: "1bdp" refers to this channel's own rate.
            None => {
                compile_queue(models, item.queue.as_ref(), bdp(&hop.backward.rate), &format!("{path}.queue"))?
            }
        };
        complete.push(HopSetup {
            name: hop.name.clone(),
            forward: channel(&hop.forward, forward_queue),
            backward: channel(&hop.backward, backward_queue),
            agent: hop.agent,
        });
    }
    Ok(complete)
}

fn channel(line: &LineChannel, queue: QueueSetup) -> ChannelSetup {
    ChannelSetup {
        rate: line.rate.clone(),
        delay: line.delay.clone(),
        queue,
        loss: line.loss.clone(),
        jitter: line.jitter.clone(),
    }
}

fn compile_queue(
    models: &Models,
    queue: Option<&Queue>,
    bdp_packets: f64,
    path: &str,
) -> Result<QueueSetup, ScenarioError> {
    let kind = queue.and_then(|queue| queue.kind.as_deref()).unwrap_or(DEFAULT_QUEUE);
    let spec = models.queue(kind, &format!("{path}.kind"))?;
    let none = Map::new();
    let given = queue.map_or(&none, |queue| &queue.parameters);
    let params = check_parameters(spec, given, &["kind", "capacity"], path)?;
    if let Some(contradiction) = Discipline::contradiction(spec.id, &params) {
        return Err(contradictory(path, contradiction));
    }
    let capacity = compile_capacity(queue.and_then(|queue| queue.capacity.as_ref()), bdp_packets);
    Ok(QueueSetup { kind: spec.id, capacity, params, own: None })
}

/// The capacity of a buffer. A bandwidth-delay product is rounded to whole packets, at least one.
fn compile_capacity(capacity: Option<&Measure<BufferCapacity>>, bdp_packets: f64) -> Capacity {
    match capacity.map(|capacity| (capacity.unit(), capacity.si())) {
        Some((BaseUnit::Packets, packets)) => Capacity::Packets(packets as u64),
        Some((BaseUnit::Bytes, bytes)) => Capacity::Bytes(bytes as u64),
        Some((_, products)) => Capacity::Packets((products * bdp_packets).round().max(1.0) as u64),
        None => Capacity::Packets((DEFAULT_BDP * bdp_packets).round().max(1.0) as u64),
    }
}
