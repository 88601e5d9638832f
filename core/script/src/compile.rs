//! Compiles the syntax tree to register code.

mod expression;

use super::check::{Meaning, Meanings, kind_of};
use super::error::{Place, line_and_column};
use super::name::{EVENTS, Event, Function, Input, Kind, function_of};
use super::syntax::{
    Assignment, Constant, DeclarationKind, Expression, Logic, NodeId, NodeKind, Operator, Statement, Tree,
};
use ackscope_program::machine::{Binary, binary, compare, truth, unary};
use ackscope_program::program::{
    CWND, Code, Comparison, DECLARED, Fault, FaultKind, Filter, Instruction, NO_SITE, Param, Program,
    Register, SSTHRESH, Shown, Site, State, Unary, Uses,
};
use ackscope_program::unit::{ROUNDS, Unit};

/// During compilation, registers from these numbers on stand for temporaries and lets, and for
/// constants. Their final numbers are known only at the end.
const TEMPORARY: Register = 0x4000;
const CONSTANT: Register = 0x8000;
/// Maximum number of titles of all decisions; more rules would not be readable.
const MAX_TITLES: usize = 256;

/// The location of a node's value.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Value {
    Constant(f64),
    Register(Register),
}

struct Compiler<'a, 'b> {
    source: &'b str,
    tree: &'b Tree<'a>,
    meanings: &'b Meanings,
    program: Program,
    constants: Vec<f64>,
    inputs: Vec<(Input, Register)>,
    most_temporaries: usize,
    /// State of the hook that is being compiled.
    hook: Building,
    values: Vec<Value>,
    titles: usize,
    /// Whether names may be unknown: outside a script.
    may_lack: bool,
}

#[derive(Default)]
struct Building {
    event: Option<Event>,
    code: Code,
    /// Which temporaries are in use.
    taken: Vec<bool>,
    /// The registers of lets, by their index; `None` before the let is reached.
    lets: Vec<Option<Register>>,
    /// Values that are read once more.
    held: Vec<Value>,
    /// How often each let is read.
    reads: Vec<u32>,
    /// Instructions before this one must not be changed, because a jump may lead here.
    label: usize,
    /// The texts of `explain` so far.
    explained: Vec<u16>,
}

/// Compiles a checked program. `may_lack`: names may be unknown, as outside a script.
pub fn compile(source: &str, tree: &Tree, meanings: &Meanings, may_lack: bool) -> Program {
    let program = Program {
        name: tree.name.unwrap_or_default().to_owned(),
        params: Vec::new(),
        states: Vec::new(),
        shown: Vec::new(),
        hooks: [const { None }; EVENTS],
        pace: None,
        sites: Vec::new(),
        texts: Vec::new(),
        faults: Vec::new(),
        filters: Vec::new(),
        registers: vec![0.0; usize::from(DECLARED)],
        uses: Uses::default(),
    };
    let mut compiler = Compiler {
        source,
        tree,
        meanings,
        program,
        constants: Vec::new(),
        inputs: Vec::new(),
        most_temporaries: 0,
        hook: Building::default(),
        values: vec![Value::Constant(0.0); tree.nodes.len()],
        titles: 0,
        may_lack,
    };
    compiler.declarations();
    for hook in &tree.hooks {
        compiler.begin(Some(hook.event), &hook.body);
        compiler.block(&hook.body);
        let code = compiler.finish();
        compiler.program.hooks[hook.event as usize] = Some(code);
    }
    if let Some(pace) = tree.pace {
        compiler.begin(None, &[]);
        let value = compiler.expression(pace);
        let register = compiler.register(value);
        let code = compiler.finish();
        compiler.program.pace = Some((code, register));
    }
    compiler.place_registers();
    compiler.program
}

impl Compiler<'_, '_> {
    fn declarations(&mut self) {
        for (place, declaration) in self.tree.declarations.iter().enumerate() {
            let register = DECLARED + place as Register;
            let (value, scale) = match declaration.value {
                Constant::Number(value, _, scale) => (value, scale),
                Constant::Truth(value) => (truth(value), 1.0),
            };
            self.program.registers.push(value);
            let (name, kind) = (declaration.name.to_owned(), kind_of(declaration));
            match &declaration.kind {
                DeclarationKind::Param { range, help } => self.program.params.push(Param {
                    name,
                    kind,
                    scale,
                    default: value,
                    range: *range,
                    help: (*help).to_owned(),
                    register,
                }),
                DeclarationKind::State => self.program.states.push(State { name, kind, register }),
            }
        }
        for shown in &self.tree.shown {
            let Some(state) = self.program.states.iter().find(|state| state.name == shown.name) else {
                continue;
            };
            let unit = match state.kind {
                Kind::Number(unit) => unit,
                Kind::Condition => Unit::Plain,
            };
            let (name, register) = (state.name.clone(), state.register);
            let written = match unit {
                Unit::Of(_) if unit.of_term().is_empty() => unit.written(),
                _ => unit.of_term().to_owned(),
            };
            self.program.shown.push(Shown { name, unit, written, row: shown.row, register });
        }
    }

    fn begin(&mut self, event: Option<Event>, body: &[Statement]) {
        let mut reads = Vec::new();
        self.count_reads(body, &mut reads);
        let lets = vec![None; reads.len()];
        self.hook = Building { event, reads, lets, ..Building::default() };
    }

    /// Counts how often each let of the hook is read.
    fn count_reads(&self, body: &[Statement], reads: &mut Vec<u32>) {
        let count = |value: &Expression, reads: &mut Vec<u32>| {
            for id in value.ids() {
                if let Meaning::Let(number) = self.meanings.of_nodes[id as usize] {
                    reads[number] += 1;
                }
            }
        };
        for statement in body {
            match statement {
                Statement::Let(_, _, value) => {
                    value.iter().for_each(|value| count(value, reads));
                    reads.push(0);
                }
                Statement::Assign(_, _, _, value) => count(value, reads),
                Statement::If(arms, otherwise) => {
                    for (condition, body) in arms {
                        condition.iter().for_each(|condition| count(condition, reads));
                        self.count_reads(body, reads);
                    }
                    otherwise.iter().for_each(|body| self.count_reads(body, reads));
                }
                Statement::Standard(_) | Statement::Explain(_) => {}
            }
        }
    }

    fn finish(&mut self) -> Code {
        self.most_temporaries = self.most_temporaries.max(self.hook.taken.len());
        std::mem::take(&mut self.hook).code
    }

    /// Assigns the final register numbers: fixed registers, inputs, temporaries, constants.
    fn place_registers(&mut self) {
        let first = self.program.registers.len() as Register;
        let constants = first + self.most_temporaries as Register;
        self.program.registers.resize(usize::from(constants), 0.0);
        self.program.registers.extend(&self.constants);
        let place = |register: &mut Register| {
            if *register >= CONSTANT {
                *register = *register - CONSTANT + constants;
            } else if *register >= TEMPORARY {
                *register = *register - TEMPORARY + first;
            }
        };
        let codes = self.program.hooks.iter_mut().flatten();
        for code in codes.chain(self.program.pace.iter_mut().map(|(code, _)| code)) {
            code.instructions.iter_mut().for_each(|instruction| each_register(instruction, place));
        }
        if let Some((_, register)) = &mut self.program.pace {
            place(register);
        }
        for site in &mut self.program.sites {
            for term in &mut site.terms {
                term.value.each_register(place);
            }
        }
    }

    fn line(&self, place: Place) -> u32 {
        line_and_column(self.source, place).0
    }

    fn emit(&mut self, instruction: Instruction) -> usize {
        self.hook.code.instructions.push(instruction);
        self.hook.code.faults.push(0);
        self.hook.code.instructions.len() - 1
    }

    fn emit_with_fault(&mut self, instruction: Instruction, place: Place, kind: FaultKind) {
        let fault = Fault { line: self.line(place), kind };
        let faults = &mut self.program.faults;
        let index = faults.iter().position(|known| *known == fault).unwrap_or_else(|| {
            faults.push(fault);
            faults.len() - 1
        });
        let at = self.emit(instruction);
        self.hook.code.faults[at] = index as u16;
    }

    fn here(&self) -> usize {
        self.hook.code.instructions.len()
    }

    /// Sets the target of the jump at `at` to the next instruction.
    fn lands(&mut self, at: usize) {
        let here = self.here();
        match &mut self.hook.code.instructions[at] {
            Instruction::Unless(_, _, _, target)
            | Instruction::IfNot(_, target)
            | Instruction::If(_, target)
            | Instruction::Jump(target) => *target = here as u16,
            _ => unreachable!("a jump"),
        }
        self.hook.label = here;
    }

    fn temporary(&mut self) -> Register {
        let taken = &mut self.hook.taken;
        let place = taken.iter().position(|taken| !taken).unwrap_or_else(|| {
            taken.push(false);
            taken.len() - 1
        });
        taken[place] = true;
        TEMPORARY + place as Register
    }

    /// Frees a temporary. Lets and all other registers are kept.
    fn release(&mut self, value: Value) {
        if let Value::Register(register) = value {
            if self.is_temporary(register) {
                self.hook.taken[usize::from(register - TEMPORARY)] = false;
            }
        }
    }

    fn is_temporary(&self, register: Register) -> bool {
        (TEMPORARY..CONSTANT).contains(&register)
            && !self.hook.lets.contains(&Some(register))
            && !self.hook.held.contains(&Value::Register(register))
    }

    fn constant(&mut self, value: f64) -> Register {
        let known = self.constants.iter().position(|known| known.to_bits() == value.to_bits());
        let place = known.unwrap_or_else(|| {
            self.constants.push(value);
            self.constants.len() - 1
        });
        CONSTANT + place as Register
    }

    fn register(&mut self, value: Value) -> Register {
        match value {
            Value::Constant(value) => self.constant(value),
            Value::Register(register) => register,
        }
    }

    fn input(&mut self, input: Input) -> Register {
        let known = self.inputs.iter().find(|(known, _)| *known == input).map(|(_, register)| *register);
        let register = known.unwrap_or_else(|| {
            let register = self.program.registers.len() as Register;
            self.program.registers.push(0.0);
            self.inputs.push((input, register));
            register
        });
        let reads = &mut self.hook.code.inputs;
        if reads.iter().all(|(known, _)| *known != input) {
            reads.push((input, register));
        }
        let uses = &mut self.program.uses;
        match input {
            Input::SegmentRtt | Input::OldestSent | Input::OldestSends => uses.segment_log = true,
            Input::DeliveryRate => uses.rate_samples = true,
            _ => {}
        }
        register
    }

    fn block(&mut self, body: &[Statement]) {
        for statement in body {
            self.statement(statement);
        }
    }

    fn statement(&mut self, statement: &Statement) {
        match statement {
            Statement::Let(_, _, Some(value)) => self.binding(*value),
            Statement::Let(_, _, None) => {}
            Statement::Assign(name, place, how, value) => self.assignment(name, *place, *how, *value),
            Statement::If(arms, otherwise) => {
                let mut ends = Vec::new();
                for (index, (condition, body)) in arms.iter().enumerate() {
                    let Some(condition) = condition else { continue };
                    let condition = self.expression(*condition);
                    let next = self.branch(condition);
                    self.block(body);
                    let is_last = index + 1 == arms.len() && otherwise.is_none();
                    if !is_last {
                        ends.push(self.emit(Instruction::Jump(0)));
                    }
                    self.lands(next);
                }
                if let Some(otherwise) = otherwise {
                    self.block(otherwise);
                }
                for end in ends {
                    self.lands(end);
                }
            }
            Statement::Standard(_) => {
                self.emit(Instruction::Standard);
            }
            Statement::Explain(text) => {
                let number = self.program.texts.len() as u16;
                self.program.texts.push((*text).to_owned());
                self.hook.explained.push(number);
                self.emit(Instruction::Explain(number));
            }
        }
    }

    fn binding(&mut self, value: Expression) {
        let number = self.hook.lets.iter().position(Option::is_none);
        // Lets are numbered in order. A skipped let has no register of its own.
        let number = number.unwrap_or_default();
        let is_dead = self.hook.reads[number] == 0 && !self.has_effects(value);
        if is_dead {
            self.hook.lets[number] = Some(CWND);
            return;
        }
        let result = self.expression(value);
        let register = match result {
            Value::Register(register) if self.is_temporary(register) => register,
            other => {
                let from = self.register(other);
                let to = self.temporary();
                self.emit(Instruction::Move(to, from));
                to
            }
        };
        self.hook.lets[number] = Some(register);
        self.hook.label = self.here();
    }

    /// True if the evaluation can cause a fault, draws a random number or keeps a sample.
    fn has_effects(&self, value: Expression) -> bool {
        value.ids().any(|id| match &self.tree.node(id).kind {
            NodeKind::Binary(Operator::Divide, ..) => true,
            NodeKind::Call(name, _) => super::name::is_of_a_sender(name),
            _ => false,
        })
    }

    fn meaning_of(&self, name: &str) -> Option<Register> {
        match name {
            "cwnd" => Some(CWND),
            "ssthresh" => Some(SSTHRESH),
            _ => {
                let place = self.tree.declarations.iter().position(|it| it.name == name)?;
                Some(DECLARED + place as Register)
            }
        }
    }

    fn assignment(&mut self, name: &str, place: Place, how: Assignment, value: Expression) {
        let Some(target) = self.meaning_of(name) else { return };
        let mut result = self.expression(value);
        if let Some(operator) = how.operator {
            result = self.arithmetic(operator, Value::Register(target), result, how.place);
        }
        let site = self.site(name, place, how, value);
        let is_condition = self.program.states.iter().any(|it| it.name == name && it.kind == Kind::Condition);
        let from = self.register(result);
        match target {
            CWND => self.emit_with_fault(Instruction::SetCwnd(from, site), place, FaultKind::NotFinite),
            SSTHRESH => {
                self.emit_with_fault(Instruction::SetSsthresh(from, site), place, FaultKind::NotFinite);
            }
            _ if is_condition => {
                self.emit(Instruction::Move(target, from));
            }
            _ => self.emit_with_fault(Instruction::SetState(target, from), place, FaultKind::NotFinite),
        }
        self.release(result);
    }

    /// Adds the decision that an assignment to a window reports.
    fn site(&mut self, name: &str, place: Place, how: Assignment, value: Expression) -> u16 {
        let Some(event) = self.hook.event.filter(|event| !event.is_growth()) else {
            return NO_SITE;
        };
        let is_cwnd = match name {
            "cwnd" => true,
            "ssthresh" => false,
            _ => return NO_SITE,
        };
        let room = MAX_TITLES.saturating_sub(self.titles);
        let titles: Vec<u16> = self.hook.explained.iter().rev().take(room).copied().collect();
        self.titles += titles.len();
        let lets = &self.hook.lets;
        let inputs = &self.inputs;
        let place_of = |meaning: Meaning| match meaning {
            Meaning::Cwnd => Some(CWND),
            Meaning::Ssthresh => Some(SSTHRESH),
            Meaning::Declared(place) => Some(DECLARED + place as Register),
            Meaning::Let(number) => lets[number],
            Meaning::Input(Input::Window) => {
                inputs.iter().find(|(known, _)| *known == Input::ReceiveWindow).map(|(_, register)| *register)
            }
            Meaning::Input(input) => {
                inputs.iter().find(|(known, _)| *known == input).map(|(_, register)| *register)
            }
            Meaning::Nothing => None,
        };
        let equation =
            super::formula::equation(self.tree, self.meanings, (name, is_cwnd), how, value, &place_of);
        let line = self.line(place);
        let (formula, terms) = equation;
        self.program.sites.push(Site { line, event, is_cwnd, formula, terms, titles });
        (self.program.sites.len() - 1) as u16
    }
}

/// Applies `change` to every register of an instruction.
fn each_register(instruction: &mut Instruction, change: impl Fn(&mut Register)) {
    use Instruction as I;
    match instruction {
        I::Move(a, b) | I::Unary(_, a, b) | I::SetState(a, b) | I::Unless(_, a, b, _) => {
            change(a);
            change(b);
        }
        I::Add(a, b, c)
        | I::Subtract(a, b, c)
        | I::Multiply(a, b, c)
        | I::Divide(a, b, c)
        | I::Power(a, b, c)
        | I::Min(a, b, c)
        | I::Max(a, b, c)
        | I::Windowed(a, b, c, _)
        | I::Compare(_, a, b, c) => {
            change(a);
            change(b);
            change(c);
        }
        I::Random(a)
        | I::Needs(a)
        | I::IfNot(a, _)
        | I::If(a, _)
        | I::SetCwnd(a, _)
        | I::SetSsthresh(a, _) => change(a),
        I::Jump(_) | I::Explain(_) | I::Standard => {}
    }
}
