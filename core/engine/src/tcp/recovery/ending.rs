//! The end of a recovery, for every method of loss detection.

use crate::cc::{CongestionControl, State};
use crate::tcp::decisions::{RECOVERED, RECOVERY_LEFT};
use crate::tcp::reduction;
use crate::tcp::state::Sender;
use crate::trace::Decisions;

/// The sender leaves its recovery for `state`.
#[inline(never)]
pub(in crate::tcp) fn leave(sender: &mut Sender, state: State, log: &mut Decisions) {
    reduction::end(&mut sender.mechanisms, &mut sender.w);
    sender.mechanisms.end_undo();
    sender.loss.new_reno.inflation = 0;
    sender.loss.duplicates = 0;
    sender.c.state = state;
    sender.cc.on_recovery_exit(&sender.c, &mut sender.w, log);
    sender.clamp();
    sender.restart_round();
    let rule = if sender.c.una < sender.recover_point() { RECOVERY_LEFT } else { RECOVERED };
    log.say(rule, &[sender.c.una as f64, sender.recover_point() as f64, sender.w.cwnd]);
}
