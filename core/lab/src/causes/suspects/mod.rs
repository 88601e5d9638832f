//! The suspects: one file and one word each. Causes are in a scenario and are taken away; remedies are
//! put in. Conditions of the network come before settings of the sender: in this order equal causes are
//! named.

use super::case::Case;
use super::change::Change;
use crate::report::LaneReport;

/// Something that may be why.
#[derive(Debug)]
pub struct Suspect {
    /// Its id.
    pub id: &'static str,
    /// Its name, as it stands in a sentence.
    pub name: &'static str,
    /// What it does to the lane, as it follows “because”; empty for a remedy.
    pub because: &'static str,
    /// True if it is put in, false if it is taken away.
    pub is_remedy: bool,
    /// It takes room from others, which counts up to the bound: in a shared link that always helps.
    pub takes_others: bool,
    /// With all causes away, this one stays if the scenario also has that one.
    pub yields_to: Option<&'static str>,
    /// The change of the scenario; `None` if the scenario does not have it.
    pub change: fn(&Case) -> Option<Change>,
    /// What points to it in the run as it is. It illustrates, it does not decide.
    pub evidence: fn(&Case, &LaneReport) -> Option<String>,
}

impl Suspect {
    /// A cause, without its own parts.
    const CAUSE: Suspect = Suspect {
        id: "",
        name: "",
        because: "",
        is_remedy: false,
        takes_others: false,
        yields_to: None,
        change: |_| None,
        evidence: |_, _| None,
    };

    /// A remedy, without its own parts.
    const REMEDY: Suspect = Suspect { is_remedy: true, ..Suspect::CAUSE };
}

macro_rules! suspects {
    ($($module:ident),* $(,)?) => {
        $(mod $module;)*

        /// All suspects.
        pub static SUSPECTS: &[&Suspect] = &[$(&$module::SUSPECT),*];
    };
}

suspects! {
    outage, loss, reverse, competitor, cross, rate, policer, jitter, ack_rate, rtt, application, rwnd,
    buffer_small, buffer_large, aqm, startup, packet, rto, delack,
    fq, recovery, pacing, buffer_up,
}
