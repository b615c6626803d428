//! Converts text to one line and shortens it.

/// Replaces runs of white space and control characters by single spaces.
pub fn one_line(text: &str) -> String {
    let words = text.split(|letter: char| letter.is_whitespace() || letter.is_control());
    words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}

/// Cuts a text to `most` characters, ending in an ellipsis if it was longer.
pub fn shortened(mut text: String, most: usize) -> String {
    let last = most.saturating_sub(1);
    if let Some((end, _)) = text.char_indices().nth(last)
        && text[end..].chars().nth(1).is_some()
    {
        let end = text[..end].trim_end().len();
        text.truncate(end);
        text.push('…');
    }
    text
}

/// The first letters of the first and the last word of a name, to be shown in capitals.
pub fn initials(name: &str) -> String {
    // One loop over the letters: the portal's wasm has it too.
    let (mut initials, mut last, mut is_inside) = (String::new(), None, false);
    for letter in name.chars() {
        if letter != ' ' && !is_inside {
            if initials.is_empty() {
                initials.push(letter);
            } else {
                last = Some(letter);
            }
        }
        is_inside = letter != ' ';
    }
    if let Some(last) = last {
        initials.push(last);
    }
    initials
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shortened_adds_ellipsis_over_limit() {
        for (text, expected) in
            [("", ""), ("è😀è", "è😀è"), ("è😀è!", "è😀…"), ("a   b", "a…"), ("abc", "abc"), ("abcd", "ab…")]
        {
            assert_eq!(shortened(text.to_owned(), 3), expected, "{text}");
        }
    }

    #[test]
    fn initials_are_of_first_and_last_word() {
        for (name, expected) in [("Giulia Maria Ferraris", "GF"), ("  è vero ", "èv"), ("Ada", "A"), ("", "")] {
            assert_eq!(initials(name), expected);
        }
    }
}
