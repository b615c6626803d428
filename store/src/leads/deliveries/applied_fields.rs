//! What was parsed in a delivery, and how much of it its lead has from there: what a replay may change without
//! touching what somebody else wrote.

use domain::leads::{LeadDraft, LeadField, LeadFields};
use domain::{EmailAddress, Lead, Timestamp};
use serde::{Deserialize, Serialize};

use crate::Fault;

/// The fields of a delivery as they were applied.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct AppliedFields {
    /// As they were parsed, with the name and the source that the lead got.
    #[serde(flatten)]
    pub(super) fields: LeadFields,
    /// Those that the lead has from here.
    pub(super) given: Vec<LeadField>,
}

impl AppliedFields {
    /// As it was stored; what is not well-formed is empty.
    pub(super) fn parse(json: &str) -> Self {
        serde_json::from_str(json).unwrap_or_default()
    }

    /// As it is stored: in the order of a JSON value, as an import writes it again.
    pub(super) fn to_json(&self) -> Result<String, Fault> {
        let json = serde_json::to_value(self).map_err(|_| Fault::because("applied fields are no JSON"))?;
        Ok(json.to_string())
    }

    /// `source` is where a lead comes from that does not say. None: nothing says who it is.
    pub(super) fn new(fields: &LeadFields, source: &str) -> Option<Self> {
        let name = Some(display_name(fields)?);
        let source = Some(fields.source.clone().unwrap_or_else(|| source.to_owned()));
        let fields = LeadFields { name, source, ..fields.clone() };
        Some(Self { fields, given: Vec::new() })
    }

    /// Notes which fields `lead` has from here: all that were parsed when it is new, else those that it had not
    /// `before`; none where that is not known.
    pub(super) fn given_to(mut self, lead: &Lead, before: Option<&Lead>, is_new: bool) -> Self {
        let had = |field: &LeadField| match before {
            Some(before) => value(before, *field).is_some(),
            None => !is_new,
        };
        let parsed =
            LeadField::ALL.iter().filter(|field| self.has(**field) && value(lead, **field).is_some());
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

    /// Whether the lead has a field from here.
    pub(super) fn gave(&self, field: LeadField) -> bool {
        self.given.contains(&field)
    }
}

/// What a lead has in a field, if anything.
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

/// The name of a lead: its own, else its e-mail, else its telephone number.
fn display_name(fields: &LeadFields) -> Option<String> {
    let email = fields.email.as_ref().map(EmailAddress::as_str);
    fields.name.as_deref().or(email).or(fields.phone.as_deref()).map(truncated_name)
}

/// Whether a lead is called by its e-mail or its telephone number, for want of a name.
pub(super) fn is_nameless(lead: &Lead) -> bool {
    let email = lead.email.as_ref().map(EmailAddress::as_str);
    [email, lead.phone.as_deref()].into_iter().flatten().any(|name| lead.name == truncated_name(name))
}

/// As long as a name can be: an address can be longer.
pub(super) fn truncated_name(name: &str) -> String {
    name.chars().take(LeadDraft::NAME).collect()
}
