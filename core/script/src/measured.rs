//! Numbers and comparisons about a run, as lessons write them: `goodput(westwood+) > 1.3 *
//! goodput(vegas)`, `0.1 < mean(ecn-alpha of dctcp, 5..20) < 0.22`.
//!
//! They are script expressions that contain measures with keys instead of names. The caller defines
//! the available measures and the meaning of their keys.

use super::channel::{Computed, computed};
use super::error::{Error, Mistakes, Place, say};
use super::name::{function_of, is_of_a_sender};
use super::parse::parse_expression;
use super::syntax::{Node, NodeId, NodeKind};
use super::token::Dialect;
use ackscope_program::unit::Unit;

/// Maximum length of an expression, in bytes.
pub const LONGEST_MEASURED: usize = 2000;

/// A measure as written in the expression.
#[derive(Clone, Debug)]
pub struct Written<'a> {
    pub name: &'a str,
    /// The position of its name.
    pub place: Place,
    /// Its keys, each with its position.
    pub keys: Vec<(Place, &'a str)>,
}

/// Parses and checks an expression. `unit_of` returns the unit of a measure, or reports what is
/// wrong with it.
///
/// # Errors
/// All mistakes in the order of their positions.
pub fn measured<'a>(
    source: &'a str,
    mut unit_of: impl FnMut(&Written<'a>, &mut Mistakes) -> Option<Unit>,
) -> Result<Computed<'a>, Vec<Error>> {
    let mut mistakes = Mistakes::default();
    if source.len() > LONGEST_MEASURED {
        mistakes.add(0, say!("the expression is longer than {LONGEST_MEASURED} characters"));
        return Err(mistakes.into_errors(source));
    }
    let Some((mut tree, whole)) = parse_expression(source, Dialect::Run, &mut mistakes) else {
        return Err(mistakes.into_errors(source));
    };
    for (id, Node { kind, place, .. }) in (0..).zip(&tree.nodes) {
        match kind {
            NodeKind::At(name, keys) => {
                let key = |key: &NodeId| match tree.node(*key) {
                    Node { kind: NodeKind::Text(text), place, .. } => (*place, *text),
                    Node { place, .. } => (*place, ""),
                };
                let written = Written { name, place: *place, keys: keys.iter().map(key).collect() };
                tree.measures.push((id, unit_of(&written, &mut mistakes).unwrap_or(Unit::Free)));
            }
            NodeKind::Name(name) if !name.is_empty() => {
                let what = if function_of(name).is_some() {
                    say!("\"{name}\" is a function: write {name}(…)")
                } else {
                    say!(
                        "\"{name}\" alone is no number of a run: write a measure of a lane, as in goodput(newreno)"
                    )
                };
                mistakes.add(*place, what);
            }
            NodeKind::Call(name, _) if is_of_a_sender(name) => {
                mistakes.add(*place, say!("a run has no {name}()"));
            }
            _ => {}
        }
    }
    computed(source, tree, whole, mistakes)
}

#[cfg(test)]
mod tests {
    use super::super::syntax::{Logic, Operator};
    use super::*;
    use ackscope_program::unit::{BIT_RATE, SECONDS};

    /// Accepts goodputs and RTTs.
    fn unit_of(written: &Written, mistakes: &mut Mistakes) -> Option<Unit> {
        match written.name {
            "goodput" => return Some(BIT_RATE),
            "rtt" => return Some(SECONDS),
            _ => mistakes.add(written.place, "unknown"),
        }
        None
    }

    fn read(source: &str) -> Computed<'_> {
        measured(source, unit_of).unwrap_or_else(|errors| panic!("{source}: {errors:?}"))
    }

    fn mistake(source: &str) -> (u32, String) {
        let mistakes = measured(source, unit_of).expect_err("a mistake");
        (mistakes[0].column, mistakes[0].message.clone())
    }

    #[test]
    fn keys_are_texts_as_they_are_written() {
        let mut found = Vec::new();
        let source = "goodput( HyStart++ / a-b ) > 2 * goodput(332, 0..10) or goodput(5, 0.75) < 1";
        measured(source, |written, _| {
            found.push(written.keys.clone());
            Some(BIT_RATE)
        })
        .expect("fine");
        let lanes = vec![(9, "HyStart++ / a-b")];
        assert_eq!(found, [lanes, vec![(41, "332"), (46, "0..10")], vec![(64, "5"), (67, "0.75")]]);
    }

    #[test]
    fn numbers_have_the_units_of_scripts_and_per_cent() {
        let number = |source: &str| match read(source).nodes[0].kind {
            NodeKind::Number(value, _, unit) => (value, unit),
            ref other => panic!("{other:?}"),
        };
        assert_eq!(number("1.3Mbps"), (1.3 * 1e6, BIT_RATE));
        assert_eq!(number("150 ms"), (150.0 * 1e-3, SECONDS));
        assert_eq!(number("75%"), (75.0 * 0.01, Unit::Plain));
        assert_eq!(number("40pkt"), number("40 segments"));
        assert_eq!(mistake("goodput(a) % 2").0, 12);
    }

    #[test]
    fn a_chain_of_comparisons_is_each_of_them() {
        let nodes = read("1 < goodput(a) <= 2").nodes;
        let (first, second) =
            (NodeKind::Binary(Operator::Less, 0, 2), NodeKind::Binary(Operator::AtMost, 2, 5));
        let place = |kind: &NodeKind| nodes.iter().position(|node| node.kind == *kind).map(|at| at as u32);
        let (first, second) = (place(&first).expect("1 < a"), place(&second).expect("a <= 2"));
        assert_eq!(nodes.last().map(|node| &node.kind), Some(&NodeKind::Joined(Logic::And, first, second)));
        assert!(read("1 < goodput(a) < 2 < goodput(b)").is_condition);
        // In a chain, a comparison in parentheses is a condition where a number is needed.
        assert!(mistake("(1 < goodput(a)) < 2").1.contains("a number is needed"));
    }

    #[test]
    fn units_are_checked_and_plain_numbers_go_with_anything() {
        assert!(read("goodput(a) > 1.3Mbps and rtt(a) < 80 ms").is_condition);
        assert_eq!(read("(1834 - 917) * rtt(a)").unit, SECONDS);
        assert_eq!(read("goodput(a) / goodput(b)").unit, Unit::Plain);
        assert_eq!(read("max(goodput(a), 2) / 2").unit, BIT_RATE);
        assert!(read("85 < (1834 - 917) * rtt(a) < 100").is_condition);
        assert_eq!(mistake("goodput(a) > 80ms").0, 12);
        assert_eq!(mistake("goodput(a) + rtt(a)").0, 12);
    }

    #[test]
    fn what_is_none_is_refused_at_its_place() {
        for (source, column) in [
            ("", 1),
            ("goodput(a) >", 13),
            ("goodput(a", 10),
            ("goodput(a))", 11),
            ("goodput((a))", 10),
            ("goodput(,a)", 9),
            ("goodput > 1", 1),
            ("cwnd > 1", 1),
            ("1 + min", 5),
            ("speed(a) > 1", 1),
            ("random() > 1", 1),
            ("goodput(a) > 2 Mbit", 16),
            ("goodput(a) & 2", 12),
            ("goodput['a'] > 2", 8),
        ] {
            assert_eq!(mistake(source).0, column, "{source}: {}", mistake(source).1);
        }
        assert!(measured(&"1+".repeat(LONGEST_MEASURED), unit_of).is_err());
    }
}
