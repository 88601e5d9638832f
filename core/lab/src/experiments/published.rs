//! What a paper, real ns-2 or a real kernel published, and why it is not always so here.

use super::evaluate::Key;
use serde::{Deserialize, Serialize};

/// The papers by key: authors, year, title, where it was published.
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

/// The page's own collections: title, and what is collected. An entry of one is of no paper.
pub const COLLECTIONS: &[(&str, &str)] = &[
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
    /// The metric.
    pub metric: String,
    /// Its keys.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub keys: Vec<Key>,
    /// What the paper prints.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub paper: Option<f64>,
    /// What the printed number is.
    #[serde(default, skip_serializing_if = "Qualifier::is_exact")]
    pub qualifier: Qualifier,
    /// Where it is printed.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub at: String,
    /// What real ns-2.35 measured: the mean of its seeds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ns2: Option<f64>,
    /// Of how many runs that is the mean, where there are several.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ns2_runs: Option<u64>,
    /// Half the 95 % interval of that mean.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ns2_half_width: Option<f64>,
    /// What a real kernel measured.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kernel: Option<f64>,
    /// The smallest and the largest of its runs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kernel_range: Option<(f64, f64)>,
    /// What a closed form gives.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub theory: Option<f64>,
    /// Why the measured number is another.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub settled: Option<Settled>,
}

/// What a printed number is.
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

    /// What stands before the number in a table.
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
    /// What is claimed.
    pub text: String,
    /// Where.
    pub at: String,
    /// The same as an expression; none where it cannot be checked by numbers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expression: Option<String>,
    /// Why no number decides it, where there is no expression. Such a claim is shown, not counted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unchecked: Option<String>,
    /// The value of `tol` in the expression.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tolerance: Option<f64>,
    /// Why it does not hold.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub settled: Option<Settled>,
}

/// Why a claim or a number does not hold here, as investigation found.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Settled {
    /// Whose it is.
    pub by: Cause,
    /// The reason, in a sentence or two.
    pub why: String,
}

/// Whose fault a difference is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Cause {
    /// Ours, and not mended yet.
    Ours,
    /// The paper does not say how it was set, and the setting decides.
    Silence,
    /// ns-2 differs from the paper's rules, or fails the claim in the same way.
    Ns2,
    /// ns-2 fails it in the same way with another module in the place of the paper's, such as
    /// Linux's Westwood+ for Westwood.
    StandIn,
    /// The print is wrong.
    Misprint,
}

impl Cause {
    /// Whose it is, in words.
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
