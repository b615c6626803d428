//! Which places of what a source delivers are which fields of a lead.

use domain::Form;
use domain::lead::delivery::Understood;
use domain::lead::reading::Place;
use domain::lead::source::SourceCard;
use domain::lead::{DeliveryError, Mapping};
use leptos::prelude::*;
use serde::{Deserialize, Serialize};

use crate::error::Mishap;

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

impl MappingDesk {
    /// In how many of the latest deliveries something to choose from is looked for.
    pub const LATEST: usize = 10;
}

/// A delivery to choose places from.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Sample {
    /// Its places, in the order received.
    pub places: Vec<Place>,
    /// What the mapping makes of it.
    pub reading: Result<Understood, DeliveryError>,
}

/// The mapping of a source, tried out on what it delivered last.
///
/// # Errors
/// [`Mishap::SignedOut`]; [`Mishap::Missing`]; [`Mishap::Fault`].
#[server(prefix = "/rpc", endpoint = "mapping")]
pub async fn load_mapping(
    /// The source's id.
    id: String,
    /// The delivery to try it out on; none: the last one with something to choose from.
    delivery: Option<String>,
    /// The mapping to try out; none: the one that stands.
    form: Option<Form>,
) -> Result<MappingDesk, Mishap> {
    use domain::id::DeliveryId;
    use domain::lead::delivery::{DeliveredTo, DeliveryFilter};
    use domain::lead::{RawDelivery, reading};

    crate::viewer::Admin::signed_in()?;
    let store = expect_context::<store::Store>();
    let card = store.lead_source(&id).await?;
    let source = &card.line.source;
    // What cannot be read as a mapping is not worth more than the one that stands.
    let tried = form.and_then(|form| Mapping::read(&form).ok());
    let mapping = tried.unwrap_or_else(|| source.mapping.clone());
    let only_its = DeliveryFilter { from: Some(DeliveredTo::Source(source.id.clone())), outcome: None };
    let candidates: Vec<DeliveryId> = if let Some(delivery) = delivery {
        vec![DeliveryId::parse(delivery).map_err(|_| Mishap::Missing)?]
    } else {
        let latest = store.deliveries(&only_its, None).await?.items;
        latest.into_iter().take(MappingDesk::LATEST).map(|line| line.id).collect()
    };
    let zone = store.zone().await?;
    let mut sample = None;
    for id in candidates {
        let delivery = store.delivery(id.as_str()).await?;
        if delivery.line.source.as_ref().map(|(id, _)| id) != Some(&source.id) {
            return Err(Mishap::Missing);
        }
        // Of what is no text there is nothing to choose from.
        let body = if delivery.is_base64 { Vec::new() } else { delivery.body.into_bytes() };
        let raw = RawDelivery { body, content_type: delivery.content_type, headers: delivery.headers };
        let places = reading::places(&raw);
        let is_of_use = !places.is_empty();
        let reading = reading::understood(source.kind, &mapping, source.honeypot.as_deref(), &raw, &zone);
        sample = Some(Sample { places, reading });
        if is_of_use {
            break;
        }
    }
    Ok(MappingDesk { card, mapping, sample })
}

/// Saves the mapping of a source.
///
/// # Errors
/// [`Mishap::SignedOut`]; [`Mishap::Invalid`]; [`Mishap::Stale`]; [`Mishap::Missing`];
/// [`Mishap::Fault`].
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
) -> Result<(), Mishap> {
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
