//! Builds the name from its answers.

use domain::leads::{LeadDraft, LeadField};

use super::{Selected, Selection, has_words, line};
use crate::fields::names;
use crate::labels;

impl Selection {
    /// The full name, or given and family name joined. `Nome` beside `Cognome` is a given name, `Name` beside
    /// `Vorname` a family name.
    pub(crate) fn name(&mut self) -> Option<String> {
        let [full_name, given, family] = [LeadField::Name, LeadField::GivenName, LeadField::FamilyName]
            .map(|field| self.find(field, line, names::person));
        let by_parts = self.is_mapped(LeadField::GivenName) || self.is_mapped(LeadField::FamilyName);
        let is_beside_family_name =
            |given: &Selected<String>| given.at.iter().any(|&at| labels::is_vorname(&self.candidates[at].question));
        let name = match (full_name, given, family) {
            (Some(full_name), given, family) if self.is_mapped(LeadField::Name) => {
                absorb_parts(full_name, [given, family])
            }
            (Some(full_name), Some(given), None)
                if !by_parts && !contains(&full_name, &given) && is_beside_family_name(&given) =>
            {
                join(given, full_name)
            }
            (Some(full_name), given, family) if !by_parts => combine(full_name, given, family),
            (_, Some(given), Some(family)) => join(given, family),
            (_, given, family) => given.or(family)?,
        };
        Some(self.truncate_to(LeadDraft::NAME, name))
    }
}

/// Combines a full name with its parts. If both parts are there and the full name contains neither, it
/// belongs to something else.
fn combine(
    full_name: Selected<String>,
    given: Option<Selected<String>>,
    family: Option<Selected<String>>,
) -> Selected<String> {
    match (given, family) {
        (Some(given), Some(family)) if contains(&given, &full_name) && !contains(&full_name, &family) => {
            absorb_parts(join(given, family), [Some(full_name), None])
        }
        (Some(given), Some(family)) if !contains(&full_name, &given) && !contains(&full_name, &family) => {
            join(given, family)
        }
        (None, Some(family)) if !contains(&full_name, &family) => join(full_name, family),
        (given, family) => absorb_parts(full_name, [given, family]),
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

fn contains(full_name: &Selected<String>, part: &Selected<String>) -> bool {
    has_words(&full_name.value, &part.value)
}
