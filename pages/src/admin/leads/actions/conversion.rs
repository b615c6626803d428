//! The action that converts a lead to a client.

use domain::Form;
use domain::leads::ConversionDraft;

use crate::admin::prelude::*;

/// Converts a lead to a client and redirects to it. A lead that is already converted keeps its client.
#[server(prefix = "/rpc/admin", endpoint = "convert_lead")]
pub async fn convert_lead(lead: String, client: String, form: Form) -> Result<(), AppError> {
    submit("convert", &form, address::lead(&lead).with("convert", "1"), async {
        let draft = ConversionDraft::read(&form)?;
        let (lead, client) = (parse_id(&lead)?, parse_id(&client)?);
        let client = store().convert_lead(&actor(), &lead, client, &draft).await?;
        let page = Address::path(format!("/admin/clients/{client}"));
        Ok(page.done(Done::Created(Record::Client)).top())
    })
    .await
}
