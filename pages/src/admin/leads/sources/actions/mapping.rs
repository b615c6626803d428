//! Which places of what a source delivers are which fields of a lead.

use app::error::AppError;
use domain::Form;
use domain::lead::Mapping;
use domain::lead::reading::Sample;
use domain::lead::source::SourceCard;
use leptos::prelude::*;
use serde::{Deserialize, Serialize};
use store::Store;

use crate::{PageError, address};
use crate::form_action::{actor, store, submit};
use crate::ui::Done;

/// Everything the page of a mapping shows.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct MappingDesk {
    /// The source.
    pub card: SourceCard,
    /// What the page's form says: the mapping that stands, or the one that is tried out.
    pub mapping: Mapping,
    /// What there is to choose from; none: nothing has arrived yet.
    pub sample: Option<Sample>,
}

/// The mapping of a source, tried out on what it delivered last.
///
/// # Errors
/// [`AppError::Missing`]; [`AppError::Fault`].
async fn load_mapping(store: &Store, id: String, delivery: Option<String>, form: Option<Form>) -> Result<MappingDesk, PageError> {
    let card = store.lead_source(&id).await?;
    // What cannot be read as a mapping is not worth more than the one that stands.
    let tried = form.and_then(|form| Mapping::read(&form).ok());
    let mapping = tried.unwrap_or_else(|| card.line.source.mapping.clone());
    let sample = store.sample(&card.line.source.id, delivery.as_deref(), &mapping).await?;
    Ok(MappingDesk { card, mapping, sample })
}

/// Saves the mapping of a source.
///
/// # Errors
/// [`AppError::Invalid`]; [`AppError::Stale`]; [`AppError::Missing`];
/// [`AppError::Fault`].
#[server(prefix = "/rpc/admin", endpoint = "save_mapping")]
pub async fn save_mapping(
    /// The source's id.
    id: String,
    /// The version the form was filled from.
    version: String,
    /// The delivery the page was about; empty: the last one.
    #[server(default)]
    delivery: String,
    /// The place of each field.
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
