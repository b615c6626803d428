//! Which places of what a source delivers are which fields of a lead.

use domain::Form;
use domain::lead::Mapping;
use domain::lead::mapping::MappingSample as Sample;
use domain::lead::source::SourceCard;
use leptos::prelude::*;
use serde::{Deserialize, Serialize};

use crate::error::AppError;

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
/// [`AppError::SignedOut`]; [`AppError::Missing`]; [`AppError::Fault`].
#[server(prefix = "/rpc", endpoint = "mapping")]
pub async fn load_mapping(
    /// The source's id.
    id: String,
    /// The delivery to try it out on; none: the last one with something to choose from.
    delivery: Option<String>,
    /// The mapping to try out; none: the one that stands.
    form: Option<Form>,
) -> Result<MappingDesk, AppError> {
    crate::viewer::Admin::signed_in()?;
    let store = expect_context::<store::Store>();
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
/// [`AppError::SignedOut`]; [`AppError::Invalid`]; [`AppError::Stale`]; [`AppError::Missing`];
/// [`AppError::Fault`].
#[server(prefix = "/rpc", endpoint = "save_mapping")]
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
    use crate::address::Address;
    use crate::ui::Done;

    let page = Address::mapping(&id).with("delivery", &delivery);
    crate::rpc::submit("mapping", &form, page.clone(), async {
        let by = crate::viewer::Admin::actor()?;
        let mapping = Mapping::read(&form)?;
        expect_context::<store::Store>().save_mapping(&by, &id, &mapping, &version).await?;
        Ok(page.done(Done::Saved).top())
    })
    .await
}
