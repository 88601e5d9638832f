//! The numbers that a paper, ns-2 or a Linux kernel gave, and why ours differ from some of them.

use super::world::Key;
use serde::{Deserialize, Serialize};

/// The papers by key: authors, year, title, place of publication.
pub const PAPERS: &[(&str, &str, u16, &str, &str)] = &[
    (
        "GM04",
        "Grieco & Mascolo",
        2004,
        "Performance Evaluation and Comparison of Westwood+, New Reno, and Vegas TCP Congestion Control",
        "ACM Computer Communication Review 34(2)",
    ),
    (
        "KGM08",
        "Kliazovich, Granelli & Miorandi",
        2008,
        "Logarithmic window increase for TCP Westwood+ for improvement in high speed, long distance networks",
        "Computer Networks",
    ),
    (
        "MV06",
        "Mascolo & Vacirca",
        2006,
        "Issues in Performance Evaluation of New TCP Stacks in High Speed Networks",
        "manuscript",
    ),
    (
        "CGMSW02",
        "Casetti, Gerla, Mascolo, Sanadidi & Wang",
        2002,
        "TCP Westwood: End-to-End Congestion Control for Wired/Wireless Networks",
        "Wireless Networks",
    ),
    (
        "GM02",
        "Grieco & Mascolo",
        2002,
        "TCP Westwood and Easy RED to Improve Fairness in High-Speed Networks",
        "Protocols for High-Speed Networks",
    ),
];

/// The page's own collections: title and subject. Their entries belong to no paper.
pub const COLLECTIONS: &[(&str, &str)] = &[
    ("Everyday", "What happens at home: a call, a backup, and the buffer that they share."),
    (
        "The Internet of today",
        "Queues that mark or that serve flows in turn, and senders made for them. The claims are those of the RFCs and of published tests, among them those of Heist and Morton (github.com/heistp/sce-l4s-ect1, github.com/heistp/l4s-tests).",
    ),
    (
        "A sender of today",
        "What Linux has added to TCP since 2003, one mechanism at a time, on paths of today. The claims are those of the RFCs and of published measurements.",
    ),
];

/// A number from elsewhere, in SI units.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Printed {
    pub metric: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub keys: Vec<Key>,
    /// The number printed in the paper.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub paper: Option<f64>,
    /// How exact the printed number is.
    #[serde(default, skip_serializing_if = "Qualifier::is_exact")]
    pub qualifier: Qualifier,
    /// The place where it is printed.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub at: String,
    /// The number measured in ns-2.35: the mean over its seeds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ns2: Option<f64>,
    /// The number of runs in this mean, if more than one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ns2_runs: Option<u64>,
    /// The half width of the 95 % interval of this mean.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ns2_half_width: Option<f64>,
    /// The number measured with a Linux kernel.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kernel: Option<f64>,
    /// The smallest and the largest of the kernel's runs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kernel_range: Option<(f64, f64)>,
    /// The number that a closed form gives.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub theory: Option<f64>,
    /// Why our number differs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub settled: Option<Settled>,
}

/// How exact a printed number is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum Qualifier {
    #[default]
    Exact,
    Approximately,
    UpTo,
    LessThan,
    GreaterThan,
}

impl Qualifier {
    fn is_exact(&self) -> bool {
        *self == Qualifier::Exact
    }

    /// The sign before the number in a table.
    pub fn sign(self) -> &'static str {
        match self {
            Qualifier::Exact => "",
            Qualifier::Approximately => "≈ ",
            Qualifier::UpTo => "up to ",
            Qualifier::LessThan => "< ",
            Qualifier::GreaterThan => "> ",
        }
    }
}

/// A statement of the paper, in our words.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Claim {
    /// Its id within the experiment.
    pub id: String,
    pub text: String,
    /// The place in the paper.
    pub at: String,
    /// The claim as an expression; none if numbers cannot check it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expression: Option<String>,
    /// Why numbers cannot check it, if there is no expression. Such a claim is shown, not counted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unchecked: Option<String>,
    /// The value of `tol` in the expression.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tolerance: Option<f64>,
    /// Why it does not hold here.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub settled: Option<Settled>,
}

/// Why a claim or a number does not hold here, as found by investigation.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Settled {
    pub by: Cause,
    /// The reason, in a sentence or two.
    pub why: String,
}

/// The cause of a difference.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Cause {
    /// Our error, not yet corrected.
    Ours,
    /// The paper does not state a setting that decides the result.
    Silence,
    /// ns-2 departs from the paper's rules, or fails the claim in the same way.
    Ns2,
    /// ns-2 fails in the same way, but with another module in place of the paper's, such as
    /// Linux's Westwood+ for Westwood.
    StandIn,
    /// The printed text is wrong.
    Misprint,
}

impl Cause {
    pub fn words(self) -> &'static str {
        match self {
            Cause::Ours => "ours",
            Cause::Silence => "the paper is silent",
            Cause::Ns2 => "ns-2",
            Cause::StandIn => "ns-2 with a stand-in",
            Cause::Misprint => "misprint",
        }
    }
}
