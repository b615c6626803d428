//! `Content-Disposition` of a download (RFC 6266).

use std::fmt::Write as _;

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

/// All but `attr-char` of RFC 8187.
const ENCODED: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'!')
    .remove(b'#')
    .remove(b'$')
    .remove(b'&')
    .remove(b'+')
    .remove(b'-')
    .remove(b'.')
    .remove(b'^')
    .remove(b'_')
    .remove(b'`')
    .remove(b'|')
    .remove(b'~');

/// The header of a file with this name. Its name in ASCII is for old programs.
pub fn content_disposition(is_inline: bool, name: &str) -> String {
    let ascii: String = name.chars().map(|letter| if is_plain(letter) { letter } else { '_' }).collect();
    let mut header = if is_inline { "inline" } else { "attachment" }.to_owned();
    let encoded = utf8_percent_encode(name, ENCODED);
    write!(header, "; filename=\"{ascii}\"; filename*=UTF-8''{encoded}").expect("writing to a string cannot fail");
    header
}

/// In `"…"` without an escape, which programs read in different ways.
fn is_plain(letter: char) -> bool {
    matches!(letter, ' '..='~') && !matches!(letter, '"' | '\\' | '%')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn name_is_in_ascii_and_whole() {
        assert_eq!(
            content_disposition(true, "logo-1.png"),
            "inline; filename=\"logo-1.png\"; filename*=UTF-8''logo-1.png"
        );
        assert_eq!(
            content_disposition(false, "Perché \"no\"; 100%.pdf"),
            "attachment; filename=\"Perch_ _no_; 100_.pdf\"; filename*=UTF-8''Perch%C3%A9%20%22no%22%3B%20100%25.pdf"
        );
    }
}
