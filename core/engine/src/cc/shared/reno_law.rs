//! Additive increase and halving: the law that Reno and New Reno share. They differ only in loss
//! recovery. (SACK follows the same law, but has a kernel's variant of it.)

use std::fmt::Debug;
use std::marker::PhantomData;

use super::aimd::{HALF, cut_by, halve, reno_increase, restart};
use crate::catalogue::{Params, Rule};
use crate::cc::{Ack, CongestionControl, Connection, MarkResponse, Needs, Window};
use crate::trace::Decisions;

/// The rules by which an algorithm of the family reports its decisions.
pub trait RenoRules: Clone + Debug {
    /// Loss, timeout, end of slow start and mark, in this order.
    fn rules() -> &'static [Rule; 4];
}

/// The law, which reports its decisions by the rules of `R`. It has no state besides the window.
#[derive(Clone, Copy, Debug)]
pub struct RenoLaw<R>(PhantomData<R>);

impl<R: RenoRules> RenoLaw<R> {
    pub fn new(_params: &Params) -> RenoLaw<R> {
        RenoLaw(PhantomData)
    }
}

impl<R: RenoRules> CongestionControl for RenoLaw<R> {
    fn needs(&self) -> Needs {
        Needs { marks: MarkResponse::BacksOff(0.8), ignores_acks: true, ..Needs::default() }
    }

    fn on_increase(&mut self, c: &Connection, ack: &Ack, w: &mut Window, log: &mut Decisions) {
        reno_increase(c, ack, w, log, &R::rules()[2]);
    }

    fn on_loss(&mut self, c: &Connection, w: &mut Window, log: &mut Decisions) {
        let before = halve(c, w);
        log.say(&R::rules()[0], &[w.ssthresh, before]);
    }

    fn on_mark(&mut self, c: &Connection, _ack: &Ack, w: &mut Window, log: &mut Decisions) -> bool {
        cut_by(c, c.beta_ecn.unwrap_or(HALF), w, log, &R::rules()[3]);
        true
    }

    fn on_timeout(&mut self, c: &Connection, repeated: bool, w: &mut Window, log: &mut Decisions) {
        restart(c, repeated, w, log, &R::rules()[1]);
    }
}

/// Everything an algorithm of the family has besides its declaration: rules under its own keys, and
/// the law.
macro_rules! reno_law {
    ($id:literal, $source:literal) => {
        /// The decisions it explains.
        pub static RULES: [$crate::catalogue::Rule; 4] = $crate::catalogue::lean_rules([
            $crate::cc::shared::rules::halving(concat!($id, ".loss"), $source),
            $crate::cc::shared::rules::timeout(concat!($id, ".timeout")),
            $crate::cc::shared::rules::avoidance(
                concat!($id, ".avoidance"),
                "Slow start ends: congestion avoidance begins.",
            ),
            $crate::cc::shared::rules::marked(concat!($id, ".mark"), "RFC 3168 §6.1.2; RFC 8511 §3"),
        ]);

        /// Its name for the law.
        #[derive(Clone, Debug)]
        pub struct Names;

        impl $crate::cc::shared::RenoRules for Names {
            fn rules() -> &'static [$crate::catalogue::Rule; 4] {
                &RULES
            }
        }

        /// It has no state besides the window.
        pub type Algorithm = $crate::cc::shared::RenoLaw<Names>;
    };
}

pub(in crate::cc) use reno_law;
