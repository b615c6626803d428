//! The actions on a quote that no other record has: moving its lines, its number and texts, payments by shares.

use domain::{Form, PaymentSharesDraft, QuoteDraft};

use super::quote_sheet::{QUOTE_FORM, SHARES_FORM};
use crate::admin::prelude::*;
use crate::admin::projects::ProjectPart;

/// The page of the quote to send.
pub fn sheet(project: &str) -> Address {
    Address::path(format!("{}/sheet", ProjectPart::Quote.path(project)))
}

/// Saves number, dates and texts of a quote.
#[server(prefix = "/rpc/admin", endpoint = "save_quote")]
pub async fn save_quote(project: String, version: String, form: Form) -> Result<(), AppError> {
    let page = sheet(&project);
    submit(QUOTE_FORM, &form, page.clone(), async {
        let draft = QuoteDraft::read(&form)?;
        store().save_quote(&actor(), &parse_id(&project)?, &draft, &version).await?;
        Ok(page.done(Done::Saved).into_string())
    })
    .await
}

#[server(prefix = "/rpc/admin", endpoint = "delete_quote")]
pub async fn delete_quote(project: String) -> Result<(), AppError> {
    let page = sheet(&project);
    act(page.clone(), async {
        store().delete_quote(&actor(), &parse_id(&project)?).await?;
        Ok(page.done(Done::Deleted).into_string())
    })
    .await
}

#[server(prefix = "/rpc/admin", endpoint = "add_payment_shares")]
pub async fn add_payment_shares(project: String, id: String, version: String, form: Form) -> Result<(), AppError> {
    submit(SHARES_FORM, &form, sheet(&project), async {
        let draft = PaymentSharesDraft::read(&form)?;
        store().add_payment_shares(&actor(), &parse_id(&project)?, &parse_id(&id)?, &draft, &version).await?;
        Ok(ProjectPart::Payments.address(&project).done(Done::PaymentsCreated).into_string())
    })
    .await
}

/// Moves a line one position up or down.
#[server(prefix = "/rpc/admin", endpoint = "move_quote_item")]
pub async fn move_quote_item(
    project: String,
    id: String,
    /// `up`, or anything else for down.
    to: String,
) -> Result<(), AppError> {
    let page = ProjectPart::Quote.address(&project);
    act(page.clone(), async {
        store().move_quote_item(&parse_id(&project)?, &parse_id(&id)?, to == "up").await?;
        Ok(page.with("moved", &id).with("to", &to).with_fragment(&format!("row-{id}")))
    })
    .await
}
