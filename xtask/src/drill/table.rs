//! The table that a drill ends with.

use std::{fmt, time::Duration};

use super::verdict::{Kept, Verdict};

pub(super) struct Drilled {
    pub(super) verdict: Verdict,
    /// From the loss to `/readyz`.
    pub(super) ready_after: Duration,
    pub(super) bytes: Option<u64>,
}

#[derive(Default)]
pub(super) struct Table {
    rows: Vec<(String, Drilled)>,
    failures: Vec<String>,
}

impl Table {
    pub(super) fn push(&mut self, way: &str, drilled: Drilled) {
        self.rows.push((way.to_owned(), drilled));
    }

    /// Lists a way that could not be tried.
    pub(super) fn fail(&mut self, way: &str, error: &anyhow::Error) {
        eprintln!("\n✗ {error:#}");
        self.failures.push(format!("{way}: {error:#}"));
    }

    pub(super) fn is_met(&self) -> bool {
        self.failures.is_empty() && self.rows.iter().all(|(_, drilled)| drilled.verdict.broken.is_empty())
    }
}

/// Markdown, for docs/RECOVERY.md.
impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "| Way | Messages lost | Lost time | Files lost | Lost time | Ready after | Backup | Kept |")?;
        writeln!(f, "|---|---:|---:|---:|---:|---:|---:|---|")?;
        for (way, Drilled { verdict, ready_after, bytes }) in &self.rows {
            let bytes = bytes.map_or_else(|| "–".to_owned(), |bytes| format!("{} KiB", bytes / 1024));
            let kept = if verdict.broken.is_empty() { "yes" } else { "**no**" };
            let (messages, files) = (&verdict.messages, &verdict.files);
            let ready_after = seconds(*ready_after);
            writeln!(f, "| `{way}` | {messages} | {files} | {ready_after} | {bytes} | {kept} |")?;
        }
        for failure in &self.failures {
            writeln!(f, "\nNot tried: {failure}")?;
        }
        for (way, Drilled { verdict, .. }) in &self.rows {
            for broken in &verdict.broken {
                writeln!(f, "\nNot kept: {way}: {broken}")?;
            }
        }
        Ok(())
    }
}

impl fmt::Display for Kept {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { acknowledged, lost, gap } = self;
        write!(f, "{lost} of {acknowledged} | {}", seconds(*gap))
    }
}

fn seconds(time: Duration) -> String {
    format!("{:.1} s", time.as_secs_f64())
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{Drilled, Kept, Table, Verdict};

    #[test]
    fn way_that_keeps_less_than_it_promises_is_not_met() {
        let kept = |lost| Kept { acknowledged: 9, lost, gap: Duration::from_millis(1_250) };
        let drilled = |broken| Drilled {
            verdict: Verdict { messages: kept(2), files: kept(0), broken },
            ready_after: Duration::from_secs(3),
            bytes: Some(2_048),
        };
        let mut table = Table::default();
        table.push("wal", drilled(Vec::new()));
        assert!(table.is_met());
        assert!(table.to_string().ends_with("| `wal` | 2 of 9 | 1.2 s | 0 of 9 | 1.2 s | 3.0 s | 2 KiB | yes |\n"));
        table.push("backup", drilled(vec!["message 1 is lost".to_owned()]));
        assert!(!table.is_met());
        assert!(table.to_string().ends_with("\nNot kept: backup: message 1 is lost\n"));
    }
}
