//! The answers of a body, one by one, and which of them are the fields of a lead.

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
use selection::Selection;

/// Collects the answers of a body in the order received. The first about a field of the lead is that field,
/// unless the admin's mapping says otherwise; everything else goes to the rest.
#[derive(Debug, Clone)]
pub(crate) struct FieldExtractor<'a> {
    zone: &'a Zone,
    payload: Value,
    mapped: Vec<(LeadField, String)>,
    candidates: Vec<Candidate>,
}

/// A question that was answered.
#[derive(Debug, Clone)]
struct Candidate {
    question: String,
    answer: String,
    guess: FieldGuess,
}

/// What an answer is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum FieldGuess {
    /// This field of the lead, for sure or perhaps.
    Field(Label),
    /// Perhaps the message, for its length alone.
    LongText,
    /// Nothing that a lead has.
    Other,
    /// Not the person who asks: the form, the page, the organizer.
    Context,
}

impl<'a> FieldExtractor<'a> {
    /// Nothing yet, of a body that is `payload`. A moment without an offset is meant in `zone`; `mapped` is
    /// what the admin's mapping found.
    pub(crate) fn new(zone: &'a Zone, payload: Value, mapped: Vec<(LeadField, String)>) -> Self {
        Self { zone, payload, mapped, candidates: Vec::new() }
    }

    /// An answer to `question`, whose words say which field it is, if any.
    pub(crate) fn add_labelled(&mut self, question: &str, answer: &str) {
        self.add(
            question,
            answer,
            labels::match_label(question).map_or(FieldGuess::Other, FieldGuess::Field),
        );
    }

    /// An answer that is this field whatever was asked: the sender says so.
    pub(crate) fn add_field(&mut self, field: LeadField, question: &str, answer: &str) {
        self.add(question, answer, FieldGuess::Field(Label { field, is_sure: true }));
    }

    /// An answer that is this field if nothing says so more clearly.
    pub(crate) fn add_likely(&mut self, field: LeadField, question: &str, answer: &str) {
        self.add(question, answer, FieldGuess::Field(Label { field, is_sure: false }));
    }

    /// A longer text, of which only that is known: what was written, if nothing is said to be. Its question
    /// stays with it.
    pub(crate) fn add_long_text(&mut self, question: &str, answer: &str) {
        self.add(question, answer, FieldGuess::LongText);
    }

    /// An answer to a question that asks for no field of the lead; it keeps its place among the answers.
    pub(crate) fn add_other(&mut self, question: &str, answer: &str) {
        self.add(question, answer, FieldGuess::Other);
    }

    /// An answer that is no field of the lead whatever its question looks like.
    pub(crate) fn add_context(&mut self, question: &str, answer: &str) {
        self.add(question, answer, FieldGuess::Context);
    }

    /// The moment meant by a text: with an offset, or as the clocks of the agency show it.
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

    /// The lead: its fields within their limits, and the rest in order.
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
        let mut lead = ParsedLead { fields, message, was_at: None, rest: Vec::new(), payload };
        lead.rest = selection.rest(&lead);
        lead
    }
}

impl FieldGuess {
    fn is(self, field: LeadField) -> bool {
        matches!(self, Self::Field(label) if label.field == field)
    }
}

/// Whether a text that is mapped to `field` can be its value.
pub(crate) fn fits(field: LeadField, text: &str, zone: &Zone) -> bool {
    match field {
        LeadField::Email => email::parse_decorated(text).is_some(),
        LeadField::Phone => text.contains(char::is_numeric),
        LeadField::StartsAt => moment::parse(text, zone).is_some(),
        _ => true,
    }
}

/// Trimmed, without NUL, which PostgreSQL keeps in no text.
pub(crate) fn clean(text: &str) -> String {
    text.replace('\0', "\u{fffd}").trim().to_owned()
}

/// A question on one line, without the mark of a field that must be filled.
fn label(question: &str) -> String {
    let question = one_line(&clean(question));
    let bare = question.trim_end_matches(|sign: char| matches!(sign, '*' | ':') || sign.is_whitespace());
    truncate(bare.to_owned())
}

/// `text` on one line, if there is anything to see on it.
fn line(text: &str) -> Option<String> {
    Some(one_line(text)).filter(|line| !line.is_empty())
}

/// Without the marks that nobody sees, which come along when a text is copied.
fn visible(text: &str) -> String {
    let is_mark = |letter: &char| {
        let marks = ['\u{200b}'..='\u{200f}', '\u{202a}'..='\u{202e}', '\u{2060}'..='\u{2069}'];
        *letter == '\u{feff}' || marks.iter().any(|marks| marks.contains(letter))
    };
    text.chars().filter(|letter| !is_mark(letter)).collect()
}

#[cfg(test)]
mod tests;
