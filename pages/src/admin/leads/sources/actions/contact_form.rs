//! The action that saves the texts and fields of a contact form.

use app::error::AppError;
use domain::Form;
use domain::leads::FormSettings;
use leptos::prelude::*;

use crate::address;
use crate::form_action::{actor, store, submit};
use crate::ui::Done;

#[server(prefix = "/rpc/admin", endpoint = "save_contact_form")]
pub async fn save_contact_form(id: String, version: String, form: Form) -> Result<(), AppError> {
    let form = form.as_typed();
    submit("texts", &form, address::source(&id), async {
        let by = actor();
        let settings = FormSettings::read(&form)?;
        store().save_form_settings(&by, &id, &settings, &version).await?;
        Ok(address::source(&id).done(Done::Saved).top())
    })
    .await
}
