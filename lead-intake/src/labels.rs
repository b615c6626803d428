//! Matches field labels and keys to lead fields, in Italian, English, German, French and Spanish.

mod normalize;
mod party;
mod words;

use std::collections::HashMap;
use std::sync::LazyLock;

use domain::leads::LeadField;
use normalize::bare;
use words::{LIKELY, SURE};

pub(super) use normalize::normalize;
pub(super) use party::is_of_agency;

/// The lead field a label asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Label {
    pub(super) field: LeadField,
    /// Whether the label is unambiguous. Certain labels come before likely ones.
    pub(super) is_sure: bool,
}

impl Label {
    /// The same field, as a likely match.
    const fn likely(self) -> Self {
        Self { is_sure: false, ..self }
    }
}

/// The known labels, normalized.
static LABELS: LazyLock<HashMap<&str, Label>> = LazyLock::new(|| {
    let labels = [(SURE, true), (LIKELY, false)].into_iter().flat_map(|(fields, is_sure)| {
        fields
            .iter()
            .flat_map(move |&(field, names)| names.split(", ").map(move |name| (name, Label { field, is_sure })))
    });
    labels.collect()
});

/// Whether `name` is among `words`, which are separated by commas.
pub(crate) fn is_listed(words: &str, name: &str) -> bool {
    words.split(", ").any(|word| word == name)
}

/// The lead field that `label` asks for. Case, accents, punctuation, asterisks, camel case and filler words
/// such as `your` or `(obbligatorio)` are ignored. `None` if it matches no field.
pub(crate) fn match_label(label: &str) -> Option<Label> {
    // Anything longer is a sentence.
    if label.len() > 200 {
        return None;
    }
    let label = last_step(without_number(label.trim()));
    find_label(label).or_else(|| first_clause(label)).or_else(|| last_clause(label))
}

/// Whether a label is German for a given name: a `Name` beside it is then the family name.
pub(crate) fn is_vorname(label: &str) -> bool {
    bare(&normalize(label)) == "vorname"
}

/// Strips the number of `1. Nome` and `q3_nome`.
fn without_number(label: &str) -> &str {
    let key = label.strip_prefix('q').map(|key| key.trim_start_matches(|sign: char| sign.is_ascii_digit()));
    if let Some(key) = key.and_then(|key| key.strip_prefix('_')).filter(|key| key.len() + 2 < label.len()) {
        return key;
    }
    let text = label.trim_start_matches(|sign: char| sign.is_ascii_digit());
    let is_counted = text.len() < label.len();
    let behind = text.trim_start().strip_prefix(['.', ')', '-', ':', '–']);
    behind.filter(|behind| is_counted && behind.starts_with(char::is_whitespace)).map_or(label, str::trim_start)
}

/// Strips container names from a path such as `data__full_name` or `field:phone`.
fn last_step(key: &str) -> &str {
    const CONTAINERS: [&str; 8] =
        ["data", "field", "fields", "answers", "responses", "submission", "payload", "form_data"];
    let signs = || ["__", ".", ":"].into_iter();
    let step = |key: &str| {
        let end = |container: &str| {
            let behind = key.strip_prefix(container)?;
            Some(container.len() + signs().find(|sign| behind.starts_with(sign))?.len())
        };
        CONTAINERS.iter().find_map(|container| end(container))
    };
    let mut key = key;
    while let Some(end) = step(key) {
        key = &key[end..];
    }
    key
}

/// The lead field of a label without its clauses.
fn find_label(label: &str) -> Option<Label> {
    if label.contains(SLASHES) {
        return match_slashed(label);
    }
    // `WhatsApp` is one word, `firstName` are two.
    let lookup = |normalized: String| {
        listed(&normalized).or_else(|| match_conjunction(&normalized)).or_else(|| match_party_label(&normalized))
    };
    let is_joined = || label.contains(char::is_uppercase);
    lookup(normalize(label)).or_else(|| is_joined().then(|| lookup(normalize(&label.to_lowercase())))?)
}

fn listed(normalized: &str) -> Option<Label> {
    LABELS.get(normalized).or_else(|| LABELS.get(bare(normalized))).copied()
}

/// Separators between alternatives in a label.
const SLASHES: [char; 2] = ['/', '|'];

/// `Azienda / Ente`: the field both parts share. `Nome/Cognome`: the field of the words together, if the
/// first part asks for the same field.
fn match_slashed(label: &str) -> Option<Label> {
    let parts = label.split(SLASHES).map(find_label).collect::<Vec<_>>();
    let of_whole_label = || {
        let begins = (*parts.first()?)?;
        listed(&normalize(label)).filter(|label| label.field == begins.field)
    };
    common_field(&parts).or_else(of_whole_label)
}

/// `Telefono o WhatsApp`: the field both parts share.
fn match_conjunction(normalized: &str) -> Option<Label> {
    let words = [" o ", " e ", " or ", " and ", " oder ", " und ", " ou ", " et ", " y "]
        .into_iter()
        .find(|word| normalized.contains(word))?;
    common_field(&normalized.split(words).map(listed).collect::<Vec<_>>())
}

/// The field that all labels share.
fn common_field(labels: &[Option<Label>]) -> Option<Label> {
    let labels = labels.iter().copied().collect::<Option<Vec<_>>>()?;
    let first = labels.first()?;
    let is_one = labels.iter().all(|label| label.field == first.field);
    is_one.then(|| Label { is_sure: labels.iter().all(|label| label.is_sure), ..*first })
}

/// `Telefono del referente`, `client_phone`: a likely match, used when no phone without a party is found.
fn match_party_label(normalized: &str) -> Option<Label> {
    let normalized = bare(normalized);
    let sure = |label: &str| listed(label).filter(|label| label.is_sure);
    let label = party::without_party(normalized).and_then(sure);
    let label = label.or_else(|| sure(party::without_place(normalized, |label| Some(sure(label)?.field))?));
    label.map(Label::likely)
}

/// `Telefono (per WhatsApp)`, `Società / Ente`: a likely match by the first clause.
fn first_clause(label: &str) -> Option<Label> {
    let (first, _) = label.split_once(['(', '/', '|', ',', ';', ':', '–'])?;
    find_label(first).map(Label::likely)
}

/// `Ciao! Come ti chiami?`: a likely match by the last clause. Text in brackets after it is skipped.
fn last_clause(label: &str) -> Option<Label> {
    let (label, _) = label.split_once('(').unwrap_or((label, ""));
    let label = label.trim_end_matches(|sign: char| !sign.is_alphanumeric());
    let mut ends = label.char_indices().filter(|(at, sign)| {
        let next = label[at + sign.len_utf8()..].chars().next();
        is_pictorial(*sign) || ".,;:!?…".contains(*sign) && next.is_some_and(char::is_whitespace)
    });
    let (at, sign) = ends.next_back()?;
    find_label(&label[at + sign.len_utf8()..]).filter(|label| label.is_sure).map(Label::likely)
}

/// Whether a character is a pictogram, which ends a clause.
fn is_pictorial(sign: char) -> bool {
    sign >= '\u{2600}' && !sign.is_alphanumeric()
}

#[cfg(test)]
mod tests;
