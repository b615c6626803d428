//! Plain text of lines such as `Nome: Anna Verdi`, as it is made of the mails of a form.

use crate::lead::LeadField;
use crate::lead::reading::labels::{self, Label};
use crate::lead::reading::service::is_service;

/// The longest label, in bytes, and its most words: what is longer is a sentence with a colon.
const LONGEST: usize = 80;
const MOST_WORDS: usize = 8;

/// The answers of `text` under their labels, and under none what has none. `None`: nothing there asks who
/// somebody is, or the text is a body in parts or of markup.
pub(super) fn answers(text: &str) -> Option<Vec<(String, String)>> {
    if text.starts_with(['-', '<']) {
        return None;
    }
    let mut answers: Vec<(String, String)> = Vec::new();
    let mut meant = None;
    for line in text.lines().map(str::trim_end) {
        match (answer(line, meant), answers.last_mut()) {
            (Some((asked, said)), _) => {
                meant = labels::asked(asked);
                answers.push((asked.to_owned(), said.to_owned()));
            }
            (None, Some((asked, said))) if takes_more(meant, asked, said) => {
                said.push_str(if said.is_empty() { "" } else { "\n" });
                said.push_str(line);
            }
            (None, _) => {
                meant = None;
                answers.push((String::new(), line.to_owned()));
            }
        }
    }
    for (_, said) in &mut answers {
        *said = said.trim().to_owned();
    }
    answers.retain(|(asked, said)| !(asked.is_empty() && said.is_empty()));
    answers.iter().any(|(asked, _)| asks_who(asked)).then_some(answers)
}

/// Whether the lines below belong to an answer: it is what somebody wrote, or has not begun.
fn takes_more(meant: Option<Label>, asked: &str, said: &str) -> bool {
    let is_message = meant.is_some_and(|label| label.field == LeadField::Message);
    is_message || asked.is_empty() || said.is_empty()
}

/// A line with a label, below an answer that is `meant` for a field. In the message a colon may stand anywhere:
/// there, only a label beyond doubt is one.
fn answer(line: &str, meant: Option<Label>) -> Option<(&str, &str)> {
    let is_written = meant.is_some_and(|label| label.is_sure && label.field == LeadField::Message);
    let (asked, said) = line.split_once(':')?;
    let (asked, is_apart) = (asked.trim(), said.is_empty() || said.starts_with(char::is_whitespace));
    if asked.is_empty() || asked.len() > LONGEST || asked.split_whitespace().count() > MOST_WORDS {
        return None;
    }
    let is_sure = labels::asked(asked).is_some_and(|label| label.is_sure) || is_service(asked);
    let may_be = is_apart && !is_written && asked.starts_with(char::is_alphabetic);
    (is_sure || may_be).then(|| (asked, said.trim()))
}

fn asks_who(asked: &str) -> bool {
    use LeadField::{Email, FamilyName, GivenName, Name, Phone};
    labels::asked(asked).is_some_and(|label| {
        label.is_sure && matches!(label.field, Name | GivenName | FamilyName | Email | Phone)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Vec<(String, String)> {
        answers(text).unwrap_or_default()
    }

    fn pairs(expected: &[(&str, &str)]) -> Vec<(String, String)> {
        expected.iter().map(|(asked, said)| ((*asked).to_owned(), (*said).to_owned())).collect()
    }

    #[test]
    fn lines_that_begin_with_a_label_are_answers() {
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
    fn a_text_in_which_nobody_is_asked_for_is_none() {
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
