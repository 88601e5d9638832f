//! Why a text is no answer code.

/// Why a text is no code.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CodeError {
    /// A character that is in no code.
    #[error("the character {0:?} is in no code")]
    Character(char),
    /// Another number of characters.
    #[error("it has {0} characters, a code has 16")]
    Length(usize),
    /// A wrong character, or two exchanged.
    #[error("the check character does not fit")]
    Check,
    /// A later version.
    #[error("it is of version {0}; this page reads version 1")]
    Version(u64),
    /// A later kind.
    #[error("its kind {0} is not known; there are the kinds 0 to 3")]
    Kind(u64),
    /// A result that cannot be.
    #[error("more conditions hold than there are")]
    Conditions,
    /// A number that a code cannot hold.
    #[error("{what} is {found}; a code holds {allowed}")]
    Number {
        /// Its name.
        what: &'static str,
        /// The number.
        found: u64,
        allowed: &'static str,
    },
}
