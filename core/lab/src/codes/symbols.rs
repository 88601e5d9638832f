//! The sixteen characters of a code: alphabet, check character, and what a hand writes instead.

use super::error::CodeError;

/// Without I, L, O and U.
const ALPHABET: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";
/// Characters of a code, the check character included.
pub const LENGTH: usize = 16;
/// Pairs that look alike. They are offered, never applied.
const ALIKE: [[u8; 2]; 14] = [
    *b"8B", *b"5S", *b"2Z", *b"6G", *b"VY", *b"1T", *b"0D", *b"0Q", *b"CG", *b"MN", *b"VW", *b"17", *b"49",
    *b"38",
];

/// Bits of a character, without the sign of a byte.
pub type Symbol = u8;

/// The check character: a sum over GF(32) with the weights a¹ to a¹⁵, where a is a root of x⁵ + x² + 1. It
/// finds any one wrong character and any two exchanged.
pub fn check(symbols: &[Symbol]) -> Symbol {
    let times_x = |symbol: Symbol| {
        let shifted = symbol << 1;
        if shifted & 32 == 0 { shifted } else { shifted ^ 0b10_0101 }
    };
    symbols.iter().rev().fold(0, |total, symbol| times_x(total ^ symbol))
}

/// A character of the alphabet.
pub fn letter(symbol: Symbol) -> char {
    char::from(ALPHABET[usize::from(symbol & 31)])
}

/// Symbols as text, in groups of four.
pub fn grouped(symbols: &[Symbol; LENGTH]) -> String {
    let groups: Vec<String> =
        symbols.chunks(4).map(|group| group.iter().map(|&symbol| letter(symbol)).collect()).collect();
    groups.join("-")
}

/// Whether a character may stand between those of a code.
pub fn is_within(sign: char) -> bool {
    sign.is_whitespace() || matches!(sign, '-' | '\u{2010}'..='\u{2015}' | '\u{feff}')
}

/// Whether a character is one of a code.
pub fn is_symbol(sign: char) -> bool {
    symbol(sign).is_some()
}

fn symbol(sign: char) -> Option<Symbol> {
    let read = match sign.to_ascii_uppercase() {
        'I' | 'L' => '1',
        'O' => '0',
        other => other,
    };
    ALPHABET.iter().position(|&known| char::from(known) == read).map(|symbol| symbol as Symbol)
}

/// The symbols of a text. Case, spaces and hyphens do not matter; I and L are 1, O is 0.
///
/// # Errors
/// A character that is in no code, or another number of characters than sixteen.
pub fn symbols(text: &str) -> Result<[Symbol; LENGTH], CodeError> {
    let mut found = Vec::with_capacity(LENGTH);
    for sign in text.chars().filter(|sign| !is_within(*sign)) {
        found.push(symbol(sign).ok_or(CodeError::Character(sign))?);
    }
    let count = found.len();
    found.try_into().map_err(|_| CodeError::Length(count))
}

/// The symbols that differ in one character from those of `found`, which looks alike, and whose check
/// character fits: the place from 0 and the character that may be meant.
pub fn alike(found: &[Symbol; LENGTH]) -> Vec<(usize, Symbol)> {
    let mut fitting = Vec::new();
    for (place, &symbol) in found.iter().enumerate() {
        for pair in ALIKE {
            let [a, b] =
                pair.map(|known| ALPHABET.iter().position(|&one| one == known).unwrap_or(0) as Symbol);
            let other = match symbol {
                _ if symbol == a => b,
                _ if symbol == b => a,
                _ => continue,
            };
            let mut tried = *found;
            tried[place] = other;
            if check(&tried[..LENGTH - 1]) == tried[LENGTH - 1] {
                fitting.push((place, other));
            }
        }
    }
    fitting
}
