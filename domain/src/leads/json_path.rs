//! Human-readable paths of values in a body, such as `Attendees › 1 › Email`, and the segments of keys with
//! brackets.

use crate::line::shortened;

/// The longest path, in characters. Limits the repetition of a long name in the paths of its members.
const MAX_PATH_CHARS: usize = 300;
/// The most steps of a key with brackets. A longer key is one name, which bounds the depth of the tree.
const MAX_BRACKET_STEPS: usize = 8;

/// Appends a step to a path.
pub fn step(path: &str, next: &str) -> String {
    match (path, next) {
        ("", only) | (only, "") => only.to_owned(),
        (path, next) => truncate(format!("{path} › {next}")),
    }
}

/// The steps of a path made by [`step`].
pub fn steps(path: &str) -> impl Iterator<Item = &str> {
    path.split(" › ")
}

/// The steps of `a[b][c]`. A trailing `[]` is dropped; a key without brackets is one step.
pub fn bracket_steps(key: &str) -> Vec<&str> {
    let Some((first, rest)) = key.split_once('[').filter(|(first, _)| !first.is_empty()) else {
        return vec![key];
    };
    let Some(rest) = rest.strip_suffix(']') else { return vec![key] };
    let mut steps: Vec<&str> = [first].into_iter().chain(rest.split("][")).take(MAX_BRACKET_STEPS + 1).collect();
    if steps.last() == Some(&"") {
        steps.pop();
    }
    if steps.len() > MAX_BRACKET_STEPS { vec![key] } else { steps }
}

/// `starts_at` and `startsAt` become `Starts at`. Text that is not an identifier is unchanged.
pub fn humanize(key: &str) -> String {
    // `choices[]` is the name of a multiple choice.
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

/// `startsAt` becomes `starts at`, `pageURL` becomes `page URL`. Words that start with a capital, or with one
/// letter before a capital, are unchanged: `WhatsApp`, `eCommerce`.
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

/// At most [`MAX_PATH_CHARS`] characters, ending in an ellipsis if truncated.
pub fn truncate(path: String) -> String {
    shortened(path, MAX_PATH_CHARS)
}

#[cfg(test)]
mod tests {
    use super::humanize;

    #[test]
    fn humanize_splits_keys_and_keeps_brand_names() {
        for (key, expected) in [
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
            assert_eq!(humanize(key), expected, "{key}");
        }
    }
}
