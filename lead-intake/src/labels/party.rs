//! Recognises words in labels that name a party: the person who submits the form, or the agency.

use super::normalize::normalize;
use domain::leads::LeadField;

/// Words for the person who submits the form.
const PARTY_WORDS: [&str; 23] = [
    "client", "customer", "attendee", "invitee", "guest", "contact", "lead", "person", "booker", "referente",
    "titolare", "richiedente", "cliente", "contatto", "partecipante", "intestatario", "proprietario", "interessato",
    "ospite", "prenotante", "compilatore", "iscritto", "legale rappresentante",
];
/// Words that distinguish several addresses or numbers.
const PLACE_WORDS: [&str; 9] =
    ["principale", "ufficio", "dell ufficio", "casa", "di casa", "studio", "privato", "personale", "diretto"];
/// Prepositions between the field and the party.
const PREPOSITIONS: [&str; 4] = ["del ", "della ", "dell ", "di "];

/// A normalized label without the word for the party.
pub(super) fn without_party(normalized: &str) -> Option<&str> {
    let before = PARTY_WORDS.iter().find_map(|who| normalized.strip_prefix(who)?.strip_prefix(' '));
    let behind = || PARTY_WORDS.iter().find_map(|who| strip_party_suffix(normalized, who));
    before.or_else(behind).filter(|label| !label.is_empty())
}

/// A normalized label without the word for the place. Only for e-mail and phone: a name with such a word is
/// the name of something else.
pub(super) fn without_place(normalized: &str, field: impl Fn(&str) -> Option<LeadField>) -> Option<&str> {
    let label = PLACE_WORDS.iter().find_map(|place| normalized.strip_suffix(place)?.strip_suffix(' '))?;
    matches!(field(label), Some(LeadField::Email | LeadField::Phone)).then_some(label)
}

fn strip_party_suffix<'a>(normalized: &'a str, who: &str) -> Option<&'a str> {
    let label = normalized.strip_suffix(who)?;
    let label = PREPOSITIONS.iter().find_map(|of| label.strip_suffix(of)).unwrap_or(label);
    label.strip_suffix(' ')
}

/// Whether a label refers to the agency: the recipient or owner of a submission. Labels of more than three
/// words never do.
pub(crate) fn is_of_agency(label: &str) -> bool {
    const AGENCY_WORDS: [&str; 22] = [
        "recipient", "recipients", "destinatario", "destinatari", "cc", "bcc", "ccn", "admin", "administrator",
        "owner", "organizer", "organiser", "organizzatore", "host", "assigned", "assignee", "assegnato",
        "notification", "notifications", "notifica", "notifiche", "noreply",
    ];
    let normalized = normalize(label);
    let words: Vec<&str> = normalized.split(' ').collect();
    let is_to = words.first() == Some(&"to") || words.last() == Some(&"to");
    words.len() <= 3 && (is_to || words.iter().any(|word| AGENCY_WORDS.contains(word)))
}
