//! Whether an answer is an e-mail address.

use super::gathered::visible;
use crate::EmailAddress;

/// The address that `text` is, if it may well be one: one `@`, a dot within the host, and nothing that
/// stands between two addresses. `mailto:`, the name and the angle brackets of `Anna <anna@example.it>`, a
/// full stop behind it and marks nobody sees are no part of it.
pub(super) fn plausible(text: &str) -> Option<EmailAddress> {
    const FOREIGN: [char; 12] = [',', ';', ':', '<', '>', '(', ')', '[', ']', '"', '\\', '/'];
    let text = visible(text);
    let text = bracketed(text.trim()).map_or(text.trim(), |(_, address)| address);
    let text = text
        .get(..MAILTO.len())
        .filter(|begin| begin.eq_ignore_ascii_case(MAILTO))
        .map_or(text, |_| &text[MAILTO.len()..]);
    let address = EmailAddress::parse(text.strip_suffix('.').unwrap_or(text)).ok()?;
    let (user, host) = address.as_str().split_once('@')?;
    let is_host = host.contains('.') && host.split('.').all(|part| !part.is_empty());
    let is_plain = !host.contains('@') && !user.contains(FOREIGN) && !host.contains(FOREIGN);
    (is_host && is_plain).then_some(address)
}

/// Like [`plausible`]; not an address that nobody reads, from which a site sends what its form was filled with.
pub(super) fn somebodys(text: &str) -> Option<EmailAddress> {
    const NOBODYS: [&str; 6] =
        ["noreply", "donotreply", "nonrispondere", "mailerdaemon", "postmaster", "wordpress"];
    let address = plausible(text)?;
    let user = address.as_str().split('@').next().unwrap_or_default().replace(['-', '_', '.'], "");
    (!NOBODYS.contains(&user.as_str())).then_some(address)
}

/// How a link to an address begins.
const MAILTO: &str = "mailto:";

/// Whose the address is, where `text` is `Anna Verdi <anna@example.it>`.
pub(super) fn addressee(text: &str) -> Option<&str> {
    let (name, _) = bracketed(text.trim()).filter(|_| plausible(text).is_some())?;
    let name = name.trim_matches(|sign: char| sign == '"' || sign.is_whitespace());
    (!name.is_empty()).then_some(name)
}

/// What stands before the only angle brackets of `text`, and within them.
fn bracketed(text: &str) -> Option<(&str, &str)> {
    text.strip_suffix('>')?.split_once('<')
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
            "<anna@example.it> b@example.it",
            "<<anna@example.it>>",
            "anna@example.it <b@example.it> c",
            "<>",
            "mailto:",
            "anna@example.it..",
            "anna@example.it\0",
        ] {
            assert!(plausible(text).is_none(), "{text:?}");
        }
    }

    #[test]
    fn what_copying_puts_around_an_address_is_no_part_of_it() {
        for text in [
            "mailto:anna@example.it",
            "MAILTO:Anna@example.it",
            "<anna@example.it>",
            "Anna Verdi <anna@example.it>",
            "\"Verdi, Anna\" <mailto:anna@example.it>",
            "anna@example.it.",
            "\u{200b}anna@example.it\u{feff}",
            "\u{202a}anna@example.it\u{202c}",
        ] {
            assert_eq!(
                plausible(text).as_ref().map(EmailAddress::as_str),
                Some("anna@example.it"),
                "{text:?}"
            );
        }
    }

    #[test]
    fn an_address_nobody_reads_is_nobodys() {
        for text in
            ["noreply@example.it", "No-Reply@example.it", "Sito <wordpress@example.it>", "do_not_reply@b.it"]
        {
            assert_eq!((plausible(text).is_some(), somebodys(text)), (true, None), "{text}");
        }
        for text in ["anna@example.it", "anna@noreply.example.it", "noreply.anna@example.it"] {
            assert!(somebodys(text).is_some(), "{text}");
        }
    }

    #[test]
    fn the_name_before_an_address_says_whose_it_is() {
        for (text, name) in [
            ("Anna Verdi <anna@example.it>", Some("Anna Verdi")),
            (" \"Verdi, Anna\" <anna@example.it>", Some("Verdi, Anna")),
            ("<anna@example.it>", None),
            ("anna@example.it", None),
            ("Anna Verdi <anna>", None),
            ("Anna", None),
        ] {
            assert_eq!(addressee(text), name, "{text}");
        }
    }
}
