//! Collects the answers of a body and chooses the lead fields among them.

pub(crate) mod email;
mod moment;
mod names;
mod phone;
mod selection;

use domain::leads::json_path::truncate;
use domain::leads::{LeadDraft, LeadField, LeadFields, ParsedLead};
use domain::line::one_line;
use domain::{Timestamp, Zone};
use serde_json::Value;

use crate::labels::{self, Label};
use crate::service;
use selection::Selection;

/// Collects answers in the order received. The first answer that matches a lead field becomes its value,
/// unless the admin's mapping sets it; all other answers go to the rest.
#[derive(Debug, Clone)]
pub(crate) struct FieldExtractor<'a> {
    zone: &'a Zone,
    payload: Value,
    mapped: Vec<(LeadField, String)>,
    candidates: Vec<Candidate>,
}

/// An answer with its question.
#[derive(Debug, Clone)]
struct Candidate {
    question: String,
    answer: String,
    guess: FieldGuess,
}

/// The lead field an answer belongs to, if any.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum FieldGuess {
    /// A lead field; the label says whether this is certain.
    Field(Label),
    /// A long text: a candidate for the message.
    LongText,
    /// No lead field.
    Other,
    /// Not about the submitter: the event, the organizer.
    Context,
    /// Of use to a technician only: the browser, the page, ids.
    Technical,
}

impl<'a> FieldExtractor<'a> {
    /// An extractor without answers. `payload` is the whole body, `zone` applies to times without an offset,
    /// and `mapped` holds the values found by the admin's mapping.
    pub(crate) fn new(zone: &'a Zone, payload: Value, mapped: Vec<(LeadField, String)>) -> Self {
        Self { zone, payload, mapped, candidates: Vec::new() }
    }

    /// Adds an answer whose lead field is derived from the label `question`.
    pub(crate) fn add_labelled(&mut self, question: &str, answer: &str) {
        self.add(question, answer, labels::match_label(question).map_or(FieldGuess::Other, FieldGuess::Field));
    }

    /// Adds an answer for a lead field that the sender states explicitly.
    pub(crate) fn add_field(&mut self, field: LeadField, question: &str, answer: &str) {
        self.add(question, answer, FieldGuess::Field(Label { field, is_sure: true }));
    }

    /// Adds an answer for a lead field, used only if no certain one is found.
    pub(crate) fn add_likely(&mut self, field: LeadField, question: &str, answer: &str) {
        self.add(question, answer, FieldGuess::Field(Label { field, is_sure: false }));
    }

    /// Adds a long text. It becomes the message, with its question, if no answer is labelled as one.
    pub(crate) fn add_long_text(&mut self, question: &str, answer: &str) {
        self.add(question, answer, FieldGuess::LongText);
    }

    /// Adds an answer that matches no lead field; it keeps its position among the answers.
    pub(crate) fn add_other(&mut self, question: &str, answer: &str) {
        self.add(question, answer, FieldGuess::Other);
    }

    /// Adds context: never a lead field, whatever its question looks like.
    pub(crate) fn add_context(&mut self, question: &str, answer: &str) {
        let is_technical = service::is_technical(question);
        self.add(question, answer, if is_technical { FieldGuess::Technical } else { FieldGuess::Context });
    }

    /// Adds technical data of the sender.
    pub(crate) fn add_technical(&mut self, question: &str, answer: &str) {
        self.add(question, answer, FieldGuess::Technical);
    }

    /// Parses a time with an offset, or a local time in the agency's zone.
    pub(crate) fn moment(&self, text: &str) -> Option<Timestamp> {
        moment::parse(text, self.zone)
    }

    fn add(&mut self, question: &str, answer: &str, guess: FieldGuess) {
        let answer = clean(answer);
        if answer.is_empty() {
            return;
        }
        let question = label(question);
        if let (true, Some(name)) = (guess.is(LeadField::Email), email::display_name(&answer)) {
            let guess = FieldGuess::Field(Label { field: LeadField::Name, is_sure: false });
            self.candidates.push(Candidate { question: question.clone(), answer: name.to_owned(), guess });
        }
        self.candidates.push(Candidate { question, answer, guess });
    }

    /// The lead: its fields cut to their limits, and all other answers in order.
    pub(crate) fn into_lead(self) -> ParsedLead {
        let Self { zone, payload, mapped, candidates } = self;
        let mut selection = Selection::new(candidates, mapped);
        let name = selection.name();
        let starts_at = selection.take(LeadField::StartsAt, |text| moment::parse(text, zone));
        let phone = selection.phone();
        let company = selection.take_line(LeadField::Company, LeadDraft::COMPANY, names::company);
        let source = selection.take_line(LeadField::Source, LeadDraft::SOURCE, line);
        let email = selection.email();
        let message = selection.message();
        let fields = LeadFields { name, email, phone, company, source, starts_at };
        let mut lead = ParsedLead { fields, message, was_at: None, rest: Vec::new(), technical: Vec::new(), payload };
        (lead.rest, lead.technical) = selection.rest(&lead);
        lead
    }
}

impl FieldGuess {
    fn is(self, field: LeadField) -> bool {
        matches!(self, Self::Field(label) if label.field == field)
    }
}

/// Whether a text mapped to `field` is valid for it.
pub(crate) fn is_valid(field: LeadField, text: &str, zone: &Zone) -> bool {
    match field {
        LeadField::Email => email::parse_decorated(text).is_some(),
        LeadField::Phone => text.contains(char::is_numeric),
        LeadField::StartsAt => moment::parse(text, zone).is_some(),
        _ => true,
    }
}

/// Trims and replaces NUL, which PostgreSQL cannot store in text.
pub(crate) fn clean(text: &str) -> String {
    text.replace('\0', "\u{fffd}").trim().to_owned()
}

/// A question on one line, without the marker of a required field.
fn label(question: &str) -> String {
    let question = one_line(&clean(question));
    let bare = question.trim_end_matches(|sign: char| matches!(sign, '*' | ':') || sign.is_whitespace());
    truncate(bare.to_owned())
}

/// `text` on one line; `None` if empty.
fn line(text: &str) -> Option<String> {
    Some(one_line(text)).filter(|line| !line.is_empty())
}

/// Removes invisible format characters, which get copied along with text.
fn visible(text: &str) -> String {
    let is_mark = |letter: &char| {
        let marks = ['\u{200b}'..='\u{200f}', '\u{202a}'..='\u{202e}', '\u{2060}'..='\u{2069}'];
        *letter == '\u{feff}' || marks.iter().any(|marks| marks.contains(letter))
    };
    text.chars().filter(|letter| !is_mark(letter)).collect()
}

#[cfg(test)]
mod tests;
