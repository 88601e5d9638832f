//! A compiled program: instructions on registers, without loops.

use super::input::{EVENTS, Event, Input, Kind};
use super::unit::Unit;
use borsh::{BorshDeserialize, BorshSerialize};

/// Index of a register.
pub type Register = u16;

/// The congestion window.
pub const CWND: Register = 0;
/// The slow-start threshold.
pub const SSTHRESH: Register = 1;
/// The first register of params and states.
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

/// A comparison. The others are these with exchanged operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, BorshSerialize, BorshDeserialize)]
#[allow(missing_docs)]
pub enum Comparison {
    Less,
    AtMost,
    Equal,
    Unequal,
}

/// An instruction. The target register comes first, then the operands. Conditions are 0 and 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, BorshSerialize, BorshDeserialize)]
#[allow(missing_docs)]
pub enum Instruction {
    Move(Register, Register),
    Unary(Unary, Register, Register),
    Add(Register, Register, Register),
    Subtract(Register, Register, Register),
    Multiply(Register, Register, Register),
    /// A division by zero gives 0 and counts as a fault.
    Divide(Register, Register, Register),
    Power(Register, Register, Register),
    /// The first operand if it is smaller, otherwise the second.
    Min(Register, Register, Register),
    Max(Register, Register, Register),
    Random(Register),
    Compare(Comparison, Register, Register, Register),
    /// Jumps to the instruction unless the comparison holds.
    Unless(Comparison, Register, Register, u16),
    /// Jumps to the instruction if the condition is false.
    IfNot(Register, u16),
    /// Jumps to the instruction if the condition is true.
    If(Register, u16),
    Jump(u16),
    /// Assigns a finite number; any other number counts as a fault.
    SetState(Register, Register),
    /// Assigns a finite number within the bounds of cwnd; the site identifies the decision to
    /// report.
    SetCwnd(Register, u16),
    SetSsthresh(Register, u16),
    /// Adds the second register's value to a filter, with the third one's as its span; gives the
    /// extreme of its last values.
    Windowed(Register, Register, Register, u16),
    /// Sets the title of the next decision.
    Explain(u16),
    /// Applies New Reno's rule for the event.
    Standard,
    /// Ends the run if the register holds no number: an input of an expression that is unknown.
    Needs(Register),
}

/// No site: growth hooks report no decisions.
pub const NO_SITE: u16 = u16::MAX;

#[derive(Clone, Copy, Debug, PartialEq, Eq, BorshSerialize, BorshDeserialize)]
pub enum FaultKind {
    /// A division by zero.
    ByZero,
    /// A result that is not finite, and is therefore not assigned, or a cwnd beyond its limit.
    NotFinite,
}

/// A line that may divide by zero or assign a number that is not finite.
#[derive(Clone, Copy, Debug, PartialEq, Eq, BorshSerialize, BorshDeserialize)]
pub struct Fault {
    pub line: u32,
    pub kind: FaultKind,
}

/// The instructions of a hook.
#[derive(Clone, Debug, Default, PartialEq, BorshSerialize, BorshDeserialize)]
pub struct Code {
    pub instructions: Vec<Instruction>,
    /// Per instruction: the index in [`Program::faults`], if it has a fault.
    pub faults: Vec<u16>,
    /// The inputs that the hook reads, and their registers.
    pub inputs: Vec<(Input, Register)>,
}

/// The source of a value in a decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, BorshSerialize, BorshDeserialize)]
pub enum TermValue {
    /// The assigned value.
    After,
    /// The value before the assignment.
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
    pub symbol: String,
    pub unit: Unit,
    pub value: TermValue,
}

/// An assignment to cwnd or ssthresh that is explained.
#[derive(Clone, Debug, PartialEq, BorshSerialize, BorshDeserialize)]
pub struct Site {
    /// The line of the source.
    pub line: u32,
    /// The hook.
    pub event: Event,
    pub is_cwnd: bool,
    /// The equation in LaTeX, with quantities as term names in doubled braces.
    pub formula: String,
    /// The quantities, at most [`ackscope_engine::trace::MAX_TERMS`].
    pub terms: Vec<SiteTerm>,
    /// The titles that `explain` may have set, by the numbers of their texts.
    pub titles: Vec<u16>,
}

/// A param that a scenario can set.
#[derive(Clone, Debug, PartialEq, BorshSerialize, BorshDeserialize)]
pub struct Param {
    pub name: String,
    /// A number or a condition.
    pub kind: Kind,
    /// Factor from the unit in which it is written to base units.
    pub scale: f64,
    /// Its default in base units; 0 or 1 for a condition.
    pub default: f64,
    /// Lower and upper bound in base units.
    pub range: Option<(f64, f64)>,
    pub help: String,
    pub register: Register,
}

#[derive(Clone, Debug, PartialEq, BorshSerialize, BorshDeserialize)]
pub struct State {
    pub name: String,
    /// A number or a condition.
    pub kind: Kind,
    pub register: Register,
}

/// The chart of a lane in which a state is plotted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, BorshSerialize, BorshDeserialize)]
pub enum Row {
    /// The chart of the bandwidth estimate.
    Bwe,
    /// The chart of the RTT.
    Rtt,
    /// The chart of the window.
    Window,
    /// Its own chart.
    Own,
}

/// A state to plot.
#[derive(Clone, Debug, PartialEq, BorshSerialize, BorshDeserialize)]
pub struct Shown {
    pub name: String,
    pub unit: Unit,
    /// Its unit as text; empty for a plain number.
    pub written: String,
    /// The chart in which it is plotted.
    pub row: Row,
    pub register: Register,
}

/// A call of `windowed_max` or `windowed_min`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, BorshSerialize, BorshDeserialize)]
pub struct Filter {
    /// True for the maximum.
    pub is_max: bool,
    /// True if its span is a number of rounds, false if it is a time.
    pub by_rounds: bool,
}

/// What a program needs from the sender.
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
    /// The name after `algorithm`; empty if there is none.
    pub name: String,
    pub params: Vec<Param>,
    pub states: Vec<State>,
    /// The states to plot.
    pub shown: Vec<Shown>,
    /// The hooks, by [`Event`]; `None` if the script has no such hook.
    pub hooks: [Option<Code>; EVENTS],
    /// The code of `pace`, and the register of its value.
    pub pace: Option<(Code, Register)>,
    /// The decisions.
    pub sites: Vec<Site>,
    /// The texts of `explain`.
    pub texts: Vec<String>,
    /// The possible faults, by line.
    pub faults: Vec<Fault>,
    /// The filters, one per call in the text.
    pub filters: Vec<Filter>,
    /// The values of all registers at the start of a connection.
    pub registers: Vec<f64>,
    /// What it needs from the sender.
    pub uses: Uses,
}

impl Program {
    /// The code of a hook.
    pub fn hook(&self, event: Event) -> Option<&Code> {
        self.hooks[event as usize].as_ref()
    }

    /// Upper bound of the number of instructions for one event.
    pub fn longest_hook(&self) -> usize {
        let pace = self.pace.as_ref().map_or(0, |(code, _)| code.instructions.len());
        let hooks = self.hooks.iter().flatten();
        hooks.map(|code| code.instructions.len()).max().unwrap_or(0) + pace
    }
}

impl TermValue {
    /// Applies `change` to its register, if it has one.
    pub fn each_register(&mut self, change: impl Fn(&mut Register)) {
        match self {
            TermValue::Window(register) | TermValue::Register(register) => change(register),
            TermValue::After | TermValue::Before => {}
        }
    }
}
