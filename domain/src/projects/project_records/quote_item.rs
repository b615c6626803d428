//! The form of a quote item.

use serde::{Deserialize, Serialize};

use super::LINE;
use crate::form::{Form, Problem, Problems, Reading};
use crate::id::{ProjectId, QuoteItemId};
use crate::{Language, Percent, Quantity, QuoteItem, amount};

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct QuoteItemDraft {
    pub description: String,
    pub quantity: Quantity,
    /// In cents; negative for a discount.
    pub unit_price_cents: i64,
    /// Without one, that of the settings.
    pub vat_rate: Option<Percent>,
}

impl QuoteItemDraft {
    pub fn read(form: &Form) -> Result<Self, Problems> {
        let mut reading = Reading::of(form);
        let description = reading.prose("description", LINE);
        let quantity = reading.quantity("quantity");
        let unit_price_cents = reading.amount("unit_price", -Reading::MOST_MONEY);
        let vat_rate = reading.parsed("vat_rate", Problem::NotPercent, Percent::parse_typed);
        // Only a placeholder: without a quantity a problem is recorded.
        let quantity = quantity.unwrap_or_else(Quantity::one);
        reading.done(|| Self { description, quantity, unit_price_cents, vat_rate })
    }

    pub fn quote_item(&self, id: QuoteItemId, project_id: ProjectId, position: i64) -> QuoteItem {
        QuoteItem {
            id,
            project_id,
            description: self.description.clone(),
            quantity: self.quantity.clone(),
            unit_price_cents: self.unit_price_cents,
            vat_rate: self.vat_rate,
            position,
        }
    }

    /// The form filled with these values, numbers formatted for `language`.
    pub fn form(&self, language: Language) -> Form {
        Form::default()
            .with("description", Some(self.description.as_str()))
            .with("quantity", Some(self.quantity.shown(language)))
            .with("unit_price", Some(amount::decimal(self.unit_price_cents, language)))
            .with("vat_rate", self.vat_rate.map(|rate| rate.decimal(language)))
    }
}

impl From<&QuoteItem> for QuoteItemDraft {
    fn from(item: &QuoteItem) -> Self {
        Self {
            description: item.description.clone(),
            quantity: item.quantity.clone(),
            unit_price_cents: item.unit_price_cents,
            vat_rate: item.vat_rate,
        }
    }
}
