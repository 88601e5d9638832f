//! The propagation delay of a channel whose delay changes.
//!
//! The delay of a packet is that of the instant at which it leaves the transmitter. A packet on a
//! path that has become shorter would overtake those before it. It does not: it arrives together
//! with them, because only jitter reorders.

use crate::delay::{Delay, Delays, HeldDelay};
use crate::rng::Stream;
use crate::setup::{ChannelSetup, DelaySetup};
use crate::units::{Span, Time};

/// A delay over time.
#[derive(Clone, Debug)]
pub(super) enum Course {
    /// The same always.
    Constant(Span),
    /// Piecewise constant.
    Steps {
        /// Sorted, the first at zero.
        steps: Vec<(Time, Span)>,
        /// Length of the list, if it repeats.
        period: Option<Span>,
    },
    /// Drawn by a model.
    Model(Delay),
    /// Replaced at an instant.
    Forked(Box<(Course, Time, Course)>),
}

impl Course {
    /// The delay of the channel called `name` in a run with `seed`.
    fn new(setup: &DelaySetup, name: &str, seed: u64) -> Course {
        match setup {
            DelaySetup::Constant(delay) => Course::Constant(*delay),
            DelaySetup::Steps { steps, period } => {
                // A list that repeats never has what stands at its end.
                let end = period.map_or(Time::NEVER, |period| Time::ZERO + period);
                let mut used = steps.clone();
                used.retain(|step| step.0 < end);
                used.dedup_by_key(|step| step.1);
                match used[..] {
                    [(_, only)] => Course::Constant(only),
                    _ => Course::Steps { steps: used, period: *period },
                }
            }
            DelaySetup::Model(model) => {
                let owner = if model.shared { forward_of(name) } else { name.to_owned() };
                Course::Model(Delay::new(model, Stream::new(seed, &format!("{owner} delay")).seed()))
            }
        }
    }

    /// The delay of packets that leave at `at`.
    fn at(&self, at: Time) -> HeldDelay {
        match self {
            Course::Constant(delay) => HeldDelay { delay: *delay, until: Time::NEVER },
            Course::Steps { steps, period } => {
                let begin = period.map_or(Time::ZERO, |period| {
                    Time::from_nanos(at.nanos() / period.nanos() * period.nanos())
                });
                let within = Time::ZERO + at.since(begin);
                let next = steps.partition_point(|step| step.0 <= within);
                let end = period.map_or(Time::NEVER, |period| begin + period);
                let until = steps.get(next).map_or(end, |step| (begin + step.0.since(Time::ZERO)).min(end));
                HeldDelay { delay: steps[next.max(1) - 1].1, until }
            }
            Course::Model(model) => model.at(at),
            Course::Forked(forked) => {
                let (before, fork, after) = forked.as_ref();
                if at > *fork {
                    return after.at(at);
                }
                let held = before.at(at);
                HeldDelay { until: held.until.min(*fork + Span::from_nanos(1)), ..held }
            }
        }
    }
}

/// The delays of the channel called `name` up to `end`, each with its first instant.
pub fn delays_over_time(
    setup: &DelaySetup,
    name: &str,
    seed: u64,
    end: Time,
) -> impl Iterator<Item = (Time, Span)> {
    let course = Course::new(setup, name, seed);
    let mut next = Time::ZERO;
    let held = std::iter::from_fn(move || {
        let from = next;
        let held = (from == Time::ZERO || from < end).then(|| course.at(from))?;
        next = if held.until == Time::NEVER { end.max(Time::from_nanos(1)) } else { held.until };
        Some((from, held.delay))
    });
    let mut last = None;
    held.filter(move |(_, delay)| last.replace(*delay) != Some(*delay))
}

/// The delay of a channel, if it changes.
#[derive(Clone, Debug)]
pub(super) struct PathDelay {
    course: Course,
    /// The delay at the last departure, and how long it holds.
    held: HeldDelay,
    /// Arrival of the last packet. The next one does not arrive earlier.
    last_arrival: Time,
}

impl PathDelay {
    fn of(course: Course) -> Box<PathDelay> {
        let held = course.at(Time::ZERO);
        Box::new(PathDelay { course, held, last_arrival: Time::ZERO })
    }

    /// The delay of the channel called `name` with `setup`; `None` if it is constant.
    pub fn new(setup: &ChannelSetup, name: &str, seed: u64) -> Option<Box<PathDelay>> {
        match Course::new(&setup.delay, name, seed) {
            Course::Constant(_) => None,
            course => Some(PathDelay::of(course)),
        }
    }

    /// The same delay until the fork at `at`, and that of `after` from then on.
    pub fn forked(
        at: Time,
        (before, after): (&ChannelSetup, &ChannelSetup),
        name: &str,
        seed: u64,
    ) -> Box<PathDelay> {
        let courses = [before, after].map(|setup| Course::new(&setup.delay, name, seed));
        let [before, after] = courses;
        PathDelay::of(Course::Forked(Box::new((before, at, after))))
    }

    /// Arrival of a packet that leaves the transmitter at `depart`. Departures must not go back in
    /// time.
    pub fn arrival(&mut self, depart: Time) -> Time {
        if depart == Time::NEVER {
            return depart;
        }
        if depart >= self.held.until {
            self.held = self.course.at(depart);
        }
        self.last_arrival = self.last_arrival.max(depart + self.held.delay);
        self.last_arrival
    }

    /// When the last packet that was transmitted reaches the far end.
    pub fn last_arrival(&self) -> Time {
        self.last_arrival
    }

    /// Its memory, in bytes.
    pub fn bytes(&self) -> usize {
        fn listed(course: &Course) -> usize {
            match course {
                Course::Steps { steps, .. } => steps.capacity() * size_of::<(Time, Span)>(),
                Course::Forked(forked) => {
                    size_of_val(forked.as_ref()) + listed(&forked.0) + listed(&forked.2)
                }
                Course::Constant(_) | Course::Model(_) => 0,
            }
        }
        size_of::<PathDelay>() + listed(&self.course)
    }
}

/// The forward channel of the hop to which the channel called `name` belongs.
pub(super) fn forward_of(name: &str) -> String {
    name.strip_suffix("backward").map_or_else(|| name.to_owned(), |hop| format!("{hop}forward"))
}
