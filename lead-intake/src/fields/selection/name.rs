//! Builds the name from its answers.

use domain::leads::{LeadDraft, LeadField};

use super::{Selected, Selection, has_words, line};
use crate::fields::names;
use crate::labels;

impl Selection {
    /// The full name, or given and family name joined. `Nome` beside `Cognome` is a given name, `Name` beside
    /// `Vorname` a family name.
    pub(crate) fn name(&mut self) -> Option<String> {
        let [whole, given, family] = [LeadField::Name, LeadField::GivenName, LeadField::FamilyName]
            .map(|field| self.find(field, line, names::person));
        let by_parts = self.is_mapped(LeadField::GivenName) || self.is_mapped(LeadField::FamilyName);
        let is_beside_family_name = |given: &Selected<String>| {
            given.at.iter().any(|&at| labels::is_vorname(&self.candidates[at].question))
        };
        let name = match (whole, given, family) {
            (Some(whole), given, family) if self.is_mapped(LeadField::Name) => {
                absorb_parts(whole, [given, family])
            }
            (Some(whole), Some(given), None)
                if !by_parts && !contains(&whole, &given) && is_beside_family_name(&given) =>
            {
                join(given, whole)
            }
            (Some(whole), given, family) if !by_parts => combine(whole, given, family),
            (_, Some(given), Some(family)) => join(given, family),
            (_, given, family) => given.or(family)?,
        };
        Some(self.truncate_to(LeadDraft::NAME, name))
    }
}

/// Combines a full name with its parts. If both parts are there and the full name contains neither, it
/// belongs to something else.
fn combine(
    whole: Selected<String>,
    given: Option<Selected<String>>,
    family: Option<Selected<String>>,
) -> Selected<String> {
    match (given, family) {
        (Some(given), Some(family)) if contains(&given, &whole) && !contains(&whole, &family) => {
            absorb_parts(join(given, family), [Some(whole), None])
        }
        (Some(given), Some(family)) if !contains(&whole, &given) && !contains(&whole, &family) => {
            join(given, family)
        }
        (None, Some(family)) if !contains(&whole, &family) => join(whole, family),
        (given, family) => absorb_parts(whole, [given, family]),
    }
}

/// Marks the parts contained in `name` as covered by it, so that they are not repeated in the rest.
fn absorb_parts(mut name: Selected<String>, parts: [Option<Selected<String>>; 2]) -> Selected<String> {
    for part in parts.into_iter().flatten() {
        if contains(&name, &part) {
            name.at.extend(part.at);
        }
    }
    name
}

fn join(given: Selected<String>, family: Selected<String>) -> Selected<String> {
    let at = given.at.into_iter().chain(family.at).collect();
    Selected { value: format!("{} {}", given.value, family.value), at }
}

fn contains(whole: &Selected<String>, part: &Selected<String>) -> bool {
    has_words(&whole.value, &part.value)
}
