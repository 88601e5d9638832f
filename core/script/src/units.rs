//! The units of names and operators by position, for an editor.

use super::LONGEST_SOURCE;
use super::check::{check, kind_of};
use super::error::{Mistakes, Place, line_and_column};
use super::name::Kind;
use super::parse::parse;
use super::syntax::{NodeKind, Statement};
use ackscope_program::unit::Unit;
use std::collections::BTreeMap;

/// The unit of a name or operator at a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnitAt {
    /// The line, from 1.
    pub line: u32,
    /// The column of the name or operator, in characters, counted from 1.
    pub column: u32,
    /// The unit of the name or of the operator's result, such as `segments/s`; `condition`; empty
    /// for a plain number.
    pub unit: String,
}

/// The units of all names and operators, in the order of their positions. A script with mistakes
/// has units wherever they are known.
pub fn units(source: &str) -> Vec<UnitAt> {
    if source.len() > LONGEST_SOURCE {
        return Vec::new();
    }
    let mut mistakes = Mistakes::default();
    let tree = parse(source, &mut mistakes);
    let meanings = check(&tree, &mut mistakes);
    let mut kinds: BTreeMap<Place, Kind> = BTreeMap::new();
    for (node, kind) in tree.nodes.iter().zip(&meanings.kinds) {
        if matches!(node.kind, NodeKind::Name(_) | NodeKind::Call(..) | NodeKind::Binary(..)) {
            kinds.insert(node.place, *kind);
        }
    }
    for declaration in &tree.declarations {
        kinds.insert(declaration.place, kind_of(declaration));
    }
    let mut open: Vec<&Statement> = tree.hooks.iter().flat_map(|hook| &hook.body).collect();
    while let Some(statement) = open.pop() {
        match statement {
            Statement::Let(_, place, Some(value)) | Statement::Assign(_, place, _, value) => {
                kinds.insert(*place, meanings.kinds[value.root as usize]);
            }
            Statement::If(arms, otherwise) => {
                open.extend(arms.iter().flat_map(|(_, body)| body));
                open.extend(otherwise.iter().flatten());
            }
            Statement::Let(..) | Statement::Standard(_) | Statement::Explain(_) => {}
        }
    }
    let described = |(place, kind): (Place, Kind)| {
        let (line, column) = line_and_column(source, place);
        let unit = match kind {
            Kind::Condition => "condition".to_owned(),
            Kind::Number(Unit::Plain | Unit::Free) => String::new(),
            Kind::Number(unit) => unit.written(),
        };
        UnitAt { line, column, unit }
    };
    kinds.into_iter().map(described).collect()
}

#[cfg(test)]
mod tests {
    use super::units;

    #[test]
    fn names_operators_lets_and_targets_have_units() {
        let source = "state bwe = 0 segments/s\non loss {\n  let pipe = bwe * rtt_min\n  cwnd = pipe\n}";
        let found = units(source);
        let at = |line, column| {
            found.iter().find(|it| (it.line, it.column) == (line, column)).map(|it| it.unit.as_str())
        };
        assert_eq!(at(1, 7), Some("segments/s"));
        assert_eq!(at(3, 7), Some("segments"));
        assert_eq!(at(3, 14), Some("segments/s"));
        assert_eq!(at(3, 18), Some("segments"));
        assert_eq!(at(3, 20), Some("s"));
        assert_eq!(at(4, 3), Some("segments"));
    }

    #[test]
    fn a_script_with_a_mistake_has_the_other_units() {
        let found = units("on loss { cwnd = 2 * rtt_min + unheard }");
        assert!(found.iter().any(|it| it.column == 22 && it.unit == "s"), "{found:?}");
    }
}
