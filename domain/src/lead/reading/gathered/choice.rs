//! Which of the answers are the fields of the lead.

mod again;
mod name;
mod unasked;

use std::cmp::Reverse;
use std::collections::HashSet;

use super::super::text;
use super::{Heard, Meant};
use crate::lead::received::Answer;
use crate::lead::{Enquiry, LeadField};
use crate::line::one_line;
use again::Said;

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

    /// What `by_hand` makes of what is mapped to `field`, else what `guessed` makes of the first answer about
    /// it: one that is surely meant before one that may be.
    fn find<T>(
        &self,
        field: LeadField,
        by_hand: impl Fn(&str) -> Option<T>,
        guessed: impl Fn(&str) -> Option<T>,
    ) -> Option<Taken<T>> {
        let mapped = self.mapped.iter().find(|(mapped, _)| *mapped == field);
        let mapped =
            mapped.and_then(|(_, taken)| Some(Taken { value: by_hand(&taken.value)?, at: taken.at.clone() }));
        mapped.or_else(|| {
            [true, false].into_iter().find_map(|is_sure| {
                let meant = |at: &usize| self.heard[*at].meant.is(field, is_sure);
                let mut about = self.free().filter(meant);
                about.find_map(|at| Some(Taken { value: guessed(&self.heard[at].answer)?, at: vec![at] }))
            })
        })
    }

    /// What `read` makes of a field; the answer is used then.
    pub(super) fn take<T>(&mut self, field: LeadField, read: impl Fn(&str) -> Option<T>) -> Option<T> {
        let taken = self.find(field, &read, &read)?;
        self.uses(&taken.at, true);
        Some(taken.value)
    }

    /// A field on one line, of at most `most` characters; what somebody mapped to it as it is.
    pub(super) fn take_line(
        &mut self,
        field: LeadField,
        most: usize,
        guessed: impl Fn(&str) -> Option<String>,
    ) -> Option<String> {
        let line = self.find(field, line, guessed)?;
        Some(self.within(most, line))
    }

    /// What they wrote, line breaks and all: what was surely asked for, else the longest of what may be it.
    pub(super) fn message(&mut self) -> Option<String> {
        let mapped = self.mapped.iter().find(|(mapped, _)| *mapped == LeadField::Message);
        let mapped = mapped.map(|(_, taken)| Taken { value: taken.value.clone(), at: taken.at.clone() });
        let message = mapped.or_else(|| self.written())?;
        Some(self.within(Enquiry::MESSAGE, message))
    }

    fn written(&self) -> Option<Taken<String>> {
        let is = |at: &usize, is_sure: bool| self.heard[*at].meant.is(LeadField::Message, is_sure);
        let may_be = |at: &usize| is(at, false) || self.heard[*at].meant == Meant::Text;
        let length = |at: &usize| (self.heard[*at].answer.chars().count(), Reverse(*at));
        let sure = self.free().find(|at| is(at, true));
        let at = sure.or_else(|| self.free().filter(may_be).max_by_key(length))?;
        let Heard { question, answer, meant } = &self.heard[at];
        let value = if *meant == Meant::Text { text::line(question, answer) } else { answer.clone() };
        Some(Taken { value, at: vec![at] })
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
    /// accord (the form, the page). Nothing twice, and nothing again that stands in `enquiry`.
    pub(super) fn rest(self, enquiry: &Enquiry) -> Vec<Answer> {
        let Self { heard, is_used, .. } = self;
        let unused = heard.into_iter().zip(is_used).filter(|(_, is_used)| !is_used).map(|(heard, _)| heard);
        let said = Said::of(enquiry);
        let unused = unused.filter(|heard| !said.has(heard));
        let (asides, answers): (Vec<_>, Vec<_>) = unused.partition(|heard| heard.meant == Meant::Aside);
        let mut said = HashSet::new();
        let once = |heard: &Heard| said.insert((heard.question.clone(), heard.answer.clone()));
        let rest = answers.into_iter().chain(asides).filter(once);
        rest.map(|heard| Answer { question: heard.question, answer: heard.answer }).collect()
    }
}

impl Meant {
    /// Whether an e-mail address was asked for.
    pub(super) fn is_email(self) -> bool {
        matches!(self, Self::Field(label) if label.field == LeadField::Email)
    }

    fn is(self, field: LeadField, is_sure: bool) -> bool {
        matches!(self, Self::Field(label) if label.field == field && label.is_sure == is_sure)
    }
}

impl Heard {
    fn is_about(&self, field: LeadField) -> bool {
        matches!(self.meant, Meant::Field(label) if label.field == field)
    }
}

/// `text` on one line, if there is anything to see on it.
pub(super) fn line(text: &str) -> Option<String> {
    Some(one_line(text)).filter(|line| !line.is_empty())
}

/// Whether every word of `part` is a word of `whole`.
fn has_words(whole: &str, part: &str) -> bool {
    let whole = whole.to_lowercase();
    let words: HashSet<&str> = whole.split(' ').collect();
    part.to_lowercase().split(' ').all(|word| words.contains(word))
}
