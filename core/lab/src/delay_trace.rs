//! Delay traces: on each line an instant and the one-way delay from then on, in milliseconds.

/// Reads a trace and returns its pairs.
///
/// # Errors
/// A message with the line number.
pub fn read(text: &str) -> Result<Vec<(f64, f64)>, String> {
    let mut pairs: Vec<(f64, f64)> = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let words: Vec<&str> = line
            .split(|sign: char| sign == ',' || sign.is_whitespace())
            .filter(|word| !word.is_empty())
            .collect();
        let numbers: Vec<f64> = words.iter().filter_map(|word| word.parse().ok()).collect();
        let are_times = numbers.iter().all(|ms| *ms >= 0.0 && ms.is_finite());
        let ([at, delay], true) = (&numbers[..], are_times && numbers.len() == words.len()) else {
            return Err(format!(
                "line {number}: found {line:?}, allowed is an instant and a delay in milliseconds such as 100 35.5"
            ));
        };
        if pairs.last().map_or(*at != 0.0, |last| *at <= last.0) {
            return Err(format!("line {number}: found {at}, the instants must begin with 0 and increase"));
        }
        pairs.push((*at, *delay));
    }
    if pairs.is_empty() {
        return Err("found no line, allowed is one delay at least".to_owned());
    }
    Ok(pairs)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_trace_has_an_instant_and_a_delay_on_each_line() {
        assert_eq!(
            read("# one way\n0 20\n100,35.5\n\n250\t18\n"),
            Ok(vec![(0.0, 20.0), (100.0, 35.5), (250.0, 18.0)])
        );
    }

    #[test]
    fn what_is_wrong_is_said_with_its_line() {
        for (text, problem) in [
            ("", "no line"),
            ("0 20\n100\n", "line 2: found \"100\""),
            ("0 20\n100 x\n", "line 2: found \"100 x\""),
            ("5 20\n", "line 1: found 5"),
            ("0 nan\n", "line 1: found \"0 nan\""),
            ("0 20\n100 -1\n", "line 2: found \"100 -1\""),
            ("0 20\n10 20\n10 30\n", "line 3: found 10"),
        ] {
            let found = read(text).expect_err(text);
            assert!(found.contains(problem), "{found}");
        }
    }
}
