//! A program as it runs: a few instructions over a file of registers, without loops.

use super::input::{EVENTS, Event, Input, Kind};
use super::unit::Unit;
use borsh::{BorshDeserialize, BorshSerialize};

/// A register.
pub type Register = u16;

/// The congestion window.
pub const CWND: Register = 0;
/// The slow-start threshold.
pub const SSTHRESH: Register = 1;
/// The first of params and states.
pub const DECLARED: Register = 2;

/// A function of one number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, BorshSerialize, BorshDeserialize)]
#[allow(missing_docs)]
pub enum Unary {
    Not,
    Minus,
    Abs,
    Floor,
    Ceil,
    Round,
    Sqrt,
    Cbrt,
    Exp,
    Log,
    Log10,
    Sign,
}

/// A comparison; the others are these with their sides exchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, BorshSerialize, BorshDeserialize)]
#[allow(missing_docs)]
pub enum Comparison {
    Less,
    AtMost,
    Equal,
    Unequal,
}

/// An instruction. Registers stand as target, then operands; conditions are 0 and 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, BorshSerialize, BorshDeserialize)]
#[allow(missing_docs)]
pub enum Instruction {
    Move(Register, Register),
    Unary(Unary, Register, Register),
    Add(Register, Register, Register),
    Subtract(Register, Register, Register),
    Multiply(Register, Register, Register),
    /// By zero it gives 0 and is counted.
    Divide(Register, Register, Register),
    Power(Register, Register, Register),
    /// The first if it is smaller, else the second.
    Min(Register, Register, Register),
    Max(Register, Register, Register),
    Random(Register),
    Compare(Comparison, Register, Register, Register),
    /// Goes to the instruction unless the comparison holds.
    Unless(Comparison, Register, Register, u16),
    /// Goes to the instruction if the condition is false.
    IfNot(Register, u16),
    /// Goes to the instruction if the condition is true.
    If(Register, u16),
    Jump(u16),
    /// Takes a finite number; any other one is counted.
    SetState(Register, Register),
    /// Takes a finite number within its bounds; the site tells the decision.
    SetCwnd(Register, u16),
    SetSsthresh(Register, u16),
    /// The next decision has this title.
    Explain(u16),
    /// What New Reno does here.
    Standard,
}

/// No site: the hooks of growth tell no decisions.
pub const NO_SITE: u16 = u16::MAX;

/// What a run may have counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, BorshSerialize, BorshDeserialize)]
pub enum FaultKind {
    /// A division by zero.
    ByZero,
    /// A result that is not finite was not assigned.
    NotFinite,
}

/// A line that may divide by zero, or assign what is not finite.
#[derive(Clone, Copy, Debug, PartialEq, Eq, BorshSerialize, BorshDeserialize)]
pub struct Fault {
    /// The line.
    pub line: u32,
    /// What is counted.
    pub kind: FaultKind,
}

/// The instructions of a hook.
#[derive(Clone, Debug, Default, PartialEq, BorshSerialize, BorshDeserialize)]
pub struct Code {
    /// What to do.
    pub instructions: Vec<Instruction>,
    /// By instruction: the place in [`Program::faults`], where it has one.
    pub faults: Vec<u16>,
    /// What the hook reads, and the registers it is put into.
    pub inputs: Vec<(Input, Register)>,
}

/// Where a decision's value is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, BorshSerialize, BorshDeserialize)]
pub enum TermValue {
    /// What was assigned.
    After,
    /// What stood there before.
    Before,
    /// min(cwnd, receive window), before the assignment.
    Window(Register),
    /// Another register.
    Register(Register),
}

/// A quantity of a decision.
#[derive(Clone, Debug, PartialEq, BorshSerialize, BorshDeserialize)]
pub struct SiteTerm {
    /// Its name in the equation.
    pub name: String,
    /// Its symbol.
    pub symbol: String,
    /// Its unit.
    pub unit: Unit,
    /// Its value.
    pub value: TermValue,
}

/// An assignment to cwnd or ssthresh that is explained.
#[derive(Clone, Debug, PartialEq, BorshSerialize, BorshDeserialize)]
pub struct Site {
    /// The line of the source.
    pub line: u32,
    /// The hook.
    pub event: Event,
    /// True for cwnd.
    pub is_cwnd: bool,
    /// The equation in LaTeX, quantities as term names in doubled braces.
    pub formula: String,
    /// The quantities, at most [`ackscope_engine::trace::MAX_TERMS`].
    pub terms: Vec<SiteTerm>,
    /// The titles that `explain` may have given, by the numbers of their texts.
    pub titles: Vec<u16>,
}

/// A param, as a scenario sets it.
#[derive(Clone, Debug, PartialEq, BorshSerialize, BorshDeserialize)]
pub struct Param {
    /// Its name.
    pub name: String,
    /// A number or a condition.
    pub kind: Kind,
    /// The unit it is written in, and what one of it is in base units.
    pub scale: f64,
    /// Its value where a scenario is silent, in base units; 0 or 1 for a condition.
    pub default: f64,
    /// Lower and upper bound in base units.
    pub range: Option<(f64, f64)>,
    /// Help text.
    pub help: String,
    /// Its register.
    pub register: Register,
}

/// A state.
#[derive(Clone, Debug, PartialEq, BorshSerialize, BorshDeserialize)]
pub struct State {
    /// Its name.
    pub name: String,
    /// A number or a condition.
    pub kind: Kind,
    /// Its register.
    pub register: Register,
}

/// The row of a lane that a state is drawn in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, BorshSerialize, BorshDeserialize)]
pub enum Row {
    /// The bandwidth estimate's.
    Bwe,
    /// The RTT's.
    Rtt,
    /// The window's.
    Window,
    /// One of its own.
    Own,
}

/// A state that is drawn.
#[derive(Clone, Debug, PartialEq, BorshSerialize, BorshDeserialize)]
pub struct Shown {
    /// Its name.
    pub name: String,
    /// Its unit.
    pub unit: Unit,
    /// The same as it is written; empty for a plain number.
    pub written: String,
    /// Where.
    pub row: Row,
    /// Its register.
    pub register: Register,
}

/// What a program asks of the sender.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, BorshSerialize, BorshDeserialize)]
pub struct Uses {
    /// A record of every segment.
    pub segment_log: bool,
    /// Delivery-rate samples.
    pub rate_samples: bool,
    /// Random numbers.
    pub random: bool,
}

/// A compiled script.
#[derive(Clone, Debug, PartialEq, BorshSerialize, BorshDeserialize)]
pub struct Program {
    /// What `algorithm` says; empty if it says nothing.
    pub name: String,
    /// Its params.
    pub params: Vec<Param>,
    /// Its states.
    pub states: Vec<State>,
    /// What is drawn.
    pub shown: Vec<Shown>,
    /// The hooks, by [`Event`]; `None` where the script says nothing.
    pub hooks: [Option<Code>; EVENTS],
    /// `pace`, and the register of its value.
    pub pace: Option<(Code, Register)>,
    /// The decisions.
    pub sites: Vec<Site>,
    /// The texts of `explain`.
    pub texts: Vec<String>,
    /// What may go wrong, by line.
    pub faults: Vec<Fault>,
    /// All registers as a connection begins.
    pub registers: Vec<f64>,
    /// What it asks of the sender.
    pub uses: Uses,
}

impl Program {
    /// The code of a hook.
    pub fn hook(&self, event: Event) -> Option<&Code> {
        self.hooks[event as usize].as_ref()
    }

    /// The most instructions that one event can take.
    pub fn longest_hook(&self) -> usize {
        let pace = self.pace.as_ref().map_or(0, |(code, _)| code.instructions.len());
        let hooks = self.hooks.iter().flatten();
        hooks.map(|code| code.instructions.len()).max().unwrap_or(0) + pace
    }
}

impl TermValue {
    /// Does `change` to its register, if it has one.
    pub fn each_register(&mut self, change: impl Fn(&mut Register)) {
        match self {
            TermValue::Window(register) | TermValue::Register(register) => change(register),
            TermValue::After | TermValue::Before => {}
        }
    }
}
