//! What a fit reads: a measured curve as a table. Files of all kinds are read by `core/readers`, which writes such a table
//! (`FitTable`): columns with commas between them, `time_s`, `cwnd_packets` or `inflight_packets` and, where known,
//! `srtt_ms`, `inflight_packets`, `total_retrans`, `acked_packets` or `acked_mbytes`. The clock begins with the connection,
//! or else with the first sample.

use ackscope_scenario::ScenarioError;
use thiserror::Error;

/// Payload of a segment with timestamps in 1500 bytes: 20 of IP, 20 of TCP, 12 of its options (RFC 7323).
pub(super) const PAYLOAD_BYTES: f64 = 1448.0;
/// With fewer samples there is no curve.
pub(super) const MIN_SAMPLES: usize = 20;
/// A measured curve, or one of a run. What a table does not have is NaN.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Curve {
    pub time_s: Vec<f64>,
    /// The window; the data in flight of a table without one, see `of_flight`.
    pub cwnd: Vec<f64>,
    pub rtt_s: Vec<f64>,
    pub flight: Vec<f64>,
    /// Retransmissions so far.
    pub retransmitted: Vec<f64>,
    /// Acknowledged packets so far.
    pub acked: Vec<f64>,
    /// The table has no window, as a capture of packets has none.
    pub of_flight: bool,
}

/// Why a table is no curve.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum TableError {
    #[error("line {0}: found {1:?}, allowed is a finite number")]
    Number(usize, String),
    #[error("line {0}: found {1} columns, allowed are the {2} of the header")]
    Width(usize, usize, usize),
    #[error("the header has no column {0}: found {1:?}")]
    Column(&'static str, String),
    #[error("line {0}: the time is before that of the line above")]
    Order(usize),
    #[error("found {0} samples, allowed are at least 20")]
    Short(usize),
    #[error("{0}")]
    Empty(&'static str),
    #[error("the run has {0}")]
    Run(&'static str),
}

impl TableError {
    /// The same as a refusal of the input `table`.
    pub fn refusal(&self) -> ScenarioError {
        let found = self.to_string();
        ScenarioError {
            message: format!("table: {found}"),
            ..ScenarioError::value("table", found, "a table of a curve")
        }
    }
}

/// The columns in the order of a row: names, each with what one of its units is here.
const COLUMNS: [&[(&str, f64)]; 6] = [
    &[("time_s", 1.0)],
    &[("cwnd_packets", 1.0)],
    &[("srtt_ms", 1e-3)],
    &[("inflight_packets", 1.0)],
    &[("total_retrans", 1.0)],
    &[("acked_packets", 1.0), ("acked_mbytes", 1e6 / PAYLOAD_BYTES)],
];
const CWND: usize = 1;
const FLIGHT: usize = 3;

impl Curve {
    /// Reads a table. An empty cell is not known.
    ///
    /// # Errors
    /// The line, what was found there and what is allowed.
    pub fn read(text: &str) -> Result<Curve, TableError> {
        let mut lines = text.lines().enumerate().map(|(at, line)| (at + 1, line.trim()));
        let (_, header) = lines.next().ok_or(TableError::Empty("the table is empty"))?;
        let names: Vec<&str> = header.split(',').map(str::trim).collect();
        let mut columns = COLUMNS.map(|known| {
            known.iter().find_map(|(name, unit)| Some((names.iter().position(|one| one == name)?, *unit)))
        });
        let of_flight = columns[CWND].is_none();
        if of_flight {
            columns[CWND] = columns[FLIGHT];
        }
        for at in [0, CWND] {
            if columns[at].is_none() {
                let shown: String = header.chars().take(100).collect();
                return Err(TableError::Column(COLUMNS[at][0].0, shown));
            }
        }
        let mut rows: Vec<[f64; 6]> = Vec::new();
        for (at, line) in lines.filter(|(_, line)| !line.is_empty()) {
            let cells: Vec<&str> = line.split(',').map(str::trim).collect();
            if cells.len() != names.len() {
                return Err(TableError::Width(at, cells.len(), names.len()));
            }
            let mut row = [f64::NAN; 6];
            for (value, column) in row.iter_mut().zip(columns) {
                let Some((place, unit)) = column else { continue };
                if cells[place].is_empty() {
                    continue;
                }
                let wrong = || TableError::Number(at, cells[place].chars().take(40).collect());
                let number: f64 = cells[place].parse().map_err(|_| wrong())?;
                if !number.is_finite() || number.abs() > 1e15 {
                    return Err(wrong());
                }
                *value = number * unit;
            }
            if row[0].is_nan() || row[1].is_nan() {
                continue;
            }
            if rows.last().is_some_and(|before| row[0] < before[0]) {
                return Err(TableError::Order(at));
            }
            rows.push(row);
        }
        Ok(Curve { of_flight, ..Curve::of(&rows)? })
    }

    fn of(rows: &[[f64; 6]]) -> Result<Curve, TableError> {
        if rows.len() < MIN_SAMPLES {
            return Err(TableError::Short(rows.len()));
        }
        let mut curve = Curve::default();
        for &[time_s, cwnd, rtt_s, flight, retransmitted, acked] in rows {
            curve.push([time_s, cwnd.max(0.0), rtt_s, flight, retransmitted, acked]);
        }
        match curve.length_s() > 0.0 && curve.cwnd.iter().any(|cwnd| *cwnd >= 1.0) {
            true => Ok(curve),
            false => Err(TableError::Empty("all samples are of one instant, or no window is above zero")),
        }
    }

    pub(super) fn push(&mut self, row: [f64; 6]) {
        let columns = [
            &mut self.time_s,
            &mut self.cwnd,
            &mut self.rtt_s,
            &mut self.flight,
            &mut self.retransmitted,
            &mut self.acked,
        ];
        columns.into_iter().zip(row).for_each(|(column, value)| column.push(value));
    }

    pub fn length_s(&self) -> f64 {
        self.time_s.last().copied().unwrap_or(0.0)
    }

    /// The curve as a table that [`Self::read`] reads.
    pub fn csv(&self) -> String {
        let cell = |value: f64| if value.is_nan() { String::new() } else { format!("{value:.6}") };
        let mut text =
            "time_s,cwnd_packets,srtt_ms,inflight_packets,total_retrans,acked_packets\n".to_owned();
        for at in 0..self.time_s.len() {
            let row = [
                self.time_s[at],
                self.cwnd[at],
                1e3 * self.rtt_s[at],
                self.flight[at],
                self.retransmitted[at],
                self.acked[at],
            ];
            text.push_str(&(row.map(cell).join(",") + "\n"));
        }
        text
    }

    /// Its beginning, as long as that.
    #[must_use]
    pub(super) fn until(&self, end_s: f64) -> Curve {
        let count = self.time_s.partition_point(|time_s| *time_s <= end_s);
        let part = |column: &Vec<f64>| column[..count].to_vec();
        Curve {
            time_s: part(&self.time_s),
            cwnd: part(&self.cwnd),
            rtt_s: part(&self.rtt_s),
            flight: part(&self.flight),
            retransmitted: part(&self.retransmitted),
            acked: part(&self.acked),
            of_flight: self.of_flight,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(rows: usize) -> String {
        let rows = (0..rows).map(|at| format!("{at}.5,{},100,\n", at + 10));
        "time_s,cwnd_packets,srtt_ms,acked_mbytes\n".to_owned() + &rows.collect::<String>()
    }

    #[test]
    fn a_table_is_a_curve_in_units_of_the_engine() {
        let curve = Curve::read(&table(30)).expect("a curve");
        assert_eq!((curve.time_s[0], curve.length_s(), curve.cwnd[3]), (0.5, 29.5, 13.0));
        assert!(curve.rtt_s.iter().all(|rtt_s| (rtt_s - 0.1).abs() < 1e-12) && curve.acked[0].is_nan());
        assert_eq!(Curve::read(&curve.csv()).expect("a curve").cwnd, curve.cwnd);
    }

    #[test]
    fn what_is_no_curve_is_refused_with_its_line() {
        let refused = |text: &str| Curve::read(text).expect_err("no curve").to_string();
        assert_eq!(refused(""), "the table is empty");
        assert_eq!(refused("time_s,rtt\n"), "the header has no column cwnd_packets: found \"time_s,rtt\"");
        assert_eq!(refused(&table(5)), "found 5 samples, allowed are at least 20");
        assert_eq!(
            refused("time_s,cwnd_packets\n1,2\n1"),
            "line 3: found 1 columns, allowed are the 2 of the header"
        );
        assert_eq!(
            refused("time_s,cwnd_packets\n1,inf"),
            "line 2: found \"inf\", allowed is a finite number"
        );
        assert_eq!(
            refused("time_s,cwnd_packets\n2,2\n1,2"),
            "line 3: the time is before that of the line above"
        );
    }
}
