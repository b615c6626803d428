//! Payments made from a quote by shares.

use domain::audit::Actor;
use domain::form::{FormParser, Problem, Problems};
use domain::id::{PaymentId, ProjectId};
use domain::projects::project_records::PaymentDraft;
use domain::projects::quote_totals::QuoteTotals;
use domain::{DomainError, Payment, PaymentSharesDraft, ProjectRecord as _, QuoteItem, QuoteSettings, Timestamp};

use super::{folder, record};
use crate::settings::quotes::quote_settings;
use crate::{Fault, Result, Store, form_version};

impl Store {
    /// Adds payments by shares of the quote's total with VAT. The same form sent twice adds them once; after other payments
    /// or a change of the quote it is refused, because its page did not show them.
    pub async fn add_payment_shares(
        &self,
        by: &Actor,
        project: &ProjectId,
        id: &PaymentId,
        draft: &PaymentSharesDraft,
        seen: &str,
    ) -> Result<()> {
        let now = self.clock.now();
        let mut tx = self.db.write().await?;
        record::lock_project(&mut tx, project).await?;
        let items: Vec<QuoteItem> = record::all(&mut tx, project).await?;
        let settings = quote_settings(&mut tx).await?;
        let existing: Vec<Payment> = record::all(&mut tx, project).await?;
        let total = due(&items, &settings).ok_or_else(|| Problems::one("shares", Problem::NothingDue))?;
        let client = folder(&mut tx, project).await?.client_id;
        let language: String = tx.fetch_value("SELECT language FROM client WHERE id = $1", [&client]).await?;
        let drafts = draft.payments(total, language.parse().unwrap_or_default());
        if drafts.iter().any(|draft| draft.amount_cents > FormParser::MAX_CENTS) {
            return Err(Problems::one("shares", Problem::OutOfRange(1, FormParser::MAX_MONEY)).into());
        }
        if is_made(&existing, id, &drafts, now) {
            return Ok(());
        }
        if version(&items, &settings, &existing)? != seen {
            return Err(DomainError::Stale.into());
        }
        for (index, draft) in drafts.iter().enumerate() {
            let id = PaymentId::parse(id_of(id, index)).map_err(|_| DomainError::UnknownRecord)?;
            record::add::<Payment>(&mut tx, by, project, id, draft, now).await?;
        }
        Ok(tx.commit().await?)
    }
}

/// The version of what the form of shares is about: the total and the payments there are.
pub(super) fn version(items: &[QuoteItem], settings: &QuoteSettings, payments: &[Payment]) -> Result<String, Fault> {
    let ids: Vec<&str> = payments.iter().map(|payment| payment.id.as_str()).collect();
    form_version::of(&(due(items, settings), ids))
}

/// The total with VAT, if there is something to pay.
fn due(items: &[QuoteItem], settings: &QuoteSettings) -> Option<i64> {
    let total = QuoteTotals::of(items, settings.vat_rate)?.total_cents;
    i64::try_from(total).ok().filter(|total| *total > 0)
}

fn id_of(form: &PaymentId, index: usize) -> String {
    format!("{form}-{}", index + 1)
}

/// Whether the payments of this form exist.
fn is_made(payments: &[Payment], form: &PaymentId, drafts: &[PaymentDraft], now: Timestamp) -> bool {
    let is_same = |payment: &Payment, draft: &PaymentDraft| {
        let (id, project) = (payment.id.clone(), payment.project_id.clone());
        record::form(&Payment::new(id, project, draft.clone(), now)) == record::form(payment)
    };
    let is_made = |(index, draft): (usize, &PaymentDraft)| {
        let id = id_of(form, index);
        payments.iter().any(|payment| payment.id.as_str() == id && is_same(payment, draft))
    };
    drafts.iter().enumerate().all(is_made)
}
