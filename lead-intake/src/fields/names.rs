//! Recognises names of people and companies.

use super::{phone, visible};
use crate::fields::email;
use crate::labels::normalize;
use domain::line::one_line;

/// Answers that mean yes, no or nothing.
const NON_ANSWERS: [&str; 28] = [
    "si", "no", "yes", "true", "false", "vero", "falso", "on", "off", "n a", "n d", "null", "none", "undefined",
    "nessuno", "nessuna", "nessun", "non presente", "non applicabile", "not applicable", "ja", "nein", "oui", "non",
    "keine", "aucun", "aucune", "ninguna",
];
/// Contact channels: some forms ask for one under `Contatto`.
const CHANNELS: [&str; 22] = [
    "email", "e mail", "mail", "telefono", "tel", "cellulare", "phone", "whatsapp", "sms", "telegram", "chiamata",
    "telefonata", "call", "videochiamata", "di persona", "telefonicamente", "telefon", "anruf", "telephone",
    "courriel", "correo electronico", "llamada",
];
/// Choices that state the absence of a company, or only its kind.
const PRIVATE: [&str; 10] = [
    "privato", "privata", "private", "persona fisica", "individual", "azienda", "privat", "privatperson",
    "particulier", "particular",
];

/// Parses a person's name and decodes HTML entities: `D&#039;Amico` is `D'Amico`. Rejects yes/no answers,
/// numbers, addresses and channels.
pub(super) fn person(text: &str) -> Option<String> {
    parse_name(text).filter(|name| !is_one_of(&CHANNELS, name))
}

/// Parses a company name in the same way.
pub(super) fn company(text: &str) -> Option<String> {
    parse_name(text).filter(|name| !is_one_of(&PRIVATE, name))
}

fn parse_name(text: &str) -> Option<String> {
    let name = one_line(&visible(&decode_entities(text)));
    let is_name = name.contains(char::is_alphabetic) && !is_one_of(&NON_ANSWERS, &name) && !is_contact_detail(&name);
    is_name.then_some(name)
}

fn is_one_of(words: &[&str], text: &str) -> bool {
    // Lower case first, so that `WhatsApp` is not split into two words.
    words.contains(&normalize(&text.to_lowercase()).as_str())
}

/// Whether the text is an e-mail address, a URL or a phone number.
fn is_contact_detail(text: &str) -> bool {
    let begin = text.to_lowercase();
    let is_page = ["http://", "https://", "www."].into_iter().any(|start| begin.starts_with(start));
    let is_number = || phone::parse(text).is_some_and(|number| !number.contains(char::is_alphabetic));
    is_page || email::parse_decorated(text).is_some() || is_number()
}

/// Decodes HTML entities, for senders that escape text.
fn decode_entities(text: &str) -> String {
    let mut decoded = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, behind)) = rest.split_once('&') {
        decoded.push_str(before);
        let sign = behind.split_once(';').and_then(|(name, behind)| Some((entity(name)?, behind)));
        rest = if let Some((sign, behind)) = sign {
            decoded.push(sign);
            behind
        } else {
            decoded.push('&');
            behind
        };
    }
    decoded + rest
}

/// The character of an HTML entity name: one of the five of XML, `nbsp`, or a numeric one.
fn entity(name: &str) -> Option<char> {
    Some(match name {
        "amp" => '&',
        "lt" => '<',
        "gt" => '>',
        "quot" => '"',
        "apos" => '\'',
        "nbsp" => ' ',
        _ => {
            let number = name.strip_prefix('#')?;
            let number = match number.strip_prefix(['x', 'X']) {
                Some(hex) => u32::from_str_radix(hex, 16),
                None => number.parse(),
            };
            char::from_u32(number.ok()?).filter(|sign| !sign.is_control())?
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn person_and_company_reject_values_that_are_no_name() {
        for name in ["Anna", "D'Amico", "Verdi & Figli S.r.l.", "李", "Studio 3", "Anna 333 1234567", "Noemi"] {
            assert_eq!(person(name).as_deref(), Some(name));
            assert_eq!(company(name).as_deref(), Some(name));
        }
        for text in [
            "", "-", "Sì", "sì!", "NO", "true", "on", "N/A", "n.d.", "12", "333 1234567", "tel:+393331234567",
            "anna@example.it", "mailto:anna@example.it", "https://example.it", "www.example.it", "😀", "\u{200b}",
        ] {
            assert_eq!((person(text), company(text)), (None, None), "{text}");
        }
    }

    #[test]
    fn channel_is_no_person_and_private_is_no_company() {
        for channel in ["WhatsApp", "Telefono", "e-mail", "Videochiamata"] {
            assert_eq!(person(channel), None, "{channel}");
            assert_eq!(company(channel).as_deref(), Some(channel));
        }
        assert_eq!((company("Privato"), person("Privato").as_deref()), (None, Some("Privato")));
    }

    #[test]
    fn html_entities_are_unescaped() {
        for (escaped, shown) in [
            ("D&#039;Amico", "D'Amico"),
            ("D&#x27;Amico &amp; Figli", "D'Amico & Figli"),
            ("&quot;Verdi&quot;&nbsp;srl", "\"Verdi\" srl"),
            ("&amp;amp;", "&amp;"),
            ("Verdi & Figli; Rossi", "Verdi & Figli; Rossi"),
            ("R&D", "R&D"),
            ("&#0;&#55296;&#x;&#;&;&eacute;x", "&#0;&#55296;&#x;&#;&;&eacute;x"),
        ] {
            assert_eq!(company(escaped).as_deref(), Some(shown));
        }
    }

    #[test]
    fn invisible_characters_are_stripped_from_name() {
        assert_eq!(person("\u{200b}Anna\u{feff} Verdi\u{2069}").as_deref(), Some("Anna Verdi"));
    }
}
