//! Actions that create, save, move and delete leads.

use domain::{Form, LeadDraft};

use crate::admin::prelude::*;

#[server(prefix = "/rpc/admin", endpoint = "create_lead")]
pub async fn create_lead(id: String, form: Form) -> Result<(), AppError> {
    submit("lead", &form, Address::path("/admin/leads/new".to_owned()), async {
        let store = store();
        let draft = LeadDraft::read(&form, &store.zone().await?)?;
        let id = store.create_lead(parse_id(&id)?, &draft).await?;
        Ok(address::lead(id.as_str()).done(Done::Created(Record::Lead)).top())
    })
    .await
}

#[server(prefix = "/rpc/admin", endpoint = "save_lead")]
pub async fn save_lead(id: String, version: String, form: Form) -> Result<(), AppError> {
    submit("lead", &form, address::lead(&id).with("edit", "1"), async {
        let store = store();
        let draft = LeadDraft::read(&form, &store.zone().await?)?;
        store.save_lead(&parse_id(&id)?, draft, &version).await?;
        Ok(address::lead(&id).done(Done::Saved).top())
    })
    .await
}

#[server(prefix = "/rpc/admin", endpoint = "move_lead")]
pub async fn move_lead(
    /// The lead's id and its status when the page was loaded, joined by a dot: `anna.new`.
    id: String,
    to: String,
    /// `board` redirects to the pipeline, anything else to the lead.
    page: String,
) -> Result<(), AppError> {
    let (id, from) = id.rsplit_once('.').unwrap_or((&id, ""));
    let on_board = page == "board";
    let back = if on_board { address::lead_board().with("moved", id) } else { address::lead(id) };
    act(back.clone(), async {
        let status = |word: &str| word.parse().map_err(|_| AppError::Garbled);
        store().move_lead(&parse_id(id)?, status(from)?, status(&to)?).await?;
        Ok(if on_board { back.top() } else { back.done(Done::Saved).top() })
    })
    .await
}

/// Deletes a lead with its activities.
#[server(prefix = "/rpc/admin", endpoint = "delete_lead")]
pub async fn delete_lead(id: String) -> Result<(), AppError> {
    act(address::leads(), async {
        store().delete_lead(&actor(), &parse_id(&id)?).await?;
        Ok(address::leads().done(Done::Deleted).top())
    })
    .await
}
