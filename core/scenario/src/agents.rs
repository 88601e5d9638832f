//! What the words of `recovery_variant` that name ns-2's agents mean to the engine.

use super::ns2::NS2;
use ackscope_engine::catalogue::Params;
use ackscope_engine::setup::{Recovery, RecoveryVariants, SynLoss, TcpSetup};
use ackscope_engine::tcp::RecoverySource;

/// Which words are given.
#[derive(Clone, Copy, Debug, Default)]
pub struct Agent {
    /// `ns2_rto`, which the timers of ns-2 imply.
    pub rto: bool,
    /// `ns2_exit`: the New Reno agent.
    pub exit: bool,
    /// `ns2_sack1`: the Sack1 agent.
    pub sack1: bool,
    /// `ns2_linux`: the TCP/Linux agent.
    pub linux: bool,
    /// `ns2_sink`: a sink. Every agent talks to one.
    pub sink: bool,
}

impl Agent {
    /// The rules of a sender with `recovery`, in addition to `others`.
    pub fn rules(self, recovery: Recovery, others: RecoveryVariants) -> RecoveryVariants {
        let Agent { rto, exit, sack1, linux, sink } = self;
        RecoveryVariants {
            keeps_deflation: exit,
            // `ssthresh_` in tcp.h is an integer, and cwnd a real number.
            whole_threshold: rto,
            cuts_again: rto || linux && recovery == Recovery::Sack,
            times_resent: rto,
            // timeout() in tcp.cc resets the count in all agents but Tahoe's.
            counts_across_timeouts: rto && recovery == Recovery::Tahoe,
            // tcp.cc, slowdown()
            halves_to_nothing: rto && !linux,
            syn_loss: match (linux, rto) {
                // The SYN is a segment of the window.
                (true, _) => SynLoss::Ignored,
                (false, true) => SynLoss::AsTimeout,
                (false, false) => SynLoss::RestartsWindow,
            },
            // tcp-linux.cc, rtt_update(), `linux_.srtt`; tcp_vegas.c, `ktime_equal(last,
            // net_invalid_timestamp())`
            shows_ticks: linux,
            // tcp-sink.cc, `SackStack`
            remembers_few: linux,
            // tcp-sink.cc, DelAckSink::recv()
            delays_last: sink || others.reno_gated || exit || sack1 || linux,
            ..others
        }
    }

    /// The recovery that the agent brings, or its law.
    pub fn recovery(self, algorithm: &str, params: &Params) -> Option<&'static RecoverySource> {
        let ns2 = NS2?;
        let is_vegas = algorithm == "vegas" && params.variant() == "ns2_agent";
        let agents = [(is_vegas, ns2.vegas), (self.sack1, ns2.sack1), (self.linux, ns2.linux)];
        agents.into_iter().find(|(is_given, _)| *is_given).map(|(_, source)| source)
    }
}

/// The agent that a sender is, by the word that names it.
pub fn agent(tcp: &TcpSetup) -> Option<&'static str> {
    let variants = &tcp.recovery_variants;
    let others = [
        (variants.keeps_deflation, "ns2_exit"),
        (variants.reno_gated, "reno_gated"),
        (variants.delays_last, "ns2_sink"),
    ];
    let other = others.iter().find(|(is_set, _)| *is_set).map(|(_, name)| *name);
    tcp.own_recovery.and_then(|source| source.id).or(other)
}
