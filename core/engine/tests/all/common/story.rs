//! A sender whose ACKs are written by the test.

use ackscope_engine::setup::SourceSetup;
use ackscope_engine::tcp::{AckArrival, Outgoing, Sender};
use ackscope_engine::trace::Decisions;
use ackscope_engine::units::{Span, Time};
use ackscope_scenario as scenario;
use serde_json::{Value, json};

/// A connection whose ACKs are written by the test; segment 0 is the first.
#[derive(Clone)]
pub struct Story {
    pub sender: Sender,
    pub now: Time,
    pub out: Vec<Outgoing>,
    pub log: Decisions,
}

impl Story {
    /// A flow in congestion avoidance with a window of `window` segments, all of them just sent;
    /// `more` is merged into it.
    pub fn new(algorithm: &str, window: u64, more: &Value) -> Story {
        let mut flow = json!({ "initial_ssthresh": 2 });
        for (key, value) in more.as_object().expect("an object") {
            flow[key] = value.clone();
        }
        Story::opened(algorithm, window, &flow, 0.05)
    }

    /// A flow that opens at 0 with `rtt_s` as its first sample.
    pub fn opened(algorithm: &str, window: u64, more: &Value, rtt_s: f64) -> Story {
        let mut flow = json!({ "algorithm": algorithm, "rtt": "100ms", "initial_window": window });
        for (key, value) in more.as_object().expect("an object") {
            flow[key] = value.clone();
        }
        // Null means not given.
        flow.as_object_mut().expect("an object").retain(|_, value| !value.is_null());
        let scenario = json!({ "version": 1, "duration": 1, "flows": [flow],
            "hops": [{ "rate": "10Mbps", "delay": "1ms", "queue": { "kind": "drop-tail", "capacity": 100 } }] });
        let read = scenario::read_value(&scenario).unwrap_or_else(|error| panic!("{error}"));
        let setup = scenario::compile(&read, 0).unwrap_or_else(|error| panic!("{error}"));
        let SourceSetup::Tcp(tcp) = &setup.flows[0].source else { unreachable!() };
        let sender = Sender::new(tcp, 1500, 1);
        let mut story = Story { sender, now: Time::ZERO, out: Vec::new(), log: Decisions::default() };
        story.sender.open(story.now, Some(rtt_s), &mut story.out, &mut story.log);
        story
    }

    pub fn sent(&mut self) -> Vec<u64> {
        self.out.drain(..).map(|segment| segment.number).collect()
    }

    /// Delivers an ACK one millisecond later; returns the segments that are sent.
    pub fn ack(&mut self, number: u64, blocks: &[(u64, u64)]) -> Vec<u64> {
        self.sent();
        let echo = self.now;
        self.now += Span::from_millis(1);
        let arrival = AckArrival {
            number,
            echo,
            blocks,
            is_corruption_reported: false,
            share_bps: None,
            marks: Default::default(),
            duplicate: None,
            stale: None,
        };
        self.sender.on_ack(self.now, &arrival, &mut self.out, &mut self.log);
        self.sent()
    }

    /// Delivers `n` duplicate ACKs; returns the segments that are sent after each.
    pub fn duplicates(&mut self, number: u64, n: usize) -> Vec<Vec<u64>> {
        (0..n).map(|_| self.ack(number, &[])).collect()
    }

    pub fn time_out(&mut self) -> Vec<u64> {
        self.sent();
        self.now = self.sender.deadline();
        self.sender.on_timeout(self.now, &mut self.out, &mut self.log);
        self.sent()
    }

    pub fn cwnd(&self) -> f64 {
        self.sender.window().cwnd
    }

    #[track_caller]
    pub fn expect_cwnd(&self, cwnd: f64) {
        assert!((self.cwnd() - cwnd).abs() < 1e-6, "{} instead of {cwnd}", self.cwnd());
    }
}
