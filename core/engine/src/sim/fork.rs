//! A fork: from one instant on the run continues with other settings.

use std::sync::Arc;

use super::flow::{Phase, Source};
use super::network::{Fork, Network, channel_name};
use super::{channel_events, sending};
use crate::net::{self, Channel};
use crate::setup::{ChannelSetup, ForkSetup, Setup, SourceSetup};
use crate::tcp;
use crate::trace::Recorder;

/// Channel `index` (2·hop, plus 1 for backward) of `setup`.
fn channel_of(setup: &Setup, index: usize) -> &ChannelSetup {
    let hop = &setup.hops[index / 2];
    if index % 2 == 0 { &hop.forward } else { &hop.backward }
}

/// Prepares for the fork of `setup`, if it has one. For use before the channels get their
/// events.
#[inline]
pub(super) fn expect(channels: &mut [Channel], setup: &Setup) -> Option<Arc<Fork>> {
    let fork = setup.fork.as_deref()?;
    let losses = channels.iter_mut().enumerate().map(|(index, channel)| {
        let change = (channel_of(setup, index), channel_of(&fork.after, index));
        net::expect_fork(channel, fork.at, change, &channel_name(index), setup.seed)
    });
    Some(Arc::new(Fork { losses: losses.collect(), setup: fork.clone() }))
}

/// All events up to the fork are processed: the run continues with the other settings.
#[inline(never)]
pub(super) fn take(network: &mut Network, recorder: &mut Recorder) {
    let Some(fork) = network.fork.take() else { return };
    let ForkSetup { at, after } = &fork.setup;
    for (index, loss) in fork.losses.iter().enumerate() {
        let channel = &mut network.channels[index];
        net::take_fork(channel, *at, channel_of(after, index), loss.clone(), recorder);
        channel_events::arm(network, index as u32);
    }
    let before = std::mem::replace(&mut network.setups, Arc::new(after.flows.clone()));
    for (flow, (before, after)) in before.iter().zip(&after.flows).enumerate() {
        let state = &mut network.flows[flow];
        let (SourceSetup::Tcp(before), SourceSetup::Tcp(after), Source::Tcp { sender, .. }) =
            (&before.source, &after.source, &mut state.source)
        else {
            continue;
        };
        if before.has_algorithm_of(after) {
            // As in Linux: "no change asking for existing value" (tcp_set_congestion_control).
            continue;
        }
        let is_open = state.phase == Phase::Open;
        let ssthresh = sender.window().ssthresh;
        tcp::change_algorithm(sender, *at, after, is_open, &mut network.outbox, &mut network.decisions);
        if is_open {
            sending::after_sender(network, flow, Some(ssthresh), recorder);
        }
    }
}
