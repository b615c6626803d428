//! A notice as an activity shows it.

use crate::Language;
use crate::lead::enquiry::{Enquiry, Notice};
use crate::line::shortened;

impl Enquiry {
    /// The longest name, in characters (CONTRACT §3).
    pub const NAME: usize = 200;
    /// The longest telephone number.
    pub const PHONE: usize = 50;
    /// The longest name of a company.
    pub const COMPANY: usize = 200;
    /// The longest message.
    pub const MESSAGE: usize = 10_000;
    /// The longest source.
    pub const SOURCE: usize = 100;
    /// The longest text of an activity.
    pub const TEXT: usize = 10_000;

    /// What an activity says: the message, an empty line, and every other question with its answer. At most
    /// [`Enquiry::TEXT`] characters; a longer one ends in `…`.
    pub fn text(&self) -> String {
        shortened(self.whole_text(), Enquiry::TEXT)
    }

    fn whole_text(&self) -> String {
        let lines = self.rest.iter().map(|one| line(&one.question, &one.answer));
        let rest = lines.collect::<Vec<_>>().join("\n");
        let parts = [self.message.as_deref().unwrap_or_default(), &rest];
        parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("\n\n")
    }
}

/// A question with its answer: a colon between them, unless the question ends in a sign of its own.
pub(super) fn line(question: &str, answer: &str) -> String {
    match question {
        "" => answer.to_owned(),
        question if question.ends_with(['?', '!', '…', '.', ':', ';']) => format!("{question} {answer}"),
        question => format!("{question}: {answer}"),
    }
}

impl Notice {
    /// What an activity says: of a meeting that was cancelled or moved, first that it was; then
    /// [`Enquiry::text`]. Empty for what makes no activity.
    pub fn text(&self, language: Language) -> String {
        let (enquiry, first) = match self {
            Self::Enquiry(enquiry) => return enquiry.text(),
            Self::Cancelled(enquiry) if !enquiry.is_moved_away() => (enquiry, cancelled(language)),
            Self::Moved(enquiry) | Self::Cancelled(enquiry) => (enquiry, moved(language)),
            Self::Test | Self::Aside | Self::Spam => return String::new(),
        };
        match enquiry.whole_text() {
            text if text.is_empty() => first.to_owned(),
            text => shortened(format!("{first}\n\n{text}"), Enquiry::TEXT),
        }
    }
}

impl Enquiry {
    /// Whether a cancelled meeting was cancelled because it was moved: another notice says to when.
    fn is_moved_away(&self) -> bool {
        self.was_at.is_some() && self.was_at == self.starts_at
    }
}

const fn cancelled(language: Language) -> &'static str {
    match language {
        Language::It => "Appuntamento annullato",
        Language::En => "Meeting cancelled",
    }
}

const fn moved(language: Language) -> &'static str {
    match language {
        Language::It => "Appuntamento spostato",
        Language::En => "Meeting moved",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Timestamp;
    use crate::lead::received::Answer;

    fn answer(question: &str, answer: &str) -> Answer {
        Answer { question: question.to_owned(), answer: answer.to_owned() }
    }

    #[test]
    fn the_message_comes_first_and_then_question_and_answer() {
        let mut enquiry = Enquiry {
            message: Some("Ciao\nGrazie".to_owned()),
            rest: vec![
                answer("Servizi", "SEO, Ads"),
                answer("Come ci hai trovati?", "Google"),
                answer("Raccontaci qualcosa.", "Poco"),
                answer("", "solo"),
            ],
            ..Enquiry::default()
        };
        let rest = "Servizi: SEO, Ads\nCome ci hai trovati? Google\nRaccontaci qualcosa. Poco\nsolo";
        assert_eq!(enquiry.text(), format!("Ciao\nGrazie\n\n{rest}"));
        enquiry.message = None;
        assert_eq!(enquiry.text(), rest);
        enquiry.rest.clear();
        assert_eq!(enquiry.text(), "");
    }

    #[test]
    fn a_long_text_ends_in_an_ellipsis() {
        let of = |count: usize| Enquiry { message: Some("è".repeat(count)), ..Enquiry::default() }.text();
        assert_eq!(of(10_000), "è".repeat(10_000));
        assert_eq!(of(10_001), format!("{}…", "è".repeat(9_999)));
    }

    #[test]
    fn what_was_cancelled_or_moved_says_so_first() {
        let at = Timestamp::from_millis(0);
        let enquiry =
            Enquiry { starts_at: Some(at), rest: vec![answer("Motivo", "malata")], ..Enquiry::default() };
        let cancelled = Notice::Cancelled(enquiry.clone());
        assert_eq!(cancelled.text(Language::It), "Appuntamento annullato\n\nMotivo: malata");
        assert_eq!(cancelled.text(Language::En), "Meeting cancelled\n\nMotivo: malata");
        let moved = Notice::Moved(Enquiry { was_at: Some(at.next()), rest: vec![], ..enquiry.clone() });
        assert_eq!(moved.text(Language::It), "Appuntamento spostato");
        let away = Notice::Cancelled(Enquiry { was_at: Some(at), ..enquiry.clone() });
        assert_eq!(away.text(Language::En), "Meeting moved\n\nMotivo: malata");
        assert_eq!(Notice::Enquiry(enquiry).text(Language::It), "Motivo: malata");
        assert_eq!(Notice::Test.text(Language::It), "");
    }
}
