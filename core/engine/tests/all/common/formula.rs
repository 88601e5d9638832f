//! Evaluates the equation of a rule with the numbers of an event, as far as they determine it, and
//! finds comparisons that are false.
//!
//! It reads only the LaTeX that rules use. A symbol without a number is unknown. Beside an equals
//! sign it stands for the value on the other side: `x > K = {{k}}` compares `x` with `k`.

use ackscope_engine::catalogue::Rule;

/// The relations between two sides of an equation.
const RELATIONS: [(&str, Relation); 5] = [
    (r"\ge", |a, b| a >= b - slack(a, b)),
    (r"\le", |a, b| a <= b + slack(a, b)),
    ("<", |a, b| a < b + slack(a, b)),
    (">", |a, b| a > b - slack(a, b)),
    ("=", |_, _| true),
];
type Relation = fn(f64, f64) -> bool;

/// The tolerance of a comparison: rule and equation may compute in different orders.
fn slack(a: f64, b: f64) -> f64 {
    1e-9 * a.abs().max(b.abs())
}

/// Checks that every comparison of the equation is true with these numbers. The error names a false
/// comparison, or says that nothing could be compared.
pub fn holds(rule: &Rule, terms: &[f64]) -> Result<(), String> {
    let mut formula = rule.formula.to_owned();
    for (term, value) in rule.terms.iter().zip(terms) {
        formula = formula.replace(&format!("{{{{{}}}}}", term.name), &format!("({value:e})"));
    }
    let (mut wanted, mut made) = (0, 0);
    for clause in formula.split(r",\quad").flat_map(|part| part.split(r"\Rightarrow")) {
        let signs = compared(clause).map_err(|what| format!("{}: {what} in {formula}", rule.key))?;
        wanted += signs.0;
        made += signs.1;
    }
    if wanted > 0 && made == 0 {
        Err(format!("{}: nothing is compared in {formula}", rule.key))
    } else {
        Ok(())
    }
}

/// How many comparisons a clause asks for, and how many of them were made.
fn compared(clause: &str) -> Result<(usize, usize), String> {
    let mut sides = vec![""];
    let mut relations = Vec::new();
    let mut rest = clause;
    let mut begin = clause;
    while let Some(first) = rest.chars().next() {
        let found = RELATIONS.iter().find(|(sign, _)| {
            let letters = sign.starts_with('\\');
            rest.strip_prefix(sign)
                .is_some_and(|after| !(letters && after.starts_with(|next: char| next.is_alphabetic())))
        });
        let length = found.map_or(first.len_utf8(), |(sign, _)| sign.len());
        if let Some(found) = found {
            *sides.last_mut().expect("begun") = &begin[..begin.len() - rest.len()];
            sides.push("");
            relations.push(found);
            begin = &rest[length..];
        }
        rest = &rest[length..];
    }
    *sides.last_mut().expect("begun") = begin;
    let values: Vec<Option<f64>> = sides.iter().map(|side| value(side)).collect();
    let is_equal = |at: usize| relations[at].0 == "=";
    let (mut wanted, mut made) = (0, 0);
    for (at, (sign, compare)) in relations.iter().enumerate() {
        if is_equal(at) {
            continue;
        }
        wanted += 1;
        // The nearest number on each side, reached over equals signs only.
        let left =
            (0..=at).rev().take_while(|&side| side == at || is_equal(side)).find_map(|side| values[side]);
        let right = (at + 1..sides.len())
            .take_while(|&side| side == at + 1 || is_equal(side - 1))
            .find_map(|side| values[side]);
        if let (Some(left), Some(right)) = (left, right) {
            if !compare(left, right) {
                return Err(format!("{left} {sign} {right} is false"));
            }
            made += 1;
        }
    }
    Ok((wanted, made))
}

/// The value of an expression, if it consists of numbers only.
fn value(text: &str) -> Option<f64> {
    let plain = text.replace(r"\left", "").replace(r"\right", "").replace(r"\ ", " ");
    let mut reader = Reader { rest: plain.trim() };
    let value = reader.sum()?;
    reader.rest.is_empty().then_some(value)
}

struct Reader<'a> {
    rest: &'a str,
}

impl Reader<'_> {
    fn take(&mut self, token: &str) -> bool {
        let Some(rest) = self.rest.strip_prefix(token) else { return false };
        self.rest = rest.trim_start();
        true
    }

    fn sum(&mut self) -> Option<f64> {
        let mut value = self.product()?;
        loop {
            if self.take("+") {
                value += self.product()?;
            } else if self.take("-") {
                value -= self.product()?;
            } else {
                return Some(value);
            }
        }
    }

    fn product(&mut self) -> Option<f64> {
        let mut value = self.factor()?;
        while self.take(r"\cdot")
            || [r"\frac", r"\lfloor", "(", "{"].iter().any(|next| self.rest.starts_with(next))
        {
            value *= self.factor()?;
        }
        Some(value)
    }

    fn factor(&mut self) -> Option<f64> {
        if self.take(r"\frac") {
            return Some(self.factor()? / self.factor()?);
        }
        if self.take("(") {
            return self.until(")");
        }
        if self.take(r"\lfloor") {
            return self.until(r"\rfloor").map(f64::floor);
        }
        if self.take("{") {
            return self.until("}");
        }
        let end = self.number_end();
        let value = self.rest[..end].parse().ok()?;
        self.rest = self.rest[end..].trim_start();
        Some(value)
    }

    fn until(&mut self, close: &str) -> Option<f64> {
        let value = if self.rest.starts_with("inf") || self.rest.starts_with('-') {
            let end = self.rest.find(close)?;
            let value = self.rest[..end].parse().ok()?;
            self.rest = &self.rest[end..];
            value
        } else {
            self.sum()?
        };
        self.take(close).then_some(value)
    }

    /// Digits, a point, and an exponent with its sign.
    fn number_end(&self) -> usize {
        let mut before = ' ';
        self.rest
            .find(|letter: char| {
                let goes_on = letter.is_ascii_digit()
                    || matches!(letter, '.' | 'e')
                    || (letter == '-' && before == 'e');
                before = letter;
                !goes_on
            })
            .unwrap_or(self.rest.len())
    }
}

#[cfg(test)]
mod tests {
    use super::compared;

    #[test]
    fn comparisons_are_read_with_their_numbers() {
        assert_eq!(compared(r"(3e0) \ge 3"), Ok((1, 1)));
        assert_eq!(
            compared(
                r"\alpha \le (2e0) = (1e1) \left( 1 - \frac{ (8e-1) }{ (1e0) } \right) \le \beta = (3e0)"
            ),
            Ok((2, 1))
        );
        assert_eq!(compared(r"(7e0) \ge (3e0) + 4"), Ok((1, 1)));
        assert_eq!(compared(r"(4e0) < \mathit{known} = (5e0)"), Ok((1, 1)));
        assert_eq!(compared(r"W < \mathit{unknown}"), Ok((1, 0)));
        assert_eq!(compared(r"(inf) > (1e0)"), Ok((1, 1)));
    }

    #[test]
    fn what_is_false_is_found() {
        assert!(compared(r"(0e0) \ge 3").is_err());
        assert!(compared(r"(2e0) \cdot (3e0) \le 1.25 \cdot (4e0)").is_err());
        assert!(compared(r"(5e0) < K = (5e0)").is_ok(), "as near as computing gets");
        assert!(compared(r"(5.1e0) < K = (5e0)").is_err());
    }
}
