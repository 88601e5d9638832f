//! Rate traces in mahimahi's format: reading, and generation by simple models.
//!
//! A trace has one line per opportunity to send 1500 bytes, in whole milliseconds from the start,
//! in order (mm-link(1)). Published traces are measured. The traces here are drawn from a few
//! parameters, so that a run over a changing link needs no external file.

use ackscope_engine::math::exp;
use ackscope_engine::rng::Stream;
use std::fmt::Write;

/// Bytes per opportunity.
const QUANTUM_BYTES: f64 = 1500.0;
/// The time for which the models keep a rate.
const STEP_S: f64 = 0.02;

/// Reads a trace and returns its instants in milliseconds.
///
/// # Errors
/// A message with the line number.
pub fn read(text: &str) -> Result<Vec<u64>, String> {
    let mut instants: Vec<u64> = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.trim();
        if line.is_empty() {
            continue;
        }
        let instant: u64 = line
            .parse()
            .map_err(|_| format!("line {number}: found {line:?}, only whole milliseconds are allowed"))?;
        if instants.last().is_some_and(|last| instant < *last) {
            return Err(format!("line {number}: found {instant}, the times must not decrease"));
        }
        instants.push(instant);
    }
    match instants.last() {
        None => Err("found no line, allowed is one instant at least".to_owned()),
        Some(0) => Err("found 0 as the last instant, allowed is one after the start".to_owned()),
        Some(_) => Ok(instants),
    }
}

/// Writes a trace.
pub fn write(instants: &[u64]) -> String {
    let mut text = String::with_capacity(7 * instants.len());
    for instant in instants {
        let _ = writeln!(text, "{instant}");
    }
    text
}

/// A random model of a changing link.
#[derive(Clone, Copy, Debug)]
pub struct Model {
    /// Its name on the command line.
    pub id: &'static str,
    /// A description.
    pub summary: &'static str,
    /// The median rate in bit/s.
    middle_bps: f64,
    /// The standard deviation of the logarithm of the rate.
    spread: f64,
    /// The correlation time of the rate, in seconds.
    memory_s: f64,
    /// The mean time between outages and the mean length of an outage, in seconds.
    outages_s: Option<(f64, f64)>,
    /// The length of a turn and the mean pause after it, in seconds: others share the medium.
    turns_s: Option<(f64, f64)>,
}

pub const MODELS: [Model; 3] = [
    Model {
        id: "cellular",
        summary: "A phone that stands: about 12 Mbit/s, slowly changing by a factor of two.",
        middle_bps: 12e6,
        spread: 0.7,
        memory_s: 4.0,
        outages_s: None,
        turns_s: None,
    },
    Model {
        id: "driving",
        summary: "A phone in a car: about 6 Mbit/s, quickly changing by a factor of three, outages of about half a second.",
        middle_bps: 6e6,
        spread: 1.1,
        memory_s: 1.0,
        outages_s: Some((8.0, 0.5)),
        turns_s: None,
    },
    Model {
        id: "wifi",
        summary: "A shared radio: 60 Mbit/s in turns of 4 ms, with pauses of about 8 ms.",
        middle_bps: 60e6,
        spread: 0.2,
        memory_s: 2.0,
        outages_s: None,
        turns_s: Some((0.004, 0.008)),
    },
];

impl Model {
    /// A trace of about `duration_s` seconds: instants in milliseconds.
    pub fn trace(&self, seed: u64, duration_s: f64) -> Vec<u64> {
        let mut random = Stream::new(seed, &format!("rate trace {}", self.id));
        let mut wander = normal(&mut random);
        let mut outage = self.outages_s.map(|(gap_s, _)| (random.exponential(gap_s), false));
        let mut turn = (0.0, true);
        let keep = exp(-STEP_S / self.memory_s);
        let (mut bits, mut instants) = (0.0, Vec::new());
        let ms = (duration_s * 1e3) as u64;
        for at_ms in 0..ms {
            let now_s = at_ms as f64 * 1e-3;
            if at_ms % (STEP_S * 1e3) as u64 == 0 {
                // An Ornstein-Uhlenbeck process, sampled.
                wander = keep * wander + (1.0 - keep * keep).sqrt() * normal(&mut random);
            }
            let mut is_on = true;
            if let (Some((until_s, is_out)), Some((gap_s, length_s))) = (&mut outage, self.outages_s) {
                if now_s >= *until_s {
                    *is_out = !*is_out;
                    *until_s = now_s + random.exponential(if *is_out { length_s } else { gap_s });
                }
                is_on = !*is_out;
            }
            if let Some((length_s, pause_s)) = self.turns_s {
                if now_s >= turn.0 {
                    turn.1 = !turn.1;
                    turn.0 = now_s + if turn.1 { length_s } else { random.exponential(pause_s) };
                }
                is_on &= turn.1;
            }
            if is_on {
                bits += self.middle_bps * exp(self.spread * wander) * 1e-3;
            }
            while bits >= QUANTUM_BYTES * 8.0 {
                bits -= QUANTUM_BYTES * 8.0;
                instants.push(at_ms + 1);
            }
        }
        instants
    }
}

/// An approximately normal draw of mean 0 and variance 1, never beyond ±6: the sum of twelve
/// uniform draws, minus 6.
fn normal(random: &mut Stream) -> f64 {
    (0..12).map(|_| random.uniform()).sum::<f64>() - 6.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_again() {
        let trace = MODELS[0].trace(1, 5.0);
        assert_eq!(read(&write(&trace)), Ok(trace));
        assert_eq!(read("3\n\n3\n 10 \n"), Ok(vec![3, 3, 10]));
    }

    #[test]
    fn what_is_no_trace_is_refused_with_its_line() {
        assert_eq!(
            read("1\nx\n"),
            Err("line 2: found \"x\", only whole milliseconds are allowed".to_owned())
        );
        assert_eq!(
            read("1\n2.5\n").unwrap_err(),
            "line 2: found \"2.5\", only whole milliseconds are allowed"
        );
        assert_eq!(read("5\n4\n").unwrap_err(), "line 2: found 4, the times must not decrease");
        assert!(read("\n").is_err() && read("0\n0\n").is_err());
    }

    #[test]
    fn models_have_the_rates_they_name() {
        for (model, least_bps, most_bps) in
            [(&MODELS[0], 9e6, 24e6), (&MODELS[1], 5e6, 16e6), (&MODELS[2], 15e6, 27e6)]
        {
            let trace = model.trace(3, 120.0);
            assert!(trace.windows(2).all(|pair| pair[0] <= pair[1]), "{}", model.id);
            assert_eq!(trace, model.trace(3, 120.0), "the same seed, the same trace");
            assert_ne!(trace, model.trace(4, 120.0));
            let bps = trace.len() as f64 * 12_000.0 / 120.0;
            assert!((least_bps..most_bps).contains(&bps), "{}: {bps}", model.id);
        }
        let gaps = |model: &Model| {
            let trace = model.trace(3, 120.0);
            trace.windows(2).map(|pair| pair[1] - pair[0]).max().unwrap_or(0)
        };
        assert!(gaps(&MODELS[0]) < 50 && gaps(&MODELS[1]) > 300, "only the car has outages");
    }
}
