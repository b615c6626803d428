//! The quote as a document: its number, dates, addressee and notes.

use domain::audit::{Action, Actor};
use domain::id::ProjectId;
use domain::{
    Client, DomainError, Payment, Problem, Problems, Quote, QuoteDraft, QuoteItem, QuoteNumber, QuoteSheet, Timestamp,
    Versioned,
};

use super::{folder, record, shares};
use crate::db::{Connection, Tx};
use crate::settings::quotes::quote_settings;
use crate::tables::{self, select_one};
use crate::{Fault, Result, Store, audit, form_version};

impl Store {
    /// Everything on the sheet of a project's quote.
    pub async fn quote_sheet(&self, project: &ProjectId) -> Result<QuoteSheet> {
        let year = self.zone().await?.date(self.clock.now()).year();
        let mut tx = self.db.snapshot().await?;
        let folder = folder(&mut tx, project).await?;
        let client: Client = select_one(&mut tx, "client WHERE client.id = $1", [folder.client_id.as_str()])
            .await?
            .ok_or(DomainError::UnknownClient)?;
        let items: Vec<QuoteItem> = record::all(&mut tx, project).await?;
        let settings = quote_settings(&mut tx).await?;
        let payments: Vec<Payment> = record::all(&mut tx, project).await?;
        let version = shares::version(&items, &settings, &payments)?;
        let quote = quote(&mut tx, project).await?.map(versioned).transpose()?;
        let next_number = next_number(&mut tx, year).await?;
        tx.commit().await?;
        Ok(QuoteSheet {
            folder,
            company: client.company.filter(|company| !company.trim().is_empty()),
            address: client.address,
            vat_number: client.vat_number,
            tax_code: client.tax_code,
            language: client.language,
            quote,
            items,
            settings,
            next_number,
            payments: Versioned { record: payments, version },
        })
    }

    /// Saves the form of a quote's sheet, filled from the version `seen`, which is empty for a quote without a number: it
    /// gets the next one of the year of its date, unless the form has one. The same first form sent twice assigns one
    /// number.
    pub async fn save_quote(&self, by: &Actor, project: &ProjectId, draft: &QuoteDraft, seen: &str) -> Result<()> {
        let mut tx = self.db.write().await?;
        record::lock_project(&mut tx, project).await?;
        // So that two quotes saved at once get different numbers.
        self.db.exclude_writers(&mut tx, &["quote"]).await?;
        let current = quote(&mut tx, project).await?;
        if let Some(current) = &current {
            if is_repeated(draft, current) {
                return Ok(());
            }
            form_version::check(&QuoteDraft::from(current), seen)?;
        } else if seen.is_empty() {
            keep_rates(&mut tx, project).await?;
        } else {
            return Err(DomainError::Stale.into());
        }
        let current_number = current.map(|quote| quote.number);
        let number = match draft.number.or(current_number) {
            Some(number) => number,
            None => next_number(&mut tx, draft.issued_on.year())
                .await?
                .ok_or_else(|| Problems::one("number", Problem::Empty))?,
        };
        check_free(&mut tx, project, number).await?;
        remove(&mut tx, project).await?;
        tables::insert(&mut tx, &draft.quote(project.clone(), number)).await?;
        if current_number != Some(number) {
            record_action(&mut tx, by, Action::QuoteNumbered, project, number, self.clock.now()).await?;
        }
        Ok(tx.commit().await?)
    }

    /// Deletes the number, the dates and the texts of a quote; its items stay.
    pub async fn delete_quote(&self, by: &Actor, project: &ProjectId) -> Result<()> {
        let mut tx = self.db.write().await?;
        record::lock_project(&mut tx, project).await?;
        let quote = quote(&mut tx, project).await?.ok_or(DomainError::UnknownRecord)?;
        remove(&mut tx, project).await?;
        record_action(&mut tx, by, Action::QuoteDeleted, project, quote.number, self.clock.now()).await?;
        Ok(tx.commit().await?)
    }
}

async fn quote(connection: &mut Connection, project: &ProjectId) -> Result<Option<Quote>, Fault> {
    select_one(connection, "quote WHERE quote.project_id = $1", [project.as_str()]).await
}

fn versioned(quote: Quote) -> Result<Versioned<Quote>, Fault> {
    Ok(Versioned { version: form_version::of(&QuoteDraft::from(&quote))?, record: quote })
}

/// Whether `draft` is the form that made the quote.
fn is_repeated(draft: &QuoteDraft, quote: &Quote) -> bool {
    let number = draft.number.or(Some(quote.number));
    QuoteDraft { number, ..draft.clone() } == QuoteDraft::from(quote)
}

async fn next_number(connection: &mut Connection, year: i64) -> Result<Option<QuoteNumber>, Fault> {
    let sql = "SELECT number FROM quote WHERE year = $1";
    let taken: Vec<QuoteNumber> = connection.fetch_values(sql, [year]).await?;
    Ok(QuoteNumber::next(taken, year))
}

/// Items without a rate keep today's, whatever the setting becomes.
async fn keep_rates(tx: &mut Tx, project: &ProjectId) -> Result<()> {
    let rate = quote_settings(tx).await?.vat_rate;
    let sql = "UPDATE quote_item SET vat_rate = $2 WHERE project_id = $1 AND vat_rate IS NULL";
    tx.execute(sql, (&project, String::from(rate))).await?;
    Ok(())
}

/// Checks that no other project's quote has the number.
async fn check_free(tx: &mut Tx, project: &ProjectId, number: QuoteNumber) -> Result<()> {
    let sql = "SELECT project_id FROM quote WHERE number = $1 AND project_id <> $2";
    let taken: Option<ProjectId> = tx.fetch_optional_value(sql, (number, project)).await?;
    if taken.is_some() { Err(Problems::one("number", Problem::Taken).into()) } else { Ok(()) }
}

async fn remove(tx: &mut Tx, project: &ProjectId) -> Result<()> {
    tx.execute("DELETE FROM quote WHERE project_id = $1", [&project]).await?;
    Ok(())
}

async fn record_action(
    tx: &mut Tx,
    by: &Actor,
    action: Action,
    project: &ProjectId,
    number: QuoteNumber,
    now: Timestamp,
) -> Result<()> {
    let name = format!("{number} · {}", folder(tx, project).await?.name);
    Ok(audit::record(tx, by, action, project.as_str(), &name, now).await?)
}
