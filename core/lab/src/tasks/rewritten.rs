//! A script's text without its names and layout: two hand-ins with the same one differ only in these.

use ackscope_program::input::{EVENT_NAMES, INPUTS};
use ackscope_script::name::{FUNCTIONS, WORDS};
use std::collections::BTreeMap;

/// Comments, blanks and the title go; each name of the author's own becomes its number.
pub fn without_names(source: &str) -> String {
    let mut names: BTreeMap<&str, usize> = BTreeMap::new();
    let mut text = String::new();
    let mut rest = source;
    while let Some(sign) = rest.chars().next() {
        let length = match sign {
            '#' => rest.find('\n').unwrap_or(rest.len()),
            '"' => rest[1..].find('"').map_or(rest.len(), |end| end + 2),
            _ if sign.is_whitespace() => sign.len_utf8(),
            _ if sign.is_ascii_digit() => {
                rest.find(|c: char| !is_of_word(c) && c != '.').unwrap_or(rest.len())
            }
            _ if is_of_word(sign) => rest.find(|c: char| !is_of_word(c)).unwrap_or(rest.len()),
            _ => sign.len_utf8(),
        };
        let (part, after) = rest.split_at(length);
        rest = after;
        match sign {
            '#' | '"' => {}
            _ if sign.is_whitespace() => {}
            // A statement ends with its line or with a semicolon.
            ';' => {}
            _ if is_of_word(sign) && !sign.is_ascii_digit() && !is_known(part) => {
                let next = names.len();
                text.push_str(&format!(" ${}", names.entry(part).or_insert(next)));
            }
            _ => {
                text.push(' ');
                text.push_str(part);
            }
        }
    }
    text
}

fn is_of_word(sign: char) -> bool {
    sign.is_alphanumeric() || sign == '_'
}

/// Whether the language gives a word its meaning.
fn is_known(word: &str) -> bool {
    INPUTS.iter().any(|known| known.word == word)
        || FUNCTIONS.iter().any(|known| known.word == word)
        || WORDS.contains(&word)
        || EVENT_NAMES.iter().any(|known| known.word == word)
        || ackscope_program::unit::SPELLINGS.iter().any(|known| known.word == word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_comments_and_layout_do_not_count_and_numbers_do() {
        let one = "algorithm \"Mine\"\nstate alpha = 1\non loss {\n  let half = 0.5 * window # half\n  cwnd = max(2, half)\n}";
        let two = "algorithm \"Yours\"; state beta=1; on loss { let h = 0.5*window; cwnd = max(2,h) }";
        assert_eq!(without_names(one), without_names(two));
        for other in
            [two.replace("0.5", "0.6"), two.replace("max(2,h)", "max(2,beta)"), two.replace("loss", "ack")]
        {
            assert_ne!(without_names(one), without_names(&other), "{other}");
        }
        // Words of the language stay.
        assert!(without_names(two).contains("on loss {") && without_names(two).contains("window"));
    }
}
