//! Rules of a script's decisions: the end of slow start, each assignment to a window, each fault.

use super::input::{Event, INPUTS};
use super::program::{FaultKind, Program, Site};
use ackscope_engine::catalogue::{OwnRule, OwnTerm, RuleKind};

/// Index of the rule for the end of slow start.
pub const AVOIDANCE: usize = 0;

/// The rules of a script, and the indices where the rules of each kind start.
pub struct Rules {
    pub rules: Vec<OwnRule>,
    /// Per site, the index of its first rule; the rules of its titles follow.
    pub of_sites: Vec<usize>,
    /// Index of the first rule of the faults.
    pub of_faults: usize,
}

impl Rules {
    /// The rules of `program` with the id `id`.
    pub fn of(id: &str, program: &Program) -> Rules {
        let mut rules = vec![avoidance(id)];
        let mut of_sites = Vec::new();
        for (number, site) in program.sites.iter().enumerate() {
            of_sites.push(rules.len());
            rules.push(decision(id, number, site, None));
            for text in &site.titles {
                rules.push(decision(id, number, site, Some((*text, &program.texts[usize::from(*text)]))));
            }
        }
        let of_faults = rules.len();
        rules.extend(program.faults.iter().map(|fault| {
            let (word, title) = match fault.kind {
                FaultKind::ByZero => ("by-zero", "Division by zero: the quotient is 0"),
                FaultKind::NotFinite => (
                    "not-finite",
                    "Growth without bound: cwnd stops at 10,000,000 segments, and a result that is not finite is not \
                     assigned",
                ),
            };
            OwnRule {
                key: format!("{id}.{word}-{}", fault.line),
                kind: RuleKind::Decision,
                title: format!(
                    "{title} (line {}). Only the first time in a connection is shown.",
                    fault.line
                ),
                formula: String::new(),
                terms: Vec::new(),
                source: line(fault.line),
            }
        }));
        Rules { rules, of_sites, of_faults }
    }
}

fn line(number: u32) -> String {
    format!("line {number}")
}

/// The rule for the end of slow start.
pub fn avoidance(id: &str) -> OwnRule {
    let term = |name: &str, symbol: &str| OwnTerm {
        name: name.to_owned(),
        symbol: symbol.to_owned(),
        unit: "segments".to_owned(),
        help: String::new(),
    };
    OwnRule {
        key: format!("{id}.avoidance"),
        kind: RuleKind::Phase,
        title: "Slow start ends: the window reaches ssthresh.".to_owned(),
        formula: r"{{cwnd}} \ge {{ssthresh}}".to_owned(),
        terms: vec![term("cwnd", r"\mathit{cwnd}"), term("ssthresh", r"\mathit{ssthresh}")],
        source: String::new(),
    }
}

/// What a decision of an event is about, and when it is taken.
pub fn of_event(event: Event) -> (RuleKind, &'static str) {
    match event {
        Event::Loss => (RuleKind::WindowCut, "Loss detected"),
        Event::Ecn => (RuleKind::WindowCut, "CE marks reported"),
        Event::Timeout => (RuleKind::Timeout, "The retransmission timer expired"),
        Event::Round => (RuleKind::Decision, "End of a round"),
        Event::Recovered => (RuleKind::Decision, "Recovery ends"),
        _ => (RuleKind::Decision, "The connection starts"),
    }
}

fn decision(id: &str, number: usize, site: &Site, text: Option<(u16, &String)>) -> OwnRule {
    let (kind, when) = of_event(site.event);
    let target = if site.is_cwnd { "cwnd" } else { "ssthresh" };
    let title = text.map_or_else(|| format!("{when}: {target} is set."), |(_, text)| text.clone());
    let explained = text.map_or(String::new(), |(text, _)| format!("-{text}"));
    let terms = site.terms.iter().map(|term| OwnTerm {
        name: term.name.clone(),
        symbol: term.symbol.clone(),
        unit: term.unit.of_term().to_owned(),
        help: INPUTS.iter().find(|known| known.word == term.name).map_or("", |known| known.help).to_owned(),
    });
    OwnRule {
        key: format!("{id}.{}-{number}{explained}", site.event.word()),
        kind,
        title,
        formula: site.formula.clone(),
        terms: terms.collect(),
        source: line(site.line),
    }
}
