//! What a delivery says about somebody, whoever sent it.

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
    /// The whole name.
    pub name: Option<String>,
    pub email: Option<EmailAddress>,
    /// Their telephone number.
    pub phone: Option<String>,
    pub company: Option<String>,
    /// Where they came from.
    pub source: Option<String>,
    /// When the meeting is; of a cancelled one, when it was to be.
    pub starts_at: Option<Timestamp>,
}

impl LeadFields {
    /// Whether nothing says who it is: no name, no e-mail, no telephone number.
    pub fn is_anonymous(&self) -> bool {
        self.name.is_none() && self.email.is_none() && self.phone.is_none()
    }
}

/// A lead as it was read in a delivery.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct ParsedLead {
    /// What becomes a field of the lead. A text that is too long is cut, and stands whole in `rest`.
    #[serde(flatten)]
    pub fields: LeadFields,
    /// What they wrote, up to [`ActivityDraft::TEXT`] characters.
    pub message: Option<String>,
    /// Of a meeting that was moved: when it was to be before, if the sender says.
    pub was_at: Option<Timestamp>,
    /// Every other question with its answer, in the order received; then what the sender adds by itself: the
    /// form, the page.
    pub rest: Vec<Answer>,
    /// The whole body as JSON: the value, or the decoded pairs as an object.
    pub payload: Value,
}

impl ParsedLead {
    /// The text of its activity: the message, an empty line, and every other question with its answer. At
    /// most [`ActivityDraft::TEXT`] characters; a longer one ends in `…`.
    pub fn text(&self) -> String {
        self.text_below("")
    }

    /// The same below a first paragraph.
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
        let of =
            |count: usize| ParsedLead { message: Some("è".repeat(count)), ..ParsedLead::default() }.text();
        assert_eq!(of(10_000), "è".repeat(10_000));
        assert_eq!(of(10_001), format!("{}…", "è".repeat(9_999)));
    }
}
