//! The lines of a quote, never shown to the client.

use serde::{Deserialize, Serialize};

use super::{LINE, ProjectRecord};
use crate::audit::Action;
use crate::form::{Form, FormParser, Problem, Problems};
use crate::id::{ProjectId, QuoteItemId};
use crate::{Language, Percent, Quantity, Timestamp, amount};

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct QuoteItem {
    pub id: QuoteItemId,
    pub project_id: ProjectId,
    pub description: String,
    /// A decimal number.
    pub quantity: Quantity,
    /// In cents; negative for a discount.
    pub unit_price_cents: i64,
    /// Without one, that of the settings.
    pub vat_rate: Option<Percent>,
    /// Position in the quote, from 0.
    pub position: i64,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct QuoteItemDraft {
    pub description: String,
    pub quantity: Quantity,
    pub unit_price_cents: i64,
    pub vat_rate: Option<Percent>,
}

impl ProjectRecord for QuoteItem {
    type Id = QuoteItemId;
    type Draft = QuoteItemDraft;
    const DELETED: Action = Action::QuoteItemDeleted;

    fn parse_form(form: &Form) -> Result<QuoteItemDraft, Problems> {
        let mut parser = FormParser::of(form);
        let description = parser.prose("description", LINE);
        let quantity = parser.quantity("quantity");
        let unit_price_cents = parser.amount("unit_price", -FormParser::MAX_MONEY);
        let vat_rate = parser.parsed("vat_rate", Problem::NotPercent, Percent::parse_typed);
        // Only a placeholder: without a quantity a problem is recorded.
        let quantity = quantity.unwrap_or_else(Quantity::one);
        parser.done(|| QuoteItemDraft { description, quantity, unit_price_cents, vat_rate })
    }

    fn new(id: QuoteItemId, project_id: ProjectId, draft: QuoteItemDraft, _: Timestamp) -> Self {
        let QuoteItemDraft { description, quantity, unit_price_cents, vat_rate } = draft;
        Self { id, project_id, description, quantity, unit_price_cents, vat_rate, position: 0 }
    }

    fn form(&self, language: Language) -> Form {
        Form::default()
            .with("description", Some(self.description.as_str()))
            .with("quantity", Some(self.quantity.shown(language)))
            .with("unit_price", Some(amount::decimal(self.unit_price_cents, language)))
            .with("vat_rate", self.vat_rate.map(|rate| rate.decimal(language)))
    }

    fn id(&self) -> &QuoteItemId {
        &self.id
    }
    fn keep(&mut self, current: &Self) {
        self.position = current.position;
    }
}
