//! Video: chunks of a few seconds each over one connection. Each chunk has a rate from a ladder,
//! chosen by the throughput of the last chunks.
//!
//! A simple player of our own. It requests the next chunk as soon as the last one has arrived and
//! the buffer has room. It chooses the highest rate of the ladder below a fraction of the harmonic
//! mean of the last five throughputs (the rate rule on which FESTIVE and others are based).
//! Playback starts with the first chunk, stalls when the buffer is empty, and continues with the
//! next chunk.

use super::{Action, Completed, FlowFacts, Writes};
use crate::catalogue::{Contradiction, Param, Params, Spec};
use crate::math::larger;
use crate::rng::Stream;
use crate::units::{Span, Time, decimal};

const SOURCE: &str = "A simple player; Jiang, Sekar & Zhang 2012 (harmonic mean of the throughput)";

/// What this application declares.
pub const SPEC: Spec = Spec {
    id: "video",
    name: "Chunked video",
    summary: "A simple player. It requests one chunk after another. The throughput decides which rate of the ladder it takes.",
    source: SOURCE,
    parameters: &[
        Param::numbers(
            "ladder",
            "Rates of the encodings in bit/s, ascending. Default: 350 kbit/s, 750 kbit/s, 1.5 Mbit/s, 3 Mbit/s, 6 Mbit/s.",
            SOURCE,
        ),
        Param::number("chunk", "s", 4.0, (0.1, 60.0), "Playing time of a chunk.", SOURCE),
        Param::number("buffer", "s", 24.0, (0.1, 3600.0), "Maximum playing time in the buffer.", SOURCE),
        Param::number(
            "safety",
            "",
            0.8,
            (0.1, 1.0),
            "The chosen rate is at most this fraction of the measured throughput.",
            SOURCE,
        ),
    ],
    departures: &[
        "The request is not a packet. It reaches the sender half a propagation RTT after the player makes it.",
    ],
    rules: &[],
};

/// The default ladder, in bit/s.
const LADDER: [f64; 5] = [350e3, 750e3, 1.5e6, 3e6, 6e6];
/// Number of throughputs that are stored.
const REMEMBERED: usize = 5;

/// The player and the state of its buffer.
#[derive(Clone, Debug)]
pub struct Application {
    facts: FlowFacts,
    ladder: Vec<f64>,
    chunk_s: f64,
    buffer_s: f64,
    safety: f64,
    /// Seconds per bit of the last chunks, as a ring buffer.
    pace: [f64; REMEMBERED],
    came: u64,
    /// The rate of the current chunk, and the time of its request.
    rate_bps: f64,
    asked: Time,
    /// Playing time in the buffer at the arrival of the latest chunk.
    level_s: f64,
    level_at: Time,
    acts_at: Time,
}

impl Application {
    /// An application with checked parameters.
    #[inline]
    pub fn new(params: &Params, facts: FlowFacts) -> Application {
        let given = params.numbers("ladder");
        let ladder = if given.is_empty() { LADDER.to_vec() } else { given.to_vec() };
        Application {
            rate_bps: ladder[0],
            ladder,
            facts,
            chunk_s: params.number("chunk"),
            buffer_s: params.number("buffer"),
            safety: params.number("safety"),
            pace: [0.0; REMEMBERED],
            came: 0,
            asked: Time::ZERO,
            level_s: 0.0,
            level_at: Time::ZERO,
            acts_at: Time::NEVER,
        }
    }

    fn chunk_segments(&self) -> u64 {
        self.facts.segments(self.rate_bps * self.chunk_s)
    }

    /// The highest rate that the measured throughput allows; if none, the lowest one.
    fn choose(&self) -> f64 {
        let known = (self.came as usize).min(REMEMBERED);
        let pace = self.pace[..known].iter().sum::<f64>() / known as f64;
        let most_bps = self.safety / pace;
        self.ladder.iter().copied().filter(|rate| *rate <= most_bps).fold(self.ladder[0], f64::max)
    }
}

impl Writes for Application {
    fn open(&mut self, now: Time, _random: &mut Stream) -> u64 {
        self.rate_bps = self.ladder[0];
        self.asked = now;
        self.came = 0;
        self.level_s = 0.0;
        self.level_at = now;
        self.acts_at = Time::NEVER;
        self.chunk_segments()
    }

    fn next(&self) -> Time {
        self.acts_at
    }

    fn act(&mut self, _now: Time, _random: &mut Stream) -> Action {
        self.acts_at = Time::NEVER;
        Action::Write(self.chunk_segments())
    }

    fn completed(&mut self, now: Time, _random: &mut Stream) -> Completed {
        let took = now.since(self.asked);
        let mut completed =
            Completed { took: Some(took), chunk_rate_bps: Some(self.rate_bps), ..Completed::default() };
        // Playback starts with the first chunk; from then on it drains the buffer.
        if self.came > 0 {
            let played_s = now.since(self.level_at).secs();
            completed.stalled_s = larger(played_s - self.level_s, 0.0);
            self.level_s = larger(self.level_s - played_s, 0.0);
        }
        self.level_s += self.chunk_s;
        self.level_at = now;
        self.pace[(self.came % REMEMBERED as u64) as usize] = took.secs() / (self.rate_bps * self.chunk_s);
        self.came += 1;
        self.rate_bps = self.choose();
        // The next chunk must fit into the buffer. A buffer that holds fewer than two chunks never
        // delays a request.
        let surplus_s = larger(self.level_s + self.chunk_s - larger(self.buffer_s, 2.0 * self.chunk_s), 0.0);
        self.asked = now + Span::from_secs(surplus_s);
        self.acts_at = self.asked + Span::from_nanos(self.facts.rtt.nanos() / 2);
        completed
    }

    fn contradiction(params: &Params) -> Option<Contradiction> {
        let ladder = params.numbers("ladder");
        let wrong = (0..ladder.len()).find(|&at| {
            let above = if at == 0 { 0.0 } else { ladder[at - 1] };
            !(ladder[at] > above && ladder[at] <= 1e12)
        })?;
        Some(Contradiction {
            parameter: "ladder",
            found: decimal(ladder[wrong]),
            allowed: "rates above zero, each above the one before".to_owned(),
        })
    }

    fn most(&self, seconds: f64, _facts: &FlowFacts) -> (f64, f64) {
        // Apart from the chunks in the buffer, a chunk is requested only when another one was
        // played.
        (1.0, seconds / self.chunk_s + self.buffer_s / self.chunk_s + 4.0)
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{FACTS, random};
    use super::*;

    /// Plays for a minute over a link of `bps`; returns the chosen rates and the stalled time.
    fn play(bps: f64) -> (Vec<f64>, f64) {
        let mut app = Application::new(&Params::defaults(SPEC.parameters), FACTS);
        let (mut random, mut stalled_s) = (random(), 0.0);
        let (mut rates, mut now) = (Vec::new(), Time::from_secs(10.0));
        let mut segments = app.open(now, &mut random);
        while now < Time::from_secs(70.0) {
            rates.push(app.rate_bps);
            now += Span::from_secs(segments as f64 * 12_000.0 / bps);
            stalled_s += app.completed(now, &mut random).stalled_s;
            now = app.next();
            segments = match app.act(now, &mut random) {
                Action::Write(segments) => segments,
                _ => 0,
            };
        }
        (rates, stalled_s)
    }

    #[test]
    fn the_rate_is_the_highest_below_the_throughput() {
        let (rates, stalled_s) = play(4e6);
        assert_eq!(rates[0], 350e3, "it begins at the bottom");
        // 0.8 · 4 Mbit/s, minus the cost of the request: 3 Mbit/s from the second chunk on.
        assert!(rates[1..].iter().all(|rate| *rate == 3e6), "{rates:?}");
        assert_eq!(stalled_s, 0.0);
        // Six chunks fill the buffer; then one is requested every 4 s.
        assert!((18..=22).contains(&rates.len()), "{}", rates.len());
    }

    #[test]
    fn below_the_lowest_rate_playback_stands_still() {
        let (rates, stalled_s) = play(175e3);
        assert!(rates.iter().all(|rate| *rate == 350e3));
        // A chunk takes 8 s and plays for 4 s: playback stalls for half of the time after the first
        // one.
        let stalled = stalled_s / (60.0 - 8.0);
        assert!((stalled - 0.5).abs() < 0.1, "{stalled}");
    }
}
