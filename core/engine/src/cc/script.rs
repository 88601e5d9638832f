//! A scripted connection for unit tests: the test acknowledges, loses, times out or waits, and then
//! checks the window.

use super::{Ack, CongestionControl, Connection, Controller, REGISTRY, Round, State, Window};
use crate::catalogue::{Params, Setting};
use crate::choices::AckCounting;
use crate::trace::{Decisions, MAX_TERMS};

/// An algorithm with a connection whose state the test sets.
pub struct Script {
    /// The algorithm.
    pub cc: Controller,
    /// The connection that it sees.
    pub c: Connection,
    pub w: Window,
    pub log: Decisions,
}

impl Script {
    /// The algorithm `id` with its defaults, in the middle of a connection with the given window.
    pub fn new(id: &str, cwnd: f64, ssthresh: f64) -> Script {
        Script::with(id, &[], cwnd, ssthresh)
    }

    /// The same with some parameters set.
    pub fn with(id: &str, settings: &[(&str, Setting)], cwnd: f64, ssthresh: f64) -> Script {
        let spec = REGISTRY.iter().find(|spec| spec.id == id).expect("a registered algorithm");
        let mut params = Params::defaults(spec.parameters);
        for (name, setting) in settings {
            params.set(name, setting.clone());
        }
        Script::of(Controller::new(id, &params), cwnd, ssthresh)
    }

    /// The same for any algorithm.
    pub fn of(mut cc: Controller, cwnd: f64, ssthresh: f64) -> Script {
        let c = Connection {
            now_s: 0.0,
            clock_zero_s: 0.0,
            una: 1000,
            next: 1000 + cwnd as u64,
            max: 1000 + cwnd as u64,
            receive_window: 1_000_000,
            segment_bits: 12_000.0,
            srtt_s: 0.1,
            rttvar_s: 0.0,
            last_rtt_s: Some(0.1),
            min_rtt_s: 0.1,
            max_rtt_s: 0.1,
            pipe: cwnd as u64,
            delivered: 1000,
            lost: 0,
            sent: 1000 + cwnd as u64,
            state: State::Open,
            growth: AckCounting::PerAck,
            clock_hz: 1000.0,
            initial_window: 3.0,
            least_half: 2.0,
            oldest: None,
            app_limited: false,
            next_departure_s: 0.0,
            round: 0,
            fair_share_bps: None,
            beta_ecn: None,
            random_seed: 1,
        };
        let mut w = Window { cwnd, ssthresh };
        cc.start(&c, &mut w);
        w = Window { cwnd, ssthresh };
        Script { cc, c, w, log: Decisions::default() }
    }

    /// `n` ACKs of one segment each at the same instant, with the current RTT.
    pub fn acks(&mut self, n: u64) {
        for _ in 0..n {
            self.ack_of(1);
        }
    }

    /// An ACK of `acked` segments without any other information.
    pub fn plain_ack(&self, acked: u64) -> Ack {
        Ack {
            acked,
            is_duplicate: false,
            delivered: acked,
            sacked: 0,
            window: self.w,
            duplicates: 0,
            rtt_s: self.c.last_rtt_s,
            segment_rtt_s: self.c.last_rtt_s,
            steps: if self.c.growth == AckCounting::PerAck { 1.0 } else { acked as f64 },
            flight_before: self.c.flight(),
            rate: None,
            marked: 0,
            ece: false,
        }
    }

    /// One ACK of `acked` segments.
    pub fn ack_of(&mut self, acked: u64) {
        let ack = self.plain_ack(acked);
        self.c.una += acked;
        self.c.delivered += acked;
        self.c.next = self.c.una + self.w.cwnd as u64;
        self.c.max = self.c.max.max(self.c.next);
        self.cc.on_ack(&self.c, &ack);
        self.cc.on_increase(&self.c, &ack, &mut self.w, &mut self.log);
    }

    /// One ACK of `acked` segments, `marked` of which were marked. The window may grow.
    pub fn marked_ack(&mut self, acked: u64, marked: u64) {
        let ack = Ack { marked, ece: marked > 0, ..self.plain_ack(acked) };
        self.c.una += acked;
        self.c.next = self.c.una + self.w.cwnd as u64;
        self.c.max = self.c.max.max(self.c.next);
        self.cc.on_ack(&self.c, &ack);
        self.cc.on_increase(&self.c, &ack, &mut self.w, &mut self.log);
    }

    /// Asks the algorithm to respond to marks; true if it does.
    pub fn mark(&mut self) -> bool {
        let ack = Ack { marked: 1, ece: true, ..self.plain_ack(1) };
        self.cc.on_mark(&self.c, &ack, &mut self.w, &mut self.log)
    }

    /// One ACK of `acked` segments that carries a rate sample.
    pub fn sampled(&mut self, acked: u64, rate: super::RateSample) {
        let ack = Ack { steps: 1.0, rate: Some(rate), ..self.plain_ack(acked) };
        self.c.una += acked;
        self.c.delivered += acked;
        self.cc.on_increase(&self.c, &ack, &mut self.w, &mut self.log);
    }

    /// One duplicate ACK, which only the estimators see.
    pub fn duplicate(&mut self) {
        let ack = Ack {
            is_duplicate: true,
            delivered: 1,
            duplicates: 1,
            rtt_s: None,
            segment_rtt_s: None,
            steps: 0.0,
            ..self.plain_ack(0)
        };
        self.cc.on_ack(&self.c, &ack);
    }

    /// Ends a round with these RTTs.
    pub fn round(&mut self, rtts_s: &[f64]) {
        let round = Round {
            duration_s: rtts_s.last().copied().unwrap_or(0.0),
            cwnd_at_start: self.w.cwnd,
            sent: rtts_s.len() as u64,
            acked: rtts_s.len() as u64,
            samples: rtts_s.len() as u32,
            min_rtt_s: rtts_s.iter().copied().fold(f64::INFINITY, f64::min),
            sum_rtt_s: rtts_s.iter().sum(),
        };
        self.c.round += 1;
        self.cc.on_round(&self.c, &round, &mut self.w, &mut self.log);
    }

    /// Sets the latest RTT sample, and updates the extremes.
    pub fn rtt(&mut self, rtt_s: f64) {
        self.c.last_rtt_s = Some(rtt_s);
        self.c.srtt_s = rtt_s;
        self.c.min_rtt_s = self.c.min_rtt_s.min(rtt_s);
        self.c.max_rtt_s = self.c.max_rtt_s.max(rtt_s);
    }

    /// Advances the time.
    pub fn wait(&mut self, seconds: f64) {
        self.c.now_s += seconds;
    }

    /// A loss is detected.
    pub fn lose(&mut self) {
        self.cc.on_loss(&self.c, &mut self.w, &mut self.log);
    }

    /// A recovery ends.
    pub fn recover(&mut self) {
        self.cc.on_recovery_exit(&self.c, &mut self.w, &mut self.log);
    }

    /// The retransmission timer expires.
    pub fn time_out(&mut self, repeated: bool) {
        self.cc.on_timeout(&self.c, repeated, &mut self.w, &mut self.log);
    }

    /// The decisions since the last call: rule keys with their values.
    pub fn said(&mut self) -> Vec<(&'static str, [f64; MAX_TERMS])> {
        self.log.drain().filter_map(|said| Some((said.rule.built_in()?.key, said.terms))).collect()
    }
}
