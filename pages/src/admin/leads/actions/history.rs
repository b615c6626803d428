//! Actions on a lead's activities.

use domain::{ActivityDraft, Form};

use crate::admin::prelude::*;

/// Adds a note, a call or an e-mail.
#[server(prefix = "/rpc/admin", endpoint = "add_activity")]
pub async fn add_activity(lead: String, id: String, form: Form) -> Result<(), AppError> {
    submit("activity", &form, address::lead(&lead), async {
        let draft = ActivityDraft::read(&form)?;
        store().add_activity(&parse_id(&lead)?, &parse_id(&id)?, &draft).await?;
        Ok(address::lead(&lead).at(&field_id("activity", "text")))
    })
    .await
}

#[server(prefix = "/rpc/admin", endpoint = "delete_activity")]
pub async fn delete_activity(lead: String, id: String) -> Result<(), AppError> {
    act(address::lead(&lead), async {
        store().delete_activity(&actor(), &parse_id(&lead)?, &parse_id(&id)?).await?;
        Ok(address::lead(&lead).done(Done::Deleted).top())
    })
    .await
}
