//! Actions that merge leads and undo merges.

use crate::admin::prelude::*;

/// Merges the lead `gone` into the lead `kept`; the arguments are named after the form fields.
#[server(prefix = "/rpc/admin", endpoint = "merge_leads")]
pub async fn merge_leads(kept: String, gone: String, version: String) -> Result<(), AppError> {
    act(address::lead_merge(&kept, &gone), async {
        store().merge_leads(&actor(), &parse_id(&kept)?, &parse_id(&gone)?, &version).await?;
        Ok(address::lead(&kept).done(Done::Merged).top())
    })
    .await
}

/// Undoes a merge and redirects to the restored lead.
#[server(prefix = "/rpc/admin", endpoint = "separate_leads")]
pub async fn separate_leads(lead: String, merge: String, gone: String) -> Result<(), AppError> {
    act(address::lead(&lead), async {
        store().undo_merge(&actor(), &parse_id(&merge)?, &parse_id(&gone)?).await?;
        Ok(address::lead(&gone).done(Done::Separated).with("other", &lead).top())
    })
    .await
}
