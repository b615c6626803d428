//! Whether an answer is an e-mail address.

use crate::EmailAddress;

/// The address that `text` is, if it may well be one: one `@`, a dot within the host, and nothing that
/// stands between two addresses or around one.
pub(super) fn plausible(text: &str) -> Option<EmailAddress> {
    const FOREIGN: [char; 12] = [',', ';', ':', '<', '>', '(', ')', '[', ']', '"', '\\', '/'];
    let address = EmailAddress::parse(text).ok()?;
    let (user, host) = address.as_str().split_once('@')?;
    let is_host = host.contains('.') && host.split('.').all(|part| !part.is_empty());
    let is_plain = !host.contains('@') && !user.contains(FOREIGN) && !host.contains(FOREIGN);
    (is_host && is_plain).then_some(address)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_address_and_nothing_else_is_an_address() {
        assert_eq!(
            plausible(" Anna@Example.IT ").map(|email| email.to_string()).as_deref(),
            Some("anna@example.it")
        );
        for text in ["o'neil+x@mail.example.co.uk", "anna@città.example"] {
            assert!(plausible(text).is_some(), "{text}");
        }
        for text in [
            "",
            "anna",
            "anna@",
            "@example.it",
            "anna@example",
            "anna@example.",
            "anna@.it",
            "anna@example..it",
            "anna@b@example.it",
            "anna verdi@example.it",
            "anna@example.it, b@example.it",
            "a@b.it,c",
            "a@b.it;c",
            "<anna@example.it>",
            "mailto:anna@example.it",
            "anna@example.it\0",
        ] {
            assert!(plausible(text).is_none(), "{text:?}");
        }
    }
}
