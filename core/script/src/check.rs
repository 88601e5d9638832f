//! Resolves names, and checks the use of units and conditions.

mod windowed;

use super::error::{Mistakes, Place, nearest, say};
use super::hint;
use super::name::{Event, FUNCTIONS, Function, INPUTS, Input, Kind, WINDOWS, function_of, input_of};
use super::syntax::{
    Assignment, Constant, Declaration, DeclarationKind, Expression, NodeId, NodeKind, Operator, Row, Shown,
    Statement, Tree,
};
use ackscope_program::unit::{BIT_RATE, RATE, SECONDS, SEGMENTS, Unit};

/// The meaning of a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Meaning {
    /// The congestion window.
    Cwnd,
    /// The slow-start threshold.
    Ssthresh,
    /// An input of the script.
    Input(Input),
    /// A declaration, by its index.
    Declared(usize),
    /// A `let`, by its index in the hook.
    Let(usize),
    /// Not a name, or an unknown name.
    Nothing,
}

/// Results of the check for the compiler.
#[derive(Debug)]
pub struct Meanings {
    /// The meaning of each node.
    pub of_nodes: Vec<Meaning>,
    /// The kind of each node.
    pub kinds: Vec<Kind>,
    /// Plain numbers that are most likely meant in another unit.
    pub doubts: Mistakes,
}

/// The kind is unknown; it is compatible with everything.
const FREE: Kind = Kind::Number(Unit::Free);

struct Bound<'a> {
    name: &'a str,
    kind: Kind,
    number: usize,
}

struct Checker<'a, 'b> {
    tree: &'b Tree<'a>,
    mistakes: &'b mut Mistakes,
    meanings: Meanings,
    /// The current hook; `None` after `pace`.
    event: Option<Event>,
    lets: Vec<Bound<'a>>,
    lets_of_hook: usize,
    /// Per node: true if a mistake is already reported, so that consequences are not reported
    /// again.
    unknown: Vec<bool>,
    /// Calls of `windowed_max` and `windowed_min` so far.
    filters: usize,
}

/// The kind of a declared value.
pub fn kind_of(declaration: &Declaration) -> Kind {
    match declaration.value {
        Constant::Truth(_) => Kind::Condition,
        Constant::Number(_, Unit::Plain, _) => FREE,
        Constant::Number(_, unit, _) => Kind::Number(unit),
    }
}

/// Checks a program and collects its mistakes.
pub fn check(tree: &Tree, mistakes: &mut Mistakes) -> Meanings {
    let count = tree.nodes.len();
    let doubts = Mistakes::default();
    let meanings = Meanings { of_nodes: vec![Meaning::Nothing; count], kinds: vec![FREE; count], doubts };
    let unknown = vec![false; count];
    let mut checker = Checker {
        tree,
        mistakes,
        meanings,
        event: None,
        lets: Vec::new(),
        lets_of_hook: 0,
        unknown,
        filters: 0,
    };
    checker.declarations();
    checker.hooks();
    checker.outputs();
    checker.meanings
}

impl<'a> Checker<'a, '_> {
    fn declarations(&mut self) {
        let all = &self.tree.declarations;
        for (index, declaration) in all.iter().enumerate() {
            let name = declaration.name;
            if !name.is_empty() && all[..index].iter().any(|other| other.name == name) {
                self.twice(declaration.place, name);
            }
        }
    }

    fn twice(&mut self, place: Place, name: &str) {
        self.mistakes.add(place, say!("\"{name}\" is declared twice; choose another name"));
    }

    fn hooks(&mut self) {
        let hooks = &self.tree.hooks;
        for (index, hook) in hooks.iter().enumerate() {
            let before = |event: Event| hooks[..index].iter().any(|other| other.event == event);
            let word = hook.event.word();
            if before(hook.event) {
                self.mistakes.add(hook.place, say!("a second \"on {word}\""));
            } else if hook.event == Event::Increase {
                for other in [Event::SlowStart, Event::Avoidance].into_iter().filter(|event| before(*event)) {
                    self.beside(hook.place, other.word());
                }
            } else if hook.event.is_growth() && before(Event::Increase) {
                self.beside(hook.place, word);
            }
            self.event = Some(hook.event);
            self.lets.clear();
            self.lets_of_hook = 0;
            self.block(&hook.body);
        }
    }

    fn beside(&mut self, place: Place, other: &str) {
        self.mistakes.add(
            place,
            say!("\"on increase\" stands for slow_start and avoidance; {other} cannot stand beside it"),
        );
    }

    /// Checks that a state has the unit of the chart in which it is plotted with other values.
    fn shown_unit(&mut self, shown: &Shown, declaration: &Declaration) {
        let (row, wanted, text) = match shown.row {
            Row::Bwe => ("BWE", &[RATE, BIT_RATE][..], "segments/s or bps"),
            Row::Rtt => ("RTT", &[SECONDS][..], "s"),
            Row::Window => ("window", &[SEGMENTS][..], "segments"),
            Row::Own => return,
        };
        let found = match kind_of(declaration) {
            Kind::Number(unit) if wanted.iter().any(|wanted| wanted.same(unit).is_some()) => return,
            Kind::Number(unit) => say!("in {}", unit.written()),
            Kind::Condition => say!("a condition"),
        };
        let name = shown.name;
        self.mistakes.add(shown.place, say!("the row {row} is in {text}, \"{name}\" is {found}"));
    }

    fn outputs(&mut self) {
        let tree = self.tree;
        let states = || tree.declarations.iter().filter(|it| it.kind == DeclarationKind::State);
        for (index, shown) in tree.shown.iter().enumerate() {
            let name = shown.name;
            if name.is_empty() {
                continue;
            }
            let Some(state) = states().find(|state| state.name == name) else {
                let message = say!("show draws a state, and there is no state \"{name}\"");
                let near = nearest(name, states().map(|state| state.name));
                self.mistakes.add_unknown(shown.place, message, near, "");
                continue;
            };
            if tree.shown[..index].iter().any(|other| other.name == name) {
                self.mistakes.add(shown.place, say!("\"{name}\" is shown twice"));
            } else {
                self.shown_unit(shown, state);
            }
        }
        if let Some(pace) = self.tree.pace {
            self.event = None;
            self.lets.clear();
            let kind = self.number(pace, "pace is a rate");
            if let Some(unit) = kind.filter(|unit| unit.same(RATE).is_none()) {
                let place = self.tree.node(pace.root).start;
                self.mistakes.add(place, say!("pace is in segments/s, this in {}", unit.written()));
            }
        }
    }

    fn block(&mut self, body: &[Statement<'a>]) {
        let outer = self.lets.len();
        for statement in body {
            self.statement(statement);
        }
        self.lets.truncate(outer);
    }

    fn statement(&mut self, statement: &Statement<'a>) {
        match statement {
            Statement::Let(name, place, value) => {
                let kind = value.map_or(FREE, |value| self.expression(value));
                let taken = self.lets.iter().any(|other| other.name == *name)
                    || self.tree.declarations.iter().any(|other| other.name == *name);
                if taken && !name.is_empty() {
                    self.twice(*place, name);
                }
                self.lets.push(Bound { name, kind, number: self.lets_of_hook });
                self.lets_of_hook += 1;
            }
            Statement::Assign(name, place, assignment, value) => {
                self.assignment(name, *place, *assignment, *value);
            }
            Statement::If(arms, otherwise) => {
                for (condition, body) in arms {
                    if let Some(condition) = condition {
                        self.condition(*condition);
                    }
                    self.block(body);
                }
                if let Some(otherwise) = otherwise {
                    self.block(otherwise);
                }
            }
            Statement::Standard(place) => {
                let Some(event) = self.event.filter(|event| !event.has_standard()) else {
                    return;
                };
                self.mistakes.add(
                    *place,
                    say!(
                        "New Reno does nothing on {}: standard() belongs to increase, slow_start, avoidance, \
                         loss, timeout, ecn",
                        event.word()
                    ),
                );
            }
            Statement::Explain(_) => {}
        }
    }

    fn assignment(&mut self, name: &'a str, place: Place, how: Assignment, value: Expression) {
        let found = self.expression(value);
        let is_wrong = self.unknown[value.root as usize];
        let target = match self.lookup(name) {
            _ if name.is_empty() => return,
            Some((Meaning::Cwnd | Meaning::Ssthresh, _)) if self.event == Some(Event::Ack) => {
                let message = say!(
                    "\"on ack\" only measures: write {name} = … in on increase {{ … }}, which runs at each ACK that may \
                     change the window, or in on round or on loss"
                );
                self.mistakes.add(place, message);
                return;
            }
            Some((Meaning::Input(_), _)) => {
                self.mistakes.add(place, say!("\"{name}\" can only be read"));
                return;
            }
            Some((Meaning::Let(_), _)) => {
                let message = say!("\"{name}\" is a let and keeps its value; declare a state");
                self.mistakes.add(place, message);
                return;
            }
            Some((Meaning::Declared(index), _))
                if self.tree.declarations[index].kind != DeclarationKind::State =>
            {
                self.mistakes.add(place, say!("\"{name}\" is a param: the scenario sets it"));
                return;
            }
            Some((_, kind)) => kind,
            None => {
                let writable = WINDOWS.into_iter().chain(self.tree.declarations.iter().map(|it| it.name));
                let (near, otherwise) = if function_of(name).is_some() {
                    (None, "; it is a function".to_owned())
                } else {
                    let hint = say!("; declare it: state {name} = 0, or let {name} = …");
                    (hint::meant(name, writable), hint)
                };
                let case = hint::of_case(name, near);
                self.mistakes.add_unknown(place, say!("unknown name \"{name}\"{case}"), near, &otherwise);
                return;
            }
        };
        if is_wrong {
            return;
        }
        let start = self.tree.node(value.root).start;
        match (target, found, how.operator) {
            (Kind::Condition, Kind::Condition, None) => {}
            (Kind::Condition, _, None) => {
                self.mistakes.add(start, say!("\"{name}\" is a condition, this is a number"));
            }
            (Kind::Condition, _, Some(operator)) => {
                let message = say!("\"{name}\" is a condition: {}= is for numbers", operator.sign());
                self.mistakes.add(how.place, message);
            }
            (Kind::Number(_), Kind::Condition, _) => {
                self.mistakes.add(start, say!("\"{name}\" is a number, this is a condition"));
            }
            (Kind::Number(wanted), Kind::Number(unit), Some(Operator::Multiply | Operator::Divide)) => {
                if let (Unit::Of(_), Unit::Of(_)) = (wanted, unit) {
                    let sign = how.operator.map_or("", Operator::sign);
                    let message = say!(
                        "\"{name}\" is in {}: {sign}= {} would change its unit",
                        wanted.written(),
                        unit.written()
                    );
                    self.mistakes.add(how.place, message);
                }
            }
            (Kind::Number(wanted), Kind::Number(unit), _) => {
                // A large ssthresh is no mistake: it stands for none.
                if name != "ssthresh" {
                    self.doubts(value.root, wanted);
                }
                if wanted.same(unit).is_none() {
                    let message = say!("\"{name}\" is in {}, this in {}", wanted.written(), unit.written());
                    self.mistakes.add(how.place, message);
                }
            }
        }
    }

    fn lookup(&self, name: &str) -> Option<(Meaning, Kind)> {
        match name {
            "cwnd" => return Some((Meaning::Cwnd, Kind::Number(SEGMENTS))),
            "ssthresh" => return Some((Meaning::Ssthresh, Kind::Number(SEGMENTS))),
            _ => {}
        }
        if let Some(bound) = self.lets.iter().rev().find(|bound| bound.name == name) {
            return Some((Meaning::Let(bound.number), bound.kind));
        }
        let declared = self.tree.declarations.iter().position(|it| it.name == name);
        if let Some(index) = declared {
            return Some((Meaning::Declared(index), kind_of(&self.tree.declarations[index])));
        }
        input_of(name).map(|known| (Meaning::Input(known.input), known.kind))
    }

    fn condition(&mut self, value: Expression) {
        self.expression(value);
        self.wants_condition(value.root);
    }

    /// The unit of a number, unless the expression is wrong.
    fn number(&mut self, value: Expression, what: &str) -> Option<Unit> {
        let kind = self.expression(value);
        match kind {
            _ if self.unknown[value.root as usize] => None,
            Kind::Number(unit) => Some(unit),
            Kind::Condition => {
                let place = self.tree.node(value.root).start;
                self.mistakes.add(place, say!("{what}, this is a condition"));
                None
            }
        }
    }

    fn wants_condition(&mut self, id: NodeId) {
        if self.meanings.kinds[id as usize] == Kind::Condition || self.unknown[id as usize] {
            return;
        }
        self.unknown[id as usize] = true;
        let place = self.tree.node(id).start;
        self.mistakes.add(place, "a condition is needed here, this is a number: compare it, as in cwnd > 2");
    }

    /// The unit of an operand that must be a number; free if the operand is wrong.
    fn wants_number(&mut self, id: NodeId) -> Unit {
        match self.meanings.kinds[id as usize] {
            _ if self.unknown[id as usize] => Unit::Free,
            Kind::Number(unit) => unit,
            Kind::Condition => {
                self.unknown[id as usize] = true;
                let place = self.tree.node(id).start;
                self.mistakes.add(place, "a number is needed here, this is a condition");
                Unit::Free
            }
        }
    }

    /// Checks the nodes of an expression in order. Each node comes after the nodes that it uses.
    fn expression(&mut self, expression: Expression) -> Kind {
        for id in expression.ids() {
            let kind = self.node(id);
            self.meanings.kinds[id as usize] = kind;
        }
        self.meanings.kinds[expression.root as usize]
    }

    fn node(&mut self, id: NodeId) -> Kind {
        let tree = self.tree;
        let node = tree.node(id);
        match &node.kind {
            NodeKind::Number(_, _, unit) => Kind::Number(*unit),
            NodeKind::Truth(_) => Kind::Condition,
            NodeKind::Name(name) => self.name(id, name, node.place),
            NodeKind::At(..) => Kind::Number(tree.unit_of_measure(id)),
            NodeKind::Text(_) => FREE,
            NodeKind::List(_) => {
                self.mistakes.add(node.place, "this belongs to claims");
                FREE
            }
            NodeKind::Call(name, values) => self.call(id, name, values, node.place),
            NodeKind::Not(inner) => {
                self.wants_condition(*inner);
                Kind::Condition
            }
            NodeKind::Minus(inner) => Kind::Number(self.wants_number(*inner)),
            NodeKind::Binary(operator, left, right) => self.binary(*operator, *left, *right, node.place),
            NodeKind::Logic(_, left) => {
                self.wants_condition(*left);
                Kind::Condition
            }
            NodeKind::Joined(_, _, right) => {
                self.wants_condition(*right);
                Kind::Condition
            }
            NodeKind::Then(condition) => {
                self.wants_condition(*condition);
                Kind::Condition
            }
            NodeKind::Else(_) => FREE,
            NodeKind::Choice(_, first, second) => self.choice(id, *first, *second),
        }
    }

    fn choice(&mut self, id: NodeId, first: NodeId, second: NodeId) -> Kind {
        let kinds = [first, second].map(|side| self.meanings.kinds[side as usize]);
        if self.unknown[first as usize] || self.unknown[second as usize] {
            self.unknown[id as usize] = true;
            return kinds[0];
        }
        let place = self.tree.node(second).start;
        let (a, b) = match kinds {
            [Kind::Condition, Kind::Condition] => return Kind::Condition,
            [Kind::Number(a), Kind::Number(b)] => (a, b),
            _ => {
                let message = "one side of the choice is a number, the other a condition";
                self.mistakes.add(place, message);
                self.unknown[id as usize] = true;
                return kinds[0];
            }
        };
        let same = a.same(b);
        if same.is_none() {
            let message = say!("one side of the choice is in {}, the other in {}", a.written(), b.written());
            self.mistakes.add(place, message);
            self.unknown[id as usize] = true;
        }
        Kind::Number(same.unwrap_or(Unit::Free))
    }

    fn name(&mut self, id: NodeId, name: &str, place: Place) -> Kind {
        if name.is_empty() {
            self.unknown[id as usize] = true;
            return FREE;
        }
        if let Some((meaning, kind)) = self.lookup(name) {
            self.meanings.of_nodes[id as usize] = meaning;
            if let Meaning::Input(_) = meaning {
                self.known_here(name, place);
            }
            return kind;
        }
        self.unknown[id as usize] = true;
        if function_of(name).is_some() {
            self.mistakes.add(place, say!("\"{name}\" is a function: write {name}(…)"));
        } else if ackscope_program::unit::is_unit(name) {
            let message = say!(
                "\"{name}\" is a unit: it stands behind a number, as in 1 {name}; units such as segments/s are \
                 written without spaces"
            );
            self.mistakes.add(place, message);
        } else {
            let lets = self.lets.iter().map(|bound| bound.name);
            let declared = self.tree.declarations.iter().map(|it| it.name);
            let inputs = INPUTS.iter().filter(|it| it.is_known_in(self.event)).map(|it| it.word);
            let known =
                WINDOWS.into_iter().chain(lets).chain(declared).chain(inputs).chain(["true", "false"]);
            let hint = hint::of_value(name);
            let near = if hint.is_none() { hint::meant(name, known) } else { None };
            let case = hint::of_case(name, near);
            let otherwise = match hint.or_else(|| hint::of_statement(name)) {
                Some(hint) => say!("; {hint}"),
                None => say!("; declare it: param {name} = 1, state {name} = 0, or let {name} = …"),
            };
            self.mistakes.add_unknown(place, say!("unknown name \"{name}\"{case}"), near, &otherwise);
        }
        FREE
    }

    fn known_here(&mut self, name: &str, place: Place) {
        let Some(known) = input_of(name).filter(|known| !known.is_known_in(self.event)) else {
            return;
        };
        let hooks: Vec<String> = known.hooks().map(|event| say!("on {}", event.word())).collect();
        let here = self.event.map_or("behind pace".to_owned(), |event| say!("in on {}", event.word()));
        self.mistakes.add(place, say!("\"{name}\" is known in {}, not {here}", hooks.join(", ")));
    }

    fn call(&mut self, id: NodeId, name: &str, values: &[NodeId], place: Place) -> Kind {
        let Some(known) = function_of(name) else {
            self.unknown[id as usize] = true;
            if self.lookup(name).is_some() {
                self.mistakes.add(place, say!("\"{name}\" is not a function; * is written between factors"));
            } else if !name.is_empty() {
                let hint = hint::of_function(name);
                let known = FUNCTIONS.iter().map(|known| known.word);
                let near = if hint.is_none() { hint::meant(name, known) } else { None };
                let own = "there are no functions of your own: write let NAME = …";
                let inputs = INPUTS.iter().filter(|it| it.is_known_in(self.event)).map(|it| it.word);
                let value = if hint.is_none() && near.is_none() && values.is_empty() {
                    hint::meant(name, inputs)
                } else {
                    None
                };
                let value = value.map(|value| say!("{value} is a value: write it without ( )"));
                let hint = value.as_deref().or(hint).unwrap_or(own);
                let case = hint::of_case(name, near);
                self.mistakes.add_unknown(
                    place,
                    say!("unknown function \"{name}\"{case}"),
                    near,
                    &say!("; {hint}"),
                );
            }
            return FREE;
        };
        let fits = values.len() == known.values || (known.takes_more() && values.len() > known.values);
        if !fits {
            self.unknown[id as usize] = true;
            let count = if known.takes_more() {
                "2 values or more".to_owned()
            } else {
                say!("{} value{}", known.values, if known.values == 1 { "" } else { "s" })
            };
            self.mistakes.add(place, say!("{name} takes {count}, not {}", values.len()));
            return FREE;
        }
        let units: Vec<Unit> = values.iter().map(|value| self.wants_number(*value)).collect();
        let unit = match known.function {
            Function::Min | Function::Max | Function::Clamp => self.all_same(name, values, &units),
            Function::Smooth => {
                if let Unit::Of(_) = units[2] {
                    let place = self.tree.node(values[2]).start;
                    let message = say!("the gain is a plain number, this is in {}", units[2].written());
                    self.mistakes.add(place, message);
                }
                self.all_same(name, &values[..2], &units[..2])
            }
            Function::WindowedMax | Function::WindowedMin => {
                self.windowed(name, values, &units, place);
                units[0]
            }
            Function::Abs | Function::Floor | Function::Ceil | Function::Round => units[0],
            Function::Sqrt => units[0].root(2),
            Function::Cbrt => units[0].root(3),
            Function::Exp | Function::Log | Function::Log10 | Function::Sign | Function::Random => {
                Unit::Plain
            }
        };
        Kind::Number(unit)
    }

    fn all_same(&mut self, name: &str, values: &[NodeId], units: &[Unit]) -> Unit {
        let mut all = units[0];
        let known = units.iter().copied().find(|unit| matches!(unit, Unit::Of(_)));
        for value in values {
            self.doubts(*value, known.unwrap_or(Unit::Plain));
        }
        for (value, unit) in values.iter().zip(units).skip(1) {
            match all.same(*unit) {
                Some(same) => all = same,
                None => {
                    let place = self.tree.node(*value).start;
                    let message = say!("{name} of {} and {}", all.written(), unit.written());
                    self.mistakes.add(place, message);
                    return Unit::Free;
                }
            }
        }
        all
    }

    /// The value of a literal number with its sign.
    fn literal(&self, id: NodeId) -> Option<f64> {
        match self.tree.node(id).kind {
            NodeKind::Number(value, _, Unit::Plain) => Some(value),
            NodeKind::Minus(inner) => match self.tree.node(inner).kind {
                NodeKind::Number(value, _, Unit::Plain) => Some(-value),
                _ => None,
            },
            _ => None,
        }
    }

    /// Doubts a plain number, or a param without a unit, that meets a value of another unit.
    fn doubts(&mut self, id: NodeId, other: Unit) {
        let node = self.tree.node(id);
        let (value, declared) = match (&node.kind, self.meanings.of_nodes[id as usize]) {
            (NodeKind::Name(name), Meaning::Declared(index)) => match &self.tree.declarations[index] {
                Declaration {
                    kind: DeclarationKind::Param { .. },
                    value: Constant::Number(value, Unit::Plain, _),
                    ..
                } => (*value, Some(*name)),
                _ => return,
            },
            _ => match self.literal(id) {
                Some(value) => (value, None),
                None => return,
            },
        };
        let Some(read) = hint::of_plain(value, other) else { return };
        let message = match declared {
            Some(name) => say!("\"{name}\" has no unit, so it is read as {read}"),
            None => say!("{value} has no unit, so it is read as {read}"),
        };
        self.meanings.doubts.add(node.start, message);
    }

    fn binary(&mut self, operator: Operator, left: NodeId, right: NodeId, place: Place) -> Kind {
        let (a, b) = (self.wants_number(left), self.wants_number(right));
        if !matches!(operator, Operator::Multiply | Operator::Divide | Operator::Power) {
            self.doubts(left, b);
            self.doubts(right, a);
        }
        let unit = match operator {
            Operator::Multiply => a.times(b, 1),
            Operator::Divide => a.times(b, -1),
            Operator::Power => {
                if let Unit::Of(_) = b {
                    let place = self.tree.node(right).start;
                    let message = say!("an exponent has no unit, this is in {}", b.written());
                    self.mistakes.add(place, message);
                }
                a.power(self.literal(right))
            }
            Operator::Add | Operator::Subtract => match a.same(b) {
                Some(unit) => unit,
                None => {
                    let message = match operator {
                        Operator::Add => say!("{} and {} cannot be added", a.written(), b.written()),
                        _ => say!("{} cannot be subtracted from {}", b.written(), a.written()),
                    };
                    self.mistakes.add(place, message);
                    Unit::Free
                }
            },
            _ => {
                if a.same(b).is_none() {
                    let message = say!("{} cannot be compared with {}", a.written(), b.written());
                    self.mistakes.add(place, message);
                }
                return Kind::Condition;
            }
        };
        Kind::Number(unit)
    }
}
