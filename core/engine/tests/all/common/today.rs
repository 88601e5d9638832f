//! A modern sender whose ACKs, with their times, are written by the test.

use crate::common::story::Story;
use ackscope_engine::catalogue::Rule;
use ackscope_engine::cc::State;
use ackscope_engine::tcp::AckArrival;
use ackscope_engine::units::Time;
use serde_json::{Value, json};

/// A story with its own clock: an initial window of `window` segments leaves at 0 over a path with
/// an RTT of 100 ms. Timers are exact.
pub struct Today {
    pub story: Story,
}

pub fn ms(ms: f64) -> Time {
    Time::from_secs(ms / 1000.0)
}

impl Today {
    pub fn new(algorithm: &str, window: u64, more: &Value) -> Today {
        let mut flow = json!({ "tcp": "linux6", "initial_ssthresh": "infinite", "handshake": true,
            "timer_wheel": false });
        for (key, value) in more.as_object().expect("an object") {
            flow[key] = value.clone();
        }
        Today { story: Story::opened(algorithm, window, &flow, 0.1) }
    }

    pub fn first(&mut self) -> Vec<u64> {
        self.story.sent()
    }

    /// Delivers an ACK at `at_ms` that echoes a timestamp from 100 ms before; returns the segments
    /// that are sent.
    pub fn ack(&mut self, at_ms: f64, number: u64, blocks: &[(u64, u64)]) -> Vec<u64> {
        self.ack_echo(at_ms, at_ms - 100.0, number, blocks)
    }

    pub fn ack_echo(&mut self, at_ms: f64, echo_ms: f64, number: u64, blocks: &[(u64, u64)]) -> Vec<u64> {
        self.ack_reporting(at_ms, echo_ms, number, blocks, None)
    }

    /// The same; the ACK reports that segment `duplicate` has arrived twice.
    pub fn ack_reporting(
        &mut self,
        at_ms: f64,
        echo_ms: f64,
        number: u64,
        blocks: &[(u64, u64)],
        duplicate: Option<u64>,
    ) -> Vec<u64> {
        let story = &mut self.story;
        story.sent();
        story.now = ms(at_ms);
        let arrival = AckArrival {
            number,
            echo: ms(echo_ms.max(0.0)),
            blocks,
            is_corruption_reported: false,
            share_bps: None,
            marks: Default::default(),
            duplicate,
            stale: None,
        };
        story.sender.on_ack(story.now, &arrival, &mut story.out, &mut story.log);
        story.sent()
    }

    /// Lets the timer expire; returns the time in milliseconds and the segments that are sent.
    pub fn timer(&mut self) -> (f64, Vec<u64>) {
        let at = self.story.sender.deadline();
        let sent = self.story.time_out();
        ((at.secs() * 1e6).round() / 1e3, sent)
    }

    /// The application writes at `at_ms`, so that it has written `segments` segments in total;
    /// returns the segments that are sent.
    pub fn write(&mut self, at_ms: f64, segments: u64) -> Vec<u64> {
        let story = &mut self.story;
        story.now = ms(at_ms);
        story.sender.extend(story.now, segments, &mut story.out, &mut story.log);
        story.sent()
    }

    pub fn windows(&self) -> (f64, f64) {
        let window = self.story.sender.window();
        (window.cwnd.floor(), window.ssthresh)
    }

    pub fn state(&self) -> State {
        self.story.sender.connection().state
    }

    pub fn timeouts(&self) -> u64 {
        self.story.sender.counters().timeouts
    }

    pub fn said(&self, key: &str) -> usize {
        let is_it = |rule: &'static Rule| rule.key == key;
        self.story.log.iter().filter(|said| said.rule.built_in().is_some_and(is_it)).count()
    }
}

pub fn reno(window: u64, more: Value) -> Today {
    Today::new("sack", window, &more)
}
