//! Parses e-mail addresses in answers.

use domain::EmailAddress;

use super::visible;

/// Parses an address with a dot in its domain. Strips `mailto:`, the name and angle brackets of
/// `Anna <anna@example.it>`, a trailing full stop and invisible characters: a source always answers 200, so a rejected
/// address would be lost.
pub(crate) fn parse_decorated(text: &str) -> Option<EmailAddress> {
    let text = visible(text);
    let text = bracketed(text.trim()).map_or(text.trim(), |(_, address)| address);
    let text = text
        .get(..MAILTO.len())
        .filter(|begin| begin.eq_ignore_ascii_case(MAILTO))
        .map_or(text, |_| &text[MAILTO.len()..]);
    let address = EmailAddress::parse(text.strip_suffix('.').unwrap_or(text)).ok()?;
    // `anna/bruno@example.it` may mean two.
    (address.has_dotted_domain() && !text.contains('/')).then_some(address)
}

/// As [`parse_decorated`], but rejects no-reply addresses, which sites use to send form submissions.
pub(crate) fn parse_personal(text: &str) -> Option<EmailAddress> {
    const IMPERSONAL: [&str; 6] = ["noreply", "donotreply", "nonrispondere", "mailerdaemon", "postmaster", "wordpress"];
    let address = parse_decorated(text)?;
    let user = address.as_str().split('@').next().unwrap_or_default().replace(['-', '_', '.'], "");
    (!IMPERSONAL.contains(&user.as_str())).then_some(address)
}

const MAILTO: &str = "mailto:";

/// The display name in `Anna Verdi <anna@example.it>`.
pub(crate) fn display_name(text: &str) -> Option<&str> {
    let (name, _) = bracketed(text.trim()).filter(|_| parse_decorated(text).is_some())?;
    let name = name.trim_matches(|sign: char| sign == '"' || sign.is_whitespace());
    (!name.is_empty()).then_some(name)
}

/// The text before the only pair of angle brackets, and inside it.
fn bracketed(text: &str) -> Option<(&str, &str)> {
    text.strip_suffix('>')?.split_once('<')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parse_decorated_accepts_exactly_one_address() {
        assert_eq!(
            parse_decorated(" Anna@Example.IT ").map(|email| email.to_string()).as_deref(),
            Some("anna@example.it")
        );
        for text in ["o'neil+x@mail.example.co.uk", "anna@città.example", "jörg@example.de"] {
            assert!(parse_decorated(text).is_some(), "{text}");
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
            assert!(parse_decorated(text).is_none(), "{text:?}");
        }
    }

    #[test]
    fn parse_decorated_strips_name_brackets_and_mailto() {
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
            assert_eq!(parse_decorated(text).as_ref().map(EmailAddress::as_str), Some("anna@example.it"), "{text:?}");
        }
    }

    #[test]
    fn noreply_email_is_ignored() {
        for text in ["noreply@example.it", "No-Reply@example.it", "Sito <wordpress@example.it>", "do_not_reply@b.it"] {
            assert_eq!((parse_decorated(text).is_some(), parse_personal(text)), (true, None), "{text}");
        }
        for text in ["anna@example.it", "anna@noreply.example.it", "noreply.anna@example.it"] {
            assert!(parse_personal(text).is_some(), "{text}");
        }
    }

    #[test]
    fn display_name_is_name_before_email() {
        for (text, name) in [
            ("Anna Verdi <anna@example.it>", Some("Anna Verdi")),
            (" \"Verdi, Anna\" <anna@example.it>", Some("Verdi, Anna")),
            ("<anna@example.it>", None),
            ("anna@example.it", None),
            ("Anna Verdi <anna>", None),
            ("Anna", None),
        ] {
            assert_eq!(display_name(text), name, "{text}");
        }
    }
}
