//! The state of slow start by another rule than the algorithm's (`slow_start`).

use crate::choices::SlowStartRule;
use crate::tcp::careful_resume::CarefulResume;
use crate::tcp::hystart::HyStart;
use crate::tcp::hystart_plus_plus::HyStartPlusPlus;
use crate::tcp::jump_start::JumpStart;
use crate::tcp::options::Mechanisms;
use crate::tcp::rapid_start::RapidStart;
use crate::tcp::search::Search;
use crate::units::Time;

/// The rule and its state.
#[derive(Clone, Debug)]
pub enum SlowStart {
    /// Linux.
    HyStart(HyStart),
    /// RFC 9406.
    HyStartPlusPlus(HyStartPlusPlus),
    /// RFC 3742.
    Limited,
    /// draft-chung-ccwg-search.
    Search(Search),
    /// RFC 9959.
    CarefulResume(CarefulResume),
    /// draft-kazuho-ccwg-rapid-start.
    RapidStart(RapidStart),
    /// Liu et al. 2007.
    JumpStart(JumpStart),
}

impl SlowStart {
    /// The state before the first segment; `None` if the algorithm's own rule applies.
    pub(in crate::tcp) fn of(asked: &Mechanisms) -> Option<SlowStart> {
        match asked.slow_start {
            SlowStartRule::Standard => None,
            SlowStartRule::HyStart => Some(SlowStart::HyStart(HyStart::new(asked.hystart, Time::ZERO, 0))),
            SlowStartRule::HyStartPlusPlus => {
                Some(SlowStart::HyStartPlusPlus(HyStartPlusPlus::new(Time::ZERO, 0)))
            }
            SlowStartRule::Limited => Some(SlowStart::Limited),
            SlowStartRule::Search => Some(SlowStart::Search(Search::default())),
            SlowStartRule::CarefulResume => {
                Some(SlowStart::CarefulResume(CarefulResume::new(asked.careful_resume)))
            }
            SlowStartRule::RapidStart => Some(SlowStart::RapidStart(RapidStart::new(asked.rapid_start))),
            SlowStartRule::JumpStart => Some(SlowStart::JumpStart(JumpStart::new())),
        }
    }

    /// A jump is over, whatever has come of it. True if the start is one that jumps.
    pub(in crate::tcp) fn stop(&mut self) -> bool {
        match self {
            SlowStart::CarefulResume(resume) => resume.stop(),
            SlowStart::RapidStart(rapid) => rapid.stop(),
            SlowStart::JumpStart(jump) => jump.stop(),
            _ => return false,
        }
        true
    }
}
