//! What was read in a delivery, and how much of it its lead has from there: what a later reading may
//! change without touching what somebody else wrote.

use domain::lead::reading::Read;
use domain::lead::{DeliveryError, Enquiry, LeadField};
use domain::{EmailAddress, Intake, Lead, Timestamp, Zone};
use serde::{Deserialize, Serialize};

use super::row::Kept;
use crate::Fault;

/// Reads a delivery as its source says now.
pub(super) fn read(kept: &Kept, zone: &Zone) -> Result<Read, DeliveryError> {
    domain::lead::reading::read(kept.kind, &kept.mapping, kept.honeypot.as_deref(), &kept.raw, zone)
}

/// What was read about somebody, without what they wrote.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Reading {
    /// What the lead is called by it.
    pub(super) name: Option<String>,
    pub(super) email: Option<EmailAddress>,
    pub(super) phone: Option<String>,
    pub(super) company: Option<String>,
    pub(super) source: Option<String>,
    pub(super) starts_at: Option<Timestamp>,
    /// The fields that the lead has from here.
    pub(super) given: Vec<LeadField>,
}

impl Reading {
    /// As it was stored; what is not well-formed says nothing.
    pub(super) fn parse(json: &str) -> Self {
        serde_json::from_str(json).unwrap_or_default()
    }

    /// As it is stored: in the order of a JSON value, as an import writes it again.
    pub(super) fn to_json(&self) -> Result<String, Fault> {
        let json = serde_json::to_value(self).map_err(|_| Fault::because("a reading is no JSON"))?;
        Ok(json.to_string())
    }

    /// Of a delivery of a source, or one that is read again. `name` is what the lead is called by it.
    pub(super) fn of(enquiry: &Enquiry, name: String, source: &str) -> Self {
        Self {
            name: Some(name),
            email: enquiry.email.clone(),
            phone: enquiry.phone.clone(),
            company: enquiry.company.clone(),
            source: Some(enquiry.source.clone().unwrap_or_else(|| source.to_owned())),
            starts_at: enquiry.starts_at,
            given: Vec::new(),
        }
    }

    /// Of a delivery of the main address.
    pub(super) fn of_intake(intake: &Intake) -> Self {
        Self {
            name: Some(intake.name.clone()),
            email: intake.email.clone(),
            phone: intake.phone.clone(),
            company: intake.company.clone(),
            source: Some(intake.source.clone()),
            starts_at: intake.starts_at,
            given: Vec::new(),
        }
    }

    /// Notes which fields `lead` has from here: all that were read when it is new, else those that it
    /// had not `before`. Whoever does not know how it was before claims nothing.
    pub(super) fn given_to(mut self, lead: &Lead, before: Option<&Lead>, is_new: bool) -> Self {
        let had = |field: &LeadField| match before {
            Some(before) => value(before, *field).is_some(),
            None => !is_new,
        };
        let read = LeadField::ALL.iter().filter(|field| self.says(**field) && value(lead, **field).is_some());
        self.given = read.filter(|field| !had(field)).copied().collect();
        self
    }

    /// Whether a field was read.
    fn says(&self, field: LeadField) -> bool {
        match field {
            LeadField::Name => self.name.is_some(),
            LeadField::Email => self.email.is_some(),
            LeadField::Phone => self.phone.is_some(),
            LeadField::Company => self.company.is_some(),
            LeadField::Source => self.source.is_some(),
            LeadField::StartsAt => self.starts_at.is_some(),
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

/// What somebody is called: by their name, else by their e-mail, else by their telephone number.
pub(super) fn called(enquiry: &Enquiry) -> Option<String> {
    let email = enquiry.email.as_ref().map(EmailAddress::as_str);
    let name = enquiry.name.as_deref().or(email).or(enquiry.phone.as_deref())?;
    Some(short(name))
}

/// Whether a lead is called by their e-mail or their telephone number, for want of a name.
pub(super) fn is_nameless(lead: &Lead) -> bool {
    let email = lead.email.as_ref().map(EmailAddress::as_str);
    [email, lead.phone.as_deref()].into_iter().flatten().any(|name| lead.name == short(name))
}

/// As long as a name can be: an address can be longer.
pub(super) fn short(name: &str) -> String {
    name.chars().take(Enquiry::NAME).collect()
}
