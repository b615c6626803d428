//! The messages that a client's change request adds to the conversation.

use crate::{DomainError, MessageText};

/// Between the title of the deliverable and the reason.
pub const SEPARATOR: &str = "\n\n";
/// After the title, before the number of the version, if the deliverable has several.
pub const VERSION: &str = " · v";

/// A message that asks for changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Request<'a> {
    /// `Logo`, or `Logo · v2`.
    pub heading: &'a str,
    pub version: Option<i64>,
    pub reason: &'a str,
}

/// The messages for a change request: the deliverable's title with the version, an empty line, the reason. Text that does
/// not fit into one message continues in a second one, split at white space. The line break after the title
/// guarantees that there is some.
///
/// # Errors
/// [`DomainError::TextTooLong`] or [`DomainError::NulInText`] when `title` is not valid in a message.
pub fn messages(title: &str, version: Option<i64>, reason: &MessageText) -> Result<Vec<MessageText>, DomainError> {
    let version = version.map(|number| format!("{VERSION}{number}")).unwrap_or_default();
    let text = format!("{}{version}{SEPARATOR}{reason}", title.trim());
    let text = text.trim();
    let Some((end, _)) = text.char_indices().nth(MessageText::MAX_CHARS) else {
        return Ok(vec![MessageText::parse(text)?]);
    };
    // The first character that does not fit may be the white space to split at.
    let end = end + text[end..].chars().next().map_or(0, char::len_utf8);
    let cut = text[..end].rfind(char::is_whitespace).ok_or(DomainError::TextTooLong)?;
    let (first, second) = text.split_at(cut);
    Ok(vec![MessageText::parse(first)?, MessageText::parse(second)?])
}

/// A message that [`messages`] made for a deliverable with this `title`. Renaming the deliverable makes it an ordinary
/// message.
pub fn parse<'a>(text: &'a str, title: &str) -> Option<Request<'a>> {
    let (version, reason) = text.strip_prefix(title.trim())?.split_once(SEPARATOR)?;
    let version = match version.strip_prefix(VERSION) {
        Some(number) => Some(number.parse().ok()?),
        None if version.is_empty() => None,
        None => return None,
    };
    Some(Request { heading: &text[..text.len() - SEPARATOR.len() - reason.len()], version, reason })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn sent(title: &str, reason: &str) -> Vec<String> {
        let reason = MessageText::parse(reason).expect("a reason");
        messages(title, None, &reason).expect("messages").into_iter().map(String::from).collect()
    }

    #[test]
    fn change_request_starts_with_title() {
        assert_eq!(sent("Logo", "Più grande.\n\nGrazie"), ["Logo\n\nPiù grande.\n\nGrazie"]);
    }

    #[test]
    fn request_names_its_version() {
        let reason = MessageText::parse("Più blu.\n\nGrazie").expect("a reason");
        let sent = messages("Logo", Some(2), &reason).expect("messages");
        assert_eq!(sent[0].as_str(), "Logo · v2\n\nPiù blu.\n\nGrazie");
        let request = Request { heading: "Logo · v2", version: Some(2), reason: "Più blu.\n\nGrazie" };
        assert_eq!(parse(sent[0].as_str(), "Logo"), Some(request));
        assert_eq!(parse("Logo\n\nNo", "Logo"), Some(Request { heading: "Logo", version: None, reason: "No" }));
        for other in ["Logo · v2", "Logo · vero\n\nNo", "Logo blu\n\nNo", "Logotipo\n\nNo", "Icona\n\nNo"] {
            assert_eq!(parse(other, "Logo"), None, "{other}");
        }
    }

    #[test]
    fn request_within_limit_is_one_message() {
        assert_eq!(sent("Logo", &"è".repeat(1994)).len(), 1);
        assert_eq!(sent("Logo", &"è".repeat(1995)), ["Logo".to_owned(), "è".repeat(1995)]);
    }

    #[test]
    fn long_reason_is_split_between_words() {
        let reason = format!("{} {}", "a".repeat(1993), "b".repeat(6));
        assert_eq!(sent("Logo", &reason), [format!("Logo\n\n{}", "a".repeat(1993)), "b".repeat(6)]);
        let reason = format!("{} {}", "a".repeat(1994), "b".repeat(5));
        assert_eq!(sent("Logo", &reason), [format!("Logo\n\n{}", "a".repeat(1994)), "b".repeat(5)]);
    }

    proptest! {
        #[test]
        fn split_request_keeps_every_word(title in "\\PC{0,200}", reason in "(\\PC{1,60}[ \n]){1,32}\\PC{1,30}") {
            let Ok(reason) = MessageText::parse(&reason) else { return Ok(()) };
            let sent = messages(&title, None, &reason).expect("messages");
            prop_assert!(sent.len() <= 2);
            let sent: Vec<_> = sent.iter().flat_map(|message| message.as_str().split_whitespace()).collect();
            let expected: Vec<_> = title.split_whitespace().chain(reason.as_str().split_whitespace()).collect();
            prop_assert_eq!(sent, expected);
        }
    }
}
