//! Folding text into index words: lower case without diacritics.

use std::collections::BTreeSet;

use unicode_normalization::char::{decompose_compatible, is_combining_mark};

/// The version of the rules below: an index built with another version is rebuilt.
pub(super) const RULES: &str = "2";

/// The maximum length of a word in characters; longer ones are truncated.
const MAX_WORD: usize = 40;
/// Separators between the digits of a telephone number.
const BETWEEN_DIGITS: &str = " +-./()";
/// The shortest number, or end of one, that is one word however it is grouped, in digits.
pub(crate) const MIN_NUMBER: usize = 5;
/// The longest number in a text of which suffixes are indexed: a table of numbers is none.
const MAX_GROUPED: usize = 20;

/// The index words of `text`. A number written in groups is also one word, and so is what follows each of its groups, while that
/// has five or more digits: it is found without its country code. If the whole text is a number, that holds for each of its digits.
pub(super) fn words(text: &str) -> BTreeSet<String> {
    let folded = folded(text);
    let mut words: BTreeSet<String> = split(&folded).collect();
    if let Some(digits) = single_number(&folded) {
        words.extend((0..=digits.len() - MIN_NUMBER).map(|from| truncated(&digits[from..])));
    } else if folded.bytes().any(|byte| byte.is_ascii_digit()) {
        words.extend(folded.split(|letter: char| !in_number(letter)).flat_map(grouped));
    }
    words
}

/// The digits of a number that is written in groups, from the beginning of each group on.
fn grouped(number: &str) -> Vec<String> {
    let all = digits(number);
    let groups = number.split(|letter: char| !letter.is_ascii_digit()).filter(|group| !group.is_empty());
    let starts = groups.scan(0, |start, group| Some(std::mem::replace(start, *start + group.len())));
    let is_one = all.len() <= MAX_GROUPED;
    let starts = starts.take(if is_one { all.len() } else { 1 }).filter(|start| all.len() - start >= MIN_NUMBER);
    starts.map(|start| truncated(&all[start..])).collect()
}

/// Whether one of [`words`] of a folded text begins with `prefix`.
pub(super) fn has_word_with_prefix(folded: &str, prefix: &str) -> bool {
    let is_number = prefix.bytes().all(|byte| byte.is_ascii_digit());
    parts(folded).any(|part| part.starts_with(prefix))
        || is_number && words(folded).iter().any(|word| word.starts_with(prefix))
}

/// The numbers of a text, however they are grouped, with their byte offsets.
pub(super) fn numbers(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut end = 0;
    text.split_inclusive(|letter: char| !in_number(letter)).map(move |piece| {
        end += piece.len();
        let number = piece.trim_start_matches(|letter: char| !letter.is_ascii_digit());
        (end - number.len(), number)
    })
}

/// The words of a search query, in order; a number is one word however it is grouped.
pub(super) fn query_words(text: &str) -> Vec<String> {
    let folded = folded(text);
    match single_number(&folded) {
        Some(digits) => vec![truncated(&digits)],
        None => split(&folded).collect(),
    }
}

/// The sort key of a name: its words, or the name itself when it has none.
pub(crate) fn sort_name(name: &str) -> String {
    let folded = folded(name);
    let words: Vec<&str> = parts(&folded).collect();
    if words.is_empty() { name.trim().to_owned() } else { words.join(" ") }
}

pub(super) fn folded(text: &str) -> String {
    // The common case, about ten times as fast.
    if text.is_ascii() {
        return text.to_ascii_lowercase();
    }
    // Letter by letter: what decomposes into several is in any order, for the marks are left out.
    let mut folded = String::with_capacity(text.len());
    for letter in text.chars() {
        if letter.is_ascii() {
            folded.push(letter.to_ascii_lowercase());
        } else {
            decompose_compatible(letter, |part| push_small(&mut folded, part));
        }
    }
    folded
}

/// Appends a letter in lower case, unless it is a mark on another.
fn push_small(folded: &mut String, letter: char) {
    for small in letter.to_lowercase().filter(|small| !is_combining_mark(*small)) {
        match transliterate(small) {
            Some(letters) => folded.push_str(letters),
            None => folded.push(small),
        }
    }
}

/// Transliterations of letters that Unicode does not decompose.
const fn transliterate(letter: char) -> Option<&'static str> {
    Some(match letter {
        'ß' => "ss",
        'æ' => "ae",
        'œ' => "oe",
        'ø' => "o",
        'ł' => "l",
        'đ' | 'ð' => "d",
        'ħ' => "h",
        'ı' => "i",
        'þ' => "th",
        'ς' => "σ",
        _ => return None,
    })
}

fn parts(folded: &str) -> impl Iterator<Item = &str> {
    folded.split(|letter: char| !letter.is_alphanumeric()).filter(|part| !part.is_empty())
}

fn split(folded: &str) -> impl Iterator<Item = String> {
    parts(folded).map(truncated)
}

fn truncated(word: &str) -> String {
    word.chars().take(MAX_WORD).collect()
}

fn in_number(letter: char) -> bool {
    letter.is_ascii_digit() || BETWEEN_DIGITS.contains(letter)
}

fn digits(text: &str) -> String {
    text.chars().filter(char::is_ascii_digit).collect()
}

/// The digits of a text that consists of one number.
fn single_number(folded: &str) -> Option<String> {
    let digits = folded.trim().chars().all(in_number).then(|| digits(folded))?;
    (digits.len() >= MIN_NUMBER).then_some(digits)
}

#[cfg(test)]
mod tests {
    use unicode_normalization::UnicodeNormalization as _;

    use super::*;

    fn sorted(text: &str) -> Vec<String> {
        words(text).into_iter().collect()
    }

    #[test]
    fn words_fold_accents_and_case() {
        for (text, found) in [
            ("Caffè PIÙ", &["caffe", "piu"][..]),
            ("cafe\u{301}", &["cafe"]),
            ("L'Orto d’Oro", &["d", "l", "oro", "orto"]),
            ("Straße Łódź Ærø Œuvre", &["aero", "lodz", "oeuvre", "strasse"]),
            ("anna@verdi.it", &["anna", "it", "verdi"]),
            ("ﬁne Ｆｕｌｌ №5", &["fine", "full", "no5"]),
            ("Ωμέγας İstanbul", &["istanbul", "ωμεγασ"]),
            ("山田 Дмитрий", &["дмитрии", "山田"]),
            (" \t\n!?…\0🎉", &[]),
        ] {
            assert_eq!(sorted(text), found, "{text}");
        }
    }

    #[test]
    fn folding_letter_by_letter_is_folding_of_the_normalized_text() {
        let of_whole = |text: &str| -> String {
            let small = text.nfkd().flat_map(char::to_lowercase).filter(|letter| !is_combining_mark(*letter));
            small.map(|letter| transliterate(letter).map_or_else(|| letter.to_string(), str::to_owned)).collect()
        };
        // Before and after marks that normalization puts in another order.
        let blocks = ('\u{80}'..'\u{3000}').chain('\u{ac00}'..'\u{ad00}').chain('\u{f900}'..'\u{ffff}');
        for letter in blocks {
            let text = format!("A{letter}\u{301}\u{323}{letter}E");
            assert_eq!(folded(&text), of_whole(&text), "{text}");
        }
    }

    #[test]
    fn phone_matches_in_any_notation() {
        let stored = words("+39 (333) 123-45.67");
        for typed in ["+39 333 1234567", "3331234567", "333 123 4567", "34567", "1234567"] {
            let query_words = query_words(typed);
            assert_eq!(query_words.len(), 1, "{typed}");
            assert!(stored.iter().any(|word| word.starts_with(&query_words[0])), "{typed}");
        }
        assert!(!stored.contains("4567"), "too few digits are not indexed");
        // In a sentence, in groups or as one word.
        let sentence = words("Chiamami al 333 1234567, grazie");
        for word in ["333", "1234567", "3331234567", "chiamami"] {
            assert!(sentence.contains(word), "{word}");
        }
        for (text, typed) in [
            ("Il budget resta 12.500 euro", &["12.500", "12500", "12 500"][..]),
            ("Telefono +39 051 555 0148 (Anna)", &["051 555 0148", "555 0148", "39051"]),
            ("Consegna 05/01/2027 confermata", &["05/01/2027", "01/2027"]),
        ] {
            let stored = words(text);
            for query in typed {
                assert!(stored.iter().any(|word| word.starts_with(&query_words(query)[0])), "{query}: {stored:?}");
            }
        }
        assert!(words(&"tot 12 ".repeat(3_000)).len() < 3 && words(&format!("a {}", "12 ".repeat(3_000))).len() < 5);
        assert_eq!(query_words("Anna 333"), ["anna", "333"]);
        assert_eq!(query_words("1234"), ["1234"]);
    }

    #[test]
    fn long_words_are_truncated() {
        let long = "è".repeat(100);
        assert_eq!(sorted(&long), ["e".repeat(40)]);
        assert_eq!(query_words(&long), ["e".repeat(40)]);
        assert!(words(&"7".repeat(60)).iter().all(|word| word.len() <= 40));
    }

    #[test]
    fn sort_name_ignores_punctuation_and_accents() {
        assert_eq!(sort_name("  Élan & Çelik, S.r.l."), "elan celik s r l");
        assert_eq!(sort_name(" !!! "), "!!!");
    }
}
