//! Compares our numbers with those of ns-2.

use crate::case::{Case, Row, Spread};
use crate::measured::Results;

/// The result of a comparison with ns-2.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Within 10 % of the mean of ns-2.
    Close,
    /// Within the range of the runs of ns-2.
    InRange,
    /// The difference is too small to matter.
    Tiny,
    /// None of these.
    Out,
}

impl Verdict {
    /// Its name in the data files.
    pub const fn word(self) -> &'static str {
        match self {
            Verdict::Close => "within 10 %",
            Verdict::InRange => "in range",
            Verdict::Tiny => "too small to matter",
            Verdict::Out => "out",
        }
    }
}

/// Compares our mean with the numbers of ns-2.
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

/// Our number and that of ns-2.
pub struct Pair<'a> {
    pub row: &'a Row,
    /// The index of the window.
    pub window: usize,
    pub metric: &'a str,
    /// Our number.
    pub ours: Spread,
    /// The number of ns-2.
    pub ns2: Spread,
    /// The number of ns-2 over other seeds, if it was run.
    pub again: Option<Spread>,
}

impl Pair<'_> {
    /// The result of the comparison.
    pub fn verdict(&self) -> Verdict {
        verdict(self.metric, self.ours.0, self.ns2)
    }

    /// Our mean divided by that of ns-2; `None` if the latter is zero.
    pub fn ratio(&self) -> Option<f64> {
        (self.ns2.0 != 0.0).then(|| self.ours.0 / self.ns2.0)
    }
}

/// The pairs of all numbers of a case that were measured.
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

/// How many means are near the means of ns-2.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// The number of means.
    pub all: usize,
    /// Within 2, 5 and 10 % of ns-2's mean.
    pub within: [usize; 3],
    /// Those for which ns-2 has several runs with different values.
    pub ranged: usize,
    /// Those of `ranged` that lie between the minimum and the maximum of ns-2's runs.
    pub in_range: usize,
}

impl Counts {
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

/// How many numbers agree, and how closely.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Agreement {
    /// Our means.
    pub ours: Counts,
    /// The means of ns-2 over other seeds, if it was run.
    pub itself: Counts,
    /// Our means that do not agree.
    pub out: usize,
}

impl Agreement {
    /// Counts one pair.
    pub fn add(&mut self, pair: &Pair) {
        self.ours.add(pair.ours.0, pair.ns2);
        if let Some((mean, ..)) = pair.again {
            self.itself.add(mean, pair.ns2);
        }
        self.out += usize::from(pair.verdict() == Verdict::Out);
    }
}

/// The name of a metric; the goodput of one group counts as goodput.
pub fn quantity(metric: &str) -> &'static str {
    match metric {
        "jain_index" => "Jain's index",
        "retransmission_ratio" => "share retransmitted",
        "mean_queue_packets" => "mean queue",
        _ => "goodput",
    }
}
