//! The data of the page of one delivery.

use domain::DomainError;
use domain::id::DeliveryId;
use domain::leads::delivery::{DeliveryCard, DeliveryLine};
use lead_intake::ParsedDelivery;

use super::body;
use super::list::line_columns;
use super::row;
use crate::tables::Encoding;
use crate::{Result, Store};

impl Store {
    /// A delivery with its body, and the preview of what parsing it gives now.
    pub async fn delivery(&self, id: &DeliveryId) -> Result<DeliveryCard> {
        let zone = self.zone().await?;
        let mut tx = self.db.snapshot().await?;
        let sql = concat!("SELECT ", line_columns!(), " FROM lead_delivery d WHERE d.id = $2");
        let line: Option<DeliveryLine> = tx.fetch_optional(sql, (body::READ_FOR_EXCERPT, id)).await?;
        let line = line.ok_or(DomainError::UnknownRecord)?;
        let stored = row::stored_delivery(&mut tx, id.as_str()).await?.ok_or(DomainError::UnknownRecord)?;
        tx.commit().await?;
        let reading = stored.parse(&zone, true).and_then(ParsedDelivery::preview);
        let has_fields = !lead_intake::body_fields(&stored.raw).is_empty();
        let (encoding, body) = body::encode(&stored.raw.body);
        Ok(DeliveryCard {
            line,
            kind: stored.kind,
            content_type: stored.raw.content_type,
            headers: stored.raw.headers,
            body,
            is_base64: encoding == Encoding::Base64,
            has_fields,
            reading,
        })
    }
}
