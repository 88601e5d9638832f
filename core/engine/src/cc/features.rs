//! What others must know of an algorithm before there is a connection.

use crate::catalogue::Params;

/// What others must know of an algorithm before there is a connection: the reader of scenarios, the bound of
/// a run's cost, the report card.
#[derive(Clone, Copy, Debug)]
pub struct Features {
    /// In Linux this algorithm leaves slow start by HyStart, unless the scenario says otherwise.
    pub linux_hystart: bool,
    /// The value of its parameter `variant` that is the module of Linux.
    pub linux_variant: Option<&'static str>,
    /// Keys of the profile `linux6` that say nothing about its own module: the module has a `cong_control`,
    /// and does these things itself.
    pub own_control: &'static [&'static str],
    /// Why a sender like Linux has another algorithm of its family.
    pub not_in_linux: Option<&'static str>,
    /// It does not answer marks.
    pub ignores_marks: Option<IgnoresMarks>,
    /// The factor by which its slow start may raise the window per round trip, of the longest one in seconds,
    /// if that is more than 2.
    pub slow_start_factor: Option<fn(&Params, f64) -> f64>,
    /// Its window is set by hand, to at most this; ACKs do not limit what it sends.
    pub by_hand: Option<fn(&Params) -> f64>,
}

/// An algorithm that does not answer marks.
#[derive(Clone, Copy, Debug)]
pub struct IgnoresMarks {
    /// The parameter and its value with which it does, if the receiver counts marks.
    pub unless: Option<(&'static str, &'static str)>,
    pub warning: &'static str,
}

impl Features {
    /// Nothing of this.
    pub const NONE: Features = Features {
        linux_hystart: false,
        linux_variant: None,
        own_control: &[],
        not_in_linux: None,
        ignores_marks: None,
        slow_start_factor: None,
        by_hand: None,
    };
}
