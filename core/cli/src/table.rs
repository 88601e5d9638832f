//! Text tables: aligned columns, numbers right-aligned.

use ackscope_lab::report::{Quantities, Quantity};

/// A table: a header and rows of equal length. The first `words` columns are left-aligned text, the
/// others right-aligned numbers.
pub struct Table {
    words: usize,
    rows: Vec<Vec<String>>,
}

impl Table {
    /// A table with this header.
    pub fn new(words: usize, header: impl IntoIterator<Item = impl Into<String>>) -> Table {
        Table { words, rows: vec![header.into_iter().map(Into::into).collect()] }
    }

    /// Adds a row.
    ///
    /// # Panics
    /// If it has another length than the header.
    pub fn row(&mut self, cells: impl IntoIterator<Item = impl Into<String>>) {
        // A line break in a label would break the row.
        let one_line = |cell: String| cell.replace(char::is_control, "\u{fffd}");
        let cells: Vec<String> = cells.into_iter().map(|cell| one_line(cell.into())).collect();
        assert_eq!(cells.len(), self.rows[0].len(), "a row has as many cells as the header");
        self.rows.push(cells);
    }

    /// The table as text, without a line break at its end.
    pub fn text(&self) -> String {
        let columns = self.rows[0].len();
        let width =
            |column: usize| self.rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
        let widths: Vec<usize> = (0..columns).map(width).collect();
        let line = |row: &Vec<String>| {
            let cells = row.iter().zip(&widths).enumerate().map(|(column, (cell, width))| {
                // A width in a format string has at most 16 bits; a label of a foreign file may be longer.
                let room = " ".repeat(width - cell.chars().count());
                if column < self.words { cell.clone() + &room } else { room + cell }
            });
            cells.collect::<Vec<_>>().join("  ").trim_end().to_owned()
        };
        self.rows.iter().map(line).collect::<Vec<_>>().join("\n")
    }
}

/// A number with three or four significant digits, or a dash if it is undefined.
pub fn number(value: Option<f64>) -> String {
    match value {
        None => "–".to_owned(),
        Some(0.0) => "0".to_owned(),
        Some(x) if x.abs() >= 1000.0 => format!("{x:.0}"),
        Some(x) if x.abs() >= 100.0 => format!("{x:.1}"),
        Some(x) if x.abs() >= 10.0 => format!("{x:.2}"),
        Some(x) if x.abs() >= 0.1 => format!("{x:.3}"),
        Some(x) if x.abs() >= 0.01 => format!("{x:.4}"),
        Some(x) if x.abs() >= 0.001 => format!("{x:.5}"),
        Some(x) => format!("{x:.2e}"),
    }
}

/// The quantity with this id.
///
/// # Panics
/// If there is no such quantity.
pub fn quantity<W: Quantities>(id: &str) -> &'static Quantity<W> {
    W::QUANTITIES.iter().find(|quantity| quantity.id == id).expect("a quantity has this id")
}

/// A quantity's name with the unit used in tables, and the factor to that unit.
pub fn readable<W>(quantity: &Quantity<W>) -> (String, f64) {
    let (unit, factor) = readable_unit(quantity.unit);
    let comma = if unit.is_empty() { "" } else { ", " };
    (format!("{}{comma}{unit}", quantity.name), factor)
}

/// The unit used in tables, and the factor to it.
pub fn readable_unit(unit: &str) -> (&str, f64) {
    match unit {
        "bit/s" => ("Mbit/s", 1e-6),
        "s" => ("ms", 1e3),
        "ratio" => ("%", 100.0),
        unit => (unit, 1.0),
    }
}

/// A value of a quantity as text.
pub fn value<W>(quantity: &Quantity<W>, value: Option<f64>) -> String {
    match value.filter(|_| quantity.whole) {
        Some(count) => format!("{count:.0}"),
        None => number(value.map(|value| value * readable(quantity).1)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_stand_left_and_numbers_right() {
        let mut table = Table::new(1, ["lane", "Mbit/s"]);
        table.row(["newreno", "1.9"]);
        table.row(["×", "12.25"]);
        assert_eq!(table.text(), "lane     Mbit/s\nnewreno     1.9\n×         12.25");
    }

    #[test]
    fn a_cell_may_be_wider_than_a_format_allows() {
        let mut table = Table::new(1, ["rate", "Mbit/s"]);
        table.row(["x".repeat(70_000), "1".to_owned()]);
        assert_eq!(table.text().lines().map(str::len).collect::<Vec<_>>(), [70_008, 70_008]);
    }

    #[test]
    fn a_cell_stays_in_its_line() {
        let mut table = Table::new(1, ["lane", "Mbit/s"]);
        table.row(["a\nb\u{1b}[31m", "1"]);
        assert_eq!(table.text(), "lane      Mbit/s\na\u{fffd}b\u{fffd}[31m       1");
    }

    #[test]
    fn numbers_keep_three_digits_or_more() {
        let written = [0.0, 12345.6, 123.45, 12.345, 1.2345, 0.3, 0.0123, 0.002134, 0.00001];
        // A loss ratio of 0.002 ± 0.003 was one digit of each.
        let expected = ["0", "12346", "123.5", "12.35", "1.234", "0.300", "0.0123", "0.00213", "1.00e-5"];
        assert_eq!(written.map(|x| number(Some(x))), expected);
        assert_eq!(number(None), "–");
    }
}
