//! A guess: an algorithm and the parameters of a path.

use ackscope_engine::math::{exp, ln};
use serde_json::{Value, json};

pub(super) const PACKET_BITS: f64 = 12_000.0;

/// What besides the flow may be on the path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Company {
    Alone,
    /// A flow of this algorithm beside it.
    Beside(&'static str),
    /// So many New Reno flows against it.
    Against(u64),
}

#[derive(Clone, Debug, PartialEq)]
pub(super) struct Guess {
    pub algorithm: &'static str,
    pub rate_bps: f64,
    pub rtt_s: f64,
    pub buffer_packets: f64,
    /// Part of the packets that the link loses at random.
    pub loss: f64,
    /// The receive window, where it limits.
    pub window: Option<f64>,
    pub company: Company,
}

/// A number of a guess that is refined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Knob {
    Rate,
    Rtt,
    Buffer,
    Loss,
    /// The base RTT, where path and buffer together hold as much as before: the window fills the same, and the RTT of a
    /// full buffer stays. A curve whose queue is never empty tells this sum well and its parts badly.
    Share,
}

impl Knob {
    /// The parameters of the answer.
    pub const OWN: [Knob; 4] = [Knob::Rate, Knob::Rtt, Knob::Buffer, Knob::Loss];
    pub const ALL: [Knob; 5] = [Knob::Rate, Knob::Rtt, Knob::Buffer, Knob::Loss, Knob::Share];

    pub fn of(self, guess: &Guess) -> f64 {
        match self {
            Knob::Rate => guess.rate_bps,
            Knob::Rtt | Knob::Share => guess.rtt_s,
            Knob::Buffer => guess.buffer_packets,
            Knob::Loss => guess.loss,
        }
    }

    /// The guess with another value.
    pub fn put(self, guess: &Guess, value: f64) -> Guess {
        let mut guess = guess.clone();
        match self {
            Knob::Rate => guess.rate_bps = value,
            Knob::Rtt => guess.rtt_s = value,
            Knob::Buffer => guess.buffer_packets = value.max(1.0),
            Knob::Loss => guess.loss = value.min(0.5),
            Knob::Share => {
                let left_packets = (guess.rtt_s - value) * guess.rate_bps / PACKET_BITS;
                guess.buffer_packets = (guess.buffer_packets + left_packets).max(1.0);
                guess.rtt_s = value;
            }
        }
        guess
    }

    /// The guess with the value times `e` to the power `by`.
    pub fn moved(self, guess: &Guess, by: f64) -> Guess {
        self.put(guess, self.of(guess) * exp(by))
    }

    /// The first step of a refinement, as a logarithm: about what reading it off errs by.
    pub fn step(self) -> f64 {
        match self {
            Knob::Rate => 0.06,
            Knob::Rtt => 0.02,
            Knob::Buffer => 0.15,
            Knob::Loss => 0.4,
            Knob::Share => 0.1,
        }
    }

    /// The farthest value that is looked at for its interval, as a logarithm.
    pub fn reach(self) -> f64 {
        match self {
            Knob::Rate | Knob::Buffer => ln(8.0),
            Knob::Rtt | Knob::Share => ln(2.0),
            Knob::Loss => ln(20.0),
        }
    }
}

impl Guess {
    /// With four digits of each number, and whole packets.
    pub fn rounded(&self) -> Guess {
        let rounded = |value: f64| format!("{value:.3e}").parse().unwrap_or(value);
        Guess {
            rate_bps: rounded(self.rate_bps),
            rtt_s: rounded(self.rtt_s),
            buffer_packets: self.buffer_packets.round().max(1.0),
            loss: rounded(self.loss),
            ..self.clone()
        }
    }

    /// Its scenario. Replicates after the first have another seed and a slightly longer RTT: without chance a seed alone
    /// changes nothing.
    pub fn scenario(&self, length_s: f64, replicate: u64) -> Value {
        let rtt_s = self.rtt_s * (1.0 + 0.0005 * replicate as f64);
        let mut main = json!({ "name": "main", "algorithm": self.algorithm, "tcp": "linux6", "rtt": rtt_s,
            "compared": true });
        if let Some(window) = self.window {
            main["receive_window"] = json!(window.round() as u64);
        }
        let mut flows = vec![main];
        match self.company {
            Company::Alone => {}
            Company::Beside(algorithm) => flows.push(
                json!({ "name": "beside", "algorithm": algorithm, "tcp": "linux6", "rtt": rtt_s, "start_jitter": 1 }),
            ),
            Company::Against(count) => flows.push(json!({ "name": "reverse", "algorithm": "newreno", "tcp": "linux6",
                "rtt": rtt_s, "count": count, "direction": "backward" })),
        }
        let mut hop = json!({ "rate": self.rate_bps.round(), "delay": rtt_s / 4.0,
            "queue": { "kind": "drop-tail", "capacity": self.buffer_packets.round().max(1.0) as u64 } });
        if self.loss > 0.0 {
            hop["loss"] = json!({ "kind": "bernoulli", "probability": self.loss });
        }
        json!({ "version": 1, "seed": 1 + replicate, "duration": length_s, "hops": [hop], "flows": flows })
    }
}
