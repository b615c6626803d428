//! The admin's mapping from values of a body to lead fields.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::{Form, Problem, Problems};

string_enum! {
    /// A lead field that a delivery can fill.
    #[derive(PartialOrd, Ord)]
    pub enum LeadField {
        Name = "name",
        /// Joined with the family name.
        GivenName = "given_name",
        FamilyName = "family_name",
        Email = "email",
        Phone = "phone",
        Company = "company",
        Message = "message",
        Source = "source",
        /// Start of the meeting.
        StartsAt = "starts_at",
    }
}

/// A JSON pointer (RFC 6901) for each mapped field, at most [`Mapping::POINTER`] characters long.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Mapping(BTreeMap<LeadField, String>);

impl Mapping {
    /// The longest pointer, in characters.
    pub const POINTER: usize = 1_000;

    /// Parses the form, whose fields are named after [`LeadField`]; empty ones are not mapped.
    pub fn read(form: &Form) -> Result<Self, Problems> {
        let mut pointers = BTreeMap::new();
        for field in LeadField::ALL {
            let pointer = form.get(field.as_str());
            if pointer.chars().count() > Self::POINTER {
                return Err(Problems::one(field.as_str(), Problem::TooLong(Self::POINTER)));
            }
            if pointer.contains('\0') || !(pointer.is_empty() || pointer.starts_with('/')) {
                return Err(Problems::one(field.as_str(), Problem::NotOneOf));
            }
            if !pointer.is_empty() {
                pointers.insert(*field, pointer.to_owned());
            }
        }
        Ok(Self(pointers))
    }

    pub fn pointer(&self, field: LeadField) -> Option<&str> {
        self.0.get(&field).map(String::as_str)
    }

    /// The mapped fields with their pointers.
    pub fn iter(&self) -> impl Iterator<Item = (LeadField, &str)> {
        self.0.iter().map(|(field, pointer)| (*field, pointer.as_str()))
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// A value of a body that can be mapped.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BodyField {
    /// Its JSON pointer (RFC 6901).
    pub pointer: String,
    /// The question in the field, or its human-readable path.
    pub question: String,
    pub value: String,
}

impl BodyField {
    /// The most fields of a body to offer.
    pub const MAX: usize = 500;
}

impl From<&Mapping> for Form {
    fn from(mapping: &Mapping) -> Self {
        mapping.iter().fold(Self::default(), |form, (field, pointer)| form.with(field.as_str(), Some(pointer)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mapping_form_round_trips() {
        let form = Form::default().with("name", Some("/1.3")).with("email", Some("/fields/2/value"));
        let mapping = Mapping::read(&form).expect("a mapping");
        assert_eq!(mapping.pointer(LeadField::Email), Some("/fields/2/value"));
        assert_eq!(Form::from(&mapping), form);
        for wrong in ["name", "a/b", "/a\0"] {
            let read = Mapping::read(&Form::default().with("phone", Some(wrong)));
            assert_eq!(read, Err(Problems::one("phone", Problem::NotOneOf)), "{wrong:?}");
        }
    }
}
