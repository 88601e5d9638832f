//! The machine that runs a program.

use super::program::{CWND, Code, Comparison, Instruction, NO_SITE, Register, SSTHRESH, Unary};
use ackscope_engine::math;
use ackscope_engine::tcp::MAX_WINDOW;

/// Interface from a running program to its host.
pub trait Host {
    /// The next number of the flow's random stream, in [0, 1).
    fn random(&mut self) -> f64;

    /// Adds a value to a filter; returns the extreme of its values in the last `span`.
    fn windowed(&mut self, filter: u16, value: f64, span: f64) -> f64;

    /// A window is changed at the site. The registers still hold the values before the change.
    /// `explained` is the text that explains it.
    fn decided(&mut self, site: u16, explained: Option<u16>, registers: &[f64], after: f64);

    /// Applies New Reno's rule for this event to cwnd and ssthresh.
    fn standard(&mut self, registers: &mut [f64]);

    /// The fault has occurred (again).
    fn fault(&mut self, fault: u16);

    /// An input that is needed is unknown, which ends the run. A sender always knows its own.
    fn unknown(&mut self) {}
}

/// A condition as a register value.
#[inline]
pub fn truth(condition: bool) -> f64 {
    f64::from(u8::from(condition))
}

/// Applies a function of one number.
pub fn unary(function: Unary, x: f64) -> f64 {
    match function {
        Unary::Not => 1.0 - x,
        Unary::Minus => -x,
        Unary::Abs => x.abs(),
        Unary::Floor => x.floor(),
        Unary::Ceil => x.ceil(),
        Unary::Round => x.round(),
        Unary::Sqrt => x.sqrt(),
        Unary::Cbrt => math::cbrt(x),
        Unary::Exp => math::exp(x),
        Unary::Log => math::ln(x),
        Unary::Log10 => math::log10(x),
        Unary::Sign if x > 0.0 => 1.0,
        Unary::Sign if x < 0.0 => -1.0,
        Unary::Sign => 0.0,
    }
}

/// An operation on two numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Binary {
    Add,
    Subtract,
    Multiply,
    Divide,
    Power,
    /// The first number if it is smaller, otherwise the second.
    Min,
    Max,
}

/// Applies an operation to two numbers; `None` for a division by zero, which has no result.
#[inline(always)]
pub fn binary(operation: Binary, a: f64, b: f64) -> Option<f64> {
    Some(match operation {
        Binary::Add => a + b,
        Binary::Subtract => a - b,
        Binary::Multiply => a * b,
        Binary::Divide if b == 0.0 => return None,
        Binary::Divide => a / b,
        Binary::Power => math::pow(a, b),
        Binary::Min => math::smaller(a, b),
        Binary::Max => math::larger(a, b),
    })
}

/// A program goes on with this number after a division by zero, which it counts as a fault.
pub const BY_ZERO: f64 = 0.0;

/// Evaluates a comparison.
#[inline]
pub fn compare(comparison: Comparison, a: f64, b: f64) -> bool {
    match comparison {
        Comparison::Less => a < b,
        Comparison::AtMost => a <= b,
        Comparison::Equal => a == b,
        Comparison::Unequal => a != b,
    }
}

/// Limits cwnd to its bounds.
#[inline]
pub fn bounded_cwnd(value: f64) -> f64 {
    math::smaller(MAX_WINDOW, math::larger(1.0, value))
}

/// Runs a hook on the registers `r`. It ends after at most as many steps as it has instructions.
pub fn run(code: &Code, r: &mut [f64], host: &mut dyn Host) {
    let mut at = 0;
    let mut explained = None;
    let get = |r: &[f64], register: Register| r[usize::from(register)];
    let both = |r: &[f64], operation: Binary, a: Register, b: Register| {
        binary(operation, get(r, a), get(r, b)).unwrap_or(BY_ZERO)
    };
    while let Some(&instruction) = code.instructions.get(at) {
        at += 1;
        let (to, value) = match instruction {
            Instruction::Move(to, a) => (to, get(r, a)),
            Instruction::Unary(function, to, a) => (to, unary(function, get(r, a))),
            Instruction::Add(to, a, b) => (to, both(r, Binary::Add, a, b)),
            Instruction::Subtract(to, a, b) => (to, both(r, Binary::Subtract, a, b)),
            Instruction::Multiply(to, a, b) => (to, both(r, Binary::Multiply, a, b)),
            Instruction::Divide(to, a, b) => {
                if get(r, b) == 0.0 {
                    host.fault(code.faults[at - 1]);
                }
                (to, both(r, Binary::Divide, a, b))
            }
            Instruction::Power(to, a, b) => (to, both(r, Binary::Power, a, b)),
            Instruction::Min(to, a, b) => (to, both(r, Binary::Min, a, b)),
            Instruction::Max(to, a, b) => (to, both(r, Binary::Max, a, b)),
            Instruction::Random(to) => (to, host.random()),
            Instruction::Windowed(to, a, span, filter) => {
                (to, host.windowed(filter, get(r, a), get(r, span)))
            }
            Instruction::Compare(comparison, to, a, b) => {
                (to, truth(compare(comparison, get(r, a), get(r, b))))
            }
            Instruction::Unless(comparison, a, b, target) => {
                if !compare(comparison, get(r, a), get(r, b)) {
                    at = usize::from(target);
                }
                continue;
            }
            Instruction::IfNot(a, target) => {
                if get(r, a) == 0.0 {
                    at = usize::from(target);
                }
                continue;
            }
            Instruction::If(a, target) => {
                if get(r, a) != 0.0 {
                    at = usize::from(target);
                }
                continue;
            }
            Instruction::Jump(target) => {
                at = usize::from(target);
                continue;
            }
            Instruction::SetState(to, a) => {
                let value = get(r, a);
                if !value.is_finite() {
                    host.fault(code.faults[at - 1]);
                    continue;
                }
                (to, value)
            }
            Instruction::SetCwnd(a, site) | Instruction::SetSsthresh(a, site) => {
                let value = get(r, a);
                if !value.is_finite() {
                    host.fault(code.faults[at - 1]);
                    continue;
                }
                let (to, after) = match instruction {
                    Instruction::SetCwnd(..) => (CWND, bounded_cwnd(value)),
                    _ => (SSTHRESH, math::larger(value, 2.0)),
                };
                if to == CWND && value > MAX_WINDOW {
                    host.fault(code.faults[at - 1]);
                }
                if site != NO_SITE && after != get(r, to) {
                    host.decided(site, explained.take(), r, after);
                }
                (to, after)
            }
            Instruction::Explain(text) => {
                explained = Some(text);
                continue;
            }
            Instruction::Needs(a) => {
                if get(r, a).is_nan() {
                    return host.unknown();
                }
                continue;
            }
            Instruction::Standard => {
                host.standard(r);
                continue;
            }
        };
        r[usize::from(to)] = value;
    }
}
