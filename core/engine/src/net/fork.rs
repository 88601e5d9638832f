//! A channel whose run goes on in another way from an instant on.

use super::channel::{Channel, asks_nobody};
use crate::loss::{Loss, Losses};
use crate::rng::Stream;
use crate::setup::{ChannelSetup, RateSetup};
use crate::trace::Recorder;
use crate::units::Time;

/// The loss model of the channel called `name`, described by `setup`, of a run with `seed`.
#[inline]
pub(super) fn loss_of(name: &str, setup: &ChannelSetup, seed: u64) -> Loss {
    Loss::new(&setup.loss, Stream::new(seed, &format!("{} loss state", loss_owner(name, setup))))
}

/// Whose state process a channel's losses follow: a shared one is named after the forward channel.
#[inline]
fn loss_owner(name: &str, setup: &ChannelSetup) -> String {
    match name.strip_suffix("backward") {
        Some(hop) if setup.loss.shared => format!("{hop}forward"),
        _ => name.to_owned(),
    }
}

impl Channel {
    /// Prepares for the fork at `at`. Two things must be known before it: the rate, because the times of
    /// packets in the queue are already computed, and whether there will be states to show. Returns the
    /// loss model of `after` if it differs.
    pub fn expect_fork(
        &mut self,
        at: Time,
        (before, after): (&ChannelSetup, &ChannelSetup),
        name: &str,
        seed: u64,
    ) -> Option<Loss> {
        if after.rate != before.rate {
            let steps = match &after.rate {
                RateSetup::Constant(rate) => vec![(Time::ZERO, *rate)],
                RateSetup::Steps(steps) => steps.clone(),
                RateSetup::Opportunities { .. } => unreachable!("a scenario with such a fork is refused"),
            };
            self.transmitter = self.transmitter.clone().forked(at, &steps);
        }
        let mut loss = (after.loss != before.loss).then(|| loss_of(name, after, seed))?;
        self.expects_states = loss.has_states();
        Some(loss)
    }

    /// From now on it has the capacity and the loss model of `after`. Packets in the queue stay there. A
    /// queue that decides at arrival has decided about them, and that stays, too.
    pub fn take_fork(
        &mut self,
        now: Time,
        after: &ChannelSetup,
        loss: Option<Loss>,
        recorder: &mut Recorder,
    ) {
        self.drain(now, recorder);
        self.capacity = after.queue.capacity;
        let Some(loss) = loss else { return };
        self.loss = loss;
        // Its states are those that it would have had from the start on; what is over is not shown.
        while self.loss.next_change().is_some_and(|change| change.at <= now) {
            self.loss.take_change();
        }
        self.loss_position = after.loss.position;
        self.lossless = after.loss.kind == "none";
        self.is_exact = self.lossless && self.jitter.is_none();
        self.is_plain = asks_nobody(after) && !self.decides_at_dequeue && !self.ties.by_ns2;
    }
}

#[cfg(test)]
mod tests {
    use super::super::channel::Waiting;
    use super::*;
    use crate::catalogue::Params;
    use crate::setup::{Capacity, Ecn, JitterSetup, LossPosition, LossSetup, QueueSetup};
    use crate::trace::RecordOptions;
    use crate::units::{BitRate, Span};
    use crate::{jitter, loss, queue};

    fn setup(kind: &'static str, capacity: u64) -> ChannelSetup {
        let params = |specs: &[&crate::catalogue::Spec], id| {
            Params::defaults(specs.iter().find(|spec| spec.id == id).expect("registered").parameters)
        };
        ChannelSetup {
            rate: RateSetup::Constant(BitRate::from_bps(12_000_000)),
            delay: Span::from_millis(10),
            queue: QueueSetup {
                kind: "drop-tail",
                capacity: Capacity::Packets(capacity),
                params: params(queue::REGISTRY, "drop-tail"),
                own: None,
            },
            loss: LossSetup {
                kind,
                position: LossPosition::Before,
                shared: false,
                params: params(loss::REGISTRY, kind),
            },
            jitter: JitterSetup { kind: "none", params: params(jitter::REGISTRY, "none") },
        }
    }

    /// Of four packets that wait, a millisecond each, two are in transmission or gone by the fork:
    /// they leave the queue as the channel was, which asked its loss model and recorded each. What
    /// is left fits into the two places of the new queue.
    #[test]
    fn what_has_left_the_queue_by_the_fork_is_not_in_the_new_one() {
        let (before, after) = (setup("bernoulli", 10), setup("none", 2));
        let mut channel = Channel::new(0, "hop 0 forward", &before, 1500, 1);
        let loss = channel.expect_fork(Time::from_secs(0.0025), (&before, &after), "hop 0 forward", 1);
        assert!(loss.is_some() && !channel.is_plain);
        for millis in 1..=4 {
            let start = Time::ZERO + Span::from_millis(millis);
            let (arrived, flow, bytes, ecn) = (Time::ZERO, 0, 1500, Ecn::default());
            channel.waiting.push_back(Waiting { start, arrived, flow, bytes, ecn });
            channel.waiting_bytes += 1500;
        }
        let mut recorder = Recorder::new(&RecordOptions::PAGE, Time::from_secs(1.0));
        channel.take_fork(Time::from_secs(0.0025), &after, loss, &mut recorder);
        assert!(channel.is_plain);
        assert_eq!((channel.waiting(), channel.waiting_bytes, channel.is_over_full()), (2, 3000, false));
    }
}
