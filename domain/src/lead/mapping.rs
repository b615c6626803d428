//! Which places of a body are which fields of a lead, as the admin says.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::{Form, Problem, Problems};

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

/// For each field the place in a body: a JSON pointer (RFC 6901), at most [`Mapping::PLACE`] characters.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Mapping(BTreeMap<LeadField, String>);

impl Mapping {
    /// The longest place, in characters.
    pub const PLACE: usize = 1_000;

    /// Reads the form, whose fields are named by [`LeadField`]; an empty one says nothing.
    ///
    /// # Errors
    /// What is wrong, field by field.
    pub fn read(form: &Form) -> Result<Self, Problems> {
        let mut places = BTreeMap::new();
        for field in LeadField::ALL {
            let place = form.get(field.as_str());
            if place.chars().count() > Self::PLACE {
                return Err(Problems::one(field.as_str(), Problem::TooLong(Self::PLACE)));
            }
            if place.contains('\0') || !(place.is_empty() || place.starts_with('/')) {
                return Err(Problems::one(field.as_str(), Problem::NotOneOf));
            }
            if !place.is_empty() {
                places.insert(*field, place.to_owned());
            }
        }
        Ok(Self(places))
    }

    /// The place of a field.
    pub fn place(&self, field: LeadField) -> Option<&str> {
        self.0.get(&field).map(String::as_str)
    }

    /// Every field that has a place.
    pub fn iter(&self) -> impl Iterator<Item = (LeadField, &str)> {
        self.0.iter().map(|(field, place)| (*field, place.as_str()))
    }

    /// Whether it says nothing.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl From<&Mapping> for Form {
    fn from(mapping: &Mapping) -> Self {
        mapping.iter().fold(Self::default(), |form, (field, place)| form.with(field.as_str(), Some(place)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_form_filled_from_a_mapping_says_the_same() {
        let form = Form::default().with("name", Some("/1.3")).with("email", Some("/fields/2/value"));
        let mapping = Mapping::read(&form).expect("a mapping");
        assert_eq!(mapping.place(LeadField::Email), Some("/fields/2/value"));
        assert_eq!(Form::from(&mapping), form);
        for wrong in ["name", "a/b", "/a\0"] {
            let read = Mapping::read(&Form::default().with("phone", Some(wrong)));
            assert_eq!(read, Err(Problems::one("phone", Problem::NotOneOf)), "{wrong:?}");
        }
    }
}
