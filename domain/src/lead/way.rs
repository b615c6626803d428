//! The way to a value inside of a body, as a person reads it: `Attendees › 1 › Email`.

/// The longest way, in characters: what lies below a long name must not repeat it a thousand times.
const WAY: usize = 300;

/// The way to what lies one step further.
pub(super) fn step(way: &str, next: &str) -> String {
    match (way, next) {
        ("", only) | (only, "") => only.to_owned(),
        (way, next) => short(format!("{way} › {next}")),
    }
}

/// `starts_at` as `Starts at`; what is more than a name stays as it is.
pub(super) fn legible(key: &str) -> String {
    let key = key.trim();
    if !key.chars().all(|letter| letter.is_alphanumeric() || letter == '_' || letter == '-') {
        return short(key.to_owned());
    }
    let spaced = key.replace(['_', '-'], " ");
    let mut letters = spaced.trim().chars();
    match letters.next() {
        Some(first) => short(first.to_uppercase().chain(letters).collect()),
        None => short(key.to_owned()),
    }
}

/// At most [`WAY`] characters, and an ellipsis where there were more.
pub(super) fn short(mut way: String) -> String {
    if let Some((last, _)) = way.char_indices().nth(WAY) {
        way.truncate(last);
        way.push('…');
    }
    way
}
