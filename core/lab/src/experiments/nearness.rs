//! Which published number a measured one is near to, and how many are near to which.

use serde::Serialize;

/// The first of these that a measured number is near to. A rerun in ns-2 is no print: where only it is near,
/// the engine and ns-2 agree, and the print differs from both.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Near {
    /// What the paper prints.
    Print,
    /// What the paper prints, but only in the variant *as ns-2 was run*.
    PrintAsNs2,
    /// Our own runs of ns-2 in the same configuration.
    Ns2,
    /// A Linux kernel.
    Kernel,
    /// None of them.
    Nothing,
}

impl Near {
    /// The first of the comparisons that holds; none if there is none. In the order of the variants.
    pub fn first(holds: [Option<bool>; 4]) -> Option<Near> {
        let known = [Near::Print, Near::PrintAsNs2, Near::Ns2, Near::Kernel];
        let near = known.into_iter().zip(holds).find(|(_, holds)| *holds == Some(true));
        near.map(|(near, _)| near).or_else(|| holds.iter().any(Option::is_some).then_some(Near::Nothing))
    }

    /// In a table.
    pub fn words(self, of_a_paper: bool) -> &'static str {
        match self {
            Near::Print => "near the print",
            Near::PrintAsNs2 => "near the print only as ns-2 was run",
            Near::Ns2 if of_a_paper => "far from the print, near our run of ns-2",
            Near::Ns2 => "near our run of ns-2",
            Near::Kernel => "near the kernel",
            Near::Nothing => "far",
        }
    }
}

/// How many of the numbers that papers print are near to what. Each is counted once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PrintedNumbers {
    /// Near the print.
    pub print: usize,
    /// Near the print only as ns-2 was run.
    pub as_ns2: usize,
    /// Near only our own runs of ns-2.
    pub ns2: usize,
    /// Near only a kernel.
    pub kernel: usize,
    /// Near none of them.
    pub nothing: usize,
}

impl PrintedNumbers {
    /// Counts what each printed number is near to.
    pub fn of(nears: impl Iterator<Item = Near>) -> PrintedNumbers {
        let mut sum = PrintedNumbers::default();
        for near in nears {
            *match near {
                Near::Print => &mut sum.print,
                Near::PrintAsNs2 => &mut sum.as_ns2,
                Near::Ns2 => &mut sum.ns2,
                Near::Kernel => &mut sum.kernel,
                Near::Nothing => &mut sum.nothing,
            } += 1;
        }
        sum
    }

    pub fn all(&self) -> usize {
        self.print + self.as_ns2 + self.ns2 + self.kernel + self.nothing
    }

    /// What is counted, in words.
    pub fn sentences(&self) -> String {
        let PrintedNumbers { print, as_ns2, ns2, kernel, nothing } = self;
        let kernel = match kernel {
            0 => String::new(),
            some => format!(" {some} are far from the print and near a Linux kernel."),
        };
        format!(
            "Of {} numbers that the papers print {print}{} are within 10 % of the print. {as_ns2} more are so only in the variant *as ns-2 was \
             run*. {ns2} are far from the print and near our own run of ns-2: there the engine and ns-2 agree, and the print differs from \
             both.{kernel} {nothing} are near none.",
            self.all(),
            share(*print, self.all()),
        )
    }
}

/// A share in brackets; nothing of nothing.
pub fn share(part: usize, whole: usize) -> String {
    if whole == 0 { String::new() } else { format!(" ({:.0} %)", 100.0 * part as f64 / whole as f64) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rerun_of_ns2_does_not_make_a_number_near_the_print() {
        let [yes, no] = [true, false].map(Some);
        assert_eq!(Near::first([yes, None, no, None]), Some(Near::Print));
        assert_eq!(Near::first([no, yes, yes, None]), Some(Near::PrintAsNs2));
        assert_eq!(Near::first([no, no, yes, yes]), Some(Near::Ns2), "365 % off the print, and ns-2 too");
        assert_eq!(Near::first([no, None, None, None]), Some(Near::Nothing));
        assert_eq!(Near::first([None; 4]), None);
    }

    #[test]
    fn each_printed_number_is_in_one_sum() {
        let counts = PrintedNumbers { print: 103, as_ns2: 11, ns2: 56, kernel: 0, nothing: 28 };
        assert_eq!(counts.all(), 198);
        let said = counts.sentences();
        assert!(
            said.starts_with("Of 198 numbers that the papers print 103 (52 %) are within 10 % of the print."),
            "{said}"
        );
        assert!(!said.contains("kernel") && said.ends_with("28 are near none."), "{said}");
    }
}
