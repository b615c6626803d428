//! Two leads become one, and two again.

use domain::lead::{MergeChoice, MergePlan};
use leptos::prelude::*;

use crate::error::AppError;

/// Leads that one might be merged with.
///
/// # Errors
/// [`AppError::SignedOut`]; [`AppError::Missing`]; [`AppError::Fault`].
#[server(prefix = "/rpc", endpoint = "merge_choice")]
pub async fn load_merge_choice(
    /// The id of the lead that stays.
    lead: String,
    /// I18n the other must have.
    search: String,
) -> Result<MergeChoice, AppError> {
    crate::viewer::Admin::signed_in()?;
    Ok(expect_context::<store::Store>().merge_choice(&lead, &search).await?)
}

/// What a merge would do.
///
/// # Errors
/// [`AppError::SignedOut`]; [`AppError::Missing`]; [`AppError::Fault`].
#[server(prefix = "/rpc", endpoint = "merge_plan")]
pub async fn load_merge_plan(
    /// The id of the lead that stays.
    kept: String,
    /// The id of the lead that goes.
    gone: String,
) -> Result<MergePlan, AppError> {
    crate::viewer::Admin::signed_in()?;
    Ok(expect_context::<store::Store>().merge_plan(&kept, &gone).await?)
}

/// Merges two leads.
///
/// # Errors
/// [`AppError::SignedOut`]; [`AppError::ClientsDiffer`]; [`AppError::Changed`] when one of them is not as it was
/// seen; [`AppError::Missing`]; [`AppError::Fault`].
#[server(prefix = "/rpc", endpoint = "merge_leads")]
pub async fn merge_leads(
    /// The id of the lead that stays.
    kept: String,
    /// The id of the lead that goes.
    gone: String,
    /// The version of both, as they were seen.
    version: String,
) -> Result<(), AppError> {
    use crate::address::Address;
    use crate::ui::Done;

    crate::rpc::act(Address::lead_merge(&kept, &gone), async {
        let by = crate::viewer::Admin::actor()?;
        expect_context::<store::Store>().merge_leads(&by, &kept, &gone, &version).await?;
        Ok(Address::lead(&kept).done(Done::Merged).top())
    })
    .await
}

/// Undoes a merge, and leads to the lead that came back.
///
/// # Errors
/// [`AppError::SignedOut`]; [`AppError::EmailTaken`]; [`AppError::Changed`]; [`AppError::Missing`];
/// [`AppError::Fault`].
#[server(prefix = "/rpc", endpoint = "separate_leads")]
pub async fn separate_leads(
    /// The id of the lead that stayed.
    lead: String,
    /// The merge's.
    merge: String,
    /// The id of the lead that went.
    gone: String,
) -> Result<(), AppError> {
    use crate::address::Address;
    use crate::ui::Done;

    crate::rpc::act(Address::lead(&lead), async {
        let by = crate::viewer::Admin::actor()?;
        expect_context::<store::Store>().undo_merge(&by, &merge, &gone).await?;
        Ok(Address::lead(&gone).done(Done::Separated).with("other", &lead).top())
    })
    .await
}
