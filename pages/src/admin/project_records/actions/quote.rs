//! Actions about the quote.

use app::error::AppError;
use domain::Form;
use domain::projects::project_records::QuoteItemDraft;
use leptos::prelude::*;

use crate::admin::projects::ProjectPart;
use crate::form_action::{act, actor, store, submit};
use crate::ui::{Done, Record};

/// Adds a line to the end of a project's quote.
#[server(prefix = "/rpc/admin", endpoint = "add_quote_item")]
pub async fn add_quote_item(project: String, id: String, form: Form) -> Result<(), AppError> {
    let (form, page) = (form.as_typed(), ProjectPart::Quote.address(&project));
    submit("line-new", &form, page.clone(), async {
        let draft = QuoteItemDraft::read(&form)?;
        store().add_quote_item(&project, &id, &draft).await?;
        Ok(page.done(Done::Created(Record::QuoteItem)).top())
    })
    .await
}

#[server(prefix = "/rpc/admin", endpoint = "save_quote_item")]
pub async fn save_quote_item(
    project: String,
    id: String,
    version: String,
    form: Form,
) -> Result<(), AppError> {
    let (form, page) = (form.as_typed(), ProjectPart::Quote.address(&project));
    let back = page.clone().with("edit", &id);
    submit(&format!("line-{id}"), &form, back, async {
        let draft = QuoteItemDraft::read(&form)?;
        store().save_quote_item(&project, &id, &draft, &version).await?;
        Ok(page.done(Done::Saved).top())
    })
    .await
}

#[server(prefix = "/rpc/admin", endpoint = "delete_quote_item")]
pub async fn delete_quote_item(project: String, id: String) -> Result<(), AppError> {
    let page = ProjectPart::Quote.address(&project);
    act(page.clone(), async {
        store().delete_quote_item(&actor(), &project, &id).await?;
        Ok(page.done(Done::Deleted).top())
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
        store().move_quote_item(&project, &id, to == "up").await?;
        Ok(page.with("moved", &id).with("to", &to).at(&format!("row-{id}")))
    })
    .await
}
