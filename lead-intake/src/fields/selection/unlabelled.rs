//! Finds the e-mail address and phone number when no label asks for them.

use domain::EmailAddress;
use domain::leads::{LeadDraft, LeadField};

use super::{Selected, Selection, line};
use crate::fields::{FieldGuess, email, phone};
use crate::labels;

/// Words in questions that ask for a number other than a phone number.
const NUMBERS: [&str; 34] = [
    "id", "ids", "uid", "uuid", "key", "ref", "token", "code", "codice", "cod", "iva", "piva", "vat", "iban", "ip",
    "unix", "timestamp", "order", "ordine", "invoice", "fattura", "fax", "utm", "campaign", "campagna", "ad", "adset",
    "adgroup", "tessera", "cliente", "pratica", "polizza", "contratto", "documento",
];

impl Selection {
    /// The e-mail address. Without a matching label, the only address among the answers.
    pub(crate) fn email(&mut self) -> Option<EmailAddress> {
        let labelled = self.find(LeadField::Email, email::parse_decorated, email::parse_personal);
        let Selected { value, at } = labelled.or_else(|| self.only(email::parse_personal, |_| true))?;
        for at in at {
            // `Anna <anna@example.it>` contains more than the address. Under an e-mail label the name has
            // already been added as an answer of its own.
            let candidate = &self.candidates[at];
            let is_whole = candidate.guess.is(LeadField::Email) || email::display_name(&candidate.answer).is_none();
            self.mark_used(&[at], is_whole);
        }
        Some(value)
    }

    /// The phone number. Without a matching label, the only answer that is certainly one. A mapped value only
    /// needs a digit, because an admin chose it.
    pub(crate) fn phone(&mut self) -> Option<String> {
        let by_hand = |text: &str| line(text).filter(|line| line.contains(char::is_numeric));
        let labelled = self.find(LeadField::Phone, by_hand, phone::parse);
        let number = labelled.or_else(|| {
            let Selected { at, .. } = self.only(phone::parse_certain, is_of_no_other_number)?;
            Some(Selected { value: phone::parse(&self.candidates[*at.first()?].answer)?, at })
        })?;
        Some(self.truncate_to(LeadDraft::PHONE, number))
    }

    /// The only value that `read` finds in answers whose question passes `may_ask`; skips questions about the
    /// agency.
    fn only<T: PartialEq>(
        &self,
        read: impl Fn(&str) -> Option<T>,
        may_ask: impl Fn(&str) -> bool,
    ) -> Option<Selected<T>> {
        let given =
            self.free().filter(|&at| !matches!(self.candidates[at].guess, FieldGuess::Context | FieldGuess::Technical));
        let given = given.filter_map(|at| Some((at, read(&self.candidates[at].answer)?)));
        let mut given = given.filter(|(at, _)| {
            let question = &self.candidates[*at].question;
            !labels::is_of_agency(question) && may_ask(question)
        });
        let (at, value) = given.next()?;
        given.all(|(_, other)| other == value).then(|| Selected { value, at: vec![at] })
    }
}

fn is_of_no_other_number(question: &str) -> bool {
    !labels::normalize(question).split(' ').any(|word| NUMBERS.contains(&word))
}
