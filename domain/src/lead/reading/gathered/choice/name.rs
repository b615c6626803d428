//! Which answers are the name.

use super::super::called;
use super::{Choice, Taken, has_words, line};
use crate::lead::{Enquiry, LeadField};

impl Choice {
    /// The name: whole, or given and family name together. `Nome` beside `Cognome` is a given name.
    pub(in super::super) fn name(&mut self) -> Option<String> {
        let [whole, given, family] = [LeadField::Name, LeadField::GivenName, LeadField::FamilyName]
            .map(|field| self.find(field, line, called::person));
        let by_parts = self.is_mapped(LeadField::GivenName) || self.is_mapped(LeadField::FamilyName);
        let name = match (whole, given, family) {
            (Some(whole), given, family) if self.is_mapped(LeadField::Name) => {
                covering(whole, [given, family])
            }
            (Some(whole), given, family) if !by_parts => together(whole, given, family),
            (_, Some(given), Some(family)) => joined(given, family),
            (_, given, family) => given.or(family)?,
        };
        Some(self.within(Enquiry::NAME, name))
    }
}

/// A whole name beside its parts. Where both are there and it has neither, it is the name of something else.
fn together(
    whole: Taken<String>,
    given: Option<Taken<String>>,
    family: Option<Taken<String>>,
) -> Taken<String> {
    match (given, family) {
        (Some(given), Some(family)) if has(&given, &whole) && !has(&whole, &family) => {
            covering(joined(given, family), [Some(whole), None])
        }
        (Some(given), Some(family)) if !has(&whole, &given) && !has(&whole, &family) => joined(given, family),
        (None, Some(family)) if !has(&whole, &family) => joined(whole, family),
        (given, family) => covering(whole, [given, family]),
    }
}

/// A name that stands for those of its parts that are in it: they need not be said again.
fn covering(mut name: Taken<String>, parts: [Option<Taken<String>>; 2]) -> Taken<String> {
    for part in parts.into_iter().flatten() {
        if has(&name, &part) {
            name.at.extend(part.at);
        }
    }
    name
}

fn joined(given: Taken<String>, family: Taken<String>) -> Taken<String> {
    let at = given.at.into_iter().chain(family.at).collect();
    Taken { value: format!("{} {}", given.value, family.value), at }
}

fn has(whole: &Taken<String>, part: &Taken<String>) -> bool {
    has_words(&whole.value, &part.value)
}
