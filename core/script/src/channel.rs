//! Channels: an expression in the script language over the series of a chart.
//!
//! A chart lets the machine evaluate it at every instant. A quantity that a script can read has the same name and
//! unit here. The other quantities are only visible to an observer of the path.

use super::check::{Meaning, check};
use super::compile::compile;
use super::error::{Error, Mistakes, nearest, say};
use super::name::{Event, INPUTS, Kind, WINDOWS, is_of_a_sender};
use super::parse::parse_expression;
use super::syntax::{
    Constant, Declaration, DeclarationKind, Expression, Hook, Node, NodeKind, Statement, Tree,
};
use super::token::Dialect;
use ackscope_program::Program;
use ackscope_program::unit::{RATE, SECONDS, SEGMENTS, Unit};

/// Maximum length of an expression, in bytes.
pub const LONGEST_CHANNEL: usize = 200;

/// A quantity that a channel can use.
#[derive(Clone, Copy, Debug)]
pub struct Quantity {
    /// Its name.
    pub word: &'static str,
    pub unit: Unit,
    /// Its meaning.
    pub help: &'static str,
}

const fn quantity(word: &'static str, unit: Unit, help: &'static str) -> Quantity {
    Quantity { word, unit, help }
}

/// Quantities that a script cannot read, or not as a number at every instant.
const BESIDE: &[Quantity] = &[
    quantity("queue", SEGMENTS, "Packets in the bottleneck queue."),
    quantity("capacity", SEGMENTS, "Capacity of the bottleneck queue."),
    quantity("rate", RATE, "Rate of the bottleneck link."),
    quantity("bwe", RATE, "Bandwidth estimate."),
    quantity("goodput", RATE, "New data that arrives in order, per second."),
    quantity("base_rtt", SECONDS, "Propagation delay of the way and back."),
];

/// The names of scripts that a chart has too.
const OF_SCRIPTS: &[&str] = &["cwnd", "ssthresh", "flight", "rtt", "rtt_min", "now", "segment_size"];

/// All quantities that a channel can use.
pub fn quantities() -> impl Iterator<Item = Quantity> {
    let of_scripts = OF_SCRIPTS.iter().filter_map(|word| {
        let input = INPUTS.iter().find(|input| input.word == *word);
        match input.map(|input| (input.kind, input.help)) {
            Some((Kind::Number(unit), help)) => Some(quantity(word, unit, help)),
            _ if *word == WINDOWS[0] => Some(quantity(word, SEGMENTS, "Congestion window.")),
            _ if *word == WINDOWS[1] => Some(quantity(word, SEGMENTS, "Slow-start threshold.")),
            _ => None,
        }
    });
    of_scripts.chain(BESIDE.iter().copied())
}

/// A checked and compiled expression.
#[derive(Clone, Debug, PartialEq)]
pub struct Computed<'a> {
    /// Its nodes, each after the nodes that it uses; the last one is the whole expression.
    pub nodes: Vec<Node<'a>>,
    /// What evaluates it: [`Program::evaluate`]. Its inputs are the names, each once, and the
    /// measures, in the order of their first places.
    pub program: Program,
    /// True if the expression is a condition, which is 1 or 0.
    pub is_condition: bool,
    /// The unit of the expression; plain for a condition.
    pub unit: Unit,
}

/// Parses and checks an expression.
///
/// # Errors
/// All mistakes, in the order of their positions.
pub fn channel(source: &str) -> Result<Computed<'_>, Vec<Error>> {
    let mut mistakes = Mistakes::default();
    if source.len() > LONGEST_CHANNEL {
        mistakes.add(0, say!("the expression is longer than {LONGEST_CHANNEL} characters"));
        return Err(mistakes.into_errors(source));
    }
    let Some((mut tree, whole)) = parse_expression(source, Dialect::Program, &mut mistakes) else {
        return Err(mistakes.into_errors(source));
    };
    refuse_what_no_chart_has(&tree, &mut mistakes);
    for known in BESIDE {
        tree.declarations.push(state(known.word, known.unit));
    }
    computed(source, tree, whole, mistakes)
}

/// Checks and compiles the single expression of `tree`.
pub(crate) fn computed<'a>(
    source: &'a str,
    mut tree: Tree<'a>,
    whole: Expression,
    mut mistakes: Mistakes,
) -> Result<Computed<'a>, Vec<Error>> {
    // Names that are available in every event are available here.
    let body = vec![Statement::Let("", 0, Some(whole))];
    tree.hooks.push(Hook { event: Event::Start, place: 0, body });
    let mut meanings = check(&tree, &mut mistakes);
    if !mistakes.is_empty() {
        return Err(mistakes.into_errors(source));
    }
    let (is_condition, unit) = match meanings.kinds[whole.root as usize] {
        Kind::Number(unit) => (false, unit),
        Kind::Condition => (true, Unit::Plain),
    };
    tree.hooks.clear();
    tree.pace = Some(whole);
    tree.declarations.clear();
    for (node, meaning) in tree.nodes.iter().zip(&mut meanings.of_nodes) {
        let (name, known) = match node.kind {
            NodeKind::Name(name) => (name, tree.declarations.iter().position(|it| it.name == name)),
            NodeKind::At(..) => ("", None),
            _ => continue,
        };
        let place = known.unwrap_or(tree.declarations.len());
        if known.is_none() {
            tree.declarations.push(state(name, Unit::Plain));
        }
        *meaning = Meaning::Declared(place);
    }
    let program = compile(source, &tree, &meanings, true);
    Ok(Computed { nodes: tree.nodes, program, is_condition, unit })
}

/// A declaration that gives a name a unit and a register.
fn state(name: &str, unit: Unit) -> Declaration<'_> {
    Declaration { name, place: 0, value: Constant::Number(0.0, unit, 1.0), kind: DeclarationKind::State }
}

/// Rejects names that exist in scripts but not in charts, and functions of a sender.
fn refuse_what_no_chart_has(tree: &Tree, mistakes: &mut Mistakes) {
    for Node { kind, place, .. } in &tree.nodes {
        match kind {
            NodeKind::Name(name) if !quantities().any(|known| known.word == *name) => {
                let near = nearest(name, quantities().map(|known| known.word));
                let words: Vec<&str> = quantities().map(|known| known.word).collect();
                let otherwise = say!("; names are {}", words.join(", "));
                mistakes.add_unknown(*place, say!("no row shows \"{name}\""), near, &otherwise);
            }
            NodeKind::Call(name, _) if is_of_a_sender(name) => {
                mistakes.add(*place, say!("a channel has no {name}()"));
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ackscope_program::unit::{BIT_RATE, SIZE};

    fn unit_of(source: &str) -> Unit {
        channel(source).expect("fine").unit
    }

    fn mistake(source: &str) -> (u32, String) {
        let mistakes = channel(source).expect_err("a mistake");
        (mistakes[0].column, mistakes[0].message.clone())
    }

    #[test]
    fn a_channel_has_the_unit_of_its_expression() {
        assert_eq!(unit_of("cwnd / rtt"), RATE);
        assert_eq!(unit_of("queue / rate"), SECONDS);
        assert_eq!(unit_of("bwe * rtt_min - cwnd"), SEGMENTS);
        assert_eq!(unit_of("goodput / rate"), Unit::Plain);
        assert_eq!(unit_of("segment_size * rate"), BIT_RATE);
        assert_eq!(unit_of("segment_size"), SIZE);
        assert_eq!(unit_of("cwnd < ssthresh"), Unit::Plain);
        assert_eq!(unit_of("max(rtt - base_rtt, 5 ms)"), SECONDS);
    }

    #[test]
    fn units_and_names_are_checked() {
        assert_eq!(mistake("cwnd + rtt").0, 6);
        assert_eq!(mistake("queue + 5 ms").0, 7);
        let (column, message) = mistake("1 + quueue");
        assert_eq!(column, 5);
        assert!(message.contains("did you mean queue?"), "{message}");
        // A script can read it, but only during an ACK.
        assert!(mistake("acked + 1").1.contains("no row shows"));
        assert!(mistake("random() * cwnd").1.contains("random"));
        assert_eq!(mistake("1 + windowed_max(rtt, 10 s)"), (5, "a channel has no windowed_max()".to_owned()));
    }

    #[test]
    fn it_is_one_expression_and_nothing_else() {
        for source in
            ["", "cwnd rtt", "cwnd; rtt", "cwnd = 2", "cwnd }", "let x = 2", "(cwnd", "'text'", "cwnd[2]"]
        {
            assert!(channel(source).is_err(), "{source}");
        }
        assert!(channel(&"1+".repeat(200)).is_err());
        assert!(channel("cwnd # the window").is_ok(), "a comment is none of it");
        assert!(channel("cwnd +\n rtt * 2 segments/s").is_ok());
    }

    #[test]
    fn every_quantity_is_known_with_its_unit_and_meaning() {
        assert_eq!(quantities().count(), OF_SCRIPTS.len() + BESIDE.len());
        for known in quantities() {
            assert_eq!(unit_of(known.word), known.unit, "{}", known.word);
            assert!(!known.help.is_empty(), "{}", known.word);
        }
    }
}
