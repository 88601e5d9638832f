//! Answer codes: worked vectors, laws that every code keeps, and what a pasted list says of its lines.

use ackscope_lab::codes::{Code, CodeError, Given, POINTS, Place, Said, ToldAnswer, level, means, read_list};
use proptest::prelude::*;

const ALPHABET: &str = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

fn place(lesson: u8, step: u8) -> Place {
    Place { lesson, step }
}

fn said(said: Said) -> String {
    said.code().and_then(|code| code.write()).expect("fits")
}

fn curve(of: Place, points: &[(f64, f64)], to: f64, top: f64, variant: Option<u16>) -> String {
    said(Said::Curve { of, means: means(points, 0.0, to), top, variant })
}

/// The codes that design and documentation state: each is what somebody would compute by hand.
#[test]
fn worked_codes() {
    // A line from 10 to 300 packets over 4 s, and a level one at 166 packets; the axis ends at 300.
    assert_eq!(curve(place(2, 1), &[(0.0, 10.0), (4.0, 300.0)], 4.0, 300.0, None), "00G2-47AC-FHMP-SWYS");
    assert_eq!(curve(place(2, 1), &[(0.0, 166.0), (4.0, 166.0)], 4.0, 300.0, None), "00GH-HHHH-HHHH-HHHJ");
    let share = Given::Number { value: 0.85, low: 0.5, high: 1.0 };
    let answers = vec![Given::None, Given::None, share, Given::Unsure];
    assert_eq!(said(Said::Answers { of: place(2, 1), answers }), "10G0-0001-BRZZ-W00M");
    let answers = vec![Given::Choice { option: 1 }, Given::Choice { option: 2 }];
    assert_eq!(said(Said::Answers { of: place(10, 3), answers }), "12J0-0G06-0000-000M");
    let result = Said::Result {
        of: place(40, 4),
        holds: vec![true, false, true, false],
        variant: 7,
        trace_hash: "664d4cde9ad6a5f8".to_owned(),
    };
    assert_eq!(said(result), "2A38-02G0-XK4T-K6YD");
    // A variant has 16 levels: 40 packets falling to 0 over 100 s, the axis ends at 50.
    let falling = [(0.0, 40.0), (100.0, 0.0)];
    assert_eq!(curve(place(4, 2), &falling, 100.0, 50.0, Some(1234)), "3119-MPBN-6358-CGGQ");
}

#[test]
fn a_code_says_what_was_said() {
    let Code::Answers { of, answers } = Code::read("10G0-0001-BRZZ-W00M").expect("a code") else { panic!() };
    assert_eq!(of, place(2, 1));
    assert_eq!(answers.map(|told| told.is_given()), [false, false, true, true, false]);
    assert_eq!(answers[2].number(0.5, 1.0), Some(0.85));
    assert_eq!((answers[3].option, answers[3].number(0.5, 1.0)), (None, None), "unsure");
    let Code::Answers { answers, .. } = Code::read("12J0-0G06-0000-000M").expect("a code") else { panic!() };
    assert_eq!((answers[0].option, answers[1].option), (Some(1), Some(2)));
    let Code::Result { holding, conditions, variant, trace, .. } =
        Code::read("2a38 02go xk4t k6yd").expect("case, spaces, O")
    else {
        panic!()
    };
    assert_eq!((holding, conditions, variant, trace), (0b101, 4, 7, 0x664d_4cde));
}

fn any_code() -> impl Strategy<Value = Code> {
    let of = (0..128u8, 1..=8u8).prop_map(|(lesson, step)| Place { lesson, step });
    let curve = prop::array::uniform12(0..32u8);
    let coarse = prop::array::uniform12(0..16u8);
    let answers = prop::array::uniform5(0..4096u16);
    prop_oneof![
        (of.clone(), curve).prop_map(|(of, levels)| Code::Curve { of, levels }),
        (of.clone(), answers).prop_map(|(of, told)| Code::Answers { of, answers: told.map(ToldAnswer::of) }),
        (of.clone(), 1..=12u8, any::<u16>(), 0..4096u16, any::<u32>()).prop_map(
            |(of, conditions, holding, variant, trace)| Code::Result {
                of,
                conditions,
                holding: holding & ((1 << conditions) - 1),
                variant,
                trace
            }
        ),
        (of, 0..4096u16, coarse).prop_map(|(of, variant, levels)| Code::CurveOfVariant {
            of,
            variant,
            levels
        }),
    ]
}

proptest! {
    #[test]
    fn a_code_is_read_back_however_it_is_written(code in any_code()) {
        let written = code.write().expect("fits");
        prop_assert_eq!(written.len(), 19);
        let ways = [
            written.clone(),
            written.to_lowercase().replace('-', " "),
            written.replace('0', "O").replace('1', "l").replace('-', "\u{2013}"),
            format!(" {} ", written.replace('-', "")),
        ];
        for way in ways {
            prop_assert_eq!(Code::read(&way), Ok(code.clone()), "{}", way);
        }
    }

    #[test]
    fn one_wrong_character_is_always_found(code in any_code(), at in 0..16usize, other in 0..32usize) {
        let written = code.write().expect("fits").replace('-', "");
        let other = &ALPHABET[other..=other];
        prop_assume!(written[at..=at] != *other);
        let wrong = format!("{}{other}{}", &written[..at], &written[at + 1..]);
        prop_assert_eq!(Code::read(&wrong), Err(CodeError::Check));
    }

    #[test]
    fn two_exchanged_characters_are_always_found(code in any_code(), i in 0..16usize, j in 0..16usize) {
        let written = code.write().expect("fits").replace('-', "");
        let mut wrong: Vec<char> = written.chars().collect();
        prop_assume!(wrong[i] != wrong[j]);
        wrong.swap(i, j);
        prop_assert_eq!(Code::read(&wrong.iter().collect::<String>()), Err(CodeError::Check));
    }

    /// 1/32 by the check, 1/4 by the version, 1/2 by the kind: one in 256.
    #[test]
    fn any_text_is_read_or_refused(text in "\\PC{0,24}") {
        if let Ok(code) = Code::read(&text) {
            prop_assert!(code.write().is_ok());
        }
    }

    #[test]
    fn a_level_is_off_by_half_a_level_at_most(
        values in prop::array::uniform12(0.0..0.999f64), top in 1.0..1e6f64, to in 0.1..1e3f64
    ) {
        let width = to / POINTS as f64;
        let steps: Vec<(f64, f64)> = values.iter().enumerate().flat_map(|(at, value)| {
            [(at as f64 * width, value * top), ((at + 1) as f64 * width, value * top)]
        }).collect();
        for count in [32, 16] {
            for (mean, value) in means(&steps, 0.0, to).iter().zip(values) {
                let read = (f64::from(level(*mean, top, count)) + 0.5) / f64::from(count) * top;
                prop_assert!((read - value * top).abs() <= top / f64::from(count) / 2.0 * 1.001);
            }
        }
    }

    #[test]
    fn a_number_is_off_by_half_a_step_at_most(low in -5.0..5.0f64, length in 0.1..1e6f64, at in 0.0..1.0f64) {
        let (high, value) = (low + length, low + at * length);
        let read = Given::Number { value, low, high }.told().number(low, high).expect("a number");
        prop_assert!((read - value).abs() <= length / 8000.0 * 1.001);
    }
}

#[test]
fn a_number_beyond_its_slider_is_its_end_and_never_no_answer() {
    let told = |value| Given::Number { value, low: 0.0, high: 1.0 }.told().code;
    assert_eq!([told(1e9), told(-1.0), told(f64::NAN)], [4001, 1, 4095]);
    assert_eq!(Given::Number { value: 1.0, low: 1.0, high: 1.0 }.told().code, 4095);
}

#[test]
fn what_a_code_cannot_hold_is_refused_with_what_is_allowed() {
    let levels = [0; POINTS];
    for (code, says) in [
        (Code::Curve { of: place(128, 1), levels }, "the lesson is 128; a code holds 0 to 127"),
        (Code::Curve { of: place(1, 0), levels }, "the step is 0; a code holds 1 to 8"),
        (Code::Curve { of: place(1, 9), levels }, "the step is 9; a code holds 1 to 8"),
        (Code::Curve { of: place(1, 1), levels: [32; POINTS] }, "a level is 32; a code holds 0 to 31"),
        (
            Code::Result { of: place(1, 1), conditions: 2, holding: 4, variant: 0, trace: 0 },
            "more conditions hold than there are",
        ),
    ] {
        assert_eq!(code.write().unwrap_err().to_string(), says);
    }
    for (text, says) in [
        ("00G2-47AC-FHMP-SWY", "it has 15 characters, a code has 16"),
        ("00G2-47AC-FHMP-SWYU", "the character 'U' is in no code"),
        ("00G2-47AC-FHMP-SWYS 0", "it has 17 characters, a code has 16"),
        ("00G2-47AC-FHMP-SWYT", "the check character does not fit"),
    ] {
        assert_eq!(Code::read(text).unwrap_err().to_string(), says, "{text}");
    }
}

#[test]
fn a_list_names_line_and_reason_of_what_does_not_count() {
    let list =
        "00G2-47AC-FHMP-SWYS\n\n  00gh hhhh hhhh hhhj \r\n00G2-47AC-FHMP-SWY\n12J0-0G06-0000-000M\nAnna\n";
    let read = read_list(list, Some(place(2, 1)));
    let short: Vec<(usize, bool, &str)> = read
        .iter()
        .map(|line| (line.line, line.code.is_some(), line.problem.as_deref().unwrap_or("")))
        .collect();
    assert_eq!(
        short,
        [
            (1, true, ""),
            (3, true, ""),
            (4, false, "it has 15 characters, a code has 16"),
            (5, true, "this is lesson 10, step 3"),
            (6, false, "it has 4 characters, a code has 16"),
        ]
    );
    assert_eq!(read[1].written.as_deref(), Some("00GH-HHHH-HHHH-HHHJ"));
    // A list of answers from step 1 on has one to step 3, and none to the steps 1 and 2.
    let counts = |step| read_list("10G0-0001-BRZZ-W00M", Some(place(2, step)))[0].problem.is_none();
    assert_eq!([1, 2, 3, 4, 5].map(counts), [false, false, true, true, false]);
    let none = &read_list("10G0-0001-BRZZ-W00M", Some(place(2, 1)))[0];
    assert_eq!(none.problem.as_deref(), Some("this is lesson 2, step 3"));
}

/// An 8 that was read as a B: the code with the 8 is among what is offered, and is not applied.
#[test]
fn a_look_alike_is_offered_and_not_applied() {
    let written = "00G2-47AC-FHMP-SWYS";
    let code = Code::read(written).expect("a code");
    let mut tried = 0;
    for (at, sign) in written.char_indices().filter(|&(_, sign)| "SYGM".contains(sign)) {
        let other = match sign {
            'S' => "5",
            'Y' => "V",
            'G' => "6",
            _ => "N",
        };
        let wrong = format!("{}{other}{}", &written[..at], &written[at + 1..]);
        let line = &read_list(&wrong, None)[0];
        assert!(line.code.is_none(), "{wrong} is not applied");
        let place = written[..at].replace('-', "").len() + 1;
        let offered = line.alike.iter().find(|one| one.written == written).expect("offered");
        assert_eq!((offered.place, offered.found.to_string().as_str(), offered.meant), (place, other, sign));
        assert_eq!(Code::read(&offered.written), Ok(code.clone()));
        tried += 1;
    }
    assert_eq!(tried, 5);
}

/// A list of a class has names beside the codes: a spreadsheet's, or as they came by mail.
#[test]
fn a_name_may_stand_beside_a_code() {
    let code = "00G2-47AC-FHMP-SWYS";
    for (line, name) in [
        (format!("Müller, Jörg: {code}"), Some("Müller, Jörg")),
        (format!("\"Müller, Jörg\",{code}"), Some("Müller, Jörg")),
        (format!("3052;{code}"), Some("3052")),
        (format!("Ana B.\t{}", code.to_lowercase().replace('-', " ")), Some("Ana B.")),
        (format!("{code} Zoë"), Some("Zoë")),
        (format!("\"{code}\""), None),
        // Cells of a table, the last one empty.
        (format!("Ann\t{code};"), Some("Ann")),
        (format!("Ann;{code},,"), Some("Ann")),
        (code.to_owned(), None),
    ] {
        let [read] = &read_list(&line, None)[..] else { panic!("{line}") };
        assert_eq!((read.written.as_deref(), read.name.as_deref()), (Some(code), name), "{line}: {read:?}");
    }
    // A wrong character beside a name: what may be meant is still offered.
    let [wrong] = &read_list("Jörg 00G2-47AC-FHMP-5WYS", None)[..] else { panic!("one line") };
    assert!(wrong.code.is_none() && wrong.alike.iter().any(|one| one.written == code), "{wrong:?}");
    // A line without a code is all one text.
    let [none] = &read_list("Jörg was ill", None)[..] else { panic!("one line") };
    assert_eq!((none.name.as_deref(), none.problem.is_some()), (None, true));
}
