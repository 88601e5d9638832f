//! A number of ours beside ns-2's, and whether the two agree.

use crate::case::{Case, Row, Spread};
use crate::measured::Results;

/// How a number compares with ns-2's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Within 10 % of the mean.
    Close,
    /// Within the range of its runs.
    InRange,
    /// A difference too small to mean anything.
    Tiny,
    /// None of these.
    Out,
}

impl Verdict {
    /// Its word in the data files.
    pub const fn word(self) -> &'static str {
        match self {
            Verdict::Close => "within 10 %",
            Verdict::InRange => "in range",
            Verdict::Tiny => "too small to matter",
            Verdict::Out => "out",
        }
    }
}

/// Compares our mean with what ns-2 measured.
pub fn verdict(metric: &str, ours: f64, ns2: Spread) -> Verdict {
    let (mean, min, max, _) = ns2;
    let tiny = match metric {
        "mean_queue_packets" => 0.5,
        "retransmission_ratio" => 0.0005,
        _ => 0.0,
    };
    if is_within(0.1, ours, mean) {
        Verdict::Close
    } else if (min..=max).contains(&ours) {
        Verdict::InRange
    } else if (ours - mean).abs() <= tiny {
        Verdict::Tiny
    } else {
        Verdict::Out
    }
}

fn is_within(share: f64, ours: f64, ns2: f64) -> bool {
    (ours - ns2).abs() <= share * ns2.abs()
}

/// A number of ours beside ns-2's.
pub struct Pair<'a> {
    /// Which row.
    pub row: &'a Row,
    /// Which window.
    pub window: usize,
    /// Which number.
    pub metric: &'a str,
    /// Ours.
    pub ours: Spread,
    /// ns-2's.
    pub ns2: Spread,
    /// ns-2's over other seeds, where it ran them.
    pub again: Option<Spread>,
}

impl Pair<'_> {
    /// How it compares.
    pub fn verdict(&self) -> Verdict {
        verdict(self.metric, self.ours.0, self.ns2)
    }

    /// Ours over ns-2's; none where ns-2 has nothing.
    pub fn ratio(&self) -> Option<f64> {
        (self.ns2.0 != 0.0).then(|| self.ours.0 / self.ns2.0)
    }
}

/// Every number of a case that was measured.
pub fn pairs<'a>(case: &'a Case, results: &'a Results) -> impl Iterator<Item = Pair<'a>> {
    case.rows.iter().flat_map(move |row| {
        row.ns2.iter().enumerate().flat_map(move |(window, numbers)| {
            numbers.iter().filter_map(move |(metric, &ns2)| {
                let &ours = results.get(&row.id)?.get(window)?.get(metric)?;
                let again = row.again.get(window).and_then(|numbers| numbers.get(metric).copied());
                Some(Pair { row, window, metric, ours, ns2, again })
            })
        })
    })
}

/// How many means lie near the means of ns-2.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// All.
    pub all: usize,
    /// Within 2, 5 and 10 % of ns-2's mean.
    pub within: [usize; 3],
    /// Those of which ns-2 has several runs that differ.
    pub ranged: usize,
    /// Of these, those between the least and the greatest of ns-2's runs.
    pub in_range: usize,
}

impl Counts {
    /// Counts one more.
    pub fn add(&mut self, found: f64, (mean, min, max, runs): Spread) {
        self.all += 1;
        for (count, share) in self.within.iter_mut().zip([0.02, 0.05, 0.1]) {
            *count += usize::from(is_within(share, found, mean));
        }
        if runs > 1 && min < max {
            self.ranged += 1;
            self.in_range += usize::from((min..=max).contains(&found));
        }
    }
}

/// How many numbers agree, and how well.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Agreement {
    /// Our means.
    pub ours: Counts,
    /// The means of ns-2 over other seeds, where it ran them.
    pub itself: Counts,
    /// Our means that do not agree.
    pub out: usize,
}

impl Agreement {
    /// Counts one more.
    pub fn add(&mut self, pair: &Pair) {
        self.ours.add(pair.ours.0, pair.ns2);
        if let Some((mean, ..)) = pair.again {
            self.itself.add(mean, pair.ns2);
        }
        self.out += usize::from(pair.verdict() == Verdict::Out);
    }
}

/// A quantity in plain words; a group's goodput is a goodput.
pub fn quantity(metric: &str) -> &'static str {
    match metric {
        "jain_index" => "Jain's index",
        "retransmission_ratio" => "share retransmitted",
        "mean_queue_packets" => "mean queue",
        _ => "goodput",
    }
}
