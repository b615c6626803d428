//! Messages that are only a gesture.

/// How many signs still count as a gesture, joined ones counted by their parts.
const MOST: usize = 12;

/// Whether a text is a few emoji and nothing else.
pub fn is_gesture(text: &str) -> bool {
    let is_part = |letter: char| letter.is_whitespace() || is_emoji(letter) || joins(letter);
    text.chars().any(is_emoji) && text.chars().all(is_part) && text.chars().count() <= MOST
}

/// The blocks of pictures and symbols that are shown in colour.
fn is_emoji(letter: char) -> bool {
    matches!(letter, '\u{1F1E6}'..='\u{1F1FF}' | '\u{1F300}'..='\u{1FAFF}' | '\u{2600}'..='\u{27BF}' | '\u{2B50}')
}

/// Joiner, variation and key cap, which make one sign out of several.
fn joins(letter: char) -> bool {
    matches!(letter, '\u{200D}' | '\u{FE0F}' | '\u{20E3}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn is_gesture_accepts_only_few_emoji() {
        for gesture in ["👍", "❤️", "🎉 🎉", "👩‍💻", "🇮🇹", "👍🏽"] {
            assert!(is_gesture(gesture), "{gesture}");
        }
        for words in ["", " ", "ok 👍", "12", "\u{200D}", "🎉🎉🎉🎉🎉🎉🎉🎉🎉🎉🎉🎉🎉"]
        {
            assert!(!is_gesture(words), "{words:?}");
        }
    }
}
