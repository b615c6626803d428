//! Chooses which answers become the lead fields.

mod duplicates;
mod name;
mod unlabelled;

use std::cmp::Reverse;
use std::collections::HashSet;

use domain::leads::answers::Answer;
use domain::leads::{ActivityDraft, LeadField, ParsedLead};

use super::{Candidate, FieldGuess, line};
use duplicates::FieldTexts;

/// The answers, and which of them are already used for a field.
pub(super) struct Selection {
    candidates: Vec<Candidate>,
    /// Whether the answer at the same index is the unchanged value of a field.
    is_used: Vec<bool>,
    /// Whether the answer is mapped to a field, so that no other field may use it.
    is_reserved: Vec<bool>,
    mapped: Vec<(LeadField, Selected<String>)>,
}

/// A field value, and the indexes of the answers it comes from.
struct Selected<T> {
    value: T,
    at: Vec<usize>,
}

impl Selection {
    /// Reserves mapped answers, so that no other field uses them.
    pub(super) fn new(candidates: Vec<Candidate>, mapped: Vec<(LeadField, String)>) -> Self {
        let none = vec![false; candidates.len()];
        let mut selection = Self { is_used: none.clone(), is_reserved: none, candidates, mapped: Vec::new() };
        for (field, value) in mapped {
            let same = |about: bool| {
                selection.free().find(|&at| {
                    let candidate = &selection.candidates[at];
                    candidate.answer == value && (!about || candidate.guess.is(field))
                })
            };
            let at: Vec<usize> = same(true).or_else(|| same(false)).into_iter().collect();
            for &at in &at {
                selection.is_reserved[at] = true;
            }
            selection.mapped.push((field, Selected { value, at }));
        }
        selection
    }

    /// The indexes of answers that may still become a field.
    fn free(&self) -> impl Iterator<Item = usize> {
        (0..self.candidates.len()).filter(|&at| !self.is_used[at] && !self.is_reserved[at])
    }

    fn mark_used(&mut self, places: &[usize], is_used: bool) {
        for &at in places {
            self.is_used[at] = is_used;
        }
    }

    fn is_mapped(&self, field: LeadField) -> bool {
        self.mapped.iter().any(|(mapped, _)| *mapped == field)
    }

    /// Parses the value mapped to `field` with `mapped_by_hand`, else the first answer about it with
    /// `automatic`. Certain labels come before likely ones.
    fn find<T>(
        &self,
        field: LeadField,
        mapped_by_hand: impl Fn(&str) -> Option<T>,
        automatic: impl Fn(&str) -> Option<T>,
    ) -> Option<Selected<T>> {
        let mapped = self.mapped.iter().find(|(mapped, _)| *mapped == field);
        let mapped = mapped.and_then(|(_, selected)| {
            Some(Selected { value: mapped_by_hand(&selected.value)?, at: selected.at.clone() })
        });
        mapped.or_else(|| {
            [true, false].into_iter().find_map(|is_sure| {
                let is_about = |at: &usize| self.candidates[*at].guess.is_exactly(field, is_sure);
                let mut about = self.free().filter(is_about);
                about.find_map(|at| Some(Selected { value: automatic(&self.candidates[at].answer)?, at: vec![at] }))
            })
        })
    }

    /// Parses a field with `read` and marks its answer as used.
    pub(super) fn take<T>(&mut self, field: LeadField, read: impl Fn(&str) -> Option<T>) -> Option<T> {
        let selected = self.find(field, &read, &read)?;
        self.mark_used(&selected.at, true);
        Some(selected.value)
    }

    /// A one-line field of at most `most` characters. A mapped value is not validated.
    pub(super) fn take_line(
        &mut self,
        field: LeadField,
        most: usize,
        automatic: impl Fn(&str) -> Option<String>,
    ) -> Option<String> {
        let line = self.find(field, line, automatic)?;
        Some(self.truncate_to(most, line))
    }

    /// The message, with its line breaks: the answer with a certain label, else the longest candidate.
    pub(super) fn message(&mut self) -> Option<String> {
        let mapped = self.find(LeadField::Message, |text| Some(text.to_owned()), |_| None);
        let message = mapped.or_else(|| self.longest_text())?;
        Some(self.truncate_to(ActivityDraft::TEXT, message))
    }

    fn longest_text(&self) -> Option<Selected<String>> {
        let is = |at: &usize, is_sure: bool| self.candidates[*at].guess.is_exactly(LeadField::Message, is_sure);
        let may_be = |at: &usize| is(at, false) || self.candidates[*at].guess == FieldGuess::LongText;
        let length = |at: &usize| (self.candidates[*at].answer.chars().count(), Reverse(*at));
        let sure = self.free().find(|at| is(at, true));
        let at = sure.or_else(|| self.free().filter(may_be).max_by_key(length))?;
        let Candidate { question, answer, guess } = &self.candidates[at];
        let value = match guess {
            FieldGuess::LongText => Answer { question: question.clone(), answer: answer.clone() }.to_string(),
            _ => answer.clone(),
        };
        Some(Selected { value, at: vec![at] })
    }

    /// Cuts a value to `most` characters. If it was longer, its answers stay in the rest in full.
    fn truncate_to(&mut self, most: usize, selected: Selected<String>) -> String {
        let Selected { value, mut at } = selected;
        let Some((end, _)) = value.char_indices().nth(most) else {
            self.mark_used(&at, true);
            return value;
        };
        if at.is_empty() {
            at.push(self.candidates.len());
            self.candidates.push(Candidate {
                question: String::new(),
                answer: value.clone(),
                guess: FieldGuess::Context,
            });
            self.is_used.push(false);
            self.is_reserved.push(false);
        }
        self.mark_used(&at, false);
        // A field uses its beginning, so no other field may use it.
        for at in at {
            self.candidates[at].guess = FieldGuess::Context;
        }
        value[..end].trim_end().to_owned()
    }

    /// The answers that are no lead field in the order received, then the context (the event, the organizer);
    /// and the technical data. Duplicates, and answers that repeat a field of `lead`, are dropped.
    pub(super) fn rest(self, lead: &ParsedLead) -> (Vec<Answer>, Vec<Answer>) {
        let fields = FieldTexts::of(lead);
        let unused = self.candidates.into_iter().zip(self.is_used).filter(|(_, is_used)| !is_used);
        let unused = unused.map(|(candidate, _)| candidate).filter(|candidate| !fields.repeat(candidate));
        let (technical, unused): (Vec<_>, Vec<_>) =
            unused.partition(|candidate| candidate.guess == FieldGuess::Technical);
        let (context, answers): (Vec<_>, Vec<_>) =
            unused.into_iter().partition(|candidate| candidate.guess == FieldGuess::Context);
        let mut seen = HashSet::new();
        let mut distinct = |candidates: Vec<Candidate>| -> Vec<Answer> {
            let answers = candidates.into_iter().map(|Candidate { question, answer, .. }| (question, answer));
            let answers = answers.filter(|answer| seen.insert(answer.clone()));
            answers.map(|(question, answer)| Answer { question, answer }).collect()
        };
        (distinct(answers.into_iter().chain(context).collect()), distinct(technical))
    }
}

impl FieldGuess {
    fn is_exactly(self, field: LeadField, is_sure: bool) -> bool {
        self.is(field) && matches!(self, Self::Field(label) if label.is_sure == is_sure)
    }
}

/// Whether every word of `part` is a word of `text`.
fn has_words(text: &str, part: &str) -> bool {
    let text = text.to_lowercase();
    let words: HashSet<&str> = text.split(' ').collect();
    part.to_lowercase().split(' ').all(|word| words.contains(word))
}
