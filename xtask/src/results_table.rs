//! The table that a run ends with.

use std::fmt;

use Unit::{Count, Mebibytes, Milliseconds, PerSecond, Percent, Seconds};

/// What a value must be at least or at most: its ratio where it has one.
struct Bar {
    is_minimum: bool,
    limit: f64,
}

/// The bars, by the beginning of what they are for. What has none is measured only.
const BARS: &[(&str, Bar)] = &[
    ("slowest admin page", at_most(15.0)),
    ("slowest delivery", at_most(100.0)),
    ("`/healthz`", at_least(0.7)),
    ("idle poll, SQLite, 1,000 comments", at_least(0.5)),
    ("idle poll, PostgreSQL, 1,000 comments", at_least(0.4)),
    // At most a twentieth slower than with 1,000.
    ("idle poll, SQLite, 1,000,000 comments", at_least(0.95)),
    ("idle poll, PostgreSQL, 1,000,000 comments", at_least(0.95)),
    // At most a tenth slower than with 1,000.
    ("poll with news, SQLite, 1,000,000 comments", at_least(0.9)),
    ("poll with news, PostgreSQL, 1,000,000 comments", at_least(0.9)),
    ("portal page, SQLite, 1,000,000 comments", at_least(0.9)),
    ("portal page, PostgreSQL, 1,000,000 comments", at_least(0.9)),
    ("compressed portal page, SQLite, 1,000 comments", at_least(0.03)),
    ("compressed portal page, PostgreSQL, 1,000 comments", at_least(0.03)),
    ("portal page right after a message", at_least(0.015)),
    ("durable messages, SQLite", at_least(0.9)),
    ("messages to one client", at_least(0.6)),
    // Three times what it was before polls were answered from memory.
    ("durable messages, PostgreSQL", at_least(1_581.0)),
    ("10,000 open panels: p99", at_most(8.0)),
    ("10,000 open panels: RSS", at_most(90.0)),
    ("10,000 open panels: share", at_most(4.0)),
    ("messages with notifications", at_least(0.9)),
    ("e-mails sent", at_least(100.0)),
    ("download", at_least(0.8)),
    ("upload,", at_least(0.7)),
    ("idle poll beside files: p99", at_most(20.0)),
    ("first preview of a photo", at_most(1.0)),
    ("RSS after files", at_most(100.0)),
    ("RSS after start", at_most(24.0)),
    ("RSS after a minute", at_most(56.0)),
    // `cargo xtask ha` and `cargo xtask soak`
    ("times a process was killed", at_least(1.0)),
    ("times the standby was promoted", at_least(1.0)),
    ("acknowledged messages lost", at_most(0.0)),
    ("messages stored twice", at_most(0.0)),
    ("messages missed or repeated by a poll", at_most(0.0)),
    ("wrong answers", at_most(0.0)),
    ("acknowledged uploads lost", at_most(0.0)),
    ("faults that `atrio verify` finds", at_most(0.0)),
    ("e-mails lost", at_most(0.0)),
    ("events with two `Message-ID`s", at_most(0.0)),
    ("longest time without an answered poll", at_most(10.0)),
    ("recovery after a silent network", at_most(10.0)),
    ("RSS at the end", at_most(1.1)),
];

const fn at_least(limit: f64) -> Bar {
    Bar { is_minimum: true, limit }
}

const fn at_most(limit: f64) -> Bar {
    Bar { is_minimum: false, limit }
}

#[derive(Debug, Clone, Copy)]
pub(crate) enum Unit {
    PerSecond,
    Milliseconds,
    Mebibytes,
    Percent,
    Count,
    Seconds,
}

pub(crate) struct Row {
    work: String,
    value: f64,
    unit: Unit,
    /// The value divided by that of other work.
    ratio: Option<(f64, String)>,
}

#[derive(Default)]
pub(crate) struct Table {
    rows: Vec<Row>,
    failures: Vec<String>,
}

impl Row {
    pub(crate) fn new(work: impl Into<String>, value: f64, unit: Unit) -> Self {
        Self { work: work.into(), value, unit, ratio: None }
    }

    pub(crate) fn value(&self) -> f64 {
        self.value
    }

    /// Compares the value with that of `other`.
    pub(crate) fn divided_by(self, value: f64, other: &str) -> Self {
        Self { ratio: Some((self.value / value, other.to_owned())), ..self }
    }

    fn bar(&self) -> Option<&'static Bar> {
        BARS.iter().find(|(work, _)| self.work.starts_with(work)).map(|(_, bar)| bar)
    }

    /// `None` without a bar.
    fn is_met(&self) -> Option<bool> {
        let measured = self.ratio.as_ref().map_or(self.value, |(ratio, _)| *ratio);
        self.bar().map(|bar| if bar.is_minimum { measured >= bar.limit } else { measured <= bar.limit })
    }
}

impl Table {
    pub(crate) fn extend(&mut self, rows: Vec<Row>) {
        self.rows.extend(rows);
    }

    /// Lists a part that could not be measured.
    pub(crate) fn fail(&mut self, part: &str, error: &anyhow::Error) {
        eprintln!("\n✗ {error:#}");
        self.failures.push(format!("{part}: {error:#}"));
    }

    pub(crate) fn is_met(&self) -> bool {
        self.failures.is_empty() && self.rows.iter().all(|row| row.is_met() != Some(false))
    }
}

/// A small one with three decimals.
fn format_ratio(ratio: f64) -> String {
    if ratio < 0.1 { format!("{ratio:.3}") } else { format!("{ratio:.2}") }
}

/// Markdown, for docs/BENCHMARKS.md.
impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "| Work | Value | Ratio | Bar | Met |\n|---|---:|---|---|---|")?;
        for row in &self.rows {
            let value = row.unit.format(row.value);
            let ratio = row.ratio.as_ref().map(|(ratio, other)| format!("{} × {other}", format_ratio(*ratio)));
            let bar = row.bar().map(|bar| {
                let limit = match row.ratio {
                    Some(_) => format_ratio(bar.limit),
                    None => row.unit.format(bar.limit),
                };
                format!("{} {limit}", if bar.is_minimum { "≥" } else { "≤" })
            });
            let met = row.is_met().map(|is_met| if is_met { "yes" } else { "**no**" });
            let or_dash = |cell: Option<String>| cell.unwrap_or_else(|| "–".to_owned());
            let (ratio, bar, met) = (or_dash(ratio), or_dash(bar), met.unwrap_or("–"));
            writeln!(f, "| {} | {value} | {ratio} | {bar} | {met} |", row.work)?;
        }
        for failure in &self.failures {
            writeln!(f, "\nNot measured: {failure}")?;
        }
        Ok(())
    }
}

impl Unit {
    fn format(self, value: f64) -> String {
        match self {
            PerSecond => format!("{}/s", with_commas(value)),
            Milliseconds => format!("{value:.1} ms"),
            Mebibytes => format!("{value:.1} MiB"),
            Percent => format!("{value:.1} %"),
            Count => with_commas(value),
            Seconds => format!("{value:.1} s"),
        }
    }
}

/// A whole number with a comma before every three digits.
fn with_commas(value: f64) -> String {
    let digits = format!("{value:.0}");
    let mut text = String::new();
    for (index, digit) in digits.char_indices() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Counts of a run are far below what a float cannot hold.
pub(crate) fn precise(count: impl TryInto<u32>) -> f64 {
    count.try_into().map_or(f64::INFINITY, f64::from)
}

#[cfg(test)]
mod tests {
    use anyhow::anyhow;

    use super::{
        Row, Table,
        Unit::{Milliseconds, PerSecond},
        with_commas,
    };

    #[test]
    fn rows_have_ratio_bar_and_whether_it_is_met() {
        let mut table = Table::default();
        table.extend(vec![
            Row::new("idle poll", 30_500.0, PerSecond).divided_by(61_000.0, "bare axum"),
            Row::new("portal page", 3_050.0, PerSecond).divided_by(61_000.0, "bare axum"),
            Row::new("slowest admin page, SQLite", 11.04, Milliseconds),
        ]);
        assert!(table.is_met());
        table.extend(vec![Row::new("slowest admin page, PostgreSQL", 131.0, Milliseconds)]);
        assert!(!table.is_met());
        let expected = "\
            | Work | Value | Ratio | Bar | Met |\n\
            |---|---:|---|---|---|\n\
            | idle poll | 30,500/s | 0.50 × bare axum | – | – |\n\
            | portal page | 3,050/s | 0.050 × bare axum | – | – |\n\
            | slowest admin page, SQLite | 11.0 ms | – | ≤ 15.0 ms | yes |\n\
            | slowest admin page, PostgreSQL | 131.0 ms | – | ≤ 15.0 ms | **no** |\n";
        assert_eq!(table.to_string(), expected);
    }

    #[test]
    fn part_that_fails_is_not_met() {
        let mut table = Table::default();
        table.fail("Messages", &anyhow!("no answer"));
        assert!(!table.is_met());
        assert!(table.to_string().ends_with("\nNot measured: Messages: no answer\n"));
    }

    #[test]
    fn commas_group_by_thousands() {
        let texts = [7.0, 999.6, 61_234.0, 1_000_000.0].map(with_commas);
        assert_eq!(texts, ["7", "1,000", "61,234", "1,000,000"]);
    }
}
