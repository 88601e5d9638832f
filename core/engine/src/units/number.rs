//! Reads decimal numbers exactly. The standard library does the same faster, but adds ten kilobytes
//! of powers of five to a page. A scenario has only about a hundred numbers.

use super::big::Big;

/// The double nearest to the decimal number `text`, which may have a sign, a point and an exponent;
/// `None` if `text` is not a decimal number.
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
    let number = nearest(whole, fraction, exponent);
    Some(if is_negative { -number } else { number })
}

/// Number of digits that can matter: the middle between two neighbours never has more than 768
/// digits. All further digits count as one, because only whether they are zero matters.
const MAX_DIGITS: usize = 800;

/// Powers of ten up to this one are exact doubles, and so are integers up to two to the power of
/// 53. One operation on them rounds only once.
const LARGEST_EXACT_POWER: i32 = 22;

/// The double nearest to `whole.fraction` times ten to the power of `exponent`; of two equally near
/// doubles the even one.
#[inline]
fn nearest(whole: &[u8], fraction: &[u8], exponent: i32) -> f64 {
    let mut exponent = exponent - fraction.len() as i32;
    let digits: Vec<u8> = whole.iter().chain(fraction).copied().skip_while(|digit| *digit == b'0').collect();
    let significant = digits.iter().rposition(|digit| *digit != b'0').map_or(0, |last| last + 1);
    exponent += (digits.len() - significant) as i32;
    let mut value = Big::new(0);
    for digit in &digits[..significant.min(MAX_DIGITS)] {
        value.multiply_add(10, u32::from(digit - b'0'));
    }
    if significant > MAX_DIGITS {
        exponent += (significant - MAX_DIGITS) as i32 - 1;
        value.multiply_add(10, 1);
    }
    let size = significant.min(MAX_DIGITS + 1) as i32 + exponent;
    if significant == 0 || size < -330 {
        return 0.0;
    }
    if size > 310 {
        return f64::INFINITY;
    }
    if value.bits() <= 53 && exponent.abs() <= LARGEST_EXACT_POWER {
        let power = (0..exponent.abs()).fold(1.0, |power, _| power * 10.0);
        let value = value.low() as f64;
        return if exponent < 0 { value / power } else { value * power };
    }
    let mut unit = Big::new(1);
    if exponent < 0 { &mut unit } else { &mut value }.multiply_power(10, exponent.unsigned_abs());
    divide(value, unit)
}

/// The double nearest to `value / unit`.
#[inline]
fn divide(mut value: Big, mut unit: Big) -> f64 {
    // The first bit of the quotient, or the one below it, has the weight two to the power of `62 +
    // power`.
    let mut power = value.bits() - unit.bits() - 62;
    if power < 0 { &mut value } else { &mut unit }.shift(power.unsigned_abs());
    unit.shift(63);
    let mut quotient = 0_u64;
    for _ in 0..64 {
        quotient = quotient << 1 | u64::from(value.take(&unit));
        value.multiply(2);
    }
    // A double keeps 53 bits, and no bits below 2^-1074.
    let dropped = (11 - quotient.leading_zeros() as i32).max(-1074 - power);
    if dropped > 63 {
        return 0.0;
    }
    let half = 1 << (dropped - 1);
    let rest = quotient & (2 * half - 1);
    quotient >>= dropped;
    power += dropped;
    if rest > half || rest == half && (value.bits() > 0 || quotient % 2 == 1) {
        quotient += 1;
    }
    quotient as f64 * power_of_two(power)
}

/// Two to the power of `exponent`, which is at least -1074; infinity if it exceeds all doubles.
#[inline]
fn power_of_two(exponent: i32) -> f64 {
    match exponent {
        ..=-1023 => f64::from_bits(1 << (exponent + 1074)),
        -1022..=1023 => f64::from_bits(((exponent + 1023) as u64) << 52),
        _ => f64::INFINITY,
    }
}

/// Larger than the number of digits of any text.
const LARGEST_EXPONENT: i32 = 100_000_000;

/// Reads the text after the `e`. Beyond this bound every number is zero or infinite, whatever its
/// digits, because texts are shorter.
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
    fn a_digit_far_behind_the_middle_of_two_numbers_decides() {
        let middle = "1.00000000000000011102230246251565404236316680908203125";
        for zeros in [0, 700, 744, 745, 746, 747, 748, 2000] {
            for last in ["", "1"] {
                let text = format!("{middle}{}{last}", "0".repeat(zeros));
                assert_eq!(bits(parse_number(&text)), bits(text.parse().ok()), "{zeros} zeros, then {last}");
                let large = format!("{}e-3", text.replace('.', ""));
                assert_eq!(bits(parse_number(&large)), bits(large.parse().ok()), "{large}");
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
