//! The parsed fields of a delivery, and which of them the lead got from it. A replay may change those only,
//! so that edits made since are not overwritten.

use domain::leads::{LeadDraft, LeadField, LeadFields};
use domain::{EmailAddress, Lead, Timestamp};
use serde::{Deserialize, Serialize};

use crate::Fault;

/// The fields of a delivery as they were applied.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct AppliedFields {
    /// As parsed, with the name and source that the lead got.
    #[serde(flatten)]
    pub(super) fields: LeadFields,
    /// The fields that the lead got from this delivery.
    pub(super) given: Vec<LeadField>,
}

impl AppliedFields {
    /// Parses the stored JSON; malformed JSON gives the default.
    pub(super) fn parse(json: &str) -> Self {
        serde_json::from_str(json).unwrap_or_default()
    }

    /// The JSON to store. Goes through a JSON value, so that an export of it is written the same way by an
    /// import.
    pub(super) fn to_json(&self) -> Result<String, Fault> {
        let json = serde_json::to_value(self).map_err(|_| Fault::because("applied fields cannot be serialized"))?;
        Ok(json.to_string())
    }

    /// `source` is the default for a lead without one. `None` when no field identifies the person.
    pub(super) fn new(fields: &LeadFields, source: &str) -> Option<Self> {
        let name = Some(display_name(fields)?);
        let source = Some(fields.source.clone().unwrap_or_else(|| source.to_owned()));
        let fields = LeadFields { name, source, ..fields.clone() };
        Some(Self { fields, given: Vec::new() })
    }

    /// Sets which fields `lead` got from this delivery: all parsed ones when it is new, else those that were
    /// empty in `before`; none when `before` is unknown.
    pub(super) fn given_to(mut self, lead: &Lead, before: Option<&Lead>, is_new: bool) -> Self {
        let had = |field: &LeadField| match before {
            Some(before) => value(before, *field).is_some(),
            None => !is_new,
        };
        let parsed = LeadField::ALL.iter().filter(|field| self.has(**field) && value(lead, **field).is_some());
        self.given = parsed.filter(|field| !had(field)).copied().collect();
        self
    }

    /// Whether a field was parsed.
    fn has(&self, field: LeadField) -> bool {
        let Self { fields, .. } = self;
        match field {
            LeadField::Name => fields.name.is_some(),
            LeadField::Email => fields.email.is_some(),
            LeadField::Phone => fields.phone.is_some(),
            LeadField::Company => fields.company.is_some(),
            LeadField::Source => fields.source.is_some(),
            LeadField::StartsAt => fields.starts_at.is_some(),
            LeadField::GivenName | LeadField::FamilyName | LeadField::Message => false,
        }
    }

    pub(super) fn gave(&self, field: LeadField) -> bool {
        self.given.contains(&field)
    }
}

/// The non-empty value of a lead's field.
fn value(lead: &Lead, field: LeadField) -> Option<String> {
    let value = match field {
        LeadField::Name => Some(lead.name.clone()),
        LeadField::Email => lead.email.as_ref().map(EmailAddress::to_string),
        LeadField::Phone => lead.phone.clone(),
        LeadField::Company => lead.company.clone(),
        LeadField::Source => Some(lead.source.clone()),
        LeadField::StartsAt => lead.call_date.as_ref().map(Timestamp::to_string),
        LeadField::GivenName | LeadField::FamilyName | LeadField::Message => None,
    };
    value.filter(|value| !value.is_empty())
}

/// The name of a lead, with e-mail and telephone number as fallbacks.
fn display_name(fields: &LeadFields) -> Option<String> {
    let email = fields.email.as_ref().map(EmailAddress::as_str);
    fields.name.as_deref().or(email).or(fields.phone.as_deref()).map(truncated_name)
}

/// Whether the name of a lead is the fallback: its e-mail or telephone number.
pub(super) fn is_nameless(lead: &Lead) -> bool {
    let email = lead.email.as_ref().map(EmailAddress::as_str);
    [email, lead.phone.as_deref()].into_iter().flatten().any(|name| lead.name == truncated_name(name))
}

/// Cuts to the maximum length of a name: an e-mail address can be longer.
pub(super) fn truncated_name(name: &str) -> String {
    name.chars().take(LeadDraft::NAME).collect()
}
