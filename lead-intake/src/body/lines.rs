//! Parses plain text with lines such as `Nome: Anna Verdi`, as form notification mails contain.

use crate::labels::{self, Label};
use crate::service::is_service;
use domain::leads::LeadField;

/// The longest label, in bytes and in words. Anything longer is a sentence that contains a colon.
const MAX_LABEL_BYTES: usize = 80;
const MAX_LABEL_WORDS: usize = 8;

/// Labels and answers in `text`; unlabelled lines have an empty label. `None` if no label asks for a name,
/// e-mail or phone, or if the text is a multipart or markup body.
pub(super) fn answers(text: &str) -> Option<Vec<(String, String)>> {
    if text.starts_with(['-', '<']) {
        return None;
    }
    let mut answers: Vec<(String, String)> = Vec::new();
    let mut guess = None;
    for line in text.lines().map(str::trim_end) {
        match (answer(line, guess), answers.last_mut()) {
            (Some((question, value)), _) => {
                guess = labels::match_label(question);
                answers.push((question.to_owned(), value.to_owned()));
            }
            (None, Some((question, value))) if continues_answer(guess, question, value) => {
                value.push_str(if value.is_empty() { "" } else { "\n" });
                value.push_str(line);
            }
            (None, _) => {
                guess = None;
                answers.push((String::new(), line.to_owned()));
            }
        }
    }
    for (_, value) in &mut answers {
        *value = value.trim().to_owned();
    }
    answers.retain(|(question, value)| !(question.is_empty() && value.is_empty()));
    answers.iter().any(|(question, _)| is_identity_label(question)).then_some(answers)
}

/// Whether a line without a label continues the previous answer: for a message, an unlabelled text or an
/// answer that is still empty.
fn continues_answer(guess: Option<Label>, question: &str, value: &str) -> bool {
    let is_message = guess.is_some_and(|label| label.field == LeadField::Message);
    is_message || question.is_empty() || value.is_empty()
}

/// Splits a line into label and answer. `guess` is the label of the answer above it. Inside a message a colon
/// may occur anywhere, so only an unambiguous label starts a new answer there.
fn answer(line: &str, guess: Option<Label>) -> Option<(&str, &str)> {
    let is_written = guess.is_some_and(|label| label.is_sure && label.field == LeadField::Message);
    let (question, value) = line.split_once(':')?;
    let (question, is_apart) = (question.trim(), value.is_empty() || value.starts_with(char::is_whitespace));
    if question.is_empty() || question.len() > MAX_LABEL_BYTES || question.split_whitespace().count() > MAX_LABEL_WORDS
    {
        return None;
    }
    let is_sure = labels::match_label(question).is_some_and(|label| label.is_sure) || is_service(question);
    let may_be = is_apart && !is_written && question.starts_with(char::is_alphabetic);
    (is_sure || may_be).then(|| (question, value.trim()))
}

fn is_identity_label(question: &str) -> bool {
    use LeadField::{Email, FamilyName, GivenName, Name, Phone};
    labels::match_label(question)
        .is_some_and(|label| label.is_sure && matches!(label.field, Name | GivenName | FamilyName | Email | Phone))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Vec<(String, String)> {
        answers(text).unwrap_or_default()
    }

    fn pairs(expected: &[(&str, &str)]) -> Vec<(String, String)> {
        expected.iter().map(|(question, value)| ((*question).to_owned(), (*value).to_owned())).collect()
    }

    #[test]
    fn labelled_lines_become_answers() {
        for (text, expected) in [
            ("Nome: Anna Verdi\r\nEmail:a@b.it", &[("Nome", "Anna Verdi"), ("Email", "a@b.it")][..]),
            (
                "Nome:\nAnna\n\nColore: blu\nInviato dal sito",
                &[("Nome", "Anna"), ("Colore", "blu"), ("", "Inviato dal sito")],
            ),
            ("Nuovo contatto\nNome : Anna", &[("", "Nuovo contatto"), ("Nome", "Anna")]),
            (
                "Messaggio: Ciao = ok\nvorrei: un sito\n\nGrazie\nTelefono: 333\nNote: x",
                &[("Messaggio", "Ciao = ok\nvorrei: un sito\n\nGrazie"), ("Telefono", "333"), ("Note", "x")],
            ),
        ] {
            assert_eq!(read(text), pairs(expected), "{text}");
        }
    }

    #[test]
    fn text_without_contact_labels_is_not_parsed() {
        for text in [
            "",
            "Anna",
            "Ciao: come va?",
            "Vedi https://example.it/?a=1",
            "--x\r\nContent-Disposition: form-data; name=\"nome\"\r\n\r\nEmail: a@b.it",
            "<p>\nNome: Anna</p>",
        ] {
            assert_eq!(answers(text), None, "{text}");
        }
    }
}
