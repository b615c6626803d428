//! The actions on lead sources.

use axum::body::Bytes;
use axum::extract::State;
use axum::response::Response;
use domain::Form;
use domain::id::SourceId;
use domain::leads::{FormSettings, Mapping, SourceDraft};
use store::Error;

use crate::admin::prelude::*;
use crate::backend::Backend;
use crate::redirect;

/// Creates a source with its own address.
#[server(prefix = "/rpc/admin", endpoint = "create_source")]
pub async fn create_source(id: String, form: Form) -> Result<(), AppError> {
    submit("source", &form, Address::path("/admin/leads/sources/new".to_owned()), async {
        let draft = SourceDraft::read(&form)?;
        store().create_source(&actor(), &parse_id(&id)?, &draft).await?;
        Ok(address::source(&id).done(Done::Created(Record::Source)).into_string())
    })
    .await
}

#[server(prefix = "/rpc/admin", endpoint = "save_source")]
pub async fn save_source(id: String, version: String, form: Form) -> Result<(), AppError> {
    submit("source", &form, address::source(&id).with("edit", "1"), async {
        let draft = SourceDraft::read(&form)?;
        store().save_source(&actor(), &parse_id(&id)?, &draft, &version).await?;
        Ok(address::source(&id).done(Done::Saved).into_string())
    })
    .await
}

#[server(prefix = "/rpc/admin", endpoint = "switch_source")]
pub async fn switch_source(
    id: String,
    version: String,
    /// `on` or `off`.
    to: String,
) -> Result<(), AppError> {
    act(address::source(&id), async {
        let (store, source) = (store(), parse_id(&id)?);
        let draft = SourceDraft::from(&store.lead_source(&source).await?.line.source);
        store.save_source(&actor(), &source, &SourceDraft { active: to == "on", ..draft }, &version).await?;
        Ok(address::source(&id).done(Done::Saved).into_string())
    })
    .await
}

/// Replaces the address of a source; the old one stops working at once.
#[server(prefix = "/rpc/admin", endpoint = "rotate_source_key")]
pub async fn rotate_source_key(id: String, seen: String) -> Result<(), AppError> {
    act(address::source(&id), async {
        store().rotate_source_key(&actor(), &parse_id(&id)?, &seen).await?;
        Ok(address::source(&id).done(Done::AddressChanged).into_string())
    })
    .await
}

/// Deletes a source with its stored deliveries.
#[server(prefix = "/rpc/admin", endpoint = "delete_source")]
pub async fn delete_source(id: String) -> Result<(), AppError> {
    act(address::sources(), async {
        store().delete_source(&actor(), &parse_id(&id)?).await?;
        Ok(address::sources().done(Done::Deleted).into_string())
    })
    .await
}

#[server(prefix = "/rpc/admin", endpoint = "save_contact_form")]
pub async fn save_contact_form(id: String, version: String, form: Form) -> Result<(), AppError> {
    submit("texts", &form, address::source(&id), async {
        let settings = FormSettings::read(&form)?;
        store().save_form_settings(&actor(), &parse_id(&id)?, &settings, &version).await?;
        Ok(address::source(&id).done(Done::Saved).into_string())
    })
    .await
}

#[server(prefix = "/rpc/admin", endpoint = "save_mapping")]
pub async fn save_mapping(
    id: String,
    version: String,
    #[server(default)] delivery: String,
    form: Form,
) -> Result<(), AppError> {
    let page = address::mapping(&id).with("delivery", &delivery);
    submit("mapping", &form, page.clone(), async {
        let mapping = Mapping::read(&form)?;
        store().save_mapping(&actor(), &parse_id(&id)?, &mapping, &version).await?;
        Ok(page.done(Done::Saved).into_string())
    })
    .await
}

pub const TRY_SOURCE: &str = "/rpc/admin/try_source";

/// Posts a sample to the source with the form's `id`, and redirects to the source.
pub async fn try_source<B: Backend>(State(backend): State<B>, body: Bytes) -> Response {
    let Some((_, id)) = form_urlencoded::parse(&body).find(|(name, _)| name == "id") else {
        return redirect::to(&address::sources().error(AppError::Garbled).into_string());
    };
    let Ok(source) = SourceId::parse(&*id) else {
        return redirect::to(&address::sources().error(AppError::Missing).into_string());
    };
    match backend.pages().store.lead_source(&source).await {
        Ok(card) => {
            let source = &card.line.source;
            let outcome = if source.active { backend.post_sample(source).await } else { "off".to_owned() };
            redirect::to(&address::source(&id).with("tried", &outcome).with_fragment("deliveries"))
        }
        Err(Error::Domain(_)) => redirect::to(&address::sources().error(AppError::Missing).into_string()),
        Err(error) => {
            tracing::error!(%error, "a source could not be looked up");
            redirect::to(&address::sources().error(error.failure().into()).into_string())
        }
    }
}
