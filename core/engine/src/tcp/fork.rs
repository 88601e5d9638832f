//! Changes the algorithm of a live connection.
//!
//! This follows Linux when TCP_CONGESTION is set on an open socket (net/ipv4/tcp_cong.c,
//! tcp_set_congestion_control, tcp_reinit_congestion_control, tcp_init_congestion_control). The old
//! algorithm is released, and the new one is initialised with its own private state. cwnd,
//! ssthresh, the RTT estimate and the state of loss recovery stay, unless the start of the new
//! algorithm changes them. The windows that an undo would restore are forgotten (`prior_ssthresh =
//! 0`).

use super::decisions::SWITCHED;
use super::segment_log::SegmentLog;
use super::setup::TcpSetup;
use super::state::{Gso, MechanismSlot, Outgoing, Pacer, Sender, SlowStart};
use super::{pacing, sending, slow_start};
use crate::cc::CongestionControl;
use crate::trace::Decisions;
use crate::units::Time;

impl MechanismSlot {
    /// Adapts the mechanisms that depend on the algorithm. For example, CUBIC may have the slow
    /// start of Linux, and an algorithm that owns its window has no reduction.
    fn follow(&mut self, setup: &TcpSetup, needs: crate::cc::Needs) {
        let Some(mechanisms) = self.get_mut() else {
            *self = MechanismSlot::new(setup, needs);
            return;
        };
        let asked = setup.mechanisms;
        mechanisms.chosen = asked.chosen;
        mechanisms.undoes = asked.undo;
        mechanisms.undoes_by_reports = asked.dsack_undo;
        mechanisms.slow_start = SlowStart::of(&asked);
        mechanisms.paces_as_linux = asked.paces_as_linux;
        mechanisms.pacer = asked.pacing.map(Pacer::new);
        mechanisms.pacing = asked.pacing;
        mechanisms.gso = asked.gso.map(Gso::new);
        mechanisms.usage = asked.chosen.cwnd_validation.then(Default::default);
        if let Some(undo) = &mut mechanisms.undo {
            undo.forget_windows();
        }
        if needs.owns_cwnd {
            mechanisms.prr = None;
        }
        if let Some(rack) = &mut mechanisms.rack {
            rack.board.name_lost(needs.notices);
        }
    }
}

/// From now on the algorithm of `setup` drives the connection, with the mechanisms that depend
/// on it. A connection that is not open yet starts with the new algorithm.
pub fn change_algorithm(
    sender: &mut Sender,
    now: Time,
    setup: &TcpSetup,
    is_open: bool,
    out: &mut Vec<Outgoing>,
    log: &mut Decisions,
) {
    sender.cc = setup.controller();
    sender.needs = sender.cc.needs();
    if (sender.needs.segment_log || sender.needs.rate_samples) && sender.measure.log.is_none() {
        sender.measure.log =
            Some(Box::new(SegmentLog::since(sender.on_clock(now), sender.c.una, sender.c.max)));
        sender.measure.log_is_own = true;
    }
    sender.mechanisms.follow(setup, sender.needs);
    if !is_open {
        return;
    }
    sender.set_now(now);
    sender.cc.start(&sender.c, &mut sender.w);
    sender.clamp();
    sender.restart_round();
    slow_start::restart(&mut sender.mechanisms, &sender.c, sender.now);
    log.say(SWITCHED, &[sender.w.cwnd, sender.w.ssthresh]);
    pacing::update(sender, log);
    sending::pump(sender, out);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::Params;
    use crate::cc::{Controller, REGISTRY};
    use crate::choices::{AckCounting, MarkFeedback, Recovery, SlowStartRule};
    use crate::mechanism::MechanismSettings;
    use crate::mechanism::idle_restart::Value as IdleRestart;
    use crate::mechanism::reduction::Value as Reduction;
    use crate::tcp::delivery::sample_rtt;
    use crate::tcp::options::{Handshake, Mechanisms, Pacing, RtoSetup, RtoStyle};
    use crate::tcp::prr::Prr;
    use crate::tcp::state::AckArrival;
    use crate::units::Span;

    fn setup(algorithm: &'static str, mechanisms: Mechanisms) -> TcpSetup {
        TcpSetup {
            algorithm,
            params: Params::defaults(
                REGISTRY.iter().find(|spec| spec.id == algorithm).expect("registered").parameters,
            ),
            make: Controller::new,
            own_algorithm: None,
            ack_bytes: 40,
            sack_block_bytes: 0,
            initial_window: 10.0,
            initial_ssthresh: f64::INFINITY,
            receive_window: 1000,
            segments: None,
            application: None,
            delayed_ack: false,
            delayed_ack_timeout: Span::from_millis(100),
            timestamps: true,
            limited_transmit: true,
            handshake: Handshake::None,
            recovery: Recovery::Rack,
            own_recovery: None,
            recovery_variants: Default::default(),
            growth: AckCounting::LinuxCount,
            marks: MarkFeedback::Off,
            beta_ecn: None,
            rto: RtoSetup {
                min: Span::from_millis(200),
                max: Span::from_secs(120.0),
                initial: Span::from_secs(1.0),
                granularity: Span::from_millis(1),
                style: RtoStyle::Exact,
                ack_delay: Span::ZERO,
            },
            mechanisms,
            shadow: Vec::new(),
        }
    }

    fn with(chosen: MechanismSettings) -> Mechanisms {
        Mechanisms { chosen, ..Mechanisms::default() }
    }

    fn mechanisms(setup: &TcpSetup) -> MechanismSlot {
        MechanismSlot::new(setup, setup.controller().needs())
    }

    /// A connection without any mechanism state has, after the change, the same state as a
    /// connection that started with the new algorithm.
    #[test]
    fn the_mechanisms_are_those_of_the_new_algorithm() {
        let none = Mechanisms::default();
        let each = [
            none,
            with(MechanismSettings { reduction: Reduction::Prr, ..MechanismSettings::default() }),
            Mechanisms { undo: true, ..none },
            with(MechanismSettings { frto: true, ..MechanismSettings::default() }),
            Mechanisms {
                dsack_undo: true,
                ..with(MechanismSettings { dsack: true, ..MechanismSettings::default() })
            },
            Mechanisms { slow_start: SlowStartRule::HyStart, ..none },
            Mechanisms { pacing: Some(Pacing::LINUX), ..none },
            with(MechanismSettings { cwnd_validation: true, ..MechanismSettings::default() }),
            with(MechanismSettings { idle_restart: IdleRestart::Halving, ..MechanismSettings::default() }),
        ];
        for before in each {
            for (after, algorithm) in
                each.into_iter().flat_map(|after| [(after, "newreno"), (after, "cubic")])
            {
                let after = setup(algorithm, after);
                let mut changed = mechanisms(&setup("newreno", before));
                changed.follow(&after, after.controller().needs());
                assert_eq!(format!("{changed:?}"), format!("{:?}", mechanisms(&after)), "{before:?}");
            }
        }
    }

    /// bbr3 owns its window, so it ends a reduction under way. With any other algorithm the
    /// reduction goes on.
    #[test]
    fn a_reduction_under_way_stays_unless_the_algorithm_owns_its_window() {
        for (algorithm, stays) in [("cubic", true), ("bbr3", false)] {
            let prr = with(MechanismSettings { reduction: Reduction::Prr, ..MechanismSettings::default() });
            let mut changed = mechanisms(&setup("newreno", prr));
            changed.get_mut().expect("RACK").prr = Some(Prr::begin(Reduction::Prr, 20.0, 10.0));
            let after = setup(algorithm, prr);
            changed.follow(&after, after.controller().needs());
            assert_eq!(changed.prr_mut().is_some(), stays, "{algorithm}");
        }
    }

    /// The stored windows belong to the old algorithm (Linux, `prior_ssthresh = 0`).
    #[test]
    fn an_undo_has_no_window_to_go_back_to() {
        let undo = Mechanisms { undo: true, ..Mechanisms::default() };
        let (before, after) = (setup("newreno", undo), setup("cubic", undo));
        let mut sender = Sender::new(&before, 1500, 1);
        sender.mechanisms.remember_windows(sender.c.una, sender.w);
        sender.mechanisms.follow(&after, after.controller().needs());
        let expected = "undo: Some(Undo { cwnd: 0.0, ssthresh: 0.0, resent: None, was_needed: false";
        let found = format!("{:?}", sender.mechanisms);
        assert!(found.contains(expected), "{found}");
    }

    const AT: Time = Time::from_nanos(2_000_000_000);

    /// A connection that is open, knows its RTT of 100 ms and has sent its first ten segments.
    fn opened(setup: &TcpSetup) -> Sender {
        let mut sender = Sender::new(setup, 1500, 1);
        sender.open(Time::from_secs(1.0), Some(0.1), &mut Vec::new(), &mut Decisions::default());
        assert_eq!(sender.c.max, 10);
        sender
    }

    fn change(sender: &mut Sender, after: &TcpSetup) -> Decisions {
        let mut log = Decisions::default();
        change_algorithm(sender, AT, after, true, &mut Vec::new(), &mut log);
        log
    }

    /// Whatever window an algorithm leaves or sets, cwnd stays between one segment and ten million,
    /// and ssthresh is at least two, as in every sender.
    #[test]
    fn the_window_stays_within_its_bounds() {
        let plain = setup("newreno", Mechanisms::default());
        for (left, kept) in [((1e9, 0.5), (1e7, 2.0)), ((0.25, 1.0), (1.0, 2.0)), ((7.0, 5.0), (7.0, 5.0))] {
            let mut sender = opened(&plain);
            (sender.w.cwnd, sender.w.ssthresh) = left;
            change(&mut sender, &plain);
            assert_eq!((sender.w.cwnd, sender.w.ssthresh), kept, "{left:?}");
        }
    }

    /// As after a timeout, Linux' HyStart begins a round. HyStart++ applies only to the first slow
    /// start (RFC 9406 §4.3), which is over.
    #[test]
    fn slow_start_begins_anew() {
        let asked = |slow_start| Mechanisms { slow_start, ..Mechanisms::default() };
        let changed = |slow_start| {
            let mut sender = opened(&setup("newreno", Mechanisms::default()));
            change(&mut sender, &setup("cubic", asked(slow_start)));
            sender.mechanisms.slow_start_mut().cloned()
        };
        let Some(SlowStart::HyStart(first)) = SlowStart::of(&asked(SlowStartRule::HyStart)) else {
            panic!("no HyStart");
        };
        let expected = SlowStart::HyStart(first.anew(AT, 10));
        let found = changed(SlowStartRule::HyStart).expect("it is asked for");
        assert_eq!(format!("{found:?}"), format!("{expected:?}"));
        let found = changed(SlowStartRule::HyStartPlusPlus);
        assert!(matches!(&found, Some(SlowStart::HyStartPlusPlus(it)) if it.has_ended()), "{found:?}");
    }

    /// The window and the RTT are known: the rate is twice ten segments in 0.1 s. The pacer does
    /// not wait for the next ACK.
    #[test]
    fn a_pacer_has_its_rate_at_once() {
        let mut sender = opened(&setup("newreno", Mechanisms::default()));
        let paced = Mechanisms { pacing: Some(Pacing::LINUX), ..Mechanisms::default() };
        let said: Vec<_> = change(&mut sender, &setup("newreno", paced)).drain().map(|it| it.terms).collect();
        let expected = [200.0, 2.0, 10.0, 0.1];
        assert!(said.iter().any(|terms| terms[..4] == expected), "{said:?}");
    }

    /// The segment log that the new algorithm asks for counts as its own: rounds leave out
    /// retransmitted segments, as if the log had existed from the start.
    #[test]
    fn rounds_leave_out_what_the_new_algorithms_log_knows_to_be_resent() {
        let mut sender = opened(&setup("newreno", Mechanisms::default()));
        assert!(sender.measure.log.is_none());
        change(&mut sender, &setup("bbr3", Mechanisms::default()));
        // As with a script that asks for delivery rates only.
        sender.needs.segment_log = false;
        let arrival = AckArrival {
            number: 1,
            echo: Time::from_secs(1.9),
            blocks: &[],
            is_corruption_reported: false,
            share_bps: None,
            marks: Default::default(),
            duplicate: None,
            stale: None,
        };
        let rounds = |sender: &Sender| format!("{:?}", sender.measure.rounds);
        let before = rounds(&sender);
        sample_rtt(&mut sender, &arrival, None);
        assert_eq!(rounds(&sender), before, "of a segment that was resent");
        sample_rtt(&mut sender, &arrival, Some(0.1));
        assert_ne!(rounds(&sender), before, "of a segment that was sent once");
    }
}
