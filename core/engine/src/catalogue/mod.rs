//! What a model declares about itself. The CLI, the schema, the forms and the docs are all made
//! from this single declaration.

mod own;
mod params;

pub use own::{OwnRule, OwnRuleRange, OwnRules, OwnTerm, RuleTexts, TermTexts};
pub use params::{Contradiction, Kind, Param, ParamDefault, Params, Setting, nearest};

/// Whether this program carries the texts about models, parameters and rules. A program that only
/// runs scenarios carries none; the page gets them from a separate generated file.
pub const TEXTS: bool = cfg!(feature = "texts");

/// The text, or an empty one if the program carries no texts.
pub(crate) const fn text(text: &'static str) -> &'static str {
    if TEXTS { text } else { "" }
}

/// A declared model: an algorithm, a queue discipline, a loss model or an estimator.
#[derive(Debug)]
pub struct Spec {
    /// The identifier used in scenarios, links and the CLI.
    pub id: &'static str,
    /// The name for display.
    pub name: &'static str,
    /// What it does, in one sentence.
    pub summary: &'static str,
    /// Where its rules are from: paper and section, or RFC.
    pub source: &'static str,
    /// Its parameters, without those that every model of its kind has.
    pub parameters: &'static [Param],
    /// Where it deviates from its source, and why.
    pub departures: &'static [&'static str],
    /// The rules of the decisions that it explains.
    pub rules: &'static [Rule],
}

impl Spec {
    /// The declaration as the program carries it: without its texts if it is built without the
    /// feature `texts`.
    pub const fn lean(self) -> Spec {
        if TEXTS {
            return self;
        }
        Spec { name: "", summary: "", source: "", departures: &[], ..self }
    }
}

/// A kind of decision, with the equation it applies.
#[derive(Debug)]
pub struct Rule {
    /// Stable key, `<model>.<decision>`.
    pub key: &'static str,
    /// What the decision is about. Views choose marks and ticks by it.
    pub kind: RuleKind,
    /// What happened, in a short sentence.
    pub title: &'static str,
    /// The equation in LaTeX; each quantity is written as its term's name in doubled braces.
    pub formula: &'static str,
    /// The quantities that the decision used, in the order in which an event carries their values.
    pub terms: &'static [Term],
    /// Paper and section, or RFC and section.
    pub source: &'static str,
}

/// What a decision is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, schemars::JsonSchema))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum RuleKind {
    /// The window was reduced after a loss was detected by ACKs.
    WindowCut,
    /// The retransmission timer expired.
    Timeout,
    /// A segment was retransmitted before the timer expired.
    FastRetransmit,
    /// The sender or the algorithm entered another phase.
    Phase,
    /// Any other decision of the algorithm.
    Decision,
    /// A queue dropped a packet.
    Drop,
    /// A queue marked a packet.
    Mark,
    /// A link lost a packet.
    ChannelLoss,
    /// A loss model changed its state.
    ChannelState,
    /// A connection started or ended.
    Flow,
}

impl RuleKind {
    /// The kind's name in JSON.
    pub const fn id(self) -> &'static str {
        match self {
            RuleKind::WindowCut => "window-cut",
            RuleKind::Timeout => "timeout",
            RuleKind::FastRetransmit => "fast-retransmit",
            RuleKind::Phase => "phase",
            RuleKind::Decision => "decision",
            RuleKind::Drop => "drop",
            RuleKind::Mark => "mark",
            RuleKind::ChannelLoss => "channel-loss",
            RuleKind::ChannelState => "channel-state",
            RuleKind::Flow => "flow",
        }
    }
}

/// A quantity of a rule.
#[derive(Debug)]
pub struct Term {
    /// The name used in the rule's formula.
    pub name: &'static str,
    /// Its symbol in LaTeX.
    pub symbol: &'static str,
    /// Its unit: `segments`, `s`, `bit/s`, `segments/s` or empty.
    pub unit: &'static str,
    pub help: &'static str,
}

/// Shorthand for a [`Term`].
pub const fn term(name: &'static str, symbol: &'static str, unit: &'static str, help: &'static str) -> Term {
    // Units are always kept, because formulas depend on them.
    Term { name, symbol: text(symbol), unit, help: text(help) }
}

/// The rules as the program carries them: without titles, equations and sources if it is built
/// without the feature `texts`.
pub const fn lean_rules<const N: usize>(mut rules: [Rule; N]) -> [Rule; N] {
    let mut place = 0;
    while place < N {
        let rule = &mut rules[place];
        rule.title = text(rule.title);
        rule.formula = text(rule.formula);
        rule.source = text(rule.source);
        place += 1;
    }
    rules
}
