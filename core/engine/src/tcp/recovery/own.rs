//! The sender asks the loss recovery that another crate brings, if its flow has one.

use crate::tcp::state::{ExternalRecovery, MechanismSlot, Sender};

/// What the flow's own recovery answers; `None` if it has none.
pub(in crate::tcp) fn ask<T>(
    sender: &mut Sender,
    ask: impl FnOnce(&mut dyn ExternalRecovery, &mut Sender) -> T,
) -> Option<T> {
    let mut own = sender.mechanisms.get_mut()?.own.take()?;
    let answer = ask(&mut *own, sender);
    put_back(&mut sender.mechanisms, own);
    Some(answer)
}

#[inline(never)]
fn put_back(mechanisms: &mut MechanismSlot, own: Box<dyn ExternalRecovery>) {
    if let Some(mechanisms) = mechanisms.get_mut() {
        mechanisms.own = Some(own);
    }
}
