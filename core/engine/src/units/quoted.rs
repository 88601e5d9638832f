//! Quoted texts in messages.

use core::fmt::{self, Display, Formatter, Write};

/// A text in quotation marks, on one line. Characters that end a line or a quotation or change the
/// writing direction are escaped. The standard library's `{:?}` also escapes all unprintable
/// characters, with tables of all of Unicode, which a page would have to load.
#[derive(Clone, Copy, Debug)]
pub struct Quoted<'a>(pub &'a str);

impl Display for Quoted<'_> {
    #[inline]
    fn fmt(&self, text: &mut Formatter<'_>) -> fmt::Result {
        text.write_char('"')?;
        for c in self.0.chars() {
            match c {
                '"' | '\\' => {
                    text.write_char('\\')?;
                    text.write_char(c)?;
                }
                '\n' => text.write_str("\\n")?,
                '\r' => text.write_str("\\r")?,
                '\t' => text.write_str("\\t")?,
                _ if c.is_control() || is_unseen(c) => write!(text, "\\u{{{:x}}}", u32::from(c))?,
                _ => text.write_char(c)?,
            }
        }
        text.write_char('"')
    }
}

/// Characters without width, line and paragraph separators, and changes of the writing direction.
#[inline]
fn is_unseen(c: char) -> bool {
    matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_would_disturb_a_message_is_escaped_as_the_standard_library_does() {
        for text in [
            "",
            "westwood+",
            "a \"b\" \\ c",
            "é µs 漢 😀",
            "\n\r\t\u{1b}\u{7f}\u{85}",
            "\u{202e}\u{200b}\u{feff}",
        ] {
            assert_eq!(Quoted(text).to_string(), format!("{text:?}"));
        }
    }
}
