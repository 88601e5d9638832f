//! Any text gives a program or mistakes. Any program keeps its window within bounds and executes no
//! more instructions than it has. `FUZZ_CASES=100000 cargo test -p ackscope-script fuzz::`
//! runs longer, and `FUZZ_SEED` starts elsewhere.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use ackscope_program::machine::{Host, run};
use ackscope_program::program::{Instruction, Program};
use ackscope_script::name::{EVENT_NAMES, INPUTS, Kind};
use ackscope_script::{LONGEST_SOURCE, MAX_ERRORS, compile, printed};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

fn library() -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("library");
    let files = fs::read_dir(folder).expect("the library");
    let mut texts: Vec<String> =
        files.map(|file| fs::read_to_string(file.expect("readable").path()).expect("text")).collect();
    texts.sort();
    assert!(texts.len() >= 9);
    texts
}

/// Words and signs from which random texts are made.
/// Scripts in the library.
const LIBRARY: usize = 11;

const PIECES: &[&str] = &[
    "on",
    "loss",
    "ack",
    "round",
    "{",
    "}",
    "(",
    ")",
    "\n",
    "\n",
    ";",
    "cwnd",
    "ssthresh",
    "rtt",
    "x",
    "y",
    "=",
    "+=",
    "==",
    "+",
    "-",
    "*",
    "/",
    "^",
    "?",
    ":",
    ",",
    "1",
    "0.5",
    "3 s",
    "2segments/s",
    "and",
    "or",
    "not",
    "if",
    "else",
    "let",
    "state",
    "param",
    "show",
    "as",
    "BWE",
    "pace",
    "min",
    "max(",
    "true",
    "\"t\"",
    "explain",
    "standard()",
    "in",
    "..",
    "#",
    "α",
    "\t",
    "\r\n",
    "&&",
    "1e999",
    "_",
    "random()",
    "in_slow_start",
    "windowed_max(",
    "windowed_min(x, 10 rounds)",
    "rounds",
];

fn check(text: &str) {
    match compile(text) {
        Ok(program) => {
            let again = printed(text).expect("no mistakes");
            let again = compile(&again).unwrap_or_else(|errors| panic!("{errors:?}\n{text}\n---\n{again}"));
            assert_eq!(law(&again), law(&program), "{text}");
            holds(&program, 7);
        }
        Err(errors) => {
            assert!(!errors.is_empty() && errors.len() <= MAX_ERRORS);
            let lines: Vec<&str> = text.split('\n').collect();
            for error in &errors {
                let line = lines.get(error.line as usize - 1).unwrap_or(&"");
                let inside = error.column as usize <= line.chars().count() + 1;
                assert!(inside && !error.message.is_empty(), "{error} of {text:?}");
            }
            let places: Vec<_> = errors.iter().map(|error| (error.line, error.column)).collect();
            assert!(places.is_sorted(), "{places:?}");
        }
    }
}

/// A program without its line numbers and formulas, as text.
fn law(program: &Program) -> String {
    let mut law = program.clone();
    law.sites.iter_mut().for_each(|site| site.line = 0);
    law.faults.clear();
    for code in law.hooks.iter_mut().flatten().chain(law.pace.iter_mut().map(|(code, _)| code)) {
        code.faults.clear();
    }
    for site in &mut law.sites {
        // Formulas keep numbers as they were written.
        site.formula.clear();
    }
    // A constant may be NaN, which equals nothing, so the programs are compared as text.
    format!("{law:?}")
}

/// A host with random draws. It asserts that every decision is finite.
struct Counter(u64);

impl Host for Counter {
    fn random(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 11) as f64 / (1_u64 << 53) as f64
    }

    fn windowed(&mut self, _filter: u16, value: f64, span: f64) -> f64 {
        if self.random() < 0.5 { value } else { value + span }
    }

    fn decided(&mut self, _site: u16, _explained: Option<u16>, _registers: &[f64], after: f64) {
        assert!(after.is_finite());
    }

    fn standard(&mut self, registers: &mut [f64]) {
        registers[0] = (registers[0] / 2.0).max(1.0);
    }

    fn fault(&mut self, _fault: u16) {}
}

/// Runs every hook with extreme numbers.
fn holds(program: &Program, seed: u64) {
    let mut registers = program.registers.clone();
    (registers[0], registers[1]) = (3.0, f64::INFINITY);
    let mut host = Counter(seed);
    let odd = [0.0, 1.0, -1.0, 1e-300, 1e300, f64::INFINITY, f64::NAN, 17.5];
    for code in program.hooks.iter().flatten().chain(program.pace.iter().map(|(code, _)| code)) {
        for (at, instruction) in code.instructions.iter().enumerate() {
            // Jumps only lead forward, so no instruction is executed twice.
            if let Instruction::Jump(to)
            | Instruction::If(_, to)
            | Instruction::IfNot(_, to)
            | Instruction::Unless(_, _, _, to) = instruction
            {
                assert!(usize::from(*to) > at && usize::from(*to) <= code.instructions.len());
            }
        }
        for round in 0..odd.len() {
            for (place, (_, register)) in code.inputs.iter().enumerate() {
                registers[usize::from(*register)] = odd[(place + round) % odd.len()];
            }
            run(code, &mut registers, &mut host);
            assert!((1.0..=1e7).contains(&registers[0]), "cwnd {}", registers[0]);
            assert!(registers[1] >= 2.0, "ssthresh {}", registers[1]);
        }
    }
    for state in &program.states {
        assert!(registers[usize::from(state.register)].is_finite(), "{}", state.name);
    }
}

/// A random expression without a unit.
fn expression(depth: u32) -> BoxedStrategy<String> {
    let names: Vec<String> = INPUTS
        .iter()
        .filter_map(|known| match known.kind {
            Kind::Number(unit) if known.is_known_in(None) => {
                let word = unit.written();
                Some(if word.contains("plain") || word.contains("bits") {
                    format!("sign({})", known.word)
                } else {
                    format!("{} / 1 {word}", known.word)
                })
            }
            _ => None,
        })
        .chain(["x", "y", "cwnd / 1 segments", "0", "2", "1e300", "0.1", "random()"].map(str::to_owned))
        .collect();
    let leaf = proptest::sample::select(names);
    const OPERATORS: &[&str] = &["+", "-", "*", "/", "^", "*"];
    const FUNCTIONS: &[&str] =
        &["abs", "floor", "ceil", "round", "sqrt", "cbrt", "exp", "log", "log10", "sign", "-"];
    const COMPARISONS: &[&str] = &["<", "<=", ">", ">=", "==", "!="];
    leaf.prop_recursive(depth, 40, 3, move |inner| {
        let pair = (inner.clone(), proptest::sample::select(OPERATORS), inner.clone())
            .prop_map(|(a, operator, b)| format!("({a}) {operator} ({b})"));
        let one = (proptest::sample::select(FUNCTIONS), inner.clone())
            .prop_map(|(function, a)| format!("{function}({a})"));
        let several = (inner.clone(), inner.clone(), inner.clone()).prop_map(|(a, b, c)| {
            format!("max({a}, min({b}, {c}), clamp({a}, {b}, {c}), smooth({a}, {b}, {c}))")
        });
        let choice = (inner.clone(), proptest::sample::select(COMPARISONS), inner.clone(), inner).prop_map(
            |(a, comparison, b, c)| {
                format!("(({a}) {comparison} ({b}) and not in_slow_start or f ? ({c}) : ({a}))")
            },
        );
        prop_oneof![3 => pair, 2 => one, 1 => several, 1 => choice]
    })
    .boxed()
}

/// A random program with any statement.
fn program() -> impl Strategy<Value = String> {
    let statement = (expression(3), 0..9_u8).prop_map(|(value, which)| match which {
        0 => format!("cwnd = {value}"),
        1 => format!("cwnd += {value}"),
        2 => format!("ssthresh = {value}"),
        3 => format!("x = {value}"),
        4 => format!("y /= {value}"),
        5 => format!("f = {value} > 1\n  explain \"why\""),
        // One call per statement: a script may have 16.
        6 => format!("x = windowed_max({value}, 2 s * ({value}))"),
        7 => format!("y = windowed_min(cwnd / 1 segments + ({value}), 10 rounds)"),
        _ => format!("if x < {value} {{ standard(); cwnd *= 0.5 }} else if f {{ y = 1 }} else {{ x = 0 }}"),
    });
    proptest::collection::vec(proptest::collection::vec(statement, 1..4), 1..5).prop_map(|hooks| {
        let mut text = "state x = 1\nstate y = 2\nstate f = false\n".to_owned();
        for (body, event) in hooks.iter().zip(["loss", "timeout", "avoidance", "slow_start", "ecn"]) {
            let _ = writeln!(text, "on {event} {{\n  {}\n}}", body.join("\n  "));
        }
        text
    })
}

fn config() -> ProptestConfig {
    let number = |name: &str, default: u64| {
        std::env::var(name).ok().map_or(default, |text| text.parse().expect("a whole number"))
    };
    // `npm run test:matrix` sets the day: then all cases, others each day.
    let day = number("ACKSCOPE_DAY", 0);
    ProptestConfig {
        cases: number("FUZZ_CASES", if day > 0 { 400 } else { 100 }) as u32,
        rng_seed: RngSeed::Fixed(number("FUZZ_SEED", 0x5c21 ^ day)),
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn words_thrown_together_give_a_program_or_mistakes(
        words in proptest::collection::vec(proptest::sample::select(PIECES), 0..120)
    ) {
        check(&words.join(" "));
        check(&words.concat());
    }

    #[test]
    fn any_text_gives_a_program_or_mistakes(text in "\\PC{0,300}") {
        check(&text);
    }

    #[test]
    fn a_script_with_something_changed_gives_a_program_or_mistakes(
        which in 0..LIBRARY, at in 0.0..1.0_f64, length in 0..12_usize, piece in proptest::sample::select(PIECES)
    ) {
        let mut text: Vec<char> = library()[which].chars().collect();
        let from = (at * text.len() as f64) as usize;
        let to = (from + length).min(text.len());
        text.splice(from..to, piece.chars());
        check(&text.into_iter().collect::<String>());
    }

    #[test]
    fn any_program_keeps_its_window_within_bounds(text in program(), seed in any::<u64>()) {
        // About one text in 15,000 is longer than a script may be.
        prop_assume!(text.len() <= LONGEST_SOURCE);
        let program = compile(&text).unwrap_or_else(|errors| panic!("{errors:?}\n{text}"));
        holds(&program, seed);
        check(&text);
    }
}

#[test]
fn the_library_printed_again_is_the_same_program() {
    assert_eq!(library().len(), LIBRARY);
    for text in library() {
        check(&text);
    }
}

#[test]
fn the_longest_and_deepest_texts_end_soon() {
    let fill = |piece: &str| piece.repeat(LONGEST_SOURCE / piece.len());
    for piece in [
        "(",
        "{",
        "?",
        "1+",
        "not ",
        "-",
        "a(",
        "on loss {",
        "if ",
        "else ",
        "x=1;",
        "\"",
        "^",
        "let a = 1\n",
    ] {
        for before in ["", "on loss { cwnd = ", "on loss { if ", "pace "] {
            let text = format!("{before}{}", fill(piece));
            check(&text[..text.len().min(LONGEST_SOURCE)]);
        }
    }
    let events: Vec<&str> = EVENT_NAMES.iter().map(|known| known.word).collect();
    let hooks: String = events.iter().map(|word| format!("on {word} {{ }}\n")).collect();
    assert_eq!(compile(&hooks).expect_err("beside").len(), 1, "increase stands beside slow_start");
}
