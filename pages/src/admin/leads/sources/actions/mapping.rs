//! The action that saves the field mapping of a source.

use app::error::AppError;
use domain::Form;
use domain::leads::Mapping;
use leptos::prelude::*;

use crate::address;
use crate::form_action::{actor, store, submit};
use crate::ui::Done;

#[server(prefix = "/rpc/admin", endpoint = "save_mapping")]
pub async fn save_mapping(
    id: String,
    version: String,
    #[server(default)] delivery: String,
    form: Form,
) -> Result<(), AppError> {
    let page = address::mapping(&id).with("delivery", &delivery);
    submit("mapping", &form, page.clone(), async {
        let by = actor();
        let mapping = Mapping::read(&form)?;
        store().save_mapping(&by, &id, &mapping, &version).await?;
        Ok(page.done(Done::Saved).top())
    })
    .await
}
