//! The lead parsed from a delivery, in one format for all senders.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::answers::Answer;
use super::draft::ActivityDraft;
use crate::line::shortened;
use crate::{EmailAddress, Timestamp};

/// The fields of a lead that a delivery can fill. Every text is trimmed, without NUL, and within the limits of
/// [`super::LeadDraft`].
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct LeadFields {
    pub name: Option<String>,
    pub email: Option<EmailAddress>,
    pub phone: Option<String>,
    pub company: Option<String>,
    pub source: Option<String>,
    /// Start of the meeting, also of a cancelled one.
    pub starts_at: Option<Timestamp>,
}

impl LeadFields {
    /// Whether it has no name, no e-mail and no phone number.
    pub fn is_anonymous(&self) -> bool {
        self.name.is_none() && self.email.is_none() && self.phone.is_none()
    }
}

/// A lead parsed from a delivery.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ParsedLead {
    /// The lead fields. A text over its limit is cut, and is in `rest` in full.
    pub fields: LeadFields,
    /// Up to [`ActivityDraft::TEXT`] characters.
    pub message: Option<String>,
    /// The previous start of a rescheduled meeting, if the sender gives it.
    pub was_at: Option<Timestamp>,
    /// All other answers in the order received, then what the sender adds: the event, the organizer.
    pub rest: Vec<Answer>,
    /// What is of use to a technician only: the browser, the page, ids. It is not in the activity's text.
    pub technical: Vec<Answer>,
    /// The whole body as JSON: the value, or the decoded pairs as an object.
    pub payload: Value,
}

impl ParsedLead {
    /// The activity's text: the message, an empty line, and all other questions with their answers. At most
    /// [`ActivityDraft::TEXT`] characters; a longer one ends in `…`.
    pub fn text(&self) -> String {
        self.text_below("")
    }

    /// As [`ParsedLead::text`], after a first paragraph.
    pub fn text_below(&self, heading: &str) -> String {
        let rest = self.rest.iter().map(Answer::to_string).collect::<Vec<_>>().join("\n");
        let parts = [heading, self.message.as_deref().unwrap_or_default(), &rest];
        let parts: Vec<&str> = parts.into_iter().filter(|part| !part.is_empty()).collect();
        shortened(parts.join("\n\n"), ActivityDraft::TEXT)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(question: &str, answer: &str) -> Answer {
        Answer { question: question.to_owned(), answer: answer.to_owned() }
    }

    #[test]
    fn activity_text_is_message_then_questions_and_answers() {
        let mut lead = ParsedLead {
            message: Some("Ciao\nGrazie".to_owned()),
            rest: vec![
                answer("Servizi", "SEO, Ads"),
                answer("Come ci hai trovati?", "Google"),
                answer("Raccontaci qualcosa.", "Poco"),
                answer("", "solo"),
            ],
            ..ParsedLead::default()
        };
        let rest = "Servizi: SEO, Ads\nCome ci hai trovati? Google\nRaccontaci qualcosa. Poco\nsolo";
        assert_eq!(lead.text(), format!("Ciao\nGrazie\n\n{rest}"));
        lead.message = None;
        assert_eq!(lead.text(), rest);
        lead.rest.clear();
        assert_eq!(lead.text(), "");
    }

    #[test]
    fn long_activity_text_ends_in_ellipsis() {
        let of = |count: usize| ParsedLead { message: Some("è".repeat(count)), ..ParsedLead::default() }.text();
        assert_eq!(of(10_000), "è".repeat(10_000));
        assert_eq!(of(10_001), format!("{}…", "è".repeat(9_999)));
    }
}
