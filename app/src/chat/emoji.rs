//! Recognises messages of only a few emoji, which are shown larger.

/// The most characters such a message has; a joined emoji counts by its parts.
const MAX_CHARS: usize = 12;

/// Whether a text is only emoji and white space, and short.
pub fn is_emoji_only(text: &str) -> bool {
    let is_part = |letter: char| letter.is_whitespace() || is_emoji(letter) || joins(letter);
    text.chars().any(is_emoji) && text.chars().all(is_part) && text.chars().count() <= MAX_CHARS
}

/// The Unicode blocks of symbols shown in colour.
fn is_emoji(letter: char) -> bool {
    matches!(letter, '\u{1F1E6}'..='\u{1F1FF}' | '\u{1F300}'..='\u{1FAFF}' | '\u{2600}'..='\u{27BF}' | '\u{2B50}')
}

/// Zero-width joiner, variation selector and key cap, which combine characters.
fn joins(letter: char) -> bool {
    matches!(letter, '\u{200D}' | '\u{FE0F}' | '\u{20E3}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accepts_only_few_emoji() {
        for gesture in ["👍", "❤️", "🎉 🎉", "👩‍💻", "🇮🇹", "👍🏽"] {
            assert!(is_emoji_only(gesture), "{gesture}");
        }
        for words in ["", " ", "ok 👍", "12", "\u{200D}", "🎉🎉🎉🎉🎉🎉🎉🎉🎉🎉🎉🎉🎉"] {
            assert!(!is_emoji_only(words), "{words:?}");
        }
    }
}
