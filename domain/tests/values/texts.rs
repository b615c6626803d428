//! Text is 1–2000 Unicode scalar values after trimming white space (docs/REFERENCE.md#message-text).

use domain::{DomainError, MessageText};
use proptest::prelude::*;

/// Every character with the property `White_Space`.
const WHITE_SPACE: &str = "\t\n\u{B}\u{C}\r \u{85}\u{A0}\u{1680}\u{2000}\u{2001}\u{2002}\u{2003}\u{2004}\
    \u{2005}\u{2006}\u{2007}\u{2008}\u{2009}\u{200A}\u{2028}\u{2029}\u{202F}\u{205F}\u{3000}";

#[test]
fn text_limit_is_2000_scalar_values() {
    assert!(MessageText::parse(&"😀".repeat(2000)).is_ok());
    assert_eq!(MessageText::parse(&"😀".repeat(2001)), Err(DomainError::TextTooLong));
    let padded = format!("{WHITE_SPACE}{}{WHITE_SPACE}", "è".repeat(2000));
    assert_eq!(MessageText::parse(&padded).map(|text| text.as_str().len()), Ok(4000));
}

#[test]
fn whitespace_only_text_is_empty() {
    assert_eq!(MessageText::parse(""), Err(DomainError::EmptyText));
    for space in WHITE_SPACE.chars() {
        assert_eq!(MessageText::parse(&space.to_string()), Err(DomainError::EmptyText), "{space:?}");
    }
    for invisible in ["\u{200B}", "\u{FEFF}", "\u{200D}", "\u{180E}", "\u{2060}"] {
        assert_eq!(MessageText::parse(invisible).map(String::from), Ok(invisible.to_owned()));
    }
}

#[test]
fn text_with_nul_is_rejected() {
    for text in ["\0", "a\0", "\0a", " a\0b "] {
        assert_eq!(MessageText::parse(text), Err(DomainError::NulInText), "{text:?}");
    }
}

proptest! {
    #[test]
    fn text_is_trimmed_and_otherwise_unchanged(raw in "\\PC{0,40}", space in "[ \t\n\u{3000}]{0,3}") {
        let core = raw.trim_matches(|c| WHITE_SPACE.contains(c));
        match MessageText::parse(&format!("{space}{raw}{space}")) {
            Ok(text) => prop_assert_eq!(text.as_str(), core),
            Err(refusal) => prop_assert!(core.is_empty() && refusal == DomainError::EmptyText),
        }
    }

    #[test]
    fn length_is_counted_in_scalar_values(letter in any::<char>(), length in 1990_usize..2010) {
        prop_assume!(letter != '\0' && !WHITE_SPACE.contains(letter));
        let raw = letter.to_string().repeat(length);
        prop_assert_eq!(MessageText::remaining(&raw), 2000 - i64::try_from(length).unwrap());
        prop_assert_eq!(MessageText::parse(&raw).is_ok(), length <= 2000);
    }
}
