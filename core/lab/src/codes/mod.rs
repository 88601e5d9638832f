//! Answer codes of a class: an answer, or the result of an exercise, in sixteen characters that a learner
//! copies and a teacher pastes. A code holds no name.
//!
//! 80 bits: version 2, kind 3, lesson 7, step 3, payload 60, check 5. docs/codes.md states the format.

mod answers;
mod error;
mod list;
mod said;
mod symbols;
mod variant;
mod vary;

pub use answers::{Given, POINTS, ToldAnswer, level, means};
pub use error::CodeError;
pub use list::{CodeLine, LookAlike, name_and_code, read_list};
pub use said::Said;
pub use variant::variant;
pub use vary::Vary;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use symbols::{LENGTH, check, grouped, symbols};

/// The largest number of a lesson. Lessons of this site have 1 to 95, those from elsewhere 96 to 127.
pub const LAST_LESSON: u8 = 127;
/// The first number of a lesson from elsewhere.
pub const FIRST_FOREIGN: u8 = 96;
/// The largest number of a step.
pub const LAST_STEP: u8 = 8;
/// The most conditions of an exercise.
pub const MAX_CONDITIONS: u8 = 12;
pub const VARIANT_BITS: u32 = 12;

/// Which question a code answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "CodePlace")]
pub struct Place {
    /// The number of the lesson.
    pub lesson: u8,
    /// The step, from 1.
    pub step: u8,
}

/// What a code says.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case")]
#[schemars(rename = "AnswerCode")]
pub enum Code {
    /// A drawn curve: the mean of each twelfth of the axis, as one of 32 levels.
    Curve {
        /// Which question.
        of: Place,
        levels: [u8; POINTS],
    },
    /// Answers from this step on, for five steps.
    Answers {
        /// The first question.
        of: Place,
        answers: [ToldAnswer; 5],
    },
    /// The result of an exercise.
    Result {
        /// Which exercise.
        of: Place,
        /// The number of conditions.
        conditions: u8,
        /// Which of them hold: bit 0 is the first.
        holding: u16,
        /// The variant; 0 without one.
        variant: u16,
        /// The first 32 bits of the run's trace hash.
        trace: u32,
    },
    /// A drawn curve of a variant, with 16 levels.
    CurveOfVariant {
        /// Which question.
        of: Place,
        variant: u16,
        levels: [u8; POINTS],
    },
}

/// Bits that are written one field after another.
struct Bits {
    value: u128,
    width: u32,
}

impl Bits {
    fn put(&mut self, number: u64, bits: u32) {
        debug_assert!(number < 1 << bits);
        self.value = self.value << bits | u128::from(number);
        self.width += bits;
    }
}

/// Bits of a code without its check character.
const WIDTH: u32 = 75;

impl Code {
    /// The question that it answers.
    pub fn place(&self) -> Place {
        match self {
            Code::Curve { of, .. }
            | Code::Answers { of, .. }
            | Code::Result { of, .. }
            | Code::CurveOfVariant { of, .. } => *of,
        }
    }

    /// Its sixteen characters, in fours.
    ///
    /// # Errors
    /// A number that a code cannot hold.
    pub fn write(&self) -> Result<String, CodeError> {
        self.refuse()?;
        let Place { lesson, step } = self.place();
        let mut bits = Bits { value: 0, width: 0 };
        bits.put(0, 2);
        bits.put(self.kind(), 3);
        bits.put(u64::from(lesson), 7);
        bits.put(u64::from(step) - 1, 3);
        match self {
            Code::Curve { levels, .. } => levels.iter().for_each(|&level| bits.put(level.into(), 5)),
            Code::Answers { answers, .. } => {
                answers.iter().for_each(|answer| bits.put(answer.code.into(), 12));
            }
            Code::Result { conditions, holding, variant, trace, .. } => {
                bits.put(u64::from(*conditions), 4);
                bits.put(u64::from(*holding), 12);
                bits.put(u64::from(*variant), VARIANT_BITS);
                bits.put(u64::from(*trace), 32);
            }
            Code::CurveOfVariant { variant, levels, .. } => {
                bits.put(u64::from(*variant), VARIANT_BITS);
                levels.iter().for_each(|&level| bits.put(level.into(), 4));
            }
        }
        debug_assert_eq!(bits.width, WIDTH);
        let mut written = [0; LENGTH];
        for (place, symbol) in written[..LENGTH - 1].iter_mut().enumerate() {
            *symbol = (bits.value >> (WIDTH as usize - 5 * (place + 1)) & 31) as u8;
        }
        written[LENGTH - 1] = check(&written[..LENGTH - 1]);
        Ok(grouped(&written))
    }

    /// Reads a code as somebody may write it: case, spaces and hyphens do not matter.
    ///
    /// # Errors
    /// Why it is no code.
    pub fn read(text: &str) -> Result<Code, CodeError> {
        let read = symbols(text)?;
        if check(&read[..LENGTH - 1]) != read[LENGTH - 1] {
            return Err(CodeError::Check);
        }
        let value = read[..LENGTH - 1].iter().fold(0, |value: u128, &symbol| value << 5 | u128::from(symbol));
        let take = |high: u32, bits: u32| (value >> (WIDTH - high - bits)) as u64 & ((1 << bits) - 1);
        let (version, kind) = (take(0, 2), take(2, 3));
        if version != 0 {
            return Err(CodeError::Version(version + 1));
        }
        let of = Place { lesson: take(5, 7) as u8, step: take(12, 3) as u8 + 1 };
        let levels = |from: u32, bits: u32| -> [u8; POINTS] {
            std::array::from_fn(|place| take(from + bits * place as u32, bits) as u8)
        };
        let code = match kind {
            0 => Code::Curve { of, levels: levels(15, 5) },
            1 => Code::Answers {
                of,
                answers: std::array::from_fn(|place| ToldAnswer::of(take(15 + 12 * place as u32, 12) as u16)),
            },
            2 => Code::Result {
                of,
                conditions: take(15, 4) as u8,
                holding: take(19, 12) as u16,
                variant: take(31, VARIANT_BITS) as u16,
                trace: take(43, 32) as u32,
            },
            3 => Code::CurveOfVariant { of, variant: take(15, VARIANT_BITS) as u16, levels: levels(27, 4) },
            other => return Err(CodeError::Kind(other)),
        };
        code.refuse()?;
        Ok(code)
    }

    fn kind(&self) -> u64 {
        match self {
            Code::Curve { .. } => 0,
            Code::Answers { .. } => 1,
            Code::Result { .. } => 2,
            Code::CurveOfVariant { .. } => 3,
        }
    }

    /// Refuses numbers that do not fit.
    fn refuse(&self) -> Result<(), CodeError> {
        let most = |what, found: u64, most: u64, allowed| match found > most {
            true => Err(CodeError::Number { what, found, allowed }),
            false => Ok(()),
        };
        let Place { lesson, step } = self.place();
        most("the lesson", lesson.into(), LAST_LESSON.into(), "0 to 127")?;
        if !(1..=LAST_STEP).contains(&step) {
            return Err(CodeError::Number { what: "the step", found: step.into(), allowed: "1 to 8" });
        }
        match self {
            Code::Curve { levels, .. } => {
                levels.iter().try_for_each(|&level| most("a level", level.into(), 31, "0 to 31"))
            }
            Code::Answers { answers, .. } => {
                answers.iter().try_for_each(|told| most("an answer", told.code.into(), 4095, "0 to 4095"))
            }
            Code::Result { conditions, holding, variant, .. } => {
                if *conditions > MAX_CONDITIONS || holding >> conditions != 0 {
                    return Err(CodeError::Conditions);
                }
                most("the variant", u64::from(*variant), 4095, "0 to 4095")
            }
            Code::CurveOfVariant { variant, levels, .. } => {
                most("the variant", u64::from(*variant), 4095, "0 to 4095")?;
                levels.iter().try_for_each(|&level| most("a level", level.into(), 15, "0 to 15"))
            }
        }
    }
}
