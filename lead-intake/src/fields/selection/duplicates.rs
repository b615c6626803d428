//! Detects answers that repeat a lead field.

use domain::leads::{LeadField, ParsedLead};
use domain::line::one_line;

use super::{Candidate, FieldGuess, has_words};
use crate::labels;

/// Separator between the steps of a path.
const STEP: &str = " › ";

/// The field texts of a lead, normalized for comparison.
pub(super) struct FieldTexts(Vec<(LeadField, String)>);

impl FieldTexts {
    pub(super) fn of(lead: &ParsedLead) -> Self {
        let fields = &lead.fields;
        let email = fields.email.as_ref().map(ToString::to_string);
        let texts = [
            (LeadField::Name, &fields.name),
            (LeadField::Email, &email),
            (LeadField::Phone, &fields.phone),
            (LeadField::Company, &fields.company),
            (LeadField::Message, &lead.message),
            (LeadField::Source, &fields.source),
        ];
        let text = |(field, text): (_, &Option<String>)| Some((field, comparable(text.as_deref()?)));
        Self(texts.into_iter().filter_map(text).collect())
    }

    /// Whether an answer has the label of a field and repeats its value, such as a confirmed e-mail or a part
    /// of the name. Fields about the agency's people do not count.
    pub(super) fn repeat(&self, candidate: &Candidate) -> bool {
        let answer = comparable(&candidate.answer);
        // Compare the text first: most answers match no field.
        self.0.iter().any(|(field, text)| {
            *text == answer && candidate.asks_for(|question| question == *field)
                || *field == LeadField::Name && has_words(text, &answer) && candidate.asks_for(is_part_of_a_name)
        })
    }
}

impl Candidate {
    fn asks_for(&self, is: impl Fn(LeadField) -> bool) -> bool {
        let label = match self.guess {
            FieldGuess::Field(label) => Some(label),
            _ => labels::match_label(self.question.rsplit(STEP).next().unwrap_or_default()),
        };
        label.is_some_and(|label| is(label.field)) && !self.question.split(STEP).any(labels::is_of_agency)
    }
}

const fn is_part_of_a_name(field: LeadField) -> bool {
    matches!(field, LeadField::GivenName | LeadField::FamilyName)
}

fn comparable(text: &str) -> String {
    one_line(text).to_lowercase()
}
