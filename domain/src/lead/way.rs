//! The way to a value inside of a body, as a person reads it: `Attendees › 1 › Email`.

use crate::line::shortened;

/// The longest way, in characters: what lies below a long name must not repeat it a thousand times.
const WAY: usize = 300;

/// The way to what lies one step further.
pub(super) fn step(way: &str, next: &str) -> String {
    match (way, next) {
        ("", only) | (only, "") => only.to_owned(),
        (way, next) => short(format!("{way} › {next}")),
    }
}

/// `starts_at` and `startsAt` as `Starts at`; what is more than a name stays as it is.
pub(super) fn legible(key: &str) -> String {
    // `choices[]` is how forms call what may be chosen more than once.
    let key = key.trim().trim_end_matches("[]");
    if !key.chars().all(|letter| letter.is_alphanumeric() || letter == '_' || letter == '-') {
        return short(key.to_owned());
    }
    let spaced = parted(key).replace(['_', '-'], " ");
    let mut letters = spaced.trim().chars();
    match letters.next() {
        Some(first) => short(first.to_uppercase().chain(letters).collect()),
        None => short(key.to_owned()),
    }
}

/// `startsAt` as `starts at`, `pageURL` as `page URL`. What begins with a capital, or with one letter before a
/// capital, is how somebody writes it: `WhatsApp`, `eCommerce`.
fn parted(key: &str) -> String {
    let begin = key.bytes().take_while(u8::is_ascii_lowercase).count();
    if begin < 2 {
        return key.to_owned();
    }
    let mut parted = key[..begin].to_owned();
    let mut letters = key[begin..].chars().peekable();
    let mut was_capital = false;
    while let Some(letter) = letters.next() {
        let is_capital = letter.is_ascii_uppercase();
        let is_word = is_capital && letters.peek().is_some_and(char::is_ascii_lowercase);
        if is_capital && !was_capital {
            parted.push(' ');
        }
        parted.push(if is_word { letter.to_ascii_lowercase() } else { letter });
        was_capital = is_capital;
    }
    parted
}

/// At most [`WAY`] characters, the last an ellipsis where there were more.
pub(super) fn short(way: String) -> String {
    shortened(way, WAY)
}

#[cfg(test)]
mod tests {
    use super::legible;

    #[test]
    fn a_key_is_said_in_words_and_a_name_as_it_is_written() {
        for (key, said) in [
            ("starts_at", "Starts at"),
            ("startsAt", "Starts at"),
            ("utmSource", "Utm source"),
            ("pageURL", "Page URL"),
            ("submissionId", "Submission id"),
            ("WhatsApp", "WhatsApp"),
            ("eCommerce", "ECommerce"),
            ("P.IVA", "P.IVA"),
            ("tuoNome e cognome", "tuoNome e cognome"),
            ("_", "_"),
            ("città", "Città"),
            ("servizi[]", "Servizi"),
        ] {
            assert_eq!(legible(key), said, "{key}");
        }
    }
}
