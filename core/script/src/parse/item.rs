//! Parses declarations, hooks, outputs and statements.

use super::super::error::say;
use super::super::hint;
use super::super::name;
use super::super::syntax::{
    Assignment, Constant, Declaration, DeclarationKind, Operator, Row, Shown, Statement,
};
use super::super::token::Kind;
use super::{Broken, MAX_DECLARATIONS, MAX_LETS, Parser, Read};
use ackscope_program::unit::Unit;

/// The words that start an item.
const ITEMS: [&str; 6] = ["algorithm", "param", "state", "on", "show", "pace"];

impl<'a> Parser<'a, '_> {
    pub(super) fn items(&mut self) {
        loop {
            let token = self.peek();
            if token.kind == Kind::End {
                return;
            }
            if self.takes(";") {
                continue;
            }
            let from = self.at;
            self.open = 0;
            if self.item().is_err() {
                self.recover(from);
                // A closing brace outside a hook closes nothing.
                if self.at == from || self.peek().kind == Kind::Sign("}") {
                    self.advance();
                }
            }
        }
    }

    fn item(&mut self) -> Read<()> {
        let token = self.peek();
        let first = self.at == 0;
        match token.kind {
            Kind::Word("algorithm") if first => self.algorithm(),
            Kind::Word("algorithm") => self.wrong("\"algorithm\" comes first, once"),
            Kind::Word("param") => self.declaration(true),
            Kind::Word("state") => self.declaration(false),
            Kind::Word("on") => self.hook(),
            Kind::Word("show") => self.show(),
            Kind::Word("pace") => self.pace(),
            Kind::Word("") => Err(Broken),
            Kind::Word(word) => {
                let known = name::is_known(word) || name::is_word(word);
                let near = if known { None } else { hint::meant(word, ITEMS) };
                let event = hint::meant(word, name::EVENT_NAMES.iter().map(|event| event.word));
                let hint = match (hint::of_statement(word), near, event) {
                    (Some(hint), _, _) => hint.to_owned(),
                    (None, Some(near), _) => say!("did you mean {near}?"),
                    (None, None, Some(event)) if !known => say!("did you mean on {event} {{ … }}?"),
                    _ => "write on EVENT { … } around it".to_owned(),
                };
                self.wrong(say!("\"{word}\" stands outside a hook; {hint}"))
            }
            Kind::Sign("}") => self.wrong("\"}\" closes nothing"),
            _ => self.expected("algorithm, param, state, on, show or pace"),
        }
    }

    fn algorithm(&mut self) -> Read<()> {
        self.advance();
        let Kind::Text(text) = self.peek().kind else {
            return self.expected("the algorithm's name in quotes");
        };
        self.advance();
        self.tree.name = Some(text);
        self.end()
    }

    /// Parses the name of a declaration; reports a name that is already taken.
    fn new_name(&mut self, what: &str) -> Read<&'a str> {
        let token = self.peek();
        let Kind::Word(word) = token.kind else {
            return self.expected(&say!("the {what}'s name"));
        };
        self.advance();
        if let Some(taken) = name::taken(word) {
            self.mistakes.add(token.place, say!("\"{word}\" is {taken}; choose another name"));
        }
        Ok(word)
    }

    fn declaration(&mut self, is_param: bool) -> Read<()> {
        self.advance();
        let place = self.peek().place;
        let what = if is_param { "param" } else { "state" };
        let name = self.new_name(what)?;
        if self.peek().kind != Kind::Sign("=") {
            return self.expected(&say!("\"=\" and a first value, as in {what} {name} = 0"));
        }
        self.advance();
        let value_place = self.peek().place;
        let value = self.constant()?;
        let mut kind = DeclarationKind::State;
        if is_param {
            let range = if self.takes_word("in") { self.range(value, value_place)? } else { None };
            let help = match self.peek().kind {
                Kind::Text(text) => {
                    self.advance();
                    text
                }
                _ => "",
            };
            kind = DeclarationKind::Param { range, help };
        }
        if self.tree.declarations.len() == MAX_DECLARATIONS {
            self.mistakes.add(place, say!("more than {MAX_DECLARATIONS} params and states"));
        }
        self.tree.declarations.push(Declaration { name, place, value, kind });
        self.end()
    }

    fn constant(&mut self) -> Read<Constant> {
        if self.takes_word("true") {
            return Ok(Constant::Truth(true));
        }
        if self.takes_word("false") {
            return Ok(Constant::Truth(false));
        }
        let sign = if self.takes("-") { -1.0 } else { 1.0 };
        let Kind::Number { value, unit, unknown_unit } = self.peek().kind else {
            if let Kind::Word(word) = self.peek().kind {
                let lower = word.to_lowercase();
                let hint = match lower.as_str() {
                    "true" | "false" => say!("; did you mean {lower}?"),
                    _ => "; a state gets another first value in on start { … }".to_owned(),
                };
                return self.wrong(say!("expected a number, true or false, found \"{word}\"{hint}"));
            }
            return self.expected("a number, true or false");
        };
        self.advance();
        Ok(match unit {
            Some(unit) => Constant::Number(sign * value, Unit::Of(unit.powers), unit.factor),
            None if unknown_unit => Constant::Number(sign * value, Unit::Free, 1.0),
            None => Constant::Number(sign * value, Unit::Plain, 1.0),
        })
    }

    /// Parses the range after `in`. Bounds without a unit have the unit of the value.
    fn range(&mut self, value: Constant, value_place: u32) -> Read<Option<(f64, f64)>> {
        let low_place = self.peek().place;
        let low = self.constant()?;
        if self.peek().kind != Kind::Sign("..") {
            return self.expected("\"..\" between the bounds");
        }
        self.advance();
        let high_place = self.peek().place;
        let high = self.constant()?;
        let Constant::Number(number, unit, factor) = value else {
            self.mistakes.add(low_place, "true and false have no range");
            return Ok(None);
        };
        let mut bounds = [0.0; 2];
        for (place, (bound, at)) in [(low, low_place), (high, high_place)].into_iter().enumerate() {
            let Constant::Number(bound, bound_unit, _) = bound else {
                self.mistakes.add(at, "a bound is a number");
                return Ok(None);
            };
            bounds[place] = match bound_unit {
                Unit::Plain => bound * factor,
                other if other == unit || unit == Unit::Free || other == Unit::Free => bound,
                other => {
                    let message =
                        say!("the range is in {}, the value in {}", other.written(), unit.written());
                    self.mistakes.add(at, message);
                    return Ok(None);
                }
            };
        }
        let [low, high] = bounds;
        if low >= high {
            self.mistakes.add(low_place, "the lower bound is not below the upper one");
        } else if !(low..=high).contains(&number) {
            self.mistakes.add(value_place, "the value lies outside its range");
        }
        Ok(Some((low, high)))
    }

    fn show(&mut self) -> Read<()> {
        self.advance();
        let place = self.peek().place;
        let Kind::Word(name) = self.peek().kind else {
            return self.expected("the name of a state");
        };
        self.advance();
        let mut row = Row::Own;
        if self.takes_word("as") {
            row = match self.peek().kind {
                Kind::Word("BWE") => Row::Bwe,
                Kind::Word("RTT") => Row::Rtt,
                Kind::Word("window") => Row::Window,
                _ => return self.expected("BWE, RTT or window"),
            };
            self.advance();
        }
        self.tree.shown.push(Shown { name, place, row });
        self.end()
    }

    fn pace(&mut self) -> Read<()> {
        let place = self.advance().place;
        self.operations = 0;
        let value = self.expression()?;
        if self.operations > super::MAX_OPERATIONS {
            self.mistakes.add(place, "more than 1,024 operators and calls behind pace");
        }
        if self.tree.pace.is_some() {
            self.mistakes.add(place, "a second \"pace\"");
        }
        self.tree.pace = Some(value);
        self.end()
    }

    pub(super) fn statement(&mut self) -> Read<Statement<'a>> {
        let token = self.peek();
        let Kind::Word(word) = token.kind else {
            if let Some(sign) = self.doubled() {
                return self.wrong(say!("unexpected \"{sign}{sign}\"; write NAME {sign}= 1"));
            }
            if let (Kind::Sign(sign), true) = (token.kind, self.begins_with_operator()) {
                return self.wrong(say!(
                    "a line cannot begin with \"{sign}\": end the line before with it, or use parentheses"
                ));
            }
            return self.expected("a statement");
        };
        match word {
            "let" => self.binding(),
            "if" => self.condition(),
            "else" => self.wrong("\"else\" without an if"),
            "standard" => {
                self.advance();
                self.expect("(")?;
                self.expect(")")?;
                self.counts();
                self.end()?;
                Ok(Statement::Standard(token.place))
            }
            "explain" => {
                self.advance();
                let Kind::Text(text) = self.peek().kind else {
                    return self.expected("a text in quotes");
                };
                self.advance();
                self.end()?;
                Ok(Statement::Explain(text))
            }
            "and" | "or" => self.wrong(say!(
                "a line cannot begin with \"{word}\": end the line before with it, or use parentheses"
            )),
            _ if name::is_word(word) => self.expected("a statement"),
            _ => self.assignment(word),
        }
    }

    fn binding(&mut self) -> Read<Statement<'a>> {
        self.advance();
        let place = self.peek().place;
        let name = self.new_name("let")?;
        self.lets += 1;
        if self.lets > MAX_LETS && !self.too_many_reported {
            self.too_many_reported = true;
            self.mistakes.add(place, say!("more than {MAX_LETS} lets in a hook"));
        }
        let (from, open) = (self.at, self.open);
        self.counts();
        // A let with a mistake keeps its name, so that its uses do not cause further mistakes.
        let value = match self.expect("=").and_then(|_| self.expression()) {
            Ok(value) => {
                self.end()?;
                Some(value)
            }
            Err(Broken) => {
                self.open = open;
                self.recover(from);
                None
            }
        };
        Ok(Statement::Let(name, place, value))
    }

    fn assignment(&mut self, name: &'a str) -> Read<Statement<'a>> {
        let place = self.advance().place;
        let operator = match self.peek_sign() {
            Some("=") => None,
            Some("+=") => Some(Operator::Add),
            Some("-=") => Some(Operator::Subtract),
            Some("*=") => Some(Operator::Multiply),
            Some("/=") => Some(Operator::Divide),
            Some("==") => return self.wrong("expected \"=\" (== compares), found \"==\""),
            Some("(") if name::function_of(name).is_some() => {
                return self.wrong("a value is assigned: expected \"=\" behind a state, cwnd or ssthresh");
            }
            _ => return self.no_assignment(name, place),
        };
        let sign = self.advance().place;
        self.counts();
        if operator.is_some() {
            self.counts();
        }
        let value = self.expression()?;
        self.end()?;
        Ok(Statement::Assign(name, place, Assignment { operator, place: sign }, value))
    }

    /// Reports a statement that begins with a word and assigns nothing.
    fn no_assignment(&mut self, name: &str, place: u32) -> Read<Statement<'a>> {
        if let Some(sign) = self.doubled() {
            return self.wrong(say!("unexpected \"{sign}{sign}\"; write {name} {sign}= 1"));
        }
        if let Some(hint) = hint::of_statement(name) {
            return self.wrong_at(place, say!("unknown word \"{name}\"; {hint}"));
        }
        let lower = name.to_lowercase();
        if lower != name && name::is_word(&lower) {
            return self
                .wrong_at(place, say!("unknown word \"{name}\"; it is written in lower case: {lower}"));
        }
        if self.peek_sign() == Some("(") {
            return self.wrong_at(
                place,
                say!("\"{name}(\" is no statement: only standard() is; assign a value, as in cwnd = max(2, cwnd / 2)"),
            );
        }
        if let (Some("<"), Some(Kind::Sign("-"))) =
            (self.peek_sign(), self.tokens.get(self.at + 1).map(|next| next.kind))
        {
            return self.wrong(say!("unexpected \"<-\"; write {name} = …"));
        }
        self.expected("\"=\"")
    }

    /// The sign of `++` or `--`, if it follows.
    fn doubled(&self) -> Option<&'static str> {
        let (first, second) = (self.peek(), self.tokens.get(self.at + 1)?);
        match (first.kind, second.kind) {
            (Kind::Sign(sign @ ("+" | "-")), Kind::Sign(other))
                if sign == other && first.end == second.place =>
            {
                Some(sign)
            }
            _ => None,
        }
    }

    fn condition(&mut self) -> Read<Statement<'a>> {
        let mut arms = Vec::new();
        loop {
            // Skips the word `if`.
            self.advance();
            let value = self.expression()?;
            arms.push((Some(value), self.block()?));
            let from = self.at;
            if !self.takes_word("else") {
                return Ok(Statement::If(arms, None));
            }
            if self.peek().kind == Kind::Word("if") {
                continue;
            }
            // The branches before a faulty `else` are kept.
            let otherwise = match self.block() {
                Ok(block) => Some(block),
                Err(Broken) => {
                    self.recover(from);
                    None
                }
            };
            return Ok(Statement::If(arms, otherwise));
        }
    }
}
