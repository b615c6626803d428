//! The excerpt of a message in a line of the inbox.

use domain::line::{one_line, shortened};

/// The maximum length of an excerpt, in characters.
const MAX_CHARS: usize = 140;
/// The maximum length of the text before a search match, in characters.
const BEFORE: usize = 24;

/// One line of a text: its beginning, or the part around the byte offset `found_at`.
pub fn excerpt(text: &str, found_at: Option<usize>) -> String {
    let (before, after) = text.split_at_checked(found_at.unwrap_or(0)).unwrap_or(("", text));
    let (before, after) = (one_line(before), one_line(after));
    let joined =
        [&*before, &*after].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ");
    let is_near = before.chars().count() <= BEFORE || joined.chars().count() <= MAX_CHARS;
    let from = if is_near { joined } else { format!("…{after}") };
    shortened(from, MAX_CHARS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn excerpt_is_one_short_line() {
        assert_eq!(excerpt("Ciao\n\n  a tutti", None), "Ciao a tutti");
        let long = excerpt(&"😀".repeat(500), None);
        assert_eq!(long.chars().count(), MAX_CHARS);
        assert!(long.ends_with('…'));
    }

    #[test]
    fn excerpt_contains_the_match() {
        let text = format!("{} preventivo {}", "bla ".repeat(100), "bla ".repeat(100));
        let at = text.find("preventivo");
        assert!(excerpt(&text, at).starts_with("…preventivo bla"), "{}", excerpt(&text, at));
        assert_eq!(excerpt("Il mio preventivo", Some(7)), "Il mio preventivo");
        // An invalid offset shows the beginning.
        assert_eq!(excerpt("però", Some(4)), "però");
        assert_eq!(excerpt("però", Some(400)), "però");
    }
}
