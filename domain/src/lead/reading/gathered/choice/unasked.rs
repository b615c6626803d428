//! Addresses and numbers that nothing asked for by name.

use super::super::{Meant, phone};
use super::{Choice, Taken, line};
use crate::EmailAddress;
use crate::lead::reading::{address, labels};
use crate::lead::{Enquiry, LeadField};

/// Words of questions whose answer is a number of something else than a telephone.
const NUMBERS: [&str; 34] = [
    "id",
    "ids",
    "uid",
    "uuid",
    "key",
    "ref",
    "token",
    "code",
    "codice",
    "cod",
    "iva",
    "piva",
    "vat",
    "iban",
    "ip",
    "unix",
    "timestamp",
    "order",
    "ordine",
    "invoice",
    "fattura",
    "fax",
    "utm",
    "campaign",
    "campagna",
    "ad",
    "adset",
    "adgroup",
    "tessera",
    "cliente",
    "pratica",
    "polizza",
    "contratto",
    "documento",
];

impl Choice {
    /// The address; where none was asked for by name, the only one that was given as an answer.
    pub(in super::super) fn email(&mut self) -> Option<EmailAddress> {
        let asked = self.find(LeadField::Email, address::plausible, address::somebodys);
        let Taken { value, at } = asked.or_else(|| self.only(address::somebodys, |_| true))?;
        for at in at {
            // `Anna <anna@example.it>` says more than the address; under a label that asks for one the name
            // is an answer of its own.
            let heard = &self.heard[at];
            let is_whole = heard.meant.is_email() || address::addressee(&heard.answer).is_none();
            self.uses(&[at], is_whole);
        }
        Some(value)
    }

    /// The telephone number; where none was asked for by name, the only answer that is one beyond doubt. What
    /// is mapped by hand needs but a digit: somebody has seen it.
    pub(in super::super) fn phone(&mut self) -> Option<String> {
        let by_hand = |text: &str| line(text).filter(|line| line.contains(char::is_numeric));
        let asked = self.find(LeadField::Phone, by_hand, phone::read);
        let number = asked.or_else(|| {
            let Taken { at, .. } = self.only(phone::surely, is_of_no_other_number)?;
            Some(Taken { value: phone::read(&self.heard[*at.first()?].answer)?, at })
        })?;
        Some(self.within(Enquiry::PHONE, number))
    }

    /// The only value that `read` finds among what somebody answered to questions that may ask for it; not
    /// what belongs to the agency.
    fn only<T: PartialEq>(
        &self,
        read: impl Fn(&str) -> Option<T>,
        may_ask: impl Fn(&str) -> bool,
    ) -> Option<Taken<T>> {
        let given = self.free().filter(|&at| self.heard[at].meant != Meant::Aside);
        let given = given.filter_map(|at| Some((at, read(&self.heard[at].answer)?)));
        let mut given = given.filter(|(at, _)| {
            let question = &self.heard[*at].question;
            !labels::is_of_agency(question) && may_ask(question)
        });
        let (at, value) = given.next()?;
        given.all(|(_, other)| other == value).then(|| Taken { value, at: vec![at] })
    }
}

fn is_of_no_other_number(question: &str) -> bool {
    !labels::folded(question).split(' ').any(|word| NUMBERS.contains(&word))
}
