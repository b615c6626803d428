//! Which of the answers are the fields of the lead.

use std::collections::HashSet;

use super::super::address;
use super::{Heard, Meant, one_line};
use crate::EmailAddress;
use crate::lead::received::Answer;
use crate::lead::{Enquiry, LeadField};

/// The answers, and which of them are fields already.
pub(super) struct Choice {
    heard: Vec<Heard>,
    /// Whether the answer at the same place stands in a field as it is.
    is_used: Vec<bool>,
    /// Whether it is mapped to one, so that no other may have it.
    is_reserved: Vec<bool>,
    mapped: Vec<(LeadField, Taken<String>)>,
}

/// A value for a field, and the places of the answers it stands for.
struct Taken<T> {
    value: T,
    at: Vec<usize>,
}

impl Choice {
    /// What is mapped to a field is not looked at for another.
    pub(super) fn of(heard: Vec<Heard>, mapped: Vec<(LeadField, String)>) -> Self {
        let none = vec![false; heard.len()];
        let mut choice = Self { is_used: none.clone(), is_reserved: none, heard, mapped: Vec::new() };
        for (field, value) in mapped {
            let same = |about: bool| {
                choice.free().find(|&at| {
                    let heard = &choice.heard[at];
                    heard.answer == value && (!about || heard.is_about(field))
                })
            };
            let at: Vec<usize> = same(true).or_else(|| same(false)).into_iter().collect();
            for &at in &at {
                choice.is_reserved[at] = true;
            }
            choice.mapped.push((field, Taken { value, at }));
        }
        choice
    }

    /// The places of the answers that may still become a field.
    fn free(&self) -> impl Iterator<Item = usize> {
        (0..self.heard.len()).filter(|&at| !self.is_used[at] && !self.is_reserved[at])
    }

    fn uses(&mut self, places: &[usize], is_used: bool) {
        for &at in places {
            self.is_used[at] = is_used;
        }
    }

    fn is_mapped(&self, field: LeadField) -> bool {
        self.mapped.iter().any(|(mapped, _)| *mapped == field)
    }

    /// What `read` makes of what is mapped to `field`, else of the first answer about it: one that is surely
    /// meant before one that may be.
    fn find<T>(&self, field: LeadField, read: impl Fn(&str) -> Option<T>) -> Option<Taken<T>> {
        let mapped = self.mapped.iter().find(|(mapped, _)| *mapped == field);
        let mapped =
            mapped.and_then(|(_, taken)| Some(Taken { value: read(&taken.value)?, at: taken.at.clone() }));
        mapped.or_else(|| {
            [true, false].into_iter().find_map(|is_sure| {
                let meant = |at: &usize| self.heard[*at].meant.is(field, is_sure);
                let mut about = self.free().filter(meant);
                about.find_map(|at| Some(Taken { value: read(&self.heard[at].answer)?, at: vec![at] }))
            })
        })
    }

    /// Like [`Choice::find`]; the answer is used then.
    pub(super) fn take<T>(&mut self, field: LeadField, read: impl Fn(&str) -> Option<T>) -> Option<T> {
        let taken = self.find(field, read)?;
        self.uses(&taken.at, true);
        Some(taken.value)
    }

    /// A field on one line, of at most `most` characters.
    pub(super) fn take_line(
        &mut self,
        field: LeadField,
        most: usize,
        fits: impl Fn(&str) -> bool,
    ) -> Option<String> {
        let line = self.find(field, |text| line(text).filter(|_| fits(text)))?;
        Some(self.within(most, line))
    }

    /// What they wrote, line breaks and all.
    pub(super) fn message(&mut self) -> Option<String> {
        let message = self.find(LeadField::Message, |text| Some(text.to_owned()))?;
        Some(self.within(Enquiry::MESSAGE, message))
    }

    /// The name: whole, or given and family name together. `Nome` beside `Cognome` is a given name.
    pub(super) fn name(&mut self) -> Option<String> {
        let [whole, given, family] = [LeadField::Name, LeadField::GivenName, LeadField::FamilyName]
            .map(|field| self.find(field, line));
        let by_parts = self.is_mapped(LeadField::GivenName) || self.is_mapped(LeadField::FamilyName);
        let name = match (whole, given, family) {
            (Some(whole), given, family) if self.is_mapped(LeadField::Name) || !by_parts => {
                let only_given = given.is_none() && !self.is_mapped(LeadField::Name);
                completed(whole, given, family, only_given)
            }
            (_, Some(given), Some(family)) => joined(given, family),
            (_, given, family) => given.or(family)?,
        };
        Some(self.within(Enquiry::NAME, name))
    }

    /// The address; where none was asked for by name, the only one that was given as an answer.
    pub(super) fn email(&mut self) -> Option<EmailAddress> {
        if let Some(email) = self.take(LeadField::Email, address::plausible) {
            return Some(email);
        }
        let answers = self.free().filter(|&at| self.heard[at].meant != Meant::Aside);
        let given = answers.filter_map(|at| Some((at, address::plausible(&self.heard[at].answer)?)));
        let given: Vec<_> = given.collect();
        let (at, first) = given.first()?;
        if given.iter().any(|(_, other)| other != first) {
            return None;
        }
        self.is_used[*at] = true;
        Some(first.clone())
    }

    /// At most `most` characters. When that is not all, the answers it was made of stay in the rest.
    fn within(&mut self, most: usize, taken: Taken<String>) -> String {
        let Taken { value, mut at } = taken;
        let Some((end, _)) = value.char_indices().nth(most) else {
            self.uses(&at, true);
            return value;
        };
        if at.is_empty() {
            at.push(self.heard.len());
            self.heard.push(Heard { question: String::new(), answer: value.clone(), meant: Meant::Aside });
            self.is_used.push(false);
            self.is_reserved.push(false);
        }
        self.uses(&at, false);
        // It is a field, cut as it is: no other may have it.
        for at in at {
            self.heard[at].meant = Meant::Aside;
        }
        value[..end].trim_end().to_owned()
    }

    /// What is no field of the lead: answers in the order received, then what the sender says of its own
    /// accord (the form, the page). Nothing twice.
    pub(super) fn rest(self) -> Vec<Answer> {
        let Self { heard, is_used, .. } = self;
        let unused = heard.into_iter().zip(is_used).filter(|(_, is_used)| !is_used).map(|(heard, _)| heard);
        let (asides, answers): (Vec<_>, Vec<_>) = unused.partition(|heard| heard.meant == Meant::Aside);
        let mut said = HashSet::new();
        let once = |heard: &Heard| said.insert((heard.question.clone(), heard.answer.clone()));
        let rest = answers.into_iter().chain(asides).filter(once);
        rest.map(|heard| Answer { question: heard.question, answer: heard.answer }).collect()
    }
}

impl Meant {
    fn is(self, field: LeadField, is_sure: bool) -> bool {
        matches!(self, Self::Field(label) if label.field == field && label.is_sure == is_sure)
    }
}

impl Heard {
    fn is_about(&self, field: LeadField) -> bool {
        matches!(self.meant, Meant::Field(label) if label.field == field)
    }
}

/// A whole name with the family name behind it, when that was asked for apart and is not in it. Parts that
/// are in it need not be said again.
fn completed(
    mut whole: Taken<String>,
    given: Option<Taken<String>>,
    family: Option<Taken<String>>,
    only_given: bool,
) -> Taken<String> {
    for (part, is_family) in
        given.map(|part| (part, false)).into_iter().chain(family.map(|part| (part, true)))
    {
        if has_words(&whole.value, &part.value) {
            whole.at.extend(part.at);
        } else if is_family && only_given {
            whole = joined(whole, part);
        }
    }
    whole
}

/// `text` on one line, if there is anything to see on it.
fn line(text: &str) -> Option<String> {
    Some(one_line(text)).filter(|line| !line.is_empty())
}

fn joined(given: Taken<String>, family: Taken<String>) -> Taken<String> {
    let at = given.at.into_iter().chain(family.at).collect();
    Taken { value: format!("{} {}", given.value, family.value), at }
}

/// Whether every word of `part` is a word of `whole`.
fn has_words(whole: &str, part: &str) -> bool {
    let whole = whole.to_lowercase();
    let words: HashSet<&str> = whole.split(' ').collect();
    part.to_lowercase().split(' ').all(|word| words.contains(word))
}
