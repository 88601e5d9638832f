//! Why is a lane slow, late or unfair? It runs again with one suspect taken away, and what that
//! changes is the answer.
//!
//! ```text
//! lane ──frame──> scenario with nothing derived ──change of a suspect──> runs ──> verdicts ──> answer
//! ```
//!
//! A suspect is one file in `suspects/` and one word in its list. The method is in
//! `docs/specs/causes.md`.

mod answer;
mod asked;
mod bound;
mod case;
mod change;
mod distance;
mod frame;
mod inquiry;
mod measured;
mod of;
mod report;
mod sliced;
mod suspects;
mod trial;
mod tried;
mod words;

pub use asked::{Answered, Question};
pub use case::Case;
pub use inquiry::ask;
pub use of::Of;
pub use report::{Answer, AnswerKind, CausesReport, Distance, Explained, SuspectReport, Verdict};
pub use sliced::Inquiry;
pub use suspects::{NOT_SUSPECTED, SUSPECTS, Suspect};
pub use trial::{Outcome, Trial};
