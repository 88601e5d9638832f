//! Writes decimal numbers with the fewest digits that read back as the same number, and among these
//! with the digits nearest to it. This is the algorithm of Steele and White in the version of
//! Burger and Dybvig: Printing Floating-Point Numbers Quickly and Accurately, PLDI 1996, section 3.
//! The standard library has a faster one for numbers of any precision, which adds seven kilobytes
//! to a page.

use super::big::Big;
use core::cmp::Ordering;

/// A number as the standard library's `{}` writes it, without an exponent.
#[inline]
pub fn decimal(number: f64) -> String {
    write(number, false)
}

/// A number as the standard library's `{:?}` writes it and JSON reads it: an integer with `.0`, a
/// very large or very small number with an exponent.
#[inline]
pub fn decimal_scientific(number: f64) -> String {
    write(number, true)
}

#[inline]
fn write(number: f64, scientific: bool) -> String {
    if number.is_nan() {
        return "NaN".to_owned();
    }
    let mut text = String::new();
    if number.is_sign_negative() {
        text.push('-');
    }
    let size = number.abs();
    if size == f64::INFINITY {
        text.push_str("inf");
    } else if size == 0.0 {
        text.push_str(if scientific { "0.0" } else { "0" });
    } else {
        let (digits, point) = shortest(size);
        if scientific && !(1e-4..1e16).contains(&size) {
            place_point(&mut text, &digits, 1, false);
            text.push('e');
            text.push_str(&(point - 1).to_string());
        } else {
            place_point(&mut text, &digits, point, scientific);
        }
    }
    text
}

/// Writes `digits` with a decimal point after the first `point` of them. An integer gets one only
/// if `always`.
#[inline]
fn place_point(text: &mut String, digits: &str, point: i32, always: bool) {
    let zeros = |count: i32| core::iter::repeat_n('0', usize::try_from(count).unwrap_or(0));
    let length = digits.len() as i32;
    if point <= 0 {
        text.push('0');
    }
    let mut digits = digits.chars();
    text.extend(digits.by_ref().take(usize::try_from(point).unwrap_or(0)));
    text.extend(zeros(point - length));
    if point < length || always {
        text.push('.');
    }
    text.extend(zeros(-point));
    text.extend(digits);
    if point >= length && always {
        text.push('0');
    }
}

/// The digits of a positive number, and the position of the decimal point: after this many digits.
#[inline]
fn shortest(number: f64) -> (String, i32) {
    // An integer needs all its digits while its neighbours are at a distance of at most one.
    if number < EXACT && number == libm::trunc(number) {
        let digits = (number as u64).to_string();
        return (digits.trim_end_matches('0').to_owned(), digits.len() as i32);
    }
    let (fraction, exponent) = (number.to_bits() & (HIDDEN - 1), (number.to_bits() >> 52) as i32);
    let mantissa = if exponent == 0 { fraction } else { fraction | HIDDEN };
    let power = exponent.max(1) - 1075;
    // If the mantissa is even, the middle to each neighbour also rounds to it. Below a power of two
    // the neighbours are half as far away.
    let is_even = mantissa % 2 == 0;
    let is_narrow = fraction == 0 && exponent > 1;
    // The number is `rest / unit`. The numbers that round to it range from `below / unit` less to
    // `above / unit` more.
    let mut rest = Big::new(mantissa << if is_narrow { 2 } else { 1 });
    let mut unit = Big::new(if is_narrow { 4 } else { 2 });
    let mut below = Big::new(1);
    let mut above = Big::new(if is_narrow { 2 } else { 1 });
    for grown in [&mut rest, &mut below, &mut above] {
        grown.shift(power.max(0) as u32);
    }
    unit.shift((-power).max(0) as u32);
    let is_above = |rest: &Big, above: &Big, unit: &Big| {
        let mut end = rest.clone();
        end.add(above);
        match end.compare(unit) {
            Ordering::Less => false,
            Ordering::Equal => is_even,
            Ordering::Greater => true,
        }
    };
    let mut point = 0;
    while is_above(&rest, &above, &unit) {
        unit.multiply(10);
        point += 1;
    }
    let mut digits = String::new();
    loop {
        for grown in [&mut rest, &mut below, &mut above] {
            grown.multiply(10);
        }
        if digits.is_empty() && !is_above(&rest, &above, &unit) {
            point -= 1;
            continue;
        }
        let mut digit = b'0';
        while rest.take(&unit) {
            digit += 1;
        }
        let low = match rest.compare(&below) {
            Ordering::Less => true,
            Ordering::Equal => is_even,
            Ordering::Greater => false,
        };
        let high = is_above(&rest, &above, &unit);
        let is_last = low || high;
        if is_last {
            rest.multiply(2);
            let is_nearer_above = rest.compare(&unit) != Ordering::Less;
            digit += u8::from(high && (is_nearer_above || !low));
        }
        digits.push(char::from(digit));
        if is_last {
            return (digits, point);
        }
    }
}

/// Two to the power of 53. Every integer below it is a double.
const EXACT: f64 = (HIDDEN << 1) as f64;

/// The bit of the mantissa that is not stored.
const HIDDEN: u64 = 1 << 52;

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn assert_like_std(number: f64) {
        assert_eq!(decimal(number), format!("{number}"));
        assert_eq!(decimal_scientific(number), format!("{number:?}"));
    }

    #[test]
    fn every_power_of_two_and_its_neighbours_are_written_as_the_standard_library_writes_them() {
        for exponent in 0..2047_u64 {
            let power = exponent << 52;
            for bits in [power, power + 1, power + 2, power.saturating_sub(1)] {
                assert_like_std(f64::from_bits(bits));
                assert_like_std(-f64::from_bits(bits));
            }
        }
    }

    #[test]
    fn so_are_powers_of_ten_and_what_is_no_number() {
        for power in -330..310 {
            for digits in ["1", "9.5", "12345.678", "0.99999999999999999"] {
                assert_like_std(format!("{digits}e{power}").parse().unwrap());
            }
        }
        for number in [0.0, -0.0, f64::INFINITY, f64::NEG_INFINITY, f64::NAN, f64::MAX, f64::MIN_POSITIVE] {
            assert_like_std(number);
        }
    }

    proptest! {
        #[test]
        fn so_is_any_number(bits: u64, thousandths in -1_000_000_000_000_i64..1_000_000_000_000) {
            assert_like_std(f64::from_bits(bits));
            assert_like_std(thousandths as f64 / 1000.0);
        }
    }
}
