//! What stands in a field of the lead already.

use super::{Heard, has_words};
use crate::lead::reading::gathered::Meant;
use crate::lead::reading::labels;
use crate::lead::{Enquiry, LeadField};
use crate::line::one_line;

/// What stands between the steps of a way.
const STEP: &str = " › ";

/// The texts in the fields of an enquiry, as they are compared.
pub(super) struct Said(Vec<(LeadField, String)>);

impl Said {
    pub(super) fn of(enquiry: &Enquiry) -> Self {
        let email = enquiry.email.as_ref().map(ToString::to_string);
        let fields = [
            (LeadField::Name, &enquiry.name),
            (LeadField::Email, &email),
            (LeadField::Phone, &enquiry.phone),
            (LeadField::Company, &enquiry.company),
            (LeadField::Message, &enquiry.message),
            (LeadField::Source, &enquiry.source),
        ];
        let said = |(field, text): (_, &Option<String>)| Some((field, comparable(text.as_deref()?)));
        Self(fields.into_iter().filter_map(said).collect())
    }

    /// Whether an answer asks for a field and says what stands there: an address that had to be given twice, a
    /// name and its parts. One about the agency's people does not.
    pub(super) fn has(&self, heard: &Heard) -> bool {
        let answer = comparable(&heard.answer);
        // Most answers stand nowhere else, whatever they answer.
        self.0.iter().any(|(field, said)| {
            *said == answer && heard.asks_for(|asked| asked == *field)
                || *field == LeadField::Name && has_words(said, &answer) && heard.asks_for(is_part_of_a_name)
        })
    }
}

impl Heard {
    fn asks_for(&self, is: impl Fn(LeadField) -> bool) -> bool {
        let asked = match self.meant {
            Meant::Field(label) => Some(label),
            _ => labels::asked(self.question.rsplit(STEP).next().unwrap_or_default()),
        };
        asked.is_some_and(|label| is(label.field)) && !self.question.split(STEP).any(labels::is_of_agency)
    }
}

const fn is_part_of_a_name(field: LeadField) -> bool {
    matches!(field, LeadField::GivenName | LeadField::FamilyName)
}

fn comparable(text: &str) -> String {
    one_line(text).to_lowercase()
}
