//! The lines of the quote, in the order the agency gives them.

use std::cmp::Ordering;

use domain::id::{ProjectId, QuoteItemId};
use domain::{DomainError, QuoteItem};

use super::record::{self, StoredRecord};
use crate::db::Connection;
use crate::settings::quotes::quote_settings;
use crate::{Result, Store};

impl StoredRecord for QuoteItem {
    fn order(&self, other: &Self) -> Ordering {
        (self.position, &self.id).cmp(&(other.position, &other.id))
    }

    /// A new line is the last. In a quote with a number one without a rate gets today's, as the others have got.
    async fn complete(&mut self, connection: &mut Connection, is_new: bool) -> Result<()> {
        if self.vat_rate.is_none() {
            let sql = "SELECT COUNT(*) FROM quote WHERE project_id = $1";
            let has_number: i64 = connection.fetch_value(sql, [&self.project_id]).await?;
            if has_number > 0 {
                self.vat_rate = Some(quote_settings(connection).await?.vat_rate);
            }
        }
        if is_new {
            let sql = "SELECT CAST(COALESCE(MAX(position), -1) AS BIGINT) FROM quote_item WHERE project_id = $1";
            let last: i64 = connection.fetch_value(sql, [&self.project_id]).await?;
            self.position = last.saturating_add(1);
        }
        Ok(())
    }
}

impl Store {
    /// Moves a line one position up or down; the first does not move up, nor the last down.
    pub async fn move_quote_item(&self, project: &ProjectId, id: &QuoteItemId, up: bool) -> Result<()> {
        let mut tx = self.db.write().await?;
        record::lock_project(&mut tx, project).await?;
        let mut items: Vec<QuoteItem> = record::all(&mut tx, project).await?;
        let position = items.iter().position(|item| item.id == *id).ok_or(DomainError::UnknownRecord)?;
        let other = if up { position.checked_sub(1) } else { Some(position + 1).filter(|next| *next < items.len()) };
        if let Some(other) = other {
            items.swap(position, other);
        }
        // All positions are updated, not two: imported lines may have equal ones.
        for (item, position) in items.iter().zip(0_i64..).filter(|(item, position)| item.position != *position) {
            tx.execute("UPDATE quote_item SET position = $2 WHERE id = $1", (&item.id, position)).await?;
        }
        Ok(tx.commit().await?)
    }
}
