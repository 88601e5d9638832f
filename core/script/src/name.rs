//! The words of the language: functions, keywords, and inputs.

pub use ackscope_program::input::*;
use ackscope_program::program::Unary;

/// Whether a function draws random numbers or keeps samples, which only a sender does.
pub(crate) fn is_of_a_sender(name: &str) -> bool {
    matches!(name, "random" | "windowed_max" | "windowed_min")
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Function {
    Min,
    Max,
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
    Clamp,
    Smooth,
    Random,
    WindowedMax,
    WindowedMin,
}

impl Function {
    /// The machine's function of one number; `None` if it takes no or several numbers.
    pub fn unary(self) -> Option<Unary> {
        Some(match self {
            Function::Abs => Unary::Abs,
            Function::Floor => Unary::Floor,
            Function::Ceil => Unary::Ceil,
            Function::Round => Unary::Round,
            Function::Sqrt => Unary::Sqrt,
            Function::Cbrt => Unary::Cbrt,
            Function::Exp => Unary::Exp,
            Function::Log => Unary::Log,
            Function::Log10 => Unary::Log10,
            Function::Sign => Unary::Sign,
            _ => return None,
        })
    }
}

/// A declared function.
#[derive(Clone, Copy, Debug)]
pub struct FunctionName {
    pub word: &'static str,
    pub function: Function,
    /// Number of its values; `min` and `max` take at least this many.
    pub values: usize,
    /// Its notation.
    pub shape: &'static str,
}

impl FunctionName {
    /// True if it also takes more values than `values`.
    pub fn takes_more(&self) -> bool {
        matches!(self.function, Function::Min | Function::Max)
    }
}

const fn function(
    word: &'static str,
    function: Function,
    values: usize,
    shape: &'static str,
) -> FunctionName {
    FunctionName { word, function, values, shape }
}

pub static FUNCTIONS: &[FunctionName] = &[
    function("min", Function::Min, 2, "min(a, b, …)"),
    function("max", Function::Max, 2, "max(a, b, …)"),
    function("abs", Function::Abs, 1, "abs(x)"),
    function("floor", Function::Floor, 1, "floor(x)"),
    function("ceil", Function::Ceil, 1, "ceil(x)"),
    function("round", Function::Round, 1, "round(x)"),
    function("sqrt", Function::Sqrt, 1, "sqrt(x)"),
    function("cbrt", Function::Cbrt, 1, "cbrt(x)"),
    function("exp", Function::Exp, 1, "exp(x)"),
    function("log", Function::Log, 1, "log(x)"),
    function("log10", Function::Log10, 1, "log10(x)"),
    function("sign", Function::Sign, 1, "sign(x)"),
    function("clamp", Function::Clamp, 3, "clamp(x, low, high)"),
    function("smooth", Function::Smooth, 3, "smooth(old, new, gain)"),
    function("random", Function::Random, 0, "random()"),
    function("windowed_max", Function::WindowedMax, 2, "windowed_max(x, span)"),
    function("windowed_min", Function::WindowedMin, 2, "windowed_min(x, span)"),
];

/// The words of the grammar.
pub const WORDS: &[&str] = &[
    "algorithm",
    "param",
    "in",
    "true",
    "false",
    "state",
    "on",
    "let",
    "if",
    "else",
    "standard",
    "explain",
    "show",
    "as",
    "BWE",
    "RTT",
    "pace",
    "and",
    "or",
    "not",
];

/// The two variables of the sender that a script may assign.
pub const WINDOWS: [&str; 2] = ["cwnd", "ssthresh"];

/// True if `word` is a word of the grammar. Such a word after a number is not a unit.
pub fn is_word(word: &str) -> bool {
    WORDS.contains(&word)
}

/// The event called `word`.
pub fn event_of(word: &str) -> Option<Event> {
    EVENT_NAMES.iter().find(|known| known.word == word).map(|known| known.event)
}

/// The input called `word`.
pub fn input_of(word: &str) -> Option<&'static InputName> {
    INPUTS.iter().find(|known| known.word == word)
}

/// The function called `word`.
pub fn function_of(word: &str) -> Option<&'static FunctionName> {
    FUNCTIONS.iter().find(|known| known.word == word)
}

/// True if the language defines `word` as a value or a function.
pub fn is_known(word: &str) -> bool {
    WINDOWS.contains(&word) || input_of(word).is_some() || function_of(word).is_some()
}

/// The reason why no param, state or let may be called `word`, if there is one.
pub fn taken(word: &str) -> Option<&'static str> {
    if WINDOWS.contains(&word) || input_of(word).is_some() {
        Some("what a script sees")
    } else if function_of(word).is_some() {
        Some("a function")
    } else if ackscope_program::unit::is_unit(word) {
        Some("a unit")
    } else if is_word(word) || event_of(word).is_some() {
        Some("a word of the language")
    } else {
        None
    }
}
