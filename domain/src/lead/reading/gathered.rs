//! What a body was heard to say, answer by answer, until it is an enquiry.

mod called;
mod choice;
mod phone;

use serde_json::Value;

use super::labels::{self, Label};
use super::{address, moment};
use crate::lead::{Enquiry, LeadField, way};
use crate::line::one_line;
use crate::{Timestamp, Zone};
use choice::Choice;

/// The answers of a body in the order received. What somebody said first about a field of the lead is
/// that field, unless the admin's mapping says otherwise; everything else goes to the rest.
#[derive(Debug, Clone)]
pub(super) struct Gathered<'a> {
    zone: &'a Zone,
    payload: Value,
    mapped: Vec<(LeadField, String)>,
    heard: Vec<Heard>,
}

/// A question that was answered.
#[derive(Debug, Clone)]
struct Heard {
    question: String,
    answer: String,
    meant: Meant,
}

/// What an answer is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Meant {
    /// This field of the lead, for sure or perhaps.
    Field(Label),
    /// Perhaps what they wrote, for its length alone.
    Text,
    /// Nothing that was understood.
    Unknown,
    /// Not the person who asks: the form, the page, the organizer.
    Aside,
}

impl<'a> Gathered<'a> {
    /// Nothing yet, of a body that is `payload`. A moment without an offset is meant in `zone`; `mapped` is
    /// what the admin's mapping found.
    pub(super) fn new(zone: &'a Zone, payload: Value, mapped: Vec<(LeadField, String)>) -> Self {
        Self { zone, payload, mapped, heard: Vec::new() }
    }

    /// An answer to `question`, whose words say which field it is, if any.
    pub(super) fn hear(&mut self, question: &str, answer: &str) {
        self.add(question, answer, labels::asked(question).map_or(Meant::Unknown, Meant::Field));
    }

    /// An answer that is this field whatever was asked: the sender says so.
    pub(super) fn hear_as(&mut self, field: LeadField, question: &str, answer: &str) {
        self.add(question, answer, Meant::Field(Label { field, is_sure: true }));
    }

    /// An answer that is this field if nothing says so more clearly.
    pub(super) fn hint(&mut self, field: LeadField, question: &str, answer: &str) {
        self.add(question, answer, Meant::Field(Label { field, is_sure: false }));
    }

    /// A longer text, of which only that is known: what was written, if nothing is said to be. Its question
    /// stays with it.
    pub(super) fn guess(&mut self, question: &str, answer: &str) {
        self.add(question, answer, Meant::Text);
    }

    /// An answer to a question that asks for no field of the lead; it keeps its place among the answers.
    pub(super) fn tell(&mut self, question: &str, answer: &str) {
        self.add(question, answer, Meant::Unknown);
    }

    /// An answer that is no field of the lead whatever its question looks like.
    pub(super) fn aside(&mut self, question: &str, answer: &str) {
        self.add(question, answer, Meant::Aside);
    }

    /// The moment meant by a text: with an offset, or as the clocks of the agency show it.
    pub(super) fn moment(&self, text: &str) -> Option<Timestamp> {
        moment::read(text, self.zone)
    }

    fn add(&mut self, question: &str, answer: &str, meant: Meant) {
        let answer = clean(answer);
        if answer.is_empty() {
            return;
        }
        let question = asked(question);
        if let (true, Some(name)) = (meant.is_email(), address::addressee(&answer)) {
            let meant = Meant::Field(Label { field: LeadField::Name, is_sure: false });
            self.heard.push(Heard { question: question.clone(), answer: name.to_owned(), meant });
        }
        self.heard.push(Heard { question, answer, meant });
    }

    /// Everything that was heard: fields of the lead within their limits, and the rest in order.
    pub(super) fn into_enquiry(self) -> Enquiry {
        let Self { zone, payload, mapped, heard } = self;
        let mut choice = Choice::of(heard, mapped);
        let name = choice.name();
        let starts_at = choice.take(LeadField::StartsAt, |text| moment::read(text, zone));
        let phone = choice.phone();
        let company = choice.take_line(LeadField::Company, Enquiry::COMPANY, called::company);
        let source = choice.take_line(LeadField::Source, Enquiry::SOURCE, choice::line);
        let email = choice.email();
        let message = choice.message();
        let rest = Vec::new();
        let mut enquiry =
            Enquiry { name, email, phone, company, message, source, starts_at, was_at: None, rest, payload };
        enquiry.rest = choice.rest(&enquiry);
        enquiry
    }
}

/// Trimmed, without NUL, which PostgreSQL keeps in no text.
pub(super) fn clean(text: &str) -> String {
    text.replace('\0', "\u{fffd}").trim().to_owned()
}

/// A question on one line, without the mark of a field that must be filled.
fn asked(question: &str) -> String {
    let question = one_line(&clean(question));
    let bare = question.trim_end_matches(|sign: char| matches!(sign, '*' | ':') || sign.is_whitespace());
    way::short(bare.to_owned())
}

/// Without the marks that nobody sees, which come along when a text is copied.
pub(super) fn visible(text: &str) -> String {
    let is_mark = |letter: &char| {
        let marks = ['\u{200b}'..='\u{200f}', '\u{202a}'..='\u{202e}', '\u{2060}'..='\u{2069}'];
        *letter == '\u{feff}' || marks.iter().any(|marks| marks.contains(letter))
    };
    text.chars().filter(|letter| !is_mark(letter)).collect()
}

#[cfg(test)]
mod tests;
