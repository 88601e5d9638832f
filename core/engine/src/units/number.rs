//! Decimal numbers, read exactly. The standard library reads the same ones faster and brings ten kilobytes of powers of five into
//! a page; a scenario has a hundred numbers.

/// The number nearest to the decimal one that `text` is, with or without a sign, a point and an exponent; `None` if it is none.
#[inline]
pub fn parse_number(text: &str) -> Option<f64> {
    let (size, is_negative) = match text.as_bytes() {
        [b'-', size @ ..] => (size, true),
        [b'+', size @ ..] => (size, false),
        size => (size, false),
    };
    let (mantissa, exponent) = match size.iter().position(|byte| matches!(byte, b'e' | b'E')) {
        Some(place) => (&size[..place], parse_exponent(&size[place + 1..])?),
        None => (size, 0),
    };
    let (whole, fraction) = match mantissa.iter().position(|byte| *byte == b'.') {
        Some(place) => (&mantissa[..place], &mantissa[place + 1..]),
        None => (mantissa, &[][..]),
    };
    let has_digits = !(whole.is_empty() && fraction.is_empty());
    if !has_digits || !whole.iter().chain(fraction).all(u8::is_ascii_digit) {
        return None;
    }
    // Zeros that say nothing are not the parser's to skip.
    let whole = &whole[whole.iter().take_while(|byte| **byte == b'0').count()..];
    let fraction =
        &fraction[..fraction.len() - fraction.iter().rev().take_while(|byte| **byte == b'0').count()];
    let number: f64 = minimal_lexical::parse_float(whole.iter(), fraction.iter(), exponent);
    Some(if is_negative { -number } else { number })
}

/// No text has as many digits.
const LARGEST_EXPONENT: i32 = 100_000_000;

/// What stands behind the `e`. Beyond this bound every number is zero or infinite, whatever its digits: texts are shorter.
fn parse_exponent(text: &[u8]) -> Option<i32> {
    let (digits, sign) = match text {
        [b'-', digits @ ..] => (digits, -1),
        [b'+', digits @ ..] => (digits, 1),
        digits => (digits, 1),
    };
    let mut exponent = 0_i32;
    for byte in digits {
        let digit = byte.is_ascii_digit().then(|| i32::from(byte - b'0'))?;
        exponent = exponent.saturating_mul(10).saturating_add(digit);
    }
    (!digits.is_empty()).then_some(sign * exponent.min(LARGEST_EXPONENT))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn bits(number: Option<f64>) -> Option<u64> {
        number.map(f64::to_bits)
    }

    #[test]
    fn the_hard_ones_are_read_as_the_standard_library_reads_them() {
        for text in [
            "0",
            "-0",
            "007.500",
            ".5",
            "5.",
            "+1e3",
            "1E-2",
            "9007199254740993",
            "9007199254740992.999999999999999999999999999999999999",
            "2.2250738585072011e-308",
            "2.4703282292062327e-324",
            "2.4703282292062328e-324",
            "1.7976931348623158e308",
            "1.7976931348623159e308",
            "1e400",
            "1e-400",
            "1e99999999999",
            "-1e-99999999999",
            "0e99999999999",
        ] {
            assert_eq!(bits(parse_number(text)), bits(text.parse().ok()), "{text}");
        }
    }

    #[test]
    fn powers_of_ten_are_exact() {
        for exponent in -330..=310 {
            for digits in ["1", "3", "7.25", "9007199254740991", "12345678901234567890"] {
                let text = format!("{digits}e{exponent}");
                assert_eq!(bits(parse_number(&text)), bits(text.parse().ok()), "{text}");
            }
        }
    }

    #[test]
    fn what_is_no_decimal_number_is_none() {
        for text in [
            "", ".", "-", "e5", "1e", "1e+", "1.2.3", "1 ", " 1", "0x1", "--1", "1e5.0", "inf", "nan", "1_0",
            "é",
        ] {
            assert_eq!(parse_number(text), None, "{text}");
        }
    }

    proptest! {
        #[test]
        fn every_number_is_read_as_it_was_written(bits_written: u64) {
            let number = f64::from_bits(bits_written);
            prop_assume!(number.is_finite());
            prop_assert_eq!(bits(parse_number(&format!("{number:e}"))), Some(bits_written));
            prop_assert_eq!(bits(parse_number(&format!("{number}"))), Some(bits_written));
        }

        #[test]
        fn any_text_is_read_as_the_standard_library_reads_it(text in r"[+-]?[0-9]{0,25}(\.[0-9]{0,25})?(e[+-]?[0-9]{1,3})?") {
            prop_assert_eq!(bits(parse_number(&text)), bits(text.parse().ok()));
        }
    }
}
