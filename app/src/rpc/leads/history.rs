//! What the agency adds to a lead's history, and takes away.

use domain::Form;
use leptos::prelude::*;

use crate::error::AppError;

/// Adds a note, a call or an e-mail.
///
/// # Errors
/// [`AppError::SignedOut`]; [`AppError::Invalid`]; [`AppError::Missing`]; [`AppError::Fault`].
#[server(prefix = "/rpc", endpoint = "add_activity")]
pub async fn add_activity(
    /// The lead's id.
    lead: String,
    /// What the activity will be called, as the page was given it.
    id: String,
    /// What happened.
    form: Form,
) -> Result<(), AppError> {
    use crate::address::Address;
    use domain::ActivityDraft;

    let form = form.as_typed();
    crate::rpc::submit("activity", &form, Address::lead(&lead), async {
        let draft = ActivityDraft::read(&form)?;
        expect_context::<store::Store>().add_activity(&lead, &id, &draft).await?;
        Ok(Address::lead(&lead).at("activity"))
    })
    .await
}

/// Deletes an activity.
///
/// # Errors
/// [`AppError::SignedOut`]; [`AppError::Missing`]; [`AppError::Fault`].
#[server(prefix = "/rpc", endpoint = "delete_activity")]
pub async fn delete_activity(
    /// The lead's id.
    lead: String,
    /// The activity's.
    id: String,
) -> Result<(), AppError> {
    use crate::address::Address;
    use crate::ui::Done;

    crate::rpc::act(Address::lead(&lead), async {
        let by = crate::viewer::Admin::actor()?;
        expect_context::<store::Store>().delete_activity(&by, &lead, &id).await?;
        Ok(Address::lead(&lead).done(Done::Deleted).top())
    })
    .await
}
