//! Validation of a program, whatever its origin: all registers, jump targets and indices exist,
//! jumps lead forward only, and windows change only by the instructions that keep them within their
//! bounds.

use super::input::Event;
use super::program::{Code, DECLARED, Instruction, NO_SITE, Program, Register, TermValue};
use ackscope_engine::trace::MAX_TERMS;

/// Maximum number of registers. Even the longest text has fewer params, states, lets, temporaries
/// and constants.
pub const MAX_REGISTERS: usize = 1 << 14;
/// Maximum number of instructions of a hook; jump targets have 16 bits.
pub const MAX_INSTRUCTIONS: usize = 1 << 14;
/// Maximum number of decisions, including their titles.
pub const MAX_SITES: usize = 1 << 12;
/// Maximum number of calls of `windowed_max` and `windowed_min`.
pub const MAX_FILTERS: usize = 16;

type Valid = Result<(), &'static str>;

fn must(holds: bool, otherwise: &'static str) -> Valid {
    if holds { Ok(()) } else { Err(otherwise) }
}

impl Program {
    /// Checks that the program can be run as it is.
    ///
    /// # Errors
    /// The violated condition, in one sentence.
    pub fn validate(&self) -> Valid {
        let count = self.registers.len();
        must(
            (usize::from(DECLARED)..=MAX_REGISTERS).contains(&count),
            "A compiled script has too few or too many registers.",
        )?;
        must(self.filters.len() <= MAX_FILTERS, "A compiled script has too many filters.")?;
        let declared = self.params.iter().map(|param| param.register);
        let declared = declared.chain(self.states.iter().map(|state| state.register));
        let declared = declared.chain(self.shown.iter().map(|shown| shown.register));
        for register in declared {
            self.may_set(register)?;
        }
        let titles: usize = self.sites.iter().map(|site| site.titles.len()).sum();
        must(
            self.sites.len() + titles <= MAX_SITES && self.faults.len() <= MAX_SITES,
            "A compiled script has too many decisions.",
        )?;
        for site in &self.sites {
            must(site.terms.len() <= MAX_TERMS, "A decision of a compiled script has too many quantities.")?;
            for term in &site.terms {
                if let TermValue::Window(register) | TermValue::Register(register) = term.value {
                    self.has(register)?;
                }
            }
            site.titles.iter().try_for_each(|text| self.has_text(*text))?;
        }
        for (place, code) in self.hooks.iter().enumerate() {
            // Decisions of this hook are not reported, so it must not change a window.
            let is_silent = place == Event::Ack as usize;
            code.iter().try_for_each(|code| self.validate_code(code, is_silent))?;
        }
        match &self.pace {
            Some((code, register)) => self.has(*register).and_then(|()| self.validate_code(code, true)),
            None => Ok(()),
        }
    }

    fn has(&self, register: Register) -> Valid {
        must(
            usize::from(register) < self.registers.len(),
            "A compiled script names a register that it does not have.",
        )
    }

    /// A register that any instruction may write. cwnd and ssthresh have their own instructions.
    fn may_set(&self, register: Register) -> Valid {
        must(register >= DECLARED, "A compiled script sets a window past its bounds.")?;
        self.has(register)
    }

    fn has_text(&self, text: u16) -> Valid {
        must(usize::from(text) < self.texts.len(), "A compiled script names a text that it does not have.")
    }

    fn validate_code(&self, code: &Code, is_silent: bool) -> Valid {
        let count = code.instructions.len();
        must(count <= MAX_INSTRUCTIONS, "A hook of a compiled script has too many instructions.")?;
        must(code.faults.len() == count, "A hook of a compiled script is incomplete.")?;
        code.inputs.iter().try_for_each(|(_, register)| self.may_set(*register))?;
        for (at, (instruction, fault)) in code.instructions.iter().zip(&code.faults).enumerate() {
            let jump = |target: u16| {
                must(
                    (at + 1..=count).contains(&usize::from(target)),
                    "A jump of a compiled script does not lead forward.",
                )
            };
            let fault = || {
                must(
                    usize::from(*fault) < self.faults.len(),
                    "A compiled script names a fault that it does not have.",
                )
            };
            match *instruction {
                Instruction::Move(to, a) | Instruction::Unary(_, to, a) => {
                    self.may_set(to)?;
                    self.has(a)?;
                }
                Instruction::SetState(to, a) => {
                    self.may_set(to)?;
                    self.has(a)?;
                    fault()?;
                }
                Instruction::Add(to, a, b)
                | Instruction::Subtract(to, a, b)
                | Instruction::Multiply(to, a, b)
                | Instruction::Power(to, a, b)
                | Instruction::Min(to, a, b)
                | Instruction::Max(to, a, b)
                | Instruction::Compare(_, to, a, b) => {
                    self.may_set(to)?;
                    self.has(a)?;
                    self.has(b)?;
                }
                Instruction::Divide(to, a, b) => {
                    self.may_set(to)?;
                    self.has(a)?;
                    self.has(b)?;
                    fault()?;
                }
                Instruction::Random(to) => self.may_set(to)?,
                Instruction::Windowed(to, a, span, filter) => {
                    self.may_set(to)?;
                    self.has(a)?;
                    self.has(span)?;
                    must(
                        usize::from(filter) < self.filters.len(),
                        "A compiled script names a filter that it does not have.",
                    )?;
                }
                Instruction::Unless(_, a, b, target) => {
                    self.has(a)?;
                    self.has(b)?;
                    jump(target)?;
                }
                Instruction::IfNot(a, target) | Instruction::If(a, target) => {
                    self.has(a)?;
                    jump(target)?;
                }
                Instruction::Jump(target) => jump(target)?,
                Instruction::Needs(a) => self.has(a)?,
                Instruction::SetCwnd(a, site) | Instruction::SetSsthresh(a, site) => {
                    must(!is_silent, "A compiled script sets a window where it must not.")?;
                    self.has(a)?;
                    fault()?;
                    must(
                        site == NO_SITE || usize::from(site) < self.sites.len(),
                        "A compiled script names a decision that it does not have.",
                    )?;
                }
                Instruction::Explain(text) => self.has_text(text)?,
                Instruction::Standard => {}
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::{Input, Kind};
    use crate::program::{
        CWND, Comparison, Fault, FaultKind, Filter, Param, SSTHRESH, Site, SiteTerm, Unary, Uses,
    };
    use crate::unit::Unit;

    const LOSS: usize = Event::Loss as usize;
    const ACK: usize = Event::Ack as usize;

    /// A program with these registers: cwnd, ssthresh, a param, a temporary.
    fn program() -> Program {
        let code = |instructions: Vec<Instruction>| Code {
            faults: vec![0; instructions.len()],
            instructions,
            inputs: vec![(Input::Flight, 3)],
        };
        let mut hooks = [const { None }; crate::input::EVENTS];
        hooks[LOSS] = Some(code(vec![
            Instruction::Unless(Comparison::Less, 0, 2, 2),
            Instruction::Explain(0),
            Instruction::Divide(3, 0, 2),
            Instruction::SetCwnd(3, 0),
        ]));
        hooks[ACK] = Some(code(vec![Instruction::Unary(Unary::Abs, 3, 2), Instruction::SetState(2, 3)]));
        let term = |value| SiteTerm { name: String::new(), symbol: String::new(), unit: Unit::Plain, value };
        Program {
            name: String::new(),
            params: vec![Param {
                name: "p".to_owned(),
                kind: Kind::Number(Unit::Plain),
                scale: 1.0,
                default: 1.0,
                range: None,
                help: String::new(),
                register: 2,
            }],
            states: Vec::new(),
            shown: Vec::new(),
            hooks,
            pace: Some((code(vec![Instruction::Move(3, 2)]), 3)),
            sites: vec![Site {
                line: 1,
                event: Event::Loss,
                is_cwnd: true,
                formula: String::new(),
                terms: vec![term(TermValue::After), term(TermValue::Window(2))],
                titles: vec![0],
            }],
            texts: vec!["half".to_owned()],
            faults: vec![Fault { line: 1, kind: FaultKind::ByZero }],
            filters: vec![Filter { is_max: true, by_rounds: false }],
            registers: vec![0.0; 4],
            uses: Uses::default(),
        }
    }

    fn instruction(hook: usize, at: usize, instruction: Instruction) -> impl Fn(&mut Program) {
        move |program| program.hooks[hook].as_mut().expect("a hook").instructions[at] = instruction
    }

    /// The message of the rejection after the change.
    fn refusal(change: impl Fn(&mut Program)) -> &'static str {
        let mut program = program();
        change(&mut program);
        program.validate().expect_err("refused")
    }

    #[test]
    fn a_program_that_keeps_to_everything_passes() {
        assert_eq!(program().validate(), Ok(()));
    }

    #[test]
    fn registers_that_are_not_there_are_refused() {
        for code in [
            Instruction::Move(3, 4),
            Instruction::Move(4, 3),
            Instruction::Unary(Unary::Abs, 3, 9),
            Instruction::Add(3, 4, 0),
            Instruction::Multiply(3, 0, 4),
            Instruction::Divide(3, 0, 4),
            Instruction::Divide(3, 4, 0),
            Instruction::Compare(Comparison::Less, 3, 0, u16::MAX),
            Instruction::Unless(Comparison::Less, 4, 0, 3),
            Instruction::If(4, 3),
            Instruction::IfNot(4, 3),
            Instruction::SetState(2, 4),
            Instruction::SetCwnd(4, 0),
            Instruction::SetSsthresh(4, 0),
            Instruction::Random(4),
            Instruction::Windowed(4, 2, 2, 0),
            Instruction::Windowed(3, 4, 2, 0),
            Instruction::Windowed(3, 2, 4, 0),
        ] {
            let words = refusal(instruction(LOSS, 2, code));
            assert!(words.contains("a register that it does not have"), "{code:?}: {words}");
        }
        let of_terms = |program: &mut Program| program.sites[0].terms[1].value = TermValue::Register(4);
        for words in [
            refusal(of_terms),
            refusal(|program| program.params[0].register = 4),
            refusal(|program| program.pace.as_mut().expect("pace").1 = 4),
            refusal(|program| program.hooks[LOSS].as_mut().expect("a hook").inputs[0].1 = 4),
        ] {
            assert!(words.contains("a register that it does not have"), "{words}");
        }
        assert!(refusal(|program| program.registers.truncate(1)).contains("too few"));
        assert!(refusal(|program| program.registers.resize(MAX_REGISTERS + 1, 0.0)).contains("too many"));
    }

    #[test]
    fn a_window_changes_at_its_own_instructions_only() {
        for code in [
            Instruction::Move(CWND, 3),
            Instruction::Add(SSTHRESH, 2, 3),
            Instruction::Divide(CWND, 2, 3),
            Instruction::SetState(CWND, 3),
            Instruction::Random(SSTHRESH),
            Instruction::Windowed(CWND, 2, 3, 0),
        ] {
            assert!(refusal(instruction(LOSS, 2, code)).contains("past its bounds"), "{code:?}");
        }
        assert!(refusal(|program| program.params[0].register = CWND).contains("past its bounds"));
        let input = |program: &mut Program| program.hooks[LOSS].as_mut().expect("a hook").inputs[0].1 = CWND;
        assert!(refusal(input).contains("past its bounds"));
        let silent = refusal(instruction(ACK, 0, Instruction::SetCwnd(3, NO_SITE)));
        assert!(silent.contains("where it must not"), "{silent}");
        let pace = |program: &mut Program| {
            program.pace.as_mut().expect("pace").0.instructions[0] = Instruction::SetSsthresh(3, NO_SITE);
        };
        assert!(refusal(pace).contains("where it must not"));
    }

    #[test]
    fn jumps_lead_forward_and_not_past_the_end() {
        let jump = |at, target| refusal(instruction(LOSS, at, Instruction::Jump(target)));
        for (at, target) in [(0, 0), (2, 1), (2, 2), (2, 5), (2, u16::MAX)] {
            assert!(jump(at, target).contains("does not lead forward"), "{at} to {target}");
        }
        let mut program = program();
        instruction(LOSS, 2, Instruction::Jump(4))(&mut program);
        assert_eq!(program.validate(), Ok(()), "to the end");
    }

    #[test]
    fn what_is_named_exists_and_nothing_is_too_long() {
        let loss = |change: fn(&mut Code)| {
            refusal(move |program| change(program.hooks[LOSS].as_mut().expect("a hook")))
        };
        assert!(refusal(instruction(LOSS, 3, Instruction::SetCwnd(3, 1))).contains("a decision"));
        assert!(refusal(instruction(LOSS, 1, Instruction::Explain(1))).contains("a text"));
        assert!(refusal(instruction(LOSS, 2, Instruction::Windowed(3, 2, 2, 1))).contains("a filter"));
        assert!(
            refusal(|program| program.filters.resize(MAX_FILTERS + 1, program.filters[0]))
                .contains("too many filters")
        );
        assert!(refusal(|program| program.sites[0].titles[0] = 1).contains("a text"));
        assert!(loss(|code| code.faults[2] = 1).contains("a fault"));
        assert!(loss(|code| code.faults.truncate(1)).contains("incomplete"));
        let long = |code: &mut Code| {
            code.instructions = vec![Instruction::Standard; MAX_INSTRUCTIONS + 1];
            code.faults = vec![0; MAX_INSTRUCTIONS + 1];
        };
        assert!(loss(long).contains("too many instructions"));
        let terms = |program: &mut Program| {
            let term = program.sites[0].terms[0].clone();
            program.sites[0].terms = vec![term; MAX_TERMS + 1];
        };
        assert!(refusal(terms).contains("too many quantities"));
        let titles = |program: &mut Program| program.sites[0].titles = vec![0; MAX_SITES];
        assert!(refusal(titles).contains("too many decisions"));
    }
}
