//! Normalizes labels for comparison.

use unicode_normalization::UnicodeNormalization as _;
use unicode_normalization::char::is_combining_mark;

/// Lower case without accents; punctuation becomes single spaces, `firstName` becomes two words.
pub(crate) fn normalize(label: &str) -> String {
    let mut normalized = String::with_capacity(label.len());
    let mut was_lower = false;
    // Decomposed, an accented letter is the letter and a mark.
    for letter in label.nfd() {
        if is_combining_mark(letter) {
            continue;
        }
        if letter.is_uppercase() && was_lower {
            normalized.push(' ');
        }
        was_lower = letter.is_lowercase();
        if letter.is_alphanumeric() {
            normalized.extend(letter.to_lowercase().filter(|letter| letter.is_alphanumeric()));
        } else if !normalized.is_empty() && !normalized.ends_with(' ') {
            normalized.push(' ');
        }
    }
    normalized.truncate(normalized.trim_end().len());
    normalized
}

/// Filler words before a label.
const FILLER_PREFIXES: [&str; 37] = [
    "no label ", "inserisci ", "inserite ", "scrivi ", "indica ", "lasciaci ", "qual e ", "quale e ", "what is ",
    "what s ", "enter ", "qui ", "il tuo ", "la tua ", "i tuoi ", "il suo ", "la sua ", "il vostro ", "la vostra ",
    "your ", "ihr ", "ihre ", "dein ", "deine ", "votre ", "vos ", "indiquez ", "escribe ", "tuo ", "tua ", "il ",
    "la ", "l ", "eventuale ", "eventuali ", "migliore ", "miglior ",
];
/// Words after a label that state whether the field is required.
const FILLER_SUFFIXES: [&str; 16] = [
    " obbligatorio", " obbligatoria", " richiesto", " required", " opzionale", " facoltativo", " facoltativa",
    " optional", " pflichtfeld", " erforderlich", " freiwillig", " obligatoire", " facultatif", " obligatorio",
    " requerido", " opcional",
];
/// Words that a form numbers, such as `Domanda 3`. The number is kept, because without it the label would
/// match a field.
const NUMBERED: [&str; 8] = ["question", "questions", "domanda", "domande", "frage", "fragen", "pregunta", "preguntas"];

/// A normalized label without filler words around it, and without the number a form builder appends.
pub(super) fn bare(normalized: &str) -> &str {
    let mut bare = normalized;
    loop {
        let before = FILLER_PREFIXES.iter().find_map(|words| bare.strip_prefix(words));
        let shorter = before.or_else(|| FILLER_SUFFIXES.iter().find_map(|words| bare.strip_suffix(words)));
        match shorter.or_else(|| unnumbered(bare)) {
            Some(shorter) => bare = shorter,
            None => return bare,
        }
    }
}

fn unnumbered(normalized: &str) -> Option<&str> {
    let (words, number) = normalized.rsplit_once(' ')?;
    let is_number = number.bytes().all(|digit| digit.is_ascii_digit());
    (is_number && !NUMBERED.contains(&words)).then_some(words)
}
