//! Where leads come from, and what becomes of them.

use std::collections::BTreeMap;

use domain::LeadStatus;
use domain::overview::{LeadFigures, SourceFigures};

use crate::{Result, Store};

const WEEK: i64 = 7 * 86_400_000;

/// Source, week, status, number of leads and of those linked to a client.
type Row = (String, i64, LeadStatus, i64, i64);

impl Store {
    /// The leads of the last `weeks` weeks, the present day included, by source; most first.
    pub async fn lead_figures(&self, weeks: usize) -> Result<LeadFigures> {
        let zone = self.zone().await?;
        let tomorrow = zone.date(self.clock.now()).days_later(1);
        let length = i64::try_from(weeks).unwrap_or(i64::MAX);
        let start = zone.midnight(tomorrow.days_later(-7 * length));
        let rows: Vec<Row> = self.db.readers().fetch_all(FIGURES, (start, WEEK)).await?;
        let mut sources: BTreeMap<String, SourceFigures> = BTreeMap::new();
        for (source, week, status, count, clients) in rows {
            let figures = sources.entry(source.clone()).or_insert_with(|| SourceFigures {
                source,
                weeks: vec![0; weeks],
                ..SourceFigures::default()
            });
            // A lead may be dated ahead of the clock, or moved into another week by a change of the clocks.
            let week = usize::try_from(week).unwrap_or(0).min(weeks.saturating_sub(1));
            figures.weeks[week] += count;
            let reached = |least: &[LeadStatus]| if least.contains(&status) { count } else { 0 };
            figures.contacted += reached(&[LeadStatus::Contacted, LeadStatus::Qualified, LeadStatus::Won]);
            figures.qualified += reached(&[LeadStatus::Qualified, LeadStatus::Won]);
            figures.won += reached(&[LeadStatus::Won]);
            figures.lost += reached(&[LeadStatus::Lost]);
            figures.clients += clients;
        }
        let mut sources: Vec<SourceFigures> = sources.into_values().collect();
        sources.sort_by_key(|one| std::cmp::Reverse(one.arrived()));
        Ok(LeadFigures { sources })
    }
}

const FIGURES: &str = "SELECT source, (created_at - $1) / $2, status, COUNT(*), COUNT(client_id) FROM lead \
     WHERE created_at >= $1 GROUP BY source, (created_at - $1) / $2, status";
