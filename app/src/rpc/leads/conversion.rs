//! A lead becomes a client.

use domain::Form;
use leptos::prelude::*;

use crate::error::AppError;

/// Makes a client of a lead, and leads to the client; of a lead that is one already, to that.
///
/// # Errors
/// [`AppError::SignedOut`]; [`AppError::Invalid`]; [`AppError::Missing`]; [`AppError::Fault`].
#[server(prefix = "/rpc", endpoint = "convert_lead")]
pub async fn convert_lead(
    /// The lead's id.
    lead: String,
    /// What the client will be called, as the page was given it.
    client: String,
    /// The client, and the name of their first project.
    form: Form,
) -> Result<(), AppError> {
    use crate::address::Address;
    use crate::ui::Done;
    use domain::lead::ConversionDraft;

    let form = form.as_typed();
    crate::rpc::submit("convert", &form, Address::lead(&lead).with("convert", "1"), async {
        let by = crate::viewer::Admin::actor()?;
        let draft = ConversionDraft::read(&form)?;
        let client = expect_context::<store::Store>().convert_lead(&by, &lead, &client, &draft).await?;
        let page = Address::path(format!("/admin/clients/{client}"));
        Ok(page.done(Done::Created).top())
    })
    .await
}
