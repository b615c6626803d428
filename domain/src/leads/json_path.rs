//! The path of a value inside of a body, as a person reads it: `Attendees › 1 › Email`; and the steps of keys
//! with brackets.

use crate::line::shortened;

/// The longest path, in characters: what lies below a long name must not repeat it a thousand times.
const LONGEST: usize = 300;
/// How many steps a key with brackets can have. A longer one is one name, so that a body of nothing but
/// brackets makes no tree too deep to walk.
const DEEPEST: usize = 8;

/// The path of what lies one step further.
pub fn step(path: &str, next: &str) -> String {
    match (path, next) {
        ("", only) | (only, "") => only.to_owned(),
        (path, next) => truncate(format!("{path} › {next}")),
    }
}

/// The steps of `a[b][c]`, and of `a[b][]`, whose value is an array anyhow; a key without brackets is one
/// step.
pub fn bracket_steps(key: &str) -> Vec<&str> {
    let Some((first, rest)) = key.split_once('[').filter(|(first, _)| !first.is_empty()) else {
        return vec![key];
    };
    let Some(rest) = rest.strip_suffix(']') else { return vec![key] };
    let mut steps: Vec<&str> = [first].into_iter().chain(rest.split("][")).take(DEEPEST + 1).collect();
    if steps.last() == Some(&"") {
        steps.pop();
    }
    if steps.len() > DEEPEST { vec![key] } else { steps }
}

/// `starts_at` and `startsAt` as `Starts at`; what is more than a name stays as it is.
pub fn humanize(key: &str) -> String {
    // `choices[]` is how forms call what may be chosen more than once.
    let key = key.trim().trim_end_matches("[]");
    if !key.chars().all(|letter| letter.is_alphanumeric() || letter == '_' || letter == '-') {
        return truncate(key.to_owned());
    }
    let spaced = split_camel_case(key).replace(['_', '-'], " ");
    let mut letters = spaced.trim().chars();
    match letters.next() {
        Some(first) => truncate(first.to_uppercase().chain(letters).collect()),
        None => truncate(key.to_owned()),
    }
}

/// `startsAt` as `starts at`, `pageURL` as `page URL`. What begins with a capital, or with one letter before a
/// capital, is how somebody writes it: `WhatsApp`, `eCommerce`.
fn split_camel_case(key: &str) -> String {
    let begin = key.bytes().take_while(u8::is_ascii_lowercase).count();
    if begin < 2 {
        return key.to_owned();
    }
    let mut words = key[..begin].to_owned();
    let mut letters = key[begin..].chars().peekable();
    let mut was_capital = false;
    while let Some(letter) = letters.next() {
        let is_capital = letter.is_ascii_uppercase();
        let is_word = is_capital && letters.peek().is_some_and(char::is_ascii_lowercase);
        if is_capital && !was_capital {
            words.push(' ');
        }
        words.push(if is_word { letter.to_ascii_lowercase() } else { letter });
        was_capital = is_capital;
    }
    words
}

/// At most [`LONGEST`] characters, the last an ellipsis where there were more.
pub fn truncate(path: String) -> String {
    shortened(path, LONGEST)
}

#[cfg(test)]
mod tests {
    use super::humanize;

    #[test]
    fn humanize_splits_keys_and_keeps_brand_names() {
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
            assert_eq!(humanize(key), said, "{key}");
        }
    }
}
