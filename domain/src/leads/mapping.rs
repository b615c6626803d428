//! Which values of a body are which fields of a lead, as the admin says.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::delivery::{DeliveryError, DeliveryPreview};
use crate::id::DeliveryId;
use crate::{Form, Problem, Problems, Timestamp};

string_enum! {
    /// What a delivery can say about a lead.
    #[derive(PartialOrd, Ord)]
    pub enum LeadField {
        /// The whole name.
        Name = "name",
        /// The given name; joined with the family name.
        GivenName = "given_name",
        /// The family name.
        FamilyName = "family_name",
        /// The address.
        Email = "email",
        /// The telephone number.
        Phone = "phone",
        /// The company.
        Company = "company",
        /// What they wrote.
        Message = "message",
        /// Where they came from.
        Source = "source",
        /// When the meeting is.
        StartsAt = "starts_at",
    }
}

/// For each field a JSON pointer (RFC 6901) into the body, at most [`Mapping::POINTER`] characters.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Mapping(BTreeMap<LeadField, String>);

impl Mapping {
    /// The longest pointer, in characters.
    pub const POINTER: usize = 1_000;

    /// Reads the form, whose fields are named by [`LeadField`]; an empty one says nothing.
    ///
    /// # Errors
    /// What is wrong, field by field.
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

    /// Every field that has a pointer.
    pub fn iter(&self) -> impl Iterator<Item = (LeadField, &str)> {
        self.0.iter().map(|(field, pointer)| (*field, pointer.as_str()))
    }

    /// Whether it says nothing.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// A value of a body that a mapping can name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct BodyField {
    /// Where it stands: a JSON pointer (RFC 6901).
    pub pointer: String,
    /// The question that the field carries, or its path in words.
    pub question: String,
    /// What was answered.
    pub value: String,
}

impl BodyField {
    /// How many fields of a body there are to choose from, at most.
    pub const MOST: usize = 500;
}

/// A delivery to choose the fields of a mapping from.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct MappingSample {
    pub delivery: DeliveryId,
    /// When it came.
    pub received_at: Timestamp,
    /// Its fields, in the order received.
    pub places: Vec<BodyField>,
    /// What a mapping makes of it.
    pub reading: Result<DeliveryPreview, DeliveryError>,
    /// The fields whose pointer leads to no address, no number or no moment.
    pub unfit: Vec<LeadField>,
}

impl From<&Mapping> for Form {
    fn from(mapping: &Mapping) -> Self {
        mapping
            .iter()
            .fold(Self::default(), |form, (field, pointer)| form.with(field.as_str(), Some(pointer)))
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
