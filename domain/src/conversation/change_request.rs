//! The messages that a client's change request adds to the conversation.

use crate::{DomainError, MessageText};

/// Between the title of the deliverable and the reason.
pub const SEPARATOR: &str = "\n\n";

/// The messages for a change request: the deliverable's title, an empty line, the reason. Text that does not
/// fit into one message continues in a second one, split at white space. The line break after the title
/// guarantees that there is some.
///
/// # Errors
/// [`DomainError::TextTooLong`] or [`DomainError::NulInText`] when `title` is not valid in a message.
pub fn messages(title: &str, reason: &MessageText) -> Result<Vec<MessageText>, DomainError> {
    let text = format!("{}{SEPARATOR}{reason}", title.trim());
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

/// The reason in a message that [`messages`] made for a deliverable with this `title`. Renaming the deliverable
/// makes it an ordinary message.
pub fn reason<'a>(text: &'a str, title: &str) -> Option<&'a str> {
    text.strip_prefix(title.trim())?.strip_prefix(SEPARATOR)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn sent(title: &str, reason: &str) -> Vec<String> {
        let reason = MessageText::parse(reason).expect("a reason");
        messages(title, &reason).expect("messages").into_iter().map(String::from).collect()
    }

    #[test]
    fn change_request_starts_with_title() {
        assert_eq!(sent("Logo", "Più grande.\n\nGrazie"), ["Logo\n\nPiù grande.\n\nGrazie"]);
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
            let sent = messages(&title, &reason).expect("messages");
            prop_assert!(sent.len() <= 2);
            let sent: Vec<_> = sent.iter().flat_map(|message| message.as_str().split_whitespace()).collect();
            let expected: Vec<_> = title.split_whitespace().chain(reason.as_str().split_whitespace()).collect();
            prop_assert_eq!(sent, expected);
        }
    }
}
